"""NumPy: broadcast_shapes and broadcast_arrays, the ufunc subtract, and in-place assignment."""

import math

import numpy

from . import STEP, Answer, Case, Question, each, read_by_subtraction

VERSION = numpy.__version__


def positions(shape: list[int]) -> numpy.ndarray:
    """An array whose elements are their own row-major positions."""
    return numpy.arange(math.prod(shape), dtype=numpy.int64).reshape(shape)


def broadcast(case: Case) -> Answer:
    shape = numpy.broadcast_shapes(*map(tuple, case.operands))
    arrays = numpy.broadcast_arrays(*map(positions, case.operands))
    if any(array.shape != shape for array in arrays):
        raise AssertionError(f"broadcast_shapes and broadcast_arrays differ on {case}")
    return Answer(list(shape), [array.ravel().tolist() for array in arrays])


def subtract(case: Case) -> Answer:
    first, second = map(positions, case.operands)
    difference = STEP * first - (-second)
    return Answer(list(difference.shape), read_by_subtraction(difference.ravel()))


def assign(case: Case) -> Answer:
    target = numpy.full(case.target, -1)
    target[...] = positions(case.operands[0])
    return Answer(list(target.shape), [target.ravel().tolist()])


def add_in_place(case: Case) -> Answer:
    target = numpy.zeros(case.target, dtype=numpy.int64)
    target += positions(case.operands[0])
    return Answer(list(target.shape), [target.ravel().tolist()])


QUESTIONS = [
    Question(
        "array_api",
        "broadcast_shapes, broadcast_arrays",
        ["--rule", "array_api"],
        each(broadcast, ValueError),
    ),
    Question("array_api", "x - y", ["--rule", "array_api"], each(subtract, ValueError)),
    Question("array_api", "y[...] = x", ["--in-place"], each(assign, ValueError)),
    Question("array_api", "y += x", ["--in-place"], each(add_in_place, ValueError)),
]
