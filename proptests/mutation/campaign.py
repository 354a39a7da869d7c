"""Mutants of our own code, each run against the tests: which of them does no test notice?

    python3 proptests/mutation/campaign.py --work build/mutation --report report.json

The sources are copied, rendered with all mutants at once (see mutants.py) and built once; then the
tests run once for each mutant, the nearest ones first, until one fails. A mutant is dead where a
test fails, the program ends, or the time is up. A survivor is equivalent where equivalent.json says
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
    REFERENCE + "tensor.hpp": "Tensor*:Seq*:Sonnx*",
    REFERENCE + "xla.hpp": "Xla*",
}
VERIFIER = "Verifier*:Profile*:Mlir*"
ENGINE = "Engine*:Plan*:Overlap*"
TESTS = ["bcast_tests", "bcast_cli_tests"]
SECONDS = 120


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


def copy(source):
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("build", ".git", "site"))
    (source / "mutation").mkdir()
    (source / "mutation/bcast_mutation.hpp").write_text(mutants.SWITCH)


def write(source, all_mutants):
    by_file = collections.defaultdict(list)
    for m in all_mutants:
        by_file[m.file].append(m)
    for name in files():
        text = mutants.render((ROOT / name).read_text(), by_file[name]) if by_file[name] else (
            ROOT / name).read_text()
        if (source / name).read_text() != text:
            (source / name).write_text(text)


def refused(source, errors):
    """The mutants that the compiler names: those just before the places of its errors."""
    keys = set()
    for name, line, column in re.findall(r"(\S+):(\d+):(\d+): (?:fatal )?error:", errors):
        path = pathlib.Path(name) if os.path.isabs(name) else (source / "build" / name).resolve()
        if not path.is_file() or not str(path).startswith(str(source)):
            continue
        lines = path.read_text().splitlines()
        before = lines[int(line) - 1][:int(column)] if int(line) <= len(lines) else ""
        found = re.findall(r"bcast_mutation::on\((\d+)\)", before)
        if not found:  # the error is told at the start of the expression
            found = re.findall(r"bcast_mutation::on\((\d+)\)", lines[int(line) - 1])[:1]
        keys.update(int(k) for k in found[-1:])
    # An error inside of the library is told with the lines that lead to it.
    for name, line in re.findall(r"(\S+):(\d+):\d+:\s+required from", errors):
        path = pathlib.Path(name) if os.path.isabs(name) else (source / "build" / name).resolve()
        if keys or not path.is_file() or not str(path).startswith(str(source)):
            continue
        keys.update(int(k) for k in re.findall(
            r"bcast_mutation::on\((\d+)\)", path.read_text().splitlines()[int(line) - 1]))
    return keys


def build(source, wrapper, all_mutants):
    """Builds the tests with all mutants that compile, and returns these."""
    write(source, all_mutants)
    configure = ["cmake", "-S", str(source), "-B", str(source / "build"), "-G", "Ninja",
                 "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_CXX_FLAGS=-O1 -w -I{source}/mutation",
                 "-DBCAST_BUILD_TESTS=ON"]
    subprocess.run(configure, check=True, capture_output=True)
    for _ in range(40):
        made = subprocess.run([*wrapper, "ninja", "-k0", "-j2", "-C", str(source / "build"), *TESTS],
                              capture_output=True, text=True)
        if made.returncode == 0:
            return all_mutants
        gone = refused(source, made.stdout + made.stderr)
        if not gone:
            sys.exit(made.stdout[-6000:] + "\ncampaign: the tests do not build")
        all_mutants = [m for m in all_mutants if m.key not in gone]
        print(f"{len(gone)} mutants do not compile", flush=True)
        write(source, all_mutants)
    sys.exit("campaign: no end of mutants that do not compile")


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(source, key, program, only):
    """What noticed the mutant, or none."""
    command = [str(source / "build/bin" / program), "--gtest_brief=1", "--gtest_fail_fast"]
    if only:
        command.append("--gtest_filter=" + only)
    environment = dict(os.environ, BCAST_MUTANT=str(key))
    try:
        made = subprocess.run(command, env=environment, capture_output=True, timeout=SECONDS,
                              preexec_fn=limit, cwd=source)
    except subprocess.TimeoutExpired:
        return "time"
    if made.returncode == 0:
        return None
    failed = re.search(rb"\[  FAILED  \] ([\w./]+)", made.stdout)
    return failed.group(1).decode() if failed else f"exit {made.returncode}"


def judge(source, mutant, nearest):
    return (run(source, mutant.key, "bcast_tests", nearest)
            or run(source, mutant.key, "bcast_tests", "-" + nearest.replace(":", ":"))
            or run(source, mutant.key, "bcast_cli_tests", ""))


def reason(equivalent, mutant, line):
    for row in equivalent:
        if row["file"] == mutant.file and row["line"] in line and mutant.what in row["mutants"]:
            row["used"] = True
            return row["reason"]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--wrapper", default="", help="a command before each build")
    given = parser.parse_args()
    source = given.work.resolve() / "source"
    copy(source)
    chosen = {name: near for name, near in files().items() if given.only in name}
    found = [m for name in chosen for m in mutants.mutants_of("clang++-19", flags(ROOT), ROOT, name)]
    for k, m in enumerate(found):
        m.key = k + 1
    if given.sample:
        found = sorted(random.Random(given.seed).sample(found, min(given.sample, len(found))),
                       key=lambda m: m.key)
    print(f"{len(found)} mutants in {len(chosen)} files", flush=True)
    found = build(source, given.wrapper.split(), found)
    print(f"{len(found)} of them compile", flush=True)
    if why := judge(source, mutants.Mutant("", 0, "", 0, 0, None), "*"):
        sys.exit(f"campaign: without a mutant a test fails: {why}")

    equivalent = read_json("equivalent.json")
    counts = collections.defaultdict(lambda: [0, 0, 0])
    survivors = []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        results = pool.map(lambda m: judge(source, m, chosen[m.file]), found)
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
