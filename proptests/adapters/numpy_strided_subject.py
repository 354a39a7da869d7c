"""NumPy under test, with strides, targets, overlap and every operation that the laws know."""

import base64

import numpy as np

from bcast_pipe import Json, Unsupported, fold, serve, write_each

OPERATIONS = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "mod": np.remainder, "pow": np.power,
    "min": np.minimum, "max": np.maximum, "sum": np.add,
    "and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor,
    "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor,
    "shift_left": np.left_shift, "shift_right": np.right_shift,
    "equal": np.equal, "not_equal": np.not_equal, "less": np.less, "less_equal": np.less_equal,
    "greater": np.greater, "greater_equal": np.greater_equal,
}  # fmt: skip
CAPABILITIES = {
    "name": "numpy " + np.__version__,
    "dtypes": ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
               "float16", "float32", "float64"],
    "ops": ["copy", "broadcast", "div", "where", *OPERATIONS],
    "strided": True,
    "elements": "base64",
    "exact": True,
}  # fmt: skip


def storage(given: Json) -> np.ndarray:
    if "values" in given:  # in a file of asks
        return np.array(given["values"], given["dtype"])
    memory = bytearray(base64.b64decode(given["bytes"]))
    return np.frombuffer(memory, given["dtype"]) if memory else np.empty(0, given["dtype"])


def written(ask: Json, storages: list) -> list[Json]:
    return [
        {"shape": t["shape"], "bytes": base64.b64encode(storages[t["storage"]]).decode("ascii")}
        for t in ask["out"]
    ]


def tensors(ask: Json) -> tuple[list, list, list]:
    storages = [storage(s) for s in ask["storage"]]

    def view(t: Json) -> np.ndarray:
        memory = storages[t["storage"]]
        strides = [k * memory.itemsize for k in t["strides"]]
        return np.lib.stride_tricks.as_strided(memory[t["offset"] :], t["shape"], strides)

    return storages, [view(t) for t in ask["in"]], [view(t) for t in ask["out"]]


def compute(op: str, x: list, z: np.ndarray) -> None:
    if op == "copy":
        np.copyto(z, x[0])
    elif op == "where":
        np.copyto(z, np.where(*x))
    else:
        divide = np.floor_divide if z.dtype.kind in "iu" else np.true_divide
        ufunc = divide if op == "div" else OPERATIONS[op]
        if len(x) == 1:
            np.copyto(z, x[0])
        else:
            first = fold(ufunc, lambda one: one)(*x[:-1])
            ufunc(first, x[-1], out=z, casting="unsafe")


def apply(ask: Json) -> list:
    storages, x, z = tensors(ask)
    if ask["op"] == "broadcast":
        write_each(np.broadcast_arrays(*x), z, np.copyto)
    else:
        compute(ask["op"], x, z[0])
    return written(ask, storages)


def adjoint(ask: Json) -> list:
    """NumPy has no such function; this is the way to write it with NumPy."""
    storages, (gradient,), (z,) = tensors(ask)
    leading = gradient.ndim - z.ndim
    axes = [k for k in range(gradient.ndim) if k < leading or z.shape[k - leading] == 1]
    z[...] = gradient.sum(axis=tuple(axes), keepdims=True).reshape(z.shape)
    return written(ask, storages)


def broadcast_shapes(ask: Json) -> list[int]:
    if any(not isinstance(size, int) for shape in ask["in"] for size in shape):
        raise Unsupported("an unknown size")
    return list(np.broadcast_shapes(*map(tuple, ask["in"])))


def expand(ask: Json) -> list[int]:
    """A single element seen at every position, so that no memory is needed."""
    source = np.broadcast_to(np.int8(0), ask["in"][0])
    return list(np.broadcast_to(source, ask["result"]).shape)


serve(
    CAPABILITIES,
    {"broadcast_shapes": broadcast_shapes, "expand": expand, "apply": apply, "adjoint": adjoint},
    (ValueError,),
)
