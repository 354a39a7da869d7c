# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/data/trust/why3.json: what the sessions prove, and where each clause is in the modules.

figures.py [--check]

With --check, fails if the file is not what it would write. Fails if a tag is no row in spec/, if a module
assumes something, and if a part of a goal is not proved.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

from assumptions import assumptions

HERE = pathlib.Path(__file__).resolve().parent
SPEC = HERE.parents[3] / "spec" / "include" / "bcast" / "spec"
FIGURES = HERE.parents[3] / "docs" / "data" / "trust" / "why3.json"
NAMED = re.compile(r"^  (?:let |rec |ghost |lemma |goal |function |predicate )+"
                   r"(\w+)((?:\s*\[@[\w.@-]+\])+)", re.M)
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


def assumed():
    """What the modules assume, those on the working group's tensors included."""
    own = {path.stem for path in HERE.glob("*.mlw")}
    for path in sorted(HERE.rglob("*.mlw")):
        yield from assumptions(path.name, path.read_text(), own)


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
    figures = {"modules": [row for file in files for row in modules(file)], "clauses": clauses(files)}
    # Why3 replays a session without a word about a goal that nobody tried.
    wrong = [*without_row(files), *assumed(),
             *(f"{row['module']}: {row['unproved']} parts are not proved" for row in figures["modules"]
               if row["unproved"])]
    if wrong:
        print("\n".join(wrong))
        return 1
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
