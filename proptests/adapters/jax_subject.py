"""JAX under test: arrays are read-only, and each shape is compiled."""

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax

jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp
import numpy as np

from bcast_pipe import Json, flatten, fold, serve

OPERATIONS = {
    "add": jnp.add, "sub": jnp.subtract, "mul": jnp.multiply, "mod": jnp.remainder,
    "pow": jnp.power, "min": jnp.minimum, "max": jnp.maximum, "where": jnp.where,
    "and": jnp.logical_and, "or": jnp.logical_or, "xor": jnp.logical_xor,
    "equal": jnp.equal, "not_equal": jnp.not_equal, "less": jnp.less,
    "less_equal": jnp.less_equal, "greater": jnp.greater, "greater_equal": jnp.greater_equal,
}  # fmt: skip
CAPABILITIES = {
    "name": "jax " + jax.__version__,
    "dtypes": ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
               "float16", "bfloat16", "float32", "float64"],
    "ops": ["copy", "broadcast", *OPERATIONS],
    "cost": "compile",
}  # fmt: skip


def operand(t: Json) -> jax.Array:
    return jnp.asarray(np.array(t["values"], jnp.dtype(t["dtype"])).reshape(t["shape"]))


def output(x: jax.Array) -> Json:
    values = np.asarray(x)
    if values.dtype == jnp.bfloat16:
        values = values.astype(np.float32)
    return {"shape": list(x.shape), "values": flatten(values.ravel().tolist())}


def apply(ask: Json) -> list:
    x = [operand(t) for t in ask["in"]]
    if ask["op"] == "broadcast":
        return [output(z) for z in jnp.broadcast_arrays(*x)]
    target = ask["out"][0]["shape"]
    if ask["op"] == "where":
        z = jnp.where(*x)
    elif ask["op"] == "copy":
        z = x[0]
    else:
        z = fold(OPERATIONS[ask["op"]], lambda one: one)(*x)
    return [output(jnp.broadcast_to(z, target))]


def adjoint(ask: Json) -> list:
    """The derivative of broadcasting."""
    (gradient,) = (operand(t) for t in ask["in"])
    shape = ask["out"][0]["shape"]

    def stretch(x: jax.Array) -> jax.Array:
        return jnp.broadcast_to(x, gradient.shape)

    transpose = jax.linear_transpose(stretch, jax.ShapeDtypeStruct(tuple(shape), gradient.dtype))
    return [output(transpose(gradient)[0])]


def broadcast_shapes(ask: Json) -> list[int]:
    return list(jnp.broadcast_shapes(*map(tuple, ask["in"])))


def expand(ask: Json) -> list[int]:
    source = jax.ShapeDtypeStruct(tuple(ask["in"][0]), jnp.int8)
    return list(jax.eval_shape(lambda x: jnp.broadcast_to(x, ask["result"]), source).shape)


serve(
    CAPABILITIES,
    {"broadcast_shapes": broadcast_shapes, "expand": expand, "apply": apply, "adjoint": adjoint},
    (ValueError, TypeError),
)
