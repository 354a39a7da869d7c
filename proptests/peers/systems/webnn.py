"""webnn-baseline, the WebNN working group's own implementation.

BCAST_WEBNN_BASELINE names a clone of github.com/webmachinelearning/webnn-baseline; Node runs it. WebNN has
no size of 0: cases with one are questions of their own, held to NumPy's rule, which the section follows.
"""

import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from . import Answer, Case, Question, first_line, products, told, verdicts as of

FOLDER = os.environ.get("BCAST_WEBNN_BASELINE", "")
NODE = shutil.which("node")
if not FOLDER or not (Path(FOLDER) / "src" / "lib" / "broadcast.js").is_file():
    raise ImportError("BCAST_WEBNN_BASELINE names no clone of webnn-baseline")
if NODE is None:
    raise ImportError("the program node is not on the path")


def version_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


VERSIONS = {"webnn-baseline": version_of("git", "-C", FOLDER, "rev-parse", "--short=7", "HEAD"),
            "node": version_of(NODE, "--version").removeprefix("v")}  # fmt: skip


def of_each(function: Callable[..., int]) -> Callable[..., list[int]]:
    return lambda _, *operands: [function(*elements) for elements in zip(*operands)]


def product(count: int, a: list[int], b: list[int], *c: list[int]) -> list[int]:
    return [sum(terms) for terms in zip(products(count)(a, b), *c)]


# For each operation the first, the factor and the period of its operands' elements, and the elements of
# its result. Products and differences of these numbers tell which elements were read.
PLAIN, LARGE = (1, 1, 1000), (1, 1000, 1000)
OPERATIONS: dict[str, tuple[list[tuple[int, int, int]], Callable[..., list[int]]]] = {
    "getBroadcastShape": ([PLAIN, PLAIN], of_each(lambda x, y: 0)),
    "broadcast": ([PLAIN, PLAIN], of_each(lambda x, _: x)),
    "expand": ([PLAIN, PLAIN], of_each(lambda x, _: x)),
    "add": ([PLAIN, LARGE], of_each(lambda x, y: x + y)),
    "where": ([(0, 1, 2), PLAIN, LARGE], of_each(lambda c, x, y: x if c else y)),
    "prelu": ([(1, -1, 1000), LARGE], of_each(lambda x, slope: x * slope)),
    "matmul": ([PLAIN, LARGE], product),
    "gemm": ([PLAIN, LARGE, PLAIN], product),
    "dequantizeLinear": ([PLAIN, LARGE], of_each(lambda scale, x: (x - scale) * scale)),
    # All quotients are whole, and no result needs the clamp.
    "quantizeLinear": ([(1, 1, 2), (1, 2, 1000)], of_each(lambda scale, x: x // scale + scale)),
}


def asked(operation: str) -> Callable[[list[Case]], Iterable[Answer]]:
    elements, way = OPERATIONS[operation]

    def answers(cases: list[Case]) -> Iterable[Answer]:
        """All cases in one process."""
        made, lines = [], []
        for case in cases:
            made.append([
                [(k % period + first) * factor for k in range(math.prod(shape))]
                for shape, (first, factor, period) in zip(case, elements)
            ])  # fmt: skip
            operands = [{"shape": s, "data": d} for s, d in zip(case, made[-1])]
            lines.append(json.dumps([operation, *operands]))
        run = subprocess.run(
            [str(NODE), str(Path(__file__).with_suffix(".mjs")), FOLDER],
            input="\n".join(lines), capture_output=True, text=True)  # fmt: skip
        if run.returncode != 0:
            sys.exit(f"node ends with status {run.returncode}:\n{run.stderr[:1000]}")
        for case, operands, line in zip(cases, made, run.stdout.splitlines(), strict=True):
            yield answer_from(case, operands, json.loads(line))

    def answer_from(case: Case, operands: list[list[int]], said: Any) -> Answer:
        if "error" in said:
            return Answer(error=first_line(said["error"]))
        shape, data = tuple(said["shape"]), said["data"]
        if shape == case.ok and any(isinstance(element, list) for element in data):
            return Answer(shape, "an array of one number as an element")
        return told(case, shape, data, lambda *read: way(len(data), *read), *operands)

    return answers


PAIRS, SCALES, ZERO = "2 3 1 2 3", "2 3 1 2 3 4", "zero 0 1 2 3"
QUESTIONS = [
    Question(name, rule, scope, asked(name.partition(",")[0]))
    for name, rule, scope in (
        ("getBroadcastShape", "webnn_bi", PAIRS), ("add", "webnn_bi", PAIRS),
        ("prelu", "webnn_bi", PAIRS), ("where", "webnn where", "3 2 1 2 3"),
        ("broadcast", "webnn_uni", PAIRS), ("expand", "webnn_uni", PAIRS),
        ("matmul", "webnn matmul", PAIRS), ("gemm", "webnn_uni of C", "gemm 1 2 3"),
        # The zero point is the scale.
        ("dequantizeLinear", "webnn_blocks", SCALES), ("quantizeLinear", "webnn_blocks", SCALES),
        ("getBroadcastShape, a size of 0", "array_api", ZERO), ("add, a size of 0", "array_api", ZERO),
        ("broadcast, a size of 0", "array_api to", ZERO), ("expand, a size of 0", "array_api to", ZERO),
    )
]  # fmt: skip


def verdicts() -> list[dict[str, str]]:
    rows = []
    for operation in ("add", "expand", "dequantizeLinear"):
        rows += of(f"{operation} in the baseline", asked(operation))
    three = ((1, 1), (1, 2), (2, 1))
    return rows + of("where in the baseline", asked("where"), [("three operands", three)])
