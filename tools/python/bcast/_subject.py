"""A subject in Python: an object whose methods answer the asks of the pipe."""

from __future__ import annotations

import difflib
import importlib
import math
import traceback
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type

from ._arrays import DTYPES, Array, Storage, elements_of
from ._deprecated import of_subject
from ._native import Json
from ._oracle import Unspecified, sizes_of

METHODS = ("broadcast_shapes", "verify", "expand", "apply", "broadcast", "copy_to", "adjoint")
_NEEDED = (
    "give it `def broadcast_shapes(self, *shapes)`, which returns the common shape or raises "
    "bcast.BroadcastError, or `def apply(self, op, *operands)`, which returns an array"
)


class Unsupported(Exception):
    """Raised by a subject for a case that it does not support; the case is not counted."""


class SubjectError(ValueError):
    """What cannot be a subject, and what to write."""


def load(path: str) -> Any:
    """The subject at `package.module`, `package.module.name` or `package.module:name`.

    A class is made an object; a module with functions is a subject too. Raises SubjectError.
    """
    module, colon, rest = path.partition(":")
    names = rest.split(".") if colon else []
    while True:
        try:
            found: Any = importlib.import_module(module)
            break
        except ImportError as reason:
            missing = getattr(reason, "name", None)
            if colon or "." not in module or (missing and not (module + ".").startswith(missing + ".")):
                raise SubjectError(f"{path}: {reason}") from None
            module, _, last = module.rpartition(".")
            names.insert(0, last)
        except Exception as reason:  # whatever the module does as it is imported
            raise SubjectError(f"{path}: {type(reason).__name__}: {reason}") from None
    for name in names:
        if not hasattr(found, name):
            raise SubjectError(f"{path}: the module {module} has no '{name}'")
        found = getattr(found, name)
    if isinstance(found, type):
        try:
            found = found()
        except Exception as reason:
            raise SubjectError(f"{path}: {type(reason).__name__}: {reason}") from None
    methods_of(found, path)
    return found


def _instead(subject: Any, name: str) -> str:
    """What to write for something without methods: a name in a module, if one is a subject."""
    inside = vars(subject) if hasattr(subject, "__file__") else {}
    subjects = [n for n, found in inside.items()
                if getattr(found, "__module__", None) == subject.__name__ and _methods(found)]  # fmt: skip
    return f"did you mean {name}:{subjects[0]}?" if len(subjects) == 1 else _NEEDED


def _methods(subject: Any) -> Dict[str, Callable[..., Any]]:
    found = ((name, of_subject(subject, name)) for name in METHODS)
    return {name: method for name, method in found if callable(method)}


def methods_of(subject: Any, name: str) -> Dict[str, Callable[..., Any]]:
    """The methods that a subject has, by their names. Raises SubjectError where it has none."""
    has = _methods(subject)
    if not has:
        raise SubjectError(f"{name} has none of {', '.join(METHODS)}: {_instead(subject, name)}")
    return has


class Responder:
    """Answers the asks of the pipe by a subject's methods."""

    def __init__(self, subject: Any, name: Optional[str] = None) -> None:
        kind = subject if isinstance(subject, type) else type(subject)
        default = getattr(subject, "__name__", None) or kind.__name__
        self.subject = subject
        self.name = name or getattr(subject, "name", None) or default
        self.methods = methods_of(subject, self.name)
        #: The exceptions by which the subject says that shapes do not broadcast.
        self.refusals: Tuple[Type[BaseException], ...] = tuple(getattr(subject, "refusals", (ValueError,)))

    def capabilities(self) -> Json:
        """The answer to the first ask."""
        s, has = self.subject, self.methods
        ask = [word for word, method in _METHOD_OF.items() if method in has]
        ops: List[str] = []
        if "apply" in has:
            ops += list(getattr(s, "ops", ("sub",)))
        if "broadcast" in has:
            ops.append("broadcast")
        if "copy_to" in has:
            ops.append("copy")
        if ops:
            ask.append("apply")
        dtypes = list(getattr(s, "dtypes", ("bool", "int32", "float64")))
        for dtype in dtypes:
            if dtype not in DTYPES:
                like = difflib.get_close_matches(dtype, DTYPES, 1, 0.35)
                meant = f"did you mean {like[0]!r}? There are" if like else "there are"
                raise SubjectError(f"{self.name}.dtypes: no element type is called {dtype!r}; "
                                   f"{meant} {', '.join(DTYPES)}")  # fmt: skip
        caps: Json = {
            "bcast": 1,
            "name": self.name,
            "rule": of_subject(s, "rule", "array_api"),
            "ask": ask,
            "dtypes": dtypes,
            "elements": "base64",
            "ops": list(dict.fromkeys(ops)),
        }
        for limit in ("max_rank", "min_operands", "max_operands", "max_elements"):
            if hasattr(s, limit):
                caps[limit] = int(getattr(s, limit))
        for flag in ("unknown", "strided", "exact"):
            if getattr(s, flag, False):
                caps[flag] = True
        if getattr(s, "cost", None):
            caps["cost"] = s.cost
        if getattr(s, "overlap", None):
            caps["overlap"] = s.overlap
        return caps

    def respond(self, ask: Json) -> Json:
        """The answer to an ask. An exception of the subject's own is an error, with its place."""
        what = ask["ask"]
        if what == "caps":
            return self.capabilities()
        answer = _ANSWERS.get(what)
        if answer is None:
            return {"unsupported": f"no ask is called {what}"}
        try:
            return {"ok": answer(self, ask)}
        except _Wrong as reason:
            return {"error": str(reason)}
        except Unsupported as reason:
            return {"unsupported": str(reason)}
        except self.refusals as reason:
            return _refusal(reason)
        except Exception as reason:  # it is the verdict
            text = f"{type(reason).__name__}: {reason}{_place_of(reason)}"
            return {"error": f"{text}; if it means that the shapes do not broadcast, add "
                             f"{type(reason).__name__} to `refusals`"}  # fmt: skip

    def call(self, method: str, *arguments: Any, **keywords: Any) -> Any:
        return self.methods[method](*arguments, **keywords)


class _Wrong(Exception):
    """A method gave back what it should not."""


def _place_of(reason: BaseException) -> str:
    """Where in the subject's code it was raised."""
    frames = traceback.extract_tb(reason.__traceback__)
    if not frames:
        return ""
    last = frames[-1]
    return f" ({last.filename}:{last.lineno}, in {last.name})"


def _refusal(reason: BaseException) -> Json:
    word = "no_answer" if isinstance(reason, Unspecified) else "reject"
    answer: Json = {word: (str(reason).splitlines() or [""])[0][:200]}
    axis, operands = getattr(reason, "axis", None), getattr(reason, "operands", ())
    if isinstance(axis, int):
        answer["at"] = {"axis": axis}
        if len(operands) == 2:
            answer["at"]["operands"] = list(operands)
    clause = getattr(reason, "clause", None)
    if isinstance(clause, str):
        answer["tag"] = clause
    return answer


def _shown(value: Any) -> str:
    text = repr(value)
    return f"{text[:60]}{'...' if len(text) > 60 else ''} ({type(value).__name__})"


def _shape(method: str, value: Any) -> Any:
    """The sizes that a method returned."""
    sizes = getattr(value, "shape", value)
    if isinstance(sizes, str) and sizes == "*":
        return sizes
    try:
        if isinstance(sizes, (str, bytes)):
            raise TypeError
        return ["?" if n is None else n if isinstance(n, str) else int(n.__index__()) for n in sizes]
    except (TypeError, AttributeError):
        raise _Wrong(
            f"{method} returned {_shown(value)}; return the sizes, such as (2, 3), or raise "
            "bcast.BroadcastError or ValueError where the shapes do not broadcast"
        ) from None


def _join(r: Responder, ask: Json) -> Any:
    shapes = map(sizes_of, ask["in"])
    if "dims" in ask:
        shape = r.call("broadcast_shapes", *shapes, dims=tuple(ask["dims"]))
        return _shape("broadcast_shapes(*shapes, dims=...)", shape)
    return _shape("broadcast_shapes(*shapes)", r.call("broadcast_shapes", *shapes))


def _verify(r: Responder, ask: Json) -> Any:
    r.call("verify", [sizes_of(s) for s in ask["in"]], sizes_of(ask["result"]))
    return True


def _expand(r: Responder, ask: Json) -> Any:
    target = sizes_of(ask["result"])
    return _shape("expand(shape, target)", r.call("expand", sizes_of(ask["in"][0]), target))


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


def _fill(method: str, value: Any, z: Array) -> None:
    """Writes what a method returned to an output of its shape."""
    try:
        shape, elements = elements_of(value)
    except TypeError as reason:
        raise _Wrong(f"{method} returned {_shown(value)}: {reason}") from None
    if shape != z.shape:
        raise _Wrong(f"{method} returned shape {shape}; expected {z.shape}")
    for place, element in zip(z.places(), elements):
        try:
            z.storage[place] = element
        except Exception:
            raise _Wrong(f"{method} returned {_shown(element)} as an element of {z.dtype}") from None


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


def _apply(r: Responder, ask: Json) -> Any:
    memory, operands, outputs = _tensors(ask)
    op = ask["op"]
    if op == "copy" and "copy_to" in r.methods:
        r.call("copy_to", operands[0], outputs[0][1])
    elif op == "broadcast" and "broadcast" in r.methods:
        values = r.call("broadcast", *operands)
        if not isinstance(values, (list, tuple)) or len(values) != len(outputs):
            raise _Wrong(f"broadcast(*operands) returned {_shown(values)}; return "
                         f"{len(outputs)} arrays, one for each operand")  # fmt: skip
        for value, (_, z) in zip(values, outputs):
            _fill("broadcast(*operands)", value, z)
    else:
        if _joined([x.shape for x in operands]) not in (None, outputs[0][1].shape):
            raise Unsupported("apply returns a new array and has no target")
        value = r.call("apply", op, *operands)
        for _, z in outputs:
            _fill(f"apply({op!r}, *operands)", value, z)
    return _answered(memory, outputs)


def _adjoint(r: Responder, ask: Json) -> Any:
    memory, operands, outputs = _tensors(ask)
    value = r.call("adjoint", operands[0], outputs[0][1].shape)
    _fill("adjoint(gradient, shape)", value, outputs[0][1])
    return _answered(memory, outputs)


# The asks of the pipe: the method that a subject needs for each, beside `apply`, and how it is called.
_METHOD_OF = {
    "broadcast_shapes": "broadcast_shapes", "verify": "verify", "expand": "expand", "adjoint": "adjoint",
}  # fmt: skip
_ANSWERS: Dict[str, Callable[[Responder, Json], Any]] = {
    "broadcast_shapes": _join, "verify": _verify, "expand": _expand, "apply": _apply, "adjoint": _adjoint,
}  # fmt: skip
