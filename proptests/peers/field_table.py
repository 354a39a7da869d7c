"""Complete tables of a system's answers, and the facts that are written about them.

A witness asks a system every case of a small scope. Its rule is a short transcription of the document
that the system implements; the facts keep only the answers that differ from that rule, and a digest of
all of them, so that the whole table can be made again from the rule and compared.
"""

import argparse
import hashlib
import importlib
import itertools
import json
import platform
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Size = int | str
Shape = tuple[Size, ...]
FACTS = Path(__file__).resolve().parent / "facts" / "field"
MISSING = 77
# More deviations of one class than these are counted, and the first ones are listed.
LISTED = 40


class Axes(tuple[int, ...]):
    """Axes in a case, such as broadcast_dimensions; written in brackets, where a shape has crosses."""


class Answer(NamedTuple):
    """The shape of a result; None is a refusal. `note` marks what a shape does not say."""

    shape: Shape | str | None = None
    note: str = ""
    error: str = ""


class Question(NamedTuple):
    """A scope, its rule, and how the system is asked. A case is a tuple of shapes or of attributes."""

    asked: str
    rule: str
    scope: str
    cases: list[Any]
    answer: Callable[..., Answer]
    expected: Callable[..., Shape | str | None]


def shapes(rank: int, sizes: Iterable[Size], least: int = 0) -> list[Shape]:
    sizes = list(sizes)
    return [s for r in range(least, rank + 1) for s in itertools.product(sizes, repeat=r)]


def tuples(operands: int, rank: int, sizes: Iterable[Size]) -> list[tuple[Shape, ...]]:
    return list(itertools.product(shapes(rank, sizes), repeat=operands))


# Rules that several documents state.


def joined(*operands: Shape) -> Shape | None:
    """Aligned at the last axis; the sizes of an axis are 1, or the same."""
    rank = max(map(len, operands), default=0)
    result: list[Any] = []
    for axis in zip(*((1,) * (rank - len(s)) + tuple(s) for s in operands)):
        sizes = set(axis) - {1}
        if len(sizes) > 1:
            return None
        result.append(sizes.pop() if sizes else 1)
    return tuple(result)


def stretched(source: Shape, target: Shape) -> Shape | None:
    """One direction: the result has the target's shape."""
    return target if joined(source, target) == target else None


def matmul(a: Shape, b: Shape) -> Shape | None:
    """numpy.matmul."""
    if not a or not b:
        return None
    x = (1, *a) if len(a) == 1 else tuple(a)
    y = (*b, 1) if len(b) == 1 else tuple(b)
    batch = joined(x[:-2], y[:-2])
    if x[-1] != y[-2] or batch is None:
        return None
    return batch + (x[-2:-1] if len(a) > 1 else ()) + (y[-1:] if len(b) > 1 else ())


def text_of(value: Any) -> str:
    """A shape as bcast writes it: 2x3, () for no axis; another value as JSON; None is a refusal."""
    if value is None:
        return "refused"
    if isinstance(value, Axes):
        return json.dumps(value)
    if isinstance(value, tuple | list) and all(isinstance(s, int | str) for s in value):
        return "x".join(map(str, value)) or "()"
    return value if isinstance(value, str) else json.dumps(value)


def case_text(case: Any) -> str:
    return " ".join("none" if part is None else text_of(part) for part in case)


def weight(case: Any) -> tuple[int, int, str]:
    """Orders cases: fewer sizes first, then the smaller ones."""
    sizes: list[int] = []

    def collect(value: Any) -> None:
        if isinstance(value, tuple | list):
            for part in value:
                collect(part)
        else:
            sizes.append(value if isinstance(value, int) else 9)

    collect(case)
    return len(sizes), sum(map(abs, sizes)), case_text(case)


def first_line(error: BaseException | str, length: int = 160) -> str:
    lines = str(error).strip().splitlines()
    if len(lines) > 1 and lines[0].endswith(":"):
        lines = lines[1:]
    return (lines[0] if lines else type(error).__name__)[:length]


def guarded(
    answer: Callable[..., Answer], errors: type[Exception] | tuple[type[Exception], ...]
) -> Callable[..., Answer]:
    """`errors` are the system's refusals; any other one is a bug of ours."""

    def asked(*case: Any) -> Answer:
        try:
            return answer(*case)
        except errors as refusal:
            return Answer(error=first_line(refusal))

    return asked


def class_of(expected: Shape | str | None, answer: Answer) -> str | None:
    if answer.shape is None:
        return None if expected is None else "refuses what the rule accepts"
    if expected is None:
        return "accepts what the rule refuses"
    if answer.shape != expected:
        return "another shape"
    return answer.note or None


def run(question: Question) -> dict[str, Any]:
    found: dict[str, list[tuple[Any, Any, Answer]]] = {}
    digest = hashlib.sha256()
    accepted = 0
    for case in question.cases:
        expected = question.expected(*case)
        answer = question.answer(*case)
        accepted += answer.shape is not None
        digest.update(f"{case_text(case)} | {text_of(answer.shape)}\n".encode())
        if name := class_of(expected, answer):
            found.setdefault(name, []).append((case, expected, answer))
    deviations = []
    for name, entries in sorted(found.items()):
        case, expected, answer = min(entries, key=lambda entry: weight(entry[0]))
        smallest = {
            "case": case_text(case),
            "expected": text_of(expected),
            "answer": text_of(answer.shape),
        }
        if answer.error:
            smallest["error"] = answer.error
        listed = [
            f"{case_text(c)} -> {text_of(a.shape)}"
            for c, _, a in sorted(entries, key=lambda entry: weight(entry[0]))[:LISTED]
        ]
        deviations.append(
            {"class": name, "count": len(entries), "smallest": smallest, "cases": listed}
        )
    return {
        "asked": question.asked,
        "rule": question.rule,
        "scope": question.scope,
        "cases": len(question.cases),
        "accepted": accepted,
        "agree": len(question.cases) - sum(map(len, found.values())),
        "table_sha256": digest.hexdigest(),
        "deviations": deviations,
    }


def verdict(asked: str, case: Sequence[Any], answer: Answer) -> dict[str, str]:
    """The answer to one question of the comparison, from a case that is run alone."""
    entry = {"question": asked, "case": case_text(case), "answer": text_of(answer.shape)}
    if answer.note:
        entry["note"] = answer.note
    if answer.error:
        entry["error"] = answer.error
    return entry


# The cases of the comparison that every system with two operands can be asked.
PAIRS: list[tuple[str, tuple[Shape, Shape]]] = [
    ("1 against n", ((1,), (2,))), ("n against 1", ((2,), (1,))), ("n against n", ((2,), (2,))),
    ("n against m", ((2,), (3,))), ("n against a multiple", ((2,), (4,))),
    ("0 against 0", ((0,), (0,))), ("0 against 1", ((0,), (1,))), ("1 against 0", ((1,), (0,))),
    ("0 against n", ((0,), (2,))), ("lower rank first", ((3,), (2, 3))),
    ("lower rank second", ((2, 3), (3,))), ("front", ((2, 3), (2,))), ("a scalar", ((), (2,))),
]


def of_cases(
    by: str, ask: Callable[..., Answer], cases: Iterable[tuple[str, Any]]
) -> list[dict[str, str]]:
    """What one way to ask a system answers to each of these."""
    return [verdict(f"{asked}, {by}", case, ask(*case)) for asked, case in cases]


def of_pairs(by: str, ask: Callable[..., Answer]) -> list[dict[str, str]]:
    return of_cases(by, ask, PAIRS)


def to_json(facts: dict[str, Any]) -> str:
    """One line for each question and deviation, so that a change is easy to read."""

    def lines(entries: list[Any], indent: str) -> str:
        if not entries:
            return "[]"
        return "[\n" + ",\n".join(indent + json.dumps(e) for e in entries) + f"\n{indent[:-1]}]"

    parts = [f' {json.dumps(k)}: {json.dumps(v)}' for k, v in facts.items()
             if k not in ("verdicts", "questions")]
    parts.append(' "verdicts": ' + lines(facts["verdicts"], "  "))
    questions = []
    for fact in facts["questions"]:
        head = json.dumps({k: v for k, v in fact.items() if k != "deviations"})[:-1]
        questions.append("  " + head + ', "deviations": ' + lines(fact["deviations"], "   ") + "}")
    parts.append(' "questions": [\n' + ",\n".join(questions) + "\n ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def digests(facts: dict[str, Any]) -> dict[str, str]:
    return {q["asked"]: q["table_sha256"] for q in facts["questions"]}


def needs(*modules: str) -> Iterator[Any]:
    """The modules, or the exit of a witness whose system is not installed, with its name."""
    for name in modules:
        try:
            yield importlib.import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name is None or not name.startswith(missing.name.partition(".")[0]):
                raise
            print(f"skipped: the package {name.partition('.')[0]} is not installed")
            sys.exit(MISSING)


def main(
    system: str,
    documentation: str | None,
    versions: dict[str, str],
    questions: list[Question],
    verdicts: Callable[[], list[dict[str, str]]],
) -> int:
    parser = argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--write", metavar="DATE", help="write the facts, with this date")
    parser.add_argument("--only", default="", help="the questions whose names match")
    parser.add_argument("--file", default=system, help="the name of the facts, if not the system's")
    options = parser.parse_args()
    questions = [q for q in questions if re.search(options.only, q.asked)]
    facts = {
        "system": system,
        "versions": versions | {"python": platform.python_version()},
        "date": options.write or "",
        "command": " ".join(["python3", f"proptests/peers/{Path(sys.argv[0]).name}",
                             *(json.dumps(a) if " " in a else a for a in sys.argv[1:])]),
        "verdicts": verdicts(),
        "questions": [],
    }
    for question in questions:
        fact = run(question)
        facts["questions"].append(fact)
        print(f"{fact['asked']}: {fact['agree']} of {fact['cases']} cases agree", flush=True)
        for entry in fact["deviations"]:
            print(f"  {entry['count']} times: {entry['class']}: {json.dumps(entry['smallest'])}")
    file = FACTS / f"{options.file}.json"
    if options.write:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(to_json(facts))
        return 0
    committed = json.loads(file.read_text()) if file.exists() else {"questions": [], "versions": {}}
    before, after = digests(committed), digests(facts)
    changed = [asked for asked in after if before.get(asked) != after[asked]]
    for asked in changed:
        print(f"not as in facts/field/{file.name} of {committed['versions']}: {asked}")
    return 1 if changed else 0
