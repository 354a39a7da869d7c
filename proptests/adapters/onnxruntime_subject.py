"""ONNX Runtime under test: one model for each operation, element type and tuple of ranks."""

import functools
import math

import numpy as np
import onnxruntime
from onnx import helper

from bcast_pipe import Json, Unsupported, flatten, only_results, serve

PREDICATES = ["equal", "less", "less_equal", "greater", "greater_equal"]
OPERATORS = {
    "add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "pow": "Pow", "mod": "Mod",
    "min": "Min", "max": "Max", "sum": "Sum", "mean": "Mean", "where": "Where",
    "and": "And", "or": "Or", "xor": "Xor", "equal": "Equal", "less": "Less",
    "less_equal": "LessOrEqual", "greater": "Greater", "greater_equal": "GreaterOrEqual",
}  # fmt: skip
VARIADIC = ["min", "max", "sum", "mean"]
CAPABILITIES = {
    "name": "onnxruntime " + onnxruntime.__version__,
    "dtypes": ["bool", "int8", "int32", "int64", "uint8", "float16", "float32", "float64"],
    "ops": list(OPERATORS),
}
REJECTED = onnxruntime.capi.onnxruntime_pybind11_state.RuntimeException
INVALID = onnxruntime.capi.onnxruntime_pybind11_state.InvalidArgument
MISSING = onnxruntime.capi.onnxruntime_pybind11_state.NotImplemented
FAILED = onnxruntime.capi.onnxruntime_pybind11_state.Fail
UNTYPED = onnxruntime.capi.onnxruntime_pybind11_state.InvalidGraph
MOST = 1 << 22


@functools.cache
def session(op: str, dtypes: tuple, ranks: tuple, rank: int) -> onnxruntime.InferenceSession:
    def value(name: str, dtype: str, rank: int):
        element = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        return helper.make_tensor_value_info(name, element, [f"{name}{k}" for k in range(rank)])

    inputs = [value(f"x{m}_", d, r) for m, (d, r) in enumerate(zip(dtypes, ranks))]
    attributes = {"fmod": 1} if op == "mod" and dtypes[-1].startswith("float") else {}
    node = helper.make_node(OPERATORS[op], [i.name for i in inputs], ["z"], **attributes)
    output = value("z", "bool" if op in PREDICATES else dtypes[-1], rank)
    graph = helper.make_graph([node], op, inputs, [output])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
    except (MISSING, FAILED, UNTYPED) as reason:
        raise Unsupported(str(reason)) from None


def run(op: str, x: list[np.ndarray]) -> np.ndarray:
    if len(x) != (3 if op == "where" else 2) and op not in VARIADIC:
        raise Unsupported("this operator takes a different number of operands")
    dtypes = tuple(str(v.dtype) for v in x)
    rank = max(v.ndim for v in x)
    of = session(op, dtypes, tuple(v.ndim for v in x), rank)
    return of.run(None, {f"x{m}_": v for m, v in enumerate(x)})[0]


def apply(ask: Json) -> list:
    only_results(ask)
    x = [np.array(t["values"], t["dtype"]).reshape(t["shape"]) for t in ask["in"]]
    z = run(ask["op"], x)
    return [{"shape": list(z.shape), "values": flatten(z.ravel().tolist())}]


def broadcast_shapes(ask: Json) -> list[int]:
    shapes = ask["in"]
    rank = max(map(len, shapes))
    # NumPy, which makes the arrays, multiplies all sizes even if an axis is empty.
    padded = [[1] * (rank - len(s)) + [max(size, 1) for size in s] for s in shapes]
    if math.prod(map(max, zip(*padded))) > MOST:
        raise Unsupported("ONNX Runtime gives a shape only by computing, and this one is too large")
    return list(run("sum", [np.zeros(s, np.float32) for s in shapes]).shape)


serve(CAPABILITIES, {"broadcast_shapes": broadcast_shapes, "apply": apply}, (REJECTED, INVALID, FAILED))
