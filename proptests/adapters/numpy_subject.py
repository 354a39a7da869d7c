"""NumPy under test: bcast check --exec "python3 numpy_subject.py" """
import functools
import json
import sys

import numpy as np


def written(value):
    return value if value - value == 0 else str(value)  # JSON has no infinity


def answer(ask):
    if ask["ask"] == "caps":
        return {"bcast": 1, "name": "numpy " + np.__version__, "ask": ["broadcast_shapes", "apply"],
                "max_operands": 2,
                "dtypes": ["bool", "int32", "float64"], "ops": ["copy", "broadcast", "sub"]}
    if ask["ask"] == "broadcast_shapes":
        return {"ok": np.broadcast_shapes(*[tuple(map(int, x)) for x in ask["in"]])}  # large sizes are text
    x = [np.array(t["values"], t["dtype"]).reshape(t["shape"]) for t in ask["in"]]
    shape = ask["out"][0]["shape"]
    z = {"copy": lambda: [np.broadcast_to(x[0], shape)],
         "broadcast": lambda: np.broadcast_arrays(*x),
         "sub": lambda: [np.broadcast_to(functools.reduce(np.subtract, x), shape)]}[ask["op"]]()
    return {"ok": [{"shape": y.shape, "values": list(map(written, y.ravel().tolist()))} for y in z]}


for line in sys.stdin:
    ask = json.loads(line)
    try:
        print(json.dumps({"id": ask["id"], **answer(ask)}), flush=True)
    except ValueError as error:
        print(json.dumps({"id": ask["id"], "reject": str(error)}), flush=True)
