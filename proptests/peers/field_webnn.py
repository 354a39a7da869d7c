#!/usr/bin/env python3
"""Ask webnn-baseline, the working group's own implementation, about WebNN's three algorithms.

BCAST_WEBNN_BASELINE names a clone of github.com/webmachinelearning/webnn-baseline; Node runs it. WebNN has
no size of 0: cases with one are questions of their own, held to NumPy's rule, which the section follows.

Exit status: 0 if every table is as in facts/field/webnn.json, 1 if one is not, 77 if the clone or Node is
missing.
"""

import itertools
import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from field_table import (
    MISSING, Answer, Question, Shape, first_line, joined, main, of_pairs, shapes, stretched, tuples,
    verdict
)

FOLDER = os.environ.get("BCAST_WEBNN_BASELINE", "")
NODE = shutil.which("node")
if not FOLDER or not (Path(FOLDER) / "src" / "lib" / "broadcast.js").is_file():
    print("skipped: BCAST_WEBNN_BASELINE names no clone of webnn-baseline")
    sys.exit(MISSING)
if NODE is None:
    print("skipped: the program node is not on the path")
    sys.exit(MISSING)


# The rules: index.bs, lines 10961 to 11022. A size of 0 is NumPy's.


def blockwise(source: Shape, target: Shape) -> Shape | None:
    if len(source) != len(target):
        return None
    return target if all(int(t) % int(s) == 0 for s, t in zip(source, target)) else None


def selected(condition: Shape, true: Shape, false: Shape) -> Shape | None:
    values = joined(true, false)
    return None if values is None else joined(condition, values)


def product(a: Shape, b: Shape) -> Shape | None:
    """matmul, of matrices: line 10957."""
    if min(len(a), len(b)) < 2 or a[-1] != b[-2]:
        return None
    batch = joined(a[:-2], b[:-2])
    return None if batch is None else (*batch, a[-2], b[-1])


def with_c(a: Shape, b: Shape, c: Shape) -> Shape | None:
    return stretched(c, (a[0], b[1]))


# The elements that the rules give


class Operand:
    def __init__(self, shape: Shape, factor: int = 1, cycle: int = 1000, first: int = 1):
        self.shape = shape
        self.data = [(k % cycle + first) * factor for k in range(math.prod(map(int, shape)))]

    def at(self, location: tuple[int, ...], of: Shape) -> int:
        """The element that is read for one of a result; a size of 1 is one block."""
        index = 0
        last = len(location) - len(self.shape)
        for size, i, whole in zip(self.shape, location[last:], of[last:]):
            index = index * int(size) + i // (int(whole) // int(size))
        return self.data[index]


def locations(shape: Shape) -> list[tuple[int, ...]]:
    return list(itertools.product(*(range(int(s)) for s in shape)))


def each(function: Callable[..., int]) -> Callable[..., list[int]]:
    """Of the operands' elements."""
    return lambda result, *operands: [
        function(*(o.at(i, result) for o in operands)) for i in locations(result)]


def multiplied(result: Shape, a: Operand, b: Operand) -> list[int]:
    read_a = (*result[:-2], a.shape[-2], a.shape[-1])
    read_b = (*result[:-2], b.shape[-2], b.shape[-1])
    return [sum(a.at((*i[:-1], k), read_a) * b.at((*i[:-2], k, i[-1]), read_b)
                for k in range(int(a.shape[-1]))) for i in locations(result)]


def multiplied_and_added(result: Shape, a: Operand, b: Operand, c: Operand) -> list[int]:
    sums = each(lambda x: x)(result, c)
    return [x + y for x, y in zip(multiplied(result, a, b), sums)]


def first_of(result: Shape, source: Operand, _: Operand) -> list[int]:
    return each(lambda x: x)(result, source)


# For each operation its operands, and the elements of its result. Products and differences of these
# numbers tell which elements were read.
PLAIN, LARGE = {"factor": 1}, {"factor": 1000}
OPERATIONS: dict[str, tuple[list[dict[str, int]], Callable[..., list[int]]]] = {
    "getBroadcastShape": ([PLAIN, PLAIN], lambda result, *_: [0] * math.prod(map(int, result))),
    "broadcast": ([PLAIN, PLAIN], first_of),
    "expand": ([PLAIN, PLAIN], first_of),
    "add": ([PLAIN, LARGE], each(lambda x, y: x + y)),
    "where": ([{"cycle": 2, "first": 0}, PLAIN, LARGE], each(lambda c, x, y: x if c else y)),
    "prelu": ([{"factor": -1}, LARGE], each(lambda x, slope: x * slope)),
    "matmul": ([PLAIN, LARGE], multiplied),
    "gemm": ([PLAIN, LARGE, PLAIN], multiplied_and_added),
    "dequantizeLinear": ([PLAIN, LARGE], each(lambda scale, x: (x - scale) * scale)),
    # All quotients are whole, and no result needs the clamp.
    "quantizeLinear": ([{"cycle": 2}, {"factor": 2}], each(lambda scale, x: x // scale + scale)),
}


# The way to ask


def note_of(operation: str, result: Shape, operands: list[Operand], data: list[Any]) -> str:
    if any(isinstance(element, list) for element in data):
        return "an array of one number as an element"
    return "" if data == OPERATIONS[operation][1](result, *operands) else "other values"


class Baseline:
    """Asks all cases of a question in one process."""

    def __init__(self, operation: str, rule: Callable[..., Shape | None], cases: list[Any]):
        self.operation, self.rule, self.cases = operation, rule, cases
        self.answers: dict[Any, Answer] = {}

    def ask(self) -> None:
        made, lines = [], []
        for case in self.cases:
            operands = [Operand(s, **k) for s, k in zip(case, OPERATIONS[self.operation][0])]
            made.append(operands)
            lines.append(json.dumps(
                [self.operation, *({"shape": o.shape, "data": o.data} for o in operands)]))
        run = subprocess.run(
            [str(NODE), str(Path(__file__).with_suffix(".mjs")), FOLDER],
            input="\n".join(lines), capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"node ends with status {run.returncode}:\n{run.stderr[:1000]}")
        for case, operands, line in zip(self.cases, made, run.stdout.splitlines(), strict=True):
            said = json.loads(line)
            if "error" in said:
                self.answers[case] = Answer(error=first_line(said["error"]))
                continue
            result = tuple(said["shape"])
            read = self.rule(*case) == result
            note = note_of(self.operation, result, operands, said["data"]) if read else ""
            self.answers[case] = Answer(result, note)

    def __call__(self, *case: Shape) -> Answer:
        if not self.answers:
            self.ask()
        return self.answers[case]


RULES: dict[str, Callable[..., Shape | None]] = {
    "bidirectional": joined, "unidirectional": stretched, "blockwise": blockwise,
    "where": selected, "matmul": product, "gemm": with_c,
}


def questions() -> list[Question]:
    asked = []

    def ask(operation: str, named: str, scope: str, cases: list[Any], more: str = "") -> None:
        rule = RULES[named]
        by = "NumPy" if more else "webnn"
        asked.append(Question(operation + more, f"{by}, {named}", scope, cases,
                              Baseline(operation, rule, cases), rule))

    known, two = tuples(2, 3, range(1, 4)), "two operands, rank <= 3, sizes 1 to 3"
    for operation in ("getBroadcastShape", "add"):
        ask(operation, "bidirectional", two, known)
    ask("prelu", "bidirectional", "input and slope, rank <= 3, sizes 1 to 3", known)
    ask("where", "where", "three operands, rank <= 2, sizes 1 to 3", tuples(3, 2, range(1, 4)))
    for operation in ("broadcast", "expand"):
        ask(operation, "unidirectional", "input and new shape, rank <= 3, sizes 1 to 3", known)
    ask("matmul", "matmul", two, known)
    matrices = shapes(2, range(1, 4), 2)
    ask("gemm", "gemm", "a (M, K), b (K, N), c of rank <= 2, sizes 1 to 3",
        [(a, b, c) for a, b in itertools.product(matrices, repeat=2) if a[1] == b[0]
         for c in shapes(2, range(1, 4))])
    for operation in ("dequantizeLinear", "quantizeLinear"):
        ask(operation, "blockwise", "scale and input, rank <= 3, sizes 1 to 4; the zero point is the scale",
            tuples(2, 3, range(1, 5)))
    empty = [c for c in tuples(2, 3, range(0, 4)) if 0 in itertools.chain(*c)]
    for operation, named in (("getBroadcastShape", "bidirectional"), ("add", "bidirectional"),
                             ("broadcast", "unidirectional"), ("expand", "unidirectional")):
        ask(operation, named, "two shapes, rank <= 3, sizes 0 to 3, at least one 0", empty,
            ", a size of 0")
    return asked


def verdicts() -> list[dict[str, str]]:
    rows = []
    for operation, named in (("add", "bidirectional"), ("expand", "unidirectional"),
                             ("dequantizeLinear", "blockwise")):
        rows += of_pairs(f"{operation} in the baseline",
                         lambda *case: Baseline(operation, lambda *_: None, [case])(*case))
    three = ((1, 1), (1, 2), (2, 1))
    rows.append(verdict("three operands, where in the baseline", three,
                        Baseline("where", selected, [three])(*three)))
    return rows


def version_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    VERSIONS = {"webnn-baseline": version_of("git", "-C", FOLDER, "rev-parse", "--short=7", "HEAD"),
                "node": version_of(str(NODE), "--version").removeprefix("v")}
    sys.exit(main("webnn", __doc__, VERSIONS, questions(), verdicts))
