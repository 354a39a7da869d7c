# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the session of each module anew: every goal is split, and Z3, then cvc5, try each part.

sessions.py [-L FOLDER] [MODULE...]

What proved a part in the session before is tried first. FOLDER has other modules that these use. Without a
module, all in this folder are made. Fails, and names the goals, if a part is proved by neither. The sessions
are written beside the modules.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent
PROVERS = (("Z3", "4.8.12"), ("CVC5", "1.0.3"))
# The modules that cvc5 tries first.
CVC5_FIRST = {"mlir", "static", "working_group/op_broadcast"}
SECONDS = "10"


def replayed(session, folders):
    """The session as Why3 reads it: with the goals of its module, tried where they have provers."""
    subprocess.run(["why3", "-C", HERE / "provers.conf", "replay", "-L", HERE, *folders, "--force",
                    "--quiet", session], cwd=HERE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return xml.parse(session / "why3session.xml")


def write(tree, session):
    text = xml.tostring(tree.getroot(), encoding="unicode")
    (session / "why3session.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE why3session PUBLIC '
        '"-//Why3//proof session v5//EN"\n"https://www.why3.org/why3session.dtd">\n' + text)


def leaves(tree):
    return [goal for goal in tree.iter("goal") if goal.find("transf") is None]


def proved(goal):
    return any(result.get("status") == "valid" for result in goal.iter("result"))


def ids_in(tree, provers):
    """The number of each prover in the session, which Why3 forgets if no part has it."""
    known = {prover.get("name"): prover.get("id") for prover in tree.iter("prover")}
    for number, (name, version) in enumerate(provers):
        if name not in known:
            known[name] = str(number + 2 * len(provers))
            tree.getroot().insert(0, xml.Element("prover", id=known[name], name=name, version=version,
                                                 timelimit=SECONDS, steplimit="0", memlimit="1000"))
    return known


def provers_of(session):
    """Who proved each part, by the names of its module and of the part; nothing without a session."""
    file = session / "why3session.xml"
    if not file.exists():
        return {}
    tree = xml.parse(file)
    names = {prover.get("id"): prover.get("name") for prover in tree.iter("prover")}
    return {(theory.get("name"), goal.get("name")): names[goal.find("proof").get("prover")]
            for theory in tree.iter("theory") for goal in leaves(theory) if proved(goal)}


def make(module, folders):
    session = HERE / module
    before = provers_of(session)
    shutil.rmtree(session, ignore_errors=True)
    session.mkdir()
    provers = PROVERS[::-1] if module in CVC5_FIRST else PROVERS
    root = xml.Element("why3session", shape_version="6")
    for number, (name, version) in enumerate(provers):
        xml.SubElement(root, "prover", id=str(number), name=name, version=version, timelimit=SECONDS,
                       steplimit="0", memlimit="1000")
    file = xml.SubElement(root, "file", format="whyml")
    xml.SubElement(file, "path", name="..")
    xml.SubElement(file, "path", name=session.name + ".mlw")
    write(xml.ElementTree(root), session)
    tree = replayed(session, folders)
    for goal in leaves(tree):
        xml.SubElement(goal, "transf", name="split_vc")
    write(tree, session)
    tree = replayed(session, folders)
    for number, (name, _) in enumerate(provers):
        known = ids_in(tree, provers)
        for theory in tree.iter("theory"):
            for goal in leaves(theory):
                if proved(goal):
                    continue
                tried = [proof.get("prover") for proof in goal.findall("proof")]
                for proof in goal.findall("proof"):
                    goal.remove(proof)
                own = before.get((theory.get("name"), goal.get("name")), name) if number == 0 else name
                if number == 1 and known[own] in tried:
                    own = provers[0][0]
                proof = xml.SubElement(goal, "proof", prover=known[own])
                xml.SubElement(proof, "result", status="valid", time="1.0")
        write(tree, session)
        tree = replayed(session, folders)
    left = [goal.get("name") for goal in leaves(tree) if not proved(goal)]
    for name in left:
        print(f"{module}: {name} is not proved")
    print(f"{module}: {len(leaves(tree))} goals, {len(left)} not proved")
    for backup in session.glob("*.bak"):
        backup.unlink()
    return not left


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("-L", dest="folder", action="append", default=[])
    arguments.add_argument("modules", nargs="*")
    given = arguments.parse_args()
    folders = [part for folder in given.folder for part in ("-L", folder)]
    modules = given.modules or sorted(path.stem for path in HERE.glob("*.mlw"))
    return 0 if all([make(module, folders) for module in modules]) else 1


if __name__ == "__main__":
    sys.exit(main())
