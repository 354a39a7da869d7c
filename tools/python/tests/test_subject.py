"""Subjects in Python: right ones hold, wrong ones break, mistakes get an answer that helps."""

import itertools
import json
import os
import sys
import tempfile
import unittest

import bcast
from bcast._arrays import elements_of
from bcast._check import _arguments
from bcast._native import parsed
from bcast._subject import Responder, _refusal

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (HERE, os.environ.get("PYTHONPATH"))))

from subjects import LargerSize  # noqa: E402


def join(*shapes):
    """Right, and by nothing but Python."""
    rank = max(map(len, shapes))
    result = []
    for sizes in zip(*((1,) * (rank - len(s)) + s for s in shapes)):
        common = {n for n in sizes if n != 1} or {1}
        if len(common) > 1:
            raise ValueError(f"{sizes} clash")
        result.append(common.pop())
    return tuple(result)


def stretched(x, shape):
    """The elements of x for each index of a shape, in row-major order."""
    for at in itertools.product(*map(range, shape)):
        own = at[len(at) - len(x.shape):]
        yield x[tuple(0 if n == 1 else k for k, n in zip(own, x.shape))]


class Stretched:
    """What NumPy would give back."""

    def __init__(self, x, shape):
        self.shape, self.elements = shape, list(stretched(x, shape))

    def tolist(self):
        elements = iter(self.elements)

        def nested(shape):
            return [nested(shape[1:]) for _ in range(shape[0])] if shape else next(elements)

        return nested(self.shape)


class Right:
    name = "right"
    ops = ("sub", "add")
    dtypes = ("int32", "int64", "float64")
    max_elements = 2000

    def broadcast_shapes(self, *shapes):
        return join(*shapes)

    def expand(self, shape, target):
        if join(shape, target) != target:
            raise bcast_refusal(shape, target)
        return target

    def broadcast(self, *operands):
        shape = join(*(x.shape for x in operands))
        return [Stretched(x, shape) for x in operands]

    def apply(self, op, *operands):
        first, *rest = self.broadcast(*operands)
        sign = -1 if op == "sub" else 1
        for other in rest:
            first.elements = [a + sign * b for a, b in zip(first.elements, other.elements)]
        return first

    def copy_to(self, source, target):
        if join(source.shape, target.shape) != target.shape:
            raise bcast_refusal(source.shape, target.shape)
        for place, value in zip(target.places(), stretched(source, target.shape)):
            target.storage[place] = value


def bcast_refusal(shape, target):
    return ValueError(f"{shape} does not stretch to {target}")


class NoZero(Right):
    def broadcast_shapes(self, *shapes):
        if any(0 in shape for shape in shapes):
            raise bcast.Unsupported("a size of 0")
        return super().broadcast_shapes(*shapes)


class Laws(unittest.TestCase):
    def test_a_right_subject_holds(self):
        for law in ("shape", "order", "expand", "values", "elements", "target"):
            outcome = bcast.check(Right, law)
            self.assertTrue(outcome, f"{law}: {outcome.skipped}{outcome.report}")
            self.assertGreater(outcome.cases, 0)

    def test_cases_that_are_not_supported_are_counted(self):
        whole, some = bcast.check(Right, "shape"), bcast.check(NoZero, "shape")
        self.assertEqual(whole.declined, 0)
        self.assertGreater(some.declined, 0)
        self.assertEqual((some.verdict, some.cases + some.declined), ("holds", whole.cases))

    def test_what_is_always_wrong_depends_on_no_earlier_call(self):
        class Squares:
            ops = ["add"]

            def apply(self, op, x, y):
                rows, v = x.tolist(), y.tolist()
                return [[a + v[i if len(rows) == len(v) else k] for k, a in enumerate(row)]
                        for i, row in enumerate(rows)]  # fmt: skip

        case = "3x2 2 op=add ; 2x2 2 op=add ; 3x2 2 op=add"
        outcome = bcast.check(Squares(), "repeat", case=case)
        self.assertEqual(outcome.verdict, "holds", outcome.report)
        self.assertEqual(bcast.check(Squares(), "elements", case="2x2 2").verdict, "broken")

    def test_a_wrong_join_breaks_with_its_smallest_case(self):
        outcome = bcast.check(LargerSize, "shape", size="push", seed=1)
        self.assertEqual(outcome.verdict, "broken")
        self.assertIn(outcome.case, ("0 1", "1 0"))
        self.assertIn("got 1; expected 0", outcome.report)
        self.assertIn("bcast.serve subjects:LargerSize' --limit", outcome.report)
        again = bcast.check(LargerSize, "shape", case=outcome.case)
        self.assertEqual((again.verdict, again.case, again.cases), ("broken", outcome.case, 1))
        self.assertTrue(bcast.check(LargerSize, "shape", case="2 1"))

    def test_numbers_are_given_to_the_program_though_they_are_0(self):
        words = _arguments("shape", "push", 0, 0, None, None, 1.0)
        self.assertEqual(words[words.index("--seed") + 1], "0")
        self.assertEqual(words[words.index("--cases") + 1], "0")

    def test_a_refusal_has_its_first_axis(self):
        for shapes, axis in ((((2,), (3,)), 0), (((1, 2), (1, 3)), 1)):
            with self.assertRaises(bcast.BroadcastError) as refused:
                bcast.broadcast_shapes(*shapes)
            answer = _refusal(refused.exception)
            self.assertEqual(answer["at"], {"axis": axis, "operands": [0, 1]})

    def test_a_law_without_a_case_has_not_held(self):
        self.assertEqual(bcast.check(Right, "array_api examples").skipped, "this size has no case of it")
        self.assertTrue(bcast.check(Right, "array_api examples", size="push", cases=1))

    def test_every_number_of_an_ask_is_an_int(self):
        sys.path.insert(0, os.path.join(HERE, "../../../proptests/adapters"))
        self.addCleanup(sys.path.pop, 0)
        from bcast_pipe import parsed as adapter

        size = str(2**60)
        given = []
        tensor = {"storage": 0, "offset": 0, "shape": [size, 0], "strides": ["-" + size, 1]}

        class Mine:
            def broadcast_shapes(self, *shapes, dims=()):
                given.append((*shapes, dims))
                return shapes[0]

            def expand(self, shape, target):
                given.append((shape, target))
                return target

            def copy_to(self, source, target):
                given.append((source.shape, source.strides))

        ask = Responder(Mine()).respond
        for question in (
            {"ask": "broadcast_shapes", "in": [[size, "N", "?"], "*"], "dims": [size]},
            {"ask": "expand", "in": [[size]], "result": [size]},
            {"ask": "apply", "op": "copy", "storage": [{"dtype": "int64", "values": [size]}],
             "in": [tensor], "out": [tensor]},
        ):  # fmt: skip
            line = json.dumps(question)
            self.assertEqual(adapter(line)["in"], parsed(line)["in"])
            self.assertIn("ok", ask(parsed(line)))
        n = 2**60
        self.assertEqual(given, [((n, "N", None), "*", (n,)), ((n,), (n,)), ((n, 0), (-n, 1))])
        for read in (parsed, adapter):
            self.assertEqual(read('{"dtype": "string", "values": ["12"]}')["values"], ["12"])
        self.assertEqual(adapter('{"dtype": "uint64", "values": ["12"]}')["values"], [12])

    def test_a_law_that_cannot_be_asked_says_why(self):
        outcome = bcast.check(LargerSize, "elements")
        self.assertEqual((outcome.verdict, outcome.skipped), ("skipped", "does not compute values"))

    def test_expected_failures(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
            file.write('bcast-xfail 1\njoin * zero strict "the larger size"\n')
        try:
            self.assertTrue(bcast.check(LargerSize, "shape", xfail=file.name))
            with self.assertRaisesRegex(ValueError, "cases of shape pass but were expected to fail"):
                bcast.check(Right, "shape", xfail=file.name)
        finally:
            os.unlink(file.name)

    def test_a_crash_is_isolated(self):
        outcome = bcast.check("subjects:Crashes", "shape", isolate=True)
        self.assertEqual(outcome.verdict, "broken")
        self.assertIn("signal 6", outcome.report)
        self.assertIn("bcast.serve subjects:Crashes", outcome.report)

    def test_an_interrupt_ends_the_run(self):
        with self.assertRaises(KeyboardInterrupt):
            bcast.check("subjects:Interrupted", "shape")


class Mistakes(unittest.TestCase):
    def report(self, broadcast_shapes, **more):
        kind = type("Mine", (), {"broadcast_shapes": broadcast_shapes, **more})
        return bcast.check(kind, "shape").report

    def test_a_wrong_return_type(self):
        for value, shown in ((None, "None (NoneType)"), ("2x3", "'2x3' (str)"), ([1.5], "[1.5] (list)")):
            self.assertIn(f"broadcast_shapes(*shapes) returned {shown}; return the sizes, such as (2, 3)",
                          self.report(lambda self, *shapes, v=value: v))  # fmt: skip

    def test_an_exception_of_its_own(self):
        class Clash(Exception):
            pass

        def broadcast_shapes(self, *shapes):
            try:
                return join(*shapes)
            except ValueError:
                raise Clash("no") from None

        text = self.report(broadcast_shapes)
        self.assertIn("Clash: no", text)
        self.assertIn("test_subject.py", text)
        self.assertIn("add Clash to `refusals`", text)
        self.assertEqual(self.report(broadcast_shapes, refusals=(Clash,)), "")

    def test_a_module_whose_only_subject_is_a_class(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "one_class.py"), "w") as file:
                file.write("class Mine:\n    def broadcast_shapes(self, *shapes):\n        return ()\n")
            sys.path.insert(0, folder)
            try:
                with self.assertRaisesRegex(ValueError, r"did you mean one_class:Mine\?$"):
                    bcast.check("one_class", "shape")
            finally:
                sys.path.remove(folder)

    def test_a_module_that_lacks_another_names_that(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "nosuchlike"))
            for name, text in (("__init__.py", ""), ("subject.py", "import nosuch\n")):
                with open(os.path.join(folder, "nosuchlike", name), "w") as file:
                    file.write(text)
            sys.path.insert(0, folder)
            try:
                with self.assertRaisesRegex(bcast.SubjectError, "No module named 'nosuch'"):
                    bcast.check("nosuchlike.subject", "shape")
            finally:
                sys.path.remove(folder)

    def test_what_cannot_be_a_subject(self):
        for path, why in (
            ("nosuch", "No module named 'nosuch'"),
            ("subjects:Nosuch", "the module subjects has no 'Nosuch'"),
            ("subjects.Nosuch", "the module subjects has no 'Nosuch'"),
            ("subjects:NeedsArguments", "TypeError"),
            ("subjects:Empty", r"has none of broadcast_shapes, .* give it `def broadcast_shapes\(self"),
            ("broken_subject", "ZeroDivisionError"),
        ):
            with self.assertRaisesRegex(bcast.SubjectError, why):
                bcast.check(path, "shape")

    def test_bad_arguments(self):
        with self.assertRaisesRegex(ValueError, "no law is called 'shapf'; did you mean 'shape'"):
            bcast.check(Right, "shapf")
        with self.assertRaisesRegex(ValueError, "no rule is called 'nosuch'"):
            bcast.check(type("Mine", (Right,), {"rule": "nosuch"}), "shape")
        with self.assertRaisesRegex(
            ValueError, r"no element type is called 'fp32'; did you mean 'float32'\? There are bool"
        ):
            bcast.check(type("Mine", (Right,), {"dtypes": ["fp32"]}), "values")

    def test_arrays_that_do_not_fit(self):
        for value, why in (
            (None, "NoneType is no array"),
            ([[1], [2, 3]], "nested lists have different lengths"),
            ("text", "str is no array"),
        ):
            kind = type("Mine", (Right,), {"apply": lambda self, op, *x, v=value: v})
            self.assertIn(why, bcast.check(kind, "elements").report)


class Elements(unittest.TestCase):
    def test_of_what_a_subject_may_give_back(self):
        import array

        self.assertEqual(elements_of([[1, 2], [3, 4]]), ((2, 2), [1, 2, 3, 4]))
        self.assertEqual(elements_of(5), ((), [5]))
        self.assertEqual(elements_of(array.array("i", [1, 2])), ((2,), [1, 2]))
        flat = memoryview(array.array("d", [1, 2, 3, 4, 5, 6])).cast("B").cast("d", (2, 3))
        self.assertEqual(elements_of(flat), ((2, 3), [1, 2, 3, 4, 5, 6]))
        storage = bcast._arrays.Storage("int16", [1, 2, 3, 4])
        turned = bcast.Array(storage, (2, 2), (1, 2))
        self.assertEqual(elements_of(turned), ((2, 2), [1, 3, 2, 4]))
        self.assertEqual(turned.tolist(), [[1, 3], [2, 4]])

        class ByDLPack:  # and nothing else
            def __dlpack__(self, **options):
                return turned.__dlpack__(**options)

            def __dlpack_device__(self):
                return turned.__dlpack_device__()

        self.assertEqual(elements_of(ByDLPack()), ((2, 2), [1, 3, 2, 4]))

    def test_an_interface_begins_at_the_first_element(self):
        for dtype, size in (("int8", 1), ("int16", 2), ("int32", 4), ("float64", 8)):
            storage = bcast._arrays.Storage(dtype, [1, 2, 3])
            told = bcast.Array(storage, (2,), (1,), 1).__array_interface__
            self.assertEqual(told["data"], (storage.address + size, False))
            self.assertEqual(told["strides"], (size,))

    def test_no_elements_have_an_address_too(self):
        none = bcast.Array(bcast._arrays.Storage("int32", []), (0, 3), (3, 1))
        self.assertEqual(none.__array_interface__["shape"], (0, 3))
        self.assertNotEqual(none.__array_interface__["data"][0], 0)
        self.assertEqual(none.tolist(), [])

    def test_no_index_counts_from_the_end(self):
        one = bcast.Array(bcast._arrays.Storage("int32", [1, 2, 3, 4]), (3,), (1,), 1)
        self.assertEqual([one[0], one[2]], [2, 4])
        for at in (-1, 3, (0, 0), ()):
            with self.assertRaises(IndexError):
                one[at]

    def test_other_packages_see_the_memory(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is missing")
        storage = bcast._arrays.Storage("float32", [1, 2, 3, 4, 5, 6, 7])
        mine = bcast.Array(storage, (3, 2), (-2, 1), 5)
        seen = numpy.asarray(mine)
        self.assertEqual(seen.tolist(), mine.tolist())
        seen[0, 0] = 9
        self.assertEqual(mine[0, 0], 9)
        self.assertEqual(numpy.from_dlpack(mine).tolist(), mine.tolist())
        self.assertEqual(elements_of(seen), ((3, 2), mine.flat()))


if __name__ == "__main__":
    unittest.main()
