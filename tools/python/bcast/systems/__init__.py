"""Adapters of other systems: `bcast check --system NAME` asks the class Subject of the module NAME here."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Any, List

from .._declared import SubjectError

#: What to give pip, where it is not the name of the system.
_PACKAGES = {"mlx": "'mlx[cpu]'", "paddle": "paddlepaddle", "tensorflow": "tensorflow-cpu"}


def names() -> List[str]:
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name for name in found if not name.startswith("_"))


def load(name: str) -> Any:
    """The subject of a system. Raises SubjectError if there is none, or if it is not installed."""
    if name not in names():
        raise SubjectError(f"no system is called '{name}'; there are {', '.join(names())}; "
                           "--array-api takes modules of the Array API standard")  # fmt: skip
    try:
        return importlib.import_module(f"{__name__}.{name}").Subject()
    except ImportError as reason:
        missing = (reason.name or name).partition(".")[0]
        package = _PACKAGES.get(missing, missing)
        raise SubjectError(f"{name} cannot be imported by {sys.executable}: {reason}; "
                           f"{sys.executable} -m pip install {package}") from None  # fmt: skip
    except Exception as reason:  # a driver or a compiler that it needs
        raise SubjectError(f"{name} does not start: {type(reason).__name__}: {reason}") from None
