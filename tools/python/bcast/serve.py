"""Answers the pipe by a subject in Python: `bcast check --exec 'python -m bcast.serve MODULE'`."""

from __future__ import annotations

import json
import os
import sys
from typing import IO, Any

from ._declared import SubjectError
from ._native import parsed
from ._subject import Responder, load


def serve(responder: Responder, asks: IO[Any], answers: IO[Any]) -> None:
    """Answers each ask, a line each, until there are no more."""
    for line in asks:
        ask = parsed(line)
        answer = {"id": ask["id"], **responder.respond(ask)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def standard_output() -> IO[Any]:
    """Where the answers go. What the subject prints must not be read as one, and goes elsewhere."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return answers


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m bcast.serve package.module:subject")
    sys.path.insert(0, os.getcwd())
    try:
        serve(Responder(load(sys.argv[1])), sys.stdin, standard_output())
    except SubjectError as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
