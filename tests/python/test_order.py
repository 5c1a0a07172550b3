"""Rows in order and counted by size, beside NumPy: every length up to networks' ends, ties, NaN, infinities, zeros."""
import numpy as np
import pytest

import weft
from weft import std

LENGTHS = [*range(1, 20), 31, 32, 33, 64, 100, 127, 128, 129, 200, 1000, 5001]
KINDS = ["random", "few", "equal", "rising", "falling", "saw", "nan", "infinite"]


def rows(kind, n, dtype, count=7):
    random = np.random.default_rng(n)
    made = random.standard_normal((count, n)) * 1000
    if kind == "few":
        made = random.integers(0, 4, (count, n))
    elif kind == "equal":
        made = np.full((count, n), 5)
    elif kind == "rising":
        made = np.sort(made)
    elif kind == "falling":
        made = np.sort(made)[:, ::-1]
    elif kind == "saw":
        made = np.broadcast_to(np.arange(n) % 17, (count, n))
    elif kind == "nan" and np.dtype(dtype).kind == "f":
        made = np.where(random.random((count, n)) < 0.3, np.nan, made)
        made[0] = 1
    elif kind == "infinite" and np.dtype(dtype).kind == "f":
        made = np.where(random.random((count, n)) < 0.3, np.inf, np.where(random.random((count, n)) < 0.3, -np.inf, made))
    return made.astype(dtype)


def same(got, wanted):
    assert got.dtype == wanted.dtype and np.array_equal(got, wanted, equal_nan=got.dtype.kind == "f")


@pytest.mark.parametrize("target", ["cpu", "parallel"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["int64", "float32", "float64"])
def test_sorted(dtype, kind, target):
    for n in LENGTHS:
        a = rows(kind, n, dtype)
        same(std.sort_row(a, target=target), np.sort(a))
        same(std.argsort_row(a, target=target), np.argsort(a, kind="stable"))
        for kth in {0, n // 2, n - 1, -1, -n}:
            parts, status = std.partition_row(a, kth, target=target)
            ordered = np.sort(a)
            same(parts[:, kth], ordered[:, kth])
            same(np.sort(parts), ordered)
            place = kth % n
            same(np.sort(parts[:, :place]), ordered[:, :place])
            assert not status.any()
        for k in {1, min(n, 3), n}:
            values, places = np.empty((len(a), k), dtype), np.empty((len(a), k), np.int64)
            std.top_k(a, out=(values, places), target=target)
            # of equals the first: the stable order of the reversed row, from its end
            wanted = n - 1 - np.argsort(a[:, ::-1], kind="stable")[:, ::-1][:, :k]
            same(places, wanted)
            same(values, np.take_along_axis(a, wanted, 1))


def quantile(a, q):
    """numpy.quantile, which has NaN beside infinities, too."""
    with np.errstate(invalid="ignore"):
        return np.quantile(a, q, axis=-1)


@pytest.mark.parametrize("target", ["cpu", "parallel"])
@pytest.mark.parametrize("kind", KINDS[:-1])
def test_middle(kind, target):
    for n in LENGTHS:
        a = rows(kind, n, "float64")
        same(std.median(a, target=target), np.median(a, axis=-1))
        for q in (0, 1 / 3, 0.25, 0.5, 0.9, 1 - 2**-53, 1):
            same(std.quantile(a, q, target=target), quantile(a, q))
        single = rows(kind, n, "float32")
        same(std.median(single, target=target), np.median(single, axis=-1))
        np.testing.assert_allclose(std.quantile(single, 0.3, target=target), quantile(single.astype(float), 0.3), rtol=1e-6,
                                   atol=1e-4)
    assert std.median([3, 1, 2, 10]) == 2.5


def test_middle_of_infinities():
    inf = np.inf
    a = np.array([[-inf, -inf, 1, inf], [-inf, 0, inf, inf], [inf] * 4, [-inf, -inf, inf, inf]])
    np.testing.assert_array_equal(std.median(a), [-inf, inf, inf, np.nan])
    np.testing.assert_array_equal(std.quantile(a[:3], 0.5), [-inf, inf, inf])
    np.testing.assert_array_equal(std.quantile(a[2], [0, 0.1, 1]), [inf] * 3)


def test_little_and_wrong():
    for dtype in ("int64", "float32", "float64"):
        nothing = np.empty((2, 0), dtype)
        assert std.sort_row(nothing).shape == std.argsort_row(nothing).shape == (2, 0)
        values, places = np.full((2, 2), 7, dtype), np.full((2, 2), 7)
        std.top_k(nothing, out=(values, places))
        assert (values == 0).all() and (places == -1).all()
        std.top_k(np.array([[4], [5]], dtype), out=(values, places))
        assert values.tolist() == [[4, 0], [5, 0]] and places.tolist() == [[0, -1]] * 2
        std.top_k(np.ones((2, 3), dtype), out=(np.empty((2, 0), dtype), np.empty((2, 0), np.int64)))
        for kth in (3, -4, 2**62):
            with pytest.raises(weft.FunctionError, match="kth is no place of the row"):
                std.partition_row(np.ones(3, dtype), kth)
    assert np.isnan(std.median(np.empty((2, 0)))).all() and np.isnan(std.quantile(np.empty((2, 0)), 0.5)).all()
    assert np.isnan(std.quantile([1.0, 2.0], [-0.1, 1.1, np.nan])).all()
    with pytest.raises(weft.ShapeError):
        std.sort_row(5.0)
    a = np.random.default_rng(1).random((4, 6, 5))
    same(std.sort_row(a, axis=1), np.sort(a, axis=1))
    same(std.median(a[:, ::-2], axis=0), np.median(a[:, ::-2], axis=0))
    kept = a.copy()
    std.median(a), std.argsort_row(a)
    assert (a == kept).all()
    std.sort_row(a, out=a)
    same(a, np.sort(kept))


@pytest.mark.parametrize("target", ["cpu", "parallel"])
def test_bins(target):
    random = np.random.default_rng(3)
    for low, high, count in ((0.0, 1.0, 10), (-3.5, 7.25, 100), (0.1, 0.7, 3), (1e-310, 3e-310, 7), (-1e300, 1e300, 64), (5, 6, 1)):
        edges = np.linspace(low, high, count + 1)
        a = np.concatenate([random.uniform(low - (high - low) / 10, high + (high - low) / 10, 5000), edges,
                            np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf), [np.nan, np.inf, -np.inf]])
        wanted, _ = np.histogram(a[np.isfinite(a)], count, (low, high))
        found = std.histogram_even(a, low, high, out=np.empty(count, np.int64), target=target)
        assert (found == wanted).all()
        bins = std.bin_even(a, low, high, count, target=target)
        assert (np.bincount(bins[bins >= 0], minlength=count) == wanted).all() and bins.min() == -1
    for low, high, count in ((1, 1, 3), (2, 1, 3), (np.nan, 1, 3), (0, np.nan, 3), (0, 1, 0), (0, 1, -5)):
        assert (std.bin_even([0.0, 0.5, 1.0], low, high, count) == -1).all()
    assert std.histogram_even([0.0, 1.0], 0, 1, out=np.empty(0, np.int64)).shape == (0,)
