"""What had another name: the old one still works, and warns."""

from __future__ import annotations

import functools
import sys
import warnings
from typing import Any, Callable, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])

_NAMES = {
    "shapes": "broadcast_shapes", "index": "operand_index", "profiles": "rules", "Profile": "Rule",
    "Refused": "BroadcastError", "NoAnswer": "Unspecified",
}  # fmt: skip
_KEYWORDS = {"profile": "rule"}
_OF_A_SUBJECT = {"broadcast_shapes": "infer", "rule": "profile"}


def _warn(old: str, new: str) -> None:
    """Warns of the line that called the package."""
    frame, level = sys._getframe(), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("bcast."):
        frame, level = frame.f_back, level + 1
    warnings.warn(f"{old} is deprecated; its name is {new}", DeprecationWarning, stacklevel=level)


def old_name(name: str) -> Any:
    """`bcast.shapes` and the others: the `__getattr__` of the module."""
    if name not in _NAMES:
        raise AttributeError(f"module 'bcast' has no attribute {name!r}")
    _warn(f"bcast.{name}", f"bcast.{_NAMES[name]}")
    return getattr(sys.modules["bcast"], _NAMES[name])


def old_keywords(function: _Function) -> _Function:
    """The function, which then takes its keywords by their old names too."""

    @functools.wraps(function)
    def called(*arguments: Any, **keywords: Any) -> Any:
        for old, new in _KEYWORDS.items():
            if old in keywords and new not in keywords:
                _warn(f"{old}=", f"{new}=")
                keywords[new] = keywords.pop(old)
        return function(*arguments, **keywords)

    return cast(_Function, called)


def old_attribute(old: str, new: str) -> Any:
    """A property that reads an attribute of another name."""

    def read(self: Any) -> Any:
        _warn(f"{type(self).__name__}.{old}", new)
        return getattr(self, new)

    return property(read)


def of_subject(subject: Any, name: str, default: Any = None) -> Any:
    """An attribute of a subject, which may have it by its old name."""
    old = _OF_A_SUBJECT.get(name, name)
    if hasattr(subject, name) or not hasattr(subject, old):
        return getattr(subject, name, default)
    _warn(f"{getattr(subject, '__name__', type(subject).__name__)}.{old}", name)
    return getattr(subject, old)
