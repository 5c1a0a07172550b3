"""reduce_segments, reduce_keys and weft.group, against NumPy and a walk that follows docs/semantics.md."""
import numpy as np
import pytest
import weft
from weft import std


def tree(rows):
    """Rows of {key: sum}, combined by neighbours."""
    if len(rows) == 1:
        return rows[0]
    left = 1
    while 2 * left < len(rows):
        left *= 2
    a, b = tree(rows[:left]), tree(rows[left:])
    return {key: a[key] + b[key] if key in a and key in b else a.get(key, b.get(key)) for key in a | b}


def sums(values, keys, count):
    """Blocks from left to right, then the tree."""
    block, rows = 4096, []
    while block < count:
        block *= 2
    for first in range(0, len(values), block):
        row = {}
        for key, value in zip(keys[first:first + block], values[first:first + block]):
            row[key] = row[key] + value if key in row else value
        rows.append(row)
    found = tree(rows) if rows else {}
    return np.array([found.get(key, 0.0) for key in range(count)])


def keys_of(kind, count, size):
    random = np.random.default_rng(1).integers(0, count, size)
    return {"random": random, "one": np.full(size, count - 1), "sorted": np.sort(random),
            "falling": np.sort(random)[::-1], "giant": np.where(random % 2, random, 0)}[kind]


@pytest.mark.parametrize("kind", ["random", "one", "sorted", "falling", "giant"])
@pytest.mark.parametrize("count", [1, 100, 6000])
def test_bits(kind, count):
    values = np.random.default_rng(2).standard_normal(30000)
    keys = keys_of(kind, count, 30000)
    expected = sums(values, keys, count).tobytes()
    assert std.add.reduce_keys(values, keys, count, target="cpu").tobytes() == expected
    for threads in range(1, 17):
        assert std.add.reduce_keys(values, keys, count, target="parallel", threads=threads).tobytes() == expected
    np.testing.assert_allclose(np.frombuffer(expected), np.bincount(keys, values, count), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_keys_of_any_integers(dtype):
    keys = keys_of("random", 100, 5000).astype(dtype)
    ones = np.broadcast_to(np.int64(1), 5000)
    assert (std.add.reduce_keys(ones, keys, 100) == np.bincount(keys, minlength=100)).all()
    assert (std.add.reduce_keys(ones, keys.astype(keys.dtype.newbyteorder()), 100)
            == np.bincount(keys, minlength=100)).all()


def test_rows_stay():
    table = np.random.default_rng(3).standard_normal((1000, 11))
    keys = keys_of("random", 7, 1000)
    found = std.add.reduce_keys(table, keys, 7)
    assert found.shape == (7, 11)
    for column in range(11):
        assert found[:, column].tobytes() == std.add.reduce_keys(table[:, column], keys, 7).tobytes()
    image = keys.reshape(10, 100)
    assert std.add.reduce_keys(table[:, 0].reshape(10, 100), image, 7).tobytes() == found[:, 0].tobytes()


def test_lists():
    values = np.random.default_rng(4).standard_normal(5000)
    offsets = np.array([0, 3, 3, 700, 5000])
    found = std.add.reduce_segments(values, offsets)
    expected = [std.add.reduce(values[a:b]) for a, b in zip(offsets[:-1], offsets[1:])]
    assert found.tolist() == expected and found[1] == 0
    both = np.stack([values, -values])
    assert (std.add.reduce_segments(both, offsets, axis=1) == np.stack([found, -found])).all()
    out = np.empty(4)
    assert std.maximum.reduce_segments(values, offsets, initial=-9.0, out=out) is out and out[1] == -9


def test_wrong():
    values = np.ones(3)
    for words, call in (
            ("key 5 at position 1", lambda: std.add.reduce_keys(values, [0, 5, 1], 3)),
            ("key -1 at position 0", lambda: std.add.reduce_keys(values, [-1, 0, 1], 3)),
            ("the keys are float64", lambda: std.add.reduce_keys(values, values, 3)),
            ("needs count", lambda: std.add.reduce_keys(values, [0, 0, 0])),
            ("group 1 has no elements", lambda: std.maximum.reduce_keys(values, [0, 0, 2], 3)),
            ("offset 1 at position 2", lambda: std.add.reduce_segments(values, [0, 2, 1])),
            ("list 0 has no elements", lambda: std.maximum.reduce_segments(values, [0, 0, 3])),
            ("unexpected keyword", lambda: std.add.reduce_keys(values, [0, 0, 0], 1, axis=0))):
        with pytest.raises((ValueError, TypeError), match=words):
            call()
    assert std.add.reduce_keys(values, [0, 5, -1], 2, skip=True).tolist() == [1, 0]
    out = np.zeros(2)
    assert std.add.reduce_keys(values, [1, 1, 0], out=out) is out and out.tolist() == [1, 2]


@pytest.mark.parametrize("keys", [[2021, 2023, 2021], [-5, 10**12, -5], ["b", "a", "b"], [], [[3, 1], [1, 3]],
                                  np.array([200, 3, 200], "uint8"), np.array([2**63, 5, 5], "uint64")])
def test_group(keys):
    keys = np.asarray(keys)
    found = weft.group(keys)
    unique, codes, counts = np.unique(keys, return_inverse=True, return_counts=True)
    assert (found.keys == unique).all() and found.keys.dtype == unique.dtype and (found.counts == counts).all()
    assert found.codes.shape == keys.shape and (found.codes.ravel() == codes.ravel()).all()


@pytest.mark.parametrize("target", ["cpu", "parallel"])
def test_histogram(target):
    random = np.random.default_rng(5)
    normal = random.standard_normal(200_000)
    for a in (normal, normal[:10], normal[::-3], normal.reshape(100, 2000), normal.astype("float32"), random.integers(-9, 9, 70_000),
              random.integers(0, 256, 1000).astype("uint8"), normal > 0, np.zeros(5), [], [1.0], np.repeat(normal[:50], 3000)):
        wide = np.asarray(a, float)
        for bins, limits in ((10, None), (1, None), (100, (-1.5, 2.0)), (7, (0, 0)), (9000, (-4, 4))):
            counts, edges = weft.histogram(a, bins, limits, target=target)
            wanted, places = np.histogram(wide, bins, limits)
            assert counts.dtype == wanted.dtype and (counts == wanted).all() and (edges == places).all()
            weights = random.standard_normal(wide.shape)
            sums, edges = weft.histogram(a, bins, limits, weights, target=target)
            np.testing.assert_allclose(sums, np.histogram(wide, bins, limits, weights=weights)[0], rtol=1e-9, atol=1e-9)
            assert (edges == places).all()
            assert weft.histogram(a, bins, limits, weights, target="parallel", threads=3)[0].tobytes() == sums.tobytes()
    whole = random.integers(-5, 5, normal.size)
    assert (weft.histogram(normal, 20, None, whole)[0] == np.histogram(normal, 20, None, weights=whole)[0]).all()
    some = np.where(normal > 1, np.nan, normal)
    assert (weft.histogram(some, 9, (-2, 2))[0] == np.histogram(some, 9, (-2, 2))[0]).all()


def test_histogram_of_nonsense():
    for words, call in (("must be positive", lambda: weft.histogram([1.0], 0)),
                        ("bins is 2.5: a number of bins", lambda: weft.histogram([1.0], 2.5)),
                        ("bins is .0, 1, 2.: a number of bins", lambda: weft.histogram([1.0], [0, 1, 2])),
                        ("larger than min", lambda: weft.histogram([1.0], 3, (2, 1))),
                        ("supplied range of", lambda: weft.histogram([1.0], 3, (0, np.inf))),
                        ("autodetected range of", lambda: weft.histogram([1.0, np.nan])),
                        ("same shape", lambda: weft.histogram([1.0, 2.0], weights=[1.0])),
                        ("complex128 are no real numbers", lambda: weft.histogram([1j, 2.0]))):
        with pytest.raises((ValueError, TypeError), match=words):
            call()
