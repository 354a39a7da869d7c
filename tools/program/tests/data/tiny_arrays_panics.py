"""tiny_arrays, whose functions end in what is no Exception, as a panic in Rust is seen."""

import tiny_arrays
from tiny_arrays import *  # noqa: F401,F403


class Panic(BaseException):
    pass


def add(x, y):
    if len(x.elements) > 2:
        raise Panic("index out of bounds")
    return tiny_arrays.add(x, y)


def multiply(x, y):
    raise SystemExit("no products")
