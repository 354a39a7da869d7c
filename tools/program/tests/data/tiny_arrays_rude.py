"""tiny_arrays, whose sums are errors that speak to the terminal."""

import tiny_arrays
from tiny_arrays import *  # noqa: F401,F403


def add(x, y):
    if len(x.elements) > 2:
        raise OSError("\x1b[31mno sum today\x9b0m")
    return tiny_arrays.add(x, y)
