#!/usr/bin/env python3
"""Check a module of the Array API standard, a system of the Python package, or else NumPy in a single
file, as CTest does: exit status 77 if its library is missing."""

import argparse
import importlib
import os
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    system = parser.add_mutually_exclusive_group()
    system.add_argument("--array-api", metavar="MODULE")
    system.add_argument("--system", metavar="NAME")
    parser.add_argument("--bcast", required=True, help="the program")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", help="the core cases, and then as many others as fit in this time")
    parser.add_argument("--cases", default="2000", help="random cases a law, beside the core cases")
    arguments, rest = parser.parse_known_args()
    array_api = arguments.array_api
    package = array_api or arguments.system
    for module in [package or "numpy", *(["onnx"] if package == "onnxruntime" else [])]:
        try:
            importlib.import_module(module)
        except ImportError as reason:
            print(f"skipped: {module} is missing: {reason}")
            return 77
    command = [arguments.bcast, "check", "--seed", arguments.seed]
    if package:
        os.environ["BCAST_PYTHON"] = sys.executable
        command += ["--array-api" if array_api else "--system", package]
    else:
        command += ["--exec", shlex.join([sys.executable, "-B", str(HERE / "numpy_subject.py")]),
                    "--xfail", str(HERE.parent / "xfail" / "numpy.txt")]  # fmt: skip
    core, more = ["--size", "core"], ["--cases", arguments.cases]
    if arguments.seconds:
        runs = [core, [*more, "--seconds", arguments.seconds]]
    else:
        runs = [core] if package else [more]
    codes = [subprocess.run([*command, *rest, *run]).returncode for run in runs]
    # A child that a signal ends has a negative status.
    return max(128 - code if code < 0 else code for code in codes)


if __name__ == "__main__":
    sys.exit(main())
