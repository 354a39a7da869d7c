#!/usr/bin/env python3
"""Write the folder of vectors that a release has: the vectors, their readers and their other forms.

bundle.py --bcast PROGRAM [--onnx] FOLDER

With --onnx, the cases for ONNX are in it too; they need the package onnx.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def run(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bcast", required=True, help="the program")
    parser.add_argument("--onnx", action="store_true", help="with the cases for ONNX")
    parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
    arguments = parser.parse_args()
    folder = arguments.folder
    run(arguments.bcast, "vectors", "--out", folder)
    shutil.copy(HERE / "README.md", folder)
    shutil.copy(ROOT / "LICENSE", folder)
    shutil.copytree(HERE / "readers", folder / "readers")
    (folder / "webnn").mkdir()
    run(sys.executable, "-B", HERE / "webnn.py", folder, folder / "webnn/broadcast.https.any.js")
    if arguments.onnx:
        run(sys.executable, "-B", HERE.parent / "adapters/onnx_vectors.py", folder, folder / "onnx")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"bundle.py: {error}")
