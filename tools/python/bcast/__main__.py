"""The program `bcast`: `python -m bcast` and the command that pip installs."""

import os
import sys

from . import _native


def main() -> None:
    program = _native.program()
    # `bcast check --array-api MODULE` imports the module by this interpreter.
    os.environ.setdefault("BCAST_PYTHON", sys.executable)
    os.execv(program, ["bcast", *sys.argv[1:]])


if __name__ == "__main__":
    main()
