"""Lists for functions whose layout has n~: one array of all elements, and the offsets where lists begin."""
import sys

import numpy as np

from . import _core
from ._cold import checked


def _parts(values, offsets):
    offsets = _on_host(offsets)
    if offsets.dtype.kind not in "iu" or offsets.ndim != 1 or offsets.size < 1:
        raise ValueError(f"offsets are integers along one axis, one more than there are lists, not {offsets.dtype} of shape "
                         f"{offsets.shape}")
    if offsets.dtype.newbyteorder("=") not in (np.int32, np.int64):
        if offsets.dtype == np.uint64 and offsets.max() > np.iinfo(np.int64).max:
            raise OverflowError(f"offsets up to {offsets.max()} are beyond int64")
        offsets = offsets.astype(np.int64)
    return np.asarray(values) if isinstance(values, (list, tuple)) else values, offsets


class Ragged:
    """Lists that lie one behind the other: list k is values[offsets[k]:offsets[k + 1]].

    values: an array of any framework, whose axis 0 is that of all elements; offsets: integers, one more than there are lists.
    Nothing is copied, but for offsets that lie on a device or are neither int32 nor int64.
    """
    __slots__ = ("values", "offsets", "_like")  # the last: "awkward", "pyarrow", the offsets of a nested tensor, or None

    @checked
    def __init__(self, values, offsets):
        (self.values, self.offsets), self._like = _parts(values, offsets), None

    @classmethod
    def of(cls, lists):
        """The lists of Awkward and Arrow arrays, of nested tensors of PyTorch, of an array of two axes or more, whose rows
        they are, and of a sequence of sequences, which is copied."""
        return _of_checked(lists)

    def __len__(self):
        return len(self.offsets) - 1

    def __getitem__(self, k):
        count, k = len(self), int(k)
        if not -count <= k < count:
            raise IndexError(f"list {k} of {count}")
        k += count if k < 0 else 0
        return self.values[int(self.offsets[k]):int(self.offsets[k + 1])]

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def tolist(self):
        """The lists as lists of Python's."""
        return [_on_host(one).tolist() for one in self]

    def __arrow_c_array__(self, requested_schema=None):
        """The lists by Arrow's C data interface; copied where the elements do not lie side by side on the host."""
        values = np.ascontiguousarray(_on_host(self.values))
        if not values.dtype.isnative:
            values = values.astype(values.dtype.newbyteorder("="))
        offsets = np.ascontiguousarray(self.offsets, self.offsets.dtype.newbyteorder("="))
        check_offsets(offsets, len(values))
        return _core.arrow_export(values, offsets)

    def __array__(self, dtype=None, copy=None):
        raise TypeError("a weft.Ragged is lists, where arrays are needed: its `values` has all elements")

    def __repr__(self):
        return f"weft.Ragged({len(self)} lists of {int(self.offsets[-1]) - int(self.offsets[0])} elements)"


def check_offsets(offsets, count):
    """Lists that others are told to find in so many elements."""
    wrong = np.flatnonzero((offsets[1:] < offsets[:-1]) | (offsets[:-1] < 0) | (offsets[1:] > count))
    if wrong.size:
        k = int(wrong[0])
        raise ValueError(f"list {k} goes from {offsets[k]} to {offsets[k + 1]} of {count} elements")


def _on_host(array):
    """An ndarray of an array, of one on a device a copy."""
    if not isinstance(array, np.ndarray):
        for name in ("to_host", "cpu", "get"):  # of Weft, PyTorch, CuPy
            if hasattr(array, name):
                array = getattr(array, name)()
                break
    return np.asarray(array)


def _is_of(value, module, *names):
    there = sys.modules.get(module)
    return there is not None and isinstance(value, tuple(getattr(there, name) for name in names))


# ---- what becomes lists ----

def _made(values, offsets, like):
    found = Ragged(values, offsets)
    found._like = like
    return found


def _from_awkward(array):
    """A ListOffsetArray as it lies; ListArrays and RegularArrays with offsets made for them."""
    layout = array.layout
    if layout.is_indexed and not layout.is_option:
        layout = layout.project()
    if layout.is_numpy and layout.data.ndim > 1:
        return _from_rows(layout.data, "awkward")
    if not layout.is_list:
        raise TypeError(f"an Awkward array of type {array.type}, which is no array of lists")
    if layout.is_regular or not hasattr(layout, "offsets") or layout.offsets.data.dtype == np.uint32:
        layout = layout.to_ListOffsetArray64(False)
    content, rows = layout.content, ()
    while content.is_regular and not content.is_numpy:
        content, rows = content.content[:content.size * content.length], (*rows, content.size)
    if content.is_indexed and not content.is_option:
        content = content.project()
    if not content.is_numpy:
        raise TypeError(f"an Awkward array of type {array.type}: lists of numbers are possible, none missing, or of rows of "
                        "equal lengths")
    values = content.data
    return _made(values.reshape((-1, *rows, *values.shape[1:])) if rows else values, layout.offsets.data, "awkward")


def _from_arrow(array):
    """What has Arrow's C data interface, or its C device interface; chunks become one."""
    if _is_of(array, "pyarrow", "ChunkedArray"):
        array = array.combine_chunks()
    values, offsets = _core.arrow_import(array)
    is_here = isinstance(values, np.ndarray)
    return _made(values, _on_host(offsets), "pyarrow" if type(array).__module__.startswith("pyarrow") and is_here else None)


def _from_torch(tensor):
    import torch
    if tensor.layout != torch.jagged:
        raise TypeError("a nested tensor of the layout torch.strided; torch.jagged is possible, whose elements lie in one tensor")
    if getattr(tensor, "_ragged_idx", 1) != 1:
        raise TypeError(f"a nested tensor whose lists are its axis {tensor._ragged_idx}: tensor.transpose(1, {tensor._ragged_idx}) "
                        "has them as axis 1")
    if tensor.lengths() is not None:
        raise TypeError("a nested tensor with holes between its lists: tensor.contiguous() has none")
    return _made(tensor.values(), tensor.offsets().detach(), tensor.offsets())


def _from_rows(array, like=None):
    """The rows of an array as lists of one length."""
    shape = tuple(array.shape)
    return _made(array.reshape((shape[0] * shape[1], *shape[2:])), np.arange(shape[0] + 1, dtype=np.int64) * shape[1], like)


def _from_sequence(lists):
    rows = [np.asarray(one) for one in lists]
    for k, row in enumerate(rows):
        if row.ndim == 0:
            raise TypeError(f"element {k} is {row.item()!r}, and no list: lists are weft.Ragged(values, offsets), or a sequence "
                            "of sequences")
        if row.dtype == object:
            raise TypeError(f"list {k} is no list of numbers")
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    full = [row for row in rows if len(row)]
    return Ragged(np.concatenate(full) if full else np.zeros((0, *(rows[0].shape[1:] if rows else ()))), offsets)


def _of(lists):
    if isinstance(lists, Ragged):
        return lists
    if _is_of(lists, "awkward", "Array"):
        return _from_awkward(lists)
    if hasattr(lists, "__arrow_c_array__") or hasattr(lists, "__arrow_c_device_array__") or _is_of(lists, "pyarrow", "ChunkedArray"):
        return _from_arrow(lists)
    if _is_of(lists, "torch", "Tensor") and lists.is_nested:
        return _from_torch(lists)
    if len(getattr(lists, "shape", ())) > 1:
        return _from_rows(lists)
    if hasattr(lists, "shape") or isinstance(lists, (str, bytes)) or not hasattr(lists, "__iter__"):
        raise TypeError(f"{type(lists).__name__} is no lists: these are weft.Ragged(values, offsets), an array of Awkward, "
                        "Arrow or PyTorch (torch.jagged), or a sequence of sequences")
    return _from_sequence(lists)


def _of_named(lists):
    return _of(lists)


_of_named.__name__ = "Ragged.of"  # by which wrong calls go
_of_checked = checked(_of_named)


# ---- what weft._core asks for ----

def lists_of(lists, is_output=False):
    """What an operand of lists is: its Ragged, which knows what it was made of."""
    if is_output and not isinstance(lists, Ragged):
        raise TypeError(f"an output of lists is a weft.Ragged, not {type(lists).__name__}")
    found = _of(lists)
    first = int(found.offsets[0])
    if is_output or not 0 < first <= len(found.values):
        return found
    try:
        check_offsets(found.offsets, len(found.values))
    except ValueError:
        return found  # libweft says what is wrong, by the numbers that it was given
    like = found._like if found._like is None or isinstance(found._like, str) else found._like - first
    return _made(found.values[first:], found.offsets - first, like)  # results have offsets from 0 on


def lists_like(lists, values):
    """A result of lists, as those that it is made of."""
    if lists._like == "awkward":
        import awkward
        content = awkward.contents.NumpyArray(values)
        offsets = awkward.index.Index(lists.offsets)
        return awkward.Array(awkward.contents.ListOffsetArray(offsets, content))
    if lists._like == "pyarrow":
        import pyarrow
        return pyarrow.array(Ragged(values, lists.offsets))
    if lists._like is not None and not isinstance(lists._like, str):
        import torch
        return torch.nested.nested_tensor_from_jagged(values, lists._like)
    return Ragged(values, lists.offsets)
