"""A subject in Python: an object whose methods answer the asks of the pipe."""

from __future__ import annotations

import importlib
import math
import re
import traceback
from inspect import signature
from typing import Any, Callable, Dict, Optional, Tuple, Type

from ._declared import METHODS, SubjectError, declared, expect_no_misspelt_name, own_ops
from ._native import Json
from ._oracle import Unspecified, sizes_of
from ._values import Unsupported, Wrong, adjoint, apply, matmul, shown

_NEEDED = (
    "give it `def broadcast_shapes(self, *shapes)`, which returns the common shape or raises "
    "bcast.BroadcastError, or `def apply(self, op, *operands)`, which returns an array"
)


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
    expect_no_misspelt_name(found, path)
    return found


def _instead(subject: Any, name: str) -> str:
    """What to write for something without methods: a name in a module, if one is a subject."""
    inside = vars(subject) if hasattr(subject, "__file__") else {}
    subjects = [n for n, found in inside.items()
                if getattr(found, "__module__", None) == subject.__name__ and _methods(found)]  # fmt: skip
    return f"did you mean {name}:{subjects[0]}?" if len(subjects) == 1 else _NEEDED


def _methods(subject: Any) -> Dict[str, Callable[..., Any]]:
    found = ((name, getattr(subject, name, None)) for name in METHODS)
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
        expect_no_misspelt_name(subject, self.name)
        #: The exceptions by which the subject says that shapes do not broadcast.
        refusals = getattr(subject, "refusals", ValueError)
        self.refusals: Tuple[Type[BaseException], ...] = (
            (refusals,) if isinstance(refusals, type) else tuple(refusals)
        )

    def capabilities(self) -> Json:
        """The answer to the first ask."""
        s, has = self.subject, self.methods
        caps: Json = {
            "bcast": 1,
            "name": self.name,
            "rule": getattr(s, "rule", "array_api"),
            "ask": [word for word in _ANSWERS if word in has and word != "apply"],
            "elements": "base64",
            **declared(s, self.name),
        }
        own = own_ops(s, self.name)
        if own:
            caps["own_ops"] = {op: len(signature(f).parameters) for op, f in own.items()}
            if getattr(s, "ops", None) is None:
                caps["ops"] = list(own)
        computes = "apply" in has or "apply_to" in has
        ops = [*(caps["ops"] if computes else ()), *(["broadcast"] if "broadcast" in has else ()),
               *(["copy"] if "copy_to" in has else ())]  # fmt: skip
        caps["ops"] = list(dict.fromkeys(ops))
        if ops:
            caps["ask"].append("apply")
        if "apply_to" in has:  # it is given memory
            caps.setdefault("strided", True)
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
        except Wrong as reason:
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


def _place_of(reason: BaseException) -> str:
    """Where in the subject's code it was raised."""
    frames = traceback.extract_tb(reason.__traceback__)
    if not frames:
        return ""
    last = frames[-1]
    return f" ({last.filename}:{last.lineno}, in {last.name})"


def _first_words(text: str) -> str:
    """The first line, and the next ones while what there is names only a place: `a.cpp:50:`."""
    words = ""
    for line in text.split("\n"):
        words = f"{words} {line.strip()}".strip()
        if words and not (words.endswith(":") or re.fullmatch(r"\S+\.\w+(:\d+)*", words)):
            break
    return words[:200]


def _refusal(reason: BaseException) -> Json:
    word = "no_answer" if isinstance(reason, Unspecified) else "reject"
    answer: Json = {word: _first_words(str(reason))}
    axis, operands = getattr(reason, "axis", None), getattr(reason, "operands", ())
    if isinstance(axis, int):
        answer["at"] = {"axis": axis}
        if len(operands) == 2:
            answer["at"]["operands"] = list(operands)
    clause = getattr(reason, "clause", None)
    if isinstance(clause, str):
        answer["tag"] = clause
    return answer


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
        raise Wrong(
            f"{method} returned {shown(value)}; return the sizes, such as (2, 3), or raise "
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


def _matmul_shape(r: Responder, ask: Json) -> Any:
    shapes = map(sizes_of, ask["in"])
    return _shape("matmul_shape(a, b)", r.call("matmul_shape", *shapes))


def _value(r: Responder, ask: Json) -> Any:
    """What an operation of the subject's own gives for numbers; None where it gives none."""
    meaning = own_ops(r.subject, r.name)[ask["op"]]

    def one(row: Any) -> Any:
        try:
            value = float(meaning(*row))
        except Exception:
            return None
        return value if math.isfinite(value) else None

    return [one(row) for row in ask["in"]]


# The asks of the pipe. All but `apply` and `value` are named after the method that answers.
_ANSWERS: Dict[str, Callable[[Responder, Json], Any]] = {
    "broadcast_shapes": _join, "verify": _verify, "expand": _expand, "apply": apply,
    "adjoint": adjoint, "matmul_shape": _matmul_shape, "matmul": matmul, "value": _value,
}  # fmt: skip
