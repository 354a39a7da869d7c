#!/usr/bin/env python3
"""Run the vectors on ONNX Runtime, in a folder that is removed afterwards; the files are written
twice and must be the same."""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run(*command: object) -> None:
    status = subprocess.run([str(word) for word in command]).returncode
    if status != 0:
        sys.exit(status)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


with tempfile.TemporaryDirectory() as root:
    made = []
    for turn in ["first", "second"]:
        vectors, cases = Path(root, turn, "vectors"), Path(root, turn, "cases")
        vectors.parent.mkdir()
        run(sys.argv[1], "vectors", "--out", vectors)
        run(sys.executable, "-B", HERE / "onnx_vectors.py", vectors, cases)
        made.append((files_of(vectors), files_of(cases)))
    if made[0] != made[1]:
        sys.exit("two runs wrote different files")
    run(sys.executable, "-B", HERE / "onnx_run.py", cases)
