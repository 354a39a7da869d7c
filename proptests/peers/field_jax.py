#!/usr/bin/env python3
"""Ask the verifier, the inference and the interpreter that jaxlib ships, and JAX's symbolic sizes.

StableHLO: broadcast_in_dim and dynamic_broadcast_in_dim; CHLO: broadcast_subtract and
broadcast_select, inferred, and compiled by XLA; JAX: jax.numpy.subtract of symbolic shapes.
CHLO's inference reads a negative entry of broadcast_dimensions as an index and may end the process,
so that it is asked in a process of its own.

Exit status: 0 if every table is as in facts/field/jax.json, 1 if one is not, 77 if a package is
missing.
"""

import itertools
import subprocess
import sys
from typing import Any

from field_table import (
    Answer, Axes, Question, Shape, guarded, joined, main, needs, of_cases, of_pairs, shapes, tuples,
    verdict
)

np, jax, export, mlir, ir, stablehlo, chlo, func = needs(
    "numpy", "jax", "jax.export", "jax._src.interpreters.mlir", "jaxlib.mlir.ir",
    "jaxlib.mlir.dialects.stablehlo", "jaxlib.mlir.dialects.chlo", "jaxlib.mlir.dialects.func",
)
jax.config.update("jax_enable_x64", True)
CONTEXT = mlir.make_ir_context()
Dims = tuple[int, ...] | None


# The rules


def in_dim(operand: Shape, dims: tuple[int, ...], result: Shape) -> Shape | None:
    """spec.md, broadcast_in_dim, C2 to C5."""
    if len(dims) != len(operand):
        return None
    if not all(0 <= d < len(result) for d in dims) or len(set(dims)) != len(dims):
        return None
    return result if all(s in (1, result[d]) for s, d in zip(operand, dims)) else None


def in_dim_unknown(operand: Shape, dims: tuple[int, ...], result: Shape) -> Shape | None:
    """An operand's size may be unknown: C5 is not asked of it. A result's may not."""
    if len(dims) != len(operand) or len(set(dims)) != len(dims) or "?" in result:
        return None
    if not all(0 <= d < len(result) for d in dims):
        return None
    return result if all(s in ("?", 1, result[d]) for s, d in zip(operand, dims)) else None


def hinted(operand: Shape, output: Shape, dims: tuple[int, ...], expanding: Dims,
           nonexpanding: Dims) -> Shape | None:
    """spec.md, dynamic_broadcast_in_dim, C2 to C5 and C8 to C10: no hint is held against a size."""
    hints = (expanding or ()) + (nonexpanding or ())
    if len(set(hints)) != len(hints) or not all(0 <= h < len(operand) for h in hints):
        return None
    return in_dim(operand, dims, output)


def honest(operand: Shape, output: Shape, dims: tuple[int, ...], expanding: Dims,
           nonexpanding: Dims) -> Shape | None:
    """The same, and every hint says what the sizes do."""
    answer = hinted(operand, output, dims, expanding, nonexpanding)
    if answer is None:
        return None
    expands = [s == 1 and output[d] != 1 for s, d in zip(operand, dims)]
    if not all(expands[h] for h in expanding or ()) or any(expands[h] for h in nonexpanding or ()):
        return None
    return answer


def join(*operands: Shape) -> Shape | None:
    """numpy's rule; `?` with a size above 1 is that size, with another one it stays unknown."""
    result: Shape = ()
    for operand in operands:
        rank = max(len(result), len(operand))
        sizes: list[Any] = []
        for s, t in zip((1,) * (rank - len(result)) + result, (1,) * (rank - len(operand)) + operand):
            if "?" in (s, t):
                number = t if s == "?" else s
                sizes.append(number if number != "?" and number > 1 else "?")
            elif 1 in (s, t) or s == t:
                sizes.append(t if s == 1 else s)
            else:
                return None
        result = tuple(sizes)
    return result


def bounded(*operands: Shape) -> Shape | None:
    """getNumpyBroadcastShape: a size of 1 gives way, else both are bounded or neither is."""
    result: Shape = ()
    for operand in operands:
        rank = max(len(result), len(operand))
        sizes: list[Any] = []
        for s, t in zip((1,) * (rank - len(result)) + result, (1,) * (rank - len(operand)) + operand):
            if str(s).removeprefix("<=") == "1":
                sizes.append(t)
            elif str(t).removeprefix("<=") == "1":
                sizes.append(s)
            elif s == t:
                sizes.append(s)
            else:
                return None
        result = tuple(sizes)
    return result


def along(x: Shape, y: Shape, dims: tuple[int, ...]) -> Shape | None:
    """XLA's broadcasting.md, to which ChloOps.td refers: the entries ascend and are axes."""
    large, small = (x, y) if len(x) > len(y) else (y, x)
    if len(dims) != len(small) or any(not 0 <= d < len(large) for d in dims):
        return None
    if list(dims) != sorted(set(dims)):
        return None
    result = list(large)
    for s, d in zip(small, dims):
        if 1 not in (s, large[d]) and s != large[d]:
            return None
        result[d] = large[d] if s == 1 else s
    return tuple(result)


# The ways to ask


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
    sizes: list[Any] = ["?" if ranked.is_dynamic_dim(i) else ranked.get_dim_size(i)
                        for i in range(ranked.rank)]
    if ranked.encoding is not None:
        limits = stablehlo.TypeExtensions(ranked.encoding).bounds
        sizes = [f"<={b}" if s == "?" and b >= 0 else s for s, b in zip(sizes, limits)]
    return Answer(tuple(sizes))


def array(values: Dims) -> str:
    return "array<i64" + (": " + ", ".join(map(str, values)) if values else "") + ">"


def elements(shape: Shape) -> Any:
    return np.arange(int(np.prod(shape, dtype=np.int64)), dtype=np.int64).reshape(shape)


def evaluate(module: Any, operands: list[Any]) -> Any:
    arguments = [ir.DenseIntElementsAttr.get(o, type=ir.Type.parse(tensor(o.shape)))
                 for o in operands]
    answer = stablehlo.eval_module(module, arguments)[0]
    return np.array(answer).reshape(ir.RankedTensorType(answer.type).shape)


def stretched(operand: Any, dims: tuple[int, ...], result: Shape) -> Any:
    """spec.md, Semantics: operand_index[d] = 0, or result_index[broadcast_dimensions[d]]."""
    made = np.empty(result, dtype=np.int64)
    for index in np.ndindex(*result):
        made[index] = operand[tuple(0 if s == 1 else index[d] for s, d in zip(operand.shape, dims))]
    return made


def verified(operand: Shape, dims: tuple[int, ...], result: Shape) -> Answer:
    """broadcast_in_dim; the verifier, then the interpreter where every size is known."""
    text = (f"func.func @main(%x: {tensor(operand)}) -> {tensor(result)} {{\n"
            f"  %0 = \"stablehlo.broadcast_in_dim\"(%x) {{broadcast_dimensions = {array(dims)}}}"
            f" : ({tensor(operand)}) -> {tensor(result)}\n  return %0 : {tensor(result)}\n}}")
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.parse(text)
        if "?" in operand + result:
            return Answer(result)
        x = elements(operand)
        answer = evaluate(module, [x])
        right = np.array_equal(answer, stretched(x, dims, result))
        return Answer(tuple(answer.shape), "" if right else "other values")


def dynamic(operand: Shape, output: Shape, dims: tuple[int, ...], expanding: Dims,
            nonexpanding: Dims) -> Answer:
    """dynamic_broadcast_in_dim; the interpreter ends the process if the result's type has a `?`."""
    attributes = [f"broadcast_dimensions = {array(dims)}"]
    if expanding is not None:
        attributes.append(f"known_expanding_dimensions = {array(expanding)}")
    if nonexpanding is not None:
        attributes.append(f"known_nonexpanding_dimensions = {array(nonexpanding)}")
    result = tensor(output)
    count = f"tensor<{len(output)}xi64>"
    text = (f"func.func @main(%x: {tensor(operand)}, %s: {count}) -> {result} {{\n"
            f"  %0 = \"stablehlo.dynamic_broadcast_in_dim\"(%x, %s) {{{', '.join(attributes)}}}"
            f" : ({tensor(operand)}, {count}) -> {result}\n  return %0 : {result}\n}}")
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.parse(text)
        x = elements(operand)
        answer = evaluate(module, [x, np.array(output, dtype=np.int64)])
        right = np.array_equal(answer, stretched(x, dims, output))
        return Answer(tuple(answer.shape), "" if right else "other values")


def inferred(x: Shape, y: Shape, dims: Dims = None) -> Answer:
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            made = func.FuncOp("main", ([ir.Type.parse(tensor(x)), ir.Type.parse(tensor(y))], []))
        block = made.add_entry_block()
        with ir.InsertionPoint(block):
            attribute = None if dims is None else ir.DenseI64ArrayAttr.get(list(dims))
            result = chlo.broadcast_subtract(*block.arguments, broadcast_dimensions=attribute)
        return shape_of(result.type)


def selected(*operands: Shape) -> Answer:
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.create()
        kinds = [ir.Type.parse(tensor(s, e)) for s, e in zip(operands, ("i1", "i64", "i64"))]
        with ir.InsertionPoint(module.body):
            made = func.FuncOp("main", (kinds, []))
        block = made.add_entry_block()
        with ir.InsertionPoint(block):
            return shape_of(chlo.broadcast_select(*block.arguments).type)


def compiled(x: Shape, y: Shape, dims: Dims = None) -> Answer:
    """CHLO through XLA on the CPU, with the inferred type; the values are those of `along`."""
    answer = inferred(x, y, dims)
    if answer.shape is None:
        return answer
    xla = next(needs("jaxlib.xla_client"))
    attribute = "" if dims is None else f"{{broadcast_dimensions = {array(dims)}}}"
    result = tensor(answer.shape)
    text = (f"func.func public @main(%x: {tensor(x)}, %y: {tensor(y)}) -> {result} {{\n"
            f"  %0 = \"chlo.broadcast_subtract\"(%x, %y) {attribute}"
            f" : ({tensor(x)}, {tensor(y)}) -> {result}\n  return %0 : {result}\n}}")
    device = jax.devices()[0]
    with CONTEXT, ir.Location.unknown():
        module = ir.Module.parse(text)
    program = device.client.compile_and_load(
        module, xla.DeviceList((device,)), xla.CompileOptions()
    )
    arrays = [elements(x) * 100, elements(y)]
    values = np.asarray(program.execute([jax.device_put(a) for a in arrays])[0])
    wanted = arrays
    if dims is not None:
        small = 1 if len(x) > len(y) else 0
        large = np.shape(arrays[1 - small])
        order = [1] * len(large)
        for s, d in zip(np.shape(arrays[small]), dims):
            order[d] = s
        if len(set(dims)) != len(dims):
            return Answer(tuple(values.shape), "an axis twice")
        moved = arrays[small].transpose(np.argsort(dims)).reshape(order)
        wanted = [moved, arrays[1]] if small == 0 else [arrays[0], moved]
    right = np.array_equal(values, wanted[0] - wanted[1])
    return Answer(tuple(values.shape), "" if right else "other values")


def polymorphic(*operands: Shape) -> Answer:
    names = sorted({s for o in operands for s in o if isinstance(s, str)})
    scope = dict(zip(names, export.symbolic_shape(", ".join(names)))) if names else {}
    arguments = [jax.ShapeDtypeStruct(tuple(scope.get(s, s) for s in o), np.int32) for o in operands]
    function = jax.numpy.subtract if len(operands) == 2 else jax.numpy.where
    answer = jax.eval_shape(function, *arguments)
    return Answer(tuple(s if isinstance(s, int) else str(s) for s in answer.shape))


# The scopes


def in_dim_cases(sizes: list[Any]) -> list[Any]:
    cases = []
    for operand in shapes(2, sizes):
        for result in shapes(3 if "?" not in sizes else 2, sizes):
            for count in {len(operand), max(len(operand) - 1, 0), len(operand) + 1}:
                entries = range(-1, len(result) + 1) if count == len(operand) else range(len(result))
                cases += [(operand, Axes(dims), result)
                          for dims in itertools.product(entries, repeat=count)]
    return cases


def hint_cases() -> list[Any]:
    cases: list[Any] = []
    for operand in shapes(2, [0, 1, 2]):
        rank = len(operand)
        hints = [None, *(Axes(h) for n in (0, 1, 2)
                         for h in itertools.product(range(-1, rank + 1), repeat=n))]
        for output in shapes(2, [0, 1, 2], rank):
            for dims in itertools.permutations(range(len(output)), rank):
                if in_dim(operand, dims, output) is None:
                    continue
                cases += [(operand, output, Axes(dims), e, n) for e in hints for n in hints
                          if len((e or ()) + (n or ())) <= 2]
    return cases


def dims_cases(least: int) -> list[Any]:
    cases = []
    for x, y in itertools.product(shapes(2, [1, 2, 3]), repeat=2):
        small, large = min(len(x), len(y)), max(len(x), len(y))
        for count in {small, max(small - 1, 0), small + 1}:
            entries = range(least, large + (count == small))
            cases += [(x, y, Axes(dims)) for dims in itertools.product(entries, repeat=count)]
    return cases


ERRORS = (ir.MLIRError, ValueError, RuntimeError, TypeError)
KNOWN_PAIRS = tuples(2, 3, range(4))
STABLE = "rank <= 2 to rank <= 3, sizes 0 to 2, entries -1 to the result's rank"


def questions() -> list[Question]:
    return [
        Question("stablehlo.broadcast_in_dim, verified and interpreted", "stablehlo, C2 to C5", STABLE,
                 in_dim_cases([0, 1, 2]), guarded(verified, ERRORS), in_dim),
        Question("stablehlo.broadcast_in_dim, unknown sizes, verified",
                 "stablehlo, C5 of known sizes", "rank <= 2 to rank <= 2, sizes ?, 0, 1, 2",
                 in_dim_cases(["?", 0, 1, 2]), guarded(verified, ERRORS), in_dim_unknown),
        Question("stablehlo.dynamic_broadcast_in_dim, hints, verified and interpreted",
                 "stablehlo, C8 to C10", "ranks <= 2, sizes 0 to 2, dims that are legal, <= 2 hints",
                 hint_cases(), guarded(dynamic, ERRORS), hinted),
        Question("stablehlo.dynamic_broadcast_in_dim, hints held against the sizes",
                 "each hint is true of the sizes",
                 "ranks <= 2, sizes 0 to 2, dims that are legal, <= 2 hints",
                 hint_cases(), guarded(dynamic, ERRORS), honest),
        Question("chlo.broadcast_subtract, inferred", "chlo, padded",
                 "two operands, rank <= 3, sizes 0 to 3", KNOWN_PAIRS, guarded(inferred, ERRORS), join),
        Question("chlo.broadcast_subtract, inferred, unknown sizes", "chlo, padded",
                 "two operands, rank <= 2, sizes ?, 0 to 3", tuples(2, 2, ["?", 0, 1, 2, 3]),
                 guarded(inferred, ERRORS), join),
        Question("chlo.broadcast_subtract, inferred, bounded sizes", "chlo, bounded",
                 "two operands, rank <= 2, sizes <=1, <=2, <=3, 0 to 3",
                 tuples(2, 2, ["<=1", "<=2", "<=3", 0, 1, 2, 3]), guarded(inferred, ERRORS), bounded),
        Question("chlo.broadcast_subtract, inferred, with broadcast_dimensions", "xla, broadcasting.md",
                 "two operands, rank <= 2, sizes 1 to 3, entries 0 to the higher rank", dims_cases(0),
                 guarded(inferred, ERRORS), along),
        Question("chlo.broadcast_select, inferred", "chlo, padded",
                 "three operands, rank <= 2, sizes 0 to 2", tuples(3, 2, range(3)),
                 guarded(selected, ERRORS), join),
        Question("chlo.broadcast_subtract, compiled", "chlo, padded",
                 "two operands, rank <= 2, sizes 0 to 2", tuples(2, 2, range(3)),
                 guarded(compiled, ERRORS), join),
        Question("chlo.broadcast_subtract, compiled, with broadcast_dimensions",
                 "xla, broadcasting.md", "two operands, rank <= 2, sizes 1 and 2, as inferred",
                 [c for c in dims_cases(0) if 3 not in c[0] + c[1]], guarded(compiled, ERRORS), along),
        Question("jax.numpy.subtract, symbolic sizes", "jax, symbols",
                 "two operands, rank <= 2, sizes a, b, 0 to 3", tuples(2, 2, ["a", "b", 0, 1, 2, 3]),
                 guarded(polymorphic, Exception), joined),
        Question("jax.numpy.where, symbolic sizes", "jax, symbols",
                 "three operands, rank <= 1, sizes a, b, 0 to 3",
                 tuples(3, 1, ["a", "b", 0, 1, 2, 3]), guarded(polymorphic, Exception), joined),
    ]


def alone(*case: Any) -> Answer:
    """CHLO's inference in a process of its own."""
    program = f"import field_jax; print(field_jax.inferred{case!r})"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                         cwd=str(__file__).rpartition("/")[0] or ".")
    if run.returncode:
        return Answer(error=f"the process ends with status {run.returncode}")
    return Answer("refused" if "shape=None" in run.stdout else run.stdout.strip())


def accepted(x: Shape, y: Shape) -> Answer:
    """CHLO's inference, where `*` is an unranked result: the verifier accepts any type for it."""
    answer = inferred(x, y)
    return Answer("*") if answer.error.startswith("inferred tensor<*") else answer


def verdicts() -> list[dict[str, str]]:
    infer, verify = guarded(inferred, ERRORS), guarded(verified, ERRORS)
    accept, poly = guarded(accepted, ERRORS), guarded(polymorphic, Exception)
    rows = of_pairs("chlo.broadcast_subtract", accept) + of_pairs("jax.numpy.subtract", poly)
    rows += of_cases("chlo.broadcast_subtract", accept, (
        ("unknown against 1", (("?",), (1,))), ("unknown against 0", (("?",), (0,))),
        ("unknown against n", (("?",), (3,))), ("unknown against unknown", (("?",), ("?",))),
        ("bounded against its bound", (("<=3",), (3,))), ("bounded against 1", (("<=3",), (1,))),
        ("bounded against itself", (("<=3",), ("<=3",))),
        ("bounded against unknown", (("<=3",), ("?",))), ("at most 1 against n", (("<=1",), (2,))),
    ))
    rows += of_cases("stablehlo.broadcast_in_dim", verify, (
        ("rank", ((3,), Axes((1,)), (2, 3))), ("1 to 0", ((1,), Axes((0,)), (0,))),
        ("0 to 1", ((0,), Axes((0,)), (1,))),
        ("1 to n", ((1,), Axes((0,)), (3,))), ("n to 1", ((3,), Axes((0,)), (1,))),
        ("axes exchanged", ((2, 3), Axes((1, 0)), (3, 2))), ("an axis twice", ((2, 2), Axes((0, 0)), (2, 2))),
        ("declared result unknown", ((2,), Axes((0,)), ("?",))), ("unknown to n", (("?",), Axes((0,)), (3,))),
    ))
    hints = guarded(dynamic, ERRORS)
    rows += of_cases("stablehlo.dynamic_broadcast_in_dim", hints, (
        ("hints that are true", ((1, 3), (2, 3, 2), Axes((2, 1)), Axes((0,)), Axes((1,)))),
        ("hints exchanged", ((1, 3), (2, 3, 2), Axes((2, 1)), Axes((1,)), Axes((0,)))),
        ("nonexpanding, and it expands", ((1,), (2,), Axes((0,)), None, Axes((0,)))),
        ("expanding, and it does not", ((2,), (2,), Axes((0,)), Axes((0,)), None)),
        ("a hint twice", ((1,), (2,), Axes((0,)), Axes((0,)), Axes((0,)))),
    ))
    rows += of_cases("jax.numpy.subtract", poly, (
        ("a symbol against itself", (("a",), ("a",))), ("a symbol against another", (("a",), ("b",))),
        ("a symbol against 1", (("a",), (1,))), ("a symbol against n", (("a",), (3,))),
        ("a symbol against 0", (("a",), (0,))),
    ))
    make = guarded(compiled, ERRORS)
    for case in (((2, 3), (2,), Axes((0,))), ((2, 2), (2, 2), Axes((1, 0))),
                 ((2, 2), (2, 2), Axes((0, 0))),
                 ((2, 3), (3, 2), Axes((1, 0)))):
        rows.append(verdict("axes given, chlo inferred", case, infer(*case)))
        rows.append(verdict("axes given, chlo compiled", case, make(*case)))
    for entry in (-1, -5):
        case = ((2, 3), (2,), Axes((entry,)))
        rows.append(verdict("a negative entry, chlo inferred", case, alone(*map(tuple, case))))
    return rows


if __name__ == "__main__":
    VERSIONS = {"jax": jax.__version__, "jaxlib": needs("jaxlib").__next__().__version__,
                "stablehlo": stablehlo.get_current_version()}
    sys.exit(main("jax", __doc__, VERSIONS, questions(), verdicts))
