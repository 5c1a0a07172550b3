"""Random lists of all kinds against NumPy, list by list, and against Awkward where it is installed: what docs/semantics.md and
docs/python.md say of lists, and nothing else. Elements are small whole numbers, so that sums are exact in any order.

    WEFT_LIST_CASES=100000 pytest test_list_cases.py
"""
import os

import numpy as np
import pytest
import weft

CASES = int(os.environ.get("WEFT_LIST_CASES", "400"))
TEXT = """
#include <weft/annotate.h>
#include <stddef.h>
#include <stdint.h>
WEFT_TYPEVAR(T);
WEFT_OPTIONS(reorderable)
WEFT_GUVECTORIZE("(n~)->()", "int64(int64[:])", "float32(float32[:])", "float64(float64[:])")
T total(size_t n, const T x[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
WEFT_GUVECTORIZE("(),(n~)->(n~)", "void(float32, float32[:], float32[:])", "void(float64, float64[:], float64[:])")
void scale(size_t n, T a, const T x[n], T y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + (T)i;
}
WEFT_GUVECTORIZE("(n~),(n~),()->()", "float64(float64[:], float64[:], float64)")
double dot(size_t n, const double x[n], const double y[n], double c)
{
    for (size_t i = 0; i < n; i++)
        c += x[i] * y[i];
    return c;
}
WEFT_GUVECTORIZE("(n~),(m~)->(n~),(m~)", "void(float64[:], float64[:], float64[:], float64[:])")
void both(size_t n, size_t m, const double x[n], const double y[m], double u[n], double v[m])
{
    for (size_t i = 0; i < n; i++)
        u[i] = x[i] + (m ? y[m - 1] : -1);
    for (size_t j = 0; j < m; j++)
        v[j] = y[j] * (double)n;
}
WEFT_GUVECTORIZE("(n~,3),(3)->(3),()", "void(float32[:,:], float32[:], float32[:], int32[:])")
void rows(size_t n, const float x[n][3], const float w[3], float y[3], int32_t *count)
{
    for (int k = 0; k < 3; k++)
        y[k] = 0;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            y[k] += w[k] * x[i][k];
    *count = (int32_t)n;
}
WEFT_GUVECTORIZE("(n~)->(n~),()", "void(int32[:], int32[:], int32[:])", "void(float64[:], float64[:], float64[:])")
void running(size_t n, const T x[n], T y[n], T *last)
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = sum += x[i];
    *last = sum;
}
"""


def of_total(x):
    return (x.sum(),)


def of_scale(a, x):
    return (a * x + np.arange(len(x)),)


def of_dot(x, y, c):
    return (c + (x * y).sum(),)


def of_both(x, y):
    return x + (y[-1] if len(y) else -1), y * len(x)


def of_rows(x, w):
    return (w * x).sum(0), len(x)


def of_running(x):
    return np.cumsum(x), x.sum()


# The function; by operand what it is: n and m lists, r lists of rows of 3, s a number, t three; dtypes of inputs; of each the
# dtypes of the results.
FUNCTIONS = {
    "total": (of_total, "n", "s", {"i1": ["i8"], "i8": ["i8"], "f4": ["f4"], "f8": ["f8"], "u4": ["i8"], "f2": ["f4"]}),
    "scale": (of_scale, "sn", "n", {"f4": ["f4"], "f8": ["f8"], "i1": ["f4"], "i4": ["f8"]}),
    "dot": (of_dot, "nns", "s", {"f8": ["f8"], "f4": ["f8"], "i4": ["f8"]}),
    "both": (of_both, "nm", "nm", {"f8": ["f8", "f8"], "i2": ["f8", "f8"]}),
    "rows": (of_rows, "rt", "ts", {"f4": ["f4", "i4"], "i2": ["f4", "i4"]}),
    "running": (of_running, "n", "ns", {"i4": ["i4", "i4"], "f8": ["f8", "f8"], "i1": ["i4", "i4"], "f4": ["f8", "f8"]}),
}
LISTS = "nmr"
AXIS = {"n": "n", "r": "n", "m": "m"}


@pytest.fixture(scope="module")
def k():
    return weft.compile(TEXT, targets="cpu,parallel")


def module(name):
    try:
        return __import__(name)
    except ImportError:
        return None


awkward, pyarrow = module("awkward"), module("pyarrow")


# ---- random operands ----

def make_lengths(chance, count):
    kind = chance.integers(8)
    lengths = chance.integers(0, 6, count)
    if kind == 0:
        lengths[:] = 0
    elif kind == 1:
        lengths[:] = chance.integers(1, 5)
    elif kind == 2 and count:
        lengths[chance.integers(count)] = 3000
    elif kind == 3 and count:
        lengths[0] = 0
    elif kind == 4 and count:
        lengths[-1] = 0
    elif kind == 5:
        lengths = np.where(chance.integers(0, 4, count), 0, chance.integers(0, 50, count))
    return lengths


def place(chance, array, writable=True):
    """The same numbers somewhere else in memory."""
    kind, length = chance.integers(6), len(array)
    if kind == 0:
        array = np.repeat(array, 3, axis=0)[::3]
    elif kind == 1:
        array = array[::-1].copy()[::-1]
    elif kind == 2:
        array = array.astype(array.dtype.newbyteorder())
    elif kind == 3:
        array = np.concatenate([array, array])[:length]
    elif kind == 4 and array.size:
        memory = np.zeros(array.nbytes + 1, np.int8)[1:]  # at no multiple of its size
        memory[:] = np.frombuffer(array.tobytes(), np.int8)
        array = np.frombuffer(memory, array.dtype).reshape(array.shape)
    if writable and not array.flags.writeable:
        array = array.copy()
    return array


def make_numbers(chance, dtype, shape):
    low = 0 if dtype[0] == "u" else -4
    return chance.integers(low, 5, shape).astype(dtype)


def make_offsets(chance, lengths):
    """Offsets of these lengths, as any integers, that begin anywhere."""
    begin = int(chance.integers(0, 4)) if chance.integers(2) else 0
    offsets = begin + np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    dtypes = ["i4", "i8", ">i4", ">i8", "u4", "u8"] + ["i2"] * int(offsets[-1] < 30000) + ["u1"] * int(offsets[-1] < 256)
    return place(chance, offsets.astype(dtypes[chance.integers(len(dtypes))]))


def make_lists(chance, kind, lengths, dtype):
    """A weft.Ragged, with some elements before and behind that are no list's."""
    offsets = make_offsets(chance, lengths)
    count = int(offsets[-1]) + int(chance.integers(0, 3))
    values = make_numbers(chance, dtype, (count, 3) if kind == "r" else count)
    return weft.Ragged(place(chance, values), offsets)


def split(lists):
    """Its lists, as arrays in this machine's order."""
    values, offsets = np.asarray(lists.values), [int(k) for k in lists.offsets]
    return [values[a:b].astype(values.dtype.newbyteorder("=")) for a, b in zip(offsets, offsets[1:])]


def dress(chance, lists, kind):
    """The lists as an operand may come."""
    how, rows = chance.integers(8), split(lists)
    if how == 0 and any(len(row) for row in rows):  # an empty one is of no dtype
        return [row.tolist() for row in rows] if np.asarray(lists.values).dtype == np.float64 else rows
    if how == 1 and rows and len({len(row) for row in rows}) == 1:
        return np.stack(rows)
    if how in (2, 3) and pyarrow and lists.values.dtype != np.float16:
        array = pyarrow.array(lists)
        return array if how == 2 else pyarrow.concat_arrays([array, array])[len(rows):]
    if how in (4, 5) and awkward:
        native = np.ascontiguousarray(lists.values).astype(lists.values.dtype.newbyteorder("="))
        content = awkward.contents.NumpyArray(native)
        index = awkward.index.Index64(np.asarray(lists.offsets).astype(np.int64))
        array = awkward.Array(awkward.contents.ListOffsetArray(index, content))
        return array if how == 4 else awkward.concatenate([array, array])[len(rows):]
    return lists


def make_dense(chance, kind, count, dtype):
    """Numbers, or threes of them, of each list or of all."""
    core = (3,) if kind == "t" else ()
    shape = [(count, *core), (1, *core), core][chance.integers(3)]
    made = make_numbers(chance, dtype, shape)
    return place(chance, made) if made.ndim and len(made) else made


def make_case(chance):
    name = list(FUNCTIONS)[chance.integers(len(FUNCTIONS))]
    naive, inputs, outputs, dtypes = FUNCTIONS[name]
    dtype = list(dtypes)[chance.integers(len(dtypes))]
    count = int(chance.choice([0, 1, 2, 7, 40, 500], p=[0.1, 0.1, 0.2, 0.3, 0.2, 0.1]))
    lengths = {axis: make_lengths(chance, count) for axis in "nm"}
    operands = [make_lists(chance, kind, lengths[AXIS[kind]], dtype) if kind in LISTS else make_dense(chance, kind, count, dtype)
                for kind in inputs]
    return name, count, lengths, operands, dtypes[dtype]


def expected(name, count, operands, results):
    """By output, the result of each list."""
    naive, inputs, outputs, _ = FUNCTIONS[name]
    columns = []
    for kind, operand in zip(inputs, operands):
        if kind in LISTS:
            columns.append(split(operand))
        else:
            operand = operand.astype(operand.dtype.newbyteorder("="))
            columns.append(list(np.broadcast_to(operand, (count, 3) if kind == "t" else (count,))))
    wide = [[np.asarray(one, "f8") for one in column] for column in columns]
    made = [naive(*one) for one in zip(*wide)]
    return [[np.asarray(one[i]).astype(results[i]) for one in made] for i in range(len(outputs))]


def agree(found, wanted, kind, dtype):
    if kind not in LISTS:
        found = np.asarray(found)
        assert found.dtype.newbyteorder("=") == dtype and found.shape[:1] == (len(wanted),)
        return all((a == b).all() for a, b in zip(found, wanted))
    rows = found.tolist()
    return rows == [one.tolist() for one in wanted]


# ---- the tests ----

@pytest.mark.parametrize("part", range(4))
def test_random_calls(k, part):
    chance = np.random.default_rng([20261128, part])
    for _ in range(CASES // 4):
        name, count, lengths, operands, results = make_case(chance)
        outputs = FUNCTIONS[name][2]
        wanted = expected(name, count, operands, results)
        given = [dress(chance, one, kind) if kind in LISTS else one for kind, one in zip(FUNCTIONS[name][1], operands)]
        target = ["cpu", "parallel", "auto"][chance.integers(3)]
        threads = {"threads": int(chance.integers(1, 5))} if target == "parallel" else {}
        found = k[name](*given, target=target, **threads)
        found = (found,) if len(outputs) == 1 else found
        for i, kind in enumerate(outputs):
            assert agree(found[i], wanted[i], kind, np.dtype(results[i])), (name, i, target, operands, given)


def test_random_outputs(k):
    """Given outputs: what is in no list stays; those that are inputs, too, hold results."""
    chance = np.random.default_rng(20261129)
    for _ in range(CASES // 4):
        name, count, lengths, operands, results = make_case(chance)
        outputs = FUNCTIONS[name][2]
        wanted = expected(name, count, operands, results)
        rooms, out = [], []
        for kind, dtype in zip(outputs, results):
            if kind in LISTS:
                room = make_lists(chance, kind, lengths[AXIS[kind]], dtype)
                out.append(room)
                rooms.append((room.values, room.values.copy(), room.offsets))
            else:
                room = place(chance, np.full((count, 3) if kind == "t" else count, 77, dtype))
                out.append(room)
                rooms.append((room, None, None))
        answer = k[name](*operands, out=tuple(out) if len(out) > 1 else out[0], target=["cpu", "parallel"][chance.integers(2)])
        answer = answer if len(out) > 1 else (answer,)
        assert all(a is b for a, b in zip(answer, out))
        for (values, before, offsets), wanted_one, kind in zip(rooms, wanted, outputs):
            if before is None:
                assert all((a == b).all() for a, b in zip(values, wanted_one))
                continue
            for row, right in zip(split(weft.Ragged(values, offsets)), wanted_one):
                assert row.tolist() == right.tolist()
            first, last = int(offsets[0]), int(offsets[-1])
            assert (values[:first] == before[:first]).all() and (values[last:] == before[last:]).all()


def test_in_place(k):
    chance = np.random.default_rng(20261130)
    for _ in range(CASES // 20):
        x = make_lists(chance, "n", make_lengths(chance, 9), "f8")
        wanted = [np.cumsum(row).tolist() for row in split(x)]
        values = x.values
        k.running(x, out=(x, None))
        assert [row.tolist() for row in split(x)] == wanted and x.values is values


def spoil(chance, operands, inputs, count):
    """One thing that is wrong with the operands, and what the error must say; None: there is nothing to spoil here."""
    places = [i for i, kind in enumerate(inputs) if kind in LISTS]
    at = places[chance.integers(len(places))]
    lists = operands[at]
    offsets, values = np.asarray(lists.offsets).astype(np.int64), lists.values
    how = chance.integers(5)
    list_number = int(chance.integers(count)) if count else 0
    if how == 0 and count and offsets[list_number] > 0:
        offsets[list_number + 1:] = offsets[list_number] - 1  # falls
        words = f"list {list_number} of operand {at} "
    elif how == 1 and count:
        offsets[list_number + 1:] += len(values)  # beyond
        past = np.flatnonzero(offsets[1:] > len(values))
        if not past.size:
            return None
        words = f"list {past[0]} of operand {at} "
    elif how == 2 and len(places) > 1 and "nn" in inputs and count:
        at = places[-1]
        offsets = np.asarray(operands[at].offsets).astype(np.int64)
        values = np.concatenate([operands[at].values, operands[at].values[:1], np.zeros(1, operands[at].values.dtype)])
        offsets[list_number + 1:] += 1  # longer than the other's
        words = f"list {list_number} of operand {at} "
    elif how == 3 and len(places) > 1:
        at = places[-1]
        offsets = np.append(np.asarray(operands[at].offsets).astype(np.int64), operands[at].offsets[-1])  # one list more
        values = operands[at].values
        words = f"{count + 1} list"
    elif how == 4 and offsets[0] == 0:
        offsets[0] = -1
        words = "list 0|begin with -1"
    else:
        return None
    spoiled = list(operands)
    spoiled[at] = weft.Ragged(values, offsets)
    return spoiled, words


def test_random_wrong_lists(k):
    """An error that names the list, and nothing is written."""
    chance = np.random.default_rng(20261201)
    met = 0
    for _ in range(CASES):
        name, count, lengths, operands, results = make_case(chance)
        spoiled = spoil(chance, operands, FUNCTIONS[name][1], count)
        if not spoiled:
            continue
        met += 1
        operands, words = spoiled
        out = []
        for kind, dtype in zip(FUNCTIONS[name][2], results):
            shape = (count, 3) if kind == "t" else count
            room = make_lists(chance, kind, lengths[AXIS[kind]], dtype) if kind in LISTS else np.full(shape, 55, dtype)
            out.append(room)
        kept = [(one.values if isinstance(one, weft.Ragged) else one).copy() for one in out]
        with pytest.raises(weft.Error, match=words):
            k[name](*operands, out=tuple(out) if len(out) > 1 else out[0])
        for one, before in zip(out, kept):
            assert ((one.values if isinstance(one, weft.Ragged) else one) == before).all()
    assert met > CASES // 8


def test_wrong_dense_operands(k):
    chance = np.random.default_rng(20261202)
    for count in (2, 3, 9):
        x = make_lists(chance, "n", make_lengths(chance, count), "f8")
        with pytest.raises(weft.ShapeError, match="do not broadcast"):
            k.scale(np.zeros(count + 1), x)
        with pytest.raises(weft.ShapeError, match="the loop has no other axis"):
            k.scale(np.zeros((2, count)), x)
        for word, value in (("axis", 0), ("keepdims", True), ("axes", [0, 0])):
            with pytest.raises(weft.Error):
                k.total(x, **{word: value})


@pytest.mark.skipif(not awkward, reason="awkward is not installed")
def test_against_awkward(k):
    chance = np.random.default_rng(20261203)
    for _ in range(CASES // 20):
        count = int(chance.integers(1, 60))
        lengths = make_lengths(chance, count)
        x, y = (awkward.unflatten(make_numbers(chance, "f8", int(lengths.sum())), lengths) for _ in range(2))
        which = chance.integers(0, count, 20) if chance.integers(2) else slice(None, None, -1)
        x, y = x[which], y[which]
        a = make_numbers(chance, "f8", len(x))
        assert k.total(x).tolist() == awkward.sum(x, axis=1).tolist()
        assert k.dot(x, y, a).tolist() == (awkward.sum(x * y, axis=1) + a).tolist()
        y = k.scale(a, x)
        assert isinstance(y, awkward.Array)
        assert y.tolist() == (a * x + awkward.local_index(x, axis=1)).tolist()
