"""The functions that ship with Weft: arithmetic, comparison, bits, linear algebra."""
import os

from . import _core
from ._library import load as _load

_library = _load(os.path.join(_core.library_folder(), "libweft_std.so"), module="weft.std")
globals().update(_library.__ufuncs__)
__all__ = list(_library)
