"""Gufuncs: core dimensions, loops over them, axes, axis, keepdims."""
import itertools

import numpy as np

from samples import plain
from views import random_style, styles

FULL = ["int32", "int64", "float16", "float32", "float64", "complex64", "complex128"]
ALL = ["bool", "int8", "int16", "uint8", "uint16", "uint32", "uint64", *FULL]
# What NumPy has as a ufunc, for all dtypes.
PRODUCTS = ["matmul", "matvec", "vecmat", "vecdot"]

PAIRS = {
    "matmul": [((2, 3), (3, 4)), ((1, 1), (1, 1)), ((0, 3), (3, 2)), ((2, 0), (0, 3)),
               ((2, 3), (3, 0)), ((5, 2, 3), (3, 2)), ((2, 3), (4, 3, 2)),
               ((2, 1, 2, 2), (3, 2, 3)), ((0, 2, 2), (2, 2)), ((3, 2, 2), (2, 2, 2)),
               ((2, 3), (2, 3)), ((2, 2), (3, 1)), ((1, 3), (2, 3, 1)),
               ((2, 3), (3,)), ((3,), (3, 2)), ((3,), (3,)), ((4, 2, 3), (3,)), ((3,), (4, 3, 2)),
               ((0,), (0,)), ((2, 0), (0,)), ((2,), (3,)), ((3,), (2, 2)), ((), (2, 2)),
               ((2, 2), ())],
    "matvec": [((2, 3), (3,)), ((2, 0), (0,)), ((4, 2, 3), (3,)), ((2, 3), (4, 3)),
               ((4, 2, 3), (4, 3)), ((2, 3), (2,)), ((2, 3), ()), ((3,), (3,)), ((0, 3), (3,))],
    "vecmat": [((3,), (3, 2)), ((0,), (0, 2)), ((3,), (4, 3, 2)), ((4, 3), (3, 2)), ((2,), (3, 2)),
               ((4, 1, 3), (2, 3, 2)), ((), (2, 2))],
    "vecdot": [((3,), (3,)), ((0,), (0,)), ((2, 3), (3,)), ((4, 1, 3), (2, 3)), ((2, 0), (0,)),
               ((3,), (2,)), ((3,), (1,)), ((), (3,)), ((2, 3), (4, 3)), ((0, 3), (3,))],
    "outer": [((2,), (3,)), ((0,), (3,)), ((4, 2), (3,)), ((4, 2), (4, 3)), ((1,), (1,))],
    "cross": [((3,), (3,)), ((2, 3), (3,)), ((2, 3), (2, 3)), ((2, 1, 3), (4, 3)), ((0, 3), (3,))],
}
SINGLES = {"trace": [(1, 1), (3, 3), (2, 3, 3), (4, 0, 2, 2), (0, 0)],
           "norm": [(3,), (2, 3), (1,), (4, 1), (0,), (3, 0)]}


def record_shapes(recorder, source):
    for name, shapes in PAIRS.items():
        recorder.heading(name)
        for dtype in ALL if name in PRODUCTS else FULL:
            for one, two in shapes:
                recorder.call(name, [plain(source, dtype, one), plain(source, dtype, two)],
                              steps=name != "cross")
    for name, shapes in SINGLES.items():
        recorder.heading(name)
        # differs: the length of integers has no loop of their own, and trace(n,n) is square.
        for dtype in FULL if name == "trace" else FULL[3:]:
            for shape in shapes:
                recorder.call(name, [plain(source, dtype, shape)], ulp=2 if name == "norm" else 0)


def record_steps(recorder, source):
    recorder.heading("steps of core and loop dimensions")
    for dtype in ("int32", "float32", "complex128"):
        a, b = plain(source, dtype, (2, 3, 3)), plain(source, dtype, (3, 3))
        for (_, one), (_, two) in zip(styles(a), itertools.cycle(styles(b))):
            recorder.call("matmul", [one, two])
            recorder.call("matvec", [one, two])
            recorder.call("vecdot", [one, two])
        for _, out in styles(np.zeros((2, 3, 3), dtype)):
            recorder.call("matmul", [a, b], out=out)
    recorder.heading("mixed dtypes and given outputs")
    for one, two, out in itertools.product(["int32", "float32", "float64"],
                                           ["int32", "float64", "complex64"],
                                           ["int64", "float32", "complex128"]):
        recorder.call("matmul", [plain(source, one, (2, 2)), plain(source, two, (2, 2))],
                      out=np.zeros((2, 2), out))
        recorder.call("vecdot", [plain(source, one, (2, 2)), plain(source, two, 2)],
                      out=np.zeros((3, 2), out), casting="unsafe" if out[0] != "i" else "same_kind")
    recorder.heading("given outputs of other shapes")
    for shape in [(2, 4), (5, 2, 4), (1, 2, 4), (2, 3), (4, 2), (2,), ()]:
        recorder.call("matmul", [plain(source, "int32", (2, 3)), plain(source, "int32", (3, 4))],
                      out=np.zeros(shape, np.int32))
        recorder.call("vecdot", [plain(source, "int32", (2, 3)), plain(source, "int32", 3)],
                      out=np.zeros(shape, np.int32))
    recorder.heading("forced loops, orders")
    for dtype in ("float32", "float64", "complex64", "int32"):
        recorder.call("matmul", [plain(source, "int32", (2, 2)), plain(source, "int32", (2, 2))],
                      dtype=dtype)
        recorder.call("vecdot", [plain(source, "float64", 2), plain(source, "float32", 2)],
                      dtype=dtype)
    for order in "CFA":
        recorder.call("matmul", [plain(source, "int32", (3, 2, 2)), plain(source, "int32", (2, 2))],
                      order=order)


def record_axes(recorder, source):
    recorder.heading("axes")
    for axes in [[(0, 1), (0, 1), (0, 1)], [(1, 0), (0, 1), (0, 1)], [(-1, -2), (1, 2), (-2, -1)],
                 [(0, 2), (0, 1), (0, 2)], [(1, 2), (2, 1), (1, 0)], [(2, 0), (0, 2), (-1, 0)],
                 [(0, 0), (0, 1), (0, 1)], [(0, 3), (0, 1), (0, 1)], [(0, 1), (0, 1)]]:
        for dtype in ("int32", "float64"):
            recorder.call("matmul", [plain(source, dtype, (2, 2, 2)), plain(source, dtype, (2, 2, 2))],
                          axes=axes)
            recorder.call("matmul", [plain(source, dtype, (3, 3, 3)), plain(source, dtype, (3, 3))],
                          axes=axes)
            recorder.call("matmul", [plain(source, dtype, (2, 2, 2)), plain(source, dtype, (2, 2))],
                          axes=axes, out=np.zeros((2, 2, 2), dtype))
    for axes in [[(0,), (1,), ()], [(0,), (0,)], [(-2,), (-1,), ()], [(1,), (1,)], [(3,), (0,)]]:
        recorder.call("vecdot", [plain(source, "int32", (3, 3)), plain(source, "int32", (3, 3))],
                      axes=axes)
    for axes in [[(0, 1), (0,), (0,)], [(2, 1), (1,), (0,)], [(1, 0), (-1,), (-1,)]]:
        for name in ("matvec",):
            recorder.call(name, [plain(source, "float32", (3, 3, 3)), plain(source, "float32", (3, 3))],
                          axes=axes)
    recorder.heading("axis and keepdims")
    for axis in (0, 1, -1, -2, 2, -3):
        for keepdims in (False, True):
            for one, two in [((3, 3), (3, 3)), ((3, 3, 2), (3, 3, 2)), ((3,), (3,)), ((3, 3), (3,))]:
                a = random_style(source, plain(source, "int64", one))
                recorder.call("vecdot", [a, plain(source, "int64", two)], axis=axis,
                              keepdims=keepdims)
    for keepdims in (True,):
        recorder.call("vecdot", [plain(source, "int64", (2, 3)), plain(source, "int64", 3)],
                      keepdims=keepdims)
        recorder.call("vecdot", [plain(source, "int64", (2, 3)), plain(source, "int64", 3)],
                      keepdims=keepdims, out=np.zeros((2, 1), np.int64))
        recorder.call("vecdot", [plain(source, "int64", (2, 3)), plain(source, "int64", 3)],
                      keepdims=keepdims, out=np.zeros(2, np.int64))
        recorder.call("matmul", [plain(source, "int64", (2, 2)), plain(source, "int64", (2, 2))],
                      keepdims=keepdims)
        recorder.call("add", [plain(source, "int64", (2, 2)), plain(source, "int64", (2, 2))],
                      keepdims=keepdims)
    recorder.call("matmul", [np.ones((2, 2)), np.ones((2, 2))], axis=0)
    recorder.call("vecdot", [np.ones((2, 2)), np.ones((2, 2))], axis=0, axes=[(0,), (0,)])


def record_kept(recorder):
    """keepdims where axes are named for inputs alone, and for the output, too."""
    recorder.heading("axes and keepdims")
    a, b = np.arange(27).reshape(3, 3, 3), np.arange(9).reshape(3, 1, 3)
    for axes in [[(0,), (2,)], [(0,), (0,)], [(1,), (0,)], [(-1,), (2,)], [(0,), (2,), (0,)],
                 [(0,), (2,), (1,)], [(1,), (-1,), (-1,)]]:
        recorder.call("vecdot", [a, b], axes=axes, keepdims=True)
        recorder.call("vecdot", [a, b], axes=axes, keepdims=True, out=np.zeros((3, 3, 1), int))


def record_random(recorder, source):
    recorder.heading("all at random")
    for _ in range(250):
        m, n, p = (int(one) for one in source.integers(1, 4, 3))
        loop = [int(one) for one in source.integers(1, 4, int(source.integers(0, 3)))]
        other = [1 if source.random() < 0.3 else one for one in loop]
        name = str(source.choice(["matmul", "matvec", "vecmat", "vecdot"]))
        cores = {"matmul": ((m, n), (n, p)), "matvec": ((m, n), (n,)), "vecmat": ((n,), (n, p)),
                 "vecdot": ((n,), (n,))}[name]
        dtype = str(source.choice(["int32", "float32", "float64"]))
        a = random_style(source, plain(source, dtype, (*loop, *cores[0])))
        b = random_style(source, plain(source, dtype, (*other, *cores[1])))
        recorder.call(name, [a, b])


def record(recorder, source):
    record_shapes(recorder, source)
    record_steps(recorder, source)
    record_axes(recorder, source)
    record_random(recorder, source)
    record_kept(recorder)
