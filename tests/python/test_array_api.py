"""The elementwise functions of the array API standard (2024.12), by weft.std: their special values, the dtypes of their
results, and, on random arrays, NumPy's, whose functions conform. Its own suite of tests is on no registry; it is run
where it is at hand (suites.py, array-api). What Weft does otherwise is in DIFFERS, with the reason.

The rules are in our words; e is any number that is neither 0 nor NaN nor infinite. hypothesis draws the random arrays
where it is installed, else a generator with a seed.
"""
import itertools

import numpy as np
import pytest

from weft import std

try:
    import hypothesis
    from hypothesis.extra import numpy as drawn
except ImportError:
    hypothesis = None

inf, nan, pi = np.inf, np.nan, np.pi
FLOATS, SIGNED, UNSIGNED = ["float32", "float64"], ["int8", "int16", "int32", "int64"], ["uint8", "uint16", "uint32", "uint64"]
COMPLEX = ["complex64", "complex128"]
INTEGERS, REAL = SIGNED + UNSIGNED, SIGNED + UNSIGNED + FLOATS
NUMERIC, ALL = REAL + COMPLEX, ["bool"] + REAL + COMPLEX

# The standard's name, where Weft has NumPy's other one.
OTHER_NAMES = {"abs": "absolute", "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
               "atan2": "arctan2", "atanh": "arctanh", "bitwise_left_shift": "left_shift", "bitwise_invert": "invert",
               "bitwise_right_shift": "right_shift", "conj": "conjugate", "pow": "power", "round": "rint"}
# The dtypes that each takes, and of its result: "same", or "bool", or "real": the real type that belongs to it.
ONE = {**dict.fromkeys("acos acosh asin asinh atan atanh cos cosh exp expm1 log log1p log2 log10 sin sinh sqrt tan tanh"
                       .split(), (FLOATS + COMPLEX, "same")),
       **dict.fromkeys(["ceil", "floor", "trunc"], (REAL, "same")), "abs": (NUMERIC, "real"),
       **dict.fromkeys(["negative", "positive", "square", "sign", "round", "conj"], (NUMERIC, "same")),
       "reciprocal": (FLOATS + COMPLEX, "same"), "bitwise_invert": (["bool"] + INTEGERS, "same"),
       **dict.fromkeys(["isfinite", "isinf", "isnan"], (NUMERIC, "bool")), "logical_not": (["bool"], "bool"),
       "signbit": (FLOATS, "bool"), "real": (COMPLEX, "real"), "imag": (COMPLEX, "real")}
TWO = {**dict.fromkeys(["add", "subtract", "multiply", "pow"], (NUMERIC, "same")), "divide": (FLOATS + COMPLEX, "same"),
       **dict.fromkeys(["floor_divide", "remainder", "maximum", "minimum"], (REAL, "same")),
       **dict.fromkeys(["atan2", "copysign", "hypot", "logaddexp", "nextafter"], (FLOATS, "same")),
       **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor"], (["bool"] + INTEGERS, "same")),
       **dict.fromkeys(["bitwise_left_shift", "bitwise_right_shift"], (INTEGERS, "same")),
       **dict.fromkeys(["equal", "not_equal"], (ALL, "bool")),
       **dict.fromkeys(["less", "less_equal", "greater", "greater_equal"], (REAL, "bool")),
       **dict.fromkeys(["logical_and", "logical_or", "logical_xor"], (["bool"], "bool"))}

# (function, kind of dtype): why it is otherwise.
DIFFERS = {
    ("real", "c"): "no function: a real part is a view",
    ("imag", "c"): "no function: an imaginary part is a view",
    ("sign", "c"): "there is no loop of complex numbers",
    ("conj", "i"): "the result of a real number is complex: conjugate has complex loops alone",
    ("conj", "u"): "the same",
    ("conj", "f"): "the same",
    ("round", "i"): "rint has loops of floats alone: of integers the result is one, as NumPy's",
    ("round", "u"): "the same",
}


def function(name):
    return getattr(std, OTHER_NAMES.get(name, name), None)


def differs(name, dtype):
    return (name, np.dtype(dtype).kind) in DIFFERS


def alike(found, wanted, dtype):
    """Numbers that are the same to some last bits, and the same bits where they are 0, infinite or NaN."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    if found.dtype.kind == "c":
        return alike(found.real, wanted.real, dtype) and alike(found.imag, wanted.imag, dtype)
    if found.dtype.kind != "f":
        return bool(found == wanted)
    if wanted == 0 or np.isinf(wanted) or np.isnan(wanted):
        same_sign = np.isnan(wanted) or np.signbit(found) == np.signbit(wanted)
        return bool(np.array_equal(found, wanted, equal_nan=True) and same_sign)
    return bool(np.isclose(found, wanted, rtol=8 * np.finfo(dtype).eps, atol=0))


e = 2.5
ONE_VALUE = {
    "abs": [(nan, nan), (-0.0, 0.0), (0.0, 0.0), (-inf, inf), (inf, inf), (-e, e)],
    "acos": [(nan, nan), (1.5, nan), (-1.5, nan), (1.0, 0.0), (-1.0, pi), (inf, nan), (-inf, nan)],
    "acosh": [(nan, nan), (0.5, nan), (-e, nan), (1.0, 0.0), (inf, inf), (-inf, nan)],
    "asin": [(nan, nan), (1.5, nan), (-1.5, nan), (0.0, 0.0), (-0.0, -0.0), (1.0, pi / 2), (-1.0, -pi / 2)],
    "asinh": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf)],
    "atan": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, pi / 2), (-inf, -pi / 2)],
    "atanh": [(nan, nan), (1.5, nan), (-1.5, nan), (1.0, inf), (-1.0, -inf), (0.0, 0.0), (-0.0, -0.0)],
    "ceil": [(nan, nan), (inf, inf), (-inf, -inf), (0.0, 0.0), (-0.0, -0.0), (-0.5, -0.0), (0.5, 1.0), (3.0, 3.0)],
    "cos": [(nan, nan), (0.0, 1.0), (-0.0, 1.0), (inf, nan), (-inf, nan)],
    "cosh": [(nan, nan), (0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, inf)],
    "exp": [(nan, nan), (0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, 0.0)],
    "expm1": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -1.0)],
    "floor": [(nan, nan), (inf, inf), (-inf, -inf), (0.0, 0.0), (-0.0, -0.0), (0.5, 0.0), (-0.5, -1.0)],
    "isfinite": [(nan, False), (inf, False), (-inf, False), (0.0, True), (-e, True)],
    "isinf": [(nan, False), (inf, True), (-inf, True), (e, False)],
    "isnan": [(nan, True), (-nan, True), (inf, False), (0.0, False)],
    "log": [(nan, nan), (-e, nan), (0.0, -inf), (-0.0, -inf), (1.0, 0.0), (inf, inf)],
    "log1p": [(nan, nan), (-e, nan), (-1.0, -inf), (0.0, 0.0), (-0.0, -0.0), (inf, inf)],
    "log2": [(nan, nan), (-e, nan), (0.0, -inf), (-0.0, -inf), (1.0, 0.0), (inf, inf), (1024.0, 10.0)],
    "log10": [(nan, nan), (-e, nan), (0.0, -inf), (-0.0, -inf), (1.0, 0.0), (inf, inf), (1000.0, 3.0)],
    "negative": [(nan, nan), (0.0, -0.0), (-0.0, 0.0), (inf, -inf)],
    "positive": [(nan, nan), (-0.0, -0.0), (-inf, -inf)],
    "reciprocal": [(nan, nan), (0.0, inf), (-0.0, -inf), (inf, 0.0), (-inf, -0.0)],
    "round": [(nan, nan), (inf, inf), (-inf, -inf), (-0.0, -0.0), (0.5, 0.0), (-0.5, -0.0), (1.5, 2.0), (2.5, 2.0), (-2.5, -2.0)],
    "sign": [(nan, nan), (0.0, 0.0), (-0.0, 0.0), (e, 1.0), (-inf, -1.0)],
    "signbit": [(0.0, False), (-0.0, True), (inf, False), (-inf, True), (e, False), (-e, True), (np.copysign(nan, -1), True),
                (np.copysign(nan, 1), False)],
    "sin": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, nan), (-inf, nan)],
    "sinh": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf)],
    "sqrt": [(nan, nan), (-e, nan), (0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, nan)],
    "square": [(nan, nan), (-0.0, 0.0), (-inf, inf)],
    "tan": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, nan), (-inf, nan)],
    "tanh": [(nan, nan), (0.0, 0.0), (-0.0, -0.0), (inf, 1.0), (-inf, -1.0)],
    "trunc": [(nan, nan), (inf, inf), (-inf, -inf), (-0.0, -0.0), (0.5, 0.0), (-0.5, -0.0), (-e, -2.0)],
}
# Where the standard lets an implementation choose, all that it may be.
TWO_VALUES = {
    "add": [(nan, e, nan), (e, nan, nan), (inf, -inf, nan), (-inf, inf, nan), (inf, inf, inf), (-inf, -inf, -inf), (inf, -e, inf),
            (-e, -inf, -inf), (-0.0, -0.0, -0.0), (-0.0, 0.0, 0.0), (0.0, -0.0, 0.0), (0.0, 0.0, 0.0), (-0.0, e, e), (e, -e, 0.0)],
    "subtract": [(nan, 1.0, nan), (inf, inf, nan), (-inf, -inf, nan), (inf, -inf, inf), (e, inf, -inf), (-0.0, 0.0, -0.0),
                 (0.0, 0.0, 0.0), (-0.0, -0.0, 0.0), (e, e, 0.0)],
    "multiply": [(nan, 0.0, nan), (inf, 0.0, nan), (-0.0, inf, nan), (inf, -inf, -inf), (-inf, -e, inf), (0.0, -e, -0.0),
                 (-0.0, -e, 0.0), (-0.0, 0.0, -0.0)],
    "divide": [(nan, 1.0, nan), (inf, inf, nan), (inf, -inf, nan), (0.0, 0.0, nan), (-0.0, 0.0, nan), (0.0, e, 0.0), (0.0, -e, -0.0),
               (-0.0, e, -0.0), (e, 0.0, inf), (e, -0.0, -inf), (-e, 0.0, -inf), (-e, -0.0, inf), (inf, e, inf), (inf, -e, -inf),
               (-inf, 0.0, -inf), (e, inf, 0.0), (e, -inf, -0.0), (-e, -inf, 0.0)],
    "floor_divide": [(nan, 1.0, nan), (inf, inf, nan), (-inf, inf, nan), (0.0, 0.0, nan), (0.0, -0.0, nan), (0.0, e, 0.0),
                     (-0.0, e, -0.0), (0.0, -e, -0.0), (-0.0, -e, 0.0), (e, 0.0, inf), (e, -0.0, -inf), (-e, 0.0, -inf),
                     (-e, -0.0, inf), (inf, e, inf, nan), (inf, -e, -inf, nan), (-inf, e, -inf, nan), (-inf, -e, inf, nan), (e, inf, 0.0),
                     (e, -inf, -1.0, -0.0), (-e, inf, -1.0, -0.0), (-e, -inf, 0.0), (7.0, 2.0, 3.0), (-7.0, 2.0, -4.0)],
    "remainder": [(nan, 1.0, nan), (1.0, nan, nan), (inf, inf, nan), (inf, e, nan), (-inf, -e, nan), (0.0, 0.0, nan), (-0.0, -0.0, nan),
                  (0.0, e, 0.0), (-0.0, e, 0.0), (0.0, -e, -0.0), (-0.0, -e, -0.0), (e, 0.0, nan), (-e, -0.0, nan), (e, inf, e),
                  (e, -inf, -inf), (-e, inf, inf), (-e, -inf, -e), (-7.0, 2.0, 1.0), (7.0, -2.0, -1.0)],
    "pow": [(nan, 0.0, 1.0), (nan, -0.0, 1.0), (inf, 0.0, 1.0), (nan, e, nan), (e, nan, nan), (e, inf, inf), (-e, inf, inf),
            (e, -inf, 0.0), (1.0, inf, 1.0), (-1.0, inf, 1.0), (-1.0, -inf, 1.0), (1.0, nan, 1.0, nan), (0.5, inf, 0.0), (0.5, -inf, inf),
            (inf, e, inf), (inf, -e, 0.0), (-inf, 3.0, -inf), (-inf, 2.0, inf), (-inf, e, inf), (-inf, -3.0, -0.0), (-inf, -2.0, 0.0),
            (0.0, e, 0.0), (0.0, -e, inf), (-0.0, 3.0, -0.0), (-0.0, e, 0.0), (-0.0, -3.0, -inf), (-0.0, -e, inf), (-e, 0.5, nan)],
    "atan2": [(nan, 1.0, nan), (1.0, nan, nan), (e, 0.0, pi / 2), (e, -0.0, pi / 2), (0.0, e, 0.0), (0.0, 0.0, 0.0), (0.0, -0.0, pi),
              (0.0, -e, pi), (-0.0, e, -0.0), (-0.0, 0.0, -0.0), (-0.0, -0.0, -pi), (-0.0, -e, -pi), (-e, 0.0, -pi / 2), (e, inf, 0.0),
              (e, -inf, pi), (-e, inf, -0.0), (-e, -inf, -pi), (inf, e, pi / 2), (-inf, e, -pi / 2), (inf, inf, pi / 4),
              (inf, -inf, 3 * pi / 4), (-inf, inf, -pi / 4), (-inf, -inf, -3 * pi / 4)],
    "copysign": [(e, -0.0, -e), (-e, 0.0, e), (0.0, -inf, -0.0), (-inf, 1.0, inf), (e, np.copysign(nan, -1), -e), (nan, 1.0, nan)],
    "hypot": [(inf, nan, inf), (nan, -inf, inf), (nan, e, nan), (0.0, -0.0, 0.0), (-3.0, 4.0, 5.0), (3.0e38, 0.0, 3.0e38)],
    "logaddexp": [(nan, e, nan), (e, nan, nan), (-inf, -inf, -inf), (inf, e, inf), (-inf, e, e), (inf, inf, inf)],
    "maximum": [(nan, e, nan), (e, nan, nan), (inf, e, inf), (-inf, -e, -e)],
    "minimum": [(nan, e, nan), (e, nan, nan), (-inf, e, -inf), (inf, e, e)],
    "nextafter": [(nan, e, nan), (e, nan, nan), (0.0, -0.0, -0.0), (-0.0, 0.0, 0.0), (e, e, e), (inf, inf, inf)],
    **{name: [(nan, nan, name == "not_equal"), (nan, e, name == "not_equal"), (0.0, -0.0, "equal" in name and name != "not_equal"),
              (inf, inf, "equal" in name and name != "not_equal"), (-inf, inf, name in ("less", "less_equal", "not_equal"))]
       for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")},
}
i = 1j
COMPLEX_VALUES = {
    "abs": [(complex(inf, nan), inf), (complex(nan, -inf), inf), (complex(nan, 1), nan), (complex(-0.0, 0.0), 0.0), (3 + 4j, 5.0)],
    "exp": [(complex(0, 0), complex(1, 0)), (complex(-0.0, 0), complex(1, 0)), (complex(e, inf), complex(nan, nan)),
            (complex(e, nan), complex(nan, nan)), (complex(inf, 0), complex(inf, 0)), (complex(nan, 0), complex(nan, 0)),
            (complex(nan, e), complex(nan, nan)), (complex(-inf, 0), complex(0, 0))],
    "sqrt": [(complex(0, 0), complex(0, 0)), (complex(-0.0, 0), complex(0, 0)), (complex(e, inf), complex(inf, inf)),
             (complex(nan, inf), complex(inf, inf)), (complex(inf, e), complex(inf, 0)), (complex(-inf, e), complex(0, inf)),
             (complex(nan, e), complex(nan, nan)), (complex(inf, nan), complex(inf, nan)), (-4 + 0j, 2j), (complex(-4, -0.0), complex(0, -2))],
    "log": [(complex(-0.0, 0), complex(-inf, pi)), (complex(0, 0), complex(-inf, 0)), (complex(e, inf), complex(inf, pi / 2)),
            (complex(e, nan), complex(nan, nan)), (complex(-inf, e), complex(inf, pi)), (complex(inf, e), complex(inf, 0)),
            (complex(inf, nan), complex(inf, nan)), (complex(nan, inf), complex(inf, nan))],
    "cosh": [(complex(0, 0), complex(1, 0)), (complex(e, inf), complex(nan, nan)), (complex(inf, 0), complex(inf, 0)),
             (complex(nan, e), complex(nan, nan))],
    "sinh": [(complex(0, 0), complex(0, 0)), (complex(e, inf), complex(nan, nan)), (complex(inf, 0), complex(inf, 0)),
             (complex(nan, 0), complex(nan, 0))],
    "tanh": [(complex(0, 0), complex(0, 0)), (complex(e, inf), complex(nan, nan)), (complex(inf, 0.5), complex(1, 0)),
             (complex(nan, 0), complex(nan, 0))],
    "isfinite": [(complex(inf, nan), False), (complex(1, nan), False), (1 + i, True)],
    "isinf": [(complex(nan, -inf), True), (complex(nan, 1), False)],
    "isnan": [(complex(inf, nan), True), (complex(inf, 1), False)],
    "conj": [(complex(1, -0.0), complex(1, 0.0)), (complex(nan, inf), complex(nan, -inf))],
}


def test_every_function_is_there():
    missing = {name for name in [*ONE, *TWO] if function(name) is None}
    assert missing == {"real", "imag"} and {"clip"} <= set(std.__all__)


@pytest.mark.parametrize("name, kind", [case for case in DIFFERS if function(case[0])])
def test_differences_are_there(name, kind):
    dtype = {"c": "complex64", "i": "int32", "u": "uint8", "f": "float32"}[kind]
    assert dtype in ONE[name][0]
    try:
        assert function(name)(np.ones(3, dtype)).dtype != dtype
    except TypeError:
        pass


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ONE_VALUE)
def test_special_values(name, dtype):
    """Each alone, and in the midst of an array as vectors take it."""
    for x, wanted in ONE_VALUE[name]:
        wide = function(name)(np.full(37, x, dtype))
        for found in (function(name)(np.asarray(x, dtype)), wide[0], wide[20], wide[-1]):
            assert alike(found, wanted, dtype), (name, x, found, wanted)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", TWO_VALUES)
def test_special_values_of_two(name, dtype):
    for x, y, *wanted in TWO_VALUES[name]:
        wide = function(name)(np.full(37, x, dtype), np.full(37, y, dtype))
        for found in (function(name)(np.asarray(x, dtype), np.asarray(y, dtype)), wide[0], wide[20], wide[-1]):
            assert any(alike(found, one, dtype) for one in wanted), (name, x, y, found, wanted)


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("name", COMPLEX_VALUES)
def test_special_values_of_complex(name, dtype):
    """And those of the conjugates, which are the conjugates."""
    for x, wanted in COMPLEX_VALUES[name]:
        found = function(name)(np.asarray(x, dtype))
        assert alike(found, np.asarray(wanted), found.dtype if found.dtype.kind == "c" else "float32"), (name, x, found, wanted)
        other = function(name)(np.conj(np.asarray(x, dtype)))
        assert alike(other, np.conj(wanted), dtype), (name, np.conj(x), other)


def promoted(one, other):
    """The standard's table: within a kind the wider; of unsigned and signed the signed that holds both."""
    return np.promote_types(one, other)


def mixes(one, other):
    """Whether the standard says what comes of two dtypes."""
    one, other = np.dtype(one), np.dtype(other)
    kinds = {one.kind, other.kind}
    return len(kinds) == 1 or kinds <= {"f", "c"} or (kinds == {"i", "u"} and np.dtype("uint64") not in (one, other))


@pytest.mark.parametrize("name", [name for name in [*ONE, *TWO] if function(name)])
def test_dtypes_of_results(name):
    dtypes, rule = ONE.get(name) or TWO[name]
    for chosen in itertools.product(dtypes, repeat=function(name).nin):
        if not mixes(chosen[0], chosen[-1]) or any(differs(name, dtype) for dtype in chosen):
            continue
        wanted = promoted(chosen[0], chosen[-1])
        wanted = np.dtype(bool) if rule == "bool" else np.ones(0, wanted).real.dtype if rule == "real" else wanted
        for shape in ((), (3,), (0, 2)):
            found = function(name)(*[np.ones(shape, dtype) for dtype in chosen])
            assert found.dtype == wanted and found.shape == shape, (name, chosen, found.dtype)


@pytest.mark.parametrize("name, value", [("add", 1), ("multiply", 2), ("less", 1), ("pow", 2), ("bitwise_and", 1)])
def test_python_numbers_take_the_dtype_of_the_array(name, value):
    for dtype in TWO[name][0]:
        if dtype == "bool":
            continue
        x = np.ones(3, dtype)
        for found in (function(name)(x, value), function(name)(value, x)):
            assert found.dtype == (bool if name == "less" else x.dtype)


# ---- NumPy as the second oracle ----

SHAPES = [((), ()), ((5,), ()), ((3, 1), (1, 4)), ((2, 3, 4), (4,)), ((0, 3), (1, 3)), ((70,), (70,))]
LEAST_DISTANCE = {"float32": 2e-6, "float64": 1e-14, "complex64": 1e-5, "complex128": 1e-13}


def check(name, operands):
    """What NumPy's function of the same name gives; where that is not right itself, nothing is said."""
    theirs = getattr(np, OTHER_NAMES.get(name, name))
    before = [operand.copy() for operand in operands]
    found = function(name)(*operands)
    with np.errstate(all="ignore"):
        wanted = theirs(*operands)
    assert found.dtype == wanted.dtype and np.shape(found) == np.shape(wanted)
    for operand, copy in zip(operands, before):
        assert operand.tobytes() == copy.tobytes()
    if found.dtype.kind in "fc":
        tolerance = LEAST_DISTANCE[found.dtype.name]
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * 1e-3)
    else:
        np.testing.assert_array_equal(found, wanted)


def is_settled(name, operands):
    """Whether the standard says what comes of these numbers."""
    kind = operands[0].dtype.kind
    if kind in "iu" and name in ("floor_divide", "remainder"):
        return bool(np.all(operands[1]))
    if name in ("bitwise_left_shift", "bitwise_right_shift"):
        return bool(np.all((operands[1] >= 0) & (operands[1] < 8 * operands[0].dtype.itemsize)))
    if name == "pow" and kind == "i":
        return bool(np.all(operands[1] >= 0))
    return True


def numbers(source, dtype, shape):
    """Numbers near 0, of all magnitudes for integers."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return source.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        wide = source.integers(limits.min, limits.max, shape, dtype, endpoint=True)
        return np.where(source.integers(0, 2, shape), wide, source.integers(0, 8, shape)).astype(dtype)
    drawn = source.normal(0, 1, shape) * 10.0 ** source.integers(-3, 2, shape)
    return (drawn + 1j * source.normal(0, 1, shape) if dtype.kind == "c" else drawn).astype(dtype)


CASES = [(name, dtype) for name in [*ONE, *TWO] if function(name) for dtype in (ONE.get(name) or TWO[name])[0]
         if not differs(name, dtype)]


@pytest.mark.parametrize("name, dtype", CASES)
def test_as_numpy(name, dtype):
    source = np.random.default_rng(len(name))
    checked = 0
    for shapes in SHAPES * 3:
        operands = [numbers(source, dtype, shape) for shape in shapes[:function(name).nin]]
        if name in ("bitwise_left_shift", "bitwise_right_shift"):
            operands[1] = np.asarray(operands[1] % (8 * operands[0].dtype.itemsize)).astype(dtype)
        if is_settled(name, operands):
            check(name, operands)
            checked += 1
    assert checked


def test_clip():
    source = np.random.default_rng(1)
    for dtype in REAL:
        x, low, high = (numbers(source, dtype, shape) for shape in ((4, 5), (5,), ()))
        found = std.clip(x, low, high)
        assert found.dtype == dtype and (found == np.clip(x, low, high)).all()
    assert np.isnan(std.clip(nan, 0.0, 1.0))


if hypothesis:
    given = hypothesis.strategies
    # Complex numbers have cuts, which are the special values' part, and numbers near them that of test_as_numpy.
    CHOSEN = [(name, dtype) for name, dtype in CASES if np.dtype(dtype).kind != "c"]

    @hypothesis.settings(max_examples=400, deadline=None, derandomize=True, database=None)
    @hypothesis.given(given.data())
    def test_as_numpy_by_hypothesis(data):
        """Any numbers, shapes that broadcast, and views with any steps."""
        name, dtype = data.draw(given.sampled_from(CHOSEN))
        dtype = np.dtype(dtype)
        elements = given.floats(-64, 64, width=32) if dtype.kind == "f" else drawn.from_dtype(dtype)
        operands = []
        for shape in data.draw(drawn.mutually_broadcastable_shapes(num_shapes=function(name).nin, max_dims=3,
                                                                   max_side=5)).input_shapes:
            whole = data.draw(drawn.arrays(dtype, shape, elements=elements))
            views = [whole, np.asfortranarray(whole), whole[..., ::-1] if shape else whole]
            operands.append(data.draw(given.sampled_from(views)))
        if is_settled(name, operands):
            check(name, operands)
