"""Random numbers: functions of a seed, without a state, with the same bits on every target.

    from weft import random
    random.normal(7, shape=(1000, 3), target="gpu")
    random.uniform(random.fold(7, 1), -1, 1, 10)        # a seed of its own, for another stream

Element i, counted in C order, depends on the seed and i alone. A seed is an integer from 0 to 2**64 - 1, or an array of
them, with which what else is given broadcasts. Further words are a call's: out, target, stream, …
"""
import operator as _operator

from . import std as _std
from ._cold import checked as _checked

__all__ = ["bits", "exponential", "fold", "integers", "normal", "poisson", "random", "uniform"]


def _shape(shape):
    """A tuple, as NumPy's size; None: that of the arguments."""
    if shape is None:
        return ()
    try:
        return (_operator.index(shape),)
    except TypeError:
        return tuple(_operator.index(size) for size in shape)


def _counts(ufunc, *given, shape, out=None, **options):
    """Of a function with a status, which is not handed on."""
    return ufunc(*given, shape=_shape(shape), out=(out, None), **options)[0]


@_checked
def fold(seed, *numbers):
    """A seed for each number, or for each row of numbers: of a run, of a rank, of a step in a run."""
    for number in numbers:
        seed = int(_std.random_seed(seed, number))
    return seed


@_checked
def bits(seed, shape=None, **options):
    """64 random bits in each element."""
    return _std.random_raw(seed, shape=_shape(shape), **options)


@_checked
def random(seed, shape=None, *, dtype="float64", **options):
    """Uniform in [0, 1); dtype: float64, of 53 bits, or float32, of 24."""
    return _std.random_uniform(seed, shape=_shape(shape), dtype=dtype, **options)


@_checked
def uniform(seed, low=0.0, high=1.0, shape=None, *, dtype="float64", **options):
    """Uniform in [low, high); dtype: float64 or float32."""
    return _std.random_uniform(seed, low, high, shape=_shape(shape), dtype=dtype, **options)


@_checked
def normal(seed, loc=0.0, scale=1.0, shape=None, *, dtype="float64", **options):
    """Normal, of mean loc and standard deviation scale; dtype: float64 or float32."""
    return _std.random_normal(seed, loc, scale, shape=_shape(shape), dtype=dtype, **options)


@_checked
def exponential(seed, scale=1.0, shape=None, *, dtype="float64", **options):
    """Exponential, of mean scale; dtype: float64 or float32."""
    return _std.random_exponential(seed, scale, shape=_shape(shape), dtype=dtype, **options)


@_checked
def integers(seed, low, high=None, shape=None, **options):
    """Uniform whole numbers in [low, high), int64; with one limit in [0, low)."""
    if high is None:
        low, high = 0, low
    return _counts(_std.random_integers, seed, low, high, shape=shape, **options)


@_checked
def poisson(seed, lam=1.0, shape=None, **options):
    """How many events there are, of a mean of lam, int64."""
    return _counts(_std.random_poisson, seed, lam, shape=shape, **options)
