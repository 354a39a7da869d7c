"""Numba: NumPy's functions and assignment as its compiler has them."""

from typing import Any

import numba
import numpy

from .._values import Unsupported
from ._common import NAMES, computed


def _compiled(name: str, body: str) -> Any:
    code = {"numpy": numpy}
    exec(f"def {name}:\n    {body}", code)
    return numba.njit(code[name.partition("(")[0]])


ASSIGN = _compiled("copy(x, y)", "x[...] = y")
EXPAND = _compiled("expand(x, target)", "return numpy.broadcast_to(x, target).shape")
FUNCTIONS = {op: _compiled(f"{NAMES[op]}(x, y, z)", f"numpy.{NAMES[op]}(x, y, z)")
             for op in ("add", "sub", "less")}  # fmt: skip


def call(function: Any, *arrays: Any) -> Any:
    """One compilation for all layouts of arrays of these ranks: each takes seconds."""
    types = tuple(numba.types.Array(numba.from_dtype(x.dtype), x.ndim, "A") for x in arrays)
    if types not in function.overloads:
        function.compile(types)
    return function.overloads[types].entry_point(*arrays)


class Subject:
    name = "numba " + numba.__version__
    ops = [*FUNCTIONS, "copy"]
    dtypes = ["int32"]
    refusals = (ValueError, numba.errors.NumbaError)
    max_rank = 1
    max_operands = 2
    costly = True

    def __init__(self) -> None:
        call(ASSIGN, numpy.zeros(2), numpy.zeros(1))  # the first compilation starts the compiler

    def apply_to(self, op: str, out: Any, *operands: Any) -> Any:
        out = numpy.asarray(out)
        if op == "copy":
            call(ASSIGN, out, numpy.asarray(operands[0]))
        elif len(operands) != 2:
            raise Unsupported("it takes two operands")
        else:
            computed(op, lambda x, y: call(FUNCTIONS[op], x, y, out), operands, lambda x: x)

    def expand(self, shape: Any, target: Any) -> Any:
        return EXPAND(numpy.zeros(shape, bool), tuple(target))
