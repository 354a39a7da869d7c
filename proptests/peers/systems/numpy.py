"""NumPy: shapes and values of functions, one direction, an output that is passed, and in place."""

import math

import numpy

from . import Answer, Case, Question, Shape, copied, differences, each, told, verdict, verdicts as of

VERSIONS = {"numpy": numpy.__version__}


def positions(shape: Shape) -> numpy.ndarray:
    """An array whose elements are their own row-major positions."""
    return numpy.arange(math.prod(shape), dtype=numpy.int64).reshape(shape)


def difference(case: Case, result: numpy.ndarray, *operands: numpy.ndarray) -> Answer:
    return told(case, result.shape, result.ravel(), differences, *(o.ravel() for o in operands))


def broadcast(case: Case) -> Answer:
    shape = numpy.broadcast_shapes(*case)
    arrays = numpy.broadcast_arrays(*map(positions, case))
    if any(array.shape != shape for array in arrays):
        raise AssertionError(f"broadcast_shapes and broadcast_arrays differ on {case}")
    read = [array.ravel().tolist() for array in arrays]
    return Answer(shape, "" if read == case.reads else "other values")


def subtract(case: Case) -> Answer:
    x, y = positions(case[0]), 100 * positions(case[1])
    return difference(case, x - y, x, y)


def where(case: Case) -> Answer:
    arrays = [positions(shape) for shape in case]
    result = numpy.where(*arrays)
    flat = [array.ravel() for array in arrays]
    return told(case, result.shape, result.ravel(),
                lambda c, x, y: [a if k else b for k, a, b in zip(c, x, y)], *flat)  # fmt: skip


def broadcast_to(case: Case) -> Answer:
    source = positions(case[0])
    result = numpy.broadcast_to(source, case[1])
    return copied(case, result.shape, result.ravel(), source.ravel())


def into(case: Case) -> Answer:
    x, y = positions(case[0]), 100 * positions(case[1])
    return difference(case, numpy.subtract(x, y, out=numpy.empty(case[2], numpy.int64)), x, y)


def masked(overlap: bool, case: Case) -> Answer:
    """With a mask, and if there is a fourth shape with an output; `overlap`: it shares y's memory."""
    x, y = positions(case[0]), 100 * positions(case[1])
    mask = positions(case[2]) % 2 == 0
    out = [numpy.flip(y) if overlap and shape and shape == case[1] else
           numpy.asarray(-1 - positions(shape)) for shape in case[3:]]  # fmt: skip
    flat = [array.ravel().tolist() for array in (x, y, mask, *out)]
    result = numpy.subtract(x, y, where=mask, out=out[0] if out else None)
    if not out:  # the others are not initialized
        result = numpy.where(mask, result, -1)
    return told(case, result.shape, result.ravel(), lambda x, y, mask, kept=None: [
        a - b if k else c for a, b, k, c in zip(x, y, mask, kept or [-1] * len(mask))
    ], *flat)  # fmt: skip


def assign(case: Case) -> Answer:
    target, source = numpy.full(case[0], -1), positions(case[1])
    target[...] = source
    return copied(case, target.shape, target.ravel(), source.ravel(), 1)


def add_in_place(case: Case) -> Answer:
    target, source = numpy.zeros(case[0], dtype=numpy.int64), positions(case[1])
    target += source
    return copied(case, target.shape, target.ravel(), source.ravel(), 1)


PAIRS, IN_PLACE = "2 3 0 1 2 3 4", "2 3 0 1 2 3"
QUESTIONS = [
    Question(asked, rule, scope, each(way, ValueError))
    for asked, rule, scope, way in (
        ("broadcast_shapes, broadcast_arrays", "array_api", PAIRS, broadcast),
        ("x - y", "array_api", PAIRS, subtract),
        ("x - y, by the guide", "numpy_guide", PAIRS, subtract),
        ("x - y, by the guide as printed", "numpy_guide as printed", "2 3 0 1 2 3", subtract),
        ("x - y, by the page on ufuncs", "ufunc", PAIRS, subtract),
        ("where", "array_api", "3 2 0 1 2 3", where),
        ("where, by the guide", "numpy_guide", "3 2 0 1 2 3", where),
        ("broadcast_to", "array_api to", "2 3 0 1 2 3", broadcast_to),
        ("subtract, out", "array_api into", "3 2 0 1 2", into),
        ("y[...] = x", "array_api in place", IN_PLACE, assign),
        ("y += x", "array_api in place", IN_PLACE, add_in_place),
    )
] + [
    Question(f"subtract, {asked}", rule, scope, each(masked, ValueError, overlap))
    for asked, rule, scope, overlap in (
        ("where", "ufunc_where", "3 2 0 1 2 3", False),
        ("where, as printed", "ufunc_where as printed", "3 1 0 1 2 3", False),
        ("where, out", "ufunc_out", "4 2 0 1 2", False),
        ("where, out, shared memory", "ufunc_out", "4 2 0 1 2", True),
    )
]


def shapes_alone(case: Case) -> Answer:
    return Answer(numpy.broadcast_shapes(*case))


def verdicts() -> list[dict[str, str]]:
    alone = each(shapes_alone, ValueError)
    rows = of("numpy.subtract", each(subtract, ValueError))
    rows += of("numpy.broadcast_to", each(broadcast_to, ValueError))
    rows += of("numpy.broadcast_shapes", alone, [("one operand", ((2,),)), ("no operand", ())])
    rows.append(verdict("three operands, numpy.where", ((1, 1), (1, 2), (2, 1)),
                        each(where, ValueError)))  # fmt: skip
    outputs = [((3,), (1,), (3,)), ((3,), (1,), (1,)), ((1,), (1,), (3,)), ((3,), (1,), (2, 3)),
               ((3,), (1,), (1, 3))]  # fmt: skip
    masks = [((3,), (1,), (1,)), ((1,), (1,), (2,)), ((3,), (3,), (2, 3)), ((3,), (3,), (2,))]
    by_mask = each(masked, ValueError, False)
    rows += of("numpy.subtract with where", by_mask, [("a mask", case) for case in masks])
    rows += of("numpy.subtract with where and out", by_mask, [
        ("a mask and an output", (*masks[1], out)) for out in ((1,), (2,), (3, 2))
    ], True)  # fmt: skip
    return rows + of("numpy.subtract with out", each(into, ValueError),
                     [("declared result", case) for case in outputs], True)  # fmt: skip
