"""OpenVINO: a model of one operation is compiled for each shape."""

from typing import Any

import numpy
import openvino as ov
import openvino.opset13 as ops
from openvino import Core, Model, PartialShape

from ._common import NAMES, computed, ops_of

CORE = Core()


def run(function: Any, *arrays: Any) -> Any:
    inputs = [ops.parameter(x.shape, x.dtype) for x in arrays]
    model = CORE.compile_model(Model([function(*inputs)], inputs), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return model([numpy.array(x, order="C") for x in arrays])[0]


class Subject:
    name = "openvino " + ov.__version__.split("-")[0]
    ops = [op for op in ops_of(ops) if op != "where"] + ["where"]
    dtypes = ["int32", "float32"]
    refusals = (ValueError, RuntimeError)
    costly = True

    def broadcast_shapes(self, *shapes: Any) -> Any:
        result = ops.parameter(PartialShape(list(shapes[0])), numpy.float32)
        for shape in shapes[1:]:
            result = ops.add(result, ops.parameter(PartialShape(list(shape)), numpy.float32))
        return tuple(result.get_output_shape(0))

    def expand(self, shape: Any, target: Any) -> Any:
        x = ops.parameter(PartialShape(list(shape)), numpy.float32)
        to = ops.constant(numpy.array(target, numpy.int64))
        return tuple(ops.broadcast(x, to).get_output_shape(0))

    def apply(self, op: str, *operands: Any) -> Any:
        function = ops.select if op == "where" else getattr(ops, NAMES[op])
        return computed(op, lambda *x: run(function, *x), operands, lambda x: x)

    def matmul(self, a: Any, b: Any) -> Any:
        return run(lambda x, y: ops.matmul(x, y, False, False), numpy.asarray(a), numpy.asarray(b))
