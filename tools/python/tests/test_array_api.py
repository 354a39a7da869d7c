"""The adapter of array modules, asked without the program."""

import os
import sys
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("../../../proptests/adapters", "../../program/tests/data"):
    sys.path.insert(0, os.path.join(HERE, folder))

import array_api  # noqa: E402
import bcast_pipe  # noqa: E402


def functions_of(**changed):
    """The way of functions of a module like tiny_arrays, with some other functions."""
    import tiny_arrays

    module = types.ModuleType("changed_arrays")
    module.__dict__.update({**vars(tiny_arrays), "__name__": "changed_arrays", **changed})
    sys.modules["changed_arrays"] = module
    return array_api.Functions(array_api.Module("changed_arrays"))


def tensor(*shape, dtype="int32"):
    return {"dtype": dtype, "shape": list(shape), "values": [1] * bcast_pipe.math.prod(shape)}


def apply_ask(op, *shapes, out, dtype="int32"):
    return {"ask": "apply", "op": op, "in": [tensor(*s, dtype=dtype) for s in shapes],
            "out": [{"dtype": dtype, "shape": list(out)}]}  # fmt: skip


class Refusals(unittest.TestCase):
    def test_each_kind_of_question_shows_how_it_is_refused(self):
        import tiny_arrays

        def broadcast_to(x, shape):
            if len(shape) < len(x.shape):
                raise RuntimeError("fewer axes")
            return tiny_arrays.broadcast_to(x, shape)

        way = functions_of(broadcast_to=broadcast_to)
        for shape, out in (((2,), (3,)), ((1,), ()), ((2, 2), (2,))):
            with self.assertRaises(bcast_pipe.Refused):
                way.apply(apply_ask("copy", shape, out=out))
            with self.assertRaises(bcast_pipe.Refused):
                way.expand({"in": [list(shape)], "result": list(out)})

    def test_what_is_raised_where_nothing_is_to_be_refused_is_no_refusal(self):
        import tiny_arrays

        def add(x, y):
            if len(x.elements) > 2:
                raise RuntimeError("only small ones")
            return tiny_arrays.add(x, y)

        way = functions_of(add=add)
        with self.assertRaises(bcast_pipe.Refused):
            way.apply(apply_ask("add", (2,), (3,), out=(3,)))
        for shape in ((3,), (4,)):
            with self.assertRaisesRegex(RuntimeError, "only small ones"):
                way.apply(apply_ask("add", shape, shape, out=shape))

    def test_a_reason_that_begins_with_a_place_goes_on(self):
        self.assertEqual(bcast_pipe.first_words("src/op.cpp:50\nthe shapes differ\nmore"),
                         "src/op.cpp:50 the shapes differ")  # fmt: skip
        self.assertEqual(array_api.said(RuntimeError("Exception from a.cpp:5:\n in B")),
                         "RuntimeError: Exception from a.cpp:5: in B")  # fmt: skip


class Answers(unittest.TestCase):
    def test_a_wrong_result_type_is_named(self):
        import tiny_arrays

        def typed(dtype):
            def add(x, y):
                z = tiny_arrays.add(x, y)
                z.dtype = types.SimpleNamespace(name=dtype)
                return z

            return functions_of(add=add)

        ask = apply_ask("add", (2,), (2,), out=(2,))
        with self.assertRaisesRegex(RuntimeError, "^add of int32 returned float64; expected int32$"):
            typed("float64").apply(ask)
        for right in ("int32", "a type of its own"):
            self.assertEqual(typed(right).apply(ask), [{"shape": [2], "values": [2, 2]}])

    def test_products_are_asked_where_there_is_a_function(self):
        import tiny_arrays

        def matmul(x, y):
            (n, k), (also_k, m) = x.shape, y.shape
            if k != also_k:
                raise IndexError("no product")
            return tiny_arrays.Array([sum(x[i, j].elements[0] * y[j, c].elements[0] for j in range(k))
                                      for i in range(n) for c in range(m)], (n, m))  # fmt: skip

        self.assertNotIn("matmul", functions_of().handlers)
        way = functions_of(matmul=matmul)
        ask = {**apply_ask("", (2, 3), (3, 1), out=(2, 1)), "ask": "matmul"}
        self.assertEqual(way.handlers["matmul"](ask), [{"shape": [2, 1], "values": [3, 3]}])
        self.assertEqual(way.handlers["matmul_shape"]({"in": [[2, 3], [3, 1]]}), [2, 1])
        with self.assertRaises(bcast_pipe.Refused):
            way.handlers["matmul_shape"]({"in": [[2, 3], [2, 1]]})
        with self.assertRaises(bcast_pipe.Unsupported):
            way.matmul({**ask, "out": [{"dtype": "int32", "shape": [1, 2, 1]}]})


class Views(unittest.TestCase):
    def setUp(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is missing")
        module = types.ModuleType("copying_arrays")
        module.__dict__.update({k: v for k, v in vars(numpy).items() if not k.startswith("__")})
        module.from_dlpack = self.from_dlpack
        sys.modules["copying_arrays"] = module
        self.way = array_api.Out(array_api.Module("copying_arrays"))

    def from_dlpack(self, x):
        import numpy

        # The oldest NumPy reads DLPack, but does not write through it.
        dtype, t = numpy.dtype(x.memory.dtype), x.t
        strides = [s * dtype.itemsize for s in t["strides"]]
        offset = t["offset"] * dtype.itemsize
        view = numpy.ndarray(t["shape"], dtype, x.memory.bytes, offset, strides)
        return view.copy() if any(s < 0 for s in strides) else view

    def ask(self, strides, offset):
        storage = [{"dtype": "int32", "values": [1, 1]}, {"dtype": "int32", "values": [7, 7, 7, 7]}]
        x = {"storage": 0, "offset": 0, "shape": [2], "strides": [1]}
        return {"ask": "apply", "op": "add", "storage": storage, "in": [x, x],
                "out": [{"storage": 1, "offset": offset, "shape": [2], "strides": strides}]}  # fmt: skip

    def test_a_view_that_is_a_copy_is_no_target(self):
        self.assertTrue(self.way.shares)
        for strides, offset, after in (([1], 1, [7, 2, 2, 7]), ([3], 0, [2, 7, 7, 2])):
            self.assertEqual(self.way.apply(self.ask(strides, offset))[0]["storage"], after)
        with self.assertRaisesRegex(bcast_pipe.Unsupported, r"strides \[-1\] is a copy"):
            self.way.apply(self.ask([-1], 2))

    def test_products_have_a_target(self):
        ask = self.ask([1], 1)
        self.assertIn("matmul", self.way.handlers)
        ask["in"] = [{**t, "shape": s, "strides": [1, 1]} for t, s in zip(ask["in"], ([2, 1], [1, 2]))]
        ask["storage"][1]["values"] = [7] * 4
        ask["out"] = [{"storage": 1, "offset": 0, "shape": [2, 2], "strides": [1, 2]}]
        del ask["op"]
        self.assertEqual(self.way.handlers["matmul"](ask)[0]["storage"], [1, 1, 1, 1])


if __name__ == "__main__":
    unittest.main()
