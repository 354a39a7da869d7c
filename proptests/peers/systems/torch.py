"""PyTorch: shapes and values of functions, one direction, an output that is passed, and in place."""

import math
import warnings

warnings.filterwarnings("ignore", message="Failed to initialize NumPy")

import torch  # noqa: E402

from . import (  # noqa: E402
    Answer, Case, Question, Shape, copied, differences, each, told, verdict, verdicts as of
)  # fmt: skip

# PyTorch warns where it resizes an output.
warnings.simplefilter("ignore")
VERSIONS = {"torch": torch.__version__}


def positions(shape: Shape) -> torch.Tensor:
    """A tensor whose elements are their own row-major positions."""
    return torch.arange(math.prod(shape), dtype=torch.int64).reshape(shape)


def flat(tensor: torch.Tensor) -> list[int]:
    return tensor.flatten().tolist()


def difference(case: Case, result: torch.Tensor, *operands: torch.Tensor) -> Answer:
    return told(case, result.shape, flat(result), differences, *map(flat, operands))


def shapes_alone(case: Case) -> Answer:
    return Answer(tuple(torch.broadcast_shapes(*case)))


def broadcast_tensors(case: Case) -> Answer:
    tensors = torch.broadcast_tensors(*map(positions, case))
    read = list(map(flat, tensors))
    return Answer(tuple(tensors[0].shape), "" if read == case.reads else "other values")


def subtract(case: Case) -> Answer:
    x, y = positions(case[0]), 100 * positions(case[1])
    return difference(case, torch.sub(x, y), x, y)


def into(case: Case) -> Answer:
    x, y = positions(case[0]), 100 * positions(case[1])
    return difference(case, torch.sub(x, y, out=torch.empty(case[2], dtype=torch.int64)), x, y)


def subtract_in_place(case: Case) -> Answer:
    x, y = positions(case[0]), 100 * positions(case[1])
    return difference(case, x.clone().sub_(y), x, y)


def where(case: Case) -> Answer:
    return Answer(tuple(torch.where(positions(case[0]) > 0, *map(positions, case[1:])).shape))


def expand(case: Case) -> Answer:
    source = positions(case[1])
    result = source.expand(case[0])
    return copied(case, result.shape, flat(result), flat(source), 1)


def copy_in_place(case: Case) -> Answer:
    target, source = torch.full(case[0], -1), positions(case[1])
    target.copy_(source)
    return copied(case, target.shape, flat(target), flat(source), 1)


def assign(case: Case) -> Answer:
    target, source = torch.full(case[0], -1), positions(case[1])
    target[...] = source
    return copied(case, target.shape, flat(target), flat(source), 1)


def add_in_place(case: Case) -> Answer:
    target, source = torch.zeros(case[0], dtype=torch.int64), positions(case[1])
    target += source
    return copied(case, target.shape, flat(target), flat(source), 1)


PAIRS, IN_PLACE = "2 3 0 1 2 3 4", "2 3 0 1 2 3"
QUESTIONS = [
    Question(asked, rule, scope, each(way, RuntimeError))
    for asked, rule, scope, way in (
        ("broadcast_shapes", "array_api", PAIRS, shapes_alone),
        ("broadcast_shapes, by the page", "pytorch", PAIRS, shapes_alone),
        ("broadcast_tensors", "array_api", PAIRS, broadcast_tensors),
        ("broadcast_tensors, by the page", "pytorch", PAIRS, broadcast_tensors),
        ("sub", "array_api", PAIRS, subtract),
        ("sub, by the page", "pytorch", PAIRS, subtract),
        ("sub, by the page as printed", "pytorch as printed", "2 3 0 1 2 3", subtract),
        ("sub, by the page's note on warnings", "pytorch with warnings", "2 3 0 1 2 3", subtract),
        ("sub, by the page before September 2025", "pytorch@2.8", "2 3 0 1 2 3", subtract),
        ("where", "pytorch", "3 2 0 1 2 3", where),
        ("expand", "pytorch_in_place", IN_PLACE, expand),
        ("sub_", "pytorch_in_place", IN_PLACE, subtract_in_place),
        ("sub, out, which is resized", "pytorch resized", "3 2 0 1 2", into),
        ("y.copy_(x)", "array_api in place", IN_PLACE, copy_in_place),
        ("y[...] = x", "array_api in place", IN_PLACE, assign),
        ("y += x", "array_api in place", IN_PLACE, add_in_place),
    )
]


def verdicts() -> list[dict[str, str]]:
    sub, alone = each(subtract, RuntimeError), each(shapes_alone, RuntimeError)
    rows = of("torch.sub", sub) + of("Tensor.sub_", each(subtract_in_place, RuntimeError))
    rows.append(verdict("as many elements, torch.sub", ((2, 2), (4,)), sub))
    return rows + of("torch.broadcast_shapes", alone, [("one operand", ((2,),)), ("no operand", ())])
