#!/usr/bin/env python3
"""Measure how fast the kit judges, and print the result as JSON.

Wall-clock seconds, the best of the repetitions, on a machine that does nothing else. On one that
does, the seconds that the programs had a processor say more."""

import argparse
import json
import os
import platform
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

Json = dict[str, Any]
SOURCE = Path(__file__).resolve().parents[3]
GLUE = "#include <gtest/gtest.h>\n"
KIT = '#include "bcast/proptests/gtest.hpp"\nvoid f() { bcast::proptests::register_gtest({}); }\n'


def seconds(command: list[str], repetitions: int, verdicts: tuple[int, ...] = (0,)) -> float:
    best = float("inf")
    for _ in range(repetitions):
        start = time.monotonic()
        ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if ran.returncode not in verdicts:
            raise SystemExit(f"{shlex.join(command)}: {ran.stderr}")
        best = min(best, time.monotonic() - start)
    return best


def through_the_pipe(build: Path, python: str, repetitions: int) -> list[Json]:
    """Core cases a second of a subject in Python that does nothing, by both clocks."""
    package = SOURCE / "python"
    place = SOURCE / "proptests/assurance/bench"
    serve = f"PYTHONPATH={package}:{place} exec {python} -B -m bcast.serve idle_subject:Idle"
    command = [str(build / "bin/bcast"), "check", "--quiet", "--seed", "1", "--size", "core"]
    command += ["--exec", serve]
    wall = processor = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        for _ in range(repetitions):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            wall = min(wall, seconds([*command, "--json", str(report)], 1, (0, 1, 3)))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            processor = min(processor, sum(after[:2]) - sum(before[:2]))
        outcomes = json.loads(report.read_text())["outcomes"]
    cases = sum(o["declined"] + sum(o["sources"].values()) for o in outcomes)
    return [
        {"what": f"core cases of a Python subject that does nothing, {clock}",
         "figure": round(cases / took), "unit": "cases/s", "aim": 5000,
         "command": shown(command, build)}
        for clock, took in [("wall", wall), ("processor", processor)]
    ]  # fmt: skip


def shown(command: list[str], build: Path) -> str:
    """The command, with the folders of this machine named."""
    text = shlex.join(command).replace(sys.executable, "python3")
    return text.replace(str(build), "$build").replace(str(SOURCE), "$source")


def rates(build: Path) -> list[Json]:
    """Cases a second, on one core."""
    command = [str(build / "bin/bcast_kit_bench"), "--benchmark_format=json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = []
    for run in json.loads(ran.stdout)["benchmarks"]:
        aim = {"judges/shapes": 500_000, "judges/values": 100_000}.get(run["name"])
        rows.append({"what": run["name"], "figure": round(run["items_per_second"]),
                     "unit": "cases/s", "aim": aim, "command": shown(command[:1], build)})  # fmt: skip
    return rows


def runs(build: Path, python: str) -> list[Json]:
    adapter = SOURCE / "proptests/integrations/adapters/numpy_strided_subject.py"
    subjects = {
        "the engine": ["--subject", "engine"],
        "a shared library": ["--subject", str(build / "proptests/capi/libbcast.so"),
                             "--only", "libbcast/engine"],
        "NumPy through the pipe": ["--exec", shlex.join([python, "-B", str(adapter)])],
    }  # fmt: skip
    rows = []
    for size, aim, repetitions in [("core", 1, 3), ("push", 10, 1)]:
        for name, subject in subjects.items():
            command = [str(build / "bin/bcast"), "check", "--quiet", "--seed", "1"]
            command += ["--size", size, *subject]
            took = seconds(command, repetitions, (0, 1))  # 1: a law is broken
            rows.append({"what": f"{size}, {name}", "figure": round(took, 2), "unit": "s",
                         "aim": aim, "command": shown(command, build)})  # fmt: skip
    return rows


def inclusion(build: Path, compiler: str) -> Json:
    """What the glue adds to a translation unit that includes GoogleTest."""
    folders = [SOURCE / "proptests/include", SOURCE / "spec/include"]
    flags = ["-std=c++20", "-O2", "-c", *(f"-I{folder}" for folder in folders), "-o", os.devnull]
    with tempfile.TemporaryDirectory() as place:
        took = []
        for name, text in [("without", GLUE), ("with", GLUE + KIT)]:
            file = Path(place) / f"{name}.cpp"
            file.write_text(text)
            took.append(seconds([compiler, *flags, str(file)], 3))
    return {"what": "compiling the C++ glue, beside GoogleTest's header",
            "figure": round(took[1] - took[0], 2), "unit": "s", "aim": 2,
            "command": f"{compiler} -std=c++20 -O2 -c"}  # fmt: skip


def machine() -> str:
    info = Path("/proc/cpuinfo").read_text()
    model = next((line.partition(": ")[2] for line in info.splitlines() if "model name" in line),
                 platform.machine())  # fmt: skip
    return f"{model}, {os.cpu_count()} threads"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--python", default="python3", help="an interpreter with NumPy")
    parser.add_argument("--compiler", default="g++")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    rows = rates(build) + runs(build, arguments.python)
    rows += through_the_pipe(build, sys.executable, 3)
    rows += [inclusion(build, arguments.compiler)]
    commit = subprocess.run(["git", "-C", str(SOURCE), "rev-parse", "HEAD"], check=True,
                            capture_output=True, text=True).stdout.strip()  # fmt: skip
    report = {
        "machine": {"processor": machine()},
        "date": time.strftime("%Y-%m-%d"),
        "commit": commit,
        "command": f"python3 proptests/assurance/bench/kit_speed.py --build {arguments.build}",
        "rows": rows,
    }
    lines = ",\n".join("  " + json.dumps(row) for row in report.pop("rows"))
    head = json.dumps(report)[:-1]
    print(f'{head}, "rows": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
