# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names what the modules in WhyML assume or take from elsewhere, so that their goals prove less than they
say, and a tag that has no row in spec/."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
SPEC = HERE.parents[2] / "spec" / "include" / "bcast" / "spec"
NAMED = re.compile(r"^  (?:let |rec |ghost |lemma |goal |function |predicate )+"
                   r"\w+((?:\s*\[@[\w.@-]+\])+)", re.M)

# Each is an assumption of its own, or brings in those of another module; `partial` and `diverges` leave out
# that a call ends; a type whose fields are hidden may be read as one of which more is known.
ASSUMED = re.compile(r"\b(?:axiom|assume|val|any|diverges|partial|clone|meta|private|abstract)\b")
DECLARED = re.compile(r"\b(?=(?:use|type|let|function|predicate|constant|inductive|coinductive|lemma|goal|"
                      r"exception|scope|module|theory|end)\b)")
OPERATOR = re.compile(r"\b(?:function|predicate|constant)\s*(?=\()")
ATTRIBUTE = re.compile(r"\[@\s*([^\]]*)\]")
TAG = re.compile(r"[\w@-][\w.@-]*\.[A-Z]\d+")
# What the modules use of Why3, and of the working group's library.
LIBRARY = {"int.Int", "int.ComputerDivision", "array.Array", "list.List", "list.Length", "mach.c.C",
           "mach.c.UChar", "mach.int.Int32", "mach.int.Int64", "mach.int.UInt32GMP", "tensor.tensor.Range",
           "tensor.tensor.Tensor"}
# A module may have a type of which nothing is known. Calls that allocate memory may end without it.
ABSTRACT, MAY_END = {"element"}, {"example.mlw"}


def without_comments(text):
    """The text with a space for each character of a comment, as Why3 reads them: (*) is none."""
    depth, at, code = 0, 0, []
    for mark in re.finditer(r"\(\*\)|\(\*|\*\)", text):
        code.append(text[at:mark.start()] if depth == 0 else re.sub(r"[^\n]", " ", text[at:mark.start()]))
        at = mark.end()
        if mark[0] == "(*":
            depth += 1
        code.append(mark[0] if mark[0] == "(*)" and depth == 0 else " " * len(mark[0]))
        if mark[0] == "*)" and depth > 0:
            depth -= 1
    return "".join(code) + text[at:]


def assumptions(name, text, own):
    """What the file of this name assumes; `own` are the modules' files without their ending."""
    code = without_comments(text)

    def line(position):
        return f"{name}:{code.count(chr(10), 0, position) + 1}"

    for word in ASSUMED.finditer(code):
        if not (word[0] == "partial" and name in MAY_END):
            yield f"{line(word.start())}: {word[0]}"
    for attribute in ATTRIBUTE.finditer(code):
        if not TAG.fullmatch(attribute[1].strip()):
            yield f"{line(attribute.start())}: [@{attribute[1]}] is no tag"
    for operator in OPERATOR.finditer(code):
        yield f"{line(operator.start())}: an operator has another meaning"
    if '"' in text:
        yield f"{line(text.index(chr(34)))}: a string, which may look like a comment"
    modules = set(re.findall(r"\b(?:module|theory)\s+(\w+)", code))
    for used in re.finditer(r"\buse\s+(?:(?:import|export)\s+)?([\w.]+)", code):
        if not (used[1] in LIBRARY or used[1] in modules or used[1].split(".")[0] in own):
            yield f"{line(used.start())}: {used[1]} is used"
    at = 0
    for declared in DECLARED.split(code):
        word, declared_name, *_ = declared.split() + ["", ""]
        if (word in ("type", "function", "predicate", "constant") and "=" not in declared
                and declared_name not in ABSTRACT):
            yield f"{line(at)}: {word} {declared_name} has no body"
        at += len(declared)


def without_row(name, text, rows):
    """The tags of the file of this name that are no row, and whether one stands where it is not read."""
    tags = re.findall(r"\[@([\w.@-]+)\]", text)
    for tag in sorted(set(tags)):
        if f'"{tag}"' not in rows:
            yield f"{name}: {tag} is no row"
    if len(tags) != "".join(NAMED.findall(text)).count("[@"):
        yield f"{name}: a tag is not on the line of a definition or a goal"


def main():
    files = sorted(HERE.rglob("*.mlw"))
    rows = "".join(path.read_text() for path in SPEC.glob("*.hpp"))
    wrong = [line for path in files for line in (*without_row(path.name, path.read_text(), rows),
                                                 *assumptions(path.name, path.read_text(),
                                                              {file.stem for file in files}))]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
