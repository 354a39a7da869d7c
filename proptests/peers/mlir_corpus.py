#!/usr/bin/env python3
"""Compares `bcast verify` with what the tests of MLIR's dialects expect.

mlir_corpus.py --bcast PROGRAM [--mlir-opt PROGRAM] [--facts FILE] [--list] NAME=FOLDER...

Each folder has the tests of one project, and NAME is what the facts call it. For each dialect of the
rules (`bcast verify --rules`) the run counts

- the operations, by a search that knows nothing of their forms, and those that bcast read;
- the errors of bcast at a line with an `expected-error`;
- the differences: an error of bcast that the test does not expect, and an `expected-error` about
  shapes, at an operation that has a rule, where bcast has no error.

Every difference has a reason, from the table below. Exit status: 0 if that is so, 1 if one has none, 2 for
bad arguments. --list prints the differences, --facts writes the counts.

With --mlir-opt, each part of a test that MLIR accepts is also read in its generic form, which has to give the
same operations with the same errors.
"""

import argparse
import collections
import concurrent.futures
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

Json = dict[str, Any]

# What bcast does, the operation, the text of the error, and why.
REASONS = [(does, re.compile(operation), re.compile(text), why) for does, operation, text, why in [
    ("refuses", r"tosa\.", r"rank", "TOSA asks for equal ranks, which MLIR 19 does not check"),
    ("refuses", r"test\.broadcastable", r"", "the document's rule; MLIR's is --rule mlir@19"),
    ("refuses", r"chlo\.", r"", "CHLO infers an unranked result for operands that do not broadcast"),
    ("refuses", r"onnx\.Mul", r"", "the form of ONNX before opset 7, with an axis"),
    ("refuses", r"linalg\.", r"is 8x16|has rank 0", "MLIR refuses it too; the test says so in another form"),
    ("refuses", r"emitc\.return", r"number", "MLIR refuses it too; the test says so in another form"),
    ("refuses", r"tosa\.transpose", r"", "the order of MLIR 19 is an operand, and not the attribute"),
    ("refuses", r"tosa\.fully_connected", r"axis 1", "MLIR 19 does not compare the channels"),
    ("refuses", r"onnx\.(MatMul|Gemm)", r"columns", "ONNX-MLIR does not compare them; ONNX's text does"),
    ("accepts", r"linalg\.", r"shape-to-loops|indexing_map", "the error is about the maps alone"),
    ("refuses", r"stablehlo\.select", r"operand 2", "the operands are compared with the result alone"),
    ("accepts", r"", r"quantiz", "quantization is not read"),
    ("accepts", r"", r"(value of|output) shape", "the values of a shape are not read"),
    ("accepts", r"", r"level check", "TOSA's levels are not checked"),
    ("accepts", r"arith\.", r'"foo"|same shape as operands|as the result type',
     "encodings are not compared"),
    ("accepts", r"onnx\.", r"not ranked", "the error is a later pass's"),
    ("accepts", r"stablehlo\.add", r"requires the same shape", "the error is a later pass's"),
    ("accepts", r"", r"element type|ranked tensor of|operand types|inferred type|cast incompatible|same type",
     "element types are not compared"),
    # The relations of these say only which shapes, ranks or numbers of elements are the same.
    ("accepts", r"\w+\.(conv_|depthwise_conv_|winograd_|reduce|batch_norm_|collective_"
     r"|dynamic_\w*(slice|pad))|\w+\.(all_reduce|avg_pool2d|cholesky|collapse_shape|concat|constant"
     r"|expand_shape|FConvert|pad|reshape|reverse|scatter|select_and_scatter|shape_cast|slice|sort"
     r"|transpose|triangular_solve|while)$",
     r"", "another constraint of the operation than the relation that is checked"),
]]
# The relations that `bcast verify` does not count.
UNCHECKED = ("none", "constant", "literal")
# The errors that are about shapes.
SHAPES = re.compile(r"broadcast|rank|shape|dimension|dim |size|operand type|same type|compatible|"
                    r"all operands")


def without_comments(text: str) -> str:
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda m: m[1] or "", text)


class Rules:
    """Which operations have a rule."""

    def __init__(self, bcast: str) -> None:
        run = subprocess.run([bcast, "verify", "--rules", "--json"], capture_output=True, check=True)
        rows = json.loads(run.stdout)
        rows.sort(key=lambda row: "*" in row["operation"])
        self.rows = [(re.compile(re.escape(row["operation"]).replace(r"\*", ".*")),
                      row["relation"] not in UNCHECKED) for row in rows]
        self.dialects = sorted({row["operation"].split(".")[0] for row in rows
                                if row["relation"] not in UNCHECKED})
        self.known: dict[str, bool] = {}

    def has(self, name: str) -> bool:
        if name not in self.known:
            self.known[name] = next((has for row, has in self.rows if row.fullmatch(name)), False)
        return self.known[name]

    def names(self, text: str) -> list[str]:
        """The operations with a rule that a text without comments has at the beginning of a line, or after
        an equals sign."""
        found = re.findall(r'(?:^|=|[{}])[ \t]*'
                           r'(?:"([a-z_]+\.[\w.]+)"[ \t]*\(|([a-z_]+\.[\w.]+)(?![\w.<@=:]|\((?!%)))',
                           text, re.MULTILINE)
        return [name for pair in found if self.has(name := pair[0] or pair[1])]


def expectations(text: str) -> dict[int, list[str]]:
    """The lines where errors are expected, with their texts."""
    lines = text.split("\n")
    only = [re.match(r"\s*//.*expected-", line) is not None for line in lines]
    found = collections.defaultdict(list)
    mark = re.compile(r"expected-error(?:-re)?\s*(?:@\s*([+-]?\d+|above|below))?\s*\d*\s*{{(.*?)}}")
    for number, line in enumerate(lines):
        for step, said in mark.findall(line[line.find("//"):] if "//" in line else ""):
            at = number
            if step in ("above", "below"):
                by = 1 if step == "below" else -1
                at += by
                while 0 <= at < len(lines) and only[at]:
                    at += by
            elif step:
                at += int(step)
            found[at + 1].append(said)
    return found


def verify(bcast: str, files: list[str], *options: str) -> list[Json]:
    run = subprocess.run([bcast, "verify", "--json", *options, "--", *files], capture_output=True)
    return json.loads(run.stdout)["files"] if run.stdout else []


def without_implied_bodies(text: str, own: str) -> str:
    """The generic form without the bodies of linalg's named operations, which their own forms do not have:
    those of `linalg.add`, and of `linalg.map { arith.addf }`."""
    short = re.search(r"linalg\.(map|reduce)\s*\{\s*\w+\.\w+[^{}\n]*\}", own)
    written = "generic" if short else "generic|map|reduce"
    kept: list[str] = []
    end = ""
    for line in text.split("\n"):
        if end:
            if not line.startswith(end):
                continue
            end = ""
        elif line.endswith("({") and re.search(rf'"linalg\.(?!({written})")\w+"\(', line):
            end = line[:len(line) - len(line.lstrip())] + "})"
        kept.append(line)
    return "\n".join(kept)


def reason_of(what: str, operation: str, message: str) -> str:
    for does, name, text, why in REASONS:
        if does == what and name.match(operation) and text.search(message):
            return why
    return ""


class Source:
    """The tests of one project."""

    def __init__(self, name: str, folder: str, bcast: str, rules: Rules) -> None:
        self.name, self.bcast, self.rules = name, bcast, rules
        self.files = sorted(str(path) for path in Path(folder).rglob("*.mlir"))
        self.texts = {file: Path(file).read_text(errors="replace") for file in self.files}
        self.counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        self.differences: collections.Counter[tuple[str, str, str]] = collections.Counter()
        self.listed: list[str] = []

    def differs(self, what: str, operation: str, message: str, place: str) -> None:
        why = reason_of(what, operation, message)
        self.differences[what, operation.split(".")[0], why] += 1
        self.counts[operation.split(".")[0]]["differ"] += 1
        self.listed.append(f"{place}: {what} '{operation}': {message}: {why or 'NO REASON'}")

    def compare(self) -> None:
        for dialect in self.rules.dialects:
            some = [f for f in self.files if dialect + "." in self.texts[f]]
            reports = verify(self.bcast, some, "--op", dialect + ".*") if some else []
            for report in reports:
                self.counts[dialect]["read"] += report["checked"]
                self.compare_file(report, dialect)
        for text in self.texts.values():
            for name in self.rules.names(without_comments(text)):
                self.counts[name.split(".")[0]]["operations"] += 1

    def compare_file(self, report: Json, dialect: str) -> None:
        file = report["file"]
        text = self.texts[file]
        expected, lines = expectations(text), text.split("\n")
        wrong = set()
        found = report["diagnostics"] + report["expected"]
        for d in found:
            if "tag" not in d:
                if "operation" in d:
                    self.counts[dialect]["unread" if expected[d["line"]] or any(
                        expected[k] for k in range(max(1, d["line"] - 3), d["line"] + 1))
                        else "unread without error"] += 1
                continue
            wrong.add(d["line"])
            if expected.get(d["line"]):
                self.counts[dialect]["both refuse"] += 1
            else:
                self.differs("refuses", d["operation"], d["message"], f"{file}:{d['line']}")
        unread = {d["line"] for d in found if "tag" not in d}
        for line, said in expected.items():
            if line in wrong or line in unread or line > len(lines):
                continue
            names = [n for n in self.rules.names(without_comments(lines[line - 1]))
                     if n.startswith(dialect + ".")]
            shapes = [s for s in said if SHAPES.search(s)]
            if names and shapes:
                self.differs("accepts", names[0], shapes[0], f"{file}:{line}")

    def compare_generic(self, mlir_opt: str) -> None:
        """Reads each part that MLIR accepts in both forms."""
        parts = [part for text in self.texts.values() for part in re.split(r"^// -----.*$", text, flags=re.M)
                 if self.rules.names(without_comments(part))]

        def generic(part: str) -> str | None:
            run = subprocess.run([mlir_opt, "--mlir-print-op-generic", "--allow-unregistered-dialect"],
                                 input=part.encode(), capture_output=True)
            return None if run.returncode else run.stdout.decode(errors="replace")

        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
            names = []
            for k, (part, printed) in enumerate(zip(parts, pool.map(generic, parts))):
                if printed is None:
                    continue
                name = f"{folder}/{k:06}"
                Path(name + ".own").write_text(part)
                Path(name + ".generic").write_text(without_implied_bodies(printed, without_comments(part)))
                names.append(name)
            own = verify(self.bcast, [n + ".own" for n in names])
            printed_ones = verify(self.bcast, [n + ".generic" for n in names])
            total = self.counts["both forms"]
            for n, a, b in zip(names, own, printed_ones):
                kinds = [sorted((d.get("operation", ""), d.get("tag", ""), d["message"])
                                for d in r["diagnostics"]) for r in (a, b)]
                total["parts"] += 1
                total["operations"] += b["checked"]
                total["read"] += min(a["checked"], b["checked"])
                if a["checked"] != b["checked"] or kinds[0] != kinds[1]:
                    total["differ"] += 1
                    self.listed.append(f"{a['checked']} operations, {b['checked']} in generic form; "
                                       f"{kinds[0]} {kinds[1]}:\n{Path(n + '.own').read_text()}")

    def facts(self) -> Json:
        dialects = {name: dict(sorted(counts.items())) for name, counts in sorted(self.counts.items())
                    if counts}
        differences = [{"bcast": what, "dialect": dialect, "count": count, "reason": why}
                       for (what, dialect, why), count in sorted(self.differences.items())]
        return {"source": self.name, "files": len(self.files), "dialects": dialects,
                "differences": differences}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bcast", required=True)
    parser.add_argument("--mlir-opt")
    parser.add_argument("--facts", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("sources", nargs="+", metavar="NAME=FOLDER")
    asked = parser.parse_args()
    rules = Rules(asked.bcast)
    all_facts = []
    status = 0
    for text in asked.sources:
        name, equals, folder = text.partition("=")
        if not equals or not Path(folder).is_dir():
            parser.error(f"'{text}' is not NAME=FOLDER")
        source = Source(name, folder, asked.bcast, rules)
        source.compare()
        if asked.mlir_opt:
            source.compare_generic(asked.mlir_opt)
        if asked.list:
            print("\n".join(source.listed))
        if any(not why for _, _, why in source.differences) or source.counts["both forms"]["differ"]:
            status = 1
        all_facts.append(source.facts())
        print(json.dumps(all_facts[-1], indent=1))
    if asked.facts:
        asked.facts.write_text(json.dumps(all_facts, indent=1) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
