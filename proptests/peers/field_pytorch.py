#!/usr/bin/env python3
"""Ask PyTorch: an element-wise function, the shapes alone, one direction, in place, and `out=`.

Exit status: 0 if every table is as in facts/field/pytorch.json, 1 if one is not, 77 if PyTorch is missing.
"""

import itertools
import math
import sys
import warnings
from typing import Any

from field_table import (
    Answer, Question, Shape, guarded, main, needs, of_pairs, shapes, tuples, verdict
)

(torch,) = needs("torch")

# PyTorch warns where it resizes an output.
warnings.simplefilter("ignore")


# The rules


def resulting(*sizes: Shape) -> Shape | None:
    """The size of the result, with pytorch.D1; more tensors are folded."""
    result: Shape = ()
    for size in sizes:
        length = max(len(result), len(size))
        x, y = ((1,) * (length - len(s)) + s for s in (result, size))
        if any(a != b and a != 1 and b != 1 for a, b in zip(x, y)):
            return None
        result = tuple(b if a == 1 else a for a, b in zip(x, y))
    return result


def unchanged(x: Shape, y: Shape) -> Shape | None:
    return x if resulting(x, y) == x else None


# The ways to ask


def values(size: Shape) -> Any:
    return torch.arange(math.prod(size), dtype=torch.int64).reshape(size)


def read(size: Shape, result: Shape) -> list[int]:
    """The elements of values(size) as they are repeated in a result, in its order."""
    places = itertools.product(*map(range, result))
    missing = len(result) - len(size)
    found = []
    for place in places:
        at = 0
        for extent, index in zip(size, place[missing:]):
            at = at * extent + (0 if extent == 1 else index)
        found.append(at)
    return found


def told(result: Any, expected: list[int]) -> Answer:
    return Answer(tuple(result.shape), "" if result.flatten().tolist() == expected else "other values")


def differences(x: Shape, y: Shape, result: Any) -> Answer:
    size = tuple(result.shape)
    return told(result, [a - 100 * b for a, b in zip(read(x, size), read(y, size))])


def subtracted(x: Shape, y: Shape) -> Answer:
    return differences(x, y, torch.sub(values(x), 100 * values(y)))


def into(x: Shape, y: Shape, out: Shape) -> Answer:
    target = torch.empty(out, dtype=torch.int64)
    torch.sub(values(x), 100 * values(y), out=target)
    return differences(x, y, target)


def in_place(x: Shape, y: Shape) -> Answer:
    return differences(x, y, values(x).sub_(100 * values(y)))


def chosen(*operands: Shape) -> Answer:
    return Answer(tuple(torch.where(values(operands[0]) > 0, *map(values, operands[1:])).shape))


def shapes_alone(*operands: Shape) -> Answer:
    return Answer(tuple(torch.broadcast_shapes(*operands)))


def tensors(*operands: Shape) -> Answer:
    expanded = torch.broadcast_tensors(*map(values, operands))
    size = tuple(expanded[0].shape)
    for operand, tensor in zip(operands, expanded):
        if tuple(tensor.shape) != size or tensor.flatten().tolist() != read(operand, size):
            return Answer(size, "other values")
    return Answer(size)


def expanded(target: Shape, tensor: Shape) -> Answer:
    result = values(tensor).expand(target)
    return told(result, read(tensor, tuple(result.shape)))


def ask(way: Any) -> Any:
    return guarded(way, RuntimeError)


def questions() -> list[Question]:
    pairs, two = tuples(2, 3, range(4)), "two operands, rank <= 3, sizes 0 to 3"
    with_out = [(a, b, out) for a, b in tuples(2, 2, range(3)) for out in shapes(2, range(3))]
    return [
        Question("torch.sub", "pytorch", two, pairs, ask(subtracted), resulting),
        Question("torch.where", "pytorch", "three operands, rank <= 2, sizes 0 to 3",
                 tuples(3, 2, range(4)), ask(chosen), resulting),
        Question("torch.broadcast_shapes", "pytorch", two, pairs, ask(shapes_alone), resulting),
        Question("torch.broadcast_tensors", "pytorch", two, pairs, ask(tensors), resulting),
        Question("Tensor.expand", "pytorch_in_place", two, pairs, ask(expanded), unchanged),
        Question("Tensor.sub_", "pytorch_in_place", two, pairs, ask(in_place), unchanged),
        Question("torch.sub, out", "pytorch; the output is resized",
                 "two operands and an output, rank <= 2, sizes 0 to 2", with_out, ask(into),
                 lambda x, y, out: resulting(x, y)),
    ]


def verdicts() -> list[dict[str, str]]:
    rows = of_pairs("torch.sub", ask(subtracted)) + of_pairs("Tensor.sub_", ask(in_place))
    rows.append(verdict("as many elements, torch.sub", ((2, 2), (4,)), ask(subtracted)((2, 2), (4,))))
    rows.append(verdict("one operand, torch.broadcast_shapes", ((2,),), ask(shapes_alone)((2,))))
    rows.append(verdict("no operand, torch.broadcast_shapes", (), ask(shapes_alone)()))
    return rows


if __name__ == "__main__":
    sys.exit(main("pytorch", __doc__, {"torch": torch.__version__}, questions(), verdicts))
