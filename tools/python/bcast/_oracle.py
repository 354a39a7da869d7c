"""Questions about shapes, answered by the documents' transcriptions and by the verifier."""

from __future__ import annotations

import numbers
import operator
from dataclasses import dataclass
from html import escape
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type, Union

from . import _native
from ._native import Json

#: A size: a number; None if it is not known; or text for one with a name or a bound: "N", "<=8".
Size = Union[int, str, None]
#: The sizes of a shape, or "*" if not even the rank is known.
Shape = Union[Tuple[Size, ...], str]
#: What is taken as a shape: sizes, text such as "8x1x6x1", "f32[2,3]" or "tensor<?x4xf32>", one
#: number, or anything with `.shape`.
ShapeLike = Any


class _NoShape(ValueError):
    """Why there is no shape."""

    #: The tag of the clause that decides, such as "array_api.A14".
    clause: str
    #: What the clause says.
    statement: str
    #: The axis of the result at which it fails, from 0, or None.
    axis: Optional[int]
    #: The positions of the two operands that clash, or ().
    operands: Tuple[int, ...]
    #: The rule that was asked.
    rule: str

    def __init__(self, answer: Json, rule: str) -> None:
        self.clause = answer["clause"]
        self.statement = answer["statement"]
        self.axis = answer.get("axis")
        self.operands = tuple(answer["operands"])
        self.rule = rule
        where = "" if self.axis is None else f"axis {self.axis} of the result: "
        super().__init__(f"{self._what} under {rule}: {where}{answer['why']} [{self.clause}]")

    _what = ""


class BroadcastError(_NoShape):
    """The shapes do not broadcast."""

    _what = "does not broadcast"


class Unspecified(_NoShape):
    """The document says nothing about these shapes."""

    _what = "unspecified"


_ERRORS: Dict[str, Type[_NoShape]] = {"refused": BroadcastError, "silent": Unspecified}


def _size(size: Any) -> Size:
    if size is None or isinstance(size, str):
        return size
    try:
        return operator.index(size)
    except TypeError:
        return str(size)  # a symbolic size, such as JAX's


def shape_of(value: ShapeLike) -> Union[str, List[Size]]:
    """The shape as a question has it. Raises TypeError for what is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Integral):  # an integer of NumPy has a .shape too
        return [int(value)]
    sizes: Any = getattr(value, "shape", value)
    try:
        return ["?" if size is None else size for size in map(_size, sizes)]
    except TypeError:
        raise TypeError(
            f"{value!r} is not a shape: expected sizes such as (2, 3), text such as '2x3', "
            "or something with .shape"
        ) from None


def sizes_of(shape: Union[str, List[Size]]) -> Shape:
    """The shape as Python has it."""
    if isinstance(shape, str):
        return shape
    return tuple(None if size == "?" else size for size in shape)


def _question(ask: str, shapes: Sequence[ShapeLike], rule: str, dims: Any = None) -> Json:
    question: Json = {"ask": ask, "rule": rule, "shapes": [shape_of(s) for s in shapes]}
    if dims is not None:
        question["dims"] = [operator.index(d) for d in dims]
    return question


def _answer(question: Json) -> Json:
    """The answer, if it is a shape; an error is raised otherwise."""
    answer = _native.ask(question)
    if answer["verdict"] in _ERRORS:
        raise _ERRORS[answer["verdict"]](answer, question["rule"])
    return answer


def broadcast_shapes(
    *shapes: ShapeLike, rule: str = "array_api", dims: Optional[Sequence[int]] = None
) -> Shape:
    """The shape to which shapes broadcast under a rule.

    `dims` are broadcast dimensions, of XLA, CHLO or StableHLO. If the rule is the name of a
    document, its transcribed text answers; otherwise the verifier does. `bcast.rules()` lists them.

    >>> bcast.broadcast_shapes((8, 1, 6, 1), (7, 1, 5))
    (8, 7, 6, 5)

    Raises BroadcastError [array_api.A14, sonnx.C1, xla.X12, mlir.A4], Unspecified where the document
    is silent, and ValueError for an unknown rule and for text that is no shape.
    """
    return sizes_of(_answer(_question("shape", shapes, rule, dims))["shape"])


def operand_index(
    *shapes: ShapeLike,
    at: Sequence[int],
    rule: str = "array_api",
    dims: Optional[Sequence[int]] = None,
) -> Tuple[Tuple[int, ...], ...]:
    """For each operand, the index of the element that position `at` of the result reads.

    By SONNX's formulas [sonnx.F4, sonnx.F6], counted from 0.

    >>> bcast.operand_index((8, 1, 6, 1), (7, 1, 5), at=(1, 2, 3, 4))
    ((1, 0, 3, 0), (2, 0, 4))

    Raises what `broadcast_shapes` does, and IndexError if the result has no such element.
    """
    question = _question("index", shapes, rule, dims)
    question["at"] = [operator.index(k) for k in at]
    _answer({**question, "ask": "shape"})
    try:
        answer = _native.ask(question)
    except ValueError as reason:
        raise IndexError(str(reason)) from None
    return tuple(tuple(element["index"]) for element in answer["elements"])


@dataclass(frozen=True)
class Verified:
    """What a legal result leaves to be checked once all sizes are known [bcast.P42]."""

    #: The conditions, in words; () if nothing is left.
    conditions: Tuple[str, ...]
    #: Of the declared result: "certain" or "possible"; None if all sizes are known.
    declared: Optional[str]
    #: Why the shapes broadcast at no run time, or None.
    never: Optional[str]


def verify(operands: Sequence[ShapeLike], result: ShapeLike, rule: str = "sound") -> Verified:
    """Whether `result` may be declared for the operands, whose sizes may be unknown.

    >>> bcast.verify([("N", 3), (4, 1)], (4, 3))
    Verified(conditions=('dim 0 of operand 0 is 1 or 4',), declared='certain', never=None)

    By the text under "mlir" [mlir.A5], otherwise by the verifier. Raises BroadcastError and
    Unspecified.
    """
    question = _question("verify", operands, rule)
    question["result"] = shape_of(result)
    left = _answer(question).get("before_run_time", {})
    return Verified(tuple(left.get("conditions", ())), left.get("declared"), left.get("never"))


class Explanation:
    """How shapes are aligned, who answers, and the steps with their clauses.

    `str()` gives it as text. In a notebook it is a drawing.
    """

    #: "ok", "refused" or "silent".
    verdict: str
    #: The common shape, or None.
    shape: Optional[Shape]
    #: The clause that decides where there is no shape, or None.
    clause: Optional[str]
    #: The whole explanation as text.
    text: str
    #: The alignment as a picture.
    svg: str

    def __init__(self, answer: Json) -> None:
        self.verdict = answer["verdict"]
        self.shape = sizes_of(answer["shape"]) if self.verdict == "ok" else None
        self.clause = answer.get("clause")
        self.text = answer["text"]
        self.svg = answer.get("svg", "")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<bcast.Explanation: {self.shape if self.shape is not None else self.clause}>"

    def _repr_html_(self) -> str:
        return f"{self.svg}<pre>{escape(self.text)}</pre>"


def explain(
    *shapes: ShapeLike,
    rule: str = "array_api",
    dims: Optional[Sequence[int]] = None,
    at: Optional[Sequence[int]] = None,
    result: Optional[ShapeLike] = None,
) -> Explanation:
    """How shapes are aligned, step by step, with the clause of each step.

    With `at`, also which elements that position of the result reads; with `result`, a declared
    result is checked. A refusal is explained, not raised.
    """
    question = _question("explain", shapes, rule, dims)
    if at is not None:
        question["at"] = [operator.index(k) for k in at]
    if result is not None:
        question["result"] = shape_of(result)
    return Explanation(_native.ask(question))
