#!/usr/bin/env python3
"""Ask NumPy's generalised ufuncs, and the batched products of PyTorch, about core and loop dimensions.

NumPy's are those of its API (matmul, vecdot, matvec, vecmat) and of its own tests, whose signatures
the module numpy._core._umath_tests has. PyTorch is asked if it is installed.

Exit status: 0 if every table is as in facts/field/gufunc.json, 1 if one is not, 77 if NumPy is missing.
"""

import functools
import importlib
import itertools
import re
import sys
from typing import Any

from field_table import (
    Answer, Question, Shape, guarded, joined, main, needs, of_cases, shapes, tuples, verdict,
)

np, umath_tests = needs("numpy", "numpy._core._umath_tests")
try:
    torch: Any = importlib.import_module("torch")
except ModuleNotFoundError:
    torch = None


# The rule: generalized-ufuncs.rst, lines 39 to 52 and 142 to 151, in its own order


def parsed(signature: str) -> list[list[list[str]]]:
    sides = signature.replace(" ", "").split("->")
    return [[a.split(",") if a else [] for a in re.findall(r"\(([^)]*)\)", s)] for s in sides]


def ruled(signature: str, *operands: Shape) -> Shape | None:
    inputs, (output,) = parsed(signature)
    absent: set[str] = set()
    # Note 5: a name with `?` that is missing in one operand is ignored in all.
    for names, shape in zip(inputs, operands):
        optional = [name for name in names if name.endswith("?")]
        if len(shape) < len(names) and len(names) - len(shape) <= len(optional):
            absent.update(optional[:len(names) - len(shape)])
    sizes: dict[str, int] = {}
    loops = []
    for names, shape in zip(inputs, operands):
        core = [name for name in names if name not in absent]
        if len(core) > len(shape):  # rule 1
            return None
        split = len(shape) - len(core)
        for name, size in zip(core, shape[split:]):  # rule 2, note 4
            known = int(name) if name.isdigit() else sizes.setdefault(name, size)
            if known != size:
                return None
        loops.append(shape[:split])  # rule 3
    loop = joined(*loops)
    core = [name for name in output if name not in absent]
    return None if loop is None else loop + tuple(  # rule 4
        int(name) if name.isdigit() else sizes[name] for name in core)


MATMUL = np.matmul.signature


# The ways to ask


def values(shape: Shape, number: int) -> Any:
    return (np.arange(int(np.prod(shape)), dtype=np.int64) * (3, 5, 7)[number] % 11).reshape(shape)


def numpy_way(function: Any, *operands: Shape) -> Answer:
    answer = function(*(values(s, i) for i, s in enumerate(operands)))
    return Answer(tuple(np.shape(answer)))


def product(operands: list[Any]) -> Any:
    """numpy.matmul's definition, element by element."""
    a, b = operands
    x = a[None, :] if a.ndim == 1 else a
    y = b[:, None] if b.ndim == 1 else b
    shape = joined(x.shape[:-2], y.shape[:-2])
    assert shape is not None
    x, y = (np.broadcast_to(m, shape + m.shape[-2:]) for m in (x, y))
    made = (x[..., :, :, None] * y[..., None, :, :]).sum(axis=-2)
    made = made[..., 0] if b.ndim == 1 else made
    return made[..., 0, :] if a.ndim == 1 and b.ndim > 1 else made[..., 0] if a.ndim == 1 else made


def multiplied(strides: bool, *operands: Shape) -> Answer:
    """matmul, with values; `strides`: every axis of size 3 is stretched from 1, with a stride of 0."""
    arrays = []
    for number, shape in enumerate(operands):
        kept = tuple(1 if s == 3 else s for s in shape) if strides else shape
        arrays.append(np.broadcast_to(values(kept, number), shape))
    answer = np.matmul(*arrays)
    same = np.array_equal(answer, product(arrays))
    return Answer(tuple(np.shape(answer)), "" if same else "other values")


def torch_way(strides: bool, *operands: Shape) -> Answer:
    arrays, tensors = [], []
    for number, shape in enumerate(operands):
        kept = tuple(1 if s == 3 else s for s in shape) if strides else shape
        array = values(kept, number)
        arrays.append(np.broadcast_to(array, shape))
        tensors.append(torch.from_numpy(array.astype(np.float64)).expand(shape))
    answer = torch.matmul(*tensors)
    right = answer.numpy()
    try:
        right = product(arrays)
    except (ValueError, AssertionError, IndexError):
        pass  # no value is right for what the rule refuses
    same = np.array_equal(answer.numpy(), right)
    return Answer(tuple(answer.shape), "" if same else "other values")


def bmm(*operands: Shape) -> Answer:
    tensors = [torch.from_numpy(values(s, i).astype(np.float64)) for i, s in enumerate(operands)]
    return Answer(tuple(torch.bmm(*tensors).shape))


def equal_batches(a: Shape, b: Shape) -> Shape | None:
    """torch.bmm: rank 3, and the same batch."""
    return (*a[:-1], b[-1]) if len(a) == len(b) == 3 and a[0] == b[0] and a[2] == b[1] else None


def questions() -> list[Question]:
    pairs, two = tuples(2, 3, range(4)), "two operands, rank <= 3, sizes 0 to 3"
    batches = [((*p, 2, 3), (*q, 3, 4)) for p, q in tuples(2, 2, range(4))]
    scope = "(p, 2, 3) and (q, 3, 4), p and q of rank <= 2, sizes 0 to 3"
    found = []

    def ask(asked: str, signature: str, where: str, cases: list[Any], way: Any) -> None:
        found.append(Question(asked, f"gufunc {signature}", where, cases,
                              guarded(way, (ValueError, RuntimeError, TypeError)),
                              lambda *operands: ruled(signature, *operands)))

    for name in ("matmul", "vecdot", "matvec", "vecmat"):
        function = getattr(np, name, None)
        if function is not None:
            ask(f"numpy.{name}", function.signature, two, pairs,
                lambda *s, f=function: numpy_way(f, *s))
    for name in ("inner1d", "matrix_multiply", "cross1d"):
        function = getattr(umath_tests, name)
        ask(f"_umath_tests.{name}", function.signature, two, pairs,
            lambda *s, f=function: numpy_way(f, *s))
    ask("_umath_tests.innerwt", umath_tests.innerwt.signature,
        "three operands, rank <= 2, sizes 0 to 2", tuples(3, 2, range(3)),
        lambda *s: numpy_way(umath_tests.innerwt, *s))
    ask("numpy.matmul, values", MATMUL, scope, batches, lambda *s: multiplied(False, *s))
    ask("numpy.matmul, values, strides of 0", MATMUL, scope, batches, lambda *s: multiplied(True, *s))
    if torch is not None:
        ask("torch.matmul", MATMUL, two, pairs, lambda *s: torch_way(False, *s))
        ask("torch.matmul, batches", MATMUL, scope, batches, lambda *s: torch_way(False, *s))
        ask("torch.matmul, strides of 0", MATMUL, scope, batches, lambda *s: torch_way(True, *s))
        found.append(Question("torch.bmm", "equal batches", "two operands of rank 3, sizes 0 to 2",
                              list(itertools.product(shapes(3, range(3), 3), repeat=2)),
                              guarded(bmm, RuntimeError), equal_batches))
    return found


def into(function: Any, out: Shape, *operands: Shape) -> Answer:
    made = np.empty(out, dtype=np.int64)
    return Answer(tuple(function(*(values(s, i) for i, s in enumerate(operands)), out=made).shape))


def verdicts() -> list[dict[str, str]]:
    rows = []
    errors = (ValueError, RuntimeError, TypeError)
    for asked, case in (
        ("a core axis is missing", ((), (3,))), ("an optional axis is missing", ((3,), (2, 3, 4))),
        ("core 1 against n", ((2, 1), (3, 4))), ("core 0 against 0", ((2, 0), (0, 4))),
        ("loop 0 against 1", ((1, 2, 3), (0, 3, 4))), ("loop 1 against 0", ((0, 2, 3), (1, 3, 4))),
        ("loop 0 against n", ((0, 2, 3), (2, 3, 4))), ("loop 1 against n", ((1, 2, 3), (5, 3, 4))),
        ("two vectors", ((3,), (3,))),
    ):
        rows.append(verdict(f"{asked}, numpy.matmul", case,
                            guarded(lambda *s: multiplied(False, *s), errors)(*case)))
        if torch is not None:
            rows.append(verdict(f"{asked}, torch.matmul", case,
                                guarded(lambda *s: torch_way(False, *s), errors)(*case)))
    for a, out in (
        *(((2, 3), out) for out in ((2, 4), (1, 2, 4), (5, 2, 4), (2, 1), (4,))),
        ((5, 2, 3), (2, 4)), ((5, 2, 3), (1, 2, 4)),
    ):
        case = (a, (3, 4))
        rows.append(verdict("an output is passed, numpy.matmul", (*case, "->", out),
                            guarded(into, errors)(np.matmul, out, *case)))
    for name, asked, cases in (
        ("cross1d", "a frozen size", (((2, 3), (3,)), ((2, 3), (1,)), ((2, 1), (3,)))),
        ("euclidean_pdist", "an output's size that no operand has", (((3, 2),),)),
    ):
        way = guarded(functools.partial(numpy_way, getattr(umath_tests, name)), errors)
        rows += of_cases(name, way, [(asked, case) for case in cases])
    return rows


if __name__ == "__main__":
    VERSIONS = {"numpy": np.__version__}
    if torch is not None:
        VERSIONS["torch"] = torch.__version__
    sys.exit(main("gufunc", __doc__, VERSIONS, questions(), verdicts))
