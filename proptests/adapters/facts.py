#!/usr/bin/env python3
"""Run the kit on a system and write the results to peers/facts/kit.json, the source of the table of
agreement.

The system is run with its file of expected failures, to count deviations, and each law that has some
is run again without the line of the file, to get the smallest case."""

import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

Json = dict[str, Any]
HERE = Path(__file__).resolve().parent
FACTS = HERE.parent / "peers" / "facts" / "kit.json"


def report(arguments: argparse.Namespace, *more: str) -> list[Json]:
    command = [arguments.bcast, "check", *arguments.subject, "--quiet", "--json", "-", "--seed", "1",
               "--no-known"]  # fmt: skip
    if "--case" in more:
        command += more
    elif arguments.core:
        command += ["--size", "core", *more]
    else:
        command += ["--cases", str(arguments.cases), *more]
    if arguments.seconds and "--case" not in more:
        command += ["--seconds", arguments.seconds]
    command += [word for law in arguments.law for word in ("--law", law)]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        sys.exit(ran.stderr)
    text, _ = json.JSONDecoder().raw_decode(ran.stdout)
    return [o for o in text["outcomes"] if o["verdict"] != "skipped"]


def shape_of(word: str) -> list:
    word = word.partition("~")[0].strip("()").replace(",", "x")
    return [int(size) if size.isdigit() else size for size in word.split("x") if size]


def smallest_of(case: str) -> Json:
    words = [w for w in case.split() if "=" not in w]
    before = words[: words.index("->")] if "->" in words else words
    smallest: Json = {"operands": [shape_of(w) for w in before], "case": case}
    if "->" in words:
        smallest["target"] = shape_of(words[-1])
    return smallest


def fact(arguments: argparse.Namespace) -> Json:
    expected = HERE.parent / "xfail" / f"{arguments.system}.txt"
    lines = expected.read_text().splitlines() if expected.exists() else []
    known = report(arguments, *(["--xfail", str(expected)] if lines else []))
    broken = [o for o in known if o["verdict"] == "broken"]
    if broken:
        sys.exit(f"{expected.name} does not list: {[o['law'] for o in broken]}")
    deviations = []

    def smallest(met: Json, outcome: Json) -> Json:
        """The smallest case of one line of the file."""
        others = [line for k, line in enumerate(lines, 1) if k != met["line"]]
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(others) + "\n")
            file.flush()
            again = report(arguments, "--law", outcome["law"], "--xfail", file.name)
        (same,) = (o for o in again if o["subject"] == outcome["subject"])
        return smallest_of(same["failure"]["smallest"])

    for outcome in known:
        for met in outcome["expected"]:
            if met["failing"] == 0:
                continue
            because = re.findall(r'"([^"]*)"', lines[met["line"] - 1])
            deviations.append({
                "class": f"`{outcome['law']}`, {outcome['clause']}: {because[0]}",
                "count": met["failing"],
                "smallest": smallest(met, outcome),
            })  # fmt: skip
    for law, _, case in (text.partition("=") for text in arguments.also):
        (outcome,) = report(arguments, "--law", law, "--case", case)
        because = next(line for line in lines if line.split()[:1] == [law.replace(" ", "_")])
        deviations.append({
            "class": f"`{law}`, {outcome['clause']}: {because.split(chr(34))[1]}",
            "count": 1,
            "smallest": smallest_of(outcome["failure"]["smallest"]),
        })  # fmt: skip
    # The ways of a module are rows of one system: `numpy 2.4.6`, `numpy 2.4.6 in place`.
    name, version = min((o["subject"] for o in known), key=len).split(" ")[:2]
    ways = len({o["subject"] for o in known})
    cases = sum(sum(o["sources"].values()) for o in known) + len(arguments.also)
    failing = sum(d["count"] for d in deviations)
    laws: dict[str, str] = {}  # of several ways, one deviates
    for outcome in known:
        if laws.get(outcome["law"]) != "known":
            laws[outcome["law"]] = outcome["verdict"]
    return {
        "peer": name,
        "version": version,
        "date": datetime.date.today().isoformat(),
        "rule": known[0]["rule"],
        "asked": f"the kit, {len(known)} laws" + (f" of {ways} ways" if ways > 1 else ""),
        "cases": cases,
        "agree": cases - failing,
        "laws": laws,
        "deviations": deviations,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("system", help="of xfail/<system>.txt")
    parser.add_argument("--bcast", required=True, help="the program")
    parser.add_argument("--program", help="the command of the subject (default: --system)")
    parser.add_argument("--array-api", action="store_true",
                        help="the system is a module, and the program has the adapter")  # fmt: skip
    parser.add_argument("--core", action="store_true", help="only the core cases")
    parser.add_argument("--cases", type=int, default=200, help="random cases a law")
    parser.add_argument("--seconds", help="as many cases as fit in this time")
    parser.add_argument("--also", action="append", default=[], metavar="LAW=CASE",
                        help="a case known to deviate, beside those of the run; repeatable")  # fmt: skip
    parser.add_argument("--law", action="append", default=[], help="only this law; repeatable")
    arguments = parser.parse_args()
    if arguments.array_api:
        os.environ["BCAST_PYTHON"] = sys.executable
        arguments.subject = ["--array-api", arguments.system]
    elif arguments.program:
        arguments.subject = ["--exec", arguments.program]
    else:
        os.environ["BCAST_PYTHON"] = sys.executable
        arguments.subject = ["--system", arguments.system]
    new = fact(arguments)
    facts = json.loads(FACTS.read_text()) if FACTS.exists() else []
    facts = [f for f in facts if f["peer"] != new["peer"]] + [new]
    facts.sort(key=lambda f: f["peer"])
    rows = ",\n".join(" " + json.dumps(f) for f in facts)
    FACTS.write_text(f"[\n{rows}\n]\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
