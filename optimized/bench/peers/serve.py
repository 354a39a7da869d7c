"""Runs workloads on NumPy or ONNX Runtime for the benchmark: `serve.py NAME`.

Requests come on standard input, one JSON object a line; answers go the same way to standard output.
Bytes of arrays follow the line that announces them.

  {"prepare": {...}}         and the operands' bytes  -> {"variants": [...]}, empty if it cannot
  {"once": variant}          -> {"bytes": n} and the result's bytes
  {"seconds": variant, "runs": n} -> {"seconds": s}, the time of n runs
"""

import json
import sys
import time

import numpy as np

TYPES = {"f32": np.float32, "f64": np.float64, "i8": np.int8}


def stored(sizes, transposed):
    return (*sizes[:-2], sizes[-1], sizes[-2]) if transposed else tuple(sizes)


class NumPy:
    version = np.__version__

    def prepare(self, what, operands, result, threads):
        del threads  # it has one
        x = [a.swapaxes(-1, -2) if o.get("transposed") else a for a, o in operands]
        if what == "add":
            return {"": lambda: np.add(*x, out=result)}
        if what == "multiply":
            return {"": lambda: np.multiply(*x, out=result)}
        if what == "copy":
            return {"": lambda: np.copyto(result, x[0])}
        if what == "where":

            def masked():
                np.copyto(result, x[2])
                np.copyto(result, x[1], where=x[0])

            def allocating():
                allocating.result = np.where(*x)

            return {"masked copy": masked, "its own result": allocating}
        return {}

    def join(self, shapes, result):
        def call():
            result[:] = np.broadcast_shapes(*shapes)

        return {"": call}


class OnnxRuntime:
    OPERATORS = {"add": "Add", "multiply": "Mul", "copy": "Expand", "where": "Where"}

    def __init__(self):
        import onnx
        import onnxruntime

        self.onnx, self.runtime = onnx, onnxruntime
        self.version = onnxruntime.__version__

    def prepare(self, what, operands, result, threads):
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
            names.append("shape")
        nodes.append(helper.make_node(self.OPERATORS[what], names, ["z"]))

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
        except Exception:  # an element type that the operator is not made for
            return {}
        binding = session.io_binding()
        for k, (array, _) in enumerate(operands):
            binding.bind_input(f"x{k}", "cpu", 0, array.dtype, array.shape, array.ctypes.data)
        binding.bind_output("z", "cpu", 0, result.dtype, result.shape, result.ctypes.data)
        return {"": lambda: session.run_with_iobinding(binding)}

    def join(self, shapes, result):
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
        system = {"NumPy": NumPy, "ONNX Runtime": OnnxRuntime}[sys.argv[1]]()
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
                kind = np.bool_ if task["operation"] == "where" and k == 0 else TYPES[task["type"]]
                array = np.zeros(stored(o["sizes"], o.get("transposed")), kind)
                if task["operation"] != "join":
                    array.reshape(-1).view(np.uint8)[:] = exactly(requests, array.nbytes)
                operands.append((array, o))
            if task["operation"] == "join":
                result = np.zeros(len(task["result"]), np.int64)
                ways = system.join([tuple(o["sizes"]) for _, o in operands], result)
            else:
                result = np.zeros(task["result"], TYPES[task["type"]])
                ways = system.prepare(task["operation"], operands, result, task["threads"])
            answer(variants=list(ways))
        elif "once" in request:
            way = ways[request["once"]]
            result[...] = 0
            way()
            data = getattr(way, "result", result)
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
