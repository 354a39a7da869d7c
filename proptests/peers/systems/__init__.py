"""Questions to a peer, and its answers."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

Size = int | str  # `?` or a name for an unknown one
Shape = tuple[Size, ...] | str  # `*` for an unknown rank


# The note of a deviation that depends on what ran before.
RANDOM = "other values, in some runs"


class Axes(tuple[int, ...]):
    """Axes in a case, such as broadcast_dimensions; written in brackets, where a shape has crosses."""


class Case(tuple[Any, ...]):
    """Shapes and attributes; a line of bcast_peer_cases also says what bcast expects."""

    ok: Shape | None = None  # None is a refusal, by `tag`
    tag: str = ""
    reads: list[list[int]] | None = None  # for each shape, and each element of the result

    def __str__(self) -> str:
        return " ".join(map(text_of, self))


class Answer(NamedTuple):
    """The shape of a result; None is a refusal. `note` marks what a shape does not say."""

    shape: Shape | None = None
    note: str = ""
    error: str = ""
    tags: frozenset[str] | None = None  # the clauses that the peer's error may mean


class Question(NamedTuple):
    """A scope and a rule, as bcast_peer_cases takes them, and the function that asks the peer."""

    asked: str
    rule: str
    scope: str  # or the file with the cases
    answer: Callable[[list[Case]], Iterable[Answer]]


def text_of(value: Any) -> str:
    """A shape as bcast writes it: 2x3, () for no axis."""
    if value is None or isinstance(value, str):
        return value or "none"
    if isinstance(value, Axes):
        return json.dumps(value)
    return "x".join(map(str, value)) or "()"


def first_line(error: BaseException | str, length: int = 160) -> str:
    lines = str(error).strip().splitlines()
    if len(lines) > 1 and lines[0].endswith(":"):
        lines = lines[1:]
    return (lines[0] if lines else type(error).__name__)[:length]


def each(
    answer: Callable[..., Answer], error: type[Exception] | tuple[type[Exception], ...], *first: Any
) -> Callable[..., Iterable[Answer]]:
    """Case by case, with the first arguments; `error` is the peer's rejection."""

    def answers(cases: list[Case]) -> Iterable[Answer]:
        for case in cases:
            try:
                yield answer(*first, case)
            except error as rejection:
                yield Answer(error=first_line(rejection))

    return answers


def told(
    case: Case, shape: Iterable[int], values: Sequence[Any], way: Callable[..., Any], *operands: Any
) -> Answer:
    """An answer whose elements are `way` of the operands' elements that bcast reads, or else a note.

    The values of the result and of each operand are in row-major order. `way` takes and gives all of
    them at once.
    """
    shape = tuple(shape)
    if shape != case.ok or case.reads is None:
        return Answer(shape)
    right = way(*([o[i] for i in reads] for o, reads in zip(operands, case.reads)))
    return Answer(shape, "" if list(right) == list(values) else "other values")


def copied(
    case: Case, shape: Iterable[int], values: Sequence[Any], source: Sequence[Any], at: int = 0
) -> Answer:
    """An answer whose elements are those that bcast reads of one operand, or else a note."""
    shape = tuple(shape)
    if shape != case.ok or case.reads is None:
        return Answer(shape)
    right = [source[i] for i in case.reads[at]]
    return Answer(shape, "" if right == list(values) else "other values")


def differences(x: Sequence[int], y: Sequence[int]) -> list[int]:
    return [a - b for a, b in zip(x, y)]


def products(count: int) -> Callable[..., list[int]]:
    """Of a product of matrices: every sum has the same number of products."""

    def sums(a: Sequence[int], b: Sequence[int]) -> list[int]:
        terms = [x * y for x, y in zip(a, b)]
        inner = len(terms) // count if count else 0
        return [sum(terms[k * inner : (k + 1) * inner]) for k in range(count)]

    return sums


# The cases of the comparison that every system with two operands can be asked.
PAIRS: list[tuple[str, tuple[Shape, ...]]] = [
    ("1 against n", ((1,), (2,))), ("n against 1", ((2,), (1,))), ("n against n", ((2,), (2,))),
    ("n against m", ((2,), (3,))), ("n against a multiple", ((2,), (4,))),
    ("0 against 0", ((0,), (0,))), ("0 against 1", ((0,), (1,))), ("1 against 0", ((1,), (0,))),
    ("0 against n", ((0,), (2,))), ("lower rank first", ((3,), (2, 3))),
    ("lower rank second", ((2, 3), (3,))), ("front", ((2, 3), (2,))), ("a scalar", ((), (2,))),
]  # fmt: skip


def verdict(
    asked: str, case: Iterable[Any], answer: Callable[..., Iterable[Answer]], declares: bool = False
) -> dict[str, str]:
    """The answer to one question of the comparison; `declares`: the last shape is the result's."""
    case = Case(case)
    (said,) = answer([case])
    text = str(Case((*case[:-1], "->", case[-1])) if declares else case)
    entry = {"question": asked, "case": text,
             "answer": "refused" if said.shape is None else text_of(said.shape)}  # fmt: skip
    if said.note:
        entry["note"] = said.note
    if said.error:
        entry["error"] = said.error
    return entry


def verdicts(
    by: str, answer: Callable[..., Iterable[Answer]], cases: Iterable[tuple[str, Any]] = PAIRS,
    declares: bool = False,
) -> list[dict[str, str]]:  # fmt: skip
    """What one way to ask a system answers to each of these."""
    return [verdict(f"{asked}, {by}", case, answer, declares) for asked, case in cases]
