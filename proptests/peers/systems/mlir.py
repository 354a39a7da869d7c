"""MLIR: the verifier of the Broadcastable trait, on the operation test.broadcastable."""

import re
import shutil
import subprocess
from collections.abc import Iterable

from . import Answer, Case, Question, Shape

PROGRAM = shutil.which("mlir-opt-19")
if PROGRAM is None:
    raise ImportError("mlir-opt-19 is not on the path")

VERSION = re.search(
    r"version (\S+)", subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout
)[1]
VERSIONS = {"mlir": VERSION}

# What an error may mean, by a part of its text.
ERRORS = {
    "operands don't have broadcast-compatible shapes": frozenset({"mlir.I6"}),
    "not broadcast compatible with broadcasted operands's shapes": frozenset(
        {"mlir.A5", "mlir.V2", "mlir.V4"}
    ),
}


def tensor(shape: Shape) -> str:
    return "tensor<" + "".join(f"{size}x" for size in shape) + "i32>"  # an unknown rank is `*x`


def chunk(case: Case) -> str:
    """Four lines; an error is on the second."""
    types = [tensor(shape) for shape in case[:2]]
    names = [f"%{number}" for number in range(len(types))]
    parameters = ", ".join(map(": ".join, zip(names, types, strict=True)))
    return (
        f"func.func @f({parameters}) {{\n"
        f'  "test.broadcastable"({", ".join(names)}) : ({", ".join(types)})'
        f" -> {tensor(case[2])}\n"
        "  return }\n"
        "// -----\n"
    )


def verify(cases: list[Case]) -> Iterable[Answer]:
    source = "".join(map(chunk, cases))
    run = subprocess.run(
        [PROGRAM, "--split-input-file", "-", "-o", "-"],
        input=source,
        capture_output=True,
        text=True,
    )
    errors: dict[int, str] = {}
    for begin, line, text in re.findall(
        r"^within split at <stdin>:(\d+) offset :(\d+):\d+: error: (.*)$", run.stderr, re.M
    ):
        errors.setdefault((int(begin) + int(line) - 2) // 4, text)
    if run.stderr.count("error:") != len(errors):
        raise RuntimeError(f"mlir-opt-19 does not report as expected: {run.stderr[:400]}")
    for number, case in enumerate(cases):
        error = errors.get(number)
        if error is None:
            yield Answer(case[2])
            continue
        tags = [tags for text, tags in ERRORS.items() if text in error]
        yield Answer(tags=tags[0] if tags else frozenset(), error=error)


QUESTIONS = [
    Question("test.broadcastable", "mlir@19 verify", "3 2 ? 0 1 2 3 *", verify),
]
