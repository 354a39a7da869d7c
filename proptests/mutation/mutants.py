"""The mutants of a source file: every one is a change to one place, chosen when the program runs.

clang's syntax tree says where the operators, conditions, constants and statements are. A file is
rendered once with all of its mutants: an expression `a < b` with the mutants 1 and 2 becomes
`(on(1) ? (a <= b) : on(2) ? (a >= b) : (a < b))`, and `on(k)` holds where BCAST_MUTANT is k.
"""

import dataclasses
import json
import re
import subprocess

COMPARE = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
           "==": ["!="], "!=": ["=="]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
              "+=": ["-="], "-=": ["+="], "*=": ["+="], "/=": ["*="]}
CALLS = {"any_of": ["all_of"], "all_of": ["any_of"], "none_of": ["any_of"], "min": ["max"],
         "max": ["min"]}
STATEMENTS = {"CallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr", "BinaryOperator",
              "CompoundAssignOperator", "CXXThrowExpr", "ExprWithCleanups", "ContinueStmt",
              "BreakStmt", "UnaryOperator"}


@dataclasses.dataclass
class Mutant:
    file: str
    line: int
    what: str
    begin: int
    end: int
    text: str | None  # none: the statement is removed
    key: int = 0


def syntax_tree(compiler, flags, path):
    command = [compiler, "-fsyntax-only", "-w", *flags, "-Xclang", "-ast-dump=json", "-Xclang",
               "-ast-dump-filter=bcast", "-x", "c++", str(path)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    decoder, position = json.JSONDecoder(), 0
    while (position := text.find("{", position)) >= 0:
        tree, position = decoder.raw_decode(text, position)
        yield tree


class Finder:
    """Walks the trees of one file and collects its mutants."""

    def __init__(self, name, source):
        self.name, self.source, self.file = name, source, ""
        self.found = {}

    def place(self, location):
        """(file, offset, length of the token); clang writes a file down where it changes."""
        inner = location.get("expansionLoc", location)
        for part in ([location["spellingLoc"], location["expansionLoc"]]
                     if "expansionLoc" in location else [location]):
            if "file" in part:
                self.file = part["file"]
        return self.file, inner.get("offset"), inner.get("tokLen", 0)

    def range_of(self, node):
        if "loc" in node:
            self.place(node["loc"])
        limits = node.get("range", {})
        begin, end = self.place(limits.get("begin", {})), self.place(limits.get("end", {}))
        if begin[1] is None or end[1] is None or begin[0] != self.name or end[0] != self.name:
            return None
        return begin[1], end[1] + end[2]

    def add(self, limits, what, text):
        line = self.source.count("\n", 0, limits[0]) + 1
        self.found.setdefault((*limits, what, text),
                              Mutant(self.name, line, what, *limits, text))

    def of(self, limits):
        return self.source[limits[0]:limits[1]]

    def walk(self, node, fixed=False):
        """`fixed`: inside of what the compiler computes, where no mutant can be chosen."""
        kind, limits = node.get("kind"), self.range_of(node)
        fixed = fixed or node.get("constexpr") and kind == "VarDecl" or kind in (
            "StaticAssertDecl", "CaseStmt", "RequiresExpr", "ConceptDecl", "EnumDecl",
            "TemplateArgument", "NonTypeTemplateParmDecl")
        if kind == "IfStmt" and node.get("isConstexpr"):
            fixed = True
        children = [c for c in node.get("inner", []) if isinstance(c, dict)]
        ranges = []
        for child in children:
            is_label = kind == "CaseStmt" and child is children[0]
            ranges.append(self.walk(child, (fixed and kind != "CaseStmt") or is_label))
        if limits and not fixed:
            self.mutate(node, kind, limits, children, ranges)
        return limits

    def mutate(self, node, kind, limits, children, ranges):
        if kind in ("BinaryOperator", "CompoundAssignOperator", "CXXOperatorCallExpr"):
            sides = ranges[-2:] if len(ranges) >= 2 else []
            if len(sides) == 2 and all(sides) and sides[0][1] <= sides[1][0]:
                self.operator(limits, sides)
        elif kind == "UnaryOperator" and self.of(limits).startswith("!") and ranges[0]:
            self.add(limits, "! removed", f"bool({self.of(ranges[0])})")
        elif kind in ("IfStmt", "ConditionalOperator", "WhileStmt"):
            condition = ranges[0] if not node.get("hasInit") and not node.get("hasVar") else None
            if condition:
                self.add(condition, "condition is false", "false")
                if kind != "WhileStmt":
                    self.add(condition, "condition is true", "true")
        elif kind == "IntegerLiteral":
            number = self.of(limits)
            if number.isdigit():
                self.add(limits, f"{number} is {int(number) + 1}", str(int(number) + 1))
                if number == "1":
                    self.add(limits, "1 is 0", "0")
        elif kind in ("DeclRefExpr", "UnresolvedLookupExpr"):
            name = self.of(limits)
            for old, new in CALLS.items():
                if name == f"std::{old}" or name.startswith(f"std::{old}<"):
                    self.add(limits, f"{old} is {new[0]}", name.replace(old, new[0], 1))
        elif kind == "CompoundStmt":
            for child, inner in zip(children, ranges):
                if inner and child.get("kind") in STATEMENTS:
                    self.remove(inner)

    def operator(self, limits, sides):
        left, right = self.of(sides[0]), self.of(sides[1])
        sign = re.sub(r"//.*", "", self.source[sides[0][1]:sides[1][0]]).strip()
        for new in COMPARE.get(sign, []) + ARITHMETIC.get(sign, []):
            self.add(limits, f"{sign} is {new}", f"{left} {new} {right}")
        if sign in ("&&", "||"):
            other = "||" if sign == "&&" else "&&"
            self.add(limits, f"{sign} is {other}", f"({left}) {other} ({right})")
            self.add(limits, f"left of {sign} only", f"bool({left})")
            self.add(limits, f"right of {sign} only", f"bool({right})")

    def remove(self, limits):
        end = self.source.find(";", limits[1])
        if self.source[limits[1]:end].strip() == "":
            self.add((limits[0], end + 1), "statement removed", None)


def mutants_of(compiler, flags, root, name):
    """All mutants of the file `name` below `root`, in the order of their places."""
    source = (root / name).read_text()
    finder = Finder(str(root / name), source)
    for tree in syntax_tree(compiler, flags, root / name):
        finder.file = ""
        finder.walk(tree)
    found = sorted(finder.found.values(), key=lambda m: (m.begin, -m.end, m.what))
    for m in found:
        m.file = name
    return found


def flat(text):
    """On one line, without comments, so that the lines of the file keep their numbers."""
    return re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", text))


def render(source, mutants):
    """The file with all of its mutants."""
    sites = {}
    for m in mutants:
        sites.setdefault((m.begin, m.end), []).append(m)
    order = sorted(sites, key=lambda s: (s[0], -s[1]))

    def part(begin, end, inside):
        out, position = "", begin
        while inside:
            first = inside[0]
            nested = [s for s in inside[1:] if s[1] <= first[1]]
            inside = [s for s in inside[1:] if s[0] >= first[1]]
            out += source[position:first[0]] + site(first, nested)
            position = first[1]
        return out + source[position:end]

    def site(limits, nested):
        body = part(*limits, nested)
        removed = [m for m in sites[limits] if m.text is None]
        changed = [m for m in sites[limits] if m.text is not None]
        if removed:
            return f"{{ if (!::bcast_mutation::on({removed[0].key})) {{ {body} }} }}"
        choices = "".join(f"::bcast_mutation::on({m.key}) ? ({flat(m.text)}) : " for m in changed)
        return f"({choices}({body}))"

    text = part(0, len(source), order)
    first = text.find("#include")
    return text[:first] + '#include "bcast_mutation.hpp" // ' + "\n" + text[first:]


SWITCH = """#pragma once
#include <cstdlib>
#include <type_traits>
namespace bcast_mutation {
inline const int active = [] {
  const char* k = std::getenv("BCAST_MUTANT");
  return k == nullptr ? 0 : std::atoi(k);
}();
constexpr bool on(int k) { return !std::is_constant_evaluated() && active == k; }
}
"""
