#!/usr/bin/env python3
"""Ask real systems the cases of bcast_peer_cases, and compare their answers with bcast's.

Exit status: 0 if every deviation is among the committed facts, 1 if one is not, 2 for bad
arguments, 77 if the peer is not installed.
"""

import argparse
import functools
import importlib
import json
import platform
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from systems import RANDOM, Answer, Axes, Case, Question, text_of

Json = dict[str, Any]

HERE = Path(__file__).resolve().parent
FACTS = HERE / "facts" / "systems"
PEERS = sorted(path.stem for path in (HERE / "systems").glob("[a-z]*.py"))
MISSING = 77
# More deviations of one class than these are counted, and the first ones are listed.
LISTED = 40
REFUSES, ACCEPTS = "refuses what the rule accepts", "accepts what the rule refuses"
OTHER = "another shape"


def part_of(value: Any) -> Any:
    if isinstance(value, dict):
        return Axes(value["axes"])
    return tuple(value) if isinstance(value, list) else value


def case_of(row: Json) -> Case:
    # The rows of XLA's own tests are written with operands and dims.
    parts = row.get("case") or [*row["operands"], {"axes": row.get("dims") or []}]
    case = Case(map(part_of, parts))
    case.ok = part_of(row.get("ok"))
    case.tag = row.get("reject") if isinstance(row.get("reject"), str) else row.get("tag", "")
    case.reads = row.get("reads")
    return case


@functools.cache
def cases_of(program: Path, rule: str, scope: str) -> list[Case]:
    if scope.endswith(".jsonl"):
        text = (HERE / scope).read_text()
    else:
        text = subprocess.run(
            [str(program), rule, scope], check=True, capture_output=True, text=True
        ).stdout
    return [case_of(json.loads(line)) for line in text.splitlines()]


def deviation(case: Case, answer: Answer) -> str | None:
    """The class of the difference between what bcast expects and what the peer answers."""
    if case.ok is None:
        if answer.shape is not None:
            return ACCEPTS
        if answer.tags is not None and case.tag not in answer.tags:
            return f"refuses by {'/'.join(sorted(answer.tags)) or 'an unknown error'}, not {case.tag}"
        return None
    if answer.shape is None:
        return REFUSES
    return OTHER if answer.shape != case.ok else answer.note or None


def weight(case: Case) -> tuple[int, int, str]:
    """Orders cases: fewer sizes first, then the smaller ones."""
    sizes = [size for part in case for size in part or ()]
    return len(sizes), sum(abs(s) if isinstance(s, int) else 9 for s in sizes), str(case)


def shape_text(shape: Any) -> str:
    return "refused" if shape is None else text_of(shape)


def compare(question: Question, cases: list[Case], answers: Iterable[Answer]) -> Json:
    classes: dict[str, list[tuple[Case, Answer]]] = {}
    accepted = 0
    for case, answer in zip(cases, answers, strict=True):
        accepted += answer.shape is not None
        if found := deviation(case, answer):
            classes.setdefault(found, []).append((case, answer))
    deviations = []
    for name, found in sorted(classes.items()):
        found.sort(key=lambda pair: weight(pair[0]))
        case, answer = found[0]
        smallest = {
            "case": str(case),
            "expected": f"refused {case.tag}".strip() if case.ok is None else text_of(case.ok),
            "answer": shape_text(answer.shape),
        } | ({"error": answer.error} if answer.error else {})
        listed = [f"{case} -> {shape_text(answer.shape)}" for case, answer in found[:LISTED]]
        deviations.append(
            {"class": name, "count": len(found), "smallest": smallest, "cases": listed}
        )
    return {
        "asked": question.asked,
        "rule": question.rule,
        "scope": question.scope,
        "cases": len(cases),
        "accepted": accepted,
        "agree": len(cases) - sum(map(len, classes.values())),
        "deviations": deviations,
    }


def compared(fact: Json) -> Json:
    """The part of a fact that the test compares: not a peer's wording, nor what only some runs show."""
    lasting = [d for d in fact["deviations"] if d["class"] != RANDOM]
    return fact | {
        "agree": fact["cases"] - sum(d["count"] for d in lasting),
        "deviations": [
            d | {"smallest": {k: v for k, v in d["smallest"].items() if k != "error"}} for d in lasting
        ],
    }


def to_json(facts: Json) -> str:
    """One line for each question and deviation, so that a change is easy to read."""

    def lines(entries: list[Any], indent: str) -> str:
        if not entries:
            return "[]"
        return "[\n" + ",\n".join(indent + json.dumps(e) for e in entries) + f"\n{indent[:-1]}]"

    questions = []
    for fact in facts["questions"]:
        head = json.dumps({k: v for k, v in fact.items() if k != "deviations"})[:-1]
        questions.append("  " + head + ', "deviations": ' + lines(fact["deviations"], "   ") + "}")
    return (
        f'{{\n "system": {json.dumps(facts["system"])},\n "versions": {json.dumps(facts["versions"])},\n'
        f' "verdicts": {lines(facts["verdicts"], "  ")},\n'
        ' "questions": [\n' + ",\n".join(questions) + "\n ]\n}\n"
    )


def ask(options: argparse.Namespace) -> int:
    """Asks one peer, and compares with its facts or writes them."""
    try:
        system = importlib.import_module(f"systems.{options.peer}")
    except ImportError as missing:
        # A package that is not there; or a system that says what it needs, without a name.
        own = missing.name is not None and missing.name.partition(".")[0] == "systems"
        if own or (missing.name is not None and not isinstance(missing, ModuleNotFoundError)):
            raise
        print(f"skipped: {missing}")
        return MISSING
    questions = []
    for question in system.QUESTIONS:
        if not re.search(options.only, question.asked):
            continue
        cases = cases_of(options.cases, question.rule, question.scope)
        fact = compare(question, cases, question.answer(cases))
        questions.append(fact)
        print(f"{fact['asked']}: {fact['agree']} of {fact['cases']} cases agree", flush=True)
        for entry in fact["deviations"]:
            print(f"  {entry['count']} times: {entry['class']}: {json.dumps(entry['smallest'])}")
    file = FACTS / f"{options.file or options.peer}.json"
    versions = system.VERSIONS | {"python": platform.python_version()}
    if options.write:
        answers = system.verdicts() if hasattr(system, "verdicts") else []
        file.write_text(to_json({"system": options.peer, "versions": versions,
                                 "verdicts": answers, "questions": questions}))  # fmt: skip
        return 0
    committed = json.loads(file.read_text()) if file.exists() else {"questions": [], "versions": {}}
    known = {fact["asked"]: compared(fact) for fact in committed["questions"]}
    changed = [fact["asked"] for fact in questions if known.get(fact["asked"]) != compared(fact)]
    for asked in changed:
        print(f"not as in facts/systems/{file.name} of {committed['versions']}: {asked}")
    return 1 if changed else 0


def misfit(fact: Json, cases: list[Case]) -> str | None:
    """What of a fact cannot be, by what bcast expects now."""
    if len(cases) != fact["cases"]:
        return f"the scope has {len(cases)} cases"
    counts = {d["class"]: d["count"] for d in fact["deviations"]}
    accepted = sum(case.ok is not None for case in cases)
    if accepted + counts.get(ACCEPTS, 0) - counts.get(REFUSES, 0) != fact["accepted"]:
        return f"the rule accepts {accepted} cases, and the deviations do not explain the difference"
    by_text = {str(case): case for case in cases}
    for entry in fact["deviations"]:
        for listed in entry["cases"]:
            text, _, said = listed.rpartition(" -> ")
            if text not in by_text:
                return f"{text} is not in the scope"
            expected = shape_text(by_text[text].ok)
            kind = (
                None if expected == said
                else REFUSES if said == "refused"
                else ACCEPTS if expected == "refused"
                else OTHER
            )  # fmt: skip
            if kind != (entry["class"] if entry["class"] in (REFUSES, ACCEPTS, OTHER) else None):
                return f"{text} is {expected}: not of the class '{entry['class']}'"
    return None


def check(program: Path) -> int:
    """Holds all committed facts to what bcast expects; needs no peer."""
    wrong = 0
    for file in sorted(FACTS.glob("*.json")):
        for fact in json.loads(file.read_text())["questions"]:
            if why := misfit(fact, cases_of(program, fact["rule"], fact["scope"])):
                wrong += 1
                print(f"facts/systems/{file.name}: {fact['asked']}: {why}")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cases", type=Path, required=True, help="the program bcast_peer_cases")
    parser.add_argument("--peer", choices=PEERS, help="without it, the facts are checked alone")
    parser.add_argument("--only", default="", help="the questions whose names match")
    parser.add_argument("--file", help="the name of the facts, if not the peer's")
    parser.add_argument("--write", action="store_true", help="write the facts that were found")
    options = parser.parse_args()
    return ask(options) if options.peer else check(options.cases)


if __name__ == "__main__":
    sys.exit(main())
