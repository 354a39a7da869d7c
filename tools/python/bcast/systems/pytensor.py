"""PyTensor: a graph is compiled for each combination of static shapes."""

import functools
from typing import Any

import pytensor
import pytensor.tensor as pt

from ._common import GRADIENTS, computed, floating

FUNCTIONS = {"add": pt.add, "sub": pt.sub, "mul": pt.mul, "div": pt.true_div, "where": pt.where,
             "min": pt.minimum, "max": pt.maximum,
             "equal": pt.eq, "less": pt.lt, "pow": pt.power}  # fmt: skip


@functools.lru_cache(maxsize=None)
def compiled(op: str, *types: Any) -> Any:
    """Sizes other than 1 are known when it runs."""
    inputs = [pt.tensor(dtype=dtype, shape=[1 if n else None for n in ones]) for dtype, ones in types]
    if op.endswith("_gradient"):
        gradient, x, y = inputs
        z = FUNCTIONS[op[: -len("_gradient")]](x, y)
        outputs = pytensor.grad(None, [x, y], known_grads={z: gradient})
    else:
        outputs = pt.matmul(*inputs) if op == "matmul" else FUNCTIONS[op](*inputs)
    return pytensor.function(inputs, outputs, mode=pytensor.Mode(linker="py", optimizer="fast_compile"),
                             on_unused_input="ignore")  # fmt: skip


def run(op: str, *arrays: Any) -> Any:
    types = [(str(x.dtype), tuple(n == 1 for n in x.shape)) for x in arrays]
    return compiled(op, *types)(*arrays)


class Subject:
    name = "pytensor " + pytensor.__version__
    ops = [*FUNCTIONS, *GRADIENTS]
    dtypes = ["int32", "float64"]
    refusals = (ValueError, TypeError, AssertionError)
    costly = True

    def expand(self, shape: Any, target: Any) -> Any:
        return pt.broadcast_to(pt.zeros(shape), target).type.shape

    def apply(self, op: str, *operands: Any) -> Any:
        if op.endswith("_gradient"):
            return run(op, *map(floating, operands))
        return computed(op, lambda *x: run(op, *x), operands, lambda x: x)

    def matmul(self, a: Any, b: Any) -> Any:
        return run("matmul", floating(a), floating(b))
