"""Floating-point flags, as NumPy's error handling is told of them."""
import itertools

import numpy as np

from case_text import REALS
from samples import plain

# differs: integers raise no flag here, so what NumPy raises where they are divided by 0 is
# left out; so is what comes of float16, of which overflow and underflow are not reported.


def record(recorder, source):
    values = {"float32": [0.0, 1, -2.5, 1e38, 3e-39, 1e-30, np.inf, np.nan],
              "float64": [0.0, 1, -2.5, 1e308, 3e-309, 1e-200, np.inf, np.nan]}
    for name in ("add", "subtract", "multiply", "divide"):
        recorder.heading(name)
        for dtype in REALS[1:]:
            for a, b in itertools.product(values[dtype], repeat=2):
                recorder.call(name, [np.array([1, a], dtype), np.array([1, b], dtype)], flags=True)
    for name in ("maximum", "minimum", "less", "greater_equal", "equal", "floor_divide", "remainder",
                 "fmod", "logical_and"):
        recorder.heading(name)
        for dtype in REALS[1:]:
            for a, b in itertools.product([0.0, 1, -2.5, np.inf, np.nan], repeat=2):
                recorder.call(name, [np.array([1, a], dtype), np.array([1, b], dtype)], flags=True)
    for name in ("square", "reciprocal", "negative", "absolute", "sign", "logical_not"):
        recorder.heading(name)
        for dtype in REALS[1:]:
            for a in values[dtype]:
                recorder.call(name, [np.array([1, a], dtype)], flags=True)
    recorder.heading("casts")
    for a in (0.0, 0.1, 1e300, 1e-300, 1e-42, np.inf, np.nan):
        recorder.call("negative", [np.array([1.0, a])], out=np.zeros(2, np.float32), flags=True)
        recorder.call("negative", [np.array([1.0, a])], dtype="float32", flags=True)
    recorder.heading("several at once, and none")
    recorder.call("divide", [np.array([1.0, 0, 1e308, 1e-308]), np.array([0.0, 0, 1e-9, 1e9])],
                  flags=True)
    for dtype in REALS[1:]:
        a = plain(source, dtype, 40)
        recorder.call("add", [a, a[::-1]], flags=True)
        recorder.call("divide", [a, np.abs(a) + 1], flags=True)
    recorder.heading("where")
    out = np.zeros(3)
    recorder.call("divide", [np.array([1.0, 1, 1]), np.array([0.0, 2, 4])], out=out,
                  where=np.array([False, True, True]), flags=True)
    recorder.call("divide", [np.array([1.0, 1, 1]), np.array([0.0, 2, 0])], out=out,
                  where=np.array([False, True, True]), flags=True)
