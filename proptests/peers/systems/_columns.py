"""Systems on the command line whose arrays have the first dimension fastest."""

import math
import shutil
import subprocess
from collections.abc import Iterable

from . import Answer, Case, Shape, first_line, told


def found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise ImportError(f"{program} is not on the path")
    return path


def column_major(shape: Shape) -> list[int]:
    """The positions of the elements there, in row-major order."""
    places = [0]
    for d, size in enumerate(shape):
        step = math.prod(map(int, shape[:d]))
        places = [p + step * i for p in places for i in range(int(size))]
    return places


def answered(case: Case, line: str) -> Answer:
    """From `SHAPE;VALUES` with commas, or `E MESSAGE`. The operands count from 0, in steps of 1 and 1000."""
    if line.startswith("E"):
        return Answer(error=first_line(line[2:]))
    shape, values = ([int(n) for n in part.split(",") if n.strip()] for part in line.split(";"))
    if case.ok is not None:  # a dimension of 1 at the end may be left out
        shape += [1] * (len(case.ok) - len(shape))
        while len(shape) > len(case.ok) and shape[-1] == 1:
            shape.pop()
    operands = ([k * p for p in column_major(s)] for s, k in zip(case, (1, 1000)))
    in_rows = [values[p] for p in column_major(tuple(shape))]
    return told(case, shape, in_rows, lambda x, y: [a + b for a, b in zip(x, y)], *operands)


def ask(command: list[str], cases: list[Case]) -> Iterable[Answer]:
    """The command reads a line for each operand, and prints a line for each case."""
    text = "".join("x".join(map(str, shape)) + "\n" for case in cases for shape in case)
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [answered(*pair) for pair in zip(cases, run.stdout.splitlines(), strict=True)]


def version(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
