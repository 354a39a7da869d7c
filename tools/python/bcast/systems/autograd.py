"""Autograd: NumPy's functions with gradients."""

from importlib.metadata import version
from typing import Any

import autograd.builtins
import autograd.core
import autograd.numpy as anp
import numpy

from .._values import Unsupported
from ._common import GRADIENTS, NAMES, computed, floating, ops_of


class Subject:
    name = "autograd " + version("autograd")
    ops = ops_of(anp) + [*GRADIENTS, "min_gradient", "max_gradient"]
    dtypes = ["bool", "int32", "float32", "float64"]

    def apply(self, op: str, *operands: Any) -> Any:
        if op.endswith("_gradient"):
            gradient, *xy = map(floating, operands)
            function = getattr(anp, NAMES[op[: -len("_gradient")]])
            backward, _ = autograd.core.make_vjp(lambda xy: function(*xy), autograd.builtins.tuple(xy))
            return list(backward(gradient))
        return computed(op, getattr(anp, NAMES[op]), operands, lambda x: x)

    def adjoint(self, gradient: Any, shape: Any) -> Any:
        gradient = floating(gradient)
        x = numpy.zeros(shape, gradient.dtype)
        try:
            backward, _ = autograd.core.make_vjp(lambda x: anp.broadcast_to(x, gradient.shape), x)
            return backward(gradient)
        except AssertionError as reason:
            raise Unsupported(str(reason)) from None  # "Can't handle extra leading dims"

    def expand(self, shape: Any, target: Any) -> Any:
        return anp.broadcast_to(numpy.empty(shape, bool), target).shape

    def matmul(self, a: Any, b: Any) -> Any:
        return anp.matmul(numpy.asarray(a), numpy.asarray(b))
