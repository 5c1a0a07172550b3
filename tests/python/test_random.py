"""weft.random: the same numbers whatever computes them, how they are distributed, what is refused."""
import math
import statistics

import numpy as np
import pytest

import weft
from weft import random, std

COUNT = 200_000
MANY = {
    "bits": random.bits,
    "random": random.random,
    "random float32": lambda seed, shape=None, **more: random.random(seed, shape, dtype="float32", **more),
    "uniform": lambda seed, shape=None, **more: random.uniform(seed, -3, 5, shape, **more),
    "normal": lambda seed, shape=None, **more: random.normal(seed, shape=shape, **more),
    "normal float32": lambda seed, shape=None, **more: random.normal(seed, 2, 3, shape, dtype=np.float32, **more),
    "exponential": lambda seed, shape=None, **more: random.exponential(seed, shape=shape, **more),
    "exponential float32": lambda seed, shape=None, **more: random.exponential(seed, 2, shape, dtype="f4", **more),
    "integers": lambda seed, shape=None, **more: random.integers(seed, -7, 1000, shape, **more),
    "poisson": lambda seed, shape=None, **more: random.poisson(seed, 7.5, shape, **more),
    "poisson, large": lambda seed, shape=None, **more: random.poisson(seed, 1e4, shape, **more),
}


@pytest.mark.parametrize("name", MANY)
def test_the_same_whatever_computes_them(name):
    make = MANY[name]
    all_of_them = make(5, (30, 1000), target="cpu")
    assert all_of_them.shape == (30, 1000)
    for threads in (1, 2, 3, 7):
        assert make(5, (30, 1000), target="parallel", threads=threads).tobytes() == all_of_them.tobytes()
    assert make(5, 777, target="cpu").tobytes() == all_of_them.ravel()[:777].tobytes()
    assert make(5) == all_of_them[0, 0]
    columns = np.empty((1000, 30), all_of_them.dtype).T
    assert make(5, out=columns) is columns and (columns == all_of_them).all()
    assert (make(6, (30, 1000)) != all_of_them).mean() > 0.1


def chi_squared(found, expected):
    """Whether counts are as expected, within 4 standard deviations (Wilson and Hilferty 1931)."""
    expected = np.asarray(expected, float)
    assert expected.min() >= 5 and abs(found.sum() / expected.sum() - 1) < 0.05
    part = 2 / (9 * (len(found) - 1))
    return ((found - expected) ** 2 / expected).sum() <= (len(found) - 1) * (1 - part + 4 * part**0.5) ** 3


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_distributions(dtype):
    shares = np.arange(1, 100) / 100
    for seed in (0, 1, 2**63, 2**64 - 1):
        for made, edges in [
                (random.random(seed, COUNT, dtype=dtype), shares),
                (random.uniform(seed, -2, 6, COUNT, dtype=dtype), 8 * shares - 2),
                (random.normal(seed, shape=COUNT, dtype=dtype), [statistics.NormalDist().inv_cdf(p) for p in shares]),
                (random.normal(seed, -3, 0.5, COUNT, dtype=dtype),
                 [statistics.NormalDist(-3, 0.5).inv_cdf(p) for p in shares]),
                (random.exponential(seed, 4, COUNT, dtype=dtype), -4 * np.log1p(-shares))]:
            assert made.dtype == dtype
            found = np.bincount(np.searchsorted(edges, made, side="right"), minlength=100)
            assert chi_squared(found, np.full(100, COUNT / 100))
            assert abs(np.corrcoef(made[:-1], made[1:])[0, 1]) < 4 / COUNT**0.5
            assert abs(np.corrcoef(made[:-2:2], made[1:-1:2])[0, 1]) < 6 / COUNT**0.5


@pytest.mark.parametrize("lam", [0.3, 4, 11.9, 12.1, 40, 900])
def test_poisson(lam):
    made = random.poisson(3, lam, COUNT)
    assert made.dtype == np.int64 and made.min() >= 0
    k = np.arange(int(lam + 10 * lam**0.5 + 10))
    expected = COUNT * np.exp([i * math.log(lam) - lam - math.lgamma(i + 1) for i in k])
    often = expected >= 10
    assert chi_squared(np.bincount(made, minlength=len(k))[:len(k)][often], expected[often])


def test_poisson_of_arrays_and_extremes():
    lam = np.array([0, 1e-300, 5, 50, 2.0**62])
    made = random.poisson(1, lam, (1000, 5))
    assert (made[:, :2] == 0).all() and abs(made[:, 2].mean() - 5) < 0.5 and abs(made[:, 3].mean() - 50) < 2
    assert (abs(made[:, 4] - 2**62) < 8 * 2**31).all()
    for wrong in (-1, math.nan, math.inf, 2.0**63):
        with pytest.raises(weft.FunctionError, match="the mean is no number from 0 to 2\\^62"):
            random.poisson(1, wrong, 3)


def test_integers():
    made = random.integers(9, 10, shape=COUNT)
    assert made.dtype == np.int64
    assert chi_squared(np.bincount(made, minlength=10), np.full(10, COUNT / 10))
    assert (random.integers(9, 4, 5, 100) == 4).all()
    wide = random.integers(9, -2**63, 2**63 - 1, 1000)
    assert wide.min() < -2**62 and wide.max() > 2**62
    rows = random.integers(9, [[0], [-50]], [10, 100, 1000], (2, 3))
    assert (rows >= [[0], [-50]]).all() and (rows < [10, 100, 1000]).all()
    for low, high in ((1, 1), (2, -2), (0, 0)):
        with pytest.raises(weft.FunctionError, match="low is not below high"):
            random.integers(9, low, high, 3)
    found, status = std.random_integers(9, [0, 5], [5, 0], status="keep")
    assert 0 <= found[0] < 5 and status.tolist() == [0, 1]


def test_seeds():
    seeds = random.fold(7, 1), random.fold(7, 2), random.fold(8, 1), random.fold(7, 1, 2), random.fold(7, 2, 1)
    assert len(set(seeds)) == 5 and all(isinstance(seed, int) for seed in seeds)
    assert random.fold(7) == 7 and random.fold(7, 1, 2) == random.fold(random.fold(7, 1), 2)
    assert std.random_seed(7, np.array([1, 2], np.uint64)).tolist() == list(seeds[:2])
    made = random.normal(np.array([[1], [2]], np.uint64), shape=(2, 4))
    assert made[0].tolist() == random.normal(1, shape=4).tolist()
    assert made[1].tolist() == random.normal(2, shape=8)[4:].tolist()
    assert abs(np.corrcoef(random.normal(1, shape=COUNT), random.normal(2, shape=COUNT))[0, 1]) < 4 / COUNT**0.5


def test_known_numbers():
    """Philox4x32-10 of zeros, of Random123's known answers."""
    assert [hex(word) for word in random.bits(0, 2).tolist()] == ["0xe169c58d6627e8d5", "0x9b00dbd8bc57ac4c"]
    assert random.random(0).hex() == (int("e169c58d6627e8d5", 16) / 2**64 // 2**-53 * 2**-53).hex()


def test_refusals():
    for wrong in (lambda: random.normal(-1, shape=3), lambda: random.normal(2**64, shape=3),
                  lambda: random.normal(0.5, shape=3)):
        with pytest.raises((weft.Error, OverflowError, TypeError)):
            wrong()
    with pytest.raises(weft.DtypeError):
        random.normal(1, shape=3, dtype="int64")
    with pytest.raises(weft.ShapeError):
        random.normal(1, [1, 2], shape=3)
    with pytest.raises((weft.Error, ValueError)):
        random.normal(1, shape=-1)
    with pytest.raises(TypeError):
        random.normal(1, shape=2.5)
