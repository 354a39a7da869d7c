"""PyTorch's unbacked sizes, and None, the Array API's unknown size, in array-api-extra.

JAX's symbols are asked by jax.py, OpenVINO's intervals by openvino.py, ONNX's names by onnx.py. A
letter is an unbacked size of PyTorch; `?` is a None of the Array API.
"""

import logging
import warnings
from typing import Any

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

import array_api_extra  # noqa: E402
import torch  # noqa: E402
from torch._subclasses import fake_tensor  # noqa: E402
from torch.fx.experimental import symbolic_shapes  # noqa: E402

from . import Answer, Case, Question, each, verdicts as of  # noqa: E402

VERSIONS = {"torch": torch.__version__, "array-api-extra": array_api_extra.__version__}


def subtracted(case: Case) -> tuple[list[str], dict[str, str], Any]:
    """The sizes of the difference of fake tensors, the names of PyTorch's sizes, and the environment."""
    environment = symbolic_shapes.ShapeEnv()
    made: dict[str, Any] = {}
    with fake_tensor.FakeTensorMode(shape_env=environment):
        for name in sorted({s for shape in case for s in shape if isinstance(s, str)}):
            made[name] = environment.create_unbacked_symint()
            torch._check(made[name] >= 0)
        result = torch.sub(*(torch.empty(tuple(made.get(s, s) for s in shape)) for shape in case))
        sizes = [str(s) for s in result.shape]
    return sizes, {str(size): name for name, size in made.items()}, environment


def unbacked(case: Case) -> Answer:
    sizes, names, _ = subtracted(case)
    return Answer(tuple(int(s) if s.isdigit() else names.get(s, s) for s in sizes))


def checks(case: Case) -> str:
    """What PyTorch leaves to be checked when the sizes are known."""
    _, names, environment = subtracted(case)
    found = [str(c.expr) for entry in environment.deferred_runtime_asserts.values() for c in entry]
    text = "; ".join(c for c in found if c.startswith("Eq"))
    for symbol, name in names.items():
        text = text.replace(symbol, name)
    return text or "no check"


def standard(case: Case) -> Answer:
    shapes = [tuple(None if s == "?" else s for s in shape) for shape in case]
    result = array_api_extra.broadcast_shapes(*shapes)
    return Answer(tuple("?" if s is None else s for s in result))


ASK_TORCH, ASK_EXTRA = (each(way, (RuntimeError, ValueError)) for way in (unbacked, standard))
QUESTIONS = [
    Question("torch.sub, unbacked sizes", "torch_unbacked", "2 1 a b 0 1 2 3", ASK_TORCH),
    Question("torch.sub, unbacked sizes, rank 2", "torch_unbacked", "2 2 a b 1 2", ASK_TORCH),
    Question("array_api_extra.broadcast_shapes", "array_api@2025.12", "2 2 ? 0 1 2 3", ASK_EXTRA),
    Question("array_api_extra.broadcast_shapes of three", "array_api@2025.12", "3 1 ? 0 1 2 3",
             ASK_EXTRA),
]  # fmt: skip


def verdicts() -> list[dict[str, str]]:
    rows = []
    for asked, case in (
        ("unknown against 1", (("a",), (1,))), ("unknown against 0", (("a",), (0,))),
        ("unknown against n", (("a",), (3,))), ("unknown against itself", (("a",), ("a",))),
        ("unknown against another", (("a",), ("b",))), ("one name against 2 and 3", (("a", "a"), (2, 3))),
    ):  # fmt: skip
        (row,) = of("torch.sub", ASK_TORCH, [(asked, case)])
        rows.append(row if "error" in row else row | {"checked later": checks(Case(case))})
    return rows + of("array_api_extra", ASK_EXTRA, (
        ("unknown against 1", (("?",), (1,))), ("unknown against 0", (("?",), (0,))),
        ("unknown against n", (("?",), (3,))), ("unknown against unknown", (("?",), ("?",))),
        ("0 against 1", ((0,), (1,))), ("0 against n", ((0,), (2,))), ("no operand", ()),
    ))  # fmt: skip
