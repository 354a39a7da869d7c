"""ONNX Runtime: one model for each operation, element type and tuple of ranks."""

import functools
import math
from typing import Any

import numpy
import onnxruntime
from onnx import helper
from onnxruntime.capi import onnxruntime_pybind11_state as state

from .._values import Unsupported

OPERATORS = {
    "add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "pow": "Pow", "mod": "Mod",
    "min": "Min", "max": "Max", "sum": "Sum", "mean": "Mean", "where": "Where",
    "and": "And", "or": "Or", "xor": "Xor", "equal": "Equal", "less": "Less",
    "less_equal": "LessOrEqual", "greater": "Greater", "greater_equal": "GreaterOrEqual",
}  # fmt: skip
PREDICATES = ("equal", "less", "less_equal", "greater", "greater_equal")
VARIADIC = ("min", "max", "sum", "mean")
MOST = 1 << 22


@functools.lru_cache(maxsize=None)
def session(op: str, dtypes: Any, ranks: Any) -> Any:
    def value(name: str, dtype: str, rank: int) -> Any:
        element = helper.np_dtype_to_tensor_dtype(numpy.dtype(dtype))
        return helper.make_tensor_value_info(name, element, [f"{name}{k}" for k in range(rank)])

    inputs = [value(f"x{m}_", d, r) for m, (d, r) in enumerate(zip(dtypes, ranks))]
    attributes = {"fmod": 1} if op == "mod" and dtypes[-1].startswith("float") else {}
    node = helper.make_node(OPERATORS[op], [i.name for i in inputs], ["z"], **attributes)
    output = value("z", "bool" if op in PREDICATES else dtypes[-1], max(ranks))
    graph = helper.make_graph([node], op, inputs, [output])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
    except (state.NotImplemented, state.Fail, state.InvalidGraph) as reason:
        raise Unsupported(str(reason)) from None


class Subject:
    name = "onnxruntime " + onnxruntime.__version__
    ops = list(OPERATORS)
    dtypes = ["bool", "int8", "int32", "int64", "uint8", "float16", "float32", "float64"]
    refusals = (state.RuntimeException, state.InvalidArgument, state.Fail)

    def apply(self, op: str, *operands: Any) -> Any:
        if len(operands) != (3 if op == "where" else 2) and op not in VARIADIC:
            raise Unsupported("this operator takes a different number of operands")
        x = [numpy.array(v, order="C") for v in operands]
        made = session(op, tuple(str(v.dtype) for v in x), tuple(v.ndim for v in x))
        return made.run(None, {f"x{m}_": v for m, v in enumerate(x)})[0]

    def broadcast_shapes(self, *shapes: Any) -> Any:
        rank = max(map(len, shapes))
        # NumPy, which makes the arrays, multiplies all sizes even if an axis is empty.
        padded = [[1] * (rank - len(s)) + [max(size, 1) for size in s] for s in shapes]
        if math.prod(map(max, zip(*padded))) > MOST:
            raise Unsupported("ONNX Runtime gives a shape only by computing, and this one is too large")
        return self.apply("sum", *(numpy.zeros(s, numpy.float32) for s in shapes)).shape
