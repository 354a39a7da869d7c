"""The library and the program that the package brings, or those of a build."""

from __future__ import annotations

import ctypes
import functools
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Union

Json = Dict[str, Any]

#: What the library, the program's options and the pipe call a rule.

_HERE = Path(__file__).resolve().parent


def _brought(variable: str, file: str, what: str) -> str:
    """The file that an environment variable names, or the one in the package."""
    path = os.environ.get(variable) or str(_HERE / file)
    if not os.path.exists(path):
        raise ImportError(f"{what} is missing: {path} (${variable} can name another)")
    return path


@functools.lru_cache(maxsize=None)
def program() -> str:
    """The path of the program `bcast`."""
    return _brought("BCAST_PROGRAM", "bin/bcast", "the program bcast")


def data() -> str:
    """The path of the folder of files that the package brings."""
    return _brought("BCAST_DATA", "share", "the data of bcast")


def include() -> str:
    """The path of the folder of the headers in C."""
    return _brought("BCAST_INCLUDE", "include", "the headers of bcast")


@functools.lru_cache(maxsize=None)
def _library() -> ctypes.CDLL:
    path = _brought("BCAST_LIBRARY", "libbcast_python.so", "the library of bcast")
    library = ctypes.CDLL(path)
    library.bcast_python_answer.argtypes = [ctypes.c_char_p]
    library.bcast_python_answer.restype = ctypes.c_void_p
    library.bcast_python_free.argtypes = [ctypes.c_void_p]
    library.bcast_python_free.restype = None
    return library


_WHOLE = ("in", "shapes", "shape", "result", "dims", "at", "strides", "offset")


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]+", value) else value


def _members(members: Json) -> Json:
    return {name: _whole(value) if name in _WHOLE else value for name, value in members.items()}


def parsed(text: Union[str, bytes]) -> Json:
    """A line of the pipe, or an answer. There a whole number beyond 2^53 is text; here it is an int."""
    value: Json = json.loads(text, object_hook=_members)
    return value


def ask(question: Json) -> Json:
    """The answer to a question of tools/explain/question.hpp. Raises ValueError for an error."""
    library = _library()
    address = library.bcast_python_answer(json.dumps(question).encode())
    if address is None:
        raise MemoryError
    try:
        answer = parsed(ctypes.string_at(address))
    finally:
        library.bcast_python_free(address)
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer


def run(*arguments: str) -> str:
    """What the program prints. Raises ValueError with its message for bad arguments."""
    ran = subprocess.run([program(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ran.returncode == 2:
        message = ran.stderr.decode(errors="replace").strip()
        raise ValueError(message[7:] if message.startswith("bcast: ") else message)
    if ran.returncode not in (0, 1, 3):
        raise OSError(ran.stderr.decode(errors="replace").strip() or f"status {ran.returncode}")
    return ran.stdout.decode()


def lines_of_json(text: str) -> List[Json]:
    return [parsed(line) for line in text.splitlines()]
