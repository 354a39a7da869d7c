"""numexpr: expressions as text, computed in chunks, into `out=` where there is one."""

from importlib.metadata import version
from typing import Any

import numexpr
import numpy

from .._values import Unsupported
from ._common import computed

EXPRESSIONS = {
    "add": "x + y", "sub": "x - y", "mul": "x * y", "div": "x / y", "pow": "x ** y",
    "min": "minimum(x, y)", "max": "maximum(x, y)", "where": "where(c, x, y)",
    "equal": "x == y", "not_equal": "x != y", "less": "x < y", "less_equal": "x <= y",
    "greater": "x > y", "greater_equal": "x >= y", "and": "x & y", "or": "x | y", "xor": "x ^ y",
    "bitwise_and": "x & y", "bitwise_or": "x | y", "bitwise_xor": "x ^ y",
}  # fmt: skip


class Subject:
    name = "numexpr " + version("numexpr")
    ops = [*EXPRESSIONS, "copy"]
    dtypes = ["bool", "int32", "int64", "float32", "float64"]
    max_operands = 3

    def apply_to(self, op: str, out: Any, *operands: Any) -> Any:
        out = numpy.asarray(out)
        if op == "copy" and len(operands) == 1:
            return numexpr.evaluate("x", {"x": numpy.asarray(operands[0])}, {}, out=out, casting="no")
        if len(operands) != (3 if op == "where" else 2):
            raise Unsupported(f"{op} of {len(operands)} operands")
        if op in ("min", "max") and numpy.asarray(operands[0]).dtype != "float64":
            raise Unsupported(f"its {op} is float64")

        def evaluate(*arrays: Any) -> Any:
            names = dict(zip("cxy" if op == "where" else "xy", arrays))
            return numexpr.evaluate(EXPRESSIONS[op], names, {}, out=out, casting="no")

        return computed(op, evaluate, operands, lambda x: x)
