#!/usr/bin/env python3
"""Ask NumPy: an element-wise function, the shapes alone, one direction, and an output that is passed.

Exit status: 0 if every table is as in facts/field/numpy.json, 1 if one is not, 77 if NumPy is missing.
"""

import sys
from typing import Any

from field_table import (
    Answer, Question, Shape, guarded, joined, main, needs, of_pairs, shapes, stretched, tuples, verdict
)

(np,) = needs("numpy")


# The rules


def filled(a: Shape, b: Shape, out: Shape) -> Shape | None:
    """The output takes part in the broadcast, and keeps its shape."""
    common = joined(a, b)
    return None if common is None else stretched(common, out)


# The ways to ask


def values(shape: Shape) -> Any:
    return np.arange(int(np.prod(shape)), dtype=np.int64).reshape(shape)


def subtracted(*operands: Shape) -> Answer:
    """`where` with three operands; each element is compared with that of the broadcast operands."""
    arrays = [values(s) for s in operands]
    if len(arrays) == 3:
        answer = np.where(*arrays)
        condition, a, b = np.broadcast_arrays(*arrays)
        right = a * (condition != 0) + b * (condition == 0)
    else:
        answer = np.subtract(*arrays)
        a, b = np.broadcast_arrays(*arrays)
        right = a + (-b)
    return Answer(np.shape(answer), "" if np.array_equal(answer, right) else "other values")


def shapes_alone(*operands: Shape) -> Answer:
    return Answer(np.broadcast_shapes(*operands))


def one_way(operand: Shape, target: Shape) -> Answer:
    return Answer(np.broadcast_to(values(operand), target).shape)


def into(a: Shape, b: Shape, out: Shape) -> Answer:
    return Answer(np.subtract(values(a), values(b), out=np.empty(out, dtype=np.int64)).shape)


def ask(way: Any) -> Any:
    return guarded(way, ValueError)


def questions() -> list[Question]:
    pairs, two = tuples(2, 3, range(4)), "two operands, rank <= 3, sizes 0 to 3"
    with_out = [(a, b, out) for a, b in tuples(2, 2, range(3)) for out in shapes(2, range(3))]
    return [
        Question("numpy.subtract", "array_api", two, pairs, ask(subtracted), joined),
        Question("numpy.where", "array_api", "three operands, rank <= 2, sizes 0 to 3",
                 tuples(3, 2, range(4)), ask(subtracted), joined),
        Question("numpy.broadcast_shapes", "array_api", two, pairs, ask(shapes_alone), joined),
        Question("numpy.broadcast_to", "array_api, one direction", two, pairs, ask(one_way), stretched),
        Question("numpy.subtract, out", "array_api, and one direction",
                 "two operands and an output, rank <= 2, sizes 0 to 2", with_out, ask(into), filled),
    ]


def verdicts() -> list[dict[str, str]]:
    rows = of_pairs("numpy.subtract", ask(subtracted)) + of_pairs("numpy.broadcast_to", ask(one_way))
    rows.append(verdict("one operand, numpy.broadcast_shapes", ((2,),), ask(shapes_alone)((2,))))
    rows.append(verdict("no operand, numpy.broadcast_shapes", (), ask(shapes_alone)()))
    three: tuple[Shape, ...] = ((1, 1), (1, 2), (2, 1))
    rows.append(verdict("three operands, numpy.where", three, ask(subtracted)(*three)))
    outputs: list[tuple[Shape, Shape, Shape]] = [
        ((3,), (1,), (3,)), ((3,), (1,), (1,)), ((1,), (1,), (3,)), ((3,), (1,), (2, 3)),
        ((3,), (1,), (1, 3)),
    ]
    for a, b, out in outputs:
        rows.append(verdict("declared result, numpy.subtract with out", (a, b, "->", out),
                            ask(into)(a, b, out)))
    return rows


if __name__ == "__main__":
    sys.exit(main("numpy", __doc__, {"numpy": np.__version__}, questions(), verdicts))
