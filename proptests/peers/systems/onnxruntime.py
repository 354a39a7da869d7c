"""ONNX Runtime: Sub on values, by one model for each pair of ranks."""

import functools

import numpy
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as state

from . import STEP, Answer, Case, Question, each, onnx, read_by_subtraction
from .numpy import positions

VERSION = onnxruntime.__version__


@functools.cache
def session(*ranks: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    model = onnx.model_of([["?"] * rank for rank in ranks])
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def subtract(case: Case) -> Answer:
    first, second = map(positions, case.operands)
    run = session(*map(len, case.operands)).run
    (difference,) = run(None, {"x": numpy.asarray(STEP * first), "y": numpy.asarray(-second)})
    return Answer(list(difference.shape), read_by_subtraction(difference.ravel()))


QUESTIONS = [
    Question(
        "array_api",
        "Sub",
        ["--rule", "array_api"],
        each(subtract, (state.Fail, state.InvalidArgument, state.RuntimeException)),
    ),
]
