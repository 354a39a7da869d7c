#!/usr/bin/env python3
"""Ask PyTorch about unbacked sizes, and array-api-extra about None, the Array API's unknown size.

JAX's symbols are asked by field_jax.py, OpenVINO's intervals by field_openvino.py, ONNX's names by
field_onnx.py. A letter is an unbacked size of PyTorch; `?` is a None of the Array API.

Exit status: 0 if every table is as in facts/field/unknown.json, 1 if one is not, 77 if a package is
missing.
"""

import logging
import sys
import warnings
from typing import Any

from field_table import Answer, Question, Shape, guarded, main, needs, of_cases, tuples, verdict

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
torch, fake, symbolic, xpx = needs(
    "torch", "torch._subclasses.fake_tensor", "torch.fx.experimental.symbolic_shapes", "array_api_extra"
)


# The rules


def padded(operands: tuple[Shape, ...]) -> Any:
    rank = max(map(len, operands), default=0)
    return zip(*((1,) * (rank - len(s)) + tuple(s) for s in operands))


def assumed(*operands: Shape) -> Shape | None:
    """An unbacked size is taken to equal every size that is not 1, and each axis keeps its first name."""
    result: list[Any] = []
    same: dict[Any, Any] = {}

    def known(size: Any) -> Any:
        while size in same:
            size = same[size]
        return size

    for axis in padded(operands):
        named = [s for s in axis if s != 1]
        sizes = list(dict.fromkeys(map(known, named)))
        numbers = [s for s in sizes if isinstance(s, int)]
        if len(numbers) > 1:
            return None
        joined = (numbers or sizes or [1])[0]
        same.update({s: joined for s in sizes if s != joined})
        result.append((numbers or named or [1])[0])
    return tuple(known(s) if isinstance(known(s), int) else s for s in result)


def propagated(*operands: Shape) -> Shape | None:
    """None with anything is None; the known sizes of an axis are compared."""
    result: list[Any] = []
    for axis in padded(operands):
        numbers = {s for s in axis if s not in ("?", 1)}
        if len(numbers) > 1:
            return None
        result.append("?" if "?" in axis else numbers.pop() if numbers else 1)
    return tuple(result)


# The ways to ask


def subtracted(operands: tuple[Shape, ...]) -> tuple[list[Any], dict[str, str], Any]:
    """The sizes of the difference of fake tensors, the names of PyTorch's sizes, and the environment."""
    environment = symbolic.ShapeEnv()
    made: dict[str, Any] = {}
    with fake.FakeTensorMode(shape_env=environment):
        for name in sorted({s for o in operands for s in o if isinstance(s, str)}):
            made[name] = environment.create_unbacked_symint()
            torch._check(made[name] >= 0)
        answer = torch.sub(*(torch.empty(tuple(made.get(s, s) for s in o)) for o in operands))
        sizes = [str(s) for s in answer.shape]
    return sizes, {str(size): name for name, size in made.items()}, environment


def unbacked(*operands: Shape) -> Answer:
    sizes, names, _ = subtracted(operands)
    return Answer(tuple(int(s) if s.isdigit() else names.get(s, s) for s in sizes))


def checks(*operands: Shape) -> str:
    """What PyTorch leaves to be checked when the sizes are known."""
    _, names, environment = subtracted(operands)
    found = [str(c.expr) for entry in environment.deferred_runtime_asserts.values() for c in entry]
    text = "; ".join(c for c in found if c.startswith("Eq"))
    for symbol, name in names.items():
        text = text.replace(symbol, name)
    return text or "no check"


def standard(*operands: Shape) -> Answer:
    shapes = [tuple(None if s == "?" else s for s in o) for o in operands]
    answer = xpx.broadcast_shapes(*shapes)
    return Answer(tuple("?" if s is None else s for s in answer))


def ask(way: Any) -> Any:
    return guarded(way, (RuntimeError, ValueError))


def questions() -> list[Question]:
    return [
        Question("torch.sub, unbacked sizes", "assumed to be equal",
                 "two operands, rank <= 1, sizes a, b, 0 to 3", tuples(2, 1, ["a", "b", 0, 1, 2, 3]),
                 ask(unbacked), assumed),
        Question("torch.sub, unbacked sizes, rank 2", "assumed to be equal",
                 "two operands, rank <= 2, sizes a, b, 1, 2", tuples(2, 2, ["a", "b", 1, 2]),
                 ask(unbacked), assumed),
        Question("array_api_extra.broadcast_shapes", "propagated",
                 "two operands, rank <= 2, sizes ?, 0 to 3", tuples(2, 2, ["?", 0, 1, 2, 3]),
                 ask(standard), propagated),
        Question("array_api_extra.broadcast_shapes of three", "propagated",
                 "three operands, rank <= 1, sizes ?, 0 to 3", tuples(3, 1, ["?", 0, 1, 2, 3]),
                 ask(standard), propagated),
    ]


def verdicts() -> list[dict[str, str]]:
    rows = []
    for asked, case in (
        ("unknown against 1", (("a",), (1,))), ("unknown against 0", (("a",), (0,))),
        ("unknown against n", (("a",), (3,))), ("unknown against itself", (("a",), ("a",))),
        ("unknown against another", (("a",), ("b",))), ("one name against 2 and 3", (("a", "a"), (2, 3))),
    ):
        answer = ask(unbacked)(*case)
        row = verdict(f"{asked}, torch.sub", case, answer)
        rows.append(row | ({"checked later": checks(*case)} if answer.shape is not None else {}))
    return rows + of_cases("array_api_extra", ask(standard), (
        ("unknown against 1", (("?",), (1,))), ("unknown against 0", (("?",), (0,))),
        ("unknown against n", (("?",), (3,))), ("unknown against unknown", (("?",), ("?",))),
        ("0 against 1", ((0,), (1,))), ("0 against n", ((0,), (2,))), ("no operand", ()),
    ))


if __name__ == "__main__":
    VERSIONS = {"torch": torch.__version__, "array-api-extra": xpx.__version__}
    sys.exit(main("unknown", __doc__, VERSIONS, questions(), verdicts))
