#!/usr/bin/env python3
"""Ask MLIR's verifier of TOSA (tosa-opt) and TOSA's reference model about TOSA's broadcasting.

Each case has operands and a declared result. Both come with the package tosa-tools. The reference
model calls a debugger where it refuses, which takes seconds: it is asked without a PATH.

Exit status: 0 if every table is as in facts/field/tosa.json, 1 if one is not, 77 if a package is
missing.
"""

import importlib.metadata
import itertools
import os
import pickle
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

from field_table import MISSING, Answer, Question, Shape, main, needs, shapes, tuples, verdict

warnings.simplefilter("ignore")
np, model, serializer, ops, kinds = needs(
    "numpy", "tosa_reference_model", "serializer.tosa_serializer", "tosa.Op", "tosa.DType"
)
PROGRAM = shutil.which("tosa-opt", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
if PROGRAM is None:
    print("skipped: the program tosa-opt is not on the path")
    sys.exit(MISSING)
INT32, BOOL = kinds.DType.INT32, kinds.DType.BOOL


# The rule: broadcast_shape.tosac lines 10 to 21, in its own order


def broadcast_shape(shape1: Shape, shape2: Shape) -> Shape | None:
    if len(shape1) != len(shape2):
        return None
    shape = list(shape1)
    for i, size in enumerate(shape2):
        if shape[i] == 1:
            shape[i] = size
        elif size not in (1, shape[i]):
            return None
    return tuple(shape)


def folded(*operands: Shape) -> Shape | None:
    """ADD.tosac and SELECT.tosac, line 10."""
    result: Shape | None = operands[0]
    for operand in operands[1:]:
        result = None if result is None else broadcast_shape(result, operand)
    return result


def declared(*case: Shape) -> Shape | None:
    """The same and introduction.adoc line 698: every size is at least 1, and shape is the join."""
    if any(size == 0 for shape in case for size in shape):
        return None
    return case[-1] if folded(*case[:-1]) == case[-1] else None


def possible(*case: Shape) -> Shape | None:
    """The declared result, if there are run-time sizes from 1 to 3 with which `declared` accepts."""
    unknown = [(i, j) for i, shape in enumerate(case) for j, size in enumerate(shape) if size == "?"]
    for sizes in itertools.product((1, 2, 3), repeat=len(unknown)):
        known = [list(shape) for shape in case]
        for (i, j), size in zip(unknown, sizes):
            known[i][j] = size
        if declared(*map(tuple, known)) is not None:
            return case[-1]
    return None


# MLIR's verifier: all cases of a question in one file, one part each


def tensor(shape: Shape, element: str) -> str:
    if shape == ("*",):
        return f"tensor<*x{element}>"
    return "tensor<" + "".join(f"{s}x" for s in shape) + element + ">"


def module(operands: tuple[Shape, ...], result: Shape) -> str:
    elements = ["i1", "i32", "i32"] if len(operands) == 3 else ["i32", "i32"]
    types = [tensor(s, e) for s, e in zip(operands, elements)]
    names = ["%x", "%y", "%z"][:len(types)]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
    op = "select" if len(operands) == 3 else "add"
    return (f"func.func @f({arguments}) {{\n"
            f"  %0 = tosa.{op} {', '.join(names)} : ({', '.join(types)}) -> {tensor(result, 'i32')}\n"
            "  return\n}\n")


class Verifier:
    def __init__(self, cases: list[Any], passes: tuple[str, ...] = ()):
        self.cases, self.passes, self.refused = cases, passes, None

    def ask(self) -> dict[Any, str]:
        text = "// -----\n".join(module(case[:-1], case[-1]) for case in self.cases)
        run = subprocess.run([PROGRAM, "--split-input-file", *self.passes], input=text,
                             capture_output=True, text=True)
        found = {}
        for part, line, error in re.findall(
                r"^(?:within split at )?<stdin>:(?:(\d+) offset :)?(\d+):\d+: error: (.*)$",
                run.stderr, re.MULTILINE):
            # A part is four lines and the line of dashes.
            found[self.cases[int(part or line) // 5]] = error
        if run.returncode != (1 if found else 0):
            sys.exit(f"tosa-opt ends with status {run.returncode}:\n{run.stderr[:1000]}")
        return found

    def __call__(self, *case: Shape) -> Answer:
        if self.refused is None:
            self.refused = self.ask()
        error = self.refused.get(case)
        return Answer(case[-1]) if error is None else Answer(error=error[:160])


# The reference model


def graph(operands: tuple[Shape, ...], result: Shape) -> bytes:
    made = serializer.TosaSerializer("")
    types = [BOOL, INT32, INT32] if len(operands) == 3 else [INT32, INT32]
    inputs = [made.addPlaceholder(list(s), k, None).name for s, k in zip(operands, types)]
    output = made.addOutput(list(result), INT32).name
    attribute = serializer.TosaSerializerAttribute()
    if len(operands) == 3:
        attribute.SelectAttribute()
    else:
        attribute.AddAttribute()
    op = ops.Op.SELECT if len(operands) == 3 else ops.Op.ADD
    made.addOperator(op, inputs, [output], attribute)
    return bytes(made.serialize())


def evaluated(*case: Shape) -> Answer:
    """In a process of its own, which the model may end; without its log and a debugger's path."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.environ["PATH"] = os.devnull
        os.write(writing, pickle.dumps(tuple(in_process(*case))))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        return Answer(error=f"the process ends with signal {os.WTERMSIG(status)}")
    return Answer(*pickle.loads(said))


def in_process(*case: Shape) -> Answer:
    operands, result = case[:-1], case[-1]
    arrays = []
    for number, shape in enumerate(operands):
        values = np.arange(int(np.prod(shape)), dtype=np.int32).reshape(shape)
        first = len(operands) == 3 and number == 0
        arrays.append(np.asarray(values % 2 == 1 if first else values * 100**number,
                                 dtype=np.bool_ if first else np.int32))
    try:
        outputs, status = model.run(graph(operands, result), arrays)
    except ValueError as refusal:
        return Answer(error=str(refusal)[:160])
    if status != model.GraphStatus.TOSA_VALID:
        return Answer(error=str(status))
    answer = outputs[0]
    right = np.where(*arrays) if len(arrays) == 3 else arrays[0] + arrays[1]
    return Answer(tuple(answer.shape), "" if np.array_equal(answer, right) else "other values")


def triples(rank: int, sizes: list[Any], operands: int = 2) -> list[Any]:
    return [(*c, r) for c in tuples(operands, rank, sizes) for r in shapes(rank, sizes)]


def questions() -> list[Question]:
    known = triples(2, [0, 1, 2, 3])
    unknown = triples(2, ["?", 1, 2])
    three = triples(1, [0, 1, 2, 3], 3) + [
        (*c, r) for c in itertools.product(shapes(2, [1, 2], 2), repeat=3)
        for r in shapes(2, [1, 2], 2)]
    add, select = "two operands and a result", "three operands and a result"
    # The model is asked for results that may be: each case that it refuses costs it a log.
    possible_results = [(*c, r) for c in tuples(2, 2, [1, 2]) + tuples(2, 1, [0, 1, 2, 3])
                        for r in shapes(2, [0, 1, 2]) if len(r) == max(map(len, c))]
    joins = [c for c in possible_results if folded(*c[:-1]) is not None
             or c[-1] in (c[0], c[1])]
    return [
        Question("tosa-opt: tosa.add", "tosa, broadcast_shape", f"{add}, rank <= 2, sizes 0 to 3",
                 known, Verifier(known), declared),
        Question("tosa-opt: tosa.select", "tosa, folded",
                 f"{select}, rank <= 1, sizes 0 to 3, or rank 2, sizes 1 and 2", three,
                 Verifier(three), declared),
        Question("tosa-opt: tosa.add, unknown sizes", "tosa, where sizes from 1 to 3 exist",
                 f"{add}, rank <= 2, sizes ?, 1, 2", unknown, Verifier(unknown), possible),
        Question("reference model: ADD", "tosa, broadcast_shape",
                 f"{add}, rank <= 2, sizes 1 and 2, or rank <= 1, sizes 0 to 3; a result of the "
                 "higher rank, and a join exists or it is an operand's shape", joins, evaluated, declared),
        Question("reference model: SELECT", "tosa, folded",
                 f"{select}, rank 1, sizes 1 to 3, or rank 2, sizes 1 and 2",
                 [c for c in three if all(len(s) > 0 for s in c) and 0 not in itertools.chain(*c)
                  and len({len(s) for s in c}) == 1], evaluated, declared),
    ]


def verdicts() -> list[dict[str, str]]:
    rows = []
    cases: dict[str, Any] = {
        "rank": ((3,), (2, 3), (2, 3)), "rank 0 against 1": ((), (1,), (1,)),
        "rank 0": ((), (), ()), "0 against 1": ((0,), (1,), (0,)), "0 against 0": ((0,), (0,), (0,)),
        "0 against n": ((0,), (2,), (2,)), "1 against n": ((1,), (2,), (2,)),
        "n against 1": ((2,), (1,), (2,)), "n against m": ((2,), (3,), (3,)),
        "declared result, larger": ((1,), (1,), (2,)), "declared result, 1": ((2,), (1,), (1,)),
        "three operands": ((1, 1), (1, 2), (2, 1), (2, 2)),
    }
    for asked, case in cases.items():
        rows.append(verdict(f"{asked}, tosa-opt", (*case[:-1], "->", case[-1]),
                            Verifier([case])(*case)))
        rows.append(verdict(f"{asked}, reference model", (*case[:-1], "->", case[-1]),
                            evaluated(*case)))
    unknown: dict[str, Any] = {
        "unknown against 1": (("?",), (1,), ("?",)), "unknown against n": (("?",), (2,), ("?",)),
        "unknown against n, declared n": (("?",), (2,), (2,)),
        "unknown against n, declared another": (("?",), (2,), (3,)),
        "unknown against unknown": (("?",), ("?",), ("?",)),
        "a result unknown": ((2,), (2,), ("?",)), "a rank unknown": (("*",), (2,), (2,)),
    }
    for asked, case in unknown.items():
        rows.append(verdict(f"{asked}, tosa-opt", (*case[:-1], "->", case[-1]),
                            Verifier([case])(*case)))
    return rows


if __name__ == "__main__":
    VERSIONS = {"tosa-tools": importlib.metadata.version("tosa-tools"), "numpy": np.__version__}
    sys.exit(main("tosa", __doc__, VERSIONS, questions(), verdicts))
