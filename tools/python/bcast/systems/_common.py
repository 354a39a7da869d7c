"""What the adapters share: operations by the names that most systems give them."""

from __future__ import annotations

import functools
from typing import Any, Callable, List

import numpy

from .._values import Unsupported, Wrong

NAMES = {
    "add": "add", "sub": "subtract", "mul": "multiply", "div": "divide", "pow": "power",
    "min": "minimum", "max": "maximum", "where": "where",
    "and": "logical_and", "or": "logical_or", "xor": "logical_xor",
    "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor",
    "equal": "equal", "not_equal": "not_equal", "less": "less", "less_equal": "less_equal",
    "greater": "greater", "greater_equal": "greater_equal",
}  # fmt: skip
GRADIENTS = [f"{op}_gradient" for op in ("add", "sub", "mul", "div")]
_FOLDED = ("add", "sub", "mul", "min", "max", "and", "or", "xor")
_OF_NUMBERS = ("add", "sub", "mul", "div", "pow", "min", "max")


def ops_of(module: Any) -> List[str]:
    """The operations that a module has by the usual names."""
    return [op for op, name in NAMES.items() if hasattr(module, name)]


def computed(op: str, function: Callable[..., Any], operands: Any, make: Callable[[Any], Any]) -> Any:
    """A function of the operands that `make` makes of NumPy's arrays; of more than two, folded."""
    arrays = [numpy.asarray(x) for x in operands]
    kind = arrays[0].dtype.kind
    if (op in _OF_NUMBERS and kind == "b") or (op == "div" and kind != "f"):
        raise Unsupported(f"{op} of {arrays[0].dtype}")
    made = [make(x) for x in arrays]
    if op == "where" or (len(made) == 2 and op != "where"):
        return function(*made)
    if op not in _FOLDED or len(made) < 2:
        raise Unsupported(f"{op} of {len(made)} operands")
    return functools.reduce(function, made)


def stored(value: Any, target: Any) -> None:
    """What became of a system's own array is written to the target that it stands for."""
    value, target = numpy.asarray(value), numpy.asarray(target)
    if value.shape != target.shape:
        raise Wrong(f"the target of shape {target.shape} has the shape {value.shape} now")
    numpy.copyto(target, value)


def floating(array: Any) -> Any:
    """A NumPy array of floats: most systems have gradients, and some products, of no other."""
    x = numpy.asarray(array)
    if x.dtype.kind != "f":
        raise Unsupported(f"it takes floats, and no {x.dtype}")
    return x
