"""Libraries: load(), and what it gives."""
import os
import threading

from . import _core
from ._cold import checked

_loaded = {}
_lock = threading.Lock()


class Library:
    """The functions of one shared library, as attributes and by name."""

    def __init__(self, path, name, ufuncs):
        self.__dict__.update(path=path, name=name)  # which functions of these names hide
        self.__dict__.update(ufuncs)
        self.__dict__.update(__file__=path, __name__=name, __ufuncs__=ufuncs)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"the library {self.__name__} has no function {name!r}; it has: "
                             + ", ".join(self.__ufuncs__))

    def __setattr__(self, name, value):
        raise AttributeError("a library cannot be changed")

    def __getitem__(self, name):
        return self.__ufuncs__[name]

    def __contains__(self, name):
        return name in self.__ufuncs__

    def __iter__(self):
        return iter(self.__ufuncs__)

    def __len__(self):
        return len(self.__ufuncs__)

    def __dir__(self):
        return [*self.__ufuncs__, "__file__", "__name__"]

    def __repr__(self):
        return f"<weft.Library {self.__name__!r}, {len(self)} functions, {self.__file__}>"

    def __reduce__(self):
        return load, (self.__file__,)


@checked
def load(path, *, module=None, floating_errors=False):
    """The library at a path, which `weft build`, `weft python` or weft_add_ufuncs made.

    module: the importable module whose attributes its functions are; they are pickled by its name,
    else by the path. A file that was made anew is loaded anew; functions that were there before stay as they
    are. floating_errors: their numpy.ufuncs raise the floating-point flags of the C
    code, for numpy.errstate, and are slower.
    """
    path = os.path.realpath(path)
    try:
        facts = os.stat(path)
        key = (path, facts.st_dev, facts.st_ino, facts.st_mtime_ns, module, bool(floating_errors))
    except OSError:
        key = None  # libweft says why
    with _lock:
        if key is None or key not in _loaded:
            name, ufuncs = _core.open(path, module or path, floating_errors)
            _loaded[key] = Library(path, name, ufuncs)
        return _loaded[key]
