"""Shapes and steps: broadcasting, layouts of operands, allocated and given outputs, where."""
import itertools

import numpy as np

from samples import plain
from views import place, random_style, styles

SHAPES = [(), (1,), (3,), (0,), (1, 3), (3, 1), (2, 3), (0, 3), (2, 0), (2, 1, 3), (1, 2, 1),
          (4, 2, 3), (1, 1, 1, 1), (2, 0, 3)]
ORDERS = ["K", "C", "F", "A"]


def record_shapes(recorder, source):
    recorder.heading("every pair of shapes")
    for one, two in itertools.product(SHAPES, repeat=2):
        recorder.call("add", [plain(source, "int16", one), plain(source, "int16", two)])
    recorder.heading("three operands")
    for one, two, three in itertools.product([(), (3,), (2, 1), (2, 3), (1, 0)], repeat=3):
        arrays = [plain(source, "int32", shape) for shape in (one, two, three)]
        recorder.call("clip", arrays)
    recorder.heading("given outputs, that enlarge the loop and that do not fit")
    for one, two, out in itertools.product(
            [(), (3,), (2, 1), (1, 3), (0,)], [(3,), (1, 1), (2, 3)],
            [(), (3,), (1,), (2, 3), (4, 2, 3), (2, 1), (3, 2), (0, 3), (2, 0)]):
        recorder.call("subtract", [plain(source, "int16", one), plain(source, "int16", two)],
                      out=np.full(out, 77, np.int16))
    recorder.heading("many axes")
    for rank in (5, 8, 16, 31, 32):
        shape = [1] * rank
        for axis in source.choice(rank, 3, replace=False):
            shape[axis] = 2
        other = [1 if source.random() < 0.5 else extent for extent in shape]
        recorder.call("multiply", [plain(source, "int8", shape), plain(source, "int8", other)])


def record_steps(recorder, source):
    recorder.heading("steps of one operand")
    for shape in [(5,), (2, 3), (2, 3, 2), ()]:
        for dtype in ("int8", "int32", "float64", "complex128", "float16"):
            values = plain(source, dtype, shape)
            for _, view in styles(values):
                recorder.call("square", [view])
                recorder.call("equal", [view, plain(source, dtype, shape[-1:])])
    recorder.heading("steps of given outputs")
    for shape in [(5,), (2, 3), (3, 2, 2)]:
        for dtype in ("int8", "uint32", "float64", "complex64"):
            a, b = plain(source, dtype, shape), plain(source, dtype, shape)
            for _, out in styles(np.full(shape, 7, dtype)):
                recorder.call("add", [a, b], out=out)
    recorder.heading("broadcast views, step 0")
    for dtype in ("int16", "float32"):
        row = np.broadcast_to(plain(source, dtype, 4), (3, 4))
        column = np.broadcast_to(plain(source, dtype, (3, 1)), (3, 4))
        point = np.broadcast_to(plain(source, dtype, ()), (3, 4))
        for a, b in itertools.product([row, column, point], repeat=2):
            recorder.call("multiply", [a, b])
    recorder.heading("all at random")
    for _ in range(150):
        rank = int(source.integers(0, 4))
        shape = [int(extent) for extent in source.integers(1, 4, rank)]
        arrays = []
        for _ in range(2):
            own = [1 if source.random() < 0.2 else extent for extent in shape]
            own = own[int(source.integers(0, rank + 1)):] if source.random() < 0.3 else own
            arrays.append(random_style(source, plain(source, str(source.choice(
                ["int16", "int64", "float32"])), own)))
        name = str(source.choice(["add", "subtract", "multiply", "less", "minimum", "divide"]))
        if name == "divide":
            arrays[1][arrays[1] == 0] = 1
        recorder.call(name, arrays)


def record_order(recorder, source):
    recorder.heading("memory order of allocated results")
    for shape in [(2, 3), (2, 3, 4), (3, 1, 2)]:
        for order in ORDERS:
            for axes in itertools.permutations(range(len(shape))):
                array = place(plain(source, "int16", shape), order=axes)
                # Where the first operand alone lies so; and where the second one says another thing.
                recorder.call("square", [array], order=order)
                recorder.call("add", [array, plain(source, "int16", shape)], order=order)
                recorder.call("add", [array, plain(source, "int16", shape[-1:])], order=order)
                flipped = place(plain(source, "int16", shape), order=axes, flip=(0,))
                recorder.call("add", [flipped, array], order=order)
                gaps = place(plain(source, "int16", shape), order=axes, stretch=2)
                recorder.call("less", [gaps, array], order=order)


def record_where(recorder, source):
    recorder.heading("where, with given outputs")
    for _ in range(100):
        rank = int(source.integers(0, 4))
        shape = [int(extent) for extent in source.integers(1, 4, rank)]
        if source.random() < 0.05 and rank:
            shape[0] = 0
        mask_shape = [1 if source.random() < 0.3 else extent for extent in shape]
        mask = random_style(source, source.integers(0, 2, mask_shape).astype(bool))
        dtype, to = [str(one) for one in source.choice(["int16", "float32", "float64"], 2)]
        arrays = [random_style(source, plain(source, dtype, shape)) for _ in range(2)]
        out = random_style(source, np.full(shape, 55, to))
        recorder.call(str(source.choice(["add", "multiply", "maximum"])), arrays, out=out,
                      where=mask, casting="unsafe" if to[0] == "i" else "same_kind")
    recorder.heading("where, shapes that it enlarges or that do not fit")
    for mask, out in itertools.product([(), (3,), (2, 3), (4, 1, 1), (2,), (0,)],
                                       [(3,), (2, 3), (4, 2, 3)]):
        mask = source.integers(0, 2, mask).astype(bool)
        recorder.call("add", [plain(source, "int8", 3), plain(source, "int8", ())],
                      out=np.full(out, 9, np.int8), where=mask)
    recorder.heading("where of all true elements, allocated results")
    for shape in [(3,), (2, 3), (4, 1, 3)]:
        recorder.call("add", [plain(source, "int8", 3), plain(source, "int8", 1)],
                      where=np.ones(shape, bool))
    recorder.heading("where that is no bool")
    recorder.call("add", [np.ones(3), np.ones(3)], out=np.zeros(3), where=np.array([0.5, 1, 0]))


def record(recorder, source):
    record_shapes(recorder, source)
    record_steps(recorder, source)
    record_order(recorder, source)
    record_where(recorder, source)
