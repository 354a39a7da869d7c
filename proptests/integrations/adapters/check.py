#!/usr/bin/env python3
"""Check one of the adapters, as CTest does: exit status 77 if its library is missing."""

import argparse
import importlib
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODULES = {
    "numpy": ["numpy"],
    "numpy_strided": ["numpy"],
    "torch": ["torch"],
    "jax": ["jax"],
    "onnxruntime": ["onnxruntime", "onnx"],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("adapter", choices=MODULES)
    parser.add_argument("--bcast", required=True, help="the program")
    parser.add_argument("--part", help="the core cases, and then only this part of the run, K/n")
    arguments, rest = parser.parse_known_args()
    for module in MODULES[arguments.adapter]:
        try:
            importlib.import_module(module)
        except ImportError as reason:
            print(f"skipped: {module} is missing: {reason}")
            return 77
    adapter = HERE / f"{arguments.adapter}_subject.py"
    command = [arguments.bcast, "check", "--exec", shlex.join([sys.executable, "-B", str(adapter)])]
    expected = HERE.parent / "xfail" / f"{arguments.adapter.removesuffix('_strided')}.txt"
    if expected.exists():
        command += ["--xfail", str(expected)]
    runs = [["--size", "core"], ["--shard", arguments.part]] if arguments.part else [[]]
    codes = [subprocess.run([*command, *rest, *run]).returncode for run in runs]
    # A child that a signal ends has a negative status.
    return max(128 - code if code < 0 else code for code in codes)


if __name__ == "__main__":
    sys.exit(main())
