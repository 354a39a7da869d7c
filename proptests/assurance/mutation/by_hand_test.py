"""What by_hand.py logs: the names of tests, and what became of a mutant at first and at last."""

import json
import pathlib
import tempfile
import unittest

from by_hand import Log, failed_in, figures, halves

CTEST = """    Start 3: python.{name}
1/1 Test #3: python.{name} .....................***Failed    0.61 sec
{output}
0% tests passed, 1 tests failed out of 1
"""


def told(name, output=""):
    return CTEST.format(name=name, output=output)


class Names(unittest.TestCase):
    def test_a_test_has_its_own_name(self):
        self.assertEqual(failed_in(told("oracle", "FAIL: test_axis (test_oracle.Shapes.test_axis)")),
                         "test_axis")
        self.assertEqual(failed_in(told("oracle", "ERROR: test_at (__main__.Explain)")), "test_at")
        self.assertEqual(failed_in(told("plugin", "FAILED test_plugin.py::test_xfail - x")), "test_xfail")

    def test_otherwise_it_has_the_name_that_ctest_knows(self):
        self.assertEqual(failed_in(told("oracle", "Segmentation fault")), "python.oracle")
        self.assertEqual(failed_in(told("oracle").replace("***Failed ", "***Timeout")), "python.oracle")
        self.assertEqual(failed_in(""), "failed")


class Halves(unittest.TestCase):
    def test_what_takes_long_is_asked_last(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            self.assertEqual(halves(build), ["*"])
            (build / "Testing/Temporary").mkdir(parents=True)
            costs = build / "Testing/Temporary/CTestCostData.txt"
            costs.write_text("A.Quick 1 0.5\nA.Slow 3 9.5\nB.Slow/1 1 2.5\n---\nA.Quick\n")
            self.assertEqual(halves(build), ["-A.Slow:B.Slow/1", "A.Slow:B.Slow/1"])


class Logs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "log.jsonl"

    def figures(self, rows, mutants):
        self.path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        made = [{"file": "f", "why": "w", **m} for m in mutants]
        return figures(pathlib.Path("lot-1.json"), made, Log(self.path))

    def test_the_first_result_counts_as_the_first_rate_and_the_last_as_the_last(self):
        log = [{"name": "a", "noticed": None}, {"name": "a", "noticed": "bcast_tests: T"},
               {"name": "b", "noticed": "bcast_tests: T"}]
        found = self.figures(log, [{"name": "a"}, {"name": "b"}, {"name": "c"}])
        self.assertEqual((found["first"], found["run"], found["dead"]), ("1 of 2", 2, 2))
        self.assertEqual(found["left"], [])

    def test_what_was_run_again_or_near_says_nothing_of_the_first_rate(self):
        log = [{"name": "a", "noticed": "bcast_tests: T", "again": True},
               {"name": "b", "noticed": "bcast_tests: T", "near": True}]
        found = self.figures(log, [{"name": "a"}, {"name": "b"}])
        self.assertEqual((found["first"], found["dead"]), (None, 2))

    def test_what_does_not_compile_or_has_no_place_is_not_dead(self):
        log = [{"name": "a", "noticed": "does not compile: x"},
               {"name": "b", "noticed": "its place is gone"}]
        found = self.figures(log, [{"name": "a"}, {"name": "b"}, {"name": "c", "equivalent": "same"}])
        self.assertEqual((found["run"], found["dead"], found["equivalent"]), (1, 0, 1))
        self.assertEqual([row["reason"] for row in found["left"]], [None, "same"])


if __name__ == "__main__":
    unittest.main()
