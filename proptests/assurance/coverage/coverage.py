"""Runs the tests of an instrumented build and prints how much of each part they reach.

The tests are those that CTest knows and that need only the build; all tests of one program
run in one process. Lines, branches and MC/DC of a template are those of all its instantiations
together: a branch is reached if any of them reaches it. A branch that the compiler decides
does not count, nor does one in a comparison that it generates. The exit status is 0 if every part
reaches its aim.
"""

import argparse
import collections
import concurrent.futures
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

# Part, its files, and the aim in percent for lines, branches and MC/DC.
PARTS = [
    ("reference", r"reference/", (100, 100, 100)),
    ("verifier", r"optimized/verifier/", (100, 100, 100)),
    ("spec", r"spec/", (0, 95, 0)),
    ("engine", r"optimized/(engine|static_shapes)/", (0, 95, 0)),
    ("kit", r"proptests/(include|src|subjects)/", (0, 95, 0)),
    ("bcast", r"proptests/(program|capi)/", (0, 95, 0)),
    ("docs", r"docs/src/", (0, 95, 0)),
]
# Tests that need more than the build, or take long.
OTHER_LABELS = {"docs", "long", "mutation", "peers", "proofs"}


def run(command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def commands_of(build):
    """The tests that CTest runs from built programs: (name, command, folder, skipped, variables,
    says) each, where `skipped` is the exit status of a skipped test, `variables` are those of its
    environment, and a test that `says` one of some expressions passes whatever its status."""
    # CTest asks each program for its tests; that command is not a test.
    told = run(["ctest", "--test-dir", str(build), "--show-only=json-v1"],
               env=dict(os.environ, LLVM_PROFILE_FILE="/dev/null"))
    tests = json.loads(told)["tests"]
    # CMake may know the directory by a symbolic link.
    cache = (build / "CMakeCache.txt").read_text()
    known_as = re.search("^CMAKE_CACHEFILE_DIR:INTERNAL=(.*)$", cache, re.MULTILINE).group(1)
    programs, others = {}, []
    for test in tests:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if OTHER_LABELS & set(properties.get("LABELS", [])):
            continue
        command, folder = test.get("command", []), properties["WORKING_DIRECTORY"]
        used = re.findall(re.escape(known_as + "/bin/") + r"\w+", " ".join(command))
        if not used or not all(os.access(program, os.X_OK) for program in used):
            continue
        if any(word.startswith("--gtest_filter=") for word in command):
            all_of_it = [command[0], "--gtest_brief=1"]
            programs[command[0]] = (pathlib.Path(command[0]).name, all_of_it, folder, 0, {}, [])
        else:
            skipped = properties.get("SKIP_RETURN_CODE", 0)
            variables = dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", []))
            says = properties.get("PASS_REGULAR_EXPRESSION", [])
            others.append((test["name"], command, folder, skipped, variables, says))
    return [*programs.values(), *others]


def measure(build, profiles, left_out):
    """The functions that llvm-cov exports after all tests have run, and which tests fail."""
    profiles.mkdir(parents=True, exist_ok=True)
    for old in profiles.glob("*.profraw"):
        old.unlink()
    # Processes of one program add to one file.
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(profiles / "%2m.profraw"))

    def test(one):
        name, command, folder, skipped, variables, says = one
        if name in left_out:
            command = [*command, "--gtest_filter=-" + ":".join(left_out[name])]
        done = subprocess.run(command, env={**environment, **variables}, cwd=folder,
                              capture_output=True, text=True)
        right = any(re.search(part, done.stdout + done.stderr) for part in says)
        return name, done, right or (not says and done.returncode in (0, skipped))

    failing = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, done, right in pool.map(test, commands_of(build)):
            if not right:
                print(f"{done.stdout}{done.stderr}")
                failing.append(f"a test of {name} fails")
    data = profiles / "all.profdata"
    raw = [str(p) for p in sorted(profiles.glob("*.profraw"))]
    run(["llvm-profdata-19", "merge", "-sparse", *raw, "-o", str(data)])
    built = sorted(p for p in (build / "bin").iterdir() if os.access(p, os.X_OK))
    built += sorted((build / "proptests/capi").glob("libbcast.so.*.*.*"))
    # Export each program separately: if one evaluates a function at compile time, llvm-cov would
    # take its empty record for the function's and leave out the programs that run it.
    export = ["llvm-cov-19", "export", "-skip-expansions", f"-instr-profile={data}"]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        functions = [function for told in pool.map(lambda p: run([*export, str(p)]), built)
                     for function in json.loads(told)["data"][0]["functions"]]
    return functions, failing


class File:
    """Coverage of a file: maps each location to whether it is reached."""

    def __init__(self):
        self.lines = {}
        self.branches = {}
        self.mcdc = {}

    def reach(self, kind, place, reached):
        kind[place] = kind.get(place, False) or reached


def regions_of(function):
    """The function's regions of code in its own file, outer ones first."""
    return sorted((r for r in function["regions"] if r[5] == 0 and r[7] == 0),
                  key=lambda r: (r[0], r[1], -r[2], -r[3]))


def lines_of(regions):
    """Line to count: the innermost region decides."""
    counts = {}
    for first, _, last, _, count, *_ in regions:
        for line in range(first, last + 1):
            counts[line] = max(counts.get(line, 0), count) if line == first else count
    return counts


def count_at(regions, place):
    """How often the innermost region around a place runs."""
    around = [r[4] for r in regions if tuple(r[0:2]) <= place < tuple(r[2:4])]
    return around[-1] if around else 0


@functools.cache
def real(path):
    return os.path.realpath(path)


def gather(functions, source):
    files = collections.defaultdict(File)
    for function in functions:
        name = real(function["filenames"][0])
        if not name.startswith(str(source) + "/"):
            continue
        f = files[name[len(str(source)) + 1:]]
        regions = regions_of(function)
        for line, count in lines_of(regions).items():
            f.reach(f.lines, (line, 0, "line"), count > 0)
        for b in function.get("branches", []):
            decided = b[4] == b[5] == 0 and count_at(regions, (b[0], b[1])) > 0
            # A defaulted function has all its code at one location, and clang counts no false.
            defaulted = bool(regions) and b[0:4] == regions[0][0:4]
            if b[6] != 0 or decided or defaulted:
                continue
            for side, count in (("true", b[4]), ("false", b[5])):
                f.reach(f.branches, (b[0], b[1], side), count > 0)
        for m in function.get("mcdc_records", []):
            conditions = next(x for x in m if isinstance(x, list))
            for k, covered in enumerate(conditions):
                f.reach(f.mcdc, (m[0], m[1], f"condition {k + 1}"), covered)
    return files


def part_of(path):
    return next((p for p, pattern, _ in PARTS if re.match(pattern, path)), None)


class Exclusions:
    """The excluded locations: lines that contain a text, and which of their sides."""

    def __init__(self, rows, source):
        self.rows = rows
        self.used = [False] * len(rows)
        self.source = source

    def hold(self, path, place):
        lines = (self.source / path).read_text().splitlines()
        for k, row in enumerate(self.rows):
            if row["file"] == path and row["text"] in lines[place[0] - 1] and place[2] in row["sides"]:
                self.used[k] = True
                return True
        return False


def figures(files, exclusions):
    """A row of figures for each part, and the lines that are not reached."""
    rows, missing = [], []
    for part, _, _ in PARTS:
        row = {"part": part}
        for kind in ("lines", "branches", "mcdc"):
            places = [(path, place, reached) for path, f in sorted(files.items())
                      if part_of(path) == part for place, reached in sorted(getattr(f, kind).items())]
            counted = [p for p in places if not exclusions.hold(p[0], p[1])]
            gone = [p for p in counted if not p[2]]
            row[kind] = {"reached": len(counted) - len(gone), "of": len(counted),
                         "excluded": len(places) - len(counted)}
            missing += [f"{path}:{line}:{column}: {side} ({kind})"
                        for path, (line, column, side), _ in gone]
        rows.append(row)
    return rows, missing


def percent(figure):
    """If nothing was measured, no aim is reached."""
    return 100 * figure["reached"] / figure["of"] if figure["of"] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, help="where the figures go, for the docs")
    given = parser.parse_args()
    source, build = given.source.resolve(), given.build.resolve()
    told = json.loads((pathlib.Path(__file__).parent / "exclusions.json").read_text())
    exclusions = Exclusions(told["places"], source)
    functions, short = measure(build, build / "profiles", told["tests"])
    rows, missing = figures(gather(functions, source), exclusions)
    for line in missing:
        print("not reached:", line)
    print(f"{'part':<12}{'lines':>22}{'branches':>22}{'MC/DC':>22}")
    for row, (_, _, aims) in zip(rows, PARTS):
        cells = ""
        for kind, aim in zip(("lines", "branches", "mcdc"), aims):
            r = row[kind]
            cells += f"{r['reached']}/{r['of']} {percent(r):6.2f} %".rjust(22)
            if percent(r) < aim:
                short.append(f"{row['part']}: {kind} {percent(r):.2f} % of {aim} %")
        print(f"{row['part']:<12}{cells}")
    for row, used in zip(exclusions.rows, exclusions.used):
        print(f"excluded: {row['file']}: `{row['text']}` ({', '.join(row['sides'])}): {row['reason']}")
        if not used:
            short.append(f"an exclusion that excludes nothing: {row['file']}: {row['text']}")
    left_out = [{"file": program, "text": test, "reason": reason}
                for program, tests in told["tests"].items() for test, reason in tests.items()]
    for row in left_out:
        print(f"left out: {row['file']}: {row['text']}: {row['reason']}")
    if given.json:
        told = {"parts": rows, "exclusions": exclusions.rows + left_out}
        given.json.write_text(json.dumps(told, indent=2) + "\n")
    for line in short:
        print("short:", line)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
