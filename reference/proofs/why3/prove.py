# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves modules in WhyML: every goal is split, and Z3 and cvc5 try each part.

prove.py [--smoke] [-L FOLDER] MODULE...

FOLDER has other modules that these use. Fails, and names the part, if neither proves it. With --smoke, each
part is tried with its conclusion negated. If that is proved, the part's premises contradict one another:
fails, and names the part, unless it is listed here; a listed part that is not found fails too.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The modules that cvc5 tries first.
CVC5_FIRST = {"mlir", "op_broadcast"}
# The parts whose own premises exclude one another, by module, with the two premises. Each of these goals has
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
PROVERS = {"Z3": ["z3", "-smt2"], "CVC5": ["cvc5", "--lang=smt2"]}


def printed(module, folders, smoke, prover, folder):
    """The parts of the module's goals, by their names, as files for the prover."""
    folder.mkdir()
    libraries = [part for other in (*folders, ".") for part in ("-L", other)]
    transformations = [*(["-a", "smoke_detector_top"] if smoke else []), "-a", "split_vc"]
    subprocess.run(["why3", "-C", "provers.conf", "prove", *libraries, *transformations, "-P", prover,
                    "-o", folder, f"{module}.mlw"], cwd=HERE, check=True)
    return {path.stem.split("-", 1)[1].replace("qt", "'"): path for path in folder.iterdir()}


def proves(prover, file, seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    return subprocess.run([*PROVERS[prover], file], preexec_fn=limit, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout.startswith("unsat")


def tried(module, folders, smoke):
    """Whether each part is proved."""
    first, second = ("CVC5", "Z3") if pathlib.Path(module).stem in CVC5_FIRST else ("Z3", "CVC5")
    order = [(first, 1), (second, 2), (first, 30), (second, 30)]
    with tempfile.TemporaryDirectory() as folder:
        files = {prover: printed(module, folders, smoke, prover, pathlib.Path(folder) / prover)
                 for prover in PROVERS}
        return {part: any(proves(prover, files[prover][part], seconds)
                          for prover, seconds in (order[:1] if smoke else order))
                for part in sorted(files[first])}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("-L", dest="folders", action="append", default=[])
    parser.add_argument("modules", nargs="+")
    given = parser.parse_args()
    wrong = False
    for module in given.modules:
        parts = tried(module, given.folders, given.smoke)
        if given.smoke:
            expected = {f"{goal}{number or ''}" for goal, numbers in EXPECTED.get(module, {}).items()
                        for number in numbers}
            bad = {part for part, found in parts.items() if found != (part.split("-")[1] in expected)}
            said = "its premises contradict one another, or are expected to"
        else:
            bad = {part for part, holds in parts.items() if not holds}
            said = "is not proved"
        for part in sorted(bad):
            print(f"{module}: {part}: {said}")
        wrong = wrong or bool(bad) or not parts
        print(f"{module}: {len(parts)} parts, {len(bad)} of them wrong", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
