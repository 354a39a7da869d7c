"""What a subject in Python declares of itself, by the names that the kit has in every language."""

from __future__ import annotations

import difflib
import functools
import operator
from typing import Any, Dict

from . import _native
from ._native import Json
from ._storage import DTYPES

METHODS = ("broadcast_shapes", "verify", "expand", "apply", "apply_to", "broadcast", "copy_to",
           "adjoint", "matmul_shape", "matmul")  # fmt: skip


class SubjectError(ValueError):
    """What cannot be a subject, and what to write."""


@functools.lru_cache(maxsize=None)
def _capabilities() -> Json:
    """What a subject can declare, and the old words for it, as the kit has them."""
    return _native.ask({"ask": "capabilities"})


def expect_no_misspelt_name(subject: Any, name: str) -> None:
    """Raises SubjectError for a public name of a class or module that is nearly one with a meaning."""
    rows = _capabilities()
    known = [*METHODS, *(row["name"] for row in rows["capabilities"]), "name", "rule", "refusals",
             "own_ops"]  # fmt: skip
    old = [row["key"] for row in rows["old"]]
    inside = subject if hasattr(subject, "__file__") else type(subject)
    for own, value in vars(inside).items():
        home = getattr(value, "__module__", inside.__name__)
        imported = inside is subject and home != inside.__name__
        if own.startswith("_") or own in known or own in old or imported:
            continue
        like = difflib.get_close_matches(own, known, 1, 0.87)
        if like and callable(value) == (like[0] in METHODS):
            raise SubjectError(f"{name}.{own} has no meaning; did you mean {like[0]!r}? Let a name of "
                               "your own begin with _")  # fmt: skip


def own_ops(subject: Any, name: str) -> Dict[str, Any]:
    """The operations of a subject's own, each with what it gives for numbers. Raises SubjectError."""
    own = getattr(subject, "own_ops", None) or {}
    if not isinstance(own, dict) or not all(map(callable, own.values())):
        raise SubjectError(f"{name}.own_ops is {own!r}; expected names with functions of numbers, "
                           "{'clip': lambda x, low, high: min(max(x, low), high)}")  # fmt: skip
    return own


def _declared(subject: Any, name: str, row: Json) -> Any:
    """The value of a capability: the subject's attribute, by the name or an old word, or the default."""
    usual: Any = row["default"]
    if row["kind"] == "names":
        value = getattr(subject, row["name"], None)
        if isinstance(value, str):
            raise SubjectError(f"{name}.{row['name']} is {value!r}; expected a list of names")
        return usual.split(",") if value is None else list(value)
    if row["kind"] == "number":
        value = getattr(subject, row["name"], None)
        if value is None:
            return None
        try:
            number = operator.index(value)
        except TypeError:
            number = -1
        if number < 0:
            raise SubjectError(f"{name}.{row['name']} is {value!r}; expected a number")
        return number
    for old in _capabilities()["old"]:
        if old["name"] == row["name"] and getattr(subject, old["key"], None) == old["value"]:
            return old["now"]
    value = getattr(subject, row["name"], None)
    if value is not None and not isinstance(value, bool):
        raise SubjectError(f"{name}.{row['name']} is {value!r}; expected True or False")
    return value


def declared(subject: Any, name: str) -> Dict[str, Any]:
    """What a subject declares, as the pipe has it. Raises SubjectError."""
    all_of_it: Dict[str, Any] = {}
    for row in _capabilities()["capabilities"]:
        value = _declared(subject, name, row)
        if value is not None:
            all_of_it[row["name"]] = value
    for dtype in all_of_it["dtypes"]:
        if dtype not in DTYPES:
            like = difflib.get_close_matches(dtype, DTYPES, 1, 0.35)
            meant = f"did you mean {like[0]!r}? There are" if like else "there are"
            raise SubjectError(f"{name}.dtypes: no element type is called {dtype!r}; "
                               f"{meant} {', '.join(DTYPES)}")  # fmt: skip
    return all_of_it
