"""Random calls, most of them wrong: an exception or the right numbers, never a crash; what is not to be
written stays. WEFT_FUZZ_SECONDS says for how long, WEFT_FUZZ_SEED where it starts."""
import os
import random
import time

import numpy as np

from weft import std

SECONDS = float(os.environ.get("WEFT_FUZZ_SECONDS", "5"))
SEED = int(os.environ.get("WEFT_FUZZ_SEED", "1"))
DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">f8", ">i2",
          "V3", "U2", "O", "M8[s]", "g"]
NAMES = ["add", "subtract", "less", "matmul", "vecdot", "negative", "logical_and", "power"]
WORDS = {
    "out": lambda pick: pick(operand(pick), (operand(pick),), (None,), (None, None), 3),
    "where": lambda pick: pick(True, False, operand(pick), np.array([True, False])),
    "target": lambda pick: pick("cpu", "parallel", "auto", "gpu", 1, None, "\0", "x" * 1000),
    "stream": lambda pick: pick(None, 0, 1, 2, -1, 1 << 70, object()),
    "casting": lambda pick: pick("no", "equiv", "safe", "same_kind", "unsafe", "x", 1),
    "order": lambda pick: pick(*"KCFA", "k", None, 5),
    "dtype": lambda pick: pick(*DTYPES, float, None, np.float32, "bfloat16", object(), 3),
    "signature": lambda pick: pick("dd->d", "d->d", ("d", None, None), (None,) * 3, (), "->", 5, "ff->f"),
    "axes": lambda pick: pick([0, 0], [(0, 1), (1, 0), (0, 1)], [], [()], [(0,) * 40], 5, [None], ["x"], [0] * 40),
    "axis": lambda pick: pick(0, -1, 7, None, (0, 1), (), (0, 0), 1 << 70, "x", [0], (0,) * 40),
    "keepdims": lambda pick: pick(True, False, None, np.zeros(2), "x"),
    "threads": lambda pick: pick(0, 1, 3, -1, 1 << 40, "x", None),
    "device": lambda pick: pick(0, 5, -1, None, 1 << 33),
    "initial": lambda pick: pick(None, 0, 1.5, 1j, [1], "x", np.float32(2), 2**65),
    "nothing": lambda pick: pick(1),
}


def chooser(source):
    return lambda *things: things[source.randrange(len(things))]


def operand(pick):
    kind = pick(*"aaaaaaaasnnlbo")
    if kind in "as":
        shape = tuple(pick(0, 1, 2, 3, 4, 4, 30) for _ in range(pick(0, 1, 1, 2, 2, 3, 4)))
        dtype = pick(*DTYPES, "f8", "f8", "i4")
        array = np.zeros(shape, dtype) if dtype in ("V3", "O", "U2") else np.ones(shape).astype(dtype)
        array = pick(array, array.T, array[::-1] if array.ndim else array, array[..., None],
                     np.broadcast_to(array, (2, *shape)), array.view(np.ndarray))
        if kind == "s":
            array.flags.writeable = False
        return array
    if kind == "n":
        return pick(0, 1, -1, 2.5, 1j, True, 2**63, 2**64, -2**70, np.int8(3), np.float16(1), float("nan"))
    if kind == "l":
        return pick([], [1, 2], [[1.0], [2]], [[1], [1, 2]], ("x",), [None], [2**80], range(3), {1: 2})
    if kind == "b":
        return pick(b"ab", bytearray(4), memoryview(b"abcd").cast("H"), memoryview(b""))
    return pick(None, "text", object(), len, np.add, std.add, Exception, type)


def one(source):
    pick = chooser(source)
    ufunc = getattr(std, pick(*NAMES))
    method = pick("__call__", "__call__", "__call__", "reduce", "accumulate", "reduceat", "outer", "at",
                  "choose", "ufunc")
    args = [operand(pick) for _ in range(pick(0, 1, 2, 2, 2, 2, 3, 3, 4, 7))]
    if method == "reduceat" and len(args) > 1:
        args[1] = pick([0, 1], [5], [-1], [], args[1])
    words = {name: WORDS[name](pick) for name in source.sample(list(WORDS), pick(0, 0, 0, 1, 1, 2, 3))}
    try:
        getattr(ufunc, method)(*args, **words)
        return True
    except (TypeError, ValueError, OverflowError, RuntimeError, MemoryError, ZeroDivisionError):
        return False


def test_random_calls():
    end, count, right = time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end:
        seed = SEED * 1_000_003 + count
        right += one(random.Random(seed))
        count += 1
    assert count > 100 and right > count // 50, (count, right)
    a = np.arange(5.0)
    assert (std.add(a, a) == a + a).all()
