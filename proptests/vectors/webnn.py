#!/usr/bin/env python3
"""Write bcast's vectors as conformance tests of WebNN, in the form of the Web Platform Tests."""

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

Json = dict[str, Any]
HIGHEST_RANK = 4
HEAD = """\
// META: title=test the broadcasting of WebNN's element-wise add and sub
// META: global=window,worker
// META: variant=?cpu
// META: variant=?gpu
// META: variant=?npu
// META: script=../resources/utils.js
// META: timeout=long

'use strict';

// Each name ends in the id of one of bcast's vectors.
const broadcastTests = [
"""
TAIL = """\
];

webnn_conformance_test(
    broadcastTests, buildAndExecuteGraph, getPrecisionTolerance);
"""


def operand(tensor: Json, **more: bool) -> Json:
    descriptor = {"shape": tensor["shape"], "dataType": "float32"}
    return {"data": tensor["values"], "descriptor": descriptor, **more}


def test_of(operator: str, vector: Json, output: Json) -> Json:
    a, b = vector["ask"]["in"]
    name = f"{operator} {a['shape']} and {b['shape']}: {vector['id']}"
    node = {"name": operator, "arguments": [{"a": "a"}, {"b": "b"}], "outputs": "output"}
    graph = {
        "inputs": {"a": operand(a, constant=False), "b": operand(b, constant=False)},
        "operators": [node],
        "expectedOutputs": {"output": operand(output)},
    }
    return {"name": name, "graph": graph}


def tests_of(vectors: list[Json]) -> list[Json]:
    """A difference and a sum for each pair of shapes. WebNN has no size of 0."""
    seen, tests = set(), []
    for v in vectors:
        ask = v["ask"]
        if ask["ask"] != "apply" or v["verdict"] != "valid" or len(ask["in"]) != 2:
            continue
        shapes = [t["shape"] for t in ask["in"]]
        if max(map(len, shapes)) > HIGHEST_RANK or not all(map(math.prod, shapes)):
            continue
        key = (ask["op"], json.dumps(shapes))
        if key in seen:
            continue
        seen.add(key)
        if ask["op"] == "sub":
            tests.append(test_of("sub", v, v["ok"][0]))
        elif ask["op"] == "broadcast":
            a, b = v["ok"]
            values = [x + y for x, y in zip(a["values"], b["values"], strict=True)]
            tests.append(test_of("add", v, {"shape": a["shape"], "values": values}))
    return sorted(tests, key=lambda t: t["graph"]["operators"][0]["name"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vectors", type=Path, help="the folder that `bcast vectors` wrote")
    parser.add_argument("out", type=Path, help="the file to write")
    arguments = parser.parse_args()
    book = json.loads((arguments.vectors / "vectors.json").read_text())
    tests = tests_of(book["vectors"])
    lines = "".join(f"  {json.dumps(test)},\n" for test in tests)
    arguments.out.write_text(HEAD + lines + TAIL)
    print(f"{len(tests)} tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
