"""Just enough of an array module for `bcast check --array-api`: arrays are lists, and cannot be
changed. It says things on the way that must not reach the pipe."""

import itertools
import math
import os

os.write(1, b"tiny arrays at your service\n")
print("and on standard output")

__version__ = "1.0"
bool, int32, float64 = bool, int, float


def longer(m, n):
    """The size of two that are equal, or one of which is 1."""
    if m != n and 1 not in (m, n):
        raise IndexError(f"\x1b[31m{m} against {n}")  # no terminal is to turn red
    return n if m == 1 else m


def broadcast_shapes(*shapes):
    result = ()
    for shape in shapes:
        rank = max(len(result), len(shape))
        pairs = zip(*((1,) * (rank - len(one)) + tuple(one) for one in (result, shape)))
        result = tuple(longer(m, n) for m, n in pairs)
    return result


class Array:
    def __init__(self, elements, shape):
        self.elements, self.shape = elements, tuple(shape)

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        place = 0
        for n, i in zip(self.shape, index):
            place = place * n + i
        return Array([self.elements[place]], ())

    def __bool__(self):
        return bool(self.elements[0])

    def __int__(self):
        return int(self.elements[0])

    def __float__(self):
        return float(self.elements[0])

    def __iadd__(self, other):
        return add(self, other)


def asarray(values, dtype):
    return Array([dtype(v) for v in values], (len(values),))


def reshape(x, shape):
    assert math.prod(shape) == len(x.elements)
    return Array(x.elements, shape)


def broadcast_to(x, shape):
    if broadcast_shapes(x.shape, shape) != tuple(shape):
        raise IndexError(f"{x.shape} into {shape}")
    lead = len(shape) - len(x.shape)
    elements = []
    for index in itertools.product(*map(range, shape)):
        place = 0
        for n, i in zip(x.shape, index[lead:]):
            place = place * n + (i if n > 1 else 0)
        elements.append(x.elements[place])
    return Array(elements, shape)


def broadcast_arrays(*x):
    shape = broadcast_shapes(*(one.shape for one in x))
    return [broadcast_to(one, shape) for one in x]


def elementwise(f):
    def of_arrays(x, y):
        x, y = broadcast_arrays(x, y)
        return Array([f(a, b) for a, b in zip(x.elements, y.elements)], x.shape)

    return of_arrays


add = elementwise(lambda a, b: a + b)
subtract = elementwise(lambda a, b: a - b)
less = elementwise(lambda a, b: a < b)
logical_and = elementwise(lambda a, b: a and b)
