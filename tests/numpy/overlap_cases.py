"""Operands that share memory: the result equals the result on copies."""
import itertools

import numpy as np

from samples import plain


def record_lines(recorder, source):
    recorder.heading("a line of memory: in place, shifted, strided, reversed")
    pieces = [slice(0, 6), slice(1, 7), slice(6, 12), slice(None, None, 2), slice(1, None, 2),
              slice(5, None, -1), slice(11, 5, -1), slice(11, None, -2), slice(3, 9)]
    for dtype in ("int16", "float64"):
        for one, two in itertools.product(pieces, repeat=2):
            memory = plain(source, dtype, 12)
            recorder.call("square", [memory[one]], out=memory[two])
            memory = plain(source, dtype, 12)
            recorder.call("add", [memory[one], memory[two]], out=memory[pieces[0]])
            memory = plain(source, dtype, 12)
            recorder.call("subtract", [memory[one], plain(source, dtype, 6)], out=memory[two])


def record_planes(recorder, source):
    recorder.heading("a plane of memory")
    views = [lambda m: m, lambda m: m.T, lambda m: m[::-1], lambda m: m[:, ::-1],
             lambda m: m[::-1, ::-1].T, lambda m: m[:1], lambda m: m[:, 2:3], lambda m: m[1, 2, ...]]
    for one, two in itertools.product(views, views[:5]):
        for dtype in ("int32", "float32"):
            memory = plain(source, dtype, (4, 4))
            recorder.call("add", [two(memory), one(memory)], out=two(memory))
            memory = plain(source, dtype, (4, 4))
            recorder.call("multiply", [one(memory), plain(source, dtype, 4)], out=two(memory))


def record_casts(recorder, source):
    recorder.heading("shared memory of another dtype, and through a cast")
    for dtype, other in [("int32", "float32"), ("float64", "int64"), ("int16", "uint16")]:
        for start in (0, 2):
            memory = plain(source, dtype, 8)
            recorder.call("add", [memory[:6], 1], out=memory.view(other)[start:start + 6],
                          casting="unsafe")
    for dtype, wide in [("int16", "int32"), ("float32", "float64"), ("float32", "complex64")]:
        memory = plain(source, wide, 6)
        narrow = memory.view(dtype)
        recorder.call("negative", [np.array(narrow[:6] * 0 + 1, dtype)], out=memory)
        memory = plain(source, dtype, 12)
        count = 12 * np.dtype(dtype).itemsize // np.dtype(wide).itemsize
        recorder.call("square", [memory[:count]], out=memory.view(wide)[:count])


def record_where(recorder, source):
    recorder.heading("where in place, and a mask that shares memory with the output")
    for dtype in ("int16", "float32"):
        for step in (1, -1, 2):
            memory = plain(source, dtype, 12)
            mask = source.integers(0, 2, 6).astype(bool)
            recorder.call("add", [memory[:6], memory[6:]], out=memory[::step][:6], where=mask)
    for start in (0, 1, 3):
        memory = source.integers(0, 2, 12).astype(bool)
        recorder.call("logical_not", [memory[:6]], out=memory[start:start + 6], where=memory[3:9])


def record_core(recorder, source):
    recorder.heading("gufuncs")
    for dtype in ("int32", "float64"):
        for one, two, out in itertools.product(
                [lambda m: m, lambda m: m.T, lambda m: m[::-1]], repeat=3):
            memory = plain(source, dtype, (3, 3))
            recorder.call("matmul", [one(memory), two(memory)], out=out(memory))
        memory = plain(source, dtype, (4, 3))
        recorder.call("vecdot", [memory, memory[::-1]], out=memory[:, 1])
        memory = plain(source, dtype, (4, 3))
        recorder.call("matvec", [memory[:3], memory[3]], out=memory[0])
        memory = plain(source, dtype, (4, 3))
        recorder.call("vecmat", [memory[0], memory[1:]], out=memory[::-1][0])


def record(recorder, source):
    record_lines(recorder, source)
    record_planes(recorder, source)
    record_casts(recorder, source)
    record_where(recorder, source)
    record_core(recorder, source)
