"""Einsum with an ellipsis: ONNX's shape inference and reference evaluator, ONNX Runtime, and einsum of
NumPy and of PyTorch, if it is installed."""

import functools
import importlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy
import onnx.reference
from onnx import shape_inference

from . import PAIRS, RANDOM, Answer, Case, Question, each, products, told, verdicts as of
from .onnx import FLOAT, model, shape_of, values
from .onnxruntime import VERSIONS as INSTALLED, session_of

try:
    torch: Any = importlib.import_module("torch")
except ModuleNotFoundError:
    torch = None

VERSIONS = INSTALLED | {"numpy": numpy.__version__} | ({"torch": torch.__version__} if torch else {})
EQUATIONS = {"onnx_einsum": "...,...->...", "onnx_einsum_matmul": "...ij,...jk->...ik"}


def made(equation: str, operands: Any) -> Any:
    return model("Einsum", (FLOAT, FLOAT), operands, equation=equation)


def inferred(equation: str, case: Case) -> Answer:
    return shape_of(shape_inference.infer_shapes(made(equation, case), strict_mode=True))


@functools.cache
def compiled(load: Callable[[Any], Any], equation: str, ranks: tuple[int, ...]) -> Any:
    return load(made(equation, [("?",) * rank for rank in ranks]))


def run(load: Callable[[Any], Any], equation: str, *arrays: numpy.ndarray) -> numpy.ndarray:
    given = {f"x{i}": array for i, array in enumerate(arrays)}
    return compiled(load, equation, tuple(a.ndim for a in arrays)).run(None, given)[0]


def by_torch(equation: str, *arrays: numpy.ndarray) -> numpy.ndarray:
    return torch.einsum(equation, *map(torch.from_numpy, arrays)).numpy()


def computed(function: Callable[..., numpy.ndarray], equation: str, case: Case) -> Answer:
    arrays = [values(shape, FLOAT, i) for i, shape in enumerate(case)]
    result = function(equation, *arrays)
    said = told(case, result.shape, result.ravel().tolist(), products(result.size),
                *(a.ravel().tolist() for a in arrays))  # fmt: skip
    # A sum of no products has what was in the memory before.
    empty = result.size > 0 and not all(a.size for a in arrays)
    return said._replace(note=RANDOM) if said.note and empty else said


FUNCTIONS: dict[str, Any] = {
    "the reference evaluator": functools.partial(run, onnx.reference.ReferenceEvaluator),
    "ONNX Runtime": functools.partial(run, session_of),
    "numpy.einsum": numpy.einsum,
} | ({"torch.einsum": by_torch} if torch else {})


def ways(equation: str) -> dict[str, Callable[..., Iterable[Answer]]]:
    return {"shape inference": each(inferred, shape_inference.InferenceError, equation)} | {
        name: each(computed, Exception, function, equation) for name, function in FUNCTIONS.items()
    }


QUESTIONS = [
    Question(f"{equation}, {name}", rule, "2 3 0 1 2", way)
    for rule, equation in EQUATIONS.items()
    for name, way in ways(equation).items()
]


def verdicts() -> list[dict[str, str]]:
    stacks = [
        ("batches of 0 against 1", ((1, 2, 3), (0, 3, 4))),
        ("batches of other ranks", ((2, 2, 3), (3, 4))),
        ("an index of 1 against n", ((2, 1), (3, 4))),
    ]
    return [
        row
        for rule, cases in (("onnx_einsum", PAIRS), ("onnx_einsum_matmul", stacks))
        for name, way in ways(EQUATIONS[rule]).items()
        for row in of(f"Einsum, {name}", way, cases)
    ]
