"""Groups of keys that are no numbers from 0 on."""
from typing import NamedTuple

import numpy as np


class Groups(NamedTuple):
    """What `group` finds: the keys that there are, in order; which of them each element has; how often each is there."""
    keys: np.ndarray
    codes: np.ndarray
    counts: np.ndarray


def group(keys):
    """The groups of an array of keys, for reduce_keys: integers, or what numpy.unique sorts.

    found = weft.group(years); std.add.reduce_keys(rain, found.codes, len(found.keys))
    """
    keys = np.asarray(keys)
    if keys.dtype.kind in "iu" and keys.size:
        low, high = int(keys.min()), int(keys.max())
        if high - low < 4 * keys.size + 1024 and high < 2**63:  # a table of all that lie between
            near = keys.astype(np.int64) - low
            counts = np.bincount(near.ravel())
            found = np.flatnonzero(counts)
            codes = np.cumsum(counts > 0) - 1
            return Groups((found + low).astype(keys.dtype), codes[near], counts[found])
    found, codes, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return Groups(found, codes.reshape(keys.shape).astype(np.int64), counts)
