"""Memory: of a device, and of the host, pinned."""
import collections
import math
import mmap
import operator
import weakref

import numpy as np

from . import _core
from ._cold import checked

_NO_LIMIT = 2 ** 63 - 1

DeviceMemory = collections.namedtuple("DeviceMemory", "used held limit free total")
DeviceMemory.__doc__ = """Bytes of a device: `used` of Weft's pool by arrays, results and temporaries, `held` by the pool,
used or kept for later, the `limit` of `used` (None: there is none); `free` and `total` of the whole device."""


@checked
def device_memory(device=0):
    """What is used of a device's memory: a DeviceMemory."""
    used, held, limit, free, total = _core.device_memory(operator.index(device))
    return DeviceMemory(used, held, None if limit == _NO_LIMIT else limit, free, total)


@checked
def device_limit(bytes=None, device=0):
    """Lets Weft's pool hand out at most so many bytes of a device's memory at a time; None: as many as there are.

    What goes beyond raises OutOfMemoryError. Calls on large arrays of the host go in slices, and need little.
    """
    _core.device_limit(_NO_LIMIT if bytes is None else operator.index(bytes), operator.index(device))


@checked
def pinned_empty(shape, dtype="float64"):
    """A new ndarray in C order, uninitialised, in pinned memory of the host: the device copies to and from it by
    itself. Pinning takes longer than a copy: for arrays that are used often. Like numpy.empty otherwise, and
    altogether where there is no device."""
    dtype = np.dtype(dtype)
    if dtype.hasobject:
        raise TypeError(f"pinned memory holds no objects, and {dtype} does")
    shape = tuple(map(operator.index, shape)) if np.iterable(shape) else (operator.index(shape),)
    if any(extent < 0 for extent in shape):
        raise ValueError(f"a negative size in the shape {shape}")
    size = math.prod(shape) * dtype.itemsize
    if not _core.devices():
        return np.empty(shape, dtype)
    whole = np.frombuffer(mmap.mmap(-1, max(size, 1)), np.uint8)  # pages of its own
    weakref.finalize(whole, _core.unpin, _core.pin(whole))  # all views of it keep it
    return whole[:size].view(dtype).reshape(shape) if size else np.empty(shape, dtype)
