#!/usr/bin/env python3
"""Ask OpenVINO's shape inference about its broadcast types, and its CPU device about values.

Element-wise operations with none, numpy and pdpd; Broadcast-3 with numpy, bidirectional and explicit;
MatMul; intervals of sizes, written 1..3, where 2.. has no upper end.

Exit status: 0 if every table is as in facts/field/openvino.json, 1 if one is not, 77 if a package is
missing.
"""

import functools
import itertools
import sys
from typing import Any

from field_table import (
    Answer, Axes, Question, Shape, guarded, joined, main, matmul, needs, of_pairs, shapes,
    stretched, tuples, verdict
)

np, ov, opset3, opset13 = needs("numpy", "openvino", "openvino.opset3", "openvino.opset13")
END = 9  # stands for no upper end where the rule counts


# The rules: docs, broadcast-rules.rst


def equal(a: Shape, b: Shape) -> Shape | None:
    """None broadcast, rule 1."""
    return a if a == b else None


def pdpd(a: Shape, b: Shape, axis: int = -1) -> Shape | None:
    """PDPD broadcast, rules 1 to 5; an axis of -1 is rank(A) - rank(B), before rule 5."""
    if len(b) > len(a):
        return None
    start = len(a) - len(b) if axis == -1 else axis
    sizes = list(b)
    while sizes and sizes[-1] == 1:
        sizes.pop()
    if start + len(sizes) > len(a):
        return None
    return a if all(t in (1, a[start + i]) for i, t in enumerate(sizes)) else None


def from_front(a: Shape, b: Shape) -> Shape | None:
    return pdpd(a, b, 0)


def mapped(data: Shape, target: Shape, axes: tuple[int, ...]) -> Shape | None:
    """Broadcast-3, mode explicit: axis i of the data is axis axes[i] of the target."""
    if len(axes) != len(data) or list(axes) != sorted(set(axes)):
        return None
    if not all(0 <= axis < len(target) for axis in axes):
        return None
    return target if all(s in (1, target[d]) for s, d in zip(data, axes)) else None


def ends(size: int | str) -> tuple[int, int]:
    if isinstance(size, int):
        return size, size
    low, _, high = size.partition("..")
    return int(low), int(high) if high else END


def interval(low: int, high: int) -> int | str:
    if low == high:
        return low
    return f"{low}.." if high == END else f"{low}..{high}"


def hull(*operands: Shape) -> Shape | None:
    """The smallest intervals that hold every run-time result; refused if there is none."""
    rank = max(map(len, operands))
    result = []
    for axis in zip(*((1,) * (rank - len(s)) + tuple(s) for s in operands)):
        joins = set()
        for sizes in itertools.product(*(range(ends(s)[0], ends(s)[1] + 1) for s in axis)):
            common = joined(*((s,) for s in sizes))
            if common is not None:
                joins.add(common[0])
        if not joins:
            return None
        result.append(interval(min(joins), max(joins)))
    return tuple(result)


# The ways to ask


def dimension(size: int | str) -> Any:
    low, high = ends(size)
    return ov.Dimension(low, -1 if high == END else high)


def parameter(shape: Shape, kind: Any = np.float32) -> Any:
    return opset13.parameter(ov.PartialShape([dimension(s) for s in shape]), kind)


def shape_of(node: Any) -> Answer:
    partial = node.output(0).get_partial_shape()
    if partial.rank.is_dynamic:
        return Answer("*")
    sizes = []
    for size in partial:
        high = size.get_max_length()
        sizes.append(interval(size.get_min_length(), END if high < 0 else high))
    return Answer(tuple(sizes))


def added(mode: str, a: Shape, b: Shape) -> Answer:
    return shape_of(opset13.add(parameter(a), parameter(b), auto_broadcast=mode))


def selected(*operands: Shape) -> Answer:
    kinds = (np.bool_, np.float32, np.float32)
    return shape_of(opset13.select(*(parameter(s, k) for s, k in zip(operands, kinds))))


def broadcast(mode: str, data: Shape, target: Shape, axes: Any = None) -> Answer:
    wanted = opset13.constant(np.array(target, dtype=np.int64))
    mapping = () if axes is None else (opset13.constant(np.array(axes, dtype=np.int64)),)
    return shape_of(opset3.broadcast(parameter(data), wanted, *mapping, broadcast_spec=mode))


def multiplied(a: Shape, b: Shape) -> Answer:
    return shape_of(opset13.matmul(parameter(a), parameter(b), False, False))


@functools.cache
def compiled(op: str, ranks: tuple[int, ...]) -> Any:
    inputs = [parameter(("0..",) * rank) for rank in ranks]
    made = {
        "subtract": lambda: opset13.subtract(*inputs),
        "prelu": lambda: opset13.prelu(*inputs),
        "matmul": lambda: opset13.matmul(*inputs, False, False),
    }[op]()
    # Some processors would compute in bfloat16 otherwise.
    exact = {"INFERENCE_PRECISION_HINT": "f32"}
    return ov.Core().compile_model(ov.Model([made], inputs), "CPU", exact)


def computed(op: str, way: Any, *operands: Shape) -> Answer:
    arrays = []
    for number, shape in enumerate(operands):
        values = (np.arange(int(np.prod(shape)), dtype=np.float32) + 1).reshape(shape)
        arrays.append(np.asarray(values * (-100 if number == 0 else 1), dtype=np.float32))
    answer = compiled(op, tuple(map(len, operands)))(arrays)[0]
    try:
        right = way(*arrays)
    except ValueError:
        right = answer
    same = answer.shape == np.shape(right) and np.array_equal(answer, right)
    return Answer(tuple(answer.shape), "" if same else "other values")


def prelu(x: Any, slope: Any) -> Any:
    return np.where(x < 0, x * slope, x)


def ask(function: Any, *bound: Any) -> Any:
    return guarded(functools.partial(function, *bound), (RuntimeError, ValueError, TypeError))


def explicit_cases() -> list[Any]:
    cases: list[Any] = []
    for data, target in itertools.product(shapes(2, [0, 1, 2]), repeat=2):
        for count in {len(data), len(data) + 1, max(len(data) - 1, 0)}:
            entries = range(-1, len(target) + 1) if count == len(data) else range(len(target))
            cases += [(data, target, Axes(axes))
                      for axes in itertools.product(entries, repeat=count)]
    return cases


def questions() -> list[Question]:
    pairs = tuples(2, 3, range(4))
    small = tuples(2, 2, range(4))
    two = "two operands, rank <= 3, sizes 0 to 3"
    spans = [0, 1, 2, 3, "0..", "1..", "2..", "0..1", "0..2", "1..2", "2..3", "0..3", "1..3"]
    batches = [((*p, 2, 3), (*q, 3, 4)) for p, q in tuples(2, 2, range(4))]
    return [
        Question("Add, none, inferred", "openvino, none", two, pairs, ask(added, "NONE"), equal),
        Question("Add, numpy, inferred", "openvino, numpy", two, pairs, ask(added, "NUMPY"), joined),
        Question("Add, pdpd, inferred, against the documented axis -1", "openvino, pdpd", two, pairs,
                 ask(added, "PDPD"), pdpd),
        Question("Add, pdpd, inferred, against axis 0", "openvino, pdpd with axis 0", two, pairs,
                 ask(added, "PDPD"), from_front),
        Question("Select, numpy, inferred", "openvino, numpy", "three operands, rank <= 2, sizes 0 to 2",
                 tuples(3, 2, range(3)), ask(selected), joined),
        Question("Broadcast-3, numpy, inferred", "openvino, to a shape",
                 "data and target, rank <= 3, sizes 0 to 3", pairs, ask(broadcast, "NUMPY"), stretched),
        Question("Broadcast-3, bidirectional, inferred", "openvino, bidirectional",
                 "data and target, rank <= 3, sizes 0 to 3", pairs, ask(broadcast, "BIDIRECTIONAL"),
                 joined),
        Question("Broadcast-3, explicit, inferred", "openvino, explicit",
                 "data and target, rank <= 2, sizes 0 to 2, entries -1 to the target's rank",
                 explicit_cases(), ask(broadcast, "EXPLICIT"), mapped),
        Question("MatMul, inferred", "numpy.matmul", two, pairs, ask(multiplied), matmul),
        Question("Add, numpy, inferred, intervals", "the hull of the run-time results",
                 "two operands of rank <= 1, 13 intervals within 0 to 3 and without an end",
                 tuples(2, 1, spans), ask(added, "NUMPY"), hull),
        Question("Subtract, numpy, computed", "openvino, numpy",
                 "two operands, rank <= 2, sizes 0 to 3", small,
                 ask(computed, "subtract", np.subtract), joined),
        Question("PRelu, computed", "onnx, unidirectional, for comparison",
                 "X and slope, rank <= 3, sizes 1 to 3",
                 [c for c in tuples(2, 3, range(1, 4)) if c[0]], ask(computed, "prelu", prelu),
                 lambda a, b: stretched(b, a)),
        Question("MatMul, computed, batches", "numpy.matmul",
                 "(p, 2, 3) and (q, 3, 4), p and q of rank <= 2, sizes 0 to 3", batches,
                 ask(computed, "matmul", np.matmul), matmul),
    ]


def verdicts() -> list[dict[str, str]]:
    rows = []
    for mode in ("NONE", "NUMPY", "PDPD"):
        rows.extend(of_pairs(f"Add, {mode.lower()}", ask(added, mode)))
    for asked, case in (
        ("unknown against 1", (("0..",), (1,))), ("unknown against 0", (("0..",), (0,))),
        ("unknown against n", (("0..",), (3,))), ("unknown against unknown", (("0..",), ("0..",))),
        ("at least 2 against 1", (("2..",), (1,))), ("at least 2 against n", (("2..",), (3,))),
        ("0 to 1 against 2", (("0..1",), (2,))), ("2 to 3 against 1", (("2..3",), (1,))),
        ("1 to 3 against 2 and more", (("1..3",), ("2..",))), ("0 against 1 and more", ((0,), ("1..",))),
    ):
        rows.append(verdict(f"{asked}, Add, numpy", case, ask(added, "NUMPY")(*case)))
        rows.append(verdict(f"{asked}, Add, none", case, ask(added, "NONE")(*case)))
    for case in (((), (1,), Axes((0,))), ((2, 2), (2,), Axes((0, 0))), ((2, 3), (3, 2), Axes((1, 0)))):
        rows.append(verdict("axes given, Broadcast-3, explicit", case,
                            ask(broadcast, "EXPLICIT")(*case)))
    slope = ask(computed, "prelu", prelu)
    for case in (((1, 3, 2, 3), (3,)), ((2, 3), (3,)), ((2, 3), (2,)), ((3,), (2, 3))):
        rows.append(verdict("PRelu, computed", case, slope(*case)))
    for case in (((1, 2, 3), (0, 3, 4)), ((0, 2, 3), (1, 3, 4)), ((2, 0), (0, 3)), ((2, 0), (0,))):
        rows.append(verdict("MatMul, computed", case,
                            ask(computed, "matmul", np.matmul)(*case)))
    return rows


if __name__ == "__main__":
    VERSIONS = {"openvino": ov.__version__, "numpy": np.__version__}
    sys.exit(main("openvino", __doc__, VERSIONS, questions(), verdicts))
