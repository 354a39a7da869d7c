"""The plugin of pytest, and the strategies of Hypothesis, in runs of their own."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))


def missing(name):
    return importlib.util.find_spec(name) is None


@unittest.skipIf(missing("pytest"), "pytest is missing")
class Plugin(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def pytest(self, *arguments):
        loaded = [] if self.is_installed() else ["-p", "bcast.pytest_plugin"]
        return self.run_here([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *loaded, *arguments])

    def run_here(self, command):
        """Without what an activated environment adds to the path."""
        path = os.pathsep.join(filter(None, (HERE, os.environ.get("PYTHONPATH"))))
        return subprocess.run(
            command, cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONPATH": path, "BCAST_SEED": "1", "PATH": os.defpath},
        )  # fmt: skip

    @staticmethod
    def is_installed():
        from importlib.metadata import entry_points

        found = entry_points()
        group = found.select(group="pytest11") if hasattr(found, "select") else found["pytest11"]
        return any(entry.name == "bcast" for entry in group)

    def write(self, name, text):
        Path(self.folder.name, name).write_text(text)

    def test_one_test_a_law(self):
        ran = self.pytest("--bcast=subjects.LargerSize", "-v")
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertRegex(ran.stdout, r"subjects.LargerSize::shape FAILED")
        self.assertRegex(ran.stdout, r"subjects.LargerSize::elements SKIPPED")
        self.assertRegex(ran.stdout, r"subjects.LargerSize::itself PASSED")
        self.assertRegex(ran.stdout, "case    (0 1|1 0)\n")
        again = "pytest --bcast subjects.LargerSize --bcast-law shape --bcast-case '(0 1|1 0)'"
        self.assertRegex(ran.stdout, again)

    def test_the_line_to_copy_replays_the_case(self):
        ran = self.pytest("--bcast", "subjects.LargerSize", "--bcast-law", "shape", "--bcast-case", "0 1")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("case    0 1\n", ran.stdout)
        held = self.pytest("--bcast", "subjects.LargerSize", "--bcast-law", "shape", "--bcast-case", "2 1")
        self.assertEqual(held.returncode, 0, held.stdout)

    def test_the_replay_of_the_program_works_as_it_is_typed(self):
        for isolated in ([], ["--bcast-isolate"]):
            ran = self.pytest("--bcast=subjects.LargerSize", "--bcast-law=shape", *isolated)
            replay = re.search(r"^ *replay  (.*)$", ran.stdout, re.M).group(1)
            again = self.run_here(["sh", "-c", replay])
            self.assertEqual(again.returncode, 1, replay + "\n" + again.stdout)
            self.assertRegex(again.stdout, "case    (0 1|1 0)\n")

    def test_a_fixture_and_a_parameter(self):
        self.write("test_mine.py", "import subjects\n"
                   "def test_all(bcast_check, bcast_law):\n"
                   "    bcast_check(subjects.LargerSize(), bcast_law)\n"
                   "def test_one(bcast_check):\n"
                   "    assert bcast_check(subjects.LargerSize, 'itself').cases > 0\n")  # fmt: skip
        ran = self.pytest("-q")
        self.assertRegex(ran.stdout, r"FAILED test_mine.py::test_all\[shape\]")
        self.assertRegex(ran.stdout, r"pytest 'test_mine.py::test_all\[shape\]' --bcast-case '(0 1|1 0)'")
        again = self.pytest("-q", "test_mine.py::test_all[shape]", "--bcast-case", "0 1")
        self.assertEqual(again.returncode, 1)
        self.assertNotIn("During handling", ran.stdout)

    def test_a_subject_that_supports_little_is_warned_of(self):
        ran = self.pytest("--bcast=subjects.Shy", "--bcast-law=shape")
        self.assertIn("1 passed", ran.stdout)
        self.assertRegex(ran.stdout, r"PytestWarning: subjects.Shy supports \d+ of \d+ cases of shape")

    @unittest.skipIf(missing("numpy"), "NumPy is missing")
    def test_the_subject_of_the_readme_fails_as_numpy_does_and_not_otherwise(self):
        readme = Path(HERE, "..", "README.md").read_text()
        (subject,) = re.findall(r"`mypackage/subject.py`:\n\n```python\n(.*?)```", readme, re.S)
        Path(self.folder.name, "mypackage").mkdir()
        self.write("mypackage/subject.py", subject)
        known = Path(HERE, "../../../proptests/xfail/numpy.txt").resolve()
        ran = self.pytest("--bcast=mypackage.subject:Subject", f"--bcast-xfail={known}")
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertRegex(ran.stdout, r"\b1\d passed")

    def test_bad_options_are_one_line(self):
        for arguments, why in (
            (["--bcast=nosuch"], "ERROR: --bcast: nosuch: No module named 'nosuch'"),
            (["--bcast=subjects.LargerSize", "--bcast-law=shapf"], "no law is called 'shapf'"),
        ):
            ran = self.pytest(*arguments)
            self.assertEqual(ran.returncode, 4, ran.stdout)
            self.assertIn(why, ran.stdout)

    def test_a_crash_is_isolated_when_asked(self):
        ran = self.pytest("--bcast=subjects.Crashes", "--bcast-law=shape", "--bcast-isolate")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("signal 6", ran.stdout)

    @unittest.skipIf(missing("xdist"), "pytest-xdist is missing")
    def test_xdist_divides_the_laws(self):
        ran = self.pytest("--bcast=subjects.LargerSize", "-n", "2", "-q")
        alone = self.pytest("--bcast=subjects.LargerSize", "-q")
        counts = alone.stdout.splitlines()[-1].split(" in ")[0]
        self.assertIn(counts, ran.stdout.splitlines()[-1])


@unittest.skipIf(missing("hypothesis"), "Hypothesis is missing")
class Strategies(unittest.TestCase):
    def find(self, wanted, **options):
        from hypothesis import Phase, find, settings

        from bcast.strategies import broadcast_cases

        return find(broadcast_cases(**options), wanted, random=__import__("random").Random(1),
                    settings=settings(max_examples=2000, database=None, deadline=None,
                                      phases=(Phase.generate, Phase.shrink)))  # fmt: skip

    def test_cases_shrink_as_the_kits_do(self):
        self.assertEqual(sorted(self.find(lambda c: not c.accepted).shapes), [(2,), (3,)])

        def larger_size_is_wrong(case):
            rank = max(map(len, case.shapes))
            sizes = zip(*((1,) * (rank - len(s)) + s for s in case.shapes))
            return case.accepted and tuple(map(max, sizes)) != case.expected

        smallest = sorted(self.find(larger_size_is_wrong).shapes)
        self.assertIn(smallest, ([(), (0,)], [(0,), (1,)]))
        unknown = self.find(lambda c: c.accepted and None in c.expected, rule="sound", unknown=True)
        self.assertEqual([size for shape in unknown.shapes for size in shape], [None])

    def test_what_is_drawn(self):
        from hypothesis import given, settings

        from bcast.strategies import broadcast_cases, layouts
        from hypothesis import strategies as st

        seen = set()

        @settings(max_examples=300, database=None, deadline=None, derandomize=True)
        @given(broadcast_cases())
        def look(case):
            seen.add("refused" if case.error else "accepted")
            seen.update("zero" for s in case.shapes if 0 in s)
            seen.add(f"{len(case.shapes)} operands")
            seen.update(f"rank {len(s)}" for s in case.shapes)

        look()
        self.assertLessEqual({"refused", "accepted", "zero", "1 operands", "4 operands", "rank 0",
                              "rank 5"}, seen)  # fmt: skip

        @settings(max_examples=100, database=None, deadline=None, derandomize=True)
        @given(broadcast_cases(refused=False))
        def none_refused(case):
            self.assertTrue(case.accepted)

        none_refused()

        @settings(max_examples=200, database=None, deadline=None, derandomize=True)
        @given(st.lists(st.integers(0, 3), max_size=4).map(tuple).flatmap(
            lambda shape: st.tuples(st.just(shape), layouts(shape))))  # fmt: skip
        def inside(drawn):
            import itertools

            shape, (strides, offset, reach) = drawn
            places = [offset + sum(k * s for k, s in zip(at, strides))
                      for at in itertools.product(*map(range, shape))]  # fmt: skip
            self.assertEqual(len(places), len(set(places)))
            self.assertTrue(all(0 <= place < reach for place in places))

        inside()


if __name__ == "__main__":
    unittest.main()
