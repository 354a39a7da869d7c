"""Runs the tests of an instrumented build and prints what of each part they reach.

Lines, branches and MC/DC of a template are those of all its instantiations together: a branch is
reached where any of them reaches it. The exit status is 0 where every part reaches its aim.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

# Part, what its files' paths begin with, and the aim in percent for lines, branches and MC/DC.
PARTS = [
    ("reference", ["reference/"], (100, 100, 100)),
    ("verifier", ["optimized/include/bcast/optimized/meet.hpp",
                  "optimized/include/bcast/optimized/verifier", "optimized/src/verifier",
                  "optimized/src/profiles.cpp"], (100, 100, 100)),
    ("spec", ["spec/"], (0, 95, 0)),
    ("engine", ["optimized/"], (0, 95, 0)),
    ("kit", ["proptests/include/", "proptests/src/", "proptests/subjects/"], (0, 95, 0)),
    ("bcast", ["proptests/cli/"], (0, 95, 0)),
    ("docs", ["docs/src/"], (0, 95, 0)),
]


def run(command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def measure(build, profiles):
    """llvm-cov's export after all tests have run."""
    profiles.mkdir(parents=True, exist_ok=True)
    for old in profiles.glob("*.profraw"):
        old.unlink()
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(profiles / "%m-%p.profraw"))
    for program in sorted((build / "bin").glob("bcast*_test*")):
        tests = subprocess.run([str(program)], env=environment, capture_output=True, text=True)
        if tests.returncode != 0:
            sys.exit(tests.stdout + f"coverage: a test of {program.name} fails")
    data = profiles / "all.profdata"
    listed = profiles / "list.txt"
    listed.write_text("\n".join(str(p) for p in sorted(profiles.glob("*.profraw"))))
    run(["llvm-profdata-19", "merge", "-sparse", "-f", str(listed), "-o", str(data)])
    programs = sorted(p for p in (build / "bin").iterdir() if os.access(p, os.X_OK))
    command = ["llvm-cov-19", "export", "-skip-expansions", f"-instr-profile={data}", str(programs[0])]
    for p in programs[1:]:
        command += ["-object", str(p)]
    return json.loads(run(command))["data"][0]


class File:
    """What is reached of a file: place to whether it is reached."""

    def __init__(self):
        self.lines = {}
        self.branches = {}
        self.mcdc = {}

    def reach(self, kind, place, reached):
        kind[place] = kind.get(place, False) or reached


def lines_of(regions):
    """Line to count, of a function's code regions: the innermost region decides."""
    counts = {}
    for first, _, last, _, count, _, _, what in sorted(
            (r for r in regions if r[5] == 0), key=lambda r: (r[0], r[1], -r[2], -r[3])):
        if what == 0:
            for line in range(first, last + 1):
                counts[line] = max(counts.get(line, 0), count) if line == first else count
    return counts


def gather(data, source):
    files = collections.defaultdict(File)
    for function in data["functions"]:
        name = function["filenames"][0]
        if not name.startswith(str(source) + "/"):
            continue
        f = files[name[len(str(source)) + 1:]]
        for line, count in lines_of(function["regions"]).items():
            f.reach(f.lines, (line,), count > 0)
        for b in function.get("branches", []):
            if b[6] != 0:
                continue
            for side, count in (("true", b[4]), ("false", b[5])):
                f.reach(f.branches, (b[0], b[1], side), count > 0)
        for m in function.get("mcdc_records", []):
            conditions = next(x for x in m if isinstance(x, list))
            for k, covered in enumerate(conditions):
                f.reach(f.mcdc, (m[0], m[1], f"condition {k + 1}"), covered)
    return files


def part_of(path):
    return next((p for p, starts, _ in PARTS if any(path.startswith(s) for s in starts)), None)


def excluded(exclusions, source, path, place):
    """Whether the line of a place holds the text of one of the exclusions."""
    lines = (source / path).read_text().splitlines()
    line = lines[place[0] - 1] if place[0] <= len(lines) else ""
    for row in exclusions:
        if row["file"] == path and row["text"] in line and place[-1] in row["sides"]:
            row["used"] = True
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path)
    given = parser.parse_args()
    source = given.source.resolve()
    exclusions = json.loads((pathlib.Path(__file__).parent / "exclusions.json").read_text())
    files = gather(measure(given.build, given.build / "profiles"), source)

    rows, short, missing = [], [], []
    for part, _, aims in PARTS:
        row = {"part": part}
        for (kind, aim) in zip(("lines", "branches", "mcdc"), aims):
            places = [(path, place, reached) for path, f in sorted(files.items())
                      if part_of(path) == part for place, reached in sorted(getattr(f, kind).items())]
            counted = [p for p in places if p[2] or not excluded(exclusions, source, p[0], p[1])]
            gone = [p for p in counted if not p[2]]
            reached = len(counted) - len(gone)
            percent = 100 * reached / len(counted) if counted else 100
            row[kind] = {"reached": reached, "of": len(counted), "excluded": len(places) - len(counted)}
            if percent < aim:
                short.append(f"{part}: {kind} {percent:.2f} % of {aim} %")
            missing += [f"{path}:{':'.join(str(x) for x in place)}  ({kind})" for path, place, _ in gone]
        rows.append(row)
    for line in missing:
        print("not reached:", line)
    print(f"{'part':<12}{'lines':>18}{'branches':>18}{'MC/DC':>18}")
    for row in rows:
        cells = []
        for kind in ("lines", "branches", "mcdc"):
            r = row[kind]
            percent = 100 * r["reached"] / r["of"] if r["of"] else 100
            cells.append(f"{r['reached']}/{r['of']} {percent:6.2f} %")
        print(f"{row['part']:<12}" + "".join(f"{c:>18}" for c in cells))
    for row in exclusions:
        print(f"excluded: {row['file']}: `{row['text']}` ({', '.join(row['sides'])}): {row['reason']}")
        if not row.get("used"):
            short.append(f"an exclusion that excludes nothing: {row['file']}: {row['text']}")
    if given.json:
        for row in exclusions:
            row.pop("used", None)
        given.json.write_text(json.dumps({"parts": rows, "exclusions": exclusions}, indent=2) + "\n")
    for line in short:
        print("short:", line)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
