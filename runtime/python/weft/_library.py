"""Libraries: load(), and what it gives."""
import os
import threading

from . import _core

_loaded = {}
_lock = threading.Lock()


class Library:
    """The functions of one shared library, as attributes and by name."""

    def __init__(self, path, name, ufuncs):
        self.__dict__.update(ufuncs)
        self.__dict__["_weft"] = (path, name, ufuncs)

    path = property(lambda self: self._weft[0], doc="The file.")
    name = property(lambda self: self._weft[1], doc="The name it was built with.")

    def __getattr__(self, name):
        raise AttributeError(f"the library {self.name} has no function {name!r}; it has: "
                             + ", ".join(self._weft[2]))

    def __setattr__(self, name, value):
        raise AttributeError("a library cannot be changed")

    def __getitem__(self, name):
        return self._weft[2][name]

    def __contains__(self, name):
        return name in self._weft[2]

    def __iter__(self):
        return iter(self._weft[2])

    def __len__(self):
        return len(self._weft[2])

    def __dir__(self):
        return [*self._weft[2], "name", "path"]

    def __repr__(self):
        return f"<weft.Library {self.name!r}, {len(self)} functions, {self.path}>"

    def __reduce__(self):
        return load, (self.path,)


def load(path, *, module=None, floating_errors=False):
    """The library at a path, which `weft build`, `weft python` or weft_add_ufuncs made.

    module: the importable module whose attributes its functions are; they are pickled by its name,
    else by the path. floating_errors: their numpy.ufuncs raise the floating-point flags of the C
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
