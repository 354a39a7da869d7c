# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the session of each module anew: every goal is split, and Z3, then cvc5, try each part.

sessions.py [MODULE...]

Fails, and names the goals, if a part is proved by neither. The sessions are written beside the modules.
"""

import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent
PROVERS = (("Z3", "4.8.12"), ("CVC5", "1.0.3"))
# The modules that cvc5 tries first.
CVC5_FIRST = {"mlir"}
SECONDS = "10"


def replayed(session):
    """The session as Why3 reads it: with the goals of its module, tried where they have provers."""
    subprocess.run(["why3", "-C", HERE / "provers.conf", "replay", "-L", HERE, "--force", "--quiet",
                    session], cwd=HERE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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


def make(module):
    session = HERE / module
    shutil.rmtree(session, ignore_errors=True)
    session.mkdir()
    provers = PROVERS[::-1] if module in CVC5_FIRST else PROVERS
    root = xml.Element("why3session", shape_version="6")
    for number, (name, version) in enumerate(provers):
        xml.SubElement(root, "prover", id=str(number), name=name, version=version, timelimit=SECONDS,
                       steplimit="0", memlimit="1000")
    file = xml.SubElement(root, "file", format="whyml")
    xml.SubElement(file, "path", name="..")
    xml.SubElement(file, "path", name=module + ".mlw")
    write(xml.ElementTree(root), session)
    tree = replayed(session)
    for goal in leaves(tree):
        xml.SubElement(goal, "transf", name="split_vc")
    write(tree, session)
    tree = replayed(session)
    for number, (name, version) in enumerate(provers):
        known = {prover.get("name"): prover.get("id") for prover in tree.iter("prover")}
        if name not in known:
            known[name] = str(number + len(known))
            tree.getroot().insert(0, xml.Element("prover", id=known[name], name=name, version=version,
                                                 timelimit=SECONDS, steplimit="0", memlimit="1000"))
        for goal in leaves(tree):
            if proved(goal):
                continue
            for proof in goal.findall("proof"):
                goal.remove(proof)
            proof = xml.SubElement(goal, "proof", prover=known[name])
            xml.SubElement(proof, "result", status="valid", time="1.0")
        write(tree, session)
        tree = replayed(session)
    left = [goal.get("name") for goal in leaves(tree) if not proved(goal)]
    for name in left:
        print(f"{module}: {name} is not proved")
    print(f"{module}: {len(leaves(tree))} goals, {len(left)} not proved")
    for backup in session.glob("*.bak"):
        backup.unlink()
    return not left


if __name__ == "__main__":
    modules = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.mlw"))
    sys.exit(not all([make(module) for module in modules]))
