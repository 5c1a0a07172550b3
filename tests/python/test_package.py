"""The package: libraries, names, pickle, and what calls cost in memory."""
import gc
import os
import pathlib
import pickle
import resource
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

import exchange
import weft
from weft import std

SAMPLE = os.environ.get("WEFT_TEST_LIBRARY")


@pytest.fixture
def sample():
    if not SAMPLE:
        pytest.skip("WEFT_TEST_LIBRARY names no library")
    return weft.load(SAMPLE)


def test_libraries(sample):
    assert weft.load(SAMPLE) is sample and weft.load(pathlib.Path(SAMPLE)) is sample
    assert sample.add is sample["add"] and "add" in sample and "nothing" not in sample
    assert len(sample) == len(list(sample)) and "add" in dir(sample)
    assert sample.name in repr(sample) and sample.path == os.path.realpath(SAMPLE)
    with pytest.raises(AttributeError, match="has no function 'nothing'"):
        sample.nothing
    with pytest.raises(AttributeError, match="cannot be changed"):
        sample.add = 1
    with pytest.raises(KeyError):
        sample["nothing"]


def test_several_outputs(sample):
    whole, rest = sample.split(np.array([1.25, -0.5]))
    np.testing.assert_array_equal(whole, [1, -1])
    np.testing.assert_array_equal(rest, [0.25, 0.5])
    out = np.empty(2)
    results = sample.split(np.array([1.25, -0.5]), out=(None, out))
    assert results[1] is out and isinstance(results, tuple)
    assert type(sample.split(1.5)[0]) is np.float64
    with pytest.raises(ValueError, match="2 outputs"):
        sample.split(1.5, out=out)


def test_declared_reductions(sample):
    assert sample.total.is_reduction and sample.total.ufunc is None
    a = np.arange(6.0).reshape(2, 3)
    assert sample.total.reduce(a, axis=None).shape == ()
    assert sample.total.reduce(a, axis=1).shape == (2,)
    with pytest.raises(weft.ArgumentError, match="is a reduction"):
        sample.total(a)


def that_pickle(sample):
    """Functions, and their ufuncs where NumPy lets these be found: from 2.4 on."""
    ufuncs = (std.add.ufunc, sample.add.ufunc)
    return [std.add, sample.add, *(ufuncs if getattr(ufuncs[0], "__module__", "").startswith("weft") else ())]


def test_pickle(sample):
    for ufunc in that_pickle(sample):
        assert pickle.loads(pickle.dumps(ufunc)) is ufunc
    assert pickle.loads(pickle.dumps(sample)) is sample


def test_pickle_reaches_another_process(sample):
    functions = that_pickle(sample)
    text = pickle.dumps(functions).hex()
    code = f"import pickle; print([f(1.0, 2.0) for f in pickle.loads(bytes.fromhex('{text}'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.count("3.0") == len(functions), done.stdout


def test_tokens(sample):
    assert std.add.__dask_tokenize__() == ("weft", "weft.std", "add")
    token = sample.add.__dask_tokenize__()
    assert token == sample.add.__dask_tokenize__() and len(token[1]) == 64
    assert token != sample.split.__dask_tokenize__()


def test_import_touches_no_cuda():
    code = ("import weft, sys; weft.std.add([1.0], 2); "
            "print('libcuda' in open('/proc/self/maps').read())")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("False", "True" if weft.devices() else "False")


def test_names_of_the_package():
    assert set(dir(weft)) >= {"load", "std", "options", "compile", "Ufunc", "Error"}
    with pytest.raises(AttributeError):
        weft.nothing
    with pytest.raises(TypeError):
        weft.Ufunc()


def use(a, out):
    """Many kinds of calls, wrong ones too."""
    std.add(a, a, out)
    std.add(a, 1)
    std.add([1.0, 2.0], memoryview(b"\x01\x02"))
    std.add.reduce(a, initial=1.0, where=a > 1)
    std.add.accumulate(a)
    std.add.outer(a, a)
    std.add.at(out, [0, 1], 2.0)
    std.matmul(a, a, axes=[0, 0])
    std.add(a, a, dtype="float32", where=a > 1, order="C", casting="unsafe", out=out)
    std.add.ufunc(a, 1)
    std.add.ufunc.reduce(a)
    for wrong in (lambda: std.add(a, [1, 2, 3]), lambda: std.add(a, "x"), lambda: std.add(a),
                  lambda: std.add(a, a, target="x"), lambda: std.add(a, a, out=[0.0]),
                  lambda: std.add.reduce(a, axis=3), lambda: std.add(a, 2**70),
                  lambda: std.add(a, a, signature=("d", "e")), lambda: std.add.ufunc(a, "x")):
        try:
            wrong()
        except (TypeError, ValueError, OverflowError):
            continue
        raise AssertionError("no error")


def grown(rounds):
    """What the best of three goes of `rounds` leaves behind, as (blocks, bytes).

    A leak leaves its blocks every time; the interpreter's own free lists fill once, when they like to.
    """
    gc.collect()
    seen = [(sys.getallocatedblocks(), tracemalloc.get_traced_memory()[0])]
    for _ in range(3):
        rounds()
        gc.collect()
        seen.append((sys.getallocatedblocks(), tracemalloc.get_traced_memory()[0]))
    return tuple(min(later[i] - sooner[i] for sooner, later in zip(seen, seen[1:])) for i in range(2))


def test_nothing_is_lost():
    """Blocks of memory, and references, do not grow with calls."""
    probe = [np.zeros(3), np.float64(1), "same_kind", np.dtype("float64"), (None, None, "float64")]
    a, out = np.arange(4.0), np.empty(4)

    def rounds():
        for _ in range(300):
            use(a, out)
            std.add(probe[0], probe[1], casting=probe[2], dtype=probe[3])
            std.add(probe[0], probe[1], signature=probe[4])

    for _ in range(50):
        use(a, out)
    gc.collect()
    before = [sys.getrefcount(thing) for thing in (*probe, None, True, std.add, np.ndarray, list, dict)]
    tracemalloc.start()
    use(a, out)
    blocks, size = grown(rounds)
    tracemalloc.stop()
    after = [sys.getrefcount(thing) for thing in (*probe, None, True, std.add, np.ndarray, list, dict)]
    assert blocks < 100 and size < 20_000, (blocks, size)
    assert max(abs(b - a) for a, b in zip(before, after) if a < 1 << 28) < 60, (before, after)


def test_a_hundred_thousand_calls():
    a, out = np.arange(3.0), np.empty(3)
    add = std.add
    for _ in range(100):
        add(a, a), add(a, a, out), add(a, 2.0)
    start, counts = sys.getallocatedblocks(), (sys.getrefcount(a), sys.getrefcount(out))
    for _ in range(100_000):
        add(a, a), add(a, a, out), add(a, 2.0)
    assert sys.getallocatedblocks() - start < 20
    assert (sys.getrefcount(a), sys.getrefcount(out)) == counts


class Bare:
    """An array by DLPack's methods alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **words):
        return self.array.__dlpack__(**words)

    def __dlpack_device__(self):
        return 1, 0


def test_a_hundred_thousand_calls_of_all_kinds():
    """What results, reductions, outputs and operands of others leave behind: nothing."""
    a, b, out, one = np.arange(6.0).reshape(2, 3), np.ones(3), np.empty((2, 3)), np.empty(())
    add, add_ufunc, bare, fake = std.add, std.add.ufunc, Bare(a), exchange.Fake(a)
    calls = [lambda: add.reduce(a), lambda: add.reduce(a, None, out=one), lambda: add.reduce(a, axis=(0, 1), keepdims=True),
             lambda: add.reduce(a, initial=2.0, where=True), lambda: add(a, b, out=out), lambda: add(a, b, out=(None,)),
             lambda: add(a, b, dtype="f4"), lambda: add(a, b, where=b > 0), lambda: std.modf(a),
             lambda: add(bare, b), lambda: add(bare, bare, out=bare), lambda: add.reduce(bare), lambda: add(fake, 1),
             lambda: add.reduce(fake, axis=1), lambda: add(a, fake, out=out), lambda: add.accumulate(a, axis=1, out=out),
             lambda: add.at(out, [0, 1, 0], b), lambda: add.at(out, (0, 1), 1.0), lambda: add.outer(b, b),
             lambda: add.reduceat(a, [0, 1], axis=1), lambda: add_ufunc(a, b, out=out), lambda: add_ufunc.reduce(a),
             lambda: add([1.0, 2.0], bytearray(2)), lambda: std.matmul(a, b)]
    kept = (a, b, out, one, bare, fake, add, add_ufunc, exchange.Fake, Bare)

    def rounds(count):
        for _ in range(count):
            for call in calls:
                call()
    rounds(20)
    gc.collect()
    start, counts = sys.getallocatedblocks(), [sys.getrefcount(thing) for thing in kept]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    rounds(100_000 // len(calls) + 1)
    gc.collect()
    assert sys.getallocatedblocks() - start < 200
    assert [sys.getrefcount(thing) for thing in kept] == counts
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # which keeps what is freed
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 4096  # KiB


def test_a_hundred_thousand_wrong_calls():
    """Every kind of wrong call, and of what it leaves behind: nothing."""
    a, out, frozen = np.arange(4.0), np.full(4, 7.0), np.zeros(4)
    frozen.flags.writeable = False
    add, ufunc = std.add, std.add.ufunc
    wrong = [lambda: add(a, [1.0, 2, 3], out=out), lambda: add(a, "x", out=out), lambda: add(a),
             lambda: add(a, a, out=frozen), lambda: add(a, 1j, out=out), lambda: add(a, a, out, foo=1),
             lambda: add(a, a, target="x"), lambda: add.reduce(a, axis=3), lambda: add.at(a, [9], 1.0),
             lambda: add.accumulate(a, axis=2), lambda: add(a, 2**70, out=out), lambda: ufunc(a, "x", out=out)]

    def rounds(count):
        for _ in range(count):
            for call in wrong:
                try:
                    call()
                except (TypeError, ValueError, IndexError, OverflowError):
                    continue
                raise AssertionError("no error")
    rounds(20)
    gc.collect()
    start, counts = sys.getallocatedblocks(), [sys.getrefcount(thing) for thing in (a, out, frozen, add, ufunc)]
    rounds(100_000 // len(wrong) + 1)
    gc.collect()
    assert sys.getallocatedblocks() - start < 200
    assert [sys.getrefcount(thing) for thing in (a, out, frozen, add, ufunc)] == counts
    assert (out == 7).all()
