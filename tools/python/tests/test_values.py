"""Operations with a target, products of matrices, element types: right subjects hold, wrong ones break."""

import itertools
import math
import os
import re
import sys
import unittest

import bcast
from bcast._arrays import Array, elements_of
from bcast._storage import Storage
from bcast._subject import Responder, _refusal

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from test_subject import Right, Stretched, bcast_refusal, join, stretched  # noqa: E402

TARGETS = ("elements", "mask", "strides", "operands", "target", "fill", "in place", "overlap", "one memory",
           "own overlap", "computed")  # fmt: skip
PRODUCTS = ("product shape", "products", "product layouts")


class Filled(Right):
    """Operations with a target, by nothing but Python."""

    name = "filled"
    ops = ("sub", "add", "copy", "add_where")
    dtypes = ("int32", "float64")
    exact = True
    max_elements = 300
    broadcast = copy_to = None

    def apply_to(self, op, out, *operands):
        if join(out.shape, *(x.shape for x in operands)) != out.shape:
            raise bcast_refusal([x.shape for x in operands], out.shape)
        places = list(out.places())
        if len(set(places)) < len(places):
            raise ValueError("the target overlaps itself")
        elements = [stretched(x, out.shape) for x in operands]
        if op == "add_where":
            mask = list(elements.pop(0))
            places = [place for place, chosen in zip(places, mask) if chosen]
            elements = [[value for value, chosen in zip(x, mask) if chosen] for x in elements]
        for place, value in zip(places, [self._fold(op, x) for x in zip(*elements)]):
            out.storage[place] = value

    def _fold(self, op, x):
        value = x[0]
        for other in x[1:]:
            value = value - other if op == "sub" else value + other
        return (value + 2**31) % 2**32 - 2**31 if isinstance(value, int) else value


class Clips:
    """An operation of its own, wrong at one element of each four."""

    name = "clips"
    own_ops = {"clip": lambda x, low, high: min(max(x, low), high) if low <= high else None}
    dtypes = ("int32", "float32")
    max_elements = 300

    def __init__(self, wrong=-1):
        self.wrong = wrong

    def apply(self, op, *operands):
        shape = join(*(x.shape for x in operands))
        rows = list(zip(*(stretched(x, shape) for x in operands)))
        for k, (x, low, high) in enumerate(rows):
            low, high = (high, low) if k % 4 == self.wrong else (low, high)
            rows[k] = min(max(x, low), high)
        z = Array(Storage(operands[0].dtype, [0] * len(rows)), shape)
        for place, value in zip(z.places(), rows):
            z.storage[place] = value
        return z


class Differentiated:
    """The gradients of mul, summed back unless `summed` is false."""

    name = "differentiated"
    ops = ("mul_gradient",)
    dtypes = ("float32", "float64")

    def __init__(self, summed=True):
        self.summed = summed

    def apply(self, op, gradient, x, y):
        of_y, of_x = (list(stretched(one, gradient.shape)) for one in (x, y))
        return [self._back(gradient, of_x, x), self._back(gradient, of_y, y)]

    def _back(self, gradient, factors, x):
        positions = Array(Storage("int32", list(range(math.prod(x.shape)))), x.shape)
        z = Array(Storage(x.dtype, [0] * math.prod(x.shape)), x.shape)
        for k, g, factor in zip(stretched(positions, gradient.shape), gradient.flat(), factors):
            z.storage[k] = g * factor + (z.storage[k] if self.summed else 0)
        return z


class Promoted:
    """Adds operands of different types, in the type of the table or in that of the first."""

    name = "promoted"
    ops = ("add",)
    dtypes = ("int8", "uint8", "int16")
    promotes = True

    def __init__(self, right=True):
        self.right = right

    def apply(self, op, *operands):
        shape = join(*(x.shape for x in operands))
        dtypes = {x.dtype for x in operands}
        dtype = dtypes.pop() if len(dtypes) == 1 else "int16" if self.right else operands[0].dtype
        values = [sum(row) for row in zip(*(stretched(x, shape) for x in operands))]
        bits, least = (16, 2**15) if dtype == "int16" else (8, 2**7 if dtype == "int8" else 0)
        values = [(v + least) % 2**bits - least for v in values]
        return Array(Storage(dtype, values), shape)


class Multiplied:
    """Products of matrices, by nothing but Python."""

    name = "multiplied"
    dtypes = ("int64", "float64")
    strided = True
    max_elements = 300

    def matmul_shape(self, a, b):
        if not a or not b or a[-1] != b[-2:][0]:
            raise ValueError(f"{a} @ {b}")
        return (*self._batch(a[:-2], b[:-2]), *a[-2:-1], *(b[-1:] if len(b) > 1 else ()))

    def _batch(self, a, b):
        return join(a, b)

    def _at(self, x, batch, *own):
        lead = len(x.shape) - min(len(x.shape), 2)
        first = [0 if n == 1 else k for n, k in zip(x.shape[:lead], batch[len(batch) - lead:])]
        return x[(*first, *own)]

    def matmul(self, a, b):
        shape = self.matmul_shape(a.shape, b.shape)
        result = Stretched(Array(Storage(a.dtype, [0]), ()), shape)
        axes = len(shape) - (len(a.shape) > 1) - (len(b.shape) > 1)
        for k, at in enumerate(itertools.product(*map(range, shape))):
            row, column = at[axes:][: len(a.shape) > 1], at[-1:] if len(b.shape) > 1 else ()
            result.elements[k] = sum(
                self._at(a, at[:axes], *row, n) * self._at(b, at[:axes], n, *column)
                for n in range(a.shape[-1])
            )
        return result


class Targets(unittest.TestCase):
    def expect(self, law, kind, verdict):
        outcome = bcast.check(kind, law)
        self.assertEqual(outcome.verdict, verdict, f"{law}: {outcome.skipped}{outcome.report}")
        return outcome.report

    def test_a_right_subject_holds(self):
        for law in TARGETS:
            self.expect(law, Filled, "holds")
            self.assertGreater(bcast.check(Filled, law).cases, 10, law)

    def test_what_writes_before_it_refuses_breaks(self):
        class Late(Filled):
            def apply_to(self, op, out, *operands):
                for place in out.places():
                    out.storage[place] = 1
                super().apply_to(op, out, *operands)

        self.assertIn("apply_to refused, but wrote to its target", self.expect("fill", Late, "broken"))

    def test_what_writes_to_an_operand_breaks(self):
        class Overwrites(Filled):
            def apply_to(self, op, out, *operands):
                super().apply_to(op, out, *operands)
                for place in operands[-1].places():
                    operands[-1].storage[place] = 1

        self.assertIn("apply_to wrote to an operand", self.expect("elements", Overwrites, "broken"))

    def test_the_class_of_the_readme_holds_but_for_what_is_known_of_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is missing")
        with open(os.path.join(HERE, "..", "README.md")) as file:
            (text,) = re.findall(r"```python\n(class InPlace.*?)```", file.read(), re.S)
        found = {"bcast": bcast, "numpy": numpy, "__name__": "readme"}
        exec(text, found)
        known = os.path.join(HERE, "../../../proptests/xfail/numpy.txt")
        for law in ("strides", "fill", "in place", "overlap", "mask"):
            outcome = bcast.check(found["InPlace"], law, xfail=known)
            self.assertTrue(outcome, f"{law}: {outcome.skipped}{outcome.report}")
            self.assertGreater(outcome.cases, 0, law)

    def test_an_operation_of_its_own_is_asked_as_the_others_are(self):
        for law in ("elements", "computed", "operands"):
            outcome = bcast.check(Clips(), law)
            self.assertTrue(outcome, f"{law}: {outcome.skipped}{outcome.report}")
            self.assertGreater(outcome.cases, 10, law)
        outcome = bcast.check(Clips(3), "computed")
        self.assertEqual(outcome.verdict, "broken")
        self.assertIn("op=clip", outcome.report)
        self.assertRegex(outcome.report, r"expected \S+ = clip\(")
        case = "17 17 17 type=float op=clip"
        self.assertEqual(bcast.check(Clips(3), "computed", case=case).verdict, "broken")
        self.assertEqual(bcast.check(Clips(), "computed", case=case).verdict, "holds")

    def expect_told(self, right, wrong, law, least, told):
        outcome = bcast.check(right, law)
        self.assertTrue(outcome, outcome.report)
        self.assertGreater(outcome.cases, least)
        outcome = bcast.check(wrong, law)
        self.assertEqual(outcome.verdict, "broken")
        self.assertRegex(outcome.report, told)

    def test_gradients_of_an_operation_are_two_arrays(self):
        self.expect_told(Differentiated(), Differentiated(False), "gradients", 50,
                         r"mul_gradient of .*: D[01]\[.* is .*; expected ")  # fmt: skip

    def test_operands_of_different_types_are_promoted(self):
        self.expect_told(Promoted(), Promoted(False), "promotion", 5,
                         r"of u?int\d+ and u?int\d+ returned u?int8; expected int16")  # fmt: skip

    def test_a_meaning_that_is_none_says_what_to_write(self):
        Clipped = type("Clipped", (Clips,), {"own_ops": ["clip"]})
        with self.assertRaisesRegex(ValueError, "own_ops is .'clip'.; expected names with functions"):
            bcast.check(Clipped(), "elements")
        Clipped.own_ops = {"add": lambda x, y: x + y}
        with self.assertRaisesRegex(ValueError, "the laws know what 'add' means"):
            bcast.check(Clipped(), "elements")

    def test_without_a_target_only_results_are_asked(self):
        outcome = bcast.check(Right, "fill")
        self.assertEqual(outcome.verdict, "holds")
        self.assertGreater(outcome.declined, 0)


class Products(unittest.TestCase):
    def test_a_right_subject_holds(self):
        for law in PRODUCTS:
            outcome = bcast.check(Multiplied, law)
            self.assertEqual(outcome.verdict, "holds", outcome.skipped + outcome.report)
            self.assertGreater(outcome.cases, 100)

    def test_the_batch_of_the_first_operand_breaks(self):
        class First(Multiplied):
            def _batch(self, a, b):
                return a if len(a) == len(b) else join(a, b)

        for law in PRODUCTS:
            self.assertEqual(bcast.check(First, law).verdict, "broken", law)


class Typed(Stretched):
    """An array with an element type."""

    dtype = "float64"


class Types(unittest.TestCase):
    def report(self, kind, law="elements", **more):
        return bcast.check(type("Mine", (kind,), more), law).report

    def test_a_wrong_result_type_is_named(self):
        class Widens(Right):
            dtypes = ("float32",)
            broadcast = copy_to = None

            def apply(self, op, *operands):
                result = Right.broadcast(self, *operands)[0]
                result.__class__ = Typed
                return result

        text = self.report(Widens)
        self.assertRegex(text, r"apply\('(sub|add)', \*operands\) of float32 returned float64; expected "
                               "float32")  # fmt: skip
        self.assertNotIn("returned float64", self.report(Widens, dtypes=("float64",)))

    def test_complex_numbers_are_elements(self):
        memory = Storage("complex64", ["1.5-2j", "nan+infj", 3])
        self.assertEqual([memory[0], memory[2], str(memory[1])], [1.5 - 2j, 3, "(nan+infj)"])
        memory[2] = -1j
        self.assertEqual(memory.tolist()[2], -1j)

        class Conjugated:
            name, ops = "conjugated", ("add", "mul", "where", "equal")
            dtypes = ("complex64", "complex128")
            wrong = False

            def apply(self, op, *operands):
                shape = join(*(x.shape for x in operands))
                of = {"add": lambda *x: sum(x), "equal": lambda a, b: a == b,
                      "mul": lambda a, *x: math.prod(v.conjugate() if self.wrong else v for v in x) * a,
                      "where": lambda c, a, b: a if c else b}[op]  # fmt: skip
                values = [of(*row) for row in zip(*(stretched(x, shape) for x in operands))]
                return Array(Storage("bool" if op == "equal" else operands[-1].dtype, values), shape)

        for law in ("elements", "computed"):
            found = bcast.check(Conjugated, law)
            self.assertEqual(found.verdict, "holds", found.report)
        Conjugated.wrong = True
        self.assertIn("= mul(", bcast.check(Conjugated, "computed").report)

    def test_bfloat16_is_an_element_type(self):
        memory = Storage("bfloat16", [1.0, 3.140625, float("nan"), -2.0**-130])
        self.assertEqual(memory.tolist()[:2], [1.0, 3.140625])
        memory[0], memory[1] = 1.0 + 2.0**-8, 3e39  # half-way, to even; beyond the largest
        self.assertEqual([memory[0], memory[1]], [1.0, float("inf")])
        try:
            import ml_dtypes
            import numpy
        except ImportError:
            self.skipTest("NumPy or ml_dtypes is missing")
        view = Array(memory, (2,), (-3,), 3)
        seen = numpy.asarray(view)
        self.assertEqual(seen.dtype, ml_dtypes.bfloat16)
        self.assertEqual(elements_of(seen), ((2,), view.flat()))
        seen[0] = 5
        self.assertEqual(view[0], 5.0)

        class Summed:
            name, ops, dtypes = "summed", ("add",), ("bfloat16",)

            def apply(self, op, *operands):
                first, *rest = map(numpy.asarray, operands)
                return sum(rest, first)

        for law in ("elements", "computed"):
            self.assertEqual(bcast.check(Summed, law).verdict, "holds", bcast.check(Summed, law).report)


class Names(unittest.TestCase):
    def test_a_capability_has_the_name_that_it_has_everywhere(self):
        caps = Responder(type("Mine", (Right,), {
            "max_size": 2**31, "costly": True, "reject": False, "overlap": False, "strided": True})(),
        ).capabilities()  # fmt: skip
        self.assertEqual(caps["max_size"], 2**31)
        self.assertIs(caps["costly"], True)
        self.assertIs(caps["reject"], False)
        self.assertIs(caps["overlap"], False)
        old = type("Mine", (Right,), {"cost": "compile", "overlap": "undefined", "reject": "undefined"})
        self.assertEqual({k: v for k, v in Responder(old()).capabilities().items()
                          if k in ("costly", "overlap", "reject")},
                         {"costly": True, "overlap": False, "reject": False})  # fmt: skip

    def test_a_name_that_is_nearly_one_is_refused_with_it(self):
        def told(**names):
            with self.assertRaises(bcast.SubjectError) as refused:
                Responder(type("Mine", (Right,), names)())
            return str(refused.exception)

        self.assertEqual(told(max_rnk=3),
                         "right.max_rnk has no meaning; did you mean 'max_rank'? Let a name of your own "
                         "begin with _")  # fmt: skip
        self.assertIn("did you mean 'matmul_shape'?", told(matmul_shapes=lambda self, a, b: a))
        self.assertIn("did you mean 'refusals'?", told(refusal=(TypeError,)))
        Responder(type("Mine", (Right,), {"_max_rnk": 3, "broadcast_to": print, "table": {}})())
        for attribute, value in (("exact", "yes"), ("max_rank", -1), ("max_rank", "3"), ("ops", "add")):
            with self.assertRaisesRegex(bcast.SubjectError, f"right.{attribute} is {value!r}; expected"):
                Responder(type("Mine", (Right,), {attribute: value})()).capabilities()

    def test_a_size_beyond_the_largest_is_not_asked(self):
        largest = []

        class Small(Right):
            max_size = 100

            def broadcast_shapes(self, *shapes):
                largest.append(max((n for s in shapes for n in s), default=0))
                return super().broadcast_shapes(*shapes)

        self.assertEqual(bcast.check(Small, "shape").verdict, "holds")
        self.assertLessEqual(max(largest), 100)

    def test_any_exception_may_be_a_refusal(self):
        class Refuses(Right):
            refusals = TypeError

            def broadcast_shapes(self, *shapes):
                try:
                    return join(*shapes)
                except ValueError as reason:
                    raise TypeError(str(reason)) from None

        self.assertEqual(bcast.check(Refuses, "shape").verdict, "holds")

    def test_a_reason_that_begins_with_a_place_goes_on(self):
        for text, words in (("2 and 3 differ\nmore", "2 and 3 differ"),
                            ("src/op.cpp:50\nthe shapes differ\nmore", "src/op.cpp:50 the shapes differ"),
                            ("Exception from a.cpp:5:\n\n  in B:\n the shapes differ",
                             "Exception from a.cpp:5: in B: the shapes differ"), ("", "")):  # fmt: skip
            self.assertEqual(_refusal(ValueError(text))["reject"], words)


if __name__ == "__main__":
    unittest.main()
