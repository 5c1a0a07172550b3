"""Which loop serves a call: mixed dtypes, weak scalars, dtype, signature, casting."""
import itertools

import numpy as np

from case_text import COMPLEX, DTYPES, INTEGERS, REALS
from elementwise_cases import BINARY, UNARY
from samples import plain

CASTINGS = ["no", "equiv", "safe", "same_kind", "unsafe"]
# One of each set of loops: the dtype of the result is all that can differ within a set.
MIXED = ["add", "divide", "floor_divide", "minimum", "less", "logical_and", "bitwise_or",
         "right_shift", "equal"]


def record_mixed(recorder, source):
    """All pairs of dtypes."""
    for name in MIXED:
        recorder.heading(f"{name}: pairs of dtypes")
        for one, two in itertools.product(DTYPES, repeat=2):
            if name not in ("less", "minimum") or not {one, two} & set(COMPLEX):
                a, b = plain(source, one, 3), plain(source, two, 3)
                b = np.abs(b) + (b == 0) if two in INTEGERS + REALS else np.ones(3, two)
                is_rounded = name == "divide" and {one, two} & set(COMPLEX)
                recorder.call(name, [a, b], ulp=4 if is_rounded else 0)


def record_signed_beside_unsigned(recorder):
    """Numbers that float64 does not tell apart."""
    signed = np.array([-1, 0, 5, 2**53 + 1, 2**63 - 1, -2**63], np.int64)
    unsigned = np.array([0, 5, 2**53, 2**63 - 1, 2**63, 2**64 - 1], np.uint64)
    for name in ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]:
        recorder.heading(f"{name}: int64 and uint64")
        recorder.call(name, [signed[:, None], unsigned])
        recorder.call(name, [unsigned[:, None], signed])
        recorder.call(name, [unsigned, -1])
        recorder.call(name, [5, unsigned])
        recorder.call(name, [signed.astype(np.int8), unsigned])


WEAK = [0, -1, 5, 127, 128, 256, -129, 32768, 65535, 2**31, 2**32, 2**62, 0.5, 1e10, float("inf"),
        2 - 0.5j]


def record_weak(recorder, source):
    """Scalars of Python beside arrays of every dtype."""
    for name in ["add", "multiply", "divide", "maximum", "bitwise_and", "logical_or"]:
        recorder.heading(f"{name}: weak scalars")
        for dtype, scalar in itertools.product(DTYPES, WEAK):
            is_complex = isinstance(scalar, complex) or dtype in COMPLEX
            if name == "maximum" and is_complex:
                continue
            array = plain(source, dtype, 2)
            ulp = 4 if is_complex and name in ("multiply", "divide") else 0
            recorder.call(name, [array, scalar], ulp=ulp)
            if isinstance(scalar, complex) or scalar in (5, 0.5):
                recorder.call(name, [scalar, array + np.array(array == 0, array.dtype)], ulp=ulp)
    recorder.heading("weak scalars alone")
    for name in ("add", "multiply", "less"):
        for a, b in itertools.product([3, -1, 0.5, 1 + 2j], repeat=2):
            if name != "less" or not isinstance(a * b, complex):
                recorder.call(name, [a, b])
    recorder.heading("comparisons: weak scalars")
    for name, dtype in itertools.product(["less", "equal", "greater_equal"], DTYPES[:12]):
        for scalar in (0, 3, 100, 0.5, -0.5):
            recorder.call(name, [plain(source, dtype, 3), scalar])


def record_forced(recorder, source):
    """dtype= and signature= with every casting."""
    recorder.heading("dtype: add")
    operands = ["bool", "int8", "int64", "uint16", "uint64", "float16", "float32", "complex64"]
    for one, forced, casting in itertools.product(operands, DTYPES, CASTINGS):
        if np.dtype(one).kind in "fc" and np.dtype(forced).kind in "iub" and casting == "unsafe":
            values = np.abs(plain(source, one, 2))  # differs: floats saturate
        else:
            values = plain(source, one, 2)
        if np.dtype(forced).kind == "u":
            values = np.abs(values)
        recorder.call("add", [values.astype(one), values.astype(one)], dtype=forced,
                      casting=casting)
    recorder.heading("dtype: less common results")
    for name, forced in itertools.product(["divide", "less", "bitwise_or", "absolute"], DTYPES):
        for one in ("bool", "int16", "uint64", "float32"):
            values = np.abs(plain(source, one, 3)) + np.ones(3, one)
            arrays = [values] * (1 if name == "absolute" else 2)
            recorder.call(name, arrays, dtype=forced)
    recorder.heading("signature")
    # differs: "of the declared loops that have these the first that the inputs fit … else as casting
    # allows", where NumPy promotes the operands that are left open before it looks for a loop; and
    # NumPy divides integers in its loop of float64.
    signatures = [("float64", "float64", "float64"), (None, None, "float32"),
                  (None, None, "float64"), (None, None, "bool"), ("int8", "int8", "int8"),
                  ("float32", "float64", "float64"), ("bool", "bool", "bool"),
                  ("float16", "float16", "float16"), ("float32", "float32", None)]
    for name, signature in itertools.product(["add", "divide", "less", "bitwise_xor"], signatures):
        for one, two in [("int32", "uint8"), ("float32", "int16"), ("uint64", "uint64")]:
            a, b = np.array([3, 1], one), np.array([1, 2], two)
            for casting in ("same_kind", "unsafe"):
                recorder.call(name, [a, b], signature=signature, casting=casting)


def record_outputs(recorder, source):
    """Given outputs of every dtype with every casting, for some dtypes of the loop."""
    recorder.heading("casting of outputs")
    for name, one in [("add", "bool"), ("add", "int16"), ("add", "uint32"), ("add", "complex64"),
                      ("less", "bool"), ("less", "float32"), ("divide", "int16"),
                      ("divide", "float32")]:
        for two, casting in itertools.product(DTYPES, CASTINGS):
            if name == "divide" and np.dtype(one).kind in "biu" and casting in ("no", "equiv"):
                continue  # differs: "casting rules what may happen to outputs", not to inputs
            a, b = np.abs(plain(source, one, 3)), np.ones(3, one)
            if np.dtype(one).kind == "c":
                a = plain(source, one, 3)
                a, b = np.abs(a.real) + 1j * a.imag, np.ones(3, one)
                a = a.astype(one)
            else:
                a, b = a.astype(one), b.astype(one)
            recorder.call(name, [a, b], out=np.zeros(3, two), casting=casting)
    recorder.heading("byte-swapped operands")
    for dtype, casting in itertools.product(["int16", "float64", "complex128"], CASTINGS):
        a = plain(source, dtype, 4)
        swapped = a.astype(a.dtype.newbyteorder())
        # differs: casting rules what may happen to outputs; NumPy asks it of inputs, too.
        recorder.call("add", [a, a], out=np.zeros(4, a.dtype.newbyteorder()), casting=casting)
        if casting != "no":
            recorder.call("add", [swapped, a], casting=casting)


def record_other(recorder, source):
    """No loop at all, and everything else once with mixed dtypes."""
    recorder.heading("other ufuncs, mixed dtypes")
    pairs = [("int8", "uint8"), ("uint64", "int64"), ("bool", "int16"), ("float16", "int16"),
             ("float32", "int32"), ("bool", "bool"), ("float64", "uint8"), ("bool", "float16")]
    for name, (one, two) in itertools.product(BINARY, pairs):
        if name == "subtract" and one == two == "bool":
            continue
        a, b = plain(source, one, 3), np.ones(3, two)
        is_rounded = name == "power" and np.result_type(one, two).kind == "f"  # on a gpu
        recorder.call(name, [a, b], ulp=4 if is_rounded else 0)
    for name, dtype in itertools.product(UNARY, DTYPES):
        if dtype == "bool" and name in ("negative", "sign"):
            continue  # differs: the first declared loop to which every input casts safely
        if name == "conjugate" and dtype not in COMPLEX or name == "sign" and dtype in COMPLEX:
            continue
        recorder.call(name, [np.ones(2, dtype)])


def record_far_literals(recorder):
    """Comparisons with integers that are no values of the array's dtype."""
    literals = [-1, -129, 300, -32769, 70000, -2**31 - 1, 2**32, -2**63, 2**63 - 1]
    for name in ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]:
        recorder.heading(f"{name}: integers that are no values of the dtype")
        for dtype in ["bool", *INTEGERS]:
            info = None if dtype == "bool" else np.iinfo(dtype)
            array = np.array([info.min, 0, info.max] if info else [0, 1], dtype)
            for literal in literals:
                recorder.call(name, [array, literal])
                recorder.call(name, [literal, array])


def record(recorder, source):
    record_mixed(recorder, source)
    record_signed_beside_unsigned(recorder)
    record_weak(recorder, source)
    record_forced(recorder, source)
    record_outputs(recorder, source)
    record_other(recorder, source)
    record_far_literals(recorder)
