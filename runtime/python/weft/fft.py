"""Discrete Fourier transforms: the functions of numpy.fft, on all that Weft takes.

    from weft import fft
    fft.rfft2(image, target="parallel")
    fft.fft(stack, axis=0, norm="ortho")

Names, arguments and results are NumPy's; further words are a call's: target, stream, allocate, …
Arrays of float32, float16 and complex64 have results of complex64, all others of complex128.
"""
import math as _math
import operator as _operator
import sys as _sys

from . import std as _std
from ._cold import array_of as _array_of, checked as _checked

__all__ = ["fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn",
           "irfftn"]

_MOST_AXES = 3  # of one ufunc


def _array(a):
    """An array that has a shape and a dtype: NumPy's of what is none, integers as float64."""
    import numpy
    if not hasattr(a, "shape") or not hasattr(a, "dtype"):
        a = _array_of(a)
    if isinstance(a, numpy.ndarray) and a.dtype.kind in "biu":
        a = a.astype(numpy.float64)
    return a


def _pad(a, widths):
    """Zeros behind the elements along some axes, in the array's own library."""
    library = type(a).__module__.partition(".")[0]
    if library == "torch":
        flat = [width for after in reversed(widths) for width in (0, after)]
        return _sys.modules["torch"].nn.functional.pad(a, flat)
    if library == "cupy":
        return _sys.modules["cupy"].pad(a, [(0, after) for after in widths])
    if library.startswith("jax"):
        return _sys.modules["jax"].numpy.pad(a, [(0, after) for after in widths])
    import numpy
    if not isinstance(a, numpy.ndarray):
        raise TypeError(f"weft.fft: a {type(a).__name__} cannot be padded with zeros; give an array of the size wanted")
    padded = numpy.zeros([size + after for size, after in zip(a.shape, widths)], a.dtype)
    padded[tuple(slice(size) for size in a.shape)] = a
    return padded


def _resize(a, axes, sizes):
    """Crops, or pads with zeros, along axes that are given from the front."""
    cut = [slice(None)] * len(a.shape)
    widths = [0] * len(a.shape)
    for axis, size in zip(axes, sizes):
        if size < 1:
            raise ValueError(f"Invalid number of FFT data points ({size}) specified.")
        if a.shape[axis] > size:
            cut[axis] = slice(size)
        widths[axis] = max(0, size - a.shape[axis])
    if any(part != slice(None) for part in cut):
        a = a[tuple(cut)]
    return _pad(a, widths) if any(widths) else a


def _sizes(n):
    """Of one axis; None: its own."""
    if n is not None and _operator.index(n) < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return None if n is None else (n,)


def _axis(a, axis):
    rank = len(a.shape)
    number = _operator.index(axis)
    if not -rank <= number < rank:
        import numpy
        raise numpy.exceptions.AxisError(number, rank)
    return number % rank


def _axes(a, s, axes):
    """The axes, from the front, and the number of elements of each: those of s, where it says any."""
    if axes is None:
        axes = range(len(a.shape))[-len(s):] if s is not None and len(s) else range(len(a.shape)) if s is None else ()
    axes = [_axis(a, axis) for axis in axes]
    if s is None:
        sizes = [a.shape[axis] for axis in axes]
    else:
        sizes = [_operator.index(size) for size in s]
        if len(sizes) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
        sizes = [a.shape[axis] if size == -1 else size for axis, size in zip(axes, sizes)]
    return axes, sizes


def _scale(sizes, norm, inverse):
    """What a ufunc's argument `scale` is; 0 is its own: 1, and 1 / n of an inverse."""
    if norm is None or norm == "backward":
        return 0
    if norm not in ("ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    count = _math.prod(sizes)
    if norm == "ortho":
        return 1 / _math.sqrt(count)
    return 1 if inverse else 1 / count


def _call(name, a, axes, scale, out, options):
    """One ufunc, over one to three axes."""
    ufunc = _std._library.__ufuncs__[name]
    core = tuple(axes)
    return ufunc(a, scale, out=out, axes=[core, (), core], **options)


def _complex(a, axes, scale, inverse, out, options):
    """Complex transforms over any number of axes, some at a time; all but the first in place."""
    prefix = "ifft" if inverse else "fft"
    while axes:
        part, axes = axes[-_MOST_AXES:], axes[:-_MOST_AXES]
        name = prefix + ("" if len(part) == 1 else str(len(part)))
        a = _call(name, a, part, scale if not axes else 1 if inverse and scale else 0, out, options)
        if axes:
            out = out if out is not None else a if _can_write(a) else None
    return a


def _can_write(a):
    return not type(a).__module__.startswith("jax")


def _copy(a, out):
    """No axes: the array itself, as complex numbers."""
    return _std.multiply(a, 1 + 0j) if out is None else _std.multiply(a, 1 + 0j, out=out)


def _one_by_one(first, others, a, axes, sizes, norm, out, options):
    """Axes of which one is there twice."""
    for number, (axis, size) in enumerate(zip(axes, sizes)):
        last = number == len(axes) - 1
        a = (others if number else first)(a, size, axis, norm, out if last else None, **options)
    return a


def _forward(a, s, axes, norm, out, options):
    a = _array(a)
    axes, sizes = _axes(a, s, axes)
    if len(set(axes)) < len(axes):
        return _one_by_one(fft, fft, a, axes[::-1], sizes[::-1], norm, out, options)
    a = _resize(a, axes, sizes)
    return _complex(a, axes, _scale(sizes, norm, False), False, out, options) if axes else _copy(a, out)


def _inverse(a, s, axes, norm, out, options):
    a = _array(a)
    axes, sizes = _axes(a, s, axes)
    if len(set(axes)) < len(axes):
        return _one_by_one(ifft, ifft, a, axes[::-1], sizes[::-1], norm, out, options)
    a = _resize(a, axes, sizes)
    return _complex(a, axes, _scale(sizes, norm, True), True, out, options) if axes else _copy(a, out)


def _real(a, s, axes, norm, out, options):
    a = _array(a)
    axes, sizes = _axes(a, s, axes)
    if not axes:
        raise IndexError("weft.fft: a real transform has at least one axis")
    if len(set(axes)) < len(axes):
        return _one_by_one(rfft, fft, a, axes[::-1], sizes[::-1], norm, out, options)
    a = _resize(a, axes, sizes)
    part, rest = axes[-_MOST_AXES:], axes[:-_MOST_AXES]
    scale = _scale(sizes, norm, False)
    name = "rfft" + ("" if len(part) == 1 else str(len(part)))
    a = _call(name, a, part, 0 if rest else scale, out, options)
    if rest:
        a = _complex(a, rest, scale, False, out if out is not None else a if _can_write(a) else None, options)
    return a


def _half(a, s, axes, norm, out, options):
    a = _array(a)
    axes, sizes = _axes(a, s, axes)
    if not axes:
        raise IndexError("weft.fft: a real transform has at least one axis")
    if s is None or s[-1] == -1:
        sizes[-1] = 2 * (a.shape[axes[-1]] - 1)
    if sizes[-1] < 1:
        raise ValueError(f"Invalid number of FFT data points ({sizes[-1]}) specified.")
    if len(set(axes)) < len(axes):
        a = _one_by_one(ifft, ifft, a, axes[:-1], sizes[:-1], norm, None, options)
        return irfft(a, sizes[-1], axes[-1], norm, out, **options)
    a = _resize(a, axes, sizes[:-1] + [sizes[-1] // 2 + 1])
    part, rest = axes[-_MOST_AXES:], axes[:-_MOST_AXES]
    scale = _scale(sizes, norm, True)
    if rest:
        a = _complex(a, rest, 1 if scale else 0, True, None, options)
    name = "irfft" + ("" if len(part) == 1 else str(len(part))) + ("_odd" if sizes[-1] % 2 else "")
    return _call(name, a, part, scale, out, options)


@_checked
def fft(a, n=None, axis=-1, norm=None, out=None, **options):
    """The discrete Fourier transform along one axis, of n elements."""
    return _forward(a, _sizes(n), (axis,), norm, out, options)


@_checked
def ifft(a, n=None, axis=-1, norm=None, out=None, **options):
    """The inverse of `fft`."""
    return _inverse(a, _sizes(n), (axis,), norm, out, options)


@_checked
def rfft(a, n=None, axis=-1, norm=None, out=None, **options):
    """The first n // 2 + 1 elements of the transform of n real numbers."""
    return _real(a, _sizes(n), (axis,), norm, out, options)


@_checked
def irfft(a, n=None, axis=-1, norm=None, out=None, **options):
    """The n real numbers whose `rfft` begins so; n is 2 (m - 1) of m elements where it is not given."""
    return _half(a, _sizes(n), (axis,), norm, out, options)


@_checked
def fft2(a, s=None, axes=(-2, -1), norm=None, out=None, **options):
    """The discrete Fourier transform over two axes, of s elements."""
    return _forward(a, s, axes, norm, out, options)


@_checked
def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None, **options):
    """The inverse of `fft2`."""
    return _inverse(a, s, axes, norm, out, options)


@_checked
def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None, **options):
    """The transform of real numbers over two axes; of the last one its first half."""
    return _real(a, s, axes, norm, out, options)


@_checked
def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None, **options):
    """The inverse of `rfft2`."""
    return _half(a, s, axes, norm, out, options)


@_checked
def fftn(a, s=None, axes=None, norm=None, out=None, **options):
    """The discrete Fourier transform over some axes, or all."""
    return _forward(a, s, axes, norm, out, options)


@_checked
def ifftn(a, s=None, axes=None, norm=None, out=None, **options):
    """The inverse of `fftn`."""
    return _inverse(a, s, axes, norm, out, options)


@_checked
def rfftn(a, s=None, axes=None, norm=None, out=None, **options):
    """The transform of real numbers over some axes, or all; of the last one its first half."""
    return _real(a, s, axes, norm, out, options)


@_checked
def irfftn(a, s=None, axes=None, norm=None, out=None, **options):
    """The inverse of `rfftn`."""
    return _half(a, s, axes, norm, out, options)
