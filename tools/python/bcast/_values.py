"""Asks about elements: a subject's methods get arrays, and what they return or write is the answer."""

from __future__ import annotations

import math
from typing import Any, List, Optional, Sequence, Tuple

from ._arrays import Array, elements_of
from ._native import Json
from ._storage import DTYPES, Storage


class Unsupported(Exception):
    """Raised by a subject for a case that it does not support; the case is not counted."""


class Wrong(Exception):
    """A method gave back what it should not."""


def shown(value: Any) -> str:
    text = repr(value)
    return f"{text[:60]}{'...' if len(text) > 60 else ''} ({type(value).__name__})"


def _elements(t: Json) -> Any:
    return t["bytes"] if "bytes" in t else t["values"]


def _tensors(ask: Json) -> Tuple[List[Storage], List[Array], List[Tuple[int, Array]]]:
    """The storages of an ask, its operands, and its outputs with their storages' positions."""
    if "storage" in ask:
        memory = [Storage(s["dtype"], _elements(s)) for s in ask["storage"]]

        def strided(t: Json) -> Array:
            return Array(memory[t["storage"]], t["shape"], t["strides"], t["offset"])

        outputs = [(t["storage"], strided(t)) for t in ask["out"]]
        return memory, [strided(t) for t in ask["in"]], outputs
    memory = [Storage(t["dtype"], _elements(t)) for t in ask["in"]]
    operands = [Array(m, t["shape"]) for m, t in zip(memory, ask["in"])]
    outputs = []
    for t in ask["out"]:
        memory.append(Storage(t["dtype"], [0] * math.prod(t["shape"])))
        outputs.append((len(memory) - 1, Array(memory[-1], t["shape"])))
    return memory, operands, outputs


def _answered(memory: List[Storage], outputs: Sequence[Tuple[int, Array]]) -> List[Json]:
    return [{"shape": list(z.shape), "bytes": memory[home].base64()} for home, z in outputs]


def _dtype_of(value: Any) -> str:
    """The name of the element type of an array that has one, if it is one of ours."""
    dtype = getattr(value, "dtype", None)
    name = str(getattr(dtype, "name", dtype)).rpartition(".")[2]
    return name if name in DTYPES else ""


def _fill(method: str, value: Any, z: Array, operands: Sequence[Array]) -> None:
    """Writes what a method returned to an output of its shape."""
    try:
        shape, elements = elements_of(value)
    except TypeError as reason:
        raise Wrong(f"{method} returned {shown(value)}: {reason}") from None
    if shape != z.shape:
        raise Wrong(f"{method} returned shape {shape}; expected {z.shape}")
    if _dtype_of(value) not in ("", z.dtype):
        given = " and ".join(dict.fromkeys(x.dtype for x in operands))
        raise Wrong(f"{method} of {given} returned {_dtype_of(value)}; expected {z.dtype}")
    for place, element in zip(z.places(), elements):
        try:
            z.storage[place] = element
        except Exception:
            raise Wrong(f"{method} returned {shown(element)} as an element of {z.dtype}") from None


def _expect_unwritten(method: str, before: Sequence[bytes], memory: Sequence[Storage],
                      homes: Sequence[int], refused: bool) -> None:  # fmt: skip
    """Nothing was written where nothing may be: to a target after a refusal, to an operand ever."""
    for k, storage in enumerate(memory):
        if storage.bytes != before[k] and (refused or k not in homes):
            what = "its target" if k in homes else "an operand"
            raise Wrong(f"{method} {'refused, but ' if refused else ''}wrote to {what}")


def _with_memory(r: Any, method: str, tensors: Any, *arguments: Any, **keywords: Any) -> Any:
    """A call of a method that gets memory."""
    memory, _, outputs = tensors
    homes = [home for home, _ in outputs] if method in ("apply_to", "copy_to") else []
    before = [bytes(storage.bytes) for storage in memory]
    try:
        value = r.call(method, *arguments, **keywords)
    except r.refusals:
        _expect_unwritten(method, before, memory, homes, True)
        raise
    _expect_unwritten(method, before, memory, homes, False)
    return value


def _joined(shapes: Sequence[Sequence[int]]) -> Optional[Tuple[int, ...]]:
    """The shape to which these broadcast; None where they do not."""
    rank = max(map(len, shapes))
    result = []
    for column in zip(*([1] * (rank - len(s)) + list(s) for s in shapes)):
        others = set(column) - {1} or {1}
        if len(others) > 1:
            return None
        result.append(others.pop())
    return tuple(result)


def _product(a: Sequence[int], b: Sequence[int]) -> Optional[Tuple[int, ...]]:
    """The shape of the product of two; None where they have none."""
    if not a or not b or a[-1] != b[-2:][0]:
        return None
    batch = _joined([a[:-2], b[:-2]])
    return None if batch is None else (*batch, *a[-2:-1], *(b[-1:] if len(b) > 1 else ()))


def apply(r: Any, ask: Json) -> Any:
    memory, operands, outputs = tensors = _tensors(ask)
    op, out = ask["op"], outputs[0][1]
    if op == "copy" and "copy_to" in r.methods:
        _with_memory(r, "copy_to", tensors, operands[0], out)
    elif op == "broadcast" and "broadcast" in r.methods:
        values = _with_memory(r, "broadcast", tensors, *operands)
        if not isinstance(values, (list, tuple)) or len(values) != len(outputs):
            raise Wrong(f"broadcast(*operands) returned {shown(values)}; return "
                        f"{len(outputs)} arrays, one for each operand")  # fmt: skip
        for value, (_, z) in zip(values, outputs):
            _fill("broadcast(*operands)", value, z, operands)
    elif op.endswith("_gradient"):
        if "apply" not in r.methods:
            raise Unsupported("apply gives gradients")
        values = _with_memory(r, "apply", tensors, op, *operands)
        if not isinstance(values, (list, tuple)) or len(values) != len(outputs):
            raise Wrong(f"apply({op!r}, gradient, x, y) returned {shown(values)}; return two arrays, "
                        "the gradients at x and y")  # fmt: skip
        for value, (_, z) in zip(values, outputs):
            _fill(f"apply({op!r}, gradient, x, y)", value, z, operands)
    elif "apply_to" in r.methods:
        _with_memory(r, "apply_to", tensors, op, out, *operands)
    else:
        if _joined([x.shape for x in operands]) not in (None, out.shape):
            raise Unsupported("apply returns a new array and has no target; apply_to has one")
        value = _with_memory(r, "apply", tensors, op, *operands)
        _fill(f"apply({op!r}, *operands)", value, out, operands)
    return _answered(memory, outputs)


def matmul(r: Any, ask: Json) -> Any:
    memory, operands, outputs = tensors = _tensors(ask)
    out = outputs[0][1]
    if _product(*(x.shape for x in operands)) not in (None, out.shape):
        raise Unsupported("matmul returns a new array and has no target")
    _fill("matmul(a, b)", _with_memory(r, "matmul", tensors, *operands), out, operands)
    return _answered(memory, outputs)


def adjoint(r: Any, ask: Json) -> Any:
    memory, operands, outputs = tensors = _tensors(ask)
    value = _with_memory(r, "adjoint", tensors, operands[0], outputs[0][1].shape)
    _fill("adjoint(gradient, shape)", value, outputs[0][1], operands)
    return _answered(memory, outputs)
