#!/usr/bin/env python3
"""Ask a real system the cases of bcast_peer_cases, and compare its answers with bcast's.

Exit status: 0 if every deviation is among the committed facts, 1 if one is not, 2 for bad
arguments, 77 if the peer is not installed.
"""

import argparse
import importlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from systems import Answer, Case, Question

Json = dict[str, Any]

PEERS = ["mlir", "numpy", "onnx", "onnxruntime", "torch", "xla"]
# The modules that a peer's system may lack.
THIRD_PARTY = {"jaxlib", "numpy", "onnx", "onnxruntime", "torch"}
FACTS = Path(__file__).resolve().parent / "facts"
MISSING = 77


def rows_of(question: Question, program: Path) -> list[Json]:
    if len(question.cases) == 1 and question.cases[0].endswith(".jsonl"):
        text = Path(question.cases[0]).read_text()
    else:
        command = [str(program), *question.cases]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in text.splitlines()]


def case_of(row: Json) -> Case:
    return Case(row["operands"], row.get("target"), row.get("dims"))


def deviation(row: Json, answer: Answer) -> str | None:
    """The class of the difference between what bcast expects and what the peer answers."""
    expected = row.get("ok")
    if expected is None and answer.shape is not None:
        return f"accepts what {row['tag']} rejects"
    if expected is None:
        if answer.tags is not None and row["tag"] not in answer.tags:
            tags = "/".join(sorted(answer.tags)) or "an unknown error"
            return f"rejects by {tags}, not {row['tag']}"
        return None
    if answer.shape is None:
        return "rejects what is legal"
    if answer.shape != expected:
        return "another shape" if "?" not in answer.shape else "a shape that is less known"
    if answer.reads is not None and answer.reads != row["reads"]:
        return "other elements"
    return None


def length(row: Json) -> tuple[int, int, str]:
    """Orders cases: fewer axes first, then the smaller sizes."""
    case = {key: row[key] for key in ("operands", "target", "dims") if key in row}
    shapes = [*row["operands"], row.get("target", []), row.get("dims", [])]
    sizes = [size for shape in shapes for size in shape]
    numbers = [size for size in sizes if isinstance(size, int)]
    return len(sizes), sum(map(abs, numbers)), json.dumps(case)


def describe(row: Json, answer: Answer) -> Json:
    case = {key: row[key] for key in ("target", "operands", "dims") if key in row}
    expected: Any = row["ok"] if "ok" in row else f"rejected by {row['tag']}"
    said: Any = answer.shape if answer.shape is not None else f"rejected: {answer.error}"
    if expected == said:
        expected, said = row["reads"], answer.reads
    return case | {"expected": expected, "answer": said}


def compare(question: Question, rows: list[Json], answers: Iterable[Answer]) -> Json:
    classes: dict[str, list[tuple[Json, Answer]]] = {}
    for row, answer in zip(rows, answers, strict=True):
        if found := deviation(row, answer):
            classes.setdefault(found, []).append((row, answer))
    deviations = [
        {
            "class": name,
            "count": len(found),
            "smallest": describe(*min(found, key=lambda pair: length(pair[0]))),
        }
        for name, found in sorted(classes.items())
    ]
    return {
        "rule": question.rule,
        "asked": question.asked,
        "cases": len(rows),
        "agree": len(rows) - sum(map(len, classes.values())),
        "deviations": deviations,
    }


def known_deviations(facts: list[Json]) -> set[tuple[str, ...]]:
    """The part of a fact that the test compares; a peer's wording is not compared."""
    return {
        (
            fact["rule"],
            fact["asked"],
            entry["class"],
            str(entry["count"]),
            json.dumps([entry["smallest"].get(key) for key in ("target", "operands", "dims")]),
        )
        for fact in facts
        for entry in fact["deviations"]
    }


def summary(fact: Json) -> str:
    lines = [f"{fact['rule']}: {fact['asked']}: {fact['agree']} of {fact['cases']} cases agree"]
    for entry in fact["deviations"]:
        lines.append(f"  {entry['count']} times: {entry['class']}; the smallest:")
        lines.append(f"    {json.dumps(entry['smallest'])}")
    return "\n".join(lines)


def to_json(facts: list[Json]) -> str:
    """One line for each deviation, so that a change is easy to read."""
    records = []
    for fact in facts:
        lines = ["".join(["   ", json.dumps(entry)]) for entry in fact["deviations"]]
        head = json.dumps(fact | {"deviations": []}).removesuffix("[]}")
        records.append(" " + head + ("[\n" + ",\n".join(lines) + "\n ]}" if lines else "[]}"))
    return "[\n" + ",\n".join(records) + "\n]\n"


def is_skipped(error: ImportError) -> bool:
    """A peer is not installed, or its system says so; any other error is a bug of ours."""
    if isinstance(error, ModuleNotFoundError):
        return error.name is not None and error.name.partition(".")[0] in THIRD_PARTY
    return error.name is None


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cases", type=Path, required=True, help="the program bcast_peer_cases")
    parser.add_argument("--peer", choices=PEERS, required=True)
    parser.add_argument("--facts", type=Path, help="write what was found to this file")
    options = parser.parse_args()

    try:
        system = importlib.import_module(f"systems.{options.peer}")
    except ImportError as missing:
        if not is_skipped(missing):
            raise
        print(f"skipped: {missing}")
        return MISSING
    facts = []
    for question in system.QUESTIONS:
        rows = rows_of(question, options.cases)
        fact = compare(question, rows, question.answer([case_of(row) for row in rows]))
        facts.append({"peer": options.peer, "version": system.VERSION} | fact)
        print(options.peer, system.VERSION, summary(facts[-1]), flush=True)
    committed = FACTS / f"{options.peer}.json"
    known = known_deviations(json.loads(committed.read_text())) if committed.exists() else set()
    new = known_deviations(facts) - known
    for rule, asked, name, count, _ in sorted(new):
        print(f"not in facts/{committed.name}: {rule}: {asked}: {count} times: {name}")
    if options.facts:
        options.facts.write_text(to_json(facts))
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
