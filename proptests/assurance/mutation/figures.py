"""The results of the mutants: the figures of each file, and why the survivors survive."""

import datetime
import json
import pathlib
import subprocess

# The log's entry for a mutant that ran against the nearest suites only.
MISSED = "missed by the nearest suites"


class Equivalents:
    """Why a mutant is equivalent to the code: the rows of equivalent.json.

    A row tells how its lines begin, and of its mutants what they change; where a line has several
    such places, also the expression, and the how many-th of them.
    """

    def __init__(self):
        self.rows = json.loads((pathlib.Path(__file__).parent / "equivalent.json").read_text())

    def reason(self, mutant):
        place = " ".join(mutant.source[mutant.begin:mutant.end].split())
        called = mutant.what, f"{mutant.what} | {place}"
        called += f"{called[1]} | {mutant.id.rsplit(' | ', 1)[1]}",
        for row in self.rows:
            if (row["file"] == mutant.file and mutant.line_text().startswith(row["line"])
                    and any(name in row["mutants"] for name in called)):
                return row["reason"]
        return None


def figures_of(found, noticed, equivalents):
    """The figures of each file, and the survivors. What is equivalent is not among those run."""
    rows, survivors = {}, []
    for m in found:
        told, why = equivalents.reason(m), noticed.get((m.file, m.id), "not run")
        row = rows.setdefault(m.file, {"file": m.file, "mutants": 0, "run": 0, "dead": 0,
                                       "equivalent": 0})
        if why == "does not compile":
            continue
        row["mutants"] += 1
        dead = why not in (None, MISSED, "not run")
        if dead and told:
            print(f"NOT EQUIVALENT  {m.file}:{m.line}: {m.id}: {why}")
        if told and not dead:
            row["equivalent"] += 1
        elif why != "not run":
            row["run"] += 1
            row["dead"] += dead
        if not dead and (told or why != "not run"):
            survivors.append({"file": m.file, "line": m.line_text(), "mutant": m.what,
                              "reason": told})
    return [r for r in rows.values() if r["run"]], survivors


def write(path, operators, rows, survivors):
    """The report. What became of files that it holds and that are not among these stays."""
    root = pathlib.Path(__file__).resolve().parents[3]
    commit = subprocess.run(["git", "-C", str(root), "rev-parse", "HEAD"], check=True,
                            capture_output=True, text=True).stdout.strip()
    about = {"date": datetime.date.today().isoformat(), "commit": commit}
    rows = [{"file": r["file"], "operators": operators, **r, **about} for r in rows]
    survivors = [{"operators": operators, **s} for s in survivors]
    if path.exists():
        former = json.loads(path.read_text())
        own = {r["file"] for r in rows}

        def stays(r):
            return r["operators"] != operators or r["file"] not in own

        rows = [r for r in former["files"] if stays(r)] + rows
        survivors = [r for r in former["survivors"] if stays(r)] + survivors
    path.write_text(json.dumps({"files": rows, "survivors": survivors}, indent=2) + "\n")
