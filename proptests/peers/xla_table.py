#!/usr/bin/env python3
"""Write what XlaBuilder infers for bounded and unknown sizes, as a table that a test reads.

Every pair of sizes on one axis, and every pair in which a tuple of broadcast dimensions matches them,
with either operand first. One pair a line: the operands, the tuple, a bar, and the inferred shape, or
`refused`.
"""

import itertools
import sys

from systems.xla import INTEGER, VERSION, xla_client

SIZES = ["?", "<=1", "<=2", "<=3", 0, 1, 2, 3]
UNBOUNDED = -(2**63)


def operand(builder, number, sizes):
    numbers = [
        UNBOUNDED if s == "?" else int(s.removeprefix("<=")) if isinstance(s, str) else s
        for s in sizes
    ]
    layout = list(reversed(range(len(sizes))))
    dynamic = [isinstance(s, str) for s in sizes]
    shape = xla_client.Shape.array_shape(INTEGER, numbers, layout, dynamic)
    return xla_client.ops.Parameter(builder, number, shape)


def inferred(operands, dims):
    builder = xla_client.XlaBuilder("case")
    x, y = (operand(builder, m, sizes) for m, sizes in enumerate(operands))
    try:
        shape = builder.get_shape(xla_client.ops.Sub(x, y, dims))
    except xla_client.XlaRuntimeError:
        return "refused"
    return str(shape).partition("[")[2].partition("]")[0].replace(",", "x")


def main() -> int:
    print(f"# XlaBuilder's Sub of {VERSION}; written by xla_table.py")
    for s, t in itertools.product(SIZES, repeat=2):
        for operands, dims in (([s], [t]), ()), (([s], [t, 4]), [0]), (([t, 4], [s]), [0]):
            text = " ".join("x".join(map(str, sizes)) for sizes in operands)
            print(text + (" dims=0" if dims else ""), "|", inferred(operands, dims))
    return 0


if __name__ == "__main__":
    sys.exit(main())
