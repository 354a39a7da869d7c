"""Run `bcast check` in a workflow: an annotation for each failure, a summary, and the exit status.

The inputs of action.yml come in the environment, as BCAST_VERSION, BCAST_WHEEL, BCAST_ARGS,
BCAST_XFAIL and BCAST_JUNIT.
"""

import collections
import hashlib
import os
import platform
import shlex
import subprocess
import sys
import tempfile
import urllib.request
import xml.etree.ElementTree as xml
from pathlib import Path

Row = collections.namedtuple("Row", "law subject verdict seconds message report")
USAGE = 2


def fetched(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read()


def wheel_of(version, folder):
    """The wheel of a release for this machine, which must have the sum that the release lists."""
    release = f"{os.environ['BCAST_RELEASES']}/v{version.removeprefix('v')}"
    for line in fetched(f"{release}/SHA256SUMS").decode().splitlines():
        listed, name = line.split(maxsplit=1)
        if name.endswith((f"{platform.machine()}.whl", "-any.whl")):
            wheel = Path(folder, name)
            wheel.write_bytes(fetched(f"{release}/{name}"))
            if hashlib.sha256(wheel.read_bytes()).hexdigest() != listed:
                raise ValueError(f"{name} does not have the sum in {release}/SHA256SUMS")
            return str(wheel)
    raise ValueError(f"{release} has no wheel for {platform.machine()}")


def installed(wheel, version):
    """The program, from a virtual environment that sees the job's packages."""
    root = tempfile.mkdtemp(prefix="bcast-", dir=os.environ.get("RUNNER_TEMP"))
    wheel = wheel or wheel_of(version, root)
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", root], check=True)
    pip = [f"{root}/bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, wheel], check=True)
    os.environ["PATH"] = f"{root}/bin{os.pathsep}{os.environ['PATH']}"
    return f"{root}/bin/bcast"


def ran(command):
    """The exit status, and the last line that was printed; everything is printed on."""
    last = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    status = process.returncode
    return (status if status >= 0 else 128 - status), last


def rows_of(report):
    """The laws that were asked."""
    for case in xml.parse(report).iter("testcase"):
        if case.find("skipped") is not None:
            continue
        failure = case.find("failure")
        broken = failure is not None
        yield Row(case.get("name"), case.get("classname"), "broken" if broken else "holds",
                  float(case.get("time")), failure.get("message") if broken else "",
                  failure.text if broken else "")


def escaped(text, more=()):
    """Text in a workflow command; `more` are escaped in its properties."""
    for mark in ("%", "\r", "\n", *more):
        text = text.replace(mark, f"%{ord(mark):02X}")
    return text


def annotate(title, text):
    print(f"::error title={escaped(title, (':', ','))}::{escaped(text)}", flush=True)


def cell(text):
    for mark, written in (("&", "&amp;"), ("<", "&lt;"), ("|", "&#124;"), ("\n", " ")):
        text = text.replace(mark, written)
    return text


def summary(rows, last):
    lines = ["## bcast check", "", "| law | subject | verdict | time |", "|---|---|---|---:|"]
    for row in rows:
        verdict = f"**broken**: {cell(row.message)}" if row.verdict == "broken" else row.verdict
        lines.append(f"| {cell(row.law)} | {cell(row.subject)} | {verdict} | {row.seconds:.2f} s |")
    for row in rows:
        if row.report:
            lines += ["", "```", row.report.rstrip().replace("```", "'''"), "```"]
    return "\n".join([*lines, "", cell(last), ""])


def append(variable, text):
    if os.environ.get(variable):
        with open(os.environ[variable], "a", encoding="utf-8") as file:
            file.write(text)


def main():
    junit = Path(os.environ.get("BCAST_JUNIT") or "bcast-junit.xml")
    xfail = os.environ.get("BCAST_XFAIL")
    release = [os.environ.get(f"BCAST_{what}") for what in ("WHEEL", "VERSION")]
    try:
        arguments = shlex.split(os.environ.get("BCAST_ARGS", ""))
        command = [installed(*release) if any(release) else "bcast", "check", *arguments,
                   *(["--xfail", xfail] if xfail else []), "--junit", str(junit)]
        junit.unlink(missing_ok=True)
        status, last = ran(command)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        annotate("bcast", str(error))
        return USAGE
    rows = list(rows_of(junit)) if junit.exists() else []
    broken = [row for row in rows if row.verdict == "broken"]
    for row in broken:
        annotate(f"{row.law} {row.subject}: {row.message}", row.report)
    if status != 0 and not broken:
        annotate(f"bcast: exit status {status}", last)
    append("GITHUB_STEP_SUMMARY", summary(rows, last))
    append("GITHUB_OUTPUT", f"junit={junit}\nstatus={status}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
