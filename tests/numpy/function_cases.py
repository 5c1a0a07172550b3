"""The functions of the families exponential, trigonometry and rounding, in all their dtypes."""
import numpy as np

from case_text import COMPLEX, DTYPES, INTEGERS, REALS
from samples import edges, wild

# Functions of one real number, and the units in the last place that two of them may be apart.
ROUNDED = {
    **dict.fromkeys(["sqrt", "fabs", "floor", "ceil", "trunc", "rint", "spacing"], 0),
    **dict.fromkeys(["degrees", "rad2deg", "radians", "deg2rad"], 2),
    **dict.fromkeys(["cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos",
                     "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh",
                     "arccosh", "arctanh"], 4),
}
ROUNDED_2 = {
    **dict.fromkeys(["copysign", "heaviside", "nextafter", "fmin", "fmax"], 0),
    "hypot": 1,
    **dict.fromkeys(["arctan2", "logaddexp", "logaddexp2"], 4),
}
WITH_COMPLEX = ["sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos",
                "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh",
                "arctanh"]
# Integers keep their type.
OF_INTEGERS = {**dict.fromkeys(["floor", "ceil", "trunc"], ["bool", *INTEGERS]),
               "positive": INTEGERS, "bitwise_count": INTEGERS}
OF_INTEGERS_2 = {**dict.fromkeys(["fmin", "fmax"], ["bool", *INTEGERS]),
                 **dict.fromkeys(["gcd", "lcm", "divmod"], INTEGERS)}
CAST = ["bool", "int8", "uint8", "int16", "uint32", "int64"]  # to a float


def tolerance(ulps, dtype):
    """float16 is rounded from float32."""
    return min(ulps, 1) if np.dtype(dtype).itemsize < 4 and dtype != "int16" else ulps


def plane(dtype):
    """Complex numbers where no part of a function is lost in the other."""
    values = [0.5 + 0.25j, -1.5 + 2j, 2 - 0.75j, -0.25 - 1.25j, 3 + 3j, -2.5 - 0.5j, 0.125 + 1j]
    return np.array(values, dtype)


def record_real(recorder, source):
    for name, ulps in ROUNDED.items():
        recorder.heading(name)
        for dtype in REALS:
            recorder.call(name, [edges(dtype)], ulp=tolerance(ulps, dtype))
            recorder.call(name, [wild(source, dtype, 29)], ulp=tolerance(ulps, dtype))
            small = (source.random(17) * 2 - 1).astype(dtype)
            recorder.call(name, [small], ulp=tolerance(ulps, dtype))
        if name not in OF_INTEGERS:
            for dtype in CAST:
                values = np.array([0, 1, 1, 0] if dtype == "bool" else [0, 1, 2, 7, 60], dtype)
                recorder.call(name, [values], ulp=tolerance(ulps, dtype))
    for name, ulps in ROUNDED_2.items():
        recorder.heading(name)
        for dtype in REALS:
            a = edges(dtype)
            if name in ("fmin", "fmax"):
                a = a[~((a == 0) & np.signbit(a))]  # which zero of two is the smaller one is open
            recorder.call(name, [a[:, None], a[None, :]], ulp=tolerance(ulps, dtype))
            recorder.call(name, [wild(source, dtype, 29), wild(source, dtype, 29)],
                          ulp=tolerance(ulps, dtype))


def record_parts(recorder, source):
    recorder.heading("several results, and results of another kind")
    for dtype in REALS:
        for values in (edges(dtype), wild(source, dtype, 29)):
            for name in ("modf", "frexp", "signbit", "isnan", "isinf", "isfinite", "positive"):
                recorder.call(name, [values])
            recorder.call("divmod", [values[:, None], values[None, :9]])
        for exponent in ("int8", "int32", "int64"):
            values = np.array([-300, -128, -20, -1, 0, 3, 12, 127, 1100]).astype(exponent)
            recorder.call("ldexp", [edges(dtype)[:, None], values])
    for dtype in COMPLEX:
        for name in ("isnan", "isinf", "isfinite", "positive", "rint"):
            recorder.call(name, [edges(dtype)])
    for dtype in ("bool", "int16", "uint64"):
        for name in ("isnan", "isinf", "isfinite"):
            recorder.call(name, [edges(dtype)])


def record_integers(recorder, source):
    recorder.heading("integers")
    for name, dtypes in OF_INTEGERS.items():
        for dtype in dtypes:
            recorder.call(name, [edges(dtype)])
            recorder.call(name, [wild(source, dtype, 13)])
    for name, dtypes in OF_INTEGERS_2.items():
        for dtype in dtypes:
            recorder.call(name, [edges(dtype)[:, None], edges(dtype)[None, :]])
            recorder.call(name, [wild(source, dtype, 13), wild(source, dtype, 13)])


def record_complex(recorder, source):
    recorder.heading("complex numbers")
    for name in WITH_COMPLEX:
        for dtype in COMPLEX:
            recorder.call(name, [plane(dtype)], ulp=16)
            x = (source.normal(0, 1, 11) + 1j * source.normal(0, 1, 11)).astype(dtype)
            recorder.call(name, [np.round(x, 2)], ulp=16)


def record_rest(recorder, source):
    recorder.heading("float_power")
    for dtype in ("int8", "float32", "float64"):
        recorder.call("float_power", [np.array([1, 2, 3, 9], dtype), np.array([0, 2, -3, 5], dtype)],
                      ulp=4)
    for dtype in COMPLEX:
        recorder.call("float_power", [plane(dtype), plane(dtype)[::-1].copy()], ulp=64)
    recorder.heading("reductions")
    for name in ("logaddexp", "logaddexp2", "hypot"):
        for dtype in ("float32", "float64"):
            values = np.round(source.random((3, 5)) * 4, 2).astype(dtype)
            recorder.method("reduce", name, [("i", values), ("o", None)],
                            lambda function, v=values: function(v, axis=1), ulp=8, axis=1)
    for name in ("gcd", "lcm"):
        values = source.integers(1, 40, (4, 5))
        recorder.method("reduce", name, [("i", values), ("o", None)],
                        lambda function, v=values: function(v, axis=0), axis=0)


def record_long(recorder, source):
    """Enough items for every thread and vector; few different ones, so that the lines stay short."""
    recorder.heading("long arrays")
    for name in ("exp", "log", "sin", "tanh", "arctan", "rint", "cbrt", "expm1"):
        for dtype in ("float32", "float64"):
            piece = np.sort(source.integers(0, 9, 2500))
            recorder.call(name, [np.abs(wild(source, dtype, 9))[piece] + 0.5], ulp=4)


def record(recorder, source):
    record_real(recorder, source)
    record_parts(recorder, source)
    record_integers(recorder, source)
    record_complex(recorder, source)
    record_rest(recorder, source)
    record_long(recorder, source)
