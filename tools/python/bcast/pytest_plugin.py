"""pytest --bcast=mypackage.subject:Subject: one test for each law.

In a test of your own, `bcast_check` asks a law of a subject, and `bcast_law` makes one test a law:

    def test_mine(bcast_check, bcast_law):
        bcast_check(MySubject(), bcast_law)
"""

from __future__ import annotations

import os
import random
import shlex
import sys
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import pytest

from . import _check, _facts
from ._check import Outcome
from ._declared import SubjectError
from ._subject import load


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("bcast", "laws of broadcasting")
    add = group.addoption
    add("--bcast", action="append", default=[], metavar="SUBJECT",
        help="check the subject package.module, package.module:name or package.module.name, a test "
             "for each law; repeatable")  # fmt: skip
    add("--bcast-law", action="append", default=[], metavar="LAW",
        help="only this law, or the laws of this clause; repeatable")  # fmt: skip
    add("--bcast-size", default="core", choices=("core", "push", "nightly"),
        help="core: the core cases; push: the small scope in full and random cases; nightly: more")
    add("--bcast-cases", type=int, metavar="N", help="random cases a law, instead of the size's")
    add("--bcast-seed", type=int, metavar="N",
        help="the seed of the random cases (default: BCAST_SEED, or a fresh one)")  # fmt: skip
    add("--bcast-case", metavar="CASE", help="only this case, as a failure prints it")
    add("--bcast-xfail", metavar="FILE", help="a file of expected failures")
    add("--bcast-limit", type=float, default=60.0, metavar="SECONDS",
        help="time that a subject may take for one case (60)")  # fmt: skip
    add("--bcast-isolate", action="store_true",
        help="ask in a process of its own, so that a crash or a hang is a failure")  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "bcast: a law of broadcasting, asked of a subject")
    for folder in (config.rootpath, config.invocation_params.dir):
        if config.getoption("--bcast") and str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    if hasattr(config, "workerinput"):
        return  # of pytest-xdist: it has the seed of the whole run
    seed = config.getoption("--bcast-seed")
    if seed is None:
        seed = os.environ.get("BCAST_SEED") or random.SystemRandom().randrange(2**32)
    os.environ["BCAST_SEED"] = str(seed)


def pytest_report_header(config: pytest.Config) -> Optional[str]:
    if not config.getoption("--bcast"):
        return None
    return f"bcast: size {config.getoption('--bcast-size')}, seed {os.environ['BCAST_SEED']}"


def _laws(config: pytest.Config) -> List[_facts.Law]:
    """The laws that the options choose."""
    known = _facts.laws()
    wanted = config.getoption("--bcast-law")
    for name in wanted:
        if not any(name in (law.name, law.clause) for law in known):
            names = ", ".join(law.name for law in known)
            raise pytest.UsageError(f"--bcast-law: no law is called {name!r}; there are {names}")
    return [law for law in known if not wanted or law.name in wanted or law.clause in wanted]


def _asked(config: pytest.Config, subject: Any, law: str, **more: Any) -> Outcome:
    options = {
        "size": config.getoption("--bcast-size"),
        "seed": int(os.environ["BCAST_SEED"]),
        "cases": config.getoption("--bcast-cases"),
        "case": config.getoption("--bcast-case"),
        "xfail": config.getoption("--bcast-xfail"),
        "isolate": config.getoption("--bcast-isolate") and isinstance(subject, str),
        "limit": config.getoption("--bcast-limit"),
    }
    options.update(more)
    return _check.check(subject, law, **options)


class Broken(Exception):
    """A law does not hold; the text is the report."""


def _wrong_with(outcome: Outcome, again: str) -> Optional[str]:
    """What a broken law reports, with the pytest command that asks its case again. Skips the
    running test if the law could not be asked."""
    if outcome.verdict == "skipped":
        pytest.skip(outcome.skipped)
    if outcome.verdict in ("holds", "known"):
        return None
    return f"{outcome.report}\n  pytest  {again} --bcast-case {shlex.quote(outcome.case or '')}"


class LawItem(pytest.Item):
    """One law of one subject."""

    def __init__(self, *, subject: str, law: _facts.Law, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.subject = subject
        self.law = law
        self.add_marker("bcast")
        self.user_properties.append(("clause", law.clause))

    def runtest(self) -> None:
        outcome = _asked(self.config, self.subject, self.law.name)
        self.user_properties.append(("cases", outcome.cases))
        if outcome.declined > outcome.cases:
            asked = f"{outcome.cases} of {outcome.cases + outcome.declined} cases"
            text = f"{self.subject} supports {asked} of {self.law.name}"
            warnings.warn(pytest.PytestWarning(text))
        again = shlex.join(["pytest", "--bcast", self.subject, "--bcast-law", self.law.name])
        if wrong := _wrong_with(outcome, again):
            raise Broken(wrong)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, (Broken, ValueError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        return self.path, None, f"{self.subject}: {self.law.name} [{self.law.clause}]"


class SubjectCollector(pytest.Collector):
    """The laws of one subject."""

    def collect(self) -> Iterator[LawItem]:
        for law in _laws(self.config):
            name = law.name.replace(" ", "_")
            yield LawItem.from_parent(self, name=name, subject=self.name, law=law)


@pytest.hookimpl(tryfirst=True)  # before -k and -m choose
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: List[pytest.Item]
) -> None:
    for path in config.getoption("--bcast"):
        try:
            load(path)
        except SubjectError as reason:
            raise pytest.UsageError(f"--bcast: {reason}") from None
        collector = SubjectCollector.from_parent(session, name=path, nodeid=path)
        items.extend(collector.collect())
    if config.getoption("--bcast-case"):  # it asks one law again, and no other tests
        is_law = [item.get_closest_marker("bcast") is not None
                  or "bcast_check" in getattr(item, "fixturenames", ()) for item in items]  # fmt: skip
        config.hook.pytest_deselected(items=[item for item, law in zip(items, is_law) if not law])
        items[:] = [item for item, law in zip(items, is_law) if law]


_WORDS = {
    "1>": "1>2: a size of 1, stretched to 2; .>2: an axis that is not there",
    "] (must)": "(must): the document requires it",
    "] (derived)": "(derived): it follows from the documents",
    "mutual": "mutual: each operand stretches the other",
}


def _operands(report: str) -> str:
    """The shapes of the case of a report, in any order."""
    case = report.partition("\n  case    ")[2].partition("\n")[0].rpartition(" ; ")[2]
    words = case.partition(" -> ")[0].split()
    return " ".join(sorted({word.partition("~")[0] for word in words if "=" not in word}))


def _last(report: str, name: str) -> str:
    """What a line of a report has after its name."""
    return report.rpartition(f"\n  {name:<8}")[2].partition("\n")[0]


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Iterator[None]:
    """The laws that a subject breaks with the same operands are one report."""
    first: Dict[Tuple[str, str], Any] = {}
    for one in terminalreporter.stats.get("failed", []):
        text = str(one.longrepr)
        if not text.startswith("FAIL  "):
            continue
        subject = one.nodeid.partition("[")[0] if "[" in one.nodeid else one.nodeid.rpartition("::")[0]
        law = text[6:].partition("  ")[0]
        before = first.setdefault((subject, _operands(text)), one)
        if before is not one:
            what = text.split("\n\n")[2].strip().partition("\n")[0]
            before.longrepr = f"{before.longrepr}\n  also    {law}: {what}"
            one.longrepr = f"It is told above: {before.nodeid}"
    yield
    reports = [str(one.longrepr) for one in first.values()]
    if not reports:
        return
    smallest = min(reports, key=lambda text: len(_last(text, "case")))
    line = shlex.quote(_last(smallest, "xfail"))
    terminalreporter.section("What now?")
    terminalreporter.write_line(f"  again   {_last(smallest, 'pytest')}")
    terminalreporter.write_line(f"  expect  printf '%s\\n' 'bcast-xfail 1' {line} >known.txt"
                                "  # then --bcast-xfail=known.txt")  # fmt: skip
    terminalreporter.write_line("  read    the README of the package bcast: Your own code, in pytest")
    words = [text for sign, text in _WORDS.items() if any(sign in one for one in reports)]
    if words:
        terminalreporter.write_line("  words   " + "; ".join(words))


@pytest.fixture
def bcast_check(request: pytest.FixtureRequest) -> Callable[..., Outcome]:
    """Asks a law of a subject, as bcast.check does, with the options of the command line.

    Fails the test if the law is broken, and skips it if it cannot be asked.
    """

    def check(subject: Any, law: str, **more: Any) -> Outcome:
        outcome = _asked(request.config, subject, law, **more)
        if wrong := _wrong_with(outcome, f"pytest {shlex.quote(request.node.nodeid)}"):
            pytest.fail(wrong, pytrace=False)
        return outcome

    return check


def pytest_generate_tests(metafunc: Any) -> None:
    """`bcast_law`: one test for each law."""
    if "bcast_law" in metafunc.fixturenames:
        laws = [law.name for law in _laws(metafunc.config)]
        metafunc.parametrize("bcast_law", laws, ids=[name.replace(" ", "_") for name in laws])
