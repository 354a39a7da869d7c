# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/data/trust/why3.json: what the sessions prove, and where each clause is in the modules.

figures.py [--check]

With --check, fails if the file is not what it would write. Fails if a tag is no row in spec/, or if a module
assumes something.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent
SPEC = HERE.parents[3] / "spec" / "include" / "bcast" / "spec"
FIGURES = HERE.parents[3] / "docs" / "data" / "trust" / "why3.json"
NAMED = re.compile(r"^  (?:let |rec |ghost |lemma |goal |function |predicate )+"
                   r"(\w+)((?:\s*\[@[\w.@-]+\])+)", re.M)
ASSUMED = re.compile(r"\b(?:axiom|assume|val|any|diverges)\b")
PARTIAL = re.compile(r"\bpartial\b")
DECLARED = re.compile(r"^  (?=(?:use|type|let|function|predicate|constant|inductive|lemma|goal)\b)", re.M)
# A module may have a type of which nothing is known. Calls that allocate memory may end without it.
ABSTRACT, MAY_END = {"element"}, {"example.mlw"}
TAG = re.compile(r"\[@([\w.@-]+)\]")


def leaves(tree):
    return [goal for goal in tree.iter("goal") if goal.find("transf") is None]


def proof(goal):
    """The prover's number and the seconds that it took, or None."""
    for tried in goal.findall("proof"):
        result = tried.find("result")
        if result is not None and result.get("status") == "valid":
            return tried.get("prover"), float(result.get("time"))
    return None


def modules(file):
    tree = xml.parse(HERE / file / "why3session.xml")
    names = {prover.get("id"): prover.get("name") for prover in tree.iter("prover")}
    for theory in tree.iter("theory"):
        proofs = [proof(goal) for goal in leaves(theory)]
        proved = [(names[prover], seconds) for prover, seconds in filter(None, proofs)]
        yield {
            "module": f"{file}.{theory.get('name')}",
            "goals": len(theory.findall("goal")),
            "parts": len(proofs),
            "z3": sum(name == "Z3" for name, _ in proved),
            "cvc5": sum(name == "CVC5" for name, _ in proved),
            "unproved": proofs.count(None),
            "seconds": f"{sum(seconds for _, seconds in proved):.1f}",
        }


def in_order(tag):
    letters, number = re.fullmatch(r"(.*\.[A-Z])(\d+)", tag).groups()
    return letters, int(number)


def without_row(files):
    """What the modules name that is no row in spec/, and what stands where no name is read."""
    rows = "".join(path.read_text() for path in SPEC.glob("*.hpp"))
    for file in files:
        text = (HERE / f"{file}.mlw").read_text()
        read = "".join(tags for _, tags in NAMED.findall(text))
        for tag in sorted(set(TAG.findall(text))):
            if f'"{tag}"' not in rows:
                yield f"{file}.mlw: {tag} is no row"
        if len(TAG.findall(text)) != len(TAG.findall(read)):
            yield f"{file}.mlw: a tag is not on the line of a definition or a goal"


def assumptions():
    """What a module assumes, or declares without a body. A comment may say these words."""
    for path in sorted(HERE.rglob("*.mlw")):
        code = re.sub(r"\(\*.*?\*\)", lambda words: re.sub(r"[^\n]", " ", words[0]),
                      path.read_text(), flags=re.S)
        for number, line in enumerate(code.splitlines(), 1):
            for word in ASSUMED.findall(line) + ([] if path.name in MAY_END else PARTIAL.findall(line)):
                yield f"{path.name}:{number}: {word}"
        for declared in DECLARED.split(code):
            word, name, *_ = declared.split() + ["", ""]
            if (word in ("type", "function", "predicate", "constant") and "=" not in declared
                    and name not in ABSTRACT):
                yield f"{path.name}: {word} {name} has no body"


def clauses(files):
    """Each tag with the names that state it, as module.name, in the order of the tags."""
    found = {}
    for file in files:
        for module in re.split(r"^(?=module )", (HERE / f"{file}.mlw").read_text(), flags=re.M)[1:]:
            for name, tags in NAMED.findall(module):
                for tag in TAG.findall(tags):
                    found.setdefault(tag, []).append(f"{file}.{module.split()[1]}.{name}")
    order = sorted(found, key=in_order)
    return [{"tag": tag, "names": ", ".join(found[tag])} for tag in order]


def main():
    files = sorted(path.stem for path in HERE.glob("*.mlw"))
    wrong = [*without_row(files), *assumptions()]
    if wrong:
        print("\n".join(wrong))
        return 1
    figures = {"modules": [row for file in files for row in modules(file)], "clauses": clauses(files)}
    text = json.dumps(figures, indent=2) + "\n"
    if sys.argv[1:] != ["--check"]:
        FIGURES.write_text(text)
        return 0
    if FIGURES.exists() and FIGURES.read_text() == text:
        return 0
    print(f"{FIGURES} is out of date: run figures.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
