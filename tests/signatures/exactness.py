#!/usr/bin/env python3
"""The greatest error of each shipped ufunc that rounds, against mpmath with 40 digits: the table of docs/ufuncs.md.

    exactness.py                        calls all on cpu, measures, prints the table
    exactness.py --target gpu --save F  calls all, keeps arguments and results (needs no mpmath)
    exactness.py --measure F...         measures what was kept, a number for each file

By hand: it takes minutes. Errors are in units of the last place of the exact result (of its absolute value, where it
is complex), or of what the group says. Arguments are random, of the ranges below, the same in each run.
"""
import argparse

import numpy as np

REAL, COMPLEX, DOUBLE = ("float64", "float32"), ("complex128", "complex64"), ("float64",)
ALL = REAL + COMPLEX
COUNT = 600   # of arguments, for what takes single numbers
ROWS = 40     # of rows or matrices


class Case:
    """One ufunc: how its arguments are drawn, what is exact, and what its errors are measured by."""

    def __init__(self, name, draw, exact, dtypes=REAL, unit=None, out=0):
        self.name, self.draw, self.exact, self.dtypes, self.unit, self.out = name, draw, exact, dtypes, unit, out


# ---- how arguments are drawn: draw(random, dtype) gives the operands ----

def uniform(random, dtype, shape, low, high):
    drawn = random.uniform(low, high, shape)
    if np.dtype(dtype).kind == "c":
        drawn = drawn + 1j * random.uniform(low, high, shape)
    return drawn.astype(dtype)


def numbers(*ranges):
    return lambda random, dtype: [uniform(random, dtype, COUNT, *range_) for range_ in ranges]


def arrays(*shapes, low=-1.0, high=1.0):
    return lambda random, dtype: [uniform(random, dtype, (ROWS, *shape), low, high) for shape in shapes]


def then(draw, *more):
    """The operands of a draw, and some that are the same for all items."""
    return lambda random, dtype: [*draw(random, dtype), *(value(dtype) for value in more)]


def positive_definite(n):
    def draw(random, dtype):
        a = random.uniform(-1, 1, (ROWS, n, n))
        return [(a @ a.transpose(0, 2, 1) + np.eye(n)).astype(dtype)]
    return draw


def triangle(n, keep):
    def draw(random, dtype):
        a = keep(random.uniform(-1, 1, (ROWS, n, n))) + 2 * np.eye(n)
        return [a.astype(dtype), random.uniform(-1, 1, (ROWS, n, 2)).astype(dtype)]
    return draw


def factored(random, dtype, right=True):
    from weft import std
    lu, pivots = std.lu_factor(random.uniform(-1, 1, (ROWS, 6, 6)).astype(dtype), target="cpu")
    return [lu, pivots] + ([random.uniform(-1, 1, (ROWS, 6, 2)).astype(dtype)] if right else [])


def filter_(random, dtype):
    """A stable filter, and signals."""
    b, a = np.array([0.2, 0.3, 0.2], dtype), np.array([1.0, -0.6, 0.2], dtype)
    return [np.tile(b, (ROWS, 1)), np.tile(a, (ROWS, 1)), uniform(random, dtype, (ROWS, 60), -1, 1)]


def curve(random, dtype):
    at = np.sort(random.uniform(-3, 3, (ROWS, 12)), -1)
    return [random.uniform(-3, 3, (ROWS, 30)), at, random.uniform(-1, 1, (ROWS, 12))]


# ---- what is exact: exact(mp, item's operands as lists of mpmath's numbers, results) gives a list of numbers ----

def elementwise(function):
    return lambda mp, *given: [function(mp, *given)]


def dot(mp, a, b):
    return mp.fsum(x * y for x, y in zip(a, b))


def size_of_dot(mp, a, b):
    return mp.fsum(abs(x) * abs(y) for x, y in zip(a, b))


def columns(matrix):
    return list(zip(*matrix))


def flat(matrix):
    return [value for row in matrix for value in row]


def running(mp, values, step):
    result = []
    for value in values:
        result.append(step(result[-1], value) if result else value)
    return result


def mean(mp, x):
    return mp.fsum(x) / len(x)


def variance(mp, x):
    middle = mean(mp, x)
    return mp.fsum((value - middle) ** 2 for value in x) / len(x)


def windows(x, width):
    return [x[max(0, i + 1 - width):i + 1] for i in range(len(x))]


def density(mp, sample, points, width):
    return [mp.fsum(mp.exp(-((p - s) / width) ** 2 / 2) for s in sample) / (mp.sqrt(2 * mp.pi) * width * len(sample))
            for p in points]


def softmax(mp, x):
    powers = [mp.exp(value - max(x)) for value in x]
    return [value / mp.fsum(powers) for value in powers]


def layer_norm(mp, x, gain, bias, epsilon):
    middle, scale = mean(mp, x), 1 / mp.sqrt(variance(mp, x) + epsilon)
    return [(value - middle) * scale * g + b for value, g, b in zip(x, gain, bias)]


def convolution(mp, a, b):
    return [mp.fsum(a[k] * b[i - k] for k in range(len(a)) if 0 <= i - k < len(b)) for i in range(len(a) + len(b) - 1)]


def recursive(mp, b, a, x):
    y = []
    for i in range(len(x)):
        sum_ = mp.fsum(b[k] * x[i - k] for k in range(len(b)) if k <= i)
        y.append((sum_ - mp.fsum(a[k] * y[i - k] for k in range(1, len(a)) if k <= i)) / a[0])
    return y


def interpolated(mp, x, at, value):
    result = []
    for place in x:
        k = sum(edge <= place for edge in at)
        inside = 0 < k < len(at)
        result.append(value[k - 1] + (value[k] - value[k - 1]) / (at[k] - at[k - 1]) * (place - at[k - 1]) if inside
                      else value[0 if k == 0 else -1])
    return result


def polynomial(mp, c, x):
    return mp.fsum(value * x ** (len(c) - 1 - i) for i, value in enumerate(c))


def distances(mp, a, b):
    return [mp.sqrt(mp.fsum((x - y) ** 2 for x, y in zip(p, q))) for p in a for q in b]


def solved(mp, a, b):
    return flat((mp.lu_solve(mp.matrix(a), mp.matrix([[row[j]] for row in b])).T.tolist()[0] for j in range(len(b[0]))))


def by_columns(matrix):
    """In the order of `solved`."""
    return flat(columns(matrix))


def condition(mp, a):
    m = mp.matrix(a)
    return mp.mnorm(m, 1) * mp.mnorm(m ** -1, 1)


def exchanged(matrix, pivots):
    rows = [list(row) for row in matrix]
    for k, pivot in enumerate(pivots):
        pivot = int(pivot)
        rows[k], rows[pivot] = rows[pivot], rows[k]
    return rows


def lu_parts(mp, lu):
    n = len(lu)
    low = mp.matrix([[1 if i == j else lu[i][j] if j < i else 0 for j in range(n)] for i in range(n)])
    return low, mp.matrix([[lu[i][j] if j >= i else 0 for j in range(n)] for i in range(n)])


def lu_solution(mp, lu, pivots, b):
    low, up = lu_parts(mp, lu)
    return solved(mp, (low * up).tolist(), exchanged(b, pivots))


def product_of(mp, values):
    result = mp.mpf(1)
    for value in values:
        result *= value
    return result


def one(dtype):
    return np.array(0.5, dtype)


# A group: its title, what errors are in units of, its cases.
GROUPS = [
    ("basic operations, of numbers from -100 to 100", "ulp", [
        Case("add", numbers((-100, 100), (-100, 100)), elementwise(lambda mp, a, b: a + b), ALL),
        Case("subtract", numbers((-100, 100), (-100, 100)), elementwise(lambda mp, a, b: a - b), ALL),
        Case("multiply", numbers((-100, 100), (-100, 100)), elementwise(lambda mp, a, b: a * b), ALL),
        Case("divide", numbers((-100, 100), (-100, 100)), elementwise(lambda mp, a, b: a / b), ALL),
        Case("square", numbers((-100, 100)), elementwise(lambda mp, a: a * a), ALL),
        Case("reciprocal", numbers((-100, 100)), elementwise(lambda mp, a: 1 / a), ALL),
        Case("fma", numbers((-9, 9), (-9, 9), (-9, 9)), elementwise(lambda mp, a, b, c: a * b + c)),
        Case("remainder", numbers((-100, 100), (-9, 9)), elementwise(lambda mp, a, b: a - b * mp.floor(a / b))),
        Case("fmod", numbers((-100, 100), (0.1, 9)),
             elementwise(lambda mp, a, b: mp.sign(a) * (abs(a) - b * mp.floor(abs(a) / b)))),
        Case("absolute", numbers((-100, 100)), elementwise(lambda mp, a: abs(a)), ALL),
        Case("sqrt", numbers((0, 100)), elementwise(lambda mp, a: mp.sqrt(a)), ALL),
        Case("hypot", numbers((-100, 100), (-100, 100)), elementwise(lambda mp, a, b: mp.hypot(a, b))),
        Case("degrees", numbers((-9, 9)), elementwise(lambda mp, a: a * 180 / mp.pi)),
        Case("radians", numbers((-900, 900)), elementwise(lambda mp, a: a * mp.pi / 180)),
    ]),
    ("powers and logarithms", "ulp", [
        Case("cbrt", numbers((-100, 100)), elementwise(lambda mp, a: mp.sign(a) * mp.cbrt(abs(a)))),
        Case("exp", numbers((-20, 20)), elementwise(lambda mp, a: mp.exp(a)), ALL),
        Case("exp2", numbers((-20, 20)), elementwise(lambda mp, a: mp.mpf(2) ** a), ALL),
        Case("expm1", numbers((-4, 4)), elementwise(lambda mp, a: mp.expm1(a)), ALL),
        Case("log", numbers((0.01, 100)), elementwise(lambda mp, a: mp.log(a)), ALL),
        Case("log2", numbers((0.01, 100)), elementwise(lambda mp, a: mp.log(a) / mp.log(2)), ALL),
        Case("log10", numbers((0.01, 100)), elementwise(lambda mp, a: mp.log(a) / mp.log(10)), ALL),
        Case("log1p", numbers((-0.9, 9)), elementwise(lambda mp, a: mp.log1p(a)), ALL),
        Case("power", numbers((0.1, 20), (-5, 5)), elementwise(lambda mp, a, b: a ** b), ALL),
        Case("float_power", numbers((0.1, 20), (-5, 5)), elementwise(lambda mp, a, b: a ** b), ("float64", "complex128")),
        Case("logaddexp", numbers((1, 20), (1, 20)), elementwise(lambda mp, a, b: mp.log(mp.exp(a) + mp.exp(b)))),
        Case("logaddexp2", numbers((1, 20), (1, 20)),
             elementwise(lambda mp, a, b: mp.log(mp.mpf(2) ** a + mp.mpf(2) ** b) / mp.log(2))),
    ]),
    ("trigonometry, of numbers from -3 to 3, or up to 9 where the function allows it", "ulp", [
        Case("sin", numbers((-3, 3)), elementwise(lambda mp, a: mp.sin(a)), ALL),
        Case("cos", numbers((-3, 3)), elementwise(lambda mp, a: mp.cos(a)), ALL),
        Case("tan", numbers((-3, 3)), elementwise(lambda mp, a: mp.tan(a)), ALL),
        Case("arcsin", numbers((-1, 1)), elementwise(lambda mp, a: mp.asin(a)), ALL),
        Case("arccos", numbers((-1, 1)), elementwise(lambda mp, a: mp.acos(a)), ALL),
        Case("arctan", numbers((-9, 9)), elementwise(lambda mp, a: mp.atan(a)), ALL),
        Case("arctan2", numbers((-9, 9), (-9, 9)), elementwise(lambda mp, a, b: mp.atan2(a, b))),
        Case("sinh", numbers((-9, 9)), elementwise(lambda mp, a: mp.sinh(a)), ALL),
        Case("cosh", numbers((-9, 9)), elementwise(lambda mp, a: mp.cosh(a)), ALL),
        Case("tanh", numbers((-3, 3)), elementwise(lambda mp, a: mp.tanh(a)), ALL),
        Case("arcsinh", numbers((-9, 9)), elementwise(lambda mp, a: mp.asinh(a)), ALL),
        Case("arccosh", numbers((1, 9)), elementwise(lambda mp, a: mp.acosh(a)), ALL),
        Case("arctanh", numbers((-0.99, 0.99)), elementwise(lambda mp, a: mp.atanh(a)), ALL),
    ]),
    ("special functions", "ulp", [
        Case("erf", numbers((-5, 5)), elementwise(lambda mp, a: mp.erf(a))),
        Case("erfc", numbers((-5, 8)), elementwise(lambda mp, a: mp.erfc(a))),
        Case("gamma", numbers((0.05, 30)), elementwise(lambda mp, a: mp.gamma(a))),
        Case("lgamma", numbers((2.5, 100)), elementwise(lambda mp, a: mp.loggamma(a))),
        Case("digamma", numbers((2, 100)), elementwise(lambda mp, a: mp.digamma(a))),
        Case("beta", numbers((0.1, 40), (0.1, 40)), elementwise(lambda mp, a, b: mp.beta(a, b))),
        Case("j0", numbers((0, 2)), elementwise(lambda mp, a: mp.besselj(0, a))),
        Case("j1", numbers((0, 3)), elementwise(lambda mp, a: mp.besselj(1, a))),
        Case("y0", numbers((1.2, 3.5)), elementwise(lambda mp, a: mp.bessely(0, a))),
        Case("y1", numbers((0.1, 2)), elementwise(lambda mp, a: mp.bessely(1, a))),
        Case("i0", numbers((-80, 80)), elementwise(lambda mp, a: mp.besseli(0, a))),
        Case("k0", numbers((0.01, 80)), elementwise(lambda mp, a: mp.besselk(0, a))),
        Case("expit", numbers((-80, 30)), elementwise(lambda mp, a: 1 / (1 + mp.exp(-a)))),
        Case("logit", numbers((0.01, 0.49)), elementwise(lambda mp, a: mp.log(a / (1 - a)))),
        Case("softplus", numbers((-80, 30)), elementwise(lambda mp, a: mp.log1p(mp.exp(a)))),
    ]),
    ("products of matrices and vectors, 40 long", "the last place of the sum of absolute products", [
        Case("matmul", arrays((3, 40), (40, 3)), lambda mp, a, b: [dot(mp, p, q) for p in a for q in columns(b)], ALL,
             unit=lambda mp, a, b: [size_of_dot(mp, p, q) for p in a for q in columns(b)]),
        Case("matvec", arrays((3, 40), (40,)), lambda mp, a, x: [dot(mp, p, x) for p in a], ALL,
             unit=lambda mp, a, x: [size_of_dot(mp, p, x) for p in a]),
        Case("vecmat", arrays((40,), (40, 3)),
             lambda mp, x, a: [dot(mp, [mp.conj(value) for value in x], q) for q in columns(a)], ALL,
             unit=lambda mp, x, a: [size_of_dot(mp, x, q) for q in columns(a)]),
        Case("vecdot", arrays((40,), (40,)), lambda mp, a, b: [dot(mp, [mp.conj(value) for value in a], b)], ALL,
             unit=lambda mp, a, b: [size_of_dot(mp, a, b)]),
        Case("cross", arrays((3,), (3,)),
             lambda mp, a, b: [a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3)], ALL,
             unit=lambda mp, a, b: [abs(a[(i + 1) % 3] * b[(i + 2) % 3]) + abs(a[(i + 2) % 3] * b[(i + 1) % 3])
                                    for i in range(3)]),
        Case("trace", arrays((9, 9)), lambda mp, a: [mp.fsum(a[i][i] for i in range(9))], ALL,
             unit=lambda mp, a: [mp.fsum(abs(a[i][i]) for i in range(9))]),
        Case("convolve", arrays((30,), (20,)), convolution,
             unit=lambda mp, a, b: convolution(mp, [abs(v) for v in a], [abs(v) for v in b])),
        Case("fir", arrays((60,), (9,)), lambda mp, x, h: convolution(mp, x, h)[:len(x)],
             unit=lambda mp, x, h: convolution(mp, [abs(v) for v in x], [abs(v) for v in h])[:len(x)]),
        Case("polyval", then(arrays((12,)), one), lambda mp, c, x: [polynomial(mp, c, x)],
             unit=lambda mp, c, x: [polynomial(mp, [abs(v) for v in c], abs(x))]),
    ]),
    ("sums and means of rows, 60 long", "the last place of the sum (mean) of absolute values", [
        Case("cumsum", arrays((60,)), lambda mp, x: running(mp, x, lambda a, b: a + b),
             unit=lambda mp, x: running(mp, [abs(value) for value in x], lambda a, b: a + b)),
        Case("mean", arrays((60,)), lambda mp, x: [mean(mp, x)], unit=lambda mp, x: [mean(mp, [abs(v) for v in x])]),
        Case("moving_mean", then(arrays((60,)), lambda dtype: np.int64(7)),
             lambda mp, x, width: [mean(mp, w) for w in windows(x, int(width))],
             unit=lambda mp, x, width: [mean(mp, [abs(v) for v in w]) for w in windows(x, int(width))]),
    ]),
    ("rows, 60 long", "ulp", [
        Case("outer", arrays((4,), (4,)), lambda mp, a, b: [p * q for p in a for q in b], ALL),
        Case("norm", arrays((60,)), lambda mp, x: [mp.sqrt(mp.fsum(abs(v) ** 2 for v in x))], ALL),
        Case("cdist", arrays((4, 5), (4, 5)), distances),
        Case("cumprod", arrays((60,), low=0.5, high=1.5), lambda mp, x: running(mp, x, lambda a, b: a * b)),
        Case("var", arrays((60,)), lambda mp, x: [variance(mp, x)]),
        Case("std", arrays((60,)), lambda mp, x: [mp.sqrt(variance(mp, x))]),
        Case("moving_variance", then(arrays((60,)), lambda dtype: np.int64(7)),
             lambda mp, x, width: [variance(mp, w) for w in windows(x, int(width))][1:]),
        Case("softmax", arrays((60,), low=-5, high=5), softmax),
        Case("gaussian_kde", then(arrays((60,), (9,)), one), density),
    ]),
    ("rows, 60 long", "the last place of the row's greatest result", [
        Case("layer_norm", then(arrays((60,), (60,), (60,)), lambda dtype: np.array(1e-5, dtype)), layer_norm,
             unit=lambda mp, *given: [max(map(abs, layer_norm(mp, *given)))] * len(given[0])),
        Case("lfilter", filter_, recursive,
             unit=lambda mp, b, a, x: [max(map(abs, recursive(mp, b, a, x)))] * len(x)),
        Case("interp", curve, interpolated, DOUBLE,
             unit=lambda mp, x, at, value: [max(map(abs, value))] * len(x)),
    ]),
    ("matrices of 6 rows", "the greatest element's last place × the condition number", [
        Case("solve", arrays((6, 6), (6, 2)), solved, ALL,
             unit=lambda mp, a, b: [max(map(abs, solved(mp, a, b))) * condition(mp, a)] * 12),
        Case("inv", arrays((6, 6)), lambda mp, a: flat((mp.matrix(a) ** -1).tolist()), ALL,
             unit=lambda mp, a: [max(map(abs, flat((mp.matrix(a) ** -1).tolist()))) * condition(mp, a)] * 36),
        Case("det", arrays((6, 6)), lambda mp, a: [mp.det(mp.matrix(a))], ALL,
             unit=lambda mp, a: [abs(mp.det(mp.matrix(a))) * condition(mp, a)]),
        Case("slogdet", arrays((6, 6)), lambda mp, a: [mp.log(abs(mp.det(mp.matrix(a))))], ALL, out=1,
             unit=lambda mp, a: [condition(mp, a)]),
        Case("lu_solve", factored, lu_solution,
             unit=lambda mp, lu, pivots, b: [max(map(abs, lu_solution(mp, lu, pivots, b))) *
                                             condition(mp, (lu_parts(mp, lu)[0] * lu_parts(mp, lu)[1]).tolist())] * 12),
        Case("solve_lower", triangle(6, np.tril), solved,
             unit=lambda mp, a, b: [max(map(abs, solved(mp, a, b))) * condition(mp, a)] * 12),
        Case("solve_upper", triangle(6, np.triu), solved,
             unit=lambda mp, a, b: [max(map(abs, solved(mp, a, b))) * condition(mp, a)] * 12),
    ]),
    ("factors of matrices of 6 rows, multiplied again", "the last place of the matrix's greatest element", [
        Case("lu_factor", arrays((6, 6)), None, REAL, unit=lambda mp, a: [max(map(abs, flat(a)))] * 36),
        Case("cholesky", positive_definite(6), None, REAL, unit=lambda mp, a: [max(map(abs, flat(a)))] * 36),
        Case("qr", arrays((8, 6)), None, REAL, unit=lambda mp, a: [max(map(abs, flat(a)))] * 48),
    ]),
    ("what a factored matrix gives, 6 rows", "ulp", [
        Case("lu_det", lambda random, dtype: factored(random, dtype, right=False),
             lambda mp, lu, pivots: [product_of(mp, [lu[k][k] * (1 if int(p) == k else -1)
                                                     for k, p in enumerate(pivots)])]),
    ]),
    ("eigenvalues of symmetric matrices of 6 rows", "the greatest one's last place", [
        Case("eigvalsh", positive_definite(6), lambda mp, a: sorted(mp.eigsy(mp.matrix(a), eigvals_only=True)),
             unit=lambda mp, a: [max(mp.eigsy(mp.matrix(a), eigvals_only=True))] * 6),
    ]),
]


def again(mp, name, results, given):
    """The product of factors, and what it should be."""
    matrix = given[0]
    if name == "lu_factor":
        low, up = lu_parts(mp, results[0])
        return flat((low * up).tolist()), flat(exchanged(matrix, results[1]))
    if name == "cholesky":
        low = mp.matrix(results[0])
        return flat((low * low.T).tolist()), flat(matrix)
    return flat((mp.matrix(results[0]) * mp.matrix(results[1])).tolist()), flat(matrix)


def call_all(target):
    """{name.dtype: (operands, results)}, the operands the same in each run."""
    from weft import std
    kept = {}
    for _, _, cases in GROUPS:
        for case in cases:
            for dtype in case.dtypes:
                random = np.random.default_rng(sum(map(ord, case.name + dtype)))
                given = case.draw(random, dtype)
                results = getattr(std, case.name)(*given, target=target)
                kept[f"{case.name}.{dtype}"] = given, results if isinstance(results, tuple) else (results,)
    return kept


def save(kept, path):
    np.savez_compressed(path, **{f"{key}.{kind}{i}": array for key, pair in kept.items()
                                 for kind, arrays_ in zip(("in", "out"), pair) for i, array in enumerate(arrays_)})


def read(path):
    kept = {}
    with np.load(path) as file:
        for key in file.files:
            name, dtype, which = key.rsplit(".", 2)
            kept.setdefault(f"{name}.{dtype}", ([], []))[which.startswith("out")].append(file[key])
    return kept


def to_exact(mp, value):
    """An array as nested lists of mpmath's numbers."""
    if isinstance(value, np.ndarray) and value.ndim:
        return [to_exact(mp, element) for element in value]
    value = value.item()
    return mp.mpc(value) if isinstance(value, complex) else mp.mpf(value)


def flatten(value):
    return [leaf for element in value for leaf in flatten(element)] if isinstance(value, (list, tuple)) else [value]


def error_of(mp, case, dtype, given, results):
    """The greatest error of all items."""
    digits = np.finfo(dtype).nmant
    count = max(len(operand) for operand in given if operand.ndim)
    worst = mp.mpf(0)
    for item in range(count):
        operands = [to_exact(mp, operand[item] if operand.ndim and len(operand) == count else operand)
                    for operand in given]
        got = [to_exact(mp, result[item]) for result in results]
        if case.exact is None:
            found, exact = again(mp, case.name, got, operands)
        else:
            exact = case.exact(mp, *operands)
            found = by_columns(got[0]) if case.exact in (solved, lu_solution) else flatten(got[case.out])
            found = found[len(found) - len(exact):]
        units = case.unit(mp, *operands) if case.unit else exact
        assert len(found) == len(exact) == len(units), (case.name, len(found), len(exact), len(units))
        for a, b, unit in zip(found, exact, units):
            size = abs(unit)
            if size == 0:
                assert a == 0, (case.name, operands)
                continue
            worst = max(worst, abs(a - b) / mp.mpf(2) ** (mp.floor(mp.log(size, 2)) - digits))
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--save", metavar="FILE")
    parser.add_argument("--measure", nargs="+", metavar="FILE")
    options = parser.parse_args()
    if options.save:
        save(call_all(options.target), options.save)
        return
    from mpmath import mp
    mp.dps = 40
    runs = [read(path) for path in options.measure] if options.measure else [call_all(options.target)]
    for title, unit, cases in GROUPS:
        print(f"\n| {title}: in {unit} | float64 | float32 | complex128 | complex64 |\n|---|---|---|---|---|")
        for case in cases:
            words = []
            for dtype in ALL:
                errors = [float(error_of(mp, case, dtype, *run[f"{case.name}.{dtype}"])) for run in runs] \
                    if dtype in case.dtypes else []
                words.append("; ".join(f"{error:.2g}" if error < 100 else f"{error:.0f}" for error in errors))
            print(f"| {case.name} | {' | '.join(words)} |", flush=True)


if __name__ == "__main__":
    main()
