"""A plugin of pytest: pyerfa's ufuncs are replaced by those that Weft made of ERFA's functions (declare_erfa.py).

    WEFT_ERFA=liberfa_functions.so python -m pytest -p replace_erfa --pyargs erfa
"""
import functools
import os
import re

import declare_erfa
import erfa
import numpy as np

import weft

VECTORS = np.dtype((np.float64, (2, 3)))
known = declare_erfa.prototypes(os.environ.get("ERFA_H", "/usr/include/erfa.h"))


def as_record(array):
    """pyerfa's record of two vectors, of arrays of (2, 3)."""
    array = np.ascontiguousarray(array)
    return array.reshape(*array.shape[:-2], 6).view(erfa.dt_pv)[..., 0][()]


def with_records(ufunc, parameters):
    """The function on pyerfa's records: the same memory, seen as arrays of (2, 3)."""
    are = [kind == declare_erfa.PV for kind, _ in parameters] + [False] * (ufunc.nargs - len(parameters))

    def seen(operand, is_record):
        return np.asarray(operand, erfa.dt_pv).view(VECTORS) if is_record and operand is not None else operand

    @functools.wraps(ufunc)
    def call(*operands, out=None, **words):
        if out is not None:
            operands += out if isinstance(out, tuple) else (out,)
        results = ufunc(*map(seen, operands, are), **words)
        results = results if isinstance(results, tuple) else (results,)
        given = operands[ufunc.nin:] + (None,) * ufunc.nout
        results = tuple(out if out is not None else as_record(result) if is_record else result
                        for result, is_record, out in zip(results, are[ufunc.nin:], given))
        return results if len(results) > 1 else results[0]
    return call


library, replaced, records = weft.load(os.environ["WEFT_ERFA"]), 0, 0
for name in library:
    ufunc, parameters = library[name].ufunc, known[name][2]
    if re.search("2,3", ufunc.signature or "") and any(kind == declare_erfa.PV for kind, _ in parameters):
        ufunc = with_records(ufunc, parameters)
        records += 1
    setattr(erfa.ufunc, name, ufunc)
    replaced += 1


def pytest_report_header():
    return f"{replaced} functions of pyerfa are Weft's, {records} of them on its records"
