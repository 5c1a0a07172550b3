"""Lists for functions whose layout has n~: one array of all elements, and the offsets where lists begin."""
import sys

import numpy as np


class Ragged:
    """Lists that lie one behind the other: list k is values[offsets[k]:offsets[k + 1]].

    values: an array of any framework; offsets: integers, one more than there are lists. Nothing is copied, but for offsets
    that are neither int32 nor int64.
    """
    __slots__ = ("values", "offsets", "_like")

    def __init__(self, values, offsets):
        offsets = _on_host(offsets)
        if offsets.dtype.kind not in "iu" or offsets.ndim != 1 or offsets.size < 1:
            raise ValueError(f"offsets are integers along one axis, one more than there are lists, not {offsets.dtype} of "
                             f"shape {offsets.shape}")
        if offsets.dtype not in (np.int32, np.int64):
            offsets = offsets.astype(np.int64, casting="same_kind")
        if isinstance(values, (list, tuple)):
            values = np.asarray(values)
        self.values, self.offsets, self._like = values, offsets, None

    @classmethod
    def of(cls, lists):
        """The lists of a sequence of them, or of Awkward and Arrow arrays."""
        return lists_of(lists)

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
        return [one.tolist() for one in self]

    def __repr__(self):
        return f"weft.Ragged({len(self)} lists of {int(self.offsets[-1] - self.offsets[0])} elements)"


def _on_host(offsets):
    """Offsets as an ndarray, from a device, too."""
    if not isinstance(offsets, np.ndarray):
        for name in ("to_host", "cpu", "get"):  # of Weft, PyTorch, CuPy
            if hasattr(offsets, name):
                offsets = getattr(offsets, name)()
                break
    return np.asarray(offsets)


def _is_of(value, module, *names):
    there = sys.modules.get(module)
    return there is not None and isinstance(value, tuple(getattr(there, name) for name in names))


def _from_awkward(array):
    layout = array.layout
    if not hasattr(layout, "to_ListOffsetArray64"):
        raise TypeError(f"an Awkward array of type {array.type}, which is no array of lists")
    layout = layout.to_ListOffsetArray64(True)
    content = layout.content
    if not content.is_numpy:
        raise TypeError(f"an Awkward array of type {array.type}: lists of numbers are possible, none missing")
    return Ragged(content.data, layout.offsets.data)


def _from_arrow(array):
    if array.null_count:
        raise ValueError(f"an Arrow array with {array.null_count} lists missing; none may be")
    values = array.values
    if values.null_count:
        raise ValueError(f"an Arrow array with {values.null_count} elements missing; none may be")
    return Ragged(values.to_numpy(), array.offsets.to_numpy())


def _from_sequence(lists):
    rows = [np.asarray(one) for one in lists]
    if any(row.ndim == 0 for row in rows):
        raise TypeError("lists are weft.Ragged(values, offsets), or a sequence of sequences")
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    full = [row for row in rows if len(row)]
    return Ragged(np.concatenate(full) if full else np.zeros(0), offsets)


def lists_of(lists, is_output=False):
    """What an operand of lists is: its Ragged, which knows what it was made of."""
    if isinstance(lists, Ragged):
        found = lists
    elif is_output:
        raise TypeError(f"an output of lists is a weft.Ragged, not {type(lists).__name__}")
    elif _is_of(lists, "awkward", "Array"):
        found = _from_awkward(lists)
        found._like = "awkward"
    elif _is_of(lists, "pyarrow", "ListArray", "LargeListArray"):
        found = _from_arrow(lists)
        found._like = "pyarrow"
    else:
        found = _from_sequence(lists)
    first = int(found.offsets[0])
    if not first or is_output or first < 0:
        return found
    begun = Ragged(found.values[first:], found.offsets - first)  # results have offsets from 0 on
    begun._like = found._like
    return begun


def lists_like(lists, values):
    """A result of lists, as those that it is made of."""
    if lists._like == "awkward":
        import awkward
        return awkward.unflatten(values, np.diff(lists.offsets))
    if lists._like == "pyarrow":
        import pyarrow
        kind = pyarrow.ListArray if lists.offsets.dtype == np.int32 else pyarrow.LargeListArray
        return kind.from_arrays(pyarrow.array(lists.offsets), pyarrow.array(values))
    return Ragged(values, lists.offsets)
