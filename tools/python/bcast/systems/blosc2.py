"""Blosc2: compressed arrays, and lazy expressions of them."""

from importlib.metadata import version
from typing import Any

import blosc2
import numpy

from ._common import NAMES, computed, ops_of, stored


class Subject:
    name = "blosc2 " + version("blosc2")
    ops = ops_of(blosc2)
    max_operands = 16
    refusals = (ValueError, RuntimeError)
    dtypes = ["bool", "int32", "int64", "float32", "float64"]

    def apply(self, op: str, *operands: Any) -> Any:
        lazy = computed(op, getattr(blosc2, NAMES[op]), operands, blosc2.asarray)
        return numpy.asarray(lazy[()])

    def expand(self, shape: Any, target: Any) -> Any:
        return blosc2.broadcast_to(blosc2.zeros(shape), target).shape

    def copy_to(self, source: Any, target: Any) -> None:
        x = blosc2.asarray(numpy.asarray(target))
        x[...] = numpy.asarray(source)
        stored(x[()], target)

    def matmul(self, a: Any, b: Any) -> Any:
        product = blosc2.matmul(blosc2.asarray(numpy.asarray(a)), blosc2.asarray(numpy.asarray(b)))
        return numpy.asarray(product[()])
