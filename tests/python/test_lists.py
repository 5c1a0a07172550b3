"""Functions of lists from Python: weft.Ragged, and what becomes one."""
import numpy as np
import pytest
import weft

TEXT = """
#include <weft/annotate.h>
#include <stddef.h>
WEFT_GUVECTORIZE("(n~)->()", "float64(float64[:])")
double list_sum(size_t n, const double x[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
WEFT_GUVECTORIZE("(),(n~)->(n~)", "void(float64, float64[:], float64[:])")
void list_scale(size_t n, double a, const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + (double)n;
}
WEFT_GUVECTORIZE("(n~)->()", "int64(int8[:])")
long list_bytes(size_t n, const signed char x[n])
{
    long sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
WEFT_GUVECTORIZE("(n~,2)->(2)", "void(float32[:,:], float32[:])")
void list_pairs(size_t n, const float x[n][2], float y[2])
{
    y[0] = y[1] = 0;
    for (size_t i = 0; i < n; i++) {
        y[0] += x[i][0];
        y[1] += x[i][1];
    }
}
WEFT_GUVECTORIZE("(n~),(n~)->()", "float64(float64[:], float64[:])")
double list_dot(size_t n, const double x[n], const double y[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
"""
TARGETS = ("cpu", "parallel", "auto")


@pytest.fixture(scope="module")
def k():
    return weft.compile(TEXT, targets="cpu,parallel")


def random_lists(seed, count):
    generator = np.random.default_rng(seed)
    return [generator.integers(-9, 9, n).astype(float) for n in generator.integers(0, 7, count)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("count", [0, 1, 1000])
def test_calls(k, target, count):
    rows = random_lists(count, count)
    x = weft.Ragged.of(rows)
    assert len(x) == count and x.tolist() == [row.tolist() for row in rows]
    np.testing.assert_array_equal(k.list_sum(x, target=target), [row.sum() for row in rows])
    factor = np.arange(count) if count else 2.0
    y = k.list_scale(factor, x, target=target)
    assert isinstance(y, weft.Ragged) and y.offsets.tolist() == x.offsets.tolist()
    assert y.tolist() == [(a * row + len(row)).tolist() for a, row in zip(np.broadcast_to(factor, count), rows)]


def test_offsets_of_all_kinds(k):
    values = np.arange(10.0)
    for dtype in ("int32", "int64", "uint8", ">i4"):
        offsets = np.array([2, 5, 5, 9], dtype)
        x = weft.Ragged(values, offsets)
        assert k.list_sum(x).tolist() == [9, 0, 26]
        assert k.list_scale(1, x).tolist() == [[5, 6, 7], [], [9, 10, 11, 12]]
    assert k.list_sum(weft.Ragged(values[::-2], [0, 2, 5])).tolist() == [16, 9]
    with pytest.raises(ValueError, match="offsets are integers along one axis"):
        weft.Ragged(values, [0.5, 2])
    for wrong in ([], [[0, 1]], 3, "ab"):
        with pytest.raises(weft.ArgumentError, match="weft.Ragged: offsets are integers along one axis"):
            weft.Ragged(values, wrong)
    with pytest.raises(weft.ArgumentOverflowError, match="offsets up to 9223372036854775808 are beyond int64"):
        weft.Ragged(values, np.array([0, 2**63], "u8"))
    assert weft.Ragged.of(weft.Ragged(values, [0, 10])).values is values
    x = weft.Ragged(values, [0, 10])
    x.offsets = [0, 10]
    with pytest.raises(weft.ArgumentTypeError, match="its offsets are .*list.*, which is no ndarray"):
        k.list_sum(x)
    x = weft.Ragged(np.ma.array(values), [0, 10])
    with pytest.raises(weft.ArgumentTypeError, match="elements of lists are .*MaskedArray"):
        k.list_sum(x)
    with pytest.raises(weft.ShapeError, match="is lists of rank 0"):
        k.list_sum(weft.Ragged(3.0, [0]))
    with pytest.raises(TypeError, match="has lists, which numpy.ufunc does not know"):
        k.list_scale(np.ma.array([1.0]), weft.Ragged(values, [0, 10]))


def test_given_outputs(k):
    values, room = np.arange(6.0), np.full(8, -1.0)
    x, y = weft.Ragged(values, [0, 2, 6]), weft.Ragged(room, np.int32([1, 3, 7]))
    assert k.list_scale(2, x, out=y) is y
    assert room.tolist() == [-1, 2, 4, 8, 10, 12, 14, -1]
    with pytest.raises(weft.Error, match="an output of lists is a weft.Ragged"):
        k.list_scale(2, x, out=room)


def test_sequences(k):
    assert k.list_sum([[1, 2, 3], [], (4,)]).tolist() == [6, 0, 4]
    assert k.list_sum([]).tolist() == [] and k.list_sum([[], []]).tolist() == [0, 0]
    for wrong, words in ((np.zeros(3), "ndarray is no lists"), (3.0, "float is no lists"), ("ab", "str is no lists"),
                         ([[1.0], 2.0], "element 1 is 2.0, and no list"), ([[1.0], [[1], [2, 3]]], "list 1|inhomogeneous")):
        with pytest.raises(weft.Error, match=words):
            k.list_sum(wrong)


def test_wrong_lists(k):
    x = weft.Ragged(np.zeros(6), [0, 2, 6])
    with pytest.raises(weft.ShapeError, match="list 1 of operand 1 \\(y\\) has 3 elements"):
        k.list_dot(x, weft.Ragged(np.zeros(6), [0, 2, 5]))
    with pytest.raises(weft.ArgumentError, match="goes from 4 to 2, backwards"):
        k.list_sum(weft.Ragged(np.zeros(6), [0, 4, 2]))
    with pytest.raises(weft.ArgumentError, match="goes from 2 to 7 of 6 elements"):
        k.list_sum(weft.Ragged(np.zeros(6), [0, 2, 7]))
    with pytest.raises(TypeError, match="has lists, which numpy.ufunc does not know"):
        k.list_sum.ufunc
    assert k.list_sum.choose(x) in ("cpu", "parallel")
    assert repr(x) == "weft.Ragged(2 lists of 6 elements)" and x[-1].tolist() == [0] * 4
    with pytest.raises(IndexError, match="list 2 of 2"):
        x[2]


def test_rows_of_an_array_are_lists(k):
    x = np.arange(12.0).reshape(3, 4)
    assert k.list_sum(x).tolist() == x.sum(1).tolist()
    assert k.list_sum(x.T[::2]).tolist() == x.T[::2].sum(1).tolist()
    assert k.list_sum(np.zeros((0, 4))).tolist() == [] and k.list_sum(np.zeros((4, 0))).tolist() == [0] * 4
    pairs = np.arange(24, dtype="f4").reshape(3, 4, 2)
    assert k.list_pairs(pairs).tolist() == pairs.sum(1).tolist()


def test_begins_inside(k):
    """Results have offsets of their own where those of the lists do not begin with 0; wrong ones are named as they are."""
    x = weft.Ragged(np.arange(6.0), [2, 3, 6])
    assert k.list_scale(1, x).offsets.tolist() == [0, 1, 4]
    for wrong, words in (([2, 3, 7], "list 1 of operand 1 .* goes from 3 to 7 of 6"), ([2, 1, 6], "list 0 of .* from 2 to 1")):
        with pytest.raises(weft.ArgumentError, match=words):
            k.list_scale(1, weft.Ragged(np.arange(6.0), wrong))


class Arrow:
    """An array of Arrow of nobody's."""

    def __init__(self, lists):
        self.lists = lists

    def __arrow_c_array__(self, requested_schema=None):
        return self.lists.__arrow_c_array__()


@pytest.mark.parametrize("offsets", [np.int32([0, 2, 2, 5]), np.int64([1, 1, 4]), np.int32([0]), np.array([2, 4], ">i4")])
def test_arrow_there_and_back(k, offsets):
    values = np.arange(6.0)
    x = weft.Ragged(values, offsets)
    there = weft.Ragged.of(Arrow(x))
    assert there.tolist() == x.tolist() and there.offsets.dtype == offsets.dtype.newbyteorder("=")
    assert np.shares_memory(there.values, values)  # not a copy
    assert k.list_sum(Arrow(x)).tolist() == k.list_sum(x).tolist()
    assert isinstance(k.list_scale(2, Arrow(x)), weft.Ragged)
    del x
    assert there.values.tolist() == values.tolist()


def test_arrow_of_all_dtypes(k):
    for dtype in "i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 >f8".split():
        x = weft.Ragged(np.arange(7).astype(dtype)[::-1], [0, 3, 7])
        there = weft.Ragged.of(Arrow(x))
        assert there.values.dtype == np.dtype(dtype).newbyteorder("=") and there.tolist() == x.tolist()
    pairs = weft.Ragged(np.arange(24, dtype="f4").reshape(6, 2, 2), [0, 1, 6])
    assert weft.Ragged.of(Arrow(pairs)).tolist() == pairs.tolist()
    for dtype in ("c8", "?"):
        with pytest.raises(TypeError, match="Arrow has no lists of"):
            weft.Ragged(np.zeros(2, dtype), [0, 2]).__arrow_c_array__()
    with pytest.raises(ValueError, match="list 1 goes from 3 to 2 of 7 elements"):
        weft.Ragged(np.zeros(7), [0, 3, 2]).__arrow_c_array__()


def test_arrow_that_is_none(k):
    class Wrong:
        def __arrow_c_array__(self, requested_schema=None):
            return self.answer

    for answer, words in ((None, "no pair of capsules"), ((1, 2), "invalid PyCapsule"), ((1,), "expected 2|takes exactly 2")):
        wrong = Wrong()
        wrong.answer = answer
        with pytest.raises(Exception, match=words):
            weft.Ragged.of(wrong)


def test_awkward(k):
    awkward = pytest.importorskip("awkward", reason="awkward is not installed")
    x = awkward.Array([[1.0, 2.0], [], [3.0, 4.0, 5.0]])
    assert np.shares_memory(weft.Ragged.of(x).values, x.layout.content.data)
    assert k.list_sum(x).tolist() == [3, 0, 12]
    y = k.list_scale(2, x[[2, 0, 1]])
    assert isinstance(y, awkward.Array) and y.tolist() == [[9, 11, 13], [4, 6], []]
    assert k.list_sum(x[1:]).tolist() == [0, 12] and k.list_sum(x[:0]).tolist() == []
    assert k.list_scale(2, x[1:]).tolist() == [[], [9, 11, 13]]
    assert k.list_sum(x[x > 1]).tolist() == [2, 0, 12]
    assert k.list_dot(x, weft.Ragged(np.ones(5), [0, 2, 2, 5])).tolist() == [3, 0, 12]
    pairs = awkward.from_regular(awkward.Array(np.arange(12, dtype="f4").reshape(2, 3, 2)), axis=1)
    assert k.list_pairs(pairs[:, 1:]).tolist() == [[6, 8], [18, 20]]
    assert k.list_sum(awkward.Array(np.arange(6.0).reshape(2, 3))).tolist() == [3, 12]
    for wrong, words in (([[1.0, None]], "none missing"), ([[1.0], None], "no array of lists"), ([1.0], "no array of lists"),
                         ([[[1.0], []]], "rows of equal lengths")):
        with pytest.raises(weft.Error, match=words):
            k.list_sum(awkward.Array(wrong))


def test_arrow(k):
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    x = pyarrow.array([[1.0, 2.0], [], [3.0, 4.0, 5.0]])
    assert k.list_sum(x).tolist() == [3, 0, 12]
    assert weft.Ragged.of(x).values.ctypes.data == x.values.buffers()[1].address  # not a copy
    y = k.list_scale(2, x[1:])
    assert isinstance(y, pyarrow.ListArray) and y.to_pylist() == [[], [9, 11, 13]]
    y.validate(full=True)
    for kind in (pyarrow.large_list(pyarrow.float64()), pyarrow.list_(pyarrow.float64(), 2)):
        other = pyarrow.array([[1.0, 2.0], [5.0, 6.0], [7.0, 8.0]], kind)
        assert k.list_sum(other[1:]).tolist() == [11, 15] and k.list_sum(other[3:]).tolist() == []
        assert isinstance(k.list_scale(2, other), pyarrow.LargeListArray)
    pairs = pyarrow.array([[[1, 2]], [[3, 4], [5, 6]]], pyarrow.list_(pyarrow.list_(pyarrow.float32(), 2)))
    assert k.list_pairs(pairs).tolist() == [[1, 2], [8, 10]] and k.list_pairs(pairs[1:]).tolist() == [[8, 10]]
    assert weft.Ragged.of(pyarrow.array([[True, False], [True]])[1:]).tolist() == [[True]]
    assert k.list_sum(pyarrow.chunked_array([x, x[:1]])).tolist() == [3, 0, 12, 3]
    back = pyarrow.array(weft.Ragged(np.arange(4.0), [1, 2, 4]))
    assert back.to_pylist() == [[1], [2, 3]]
    back.validate(full=True)


def test_arrow_with_missing_values(k):
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    rows = [[1.0] * (i % 4) for i in range(40)]
    for sliced in (0, 3, 9):
        with pytest.raises(weft.ArgumentError, match=f"operand 0 \\(x\\): list {30 - sliced} is missing"):
            k.list_sum(pyarrow.array([*rows[:30], None, *rows[31:]])[sliced:])
        with pytest.raises(weft.ArgumentError, match=f"element 2 of list {31 - sliced} is missing"):
            k.list_sum(pyarrow.array([*rows[:31], [1.0, 1.0, None], *rows[32:]])[sliced:])
    assert k.list_sum(pyarrow.array([None, [1.0, None], [2.0]])[2:]).tolist() == [2]  # what is missing lies outside
    for wrong, words in ((pyarrow.array([[1.0]]), "an array of Arrow of list"), (pyarrow.array([1.0, None]), "1 of 2 elements")):
        with pytest.raises(weft.ArgumentError, match=f"sin: operand 0 .a.: {words}"):
            weft.std.sin(wrong)
    for wrong in (pyarrow.array([1.0]), pyarrow.array([["a"]]), pyarrow.array([[[1.0], []]])):
        with pytest.raises(weft.Error, match="lists of numbers are possible"):
            k.list_sum(wrong)


def test_torch(k):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x = torch.nested.nested_tensor([torch.tensor([1.0, 2.0]), torch.tensor([]), torch.tensor([3.0, 4.0, 5.0])],
                                   layout=torch.jagged, dtype=torch.float64)
    sums = k.list_sum(x)
    assert isinstance(sums, torch.Tensor) and sums.tolist() == [3, 0, 12]
    y = k.list_scale(2, x)
    assert y.is_nested and [row.tolist() for row in y.unbind()] == [[4, 6], [], [9, 11, 13]]
    assert (y + x).values().tolist() == [5, 8, 12, 15, 18]  # the same ragged axis
    inside = torch.nested.nested_tensor_from_jagged(torch.arange(9, dtype=torch.float64), torch.tensor([2, 3, 3, 7]))
    assert [row.tolist() for row in k.list_scale(1, inside).unbind()] == [[3], [], [7, 8, 9, 10]]
    pairs = torch.nested.nested_tensor([torch.ones(3, 2), torch.zeros(0, 2)], layout=torch.jagged)
    assert k.list_pairs(pairs).tolist() == [[3, 3], [0, 0]]
    rows = torch.arange(12, dtype=torch.float64).reshape(3, 4)
    holes = torch.nested.narrow(rows, 1, torch.tensor([0, 1, 0]), torch.tensor([2, 2, 3]), layout=torch.jagged)
    assert k.list_sum(holes.contiguous()).tolist() == [1, 11, 27]
    for wrong, words in ((torch.nested.nested_tensor([torch.tensor([1.0])]), "torch.jagged is possible"),
                         (holes, "holes between its lists: tensor.contiguous"), (pairs.transpose(1, 2), "its axis 2"),
                         (x.detach().requires_grad_(), "detach")):
        with pytest.raises(weft.Error, match=words):
            k.list_sum(wrong)
    with pytest.raises(weft.Error, match="operand 0 .a.: a nested tensor is lists"):
        weft.std.sin(x)
