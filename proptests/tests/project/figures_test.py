"""Measures figures again in a repository of its own: figures_test.py"""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
OLD = "1111111111"


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.folder / "docs/data/trust"
        self.data.mkdir(parents=True)
        script = self.folder / "proptests/assurance/figures.py"
        script.parent.mkdir(parents=True)
        script.write_text((SOURCE / "proptests/assurance/figures.py").read_text())
        self.git("init", "-q")

    def git(self, *arguments):
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments],
                              cwd=self.folder, check=True, capture_output=True,
                              text=True).stdout.strip()

    def measure(self, rows, *arguments, **files):
        for name, value in {**files, "measured": rows}.items():
            (self.data / f"{name}.json").write_text(json.dumps(value))
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all", "--allow-empty")
        return self.again(*arguments)

    def again(self, *arguments):
        return subprocess.run([sys.executable, "-B", "proptests/assurance/figures.py", *arguments],
                              cwd=self.folder, capture_output=True, text=True)

    def read(self, name):
        return json.loads((self.data / f"{name}.json").read_text())

    @staticmethod
    def row(name, command, nightly=True):
        return {"figures": f"{name}.json", "each": False, "nightly": nightly, "date": "2020-01-01",
                "commit": OLD, "command": command, "code": ["x"]}

    def test_what_is_measured_gets_the_date_and_the_commit(self):
        done = self.measure([self.row("a", "echo 7 >docs/data/trust/a.json"),
                             self.row("b", "exit 3"), self.row("c", "touch c", nightly=False)], a=1)
        self.assertEqual(done.returncode, 1, done.stdout)  # b fails
        self.assertEqual(self.read("a"), 7)
        a, b, c = self.read("measured")
        self.assertEqual(a["commit"], self.git("rev-parse", "HEAD"))
        self.assertNotEqual(a["date"], "2020-01-01")
        self.assertEqual((b["commit"], b["date"]), (OLD, "2020-01-01"))
        self.assertEqual(c["commit"], OLD)
        self.assertFalse((self.folder / "c").exists())

    def test_rows_are_measured_one_by_one_and_a_command_once(self):
        def figure(command, tests):
            return {"tests": tests, "date": "2020-01-01", "commit": OLD, "command": command}

        rows = [{"figures": "s.json", "each": True, "nightly": True, "code": ["x"]}]
        suite = ("echo x >>count; echo '3/3 Test #3: c ....***Skipped'; "
                 "echo '100% tests passed, 0 tests failed out of 1234'")
        laws = "echo '18 of 19 laws hold, 54321 cases; 2 not asked'"
        told = "the suite: 5 tests, 9 of them skipped by name"
        done = self.measure(rows, s=[figure(suite, told), figure(suite, "none"),
                                     figure(laws, "whole: 19 of 19 hold, 7 cases"),
                                     figure("false", told)])
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        s = self.read("s")
        self.assertEqual([f["tests"] for f in s],
                         ["the suite: 1,234 tests, 1 of them skipped by name", "none",
                          "whole: 18 of 19 hold, 54,321 cases", told])
        self.assertEqual(len((self.folder / "count").read_text()), 2)
        self.assertEqual([f["commit"] == OLD for f in s], [False, False, False, True])

    def test_only_what_is_named_and_known(self):
        rows = [self.row("a", "true"), self.row("b", "true"), self.row("c", "true", nightly=False)]
        done = self.measure(rows, "b")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([r["commit"] == OLD for r in self.read("measured")], [True, False, True])
        done = self.again("c", "d")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "figures: c, d: expected some of a, b\n")

    def test_a_tree_with_changes_is_refused(self):
        self.measure([self.row("a", "true")])
        (self.folder / "new").write_text("")
        done = self.again()
        self.assertEqual((done.returncode, done.stderr), (1, "figures: commit the changes first\n"))


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("skipped: git is missing")
        sys.exit(77)
    unittest.main()
