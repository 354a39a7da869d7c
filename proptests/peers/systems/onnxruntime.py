"""ONNX Runtime: operators on values, by one model for each operator and its operands' ranks."""

import functools
from typing import Any

import numpy
import onnxruntime

from . import RANDOM, Answer, Case, Question, each, onnx, verdicts as of
from .onnx import BOOL, DECLARED, FLOAT, INT64, PAIRS, TRIPLES, TWO, UINT32, model, values

VERSIONS = {"onnx": onnx.onnx.__version__, "onnxruntime": onnxruntime.__version__}


def session_of(made: Any) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        made.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


@functools.cache
def session(
    op: str, kinds: tuple[int, ...], ranks: tuple[int, ...], out: int, attributes: tuple[Any, ...]
) -> onnxruntime.InferenceSession:
    return session_of(model(op, kinds, [("?",) * rank for rank in ranks], out, **dict(attributes)))


def read(case: Case, arrays: list[numpy.ndarray]) -> list[numpy.ndarray]:
    """The elements that bcast reads."""
    return [a.ravel()[numpy.array(r, dtype=int)] for a, r in zip(arrays, case.reads or [])]


def computed(op: str, kinds: tuple[int, ...], out: int, way: Any, attributes: tuple[Any, ...],
             case: Case) -> Answer:  # fmt: skip
    """An operator; `way` computes the same of the elements that bcast reads, and the result's size."""
    arrays = [values(s, k, i) for i, (s, k) in enumerate(zip(case, kinds))]
    if op == "Expand":
        arrays[1] = numpy.array(case[1], dtype=numpy.int64)
    made = session(op, kinds, tuple(a.ndim for a in arrays), out, attributes)
    result = made.run(None, {f"x{i}": a for i, a in enumerate(arrays)})[0]
    same = True
    if way is not None and case.reads is not None and result.shape == case.ok:
        if op == "Expand":
            arrays = arrays[:1]
        with numpy.errstate(all="ignore"):
            right = way(result.size, *read(case, arrays))
            same = numpy.allclose(result.ravel(), right, equal_nan=True)
    # A sum of no products has what was in the memory before.
    note = "other values" if result.size == 0 or all(a.size for a in arrays) else RANDOM
    return Answer(tuple(result.shape), "" if same else note)


def run(op: str, kinds: tuple[int, ...], out: int, way: Any, **attributes: Any) -> Any:
    return each(computed, Exception, op, kinds, out, way, tuple(sorted(attributes.items())))


def elementwise(op: str, kinds: tuple[int, ...], out: int, way: Any) -> Any:
    return run(op, kinds, out, lambda size, *operands: way(*operands))


def product(size: int, a: Any, b: Any, *c: Any) -> Any:
    sums = (a * b).reshape(size, -1).sum(axis=1) if size else a * b
    return sums + c[0] if c else sums


def prelu(x: Any, slope: Any) -> Any:
    return numpy.where(x < 0, slope * x, x)


ARITHMETIC = {
    "Add": numpy.add, "Sub": numpy.subtract, "Mul": numpy.multiply, "Div": numpy.divide,
    "Max": numpy.maximum, "Min": numpy.minimum, "Sum": numpy.add, "Mean": lambda x, y: (x + y) / 2,
    "Pow": numpy.power,
}  # fmt: skip
COMPARISONS = {
    "Equal": numpy.equal, "Less": numpy.less, "Greater": numpy.greater,
    "LessOrEqual": numpy.less_equal, "GreaterOrEqual": numpy.greater_equal,
}  # fmt: skip
LOGICAL = {"And": numpy.logical_and, "Or": numpy.logical_or, "Xor": numpy.logical_xor}
OF_THREE = {"Max": lambda *of: numpy.max(of, axis=0), "Min": lambda *of: numpy.min(of, axis=0),
            "Sum": lambda *of: numpy.sum(of, axis=0), "Mean": lambda *of: numpy.mean(of, axis=0)}  # fmt: skip
MATMUL = run("MatMul", TWO, FLOAT, product)
QUESTIONS = [
    Question("Sub, larger sizes", "array_api", "2 3 0 1 2 3 4",
             elementwise("Sub", TWO, FLOAT, numpy.subtract)),
    *(Question(op, "onnx_multi", PAIRS, elementwise(op, (kind, kind), out, way))
      for op, kind, out, way in (
          *((op, FLOAT, FLOAT, way) for op, way in ARITHMETIC.items()),
          *((op, FLOAT, BOOL, way) for op, way in COMPARISONS.items()),
          *((op, BOOL, BOOL, way) for op, way in LOGICAL.items()),
          ("Mod", INT64, INT64, numpy.mod), ("BitwiseAnd", UINT32, UINT32, numpy.bitwise_and),
      )),
    *(Question(f"{op} of three", "onnx_multi", TRIPLES, elementwise(op, (FLOAT,) * 3, FLOAT, way))
      for op, way in OF_THREE.items()),
    Question("Where", "onnx_multi", TRIPLES, elementwise("Where", (BOOL, *TWO), FLOAT, numpy.where)),
    Question("Expand", "onnx_multi", PAIRS, elementwise("Expand", (FLOAT, INT64), FLOAT, lambda x: x)),
    Question("PRelu", "onnx_uni", PAIRS, elementwise("PRelu", TWO, FLOAT, prelu)),
    Question("Gemm", "onnx_uni of C", "gemm 0 1 2 3", run("Gemm", (FLOAT,) * 3, FLOAT, product)),
    Question("MatMul", "matmul", PAIRS, MATMUL),
    Question("MatMul, batches", "matmul", "batches 0 1 2 3", MATMUL),
    *(Question(f"{op}, axis -1", "onnx_uni", "1 1..3 1 2 3 by 1 3 0 1 2 3",
               run(op, TWO, FLOAT, None, axis=-1))
      for op in ("LayerNormalization", "RMSNormalization")),
]  # fmt: skip


def sums_of_nothing(case: Case) -> Answer:
    """MatMul without a product to add, after one whose result is not 0, in the same session."""
    a, b = case
    made = session("MatMul", TWO, (len(a), len(b)), FLOAT, ())

    def multiplied(inner: int) -> Any:
        other = (*b[:-2], inner, *b[-1:]) if len(b) > 1 else (inner,)
        arrays = {"x0": numpy.ones((*a[:-1], inner), numpy.float32), "x1": numpy.ones(other, numpy.float32)}
        return made.run(None, arrays)[0]

    for _ in range(8):
        multiplied(7)
    result = multiplied(0)
    return Answer(tuple(result.shape), f"values {result.ravel()[:4]}" if result.any() else "")


def loaded(op: str, case: Case) -> Answer:
    """Operands and a declared result."""
    operands = case[:-1]
    made = session_of(model(op, (FLOAT,) * len(operands), operands, FLOAT, case[-1]))
    arrays = {f"x{i}": values(s, FLOAT, i) for i, s in enumerate(operands)}
    return Answer(tuple(made.run(None, arrays)[0].shape))


def verdicts() -> list[dict[str, str]]:
    rows = of("Add in ONNX Runtime", elementwise("Add", TWO, FLOAT, numpy.add))
    rows += of("PRelu in ONNX Runtime", elementwise("PRelu", TWO, FLOAT, prelu))
    empty = [((2, 0), (0,)), ((2, 0), (0, 3)), ((2, 3, 0), (2, 0, 4))]
    rows += of("MatMul in ONNX Runtime", each(sums_of_nothing, Exception),
               [("a sum of no products", case) for case in empty])  # fmt: skip
    rows += of("Sum in ONNX Runtime", elementwise("Sum", (FLOAT,), FLOAT, lambda x: x),
               [("one operand", ((2,),))])  # fmt: skip
    none = each(lambda case: loaded("Sum", Case((*case, ()))), Exception)
    rows += of("Sum in ONNX Runtime", none, [("no operand", ())])
    return rows + of("ONNX Runtime", each(loaded, Exception, "Add"), DECLARED, True)
