"""MLX: lazy arrays."""

from importlib.metadata import version
from typing import Any

import mlx.core as mx
import numpy

from ._common import GRADIENTS, NAMES, computed, floating, ops_of, stored


class Subject:
    name = "mlx " + version("mlx")
    ops = ops_of(mx) + ["broadcast", *GRADIENTS, "min_gradient", "max_gradient"]
    dtypes = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
              "float16", "float32"]  # fmt: skip
    max_size = 2**31 - 1

    def broadcast_shapes(self, *shapes: Any) -> Any:
        return mx.broadcast_shapes(*shapes)

    def expand(self, shape: Any, target: Any) -> Any:
        return mx.broadcast_to(mx.zeros(shape), target).shape

    def apply(self, op: str, *operands: Any) -> Any:
        if op.endswith("_gradient"):
            gradient, *xy = (mx.array(floating(x)) for x in operands)
            function = getattr(mx, NAMES[op[: -len("_gradient")]])
            return [numpy.array(g) for g in mx.vjp(function, xy, [gradient])[1]]
        return numpy.array(computed(op, getattr(mx, NAMES[op]), operands, mx.array))

    def broadcast(self, *operands: Any) -> Any:
        return [numpy.array(x) for x in mx.broadcast_arrays(*(mx.array(numpy.asarray(x)) for x in operands))]

    def copy_to(self, source: Any, target: Any) -> None:
        x = mx.array(numpy.asarray(target))
        x[...] = mx.array(numpy.asarray(source))
        stored(x, target)

    def adjoint(self, gradient: Any, shape: Any) -> Any:
        gradient = mx.array(floating(gradient))
        x = mx.zeros(shape, gradient.dtype)
        return numpy.array(mx.vjp(lambda x: mx.broadcast_to(x, gradient.shape), [x], [gradient])[1][0])

    def matmul(self, a: Any, b: Any) -> Any:
        return numpy.array(mx.matmul(mx.array(floating(a)), mx.array(floating(b))))
