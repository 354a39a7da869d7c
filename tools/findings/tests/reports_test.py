"""Tries the reports of the findings: reports_test.py FOLDER

Each snippet is run, and gives what its report says. Each quote is in the document's text, and
each change applies to it, if BCAST_DOCUMENTS has the text. Two changes of one file apply one after
the other, or each report names the other's title. What cannot be tried is named.
"""

import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77

# What reads and verifies a module in StableHLO or CHLO, as jaxlib has it.
READ_STABLEHLO = """
import sys
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir
with mlir.make_ir_context():
    ir.Module.parse(sys.stdin.read())
"""


def block(report, language):
    found = re.search(rf"^```{re.escape(language)}\n(.*?)^```$", report, re.M | re.S)
    return found and found[1]


def missing_module(code):
    names = re.findall(r"^(?:import|from) ([\w.]+)(?:, ([\w.]+))*", code, re.M)
    for name in {n.split(".")[0] for found in names for n in found if n}:
        if subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode:
            return name
    return None


def command_of(report, document):
    """The command that runs a report's snippet, its input, and what is missing to run it."""
    if code := block(report, "python"):
        return [sys.executable, "-W", "ignore", "-"], code, missing_module(code)
    if code := block(report, "js"):
        return ["node", "-"], code, None if shutil.which("node") else "node"
    if code := block(report, "c++"):
        return ["c++", "-fsyntax-only", "-x", "c++", "-"], code, None if shutil.which("c++") else "c++"
    code = block(report, "mlir")
    if document == "mlir":
        tool = shutil.which("mlir-opt-19")
        return [tool], code, None if tool else "mlir-opt-19"
    return [sys.executable, "-c", READ_STABLEHLO], code, missing_module("import jax")


def wrong_answer(report, command, code):
    """What is wrong with a snippet's answer, if anything."""
    plain = {**os.environ, "LC_ALL": "C"}
    run = subprocess.run(command, input=code, capture_output=True, text=True, env=plain)
    said, expected = run.stdout + run.stderr, block(report, "text")
    if expected == "accepted\n":
        return run.returncode and said
    if expected.startswith("ended by signal "):
        return run.returncode != -int(expected.split()[-1]) and f"status {run.returncode}: {said}"
    return [line for line in expected.splitlines() if line not in said] and said


def words(text):
    """A text on one line, without the marks of its comments."""
    return " ".join(word for word in text.split() if word != "//")


def text_of(document, path, folder):
    """The newest text of a document, or another file of it; None if the folder has none."""
    file = pathlib.PurePath(path).name
    other_names = {
        "sonnx": "sonnx-broadcast-2026-01.md",
        "sonnx@2026-01": "sonnx-broadcast-2026-01.md",
        "array_api@2025.12": "array-api-manipulation-functions-2025.12.py",
    }
    for name in (other_names.get(document), f"{document}-newest-{file}", f"{document}-{file}"):
        if name and (folder / name).is_file():
            return (folder / name).read_text()
    return None


def path_of(change):
    return re.search(r"^--- a/(.*)$", change, re.M)[1]


def applied(change, text):
    """The changed text, and what patch says."""
    with tempfile.TemporaryDirectory() as scratch:
        target = pathlib.Path(scratch, path_of(change))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        run = subprocess.run(
            ["patch", "-p1", "--fuzz=0"], input=change, cwd=scratch, capture_output=True, text=True
        )
        return None if run.returncode else target.read_text(), run.stdout + run.stderr


def title_of(report):
    return report.partition("\n")[0].removeprefix("# ")


def named(report):
    """The titles of the reports whose changes a report says to touch the same lines."""
    return set(re.findall(r'^The change in "(.*)" touches the same lines;', report, re.M))


def wrong_pairs(reports, folder):
    """What is wrong with what reports say of each other's changes."""
    texts = {
        tag: text_of(tag.rpartition(".")[0], path_of(block(report, "diff")), folder)
        for tag, report in reports.items()
    }
    excluded = {tag: set() for tag in reports}
    for tag, other in itertools.combinations(reports, 2):
        first, then = block(reports[tag], "diff"), block(reports[other], "diff")
        if path_of(first) != path_of(then) or texts[tag] is None:
            continue
        changed = applied(first, texts[tag])[0]
        if changed is None or applied(then, changed)[0] is None:
            excluded[tag].add(title_of(reports[other]))
            excluded[other].add(title_of(reports[tag]))
    for tag, report in reports.items():
        if texts[tag] is not None and named(report) != excluded[tag]:
            yield f"{tag} names {named(report)}, but does not apply beside {excluded[tag]}"


def wrong_places(report, document, folder):
    """What is wrong with a report's quotes and its change. None if their text is not there."""
    change = block(report, "diff")
    path = path_of(change)
    linked = re.search(r"<https://github.com/[^/]+/[^/]+/blob/[^/]+/([^?#>]+)", report)[1]
    quoted_in, changed = (text_of(document, p, folder) for p in (linked, path))
    if quoted_in is None or changed is None:
        return None
    wrong = [
        f"not in the text: {quote}"
        for quote in re.findall(r"^> (.*)$", report, re.M)
        if words(quote) not in words(quoted_in)
    ]
    after, said = applied(change, changed)
    if after is None or "offset" in said:
        wrong.append(f"the change does not apply: {said}")
    elif after == changed:
        wrong.append("the change changes nothing")
    return wrong


def main(folder):
    documents = os.environ.get("BCAST_DOCUMENTS")
    failed, tried = False, 0
    reports = {f.stem: f.read_text() for f in sorted(pathlib.Path(folder).glob("*.md"))}
    for tag, report in reports.items():
        document = tag.rpartition(".")[0]
        command, code, absent = command_of(report, document)
        wrong = []
        if absent:
            print(f"{tag}: skipped its snippet, for {absent} is missing")
        else:
            tried += 1
            if answer := wrong_answer(report, command, code):
                wrong.append(f"the snippet gives {answer}")
        places = wrong_places(report, document, pathlib.Path(documents)) if documents else None
        if places is None:
            print(f"{tag}: skipped its quotes and its change, for BCAST_DOCUMENTS has no text of {document}")
        else:
            tried += 1
            wrong += places
        for each in wrong:
            failed = True
            print(f"{tag}: {each}")
    for each in wrong_pairs(reports, pathlib.Path(documents)) if documents else []:
        failed = True
        print(each)
    return 1 if failed else 0 if tried else SKIPPED


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
