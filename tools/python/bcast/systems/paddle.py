"""Paddle, run eagerly."""

from typing import Any

import numpy
import paddle

from ._common import GRADIENTS, NAMES, computed, floating, ops_of, stored


class Subject:
    name = "paddle " + paddle.__version__
    ops = [op for op in ops_of(paddle) if op != "where"] + ["where", *GRADIENTS]
    dtypes = ["bool", "int32", "int64", "float32", "float64"]
    max_rank = 6
    max_size = 2**31 - 1

    def broadcast_shapes(self, *shapes: Any) -> Any:
        result = list(shapes[0])
        for shape in shapes[1:]:
            result = paddle.broadcast_shape(result, list(shape))
        return tuple(result)

    def expand(self, shape: Any, target: Any) -> Any:
        return tuple(paddle.broadcast_to(paddle.zeros(shape), target).shape)

    def apply(self, op: str, *operands: Any) -> Any:
        if op.endswith("_gradient"):
            gradient, *xy = (paddle.to_tensor(floating(x), stop_gradient=False) for x in operands)
            z = getattr(paddle, NAMES[op[: -len("_gradient")]])(*xy)
            return [g.numpy() for g in paddle.grad(z, xy, gradient)]
        return computed(op, getattr(paddle, NAMES[op]), operands, paddle.to_tensor).numpy()

    def copy_to(self, source: Any, target: Any) -> None:
        x = paddle.to_tensor(numpy.array(target))
        x[...] = paddle.to_tensor(numpy.asarray(source))
        stored(x.numpy(), target)

    def adjoint(self, gradient: Any, shape: Any) -> Any:
        gradient = paddle.to_tensor(floating(gradient))
        x = paddle.zeros(shape, gradient.dtype)
        x.stop_gradient = False
        z = paddle.broadcast_to(x, gradient.shape)
        return paddle.grad(z, x, gradient)[0].numpy()

    def matmul(self, a: Any, b: Any) -> Any:
        return paddle.matmul(paddle.to_tensor(floating(a)), paddle.to_tensor(floating(b))).numpy()
