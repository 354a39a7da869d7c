#!/usr/bin/env python3
"""Write bcast's vectors as ONNX backend test cases.

Each legal broadcast becomes a folder in the layout of ONNX's own backend tests: `model.onnx`,
`test_data_set_0/input_0.pb`, ..., `output_0.pb`. A case to reject has the same layout without
an output; `manifest.json` tells which is which. Exit status 77 if the package onnx is missing.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

Json = dict[str, Any]
MISSING = 77
OPSET = 17
IR_VERSION = 8

try:
    import numpy
    from onnx import TensorProto, checker, helper, numpy_helper
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(MISSING)


def folder_of(vector_id: str, operator: str) -> str:
    plain = vector_id.replace("()", "scalar")
    return f"test_bcast_{operator.lower()}_" + re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")


def array_of(tensor: Json) -> numpy.ndarray:
    values = numpy.array(tensor["values"], tensor["dtype"]).reshape(tensor["shape"])
    return values.astype(numpy.float32)


def positions(shape: list[int], first: int) -> numpy.ndarray:
    count = int(numpy.prod(shape, dtype=numpy.int64))
    return numpy.arange(first, first + count, dtype=numpy.float32).reshape(shape)


def model_of(name: str, operator: str, inputs: list[numpy.ndarray], rank: int) -> Any:
    """The model does not declare stretched sizes: a backend must find them at run time."""
    values = [
        helper.make_tensor_value_info(
            f"x{m}", TensorProto.FLOAT, [f"x{m}_{k}" for k in range(x.ndim)]
        )
        for m, x in enumerate(inputs)
    ]
    result = helper.make_tensor_value_info("z", TensorProto.FLOAT, [f"z_{k}" for k in range(rank)])
    node = helper.make_node(operator, [v.name for v in values], ["z"])
    graph = helper.make_graph([node], name, values, [result])
    opset = helper.make_opsetid("", OPSET)
    model = helper.make_model(
        graph, producer_name="bcast", opset_imports=[opset], ir_version=IR_VERSION
    )
    checker.check_model(model)
    return model


def write_case(folder: Path, operator: str, inputs: list, output: numpy.ndarray | None) -> None:
    data = folder / "test_data_set_0"
    data.mkdir(parents=True)
    rank = max(x.ndim for x in inputs)
    model = model_of(folder.name, operator, inputs, rank)
    (folder / "model.onnx").write_bytes(model.SerializeToString(deterministic=True))
    for m, x in enumerate(inputs):
        proto = numpy_helper.from_array(x, f"x{m}")
        (data / f"input_{m}.pb").write_bytes(proto.SerializeToString(deterministic=True))
    if output is not None:
        proto = numpy_helper.from_array(output, "z")
        (data / "output_0.pb").write_bytes(proto.SerializeToString(deterministic=True))


def cases_of(vectors: list[Json]) -> list[tuple[Json, str, list, numpy.ndarray | None]]:
    cases = []
    for v in vectors:
        ask = v["ask"]
        if ask["ask"] == "apply" and ask["op"] == "sub" and v["verdict"] == "valid":
            inputs = [array_of(t) for t in ask["in"]]
            expected = v["ok"][0]
            if len(inputs) == 2:
                output = numpy.array(expected["values"], numpy.float32).reshape(expected["shape"])
                cases.append((v, "Sub", inputs, output))
            # ONNX's variadic operators: the sum of what was stretched.
            total = sum(numpy.broadcast_to(x, expected["shape"]) for x in inputs)
            cases.append((v, "Sum", inputs, numpy.asarray(total, numpy.float32)))
        if ask["ask"] == "broadcast_shapes" and v["rule"] == "array_api" and v["verdict"] == "invalid":
            inputs = [positions(shape, 1) for shape in ask["in"]]
            operator = "Sub" if len(inputs) == 2 else "Sum"
            cases.append((v, operator, inputs, None))
    return cases


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("vectors", type=Path, help="the folder that `bcast vectors` wrote")
    parser.add_argument("out", type=Path, help="a folder that does not exist yet")
    arguments = parser.parse_args()
    if arguments.out.exists():
        print(f"'{arguments.out}' exists", file=sys.stderr)
        return 2
    vectors = json.loads((arguments.vectors / "vectors.json").read_text())
    beside = Path(tempfile.mkdtemp(prefix=arguments.out.name, dir=arguments.out.resolve().parent))
    try:
        manifest = []
        for vector, operator, inputs, output in cases_of(vectors["vectors"]):
            name = folder_of(vector["id"].rsplit("/", 2)[0], operator)
            write_case(beside / name, operator, inputs, output)
            manifest.append({"folder": name, "vector": vector["id"], "clause": vector["clause"],
                             "verdict": "invalid" if output is None else "valid",
                             "reason": vector["reason"]})  # fmt: skip
        (beside / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
        beside.chmod(0o755)
        beside.rename(arguments.out)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    print(f"{len(manifest)} cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
