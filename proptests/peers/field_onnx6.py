#!/usr/bin/env python3
"""Ask ONNX about Add of version 6 of the operator set: the reference evaluator, the shape inference,
and the version converter, whose model of version 7 is evaluated.

Exit status: 0 if every table is as in facts/field/onnx6.json, 1 if one is not, 77 if ONNX is missing.
"""

import itertools
import math
import sys
from typing import Any

from field_table import Answer, Axes, Question, Shape, guarded, main, needs, of_pairs, shapes, tuples, verdict

np, onnx, inference, converter, reference = needs(
    "numpy", "onnx", "onnx.shape_inference", "onnx.version_converter", "onnx.reference"
)


# The rule


def starting(a: Shape, b: Shape, axis: Axes | None) -> int:
    return axis[0] if axis else len(a) - len(b)


def added(a: Shape, b: Shape, axis: Axes | None = None) -> Shape | None:
    """With broadcast=1."""
    start = starting(a, b, axis)
    one = len(b) <= len(a) and all(s == 1 for s in b)
    return a if one or (start >= 0 and a[start:start + len(b)] == b) else None


# The ways to ask


def model(a: Shape, b: Shape, axis: Axes | None) -> Any:
    attributes = {"broadcast": 1} | ({"axis": axis[0]} if axis else {})
    tensor = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Add", ["A", "B"], ["C"], **attributes)], "add",
        [tensor("A", onnx.TensorProto.FLOAT, a), tensor("B", onnx.TensorProto.FLOAT, b)],
        [tensor("C", onnx.TensorProto.FLOAT, None)],
    )
    return onnx.helper.make_model(
        graph, opset_imports=[onnx.helper.make_opsetid("", 6)], ir_version=3
    )


def values(shape: Shape) -> Any:
    return np.arange(math.prod(shape), dtype=np.float32).reshape(shape)


def told(m: Any, a: Shape, b: Shape, axis: Axes | None) -> Answer:
    """Runs a model; each element is compared with that which the rule adds."""
    result = reference.ReferenceEvaluator(m).run(None, {"A": values(a), "B": 100 * values(b)})[0]
    if added(a, b, axis) is None:
        return Answer(result.shape)
    start = starting(a, b, axis)
    sizes = [1] * len(a)
    if math.prod(b) != 1:
        sizes[start:start + len(b)] = b
    right = values(a) + 100 * values(b).reshape(sizes)
    return Answer(result.shape, "" if np.array_equal(result, right) else "other values")


def evaluated(a: Shape, b: Shape, axis: Axes | None = None) -> Answer:
    return told(model(a, b, axis), a, b, axis)


def converted(a: Shape, b: Shape, axis: Axes | None = None) -> Answer:
    return told(converter.convert_version(model(a, b, axis), 7), a, b, axis)


def inferred(a: Shape, b: Shape, axis: Axes | None = None) -> Answer:
    m = inference.infer_shapes(model(a, b, axis), strict_mode=True, data_prop=True)
    return Answer(tuple(d.dim_value for d in m.graph.output[0].type.tensor_type.shape.dim))


def ask(way: Any) -> Any:
    return guarded(way, (TypeError, RuntimeError, ValueError, inference.InferenceError))


WAYS = [("the reference evaluator", evaluated), ("converted to version 7", converted),
        ("shape inference", inferred)]


def questions() -> list[Question]:
    two, along = "two operands, rank <= 2, sizes 0 to 3", "rank <= 3 and <= 2, sizes 1 to 3, axis 0 to 2"
    with_axis = [(a, b, Axes([k])) for a, b, k in
                 itertools.product(shapes(3, range(1, 4)), shapes(2, range(1, 4)), range(3))]
    return [
        question for name, way in WAYS for question in (
            Question(f"Add, {name}", "onnx6", two, tuples(2, 2, range(4)), ask(way), added),
            Question(f"Add along an axis, {name}", "onnx6", along, with_axis, ask(way), added),
        )
    ]


def verdicts() -> list[dict[str, str]]:
    rows = [row for name, way in WAYS for row in of_pairs(f"Add, {name}", ask(way))]
    cases: list[Any] = [((2, 3, 4, 5), (3, 4), Axes([1])), ((2, 3, 4, 5), (2,), Axes([0])),
                        ((3, 3, 2), (3,), Axes([1]))]
    for name, way in WAYS:
        rows += [verdict(f"along an axis, Add, {name}", case, ask(way)(*case)) for case in cases]
    return rows


if __name__ == "__main__":
    sys.exit(main("onnx6", __doc__, {"onnx": onnx.__version__}, questions(), verdicts))
