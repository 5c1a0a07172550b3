"""A plugin of pytest: functions of NumPy that Weft has are replaced by its ufuncs. After the tests are collected, for
NumPy's lists of its own ufuncs ask these for what an ArrayMethod has not; then in NumPy's modules, behind dask's
functions, in the tests' modules and among their parameters.

    python -m pytest -p replace_numpy --pyargs numpy._core.tests.test_ufunc

WEFT_FLOATING_ERRORS=1: by the ufuncs that raise floating-point errors.
"""
import os
import sys

import numpy as np
import numpy.ma  # noqa: F401 makes functions of NumPy's own

import weft

std = weft.std
if os.environ.get("WEFT_FLOATING_ERRORS"):
    std = weft.load(os.path.join(weft._core.library_folder(), "libweft_std.so"), floating_errors=True)
# Not those whose own C code NumPy's tests look at.
KEPT = {"matmul", "vecdot", "matvec", "vecmat"}
names = [name for name in weft.std.__all__ if isinstance(getattr(np, name, None), np.ufunc) and name not in KEPT]
made = {getattr(np, name): getattr(std, name).ufunc for name in names}


def replaced(thing):
    """The same with Weft's ufuncs, in lists and the like, too."""
    if isinstance(thing, np.ufunc):
        return made.get(thing, thing)
    if type(thing) in (list, tuple, set):
        return type(thing)(replaced(part) for part in thing)
    if type(thing) is dict:
        return {replaced(key): replaced(value) for key, value in thing.items()}
    return thing


def pytest_collection_modifyitems(items):
    for module in {np, sys.modules["numpy._core"], sys.modules["numpy._core.umath"]}:
        for ufunc in made:
            for name in [name for name, thing in vars(module).items() if thing is ufunc]:
                setattr(module, name, made[ufunc])
    for thing in vars(sys.modules.get("dask.array.ufunc", np.ma)).values():
        if replaced(getattr(thing, "_ufunc", None)):
            thing._ufunc = replaced(thing._ufunc)
    for space in {item.module for item in items} | {item.cls for item in items if item.cls}:
        for name, thing in list(vars(space).items()):
            if type(thing) in (np.ufunc, list, tuple, set, dict) and not name.startswith("__"):
                setattr(space, name, replaced(thing))
    for item in items:
        if hasattr(item, "callspec"):
            params = item.callspec.params
            params.update({name: replaced(thing) for name, thing in params.items()})


def pytest_report_header():
    return f"{len(names)} functions of NumPy are Weft's"
