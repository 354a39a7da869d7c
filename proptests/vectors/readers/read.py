"""Judge a function that broadcasts shapes by bcast's vectors: python3 read.py [--max] vectors.json"""

import json
import sys


def broadcast_shapes(shapes):
    """The common shape; None if the shapes do not broadcast."""
    result = []
    for k in range(1, 1 + max(map(len, shapes))):
        sizes = {shape[-k] for shape in shapes if len(shape) >= k} - {1}
        if len(sizes) > 1 and "--max" not in sys.argv:  # --max: wrong on purpose
            return None
        result.insert(0, max(sizes, default=1))
    return result


def static(shapes):
    return all(isinstance(size, int) for shape in shapes for size in shape)


text = lambda value: json.dumps(value, separators=(",", ":"))  # noqa: E731
with open(sys.argv[-1]) as file:
    book = json.load(file)
asked = failed = 0
for v in book["vectors"]:
    if v["rule"] != "array_api" or v["ask"]["ask"] != "broadcast_shapes" or not static(v["ask"]["in"]):
        continue
    asked += 1
    got, expected = broadcast_shapes(v["ask"]["in"]), v.get("ok")  # no ok: a rejection is expected
    if v["verdict"] != "acceptable" and got != expected:
        failed += 1
        statement = book["clauses"][v["clause"]]["statement"]
        print(f"FAIL {v['id']}: expected {text(expected)}, got {text(got)}. {v['clause']}: {statement}")
print(f"{asked} vectors, {failed} failed")
sys.exit(failed > 0)
