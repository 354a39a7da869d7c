# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutate.py prints the changes that a command does not notice, and leaves the file as it was."""

import pathlib
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(__file__).resolve().parent / "mutate.py"
TEXT = """// a < b
int f(int a) { return a + 1; }
bool g(bool a, bool b) { return a && b; }
"""

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "f.cpp"
    file.write_text(TEXT)
    ran = subprocess.run([sys.executable, "-B", TOOL, file, "--command", f"grep -q 'a + 1' '{file}'"],
                         capture_output=True, text=True)
    assert ran.returncode == 1, ran
    assert ran.stdout == f"""{file}:3: no test notices
- bool g(bool a, bool b) {{ return a && b; }}
+ bool g(bool a, bool b) {{ return a || b; }}
3 of 4 changes are noticed
""", ran.stdout
    assert file.read_text() == TEXT
    ran = subprocess.run([sys.executable, "-B", TOOL, file, "--command", "false"],
                         capture_output=True, text=True)
    assert ran.returncode == 1 and "fails without a change" in ran.stderr, ran
