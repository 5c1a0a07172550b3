"""Arrays with the same elements, laid out in memory in every way that a call may meet."""
import numpy as np


def place(values, order=None, flip=(), stretch=1, pad=0, shift=0, swapped=False):
    """The values in memory of their own: axes from outermost to innermost as `order` says, those in
    `flip` backwards, every `stretch`-th item, `pad` bytes between items, `shift` bytes off."""
    values = np.asarray(values)
    dtype = values.dtype.newbyteorder() if swapped else values.dtype
    order = range(values.ndim) if order is None else order
    strides = [0] * values.ndim
    step = values.itemsize * stretch + pad
    offset = shift
    for axis in reversed(list(order)):
        extent = values.shape[axis]
        strides[axis] = step
        if axis in flip:
            strides[axis] = -step
            offset += step * max(extent - 1, 0)
        step *= max(extent, 1)
    memory = np.zeros(step + shift + 32, np.uint8)
    start = -memory.__array_interface__["data"][0] % 16
    view = np.ndarray(values.shape, dtype, memory, start + offset, strides)
    view[...] = values
    return view


def styles(values):
    """(name, view) of every way that fits the rank."""
    rank = np.ndim(values)
    yield "C", place(values)
    yield "misaligned", place(values, shift=1)
    yield "swapped", place(values, swapped=True)
    if rank == 0:
        return
    yield "reversed", place(values, flip=range(rank))
    yield "gaps", place(values, stretch=3)
    yield "odd", place(values, pad=1)
    yield "odd reversed swapped", place(values, pad=3, shift=1, flip=(rank - 1,), swapped=True)
    if rank > 1:
        yield "F", place(values, order=range(rank)[::-1])
        yield "rows reversed", place(values, flip=(0,))
        yield "F reversed swapped", place(values, order=range(rank)[::-1], flip=(0,), swapped=True)
    if rank > 2:
        yield "middle out", place(values, order=(1, *[k for k in range(rank) if k != 1]))


def random_style(source, values):
    """One of the ways, at random."""
    rank = np.ndim(values)
    order = source.permutation(rank)
    if source.random() < 0.5:
        order = range(rank)
    return place(values, order=order, flip=[k for k in range(rank) if source.random() < 0.25],
                 stretch=int(source.choice([1, 1, 1, 2])), pad=int(source.choice([0, 0, 0, 1, 4])),
                 shift=int(source.choice([0, 0, 0, 1])), swapped=source.random() < 0.15)
