# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the figures on the page of trust again, and says in docs/data/trust when and at which commit.

figures.py [FIGURES...]

Without a name, all that .ci/nightly measures: what fits into an hour, after the presets dev, asan, tsan
and coverage were built. A command is the one that the page shows. What fails stays as it was, and the
status is 1. The tree may have no changes that are not committed, because the figures name a commit. What
takes longer, the mutants and the fuzzers, is measured by its own command.
"""

import argparse
import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "docs" / "data" / "trust"


def git(*arguments):
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True,
                          text=True).stdout.strip()


def read(name):
    return json.loads((DATA / name).read_text())


def write(name, value):
    (DATA / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def with_counts(tests, out):
    """What a row says of its tests, with the numbers of this run."""
    if passed := re.search(r"tests passed, 0 tests failed out of (\d+)", out):
        skipped = len(re.findall(r"\*\*\*Skipped|\(Skipped\)", out.split("tests passed")[0]))
        tests = re.sub(r"[\d,]+ tests, \d+ of them", f"{int(passed[1]):,} tests, {skipped} of them",
                       tests)
    if laws := re.search(r"(\d+) of (\d+) laws hold", out):
        tests = re.sub(r"\d+ of \d+ hold", f"{laws[1]} of {laws[2]} hold", tests)
        if cases := re.search(r"([\d,]+) cases", out[laws.start():]):
            tests = re.sub(r"[\d,]+ cases", f"{int(cases[1].replace(',', '')):,} cases", tests)
    return tests


def ran(command):
    """What a command prints, or none where it fails."""
    print(f"== {command}", flush=True)
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print((done.stdout + done.stderr)[-4000:])
        print(f"figures: it fails with status {done.returncode}", flush=True)
        return None
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("figures", nargs="*", help="proofs, why3, ... as in docs/data/trust")
    given = parser.parse_args()
    if git("status", "--porcelain", "--", ".", ":!docs/data/trust"):
        sys.exit("figures: commit the changes first")
    now = {"date": datetime.date.today().isoformat(), "commit": git("rev-parse", "HEAD")}
    rows, failed = read("measured.json"), False
    known = {row["figures"].removesuffix(".json") for row in rows if row["nightly"]}
    if unknown := set(given.figures) - known:
        sys.exit(f"figures: {', '.join(sorted(unknown))}: expected some of {', '.join(sorted(known))}")
    for row in rows:
        name = row["figures"]
        if not row["nightly"] or given.figures and name.removesuffix(".json") not in given.figures:
            continue
        if not row["each"]:
            if ran(row["command"]) is None:
                failed = True
            else:
                row.update(now)
        else:
            figures, told = read(name), {}
            for figure in figures:
                command = figure["command"]
                if command not in told:
                    told[command] = ran(command)
                if told[command] is None:
                    failed = True
                    continue
                figure.update(now)
                if "tests" in figure:
                    figure["tests"] = with_counts(figure["tests"], told[command])
            write(name, figures)
        write("measured.json", rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
