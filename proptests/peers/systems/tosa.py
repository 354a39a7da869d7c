"""MLIR's verifier of TOSA (tosa-opt) and TOSA's reference model.

Each case has operands and a declared result. Both come with the package tosa-tools. The reference
model calls a debugger where it refuses, which takes seconds: it is asked without a PATH.
"""

import importlib.metadata
import math
import os
import pickle
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path

warnings.simplefilter("ignore")

import numpy  # noqa: E402
import tosa_reference_model as model  # noqa: E402
from serializer import tosa_serializer as serializer  # noqa: E402
from tosa import DType, Op  # noqa: E402

from . import Answer, Case, Question, Shape, told, verdicts as of  # noqa: E402

PROGRAM = shutil.which("tosa-opt", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
if PROGRAM is None:
    raise ImportError("the program tosa-opt is not on the path")
VERSIONS = {"tosa-tools": importlib.metadata.version("tosa-tools")}
INT32, BOOL = DType.DType.INT32, DType.DType.BOOL


def tensor(shape: Shape, element: str) -> str:
    # Of an unknown rank, `*` is followed by an x too.
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def module(case: Case) -> str:
    *operands, result = case
    op, elements = ("select", ["i1", "i32", "i32"]) if len(operands) == 3 else ("add", ["i32"] * 2)
    types = list(map(tensor, operands, elements))
    names = ["%x", "%y", "%z"][: len(types)]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
    return (f"func.func @f({arguments}) {{\n"
            f"  %0 = tosa.{op} {', '.join(names)} : ({', '.join(types)}) -> {tensor(result, 'i32')}\n"
            "  return\n}\n")  # fmt: skip


def verified(cases: list[Case]) -> Iterable[Answer]:
    """All cases in one file, one part each."""
    run = subprocess.run([PROGRAM, "--split-input-file"], input="// -----\n".join(map(module, cases)),
                         capture_output=True, text=True)  # fmt: skip
    errors = {}
    for part, line, error in re.findall(
        r"^(?:within split at )?<stdin>:(?:(\d+) offset :)?(\d+):\d+: error: (.*)$", run.stderr, re.M
    ):
        # A part is four lines and the line of dashes.
        errors[int(part or line) // 5] = error
    if run.returncode != (1 if errors else 0):
        sys.exit(f"tosa-opt ends with status {run.returncode}:\n{run.stderr[:1000]}")
    for number, case in enumerate(cases):
        error = errors.get(number)
        yield Answer(case[-1]) if error is None else Answer(error=error[:160])


def graph(case: Case) -> bytes:
    *operands, result = case
    made = serializer.TosaSerializer("")
    types = [BOOL, INT32, INT32] if len(operands) == 3 else [INT32, INT32]
    inputs = [made.addPlaceholder(list(s), k, None).name for s, k in zip(operands, types)]
    output = made.addOutput(list(result), INT32).name
    attribute = serializer.TosaSerializerAttribute()
    if len(operands) == 3:
        attribute.SelectAttribute()
    else:
        attribute.AddAttribute()
    op = Op.Op.SELECT if len(operands) == 3 else Op.Op.ADD
    made.addOperator(op, inputs, [output], attribute)
    return bytes(made.serialize())


def in_process(case: Case) -> Answer:
    flat = []
    for number, shape in enumerate(case[:-1]):
        values = numpy.arange(math.prod(shape), dtype=numpy.int32)
        first = len(case) == 4 and number == 0
        flat.append(values % 2 == 1 if first else values * numpy.int32(100**number))
    try:
        outputs, status = model.run(graph(case), [a.reshape(s) for a, s in zip(flat, case)])
    except ValueError as refusal:
        return Answer(error=str(refusal)[:160])
    if status != model.GraphStatus.TOSA_VALID:
        return Answer(error=str(status))

    def way(*operands: list[int]) -> list[int]:
        if len(case) == 4:
            return [x if c else y for c, x, y in zip(*operands[:3])]
        return [x + y for x, y in zip(*operands[:2])]

    return told(case, outputs[0].shape, outputs[0].ravel(), way, *flat)


def evaluated(cases: list[Case]) -> Iterable[Answer]:
    """Each in a process of its own, which the model may end; without its log and a debugger's path."""
    for case in cases:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            os.environ["PATH"] = os.devnull
            os.write(writing, pickle.dumps(tuple(in_process(case))))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read()
        _, status = os.waitpid(child, 0)
        if status != 0:
            yield Answer(error=f"the process ends with signal {os.WTERMSIG(status)}")
        else:
            yield Answer(*pickle.loads(said))


VERIFY = "tosa verify"
QUESTIONS = [
    Question("tosa-opt: tosa.add", VERIFY, "3 2 0 1 2 3", verified),
    Question("tosa-opt: tosa.select", VERIFY, "4 1 0 1 2 3 + 4 2..2 1 2", verified),
    Question("tosa-opt: tosa.add, unknown sizes", "tosa possible", "3 2 ? 1 2", verified),
    # The model is asked for results that may be: each case that it refuses costs it a log.
    Question("reference model: ADD", VERIFY, "possible_results", evaluated),
    Question("reference model: SELECT", VERIFY, "4 1..1 1 2 3 + 4 2..2 1 2", evaluated),
]


def verdicts() -> list[dict[str, str]]:
    rows = []
    for asked, case in (
        ("rank", ((3,), (2, 3), (2, 3))), ("rank 0 against 1", ((), (1,), (1,))), ("rank 0", ((), (), ())),
        ("0 against 1", ((0,), (1,), (0,))), ("0 against 0", ((0,), (0,), (0,))),
        ("0 against n", ((0,), (2,), (2,))), ("1 against n", ((1,), (2,), (2,))),
        ("n against 1", ((2,), (1,), (2,))), ("n against m", ((2,), (3,), (3,))),
        ("declared result, larger", ((1,), (1,), (2,))), ("declared result, 1", ((2,), (1,), (1,))),
        ("three operands", ((1, 1), (1, 2), (2, 1), (2, 2))),
    ):  # fmt: skip
        rows += of("tosa-opt", verified, [(asked, case)], True)
        rows += of("reference model", evaluated, [(asked, case)], True)
    return rows + of("tosa-opt", verified, (
        ("unknown against 1", (("?",), (1,), ("?",))), ("unknown against n", (("?",), (2,), ("?",))),
        ("unknown against n, declared n", (("?",), (2,), (2,))),
        ("unknown against n, declared another", (("?",), (2,), (3,))),
        ("unknown against unknown", (("?",), ("?",), ("?",))),
        ("a result unknown", ((2,), (2,), ("?",))), ("a rank unknown", ("*", (2,), (2,))),
    ), True)  # fmt: skip
