"""Loops inside of a core whose rounds are vectors do as NumPy does, on every instruction set: sizes around those of
vectors, any strides, special numbers, and the same bits wherever an item lies."""
import os
import subprocess
import sys

import numpy as np
import pytest

import weft

SOURCE = """
#include <weft/annotate.h>
#include <tgmath.h>
WEFT_TYPEVAR(T);

static T squash(T x) { return 1 / (1 + exp(-x)); }

WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void squashed(size_t n, const T x[n], T y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = squash(x[i]);
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void softmax(size_t n, const T x[n], T y[n])
{
    T most = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        most = isless(x[i], most) ? most : x[i];
    for (size_t i = 0; i < n; i++)
        sum += y[i] = exp(x[i] - most);
    for (size_t i = 0; i < n; i++)
        y[i] /= sum;
}

/* What is not written stays as it is; the counter is a number, too; a sum that is subtracted from. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(m,n),(m,n),(m)->(m,n),(m)",
                 "void(float32[:,:], float32[:,:], float32[:], float32[:,:], float32[:])",
                 "void(float64[:,:], float64[:,:], float64[:], float64[:,:], float64[:])")
void branches(size_t m, size_t n, const T x[m][n], const T before[m][n], const T bias[m], T y[m][n], T less[m])
{
    for (size_t i = 0; i < m; i++) {
        T sum = bias[i];
        for (size_t j = 0; j < n; j++)
            y[i][j] = before[i][j];
        for (size_t j = 1; j < n; j++)
            if (x[i][j] > 0) {
                y[i][j] = log(x[i][j]) * (T)j + bias[i];
                sum -= exp(-x[i][j]);
            }
        less[i] = sum;
    }
}

/* Each point's own sum, in its order. */
WEFT_GUVECTORIZE("(n),(m)->(m)", "void(float32[:], float32[:], float32[:])", "void(float64[:], float64[:], float64[:])")
void density(size_t n, size_t m, const T sample[n], const T points[m], T result[m])
{
    for (size_t j = 0; j < m; j++) {
        T sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += exp(-(points[j] - sample[i]) * (points[j] - sample[i]));
        result[j] = sum;
    }
}

/* Rounds of different lengths, which divide by what may be none in rounds that are not there. */
WEFT_GUVECTORIZE("(n),(n)->(n)", "void(int32[:], int32[:], float64[:])")
void steps(size_t n, const int a[n], const int b[n], double y[n])
{
    for (size_t i = 0; i < n; i++) {
        int left = a[i];
        double sum = 0;
        while (left > 0) {
            sum += exp(-(double)left);
            left /= b[i];
        }
        y[i] = sum;
    }
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(),()", "void(int16[:], int16[:], int16[:])", "void(int64[:], int64[:], int64[:])",
                 "void(float32[:], float32[:], float32[:])", "void(float64[:], float64[:], float64[:])")
void extremes(size_t n, const T x[n], T *least, T *most)
{
    T l = n ? x[0] : 0, high = l;
    for (size_t i = 0; i < n; i++) {
        if (x[i] < l)
            l = x[i];
        high = x[i] > high ? x[i] : high;
    }
    *least = l;
    *most = high;
}
"""
SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 260]
source = np.random.default_rng(7)


def numbers(shape, dtype, specials=False):
    made = (source.standard_normal(shape) * 10 ** source.uniform(-3, 1.5, shape)).astype(dtype)
    for special in (np.nan, np.inf, -np.inf, -0.0, 0.0) if specials and made.size else ():
        made.reshape(-1)[source.integers(made.size)] = special
    return made


def laid_out(made):
    """The same numbers on other strides."""
    way = source.integers(3)
    if way == 0:
        return made
    if way == 1:
        return np.ascontiguousarray(made[..., ::-1])[..., ::-1]
    wide = np.empty(tuple(2 * size for size in made.shape), made.dtype)
    view = wide[tuple(slice(None, None, 2) for _ in made.shape)]
    view[...] = made
    return view


def check(found, wanted, dtype, what, scale=None):
    """Within 64 units in the last place of the largest number that the result is made of."""
    found, wanted = np.asarray(found), np.asarray(wanted).astype(dtype)
    scale = np.maximum(abs(wanted), scale if scale is not None else 0)
    with np.errstate(all="ignore"):
        good = (found == wanted) | (np.isnan(found) & np.isnan(wanted)) | (
            abs(found.astype(np.longdouble) - wanted) <= 64 * np.finfo(dtype).eps * scale + 4 * np.finfo(dtype).tiny)
    assert good.all(), (what, found[~good][:4], wanted[~good][:4])


def check_softmax(k, x, dtype, what):
    exact = x.astype(np.longdouble)
    most = exact.max(axis=1, keepdims=True, initial=-np.inf)
    powers = np.exp(exact - most)
    check(k.softmax(laid_out(x)), powers / powers.sum(axis=1, keepdims=True), dtype, what)


def check_branches(k, count, n, dtype, what):
    m = int(source.integers(1, 5))
    x, before, bias = (numbers(shape, dtype) for shape in ((count, m, n), (count, m, n), (count, m)))
    y, less = k.branches(laid_out(x), laid_out(before), laid_out(bias))
    exact, b = x.astype(np.longdouble), bias.astype(np.longdouble)[..., None]
    taken = (exact > 0) & (np.arange(n) > 0)
    logs = np.log(np.where(taken, exact, 1)) * np.arange(n)
    check(y, np.where(taken, logs + b, before), dtype, what, abs(logs) + abs(b))
    terms = np.where(taken, np.exp(-exact), 0)
    check(less, b[..., 0] - terms.sum(axis=-1), dtype, what, abs(b[..., 0]) + terms.sum(axis=-1))
    part = k.branches(x[count // 2:], before[count // 2:], bias[count // 2:])
    whole = k.branches(x, before, bias, target="parallel")
    for k_part, k_whole, k_all in zip(part, whole, k.branches(x, before, bias)):
        assert np.asarray(k_whole).tobytes() == np.asarray(k_all).tobytes(), what
        assert np.asarray(k_part).tobytes() == np.asarray(k_all)[count // 2:].tobytes(), what


def check_extremes(k, count, n, what):
    for dtype in (np.int16, np.int64, np.float32, np.float64):
        x = source.integers(-100, 100, (count, n)).astype(dtype)
        if x.dtype.kind == "f" and n:
            x[source.integers(count), source.integers(n)] = source.choice([np.inf, -np.inf, -0.0])
        least, most = k.extremes(laid_out(x))
        if n:
            assert (np.asarray(least) == x.min(axis=1)).all() and (np.asarray(most) == x.max(axis=1)).all(), what


def run(library):
    """In a process of its own, for one instruction set."""
    k = weft.load(library)
    np.seterr(all="ignore")
    for n in SIZES * 2:
        count = int(source.integers(1, 9))
        for dtype in (np.float32, np.float64):
            what = (os.environ.get("WEFT_ISA"), n, dtype.__name__)
            x = numbers((count, n), dtype, specials=True)
            wanted = 1 / (1 + np.exp(-x.astype(np.longdouble)))
            wanted[-x.astype(np.longdouble) > np.log(np.finfo(dtype).max)] = 0
            check(k.squashed(laid_out(x)), wanted, dtype, what)
            y = x.copy()
            k.squashed(y, out=y)
            check(y, wanted, dtype, what)
            check_softmax(k, numbers((count, n), dtype), dtype, what)
            if n:
                assert np.isnan(np.asarray(k.softmax(np.where(np.arange(n) == n // 2, np.nan, numbers((count, n), dtype))
                                                     .astype(dtype)))).all(), what
            check_branches(k, count, n, dtype, what)
            sample, points = numbers((count, 5), dtype), numbers((count, n), dtype)
            away = points.astype(np.longdouble)[:, :, None] - sample[:, None, :]
            exact = np.exp(-away ** 2)
            check(k.density(laid_out(sample), laid_out(points)), exact.sum(axis=-1), dtype, what,
                  (exact * (1 + away ** 2)).sum(axis=-1))
        a, b = (source.integers(low, 50, (count, n)).astype(np.int32) for low in (0, 2))
        check(k.steps(laid_out(a), laid_out(b)),
              [[steps(*pair) for pair in zip(*rows)] for rows in zip(a.tolist(), b.tolist())], np.float64, n)
        check_extremes(k, count, n, n)


def steps(left, by):
    total = 0.0
    while left > 0:
        total += float(np.exp(-float(left)))
        left //= by
    return total


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    tool = os.environ.get("WEFT_TOOL")
    if not tool or "libclang" not in subprocess.run([tool, "--version"], capture_output=True, text=True,
                                                    check=True).stdout:
        pytest.skip("WEFT_TOOL names no tool with the generator")
    folder = tmp_path_factory.mktemp("rows")
    (folder / "rows.c").write_text(SOURCE)
    told = subprocess.run([tool, "explain", folder / "rows.c"], capture_output=True, text=True, check=True).stdout
    assert told.count("    rounds of a loop as vectors") == 7, told
    subprocess.run([tool, "build", folder / "rows.c", "-o", folder / "rows.so", "--targets=cpu,parallel", "--isa=base,v3,native"], check=True)
    return folder / "rows.so"


@pytest.mark.parametrize("isa", ["base", "v3", "v4"])
def test_rows(library, isa):
    done = subprocess.run([sys.executable, __file__, str(library)], env={**os.environ, "WEFT_ISA": isa}, check=False,
                          capture_output=True, text=True)
    if done.returncode and "this CPU has up to" in done.stderr:
        pytest.skip(f"this CPU has no {isa}")
    assert done.returncode == 0, done.stderr[-2000:]


if __name__ == "__main__":
    run(sys.argv[1])
