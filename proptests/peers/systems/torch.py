"""PyTorch: broadcast_shapes and broadcast_tensors, sub, and in-place assignment."""

import math
import warnings

warnings.filterwarnings("ignore", message="Failed to initialize NumPy")

import torch  # noqa: E402

from . import STEP, Answer, Case, Question, each, read_by_subtraction  # noqa: E402

VERSION = torch.__version__


def positions(shape: list[int]) -> torch.Tensor:
    """A tensor whose elements are their own row-major positions."""
    return torch.arange(math.prod(shape), dtype=torch.int64).reshape(shape)


def broadcast_shapes(case: Case) -> Answer:
    return Answer(list(torch.broadcast_shapes(*case.operands)))


def broadcast_tensors(case: Case) -> Answer:
    tensors = torch.broadcast_tensors(*map(positions, case.operands))
    return Answer(list(tensors[0].shape), [tensor.flatten().tolist() for tensor in tensors])


def subtract(case: Case) -> Answer:
    first, second = map(positions, case.operands)
    difference = torch.sub(STEP * first, -second)
    return Answer(list(difference.shape), read_by_subtraction(difference.flatten().tolist()))


def copy_in_place(case: Case) -> Answer:
    target = torch.full(case.target, -1)
    target.copy_(positions(case.operands[0]))
    return Answer(list(target.shape), [target.flatten().tolist()])


def assign(case: Case) -> Answer:
    target = torch.full(case.target, -1)
    target[...] = positions(case.operands[0])
    return Answer(list(target.shape), [target.flatten().tolist()])


def add_in_place(case: Case) -> Answer:
    target = torch.zeros(case.target, dtype=torch.int64)
    target += positions(case.operands[0])
    return Answer(list(target.shape), [target.flatten().tolist()])


QUESTIONS = [
    Question(
        "array_api",
        "broadcast_shapes",
        ["--rule", "array_api"],
        each(broadcast_shapes, RuntimeError),
    ),
    Question(
        "array_api",
        "broadcast_tensors",
        ["--rule", "array_api"],
        each(broadcast_tensors, RuntimeError),
    ),
    Question("array_api", "sub", ["--rule", "array_api"], each(subtract, RuntimeError)),
    Question("array_api", "y.copy_(x)", ["--in-place"], each(copy_in_place, RuntimeError)),
    Question("array_api", "y[...] = x", ["--in-place"], each(assign, RuntimeError)),
    Question("array_api", "y += x", ["--in-place"], each(add_in_place, RuntimeError)),
]
