#!/usr/bin/env python3
"""What MLIR says about vector.broadcast, whose sizes may be scalable: [4] is a multiple of 4.

mlir_scalable.py --write NAME=PROGRAM...    asks each mlir-opt, and prints the table
mlir_scalable.py --bcast PROGRAM TABLE      compares `bcast verify` with the table's last column

The table has every operand up to rank 2, and a scalar, with every result of rank 1 or 2, and sizes 1, 2, [1]
and [2]; a column for each version says whether it accepts the case. Exit status: 0 if bcast answers as the
last version does, 1 if not.
"""

import itertools
import json
import re
import subprocess
import sys

SIZES = ["1", "2", "[1]", "[2]"]
VECTORS = ["x".join(sizes) for rank in (1, 2) for sizes in itertools.product(SIZES, repeat=rank)]
CASES = [(operand, result) for operand in ["i32", *VECTORS] for result in VECTORS]


def vector(text: str) -> str:
    return text if text == "i32" else f"vector<{text}xi32>"


def module(operand: str, result: str) -> str:
    return (f"func.func @f(%x: {vector(operand)}) {{\n"
            f"  %0 = vector.broadcast %x : {vector(operand)} to {vector(result)}\n  return\n}}\n")


def refused_by_mlir(program: str) -> set[int]:
    """The cases that MLIR refuses, by their numbers: each is a part of one file, and of five lines."""
    text = "// -----\n".join(module(*case) for case in CASES)
    run = subprocess.run([program, "--split-input-file"], input=text, capture_output=True, text=True)
    found = set()
    # MLIR 19 names the part and the line in it, newer ones the line of the file.
    for part, line in re.findall(r"^(?:within split at )?<stdin>:(?:(\d+) offset :)?(\d+):\d+: error:",
                                 run.stderr, re.MULTILINE):
        found.add(int(part or line) // 5)
    if run.returncode != (1 if found else 0):
        sys.exit(f"{program} ends with status {run.returncode}:\n{run.stderr[:1000]}")
    return found


def refused_by_bcast(program: str) -> set[int]:
    text = "".join(module(*case) for case in CASES)
    run = subprocess.run([program, "verify", "--json", "-"], input=text, capture_output=True, text=True)
    report = json.loads(run.stdout)["files"][0]
    if report["checked"] != len(CASES):
        sys.exit(f"bcast checked {report['checked']} of {len(CASES)} cases")
    return {d["line"] // 4 for d in report["diagnostics"]}


def write(programs: list[str]) -> None:
    columns = [text.partition("=")[::2] for text in programs]
    answers = [refused_by_mlir(program) for _, program in columns]
    print("# vector.broadcast, operand and result; written by mlir_scalable.py")
    print("operand result", *(name for name, _ in columns))
    for number, case in enumerate(CASES):
        print(*case, *("refuses" if number in a else "accepts" for a in answers))


def compare(bcast: str, table: str) -> int:
    with open(table) as file:
        rows = [line.split() for line in file if not line.startswith("#")][1:]
    if [tuple(row[:2]) for row in rows] != CASES:
        sys.exit(f"{table} has other cases")
    refused = refused_by_bcast(bcast)
    wrong = [row for number, row in enumerate(rows) if (row[-1] == "refuses") != (number in refused)]
    for row in wrong:
        print(f"{row[0]} to {row[1]}: MLIR {row[-1]} it, bcast does not")
    print(f"{len(rows) - len(wrong)} of {len(rows)} cases agree")
    return 1 if wrong else 0


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["--write"] and len(arguments) > 1:
        write(arguments[1:])
        return 0
    if arguments[:1] == ["--bcast"] and len(arguments) == 3:
        return compare(*arguments[1:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
