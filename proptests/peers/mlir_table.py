#!/usr/bin/env python3
"""Write the uses of test.broadcastable that mlir-opt-19 accepts, as a table that a test reads.

Every pair of operands with every declared result, of rank <= 2 with sizes ?, 0, 1, 2, 3 and of
unknown rank, and every result without operands. One pair a line: the operands, a bar, the results
that are accepted, or `operands` if MLIR says that these do not broadcast.
"""

import itertools
import sys

from systems import Case, Shape
from systems.mlir import VERSION, verify

SIZES = ["?", 0, 1, 2, 3]
TYPES: list[Shape] = [list(t) for rank in range(3) for t in itertools.product(SIZES, repeat=rank)]
TYPES.append("*")


def text(shape: Shape) -> str:
    return shape if isinstance(shape, str) else "x".join(map(str, shape)) or "()"


def main() -> int:
    lists: list[list[Shape]] = [[], *map(list, itertools.product(TYPES, repeat=2))]
    cases = [Case(operands, result, None) for operands in lists for result in TYPES]
    answers = iter(verify(cases))
    print(f"# mlir-opt {VERSION}, test.broadcastable; written by mlir_table.py")
    for operands in lists:
        said = [next(answers) for _ in TYPES]
        refused = all(answer.tags == {"mlir.I6"} for answer in said)
        accepted = [text(t) for t, answer in zip(TYPES, said, strict=True) if not answer.error]
        print(*map(text, operands), "|", *(["operands"] if refused else accepted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
