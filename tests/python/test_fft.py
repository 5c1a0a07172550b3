"""weft.fft beside numpy.fft: sizes, axes, norms, paddings, dtypes, outputs, refusals."""
import itertools

import numpy as np
import pytest

from weft import fft

SINGLE, DOUBLE = 1e-6, 1e-14


def numbers(shape, dtype=np.complex128, seed=1):
    random = np.random.default_rng(seed)
    made = random.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * random.standard_normal(shape)
    return made.astype(dtype)


def agree(got, wanted, bound=DOUBLE, dtype=None):
    assert got.shape == wanted.shape
    assert got.dtype == (wanted.dtype if dtype is None else dtype)
    size = np.linalg.norm(wanted.ravel())
    assert np.linalg.norm((got - wanted).ravel()) <= bound * size or size == 0


NAMES = ["fft", "ifft", "rfft", "irfft"]
REAL = {"rfft", "rfft2", "rfftn"}


def given(name, shape, dtype=np.float64):
    return numbers(shape, dtype if name in REAL else np.result_type(dtype, np.complex64))


@pytest.mark.parametrize("name", NAMES)
def test_all_sizes(name):
    for n in itertools.chain(range(1, 140), (243, 256, 500, 509, 1001, 1024, 2003, 4096, 10007)):
        a = given(name, (3, n if name != "irfft" else n // 2 + 1))
        more = {"n": n} if name == "irfft" else {}
        agree(getattr(fft, name)(a, **more), getattr(np.fft, name)(a, **more))


def error(got, wanted):
    return float(np.linalg.norm((got - wanted).ravel().astype(np.complex128)) / float(np.linalg.norm(wanted.ravel())))


def test_errors():
    """No greater than NumPy's, told by its transforms of long doubles; of great primes' multiples by a quarter at most."""
    random = np.random.default_rng(11)
    for n in itertools.chain(range(2, 301), random.integers(301, 1 << random.integers(9, 18, 24))):
        a = numbers((24 if n <= 300 else 1, n), seed=n)
        wanted = np.fft.fft(a.astype(np.clongdouble))
        ours, theirs = error(fft.fft(a), wanted), error(np.fft.fft(a), wanted)
        assert ours <= (1.05 if n <= 300 else 1.25) * theirs, (n, ours, theirs)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
def test_sizes_axes_norms(name, norm):
    a = given(name, (5, 6, 7))
    for axis in (-3, -2, -1, 0, 1, 2):
        for n in (None, 1, 4, 5, 9, 12):
            agree(getattr(fft, name)(a, n=n, axis=axis, norm=norm), getattr(np.fft, name)(a, n=n, axis=axis, norm=norm))


@pytest.mark.parametrize("name", ["fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"])
@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
def test_several_axes(name, norm):
    a = given(name, (3, 4, 5, 2, 6))
    ours, theirs = getattr(fft, name), getattr(np.fft, name)
    agree(ours(a, norm=norm), theirs(a, norm=norm))
    for axes in ((0, 1), (1, 0), (-1, 2), (4,), (2, 4, 0), (0, 1, 2, 3), (3, 1, 4, 0), (1, 1), (0, 2, 0)):
        agree(ours(a, axes=axes, norm=norm), theirs(a, axes=axes, norm=norm))
    for s, axes in (((4, 5), (0, 3)), ((3, 9), (-1, 1)), ((1, 2, 3), (0, 1, 2)), ((-1, 7), (2, 4)), ((2, 2, 2, 2), (4, 3, 1, 0))):
        agree(ours(a, s=s, axes=axes, norm=norm), theirs(a, s=s, axes=axes, norm=norm))


@pytest.mark.parametrize("name", ["fft", "rfft", "irfft", "fft2"])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_single_precision(name, dtype):
    a = given(name, (4, 30), dtype)
    wide = a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
    agree(getattr(fft, name)(a), getattr(np.fft, name)(wide), SINGLE, np.float32 if name == "irfft" else np.complex64)


def test_whole_numbers_and_lists():
    for dtype in (bool, np.int8, np.uint16, np.int64):
        a = np.arange(24).reshape(2, 12).astype(dtype)
        agree(fft.fft(a), np.fft.fft(a))
        agree(fft.rfft2(a), np.fft.rfft2(a))
    agree(fft.fft([1, 2, 3]), np.fft.fft([1, 2, 3]))
    agree(fft.fft([1 + 1j, 2]), np.fft.fft([1 + 1j, 2]))


def test_no_axes():
    a = numbers((2, 3))
    agree(fft.fftn(a, axes=()), np.fft.fftn(a, axes=()))
    with pytest.raises(IndexError):
        fft.rfftn(a.real, axes=())


def test_views():
    a = numbers((6, 8, 10))
    for view in (a[::2, ::-1], a.T, a[:, ::3, 1::2], np.asfortranarray(a), np.broadcast_to(a[0], (4, 8, 10)), a[::-1, 0]):
        for axis in (0, -1):
            agree(fft.fft(view, axis=axis), np.fft.fft(view, axis=axis))
            agree(fft.rfft(view.real, axis=axis), np.fft.rfft(view.real, axis=axis))
        agree(fft.ifft2(view), np.fft.ifft2(view))
        agree(fft.irfft2(view), np.fft.irfft2(view))
    swapped = a.astype(">c16")
    agree(fft.fft(swapped), np.fft.fft(a))


@pytest.mark.parametrize("target", ["cpu", "parallel"])
def test_in_place(target):
    for shape in ((4, 60), (3, 5, 64), (2, 17), (9, 211)):
        a = numbers(shape)
        wanted = np.fft.fft(a)
        result = fft.fft(a, out=a, target=target)
        assert result is a
        agree(a, wanted)
        wanted = np.fft.ifft2(a)
        fft.ifft2(a, out=a, target=target)
        agree(a, wanted)


def test_partly_in_place():
    """An output that lies over the input otherwise is as if it did not."""
    a = numbers((5, 16))
    wanted = np.fft.fft(a[:4])
    fft.fft(a[:4], out=a[1:])
    agree(a[1:], wanted)
    b = numbers((16, 16))
    wanted = np.fft.fft(b)
    fft.fft(b, out=b.T)
    agree(b.T, wanted)


def test_out():
    a = numbers((3, 20))
    out = np.empty((3, 20), np.complex128)
    assert fft.fft(a, out=out) is out
    agree(out, np.fft.fft(a))
    out = np.empty((3, 11, 2), np.complex128)[..., 0]
    fft.rfft(a.real, out=out)
    agree(out, np.fft.rfft(a.real))
    with pytest.raises(ValueError):
        fft.fft(a, out=np.empty((3, 19), np.complex128))


def test_same_bits_wherever_an_item_lies():
    for dtype in (np.complex64, np.complex128):
        for n in (1, 2, 3, 6, 8, 15, 16, 31, 60, 64, 100, 128, 211, 1000, 1024, 1030):
            a = numbers((19, n), dtype)
            whole = fft.fft(a, target="cpu")
            for i in (0, 7, 18):
                assert (fft.fft(a[i], target="cpu") == whole[i]).all()
            assert (fft.fft(a, target="parallel") == whole).all()
            assert (fft.fft(np.ascontiguousarray(a.T), axis=0) == whole.T).all()
            real = np.ascontiguousarray(a.real)
            half = fft.rfft(real)
            assert (fft.rfft(real[3]) == half[3]).all()
            assert (fft.rfft(np.asfortranarray(real)) == half).all()
            if n > 1:
                back = fft.irfft(half, n)
                assert (fft.irfft(half[5], n) == back[5]).all()


def test_not_finite_numbers_stay_in_their_item():
    a = numbers((8, 12))
    clean = fft.fft(a)
    a[3, 5] = np.nan
    a[6, 0] = np.inf
    got = fft.fft(a)
    assert np.isnan(got[3]).all() and not np.isfinite(got[6]).any()
    rest = [0, 1, 2, 4, 5, 7]
    assert (got[rest] == clean[rest]).all()


def test_what_a_half_does_not_say_is_not_read():
    for n in (8, 9):
        half = np.fft.rfft(numbers(n, np.float64))
        other = half.copy()
        other[0] += 3j
        if n % 2 == 0:
            other[-1] += 5j
        assert (fft.irfft(half, n) == fft.irfft(other, n)).all()
        kept = other.copy()
        fft.irfft(other, n)
        assert (other == kept).all()


def test_empty_stacks():
    for shape in ((0, 8), (3, 0, 5)):
        a = np.zeros(shape, np.complex128)
        agree(fft.fft(a), np.fft.fft(a))


def test_refusals():
    a = numbers((3, 4))
    for call in (lambda m: m.fft(a, n=0), lambda m: m.fft(a, n=-1), lambda m: m.irfft(a[:, :1]), lambda m: m.fft(a[:, :0]),
                 lambda m: m.fft(a, axis=2), lambda m: m.fftn(a, s=(2, 2), axes=(0,)), lambda m: m.fft(a, norm="backwards"),
                 lambda m: m.fft2(a[0])):
        with pytest.raises((ValueError, IndexError)) as theirs:
            call(np.fft)
        with pytest.raises(type(theirs.value)):
            call(fft)
    with pytest.raises(TypeError):
        fft.rfft(a)
    with pytest.raises(TypeError):
        fft.fft(a, n=2.5)


def test_other_places():
    """The words of a call go through."""
    with pytest.raises(TypeError):
        fft.fft([1.0, 2.0], wrong=3)
