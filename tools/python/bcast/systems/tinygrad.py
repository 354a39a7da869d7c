"""tinygrad: lazy tensors, compiled for each shape."""

import operator
import os
from importlib.metadata import version
from typing import Any

os.environ.setdefault("DEV", "CPU")
import numpy  # noqa: E402
from tinygrad import Tensor  # noqa: E402

from ._common import GRADIENTS, computed, floating, stored  # noqa: E402

FUNCTIONS = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "min": Tensor.minimum, "max": Tensor.maximum, "where": Tensor.where,
    "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor,
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt, "less_equal": operator.le,
    "greater": operator.gt, "greater_equal": operator.ge,
}  # fmt: skip


class Subject:
    name = "tinygrad " + version("tinygrad")
    ops = [*FUNCTIONS, *GRADIENTS]
    dtypes = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64"]
    refusals = (ValueError, IndexError, RuntimeError)
    costly = True

    def __init__(self) -> None:
        Tensor([1]).numpy()  # the first one starts the compiler

    def expand(self, shape: Any, target: Any) -> Any:
        return Tensor.empty(*shape).expand(target).shape

    def broadcast_shapes(self, *shapes: Any) -> Any:
        result = Tensor.empty(*shapes[0])
        for shape in shapes[1:]:
            result = result + Tensor.empty(*shape)
        return result.shape

    def apply(self, op: str, *operands: Any) -> Any:
        if op.endswith("_gradient"):
            gradient, x, y = (Tensor(floating(x)) for x in operands)
            z = FUNCTIONS[op[: -len("_gradient")]](x, y)
            return [g.numpy() for g in z.gradient(x, y, gradient=gradient)]
        return computed(op, FUNCTIONS[op], operands, Tensor).numpy()

    def copy_to(self, source: Any, target: Any) -> None:
        x = Tensor(numpy.array(target)).realize()
        x.assign(Tensor(numpy.asarray(source))).realize()
        stored(x.numpy(), target)

    def adjoint(self, gradient: Any, shape: Any) -> Any:
        gradient = Tensor(floating(gradient))
        x = Tensor.zeros(*shape, dtype=gradient.dtype)
        return x.expand(gradient.shape).gradient(x, gradient=gradient)[0].numpy()

    def matmul(self, a: Any, b: Any) -> Any:
        return (Tensor(numpy.asarray(a)) @ Tensor(numpy.asarray(b))).numpy()
