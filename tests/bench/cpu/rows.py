#!/usr/bin/env python3
"""The cpu's table of workloads: Weft on cpu and parallel, prototypes, NumPy and Numba, in turn in one
process; of matrix products libxsmm and OpenBLAS, too, where they are installed. A prototype is a loop
written by hand for the row and compiled for this machine (prototypes/): what one core can reach; memory
reads the row's inputs, writes its output past the caches, and computes nothing.

    rows.py BUILD [--rounds 7] [--least] [--json F] [--markdown F] [--svg F] [--setup FOLDER] [ROW …]

BUILD is a build folder that has the target cpu_rows. NumPy and Numba are imported, or with --setup
installed by pip into a virtual environment there, which then runs this script again. Every result is
compared with NumPy's (or, where NumPy has no such function, with Numba's) before anything is timed.
A time is the median of the rounds, or the least, in nanoseconds of one element, item or call; in each
round every contestant runs for some milliseconds, in a drawn order, once more before its time counts. A ROW is a
part of a row's name. Exits with 1 where a result is wrong.
"""

import argparse
import ctypes
import datetime
import json
import math
import os
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import time

CPU, PARALLEL = 1, 2
MAX_RANK = 32
SAMPLE = 4e-3  # seconds that one contestant runs in one round
DTYPES = {"bool": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "uint8": 6, "uint16": 7,
          "uint32": 8, "uint64": 9, "float16": 10, "float32": 12, "float64": 13,
          "complex64": 14, "complex128": 15}


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("operand", ctypes.c_int), ("axis", ctypes.c_int),
                ("text", ctypes.c_char * 512)]


class Array(ctypes.Structure):
    """weft_array."""
    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_uint8), ("flags", ctypes.c_uint8),
                ("device", ctypes.c_int16), ("rank", ctypes.c_int32),
                ("shape", ctypes.c_int64 * MAX_RANK), ("steps", ctypes.c_int64 * MAX_RANK),
                ("value", ctypes.c_double * 2), ("base", ctypes.c_void_p)]


def view(array):
    """A weft_array of a NumPy array's memory."""
    made = Array(data=array.ctypes.data, dtype=DTYPES[array.dtype.name], rank=array.ndim)
    made.shape[:array.ndim] = array.shape
    made.steps[:array.ndim] = array.strides
    return made


class Products(ctypes.Structure):
    """Items of matrix products: peers.c."""
    _fields_ = [("a", ctypes.c_void_p), ("b", ctypes.c_void_p), ("c", ctypes.c_void_p),
                ("m", ctypes.c_int), ("k", ctypes.c_int), ("n", ctypes.c_int),
                ("count", ctypes.c_int64)]


class Weft:
    """The libraries of a build."""

    def __init__(self, build):
        bench = build / "tests/bench/libcpu_rows.so"
        self.shim = ctypes.CDLL(str(bench))
        self.shim.shim_time.restype = ctypes.c_double
        self.shim.shim_time_reduce.restype = ctypes.c_double
        self.shim.shim_time_prototype.restype = ctypes.c_double
        self.shim.peer_time_products.restype = ctypes.c_double
        self.shim.weft_library_find.restype = ctypes.c_void_p
        self.libraries = [self.open(bench), self.open(next(build.rglob("libweft_std.so")))]

    def open(self, path):
        library, error = ctypes.c_void_p(), Error()
        if self.shim.weft_library_open(str(path).encode(), ctypes.byref(library),
                                       ctypes.byref(error)):
            sys.exit(f"rows.py: {error.text.decode()}")
        return library

    def find(self, name):
        for library in self.libraries:
            ufunc = self.shim.weft_library_find(library, name.encode())
            if ufunc:
                return ctypes.c_void_p(ufunc)
        sys.exit(f"rows.py: no ufunc is called {name}")

    def checked(self, seconds, error):
        if seconds < 0:
            sys.exit(f"rows.py: {error.text.decode()}")
        return seconds

    def call(self, name, operands, target):
        """What runs the ufunc `repeats` times, and returns the seconds."""
        ufunc, views, error = self.find(name), [view(operand) for operand in operands], Error()
        pointers = (ctypes.POINTER(Array) * len(views))(*map(ctypes.pointer, views))
        return lambda repeats: self.checked(self.shim.shim_time(
            ufunc, pointers, target, ctypes.c_int64(repeats), ctypes.byref(error)), error)

    def reduce(self, name, operand, result, axis, target):
        ufunc, views, error = self.find(name), (view(operand), view(result)), Error()
        return lambda repeats: self.checked(self.shim.shim_time_reduce(
            ufunc, ctypes.byref(views[0]), ctypes.byref(views[1]), -1 if axis is None else axis,
            target, ctypes.c_int64(repeats), ctypes.byref(error)), error)

    def prototype(self, name, operands, count):
        if name == "call":  # takes the arrays as a call does
            views = [view(operand) for operand in operands]
            places = (ctypes.c_void_p * len(views))(*map(ctypes.addressof, views))
            return lambda repeats: self.shim.shim_time_prototype(
                b"call", places, ctypes.c_int64(views[-1].rank), ctypes.c_int64(repeats))
        places = (ctypes.c_void_p * len(operands))(*(array.ctypes.data for array in operands))
        return lambda repeats: self.shim.shim_time_prototype(
            name.encode(), places, ctypes.c_int64(count), ctypes.c_int64(repeats))

    def products(self, library, a, b, c):
        """The same by another library; None where it is not here."""
        all_items = Products(a.ctypes.data, b.ctypes.data, c.ctypes.data, *a.shape[1:], b.shape[2],
                             len(a))

        def run(repeats):
            return self.shim.peer_time_products(library.encode(), ctypes.byref(all_items),
                                                ctypes.c_int64(repeats))
        return run if run(1) >= 0 else None


def python(function):
    """The same of a Python function."""
    def run(repeats):
        begin = time.perf_counter()
        for _ in range(repeats):
            function()
        return time.perf_counter() - begin
    return run


def repeats_of(run):
    """How often a sample runs what is timed."""
    run(1)
    repeats = 1
    while (seconds := run(repeats)) < SAMPLE / 4:
        repeats *= 4
    return max(1, round(repeats * SAMPLE / seconds))


class Table:
    def __init__(self, weft, rounds, wanted, summary):
        self.weft, self.rounds, self.wanted, self.summary = weft, rounds, wanted, summary
        self.rows, self.wrong = [], 0

    def wants(self, name):
        return not self.wanted or any(part in name for part in self.wanted)

    def judge(self, name, who, result, expected, tolerance):
        import numpy as np
        result, expected = np.asarray(result), np.asarray(expected)
        close = np.isclose(result, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
        # Points on the border of a set may fall on either side of it: products are fused, or not.
        if close.mean() < (0.995 if result.dtype.kind == "i" else 1):
            self.wrong += 1
            print(f"rows.py: {name}: {who} is wrong in {(~close).sum()} of {close.size} elements",
                  file=sys.stderr)

    def add(self, name, per, result, contestants, tolerance=1e-5):
        """contestants: {name: what runs}; result: what all write."""
        expected = None
        for who in sorted(contestants, key=lambda who: who not in ("NumPy", "Numba")):
            if who == "memory":  # makes no result
                continue
            result.fill(0)
            contestants[who](1)
            if expected is None:
                expected = result.copy()
            self.judge(name, who, result, expected, tolerance)
        repeats = {who: repeats_of(run) for who, run in contestants.items()}
        samples = {who: [] for who in contestants}
        for _ in range(self.rounds):
            for who in random.sample(list(contestants), len(contestants)):  # each finds what another left in caches
                run = contestants[who]
                run(1)
                samples[who].append(run(repeats[who]) / repeats[who] / per * 1e9)
        row = {"row": name, **{who: self.summary(taken) for who, taken in samples.items()}}
        self.rows.append(row)
        print(self.line(row), file=sys.stderr, flush=True)

    COLUMNS = ["cpu", "parallel", "prototype", "memory", "NumPy", "Numba", "Numba parallel", "libxsmm",
               "OpenBLAS"]
    RATIOS = ["best peer ÷ cpu", "prototype ÷ cpu", "memory ÷ cpu", "cpu ÷ parallel"]
    SERIAL_PEERS = ["NumPy", "Numba", "libxsmm", "OpenBLAS"]

    @classmethod
    def best_peer(cls, row):
        """Of those that run on one core."""
        return min((row[who] for who in cls.SERIAL_PEERS if who in row), default=None)

    def cells(self, row):
        cpu = row["cpu"]
        ratios = [other and other / cpu for other in
                  (self.best_peer(row), row.get("prototype"), row.get("memory"))] + [cpu / row["parallel"]]
        return [row["row"], *(f"{row[who]:.4g}" if who in row else "" for who in self.COLUMNS),
                *(f"{ratio:.2f}" if ratio else "" for ratio in ratios)]

    def line(self, row):
        return "| " + " | ".join(self.cells(row)) + " |"

    def markdown(self):
        head = ["workload", *self.COLUMNS, *self.RATIOS]
        return "\n".join(["| " + " | ".join(head) + " |", "|---" * len(head) + "|",
                          *map(self.line, self.rows)]) + "\n"

    def svg(self):
        """A bar a row: how many times faster than the best peer, on a logarithmic axis; a stroke
        where the prototype is."""
        rows = [(row["row"], self.best_peer(row) / row["cpu"], row.get("prototype", 0) / row["cpu"])
                for row in self.rows if self.best_peer(row)]
        left, width, step = 230, 480, 18
        most = max(math.log2(8), *(abs(math.log2(ratio)) for row in rows for ratio in row[1:]
                                   if ratio))
        middle = left + width / 2

        def place(ratio):
            return middle + math.log2(ratio) / most * width / 2

        out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 60}" '
               f'height="{step * len(rows) + 50}" font-family="sans-serif" font-size="11">',
               '<rect width="100%" height="100%" fill="white"/>',
               f'<text x="{middle}" y="16" text-anchor="middle">time of the best peer on one core '
               '÷ time of Weft on one core (strokes: of the prototype ÷ of Weft)</text>']
        for k, (name, ratio, hand) in enumerate(rows):
            y, x = 28 + k * step, place(ratio)
            name = name.replace("&", "&amp;").replace("<", "&lt;")
            out.append(f'<text x="{left - 6}" y="{y + 11}" text-anchor="end">{name}</text>'
                       f'<rect x="{min(x, middle):.1f}" y="{y}" width="{abs(x - middle):.1f}" '
                       f'height="{step - 5}" fill="{"#2a7f62" if ratio >= 1 else "#b5473c"}"/>'
                       f'<text x="{max(x, middle) + 4:.1f}" y="{y + 11}">{ratio:.2g}</text>')
            if hand:
                out.append(f'<line x1="{place(hand):.1f}" x2="{place(hand):.1f}" y1="{y - 2}" '
                           f'y2="{y + step - 3}" stroke="#1f3a93" stroke-width="2"/>')
        out.append(f'<line x1="{middle}" x2="{middle}" y1="24" y2="{28 + step * len(rows)}" '
                   'stroke="black"/></svg>')
        return "\n".join(out) + "\n"


def compile_peers():
    """What Numba makes of the same functions, for one core and for all."""
    import numba
    import numpy as np
    f4, f8, i4, c8 = numba.float32, numba.float64, numba.int32, numba.complex64

    def root(a, b, c):
        return (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a)

    def price(s, x, t, r, v):
        rt = math.sqrt(t)
        d1 = (math.log(s / x) + (r + v * v / 2) * t) / (v * rt)
        return (s * math.erfc(-d1 * 0.7071067811865476) / 2 -
                x * math.exp(-r * t) * math.erfc(-(d1 - v * rt) * 0.7071067811865476) / 2)

    def escape(cr, ci, limit):
        x = y = np.float32(0)
        steps = np.int32(0)
        while steps < limit and x * x + y * y < np.float32(4):
            x, y = x * x - y * y + cr, np.float32(2) * x * y + ci
            steps += np.int32(1)
        return steps

    def collatz(n):
        steps = np.int32(0)
        while n > 1 and steps < 1000:
            n = np.int32(3 * n + 1) if n % 2 else np.int32(n // 2)
            steps += np.int32(1)
        return steps

    functions = {
        "add": ([f4(f4, f4), f8(f8, f8)], lambda a, b: a + b),
        "square_of_sum": ([f4(f4, f4)], lambda a, b: (a + b) * (a + b)),
        "larger_root": ([f8(f8, f8, f8)], root),
        "complex_product": ([c8(c8, c8)], lambda a, b: a * b),
        "clip": ([i4(i4, i4, i4)], lambda x, low, high: low if x < low else high if x > high else x),
        "exponential": ([f4(f4), f8(f8)], lambda x: math.exp(x)),
        "logarithm": ([f4(f4), f8(f8)], lambda x: math.log(x)),
        "sine": ([f4(f4), f8(f8)], lambda x: math.sin(x)),
        "error_function": ([f4(f4), f8(f8)], lambda x: math.erf(x)),
        "to_power": ([f8(f8, f8)], lambda x, y: x ** y),
        "black_scholes": ([f4(f4, f4, f4, f4, f4), f8(f8, f8, f8, f8, f8)], price),
        "escape": ([i4(f4, f4, i4)], escape),
        "collatz": ([i4(i4)], collatz),
    }

    def product(a, b, c):
        for i in range(a.shape[0]):
            for j in range(b.shape[1]):
                sum = a.dtype.type(0)
                for k in range(a.shape[1]):
                    sum += a[i, k] * b[k, j]
                c[i, j] = sum

    peers = {}
    for who, target in (("Numba", "cpu"), ("Numba parallel", "parallel")):
        peers[who] = {name: numba.vectorize(types, target=target)(function)
                      for name, (types, function) in functions.items()}
        peers[who]["matmul"] = numba.guvectorize(
            [(f4[:, :], f4[:, :], f4[:, :])], "(m,n),(n,p)->(m,p)", target=target)(product)
    return peers


def measure(table):
    import numpy as np
    weft, peers, random = table.weft, compile_peers(), np.random.default_rng(1)

    def row(name, function, inputs, output, numpy=None, hand=None, peer=None, per=None,
            tolerance=1e-5, outputs=(), libraries=(), items=None, memory=()):
        if not table.wants(name):
            return
        operands = [*inputs, output, *outputs]
        who = {"cpu": weft.call(function, operands, CPU),
               "parallel": weft.call(function, operands, PARALLEL)}
        if hand:
            who["prototype"] = weft.prototype(hand, operands, output.size if items is None else items)
        if memory:  # of these operands as much as the output has
            who["memory"] = weft.prototype(f"read_{len(memory)}_write_1", [*memory, output], output.nbytes)
        if numpy:
            who["NumPy"] = python(numpy)
        for each in ("Numba", "Numba parallel"):
            if peer:
                who[each] = python(lambda call=peers[each][peer]: call(*inputs, output))
        for library in libraries:
            if run := weft.products(library, *operands):
                who[library] = run
        table.add(name, per or output.size, output, who, tolerance)

    def short(count):
        return f"{count:.0e}".replace("e+0", "e")

    one, two = np.ones(1, np.float32), np.empty(1, np.float32)
    row("call on one element", "add", (one, one), two, lambda: np.add(one, one, two), "call", "add")
    for n in (1000, 100_000, 10_000_000):
        a, b = random.random((2, n), np.float32)
        o = np.empty_like(a)
        paced = n > 1_000_000
        row(f"a+b f32 {short(n)}", "add", (a, b), o, lambda: np.add(a, b, o), "add", "add",
            memory=(a, b) if paced else ())
        row(f"(a+b)² f32 {short(n)}", "square_of_sum", (a, b), o,
            lambda: np.square(np.add(a, b, o), o), "square_of_sum", "square_of_sum",
            memory=(a, b) if paced else ())
        p, q, r = random.random(n) * 5 + 5, random.random(n) * 10 + 10, random.random(n) * .2 - .1
        z = np.empty(n)

        def numpy_root():
            z[:] = (-q + np.sqrt(q * q - 4 * p * r)) / (2 * p)
        row(f"quadratic f64 {short(n)}", "larger_root", (p, q, r), z, numpy_root, "larger_root",
            "larger_root", tolerance=1e-9, memory=(p, q, r) if paced else ())
    for n in (1000, 100_000):
        u, v = (random.random((2, n)) + 1j * random.random((2, n))).astype(np.complex64)
        w = np.empty_like(u)
        row(f"complex64 product {short(n)}", "multiply", (u, v), w, lambda: np.multiply(u, v, w),
            "complex_product", "complex_product")
    n = 100_000
    x = random.integers(-100, 100, n).astype(np.int32)
    low, high, xo = np.array([-9], np.int32), np.array([50], np.int32), np.empty_like(x)
    row("clip i32 1e5", "clip", (x, low, high), xo, lambda: np.clip(x, low, high, out=xo), "clip",
        "clip")
    d = random.random(n) * 10 + .1
    for dtype in (np.float64, np.float32):
        e = d.astype(dtype)
        eo, bits = np.empty_like(e), e.itemsize * 8
        for name, function, ufunc in (("exp", "exponential", np.exp), ("log", "logarithm", np.log),
                                      ("sin", "sine", np.sin), ("erf", "error_function", None)):
            row(f"{name} f{bits} 1e5", function, (e,), eo, ufunc and (lambda: ufunc(e, eo)),
                f"{name}_f{bits}", function, tolerance=1e-6)
    t, to = random.random(n) * 4 - 2, np.empty(n)
    row("pow f64 1e5", "to_power", (d, t), to, lambda: np.power(d, t, to), "pow_f64",
        "to_power", tolerance=1e-12)
    n = 100_000
    for dtype in (np.float64, np.float32):
        s, k, y = ((low + width * random.random(n)).astype(dtype)
                   for low, width in ((5, 25), (1, 99), (.25, 9.75)))
        rate, volatility = np.array([.02], dtype), np.array([.3], dtype)
        call, put = np.empty(n, dtype), np.empty(n, dtype)
        row(f"Black-Scholes f{s.itemsize * 8} 1e5", "black_scholes", (s, k, y, rate, volatility),
            call, None, f"black_scholes_f{s.itemsize * 8}", "black_scholes", tolerance=1e-3,
            outputs=(put,))
    limit = np.array([255], np.int32)
    cr, ci = (random.random(n) * 2.5 - 2).astype(np.float32), \
        (random.random(n) * 2.5 - 1.25).astype(np.float32)
    row("Mandelbrot random 1e5", "escape", (cr, ci, limit), np.empty(n, np.int32), None,
        "escape_refilled", "escape")
    gx, gy = np.meshgrid(np.linspace(-2, .5, 1000, dtype=np.float32),
                         np.linspace(-1.25, 1.25, 1000, dtype=np.float32))
    row("Mandelbrot grid 1e6", "escape", (gx, gy, limit), np.empty((1000, 1000), np.int32), None,
        "escape", "escape")
    m = random.integers(1, 50_000, n).astype(np.int32)
    row("Collatz 1e5", "collatz", (m,), np.empty_like(m), peer="collatz")
    for sizes in ((2, 4, 5), (4, 4, 4), (8, 8, 8), (16, 16, 16), (32, 32, 32), (64, 64, 64)):
        i, k, j = sizes
        count = 1000 if i < 32 else 100
        a = random.random((count, i, k), np.float32)
        b = random.random((count, k, j), np.float32)
        c = np.empty((count, i, j), np.float32)
        row(f"matmul f32 ({i},{k})({k},{j})", "matmul", (a, b), c, lambda: np.matmul(a, b, out=c),
            "product_2_4_5" if i == 2 else f"product_{i}", "matmul", per=count, tolerance=1e-4,
            libraries=("libxsmm", "OpenBLAS"), items=count)
    side = 2000
    a, b = random.random((side, side)), random.random((side, side))
    c, vector, column = np.empty_like(a), b[0].copy(), b[:, :1].copy()
    for name, first, second, out in (
            ("(M,M)+(M,) f64", a, vector, c), ("(M,M)+(M,1) f64", a, column, c),
            ("A+B.T f64", a, b.T, c), ("A[:,::2]+B[:,::2] f64", a[:, ::2], b[:, ::2], c[:, ::2])):
        row(name, "add", (first, second), out, lambda: np.add(first, second, out), peer="add",
            memory=(a, b) if name == "A+B.T f64" else (a,) if out is c else ())
    a = random.random((20000, 64))
    row("(20000,64)+(64,) f64", "add", (a, vector[:64].copy()), out := np.empty_like(a),
        lambda: np.add(a, vector[:64], out), peer="add")

    def reduction(name, function, a, axis=0, dtype=None, hand=None):
        if not table.wants(name):
            return
        numpy = getattr(np, function).reduce
        result = np.empty(np.delete(a.shape, axis) if axis is not None else (), dtype or a.dtype)
        prototype = {"prototype": weft.prototype(hand, (a, result), len(a)),
                     "memory": weft.prototype("read_1", (a,), a.nbytes)} if hand else {}
        table.add(name, a.size, result, {
            "cpu": weft.reduce(function, a, result, axis, CPU),
            "parallel": weft.reduce(function, a, result, axis, PARALLEL), **prototype,
            "NumPy": python(lambda: numpy(a, axis=axis, out=result))}, tolerance=1e-4)

    a = random.random((4096, 4096), np.float32)
    for axis, hand in ((None, "sum_all"), (0, "sum_columns"), (1, "sum_rows")):
        reduction(f"sum f32 4096² axis {axis}", "add", a, axis, hand=hand)
    a = random.random((1000, 1000), np.float32)
    whole = random.integers(1, 100, (1000, 1000))
    for kind in ("float32", "float64", "int8", "int32", "int64"):
        of = f"{kind[0]}{8 * np.dtype(kind).itemsize}"
        row_of = (a if of[0] == "f" else whole).reshape(-1)[:100_000].astype(kind)
        reduction(f"sum {of} 1e5", "add", row_of, 0, np.int64 if of[0] == "i" else kind)
        reduction(f"largest {of} 1e5", "maximum", row_of)
        reduction(f"any {of} 1e5", "logical_or", np.zeros_like(row_of), 0, bool)
        reduction(f"all {of} 1e5", "logical_and", row_of + row_of.dtype.type(1), 0, bool)
        if kind in ("float32", "float64", "int64"):
            for shape in ((256, 1024), (1024, 256), (10_000, 16)):
                rows = np.resize(row_of, shape)
                row(f"argmax {of} {shape[0]}×{shape[1]}", "argmax", (rows,), places := np.empty(shape[0], np.int64),
                    lambda: np.argmax(rows, axis=1, out=places), per=rows.size)
    reduction("all bool 1e7", "logical_and", np.ones(10_000_000, bool))
    for axis in (0, 1):
        reduction(f"any bool 1000² axis {axis}", "logical_or", np.zeros((1000, 1000), bool), axis)
        reduction(f"sum f32 1000²[:,::2] axis {axis}", "add", a[:, ::2], axis)
        reduction(f"sum i32 1000²[:,::2] axis {axis}", "add", whole.astype(np.int32)[:, ::2], axis, np.int64)


def environment(folder):
    """Runs this script again in a virtual environment that has the peers."""
    interpreter = pathlib.Path(folder) / "bin/python"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([interpreter, "-m", "pip", "install", "--quiet", "numpy", "numba"],
                       check=True)
    words = sys.argv[1:]
    at = words.index("--setup")
    os.execv(interpreter, [str(interpreter), __file__, *words[:at], *words[at + 2:]])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--least", action="store_true",
                        help="of the rounds, where others use the cores, too")
    parser.add_argument("--setup", metavar="FOLDER")
    for kind in ("json", "markdown", "svg"):
        parser.add_argument(f"--{kind}", type=pathlib.Path, metavar="F")
    options = parser.parse_intermixed_args()
    if options.setup:
        environment(options.setup)
    import numba
    import numpy
    table = Table(Weft(options.build), options.rounds, options.rows,
                  min if options.least else statistics.median)
    measure(table)
    facts = {"date": datetime.date.today().isoformat(), "machine": platform.machine(),
             "cores": os.cpu_count(), "NumPy": numpy.__version__, "Numba": numba.__version__}
    if options.json:
        options.json.write_text(json.dumps({**facts, "rows": table.rows}, indent=1) + "\n")
    if options.markdown:
        options.markdown.write_text(table.markdown())
    if options.svg:
        options.svg.write_text(table.svg())
    print(table.markdown(), end="")
    sys.exit(table.wrong > 0)


if __name__ == "__main__":
    main()
