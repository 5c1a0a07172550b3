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
    return weft.compile(TEXT, targets="cpu parallel")


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
    with pytest.raises(ValueError, match="offsets are integers along one axis"):
        weft.Ragged(values, [])


def test_given_outputs(k):
    values, room = np.arange(6.0), np.full(8, -1.0)
    x, y = weft.Ragged(values, [0, 2, 6]), weft.Ragged(room, np.int32([1, 3, 7]))
    assert k.list_scale(2, x, out=y) is y
    assert room.tolist() == [-1, 2, 4, 8, 10, 12, 14, -1]
    with pytest.raises(weft.Error, match="an output of lists is a weft.Ragged"):
        k.list_scale(2, x, out=room)


def test_sequences(k):
    assert k.list_sum([[1, 2, 3], [], (4,)]).tolist() == [6, 0, 4]
    with pytest.raises(weft.Error, match="a sequence of sequences"):
        k.list_sum(np.zeros(3))


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


def test_awkward(k):
    awkward = pytest.importorskip("awkward")
    x = awkward.Array([[1.0, 2.0], [], [3.0, 4.0, 5.0]])
    assert k.list_sum(x).tolist() == [3, 0, 12]
    y = k.list_scale(2, x[[2, 0, 1]])
    assert isinstance(y, awkward.Array) and y.tolist() == [[9, 11, 13], [4, 6], []]
    assert k.list_sum(x[1:]).tolist() == [0, 12]
    with pytest.raises(weft.Error, match="none missing"):
        k.list_sum(awkward.Array([[1.0, None]]))


def test_arrow(k):
    pyarrow = pytest.importorskip("pyarrow")
    x = pyarrow.array([[1.0, 2.0], [], [3.0, 4.0, 5.0]])
    assert k.list_sum(x).tolist() == [3, 0, 12]
    y = k.list_scale(2, x[1:])
    assert isinstance(y, pyarrow.ListArray) and y.to_pylist() == [[], [9, 11, 13]]
    large = pyarrow.array([[1.0]], pyarrow.large_list(pyarrow.float64()))
    assert isinstance(k.list_scale(2, large), pyarrow.LargeListArray)
    for wrong in ([[1.0], None], [[1.0, None]]):
        with pytest.raises(weft.Error, match="missing"):
            k.list_sum(pyarrow.array(wrong))
