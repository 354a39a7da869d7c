"""What the project knows: rules, findings and laws."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional, Tuple

from . import _native


@dataclass(frozen=True)
class Rule:
    """A rule by which shapes broadcast: a document's, a system's, or ours."""

    name: str
    #: The document whose clauses a refusal cites; "bcast" for ours.
    document: str
    note: str


def rules() -> List[Rule]:
    """The rules that can be asked."""
    return [Rule(**row) for row in _native.ask({"ask": "rules"})["rules"]]


@dataclass(frozen=True)
class Law:
    """A property that must hold for every case."""

    name: str
    clause: str
    statement: str


def laws() -> List[Law]:
    """The laws that a subject is checked against."""
    rows = (line.split("  ") for line in _native.run("check", "--list").splitlines())
    fields = ([word.strip() for word in row if word.strip()] for row in rows)
    return [Law(name, clause, "  ".join(rest)) for name, clause, *rest in fields]


@dataclass(frozen=True)
class Finding:
    """A defect of a document, with a counterexample."""

    tag: str
    clause: str
    defect: str
    title: str
    #: The smallest shapes that show it.
    example: str
    #: What the text gives for them as printed, and as corrected.
    printed: str
    corrected: str
    #: "open" or "gone" in the newest edition that was read.
    standing: str
    why: str
    #: The change that would fix it, as a unified diff; empty if it is gone.
    patch: str
    #: The lines of the document.
    lines: Tuple[Tuple[int, int], ...]


def findings(document: Optional[str] = None) -> List[Finding]:
    """The defects of the documents, or of one: "sonnx", "array_api", "xla", "onnx"."""
    all_of_them = json.loads(_native.run("findings", "--json"))
    known = {f["finding"].split(".")[0].split("@")[0] for f in all_of_them}
    if document is not None and document not in known:
        raise ValueError(f"no document is called {document!r}; there are {', '.join(sorted(known))}")
    names = ("clause", "defect", "title", "example", "printed", "corrected", "standing", "why",
             "patch")  # fmt: skip
    return [
        Finding(
            tag=f["finding"],
            lines=tuple((first, last) for first, last in f["lines"]),
            **{name: f[name] for name in names},
        )
        for f in all_of_them
        if document in (None, f["finding"].split(".")[0].split("@")[0])
    ]


def get_include() -> str:
    """The folder for a C compiler's -I: `bcast/kit/subject.h`, the table of functions of a shared
    library that `bcast check --subject ./libmine.so` asks, and `bcast/bcast.h`, of libbcast."""
    return _native.include()


def data() -> Path:
    """The folder with `adapters/`, `schema/`, `vectors/vectors.json`, and `xfail/`: what is known
    of NumPy and others, for `bcast check --xfail`."""
    return Path(_native.data())
