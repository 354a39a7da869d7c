"""Any module that follows the Array API standard under test: array_api.py MODULE [--way WAY].

A way is how an operation is asked for. `functions`: subtract(x, y). `in-place`: x -= y, and
x[...] = y. `out`: subtract(x, y, out=z), which is not in the standard,
and with a mask: subtract(x, y, out=z, where=mask)."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import functools
import importlib
import itertools
import json
import math
import operator
import os
import resource
import signal
import struct
import sys
import time
import warnings
from typing import Any, Callable, Iterator

from bcast_pipe import (
    Json, Refused, Unsupported, first_words, flatten, fold, only_results, private_output, serve,
)  # fmt: skip

# What a module reads when it is imported, where the user has not set it.
ENVIRONMENT = {
    "jax": {"JAX_PLATFORMS": "cpu", "JAX_ENABLE_X64": "1"},
    "dask": {"DASK_SCHEDULER": "synchronous"},
}
BITS = {
    "bool": 8, "int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint8": 8, "uint16": 16,
    "uint32": 32, "uint64": 64, "float16": 16, "bfloat16": 16, "float32": 32, "float64": 64,
    "complex64": 64, "complex128": 128,
}  # fmt: skip
FUNCTIONS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "mod": "remainder",
    "pow": "pow", "min": "minimum", "max": "maximum", "sum": "add",
    "and": "logical_and", "or": "logical_or", "xor": "logical_xor",
    "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor",
    "shift_left": "bitwise_left_shift", "shift_right": "bitwise_right_shift",
    "equal": "equal", "not_equal": "not_equal", "less": "less", "less_equal": "less_equal",
    "greater": "greater", "greater_equal": "greater_equal",
}  # fmt: skip
# Questions that must be refused, the plainest first, and some that must not be: they show by which
# exceptions a module refuses.
CLASHES = [[(2,), (3,)], [(3,), (2,)], [(2,), (0,)], [(0,), (3,)], [(2, 1), (3, 2)], [(2, 2), (3,)]]
JOINS = [[(3,), (3,)], [(1,), (3,)], [(2, 1), (2,)], [(0,), (1,)]]
NO_TARGETS = [[(2,), (3,)], [(2,), (1,)], [(2,), (0,)], [(0,), (2,)], [(2,), ()], [(1,), ()],
              [(2, 2), (2,)], [(1, 2), (2,)]]  # fmt: skip
TARGETS = [[(3,), (3,)], [(1,), (3,)], [(), (2,)], [(2,), (2, 2)], [(1,), (0,)]]
NO_PRODUCTS = [[(2, 3), (2, 3)], [(3,), (2,)], [(), (2,)], [(2, 2), ()], [(2, 1), (2, 2)],
               [(2, 2, 2), (3, 2, 2)], [(2, 2), (0, 2)]]  # fmt: skip
PRODUCTS = [[(2, 3), (3, 2)], [(3,), (3,)], [(2, 2, 2), (2, 2)], [(2, 0), (0, 2)]]
IN_PLACE = {
    "add": operator.iadd, "sub": operator.isub, "mul": operator.imul, "div": operator.itruediv,
    "mod": operator.imod, "pow": operator.ipow,
    "and": operator.iand, "or": operator.ior, "xor": operator.ixor,
    "bitwise_and": operator.iand, "bitwise_or": operator.ior, "bitwise_xor": operator.ixor,
    "shift_left": operator.ilshift, "shift_right": operator.irshift,
}  # fmt: skip
PREDICATES = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
LOGICAL = ("and", "or", "xor")
DIFFERENTIATED = ("add", "sub", "mul", "div", "min", "max")
SUFFIX = {"functions": "", "in-place": " in place", "out": " out="}


class Unusable(Exception):
    """The module cannot be asked at all."""


class Absent(Exception):
    """The module does not have this way."""


def said(reason: BaseException) -> str:
    text = first_words(str(reason))
    return f"{type(reason).__name__}: {text}" if text else type(reason).__name__


def dtype_name(x: Any) -> str:
    """`float32` of NumPy's, PyTorch's and other such types."""
    dtype = getattr(x, "dtype", None)
    return str(getattr(dtype, "name", dtype)).rpartition(".")[2]


def is_whole(dtype: str) -> bool:
    return "int" in dtype


def python_type(dtype: str) -> type:
    return int if is_whole(dtype) else bool if dtype == "bool" else complex if "complex" in dtype else float


def python_values(values: list, dtype: str) -> list:
    """The elements of an ask: numbers that JSON cannot express are text there."""
    return list(map(python_type(dtype), values))


def wrapped(value: int, dtype: str) -> int:
    """A whole number modulo 2^bits."""
    value &= (1 << BITS[dtype]) - 1
    signed = not dtype.startswith("u") and value >> (BITS[dtype] - 1)
    return value - (1 << BITS[dtype]) if signed else value


# Elements out of an array ------------------------------------------------------------------------


def element_by_element(x: Any, dtype: str) -> list:
    """The standard's own way: integer indexing, and the conversion of an array without axes."""
    kind = python_type(dtype)
    places = itertools.product(*(range(size) for size in x.shape))
    return [kind(x[place] if place else x) for place in places]


def converted_by(method: str) -> Callable[[Any, str], Any]:
    return lambda x, _: getattr(x, method)().tolist()


# The first that gives the elements that went in is used.
READERS = [
    lambda x, _: x.tolist(),
    *map(converted_by, ["__array__", "compute", "todense", "unwrap_numpy", "get", "numpy"]),
    lambda x, _: memoryview(x).tolist(),
    element_by_element,
]


# Views of memory, by DLPack ----------------------------------------------------------------------


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
    ]


class DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", DLTensor),
    ]


CPU = (1, 0)
CAPSULE = b"dltensor_versioned"
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
LIBC = ctypes.CDLL(None)
LIBC.malloc.restype = ctypes.c_void_p
LIBC.malloc.argtypes = [ctypes.c_size_t]


class Memory:
    """A storage of an ask, outside the library."""

    FORMATS = dict(zip(BITS, "?bhiqBHIQe fd"))

    def __init__(self, values: list, dtype: str) -> None:
        self.dtype = dtype
        self.format = f"={len(values)}{self.FORMATS[dtype]}"
        packed = struct.pack(self.format, *python_values(values, dtype))
        self.bytes = ctypes.create_string_buffer(packed, max(len(packed), 8))

    def values(self) -> list:
        return list(struct.unpack_from(self.format, self.bytes))


class View:
    """Part of a memory, for from_dlpack."""

    def __init__(self, memory: Memory, t: Json) -> None:
        self.memory, self.t = memory, t

    def __dlpack_device__(self) -> tuple:
        return CPU

    def __dlpack__(self, *, max_version: tuple | None = None, **_: Any) -> Any:
        if max_version is None or max_version[0] < 1:
            raise BufferError("only what has a version may be written")
        dtype, rank = self.memory.dtype, len(self.t["shape"])
        # The consumer calls the deleter at any time, even while an exception is raised: it is C's
        # own `free`, and one block holds all that it needs.
        header, sizes = ctypes.sizeof(DLManagedTensorVersioned), ctypes.c_int64 * max(2 * rank, 1)
        address = LIBC.malloc(header + ctypes.sizeof(sizes))
        sizes.from_address(address + header)[: 2 * rank] = [*self.t["shape"], *self.t["strides"]]
        exported = DLManagedTensorVersioned.from_address(address)
        exported.major, exported.minor, exported.manager_ctx, exported.flags = 1, 0, None, 0
        exported.deleter = ctypes.cast(LIBC.free, ctypes.c_void_p).value
        z = exported.tensor
        z.data = ctypes.addressof(self.memory.bytes)
        z.byte_offset = self.t["offset"] * (BITS[dtype] // 8)
        z.device_type, z.device_id = CPU
        z.code = 6 if dtype == "bool" else 1 if dtype[0] == "u" else 0 if is_whole(dtype) else 2
        z.bits, z.lanes, z.ndim = BITS[dtype], 1, rank
        z.shape, z.strides = address + header, address + header + 8 * rank
        return new_capsule(address, CAPSULE, None)


def places(t: Json) -> list[int]:
    """The positions of a tensor's elements in its storage, in row-major order."""
    axes = [range(0, n * s, s) if s else [0] * n for n, s in zip(t["shape"], t["strides"])]
    return [t["offset"] + sum(steps) for steps in itertools.product(*axes)]


# The module --------------------------------------------------------------------------------------


class Module:
    def __init__(self, name: str) -> None:
        self.name = name
        self.top = name.partition(".")[0]
        for key, value in ENVIRONMENT.get(self.top, {}).items():
            os.environ.setdefault(key, value)
        by = f"(by {sys.executable})"
        try:
            self.xp = importlib.import_module(name)
        except ModuleNotFoundError as reason:
            raise Unusable(f"{reason} {by}") from None
        except BaseException as reason:
            raise Unusable(f"cannot be imported: {said(reason)} {by}") from None
        missing = [one for one in ("asarray", "reshape") if not callable(getattr(self.xp, one, None))]
        if missing:
            raise Unusable(f"not an array module: it has no {missing[0]} {by}")
        self.readers: dict[str, Callable] = {}
        self.trials: dict[tuple, str] = {}
        self.refusals: dict[Any, set] = {}
        self.provocations: dict[Any, list] = {}
        self.dtypes = [dtype for dtype in BITS if self.has(dtype)]
        if not self.dtypes:
            raise Unusable(f"not an array module: none of its arrays can be read back {by}")

    def version(self) -> str:
        for module in (self.xp, sys.modules.get(self.top)):
            if isinstance(getattr(module, "__version__", None), str):
                return module.__version__
        return "0"

    def array(self, values: list, dtype: str, shape: list) -> Any:
        flat = self.xp.asarray(python_values(values, dtype), dtype=getattr(self.xp, dtype))
        return self.xp.reshape(flat, tuple(shape))

    def ones(self, dtype: str, *shape: int) -> Any:
        return self.array([1] * math.prod(shape), dtype, list(shape))

    def values(self, x: Any, dtype: str) -> list:
        return flatten(self.readers[dtype](x, dtype))

    def answers(self, op: str, ask: Json, call: Callable[[], list]) -> list[Json]:
        """The arrays that an operation returns, which have their element types too. A lazy one refuses
        as late as it is read."""
        with self.asked((op, ask["in"][-1]["dtype"])):
            z = call()
            values = [self.values(one, out["dtype"]) for one, out in zip(z, ask["out"])]
        for one, out in zip(z, ask["out"]):
            returned = dtype_name(one)
            if returned in BITS and returned != out["dtype"]:
                given = " and ".join(dict.fromkeys(t["dtype"] for t in ask["in"]))
                raise RuntimeError(f"{op} of {given} returned {returned}; expected {out['dtype']}")
        return [{"shape": [int(n) for n in one.shape], "values": v} for one, v in zip(z, values)]

    def has(self, dtype: str) -> bool:
        """Whether elements of this type come out of an array as they went in."""
        if getattr(self.xp, dtype, None) is None:
            return False
        most = (1 << (BITS[dtype] - (not dtype.startswith("u")))) - 1
        sample = [True, False] if dtype == "bool" else [most, 1] if is_whole(dtype) else [1.5, -2.0]
        sample = [1.5 - 2j, 2j] if "complex" in dtype else sample
        for reader in READERS:
            try:
                read = reader(self.array(sample, dtype, [1, 2]), dtype)
                while isinstance(read, list) and isinstance(read[0], list):
                    read = [v for row in read for v in row]
                if read != sample or [type(v) for v in read] != [type(v) for v in sample]:
                    continue
                if flatten(reader(self.array([], dtype, [2, 0]), dtype)) == []:
                    self.readers[dtype] = reader
                    return True
            except BaseException:
                continue
        return False

    @contextlib.contextmanager
    def asked(self, what: Any) -> Iterator[None]:
        """What the module raises for shapes that do not broadcast becomes Refused: ValueError, and
        the types that it raises when it is provoked."""
        try:
            yield
        except Unsupported:
            raise
        except MemoryError as reason:
            raise Unsupported(said(reason)) from None
        except BaseException as reason:
            if isinstance(reason, ValueError) or type(reason) in self.refusals_of(what):
                raise Refused(str(reason)) from None
            raise

    def provoke(self, what: Any, call: Callable, wrong: list, right: list) -> None:
        """Questions that the module must refuse, and others that it must not."""
        self.provocations.setdefault(what, []).append((call, wrong, right))

    def refusals_of(self, what: Any) -> set:
        """The types of the exceptions by which the module refuses: that of the plainest question,
        and those of the others which it does not raise where it must not refuse."""

        def raised(call: Callable, questions: list) -> set:
            types = set()
            for question in questions:
                try:
                    call(*question)
                except (Absent, Unsupported):
                    pass
                except BaseException as reason:
                    types.add(type(reason))
            return types

        for call, wrong, right in self.provocations.pop(what, ()):
            more = raised(call, wrong[1:]) - raised(call, right)
            self.refusals.setdefault(what, set()).update(raised(call, wrong[:1]) | more)
        return self.refusals.get(what, set())

    def trial(self, op: str, dtype: str, way: Callable[[str, str], None]) -> str:
        """What prevents the operation on this type even for two arrays of one shape; mostly ""."""
        if (op, dtype) not in self.trials:
            try:
                way(op, dtype)
                self.trials[op, dtype] = ""
            except BaseException as reason:
                self.trials[op, dtype] = str(reason) if type(reason) is Absent else said(reason)
        return self.trials[op, dtype]

    def function(self, op: str, dtype: str) -> Callable:
        name = "floor_divide" if op == "div" and is_whole(dtype) else FUNCTIONS.get(op, op)
        found = getattr(self.xp, name, None)
        if found is None:
            raise Absent(f"it has no {name}")
        return found

    def of_class(self) -> list[str]:
        """A type of each class: operations are tried on these first."""
        wanted = (["bool"], ["int32", "int64", "uint8"], ["float64", "float32"])
        return [next(d for d in some if d in self.dtypes) for some in wanted
                if any(d in self.dtypes for d in some)]  # fmt: skip

    def exact(self) -> bool:
        """The standard wants IEEE's floats, and leaves the overflow of whole numbers open: both
        are measured."""
        for dtype in self.dtypes:
            if dtype == "bool" or "complex" in dtype or BITS[dtype] == 16 and not is_whole(dtype):
                continue
            if is_whole(dtype):
                most = wrapped(-1, dtype) if dtype[0] == "u" else (1 << (BITS[dtype] - 1)) - 1
                pairs = [(most, 1), (0, 1), (-1 - most if dtype[0] != "u" else 0, most), (7, 11)]
                right = [wrapped(a - b, dtype) for a, b in pairs]
            else:
                small = 1e-310 if dtype == "float64" else 2.0**-140
                pairs = [(small, 2 * small), (1.0, 2.0**-20), (2.0**24, 3.0)]
                right = [a - b for a, b in pairs]
            try:
                x, y = (self.array(list(v), dtype, [len(pairs)]) for v in zip(*pairs))
                if self.values(self.function("sub", dtype)(x, y), dtype) != flatten(right):
                    return False
            except BaseException:
                continue  # it has no such operation
        return True

    def is_costly(self) -> bool:
        """Whether a call on new shapes takes more than 5 ms of the processor: JAX compiles for
        each, Dask plans each anew."""
        dtype = "float32" if "float32" in self.dtypes else self.dtypes[-1]

        def seconds(n: int) -> float:
            start = time.process_time()
            self.values(self.xp.add(self.ones(dtype, 1, n), self.ones(dtype, n + 6, 1)), dtype)
            return time.process_time() - start

        try:
            return min(seconds(n) for n in (2, 3, 5, 7)) > 0.005
        except BaseException:
            return False


# The way of functions ----------------------------------------------------------------------------


class Functions:
    def __init__(self, module: Module) -> None:
        self.m, self.xp = module, module.xp
        names = ["copy", "broadcast", "where", *FUNCTIONS]
        tried = [(op, d) for op in names for d in module.of_class() if not self.lacks(op, d)]
        self.ops = list(dict.fromkeys(op for op, _ in tried))
        self.is_free = "copy" in self.ops and self.stretches_freely()
        self.lacks("copy", self.dtype_of_shapes)  # learns how it refuses
        self.of_shapes()
        self.handlers = {}
        if self.joins:
            self.handlers["broadcast_shapes"] = self.broadcast_shapes
        if "copy" in self.ops:
            self.handlers["expand"] = self.expand
        if self.ops:
            self.handlers["apply"] = self.apply
        if module.top in ("jax", "torch"):
            self.ops += [f"{op}_gradient" for op in DIFFERENTIATED if op in self.ops]
        if callable(getattr(self.xp, "sum", None)):
            self.handlers["adjoint"] = self.adjoint
        self.multiplies = next((d for d in ("float32", "float64", "int64", "int32")
                                if d in module.dtypes and not self.lacks("matmul", d)), "")  # fmt: skip
        if self.multiplies:
            self.handlers.update(matmul_shape=self.matmul_shape, matmul=self.matmul)
        if not self.handlers:
            raise Absent("not an array module: it has no broadcast_to, and none of the functions")
        self.capabilities = {
            "dtypes": module.dtypes,
            "ops": self.ops,
            "exact": "sub" in self.ops and module.exact(),
            "promotes": True,
            "costly": module.is_costly(),
        }

    def of_shapes(self) -> None:
        """How shapes alone are asked about."""
        m, xp = self.m, self.xp
        self.joins: Callable | None = None
        if callable(getattr(xp, "broadcast_shapes", None)):
            self.joins = xp.broadcast_shapes
            m.provoke("broadcast_shapes", xp.broadcast_shapes, CLASHES, JOINS)
            return
        one = [op for op in ("broadcast", "add") if op in self.ops]
        if "copy" not in self.ops or not one:
            return
        self.joins = self.joined_by(one[0])
        for dtype in m.of_class():
            for learnt in m.provocations.get((one[0], dtype), ()):
                m.provoke("broadcast_shapes", *learnt)

    def joined_by(self, op: str) -> Callable:
        def broadcast_shapes(*shapes: tuple) -> tuple:
            x = [self.without_memory(shape) for shape in shapes]
            if not x:
                raise Unsupported("no operand")
            with self.m.asked("broadcast_shapes"):
                if op == "broadcast":
                    return self.xp.broadcast_arrays(*x)[0].shape
                return functools.reduce(self.xp.add, x).shape

        return broadcast_shapes

    def stretches_freely(self) -> bool:
        """Whether a broadcast of one element takes neither memory, for a moment at least, nor time."""

        def most() -> int:
            """The most memory so far, and what is held now."""
            with open("/proc/self/statm", encoding="ascii") as numbers:
                now = int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            return now + 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        many = 1 << 24
        try:
            zero = self.m.array([0], self.dtype_of_shapes, [1])
            before = most()
            for size in (1, 1 << 16, 1 << 20, many):  # the first call may compile
                start = time.process_time()
                stretched = self.xp.broadcast_to(zero, (size,))
                if size > 1 and time.process_time() - start > 0.05:
                    return False
            return tuple(stretched.shape) == (many,) and most() - before < many // 2
        except BaseException:
            return False

    @property
    def dtype_of_shapes(self) -> str:
        dtypes = [d for d in self.m.of_class() if d != "bool"] or self.m.dtypes
        return "int8" if "int8" in self.m.dtypes else dtypes[0]

    def without_memory(self, shape: tuple) -> Any:
        """An array of this shape; of one element, where the module can."""
        if math.prod(max(size, 1) for size in shape) > 1 << 20 and not self.is_free:
            raise Unsupported("an array of this shape is too large for the memory")
        try:
            return self.xp.broadcast_to(self.m.array([0], self.dtype_of_shapes, []), shape)
        except BaseException as reason:
            raise Unsupported(f"no array of this shape can be made: {said(reason)}") from None

    def lacks(self, op: str, dtype: str) -> str:
        return self.m.trial(op, dtype, self.tried)

    def lacks_both(self, op: str, one: str, other: str) -> str:
        """The same, of two operands of different types."""
        def tried(*_: str) -> None:
            self.m.function(op, other)(self.m.ones(one, 2), self.m.ones(other, 2))

        return self.m.trial(op, f"{one} and {other}", tried)

    def tried(self, op: str, dtype: str) -> None:
        m, xp = self.m, self.xp
        two, what = m.ones(dtype, 2), (op, dtype)

        def of_ones(function: Callable) -> Callable:
            return lambda *shapes: function(*(m.ones(dtype, *shape) for shape in shapes))

        if op == "copy":
            m.function("broadcast_to", dtype)(two, (3, 2))
            m.provoke(what, lambda x, shape: xp.broadcast_to(m.ones(dtype, *x), shape),
                      NO_TARGETS, TARGETS)
        elif op == "broadcast":
            m.function("broadcast_arrays", dtype)(two, two)
            m.provoke(what, of_ones(xp.broadcast_arrays), CLASHES, JOINS)
        elif op == "where":
            yes = m.ones("bool", 2)
            m.function("where", dtype)(yes, two, two)
            none = m.ones("bool", 1)
            m.provoke(what, of_ones(lambda x, y: xp.where(none, x, y)), CLASHES, JOINS)
            m.provoke(what, of_ones(lambda x: xp.where(yes, x, x)), [[(3,)], [(0,)]], [[(1,)], [(3, 2)]])
        elif op == "matmul":
            if dtype == "bool":
                raise Absent(f"{op} is not asked of {dtype}")
            m.values(m.function(op, dtype)(m.ones(dtype, 2, 2), m.ones(dtype, 2, 2)), dtype)
            m.provoke(what, of_ones(xp.matmul), NO_PRODUCTS, PRODUCTS)
        else:
            if (op in LOGICAL) != (dtype == "bool") and op not in ("equal", "not_equal"):
                raise Absent(f"{op} is not asked of {dtype}")
            function = m.function(op, dtype)
            m.values(function(two, two), "bool" if op in PREDICATES else dtype)
            m.provoke(what, of_ones(function), CLASHES, JOINS)

    def broadcast_shapes(self, ask: Json) -> list[int]:
        with self.m.asked("broadcast_shapes"):
            return [int(size) for size in self.joins(*map(tuple, ask["in"]))]

    def expand(self, ask: Json) -> list[int]:
        source = self.without_memory(tuple(ask["in"][0]))
        result = tuple(ask["result"])
        if math.prod(max(size, 1) for size in result) > 1 << 20 and not self.is_free:
            raise Unsupported("an array of this shape is too large for the memory")
        with self.m.asked(("copy", self.dtype_of_shapes)):
            return [int(size) for size in self.xp.broadcast_to(source, result).shape]

    def apply(self, ask: Json) -> list:
        op, dtype = ask["op"], ask["in"][-1]["dtype"]
        if op.endswith("_gradient"):
            return self.gradients(ask)
        first = ask["in"][0]["dtype"]
        mixed = op != "where" and first != dtype
        if lacks := self.lacks(op, dtype) or mixed and self.lacks_both(op, first, dtype):
            raise Unsupported(lacks)
        x = [self.m.array(t["values"], t["dtype"], t["shape"]) for t in ask["in"]]
        if op not in ("copy", "broadcast") and len(x) == 1:
            raise Unsupported("nothing is computed from one operand")
        if op != "copy":
            only_results(ask)

        def call() -> list:
            if op == "broadcast":
                return self.xp.broadcast_arrays(*x)
            if op == "copy":
                return [self.xp.broadcast_to(x[0], tuple(ask["out"][0]["shape"]))]
            if op == "where":
                return [self.xp.where(*x)]
            return [fold(self.m.function(op, dtype), lambda one: one)(*x)]

        return self.m.answers(op, ask, call)

    def gradients(self, ask: Json) -> list:
        """Of an operation of two operands, as JAX or PyTorch differentiates it."""
        g, *x = (self.m.array(t["values"], t["dtype"], t["shape"]) for t in ask["in"])
        function = self.m.function(ask["op"].partition("_")[0], ask["in"][0]["dtype"])

        def call() -> list:
            if self.m.top == "jax":
                return list(sys.modules["jax"].vjp(function, *x)[1](g))
            z = function(*(one.requires_grad_() for one in x))
            return list(sys.modules["torch"].autograd.grad(z, x, g))

        return self.m.answers(ask["op"], ask, call)

    def adjoint(self, ask: Json) -> list:
        """By the module's own function, if it has one, or else by its sums."""
        (t,), dtype, shape = ask["in"], ask["in"][0]["dtype"], tuple(ask["out"][0]["shape"])
        gradient = self.m.array(t["values"], dtype, t["shape"])

        def transposed() -> Any:
            jax = sys.modules["jax"]
            of = jax.ShapeDtypeStruct(shape, gradient.dtype)
            return jax.linear_transpose(lambda x: self.xp.broadcast_to(x, gradient.shape), of)(gradient)[0]

        def summed() -> Any:
            leading = len(t["shape"]) - len(shape)
            axes = [k for k in range(len(t["shape"])) if k < leading or shape[k - leading] == 1]
            sums = self.xp.sum(gradient, axis=tuple(axes), dtype=getattr(self.xp, dtype), keepdims=True)
            return self.xp.reshape(sums, shape)

        def call() -> list:
            if hasattr(gradient, "sum_to_size"):  # PyTorch
                return [gradient.sum_to_size(shape).to(gradient.dtype)]  # it widens integers
            return [transposed() if self.m.top == "jax" else summed()]

        return self.m.answers("adjoint", ask, call)

    def matmul_shape(self, ask: Json) -> list[int]:
        shapes = list(map(tuple, ask["in"]))
        if any(math.prod(max(n, 1) for n in s) > 1 << 16 for s in shapes):
            raise Unsupported("its operands have too many elements")
        x = [self.m.ones(self.multiplies, *shape) for shape in shapes]
        with self.m.asked(("matmul", self.multiplies)):
            return [int(size) for size in self.xp.matmul(*x).shape]

    def matmul(self, ask: Json) -> list:
        dtype = ask["in"][0]["dtype"]
        if self.lacks("matmul", dtype):
            raise Unsupported(self.lacks("matmul", dtype))
        only_results(ask)
        x = [self.m.array(t["values"], t["dtype"], t["shape"]) for t in ask["in"]]
        return self.m.answers("matmul", ask, lambda: [self.xp.matmul(*x)])


# The ways that have a target ---------------------------------------------------------------------


class Targets:
    """Common to both: what `call` does to a target `z` in a memory that the module shares, or if it
    shares none, in its own."""

    names: list[str]
    without: str
    in_place = False

    def __init__(self, module: Module) -> None:
        self.m, self.xp = module, module.xp
        dtypes = [d for d in module.dtypes if d in Memory.FORMATS and d != "bfloat16"]
        classes = module.of_class()
        reasons = {op: [self.lacks(op, d) for d in classes if self.asked_of(op, d)]
                   for op in self.names}  # fmt: skip
        self.ops = [op for op, all_ in reasons.items() if "" in all_]
        if not self.ops:
            raise Absent(self.without + next((why for w in reasons.values() for why in w), ""))
        self.seen: dict[tuple, bool] = {}
        self.shares = self.shares_memory()
        self.sees_overlap = self.shares and self.sees_that_views_overlap()
        self.handlers = {"apply": self.apply}
        self.capabilities = {
            "dtypes": dtypes,
            "ops": self.ops,
            "strided": True,
            "max_operands": 2,
            "exact": "sub" in self.ops and module.exact(),
        }

    def call(self, op: str, dtype: str, x: list, z: Any) -> None:
        raise NotImplementedError

    def asked_of(self, op: str, dtype: str) -> bool:
        return op in ("copy", "equal", "not_equal") or (op in LOGICAL) == (dtype == "bool")

    def lacks(self, op: str, dtype: str) -> str:
        return self.m.trial(op, dtype, self.tried)

    def tried(self, op: str, dtype: str) -> None:
        m, out = self.m, "bool" if op in PREDICATES else dtype

        def call(shape: tuple, target: tuple) -> Any:
            z = m.array([op != "copy"] * math.prod(target), out, list(target))
            other = m.ones(dtype, *shape)
            first = z if self.in_place else m.ones(dtype, *target)
            self.call(op, dtype, [other] if op == "copy" else [first, other], z)
            return z

        two = m.ones(dtype, 2)
        if op == "copy":
            expected = m.values(two, dtype)
        else:
            name = op.replace("bitwise_", "") if dtype == "bool" else op
            expected = m.values(m.function(name, dtype)(two, two), out)
        if m.values(call((2,), (2,)), out) != expected:
            raise Absent("the target is not written")
        m.provoke((op, dtype), call, NO_TARGETS, TARGETS)

    def one_call(self) -> tuple[str, str, str]:
        """An operation, the type of its operands, and the target's."""
        op = self.ops[0]
        dtype = next(d for d in reversed(self.m.of_class()) if not self.lacks(op, d))
        return op, dtype, "bool" if op in PREDICATES else dtype

    def shares_memory(self) -> bool:
        """Whether what the module writes to a view arrives in the memory of another."""
        op, dtype, out = self.one_call()
        memory = Memory([0] * 8, out)
        t = {"offset": 1, "shape": [2, 2], "strides": [3, 2]}
        try:
            z, ones = self.xp.from_dlpack(View(memory, t)), self.m.ones(dtype, 2, 2)
            x = [ones] if op == "copy" else [z if self.in_place else ones, ones]
            self.call(op, dtype, x, z)
            wanted, changed = self.m.values(z, out), memory.values()
        except BaseException:
            return False
        inside = [changed[p] for p in places(t)]
        return any(wanted) and inside == wanted and not any(changed[p] for p in (0, 2, 5, 7))

    def sees_that_views_overlap(self) -> bool:
        """Whether views that come from outside, each by itself, are copied before they are
        overwritten."""
        op, dtype, out = self.one_call()
        if out != dtype:
            return False

        def called(memory: Memory, other: Memory) -> list:
            x = self.xp.from_dlpack(View(other, {"offset": 0, "shape": [64], "strides": [1]}))
            z = self.xp.from_dlpack(View(memory, {"offset": 1, "shape": [64], "strides": [1]}))
            more = self.m.array([0 if k == 0 else 1 for k in range(64)], dtype, [64])
            operands = [x] if op == "copy" else [z, x] if self.in_place else [x, more]
            self.call(op, dtype, operands, z)
            return memory.values()

        def numbers() -> Memory:
            return Memory([k % 7 for k in range(65)], dtype)

        try:
            together = numbers()
            return called(together, together) == called(numbers(), numbers())
        except BaseException:
            return False

    def views(self, ask: Json, memory: list[Memory]) -> tuple[list, Any]:
        def view(t: Json) -> Any:
            try:
                return self.xp.from_dlpack(View(memory[t["storage"]], t))
            except BaseException as reason:
                text = f"no view of shape {t['shape']} with strides {t['strides']}: {said(reason)}"
                raise Unsupported(text) from None

        out = ask["out"][0]
        beside = any(t["storage"] == out["storage"] and t != out for t in ask["in"])
        if beside and math.prod(out["shape"]) and not self.sees_overlap:
            raise Unsupported("it does not see that views of one memory from outside overlap")
        z = view(out)
        if not self.is_view(z, memory[out["storage"]], out):
            raise Unsupported(f"its view of shape {out['shape']} with strides {out['strides']} is a copy")
        return [z if t == out else view(t) for t in ask["in"]], z

    def is_view(self, z: Any, memory: Memory, t: Json) -> bool:
        """Whether the module sees what is written to the memory of its view, at the first element and
        at the last one."""
        key = (memory.dtype, *t["shape"], *t["strides"])
        if key not in self.seen:
            kept, width = memory.bytes.raw, BITS[memory.dtype] // 8
            read = []
            for n in python_values([0, 1], memory.dtype):
                number = struct.pack("=" + memory.format[-1], n)
                for place in set(places(t)[:1] + places(t)[-1:]):
                    ctypes.memmove(ctypes.addressof(memory.bytes) + place * width, number, width)
                values = self.m.values(z, memory.dtype)
                read.append(values[:1] + values[-1:])
            ctypes.memmove(memory.bytes, kept, len(kept))
            self.seen[key] = not read[0] or all(a != b for a, b in zip(*read))
        return self.seen[key]

    def copies(self, ask: Json, storages: list[Json]) -> tuple[list, Any]:
        def array(t: Json) -> Any:
            where = places(t)
            if where != list(range(t["offset"], t["offset"] + len(where))):
                raise Unsupported("it shares no memory: only dense tensors are asked")
            of = storages[t["storage"]]
            return self.m.array([of["values"][p] for p in where], of["dtype"], t["shape"])

        out = ask["out"][0]
        x = [array(t) for t in ask["in"]]
        if out == ask["in"][0]:
            return x, x[0]
        if any(t["storage"] == out["storage"] for t in ask["in"]):
            raise Unsupported("it shares no memory: no tensors that overlap are asked")
        return x, array(out)

    def apply(self, ask: Json) -> list:
        op, storages = ask.get("op", "matmul"), ask["storage"]
        out, first = ask["out"][0], ask["in"][0]
        dtype, of_out = (storages[t["storage"]]["dtype"] for t in (ask["in"][-1], out))
        if self.lacks(op, dtype):
            raise Unsupported(self.lacks(op, dtype))
        if op != "copy" and len(ask["in"]) == 1 + op.endswith("_where"):
            raise Unsupported("nothing is computed from one operand")
        if self.in_place and op != "copy" and out != first:
            # Operand 0 is put in the target; an empty target may be operand 0 itself.
            if out["shape"] != first["shape"]:
                raise Unsupported("operand 0 does not have the target's shape")
            if out["storage"] in [t["storage"] for t in ask["in"]]:
                raise Unsupported("operand 0 is not the target")
            values = storages[first["storage"]]["values"]
            target = list(storages[out["storage"]]["values"])
            for to, source in zip(places(out), places(first)):
                target[to] = values[source]
            storages = list(storages)
            storages[out["storage"]] = {"dtype": of_out, "values": target}
        memory = [Memory(s["values"], s["dtype"]) for s in storages] if self.shares else []
        x, z = self.views(ask, memory) if self.shares else self.copies(ask, storages)
        before = self.after(out, storages, memory, z)
        if self.in_place and op != "copy":
            x[0] = z
        try:
            with self.m.asked((op, dtype)):
                self.call(op, dtype, x, z)
        except Refused as reason:
            if self.after(out, storages, memory, z) != before:
                raise RuntimeError(f"refused, but written: {reason}") from None
            raise
        if [int(n) for n in z.shape] != out["shape"]:
            raise RuntimeError(f"the target's shape has become {[int(n) for n in z.shape]}")
        return [{"shape": out["shape"], "storage": self.after(out, storages, memory, z)}]

    def after(self, out: Json, storages: list[Json], memory: list[Memory], z: Any) -> list:
        if self.shares:
            return flatten(memory[out["storage"]].values())
        storage = storages[out["storage"]]
        values = list(storage["values"])
        for place, value in zip(places(out), self.m.values(z, storage["dtype"])):
            values[place] = value
        return values


class InPlace(Targets):
    names = ["copy", *IN_PLACE]
    without = "its arrays cannot be changed: "
    in_place = True

    def call(self, op: str, dtype: str, x: list, z: Any) -> None:
        if op == "copy":
            z[...] = x[0]
            return
        change = operator.ifloordiv if op == "div" and is_whole(dtype) else IN_PLACE[op]
        if change(z, x[1]) is not z:
            raise Absent("x += y makes a new array")


class Out(Targets):
    names = [*FUNCTIONS, *(f"{op}_where" for op in FUNCTIONS)]
    without = "its functions take no out=: "

    def __init__(self, module: Module) -> None:
        super().__init__(module)
        if any(not self.lacks("matmul", dtype) for dtype in module.of_class()):
            self.handlers["matmul"] = self.apply

    def asked_of(self, op: str, dtype: str) -> bool:
        return super().asked_of(op.removesuffix("_where"), dtype)

    def tried(self, op: str, dtype: str) -> None:
        if op.endswith("_where"):
            out = "bool" if op.removesuffix("_where") in PREDICATES else dtype
            two, z = self.m.ones(dtype, 2), self.m.array([0, 0], out, [2])
            self.call(op, dtype, [self.m.array([False, False], "bool", [2]), two, two], z)
            if self.m.values(z, out) != [0, 0]:
                raise Absent("the mask is not read")
            return
        if op != "matmul":
            super().tried(op, dtype)
            return
        if dtype == "bool":
            raise Absent(f"{op} is not asked of {dtype}")

        def call(a: tuple, b: tuple) -> Any:
            z = self.m.ones(dtype, 2, 2)
            self.call(op, dtype, [self.m.ones(dtype, *a), self.m.ones(dtype, *b)], z)
            return z

        if self.m.values(call((2, 3), (3, 2)), dtype) != [3] * 4:
            raise Absent("the target is not written")
        self.m.provoke((op, dtype), call, NO_PRODUCTS, PRODUCTS[:1])

    def call(self, op: str, dtype: str, x: list, z: Any) -> None:
        if op.endswith("_where"):
            self.m.function(op.removesuffix("_where"), dtype)(*x[1:], out=z, where=x[0])
        else:
            self.m.function(op, dtype)(*x, out=z)


WAYS = {"functions": Functions, "in-place": InPlace, "out": Out}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("module")
    parser.add_argument("--way", choices=WAYS, default="functions")
    arguments = parser.parse_args()
    # A module may raise what is no Exception, as pyo3 does for a panic in Rust. All of that is caught;
    # whoever interrupts this process ends it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    output = private_output()
    warnings.simplefilter("ignore")
    try:
        module = Module(arguments.module)
        way = WAYS[arguments.way](module)
    except (Unusable, Absent) as reason:
        key = "error" if isinstance(reason, Unusable) else "unsupported"
        if arguments.way == "functions":
            key = "error"
        refusal = {"id": json.loads(sys.stdin.readline() or '{"id": ""}')["id"], key: str(reason)}
        print(json.dumps(refusal), file=output, flush=True)
        return
    name = f"{arguments.module} {module.version()}{SUFFIX[arguments.way]}"
    serve({"name": name, **way.capabilities}, way.handlers, (), output)


if __name__ == "__main__":
    main()
