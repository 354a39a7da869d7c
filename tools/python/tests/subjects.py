"""Subjects that the tests name by their path."""

import os

import bcast


class Crashes:
    def broadcast_shapes(self, *shapes):
        os.abort()


class Interrupted:
    def broadcast_shapes(self, *shapes):
        raise KeyboardInterrupt


class NeedsArguments:
    def __init__(self, what):
        self.what = what

    def broadcast_shapes(self, *shapes):
        return ()


class Empty:
    pass


class Shy:
    """Answers for scalars alone."""

    def broadcast_shapes(self, *shapes):
        if any(shapes):
            raise bcast.Unsupported("an axis")
        return ()


class LargerSize:
    """Takes the larger size of each axis: 1 of 0 and 1. A missing axis is left out."""

    def broadcast_shapes(self, *shapes):
        rank = max(map(len, shapes))
        result = []
        for axis in range(-rank, 0):
            sizes = [s[axis] for s in shapes if len(s) >= -axis]
            if len(set(sizes) - {1}) > 1:
                raise ValueError("clash")
            result.append(max(sizes))
        return tuple(result)
