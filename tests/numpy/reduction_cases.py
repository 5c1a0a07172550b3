"""reduce, accumulate, reduceat, outer, at."""
import itertools

import numpy as np

from case_text import COMPLEX, DTYPES, INTEGERS
from samples import plain
from views import place, random_style, styles

REDUCED = {
    **dict.fromkeys(["add", "multiply", "logical_and", "logical_or", "logical_xor"], DTYPES),
    "subtract": DTYPES[1:],  # differs: as everywhere, bool has no difference in NumPy
    **dict.fromkeys(["minimum", "maximum"], DTYPES[:12]),
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor"], DTYPES[:9]),
    "divide": DTYPES[9:12],
}


def values_for(source, name, dtype, shape):
    """Such that every intermediate result is exact in every order."""
    values = plain(source, dtype, shape)
    if name == "divide":
        values = np.ldexp(np.ones(shape, dtype), source.integers(-1, 2, shape))
    elif name == "multiply":
        values = values % 3 if dtype not in COMPLEX and dtype != "bool" else values
        if dtype in COMPLEX:
            values = (np.sign(values.real) + 1j * np.sign(values.imag)).astype(dtype)
    return values.astype(dtype)


def reduce(recorder, name, operand, out=None, initial=None, where=None, ulp=0, steps=True,
           **options):
    roles = [("i", operand), ("o", out)]
    given = dict(options)
    if out is not None:
        given["out"] = out
    if initial is not None:
        roles.append(("n", initial))
        given["initial"] = initial if not isinstance(initial, np.ndarray) else initial[()]
    if where is not None:
        roles.append(("w", where))
        given["where"] = where
    recorder.method("reduce", name, roles, lambda method: method(operand, **given), out, ulp, steps,
                    **options)


def record_reduce(recorder, source):
    recorder.heading("reduce: every dtype")
    for name, dtypes in REDUCED.items():
        for dtype in dtypes:
            values = values_for(source, name, dtype, (2, 3))
            for axis in (0, 1):
                reduce(recorder, name, values, axis=axis)
            reduce(recorder, name, values, axis=None)
            reduce(recorder, name, values[:0], axis=0)
            reduce(recorder, name, values[:1], axis=(0,), keepdims=True)
    recorder.heading("reduce: axes, keepdims")
    for shape in [(), (3,), (2, 3), (2, 3, 2), (2, 0, 3), (0,), (1, 3, 1), (2, 1, 2, 3)]:
        rank = len(shape)
        axes = [None, 0, -1, 1, (), (0, 1), (1, 0), (0, -1), (0, 2), (-1, -2), (0, 1, 2), (0, 0),
                rank, -rank - 1]
        for axis, keepdims, name in itertools.product(axes, (False, True),
                                                      ("add", "maximum", "subtract")):
            if rank == 0 and axis == 0:
                continue  # NumPy takes axis 0 of a scalar; so does Weft, the next line says
            reduce(recorder, name, values_for(source, name, "int64", shape), axis=axis,
                   keepdims=keepdims)
    reduce(recorder, "add", np.array(5), axis=0)
    recorder.heading("reduce: layouts of the operand")
    for dtype in ("int16", "int64", "float32"):
        for shape in [(7,), (3, 4), (2, 3, 4)]:
            for _, view in styles(plain(source, dtype, shape)):
                for axis in (0, -1, None):
                    reduce(recorder, "add", view, axis=axis)
    for _ in range(150):
        rank = int(source.integers(1, 5))
        shape = [int(extent) for extent in source.integers(1, 4, rank)]
        view = random_style(source, plain(source, "int64", shape))
        count = int(source.integers(0, rank + 1))
        axis = tuple(int(one) for one in source.choice(rank, count, replace=False))
        reduce(recorder, str(source.choice(["add", "minimum"])), view, axis=axis,
               keepdims=bool(source.integers(0, 2)))
    recorder.heading("reduce: long axes")
    for count in (511, 512, 513, 1100):
        ones = np.zeros(count, np.float32)
        ones[::100] = 3
        reduce(recorder, "add", ones, axis=0)
        reduce(recorder, "maximum", ones.astype(np.int8), axis=0)


def record_initial(recorder, source):
    recorder.heading("reduce: initial, where, given results, dtype")
    for name, dtype in itertools.product(["add", "multiply", "minimum", "logical_or", "subtract"],
                                         ["bool", "uint8", "int32", "float32", "float64"]):
        if name == "subtract" and dtype == "bool":
            continue
        values = values_for(source, name, dtype, (2, 3))
        for initial in (2, 0, 0.5, 300):
            # differs: "initial is … cast to it as casting allows"; NumPy truncates 0.5 to 0
            working = np.dtype("bool" if name == "logical_or" else dtype)
            if not np.can_cast(np.array(initial).dtype, working, "same_kind") and (
                    working.kind == "b" or isinstance(initial, float)):
                continue
            reduce(recorder, name, values, axis=1, initial=initial)
            reduce(recorder, name, values[:, :0], axis=1, initial=initial)
        for mask_shape in [(2, 3), (3,), (2, 1), ()]:
            mask = source.integers(0, 2, mask_shape).astype(bool)
            reduce(recorder, name, values, axis=1, where=mask)
            reduce(recorder, name, values, axis=0, where=mask, initial=1 if dtype != "bool" else
                   None)
        for to in ("int8", "int64", "float32", "float64", "complex64"):
            # differs: NumPy's reductions cast to a given dtype whatever `casting` says
            if name == "logical_or" or name == "minimum" and to == "complex64" or (
                    not np.can_cast(dtype, to, "same_kind")):
                continue
            reduce(recorder, name, values, axis=0, out=np.zeros(3, to))
            if to != "int8":
                reduce(recorder, name, values, axis=0, dtype=to)
    for shape in [(3,), (2,), (1, 3), (), (2, 3)]:
        for keepdims in (False, True):
            reduce(recorder, "add", plain(source, "int64", (2, 3)), axis=0, keepdims=keepdims,
                   out=np.zeros(shape, np.int64))
    for _, out in styles(np.zeros((3, 2))):
        reduce(recorder, "add", plain(source, "float64", (3, 4, 2)), axis=1, out=out)
    for _ in range(120):
        rank = int(source.integers(1, 4))
        shape = [int(extent) for extent in source.integers(1, 4, rank)]
        mask = random_style(source, source.integers(0, 2, shape).astype(bool))
        axis = tuple(int(one) for one in source.choice(rank, int(source.integers(1, rank + 1)),
                                                       replace=False))
        reduce(recorder, str(source.choice(["add", "maximum"])),
               random_style(source, plain(source, "int64", shape)), axis=axis, initial=-3,
               where=mask, steps="any")  # the mask has no say in how a result lies
    memory = plain(source, "int64", (4, 4))
    reduce(recorder, "add", memory, axis=0, out=memory[1])
    memory = plain(source, "int64", (4, 4))
    reduce(recorder, "add", memory.T, axis=0, out=memory[:, 2])


def record_empty(recorder):
    """Nothing to reduce, and results without elements."""
    recorder.heading("reduce: nothing")
    shapes = [((0, 0), (0, 1, None, ())), ((0, 3), (0, 1)), ((3, 0), (0, 1)),
              ((0, 7, 0), (1, (1, 2), (0, 1), (0, 2))), ((0, 7, 3), ((1, 2), (), 0)), ((0,), (0, ()))]
    for name in ("minimum", "subtract", "divide", "add", "bitwise_and", "logical_and"):
        for shape, axes in shapes:
            operand = np.zeros(shape, "int32" if name == "bitwise_and" else "float64")
            for axis, keepdims in itertools.product(axes, (False, True)):
                reduce(recorder, name, operand, axis=axis, keepdims=keepdims)
                if name in ("minimum", "add") and axis != ():
                    reduce(recorder, name, operand, axis=axis, keepdims=keepdims, initial=3)
                    where = np.ones(shape, bool)
                    reduce(recorder, name, operand, axis=axis, keepdims=keepdims, where=where)
                    reduce(recorder, name, operand, axis=axis, keepdims=keepdims, where=where,
                           initial=3)


def record_accumulate(recorder, source):
    def accumulate(name, operand, axis, out=None, **options):
        given = {**options, **({} if out is None else {"out": out})}
        recorder.method("accumulate", name, [("i", operand), ("o", out)],
                        lambda method: method(operand, axis=axis, **given), out, steps="any",
                        axis=axis, **options)

    recorder.heading("accumulate")
    for name, dtypes in REDUCED.items():
        for dtype in dtypes:
            for shape in [(1,), (6,), (2, 3)]:
                accumulate(name, values_for(source, name, dtype, shape), -1)
    for shape in [(0,), (3,), (3, 2), (2, 0), (2, 3, 2), ()]:
        for axis in (0, 1, -1, 2, -2, -4):
            for name in ("add", "subtract", "minimum"):
                accumulate(name, values_for(source, name, "int32", shape), axis)
    for dtype in ("int16", "float64"):
        for _, view in styles(plain(source, dtype, (3, 4))):
            for axis in (0, 1):
                accumulate("add", view, axis)
                accumulate("subtract", view, axis)
    for to in ("int8", "int64", "float32", "complex64"):
        accumulate("add", plain(source, "int16", 5), 0, out=np.zeros(5, to))
        accumulate("add", plain(source, "int16", 5), 0, dtype=to)
    for shape in [(4,), (6,), (5, 1)]:  # one of rank 0 crashes NumPy
        accumulate("add", plain(source, "int64", 5), 0, out=np.zeros(shape, np.int64))
    for start, step in [(0, 1), (1, 1), (2, 1), (7, -1)]:
        memory = plain(source, "int64", 8)
        accumulate("add", memory[:6], 0, out=memory[start::step][:6])


def record_reduceat(recorder, source):
    def reduceat(name, operand, indices, axis=0, out=None, **options):
        given = {**options, **({} if out is None else {"out": out})}
        recorder.method("reduceat", name, [("i", operand), ("x", indices), ("o", out)],
                        lambda method: method(operand, indices, axis=axis, **given), out,
                        steps="any", axis=axis, **options)

    recorder.heading("reduceat")
    lists = [[0], [0, 3], [3, 0], [0, 2, 2, 5], [5, 4, 3], [1, 1], [], [6], [-1], [0, 7], [2, 5, 1]]
    for indices, name in itertools.product(lists, ["add", "subtract", "maximum", "logical_and"]):
        reduceat(name, values_for(source, name, "int32", 6), np.array(indices, np.int64))
    for name, dtypes in REDUCED.items():
        for dtype in dtypes:
            reduceat(name, values_for(source, name, dtype, 6), np.array([0, 4, 1]))
    for dtype in ("int8", "uint16", "int32"):
        reduceat("add", plain(source, "int64", (3, 4)), np.array([0, 2, 1], dtype), axis=1)
    for _ in range(80):
        shape = [int(extent) for extent in source.integers(1, 5, int(source.integers(1, 4)))]
        axis = int(source.integers(-len(shape), len(shape)))
        indices = source.integers(0, shape[axis], int(source.integers(1, 5)))
        reduceat(str(source.choice(["add", "minimum", "subtract"])),
                 random_style(source, plain(source, "int64", shape)), indices, axis=axis)
    for to in ("int64", "float32"):
        reduceat("add", plain(source, "int16", 6), np.array([0, 3]), out=np.zeros(2, to))
        reduceat("add", plain(source, "int16", 6), np.array([0, 3]), dtype=to)


def record_outer(recorder, source):
    def outer(name, a, b, out=None, **options):
        given = {**options, **({} if out is None else {"out": out})}
        recorder.method("outer", name, [("i", a), ("i", b), ("o", out)],
                        lambda method: method(a, b, **given), out, **options)

    recorder.heading("outer")
    shapes = [(), (2,), (0,), (2, 3), (1,), (3, 1)]
    for one, two in itertools.product(shapes, repeat=2):
        for name in ("add", "less"):
            outer(name, plain(source, "int16", one), plain(source, "int32", two))
    for _, view in styles(plain(source, "float32", (2, 3))):
        outer("subtract", view, plain(source, "float32", 2))
    # differs: "a scalar without a dtype of its own is weak", here too
    for to in ("int8", "float64"):
        outer("multiply", plain(source, "int16", 2), plain(source, "int16", 3),
              out=np.zeros((2, 3), to))
        outer("multiply", plain(source, "int16", 2), plain(source, "int16", 3), dtype=to)
    outer("multiply", plain(source, "int16", 2), plain(source, "int16", 3),
          out=np.zeros((3, 2), np.int16))


def record_at(recorder, source):
    def at(name, operand, indices, value):
        def perform(method):
            method(operand, indices, value)
            return operand
        recorder.method("at", name, [("o", operand), ("x", indices), ("i", value)], perform,
                        out=operand)

    recorder.heading("at")
    for name, dtype in itertools.product(["add", "subtract", "multiply", "maximum", "logical_or"],
                                         DTYPES):
        if name == "subtract" and dtype == "bool" or name == "maximum" and dtype in COMPLEX:
            continue
        operand = values_for(source, name, dtype, 5)
        at(name, operand, source.integers(-5, 5, 8), values_for(source, name, dtype, 8))
        at(name, operand.copy(), np.array([1, 1, -1]), values_for(source, name, dtype, ()))
    for dtype in INTEGERS:
        at("add", plain(source, "int64", 4), np.array([0, 3, 3], dtype), plain(source, "int64", 3))
    for indices in ([0, 4], [-5], [], [[0, 1], [1, 1]], [9]):
        at("add", plain(source, "float64", 4), np.array(indices, np.int64), 2)
    for shape, values in [((4, 3), (3,)), ((4, 3), (5, 3)), ((4, 3), (5, 1)), ((4, 3), ()),
                          ((4, 3), (4,)), ((4, 3), (2, 5, 3)), ((2, 2, 2), (5, 2, 2))]:
        at("add", plain(source, "int32", shape), np.array([0, 1, 1, 0, -1]),
           plain(source, "int32", values))
    for _, view in styles(plain(source, "float32", (4, 2))):
        at("multiply", view, np.array([2, 2, 0]), plain(source, "float32", (3, 2)))
    for one, two in itertools.product(["int8", "int32", "uint8", "float32"],
                                      ["int8", "uint8", "float64", "complex64"]):
        if not np.can_cast(np.result_type(one, two), one, "same_kind"):
            continue  # differs: NumPy casts here whatever `casting` says
        at("add", np.abs(plain(source, one, 4)), np.array([0, 0, 2]), np.ones(3, two))
    for value in (5, 0.5, 300, -1):
        if value == 5:  # differs: the others are weak, and no values of uint8
            at("add", plain(source, "uint8", 4), np.array([0, 0]), value)
        at("add", plain(source, "float32", 4), np.array([0, 0]), value)


def record_forced(recorder):
    recorder.heading("a given result of another kind than the forced loop")
    operand, starts = np.arange(5, dtype=np.int32), np.array([0, 3])
    for to, dtype in [("float64", "int64"), ("float32", "int32"), ("complex64", "int8"),
                      ("int16", "int64"), ("float64", "float32"), ("float32", "float16")]:
        out = np.zeros((), to)
        reduce(recorder, "add", operand, axis=0, out=out, dtype=dtype)
        for method, shape, more, given in [("accumulate", 5, [], []),
                                           ("reduceat", 2, [("x", starts)], [starts])]:
            out = np.zeros(shape, to)
            recorder.method(method, "add", [("i", operand), *more, ("o", out)],
                            lambda call: call(operand, *given, axis=0, dtype=dtype, out=out), out,
                            axis=0, dtype=dtype)
    recorder.heading("float16 is summed in float32")
    for values in ([60000, -60000, 60000, -60000], [60000, 60000, -60000, -60000], [2048, 1, 1],
                   [60000] * 3 + [-60000] * 3, [2048] + [1] * 9):
        operand = np.array(values, np.float16)
        reduce(recorder, "add", operand, axis=0)
        reduce(recorder, "add", operand, axis=0, dtype="float16", out=np.zeros((), np.float64))
        recorder.method("reduceat", "add", [("i", operand), ("x", starts[:1]), ("o", None)],
                        lambda call: call(operand, starts[:1], axis=0), None, axis=0)
    # differs: "sums of float16": along other axes NumPy rounds at every step


def record(recorder, source):
    record_reduce(recorder, source)
    record_initial(recorder, source)
    record_accumulate(recorder, source)
    record_reduceat(recorder, source)
    record_outer(recorder, source)
    record_at(recorder, source)
    record_forced(recorder)
    record_empty(recorder)
