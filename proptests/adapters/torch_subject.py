"""PyTorch under test, with strides, targets and overlap."""

import torch

from bcast_pipe import Json, Unsupported, fold, serve, write_each, written

DTYPES = {
    "bool": torch.bool, "int8": torch.int8, "int16": torch.int16, "int32": torch.int32,
    "int64": torch.int64, "uint8": torch.uint8, "float16": torch.float16,
    "bfloat16": torch.bfloat16, "float32": torch.float32, "float64": torch.float64,
}  # fmt: skip
OPERATIONS = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "pow": torch.pow,
    "min": torch.minimum, "max": torch.maximum,
    "and": torch.logical_and, "or": torch.logical_or, "xor": torch.logical_xor,
    "equal": torch.eq, "not_equal": torch.ne, "less": torch.lt, "less_equal": torch.le,
    "greater": torch.gt, "greater_equal": torch.ge,
}  # fmt: skip
IN_PLACE = {"add": "add_", "sub": "sub_", "mul": "mul_", "pow": "pow_"}
CAPABILITIES = {
    "name": "torch " + torch.__version__,
    "dtypes": list(DTYPES),
    "ops": ["copy", "broadcast", "where", *OPERATIONS],
    "strided": True,
}


def tensors(ask: Json) -> tuple[list, list, list]:
    storages = [torch.tensor(s["values"], dtype=DTYPES[s["dtype"]]) for s in ask["storage"]]

    def view(t: Json) -> torch.Tensor:
        if any(stride < 0 for stride in t["strides"]):
            raise Unsupported("PyTorch has no negative strides")
        return storages[t["storage"]].as_strided(t["shape"], t["strides"], t["offset"])

    return storages, [view(t) for t in ask["in"]], [view(t) for t in ask["out"]]


def compute(op: str, x: list, z: torch.Tensor, in_place: bool) -> None:
    if op == "copy" or len(x) == 1:
        z.copy_(x[0])
    elif op == "where":
        z.copy_(torch.where(*x))
    elif in_place and op in IN_PLACE:
        getattr(x[0], IN_PLACE[op])(fold(OPERATIONS["mul" if op == "mul" else "add"],
                                         lambda one: one)(*x[1:]))  # fmt: skip
    elif in_place:
        x[0].copy_(fold(OPERATIONS[op], lambda one: one)(*x))
    else:
        first = fold(OPERATIONS[op], lambda one: one)(*x[:-1])
        OPERATIONS[op](first, x[-1], out=z)


def apply(ask: Json) -> list:
    storages, x, z = tensors(ask)
    if ask["op"] == "broadcast":
        write_each(torch.broadcast_tensors(*x), z, torch.Tensor.copy_)
    else:
        compute(ask["op"], x, z[0], ask["in"][0] == ask["out"][0])
    return written(ask, storages)


def adjoint(ask: Json) -> list:
    storages, (gradient,), (z,) = tensors(ask)
    z.copy_(gradient.sum_to_size(z.shape))
    return written(ask, storages)


def broadcast_shapes(ask: Json) -> list[int]:
    return list(torch.broadcast_shapes(*ask["in"]))


def expand(ask: Json) -> list[int]:
    return list(torch.zeros(()).expand(ask["in"][0]).expand(ask["result"]).shape)


serve(
    CAPABILITIES,
    {"broadcast_shapes": broadcast_shapes, "expand": expand, "apply": apply, "adjoint": adjoint},
    (RuntimeError,),
)
