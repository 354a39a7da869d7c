"""The module's questions, by what the documents print."""

import doctest
import numbers
import unittest
from pathlib import Path

import bcast


class WithShape:
    def __init__(self, *shape):
        self.shape = shape


@numbers.Integral.register
class Number:
    """An integer that has a shape, as NumPy's."""

    shape = ()

    def __int__(self):
        return 3


class Symbol:
    """A size that is no number, as JAX's."""

    def __str__(self):
        return "N"


class Shapes(unittest.TestCase):
    def test_printed_examples(self):
        self.assertEqual(bcast.broadcast_shapes((8, 1, 6, 1), (7, 1, 5)), (8, 7, 6, 5))
        self.assertEqual(bcast.broadcast_shapes((5, 4), (1,)), (5, 4))
        self.assertEqual(bcast.broadcast_shapes((15, 3, 5), (3, 1)), (15, 3, 5))

    def test_what_is_a_shape(self):
        for one in ([2, 1], (2, 1), "2x1", "tensor<2x1xf32>", WithShape(2, 1), iter((2, 1))):
            self.assertEqual(bcast.broadcast_shapes(one, (3,)), (2, 3))
        self.assertEqual(bcast.broadcast_shapes(3, ()), (3,))
        self.assertEqual(bcast.broadcast_shapes(Number(), ()), (3,))
        for none in (object(), 2.5):
            with self.assertRaisesRegex(TypeError, "is not a shape: expected sizes such as"):
                bcast.broadcast_shapes(none)
        with self.assertRaisesRegex(ValueError, "'2x', character 3"):
            bcast.broadcast_shapes("2x")

    def test_a_size_of_any_length_is_an_int(self):
        for size in (2**53, 2**53 + 1, 2**60, 2**63 - 1):
            self.assertEqual(bcast.broadcast_shapes((size, 1), (1, 3)), (size, 3))
            self.assertEqual(bcast.broadcast_shapes((size,), rule="mlir"), (size,))
            self.assertEqual(bcast.explain((size,)).shape, (size,))
            at = (size - 1, 2)
            self.assertEqual(bcast.operand_index((size, 1), (1, 3), at=at), ((size - 1, 0), (0, 2)))
        self.assertEqual(bcast.broadcast_shapes(("N<=4", 1), (1, 3), rule="sound"), ("N<=4", 3))

    def test_a_refusal_names_axis_operands_and_clause(self):
        with self.assertRaises(bcast.BroadcastError) as caught:
            bcast.broadcast_shapes((2, 3), (4,))
        wrong = caught.exception
        self.assertEqual((wrong.axis, wrong.operands), (1, (0, 1)))
        self.assertEqual((wrong.clause, wrong.rule), ("array_api.A14", "array_api"))
        self.assertIn("axis 1 of the result: operand 0 has 3, operand 1 has 4 [array_api.A14]", str(wrong))
        self.assertTrue(wrong.statement)
        self.assertIsInstance(wrong, ValueError)

    def test_rules_differ_on_zero(self):
        self.assertEqual(bcast.broadcast_shapes((0,), (1,)), (0,))
        self.assertEqual(bcast.broadcast_shapes((0,), (1,), rule="xla"), (1,))
        with self.assertRaises(bcast.BroadcastError) as caught:
            bcast.broadcast_shapes((0,), (1,), rule="sonnx")
        self.assertEqual(caught.exception.clause, "sonnx.C1")
        with self.assertRaises(bcast.Unspecified) as silent:
            bcast.broadcast_shapes((0,), (1,), rule="mlir")
        self.assertEqual(silent.exception.clause, "mlir.G1")

    def test_unknown_sizes(self):
        self.assertEqual(bcast.broadcast_shapes((None, 3), (4, 1), rule="sound"), (4, 3))
        self.assertEqual(bcast.broadcast_shapes((None, 1), (1, 3), rule="mlir"), (None, 3))
        self.assertEqual(bcast.broadcast_shapes((Symbol(), 1), ("N", 3), rule="sound"), ("N", 3))
        self.assertEqual(bcast.broadcast_shapes("*", (3,), rule="sound"), "*")

    def test_broadcast_dimensions(self):
        self.assertEqual(bcast.broadcast_shapes((2, 3), (3,), rule="xla", dims=[1]), (2, 3))
        with self.assertRaises(bcast.BroadcastError):
            bcast.broadcast_shapes((2, 3), (3,), rule="xla", dims=[0])
        with self.assertRaises(ValueError):
            bcast.broadcast_shapes((2, 3), (3,), dims=[1])


class Index(unittest.TestCase):
    def test_which_element_is_read(self):
        self.assertEqual(
            bcast.operand_index((8, 1, 6, 1), (7, 1, 5), at=(1, 2, 3, 4)), ((1, 0, 3, 0), (2, 0, 4))
        )
        self.assertEqual(bcast.operand_index((), (2,), at=(1,)), ((), (1,)))
        self.assertEqual(
            bcast.operand_index((2, 3), (2,), at=(1, 2), rule="xla", dims=[0]), ((1, 2), (1,))
        )

    def test_no_such_element(self):
        for shapes, at in (((2, 3),), (2, 0)), (((2, 3),), (0,)), (((0,), (1,)), (0,)):
            with self.assertRaises(IndexError):
                bcast.operand_index(*shapes, at=at)
        with self.assertRaisesRegex(IndexError, "operand 0 has no elements"):
            bcast.operand_index((0,), (1,), at=(0,), rule="xla")
        with self.assertRaises(bcast.BroadcastError):
            bcast.operand_index((2,), (3,), at=(0,))


class Verify(unittest.TestCase):
    def test_what_is_left_to_assert(self):
        left = bcast.verify([("N", 3), (4, 1)], (4, 3))
        self.assertEqual(left.conditions, ("dim 0 of operand 0 is 1 or 4",))
        self.assertEqual((left.declared, left.never), ("certain", None))
        self.assertEqual(bcast.verify([(2, 3), (3,)], (2, 3)).conditions, ())
        with self.assertRaises(bcast.BroadcastError):
            bcast.verify([("N", 3), (4, 1)], (5, 3))


class Explain(unittest.TestCase):
    def test_text_and_pictures(self):
        e = bcast.explain((2, 3), (3,), at=(1, 2))
        self.assertEqual((e.verdict, e.shape, e.clause), ("ok", (2, 3), None))
        self.assertIn("[sonnx.F6] Z2[2,3]", str(e))
        self.assertTrue(e.svg.startswith("<svg"))
        self.assertIn("<svg", e._repr_html_())
        self.assertIn("&gt;", e._repr_html_())

    def test_the_element_of_a_scalar_is_explained(self):
        self.assertNotEqual(str(bcast.explain((), at=())), str(bcast.explain(())))
        with self.assertRaisesRegex(ValueError, "0 positions, the result 2 has rank 1"):
            bcast.explain((2,), at=())

    def test_a_refusal_is_explained(self):
        e = bcast.explain((2,), (3,))
        self.assertEqual((e.verdict, e.shape, e.clause), ("refused", None, "array_api.A14"))
        self.assertIn('class="clash"', e.svg)


class Facts(unittest.TestCase):
    def test_lists(self):
        self.assertIn("mlir@19", [rule.name for rule in bcast.rules()])
        self.assertIn("shape", [law.name for law in bcast.laws()])
        self.assertTrue(all(law.clause and law.statement for law in bcast.laws()))
        tags = [f.tag for f in bcast.findings("xla")]
        self.assertIn("xla.D4", tags)
        self.assertTrue(all(tag.startswith("xla") for tag in tags))
        self.assertGreater(len(bcast.findings()), len(tags))
        with self.assertRaisesRegex(ValueError, "no document is called 'nosuch'"):
            bcast.findings("nosuch")


class Examples(unittest.TestCase):
    def test_of_the_readme(self):
        readme = Path(__file__).resolve().parents[1] / "README.md"
        wrong, asked = doctest.testfile(str(readme), False)
        self.assertEqual(wrong, 0)
        self.assertGreater(asked, 5)

    def test_of_the_docstrings(self):
        runner = doctest.DocTestRunner()
        for function in (bcast.broadcast_shapes, bcast.operand_index, bcast.verify):
            (examples,) = doctest.DocTestFinder().find(function, module=False, globs={"bcast": bcast})
            wrong, asked = runner.run(examples)
            self.assertEqual((wrong, asked), (0, 1))


if __name__ == "__main__":
    unittest.main()
