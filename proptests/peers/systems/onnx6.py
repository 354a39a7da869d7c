"""ONNX's Add of version 6 of the operator set: the reference evaluator, the shape inference, and the
version converter, whose model of version 7 is evaluated."""

import math
from typing import Any

import numpy
import onnx
import onnx.reference
import onnx.version_converter
from onnx import helper, shape_inference

from . import Answer, Axes, Case, Question, each, told, verdicts as of

VERSIONS = {"onnx": onnx.__version__}


def model(case: Case) -> Any:
    attributes = {"broadcast": 1} | ({"axis": case[2][0]} if len(case) > 2 else {})
    tensor, float_ = helper.make_tensor_value_info, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node("Add", ["A", "B"], ["C"], **attributes)], "add",
        [tensor("A", float_, case[0]), tensor("B", float_, case[1])], [tensor("C", float_, None)],
    )  # fmt: skip
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 6)], ir_version=3)


def evaluated(convert: bool, case: Case) -> Answer:
    made = onnx.version_converter.convert_version(model(case), 7) if convert else model(case)
    arrays = [numpy.arange(math.prod(s), dtype=numpy.float32) * k for s, k in zip(case, (1, 100))]
    shaped = {n: a.reshape(s) for n, a, s in zip("AB", arrays, case)}
    result = onnx.reference.ReferenceEvaluator(made).run(None, shaped)[0]
    return told(case, result.shape, result.ravel(), lambda x, y: [a + b for a, b in zip(x, y)], *arrays)


def inferred(case: Case) -> Answer:
    made = shape_inference.infer_shapes(model(case), strict_mode=True, data_prop=True)
    return Answer(tuple(d.dim_value for d in made.graph.output[0].type.tensor_type.shape.dim))


ERRORS = (TypeError, RuntimeError, ValueError, shape_inference.InferenceError)
WAYS = {"the reference evaluator": each(evaluated, ERRORS, False),
        "converted to version 7": each(evaluated, ERRORS, True),
        "shape inference": each(inferred, ERRORS)}  # fmt: skip
QUESTIONS = [
    Question(f"{asked}, {name}", rule, scope, way)
    for name, way in WAYS.items()
    for asked, rule, scope in (
        ("Add", "onnx6", "2 2 0 1 2 3"),
        ("Add along an axis", "onnx6 along an axis", "axis 1 2 3"),
    )
]


def verdicts() -> list[dict[str, str]]:
    rows = [row for name, way in WAYS.items() for row in of(f"Add, {name}", way)]
    cases = [((2, 3, 4, 5), (3, 4), Axes([1])), ((2, 3, 4, 5), (2,), Axes([0])),
             ((3, 3, 2), (3,), Axes([1]))]  # fmt: skip
    for name, way in WAYS.items():
        rows += of(f"Add, {name}", way, [("along an axis", case) for case in cases])
    return rows
