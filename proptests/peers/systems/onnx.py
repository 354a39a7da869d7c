"""ONNX: the shape inference and the reference evaluator."""

import functools
import math
from typing import Any

import numpy
import onnx
import onnx.reference
from onnx import TensorProto, helper, shape_inference

from . import Answer, Case, Question, Shape, Size, each, verdicts as of

VERSIONS = {"onnx": onnx.__version__}
FLOAT, INT64, BOOL, UINT32 = (
    TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL, TensorProto.UINT32
)  # fmt: skip
TYPES = {FLOAT: numpy.float32, INT64: numpy.int64, BOOL: numpy.bool_, UINT32: numpy.uint32}
OPSET = 23


def declare(name: str, kind: int, shape: Shape | None) -> Any:
    """A value; an unknown size is neither a number nor a symbol."""
    sizes = None if shape in ("*", None) else [None if s == "?" else s for s in shape]
    return helper.make_tensor_value_info(name, kind, sizes)


def model(
    op: str, kinds: tuple[int, ...], operands: Any, out: int = FLOAT,
    result: Shape | None = None, constants: tuple[Any, ...] = (), **attributes: Any,
) -> Any:  # fmt: skip
    names = [f"x{i}" for i in range(len(operands))]
    graph = helper.make_graph(
        [helper.make_node(op, names + [c.name for c in constants], ["y"], **attributes)],
        "case",
        [declare(n, k, s) for n, k, s in zip(names, kinds, operands)],
        [declare("y", out, result)],
        list(constants),
    )
    return helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", OPSET)])


def values(shape: Shape, kind: int, number: int) -> numpy.ndarray:
    """Other elements for each operand; the first operand's are negative, for PRelu."""
    base = numpy.arange(math.prod(shape), dtype=numpy.int64).reshape(shape)
    sign = -1 if kind == FLOAT and number == 0 else 1
    made = base % 2 == number % 2 if kind == BOOL else (base + 1) * (7 - 3 * number) * sign
    return numpy.asarray(made, dtype=TYPES[kind])


def shape_of(made: Any) -> Answer:
    kind = made.graph.output[0].type.tensor_type
    if not kind.HasField("shape"):
        return Answer("*")
    sizes: list[Size] = []
    for size in kind.shape.dim:
        named = size.dim_param if not size.dim_param.startswith("unk__") else ""
        sizes.append(size.dim_value if size.HasField("dim_value") else named or "?")
    return Answer(tuple(sizes))


def inferred(op: str, kinds: tuple[int, ...], case: Case) -> Answer:
    """Strict shape inference of an operator whose inputs have these shapes."""
    return shape_of(shape_inference.infer_shapes(model(op, kinds, case), strict_mode=True))


def inferred_expand(case: Case) -> Answer:
    wanted = helper.make_tensor("shape", INT64, [len(case[1])], list(case[1]))
    made = model("Expand", (FLOAT,), case[:1], constants=(wanted,))
    return shape_of(shape_inference.infer_shapes(made, strict_mode=True, data_prop=True))


@functools.cache
def evaluator(op: str, kinds: tuple[int, ...], ranks: tuple[int, ...]) -> Any:
    return onnx.reference.ReferenceEvaluator(model(op, kinds, [("?",) * rank for rank in ranks]))


def evaluated(op: str, kinds: tuple[int, ...], case: Case) -> Answer:
    arrays = [values(s, k, i) for i, (s, k) in enumerate(zip(case, kinds))]
    if op == "Expand":
        arrays[1] = numpy.array(case[1], dtype=numpy.int64)
    with numpy.errstate(all="ignore"):
        made = evaluator(op, kinds, tuple(array.ndim for array in arrays))
        result = made.run(None, {f"x{i}": array for i, array in enumerate(arrays)})[0]
    return Answer(tuple(numpy.shape(result)))


ERRORS = (shape_inference.InferenceError, onnx.checker.ValidationError)
TWO = (FLOAT, FLOAT)


def infer(op: str, *kinds: int) -> Any:
    return each(inferred, ERRORS, op, kinds or TWO)


def evaluate(op: str, *kinds: int) -> Any:
    return each(evaluated, Exception, op, kinds or TWO)


PAIRS, TRIPLES = "2 3 0 1 2 3", "3 2 0 1 2 3"
QUESTIONS = [
    Question("shape inference: Sub", "array_api", "2 3 0 1 2 3 4", infer("Sub")),
    Question("shape inference: Sub, unknown ranks", "onnx", "2 2 ? 0 1 2 3 *", infer("Sub")),
    *(Question(f"shape inference: {op}", "onnx_multi", PAIRS, infer(op))
      for op in ("Add", "Max", "Mean")),
    Question("shape inference: Where", "onnx_multi", TRIPLES, infer("Where", BOOL, FLOAT, FLOAT)),
    Question("shape inference: Expand", "onnx_multi", PAIRS, each(inferred_expand, ERRORS)),
    Question("shape inference: PRelu", "onnx_uni", PAIRS, infer("PRelu")),
    Question("shape inference: Gemm", "onnx_uni of C", "gemm 0 1 2 3", infer("Gemm", *TWO, FLOAT)),
    Question("shape inference: MatMul", "matmul", PAIRS, infer("MatMul")),
    Question("shape inference: Add, unknown sizes", "onnx", "2 2 ? N M 0 1 2 3", infer("Add")),
    Question("shape inference: Where, unknown sizes", "onnx", "3 1 ? N M 0 1 2 3",
             infer("Where", BOOL, FLOAT, FLOAT)),
    Question("reference evaluator: Add", "onnx_multi", PAIRS, evaluate("Add")),
    Question("reference evaluator: PRelu", "onnx_uni", PAIRS, evaluate("PRelu")),
    Question("reference evaluator: Expand", "onnx_multi", PAIRS, evaluate("Expand", FLOAT, INT64)),
    Question("reference evaluator: MatMul", "matmul", PAIRS, evaluate("MatMul")),
]  # fmt: skip


def checked(op: str, case: Case) -> Answer:
    """Operands and a declared result, in the checker."""
    made = model(op, (FLOAT,) * (len(case) - 1), case[:-1], FLOAT, case[-1])
    onnx.checker.check_model(made, full_check=True)
    return shape_of(shape_inference.infer_shapes(made, strict_mode=True))


DECLARED = [("declared result", ((3,), (1,), result))
            for result in ((3,), (1,), ("?",), (2, 3), ("N",))]  # fmt: skip


def verdicts() -> list[dict[str, str]]:
    rows = of("Add in shape inference", infer("Add")) + of("shape inference", infer("Add"), (
        ("unknown against 1", (("?",), (1,))), ("unknown against 0", (("?",), (0,))),
        ("unknown against n", (("?",), (3,))), ("unknown against unknown", (("?",), ("?",))),
        ("a name against itself", (("N",), ("N",))), ("a name against another", (("N",), ("M",))),
        ("a name against 1", (("N",), (1,))), ("a name against n", (("N",), (3,))),
    ))  # fmt: skip
    none = each(lambda case: checked("Sum", Case((*case, ()))), Exception)
    rows += of("Sum in the checker", none, [("no operand", ())])
    return rows + of("the checker", each(checked, Exception, "Add"), DECLARED, True)
