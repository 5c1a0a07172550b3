"""Random calls, most of them wrong: an exception or the right numbers, never a crash; what is not to be
written stays. Operands and options are of all kinds, those of liars.py among them; some rounds are of several threads
on the same operands. WEFT_FUZZ_SECONDS says for how long, WEFT_FUZZ_SEED where it starts."""
import os
import pickle
import random
import threading
import time
import warnings

import numpy as np

import liars
import weft
from weft import std

SECONDS = float(os.environ.get("WEFT_FUZZ_SECONDS", "5"))
SEED = int(os.environ.get("WEFT_FUZZ_SEED", "1"))
DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">f8", ">i2",
          "V3", "U2", "O", "M8[s]", "g"]
NAMES = ["add", "subtract", "less", "matmul", "vecdot", "negative", "logical_and", "power", "modf", "maximum"]
METHODS = ["__call__", "__call__", "__call__", "reduce", "accumulate", "reduceat", "outer", "at", "choose"]
OTHER_NUMBERS = {"reciprocal"}  # of an integer 0, which NumPy leaves to the processor
WRONG_FOLDS = {"power", "float_power", "arctan2"}  # f(x[0], x[-1]) in NumPy 2.4 on AVX-512
ALLOWED = (TypeError, ValueError, OverflowError, RuntimeError, MemoryError, ZeroDivisionError, IndexError, BufferError,
           AttributeError, KeyError, OSError, liars.Lie)
WORDS = {
    "out": lambda pick: pick(operand(pick), (operand(pick),), (None,), (None, None), 3),
    "where": lambda pick: pick(True, False, operand(pick), np.array([True, False])),
    "target": lambda pick: pick("cpu", "parallel", "auto", "gpu", 1, None, "\0", "x" * 1000, liars.Text("cpu")),
    "stream": lambda pick: pick(None, 0, 1, 2, -1, 1 << 70, object(), liars.Attributes(ptr=1),
                                liars.Attributes(__cuda_stream__=liars.fail), liars.Attributes(__cuda_stream__=())),
    "casting": lambda pick: pick("no", "equiv", "safe", "same_kind", "unsafe", "x", 1),
    "order": lambda pick: pick(*"KCFA", "k", None, 5),
    "dtype": lambda pick: pick(*DTYPES, float, None, np.float32, "bfloat16", object(), 3, liars.Text("f8")),
    "signature": lambda pick: pick("dd->d", "d->d", ("d", None, None), (None,) * 3, (), "->", 5, "ff->f", ("d",),
                                   (object(),) * 3),
    "axes": lambda pick: pick([0, 0], [(0, 1), (1, 0), (0, 1)], [], [()], [(0,) * 40], 5, [None], ["x"], [0] * 40,
                              [1 << 40], liars.Many([0]), [liars.Index(liars.fail)]),
    "axis": lambda pick: pick(0, -1, 7, None, (0, 1), (), (0, 0), 1 << 70, 1 << 32, "x", [0], (0,) * 40,
                              liars.Index(lambda: 0), liars.Index(liars.fail), (liars.Index(lambda: "x"),)),
    "keepdims": lambda pick: pick(True, False, None, np.zeros(2), "x", liars.Index(liars.fail)),
    "threads": lambda pick: pick(0, 1, 3, -1, 1 << 40, "x", None, liars.Index(lambda: 2)),
    "device": lambda pick: pick(0, 5, -1, None, 1 << 33, "all", "x", liars.Index(liars.fail)),
    "initial": lambda pick: pick(None, 0, 1.5, 1j, [1], "x", np.float32(2), 2**65, np.ones(3)),
    "status": lambda pick: pick("fail", "count", "keep", "x", None),
    "nothing": lambda pick: pick(1),
}


def chooser(source):
    return lambda *things: things[source.randrange(len(things))]


def operand(pick, others=()):
    kind = pick(*"aaaaaaaasnnlbot")
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
    if kind == "t":
        return liars.make(pick, others)
    return pick(None, "text", object(), len, np.add, std.add, Exception, type)


def fits(pick, shape):
    """An array of a shape, or what is broadcast to it."""
    array = np.arange(1.0, 1 + np.prod(shape)).reshape(shape) % 5 + pick(0, 0.25)
    array = array.astype(pick("f8", "f8", "f4", "i4", "u1", "c16", "f2", ">f8"))
    return pick(array, array, array[..., ::-1], np.asfortranarray(array), array[:1], 2, 1.5, liars.Dlpack(array),
                liars.exchange.Fake(array.real.astype("f8")))


class Call:
    """A random call, and how often it is made."""

    def __init__(self, source):
        pick = chooser(source)
        self.name = pick(*NAMES, *NAMES, pick(*std.__all__))
        self.method = pick(*METHODS)
        self.args = []
        self.args += [operand(pick, self.args) for _ in range(pick(0, 1, 2, 2, 2, 2, 3, 3, 4, 7))]
        if self.method in ("reduceat", "at") and len(self.args) > 1:
            self.args[1] = pick([0, 1], [5], [-1], [], (0, 0), slice(1), [True, False], self.args[1])
        if pick(False, True):  # operands that fit, but perhaps for one
            shape, inputs = pick((3,), (2, 3), (4, 4), (0, 2), (700,), (5, 1, 4)), getattr(std, self.name).nin
            fitting = [fits(pick, shape) for _ in range(inputs if self.method in ("__call__", "choose") else 1)]
            if self.method in ("outer", "at"):
                fitting += [pick([0, 0], [1, -1], 0), 1.0] if self.method == "at" else [fits(pick, (3,))]
            if self.method == "reduceat":
                fitting.append(pick([0, 1], [0, 0], [2], np.array([1, 0])))
            self.args = fitting[:1] + self.args[1:] if pick(*"aaaab") == "b" else fitting
        self.words = {name: WORDS[name](pick) for name in source.sample(list(WORDS), pick(0, 0, 0, 0, 1, 1, 2, 3))}
        self.by_numpy = pick(False, False, False, True) and self.method != "choose"
        self.defaults = pick({}, {}, {}, {}, {"target": "parallel"}, {"target": "cpu", "threads": 1}, {"device": "all"})

    def make(self):
        function = getattr(std, self.name)
        with warnings.catch_warnings(), weft.options(**self.defaults):
            warnings.simplefilter("ignore")
            return getattr(function.ufunc if self.by_numpy else function, self.method)(*self.args, **self.words)

    def outputs(self):
        """Those that are given, and so may be written to."""
        out = self.words.get("out")
        count = {"__call__": getattr(std, self.name).nin, "at": 0}.get(self.method, 1)
        return [*self.args[count:], *(out if isinstance(out, tuple) else [out])]


def plain_arrays(things):
    return [thing for thing in things if type(thing) is np.ndarray and thing.dtype.kind in "?biufc"]


def have_same_bytes(pairs):
    return all(array.tobytes() == before for array, before in pairs)


def check_alone(call):
    """True: it gave a result, and where NumPy gives one of the same dtype, these are its numbers."""
    outputs = plain_arrays(call.outputs())
    arrays = plain_arrays(call.args)
    inputs = [(a, a.tobytes()) for a in arrays if not any(np.may_share_memory(a, out) for out in outputs)]
    written = [(a, a.tobytes()) for a in outputs]
    are_plain = len(arrays) == len(call.args) and not set(call.words) - {"axis", "keepdims", "order"}
    try:
        found = call.make()
    except ALLOWED:
        # NumPy writes what it has computed before an error; and liars change what they reach
        assert call.by_numpy or not are_plain or have_same_bytes(written), "an output, written in spite of an error"
        return False
    assert not are_plain or have_same_bytes(inputs), "an input was written"
    theirs = getattr(np, call.name, None)
    if (are_plain and not outputs and isinstance(theirs, np.ufunc) and
            call.method in ("__call__", "reduce", "accumulate", "outer") and
            call.name not in OTHER_NUMBERS and not (call.method == "reduce" and call.name in WRONG_FOLDS)):
        check_numbers(found, theirs, call)
    return True


def check_numbers(found, theirs, call):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = getattr(theirs, call.method)(*call.args, **call.words)
    except (TypeError, ValueError):
        return  # what NumPy refuses: bool - bool, two axes of a subtraction
    for ours, other in zip(found, wanted) if isinstance(found, tuple) else [(found, wanted)]:
        assert np.shape(ours) == np.shape(other)
        if ours.dtype == other.dtype and ours.dtype != "f2":  # whose sums are rounded in another order
            np.testing.assert_allclose(ours, other, rtol=1e-5)


def one(seed):
    call = Call(random.Random(seed))
    try:
        return check_alone(call)
    except AssertionError as error:
        raise AssertionError(f"WEFT_FUZZ_SEED: {seed}: {call.name}.{call.method}{call.args} {call.words}: {error}")


def several(seed):
    """The same calls by three threads at once, on the same operands."""
    source = random.Random(seed)
    calls, failures = [Call(source) for _ in range(4)], []

    def work(first):
        for k in range(8):
            try:
                calls[(first + k) % len(calls)].make()
            except ALLOWED:
                pass
            except BaseException as error:  # in a thread no test would see it
                failures.append(error)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, (seed, failures)


def others(seed):
    """What is no call: of libraries, devices, objects."""
    pick = chooser(random.Random(seed))
    thing = operand(pick)
    try:
        pick(lambda: weft.load(thing), lambda: weft.options(target=thing), lambda: weft.options(device=thing).__enter__(),
             lambda: weft.synchronize(WORDS["stream"](pick), thing), lambda: weft.trim(device=thing), lambda: weft.Ufunc(thing),
             lambda: pickle.loads(pickle.dumps(getattr(std, pick(*std.__all__)))), lambda: setattr(std.add, "ufunc", thing),
             lambda: weft._core.set_defaults(thing, thing, thing), lambda: weft._core.open(thing, thing, thing),
             lambda: weft._core.set_defaults(*weft._core.set_defaults("auto", 0, 0)), lambda: weft.DeviceArray(),
             lambda: repr(getattr(std, pick(*std.__all__))), lambda: std.add.__dask_tokenize__(),
             lambda: std.add.__getattribute__(thing), lambda: weft.Ufunc.reduce(thing, thing),
             lambda: weft.Ufunc.__call__(thing))()
    except ALLOWED:
        pass


def test_random_calls():
    end, count, right = time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end:
        seed = SEED * 1_000_003 + count
        if count % 50 == 49:
            several(seed)
        elif count % 20 == 19:
            others(seed)
        else:
            right += one(seed)
        count += 1
    assert count > 100 and right > count // 50, (count, right)
    a = np.arange(5.0)
    assert (std.add(a, a) == a + a).all()
    print(f"{count} calls in {SECONDS:.0f} s, {right} of them gave a result")
