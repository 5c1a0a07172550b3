"""Calls: operands of every kind, results, options."""
import array
import decimal
import fractions
import inspect
import itertools
import os
import pathlib
import platform
import pydoc
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

import weft
from weft import std


def same(found, wanted):
    wanted = np.asarray(wanted)
    assert np.asarray(found).dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


def test_ndarrays():
    a, b = np.arange(6.0).reshape(2, 3), np.array([1, 2, 3])
    same(std.add(a, b), a + b)
    same(std.add(a.T[::-1], b[:2]), a.T[::-1] + b[:2])
    same(std.add(a.astype(">f8"), a), a + a)
    same(std.matmul(a, a.T), a @ a.T)
    assert type(std.add(a, b)) is np.ndarray


def test_outputs():
    a, out = np.arange(4.0), np.empty(4)
    assert std.add(a, a, out) is out and std.add(a, a, out=out) is out
    assert std.add(a, a, out=(out,)) is out and std.add(a, a, None) is not out
    same(out, a + a)


def test_results_are_the_caller_s():
    a = np.arange(6.0).reshape(2, 3)
    result = std.add(a, 1)
    assert result.flags.owndata and result.flags.writeable and result.base is None
    assert std.add(a.T, 1).strides == a.T.strides
    assert std.add(a, 1, order="F").flags.f_contiguous
    for order in "CFAK":
        same(std.add(a, 1, order=order), a + 1)


def test_scalars():
    assert type(std.add(1, 2)) is np.int64 and std.add(1, 2) == 3
    assert type(std.add(np.float32(1), 2)) is np.float32
    assert type(std.add(1.5, 2)) is np.float64 and std.add(1j, 2) == 2 + 1j
    assert type(std.logical_and(True, False)) is np.bool_
    same(std.add(np.int8([1]), 2), np.int8([3]))          # weak
    same(std.add(np.int8([1]), np.int64(2)), np.int64([3]))  # strong
    same(std.add(np.float32([1]), 2.5), np.float32([3.5]))
    same(std.add(np.uint64([1]), 2**63), np.uint64([2**63 + 1]))
    assert std.add(np.array(1.0), np.array(2.0)).ndim == 0
    assert std.add(np.True_, np.int8(3)) == 4


def test_sequences_and_buffers():
    same(std.add([1, 2], (3, 4)), np.array([4, 6]))
    same(std.add(array.array("f", [1, 2]), 1), np.float32([2, 3]))
    same(std.add(bytearray(b"\x01\x02"), 1), np.uint8([2, 3]))
    out = array.array("d", [0, 0])
    assert std.add([1.0, 2.0], 3, out=out) is out and list(out) == [4, 5]
    view = memoryview(bytearray(2))
    std.add(np.uint8([1, 2]), 1, out=view)
    assert bytes(view) == b"\x02\x03"


@pytest.mark.parametrize("operand", ["text", None, object(), {}, [[1], [1, 2]], decimal.Decimal(1),
                                     fractions.Fraction(1, 2), np.array(["a"]), np.datetime64("now"),
                                     np.array([None]), np.longdouble(1), np.zeros(2, "V8")])
def test_what_is_no_operand(operand):
    with pytest.raises((TypeError, ValueError)):
        std.add(operand, 1)


@pytest.mark.parametrize("out", [[0.0], 0.0, np.float64(0), "text", b"12345678", (1,), {}])
def test_what_is_no_output(out):
    with pytest.raises((TypeError, ValueError)):
        std.add(1.0, 1.0, out=out)


def test_memmaps_are_arrays(tmp_path):
    mapped = np.memmap(tmp_path / "a", np.float64, "w+", shape=4)
    mapped[:] = [1, 2, 3, 4]
    assert type(std.add(mapped, 1)) is np.ndarray
    assert std.add(mapped, 1, out=mapped) is mapped
    same(np.asarray(mapped), np.array([2.0, 3, 4, 5]))


def test_options():
    a = np.arange(4, dtype=np.int32)
    same(std.add(a, a, where=np.array([True, False, True, False])), np.int32([0, 0, 4, 0]))
    same(std.add(a, a, where=True), a + a)
    assert std.add(a, a, dtype="float32").dtype == np.float32
    assert std.add(a, a, dtype=np.complex64).dtype == np.complex64
    assert std.add(a, a, dtype=float).dtype == np.float64
    assert std.add(a, a, signature=(None, None, "float64")).dtype == np.float64
    assert std.add(a, a, signature="ff->f").dtype == np.float32
    assert std.add(a, a, signature="float32,float32->float32").dtype == np.float32
    assert std.add(a, a, signature=("float64",)).dtype == np.float64
    same(std.add(a, 0.5, out=a.copy(), casting="unsafe"), a)
    for target in ("auto", "cpu", "parallel"):
        same(std.add(a, a, target=target), a + a)
    same(std.add(a, a, threads=1, target="parallel"), a + a)


def test_core_axes():
    a = np.arange(24.0).reshape(2, 3, 4)
    same(std.matmul(a, a, axes=[(0, 1), (1, 0), (0, 1)]),
         np.matmul(a, a, axes=[(0, 1), (1, 0), (0, 1)]))
    same(std.vecdot(a, a, axis=0), np.vecdot(a, a, axis=0))
    same(std.vecdot(a, a, axis=1, keepdims=True), np.vecdot(a, a, axis=1, keepdims=True))
    same(std.vecdot(a, a, axes=[0, 0]), np.vecdot(a, a, axis=0))


def test_methods():
    a = np.arange(24.0).reshape(2, 3, 4)
    same(std.add.reduce(a), a.sum(0))
    same(std.add.reduce(a, axis=None), a.sum())
    same(std.add.reduce(a, (0, 2), keepdims=True), a.sum((0, 2), keepdims=True))
    same(std.add.reduce(a, axis=()), a)
    same(std.add.reduce(a, -1, None, None, False, 5.0), a.sum(-1) + 5)
    same(std.add.reduce(a, where=a > 3, initial=1), a.sum(0, where=a > 3) + 1)
    out = np.empty((2, 3))
    assert std.add.reduce(a, axis=2, out=out) is out and std.add.reduce(a, 2, None, (out,)) is out
    same(out, a.sum(2))
    same(std.multiply.accumulate(a, 1), np.multiply.accumulate(a, 1))
    same(std.add.reduceat(a, [0, 1, 0], axis=1), np.add.reduceat(a, [0, 1, 0], axis=1))
    same(std.subtract.outer(a[0, 0], a[0]), np.subtract.outer(a[0, 0], a[0]))
    x = np.zeros(3)
    assert std.add.at(x, [0, 0, -1], [1, 2, 3]) is None
    same(x, np.array([3.0, 0, 3]))
    assert type(std.add.reduce([1, 2])) is np.int64


def test_choose():
    assert std.add.choose(1, 2) == "cpu"
    assert std.add.choose(np.zeros(10), 1, target="parallel") == "parallel"


CHOICES = """
import numpy as np
from weft import std
a = np.zeros(1 << 20)
print(std.add.choose(a, a), std.add.choose(1, 2))
same = np.array_equal(std.exp(a), np.ones(a.size))
print(same, std.add.reduce(a + 1))
draw = np.random.default_rng(11)
names = ["add", "multiply", "fma", "exp", "sin", "sqrt", "power", "maximum", "divmod", "matmul", "norm", "cumsum"]
taken = set()
for _ in range(200):
    f = getattr(std, str(draw.choice(names)))
    inputs = {"fma": 3, "exp": 1, "sin": 1, "sqrt": 1, "norm": 1, "cumsum": 1}.get(f.__name__, 2)
    shape = [int(n) for n in draw.integers(1, 1 + 4 ** draw.integers(1, 5), draw.integers(1, 3))]
    if f.__name__ == "matmul":
        shape = [shape[0] % 50 + 1, 9, 9]
    dtype = draw.choice(["f4", "f8"])
    operands = [(1 + draw.random([1 if draw.random() < 0.2 and f.__name__ != "matmul" else n for n in shape]))
                .astype(dtype) for _ in range(inputs)]
    chosen = f.choose(*operands)
    assert chosen in ("cpu", "parallel", "gpu"), chosen
    taken.add(chosen)
    found, wanted = f(*operands), f(*operands, target=chosen)
    for one, other in zip(*[x if isinstance(x, tuple) else (x,) for x in (found, wanted)]):
        np.testing.assert_array_equal(one, other)
print(*sorted(taken))
"""


def test_choose_goes_by_numbers_of_the_machine(tmp_path):
    """auto takes parallel for any work, or for none, where a file says so; results stay."""
    match = re.search(r"(?m)^model name\s*: *(.*\S)", pathlib.Path("/proc/cpuinfo").read_text())
    name = " ".join(match[1].split()) if match else platform.machine()
    curve = "100 200 400 800 1600 3200 6400 12800 25600"
    many = len(os.sched_getaffinity(0)) > 1
    alone = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}  # no stand-in for a gpu
    for start, wanted in ((1, "parallel" if many else "cpu"), (90000000, "cpu")):
        work = f"{start} 0.1 0.1 0.1 0.1 " + (curve.replace("00", "") if start == 1 else curve)
        text = f"weft-tune 1\nprocessor {name}\ncpu 100 1 1 1 1 {curve}\nthreads 2 {work}\nend\n"
        (tmp_path / "numbers").write_text(text)
        done = subprocess.run([sys.executable, "-c", CHOICES], capture_output=True, text=True, check=True,
                              env={**alone, "CUDA_VISIBLE_DEVICES": "", "WEFT_TUNE": str(tmp_path / "numbers")})
        taken = {"parallel": "cpu parallel", "cpu": "cpu"}[wanted]
        assert done.stdout.splitlines() == [f"{wanted} cpu", f"True {float(1 << 20)}", taken]


def test_overlap():
    for m in range(1, 4):
        t = np.arange(float((m + 2) ** 2)).reshape(m + 2, m + 2)
        wanted, whole = t @ t, t.copy()
        assert std.matmul(whole, whole, out=whole) is whole
        same(whole, wanted)
    x = np.arange(100.0)
    wanted = x[:-1] + x[1:]
    same(std.add(x[:-1], x[1:], out=x[1:]), wanted)
    x = np.arange(100.0)
    same(std.add(x, x[::-1], out=x[::-1]), np.full(100, 99.0))


def test_defaults_of_a_thread():
    a = np.zeros(1 << 20)
    before = std.add.choose(a, a)
    seen = []
    with weft.options(target="cpu", threads=1):
        assert std.add.choose(a, a) == "cpu"
        assert std.add.choose(a, a, target="parallel") == "parallel"
        with weft.options(target="parallel"):
            assert std.add.choose(1, 1) == "parallel"
        assert std.add.choose(a, a) == "cpu"
        other = threading.Thread(target=lambda: seen.append(std.add.choose(a, a)))
        other.start()
        other.join()
    assert seen == [before] and std.add.choose(a, a) == before
    with pytest.raises(ValueError):
        weft.options(target="nowhere").__enter__()


def test_the_gil_is_let_go():
    import time
    naps = []
    a = np.ones(20_000_000)
    out = np.empty_like(a)

    def nap():
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            time.sleep(0.0005)
            naps.append(time.monotonic())
    other = threading.Thread(target=nap)
    other.start()
    calls = []
    while other.is_alive():
        start = time.monotonic()
        std.add(a, a, out, target="cpu")
        calls.append((start, time.monotonic()))
    other.join()
    longest = max(calls, key=lambda call: call[1] - call[0])
    assert any(start < nap < end for start, end in calls for nap in naps), longest


def test_what_it_says_of_itself():
    assert repr(std.matmul) == ("<weft.Ufunc 'matmul' (m?,n),(n,p?)->(m?,p?), 15 loops, "
                                f"{' '.join(std.matmul.targets)}>")
    assert repr(std.add).startswith("<weft.Ufunc 'add', 15 loops, cpu parallel")
    assert (std.add.nin, std.add.nout, std.add.nargs, std.add.ntypes) == (2, 1, 3, 15)
    assert std.add.__name__ == "add" and std.add.origin == "weft.std"
    assert std.add.identity == 0 and std.subtract.identity is None
    assert "float64(float64, float64)" in std.add.types and std.matmul.operands == ("A", "B", "C")
    assert std.add.location.startswith("signatures/arithmetic.c:") and not std.add.is_reduction
    text = pydoc.render_doc(std.matmul)
    for words in ("The matrix product A B", "matmul(A, B) -> C", "void(float64[:,:]", "signatures/linalg.c"):
        assert words in text
    assert list(inspect.signature(std.matmul).parameters)[:3] == ["A", "B", "out"]
    for name, first in (("reduce", ["array", "axis", "dtype", "out"]), ("accumulate", ["array", "axis", "dtype", "out"]),
                        ("reduceat", ["array", "indices", "axis"]), ("outer", ["a", "b", "out"]),
                        ("at", ["a", "indices", "b"]), ("choose", ["inputs", "options"])):
        found = list(inspect.signature(getattr(std.add, name)).parameters)
        assert found[:len(first)] == first and (name == "choose" or found[-2:] == ["device", "casting"])


def test_devices():
    assert isinstance(weft.devices(), list)
    if not weft.devices():
        with pytest.raises(weft.TargetError, match="libcuda.so.1|without the gpu target|no GPU"):
            std.add(1.0, 2.0, target="gpu")
        for device in (0, "all"):  # nothing is under way, and nothing held
            assert weft.synchronize(device=device) is None and weft.trim(device=device) is None
        with pytest.raises(weft.TargetError):
            weft.synchronize(device=1)
        assert weft.pinned_empty(3).shape == (3,)
        for call in (weft.device_memory, weft.device_limit):
            with pytest.raises(weft.TargetError):
                call()


@pytest.mark.skipif(not weft.devices(), reason="no device")
def test_memory():
    weft.trim()
    before = weft.device_memory()
    assert before.limit is None and 0 <= before.used <= before.held and before.free <= before.total
    a = weft.pinned_empty((300, 1000), "float32")
    assert a.dtype == "float32" and a.shape == (300, 1000) and a.flags.c_contiguous and a.flags.writeable
    a[...] = np.arange(1000)
    b = weft.pinned_empty(7, complex)
    assert b.dtype == complex and b.shape == (7,) and weft.pinned_empty(0).size == 0 and weft.pinned_empty(()).shape == ()
    np.testing.assert_array_equal(std.add(a, a, target="gpu"), a + a)
    row = a[1]
    del a
    np.testing.assert_array_equal(std.add(row, 1, target="gpu", out=weft.pinned_empty(1000, "float32")), row + 1)
    weft.device_limit(weft.device_memory().used + 1000)
    try:
        assert weft.device_memory().limit >= 1000
        with pytest.raises(weft.OutOfMemoryError, match=r"allocating 80000 bytes on device 0: of the limit of \d+ bytes, \d+ are used"):
            std.add(np.zeros(10000), np.zeros(10000), target="gpu")
    finally:
        weft.device_limit()
    assert weft.device_memory().limit is None
    std.add(np.zeros(10000), np.zeros(10000), target="gpu")
    for wrong, raised in ((lambda: weft.pinned_empty(-1), ValueError), (lambda: weft.pinned_empty(3, object), TypeError),
                          (lambda: weft.pinned_empty(2.5), TypeError), (lambda: weft.device_limit(-1), weft.ArgumentError),
                          (lambda: weft.device_limit(2 ** 70), OverflowError),
                          (lambda: weft.device_memory(99), weft.TargetError)):
        with pytest.raises(raised):
            wrong()


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint64", "float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("shape", [(), (0,), (1,), (7,), (600,), (3, 4), (4, 0), (0, 4), (2, 3, 5)])
def test_reductions_whose_result_is_foreseen(dtype, shape):
    """They are what they are where it is not: a dtype, or keepdims, is given."""
    whole = np.asarray(np.arange(np.prod(shape)).reshape(shape) % 7 - 2 * (dtype[0] != "u")).astype(dtype)
    for a in (whole, whole.T, whole[..., ::-1] if shape else whole):
        for name in ("add", "multiply", "bitwise_xor", "logical_and", "subtract"):
            f = getattr(std, name)
            for axis in (0, -1, len(shape), None, "left out"):
                words = {} if axis == "left out" else {"axis": axis}
                try:
                    wanted = f.reduce(a, **words, keepdims=True)
                except (weft.Error, TypeError) as error:
                    with pytest.raises(type(error)):
                        f.reduce(a, **words)
                    continue
                found = f.reduce(a, **words)
                lost = tuple(range(a.ndim)) if axis is None or not shape else (words.get("axis", 0),)
                assert type(found) is (np.ndarray if np.ndim(found) else found.dtype.type)
                same(found, wanted.squeeze(lost))
                if np.ndim(found):
                    assert found.flags.owndata and found.flags.writeable


@pytest.mark.parametrize("index", [
    ([0, 0], [1, 1]), slice(1, 3), (Ellipsis, 1), 2, -1, None, ..., (slice(None), [0, 0, 3]), True, [0, 0, 2],
    np.array([True, False, True]), [False, True, False], (0, 1), np.arange(12).reshape(3, 4) % 5 == 0, ((0, 2),)])
def test_at_takes_the_indices_of_numpy(index):
    for name, more in (("add", (2.5,)), ("negative", ())):
        found, wanted = np.arange(12.0).reshape(3, 4), np.arange(12.0).reshape(3, 4)
        getattr(np, name).at(wanted, index, *more)
        assert getattr(std, name).at(found, index, *more) is None
        np.testing.assert_array_equal(found, wanted)
    with pytest.raises(TypeError, match="knows no 'target'|no keyword|target"):
        std.negative.at(np.zeros((3, 4)), index, target="parallel")


def test_at_on_arrays_of_others():
    """Whose indices are integers along axis 0."""
    memory = bytearray(4)
    std.add.at(memory, [0, 0, 3], 1)
    assert memory == b"\x02\0\0\x01"
    for index in ((0, 1), slice(2), [True, False, True, False], None):
        with pytest.raises((TypeError, weft.Error)):
            std.add.at(memory, index, 1)
    assert memory == b"\x02\0\0\x01"


@pytest.mark.parametrize("axis", [1 << 32, -1 << 32, 1 << 70, (1 << 32) + 1, 1.0, "x"])
def test_axes_beyond_all_numbers(axis):
    a = np.ones((3, 4))
    for call in (lambda: std.add.reduce(a, axis), lambda: std.add.reduce(a, (axis,)),
                 lambda: std.add.accumulate(a, axis), lambda: std.add.reduceat(a, [0], axis),
                 lambda: std.vecdot(a, a, axis=axis), lambda: std.vecdot(a, a, axes=[axis, 1])):
        with pytest.raises((OverflowError, TypeError)):
            call()


def test_long_arrays_of_one_element():
    """Whose counts of items have a product that no int64 holds."""
    long = np.broadcast_to(np.float64(1), (1 << 39,))
    for call in (lambda: std.add(long, long[:, None]), lambda: std.add.outer(long, long),
                 lambda: std.add(long[:, None], long, out=np.zeros(3))):
        with pytest.raises((weft.Error, ValueError, MemoryError)):
            call()


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "uint64", "float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("number", [2, -1, 300, 2.5, 1e300, 2j, True, 2**63, np.float32(2), np.float64(2), np.int8(3)])
def test_results_that_are_foreseen_beside_numbers(dtype, number):
    """They are what they are where it is not: a word is given."""
    names = [name for name in std.__all__ if getattr(std, name).nin in (2, 3) and getattr(std, name).nout == 1]
    wide = np.arange(1, 7).reshape(2, 3).astype(dtype)
    for name, a in itertools.product(names, (wide, wide[0], wide.T, wide[0, 0], wide[:0], wide[..., None][0])):
        f = getattr(std, name)
        operands = [(a, number), (number, a)] if f.nin == 2 else [(a, number, a), (number, a, number), (a, a, number)]
        for given in operands:
            try:
                wanted = f(*given, order="K")
            except (weft.Error, TypeError, OverflowError) as error:
                with pytest.raises(type(error)):
                    f(*given)
                continue
            found = f(*given)
            assert type(found) is type(wanted) and found.dtype == wanted.dtype, (name, given)
            assert found.tobytes() == wanted.tobytes() and np.shape(found) == np.shape(wanted), (name, given)
