"""The verifier, the inference and the interpreter that jaxlib ships, and JAX's symbolic sizes.

StableHLO: broadcast_in_dim and dynamic_broadcast_in_dim; CHLO: broadcast_subtract and
broadcast_select, inferred, and compiled by XLA; JAX: jax.numpy.subtract of symbolic shapes.
CHLO's inference reads a negative entry of broadcast_dimensions as an index and may end the process,
so that it is asked in a process of its own.
"""

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import jax
import jaxlib
import jaxlib.xla_client as xla_client
import numpy
from jax import export
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import chlo, func, stablehlo

from . import Answer, Axes, Case, Question, Shape, Size, copied, differences, each, told, verdicts as of

jax.config.update("jax_enable_x64", True)
CONTEXT = mlir.make_ir_context()
VERSIONS = {"jax": jax.__version__, "jaxlib": jaxlib.__version__,
            "stablehlo": stablehlo.get_current_version()}  # fmt: skip


def tensor(shape: Shape, element: str = "i64") -> str:
    sizes = ["?" if isinstance(s, str) else s for s in shape]
    bounds = [str(s).removeprefix("<=") if str(s).startswith("<=") else "?" for s in shape]
    encoding = f", #stablehlo.bounds<{', '.join(bounds)}>" if set(bounds) - {"?"} else ""
    return "tensor<" + "".join(f"{s}x" for s in sizes) + element + encoding + ">"


def shape_of(kind: Any) -> Answer:
    """An unranked result is how CHLO's inference refuses."""
    if not isinstance(kind, ir.RankedTensorType):
        return Answer(error=f"inferred {kind}")
    ranked: Any = kind
    sizes: list[Size] = ["?" if ranked.is_dynamic_dim(i) else ranked.get_dim_size(i)
                         for i in range(ranked.rank)]  # fmt: skip
    if ranked.encoding is not None:
        limits = stablehlo.TypeExtensions(ranked.encoding).bounds
        sizes = [f"<={b}" if s == "?" and b >= 0 else s for s, b in zip(sizes, limits)]
    return Answer(tuple(sizes))


def array(values: Axes) -> str:
    return "array<i64" + (": " + ", ".join(map(str, values)) if values else "") + ">"


def elements(shape: Shape) -> Any:
    return numpy.arange(math.prod(shape), dtype=numpy.int64).reshape(shape)


def evaluate(module: Any, operands: list[Any]) -> Any:
    arguments = [ir.DenseIntElementsAttr.get(o, type=ir.Type.parse(tensor(o.shape))) for o in operands]
    result = stablehlo.eval_module(module, arguments)[0]
    return numpy.array(result).reshape(ir.RankedTensorType(result.type).shape)


def verified(case: Case) -> Answer:
    """broadcast_in_dim; the verifier, then the interpreter where every size is known."""
    operand, dims, result = case
    text = (f"func.func @main(%x: {tensor(operand)}) -> {tensor(result)} {{\n"
            f"  %0 = \"stablehlo.broadcast_in_dim\"(%x) {{broadcast_dimensions = {array(dims)}}}"
            f" : ({tensor(operand)}) -> {tensor(result)}\n  return %0 : {tensor(result)}\n}}")  # fmt: skip
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.parse(text)
        if "?" in operand + result:
            return Answer(result)
        x = elements(operand)
        result = evaluate(module, [x])
        return copied(case, result.shape, result.ravel(), x.ravel())


def dynamic(case: Case) -> Answer:
    """dynamic_broadcast_in_dim; the interpreter ends the process if the result's type has a `?`."""
    operand, output, dims, *hints = case
    attributes = [f"broadcast_dimensions = {array(dims)}"]
    for name, hint in zip(("known_expanding_dimensions", "known_nonexpanding_dimensions"), hints):
        if hint is not None:
            attributes.append(f"{name} = {array(hint)}")
    result, count = tensor(output), f"tensor<{len(output)}xi64>"
    text = (f"func.func @main(%x: {tensor(operand)}, %s: {count}) -> {result} {{\n"
            f"  %0 = \"stablehlo.dynamic_broadcast_in_dim\"(%x, %s) {{{', '.join(attributes)}}}"
            f" : ({tensor(operand)}, {count}) -> {result}\n  return %0 : {result}\n}}")  # fmt: skip
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.parse(text)
        x = elements(operand)
        result = evaluate(module, [x, numpy.array(output, dtype=numpy.int64)])
        return copied(case, result.shape, result.ravel(), x.ravel())


def inferred(case: Case) -> Answer:
    """broadcast_subtract of two operands and perhaps axes, or broadcast_select of three operands."""
    operands = [part for part in case if not isinstance(part, Axes)]
    axes = [part for part in case if isinstance(part, Axes)]
    elements_of = ("i1", "i64", "i64") if len(operands) == 3 else ("i64", "i64")
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.create()
        kinds = [ir.Type.parse(tensor(s, e)) for s, e in zip(operands, elements_of)]
        with ir.InsertionPoint(module.body):
            made = func.FuncOp("main", (kinds, []))
        block = made.add_entry_block()
        with ir.InsertionPoint(block):
            if len(operands) == 3:
                return shape_of(chlo.broadcast_select(*block.arguments).type)
            attribute = ir.DenseI64ArrayAttr.get(list(axes[0])) if axes else None
            return shape_of(
                chlo.broadcast_subtract(*block.arguments, broadcast_dimensions=attribute).type
            )


def compiled(case: Case) -> Answer:
    """CHLO through XLA on the CPU, with the inferred type."""
    answer = inferred(case)
    if answer.shape is None:
        return answer
    x, y, *axes = case
    attribute = f"{{broadcast_dimensions = {array(axes[0])}}}" if axes else ""
    result = tensor(answer.shape)
    text = (f"func.func public @main(%x: {tensor(x)}, %y: {tensor(y)}) -> {result} {{\n"
            f"  %0 = \"chlo.broadcast_subtract\"(%x, %y) {attribute}"
            f" : ({tensor(x)}, {tensor(y)}) -> {result}\n  return %0 : {result}\n}}")  # fmt: skip
    device = jax.devices()[0]
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.parse(text)
    program = device.client.compile_and_load(
        module, xla_client.DeviceList((device,)), xla_client.CompileOptions()
    )
    arrays = [elements(x) * 100, elements(y)]
    values = numpy.asarray(program.execute([jax.device_put(a) for a in arrays])[0])
    return told(case, values.shape, values.ravel(), differences, *(a.ravel() for a in arrays))


def polymorphic(case: Case) -> Answer:
    names = sorted({s for shape in case for s in shape if isinstance(s, str)})
    scope = dict(zip(names, export.symbolic_shape(", ".join(names)))) if names else {}
    arguments = [jax.ShapeDtypeStruct(tuple(scope.get(s, s) for s in o), numpy.int32) for o in case]
    function = jax.numpy.subtract if len(case) == 2 else jax.numpy.where
    result = jax.eval_shape(function, *arguments)
    return Answer(tuple(s if isinstance(s, int) else str(s) for s in result.shape))


ERRORS = (ir.MLIRError, ValueError, RuntimeError, TypeError)
VERIFY, HINTS, INFER = each(verified, ERRORS), each(dynamic, ERRORS), each(inferred, ERRORS)
COMPILE, SYMBOLS = each(compiled, ERRORS), each(polymorphic, Exception)
IN_DIM, DYNAMIC = "stablehlo.broadcast_in_dim", "stablehlo.dynamic_broadcast_in_dim"
SUBTRACT = "chlo.broadcast_subtract"
QUESTIONS = [
    Question(f"{IN_DIM}, verified and interpreted", "stablehlo", "in_dim_3 0 1 2", VERIFY),
    Question(f"{IN_DIM}, unknown sizes, verified", "stablehlo unknown", "in_dim_2 ? 0 1 2", VERIFY),
    Question(f"{DYNAMIC}, hints, verified and interpreted", "stablehlo hints", "hints 0 1 2", HINTS),
    Question(f"{DYNAMIC}, hints held against the sizes", "stablehlo true hints", "hints 0 1 2", HINTS),
    Question(f"{SUBTRACT}, inferred", "chlo", "2 3 0 1 2 3", INFER),
    Question(f"{SUBTRACT}, inferred, unknown sizes", "chlo unknown=infer", "2 2 ? 0 1 2 3", INFER),
    Question(f"{SUBTRACT}, inferred, bounded sizes", "chlo bounded", "2 2 <=1 <=2 <=3 0 1 2 3", INFER),
    Question(f"{SUBTRACT}, inferred, with broadcast_dimensions", "chlo", "along 1 2 3", INFER),
    Question("chlo.broadcast_select, inferred", "chlo", "3 2 0 1 2", INFER),
    Question(f"{SUBTRACT}, compiled", "chlo", "2 2 0 1 2", COMPILE),
    Question(f"{SUBTRACT}, compiled, with broadcast_dimensions", "chlo", "along 1 2", COMPILE),
    Question("jax.numpy.subtract, symbolic sizes", "jax_symbolic", "2 2 a b 0 1 2 3", SYMBOLS),
    Question("jax.numpy.where, symbolic sizes", "jax_symbolic", "3 1 a b 0 1 2 3", SYMBOLS),
]


def alone(cases: list[Case]) -> list[Answer]:
    """CHLO's inference, each in a process of its own."""
    answers = []
    for x, y, entries in cases:
        program = ("from systems import Axes, Case\nfrom systems.jax import inferred\n"
                   f"print(inferred(Case(({x}, {y}, Axes({tuple(entries)})))))")  # fmt: skip
        run = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True,
                             cwd=Path(__file__).parent.parent)  # fmt: skip
        if run.returncode:
            answers.append(Answer(error=f"the process ends with status {run.returncode}"))
        else:
            answers.append(Answer("refused" if "shape=None" in run.stdout else run.stdout.strip()))
    return answers


def accepted(case: Case) -> Answer:
    """CHLO's inference, where `*` is an unranked result: the verifier accepts any type for it."""
    answer = inferred(case)
    return Answer("*") if answer.error.startswith("inferred tensor<*") else answer


def verdicts() -> list[dict[str, str]]:
    accept = each(accepted, ERRORS)
    rows = of(SUBTRACT, accept) + of("jax.numpy.subtract", SYMBOLS)
    rows += of(SUBTRACT, accept, (
        ("unknown against 1", (("?",), (1,))), ("unknown against 0", (("?",), (0,))),
        ("unknown against n", (("?",), (3,))), ("unknown against unknown", (("?",), ("?",))),
        ("bounded against its bound", (("<=3",), (3,))), ("bounded against 1", (("<=3",), (1,))),
        ("bounded against itself", (("<=3",), ("<=3",))),
        ("bounded against unknown", (("<=3",), ("?",))), ("at most 1 against n", (("<=1",), (2,))),
    ))  # fmt: skip
    rows += of(IN_DIM, VERIFY, [(asked, (x, Axes(dims), result)) for asked, x, dims, result in (
        ("rank", (3,), (1,), (2, 3)), ("1 to 0", (1,), (0,), (0,)), ("0 to 1", (0,), (0,), (1,)),
        ("1 to n", (1,), (0,), (3,)), ("n to 1", (3,), (0,), (1,)),
        ("axes exchanged", (2, 3), (1, 0), (3, 2)), ("an axis twice", (2, 2), (0, 0), (2, 2)),
        ("declared result unknown", (2,), (0,), ("?",)), ("unknown to n", ("?",), (0,), (3,)),
    )])  # fmt: skip
    rows += of(DYNAMIC, HINTS, (
        ("hints that are true", ((1, 3), (2, 3, 2), Axes((2, 1)), Axes((0,)), Axes((1,)))),
        ("hints exchanged", ((1, 3), (2, 3, 2), Axes((2, 1)), Axes((1,)), Axes((0,)))),
        ("nonexpanding, and it expands", ((1,), (2,), Axes((0,)), None, Axes((0,)))),
        ("expanding, and it does not", ((2,), (2,), Axes((0,)), Axes((0,)), None)),
        ("a hint twice", ((1,), (2,), Axes((0,)), Axes((0,)), Axes((0,)))),
    ))  # fmt: skip
    rows += of("jax.numpy.subtract", SYMBOLS, (
        ("a symbol against itself", (("a",), ("a",))), ("a symbol against another", (("a",), ("b",))),
        ("a symbol against 1", (("a",), (1,))), ("a symbol against n", (("a",), (3,))),
        ("a symbol against 0", (("a",), (0,))),
    ))  # fmt: skip
    for case in (((2, 3), (2,), Axes((0,))), ((2, 2), (2, 2), Axes((1, 0))),
                 ((2, 2), (2, 2), Axes((0, 0))), ((2, 3), (3, 2), Axes((1, 0)))):  # fmt: skip
        rows += of("chlo inferred", INFER, [("axes given", case)])
        rows += of("chlo compiled", COMPILE, [("axes given", case)])
    entries = [("a negative entry", ((2, 3), (2,), Axes((entry,)))) for entry in (-1, -5)]
    return rows + of("chlo inferred", alone, entries)
