"""Strategies for Hypothesis: shapes that broadcast, and shapes that nearly do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Tuple

from hypothesis import assume
from hypothesis import strategies as st

from ._deprecated import old_keywords
from ._oracle import BroadcastError, Shape, Unspecified, broadcast_shapes

__all__ = ["BroadcastCase", "broadcast_cases", "layouts"]


@dataclass(frozen=True)
class BroadcastCase:
    """Shapes, and what a rule answers."""

    shapes: Tuple[Shape, ...]
    #: The common shape; None if there is none.
    expected: Optional[Shape]
    #: Why there is none: a bcast.BroadcastError or a bcast.Unspecified.
    error: Optional[ValueError]

    @property
    def accepted(self) -> bool:
        return self.expected is not None

    def __repr__(self) -> str:
        what = self.expected if self.error is None else f"{type(self.error).__name__}"
        return f"BroadcastCase({', '.join(map(str, self.shapes))}: {what})"


# Two sizes that clash, the plainest first.
_CLASHES = ((2, 3), (3, 2), (2, 0))


def _sizes(max_side: int) -> st.SearchStrategy[int]:
    """Sizes that shrink to 0, with those that matter drawn often."""
    return st.one_of(st.integers(0, min(2, max_side)), st.integers(0, max_side))


@old_keywords
@st.composite
def broadcast_cases(
    draw: Any,
    *,
    rule: str = "array_api",
    unknown: bool = False,
    min_shapes: int = 1,
    max_shapes: int = 4,
    max_dims: int = 5,
    max_side: int = 5,
    refused: bool = True,
) -> BroadcastCase:
    """Cases of a rule with its answer: sizes of 0 and 1, ranks apart, many operands.

    About one case in four has two sizes that clash; with `refused=False` there are none of those.
    With `unknown`, some sizes are None. A case shrinks to fewer operands, fewer axes and smaller
    sizes, as the kit's own do.
    """
    # Each draw has the same range whatever came before, so that Hypothesis can change one alone.
    count = draw(st.integers(min_shapes, max_shapes))
    clash = draw(st.sampled_from((None, None, None, *_CLASHES))) if refused else None
    where, who = draw(st.integers(0, max(max_dims - 1, 0))), draw(st.integers(0, max_shapes))
    masks = st.integers(0, 2**max_shapes - 1)
    # An axis: its size, which operands have 1 there, which are not known. Whole axes are dropped.
    axis_of_all = st.tuples(_sizes(max_side), masks, masks)
    few, many = (st.lists(axis_of_all, min_size=n, max_size=max_dims) for n in (0, max_dims // 2))
    axes = draw(st.one_of(few, many, many))
    absent = st.one_of(st.just(0), st.integers(0, max_dims))
    missing = [min(draw(absent), len(axes)) for _ in range(max_shapes)][:count]
    rows: Any = [[1 if ones >> m & 1 else n for n, ones, _ in axes] for m in range(count)]
    if clash and count > 1 and axes:
        axis, m = len(axes) - 1 - where % len(axes), who % (count - 1)
        for other, size in zip((m, m + 1), clash):
            rows[other][axis] = size
            missing[other] = min(missing[other], axis)
    if unknown:
        for m, row in enumerate(rows):
            for k, (_, ones, hidden) in enumerate(axes):
                if hidden >> m & 1 and not ones >> m & 1:
                    row[k] = None
    operands = tuple(tuple(row[gone:]) for row, gone in zip(rows, missing))
    try:
        return BroadcastCase(operands, broadcast_shapes(*operands, rule=rule), None)
    except (BroadcastError, Unspecified) as reason:
        assume(refused)
        return BroadcastCase(operands, None, reason)


@st.composite
def layouts(draw: Any, shape: Tuple[int, ...]) -> Tuple[Tuple[int, ...], int, int]:
    """How an array of a shape may lie in memory: strides, offset and size of the storage, in
    elements. Axes are permuted, reversed, or have gaps; two elements never share a place."""
    order = draw(st.permutations(range(len(shape))))
    strides, step = [0] * len(shape), draw(st.integers(1, 2))
    first = 0
    for axis in order:
        size = max(shape[axis], 1)
        if draw(st.booleans()):
            first += (size - 1) * step
            strides[axis] = -step
        else:
            strides[axis] = step
        step *= size + draw(st.integers(0, 1))
    offset = first + draw(st.integers(0, 2))
    reach = offset + sum((max(n, 1) - 1) * s for n, s in zip(shape, strides) if s > 0) + 1
    return tuple(strides), offset, reach
