"""What is said of a line of a file, or changes it, is about text that the file still has.

Each row of equivalent.json is about a line; each mutant made by hand changes a text that occurs once,
unless it says why the text was removed.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def text_of(name):
    file = HERE.parents[2] / name
    return file.read_text() if file.is_file() else ""


def stale_lines():
    for row in json.loads((HERE / "equivalent.json").read_text()):
        lines = text_of(row["file"]).splitlines()
        if not any(line.strip().startswith(row["line"]) for line in lines):
            yield f"equivalent.json: {row['file']}: {row['line']}"


def stale_mutants():
    for lot in sorted(HERE.glob("hand/lot-*.json")):
        for mutant in json.loads(lot.read_text()):
            times = text_of(mutant["file"]).count(mutant["old"])
            if times != ("removed" not in mutant):
                yield f"{lot.name}: {mutant['name']}: its text is {times} times in {mutant['file']}"


def main():
    stale = [*stale_lines(), *stale_mutants()]
    print("\n".join(stale) or "each row is of a text that there is")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
