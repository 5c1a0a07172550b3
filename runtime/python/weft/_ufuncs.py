"""Where pickle finds the numpy.ufuncs of libraries: each library has a module here, whose name says
which library it is of, and whose attributes are its ufuncs.

NumPy pickles a ufunc by its __module__ and __name__. The module "weft._ufuncs.f_2f746d702f612e736f" is
that of the library /tmp/a.so; it is made when it is imported.
"""
import importlib.abc
import importlib.machinery
import sys

_BEGINNING = __name__ + ".f_"
__path__ = []  # a package, so that its modules are asked for


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes these modules."""

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name.startswith(_BEGINNING) else None

    def exec_module(self, module):
        origin = bytes.fromhex(module.__name__[len(_BEGINNING):]).decode()

        def find_ufunc(name):
            from ._cold import find
            if name.startswith("__"):
                raise AttributeError(name)
            return find(origin, name).ufunc
        module.__getattr__ = find_ufunc


sys.meta_path.append(_Finder())


def settle(ufunc, made):
    """Sets the names of a numpy.ufunc, where this NumPy lets them be set (2.4 and later)."""
    try:
        made.__module__ = _BEGINNING + ufunc.origin.encode().hex()
        made.__qualname__ = ufunc.__name__
    except (AttributeError, TypeError):
        pass
