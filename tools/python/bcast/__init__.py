"""bcast: tensor broadcasting as published documents define it.

`broadcast_shapes`, `operand_index`, `explain` and `verify` ask a document's transcribed text or the
verifier. `check` asks a law of an implementation. `rules`, `laws` and `findings` list what the
project knows, and `data` is the folder of its files. No other package is needed.
"""

from ._arrays import Array
from ._check import Outcome, check
from ._declared import SubjectError
from ._facts import Finding, Law, Rule, data, findings, get_include, laws, rules
from ._oracle import (
    BroadcastError,
    Explanation,
    Shape,
    ShapeLike,
    Size,
    Unspecified,
    Verified,
    broadcast_shapes,
    explain,
    operand_index,
    verify,
)
from ._values import Unsupported

__version__ = "0.1.0"

# A message names them as a user does.
for _kind in (BroadcastError, Explanation, SubjectError, Unspecified, Unsupported, Verified):
    _kind.__module__ = __name__

__all__ = [
    "Array", "BroadcastError", "Explanation", "Finding", "Law", "Outcome", "Rule", "Shape",
    "ShapeLike", "Size", "SubjectError", "Unspecified", "Unsupported", "Verified",
    "broadcast_shapes", "check", "data", "explain", "findings", "get_include", "laws",
    "operand_index", "rules", "verify",
]  # fmt: skip
