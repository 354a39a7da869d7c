"""Run the mutants that people wrote by hand against the tests, and list those that no test notices.

    cmake --build --preset all
    python3 proptests/assurance/mutation/by_hand.py --build build/dev --log by_hand.jsonl hand/lot-1.json

A lot is a list in JSON of changes of one place: a file, its text before and after, what a person was
thinking, and an input whose result differs. Their authors saw the sources and no test. Of an existing
build, the objects that see the changed file are compiled again and linked into programs of tests of
their own: first the nearest object alone, with its tests, then all of them. Where the tests start a
program or load a library, the file itself is changed, the build is brought up to date, and both are
restored. With `--levels`, what these do not notice in the engine is asked of the tests of a second build
of these sources, which has every instruction set (`cmake --preset all -B build/levels
-DBCAST_LEVELS=all`). Tests come last that ctest has measured to take long in this build. What the log
says was noticed is not run again, and neither is a mutant whose row has `equivalent`: the reason why no
input tells it from the code, or `removed`: why its text is no longer there. The exit status is 1 if
another one was not run or not noticed, or the source has changed at its place.
"""

import argparse
import concurrent.futures
import datetime
import json
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

from campaign import ALL, ENGINE, ENGINES, NEAREST, OWN, PROGRAMS, SKIPPED, SLOW, VERIFIER
from programs import ROOT, Program, copied, run

# The programs with tests of the kit; the second is the nearest to the pipe and to vectors.
KIT = ["bcast_kit_tests", "bcast_pipe_tests"]
# Rooms whose tests start a program or load a library: the programs of tests, and what
# is built beside them and the program bcast.
ROOMS = {"proptests/capi/": (["bcast_capi_tests", "bcast_refusal_tests"], []),
         "proptests/program/": (["bcast_cli_tests", "bcast_refusal_tests"], []),
         "proptests/answers/": (
             ["bcast_cli_tests", "bcast_capi_tests", "bcast_refusal_tests"], []),
         "proptests/explain/": (
             ["bcast_cli_tests", "bcast_explorer_tests", "bcast_docs_tests"], []),
         "python/": ([], ["bcast_python"])}
# What starts the program with the kit's sources.
STARTING = ["bcast_hostile_tests", "bcast_skins_tests", "bcast_cli_tests", "bcast_refusal_tests"]
# Seconds; what ctest has measured to take longer is asked last.
LONG = 2
# Seconds of the processor for all tests of a program, and for those that take long; a mutant that
# needs more does not end.
WHOLE, LAST = 5 * ALL, 10 * ALL
LEVELS = "bcast_level_tests"
REFUSED = "does not compile"
GONE = "its place is gone"  # the source has changed since


def nearest_suites(name):
    if name in NEAREST:
        return NEAREST[name]
    return VERIFIER if "/verifier/" in name else ENGINE


def kit_for(name):
    """The programs with tests of the kit, the nearest to a file first."""
    return KIT[::-1] if re.search("/(pipe|vectors)/", name) else KIT


def room_of(name):
    return next((room for room in ROOMS if name.startswith(room)), None)


def halves(build):
    """Filters for the tests of a program: those that are quick, and those that ctest knows are not."""
    measured = build / "Testing/Temporary/CTestCostData.txt"
    rows = map(str.split, measured.read_text().splitlines() if measured.exists() else [])
    slow = ":".join(row[0] for row in rows if len(row) == 3 and float(row[2]) > LONG)
    return [f"-{slow}", slow] if slow else ["*"]


def failed_in(told):
    """The first test that fails in what ctest says of the tests in Python: its own name, or ctest's."""
    by_test = re.search(r"^(?:(?:FAIL|ERROR): |FAILED \S+::)(\w+)", told, re.MULTILINE)
    by_ctest = re.search(r"Test +#\d+: (\S+) \.*\*\*\*", told)
    named = by_test or by_ctest
    return named.group(1) if named else "failed"


class InPlace(NamedTuple):
    """A program of the build itself."""

    name: str
    path: pathlib.Path


class Lot:
    def __init__(self, given):
        self.given = given
        self.work = (given.work or given.build / "by_hand").resolve()
        self.made = set()  # the objects of the mutant so far; programs share some
        self.stale = set()  # targets of the build that hold a mutant
        copied(self.work)
        (self.work / "bcast_mutation.hpp").unlink()
        self.programs = [Program(name, given.build.resolve(), self.work, [])
                         for name in [*PROGRAMS, *KIT]]

    def objects(self, program, name):
        return sorted(o for o in program.seeing([name]) if OWN.get(program.name, "//") not in o)

    def refused(self, mutant):
        """What the compiler says of the nearest test, with its assertions; empty if nothing."""
        tests = self.programs[0]
        for o in self.near_objects(mutant)[:1]:
            told = tests.run_compiler(o, "-fsyntax-only")
            if told.returncode:
                by_test = re.search(r"static assertion[^\n]*|non-constant condition[^\n]*", told.stderr)
                return f"compiler: {by_test.group(0)}" if by_test else f"{REFUSED}: {told.stderr[:600]}"
        if "/static_shapes/" in mutant["file"]:
            return self.clashes()
        return ""

    def clashes(self):
        """What the test of the compiler's messages says of shapes that clash; empty if nothing."""
        tests = ROOT / "proptests/tests/engine"
        told = subprocess.run(
            ["cmake", "-D", "COMPILER=c++", "-D", f"SOURCE={tests}/static_shapes_clash.cpp",
             "-D", f"INCLUDE={self.work}/optimized/static_shapes/include", "-P",
             f"{tests}/static_shapes.cmake"], capture_output=True, text=True)
        wrong = re.search(r"\(.*are joined|the first error does.*", told.stderr)
        return f"static_shapes.message: {wrong.group(0)}" if wrong else ""

    def near_objects(self, mutant):
        seeing = self.objects(self.programs[0], mutant["file"])
        own = f"/{pathlib.Path(mutant['file']).stem}_test"

        def tests_it(made):
            source = self.programs[0].source(made)
            return own in source or "/Unity/" in source and own in pathlib.Path(source).read_text()

        return list(filter(tests_it, seeing)) or [o for o in seeing if "/tests/" not in o]

    def build(self, program, objects):
        """The compiler's words if an object is refused; empty if the program is linked."""
        missing = [o for o in objects if o not in self.made]
        with concurrent.futures.ThreadPoolExecutor(self.given.jobs) as pool:
            for name, made in zip(missing, pool.map(program.make, missing)):
                if made.returncode:
                    return made.stderr[-2000:] or "refused"
                self.made.add(name)
        program.linked(objects)
        return ""

    def stages(self, mutant):
        """Programs, objects to compile anew, and filters; the cheapest first."""
        name, tests = mutant["file"], self.programs[0]
        if name.startswith("proptests/"):
            first, last = kit_for(name)
            yield from self.whole([first], name)
            yield tests, self.objects(tests, name), f"-{SKIPPED}:{SLOW}", WHOLE
            yield from self.whole([last], name)
            return
        near = nearest_suites(name)
        yield tests, self.near_objects(mutant)[:1], f"{near}-*_engine*:*_verifier*", WHOLE
        if near == ENGINE:
            yield from self.whole(ENGINES, name)
        yield tests, self.objects(tests, name), f"-{SKIPPED}:{SLOW}", WHOLE
        yield tests, self.objects(tests, name), SLOW, LAST

    def whole(self, names, mutated):
        """All tests of some programs."""
        for half, seconds in zip(halves(self.given.build), (WHOLE, LAST)):
            for p in self.programs:
                if p.name in names:
                    yield p, self.objects(p, mutated), half, seconds

    def stage(self, program, objects, only, seconds):
        """What the tests of a program say, with objects compiled anew; nothing if there are none."""
        if not objects:
            return None
        if refused := self.build(program, objects):
            return f"{REFUSED}: {refused}"
        why = run([], [(program, only, seconds)], [0])[0]
        return why and f"{program.name}: {why}"

    def judge_in_place(self, programs, others):
        build = self.given.build.resolve()
        if not programs:
            if refused := self.made_in_place("bcast", *others):
                return refused
            told = subprocess.run(["ctest", "--test-dir", str(build / "python"), "-R", r"^python\.",
                                   "--output-on-failure"], capture_output=True, text=True)
            return told.returncode and f"python: {failed_in(told.stdout)}" or None
        for half, seconds in zip(halves(build)[:1 if self.given.near else 2], (WHOLE, LAST)):
            for name in programs:
                if refused := self.made_in_place(name):
                    return refused
                if why := run([], [(InPlace(name, build / "bin" / name), half, seconds)], [0])[0]:
                    return f"{name}: {why}"
        return None

    def made_in_place(self, *targets):
        """The compiler's words if a target is refused; empty if all are made."""
        self.stale |= set(targets)
        made = self.ninja(*targets)
        return f"{REFUSED}: {made.stdout[-2000:]}" if made.returncode else ""

    def ninja(self, *targets, build=None):
        return subprocess.run(["ninja", "-C", str(build or self.given.build),
                               "-j", str(self.given.jobs), *targets], capture_output=True, text=True)

    def in_place(self, mutant, judge):
        """What `judge` says while the file itself is changed; it is as before afterwards."""
        file = ROOT / mutant["file"]
        source = file.read_text()
        try:
            file.write_text(source.replace(mutant["old"], mutant["new"]))
            return judge()
        finally:
            file.write_text(source)

    def at_every_level(self):
        """What the tests of the levels say where each of them is built."""
        build = self.given.levels.resolve()
        made = self.ninja(LEVELS, build=build)
        if made.returncode:
            return f"{REFUSED}: {made.stdout[-2000:]}"
        why = run([], [(InPlace(LEVELS, build / "bin" / LEVELS), "*", WHOLE)], [0])[0]
        return why and f"{LEVELS}: {why}"

    def restore(self):
        """Brings the build up to date. The next mutant's own build does so for its targets."""
        if self.stale and self.ninja(*sorted(self.stale)).returncode == 0:
            self.stale.clear()

    def judge(self, mutant):
        source = (ROOT / mutant["file"]).read_text()
        if source.count(mutant["old"]) != 1:
            return GONE
        if room := room_of(mutant["file"]):
            return self.in_place(mutant, lambda: self.judge_in_place(*ROOMS[room]))
        if not mutant["file"].startswith("proptests/src/"):
            why = self.in_a_copy(mutant, source)
            if why or not self.given.levels or "/engine/" not in mutant["file"]:
                return why
            return self.in_place(mutant, self.at_every_level)
        programs = [*kit_for(mutant["file"]), *STARTING]
        why = self.in_place(mutant, lambda: self.judge_in_place(programs, []))
        if why and REFUSED in why or not why and not self.given.near:
            why = self.in_a_copy(mutant, source)
        return why

    def in_a_copy(self, mutant, source):
        """What tests say that are linked with the mutant."""
        self.restore()
        self.made.clear()
        copy = self.work / mutant["file"]
        copy.write_text(source.replace(mutant["old"], mutant["new"]))
        try:
            stages = self.stages(mutant)
            why = self.stage(*next(stages))
            if why and REFUSED in why:
                why = self.refused(mutant) or why
            if why or self.given.near:
                return why
            # Objects are made without assertions of the compiler.
            return self.refused(mutant) or next(filter(None, (self.stage(*s) for s in stages)), None)
        finally:
            copy.write_text(source)


class Log:
    """The results in their order: what became of each mutant at first, and at last.

    A row with `again` is of a mutant that had been run before the log began. One with `near` is of a run
    of the nearest tests alone, which logs no survivors and so says nothing of the first rate. One with
    `foreseen` was not asked of every test: who read them found none that would notice the mutant. The
    first rate counts it as not noticed.
    """

    def __init__(self, path):
        self.path, self.first, self.last = path, {}, {}
        for row in map(json.loads, path.read_text().splitlines() if path.exists() else []):
            self.add(row)

    def add(self, row):
        if not row.get("again") and not row.get("near"):
            self.first.setdefault(row["name"], row["noticed"])
        self.last[row["name"]] = row["noticed"]

    def append(self, name, why, near):
        row = {"name": name, "noticed": why, **({"near": True} if near else {})}
        with self.path.open("a") as out:
            out.write(json.dumps(row) + "\n")
        self.add(row)

    def is_dead(self, name):
        return dead(self.last.get(name))


def dead(why):
    return why is not None and why != GONE and REFUSED not in why


def figures(path, rows, log):
    """How many mutants of a lot are noticed, and how many were when they were run first.

    Those that are equivalent count only as that.
    """
    told = [m["name"] for m in rows if "equivalent" not in m]
    at_first = [log.first[n] for n in told if log.first.get(n, GONE) != GONE]
    ran = {n: dead(log.last[n]) for n in told if log.last.get(n, GONE) != GONE}
    left = [{"lot": path.stem, "file": m["file"], "mutant": m["why"], "reason": m.get("equivalent")}
            for m in rows if "equivalent" in m or not ran.get(m["name"], True)]
    return {"lot": path.stem, "mutants": len(rows), "equivalent": len(rows) - len(told),
            "run": len(ran), "dead": sum(ran.values()), "left": left,
            "first": f"{sum(map(dead, at_first))} of {len(at_first)}" if at_first else None}


def write_report(path, report):
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], check=True,
                            capture_output=True, text=True).stdout.strip()
    about = {"date": datetime.date.today().isoformat(), "commit": commit}
    path.write_text(json.dumps([{**row, **about} for row in report], indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lots", type=pathlib.Path, nargs="+")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="an existing build")
    parser.add_argument("--log", type=pathlib.Path, required=True, help="the result of each")
    parser.add_argument("--work", type=pathlib.Path, help="a folder for what is compiled")
    parser.add_argument("--levels", type=pathlib.Path,
                        help="a build of these sources with every instruction set")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the figures of each lot")
    parser.add_argument("--only", default="", help="mutants whose name or file fits this expression")
    parser.add_argument("--near", action="store_true",
                        help="the nearest tests alone; what they do not notice is not logged")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    log, lot, report = Log(given.log), Lot(given), []
    try:
        run_all(given, log, lot, report)
    finally:
        lot.restore()
    if given.report:
        write_report(given.report, report)
    return 0 if all(row["dead"] + row["equivalent"] == row["mutants"] for row in report) else 1


def run_all(given, log, lot, report):
    for path in given.lots:
        rows = json.loads(path.read_text())
        for mutant in rows:
            name = mutant["name"]
            if log.is_dead(name) or "equivalent" in mutant or "removed" in mutant:
                continue
            if not re.search(given.only, name + mutant["file"]):
                continue
            why = lot.judge(mutant)
            if why or not given.near:
                log.append(name, why, given.near)
            print(f"{'noticed ' if dead(why) else 'SURVIVES':<9} {name}: {why}", flush=True)
        report.append(figures(path, rows, log))
        print("{lot}: {dead} of {run} are noticed, of {mutants}".format(**report[-1]))


if __name__ == "__main__":
    sys.exit(main())
