"""Groups of keys that are no numbers from 0 on, and of numbers by their size."""
import math
import operator
from typing import NamedTuple

import numpy as np

from ._cold import checked


class Groups(NamedTuple):
    """What `group` finds: the keys that there are, in order; which of them each element has; how often each is there."""
    keys: np.ndarray
    codes: np.ndarray
    counts: np.ndarray


@checked
def group(keys):
    """The groups of an array of keys, for reduce_keys: integers, or what numpy.unique sorts.

    found = weft.group(years); std.add.reduce_keys(rain, found.codes, len(found.keys))
    """
    keys = np.asarray(keys)
    if keys.dtype.kind in "iu" and keys.size:
        low, high = int(keys.min()), int(keys.max())
        if high - low < 4 * keys.size + 1024 and high < 2**63:  # a table of all that lie between
            near = keys.astype(np.int64) - low
            counts = np.bincount(near.ravel())
            found = np.flatnonzero(counts)
            codes = np.cumsum(counts > 0) - 1
            return Groups((found + low).astype(keys.dtype), codes[near], counts[found])
    found, codes, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return Groups(found, codes.reshape(keys.shape).astype(np.int64), counts)


def _limits(a, limits):
    """Where the first bin begins and the last one ends, as numpy.histogram has them."""
    if limits is not None:
        low, high = map(float, limits)
        if low > high:
            raise ValueError(f"max must be larger than min in range parameter: {high} is below {low}")
    elif a.size == 0:
        low, high = 0.0, 1.0
    else:
        low, high = float(a.min()), float(a.max())
    if not math.isfinite(low) or not math.isfinite(high):
        raise ValueError(f"{'autodetected' if limits is None else 'supplied'} range of [{low}, {high}] is not finite")
    return (low, high) if low < high else (low - 0.5, high + 0.5)


@checked
def histogram(a, bins=10, range=None, weights=None, **options):
    """numpy.histogram of bins of one width: how many elements of a lie in each, or the sums of their weights, and the edges.

    Elements and edges are taken as float64. Sums have the same bits on any number of threads; further words are a call's.
    """
    from . import std
    a = np.asarray(a)
    try:
        bins = operator.index(bins)
    except TypeError:
        raise TypeError(f"bins is {bins!r}: a number of bins of one width is needed; std.histogram takes edges") from None
    if bins < 1:
        raise ValueError(f"`bins` must be positive, not {bins}")
    if a.dtype.kind not in "biuf":
        raise TypeError(f"weft.histogram: elements of {a.dtype} are no real numbers")
    low, high = _limits(a, range)
    edges = np.linspace(low, high, bins + 1)
    if weights is not None:
        weights = np.asarray(weights)
        if weights.shape != a.shape:
            raise ValueError(f"weights should have the same shape as a: {weights.shape} is not {a.shape}")
        keys = std.bin_even(a.ravel(), low, high, bins, **options)
        return std.add.reduce_keys(weights.ravel(), keys, bins, skip=True, **options), edges
    a = a.ravel()
    block = max(1 << 16, 8 * bins)  # each counts by itself, on any thread
    rows = a[:a.size - a.size % block].reshape(-1, block)
    counts = std.histogram_even(a[rows.size:], low, high, out=np.empty(bins, np.int64), **options)
    if rows.size:
        counts += std.histogram_even(rows, low, high, out=np.empty((len(rows), bins), np.int64), **options).sum(0)
    return counts, edges
