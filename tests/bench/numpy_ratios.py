"""What the elementwise functions that ship take against NumPy's of the same name, on one core: one line for each function,
dtype and kind of operands, Weft's time over NumPy's, the least of rounds in which both take turns; those behind by more than
a tenth are marked. By hand:

    PYTHONPATH=build/default/python python3 tests/bench/numpy_ratios.py [--bytes N] [--rounds N] [FUNCTION[:DTYPE] …]
"""
import argparse
import time

import numpy as np

import weft
from weft import std

INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
DTYPES = ["bool", *INTEGERS, *FLOATS, *COMPLEX]
BEHIND = 1.1

# Numbers that the function is made for, where those are not -50 … 50.
RANGES = {
    **dict.fromkeys(["exp", "exp2", "expm1", "sinh", "cosh", "tanh"], (-8, 8)),
    **dict.fromkeys(["arcsin", "arccos", "arctanh"], (-1, 1)),
    **dict.fromkeys(["sqrt", "log", "log2", "log10", "log1p", "power", "float_power"], (.1, 20)),
    "arccosh": (1, 50), "ldexp": (-5, 5), "left_shift": (0, 7), "right_shift": (0, 7), "gcd": (1, 100), "lcm": (1, 50),
}


def numbers(source, name, dtype, count, divisor):
    low, high = RANGES.get(name, (-50, 50))
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return source.integers(0, 2, count).astype(bool)
    if dtype.kind in "iu":
        low = max(low, 0) if dtype.kind == "u" or name == "power" else low
        values = source.integers(int(low), int(high) + 1, count).astype(dtype)
        return np.where(values == 0, dtype.type(3), values) if divisor else values
    values = source.uniform(low, high, count)
    if dtype.kind == "c":
        values = values + 1j * source.uniform(low, high, count)
    return values.astype(dtype)


def cases(source, name, dtype, count):
    """(kind, inputs): all arrays, and where there are two inputs, a number at either place."""
    function = getattr(np, name)
    second = "int32" if name == "ldexp" else dtype
    inputs = [numbers(source, name, (dtype, second, dtype)[k], count, k == 1) for k in range(function.nin)]
    yield "arrays", inputs
    strided = [np.repeat(x, 2)[::2] for x in inputs]
    yield "strided", strided
    if function.nin == 2:
        yield "number 2nd", [inputs[0], inputs[1][:1].reshape(())]
        yield "number 1st", [inputs[0][:1].reshape(()), inputs[1]]
    if function.nin == 3:
        yield "numbers", [inputs[0], inputs[1][:1].reshape(()), inputs[2][:1].reshape(())]


def least(calls, rounds):
    best = [float("inf")] * len(calls)
    times = 1
    start = time.perf_counter_ns()
    for call in calls:
        call()
        call()
    once = (time.perf_counter_ns() - start) / 4
    times = max(1, int(60e3 / max(once, 1)))
    for _ in range(rounds):
        for k, call in enumerate(calls):
            start = time.perf_counter_ns()
            for _ in range(times):
                call()
            best[k] = min(best[k], (time.perf_counter_ns() - start) / times)
    return best


def compare(name, dtype, kind, inputs, rounds):
    theirs, ours = getattr(np, name), getattr(std, name)
    try:
        outputs = theirs(*inputs)
        mine = ours(*inputs)
    except Exception:
        return None
    as_tuple = lambda x: x if isinstance(x, tuple) else (x,)
    outputs, mine = as_tuple(outputs), as_tuple(mine)
    if [x.dtype for x in outputs] != [x.dtype for x in mine]:
        return None
    return least([lambda: ours(*inputs, *mine), lambda: theirs(*inputs, *mine)], rounds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bytes", type=int, default=1 << 16, help="of an operand")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--all", action="store_true", help="print all, not only those behind")
    parser.add_argument("functions", nargs="*")
    options = parser.parse_args()
    names = [n for n in dir(std) if isinstance(getattr(np, n, None), np.ufunc) and getattr(np, n).signature is None]
    wanted = [word.split(":") for word in options.functions] or [[name] for name in names]
    source = np.random.default_rng(1)
    behind = rows = 0
    weft.options(target="cpu", threads=1).__enter__()
    np.seterr(all="ignore")
    for name, *dtypes in wanted:
        for dtype in dtypes or DTYPES:
            count = options.bytes // np.dtype(dtype).itemsize
            for kind, inputs in cases(source, name, dtype, count):
                times = compare(name, dtype, kind, inputs, options.rounds)
                if times is None:
                    continue
                ratio = times[0] / times[1]
                rows, behind = rows + 1, behind + (ratio > BEHIND)
                if ratio > BEHIND or options.all:
                    print(f"{name:15} {dtype:10} {kind:10} {times[0] / count:9.4f} {times[1] / count:9.4f} {ratio:7.2f}"
                          + ("  BEHIND" if ratio > BEHIND else ""), flush=True)
    print(f"{behind} of {rows} behind by more than a tenth")


if __name__ == "__main__":
    main()
