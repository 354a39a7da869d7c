"""Questions to a peer, and its answers."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

Shape = Sequence[int | str] | str  # sizes, `?` for an unknown one; `*` for an unknown rank


class Case(NamedTuple):
    """A line of bcast_peer_cases."""

    operands: list[Shape]
    target: Shape | None  # of an assignment, or the declared result
    dims: list[int] | None  # XLA's broadcast dimensions


class Answer(NamedTuple):
    """A result's shape and the elements that it reads, or a rejection; None means not told."""

    shape: Shape | None = None
    reads: list[list[int]] | None = None
    tags: frozenset[str] | None = None  # the clauses that the peer's error may mean
    error: str = ""


class Question(NamedTuple):
    """A scope, and the function that asks the peer for each of its cases."""

    rule: str
    asked: str
    cases: list[str]  # the arguments of bcast_peer_cases, or the file with the cases
    answer: Callable[[list[Case]], Iterable[Answer]]


def each(
    answer: Callable[[Case], Answer], error: type[Exception] | tuple[type[Exception], ...]
) -> Callable[..., Iterable[Answer]]:
    """Case by case; `error` is the peer's rejection."""

    def answers(cases: list[Case]) -> Iterable[Answer]:
        for case in cases:
            try:
                yield answer(case)
            except error as rejection:
                yield Answer(error=str(rejection).strip().splitlines()[0])

    return answers


# Where only arithmetic is available, the first operand's element i is STEP * i, the second's is -j,
# and their difference is STEP * i + j. No operand of a scope has more elements than STEP.
STEP = 128


def read_by_subtraction(differences: Iterable[Any]) -> list[list[int]]:
    pairs = [divmod(int(difference), STEP) for difference in differences]
    return [[i for i, _ in pairs], [j for _, j in pairs]]
