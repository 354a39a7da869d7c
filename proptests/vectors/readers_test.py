#!/usr/bin/env python3
"""Run a reader of the vectors: readers_test.py BCAST LANGUAGE

The example in their README.md must be one of them. A reader must accept the right function and reject
the wrong one, and print what the reader in Python prints. Exit status 77 if the language is missing.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMANDS = {
    "python": [sys.executable, "-B", HERE / "readers/read.py"],
    "javascript": ["node", HERE / "readers/read.js"],
}


def outcome(vectors: Path, language: str, *arguments: str) -> tuple[int, str]:
    """The exit status and what is printed."""
    command = [*map(str, COMMANDS[language]), *arguments, str(vectors)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    return done.returncode, done.stdout


bcast, language = sys.argv[1:]
if shutil.which(COMMANDS[language][0]) is None:
    print(f"skipped: {COMMANDS[language][0]} is missing")
    sys.exit(77)
with tempfile.TemporaryDirectory() as root:
    vectors = Path(root, "vectors/vectors.json")
    subprocess.run([bcast, "vectors", "--out", str(vectors.parent)], check=True,
                   stdout=subprocess.DEVNULL)
    example = re.search(r"```json\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)[1]
    if json.loads(example) not in json.loads(vectors.read_text())["vectors"]:
        sys.exit("the README's example is not a vector")
    status, text = outcome(vectors, language)
    print(text, end="")
    if status != 0 or not text.endswith(" 0 failed\n"):
        sys.exit("the right function is rejected")
    status, text = outcome(vectors, language, "--max")
    print(text, end="")
    if status != 1 or not text.startswith("FAIL "):
        sys.exit("the wrong function is accepted")
    if text != outcome(vectors, "python", "--max")[1]:
        sys.exit("the reader in Python prints another text")
