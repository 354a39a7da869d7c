"""TensorFlow, run eagerly."""

import os
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import numpy  # noqa: E402
import tensorflow as tf  # noqa: E402

from .._values import Unsupported  # noqa: E402
from ._common import GRADIENTS, NAMES, computed, floating, ops_of, stored  # noqa: E402

FUNCTIONS = {op: getattr(tf, NAMES[op]) for op in ops_of(tf)}
FUNCTIONS.update(div=tf.divide, pow=tf.pow, bitwise_and=tf.bitwise.bitwise_and,
                 bitwise_or=tf.bitwise.bitwise_or, bitwise_xor=tf.bitwise.bitwise_xor)  # fmt: skip


class Subject:
    name = "tensorflow " + tf.__version__
    ops = [*FUNCTIONS, *GRADIENTS, "min_gradient", "max_gradient"]
    dtypes = ["bool", "int32", "int64", "float32", "float64"]
    refusals = (ValueError, tf.errors.InvalidArgumentError)
    max_rank = 8
    max_size = 2**31 - 1

    def broadcast_shapes(self, *shapes: Any) -> Any:
        result = tf.TensorShape(shapes[0])
        for shape in shapes[1:]:
            result = tf.broadcast_static_shape(result, tf.TensorShape(shape))
        return tuple(result)

    def expand(self, shape: Any, target: Any) -> Any:
        return tuple(tf.broadcast_to(tf.zeros(shape), target).shape)

    def apply(self, op: str, *operands: Any) -> Any:
        try:
            return self._apply(op, *operands)
        except tf.errors.UnimplementedError as reason:  # many axes that stretch in turn
            raise Unsupported(str(reason)) from None

    def _apply(self, op: str, *operands: Any) -> Any:
        if op.endswith("_gradient"):
            gradient, x, y = (tf.constant(floating(x)) for x in operands)
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                z = FUNCTIONS[op[: -len("_gradient")]](x, y)
            return [g.numpy() for g in tape.gradient(z, [x, y], gradient)]
        return computed(op, FUNCTIONS[op], operands, tf.constant).numpy()

    def copy_to(self, source: Any, target: Any) -> None:
        x = tf.Variable(numpy.asarray(target))
        x[...].assign(tf.constant(numpy.asarray(source)))
        stored(x.numpy(), target)

    def adjoint(self, gradient: Any, shape: Any) -> Any:
        gradient = tf.constant(floating(gradient))
        x = tf.zeros(shape, gradient.dtype)
        with tf.GradientTape() as tape:
            tape.watch(x)
            z = tf.broadcast_to(x, gradient.shape)
        return tape.gradient(z, x, gradient).numpy()

    def matmul(self, a: Any, b: Any) -> Any:
        if min(a.ndim, b.ndim) < 2:
            raise Unsupported("it takes matrices")
        return tf.linalg.matmul(tf.constant(floating(a)), tf.constant(floating(b))).numpy()
