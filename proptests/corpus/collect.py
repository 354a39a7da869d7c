#!/usr/bin/env python3
"""Collect broadcasts that real models perform into models.jsonl, one row each.

The rows come from the ONNX models inside the Python package `onnx` and from the published
sizes in configurations.json. The output depends only on these two and on the options.
"""

import argparse
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

import numpy
import onnx

Shape = tuple[int, ...]

HERE = Path(__file__).resolve().parent
LIGHT_MODELS = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
MULTIDIRECTIONAL = set(
    "Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less "
    "LessOrEqual Max Mean Min Mod Mul Or PRelu Pow Sub Sum Where Xor".split()
)


class Row(NamedTuple):
    """One broadcast: all operands are stretched to the result."""

    model: str
    operator: str
    operands: tuple[Shape, ...]
    result: Shape
    source: str

    def pattern(self) -> tuple[tuple[bool, ...], ...]:
        """The stretched operands of each result axis, equal neighbours merged."""
        rank = len(self.result)
        padded = [(1,) * (rank - len(shape)) + shape for shape in self.operands]
        axes = [axis for axis in range(rank) if self.result[axis] != 1]
        masks = [tuple(shape[axis] == 1 for shape in padded) for axis in axes]
        return tuple(mask for mask, _ in groupby(masks))

    def to_json(self) -> str:
        *operands, result = (
            "x".join(map(str, shape)) or "scalar" for shape in (*self.operands, self.result)
        )
        fields = self._asdict() | {"operands": operands, "result": result}
        return json.dumps(fields, separators=(",", ":"))


def static_shapes(model: onnx.ModelProto) -> dict[str, Shape]:
    """The inferred shape of every fully static value, a symbolic batch set to 1."""
    for value in model.graph.input:
        axes = value.type.tensor_type.shape.dim
        if axes and axes[0].dim_param:
            axes[0].dim_value = 1
    graph = onnx.shape_inference.infer_shapes(model, strict_mode=True).graph
    shapes = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    for value in [*graph.input, *graph.value_info, *graph.output]:
        axes = value.type.tensor_type.shape.dim
        if all(axis.HasField("dim_value") for axis in axes):
            shapes[value.name] = tuple(axis.dim_value for axis in axes)
    return shapes


def node_broadcasts(
    node: onnx.NodeProto, inputs: list[Shape], result: Shape
) -> Iterator[tuple[str, tuple[Shape, ...]]]:
    """The explicit broadcast of a node, or those in the formula the standard gives for it."""
    if node.op_type in MULTIDIRECTIONAL:
        yield node.op_type, tuple(inputs)
    per_channel = (1,) * (len(result) - 2)
    if node.op_type == "BatchNormalization":
        channels = [shape + per_channel for shape in inputs[1:]]
        yield "BatchNormalization(scale)", (result, channels[0])
        yield "BatchNormalization", (result, *channels)
    if node.op_type == "Conv" and len(inputs) == 3:
        yield "Conv(bias)", (result, inputs[2] + per_channel)


def onnx_rows(folder: Path) -> Iterator[Row]:
    for path in sorted(folder.glob("*.onnx")):
        model = onnx.load(path)
        source = f"onnx backend test data, light/{path.name}"
        shapes = static_shapes(model)
        for node in model.graph.node:
            if all(name in shapes for name in [*node.input, *node.output]):
                inputs = [shapes[name] for name in node.input]
                result = shapes[node.output[0]]
                for operator, operands in node_broadcasts(node, inputs, result):
                    yield Row(path.stem.removeprefix("light_"), operator, operands, result, source)


def parse_shape(text: str, sizes: dict[str, int]) -> Shape:
    """The shape of a formula such as `B K H/K S D`; factors and divisors apply in order."""
    shape = []
    for token in text.replace("scalar", "").split():
        size = 1
        for sign, name in re.findall(r"(^|[*/])(\w+)", token):
            factor = int(name) if name.isdigit() else sizes[name]
            assert sign != "/" or size % factor == 0, token
            size = size // factor if sign == "/" else size * factor
        shape.append(size)
    return tuple(shape)


def configured_rows(path: Path) -> Iterator[Row]:
    document = json.loads(path.read_text())
    for entry in document["models"]:
        sizes = entry["published"] | entry["chosen"]
        shared = [row for block in entry["blocks"] for row in document["blocks"][block]]
        for operator, role, *formulas in shared + entry["rows"]:
            operands = tuple(parse_shape(formula, sizes) for formula in formulas)
            result = numpy.broadcast_shapes(*operands)
            source = f"{entry['source']}: {role}"
            yield Row(entry["model"], operator, operands, result, source)


def select(rows: Iterator[Row], cap: int) -> list[Row]:
    """The stretching rows, each once, at most `cap` for one model and pattern."""
    kept: list[Row] = []
    seen: set[tuple] = set()
    counts: Counter[tuple] = Counter()
    for row in rows:
        group = (row.model, row.pattern())
        if any(map(any, row.pattern())) and row[:3] not in seen and counts[group] < cap:
            seen.add(row[:3])
            counts[group] += 1
            kept.append(row)
    return kept


def check(rows: list[Row]) -> str:
    """Assert what the corpus promises and describe it."""
    models = {row.model for row in rows}
    patterns = Counter(row.pattern() for row in rows)
    largest = patterns.most_common(1)[0][1]
    for row in rows:
        assert numpy.broadcast_shapes(*row.operands) == row.result, row
        assert any(map(any, row.pattern())) and math.prod(row.result) <= 2**22, row
    assert len({row[:3] for row in rows}) == len(rows) >= 100, len(rows)
    assert len(models) >= 10 and len(patterns) >= 20, (len(models), len(patterns))
    assert 5 * largest <= len(rows), patterns.most_common(3)
    elements = max(math.prod(row.result) for row in rows)
    return (f"{len(rows)} rows, {len(models)} models, {len(patterns)} patterns, "
            f"largest pattern {largest} rows ({largest / len(rows):.1%}), "
            f"largest result {elements} elements")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--configurations", type=Path, default=HERE / "configurations.json")
    parser.add_argument("--output", type=Path, default=HERE / "models.jsonl")
    parser.add_argument("--cap", type=int, default=2, help="rows of one model and pattern")
    options = parser.parse_args()

    found = chain(onnx_rows(LIGHT_MODELS), configured_rows(options.configurations))
    rows = select(found, options.cap)
    summary = check(rows)
    options.output.write_text("".join(row.to_json() + "\n" for row in rows))
    print(summary)


if __name__ == "__main__":
    main()
