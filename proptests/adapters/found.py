#!/usr/bin/env python3
"""Runs each bug of the page "What it found", and says what no longer prints what the page shows: exit
status 1. A system that is missing is skipped by name; 77 if all are."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/site/pages/systems.md"
BUG = re.compile(r"### ([^\n]*?) (\S+): ([^\n]*)\n\n```python\n(.*?)```\n\nIt prints `(.*?)`;", re.DOTALL)


def main() -> int:
    asked = changed = 0
    for system, version, title, code, prints in BUG.findall(PAGE.read_text()):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        found = ran.stdout.strip() or ran.stderr.strip().rpartition("\n")[2]
        if "ModuleNotFoundError" in found:
            print(f"skipped  {system}: {found}")
            continue
        asked += 1
        holds = found == prints
        changed += not holds
        print(f"{'holds' if holds else 'CHANGED'}  {system} {version}: {title}")
        if not holds:
            print(f"  expected {prints}, found {found}")
    if not asked:
        return 77
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
