#!/usr/bin/env python3
"""Hold what goes through the pipe, and the vectors, against the schemas that are shipped.

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


def first_error(validator: Draft202012Validator, value: object) -> str | None:
    for error in validator.iter_errors(value):
        return f"{error.json_path}: {error.message[:300]}"
    return None


def main() -> int:
    bcast, fake = sys.argv[1:3]
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
    for layout in [[], ["dense"]]:
        capabilities = '{"bcast":1,"ask":"caps","id":"1"}\n'
        asked = subprocess.run(
            [fake, "right", *layout], input=capabilities, capture_output=True, text=True, check=True
        )
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(asked.stdout)
            file.flush()
            laws = ["array_api examples", "expand", "target"]
            command = [bcast, "gen", "--caps", file.name, "--cases", "20"]
            command += [word for law in laws for word in ("--law", law)]
            lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        asks = lines.splitlines(keepends=True)
        asks = asks[:: max(1, len(asks) // MOST)]
        answers = subprocess.run(
            [fake, "right", *layout],
            input="".join(asks),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for line in asks + answers.splitlines() + asked.stdout.splitlines():
            checked.append((line[:200], first_error(pipe, json.loads(line))))
    for broken in ['{"id":"1","ask":"join"}', '{"id":"1"}', '{"id":"1","ok":[-1]}',
                   '{"id":"1","ok":[],"reject":""}', '{"ask":"caps","bcast":2,"id":""}']:  # fmt: skip
        if first_error(pipe, json.loads(broken)) is None:
            checked.append((broken, "is valid, and should not be"))
    wrong = [(what, error) for what, error in checked if error]
    for what, error in wrong[:10]:
        print(f"{what}\n  {error}")
    print(f"{len(checked) - len(wrong)} of {len(checked)} are as the schemas say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
