# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for assumptions that contradict one another, from which a prover would prove anything.

smoke.py [MODULE...]

Each part of a goal is tried once more with its conclusion negated, for two seconds. Fails, and names
the part, if that is proved and the part is not listed here; a listed part that is not found fails
too. Without a module, all sessions are tried, which takes about half an hour.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The parts whose own premises exclude one another, by session. Those that were read are cases of a
# definition that cannot occur together, or an invariant before the first round of a loop, which is
# about no axis yet: `documents_agree`, `join_sizes` 29 and `broadcast` 2 of array_api. The others were
# not read one by one. Each of these goals has other parts with the same preconditions, which are not
# found, so that its preconditions can be met.
EXPECTED = {
    "array_api": {"broadcast'vc": (2,)},
    "broadcast": {"documents_agree'vc": (2, 3, 4, 6, 7), "maximum_is_join'vc": (2,)},
    "machine": {"copy'vc": (5,), "join_sizes'vc": (1, 29), "view_strides'vc": (2,)},
    "mlir": {"antisymmetric'vc": (1, 2), "chosen_is_the_size'vc": (2,), "chosen_runs'vc": (2,),
             "joined_chosen'vc": (2, 5, 6, 7), "joined_runs_as'vc": (2, 5, 6, 7, 8, 9, 10),
             "same_bounds'vc": (2, 3)},
}


def found_in(session):
    """The parts that are proved either way."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "why3"
        shutil.copytree(HERE, copy)
        file = copy / session / "why3session.xml"
        file.write_text(file.read_text().replace('timelimit="10"', 'timelimit="2"'))
        run = subprocess.run(
            ["why3", "-C", "provers.conf", "replay", "-L", ".", "--smoke-detector=top", session],
            cwd=copy, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = set(re.findall(r"goal '(\S+)', prover [^:]*: result is: [^:]*-> Smoke detected!", run.stdout))
    if run.returncode and not found or not found and "No smoke detected" not in run.stdout:
        sys.exit(f"{session}: not replayed:\n{run.stdout}")
    return found


def main():
    sessions = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.mlw"))
    wrong = False
    for session in sessions:
        found = found_in(session)
        expected = {f"{goal}.{part}.0" for goal, parts in EXPECTED.get(session, {}).items() for part in parts}
        for part in sorted(found - expected):
            print(f"{session}: {part}: its premises contradict one another")
        for part in sorted(expected - found):
            print(f"{session}: {part}: its premises are expected to contradict one another, and do not")
        wrong = wrong or found != expected
        print(f"{session}: {len(found)} found, {len(expected)} expected", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
