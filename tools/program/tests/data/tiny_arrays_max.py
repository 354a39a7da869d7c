"""tiny_arrays with a mistake: 0 and 1 broadcast to 1."""

import tiny_arrays
from tiny_arrays import *  # noqa: F401,F403

right = tiny_arrays.longer


def longer(m, n):
    return max(right(m, n), m, n)


tiny_arrays.longer = longer
