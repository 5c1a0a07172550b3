"""Every elementwise ufunc that ships, in all its dtypes."""
import numpy as np

from case_text import COMPLEX, DTYPES, INTEGERS, REALS
from samples import edges, special, wild

NUMBERS = INTEGERS + REALS
BINARY = {
    **dict.fromkeys(["add", "multiply"], DTYPES),
    # differs: "the first declared loop to which every input casts safely": bool is subtracted as int8.
    "subtract": NUMBERS + COMPLEX,
    **dict.fromkeys(["divide", "power"], DTYPES),
    **dict.fromkeys(["floor_divide", "remainder", "fmod"], DTYPES[:12]),
    # differs: complex numbers have no order here, so these have no complex loops.
    **dict.fromkeys(["minimum", "maximum", "less", "less_equal", "greater", "greater_equal"],
                    DTYPES[:12]),
    **dict.fromkeys(["equal", "not_equal", "logical_and", "logical_or", "logical_xor"], DTYPES),
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"],
                    DTYPES[:9]),
}
UNARY = {
    "square": DTYPES,
    "negative": NUMBERS + COMPLEX,  # differs: as subtract
    "conjugate": COMPLEX,  # differs: of real numbers there is no loop but the complex ones
    "reciprocal": DTYPES,
    "absolute": DTYPES,
    "sign": NUMBERS,  # differs: as subtract, and the sign of a complex number has no loop
    "invert": DTYPES[:9],
    "logical_not": DTYPES,
}

# What is not rounded correctly, or not exactly alike everywhere: units in the last place.
ULPS = {
    ("power", "float16"): 1, ("power", "float32"): 8, ("power", "float64"): 4,
    ("power", "complex64"): 64, ("power", "complex128"): 64,
    ("divide", "complex64"): 4, ("divide", "complex128"): 4,
    ("reciprocal", "complex64"): 4, ("reciprocal", "complex128"): 4,
    ("multiply", "complex64"): 4, ("multiply", "complex128"): 4,
    ("square", "complex64"): 4, ("square", "complex128"): 4,
    ("absolute", "complex64"): 3, ("absolute", "complex128"): 2,
}


def pairs_of(name, dtype):
    """A column and a row of edges that both systems mean to answer alike."""
    a = b = edges(dtype)
    if dtype in INTEGERS and name == "power":
        b = b[(b >= 0) & (b < 20)]  # differs: NumPy refuses negative powers, Weft gives 1 / a^-b
    if dtype in REALS and name in ("minimum", "maximum"):
        a = b = a[~((a == 0) & np.signbit(a))]  # which zero of two is the smaller one is open
    return a[:, None], b[None, :]


def record_binary(recorder, source):
    for name, dtypes in BINARY.items():
        recorder.heading(name)
        for dtype in dtypes:
            ulp = ULPS.get((name, dtype), 0)
            a, b = pairs_of(name, dtype)
            recorder.call(name, [a, b], ulp=ulp)
            for count in (1, 35 if np.dtype(dtype).itemsize < 4 else 11):
                x, y = wild(source, dtype, count), wild(source, dtype, count)
                if name == "power" and dtype in INTEGERS:
                    y = (np.abs(y.astype(np.int64)) % 9).astype(y.dtype)
                elif name == "power" and dtype in REALS + COMPLEX:
                    y = (y.real % 3 + (y.real % 3 == 0)).astype(y.dtype)
                    x = np.abs(x) if dtype in REALS else x
                recorder.call(name, [x, y], ulp=ulp)


def record_unary(recorder, source):
    for name, dtypes in UNARY.items():
        recorder.heading(name)
        for dtype in dtypes:
            values = edges(dtype)
            if name == "reciprocal" and dtype in INTEGERS + ["bool"]:
                values = values[values != 0]  # differs: of integers 1 / 0 is 0
            ulp = ULPS.get((name, dtype), 0)
            recorder.call(name, [values], ulp=ulp)
            x = wild(source, dtype, 23)
            if name == "reciprocal":
                x[x == 0] = 1
            recorder.call(name, [x], ulp=ulp)
            if name == "reciprocal" and dtype in COMPLEX:
                recorder.call(name, [special(dtype)])


def record_clip(recorder, source):
    recorder.heading("clip")
    for dtype in NUMBERS + ["bool"]:
        values = edges(dtype)
        if dtype in REALS:
            values = values[~((values == 0) & np.signbit(values))]
        low, high = values[source.integers(0, values.size, (2, 5, 1))]
        recorder.call("clip", [values, low, high])
        recorder.call("clip", [wild(source, dtype, 19), values[1:2], values[-2:-1]])


def record_long(recorder, source):
    """Enough items for every thread and vector; few different ones, so that the lines stay short."""
    recorder.heading("long arrays")
    for name, dtypes in {**BINARY, **UNARY}.items():
        reals = [dtype for dtype in dtypes if dtype not in COMPLEX]  # whose runs are written as one
        for dtype in reals[1:2] + reals[-1:]:
            count = int(source.integers(900, 3000))
            borders = np.sort(source.integers(0, count, 7))
            piece = np.searchsorted(borders, np.arange(count))
            values = wild(source, dtype, 9)
            values[values == 0] = 1
            if name == "power":
                values = np.array([1, 2, 3, 1, 2, 1, 3, 2, 1], dtype)
            operands = [values[piece]] + ([values[piece[::-1]]] if name in BINARY else [])
            recorder.call(name, operands, ulp=ULPS.get((name, dtype), 0))


def record(recorder, source):
    record_long(recorder, source)
    record_binary(recorder, source)
    record_unary(recorder, source)
    record_clip(recorder, source)
