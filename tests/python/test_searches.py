"""What looks for one element finds the very one that a loop would: places of the largest and the least of rows, folds of truth
values, and folds that keep the largest or the least, on every instruction set: sizes around those of vectors and blocks, any
strides, equals, NaN, both zeros."""
import os
import subprocess
import sys

import numpy as np
import pytest

import weft
from weft import std

SOURCE = """
#include <weft/annotate.h>
#include <math.h>
#include <stdint.h>
WEFT_TYPEVAR(T);

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(),()", "void(int8[:], int64[:], int8[:])", "void(uint16[:], int64[:], uint16[:])",
                 "void(uint32[:], int64[:], uint32[:])", "void(int64[:], int64[:], int64[:])",
                 "void(float32[:], int64[:], float32[:])", "void(float64[:], int64[:], float64[:])")
void largest(size_t n, const T x[n], int64_t *place, T *value)
{
    int64_t at = -1;
    T found = 0;
    for (size_t i = 0; i < n; i++)
        if (at < 0 || (found == found && (x[i] != x[i] || x[i] > found))) {
            at = (int64_t)i;
            found = x[i];
        }
    *place = at;
    *value = found;
}

/* From the second on; NaN is not less than anything, nor is anything less than the first, where that is NaN. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(),()", "void(int32[:], int64[:], int32[:])", "void(float32[:], int64[:], float32[:])")
void least(size_t n, const T x[n], int64_t *place, T *value)
{
    int64_t at = 0;
    T found = n ? x[0] : 0;
    for (size_t i = 1; i < n; i++)
        if (x[i] < found) {
            found = x[i];
            at = (int64_t)i;
        }
    *place = at;
    *value = found;
}

/* In each row of a matrix; what was found before goes on. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(m,n)->(m),()", "void(float32[:,:], int64[:], float32[:])")
void records(size_t m, size_t n, const float x[m][n], int64_t place[m], float *value)
{
    float found = 0;
    for (size_t i = 0; i < m; i++) {
        int64_t at = -1;
        for (size_t j = 0; j < n; j++)
            if (isgreater(x[i][j], found)) {
                at = (int64_t)j;
                found = x[i][j];
            }
        place[i] = at;
    }
    *value = found;
}

/* Two rows of lengths of their own, and the other way round. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(m),(n)->(),()", "void(float64[:], float64[:], int64[:], int64[:])")
void both(size_t m, size_t n, const double a[m], const double b[n], int64_t *first, int64_t *second)
{
    int64_t low = -1, high = -1;
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < m; i++)
        if (most < a[i]) {
            most = a[i];
            high = (int64_t)i;
        }
    for (size_t i = 0; i < n; i++)
        if (least > b[i]) {
            least = b[i];
            low = (int64_t)i;
        }
    *first = high;
    *second = low;
}

/* Neither of these is what vectors look for: the last of equals; the first number behind NaN. */
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(),()", "void(float32[:], int64[:], float32[:])")
void last(size_t n, const T x[n], int64_t *place, T *value)
{
    int64_t at = -1;
    T found = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (x[i] >= found) {
            at = (int64_t)i;
            found = x[i];
        }
    *place = at;
    *value = found;
}

WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n)->(),()", "void(float32[:], int64[:], float32[:])")
void number(size_t n, const T x[n], int64_t *place, T *value)
{
    int64_t at = -1;
    T found = 0;
    for (size_t i = 0; i < n; i++)
        if (at < 0 || found != found || x[i] > found) {
            at = (int64_t)i;
            found = x[i];
        }
    *place = at;
    *value = found;
}

/* The larger, or the less, of two numbers, said in several ways. */
#define NUMBERS WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("int8(int8, int8)", "uint32(uint32, uint32)", "float32(float32, float32)", \
                                                         "float64(float64, float64)")
NUMBERS
T kept_larger(T a, T b)
{
    T most = b;
    if (!(a <= b))
        most = a;
    return most;
}

NUMBERS
T kept_less(T a, T b) { return b < a || a != a ? b : a; }

static T pick(T x, T y) { return x > y ? x : y; }
NUMBERS
T kept_by_helper(T a, T b) { return pick(b, a); }

WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("float32(float32, float32)", "float64(float64, float64)")
T kept_number(T a, T b) { return fmin(a, b); }

/* None of these keeps the one or the other. */
NUMBERS
T other_first(T a, T b) { return a > b ? a : a; }

NUMBERS
T other_sign(T a, T b) { return a > b && b > 0 ? a : b; }

WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("int32(int32, int32)")
int32_t other_unsigned(int32_t a, int32_t b) { return (uint32_t)a > (uint32_t)b ? a : b; }

WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("int32(int32, int32)", "float64(float64, float64)")
T other_narrow(T a, T b) { return (float)a < (float)b ? a : b; }

WEFT_OPTIONS(reorderable) WEFT_VECTORIZE("float64(float64, float64)")
double other_zero(double a, double b) { return a > b ? a : a < b ? b : 0; }
"""
KEPT = {"kept_larger": "bIfd", "kept_less": "bIfd", "kept_by_helper": "bIfd", "kept_number": "fd"}
OTHERS = {"other_first": "bIfd", "other_sign": "bIfd", "other_unsigned": "i", "other_narrow": "id", "other_zero": "d"}
# Under sanitizers, that of libweft's own which a call takes: what the tool builds is not instrumented.
ISAS = ["widest"] if "asan" in os.environ.get("LD_PRELOAD", "") else ["base", "v3", "v4"]
SIZES = [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 200, 511, 512, 513, 1023, 1025, 2600]
source = np.random.default_rng(11)

# name: the place and the value before any element, the first element, whether the next one is taken
RULES = {
    "largest": (lambda x: (-1, 0), 0, lambda at, found, x: at < 0 or (found == found and (x != x or x > found))),
    "least": (lambda x: (0, x[0] if len(x) else 0), 1, lambda at, found, x: x < found),
    "last": (lambda x: (-1, -np.inf), 0, lambda at, found, x: x >= found),
    "number": (lambda x: (-1, 0), 0, lambda at, found, x: at < 0 or found != found or x > found)}
DTYPES = {"largest": "bHIqfd", "least": "if", "last": "f", "number": "f"}


def naive(rule, row):
    begin, first, takes = RULES[rule]
    at, found = begin(row)
    for i, x in enumerate(row.tolist()):
        if i >= first and takes(at, found, x):
            at, found = i, row[i]
    return at, found


def elements(shape, dtype):
    """Few values or many, rising, falling, alike; in floats NaN, infinities and zeros of both signs."""
    span = source.choice([2, 100, 2 ** 30])
    made = source.integers(-span, span, shape)
    way = source.integers(6)
    made = np.sort(made, axis=-1)[..., ::-1 if way == 0 else 1] if way < 2 else made * 0 if way == 2 else made
    made = made.astype(dtype)
    if made.dtype.kind == "f" and made.size:
        for special in (np.nan, np.nan, np.inf, -np.inf):
            if source.integers(3) == 0:
                made.reshape(-1)[source.integers(made.size)] = special
        made[(made == 0) & (source.random(made.shape) < 0.5)] = -0.0
    return made


def laid_out(made):
    way = source.integers(4)
    if way == 0:
        wide = np.empty(tuple(2 * size for size in made.shape), made.dtype)
        view = wide[tuple(slice(None, None, 2) for _ in made.shape)]
        view[...] = made
        return view
    return np.ascontiguousarray(made[..., ::-1])[..., ::-1] if way == 1 else made


def check_places(k, n):
    for rule, dtypes in DTYPES.items():
        for dtype in dtypes:
            x = elements((int(source.integers(1, 6)), n), dtype)
            wanted = [naive(rule, row) for row in x]
            for target in ("cpu", "parallel"):
                places, values = getattr(k, rule)(laid_out(x), target=target)
                assert places.tolist() == [at for at, _ in wanted], (rule, dtype, n, x, places)
                assert values.tobytes() == np.array([value for _, value in wanted], dtype).tobytes(), (rule, dtype, n)
    x = elements((2, 5, n), "f")
    for item, places, value in zip(x, *k.records(laid_out(x))):
        found = np.float32(0)
        for row, place in zip(item, places):
            ahead = [i for i, y in enumerate(row) if y > found and not (row[:i] >= y).any()]
            assert place == (ahead[-1] if ahead else -1), (n, item, places)
            found = row[place] if ahead else found
        assert value == found
    a, b = elements((3, n), "d"), elements((3, 2600 - n), "d")
    for row, other, first, second in zip(a, b, *k.both(laid_out(a), laid_out(b))):
        most, least = row[~(row == -np.inf) & ~np.isnan(row)], other[~(other == np.inf) & ~np.isnan(other)]
        assert first == (np.flatnonzero(row == most.max())[0] if most.size else -1), (n, row, first)
        assert second == (np.flatnonzero(other == least.min())[0] if least.size else -1), (n, other, second)
    for dtype in "qfd":
        x = elements((4, n), dtype)
        for mine, theirs in ((std.argmax, np.argmax), (std.argmin, np.argmin)):
            assert (mine(laid_out(x)) == (theirs(x, axis=1) if n else -1)).all(), (mine, dtype, n)


def check_truth(n):
    for dtype in ("?", "b", "H", "i", "q", "e", "f", "d", "F", "D", ">f"):
        shape = tuple(source.permutation([n, int(source.integers(1, 4)), 3]))
        x = (source.random(shape) < source.choice([0, 0.001, 0.5, 0.999, 1])).astype(dtype)
        if x.dtype.kind in "fc":
            x[(x == 0) & (source.random(x.shape) < 0.5)] *= -1
            x[(x != 0) & (source.random(x.shape) < 0.2)] = np.nan
        elif x.dtype.kind in "iu":  # true by its upper byte alone
            x = (x.astype("q") << 8 * (x.dtype.itemsize - 1)).astype(dtype)
        if x.dtype.kind == "c":
            x *= source.choice([1, 1j])
        axis = (None, 0, 1, 2, (0, 2))[source.integers(5)]
        for mine, theirs in ((std.logical_or, np.logical_or), (std.logical_and, np.logical_and)):
            wanted = theirs.reduce(x, axis=axis)
            for target in ("cpu", "parallel"):
                found = mine.reduce(laid_out(x), axis=axis, target=target)
                assert found.dtype == bool and np.array_equal(found, wanted), (mine, dtype, shape, axis)


def tree(function, x):
    """The fold along axis 0 that docs/semantics.md describes."""
    while len(x) > 512:
        x = np.stack([tree(function, x[at:at + 512]) for at in range(0, len(x), 512)])
    while len(x) > 1:
        half, rest = divmod(len(x), 2)
        x = np.concatenate((function(x[:half], x[half + rest:]), x[half:half + rest]))
    return x[0]


def same(found, wanted):
    """But for the sign and payload of a NaN."""
    odd = wanted != wanted
    return found.dtype == wanted.dtype and (odd == (found != found)).all() and (
        np.where(odd, 0, found).tobytes() == np.where(odd, 0, wanted).tobytes())


def check_best(k, n):
    functions = [(getattr(k, name), dtypes) for name, dtypes in {**KEPT, **OTHERS}.items()]
    functions += [(function, "bBhHiIqQfd") for function in (std.maximum, std.minimum, std.fmax, std.fmin)]
    for function, dtypes in functions:
        for dtype in dtypes:
            x = elements((int(source.integers(1, 4)), n), dtype)
            if x.dtype.kind == "f" and source.integers(3):  # zeros decide
                x = np.minimum(x, 0) if source.integers(2) else np.maximum(x, 0)
                x[source.random(x.shape) < source.choice([0, 0.01, 0.5])] = source.choice([0.0, -0.0])
            if x.dtype.kind == "f" and source.integers(2):
                x = np.nan_to_num(x, nan=-1 if source.integers(2) else 1)
            wanted = tree(function, x.T)
            for target in ("cpu", "parallel"):
                found = function.reduce(laid_out(x), axis=1, target=target)
                assert same(found, wanted), (function, dtype, n, x, found, wanted)
                found = function.reduce(x[0], target=target)
                assert same(np.asarray(found), wanted[0]), (function, dtype, n, x[0], found, wanted[0])


def run(library):
    """In a process of its own, for one instruction set."""
    k = weft.load(library)
    for n in SIZES:
        check_places(k, n)
        check_truth(n)
        if n:
            check_best(k, n)
    check_truth(70_000)
    check_best(k, 140_000)  # of several pieces


def trace(library):
    """For one whose trace shows which folds keep an element."""
    k = weft.load(library)
    for name, dtypes in {**KEPT, **OTHERS}.items():
        for dtype in dtypes:
            print(name, file=sys.stderr, flush=True)
            getattr(k, name).reduce(np.ones(1000, dtype))


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    tool = os.environ.get("WEFT_TOOL")
    if not tool or "libclang" not in subprocess.run([tool, "--version"], capture_output=True, text=True,
                                                    check=True).stdout:
        pytest.skip("WEFT_TOOL names no tool with the generator")
    folder = tmp_path_factory.mktemp("searches")
    (folder / "searches.c").write_text(SOURCE)
    told = subprocess.run([tool, "explain", folder / "searches.c"], capture_output=True, text=True, check=True).stdout
    assert told.count("    rounds of a loop as vectors") == 5, told
    subprocess.run([tool, "build", folder / "searches.c", "-o", folder / "searches.so", "--targets=cpu,parallel",
                    "--isa=base,v3,native" if len(ISAS) > 1 else "--isa=native"],
                   check=True)
    return folder / "searches.so"


@pytest.mark.parametrize("isa", ISAS)
def test_searches(library, isa):
    environment = os.environ if isa == "widest" else {**os.environ, "WEFT_ISA": isa}
    done = subprocess.run([sys.executable, __file__, str(library)], env=environment, check=False,
                          capture_output=True, text=True)
    if done.returncode and "this CPU has up to" in done.stderr:
        pytest.skip(f"this CPU has no {isa}")
    assert done.returncode == 0, done.stderr[-2000:]


def test_best_is_seen(library):
    told = subprocess.run([sys.executable, __file__, str(library), "trace"], env={**os.environ, "WEFT_TRACE": "1"}, check=True,
                          capture_output=True, text=True).stderr
    seen = told.count("kernel: best\n")
    assert seen in (0, sum(map(len, KEPT.values()))), told  # base has the tree alone
    assert "kernel: best" not in told[told.index("other_"):], told


if __name__ == "__main__":
    trace(sys.argv[1]) if sys.argv[2:] else run(sys.argv[1])
