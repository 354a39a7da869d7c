#!/usr/bin/env python3
"""Run a reader of the vectors, or their other form: bundle_test.py BCAST LANGUAGE

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
    "python": [sys.executable, "-B", "readers/read.py"],
    "javascript": ["node", "readers/read.js"],
    "webnn": ["node", str(HERE / "webnn_test.js")],
}


def outcome(bundle: Path, language: str, *arguments: str) -> tuple[int, str]:
    """The exit status and what is printed."""
    command = [*COMMANDS[language], *arguments]
    done = subprocess.run(command, cwd=bundle, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    return done.returncode, done.stdout


bcast, language = sys.argv[1:]
if shutil.which(COMMANDS[language][0]) is None:
    print(f"skipped: {COMMANDS[language][0]} is missing")
    sys.exit(77)
with tempfile.TemporaryDirectory() as root:
    bundle = Path(root, "vectors")
    bundler = [sys.executable, "-B", str(HERE / "bundle.py"), "--bcast", bcast, str(bundle)]
    subprocess.run(bundler, check=True)
    example = re.search(r"```json\n(.*?)```", Path(bundle, "README.md").read_text(), re.DOTALL)[1]
    if json.loads(example) not in json.loads(Path(bundle, "vectors.json").read_text())["vectors"]:
        sys.exit("the README's example is not a vector")
    if language == "webnn":
        arguments, wrong = ["webnn/broadcast.https.any.js"], "--left"
    else:
        arguments, wrong = ["vectors.json"], "--max"
    status, text = outcome(bundle, language, *arguments)
    print(text, end="")
    if status != 0 or not text.endswith(" 0 failed\n"):
        sys.exit("the right function is rejected")
    status, text = outcome(bundle, language, wrong, *arguments)
    print(text, end="")
    if status != 1 or not text.startswith("FAIL "):
        sys.exit("the wrong function is accepted")
    if language != "webnn" and text != outcome(bundle, "python", wrong, *arguments)[1]:
        sys.exit("the reader in Python prints another text")
