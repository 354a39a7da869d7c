# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants what would hide a theorem in a copy of a module: assumptions.py has to name it."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[2]
# What is planted after the last declaration of a module, and what is said of it.
PLANTED = (
    ("axiom planted: 0 = 1", "axiom"),
    ("axiom planted: forall s: dims, k: int. k >= 1 -> max_of s k >= 0", "axiom"),
    ("let lemma planted () ensures { 0 = 1 } = assume { 0 = 1 }", "assume"),
    ("let ghost planted () : int = any int ensures { result < 0 /\\ result > 0 }", "any"),
    ("val ghost planted () : int ensures { result < result }", "val"),
    ("val function planted int : int ensures { result < result }", "val"),
    ("let rec planted (n: int) : int diverges ensures { 0 = 1 } = planted n", "diverges"),
    ("let partial planted () : unit = ()", "partial"),
    ("function planted int : int", "function planted has no body"),
    ("    predicate planted int\n  goal other: 1 = 1", "predicate planted has no body"),
    ("constant planted : int", "constant planted has no body"),
    ("type planted", "type planted has no body"),
    ("type planted = private { size: int } invariant { size < size }", "private"),
    ("type planted = abstract { size: int } invariant { size < size }", "abstract"),
    ("clone algebra.Assoc with type t = int", "clone"),
    ("use mach.c.String", "mach.c.String is used"),
    ("meta rewrite_def predicate parts", "meta"),
    ("let rec lemma planted [@vc:divergent] (n: int) ensures { 0 = 1 } = planted n",
     "[@vc:divergent] is no tag"),
    ("predicate (<=) (a b: int) = true", "an operator has another meaning"),
    # What a comment has for a reader who does not know that (*) is multiplication.
    ("function times (a b: int) : int = (*) a b\n  axiom planted: 0 = 1\n  (* the end *)", "axiom"),
    ("(* (* inner *) *) axiom planted: 0 = 1 (* the end *)", "axiom"),
    ("let ghost planted () : unit = let _ = \"(*\" in () axiom false: 0 = 1", "a string"),
)
ALLOWED = (
    "(* axiom, assume, val, any: in a comment (* within another *) they are words. *)",
    "goal any_order_is_no_any [@sonnx.C1]: forall valid axioms: int. valid = axioms -> axioms = valid",
)


class Assumptions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.room = self.folder / HERE.relative_to(SOURCE)
        shutil.copytree(HERE, self.room, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(SOURCE / "spec", self.folder / "spec")

    def said(self, script="assumptions.py", *arguments):
        run = subprocess.run([sys.executable, "-B", self.room / script, *arguments],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return run.returncode, run.stdout

    def with_planted(self, text, module, *command):
        path = self.room / module
        before = path.read_text()
        path.write_text(re.sub(r"end\s*$", lambda _: f"\n  {text}\nend\n", before))
        try:
            return self.said(*command)
        finally:
            path.write_text(before)

    def assert_named(self, module, text, word):
        status, said = self.with_planted(text, module)
        self.assertEqual(status, 1)
        self.assertRegex(said, rf"(?m)^{pathlib.Path(module).name}:\d+: {re.escape(word)}")

    def test_the_modules_assume_nothing(self):
        self.assertEqual(self.said(), (0, ""))

    def test_what_is_assumed_is_named(self):
        for text, word in PLANTED:
            with self.subTest(text=text):
                self.assert_named("broadcast.mlw", text, word)
        self.assert_named("working_group/op_broadcast.mlw", *PLANTED[0])

    def test_a_comment_and_a_part_of_a_name_are_no_assumption(self):
        for text in ALLOWED:
            with self.subTest(text=text):
                status, said = self.with_planted(text, "working_group/op_broadcast.mlw")
                self.assertEqual((status, said), (0, ""))

    @unittest.skipUnless(shutil.which("why3"), "Why3 is missing")
    def test_a_part_that_is_not_proved_is_named(self):
        status, said = self.with_planted("goal planted: 1 = 1 /\\ 0 = 1", "static.mlw", "prove.py", "static")
        self.assertEqual(status, 1)
        self.assertEqual(said.splitlines()[0], "static: Static-planted1: is not proved")

    def test_a_tag_without_a_row_is_named(self):
        status, said = self.with_planted("goal planted [@sonnx.C99]: 1 = 1", "broadcast.mlw")
        self.assertEqual(status, 1)
        self.assertIn("broadcast.mlw: sonnx.C99 is no row", said)


if __name__ == "__main__":
    unittest.main()
