"""The numpy.ufunc of a function does what NumPy's own does."""
import itertools
import warnings

import numpy as np
import pytest

import weft
from weft import std

NAMES = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder", "minimum", "maximum",
         "less", "greater_equal", "equal", "bitwise_and", "bitwise_xor", "logical_or"]
DTYPES = ["int8", "uint16", "int32", "int64", "float16", "float32", "float64", "complex128"]
source = np.random.default_rng(3)


def numbers(dtype, shape):
    low = 0 if np.dtype(dtype).kind == "u" else -5
    return source.integers(low, 6, shape).astype(dtype)


def pair(name):
    return getattr(np, name), getattr(std, name).ufunc


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_calls(name, dtype):
    theirs, ours = pair(name)
    a, b = numbers(dtype, (3, 50)), numbers(dtype, (3, 50))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            wanted = theirs(a, b)
        except TypeError:
            with pytest.raises(TypeError):
                ours(a, b)
            return
        if np.dtype(dtype).kind == "c" and name in ("less", "greater_equal", "minimum", "maximum"):
            with pytest.raises(TypeError):  # no such loops
                ours(a, b)
            return
    if name in ("divide", "floor_divide", "remainder") and wanted.dtype.kind in "iu":
        b[b == 0] = 1
        wanted = theirs(a, b)
    with np.errstate(all="ignore"):
        for view in (np.s_[:], np.s_[:, ::-1], np.s_[:, ::3]):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                wanted = theirs(a[view], b[view])
            found = ours(a[view], b[view])
            if dtype == "float16" and found.dtype != wanted.dtype:
                continue
            assert found.dtype == wanted.dtype
            np.testing.assert_allclose(found, wanted, rtol=1e-6 if wanted.dtype.kind in "fc" else 0)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "float32", "float64", "complex64"])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 8, 9, 15, 16, 17, 64, 511, 513, 1000, 100_000])
def test_reductions(dtype, length):
    a = numbers(dtype, length)
    for name, method in itertools.product(["add", "multiply", "maximum"], ["reduce", "accumulate", "at",
                                                                           "reduceat"]):
        if name == "maximum" and np.dtype(dtype).kind == "c":
            continue
        theirs, ours = pair(name)
        if name == "multiply":
            a = np.where(a > 0, 1, -1).astype(dtype) if dtype != "uint8" else np.ones(length, dtype)
        if method == "at":
            x, y = a.copy(), a.copy()
            index = source.integers(0, length, 20) if length else []
            theirs.at(x, index, 1)
            ours.at(y, index, 1)
            np.testing.assert_array_equal(x, y)
            continue
        if method == "reduceat":
            if length > 1:
                index = source.integers(0, length, 20)
                np.testing.assert_allclose(ours.reduceat(a, index), theirs.reduceat(a, index), rtol=1e-6)
            continue
        if method == "reduce" and name == "maximum" and length == 0:
            with pytest.raises(ValueError):
                ours.reduce(a)
            continue
        wanted, found = getattr(theirs, method)(a), getattr(ours, method)(a)
        assert np.asarray(found).dtype == np.asarray(wanted).dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4), (5, 1, 7), (20, 30)])
def test_reductions_of_several_axes(shape):
    a = numbers("float64", shape)
    for axes in (None, 0, -1, tuple(range(len(shape))), (0, -1)):
        for view in (a, a.T, a[..., ::-1]):
            np.testing.assert_array_equal(std.add.ufunc.reduce(view, axis=axes), view.sum(axes))
    np.testing.assert_array_equal(std.add.ufunc.reduce(a, where=a > 0, initial=3.0),
                                  a.sum(0, where=a > 0) + 3)


def test_halves_are_summed_in_float32():
    a = np.full(10_000, 0.1, np.float16)
    assert abs(float(std.add.ufunc.reduce(a)) - 1000) < 2


def test_methods_and_options():
    a = numbers("float64", (3, 4))
    add = std.add.ufunc
    np.testing.assert_array_equal(add.outer(a[0], a), np.add.outer(a[0], a))
    out = np.zeros((3, 4))
    assert add(a, a, out=out, where=a > 0) is out
    np.testing.assert_array_equal(out, np.where(a > 0, a + a, 0))
    assert add(a, a, dtype="float32").dtype == np.float32
    assert add(np.int8(1), 2).dtype == np.int8 and add(np.int8([1]), np.int16(1)).dtype == np.int16
    assert add(np.int64([1]), 2.5).dtype == np.float64 and add(True, True).dtype == np.add(True, True).dtype
    assert add(1, 2) == 3 and add.identity == 0 and std.subtract.ufunc.identity is None


def test_gufuncs():
    a, b = numbers("float64", (5, 3, 4)), numbers("float64", (4, 6))
    matmul = std.matmul.ufunc
    np.testing.assert_array_equal(matmul(a, b), a @ b)
    np.testing.assert_array_equal(matmul(a.transpose(2, 1, 0)[..., ::-1], a[:, 0]),
                                  np.matmul(a.transpose(2, 1, 0)[..., ::-1], a[:, 0]))
    np.testing.assert_array_equal(matmul(a, b[:, 0]), a @ b[:, 0])
    np.testing.assert_array_equal(matmul(a.astype("f2"), b.astype("f2")), (a @ b).astype("f2"))
    t = numbers("float64", (4, 4))
    wanted = t @ t
    np.testing.assert_array_equal(matmul(t, t, out=t), wanted)
    with pytest.raises(ValueError):
        matmul(a, a)


def test_no_spurious_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nan = np.array([np.nan, 1.0])
        for name in ("less", "greater", "maximum", "minimum", "sign", "floor_divide"):
            ufunc = getattr(std, name).ufunc
            ufunc(nan, nan) if ufunc.nin == 2 else ufunc(nan)


def test_floating_errors():
    loud = weft.load(weft._core.library_folder() + "/libweft_std.so", floating_errors=True)
    with np.errstate(divide="raise"):
        with pytest.raises(FloatingPointError):
            loud.divide.ufunc(1.0, np.array([0.0]))
        assert np.isinf(std.divide.ufunc(1.0, np.array([0.0])))[0]
    with np.errstate(invalid="raise"):
        loud.less.ufunc(np.array([np.nan]), 1.0)


class Own(np.ndarray):
    pass


class Wrapped:
    """Answers ufuncs itself."""

    def __array_ufunc__(self, ufunc, method, *inputs, **words):
        return ufunc, method, words


def test_operands_that_answer_ufuncs():
    own = np.arange(3.0).view(Own)
    assert type(std.add(own, 1)) is Own and type(std.add.reduce(own, keepdims=True)) is Own
    masked = np.ma.array([1.0, 2.0], mask=[True, False])
    assert std.add(masked, 1).mask.tolist() == [True, False]
    ufunc, method, words = std.add(Wrapped(), 1, target="cpu", dtype="float64")
    assert ufunc is std.add.ufunc and method == "__call__" and words == {"dtype": "float64"}
    assert std.add.reduce(Wrapped(), axis=1)[1:] == ("reduce", {"axis": 1})
    assert std.add.outer(1, Wrapped())[1] == "outer"
    for call in (lambda: std.add(own, 1, stream=1), lambda: std.add.accumulate(own, target="parallel"),
                 lambda: std.add.reduceat(own, [0], target="parallel")):
        with pytest.raises(TypeError, match="calls the numpy.ufunc"):
            call()


def test_lifetime():
    import gc
    ufunc = std.square.ufunc
    assert ufunc is std.square.ufunc
    gc.collect()
    assert ufunc(np.ones(3)).shape == (3,)


@pytest.mark.parametrize("name", ["add", "multiply", "bitwise_and", "bitwise_or", "bitwise_xor", "logical_and",
                                  "logical_or", "gcd"])
@pytest.mark.parametrize("dtype", "?bBhHiIlLqQ")
@pytest.mark.parametrize("length", [0, 1, 9, 100])
def test_identities(name, dtype, length):
    """Of unsigned integers, too, where that of bitwise_and is all ones; and of NumPy's second 64-bit integers."""
    theirs, ours = pair(name)
    a = (source.integers(0, 2 if dtype == "?" else 120, length) | 64).astype(dtype)
    if name == "gcd" and dtype == "?":
        return
    for method in ("reduce", "accumulate"):
        wanted = getattr(theirs, method)(a)
        for found in (getattr(ours, method)(a), getattr(getattr(std, name), method)(a)):
            assert np.asarray(found).dtype == np.asarray(wanted).dtype or dtype in "qQ"
            np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("kind", ["function", "ufunc"])
def test_outputs_that_lie_in_inputs(kind):
    """The same as on copies: in place, shifted by one, reversed, transposed."""
    def f(name):
        return getattr(std, name) if kind == "function" else getattr(std, name).ufunc
    views = [lambda t: (t, t), lambda t: (t[:-1], t[1:]), lambda t: (t[1:], t[:-1]), lambda t: (t, t[::-1]),
             lambda t: (t, t[:, ::-1]), lambda t: (t, t.T)]
    for view in views:
        for name in ("add", "matmul"):
            table = numbers("float64", (7, 7))
            if view(table)[0].shape != (7, 7) and name == "matmul":
                continue
            source_, out = view(table)
            wanted = f(name)(source_.copy(), source_.copy())
            assert f(name)(source_, source_, out=out) is out
            np.testing.assert_array_equal(out, wanted)
