# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for assumptions that contradict one another, from which a prover would prove anything.

smoke.py [MODULE...]

First a false axiom is planted in a copy of a module: it has to be found in each part. Then each part of a
goal is tried once more with its conclusion negated, for two seconds. Fails, and names the part, if that is
proved and the part is not listed here; a listed part that is not found fails too. Without a module, all
sessions are tried, which takes long.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent
# The parts whose own premises exclude one another, by session, with the two premises. Each of these goals has
# other parts with the same preconditions, which are not found: its preconditions can be met.
NO_INDEX = "the invariant before the first round is about no index yet"
NO_C1 = "C1 does not hold, and the sizes join: that the two cannot be is what is proved here"
EXPECTED = {
    "array_api": {"broadcast'vc": {2: NO_INDEX + ": n < k <= n"}},
    "broadcast": {"documents_agree'vc": dict.fromkeys((2, 3, 4, 6, 7), NO_C1),
                  "maximum_is_join'vc": {2: NO_C1}},
    "example": {"joined'vc": {37: "nY is 2, and this precondition is for an answer of 2 < nY"}},
    "machine": {"copy'vc": {5: NO_INDEX + ": 0 <= q < 0"},
                "join_sizes'vc": {1: NO_INDEX + ": 1 <= l <= 0",
                                  29: "after the loop k >= ny, and this answer is for k < ny"},
                "view_strides'vc": {2: NO_INDEX + ": offset <= a < offset + 0"}},
    "mlir": {"antisymmetric'vc": dict.fromkeys((1, 2), "below needs a size of 1 one way, and no 1 the other"),
             "chosen_is_the_size'vc": {2: "a is a clash, and admits a n"},
             "chosen_runs'vc": {2: "a is a clash, and the precondition excludes that"},
             "joined_chosen'vc": dict.fromkeys((2, 5, 6, 7), "a or b is a clash, and u is above both"),
             "joined_runs_as'vc": {**dict.fromkeys((2, 5), "a is a clash, and runs as c"),
                                   6: "b is a clash, and runs as d",
                                   7: "c is unknown, and a runs as it", 8: "c is a clash, and a runs as it",
                                   9: "d is unknown, and b runs as it", 10: "d is a clash, and b runs as it"},
             "same_bounds'vc": dict.fromkeys((2, 3), "x is above x, and nothing is above a clash"),
             "size_of_axis'vc": {2: "the axis is a clash, and the operands have sizes"},
             "verified_is_certain'vc": {7: "the axis is a clash, and s is a shape: absurd"}},
}


PLANTED = ("static", "  (* The shapes as MLIR has them", "  axiom planted: 0 = 1\n\n")


def found_in(session, planted=False):
    """The parts that are proved either way, and all parts. A false axiom can be planted in the module."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "why3"
        shutil.copytree(HERE, copy)
        if planted:
            module = copy / f"{session}.mlw"
            before, line, after = module.read_text().partition(PLANTED[1])
            module.write_text(before + PLANTED[2] + line + after)
            # The smoke detector wants a session that is up to date.
            subprocess.run(["why3", "-C", "provers.conf", "replay", "-L", ".", "--force", "--quiet", session],
                           cwd=copy, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        file = copy / session / "why3session.xml"
        text = file.read_text()
        parts = {goal.get("name") + ".0" for goal in xml.fromstring(text).iter("goal")
                 if goal.find("transf") is None}
        file.write_text(text.replace('timelimit="10"', 'timelimit="2"'))
        run = subprocess.run(
            ["why3", "-C", "provers.conf", "replay", "-L", ".", "--smoke-detector=top", session],
            cwd=copy, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = set(re.findall(r"goal '(\S+)', prover [^:]*: result is: [^:]*-> Smoke detected!", run.stdout))
    if run.returncode and not found or not found and "No smoke detected" not in run.stdout:
        sys.exit(f"{session}: not replayed:\n{run.stdout}")
    return found, parts


def main():
    found, parts = found_in(PLANTED[0], planted=True)
    if found != parts:
        sys.exit(f"a false axiom is not found in {', '.join(sorted(parts - found))} of {PLANTED[0]}")
    sessions = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.mlw"))
    wrong = False
    for session in sessions:
        found, parts = found_in(session)
        expected = {f"{goal}.{part}.0" for goal, why in EXPECTED.get(session, {}).items() for part in why}
        for part in sorted(found - expected):
            print(f"{session}: {part}: its premises contradict one another")
        for part in sorted(expected - found):
            print(f"{session}: {part}: its premises are expected to contradict one another, and do not")
        wrong = wrong or found != expected
        print(f"{session}: {len(found)} of {len(parts)} parts found, {len(expected)} expected", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
