"""Laws asked of a subject in Python, in this process."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Any, List, Optional

from . import _native
from ._native import Json
from ._subject import Responder, load
from .serve import serve


@dataclass(frozen=True)
class Outcome:
    """What came out of one law."""

    law: str
    clause: str
    #: "holds", "known" (it fails as `xfail` says, and not otherwise), "broken" or "skipped".
    verdict: str
    #: How many cases were asked.
    cases: int
    #: How many more the subject does not support: it raised `Unsupported`.
    declined: int
    #: Why the law could not be asked, or "".
    skipped: str
    #: The smallest case that breaks it, as `--case` reads it, or None.
    case: Optional[str]
    #: The failure as the program prints it, or "".
    report: str

    def __bool__(self) -> bool:
        return self.verdict in ("holds", "known")


def _outcome(row: Json, report: str) -> Outcome:
    return Outcome(
        law=row["law"],
        clause=row["clause"],
        verdict=row["verdict"],
        cases=sum(row["sources"].values()),
        declined=row["declined"],
        skipped=row.get("skipped", ""),
        case=row["failure"]["smallest"] if row["verdict"] == "broken" else None,
        report=report,
    )


def _arguments(law: str, size: str, seed: Optional[int], cases: Optional[int],
               case: Optional[str], xfail: Optional[str], limit: float) -> List[str]:  # fmt: skip
    words = ["check", "--law", law, "--quiet", "--limit", str(limit)]
    if case is not None:
        return [*words, "--case", case]
    words += ["--size", size]
    if seed is not None:
        words += ["--seed", str(seed)]
    if cases is not None:
        words += ["--cases", str(cases)]
    if xfail is not None:
        words += ["--xfail", xfail]
    return words


def check(
    subject: Any,
    law: str,
    *,
    size: str = "core",
    seed: Optional[int] = None,
    cases: Optional[int] = None,
    case: Optional[str] = None,
    xfail: Optional[str] = None,
    isolate: bool = False,
    limit: float = 60.0,
) -> Outcome:
    """Asks a law of a subject: an object, a class, a module, or the path of one.

    `size` is "core", "push" or "nightly", `cases` the number of random cases instead of the
    size's, `case` the only one to ask, `xfail` a file of expected failures, `limit` the seconds
    that one case may take. With `isolate` the subject, which must be a path then, runs in a process
    of its own, so that a crash is a failure and not the end.

    >>> bcast.check("mypackage.subject", "shape").verdict
    'holds'

    Raises ValueError for bad arguments, and for an expected failure that did not come.
    """
    path = subject if isinstance(subject, str) else _path_of(subject)
    arguments = _arguments(law, size, seed, cases, case, xfail, limit)
    shown = "--exec " + _shell_word(f"{_python()} -m bcast.serve {path}")
    if isolate:
        if not isinstance(subject, str):
            raise ValueError("a subject that is isolated is named by its path, package.module:name")
        load(subject)  # its mistakes are told here
        command = f"{shlex.quote(sys.executable)} -m bcast.serve {shlex.quote(subject)}"
        return _run([*arguments, "--exec", command], None, command, shown)
    if isinstance(subject, str):
        subject = load(subject)
    elif isinstance(subject, type):
        subject = subject()
    return _run(arguments, Responder(subject), None, shown)


def _python() -> str:
    """This interpreter: by its name if a shell finds it by that, or else by its path."""
    for name in ("python", os.path.basename(sys.executable)):
        found = shutil.which(name)
        if not found or os.path.dirname(found) != os.path.dirname(sys.executable):
            continue
        if os.path.samefile(found, sys.executable):
            return name
    return shlex.quote(sys.executable)


def _program() -> str:
    """The program, as a shell finds it."""
    return "bcast" if shutil.which("bcast") else f"{_python()} -m bcast"


def _path_of(subject: Any) -> str:
    kind = subject if isinstance(subject, type) or hasattr(subject, "__file__") else type(subject)
    module = getattr(kind, "__module__", None)
    name = getattr(kind, "__qualname__", None)
    return f"{module}:{name}" if module and name else getattr(kind, "__name__", "SUBJECT")


def _run(arguments: List[str], responder: Optional[Responder], command: Optional[str],
         shown: str) -> Outcome:  # fmt: skip
    """Runs the program, which asks this process through descriptors if there is a responder."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        arguments = [*arguments, "--json", report]
        environment = {**os.environ, "NO_COLOR": "1"}
        if responder is None:
            ran = subprocess.run([_native.program(), *arguments], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, env=environment)  # fmt: skip
            out, err, status = ran.stdout, ran.stderr, ran.returncode
            chosen = command or ""
        else:
            chosen, out, err, status = _ask_here(arguments, responder, environment)
        errors = err.decode(errors="replace").strip()
        rows = _rows(report)
        if status not in (0, 1) and not (status in (2, 3) and rows):
            raise ValueError(errors.split("bcast: ", 1)[-1] or f"bcast ended with status {status}")
        text = out.decode(errors="replace")
        chosen = "--exec " + _shell_word(chosen)
        # The last line counts laws; there is one.
        body = text.strip("\n").rpartition("\n\n")[0]
        body = body.replace(chosen, shown).replace("  replay  bcast ", f"  replay  {_program()} ")
        outcome = _outcome(rows[0], body)
        if status == 1 and outcome.verdict != "broken":
            raise ValueError(text.strip())
        return outcome


def _shell_word(text: str) -> str:
    """As the program quotes a word in the command that replays a case."""
    return "'" + text.replace("'", "'\\''") + "'"


def _rows(report: str) -> List[Json]:
    try:
        with open(report) as file:
            rows: List[Json] = json.load(file)["outcomes"]
            return rows
    except FileNotFoundError:
        return []


def _ask_here(arguments: List[str], responder: Responder, environment: Any) -> Any:
    """The program asks through two pipes, and the subject answers in this thread."""
    asks_out, asks_in = os.pipe()
    answers_out, answers_in = os.pipe()
    chosen = f"fd:{answers_out},{asks_in}"
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [_native.program(), *arguments, "--exec", chosen], stdout=out, stderr=err,
            pass_fds=(answers_out, asks_in), env=environment,
        )  # fmt: skip
        os.close(answers_out)
        os.close(asks_in)
        try:
            with os.fdopen(asks_out) as asks, os.fdopen(answers_in, "w") as answers:
                try:
                    serve(responder, asks, answers)
                except BrokenPipeError:  # it has given up; its own message says why
                    pass
        except BrokenPipeError:
            pass
        except BaseException:
            process.kill()
            process.wait()
            raise
        status = process.wait()
        out.seek(0)
        err.seek(0)
        return chosen, out.read(), err.read(), status
