"""Run each mutant of bcast's own code against the tests, and list those that no test notices.

    cmake --build --preset all
    python3 proptests/assurance/mutation/campaign.py --build build/dev --log mutants.jsonl \
        --report report.json

The files are rendered with all of their mutants at once (see mutants.py); of an existing build, the
objects that see them are compiled again and linked into programs of tests of their own. These run
once for each mutant, the nearest suites first, until a test fails. A mutant is dead where a test
fails, the program ends, or the time is up; a static one, where an assertion of the compiler fails
too. One that does not compile is none. Those that equivalent.json gives a reason for are equivalent
and not run; the exit status is 0 where at least 95 % of the others died. What the log holds is not
run again.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import pathlib
import random
import re
import resource
import sys

import figures
import mind
import mutants
from figures import MISSED
from programs import ROOT, Program, copied, including, run

REFERENCE = "reference/include/bcast/reference/"
# What is mutated, and the nearest suites.
NEAREST = {
    REFERENCE + "array_api.hpp": "ArrayApi*",
    REFERENCE + "array_api_2025_12.hpp": "Findings*:ArrayApi*",
    REFERENCE + "mlir.hpp": "Mlir*",
    REFERENCE + "nested.hpp": "BcastP1.*:BcastP6.*",
    REFERENCE + "outcome.hpp": "Sonnx*:ArrayApi*:Xla*",
    REFERENCE + "seq.hpp": "Seq*:Quantifiers*:Tensor*:Sonnx*",
    REFERENCE + "sonnx.hpp": "Sonnx*",
    REFERENCE + "sonnx_2026_01.hpp": "Sonnx202601*:Sonnx*",
    REFERENCE + "tensor.hpp": "Tensor*:Seq*:Sonnx*",
    REFERENCE + "xla.hpp": "Xla*",
}
# A document's suites begin with its name.
for rows in sorted((ROOT / "spec/include/bcast/spec").glob("*.hpp")):
    if rows.name != "documents.hpp" and (ROOT / REFERENCE / rows.name).exists():
        NEAREST.setdefault(REFERENCE + rows.name,
                           "".join(word.capitalize() for word in rows.stem.split("_")) + "*")
VERIFIER = "SmallList*:Verifier*:Profile*:Mlir*:Xla*:BcastP4?.*"
ENGINE = "Engine*:Caches*:Overlap*:View*:Operation*:Element*:StaticShapes*"
# Read with the sources that include them.
SEEN_BY = {f"optimized/engine/src/{f}.hpp": "optimized/engine/src/level_baseline.cpp"
           for f in ("gather", "level_table", "operations")}
# All of it is for the compiler.
STATIC = {"optimized/static_shapes/include/bcast/static_shapes/static_shapes.hpp",
          "optimized/engine/src/level.hpp", "optimized/engine/src/level_table.hpp"}
# Their objects are constants, and so are what their members are by default.
CONSTANTS = {"optimized/engine/include/bcast/engine/detail/kernel.hpp",
             "optimized/engine/src/operations.hpp"}
# Programs with examples of the engine's own parts.
ENGINES = ["bcast_schedule_tests", "bcast_level_tests", "bcast_parallel_tests"]
# The programs of tests; what is slow comes last; and what reads sources instead of running them.
PROGRAMS = ["bcast_tests", *ENGINES, "bcast_refusal_tests", "bcast_limits_tests", "bcast_memory_tests",
            "bcast_allocation_tests"]
# Objects that a program has in a way of its own.
OWN = {"bcast_schedule_tests": "/parallel_"}
SLOW = "Kit.RightImplementationsHold*:UnknownMutants.*"
SKIPPED = "Closure.*"
# Seconds of the processor: what takes longer does not end. On a slow machine it is more, so many
# times what all tests take together; these have UNMUTATED for that.
NEAR, ALL = 15, 120
TIMES, UNMUTATED = 2, 3600
# What finds the mutants: see the two modules.
OPERATORS = {"script": mutants.Finder, "mind": mind.Mind}
# So many mutants are run by one command.
BATCH = 16


def files(only):
    """File below the root, with the filter of its nearest suites."""
    chosen = dict(NEAREST)
    for path in sorted((ROOT / "optimized").rglob("*.?pp")):
        name = str(path.relative_to(ROOT))
        if "/bench/" not in name and "parallel_threads" not in name:
            chosen[name] = VERIFIER if "/verifier/" in name else ENGINE
    return {name: near for name, near in chosen.items() if re.search(only, name)}


def found_in(names, operators):
    """The mutants of the files, each with a key and a name of its own."""
    flags = ["-std=c++20", *including(ROOT)]
    found = [m for name in names for m in mutants.mutants_of(
        "clang++-19", flags, ROOT, name, SEEN_BY.get(name), name in STATIC, name in CONSTANTS,
        OPERATORS[operators])]
    known = collections.Counter()
    for k, m in enumerate(found):
        m.key = k + 1
        name = m.name()
        known[m.file, name] += 1
        m.id = f"{name} | {known[m.file, name]}"
    return found


def render(work, all_mutants, names):
    by_file = collections.defaultdict(list)
    for m in all_mutants:
        if not m.static:
            by_file[m.file].append(m)
    for name in names:
        source = (ROOT / name).read_text()
        (work / name).write_text(mutants.render(source, by_file[name]) if by_file[name] else source)


def refused(work, errors):
    """The mutants that the compiler names: those just before the places of its errors."""
    keys = set()

    def lines_of(name):
        path = pathlib.Path(name)
        return path.read_text().splitlines() if path.is_file() and work in path.parents else []

    for name, line, column in re.findall(r"(\S+):(\d+):(\d+): (?:fatal )?error:", errors):
        if lines := lines_of(name):
            text = lines[int(line) - 1]
            found = re.findall(r"bcast_mutation::on\((\d+)\)", text[:int(column)])
            # Or in it: what begins at the place may go on in the next lines.
            from_here = " ".join(lines[int(line) - 1:int(line) + 2])
            keys.update(int(k) for k in found[-1:] or re.findall(
                r"bcast_mutation::on\((\d+)\)", from_here)[:1])
    if keys:
        return keys
    # An error inside a library is reported with the lines that lead to it.
    for name, line in re.findall(r"(\S+):(\d+):\d+:\s+required from", errors):
        if lines := lines_of(name):
            keys.update(int(k) for k in re.findall(
                r"bcast_mutation::on\((\d+)\)", lines[int(line) - 1]))
    return keys


def processor_seconds():
    """What the commands that have ended took of the processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Campaign:
    def __init__(self, given, chosen):
        self.given, self.chosen = given, chosen
        self.work = (given.work or given.build / "mutation").resolve()
        copied(self.work)
        self.programs = [Program(name, given.build.resolve(), self.work, given.wrapper.split())
                         for name in PROGRAMS if re.search(given.programs, name)]
        self.changed = set()  # objects that hold a static mutant
        self.near, self.all = NEAR, UNMUTATED
        self.objects = {p.name: sorted(o for o in p.seeing(list(chosen))
                                       if re.search(given.objects, o)
                                       and OWN.get(p.name, "//") not in o)
                        for p in self.programs}

    def each(self, f, items):
        with concurrent.futures.ThreadPoolExecutor(self.given.jobs) as pool:
            return list(pool.map(f, items))

    def makers(self):
        """The objects that are made anew, each with a program that it belongs to."""
        return {o: p for p in self.programs for o in self.objects[p.name]}

    def build(self, all_mutants):
        """Builds the programs with all mutants that compile, and returns these."""
        makers = self.makers()
        left = list(makers)
        print(f"{len(left)} objects see them", flush=True)
        for _ in range(40):
            render(self.work, all_mutants, self.chosen)
            made = self.each(lambda o: makers[o].make(o), left)
            left = [o for o, m in zip(left, made) if m.returncode]
            if not left:
                break
            errors = "".join(m.stderr for m in made if m.returncode)
            gone = refused(self.work, errors)
            if not gone:
                sys.exit(errors[-6000:] + "\ncampaign: the tests do not build")
            all_mutants = [m for m in all_mutants if m.key not in gone]
            print(f"{len(gone)} mutants do not compile", flush=True)
        else:
            sys.exit("campaign: no end of mutants that do not compile")
        for p in self.programs:
            p.linked(self.objects[p.name])
        before = processor_seconds()
        if why := self.run(self.everything(), [0])[0]:
            sys.exit(f"campaign: without a mutant a test fails: {why}")
        took = processor_seconds() - before
        self.all = max(ALL, round(TIMES * took))
        self.near = NEAR * self.all // ALL
        return all_mutants

    def run(self, stages, keys):
        return run(self.given.wrapper.split(), stages, keys)

    def everything(self):
        """What is slow comes last."""
        tests, *others = self.programs
        return [(tests, f"-{SKIPPED}:{SLOW}", self.all),
                *((p, "*", self.all) for p in others), (tests, SLOW, self.all)]

    def nearest(self, mutant):
        """The examples of the nearest suites, and then the laws on the engine or the verifier."""
        near, tests = self.chosen[mutant.file], self.programs[0]
        laws = {VERIFIER: "*_verifier*", ENGINE: "*_engine*"}.get(near)
        own = [(p, "*", self.near) for p in self.programs if near == ENGINE and p.name in ENGINES]
        stages = [*own, (tests, f"{near}-*_engine*:*_verifier*", self.near)]
        return [*stages, (tests, laws, self.all)] if laws else stages

    def judge(self, some, write):
        """Tells what noticed each; none where nothing did."""
        steps = [self.nearest, lambda _: self.everything()]
        for stages in steps[:1] if self.given.nearest else steps:
            def missed(group):
                told = list(zip(group, self.run(stages(group[0]), [m.key for m in group])))
                for m, why in told:
                    if why or self.given.nearest:
                        write(m, why or MISSED)
                return [m for m, why in told if not why]

            some = [m for group in self.each(missed, batches(some, BATCH)) for m in group]
        if not self.given.nearest:
            for m in some:  # an assertion of the compiler may tell
                write(m, self.refused_alone(m))

    def seeing(self, mutant):
        """The objects of the tests that see its file, the nearest first."""
        tests = self.programs[0]
        found = [o for o in self.objects[tests.name] if o in set(tests.seeing([mutant.file]))]
        stem = pathlib.Path(mutant.file).stem
        return sorted(found, key=lambda o: (f"/{stem}_test" not in o, "/tests/" not in o))

    def refused_alone(self, mutant):
        """The test with the assertion that the compiler finds broken, or `does not compile`."""
        copy, tests = self.work / mutant.file, self.programs[0]
        rendered = copy.read_text()
        copy.write_text(mutants.alone(mutant))
        try:
            for o in self.seeing(mutant)[:None if mutant.static else 1]:
                made = tests.run_compiler(o, "-fsyntax-only")
                if made.returncode:
                    told = re.search("static assertion|non-constant condition", made.stderr)
                    return pathlib.Path(tests.source(o)).name if told else "does not compile"
            return None
        finally:
            copy.write_text(rendered)

    def judge_static(self, mutant):
        """The compiler tells, or the tests that are built anew with it alone."""
        if why := self.refused_alone(mutant):
            return why
        copy, makers = self.work / mutant.file, self.makers()
        rendered = copy.read_text()
        copy.write_text(mutants.alone(mutant))
        try:
            seeing = {o for o, p in makers.items() if o in p.seeing([mutant.file])}
            made = self.each(lambda o: makers[o].make(o), [*{*seeing, *self.changed}])
            self.changed = seeing
            if any(m.returncode for m in made):
                return "does not compile"
            for p in self.programs:
                p.linked(self.objects[p.name])
            near = self.run(self.nearest(mutant), [0])[0]
            if near or self.given.nearest:
                return near or MISSED
            return self.run(self.everything(), [0])[0]
        finally:
            copy.write_text(rendered)


def batches(some, most):
    """Of neighbours in one file."""
    for _, group in itertools.groupby(some, key=lambda m: m.file):
        group = list(group)
        for k in range(0, len(group), most):
            yield group[k:k + most]


def kind_of(what):
    """What is counted together."""
    return re.sub(r"^(index|says) .*", r"\1 another", re.sub(r"\d+ and \d+", "two", what))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True, help="an existing build")
    parser.add_argument("--work", type=pathlib.Path, help="a directory for the mutants")
    parser.add_argument("--log", type=pathlib.Path, help="the result of each, kept between runs")
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--only", default="", help="files whose name fits this expression")
    parser.add_argument("--operators", choices=sorted(OPERATORS), default="script",
                        help="what a script changes, or what people get wrong")
    parser.add_argument("--count", action="store_true", help="only count the mutants")
    parser.add_argument("--nearest", action="store_true",
                        help="only the nearest suites; what they miss remains to be run")
    parser.add_argument("--running", action="store_true",
                        help="only mutants that are chosen when the program runs")
    parser.add_argument("--doubt", action="store_true",
                        help="also run those that equivalent.json gives a reason for")
    parser.add_argument("--programs", default="", help="only programs of tests that fit this")
    parser.add_argument("--objects", default="", help="only objects that fit this expression")
    parser.add_argument("--sample", type=int, help="run this many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--wrapper", default="", help="a command before each command")
    given = parser.parse_args()
    chosen = files(given.only)
    found = found_in(chosen, given.operators)
    if given.count:
        for (name, what), n in sorted(collections.Counter(
                (m.file, kind_of(m.what)) for m in found).items()):
            print(f"{n:>5}  {name}  {what}")
        print(f"{len(found):>5}  in all")
        return 0
    noticed = {}
    if given.log and given.log.exists():
        for row in map(json.loads, given.log.read_text().splitlines()):
            noticed[row["file"], row["mutant"]] = row["noticed"]
    known = {m for m, why in noticed.items() if given.nearest or why != MISSED}
    wanted = found
    if given.sample is not None:
        wanted = random.Random(given.seed).sample(found, min(given.sample, len(found)))
    equivalents = figures.Equivalents()
    wanted = sorted((m for m in wanted if (m.file, m.id) not in known
                     and (given.doubt or not equivalents.reason(m))
                     and not (given.running and m.static)), key=lambda m: m.key)
    print(f"{len(found)} mutants in {len(chosen)} files, {len(wanted)} to run", flush=True)

    def write(m, why):
        noticed[m.file, m.id] = why
        if why in (None, MISSED):
            print(f"SURVIVES  {m.file}:{m.line}: {m.id}", flush=True)
        if given.log:
            with given.log.open("a") as log:
                log.write(json.dumps({"file": m.file, "mutant": m.id, "noticed": why}) + "\n")

    if wanted:
        campaign = Campaign(given, chosen)
        compiling = campaign.build(wanted)
        for m in wanted:
            if m not in compiling:
                write(m, "does not compile")
        campaign.judge([m for m in compiling if not m.static], write)
        for m in compiling:
            if m.static:
                write(m, campaign.judge_static(m))

    rows, survivors = figures.figures_of(found, noticed, equivalents)
    for row in rows:
        print("{file:<56} {mutants:>4} mutants, {equivalent} equivalent, {run} run, {dead} dead"
              .format(**row))
    dead, same, run = (sum(r[k] for r in rows) for k in ("dead", "equivalent", "run"))
    share = 100 * dead / max(1, run)
    print(f"{dead} of {run} die ({share:.1f} %), {same} are equivalent")
    if given.report:
        figures.write(given.report, given.operators, rows, survivors)
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
