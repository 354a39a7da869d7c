#!/usr/bin/env python3
"""Check the pipe's messages, and the vectors, against the shipped schemas.

Exit status 77 if the package jsonschema is missing."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from jsonschema import Draft202012Validator
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)

MOST = 300
REPORT = Path(__file__).resolve().parents[1] / "schema" / "report-1.schema.json"


def first_error(validator: Draft202012Validator, value: object) -> str | None:
    for error in validator.iter_errors(value):
        return f"{error.json_path}: {error.message[:300]}"
    return None


def runs_of(fake: str) -> list[list[str]]:
    """Runs with every verdict, and with a line that is met."""
    few = ["--law", "shape", "--law", "values", "--law", "mlir verify", "--cases", "20"]
    return [
        ["--subject", "engine", *few],
        ["--subject", "engine", "--size", "core"],
        ["--exec", f"'{fake}' exit", "--law", "shape", "--cases", "20"],
    ]


def tampered(report: dict) -> list[tuple[str, dict]]:
    """The report with one value that must not be."""
    def changed(**members: object) -> dict:
        first = {**report["outcomes"][0], **members}
        return {**report, "outcomes": [first, *report["outcomes"][1:]]}

    return [
        ("with a seed as a number", {**report, "seed": 1}),
        ("without a seed", {k: v for k, v in report.items() if k != "seed"}),
        ("with an unknown verdict", changed(verdict="perhaps")),
        ("skipped without a reason", changed(verdict="skipped", skipped="")),
        ("with a negative count", changed(declined=-1)),
        ("with an unknown source", changed(sources={"elsewhere": 1})),
    ]


def main() -> int:
    bcast, fake = sys.argv[1:3]
    verdicts: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "vectors"
        subprocess.run([bcast, "vectors", "--out", str(out)], check=True, capture_output=True)
        schemas = {p.name: json.loads(p.read_text()) for p in out.glob("*.schema.json")}
        vectors = json.loads((out / "vectors.json").read_text())
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    pipe = Draft202012Validator(schemas["pipe-1.schema.json"])
    found = first_error(Draft202012Validator(schemas["vectors-1.schema.json"]), vectors)
    checked = [("vectors.json", found)]
    checked += [
        (v["id"], first_error(pipe, {"id": v["id"], **v["ask"]})) for v in vectors["vectors"]
    ]
    laws = ["array_api examples", "expand", "target", "product shape", "product layouts"]
    for layout in ["", " dense"]:
        with tempfile.TemporaryDirectory() as folder:
            # Each process of the program has its own files.
            program = f"tee {folder}/asks.$$ | '{fake}' right{layout} | tee {folder}/answers.$$"
            command = [bcast, "check", "--exec", program, "--seed", "1", "--cases", "20"]
            command += [word for law in laws for word in ("--law", law)]
            subprocess.run(command, capture_output=True, check=True)
            for file in Path(folder).iterdir():
                lines = file.read_text().split("\n")[:-1]  # the last one may be cut off
                for line in lines[:: max(1, len(lines) // MOST)]:
                    checked.append((line[:200], first_error(pipe, json.loads(line))))
    for broken in ['{"id":"1","ask":"broadcast_shapes"}', '{"id":"1"}', '{"id":"1","ok":[-1,"?"]}',
                   '{"id":"1","ok":[],"reject":""}', '{"ask":"caps","bcast":2,"id":""}']:  # fmt: skip
        if first_error(pipe, json.loads(broken)) is None:
            checked.append((broken, "is valid, and should not be"))
    report = Draft202012Validator(json.loads(REPORT.read_text()))
    Draft202012Validator.check_schema(report.schema)
    for run in runs_of(fake):
        ran = subprocess.run(
            [bcast, "check", "--seed", "1", "--json", "-", "--quiet", *run],
            capture_output=True,
            text=True,
        )
        written, _ = json.JSONDecoder().raw_decode(ran.stdout)
        checked.append((f"the report of {run}", first_error(report, written)))
        verdicts.update(outcome["verdict"] for outcome in written["outcomes"])
        for what, broken in tampered(written):
            if first_error(report, broken) is None:
                checked.append((f"the report of {run} {what}", "is valid, and should not be"))
    if verdicts != {"broken", "holds", "skipped"}:
        checked.append(("the reports", f"have only the verdicts {sorted(verdicts)}"))
    wrong = [(what, error) for what, error in checked if error]
    for what, error in wrong[:10]:
        print(f"{what}\n  {error}")
    print(f"{len(checked) - len(wrong)} of {len(checked)} are as the schemas say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
