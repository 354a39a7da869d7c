"""Run the mutants that people wrote by hand against the tests, and list those that no test notices.

    cmake --build --preset dev
    python3 proptests/assurance/mutation/by_hand.py --build build/dev --log by_hand.jsonl hand/lot-1.json

A lot is a list in JSON of changes of one place: a file, its text before and after, what a person was
thinking, and an input whose result differs. Their authors saw the sources and no test. Of an existing
build, the objects that see the changed file are compiled again and linked into programs of tests of
their own: first the nearest object alone, then all of them. What the log holds is not run again. The
exit status is 1 if no test notices one of them.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

from campaign import ALL, ENGINE, ENGINES, NEAR, NEAREST, OWN, PROGRAMS, SKIPPED, SLOW, VERIFIER
from programs import ROOT, Program, copied, run

REFUSED = "does not compile"


def nearest_suites(name):
    if name in NEAREST:
        return NEAREST[name]
    return VERIFIER if "/verifier/" in name else ENGINE


class Lot:
    def __init__(self, given):
        self.given, self.work = given, (given.build / "by_hand").resolve()
        copied(self.work)
        (self.work / "bcast_mutation.hpp").unlink()
        self.programs = [Program(name, given.build.resolve(), self.work, []) for name in PROGRAMS]

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
        stem = pathlib.Path(mutant["file"]).stem
        return [o for o in seeing if f"/{stem}_test" in o] or [o for o in seeing if "/tests/" not in o]

    def build(self, program, objects):
        """The compiler's words if an object is refused; empty if the program is linked."""
        with concurrent.futures.ThreadPoolExecutor(self.given.jobs) as pool:
            for made in pool.map(program.make, objects):
                if made.returncode:
                    return made.stderr[-2000:] or "refused"
        program.linked(objects)
        return ""

    def stages(self, mutant):
        """Programs, objects to compile anew, and filters; the cheapest first."""
        name, tests = mutant["file"], self.programs[0]
        near = nearest_suites(name)
        yield tests, self.near_objects(mutant)[:1], f"{near}-*_engine*:*_verifier*", NEAR
        yield tests, self.objects(tests, name), f"-{SKIPPED}:{SLOW}", ALL
        if near == ENGINE:
            for p in self.programs:
                if p.name in ENGINES:
                    yield p, self.objects(p, name), "*", ALL
        yield tests, self.objects(tests, name), SLOW, 10 * ALL

    def judge(self, mutant):
        source = (ROOT / mutant["file"]).read_text()
        if source.count(mutant["old"]) != 1:
            return "its place is gone"
        copy = self.work / mutant["file"]
        copy.write_text(source.replace(mutant["old"], mutant["new"]))
        try:
            if told := self.refused(mutant):
                return told
            for program, objects, only, seconds in self.stages(mutant):
                if not objects:
                    continue
                if refused := self.build(program, objects):
                    return f"{REFUSED}: {refused}"
                if why := run([], [(program, only, seconds)], [0])[0]:
                    return f"{program.name}: {why}"
            return None
        finally:
            copy.write_text(source)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lots", type=pathlib.Path, nargs="+")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="an existing build")
    parser.add_argument("--log", type=pathlib.Path, required=True, help="the result of each")
    parser.add_argument("--only", default="", help="mutants whose name or file fits this expression")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    known, all_noticed = {}, True
    if given.log.exists():
        known = {r["name"]: r["noticed"] for r in map(json.loads, given.log.read_text().splitlines())}
    lot = Lot(given)
    for path in given.lots:
        rows = json.loads(path.read_text())
        for mutant in rows:
            if mutant["name"] in known or not re.search(given.only, mutant["name"] + mutant["file"]):
                continue
            why = known[mutant["name"]] = lot.judge(mutant)
            with given.log.open("a") as log:
                log.write(json.dumps({"name": mutant["name"], "noticed": why}) + "\n")
            print(f"{'SURVIVES' if why is None else 'noticed ':<9} {mutant['name']}: {why}", flush=True)
        told = [known[m["name"]] for m in rows if m["name"] in known]
        dead = sum(bool(why) and REFUSED not in why for why in told)
        all_noticed = all_noticed and None not in told
        print(f"{path.name}: {dead} of {len(told)} that were run are noticed, of {len(rows)}")
    return 0 if all_noticed else 1


if __name__ == "__main__":
    sys.exit(main())
