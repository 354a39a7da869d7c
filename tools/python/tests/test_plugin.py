"""The plugin of pytest, and the strategies of Hypothesis, in runs of their own."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import bcast

HERE = os.path.dirname(os.path.abspath(__file__))


def missing(name):
    return importlib.util.find_spec(name) is None


@unittest.skipIf(missing("pytest"), "pytest is missing")
class Plugin(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def pytest(self, *arguments, module=("-m", "pytest")):
        loaded = [] if self.is_installed() else ["-p", "bcast.pytest_plugin"]
        return self.run_here([sys.executable, *module, "-p", "no:cacheprovider", *loaded, *arguments])

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

    def test_laws_that_fail_with_the_same_operands_are_one_report(self):
        self.write("mine.py", "import subjects\nclass Subject(subjects.LargerSize):\n"
                   "    def broadcast_shapes(self, *shapes):\n"
                   "        if any(0 in shape for shape in shapes): raise ValueError('empty')\n"
                   "        return super().broadcast_shapes(*shapes)\n")  # fmt: skip
        ran = self.pytest("--bcast=mine:Subject", "--bcast-law=itself", "--bcast-law=unit")
        self.assertIn("2 failed", ran.stdout)
        self.assertEqual(ran.stdout.count("\nFAIL  "), 1, ran.stdout)
        self.assertRegex(ran.stdout, r"\n  also    (unit|itself): ")
        self.assertIn("told above: mine:Subject::", ran.stdout)
        now = ran.stdout.partition(" What now? ")[2]
        self.assertRegex(now, r"\n  again   pytest --bcast mine:Subject .*--bcast-case ")
        self.assertRegex(now, r"'bcast-xfail 1' '.* strict \"...\"' >known.txt")

    def test_the_line_to_copy_replays_the_case(self):
        ran = self.pytest("--bcast", "subjects.LargerSize", "--bcast-law", "shape", "--bcast-case", "0 1")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("case    0 1\n", ran.stdout)
        held = self.pytest("--bcast", "subjects.LargerSize", "--bcast-law", "shape", "--bcast-case", "2 1")
        self.assertEqual(held.returncode, 0, held.stdout)

    def test_a_subject_beside_the_tests_is_found_and_replayed_alone(self):
        Path(self.folder.name, "conftest.py").touch()
        self.write("mine.py", "import subjects\nclass Subject(subjects.LargerSize): pass\n")
        self.write("test_other.py", "def test_other(): pass\n")
        self.write("test_own.py", "def test_own(bcast_check):\n"
                   "    bcast_check('mine:Subject', 'itself')\n")  # fmt: skip
        asked = ["--bcast=mine:Subject", "--bcast-law=shape", f"--rootdir={self.folder.name}"]
        ran = self.pytest(*asked, module=("-c", "import sys, pytest; sys.path.remove(''); "
                                          "sys.exit(pytest.main(sys.argv[1:]))"))  # fmt: skip
        self.assertIn("1 failed, 2 passed", ran.stdout)
        again = self.pytest(*asked, "--bcast-case", "0 1")
        self.assertRegex(again.stdout, "1 failed, 1 (passed|skipped), 1 deselected")

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

        seen, clashes, stretched, squares = set(), 0, 0, 0

        @settings(max_examples=300, database=None, deadline=None, derandomize=True)
        @given(broadcast_cases())
        def look(case):
            nonlocal clashes, stretched, squares
            clashes += not case.accepted
            stretched += len(case.shapes) > 1 and case.expected not in (None, *case.shapes)
            squares += any(len(s) == 2 and s[0] == s[1] > 1 for s in case.shapes)
            seen.add("refused" if case.error else "accepted")
            seen.update("zero" for s in case.shapes if 0 in s)
            seen.add(f"{len(case.shapes)} operands")
            seen.update(f"rank {len(s)}" for s in case.shapes)

        look()
        self.assertLessEqual({"refused", "accepted", "zero", "1 operands", "4 operands", "rank 0",
                              "rank 5"}, seen)  # fmt: skip
        self.assertTrue(40 < clashes < 150, clashes)
        self.assertGreater(stretched, 15)
        self.assertGreater(squares, 15)

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

    def each(self, strategy, check):
        from hypothesis import HealthCheck, given, settings

        checks = [HealthCheck.filter_too_much, HealthCheck.too_slow]
        settings(max_examples=150, database=None, deadline=None, derandomize=True,
                 suppress_health_check=checks)(given(strategy)(check))()  # fmt: skip

    def test_the_options_of_hypothesis_numpy_are_kept(self):
        from bcast.strategies import broadcast_cases, shapes

        def within(case):
            self.assertTrue(case.accepted)
            self.assertEqual(len(case.shapes), 3)
            self.assertTrue(all(1 <= len(s) <= 3 for s in case.shapes), case)
            self.assertTrue(all(n in (1, 2, 3, 4, 7) for s in case.shapes for n in s), case)
            joined = bcast.broadcast_shapes(*case.shapes, (1, 7))
            self.assertEqual(case.expected, joined)

        self.each(broadcast_cases(legal=True, num_shapes=3, base_shape=(1, 7), min_dims=1,
                                  max_dims=3, min_side=1, max_side=4), within)  # fmt: skip
        self.each(broadcast_cases(legal=False), lambda c: self.assertFalse(c.accepted))
        self.each(shapes(max_side=2), lambda s: self.assertIsNotNone(bcast.broadcast_shapes(*s)))
        self.each(broadcast_cases(legal=True, min_side=2, max_side=2),
                  lambda c: self.assertTrue({2} >= {n for s in c.shapes for n in s}))  # fmt: skip

    @unittest.skipIf(missing("numpy"), "NumPy is missing")
    def test_a_signature_adds_core_dimensions(self):
        import numpy

        from bcast.strategies import broadcast_cases

        ranks = set()

        def product(case):
            x, y = map(numpy.zeros, case.shapes)
            ranks.add((x.ndim, y.ndim))
            if case.accepted:
                self.assertEqual((x @ y).shape, case.expected)
            else:
                self.assertRaises(ValueError, lambda: x @ y)

        self.each(broadcast_cases(signature="(m?,n),(n,p?)->(m?,p?)", max_dims=1), product)
        self.assertLessEqual({(1, 1), (2, 2), (1, 2), (2, 1), (3, 3)}, ranks)
        with self.assertRaisesRegex(ValueError, "no signature of one result"):
            self.each(broadcast_cases(signature="m,n->m"), product)

    @unittest.skipIf(missing("numpy"), "NumPy is missing")
    def test_arrays_are_views_of_a_module(self):
        import numpy

        from bcast.strategies import arrays, shapes

        seen = set()

        def look(x):
            self.assertEqual(x.dtype, "int16")
            seen.update("negative" for s in x.strides if s < 0)
            seen.update("zero" for s, n in zip(x.strides, x.shape) if s == 0 and n > 1)
            self.assertTrue(((1 <= x) & (x <= 100)).all())
            x[...] = 3  # it is memory, and no copy of it

        self.each(arrays(numpy, "int16", shapes(num_shapes=1).map(lambda s: s[0])), look)
        self.assertEqual(seen, {"negative"})
        self.each(arrays(numpy, "int16", (2, 3), repeated=True, overlapping=True), look)
        self.assertEqual(seen, {"negative", "zero"})


if __name__ == "__main__":
    unittest.main()
