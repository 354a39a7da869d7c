#!/usr/bin/env python3
"""Run the cases of onnx_vectors.py on ONNX Runtime: exit status 1 if one is not as expected."""

import json
import sys
from pathlib import Path

try:
    import numpy
    import onnxruntime
    from onnx import load_tensor, numpy_helper
except ImportError as reason:
    print(f"skipped: {reason}")
    sys.exit(77)


def outcome(folder: Path) -> numpy.ndarray | str:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        inputs = sorted((folder / "test_data_set_0").glob("input_*.pb"))
        tensors = [load_tensor(str(path)) for path in inputs]
        return session.run(None, {t.name: numpy_helper.to_array(t) for t in tensors})[0]
    except Exception as reason:  # each backend has its own exceptions
        return str(reason)


def main() -> int:
    root = Path(sys.argv[1])
    wrong = 0
    manifest = json.loads((root / "manifest.json").read_text())
    for case in manifest:
        folder = root / case["folder"]
        got = outcome(folder)
        if case["verdict"] == "invalid":
            right = isinstance(got, str)
        else:
            expected = numpy_helper.to_array(load_tensor(str(folder / "test_data_set_0/output_0.pb")))
            right = not isinstance(got, str) and numpy.array_equal(got, expected)
        if not right:
            wrong += 1
            print(f"{case['folder']}: expected {case['verdict']}, got {got}")
    print(f"{len(manifest) - wrong} of {len(manifest)} cases are as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
