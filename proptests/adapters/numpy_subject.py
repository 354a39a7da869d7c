"""NumPy under test: bcast check --exec "python3 numpy_subject.py" """
import json, sys
import numpy as np

def answer(q):
    if q["ask"] == "caps":
        return {"bcast": 1, "name": "numpy " + np.__version__, "ask": ["join", "apply"],
                "dtypes": ["bool", "int32", "float64"], "ops": ["copy", "broadcast"]}
    if q["ask"] == "join":
        return {"ok": np.broadcast_shapes(*map(tuple, q["in"]))}
    x = [np.array(t["values"], t["dtype"]).reshape(t["shape"]) for t in q["in"]]
    z = np.broadcast_arrays(*x) if q["op"] == "broadcast" else [np.broadcast_to(x[0], q["out"][0]["shape"])]
    return {"ok": [{"shape": y.shape, "values": y.ravel().tolist()} for y in z]}

for line in sys.stdin:
    q = json.loads(line)
    try:
        a = answer(q)
    except ValueError as e:
        a = {"reject": str(e)}
    print(json.dumps({"id": q["id"], **a}), flush=True)
