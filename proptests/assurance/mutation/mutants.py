"""The mutants of a source file: every one is a change to one place, chosen when the program runs.

clang's syntax tree says where the operators, conditions, constants, arguments and statements are. A
file is rendered once with all of its mutants: an expression `a < b` with the mutants 1 and 2 becomes
`(on(1) ? (a <= b) : on(2) ? (a >= b) : (a < b))`, and `on(k)` holds where BCAST_MUTANT is k. What
the compiler computes cannot be chosen then: such a mutant is static, and rendered alone.
"""

import dataclasses
import json
import re
import subprocess

# What calls with their arguments swapped is the same.
COMMUTES = re.compile(r"std::(min|max|gcd)\b|__builtin_(add|mul)_overflow$")
COMPARE = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
           "==": ["!="], "!=": ["=="]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
              "+=": ["-="], "-=": ["+="], "*=": ["+="], "/=": ["*="]}
CALLS = {"any_of": ["all_of"], "all_of": ["any_of"], "none_of": ["any_of"], "min": ["max"],
         "max": ["min"]}
STATEMENTS = {"CallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr", "BinaryOperator",
              "CompoundAssignOperator", "CXXThrowExpr", "ExprWithCleanups", "ContinueStmt",
              "BreakStmt", "UnaryOperator"}


READING = {"DeclRefExpr", "UnresolvedLookupExpr", "MemberExpr", "CXXThisExpr", "CallExpr",
           "CXXMemberCallExpr", "CXXDependentScopeMemberExpr", "LambdaExpr"}
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXConversionDecl",
             "FunctionTemplateDecl", "ClassTemplateDecl"}


@dataclasses.dataclass
class Mutant:
    file: str
    line: int
    what: str
    begin: int
    end: int
    text: str
    static: bool
    source: str = dataclasses.field(repr=False)
    is_statement: bool = False
    key: int = 0

    def line_text(self):
        return self.source.splitlines()[self.line - 1].strip()

    def name(self):
        """What distinguishes it from most others of its file, independent of its surroundings."""
        return f"{self.what} | {self.line_text()} | {self.source[self.begin:self.end]}"


def syntax_tree(compiler, flags, path):
    command = [compiler, "-fsyntax-only", "-w", *flags, "-Xclang", "-ast-dump=json", "-Xclang",
               "-ast-dump-filter=bcast", "-x", "c++", str(path)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    decoder, position = json.JSONDecoder(), 0
    while (position := text.find("{", position)) >= 0:
        tree, position = decoder.raw_decode(text, position)
        yield tree


def is_constant(variable):
    """Whether a variable is const and made of literals, which the compiler computes."""
    def reads(node):
        return node.get("kind", "") in READING or any(
            reads(c) for c in node.get("inner", []) if isinstance(c, dict))

    return variable["type"]["qualType"].startswith("const ") and not reads(variable)


class Finder:
    """Walks the trees of one file and collects its mutants."""

    def __init__(self, name, source, static, constants):
        self.name, self.source, self.file, self.static = name, source, "", static
        self.constants = constants
        self.found = {}
        self.values = set()

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
                              Mutant(self.name, line, what, *limits, text, self.static,
                                     self.source))

    def statement(self, limits, what, text):
        """A statement in place of one, with its semicolon, or of some that follow each other."""
        self.add(limits, what, text)
        self.found[(*limits, what, text)].is_statement = True

    def of(self, limits):
        return self.source[limits[0]:limits[1]]

    def begins(self, node, kind, limits):
        """Called before the children of a node are walked."""

    def walk(self, node, static=False, of_bool=False):
        """`static`: inside of what the compiler computes; `of_bool`: of a function to bool."""
        kind, limits = node.get("kind"), self.range_of(node)
        if kind == "VarDecl" and (node.get("constexpr") or is_constant(node)) or kind in (
                "StaticAssertDecl", "RequiresExpr", "ConceptDecl", "EnumDecl", "TemplateArgument",
                "NonTypeTemplateParmDecl") or kind == "FieldDecl" and self.constants:
            static = True
        if kind == "IfStmt" and node.get("isConstexpr"):
            return limits and self.constant_if(node, limits, of_bool)
        if kind in ("FunctionDecl", "CXXMethodDecl"):
            of_bool = node.get("type", {}).get("qualType", "").startswith("bool (")
            self.last_throw(node)
        elif kind == "LambdaExpr":
            of_bool = False
        self.begins(node, kind, limits)
        children = [c for c in node.get("inner", []) if isinstance(c, dict)]
        ranges = []
        for child in children:
            label = kind == "CaseStmt" and child is children[0]
            # A function's requirements are next to its body.
            required = kind in FUNCTIONS and re.search("Expr$|Operator$", child.get("kind", ""))
            ranges.append(self.walk(child, static or label or bool(required), of_bool))
        if limits:
            outer, self.static = self.static, self.static or static
            self.mutate(node, kind, limits, children, ranges, of_bool)
            self.static = outer
        return limits

    def last_throw(self, function):
        """Without it the end would be reached, which compilers take for impossible: a value."""
        for body in function.get("inner", []):
            if body.get("kind") == "CompoundStmt" and body.get("inner") and (
                    not function["type"]["qualType"].startswith("void")):
                self.values.add(body["inner"][-1].get("id"))

    def constant_if(self, node, limits, of_bool):
        children = [c for c in node.get("inner", []) if isinstance(c, dict)]
        for k, child in enumerate(children):
            self.walk(child, k == 0, of_bool)
        return limits

    def mutate(self, node, kind, limits, children, ranges, of_bool):
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
        elif kind == "CXXBoolLiteralExpr":
            self.add(limits, "true is false" if self.of(limits) == "true" else "false is true",
                     "false" if self.of(limits) == "true" else "true")
        elif kind == "ReturnStmt" and of_bool and ranges and ranges[0]:
            if self.of(ranges[0]) not in ("true", "false"):
                self.add(ranges[0], "result negated", f"!({self.of(ranges[0])})")
        elif kind in ("DeclRefExpr", "UnresolvedLookupExpr"):
            name = self.of(limits)
            for old, new in CALLS.items():
                if name == f"std::{old}" or name.startswith(f"std::{old}<"):
                    self.add(limits, f"{old} is {new[0]}", name.replace(old, new[0], 1))
        elif kind == "CompoundStmt":
            for child, inner in zip(children, ranges):
                if inner and child.get("kind") in STATEMENTS:
                    self.remove(inner, child.get("id") in self.values)
        if kind in ("CallExpr", "CXXMemberCallExpr") and not (
                ranges and ranges[0] and COMMUTES.match(self.of(ranges[0]))):
            self.arguments(limits, children[1:], ranges[1:])

    def arguments(self, limits, nodes, ranges):
        """Two neighbours of one type change places."""
        for k in range(len(ranges) - 1):
            one, two = ranges[k], ranges[k + 1]
            types = [n.get("type", {}).get("qualType", "").replace("const ", "")
                     for n in nodes[k:k + 2]]
            if one and two and types[0] == types[1] and one[1] <= two[0] and (
                    self.of(one) != self.of(two)):
                text = (self.source[limits[0]:one[0]] + self.of(two) + self.source[one[1]:two[0]]
                        + self.of(one) + self.source[two[1]:limits[1]])
                self.add(limits, f"arguments {k + 1} and {k + 2} swapped", text)

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

    def remove(self, limits, has_value):
        end = self.source.find(";", limits[1])
        if self.source[limits[1]:end].strip() != "":
            return
        if has_value:
            self.statement((limits[0], end + 1), "a value instead of the throw",
                           "return ::bcast_mutation::value();")
        else:
            self.statement((limits[0], end + 1), "statement removed", "")


def mutants_of(compiler, flags, root, name, seen_by=None, static=False, constants=False,
               finder_of=Finder):
    """All mutants of the file `name` below `root` that a finder finds, in the order of their places.

    `seen_by`: the source that includes it, where it cannot be read alone; `static`: all of it is
    for the compiler; `constants`: the objects of its classes are.
    """
    source = (root / name).read_text()
    finder = finder_of(str(root / name), source, static, constants)
    for tree in syntax_tree(compiler, flags, root / (seen_by or name)):
        finder.file = ""
        finder.walk(tree)
    found = sorted(finder.found.values(), key=lambda m: (m.begin, -m.end, m.what))
    for m in found:
        m.file = name
    return found


def alone(m):
    """The file with one mutant."""
    return m.source[:m.begin] + m.text + m.source[m.end:]


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
        here = sites[limits]
        if here[0].is_statement:
            choices = "".join(f"if (::bcast_mutation::on({m.key})) {{ {flat(m.text)} }} else "
                              for m in here)
            return f"{{ {choices}{{ {body} }} }}"
        if any(m.what.startswith("condition is") for m in here):
            body = f"bool({body})"  # of what is only converted to bool
        choices = "".join(f"::bcast_mutation::on({m.key}) ? ({flat(m.text)}) : " for m in here)
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
struct value {
  template <class T>
  constexpr operator T() const { return T{}; }
};
constexpr bool on(int k) { return !std::is_constant_evaluated() && active == k; }
}
"""
