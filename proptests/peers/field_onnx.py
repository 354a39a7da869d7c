#!/usr/bin/env python3
"""Ask ONNX's shape inference and reference evaluator, and ONNX Runtime, about ONNX's two rules.

Exit status: 0 if every table is as in facts/field/onnx.json, 1 if one is not, 77 if a package is
missing.
"""

import functools
import sys
from typing import Any

from field_table import (
    Answer, Question, Shape, guarded, joined, main, matmul, needs, of_cases, of_pairs, shapes,
    stretched, tuples, verdict
)

np, onnx, ort = needs("numpy", "onnx", "onnxruntime")
reference = next(needs("onnx.reference"))
helper, TensorProto = onnx.helper, onnx.TensorProto

FLOAT, INT64, BOOL, UINT32 = (
    TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL, TensorProto.UINT32
)
OPSET = 23


# The rules, as docs/Broadcasting.md states them: lines 17 to 24 are `joined`.


def unidirectional(a: Shape, b: Shape) -> Shape | None:
    """Lines 57 to 67."""
    return stretched(b, a)


def expanded(data: Shape, shape: Shape) -> Shape | None:
    """Operators.md, Expand: the shape takes part as an operand does."""
    return joined(data, shape)


def gemm(a: Shape, b: Shape, c: Shape) -> Shape | None:
    """Operators.md, Gemm: C is stretched to (M, N)."""
    return None if a[1] != b[0] else stretched(c, (a[0], b[1]))


def inferred(*operands: Shape) -> Shape | None:
    """multidirectionalBroadcastShapeInference of onnx/defs/shape_inference.h: a name joins itself."""
    rank = max(map(len, operands))
    result: list[Any] = []
    for axis in zip(*((1,) * (rank - len(s)) + tuple(s) for s in operands)):
        numbers = {size for size in axis if isinstance(size, int) and size != 1}
        names = [size for size in axis if isinstance(size, str)]
        if len(numbers) > 1:
            return None
        if numbers or not names:
            result.append(numbers.pop() if numbers else 1)
        else:
            result.append(names[0] if len(set(names)) == 1 else "?")
    return tuple(result)


# Models


def declare(name: str, kind: int, shape: Shape | None) -> Any:
    sizes = None if shape is None else [None if s == "?" else s for s in shape]
    return helper.make_tensor_value_info(name, kind, sizes)


def model(op: str, kinds: tuple[int, ...], operands: tuple[Any, ...], out: int = FLOAT,
          result: Shape | None = None, constants: tuple[Any, ...] = (), **attributes: Any) -> Any:
    names = [f"x{i}" for i in range(len(operands))]
    graph = helper.make_graph(
        [helper.make_node(op, names + [c.name for c in constants], ["y"], **attributes)],
        "case",
        [declare(n, k, s) for n, k, s in zip(names, kinds, operands)],
        [declare("y", out, result)],
        list(constants),
    )
    return helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", OPSET)])


TYPES = {FLOAT: np.float32, INT64: np.int64, BOOL: np.bool_, UINT32: np.uint32}


@functools.cache
def session(op: str, kinds: tuple[int, ...], ranks: tuple[int, ...], out: int,
            attributes: tuple[Any, ...]) -> Any:
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    operands = tuple(("?",) * r for r in ranks)
    made = model(op, kinds, operands, out, **dict(attributes))
    return ort.InferenceSession(
        made.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def values(shape: Shape, kind: int, number: int) -> Any:
    """Other elements for each operand; the first operand's are negative, for PRelu."""
    count = int(np.prod(shape, dtype=np.int64))
    base = np.arange(count, dtype=np.int64).reshape(shape)
    sign = -1 if kind == FLOAT and number == 0 else 1
    made = base % 2 == number % 2 if kind == BOOL else (base + 1) * (7 - 3 * number) * sign
    return np.asarray(made, dtype=TYPES[kind])


class Runtime:
    """An operator in ONNX Runtime; `numpy_way` computes the same values."""

    def __init__(self, op: str, kinds: tuple[int, ...], out: int, numpy_way: Any, **attributes: Any):
        self.op, self.kinds, self.out, self.numpy_way = op, kinds, out, numpy_way
        self.attributes = tuple(sorted(attributes.items()))

    def __call__(self, *operands: Shape) -> Answer:
        made = session(self.op, self.kinds, tuple(map(len, operands)), self.out, self.attributes)
        arrays = [values(s, k, i) for i, (s, k) in enumerate(zip(operands, self.kinds))]
        answer = made.run(None, {f"x{i}": a for i, a in enumerate(arrays)})[0]
        note = ""
        if self.numpy_way is not None:
            with np.errstate(all="ignore"):
                try:
                    same = np.allclose(answer, self.numpy_way(*arrays), equal_nan=True)
                except ValueError:
                    same = True  # no value is right for what the rule refuses
            note = "" if same else "other values"
        return Answer(tuple(answer.shape), note)


def run_expand(data: Shape, shape: Shape) -> Answer:
    made = session("Expand", (FLOAT, INT64), (len(data), 1), FLOAT, ())
    array = values(data, FLOAT, 0)
    answer = made.run(None, {"x0": array, "x1": np.array(shape, dtype=np.int64)})[0]
    try:
        same = np.array_equal(answer, array * np.ones(shape, dtype=np.float32))
    except ValueError:
        same = True
    return Answer(tuple(answer.shape), "" if same else "other values")


class Inference:
    """Strict shape inference of an operator whose inputs have these shapes."""

    def __init__(self, op: str, kinds: tuple[int, ...], out: int = FLOAT, **attributes: Any):
        self.op, self.kinds, self.out, self.attributes = op, kinds, out, attributes

    def __call__(self, *operands: Shape) -> Answer:
        made = model(self.op, self.kinds, operands, self.out, **self.attributes)
        return shape_of(onnx.shape_inference.infer_shapes(made, strict_mode=True))


def shape_of(made: Any) -> Answer:
    kind = made.graph.output[0].type.tensor_type
    if not kind.HasField("shape"):
        return Answer("*")
    sizes: list[Any] = []
    for size in kind.shape.dim:
        named = size.dim_param if not size.dim_param.startswith("unk__") else ""
        sizes.append(size.dim_value if size.HasField("dim_value") else named or "?")
    return Answer(tuple(sizes))


def infer_expand(data: Shape, shape: Shape) -> Answer:
    wanted = helper.make_tensor("shape", INT64, [len(shape)], list(shape))
    made = model("Expand", (FLOAT,), (data,), constants=(wanted,))
    return shape_of(onnx.shape_inference.infer_shapes(made, strict_mode=True, data_prop=True))


class Reference:
    """ONNX's own evaluator in Python."""

    def __init__(self, op: str, kinds: tuple[int, ...], out: int = FLOAT):
        self.op, self.kinds, self.out = op, kinds, out

    @functools.cache
    def evaluator(self, ranks: tuple[int, ...]) -> Any:
        made = model(self.op, self.kinds, tuple(("?",) * r for r in ranks), self.out)
        return reference.ReferenceEvaluator(made)

    def __call__(self, *operands: Shape) -> Answer:
        if self.op == "Expand":
            arrays = [values(operands[0], FLOAT, 0), np.array(operands[1], dtype=np.int64)]
            ranks = (len(operands[0]), 1)
        else:
            arrays = [values(s, k, i) for i, (s, k) in enumerate(zip(operands, self.kinds))]
            ranks = tuple(map(len, operands))
        with np.errstate(all="ignore"):
            answer = self.evaluator(ranks).run(None, {f"x{i}": a for i, a in enumerate(arrays)})[0]
        return Answer(tuple(np.shape(answer)))


INFERENCE_ERRORS = (onnx.shape_inference.InferenceError, onnx.checker.ValidationError)
PAIRS = tuples(2, 3, range(4))
TRIPLES = tuples(3, 2, range(4))
TWO = "two operands, rank <= 3, sizes 0 to 3"
THREE = "three operands, rank <= 2, sizes 0 to 3"
MULTI = "onnx, multidirectional"
UNI = "onnx, unidirectional"

ARITHMETIC = {
    "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide, "Max": np.maximum,
    "Min": np.minimum, "Sum": np.add, "Mean": lambda x, y: (x + y) / 2,
    "Pow": np.power,
}
COMPARISONS = {
    "Equal": np.equal, "Less": np.less, "Greater": np.greater, "LessOrEqual": np.less_equal,
    "GreaterOrEqual": np.greater_equal,
}
LOGICAL = {"And": np.logical_and, "Or": np.logical_or, "Xor": np.logical_xor}
INTEGRAL = {"Mod": (INT64, np.mod), "BitwiseAnd": (UINT32, np.bitwise_and)}


def prelu(x: Any, slope: Any) -> Any:
    return np.where(x < 0, slope * x, x)


def runtime(op: str, kinds: tuple[int, ...], out: int, way: Any, **attributes: Any) -> Any:
    return guarded(Runtime(op, kinds, out, way, **attributes), Exception)


def questions() -> list[Question]:
    found = []

    def ask(asked: str, rule: str, scope: str, cases: list[Any], answer: Any, expected: Any) -> None:
        found.append(Question(asked, rule, scope, cases, answer, expected))

    for op, way in ARITHMETIC.items():
        ask(f"ONNX Runtime: {op}", MULTI, TWO, PAIRS,
            runtime(op, (FLOAT, FLOAT), FLOAT, way), joined)
    for op, way in COMPARISONS.items():
        ask(f"ONNX Runtime: {op}", MULTI, TWO, PAIRS,
            runtime(op, (FLOAT, FLOAT), BOOL, way), joined)
    for op, way in LOGICAL.items():
        ask(f"ONNX Runtime: {op}", MULTI, TWO, PAIRS,
            runtime(op, (BOOL, BOOL), BOOL, way), joined)
    for op, (kind, way) in INTEGRAL.items():
        ask(f"ONNX Runtime: {op}", MULTI, TWO, PAIRS,
            runtime(op, (kind, kind), kind, way), joined)
    three = {"Max": lambda x, y, z: np.maximum(np.maximum(x, y), z),
             "Min": lambda x, y, z: np.minimum(np.minimum(x, y), z),
             "Sum": lambda x, y, z: x + y + z, "Mean": lambda x, y, z: (x + y + z) / 3}
    for op, way in three.items():
        ask(f"ONNX Runtime: {op} of three", MULTI, THREE, TRIPLES,
            runtime(op, (FLOAT,) * 3, FLOAT, way), joined)
    ask("ONNX Runtime: Where", MULTI, THREE, TRIPLES,
        runtime("Where", (BOOL, FLOAT, FLOAT), FLOAT, np.where), joined)
    ask("ONNX Runtime: Expand", "onnx, Expand", "data and shape, rank <= 3, sizes 0 to 3", PAIRS,
        guarded(run_expand, Exception), expanded)
    ask("ONNX Runtime: PRelu", UNI, "X and slope, rank <= 3, sizes 0 to 3", PAIRS,
        runtime("PRelu", (FLOAT, FLOAT), FLOAT, prelu), unidirectional)
    gemms = [(a, b, c) for a in shapes(2, range(4), 2) for b in shapes(2, range(4), 2)
             for c in shapes(2, range(4)) if a[1] == b[0]]
    ask("ONNX Runtime: Gemm", UNI, "A (M, K), B (K, N), C of rank <= 2, sizes 0 to 3", gemms,
        runtime("Gemm", (FLOAT,) * 3, FLOAT, lambda a, b, c: a @ b + c), gemm)
    ask("ONNX Runtime: MatMul", "onnx, MatMul", TWO, PAIRS,
        runtime("MatMul", (FLOAT, FLOAT), FLOAT, np.matmul), matmul)
    batches = [((*p, 2, 3), (*q, 3, 4)) for p, q in tuples(2, 2, range(4))]
    ask("ONNX Runtime: MatMul, batches", "onnx, MatMul",
        "(p, 2, 3) and (q, 3, 4), p and q of rank <= 2, sizes 0 to 3", batches,
        runtime("MatMul", (FLOAT, FLOAT), FLOAT, np.matmul), matmul)
    norms = [(x, s) for x in shapes(3, range(1, 4), 1) for s in shapes(3, range(4))]
    for op in ("LayerNormalization", "RMSNormalization"):
        ask(f"ONNX Runtime: {op}, axis -1", UNI, "X of sizes 1 to 3, scale of sizes 0 to 3, rank <= 3",
            norms, runtime(op, (FLOAT, FLOAT), FLOAT, None, axis=-1), unidirectional)

    def infer(op: str, kinds: tuple[int, ...], out: int = FLOAT) -> Any:
        return guarded(Inference(op, kinds, out), INFERENCE_ERRORS)

    for op in ("Add", "Max", "Mean"):
        ask(f"shape inference: {op}", MULTI, TWO, PAIRS, infer(op, (FLOAT, FLOAT)), joined)
    ask("shape inference: Where", MULTI, THREE, TRIPLES, infer("Where", (BOOL, FLOAT, FLOAT)),
        joined)
    ask("shape inference: Expand", "onnx, Expand", "data and shape, rank <= 3, sizes 0 to 3", PAIRS,
        guarded(infer_expand, INFERENCE_ERRORS), expanded)
    ask("shape inference: PRelu", UNI, "X and slope, rank <= 3, sizes 0 to 3", PAIRS,
        infer("PRelu", (FLOAT, FLOAT)), unidirectional)
    ask("shape inference: Gemm", UNI, "A (M, K), B (K, N), C of rank <= 2, sizes 0 to 3", gemms,
        infer("Gemm", (FLOAT,) * 3), gemm)
    ask("shape inference: MatMul", "onnx, MatMul", TWO, PAIRS, infer("MatMul", (FLOAT, FLOAT)), matmul)
    ask("shape inference: Add, unknown sizes", "onnx, inference",
        "two operands, rank <= 2, sizes ?, N, M, 0 to 3",
        tuples(2, 2, ["?", "N", "M", 0, 1, 2, 3]), infer("Add", (FLOAT, FLOAT)), inferred)
    ask("shape inference: Where, unknown sizes", "onnx, inference",
        "three operands, rank <= 1, sizes ?, N, M, 0 to 3",
        tuples(3, 1, ["?", "N", "M", 0, 1, 2, 3]), infer("Where", (BOOL, FLOAT, FLOAT)), inferred)

    for op, kinds, rule, name in (
        ("Add", (FLOAT, FLOAT), joined, MULTI),
        ("PRelu", (FLOAT, FLOAT), unidirectional, UNI),
        ("Expand", (FLOAT, INT64), expanded, "onnx, Expand"),
        ("MatMul", (FLOAT, FLOAT), matmul, "onnx, MatMul"),
    ):
        ask(f"reference evaluator: {op}", name, TWO, PAIRS,
            guarded(Reference(op, kinds), Exception), rule)
    return found


def sums_of_nothing(a: Shape, b: Shape) -> Answer:
    """MatMul without a product to add, after one whose result is not 0, in the same session."""
    made = session("MatMul", (FLOAT, FLOAT), (len(a), len(b)), FLOAT, ())

    def product(inner: int) -> Any:
        other = (*b[:-2], inner, *b[-1:]) if len(b) > 1 else (inner,)
        arrays = {"x0": np.ones((*a[:-1], inner), np.float32), "x1": np.ones(other, np.float32)}
        return made.run(None, arrays)[0]

    for _ in range(8):
        product(7)
    answer = product(0)
    return Answer(tuple(answer.shape), "" if not answer.any() else f"values {answer.ravel()[:4]}")


def loads(op: str, operands: tuple[Shape, ...], result: Shape) -> Answer:
    """A declared result, in ONNX Runtime."""
    options = ort.SessionOptions()
    options.log_severity_level = 4
    made = model(op, (FLOAT,) * len(operands), operands, FLOAT, result)
    loaded = ort.InferenceSession(made.SerializeToString(), options)
    arrays = {f"x{i}": values(s, FLOAT, i) for i, s in enumerate(operands)}
    return Answer(tuple(loaded.run(None, arrays)[0].shape))


def checked(op: str, operands: tuple[Shape, ...], result: Shape) -> Answer:
    made = model(op, (FLOAT,) * len(operands), operands, FLOAT, result)
    onnx.checker.check_model(made, full_check=True)
    return shape_of(onnx.shape_inference.infer_shapes(made, strict_mode=True))


def verdicts() -> list[dict[str, str]]:
    add = runtime("Add", (FLOAT, FLOAT), FLOAT, np.add)
    infer = guarded(Inference("Add", (FLOAT, FLOAT)), INFERENCE_ERRORS)
    slope = runtime("PRelu", (FLOAT, FLOAT), FLOAT, prelu)
    rows = [
        *of_pairs("Add in ONNX Runtime", add), *of_pairs("PRelu in ONNX Runtime", slope),
        *of_pairs("Add in shape inference", infer),
    ]
    rows += of_cases("shape inference", infer, (
        ("unknown against 1", (("?",), (1,))), ("unknown against 0", (("?",), (0,))),
        ("unknown against n", (("?",), (3,))), ("unknown against unknown", (("?",), ("?",))),
        ("a name against itself", (("N",), ("N",))), ("a name against another", (("N",), ("M",))),
        ("a name against 1", (("N",), (1,))), ("a name against n", (("N",), (3,))),
    ))
    empty = guarded(sums_of_nothing, Exception)
    for case in (((2, 0), (0,)), ((2, 0), (0, 3)), ((2, 3, 0), (2, 0, 4))):
        rows.append(verdict("a sum of no products, MatMul in ONNX Runtime", case, empty(*case)))
    one = runtime("Sum", (FLOAT,), FLOAT, lambda x: x)
    rows.append(verdict("one operand, Sum in ONNX Runtime", ((2,),), one((2,))))
    none = guarded(lambda: loads("Sum", (), ()), Exception)
    rows.append(verdict("no operand, Sum in ONNX Runtime", (), none()))
    none = guarded(lambda: checked("Sum", (), ()), Exception)
    rows.append(verdict("no operand, Sum in the checker", (), none()))
    for result in ((3,), (1,), ("?",), (2, 3), ("N",)):
        case = ("Add", ((3,), (1,)), result)
        for name, way in (("ONNX Runtime", loads), ("the checker", checked)):
            rows.append(verdict(f"declared result, {name}", ((3,), (1,), "->", result),
                                guarded(way, Exception)(*case)))
    return rows


if __name__ == "__main__":
    VERSIONS = {"onnx": onnx.__version__, "onnxruntime": ort.__version__, "numpy": np.__version__}
    sys.exit(main("onnx", __doc__, VERSIONS, questions(), verdicts))
