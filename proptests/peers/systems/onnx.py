"""ONNX: the shape inference of Sub."""

import onnx
from onnx import TensorProto, helper, shape_inference

from . import Answer, Case, Question, Shape, each

VERSION = onnx.__version__


def declare(name: str, shape: Shape | None) -> onnx.ValueInfoProto:
    """A value; an unknown size is neither a number nor a symbol."""
    sizes = None if shape in ("*", None) else [None if size == "?" else size for size in shape]
    return helper.make_tensor_value_info(name, TensorProto.INT64, sizes)


def model_of(shapes: list[Shape]) -> onnx.ModelProto:
    names = ["x", "y"]
    graph = helper.make_graph(
        [helper.make_node("Sub", names, ["z"])],
        "sub",
        [declare(name, shape) for name, shape in zip(names, shapes)],
        [declare("z", None)],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 14)])


def infer(case: Case) -> Answer:
    inferred = shape_inference.infer_shapes(model_of(case.operands), strict_mode=True)
    tensor = inferred.graph.output[0].type.tensor_type
    if not tensor.HasField("shape"):
        return Answer("*")
    sizes = [size.dim_value if size.HasField("dim_value") else "?" for size in tensor.shape.dim]
    return Answer(sizes)


QUESTIONS = [
    Question(
        "array_api",
        "shape inference",
        ["--rule", "array_api"],
        each(infer, shape_inference.InferenceError),
    ),
    Question(
        "onnx",
        "shape inference",
        ["--rule", "onnx"],
        each(infer, shape_inference.InferenceError),
    ),
]
