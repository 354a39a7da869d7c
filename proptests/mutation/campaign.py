"""Mutants of our own code, each run against the tests: which of them does no test notice?

    cmake --build --preset dev
    python3 proptests/mutation/campaign.py --build build/dev --report report.json

The files are rendered with all of their mutants at once (see mutants.py); of an existing build, the
objects that see them are compiled again and linked into a program of tests of its own. That runs
once for each mutant, the nearest suites first, until a test fails. A mutant is dead where a test
fails, the program ends, or the time is up. A survivor is equivalent where equivalent.json says
why; the exit status is 0 where no other one survived, or at least 95 % died in a sample.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys

import mutants

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = "reference/include/bcast/reference/"
# What is mutated, and the suites that stand nearest to it.
NEAREST = {
    REFERENCE + "array_api.hpp": "ArrayApi*",
    REFERENCE + "as_printed.hpp": "Findings*",
    REFERENCE + "mlir.hpp": "Mlir*",
    REFERENCE + "nested.hpp": "BcastP1.*:BcastP6.*",
    REFERENCE + "outcome.hpp": "Sonnx*:ArrayApi*:Xla*",
    REFERENCE + "seq.hpp": "Seq*:Tensor*:Sonnx*",
    REFERENCE + "sonnx.hpp": "Sonnx*",
    REFERENCE + "sonnx_2026_01.hpp": "Sonnx202601*:Sonnx*",
    REFERENCE + "tensor.hpp": "Tensor*:Seq*:Sonnx*",
    REFERENCE + "xla.hpp": "Xla*",
}
VERIFIER = "Verifier*:Profile*:Mlir*"
ENGINE = "Engine*:Plan*:Overlap*"
# Slow, and asked of the engine and the verifier anyway; and what reads sources instead of running.
SKIPPED = "Kit.ARightImplementationHolds:Closure.*"
# Seconds of the processor: what takes longer does not end.
NEAR, ALL = 15, 120


def files():
    """File below the root, with the filter of its nearest suites."""
    chosen = dict(NEAREST)
    for path in sorted((ROOT / "optimized").rglob("*")):
        name = str(path.relative_to(ROOT))
        if path.suffix not in (".cpp", ".hpp") or "/bench/" in name or "parallel_threads" in name:
            continue
        verifier = re.search(r"verifier|verif|profiles|meet|infer|residual", name)
        chosen[name] = VERIFIER if verifier else ENGINE
    return chosen


def flags(root):
    includes = [root / d / "include" for d in ("spec", "reference", "optimized")]
    return ["-std=c++20", *(f"-I{i}" for i in includes), f"-I{root}/optimized/src"]


def read_json(name):
    return json.loads((pathlib.Path(__file__).parent / name).read_text())


class Build:
    """A build whose program of tests is linked again with the objects that see mutated files."""

    def __init__(self, build, work, wrapper):
        self.build, self.work, self.wrapper = build.resolve(), work.resolve(), wrapper
        self.program = self.work / "bcast_tests"
        shutil.rmtree(self.work, ignore_errors=True)
        for folder in ("spec", "reference", "optimized"):
            shutil.copytree(ROOT / folder, self.work / folder)
        (self.work / "bcast_mutation.hpp").write_text(mutants.SWITCH)
        lines = self.ninja("-t", "commands", "bcast_tests").splitlines()
        self.link = next(c for c in reversed(lines) if " -o bin/bcast_tests " in c)
        self.compile = {m.group(1): c for c in lines
                        if (m := re.search(r" -o (\S+\.o) -c \S+$", c))}

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", str(self.build), *arguments], check=True,
                              capture_output=True, text=True).stdout

    def seeing(self, names):
        """The objects that include one of the files, or are made of it."""
        wanted = {str(ROOT / n) for n in names}
        for made in self.compile:
            seen = {os.path.normpath(self.build / line.strip())
                    for line in self.ninja("-t", "deps", made).splitlines()[1:]}
            if not seen or seen & wanted:  # what ninja knows nothing of may see them
                yield made

    def command(self, made):
        """The compiler's command for an object, with the mutated files in front."""
        source = self.compile[made].rsplit(" ", 1)[1]
        copy = self.work / os.path.relpath(source, ROOT)
        includes = " ".join(f"-I{self.work}/{d}" for d in (
            "", "spec/include", "reference/include", "optimized/include", "optimized/src"))
        compiler, rest = re.match(r"((?:\S*ccache )?\S+) (.*)", self.compile[made]).groups()
        compiler = compiler.split()[-1]
        rest = re.sub(r" -(MD|MT \S+|MF \S+|Werror|Winvalid-pch|O2|g)(?= )", "", rest)
        rest = re.sub(r" -include \S+cmake_pch\.hxx", "", rest)
        rest = rest.replace(f" -o {made} -c {source}", "")
        return (f"{compiler} {includes} {rest} -O1 -w -o {self.work / made} -c "
                f"{copy if copy.exists() else source}")

    def make(self, objects):
        """What the compiler says where it refuses something."""
        def one(made):
            (self.work / made).parent.mkdir(parents=True, exist_ok=True)
            return subprocess.run([*self.wrapper, "sh", "-c", self.command(made)], cwd=self.build,
                                  capture_output=True, text=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(one, objects))
        if any(r.returncode for r in results):
            return "".join(r.stderr for r in results)
        # An object in front of a library stands in for the library's own.
        link = self.link.replace(" -o bin/bcast_tests ", f" -o {self.program} ")
        for made in objects:
            if f" {made} " in link:
                link = link.replace(f" {made} ", f" {self.work / made} ")
            else:
                link = link.replace(" -o ", f" {self.work / made} -o ", 1)
        subprocess.run(link, shell=True, check=True, cwd=self.build, capture_output=True)
        return None


def write(work, all_mutants, names):
    by_file = collections.defaultdict(list)
    for m in all_mutants:
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
            keys.update(int(k) for k in found[-1:] or re.findall(
                r"bcast_mutation::on\((\d+)\)", text)[:1])
    if keys:
        return keys
    # An error inside of a library is told with the lines that lead to it.
    for name, line in re.findall(r"(\S+):(\d+):\d+:\s+required from", errors):
        if lines := lines_of(name):
            keys.update(int(k) for k in re.findall(
                r"bcast_mutation::on\((\d+)\)", lines[int(line) - 1]))
    return keys


def build(tests, all_mutants, names, only):
    """Builds the tests with all mutants that compile, and returns these."""
    objects = sorted(o for o in tests.seeing(names) if re.search(only, o))
    print(f"{len(objects)} objects see them", flush=True)
    for _ in range(40):
        write(tests.work, all_mutants, names)
        errors = tests.make(objects)
        if errors is None:
            return all_mutants
        gone = refused(tests.work, errors)
        if not gone:
            sys.exit(errors[-6000:] + "\ncampaign: the tests do not build")
        all_mutants = [m for m in all_mutants if m.key not in gone]
        print(f"{len(gone)} mutants do not compile", flush=True)
    sys.exit("campaign: no end of mutants that do not compile")


def run(program, key, only, seconds):
    """What noticed the mutant, or none."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    command = [str(program), "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + only]
    environment = dict(os.environ, BCAST_MUTANT=str(key))
    try:
        made = subprocess.run(command, env=environment, capture_output=True, timeout=20 * seconds,
                              preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return "time"
    if made.returncode == 0:
        return None
    failed = re.search(rb"\[  FAILED  \] ([\w./]+)", made.stdout)
    return failed.group(1).decode() if failed else f"exit {made.returncode}"


def judge(program, mutant, nearest):
    # The examples of the nearest suites first; the laws over whole scopes with all the others.
    return (run(program, mutant.key, f"{nearest}-*_engine*:*_verifier*", NEAR)
            or run(program, mutant.key, f"-{SKIPPED}", ALL))


def reason(equivalent, mutant, line):
    for row in equivalent:
        if row["file"] == mutant.file and row["line"] in line and mutant.what in row["mutants"]:
            row["used"] = True
            return row["reason"]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="an existing build")
    parser.add_argument("--work", type=pathlib.Path, help="a directory for the mutants")
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--objects", default="", help="only objects that fit this expression")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--wrapper", default="", help="a command before each compilation")
    given = parser.parse_args()
    tests = Build(given.build, given.work or given.build / "mutation", given.wrapper.split())
    chosen = {name: near for name, near in files().items() if given.only in name}
    found = [m for name in chosen for m in mutants.mutants_of("clang++-19", flags(ROOT), ROOT, name)]
    for k, m in enumerate(found):
        m.key = k + 1
    if given.sample:
        found = sorted(random.Random(given.seed).sample(found, min(given.sample, len(found))),
                       key=lambda m: m.key)
    print(f"{len(found)} mutants in {len(chosen)} files", flush=True)
    found = build(tests, found, list(chosen), given.objects)
    print(f"{len(found)} of them compile", flush=True)
    if why := run(tests.program, 0, f"-{SKIPPED}", ALL):
        sys.exit(f"campaign: without a mutant a test fails: {why}")

    equivalent = read_json("equivalent.json")
    counts = collections.defaultdict(lambda: [0, 0, 0])
    survivors = []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        results = pool.map(lambda m: judge(tests.program, m, chosen[m.file]), found)
        for m, noticed in zip(found, results):
            count = counts[m.file]
            count[0] += 1
            if noticed:
                count[1] += 1
                continue
            line = (ROOT / m.file).read_text().splitlines()[m.line - 1]
            why = reason(equivalent, m, line)
            count[2] += why is not None
            survivors.append({"file": m.file, "line": line.strip(), "mutant": m.what, "reason": why})
            print(f"{'equivalent' if why else 'SURVIVES'}  {m.file}:{m.line}: {m.what}\n    "
                  f"{line.strip()}", flush=True)
    total = [sum(c[k] for c in counts.values()) for k in range(3)]
    for name, (of, dead, same) in sorted(counts.items()):
        print(f"{name:<52} {of:>5} mutants, {dead} dead, {same} equivalent")
    share = 100 * total[1] / max(1, total[0] - total[2])
    print(f"{total[1]} of {total[0] - total[2]} die ({share:.1f} %), {total[2]} are equivalent")
    if given.report:
        rows = [{"file": n, "mutants": c[0], "dead": c[1], "equivalent": c[2]}
                for n, c in sorted(counts.items())]
        given.report.write_text(json.dumps({"sample": given.sample, "files": rows,
                                            "survivors": survivors}, indent=2) + "\n")
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
