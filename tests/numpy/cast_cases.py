"""Casts, as copies do them, and which of them a casting allows."""
import itertools

import numpy as np

from case_text import COMPLEX, DTYPES, INTEGERS, REALS
from loop_cases import CASTINGS
from samples import wild
from views import styles


def copy(recorder, source, target, **options):
    def perform():
        with np.errstate(all="ignore"):
            np.copyto(target, source, **options)
        return target
    recorder.answer("copy", "-", [("i", source), ("o", target)], options, perform, [target])


def values_of(one, two):
    """Values of a dtype that are cast alike: "float to integer: NaN gives 0, the rest saturates", so
    only those in range go there."""
    facts_of = np.finfo if one not in INTEGERS else np.iinfo
    if one == "bool":
        return np.array([False, True])
    if one in INTEGERS:
        low, high = facts_of(one).min, facts_of(one).max
        values = [low, low + 1, low // 3, 0, 1, 2, 7, 100, high // 7, high // 2, high - 1, high]
        return np.array(values, one)
    if two in INTEGERS:
        signed = [-100.7, -1.5, -0.5] if two.startswith("int") else [-0.9, -0.0]
        real = np.array([*signed, 0, 0.99, 1, 2.5, 100.3, 127.0], one)
        return real
    limits = np.finfo(np.dtype(one).type(0).real.dtype)
    real = [0.0, -0.0, 1, -2.5, 0.1, 1 / 3, np.inf, -np.inf, np.nan, limits.max, limits.tiny,
            limits.smallest_subnormal, 65504, 65519, 65520, 2049, 2051, 5.9604645e-08, 2.98e-08,
            1e-7, 16777217, 3.4028236e38]
    with np.errstate(all="ignore"):
        real = np.array(real, limits.dtype)
    return real.astype(one) + (np.array(1j, one) if one in COMPLEX and two in COMPLEX else 0)


def record(recorder, source):
    recorder.heading("every dtype to every other one")
    for one, two in itertools.product(DTYPES, repeat=2):
        with np.errstate(all="ignore"):
            values = values_of(one, two)
            copy(recorder, values, np.zeros(values.shape, two), casting="unsafe")
        if one in INTEGERS:
            random = wild(source, one, 11)
            copy(recorder, random, np.zeros(11, two), casting="unsafe")
        elif one in REALS and two in REALS:
            random = wild(source, one, 11)
            copy(recorder, random, np.zeros(11, two), casting="unsafe")
    recorder.heading("what a casting allows")
    for casting, one in itertools.product(CASTINGS, DTYPES):
        allowed = [two for two in DTYPES if np.can_cast(one, two, casting)]
        recorder.line("can_cast", f"can_cast {one} casting={casting} -> {','.join(allowed)}")
        for two in DTYPES if casting in ("no", "same_kind") else ():
            copy(recorder, np.ones(1, one), np.zeros(1, two), casting=casting)
    recorder.heading("layouts")
    for shape in [(), (5,), (2, 3), (0,), (2, 2, 3)]:
        for one, two in [("int16", "int16"), ("int32", "float64"), ("complex128", "complex64"),
                         ("float32", "float16"), ("uint8", "bool")]:
            values = np.abs(wild(source, "int8", shape).astype(np.int16)).astype(one)
            for (_, view), (_, target) in itertools.product(
                    list(styles(values))[:8:3], list(styles(np.zeros(shape, two)))[1:8:3]):
                copy(recorder, view, target)
