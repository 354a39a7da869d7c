"""bcast: tensor broadcasting as published documents define it.

`shapes`, `index`, `explain` and `verify` ask a document's transcribed text or the verifier.
`check` asks a law of an implementation. `profiles`, `laws`, `findings` and `cases` list what the
project knows, and `data` is the folder of its files. No other package is needed.
"""

from ._arrays import Array
from ._check import Outcome, check
from ._facts import Case, Finding, Law, Profile, cases, data, findings, laws, profiles
from ._oracle import (
    Explanation,
    NoAnswer,
    Refused,
    Shape,
    ShapeLike,
    Size,
    Verified,
    explain,
    index,
    shapes,
    verify,
)
from ._subject import SubjectError, Unsupported

__version__ = "0.1.0"

# A message names them as a user does.
for _kind in (Explanation, NoAnswer, Refused, SubjectError, Unsupported, Verified):
    _kind.__module__ = __name__

__all__ = [
    "Array", "Case", "Explanation", "Finding", "Law", "NoAnswer", "Outcome", "Profile", "Refused",
    "Shape", "ShapeLike", "Size", "SubjectError", "Unsupported", "Verified", "cases", "check",
    "data", "explain", "findings", "index", "laws", "profiles", "shapes", "verify",
]  # fmt: skip
