"""Answers the pipe by one of the systems: `bcast check --system NAME`."""

import json
import sys

from .._declared import SubjectError
from .._subject import Responder
from ..serve import serve, standard_output
from . import load

answers = standard_output()
try:
    serve(Responder(load(sys.argv[1])), sys.stdin, answers)
except SubjectError as reason:
    ask = json.loads(sys.stdin.readline())
    answers.write(json.dumps({"id": ask["id"], "error": str(reason)}) + "\n")
