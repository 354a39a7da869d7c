"""The mutants of a mind: slips that people make, each still a change of one place.

A total that is assigned instead of added to; the first or the last turn of a loop left out, or all
but the first; the first of some operands taken for all; the index of another loop; a return that
comes too early; two statements exchanged; another axis in a message.
"""

import re

from mutants import STATEMENTS, Finder

LONG, SIZE = "long", "unsigned long"
# What counts things; with the type that it stands for.
NUMBERS = {"index": LONG, "long": LONG, "std::int64_t": LONG, "int64_t": LONG,
           "std::size_t": SIZE, "size_t": SIZE, "unsigned long": SIZE, "int": "int"}
LOOPS = {"ForStmt", "CXXForRangeStmt"}
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl"}
EXCHANGED = STATEMENTS | {"IfStmt", *LOOPS}
# How an expression begins that says what is wrong, and where.
MESSAGE = re.compile(r"(throw\b|(return )?(violation|gap|clash|broken|open|refuse\w*|throw_\w+)\b)")
# So many other indexes are tried in a place.
OTHERS = 2


class Mind(Finder):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.scope = []  # names and types, the innermost last
        self.void = self.message = False
        # Its sequences begin at 1.
        self.first = 1 if self.name.endswith("/sonnx.hpp") else 0

    def walk(self, node, static=False, of_bool=False):
        kind, known, void = node.get("kind"), len(self.scope), self.void
        message = self.message
        if kind in FUNCTIONS:
            self.void = node.get("type", {}).get("qualType", "").startswith("void (")
        elif kind == "LambdaExpr":
            self.void = False
        limits = super().walk(node, static, of_bool)
        self.void, self.message = void, message
        if kind in ("VarDecl", "ParmVarDecl"):
            number = NUMBERS.get(node.get("type", {}).get("qualType", "").replace("const ", ""))
            if number and "name" in node:
                self.scope.append((node["name"], number))
        elif kind in FUNCTIONS or kind in LOOPS or kind in ("CompoundStmt", "LambdaExpr"):
            del self.scope[known:]
        return limits

    def begins(self, node, kind, limits):
        """Called before the children are walked."""
        if limits and MESSAGE.match(self.of(limits)) and kind != "CompoundStmt":
            self.message = True

    def mutate(self, node, kind, limits, children, ranges, of_bool):
        if kind == "CompoundAssignOperator" and len(ranges) == 2 and all(ranges):
            left, right = self.of(ranges[0]), self.of(ranges[1])
            self.add(limits, "assigned instead of added", f"{left} = {right}")
        elif kind == "BinaryOperator" and node.get("opcode") == "=" and all(ranges):
            self.running(limits, ranges)
        elif kind in ("ArraySubscriptExpr", "CXXOperatorCallExpr"):
            self.subscript(limits, children, ranges)
        elif kind == "DeclRefExpr" and self.message:
            self.other_axis(node, limits)
        elif kind in ("CallExpr", "UnresolvedLookupExpr"):
            self.quantifier(ranges)
        elif kind in LOOPS:
            self.loop(kind, limits, children, ranges)
        elif kind == "CompoundStmt":
            self.statements(children, ranges)

    def running(self, limits, ranges):
        """x = std::max(x, e) is x = e."""
        left, right = self.of(ranges[0]), self.of(ranges[1])
        found = re.fullmatch(rf"std::(?:max|min)(?:<[^>]*>)?\({re.escape(left)}, (.*)\)", right,
                             re.DOTALL)
        if found:
            self.add(limits, "assigned instead of added", f"{left} = {found[1]}")

    def others(self, name):
        """Other numbers in scope of the same type, the innermost first."""
        known = dict(self.scope)
        return [n for n, t in dict(reversed(self.scope)).items()
                if n != name and t == known.get(name)][:OTHERS]

    def subscript(self, limits, children, ranges):
        if not self.of(limits).endswith("]") or len(ranges) < 2 or not ranges[-1]:
            return
        place = ranges[-1]
        name = self.of(place)
        if not re.fullmatch(r"\w+", name) or name not in dict(self.scope):
            return
        first = f"({name} - {name} + {self.first})" if self.first else f"({name} - {name})"
        self.add(place, "the first of all", first)
        for other in self.others(name):
            self.add(place, f"index {other}", other)

    def other_axis(self, node, limits):
        name = self.of(limits)
        if name not in dict(self.scope):
            return
        for other in self.others(name):
            self.add(limits, f"says {other}", other)
        self.add(limits, f"says {name} + 1", f"{name} + 1")

    def quantifier(self, ranges):
        """forall(lo, hi, p) and max(lo, hi, f)"""
        if len(ranges) != 4 or not all(ranges) or self.of(ranges[0]) not in ("forall", "max"):
            return
        low, high = ranges[1], ranges[2]
        if not self.of(low).isdigit():
            self.add(low, "first left out", f"{self.of(low)} + 1")
        self.add(high, "last left out", f"{self.of(high)} - 1")
        self.add(high, "first only", self.of(low))

    def loop(self, kind, limits, children, ranges):
        body = ranges[-1]
        if not body or children[-1].get("kind") != "CompoundStmt":
            return
        head = self.source[limits[0]:body[0]]
        inside = self.source[body[0] + 1:body[1] - 1]
        self.statement(limits, "ends after the first turn", f"{head}{{ {inside} break; }}")
        if kind == "ForStmt":
            condition = children[2] if len(children) == 5 else {}
            if condition.get("opcode") == "<" and ranges[2]:
                self.add(ranges[2], "last left out", f"1 + {self.of(ranges[2])}")
            # A literal is changed by the script.
            begun = re.match(r"for \(([\w:]+) (\w+) = ([^;,]+);", head)
            if begun and not begun[3].isdigit():
                new = head.replace(f"= {begun[3]};", f"= 1 + {begun[3]};", 1)
                self.statement(limits, "first left out", f"{new}{{{inside}}}")
            return
        over = re.search(r" : (.*)\)\s*$", head, re.DOTALL)
        if over:
            skip = "if (left_out) { left_out = false; continue; }"
            self.statement(limits, "first left out",
                           f"bool left_out = true; {head}{{ {skip} {inside} }}")
            count = f"long turns = 0; for (auto const& turn : {over[1]}) {{ (void)turn; ++turns; }}"
            self.statement(limits, "last left out",
                           f"{count} {head}{{ if (--turns <= 0) break; {inside} }}")

    def statements(self, children, ranges):
        whole = [(c, self.to_end(c, r)) for c, r in zip(children, ranges)]
        run = []
        for child, limits in [*whole, ({}, None)]:
            if limits and child.get("kind") in EXCHANGED:
                run.append(limits)
                continue
            self.exchange(run)
            run = []
        if not self.void:
            return
        for child, limits in whole[1:]:
            if limits and child.get("kind") in EXCHANGED:
                self.statement(limits, "early return", "return;")

    def to_end(self, child, limits):
        """A statement with its semicolon."""
        if not limits or self.source[limits[1] - 1] == "}" and child.get("kind") not in STATEMENTS:
            return limits
        end = self.source.find(";", limits[1] - 1)
        return (limits[0], end + 1) if self.source[limits[1]:end].strip() == "" else None

    def exchange(self, run):
        """Two neighbours of a run change places."""
        for k in range(len(run) - 1):
            one, two = run[k], run[k + 1]
            begin, end = run[0][0], run[-1][1]
            text = (self.source[begin:one[0]] + self.of(two) + self.source[one[1]:two[0]]
                    + self.of(one) + self.source[two[1]:end])
            self.statement((begin, end), f"statements {k + 1} and {k + 2} exchanged", text)
