"""Values that are worth a try, for every dtype."""
import numpy as np

from case_text import COMPLEX, INTEGERS, REALS


def edges(name):
    """A short list: the ends of the range, zeros, and what lies beside them."""
    dtype = np.dtype(name)
    if name == "bool":
        return np.array([False, True])
    if name in INTEGERS:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        signed = [low, -7, -1] if low else [high - 1]
        return np.array([*signed, 0, 1, 3, high], dtype)
    if name in REALS:
        facts = np.finfo(dtype)
        return np.array([0.0, -0.0, 1, -1, 0.5, -2.5, 0.1, np.inf, -np.inf, np.nan, facts.max,
                         facts.smallest_subnormal], dtype)
    return np.array([0, 1, 2 + 1j, -3 + 4j, 0.5 - 2j, 1j, -6 - 8j, np.inf, np.nan * 1j, complex(-0.0, 1)], dtype)


def special(name):
    """Complex numbers of zeros, infinities and NaN, and of numbers whose quotients are exact."""
    parts = [0.0, -0.0, 1, -2, np.inf, -np.inf, np.nan]
    return np.array([complex(re, im) for re in parts for im in parts],
                    np.dtype(name))


def plain(source, name, shape):
    """Numbers of which sums and products of a few are exact in every dtype."""
    dtype = np.dtype(name)
    if name == "bool":
        return source.integers(0, 2, shape).astype(bool)
    low = 0 if dtype.kind == "u" else -6
    values = source.integers(low, 7, shape)
    if name in COMPLEX:
        return (values + 1j * source.integers(-6, 7, shape)).astype(dtype)
    return values.astype(dtype)


def wild(source, name, shape):
    """Numbers of the whole range of integers, and of some magnitudes of floats."""
    dtype = np.dtype(name)
    if name == "bool":
        return source.integers(0, 2, shape).astype(bool)
    if name in INTEGERS:
        facts = np.iinfo(dtype)
        return source.integers(facts.min, facts.max, shape, dtype, endpoint=True)
    if name in COMPLEX:
        return (np.round(source.normal(0, 9, shape), 2)
                + 1j * np.round(source.normal(0, 9, shape), 2)).astype(dtype)
    return np.round(source.normal(0, 1, shape) * 10.0 ** source.integers(-2, 3, shape), 3).astype(
        dtype)
