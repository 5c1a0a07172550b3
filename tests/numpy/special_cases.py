"""Special functions, and gufuncs of rows and matrices, with SciPy's answers where NumPy has none."""
import numpy as np
import scipy
from scipy import linalg, signal, special, stats
from scipy.spatial import distance

REQUIRED_SCIPY = "1.17.1"

# Functions of one real number: where they are asked, and the units in the last place that two of
# them may be apart.
SPECIAL = {
    "erf": (-6, 6, 4), "erfc": (-6, 5, 16), "gamma": (-9.75, 60, 32), "lgamma": (0.5, 60, 32),
    "digamma": (2, 40, 16), "j0": (0, 20, 4096), "j1": (0, 20, 4096), "y0": (0.1, 20, 4096),
    "y1": (0.1, 20, 4096), "i0": (-60, 60, 16), "k0": (0.01, 60, 16), "expit": (-30, 30, 4),
    "logit": (0.01, 0.99, 8), "softplus": (-30, 30, 4),
}
EDGES = [0.0, 1.0, np.nan]  # SciPy has NaN at infinity for some, where the limit is known
DTYPES = ["float32", "float64"]


def softplus(a):
    return np.logaddexp(a, a.dtype.type(0))


def rolling(function, x, width):
    rows = [[function(row[max(0, i + 1 - width):i + 1]) for i in range(row.size)]
            for row in np.atleast_2d(x)]
    return np.array(rows, x.dtype).reshape(x.shape)


def by_rows(function):
    """The function for each row, of arrays of two axes."""
    return lambda *arrays: np.array([function(*rows) for rows in zip(*arrays)])


def layer_norm(x, gain, bias, epsilon):
    variance = x.var(axis=-1, keepdims=True)
    centered = x - x.mean(axis=-1, keepdims=True)
    return (centered / np.sqrt(variance + epsilon) * gain + bias).astype(x.dtype)


def positive_qr(a):
    q, r = np.linalg.qr(a)
    signs = np.sign(np.diagonal(r, axis1=-2, axis2=-1))
    return q * signs[..., None, :], r * signs[..., :, None]


def gaussian_kde(sample, points, width):
    return stats.gaussian_kde(sample.astype(float), width / sample.std(ddof=1, dtype=float))(points)


def lu_factor(a):
    lu, pivots = linalg.lu_factor(a)
    return lu, pivots.astype(np.int64)


NAMED = {
    **{name: getattr(special, name) for name in SPECIAL if name not in ("lgamma", "softplus")},
    "lgamma": special.gammaln, "softplus": softplus, "beta": special.beta,
    "cumsum": lambda x: np.cumsum(x, axis=-1), "cumprod": lambda x: np.cumprod(x, axis=-1),
    "mean": lambda x: x.mean(axis=-1, dtype=float), "var": lambda x: x.var(axis=-1, dtype=float),
    "std": lambda x: x.std(axis=-1, dtype=float), "gaussian_kde": by_rows(gaussian_kde),
    "moving_mean": lambda x, width: rolling(np.mean, x, width),
    "moving_variance": lambda x, width: rolling(np.var, x, width),
    "convolve": by_rows(np.convolve), "fir": by_rows(lambda x, h: np.convolve(x, h)[:x.size]),
    "lfilter": signal.lfilter, "softmax": lambda x: special.softmax(x, axis=-1),
    "layer_norm": layer_norm, "argmin": lambda x: np.argmin(x, axis=-1),
    "argmax": lambda x: np.argmax(x, axis=-1),
    "histogram": lambda x, edges: np.histogram(x, edges)[0], "interp": np.interp,
    "polyval": np.polyval, "lu_factor": lu_factor,
    "lu_det": lambda lu, pivots: np.prod(np.where(pivots == np.arange(pivots.size), 1, -1)
                                         * np.diag(lu)),
    "lu_solve": lambda lu, pivots, b: linalg.lu_solve((lu, pivots), b),
    "solve_lower": lambda a, b: linalg.solve_triangular(a, b, lower=True),
    "solve_upper": linalg.solve_triangular, "cholesky": np.linalg.cholesky, "qr": positive_qr,
    "cdist": distance.cdist, "solve": np.linalg.solve, "inv": np.linalg.inv, "det": np.linalg.det,
    "slogdet": lambda a: tuple(np.linalg.slogdet(a)),
    "eigvalsh": np.linalg.eigvalsh,
}


def answered(recorder, name, inputs, ulp=0, count=1):
    """A call whose answer has the dtype of the first operand, unless it is of integers."""
    def perform():
        with np.errstate(all="ignore"):
            results = NAMED[name](*inputs)
        results = results if isinstance(results, tuple) else (results,)
        dtype = np.asarray(inputs[0]).dtype
        return tuple(one if one.dtype.kind == "i"
                     else np.asarray(one, dtype.type(0).real.dtype if one.dtype.kind == "f" else dtype, order="C")
                     for one in map(np.asarray, results))
    roles = [("i", one) for one in inputs] + [("o", None)] * count
    recorder.answer("call", name, roles, {}, perform, [None] * count,
                    [f"ulp={ulp}"] if ulp else [])


def record_special(recorder, source):
    for name, (low, high, ulp) in SPECIAL.items():
        recorder.heading(name)
        for dtype in DTYPES:
            # as a float32 is meant: rounding the argument would be the greatest error
            x = np.round(low + (high - low) * source.random(40), 2).astype(dtype)
            answered(recorder, name, [x], ulp)
            answered(recorder, name, [np.array(EDGES, dtype)], ulp)
    recorder.heading("beta")
    for dtype in DTYPES:
        a, b = (np.round(0.1 + 30 * source.random((2, 25)), 1)).astype(dtype)
        answered(recorder, "beta", [a, b], 64)


def small(source, dtype, shape):
    """Numbers of which sums of products are exact."""
    return source.integers(-9, 10, shape).astype(dtype)


def record_rows(recorder, source):
    recorder.heading("rows")
    for dtype in ("int64", *DTYPES):
        for shape in ((4, 7), (1,), (3, 1), (2, 33)):
            x = small(source, dtype, shape)
            for name in ("cumsum", "argmin", "argmax"):
                answered(recorder, name, [x])
        answered(recorder, "cumprod", [source.integers(1, 3, (3, 9)).astype(dtype)])
        answered(recorder, "convolve", [small(source, dtype, (3, 6)), small(source, dtype, (3, 4))])
    for dtype in DTYPES:
        x = small(source, dtype, (3, 12))
        for width in (1, 4, 30):
            answered(recorder, "moving_mean", [x, np.int64(width)], 2)
            answered(recorder, "moving_variance", [x, np.int64(width)], 256)
        answered(recorder, "fir", [x, small(source, dtype, (3, 4))])
        b, a = np.array([0.5, 0.25], dtype), np.array([1, -0.5, 0.125], dtype)
        answered(recorder, "lfilter", [b, a, small(source, dtype, 12)], 16)
        answered(recorder, "softmax", [np.round(source.normal(0, 3, (3, 9)), 2).astype(dtype)], 16)
        gain, bias = np.round(1 + source.random((2, 12)), 2).astype(dtype)
        answered(recorder, "layer_norm", [x, gain, bias, dtype_of(dtype, 0.001)], 512)
        answered(recorder, "polyval", [np.array([2, -1, 0.5, 3], dtype), dtype_of(dtype, 1.5)])
        for shape in ((4, 7), (1,), (3, 1), (2, 33)):
            x = np.round(source.normal(3, 10, shape), 2).astype(dtype)
            for name in ("mean", "var", "std"):
                answered(recorder, name, [x], 16)
            answered(recorder, "mean", [np.full(shape, np.nan, dtype)])
        sample, points = (np.round(source.normal(0, 2, shape), 2).astype(dtype)
                          for shape in ((2, 30), (2, 9)))
        width = np.array([0.5, 1.75], dtype)
        answered(recorder, "gaussian_kde", [sample, points, width], 32)
        for row in ([3, np.nan, 1], [np.nan, 0], [np.inf, -np.inf], [0.0, -0.0]):
            answered(recorder, "argmin", [np.array(row, dtype)])
            answered(recorder, "argmax", [np.array(row, dtype)])
    x = np.round(source.normal(0, 2, 50), 2)
    edges = np.array([-2, -1, -0.5, 0, 1.25, 2])
    answered(recorder, "histogram", [np.concatenate([x, edges, [np.nan]]), edges])
    at, value = np.array([0, 1, 2.5, 4]), np.array([1, -1, 3, 0.5])
    x = np.array([-1, 0, 0.25, 1, 2, 2.5, 3.75, 4, 9, np.nan])
    answered(recorder, "interp", [x, at, value], 4)


def dtype_of(dtype, value):
    return np.dtype(dtype).type(value)


def record_matrices(recorder, source):
    recorder.heading("matrices")
    for dtype in DTYPES:
        for n in (1, 2, 3, 6):
            a = (small(source, dtype, (n, n)) + 30 * np.eye(n)[::-1]).astype(dtype)
            spd = (a @ a.T + np.eye(n)).astype(dtype)
            b = small(source, dtype, (n, 2)) + dtype_of(dtype, 20)
            answered(recorder, "lu_factor", [a], 4096, count=2)
            lu, pivots = lu_factor(a)
            answered(recorder, "lu_det", [lu, pivots], 64)
            answered(recorder, "lu_solve", [lu, pivots, b], 4096)
            answered(recorder, "cholesky", [spd], 4096)
            lower = np.tril(np.abs(a)) + np.eye(n, dtype=dtype)
            answered(recorder, "solve_lower", [lower, b], 4096)
            answered(recorder, "solve_upper", [np.ascontiguousarray(lower.T), b], 4096)
            points = small(source, dtype, (3, n)), small(source, dtype, (4, n))
            answered(recorder, "cdist", points, 2)
            tall = np.concatenate([a, small(source, dtype, (2, n))])
            answered(recorder, "qr", [tall], 65536, count=2)


def record_square(recorder, source):
    """Matrices that are used up."""
    recorder.heading("inverses, solutions, determinants, eigenvalues")
    for dtype in (*DTYPES, "complex64", "complex128"):
        for shape in ((1, 1), (2, 2), (3, 3), (4, 3, 3), (6, 6), (2, 1, 5, 5), (0, 0), (0, 2, 2)):
            n = shape[-1]
            a = (small(source, dtype, shape) + 30 * np.eye(n)[::-1]).astype(dtype)
            if a.dtype.kind == "c":
                a += 1j * small(source, a.real.dtype, shape)
            answered(recorder, "inv", [a], 4096)
            answered(recorder, "det", [a], 1024)
            answered(recorder, "slogdet", [a], 1024, 2)
            for right in ((n, 2), (n,), (n, 0), (3, n, 1)) if a.ndim < 4 and a.shape[0] != 4 else ((n, 2),):
                b = small(source, dtype, right) + dtype_of(dtype, 20)
                answered(recorder, "solve", [a, b], 16384)
            if a.dtype.kind == "f":
                symmetric = (a + np.swapaxes(a, -1, -2) + np.diag(60 * np.arange(n))).astype(dtype)
                answered(recorder, "eigvalsh", [symmetric], 1024)
    for dtype in DTYPES:
        for diagonal in ([3, 1, 2], [5, 5, 5], [0, 0, 0], [-1, 0, 1]):
            answered(recorder, "eigvalsh", [np.diag(diagonal).astype(dtype)])
        a = np.array([[0, 2, 1], [0, 1, 5], [3, 0, 1]], dtype)  # no pivot is where it should be
        for name, operands in (("inv", [a]), ("det", [a]), ("solve", [a, np.ones(3, dtype)])):
            answered(recorder, name, operands, 16)
        answered(recorder, "slogdet", [a], 16, 2)
        for one in ([[1, 2], [2, 4]], [[0, 0], [0, 0]], [[-3]], [[np.inf]]):
            answered(recorder, "slogdet", [np.array(one, dtype)], 4, 2)
        answered(recorder, "det", [np.array([[1, 2], [2, 4]], dtype)])


def record(recorder, source):
    if scipy.__version__ != REQUIRED_SCIPY:
        raise SystemExit(f"this is SciPy {scipy.__version__}; {REQUIRED_SCIPY} is needed")
    record_special(recorder, source)
    record_rows(recorder, source)
    record_matrices(recorder, source)
    record_square(recorder, source)
