"""tiny_arrays, which keeps 256 KiB of each question about shapes."""

import tiny_arrays
from tiny_arrays import *  # noqa: F401,F403

kept = []


def broadcast_shapes(*shapes):
    kept.append(b"x" * (256 << 10))
    return tiny_arrays.broadcast_shapes(*shapes)
