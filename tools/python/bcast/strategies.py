"""Strategies for Hypothesis: shapes that broadcast or nearly do, and arrays of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

from hypothesis import assume
from hypothesis import strategies as st

from ._arrays import Array
from ._oracle import BroadcastError, Shape, Unspecified, broadcast_shapes
from ._storage import Storage

__all__ = ["BroadcastCase", "arrays", "broadcast_cases", "layouts", "shapes"]


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


def _core_dimensions(signature: str) -> Tuple[List[List[str]], List[str]]:
    """The names of the core dimensions of each operand and of the result."""
    if not re.fullmatch(r"\([\w,?]*\)(,\([\w,?]*\))*->\([\w,?]*\)", signature.replace(" ", "")):
        raise ValueError(f"{signature!r} is no signature of one result, such as '(m,n),(n)->(m)'")
    *operands, result = (
        [name for name in inside.split(",") if name]
        for inside in re.findall(r"\(([^)]*)\)", signature.replace(" ", ""))
    )
    return operands, result


@st.composite
def broadcast_cases(
    draw: st.DrawFn,
    *,
    rule: str = "array_api",
    legal: Optional[bool] = None,
    unknown: bool = False,
    num_shapes: Optional[int] = None,
    signature: Optional[str] = None,
    base_shape: Shape = (),
    min_dims: int = 0,
    max_dims: int = 5,
    min_side: int = 0,
    max_side: int = 5,
) -> BroadcastCase:
    """Cases of a rule with its answer.

    Without `num_shapes` there are 1 to 4 shapes. Each has `min_dims` to `max_dims` axes, of sizes
    `min_side` to `max_side`. The shapes broadcast with `base_shape` too, which is no operand. With
    a `signature` such as `(m?,n),(n,p?)->(m?,p?)`, each shape has its core dimensions as well.
    With `unknown`, some sizes are None. With `legal=True` every case is accepted, with
    `legal=False` none is.

    About a quarter of all cases clash: in two sizes, or in a way that is legal if axes are counted
    from the left. In one of eight every operand is stretched, and one of eight has a square matrix.
    A case shrinks to fewer operands, fewer axes and smaller sizes.
    """
    core, core_result = _core_dimensions(signature) if signature else ([], [])
    most = len(core) or num_shapes or 4
    sides = [n for n in (0, 2, 3) if min_side <= n <= max_side]
    clashes = [c for c in _CLASHES if set(c) <= set(sides)] + ["left"]
    none = [] if legal is False else [None] * len(clashes)
    clash = draw(st.sampled_from([*none, *([] if legal else clashes)]))
    where, who = draw(st.integers(0, max(max_dims - 1, 0))), draw(st.integers(0, most))
    square, crossed = draw(st.booleans()), draw(st.booleans())
    matrix = square and not crossed
    # Each draw has the same range whatever came before, so that Hypothesis can change one alone.
    size = st.one_of(st.integers(min_side, max(min(2, max_side), min_side)),
                     st.integers(min_side, max_side))  # fmt: skip
    few, many = (st.lists(size, min_size=n, max_size=max_dims)
                 for n in (min_dims, max(min_dims, max_dims // 2)))  # fmt: skip
    axes = draw(st.one_of(few, many))
    if matrix and axes:
        axes = [max(axes)] * max(min(2, max_dims), min_dims)
    # An operand: how many axes it lacks, where it has 1, where its size is not known.
    absent = st.one_of(st.just(0), st.integers(0, 1), st.integers(0, max_dims))
    masks = st.integers(0, 2**max_dims - 1)
    one, two = (st.lists(st.tuples(absent, masks, masks), max_size=most,
                         min_size=most if core or num_shapes else n) for n in (1, 2))  # fmt: skip
    drawn = draw(st.one_of(one, two))
    count, missing = len(drawn), [min(gone, len(axes) - min_dims) for gone, _, _ in drawn]

    stretched = min_side <= 1 <= max_side
    given = [1] * (len(axes) - len(base_shape)) + list(base_shape)[-len(axes) :]
    rows: Any = [[] for _ in range(count)]
    for k, own in enumerate(axes):
        n: Any = given[k] if given[k] != 1 else max(axes) if square else own
        for m, (_, ones, hidden) in enumerate(drawn):
            is_one = (k + m) % count != 0 if crossed else ones >> k & 1 and not matrix
            rows[m].append(
                1 if is_one and stretched else None if unknown and hidden >> k & 1 else n
            )
    if clash and count > 1 and axes:
        axis, m = len(axes) - 1 - where % len(axes), who % (count - 1)
        if clash == "left":
            rows[m] = rows[m][: max(axis, min_dims)]
            missing[m] = 0
        else:
            for other, n in zip((m, m + 1), clash):
                rows[other][axis] = n
                missing[other] = min(missing[other], axis)
    operands: Any = tuple(tuple(row[gone:]) for row, gone in zip(rows, missing))
    sizes: Dict[str, Shape] = {}
    for name in sorted({name for names in core for name in names}):
        there = not name.endswith("?") or draw(st.booleans())
        sizes[name] = (int(name) if name.isdigit() else draw(size),) if there else ()
    inner = [sum((sizes[name] for name in names), ()) for names in core] or [()] * count
    if core:  # what lacks a core dimension has no others
        operands = tuple(() if len(ends) < len(names) else outer
                         for outer, ends, names in zip(operands, inner, core))  # fmt: skip
    whole = tuple(outer + ends for outer, ends in zip(operands, inner))
    try:
        joined: Any = broadcast_shapes(*operands, *([base_shape] if base_shape else []), rule=rule)
    except (BroadcastError, Unspecified) as reason:
        assume(not legal)
        return BroadcastCase(whole, None, reason)
    assume(legal is not False)
    return BroadcastCase(whole, joined + sum((sizes[n] for n in core_result), ()), None)


def shapes(**options: Any) -> st.SearchStrategy[Tuple[Shape, ...]]:
    """Shapes that broadcast; the options are those of broadcast_cases."""
    return broadcast_cases(legal=True, **options).map(lambda case: case.shapes)


@st.composite
def layouts(
    draw: st.DrawFn,
    shape: Tuple[int, ...],
    *,
    reversed: bool = True,
    repeated: bool = False,
    overlapping: bool = False,
) -> Tuple[Tuple[int, ...], int, int]:
    """How an array of a shape may lie in memory: strides, offset and size of the storage, in
    elements. Axes are permuted or have gaps, and with `reversed` some strides are negative. Two
    elements share a place only with `repeated`, where some strides are 0, or with `overlapping`,
    where rows begin inside others."""
    order = draw(st.permutations(range(len(shape))))
    strides, step = [0] * len(shape), draw(st.integers(1, 2))
    first = 0
    for axis in order:
        if repeated and draw(st.booleans()):
            continue
        stride = draw(st.integers(1, step)) if overlapping else step
        if draw(st.booleans()) and reversed:
            first += (max(shape[axis], 1) - 1) * stride
            stride = -stride
        strides[axis] = stride
        step *= max(shape[axis], 1) + draw(st.integers(0, 1))
    offset = first + draw(st.integers(0, 2))
    reach = offset + sum((max(n, 1) - 1) * s for n, s in zip(shape, strides) if s > 0) + 1
    return tuple(strides), offset, reach


@st.composite
def arrays(
    draw: st.DrawFn,
    /,
    xp: Any,
    dtype: str,
    shape: Union[Tuple[int, ...], st.SearchStrategy[Tuple[int, ...]]],
    *,
    elements: Optional[st.SearchStrategy[Any]] = None,
    **layout: bool,
) -> Any:
    """Arrays of an Array API module, as views of memory with drawn strides (see layouts for its
    options). Without `elements`, the places in memory count 1, 2, 3, up to 100, and again from 1.

    xp has to take DLPack without a copy. PyTorch takes no negative strides: `reversed=False`.
    """
    drawn = draw(shape) if isinstance(shape, st.SearchStrategy) else shape
    strides, offset, reach = draw(layouts(drawn, **layout))
    values = [k % 100 + 1 if elements is None else draw(elements) for k in range(reach)]
    made = Array(Storage(dtype, values), drawn, strides, offset)
    return xp.asarray(made) if xp.__name__ == "numpy" else xp.from_dlpack(made)
