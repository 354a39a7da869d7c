"""NumPy's generalised ufuncs, and the batched products of PyTorch if it is installed.

NumPy's are those of its API (matmul, vecdot, matvec, vecmat) and of its own tests, whose signatures
the module numpy._core._umath_tests has.
"""

import importlib
import math
from typing import Any

import numpy
import numpy._core._umath_tests as umath_tests

from . import Answer, Case, Question, Shape, each, products, told, verdicts as of

try:
    torch: Any = importlib.import_module("torch")
except ModuleNotFoundError:
    torch = None

VERSIONS = {"numpy": numpy.__version__} | ({"torch": torch.__version__} if torch else {})
ERRORS = (ValueError, RuntimeError, TypeError)


def values(shape: Shape, number: int) -> numpy.ndarray:
    return (numpy.arange(math.prod(shape)) * (3, 5, 7)[number] % 11).reshape(shape)


def applied(function: Any, case: Case) -> Answer:
    result = function(*(values(shape, m) for m, shape in enumerate(case)))
    return Answer(numpy.shape(result))


def multiplied(by: str, strides: bool, case: Case) -> Answer:
    """With values; `strides`: every axis of size 3 is stretched from 1, with a stride of 0."""
    kept = [tuple(1 if s == 3 else s for s in shape) if strides else shape for shape in case]
    made = [values(shape, m) for m, shape in enumerate(kept)]
    if by == "torch":
        tensors = [torch.from_numpy(array.astype(float)) for array in made]
        result = torch.matmul(*(t.expand(s) for t, s in zip(tensors, case))).numpy()
    else:
        result = numpy.matmul(*(numpy.broadcast_to(a, s) for a, s in zip(made, case)))
    flat = [numpy.broadcast_to(a, s).ravel().tolist() for a, s in zip(made, case)]
    return told(case, numpy.shape(result), numpy.ravel(result), products(numpy.size(result)), *flat)


def bmm(case: Case) -> Answer:
    tensors = [torch.from_numpy(values(s, m).astype(float)) for m, s in enumerate(case)]
    return Answer(tuple(torch.bmm(*tensors).shape))


def into(case: Case) -> Answer:
    made = numpy.empty(case[2], dtype=numpy.int64)
    return Answer(numpy.matmul(values(case[0], 0), values(case[1], 1), out=made).shape)


PAIRS, BATCHES = "2 3 0 1 2 3", "batches 0 1 2 3"
QUESTIONS = [
    Question(name, f"gufunc {function.signature}", scope, each(applied, ERRORS, function))
    for name, function, scope in (
        *((f"numpy.{name}", getattr(numpy, name), PAIRS)
          for name in ("matmul", "vecdot", "matvec", "vecmat") if hasattr(numpy, name)),
        *((f"_umath_tests.{name}", getattr(umath_tests, name), PAIRS)
          for name in ("inner1d", "matrix_multiply", "cross1d")),
        ("_umath_tests.innerwt", umath_tests.innerwt, "3 2 0 1 2"),
    )
]  # fmt: skip
for system in ("numpy", "torch") if torch else ("numpy",):
    QUESTIONS += [
        Question(f"{system}.matmul, {name}", "matmul", scope, each(multiplied, ERRORS, system, zero))
        for name, scope, zero in (
            ("values", PAIRS, False), ("values of batches", BATCHES, False),
            ("values, strides of 0", BATCHES, True),
        )
    ]  # fmt: skip
if torch:
    QUESTIONS.append(
        Question("torch.bmm", "equal batches", "2 3..3 0 1 2", each(bmm, RuntimeError))
    )


def verdicts() -> list[dict[str, str]]:
    rows = []
    cases = [
        ("a core axis is missing", ((), (3,))), ("an optional axis is missing", ((3,), (2, 3, 4))),
        ("core 1 against n", ((2, 1), (3, 4))), ("core 0 against 0", ((2, 0), (0, 4))),
        ("loop 0 against 1", ((1, 2, 3), (0, 3, 4))), ("loop 1 against 0", ((0, 2, 3), (1, 3, 4))),
        ("loop 0 against n", ((0, 2, 3), (2, 3, 4))), ("loop 1 against n", ((1, 2, 3), (5, 3, 4))),
        ("two vectors", ((3,), (3,))),
    ]  # fmt: skip
    for system in ("numpy", "torch") if torch else ("numpy",):
        rows += of(f"{system}.matmul", each(multiplied, ERRORS, system, False), cases)
    outputs = [*(((2, 3), (3, 4), out) for out in ((2, 4), (1, 2, 4), (5, 2, 4), (2, 1), (4,))),
               ((5, 2, 3), (3, 4), (2, 4)), ((5, 2, 3), (3, 4), (1, 2, 4))]  # fmt: skip
    rows += of("numpy.matmul", each(into, ERRORS), [("an output is passed", c) for c in outputs], True)
    for name, asked, frozen in (
        ("cross1d", "a frozen size", (((2, 3), (3,)), ((2, 3), (1,)), ((2, 1), (3,)))),
        ("euclidean_pdist", "an output's size that no operand has", (((3, 2),),)),
    ):
        way = each(applied, ERRORS, getattr(umath_tests, name))
        rows += of(name, way, [(asked, case) for case in frozen])
    return rows
