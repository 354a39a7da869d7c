"""OpenVINO's shape inference by its broadcast types, and its CPU device for values.

Element-wise operations with none, numpy and pdpd; Broadcast-3 with numpy, bidirectional and explicit;
MatMul; intervals of sizes, written 1..3, where 2.. has no upper end.
"""

import functools
import math
from typing import Any

import numpy
import openvino
from openvino import opset3, opset13
from openvino.utils.node_factory import NodeFactory

from . import Answer, Axes, Case, Question, Shape, Size, copied, each, products, told, verdicts as of

VERSIONS = {"openvino": openvino.__version__}
# Some processors would compute in bfloat16 otherwise.
EXACT = {"INFERENCE_PRECISION_HINT": "f32"}


def dimension(size: Size) -> Any:
    low, _, high = str(size).partition("..")
    return openvino.Dimension(int(low), int(high or -1) if isinstance(size, str) else size)


def parameter(shape: Shape, kind: Any = numpy.float32) -> Any:
    return opset13.parameter(openvino.PartialShape([dimension(s) for s in shape]), kind)


def shape_of(node: Any) -> Answer:
    partial = node.output(0).get_partial_shape()
    if partial.rank.is_dynamic:
        return Answer("*")
    sizes: list[Size] = []
    for size in partial:
        low, high = size.get_min_length(), size.get_max_length()
        sizes.append(low if low == high else f"{low}.." if high < 0 else f"{low}..{high}")
    return Answer(tuple(sizes))


def added(mode: str, case: Case) -> Answer:
    """The axis of pdpd follows the shapes, or is the default."""
    *shapes, axis = case if mode == "pdpd" and len(case) > 2 else (*case, (-1,))
    attributes = {"auto_broadcast": mode, "auto_broadcast.auto_broadcast_axis": axis[0]}
    return shape_of(NodeFactory("opset13").create("Add", list(map(parameter, shapes)), attributes))


def selected(case: Case) -> Answer:
    kinds = (numpy.bool_, numpy.float32, numpy.float32)
    return shape_of(opset13.select(*map(parameter, case, kinds)))


def broadcast(mode: str, case: Case, data: Any = None) -> Any:
    """The target is the last shape; the axes of the data stand before it."""
    shape, *axes, target = case
    constants = [opset13.constant(numpy.array(v, numpy.int64)) for v in (target, *axes)]
    return opset3.broadcast(data or parameter(shape), *constants, broadcast_spec=mode)


def shape_of_broadcast(mode: str, case: Case) -> Answer:
    return shape_of(broadcast(mode, case))


def replicated(case: Case) -> Answer:
    """No size is 0: the CPU device would divide by it (SIGFPE)."""
    data = parameter(case[0])
    model = openvino.Model([broadcast("EXPLICIT", case, data)], [data])
    flat = numpy.arange(math.prod(case[0]), dtype=numpy.float32)
    result = openvino.Core().compile_model(model, "CPU", EXACT)([flat.reshape(case[0])])[0]
    return copied(case, result.shape, result.ravel().tolist(), flat.tolist())


def multiplied(case: Case) -> Answer:
    return shape_of(opset13.matmul(*map(parameter, case), False, False))


@functools.cache
def compiled(op: str, ranks: tuple[int, ...]) -> Any:
    inputs = [parameter(("0..",) * rank) for rank in ranks]
    made = getattr(opset13, op)(*inputs, *([False, False] if op == "matmul" else []))
    return openvino.Core().compile_model(openvino.Model([made], inputs), "CPU", EXACT)


def computed(op: str, case: Case) -> Answer:
    flat = [(numpy.arange(math.prod(s), dtype=numpy.float32) + 1) * k for s, k in zip(case, (-100, 1))]
    result = compiled(op, tuple(map(len, case)))([a.reshape(s) for a, s in zip(flat, case)])[0]
    way = {
        "subtract": lambda x, y: [a - b for a, b in zip(x, y)],
        "prelu": lambda x, y: [a * b if a < 0 else a for a, b in zip(x, y)],
        "matmul": products(result.size),
    }[op]
    return told(case, result.shape, result.ravel().tolist(), way, *(a.tolist() for a in flat))


def ask(*way: Any) -> Any:
    return each(way[0], (RuntimeError, ValueError, TypeError), *way[1:])


PAIRS = "2 3 0 1 2 3"
INTERVALS = "2 1 0 1 2 3 0.. 1.. 2.. 0..1 0..2 1..2 2..3 0..3 1..3"
QUESTIONS = [
    Question("Add, none, inferred", "openvino_none", PAIRS, ask(added, "none")),
    Question("Add, numpy, inferred", "openvino_numpy", PAIRS, ask(added, "numpy")),
    Question("Add, pdpd, inferred", "openvino_pdpd", PAIRS, ask(added, "pdpd")),
    Question("Add, pdpd, inferred, along an axis", "openvino_pdpd along an axis", "axis 0 1 2 3",
             ask(added, "pdpd")),
    Question("Select, numpy, inferred", "onnx_multi", "3 2 0 1 2", ask(selected)),
    Question("Broadcast-3, numpy, inferred", "broadcast3_numpy", PAIRS,
             ask(shape_of_broadcast, "NUMPY")),
    Question("Broadcast-3, bidirectional, inferred", "broadcast3_bi", PAIRS,
             ask(shape_of_broadcast, "BIDIRECTIONAL")),
    Question("Broadcast-3, explicit, inferred", "broadcast3_explicit", "in_dim_2 0 1 2",
             ask(shape_of_broadcast, "EXPLICIT")),
    Question("Broadcast-3, explicit, computed", "broadcast3_explicit", "in_dim_2 1 2 3",
             ask(replicated)),
    Question("MatMul, inferred", "matmul", PAIRS, ask(multiplied)),
    Question("Add, numpy, inferred, intervals", "hull", INTERVALS, ask(added, "numpy")),
    Question("Subtract, numpy, computed", "openvino_numpy", "2 2 0 1 2 3", ask(computed, "subtract")),
    Question("PRelu, computed", "onnx_uni", "1 1..3 1 2 3 by 1 3 1 2 3", ask(computed, "prelu")),
    Question("PRelu of rank 4, computed", "onnx_uni", "1 4..4 1 3 by 1 1..1 3", ask(computed, "prelu")),
    Question("MatMul, computed, batches", "matmul", "batches 0 1 2 3", ask(computed, "matmul")),
]  # fmt: skip


def verdicts() -> list[dict[str, str]]:
    rows = []
    for mode in ("none", "numpy", "pdpd"):
        rows += of(f"Add, {mode}", ask(added, mode))
    for mode in ("numpy", "bidirectional"):
        rows += of(f"Broadcast-3, {mode}", ask(shape_of_broadcast, mode.upper()))
    for question in (
        ("unknown against 1", (("0..",), (1,))), ("unknown against 0", (("0..",), (0,))),
        ("unknown against n", (("0..",), (3,))), ("unknown against unknown", (("0..",), ("0..",))),
        ("at least 2 against 1", (("2..",), (1,))), ("at least 2 against n", (("2..",), (3,))),
        ("0 to 1 against 2", (("0..1",), (2,))), ("2 to 3 against 1", (("2..3",), (1,))),
        ("1 to 3 against 2 and more", (("1..3",), ("2..",))), ("0 against 1 and more", ((0,), ("1..",))),
    ):  # fmt: skip
        rows += of("Add, numpy", ask(added, "numpy"), [question])
        rows += of("Add, none", ask(added, "none"), [question])
    given = [((), Axes((0,)), (1,)), ((2, 2), Axes((0, 0)), (2,)), ((2, 3), Axes((1, 0)), (3, 2))]
    explicit = ask(shape_of_broadcast, "EXPLICIT")
    rows += of("Broadcast-3, explicit", explicit, [("axes given", c) for c in given])
    slopes = [((1, 3, 2, 3), (3,)), ((2, 3), (3,)), ((2, 3), (2,)), ((3,), (2, 3))]
    rows += of("computed", ask(computed, "prelu"), [("PRelu", case) for case in slopes])
    empty = [((1, 2, 3), (0, 3, 4)), ((0, 2, 3), (1, 3, 4)), ((2, 0), (0, 3)), ((2, 0), (0,))]
    return rows + of("computed", ask(computed, "matmul"), [("MatMul", case) for case in empty])
