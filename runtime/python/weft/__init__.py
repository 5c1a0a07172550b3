"""Array functions made of annotated C, on NumPy, PyTorch, CuPy and JAX arrays.

    import weft
    k = weft.load("libkernels.so")              # what `weft build` made
    k.hypotenuse(a, b)                          # a result like the operands
    k.hypotenuse(a, b, out=c, target="gpu")     # auto, cpu, parallel or gpu
    weft.std.add.reduce(a, axis=-1)             # what ships with Weft
    k.hypotenuse.ufunc                          # the same as a numpy.ufunc
    x = weft.to_device(a)                       # an array on the GPU, where calls leave their results
"""
from . import _core
from ._core import (ArgumentBufferError, ArgumentError, ArgumentOverflowError, ArgumentRuntimeError,
                    ArgumentTypeError, DeviceError, DtypeError, Error, FileError, FunctionError,
                    OutOfMemoryError, OverlapError, ShapeError, TargetError, Ufunc, devices,
                    synchronize, trim)
from ._device import BoundsError, DeviceArray, empty, to_device, zeros
from ._groups import Groups, group, histogram
from ._kernel import Kernel
from ._library import Library, load
from ._memory import DeviceMemory, device_limit, device_memory, pinned_empty
from ._options import options
from ._ragged import Ragged
from ._streams import Event, Stream

__version__ = _core.version
__all__ = ["ArgumentError", "BoundsError", "CompileError", "CompileWarning", "DeviceArray", "DeviceError", "DeviceMemory",
           "DtypeError", "Error", "Event", "FileError", "FunctionError", "Groups", "Kernel", "Library", "OutOfMemoryError",
           "OverlapError", "Ragged", "ShapeError", "Stream", "TargetError", "Ufunc", "compile", "device_limit",
           "device_memory", "devices", "empty", "fft", "group", "histogram", "load", "options", "pinned_empty", "random", "std",
           "synchronize", "to_device", "trim", "zeros"]


def __getattr__(name):
    """std, fft, random and compile are there at their first use."""
    import importlib
    if name in ("std", "fft", "random"):
        return importlib.import_module("weft." + name)
    if name in ("compile", "CompileError", "CompileWarning"):
        from . import _compile
        globals().update(compile=_compile.compile, CompileError=_compile.CompileError,
                         CompileWarning=_compile.CompileWarning)
        return globals()[name]
    raise AttributeError(f"module 'weft' has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
