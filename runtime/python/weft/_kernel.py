"""Kernel: a kernel of CUDA's own, in a file of PTX, a cubin or a fatbin, launched on arrays of any framework."""
import os

from . import _core
from ._cold import checked


def _find(path, name, device):
    return _core.module_kernel(_core.module_load(path, device), name)


_find.__name__ = "Kernel"  # by which wrong calls go
_find = checked(_find)


class Kernel(_core.Kernel):
    """The kernel of that name in a file of PTX, a cubin or a fatbin.

        add = weft.Kernel("raw.fatbin", "my_add")
        add(16, 256, (n, a, b, c))                   # blocks, threads, arguments
        add(None, None, (n, a, b, c), items=n)       # as many threads as fill the device best

    A call, (blocks, threads, arguments, *, items=0, shared=0, stream=None), enqueues one launch, and returns at once.

    blocks, threads: a number, or a tuple of up to three. None: blocks as `items` need, threads as the driver counts
    what the kernel takes. An argument is an array on the device, in C order, whose address is handed over; a number, of as
    many bytes as the kernel takes; a NumPy scalar, of its own; or bytes, a structure. shared: bytes of shared memory of a
    block. stream: as of a ufunc; where none is named, that of the arrays' framework. Number and sizes of the arguments,
    where arrays lie, and what a grid can be are checked ahead: on an error nothing is launched.
    """

    __slots__ = ("_name", "_path", "_device", "__weakref__")

    @checked
    def __init__(self, path, name, device=0):
        self._settle(_find(path, name, device), name, device)
        self._path, self._name, self._device = os.fspath(path), name, device

    @property
    def name(self):
        """Its name in the file."""
        return self._name

    @property
    def device(self):
        """The number of the device that it runs on."""
        return self._device

    def __repr__(self):
        return f"<weft.Kernel {self._name!r} of {self._path!r}>"
