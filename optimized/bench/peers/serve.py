"""Runs workloads on a system in Python for the benchmark: `serve.py NAME`.

Requests come on standard input, one JSON object a line; answers go the same way to standard output.
Bytes of arrays follow the line that announces them.

  {"prepare": {...}}         and the operands' bytes  -> {"variants": [...]}, empty if it cannot
  {"once": variant}          -> {"bytes": n} and the result's bytes
  {"seconds": variant, "runs": n} -> {"seconds": s}, the time of n runs
"""

import json
import os
import sys
import time

import numpy as np

TYPES = {"f32": np.float32, "f64": np.float64, "i8": np.int8, "f16": np.float16}
try:
    import ml_dtypes

    TYPES["bf16"] = ml_dtypes.bfloat16
except ImportError:
    pass
WITH_CONDITION = ("where", "scale_mask")
# What runs as one expression where a system has expressions, and step by step where it has not.
FORMULAS = {
    "add": "x0 + x1",
    "multiply": "x0 * x1",
    "copy": "x0",
    "where": "where(x0, x1, x2)",
    "multiply_add": "x0 * x1 + x2",
    "add_relu": "maximum(x0 + x1, 0)",
    "scale_mask": "where(x0, x1 * x2, x3)",
    "centre": "(x0 - x1) * x2",
    "normalise": "(x0 - x1) * x2 * x3 + x4",
    "clamp": "maximum(x0 * x1 + x2, x3)",
}


def stored(sizes, transposed):
    return (*sizes[:-2], sizes[-1], sizes[-2]) if transposed else tuple(sizes)


def summed(operand, result):
    """The axes of a sum, and the result's shape with all of them."""
    shape = (1,) * (operand.ndim - result.ndim) + tuple(result.shape)
    return tuple(k for k, n in enumerate(shape) if n == 1 and operand.shape[k] != 1), shape


class NumPy:
    """A pass for each step, in place."""

    def __init__(self):
        self.module, self.version = np, np.__version__
        self.add, self.multiply, self.subtract = np.add, np.multiply, np.subtract
        self.copy, self.maximum = np.copyto, np.maximum
        self.sum = lambda x, axes, z: np.sum(x, axis=axes, keepdims=True, out=z)

    def as_own(self, array):
        return array

    def use(self, threads):
        del threads  # it has one

    def where(self, condition, a, b, out):
        np.copyto(out, b)
        np.copyto(out, a, where=condition)

    def variants(self, what, x, z):
        def allocating():
            allocating.result = np.where(*x)

        def masked():
            np.copyto(z, x[3])
            np.multiply(x[1], x[2], out=z, where=x[0])

        others = {"where": {"its own result": allocating}, "scale_mask": {"masked": masked}}
        return others.get(what, {})

    def prepare(self, what, operands, result, threads):
        self.use(threads)
        z, zero = self.as_own(result), self.as_own(np.zeros((), result.dtype))
        x = [self.as_own(a.swapaxes(-1, -2) if o.get("transposed") else a) for a, o in operands]
        if what == "sum_to":
            axes, shape = summed(x[0], result)
            sums = z.reshape(shape)
            return {"": lambda: self.sum(x[0], axes, sums)}
        add, multiply, subtract, maximum = self.add, self.multiply, self.subtract, self.maximum
        steps = {
            "add": lambda: add(*x, out=z),
            "multiply": lambda: multiply(*x, out=z),
            "copy": lambda: self.copy(z, x[0]),
            "where": lambda: self.where(*x, out=z),
            "multiply_add": lambda: (multiply(x[0], x[1], out=z), add(z, x[2], out=z)),
            "add_relu": lambda: (add(x[0], x[1], out=z), maximum(z, zero, out=z)),
            "scale_mask": lambda: self.where(x[0], multiply(x[1], x[2]), x[3], out=z),
            "centre": lambda: (subtract(x[0], x[1], out=z), multiply(z, x[2], out=z)),
            "normalise": lambda: (
                subtract(x[0], x[1], out=z), multiply(z, x[2], out=z), multiply(z, x[3], out=z),
                add(z, x[4], out=z)),
            "clamp": lambda: (
                multiply(x[0], x[1], out=z), add(z, x[2], out=z), maximum(z, x[3], out=z)),
        }
        return {"": steps[what], **self.variants(what, x, z)} if what in steps else {}

    def shape(self, shapes, result):
        def call():
            result[:] = self.module.broadcast_shapes(*shapes)

        return {"": call}


class PyTorch(NumPy):
    def __init__(self):
        import torch

        torch.set_grad_enabled(False)
        self.module, self.version = torch, torch.__version__
        self.add, self.multiply, self.subtract = torch.add, torch.mul, torch.sub
        self.copy, self.maximum, self.where = torch.Tensor.copy_, torch.maximum, torch.where
        self.sum = lambda x, axes, z: torch.sum(x, dim=axes, keepdim=True, out=z)

    def as_own(self, array):
        if array.dtype.name == "bfloat16":  # from_numpy does not know it
            return self.module.from_numpy(array.view(np.int16)).view(self.module.bfloat16)
        return self.module.from_numpy(array)

    def use(self, threads):
        self.module.set_num_threads(threads)

    def variants(self, what, x, z):
        addcmul, maximum, sub = self.module.addcmul, self.maximum, self.subtract
        fused = {
            "multiply_add": lambda: addcmul(x[2], x[0], x[1], out=z),
            "scale_mask": lambda: (self.multiply(x[1], x[2], out=z), self.where(x[0], z, x[3], out=z)),
            "normalise": lambda: (
                sub(x[0], x[1], out=z), self.multiply(z, x[2], out=z), addcmul(x[4], z, x[3], out=z)),
            "clamp": lambda: (addcmul(x[2], x[0], x[1], out=z), maximum(z, x[3], out=z)),
        }
        return {"fused": fused[what]} if what in fused else {}


class OnnxRuntime:
    # The nodes of each graph: an operator and its inputs, by number or by the name of a result.
    GRAPHS = {
        "add": [("Add", 0, 1)],
        "multiply": [("Mul", 0, 1)],
        "copy": [("Expand", 0, "shape")],
        "where": [("Where", 0, 1, 2)],
        "multiply_add": [("Mul", 0, 1), ("Add", "t0", 2)],
        "add_relu": [("Add", 0, 1), ("Relu", "t0")],
        "scale_mask": [("Mul", 1, 2), ("Where", 0, "t0", 3)],
        "centre": [("Sub", 0, 1), ("Mul", "t0", 2)],
        "normalise": [("Sub", 0, 1), ("Mul", "t0", 2), ("Mul", "t1", 3), ("Add", "t2", 4)],
        "clamp": [("Mul", 0, 1), ("Add", "t0", 2), ("Max", "t1", 3)],
    }

    def __init__(self):
        import onnx
        import onnxruntime

        self.onnx, self.runtime = onnx, onnxruntime
        self.version = onnxruntime.__version__

    def prepare(self, what, operands, result, threads):
        if what not in self.GRAPHS:
            return {}
        helper = self.onnx.helper
        names, nodes, constants = [], [], []
        for k, (array, o) in enumerate(operands):
            name = f"x{k}"
            if o.get("transposed"):
                axes = list(range(array.ndim))
                axes[-1], axes[-2] = axes[-2], axes[-1]
                nodes.append(helper.make_node("Transpose", [name], [name + "t"], perm=axes))
                name += "t"
            names.append(name)
        if what == "copy":
            constants.append(self.onnx.numpy_helper.from_array(np.array(result.shape, np.int64), "shape"))
        graph = self.GRAPHS[what]
        for k, (operator, *inputs) in enumerate(graph):
            inputs = [names[i] if isinstance(i, int) else i for i in inputs]
            nodes.append(helper.make_node(operator, inputs, ["z" if k + 1 == len(graph) else f"t{k}"]))

        def describe(name, a):
            dtype = helper.np_dtype_to_tensor_dtype(a.dtype)
            return helper.make_tensor_value_info(name, dtype, a.shape)

        graph = helper.make_graph(
            nodes, "g", [describe(f"x{k}", a) for k, (a, _) in enumerate(operands)],
            [describe("z", result)], constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8)
        options = self.runtime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 4
        options.add_session_config_entry("session.force_spinning_stop", "1")  # between calls
        try:
            session = self.runtime.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"])
            binding = session.io_binding()
            for k, (array, _) in enumerate(operands):
                binding.bind_input(f"x{k}", "cpu", 0, array.dtype, array.shape, array.ctypes.data)
            binding.bind_output("z", "cpu", 0, result.dtype, result.shape, result.ctypes.data)
        except Exception:  # an element type that the operator is not made for
            return {}
        return {"": lambda: session.run_with_iobinding(binding)}

    def shape(self, shapes, result):
        return {}


class Jax:
    """XLA on the processor, compiled for the shapes. It allocates its results."""

    def __init__(self):
        import jax
        import jaxlib

        jax.config.update("jax_platforms", "cpu")
        jax.config.update("jax_enable_x64", True)
        self.jax, self.jnp = jax, jax.numpy
        self.version = jaxlib.__version__ + ", jitted"

    def prepare(self, what, operands, result, threads):
        if what not in FORMULAS and what != "sum_to":
            return {}
        # The number of threads is fixed when the process starts, that of processors is not.
        cores = sorted(os.sched_getaffinity(os.getppid()))[:threads]
        for thread in os.listdir("/proc/self/task"):
            os.sched_setaffinity(int(thread), cores)
        names = {"where": self.jnp.where, "maximum": self.jnp.maximum}
        x = [self.jax.device_put(a) for a, _ in operands]
        turned = [o.get("transposed") for _, o in operands]
        shape = result.shape

        def formula(*x):
            if what == "sum_to":
                return self.jnp.sum(x[0], axis=summed(x[0], result)[0]).reshape(shape)
            for k, a in enumerate(x):
                names[f"x{k}"] = a.swapaxes(-1, -2) if turned[k] else a
            return self.jnp.broadcast_to(eval(FORMULAS[what], names), shape)

        compiled = self.jax.jit(formula).lower(*x).compile()

        def call():
            call.result = compiled(*x)
            call.result.block_until_ready()

        return {"": call}

    def shape(self, shapes, result):
        return {}


def exactly(stream, n):
    data = bytearray(n)
    view = memoryview(data)
    while view:
        view = view[stream.readinto(view):]
    return data


def main():
    requests, answers = sys.stdin.buffer, sys.stdout.buffer

    def answer(**fields):
        answers.write(json.dumps(fields).encode() + b"\n")

    try:
        system = {"NumPy": NumPy, "PyTorch": PyTorch, "ONNX Runtime": OnnxRuntime,
                  "jaxlib": Jax}[sys.argv[1]]()
    except ImportError as error:
        answer(absent=str(error))
        answers.flush()
        return
    answer(version=system.version)
    answers.flush()
    ways, result = {}, None
    for line in requests:
        request = json.loads(line)
        if "prepare" in request:
            task = request["prepare"]
            ways = result = None
            operands = []
            for k, o in enumerate(task["operands"]):
                masks = task["operation"] in WITH_CONDITION and k == 0
                kind = np.bool_ if masks else TYPES[task["type"]]
                array = np.zeros(stored(o["sizes"], o.get("transposed")), kind)
                if task["operation"] != "shape":
                    array.reshape(-1).view(np.uint8)[:] = exactly(requests, array.nbytes)
                operands.append((array, o))
            if task["operation"] == "shape":
                result = np.zeros(len(task["result"]), np.int64)
                ways = system.shape([tuple(o["sizes"]) for _, o in operands], result)
            else:
                result = np.zeros(task["result"], TYPES[task["type"]])
                ways = system.prepare(task["operation"], operands, result, task["threads"])
            answer(variants=list(ways))
        elif "once" in request:
            way = ways[request["once"]]
            result[...] = 0
            way()
            data = np.asarray(getattr(way, "result", result))
            answer(bytes=data.nbytes)
            answers.write(data.tobytes())
        else:
            way = ways[request["seconds"]]
            begin = time.perf_counter()
            for _ in range(request["runs"]):
                way()
            answer(seconds=time.perf_counter() - begin)
        answers.flush()


main()
