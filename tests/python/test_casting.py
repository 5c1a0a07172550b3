"""Integers that a loop reads in a narrower dtype: one that does not fit is an error under every casting but unsafe,
on every target, by every way of calling; nothing is written."""
import os
import subprocess

import numpy as np
import pytest

import weft
from weft import std

SOURCE = """#include <weft/annotate.h>
WEFT_VECTORIZE("int32(int32)") int inc(int x) { return x + 1; }
WEFT_VECTORIZE("int32(int32, int32)") WEFT_OPTIONS(reorderable, identity(0)) int sum(int a, int b) { return a + b; }
WEFT_VECTORIZE("int8(int8)") signed char echo8(signed char x) { return x; }
WEFT_VECTORIZE("uint8(uint8)") unsigned char echo_u8(unsigned char x) { return x; }
WEFT_VECTORIZE("int64(int64)") long echo64(long x) { return x; }
WEFT_VECTORIZE("int16(int16, int8)") short mixed(short a, signed char b) { return a + b; }
WEFT_GUVECTORIZE("(n)->()", "void(int32[:], int32[:])")
void total(size_t n, const int x[n], int *y) { int s = 0; for (size_t i = 0; i < n; i++) s += x[i]; *y = s; }
static double keep(double x) { return x; }
"""
BIG = 2**40 + 8
TARGETS = ["auto", "cpu", "parallel"]
on_device = pytest.mark.skipif(not weft.devices(), reason="there is no GPU, nor a stand-in for one")


@pytest.fixture(scope="module")
def k(tmp_path_factory):
    if weft.devices():
        pytest.skip("the stand-in has kernels of weft.std alone")
    tool = os.environ.get("WEFT_TOOL")
    if not tool or "libclang" not in subprocess.run([tool, "--version"], capture_output=True, text=True,
                                                    check=True).stdout:
        pytest.skip("WEFT_TOOL names no tool with the generator")
    with pytest.MonkeyPatch.context() as patch:
        if not os.environ.get("WEFT_CACHE"):
            patch.setenv("WEFT_CACHE", str(tmp_path_factory.mktemp("casting")))
        return weft.compile(SOURCE, targets="cpu,parallel")


def refused(call, *words):
    """The error of a call that must fail, and what it says."""
    with pytest.raises(weft.DtypeError) as caught:
        call()
    for word in words:
        assert str(word) in str(caught.value), (word, str(caught.value))
    assert isinstance(caught.value, TypeError) and caught.value.operand is not None
    return caught.value


@pytest.mark.parametrize("target", TARGETS)
def test_what_fits_is_computed(k, target):
    for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        a = np.arange(100).astype(dtype)
        assert (k.inc(a, target=target) == np.arange(1, 101)).all(), dtype
    edge = np.array([-2**31, 2**31 - 1, 0])
    assert k.inc(edge[2:], target=target).tolist() == [1]
    assert k.sum(edge, np.array([1, -1, 5]), target=target).tolist() == [1 - 2**31, 2**31 - 2, 5]
    assert k.echo_u8(np.array([0, 255], "uint64"), target=target).tolist() == [0, 255]


@pytest.mark.parametrize("target", TARGETS)
def test_the_first_that_does_not_fit_is_named(k, target):
    a = np.arange(6).reshape(2, 3)
    a[1, 0], a[1, 2] = BIG, -BIG
    out = np.full((2, 3), 7, np.int32)
    error = refused(lambda: k.inc(a, out, target=target), "inc: operand 0 (x)", BIG, "(1, 0)", "int32", "unsafe")
    assert error.operand == 0 and (out == 7).all()
    error = refused(lambda: k.sum(np.int32(1), a, out=out, target=target), "operand 1 (b)", BIG, "(1, 0)")
    assert error.operand == 1 and (out == 7).all()
    refused(lambda: k.inc(np.int64(BIG), target=target), "inc: operand 0 (x) is 1099511627784, which")
    refused(lambda: k.inc(np.uint32(2**31), target=target), 2**31)
    refused(lambda: k.inc(np.array([0, -2**31 - 1]), target=target), "-2147483649 at index (1,)")
    refused(lambda: k.echo64(np.array([0, 2**64 - 1], "uint64"), target=target), 2**64 - 1, "int64")
    refused(lambda: k.echo_u8(np.array([256], "uint16"), target=target), 256, "uint8")
    refused(lambda: k.echo8(np.array([128], "uint8"), target=target), 128, "int8")
    refused(lambda: k.mixed(np.array([1]), np.array([200], "int16"), target=target), "operand 1 (b)", 200, "int8")


@pytest.mark.parametrize("target", TARGETS)
def test_unsafe_cuts_off(k, target):
    a = np.array([BIG, 5])
    assert k.inc(a, casting="unsafe", target=target).tolist() == [9, 6]
    assert k.inc(np.array([1e300, np.nan, 2.9]), casting="unsafe", target=target).tolist() == [-2**31, 1, 3]
    for casting in ("safe", "no", "equiv"):
        refused_words = lambda: k.inc(a, casting=casting, target=target)
        with pytest.raises(weft.DtypeError, match="no loop of inc takes"):
            refused_words()


@pytest.mark.parametrize("value", [1.0, 1.5, np.nan, np.inf, 1e300, -0.0, 1j, np.float16(1)])
def test_floats_are_no_integers(k, value):
    """same_kind is NumPy's: floats become integers by no value of theirs."""
    for given in (np.array([value]), value):
        with pytest.raises(weft.DtypeError, match="no loop of inc takes"):
            k.inc(given)
        with pytest.raises(TypeError):
            np.add(given, 1, dtype=np.int32)


LAYOUTS = {
    "strided": lambda a: np.repeat(a, 2)[::2],
    "reversed": lambda a: a[::-1].copy()[::-1],
    "transposed": lambda a: a.reshape(20, 25).T.copy().T,
    "swapped": lambda a: a.astype(a.dtype.newbyteorder()),
    "unaligned": lambda a: np.frombuffer(b"\0" + a.tobytes(), np.uint8)[1:].view(a.dtype),
    "broadcast": lambda a: np.broadcast_to(a, (3, 500)),
    "read-only": lambda a: np.frombuffer(a.tobytes(), a.dtype),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("at", [0, 127, 128, 499])
def test_layouts(k, layout, at):
    a = np.zeros(500, np.int64)
    a[at] = BIG
    given = LAYOUTS[layout](a)
    index = tuple(map(int, np.argwhere(given == BIG)[0]))
    text = f"({index[0]},)" if len(index) == 1 else str(index)
    refused(lambda: k.inc(given), BIG, f"at index {text}")
    a[at] = 5
    assert (k.inc(LAYOUTS[layout](a)) == LAYOUTS[layout](a) + 1).all()


@pytest.mark.parametrize("target", TARGETS)
def test_what_where_leaves_out_may_be_anything(k, target):
    a = np.array([[1, BIG, 3], [BIG, 5, 6]])
    where = a < 100
    out = np.full((2, 3), 7, np.int32)
    assert (k.inc(a, out=out, where=where, target=target) == np.where(where, a + 1, 7)).all()
    where[1, 0] = True
    out[:] = 7
    refused(lambda: k.inc(a, out=out, where=where, target=target), BIG, "(1, 0)")
    assert (out == 7).all()
    row = np.array([BIG, 2])
    assert k.sum(row, np.int32(1), where=np.array([[False, True]] * 3), target=target).tolist() == [[0, 3]] * 3
    refused(lambda: k.sum(row, np.int32(1), where=np.array([[False, True], [True, False]]), target=target), "(0,)")


@pytest.mark.parametrize("target", TARGETS)
def test_core_dimensions_and_axes(k, target):
    a = np.arange(24).reshape(2, 3, 4)
    assert (k.total(a, target=target) == a.sum(-1)).all()
    assert (k.total(a, axis=1, target=target) == a.sum(1)).all()
    a[1, 2, 3] = BIG
    refused(lambda: k.total(a, target=target), "operand 0 (x)", "(1, 2, 3)")
    refused(lambda: k.total(a, axis=0, target=target), "(1, 2, 3)")
    refused(lambda: k.total(a, axes=[1], target=target), "(1, 2, 3)")
    assert k.total(a[:1], target=target).shape == (1, 3)


@pytest.mark.parametrize("target", TARGETS)
def test_forced_loops(k, target):
    a, b = np.array([1, 300]), np.array([1, 2])
    refused(lambda: std.add(a, b, dtype="int8", target=target), "add: operand 0", 300, "int8")
    refused(lambda: std.add(b, a, signature="bb->b", target=target), "operand 1", 300)
    assert std.add(a, b, dtype="int8", casting="unsafe", target=target).tolist() == [2, 46]
    assert std.add(b, b, dtype="int8", target=target).tolist() == [2, 4]


@pytest.mark.parametrize("target", TARGETS)
def test_reductions(k, target):
    a = np.array([[1, 2, 3], [4, 5, 6]])
    assert k.sum.reduce(a, axis=None, target=target) == 21
    assert k.sum.reduce(a, target=target).tolist() == [5, 7, 9]
    assert k.sum.accumulate(a, axis=1, target=target).tolist() == [[1, 3, 6], [4, 9, 15]]
    assert k.sum.reduceat(a, [0, 1], axis=1, target=target).tolist() == [[1, 5], [4, 11]]
    b = a.copy()
    b[1, 1] = BIG
    out = np.full(3, 7, np.int32)
    for out in (np.full(3, 7, np.int32), np.full(3, 7, np.int64)):
        refused(lambda: k.sum.reduce(b, out=out, target=target), "sum.reduce: operand 0 (array)", BIG, "(1, 1)")
        assert (out == 7).all()
    refused(lambda: k.sum.reduce(b, axis=None, target=target), "(1, 1)")
    assert k.sum.reduce(b, where=b < 100, target=target).tolist() == [5, 2, 9]
    refused(lambda: k.sum.reduce(b, where=b > 3, target=target), "(1, 1)")
    refused(lambda: k.sum.reduce(a, initial=np.int64(BIG), target=target), "initial", BIG)
    refused(lambda: k.sum.accumulate(b, axis=1, target=target), "sum.accumulate", "(1, 1)")
    refused(lambda: k.sum.reduceat(b, [0, 1], axis=1, target=target), "sum.reduceat", "(1, 1)")
    refused(lambda: k.sum.outer(a, b, target=target), "operand 1 (b)", "(1, 1)")
    refused(lambda: k.sum.outer(b, a, target=target), "operand 0 (a)", BIG)
    assert k.sum.outer(a, a, target=target).shape == (2, 3, 2, 3)
    assert k.sum.reduce(b, casting="unsafe", target=target).tolist() == [5, 10, 9]


@pytest.mark.parametrize("target", TARGETS)
def test_at(k, target):
    small, wide, index = np.array([1, 2, 3], np.int32), np.array([1, 2, BIG]), [0, 1, 0]
    k.sum.at(small, index, np.array([1, 1, 5]), target=target)
    assert small.tolist() == [7, 3, 3]
    refused(lambda: k.sum.at(small, index, np.array([1, BIG, 5]), target=target), "sum.at: operand 2 (values)", "(1,)")
    assert small.tolist() == [7, 3, 3]
    k.sum.at(wide, index, 1, target=target)
    assert wide.tolist() == [3, 3, BIG]
    refused(lambda: k.sum.at(wide, [0, 2], 1, target=target), "sum.at: operand 0 (array)", BIG, "(2,)")
    assert wide.tolist() == [3, 3, BIG]


@pytest.mark.parametrize("target", TARGETS)
def test_large_arrays(k, target):
    """Of many blocks and, on the gpu, of many slices: the last element is looked at ahead of all."""
    a = np.zeros(3_000_000, np.int64)
    out = np.full(a.size, 7, np.int32)
    k.inc(a, out=out, target=target)
    assert (out == 1).all()
    a[-1], out[:] = BIG, 7
    refused(lambda: k.inc(a, out=out, target=target), f"({a.size - 1},)")
    assert (out == 7).all()


def test_empty_arrays_and_outputs(k):
    assert k.inc(np.zeros((0, 3), np.int64)).shape == (0, 3)
    assert k.sum(np.array([BIG]), np.zeros(0, np.int64)).shape == (0,)  # nothing is computed
    narrow = np.zeros(2, np.int8)
    k.inc(np.array([300, 5]), out=narrow)  # outputs by same_kind, as NumPy's: cut off
    np.testing.assert_array_equal(narrow, np.add(np.array([300, 5]), 1, out=np.zeros(2, np.int8), casting="same_kind"))
    assert k.inc(np.ma.array([1, 2]).data).tolist() == [2, 3]


def test_numpy_ufuncs_say_so_too(k):
    """Made of the same functions: by calls, reduce and outer, directly and for operands that answer ufuncs."""
    inc, total = k.inc.ufunc, k.sum.ufunc
    for dtype in ("int64", "longlong", "uint32", "uint64", "int32", "int8"):
        a = np.arange(6).astype(dtype)
        assert inc(a).tolist() == [1, 2, 3, 4, 5, 6] and inc(a).dtype == np.int32
        assert total(a, np.int8(1)).tolist() == inc(a).tolist() and total(2, a).tolist() == (a + 2).tolist()
    wide = np.arange(12).reshape(3, 4)
    assert (total.reduce(wide) == wide.sum(0)).all() and total.reduce(wide, axis=None) == 66
    assert (total.outer(wide, [1, 2]) == np.add.outer(wide, [1, 2])).all()
    assert (k.total.ufunc(wide) == wide.sum(1)).all() and (k.total.ufunc(wide[:, ::-1]) == wide.sum(1)).all()
    big = wide.copy()
    big[1, 2] = BIG
    for call in (lambda: inc(big), lambda: inc(big.T), lambda: inc(big[1, 2]), lambda: total(1, big), lambda: total(big, wide),
                 lambda: total.reduce(big), lambda: total.reduce(big, axis=1), lambda: total.reduce(big, axis=None),
                 lambda: total.outer([1], big), lambda: k.total.ufunc(big), lambda: k.inc(np.ma.array(big)),
                 lambda: k.inc(np.ma.array(big), target="parallel"), lambda: k.sum.reduce(np.ma.array(big))):
        error = refused(call, BIG, "int32", "unsafe")
        assert "index" not in str(error)  # which would be that of a stretch
    assert k.inc(np.ma.array(big), casting="unsafe")[1, 2] == 9
    chosen = inc(big, where=big < 100, out=np.full((3, 4), 7, np.int32))
    assert chosen[1, 2] == 7 and chosen[2, 3] == 12
    with pytest.raises(TypeError):
        total.accumulate(wide)  # NumPy wants one dtype


def test_the_tool_says_so_too(k, tmp_path):
    np.save(tmp_path / "a.npy", np.array([[1, 2], [BIG, 4]]))
    command = [os.environ["WEFT_TOOL"], "run", k.__file__, "inc", str(tmp_path / "a.npy"), "-o", str(tmp_path / "b.npy")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "inc: operand 0 (x) is 1099511627784 at index (1, 0)" in done.stderr
    assert not (tmp_path / "b.npy").exists()
    subprocess.run([*command, "--casting=unsafe"], check=True)
    assert np.load(tmp_path / "b.npy").tolist() == [[2, 3], [9, 5]]


# ---- on a device: by loops of weft.std that are forced ----

@on_device
def test_arrays_of_the_host_on_the_gpu():
    """Of many slices, too, where the last element is looked at ahead of all."""
    for size in (5, 3_000_000):
        a, out = np.zeros(size, np.int64), np.full(size, 7, np.int32)
        std.add(a, 1, out=out, dtype="int32", target="gpu")
        assert (out == 1).all()
        a[-1], out[:] = BIG, 7
        refused(lambda: std.add(a, 1, out=out, dtype="int32", target="gpu"), "add: operand 0 (a)", BIG, f"({size - 1},)")
        assert (out == 7).all()
        assert std.add(a, 1, dtype="int32", casting="unsafe", target="gpu")[-1] == 9
        where = np.ones(size, bool)
        where[-1] = False
        assert std.add(a, 1, dtype="int32", where=where, out=out, target="gpu")[-1] == 7


@on_device
def test_arrays_on_a_device():
    """They are looked at on the host, whatever their steps; nothing is written."""
    a = np.arange(24).reshape(2, 3, 4)
    a[1, 2, 3] = BIG
    x, out = weft.to_device(a), weft.to_device(np.full((2, 3, 4), 7, np.int32))
    for view, index, call in ((x, "(1, 2, 3)", lambda v: std.add(v, 1, dtype="int32")),
                              (x.T, "(3, 2, 1)", lambda v: std.add(v, 1, dtype="int32")),
                              (x[:, ::2, 1:], "(1, 1, 2)", lambda v: std.add(v, v, dtype="int32")),
                              (x, "(1, 2, 3)", lambda v: std.add(v, 1, dtype="int32", out=out)),
                              (x, "(1, 2, 3)", lambda v: std.maximum.reduce(v, axis=None, dtype="int32")),
                              (x, "(1, 2, 3)", lambda v: std.maximum.reduce(v, dtype="int32")),
                              (x, "(1, 2, 3)", lambda v: std.maximum.accumulate(v, dtype="int32"))):
        refused(lambda: call(view), BIG, f"at index {index}", "operand 0")
    assert (out.to_host() == 7).all()
    where = weft.to_device(a < 100)
    assert (std.add(x, 1, dtype="int32", out=out, where=where).to_host() == np.where(a < 100, a + 1, 7)).all()
    assert std.add(x, 1, dtype="int32", casting="unsafe").to_host()[1, 2, 3] == 9
    x[1, 2, 3] = 5
    a[1, 2, 3] = 5
    assert (std.add(x, 1, dtype="int32").to_host() == a + 1).all()
