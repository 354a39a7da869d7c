"""XLA: binary operations with broadcast dimensions, built by XlaBuilder and run on the CPU."""

import math
from collections.abc import Iterable

import jaxlib.version
import jaxlib.xla_client as xla_client
import numpy

from . import Answer, Case, Question, Shape, differences, told

if not hasattr(xla_client, "ops") or not hasattr(xla_client, "XlaBuilder"):
    raise ImportError("jaxlib has no XlaBuilder (0.4.30 has it)")

VERSIONS = {"jaxlib": jaxlib.version.__version__}
INTEGER = numpy.dtype(numpy.int32)
BATCH = 500

# The package jax would set this up before a buffer is made.
jit = xla_client._xla.jax_jit
jit.set_thread_local_state_initialization_callback(lambda: None)
jit.global_state().enable_memories = False

# What an error may mean, by a part of its text.
ERRORS = {
    "Shapes must be equal rank": frozenset({"xla.X3"}),
    "Binary op with incompatible shapes": frozenset({"xla.X11"}),
    "or be the identity on binary operations": frozenset({"xla.G2"}),
    "Size of broadcast_dimensions has to match": frozenset({"xla.X8", "xla.X9"}),
    "cannot be negative": frozenset({"xla.X9"}),
    "too large; higher-rank operand": frozenset({"xla.X9"}),
    "mismatch:": frozenset({"xla.X6"}),
    "dimensions order is wrong": frozenset({"xla.X10"}),
}


def parameter(builder: xla_client.XlaBuilder, number: int, shape: Shape) -> xla_client.XlaOp:
    sizes = xla_client.Shape.array_shape(INTEGER, shape)
    return xla_client.ops.Parameter(builder, number, sizes)


def infer(case: Case) -> Answer:
    builder = xla_client.XlaBuilder("case")
    x, y = (parameter(builder, m, shape) for m, shape in enumerate(case[:2]))
    try:
        shape = builder.get_shape(xla_client.ops.Sub(x, y, case[2]))
    except xla_client.XlaRuntimeError as rejection:
        error = str(rejection).splitlines()[0]
        tags = [tags for text, tags in ERRORS.items() if text in error]
        return Answer(tags=tags[0] if tags else frozenset(), error=error)
    return Answer(tuple(shape.dimensions()))


def run(backend: xla_client.Client, cases: list[Case]) -> Iterable[Answer]:
    """All cases of a batch are one computation."""
    builder = xla_client.XlaBuilder("batch")
    arguments: list = []
    results = []
    elements = []
    for case in cases:
        operands = []
        for shape, factor in zip(case[:2], (100, 1)):
            operands.append(parameter(builder, len(arguments), shape))
            values = numpy.arange(math.prod(shape), dtype=INTEGER).reshape(shape) * factor
            elements.append(values.ravel().tolist())
            arguments.append(backend.buffer_from_pyval(numpy.asarray(values, INTEGER)))
        results.append(xla_client.ops.Sub(*operands, case[2]))
    computation = builder.build(xla_client.ops.Tuple(builder, results))
    module = xla_client._xla.mlir.xla_computation_to_mlir_module(computation)
    for number, result in enumerate(backend.compile(module).execute(arguments)):
        values = numpy.asarray(result)
        operands = elements[2 * number : 2 * number + 2]
        yield told(cases[number], values.shape, values.ravel().tolist(), differences, *operands)


def compute(cases: list[Case]) -> Iterable[Answer]:
    answers = [infer(case) for case in cases]
    legal = [number for number, answer in enumerate(answers) if answer.shape is not None]
    backend = xla_client.make_cpu_client()
    for begin in range(0, len(legal), BATCH):
        batch = legal[begin : begin + BATCH]
        for number, answer in zip(batch, run(backend, [cases[number] for number in batch])):
            answers[number] = answer
    return answers


QUESTIONS = [
    Question("XlaBuilder's Sub, run on the CPU", "xla_client", "xla 0 1 2 3", compute),
    Question("XLA's own tests", "xla_client", "facts/xla_cases.jsonl", lambda cases: map(infer, cases)),
]
