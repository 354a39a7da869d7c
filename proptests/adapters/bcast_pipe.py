"""The pipe's contract for adapters in Python: they give functions, this module reads and writes."""

from __future__ import annotations

import functools
import json
import math
import os
import re
import sys
from typing import Any, Callable, Dict, TextIO

Json = Dict[str, Any]


class Unsupported(Exception):
    """The library does not support what was asked."""


class Refused(Exception):
    """The shapes do not broadcast."""


WHOLE = ("in", "result", "dims", "shape", "strides", "offset")


def whole(value: Any) -> Any:
    if isinstance(value, list):
        return [whole(item) for item in value]
    return int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]+", value) else value


def parsed(line: str) -> Json:
    """An ask. On the pipe a whole number beyond 2^53 is text; here it is an int."""

    def members(given: Json) -> Json:
        numbers = (*WHOLE, "values") if "int" in given.get("dtype", "") else WHOLE
        return {name: whole(v) if name in numbers else v for name, v in given.items()}

    return json.loads(line, object_hook=members)


def fold(binary: Callable, single: Callable) -> Callable:
    """An operation on any number of operands, from left to right."""
    return lambda *x: functools.reduce(binary, x) if len(x) > 1 else single(*x)


def flatten(values: Any) -> list:
    """Nested lists of any depth as one list; numbers that JSON cannot express become text."""
    flat = values if isinstance(values, list) else [values]
    while flat and isinstance(flat[0], list):
        flat = [item for items in flat for item in items]
    if any(isinstance(v, complex) for v in flat):
        return [f"{v.real}{v.imag:+}j" for v in flat]
    if any(isinstance(v, float) and not math.isfinite(v) for v in flat):
        flat = [v if math.isfinite(v) else str(v) for v in flat]
    return [str(v) if type(v) is int and abs(v) > 2**53 else v for v in flat]


def joined(shapes: list) -> list | None:
    """The shape to which these broadcast; None if they clash."""
    rank = max(map(len, shapes))
    columns = zip(*([1] * (rank - len(s)) + s for s in shapes))
    sizes = [set(column) - {1} or {1} for column in columns]
    return None if any(len(s) > 1 for s in sizes) else [s.pop() for s in sizes]


def product(a: list, b: list) -> list | None:
    """The shape of the product of two matrices or vectors, whose leading axes broadcast."""
    batch = joined([a[:-2], b[:-2]])
    if batch is None or not a or not b or a[-1] != b[-2:][0]:
        return None
    return [*batch, *a[-2:-1], *(b[-1:] if len(b) > 1 else [])]


def only_results(ask: Json) -> None:
    """Raise Unsupported for an output of another shape than the operands' own: for a library whose
    operations return new arrays and have no target."""
    shapes = [t["shape"] for t in ask["in"]]
    result = product(*shapes) if ask["ask"] == "matmul" else joined(shapes)
    if result not in (None, ask["out"][0]["shape"]):
        raise Unsupported("its operations return new arrays and have no target")


def first_words(text: str) -> str:
    """The first line, and the next ones while what there is names only a place: `a.cpp:50:`."""
    words = ""
    for line in text.split("\n"):
        words = f"{words} {line.strip()}".strip()
        if words and not (words.endswith(":") or re.fullmatch(r"\S+\.\w+(:\d+)*", words)):
            break
    return words[:200]


def private_output() -> TextIO:
    """Standard output for the answers alone: what a library prints there goes to standard error."""
    private = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return private


def serve(
    capabilities: Json,
    handlers: dict[str, Callable[[Json], Any]],
    rejections: tuple,
    output: TextIO | None = None,
) -> None:
    """Answer every ask by the handler of its name. An exception among `rejections` means that the
    shapes do not broadcast; every other one but Unsupported is an error, also one that is no Exception:
    a panic in Rust is none. An interrupt ends the program."""
    capabilities = {"bcast": 1, "ask": list(handlers), **capabilities}
    for line in sys.stdin:
        ask = parsed(line)
        try:
            if ask["ask"] == "caps":
                answer = capabilities
            else:
                answer = {"ok": handlers[ask["ask"]](ask)}
        except Unsupported as reason:
            answer = {"unsupported": str(reason)}
        except (Refused, *rejections) as reason:
            answer = {"reject": first_words(str(reason))}
        except KeyboardInterrupt:
            raise
        except BaseException as reason:  # its type and text are the verdict
            answer = {"error": f"{type(reason).__name__}: {reason}"[:300]}
        print(json.dumps({"id": ask["id"], **answer}), file=output, flush=True)
