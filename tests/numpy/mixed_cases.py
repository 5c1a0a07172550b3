"""All of it at once: random ufuncs, dtypes, layouts, shared memory, where, casts."""
import numpy as np

from case_text import COMPLEX, DTYPES
from samples import plain
from views import random_style

NAMES = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder", "minimum", "maximum",
         "less", "equal", "logical_and", "bitwise_or", "left_shift", "square", "negative", "clip"]
INPUTS = {"square": 1, "negative": 1, "clip": 3}


def pick(source, choices):
    return choices[int(source.integers(len(choices)))]


def slice_of(source, memory, shape):
    """A view of that shape somewhere in a memory of one axis, backwards or spread or neither."""
    steps, low, high = [], 0, 0
    step = int(pick(source, [1, 1, 2]))
    for extent in reversed(shape):
        own = step * int(pick(source, [1, 1, -1]))
        steps.insert(0, own)
        low, high = low + min(0, own * (extent - 1)), high + max(0, own * (extent - 1))
        step *= extent
    if high - low >= memory.size:
        return None
    start = int(source.integers(-low, memory.size - high))
    size = memory.itemsize
    return np.ndarray(shape, memory.dtype, memory, start * size, [one * size for one in steps])


def is_alike(name, dtypes, to, forced):
    """Whether both systems mean to answer alike."""
    if name in ("subtract", "negative") and "bool" in (*dtypes, forced):
        return False  # differs: bool - bool, -bool
    if name in ("minimum", "maximum", "less", "clip") and set(COMPLEX) & {*dtypes, forced}:
        return False  # differs: order of complex numbers
    if name == "divide" and set(COMPLEX) & {*dtypes, forced}:
        return False  # is rounded another way
    kinds = {np.dtype(one).kind for one in (*dtypes, forced or "bool")}
    is_float = kinds & set("fc") or "i" in kinds and "uint64" in (*dtypes, forced)
    if (is_float or name == "divide") and np.dtype(to).kind in "iu":
        return False  # differs: floats saturate
    return not (is_float and forced and np.dtype(forced).kind in "iu")


def one(recorder, source):
    name = pick(source, NAMES)
    count = INPUTS.get(name, 2)
    shape = [int(pick(source, [1, 2, 3, 4, 0] if source.random() < 0.1 else [1, 2, 3, 4]))
             for _ in range(int(source.integers(0, 4)))]
    few = [pick(source, DTYPES) for _ in range(2)]
    dtypes = [pick(source, few) for _ in range(count)]
    to = pick(source, [*few, pick(source, DTYPES)])
    options = {}
    if source.random() < 0.15:
        options["dtype"] = pick(source, [to, pick(source, DTYPES)])
    if source.random() < 0.5:
        options["casting"] = "unsafe"
    if not is_alike(name, dtypes, to, options.get("dtype")):
        return
    memory = plain(source, few[0], 40)
    operands = []
    for dtype in [*dtypes, to]:
        is_output = len(operands) == count
        own = [1 if not is_output and source.random() < 0.2 else extent for extent in shape]
        if not is_output and source.random() < 0.2:
            own = own[int(source.integers(0, len(own) + 1)):]
        view = slice_of(source, memory, own) if dtype == few[0] and source.random() < 0.5 else None
        if view is None:
            view = random_style(source, plain(source, dtype, own))
        operands.append(view)
    *inputs, out = operands
    where = None
    if source.random() < 0.3:
        mask = [1 if source.random() < 0.3 else extent for extent in shape]
        where = random_style(source, source.integers(0, 2, mask).astype(bool))
    elif source.random() < 0.4:
        out = None
        options["order"] = pick(source, ["K", "C", "F", "A"])
    if out is None and count > 1 and source.random() < 0.2:
        inputs[-1] = pick(source, [3, 1, 0.5])
    recorder.call(name, inputs, out=out, where=where, **options)


def record(recorder, source):
    recorder.heading("everything at random")
    for _ in range(600):
        one(recorder, source)
