#!/usr/bin/env python3
"""The gpu's table of workloads: Weft through its Python package, and what users would take instead, in one process on
one GPU: PyTorch, torch.compile, CuPy; and prototypes, kernels written by hand for some of the rows (prototypes/). Device
arrays, but where a row says otherwise.

    PYTHONPATH=build/default/python python3 tests/bench/gpu/rows.py [--kernels LIBRARY] [--std LIBRARY] [--out FOLDER]
        [--prototypes LIBRARY | --no-prototypes] [--list] [--no-compile] [ROW …]

--kernels is tests/bench/rows_kernels.c as a library; left out, weft.compile makes it. --std: a library whose functions
stand in for those of libweft_std that have the same names. --prototypes is prototypes/ as a library (load_prototypes.py
says how it is made); left out, nvcc makes it, and where there is none the column is empty. Every result is compared with
the first peer's, a prototype's with ours, before anything is timed. A time is the median of nine, on device events, in
microseconds; the contestants run in turn, in another order each round. *copy* is the time in which the device copies as
many bytes as the row must read and write. A ROW is a part of a row's name. With --out: rows.json, rows.md and rows.svg.
Exits with 1 where a result is wrong, with 77 where there is no GPU.
"""

import argparse
import datetime
import json
import math
import pathlib
import random
import statistics
import sys
import time

import load_prototypes

ROUNDS = 9
SIDE, LARGE = 16384, 1 << 28


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", help="rows_kernels.c as a library")
    parser.add_argument("--std", help="functions in the place of libweft_std's")
    parser.add_argument("--prototypes", help="prototypes/ as a library, which nvcc makes if it is left out")
    parser.add_argument("--no-prototypes", action="store_true", help="without the kernels written by hand")
    parser.add_argument("--out", type=pathlib.Path, help="folder of rows.json, rows.md and rows.svg")
    parser.add_argument("--no-compile", action="store_true", help="without torch.compile, which takes long to start")
    parser.add_argument("--list", action="store_true", help="names of the rows")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    return parser.parse_args(arguments)


class Row:
    """One workload: `ours`, each peer and the prototype, if there is one, are calls without arguments that give
    tensors; `moved` bytes must be read and written."""

    def __init__(self, ours, peers, moved, tolerance=1e-5, may_miss=0.0, prototype=None):
        self.ours, self.peers, self.moved, self.prototype = ours, peers, moved, prototype
        self.tolerance, self.may_miss = tolerance, may_miss


def make_rows(torch, cupy, std, kernels, compiled, prototypes):
    """name → a function that makes the row, so that only one row's arrays live at a time. `prototypes` makes a call of
    a prototype's name, its outputs and arguments, or is None."""
    cuda = torch.device("cuda")
    made = {}

    def row(name):
        def add(make):
            made[name] = make
            return make
        return add

    def rand(*shape, dtype=torch.float32, low=-1.0, high=1.0):
        if dtype.is_complex:
            return torch.randn(*shape, device=cuda, dtype=dtype)
        if dtype in (torch.float16, torch.bfloat16):
            return (torch.rand(*shape, device=cuda) * (high - low) + low).to(dtype)
        return torch.rand(*shape, device=cuda, dtype=dtype) * (high - low) + low

    def view(tensor):
        return cupy.from_dlpack(tensor)

    def by_hand(name, outputs, *arguments):
        return prototypes(name, outputs, *arguments) if prototypes else None

    def elementwise(name, inputs, operation, expression, prototype, ours=None, moved=None, dtype=torch.float32):
        """Rows of two arrays: PyTorch's function with `out`, CuPy's kernel of an expression; the prototype is a name,
        and the numbers that it asks for."""
        @row(name)
        def make():
            x, y, out = inputs()
            kernel = cupy.ElementwiseKernel("T x, U y", "V z", f"z = {expression}", "row_" + str(abs(hash(name))))
            cx, cy, co = (view(t) if isinstance(t, torch.Tensor) else t for t in (x, y, out))
            size = sum(t.untyped_storage().nbytes() if isinstance(t, torch.Tensor) else 0 for t in (x, y, out))

            def by_cupy():
                kernel(cx, cy, co)
                return out
            return Row(lambda: (ours or std.add)(x, y, out=out),
                       {"PyTorch": lambda: operation(x, y, out=out), "CuPy": by_cupy},
                       moved or size, 1e-3 if dtype == torch.float16 else 1e-6,
                       prototype=by_hand(prototype[0], out, x, y, *prototype[1:]))

    def flat(dtype=torch.float32, low=-1.0, high=1.0):
        def inputs():
            if dtype == torch.int8:
                arrays = [torch.randint(-60, 60, (LARGE,), device=cuda, dtype=dtype) for _ in range(2)]
            else:
                arrays = [rand(LARGE, dtype=dtype, low=low, high=high) for _ in range(2)]
            return (*arrays, torch.empty_like(arrays[0]))
        return inputs

    for dtype in (torch.float32, torch.float16, torch.int8, torch.float64):
        elementwise(f"a + b, {str(dtype)[6:]}, 2^28", flat(dtype), torch.add, "x + y",
                    (f"add_{str(dtype)[6:]}", LARGE), dtype=dtype)

    def square(*turned):
        def inputs():
            a, b = rand(SIDE, SIDE), rand(SIDE, SIDE)
            return (a.T if "a" in turned else a), (b.T if "b" in turned else b), torch.empty(SIDE, SIDE, device=cuda)
        return inputs

    elementwise("(M,M) + (M,), M = 16384", lambda: (rand(SIDE, SIDE), rand(SIDE), torch.empty(SIDE, SIDE, device=cuda)),
                torch.add, "x + y", ("add_row", SIDE, SIDE))
    elementwise("(M,1) + (M,)", lambda: (rand(SIDE, 1), rand(SIDE), torch.empty(SIDE, SIDE, device=cuda)),
                torch.add, "x + y", ("add_outer", SIDE, SIDE))
    elementwise("A + B^T, float32", square("b"), torch.add, "x + y", ("add_transposed", SIDE, SIDE))
    elementwise("A^T + B^T, float32", square("a", "b"), torch.add, "x + y", ("add_both_transposed", SIDE, SIDE))

    def turned_bytes(dtype):
        def inputs():
            a = torch.randint(-60, 60, (SIDE, SIDE), device=cuda, dtype=dtype)
            b = torch.randint(-60, 60, (SIDE, SIDE), device=cuda, dtype=dtype)
            return a, b.T, torch.empty_like(a)
        return inputs

    for dtype in (torch.int8, torch.int16):
        elementwise(f"A + B^T, {str(dtype)[6:]}", turned_bytes(dtype), torch.add, "x + y",
                    (f"add_transposed_{str(dtype)[6:]}", SIDE, SIDE))

    def five_axes():
        a = rand(32, 64, 16, 128, 64).permute(3, 1, 4, 0, 2)
        b = rand(*a.shape)
        return a, b, torch.empty_like(b)
    elementwise("five axes, permuted, + b", five_axes, torch.add, "x + y", ("add_five_axes", 32, 64, 16, 128, 64))

    def four_axes():
        a = rand(256, 1024, 256, 4).permute(0, 2, 1, 3)
        b = rand(256, 256, 1024, 4)
        return a, b, torch.empty_like(b)
    elementwise("permuted (256,256,1024,4) + b", four_axes, torch.add, "x + y",
                ("add_swapped_words", 256, 1024, 256))

    def ragged_rows():
        a, b = (rand(SIDE * 16381 + 1)[1:].view(SIDE, 16381)[:, :16379] for _ in range(2))
        return a, b, torch.empty(a.shape, device=cuda)
    elementwise("16384 rows of 16379, 16381 apart", ragged_rows, torch.add, "x + y",
                ("add_ragged_rows", SIDE, 16379, 16381))

    def shifted_bytes():
        a, b = (torch.randint(-60, 60, (LARGE,), device=cuda, dtype=torch.int8) for _ in range(2))
        return a[1:-63], b[3:-61], torch.empty(LARGE - 64, device=cuda, dtype=torch.int8)
    elementwise("x[1:] + y[3:], int8, 2^28", shifted_bytes, torch.add, "x + y", ("add_misaligned_int8", LARGE - 64))
    elementwise("x[::2] + y[::2], float32, 2^27",
                lambda: (rand(LARGE)[::2], rand(LARGE)[::2], torch.empty(LARGE // 2, device=cuda)), torch.add, "x + y",
                ("add_every_second", LARGE // 2))
    elementwise("complex64 product, 2^27",
                lambda: (rand(LARGE // 2, dtype=torch.complex64), rand(LARGE // 2, dtype=torch.complex64),
                         torch.empty(LARGE // 2, device=cuda, dtype=torch.complex64)),
                torch.mul, "x * y", ("multiply_complex64", LARGE // 2), ours=std.multiply)

    # ---- products ----
    prototyped = {torch.float32: (4, 8, 16, 32, 48, 64, 128, 256), torch.float64: (8, 32, 48, 64)}

    def product(name, items, m, k, n, dtype, tolerance):
        @row(name)
        def make():
            shape = (lambda *s: (items, *s)) if items > 1 else lambda *s: s
            a, b = rand(*shape(m, k), dtype=dtype), rand(*shape(k, n), dtype=dtype)
            out = torch.empty(*shape(m, n), device=cuda, dtype=dtype)
            peers = {"PyTorch": lambda: torch.matmul(a, b, out=out)}
            hand = n in prototyped.get(dtype, ()) and by_hand(f"products_{n}_{str(dtype)[6:]}", out, a, b, items)
            return Row(lambda: std.matmul(a, b, out=out), peers,
                       (a.numel() + b.numel() + out.numel()) * a.element_size(), tolerance, prototype=hand or None)

    torch.backends.cuda.matmul.allow_tf32 = False
    for items, n in ((4000000, 4), (1000000, 8), (250000, 16), (100000, 32), (40000, 48), (20000, 64), (4000, 128),
                     (500, 256), (2, 4096)):
        product(f"{items} × {n}³, float32", items, n, n, n, torch.float32, 1e-3)
    for items, n in ((1000000, 8), (100000, 32), (40000, 48), (20000, 64), (2000, 128), (2, 4096)):
        product(f"{items} × {n}³, float64", items, n, n, n, torch.float64, 1e-9)
    for items, n in ((250000, 16), (20000, 64), (2, 4096)):
        product(f"{items} × {n}³, float16", items, n, n, n, torch.float16, 3e-2)
    for items, n in ((100000, 16), (20000, 32), (2, 2048)):
        product(f"{items} × {n}³, complex64", items, n, n, n, torch.complex64, 1e-3)

    @row("1000000 × (2,4)(4,5), float32")
    def _():
        a, b = rand(1000000, 2, 4), rand(1000000, 4, 5)
        out = torch.empty(1000000, 2, 5, device=cuda)
        return Row(lambda: std.matmul(a, b, out=out), {
            "PyTorch": lambda: torch.bmm(a, b, out=out),
            **compiled("tiny", lambda a, b: (a.unsqueeze(-1) * b.unsqueeze(1)).sum(2), a, b)}, 38 * 4 * 1000000,
            prototype=by_hand("products_2_4_5_float32", out, a, b, 1000000))

    @row("100000 × (64,64)(64), float32")
    def _():
        a, b = rand(100000, 64, 64), rand(100000, 64)
        return Row(lambda: std.matvec(a, b), {
            "PyTorch": lambda: torch.bmm(a, b.unsqueeze(2)).squeeze(2),
            "einsum": lambda: torch.einsum("bij,bj->bi", a, b)}, a.numel() * 4)

    @row("4000000 dot products of 16, float32")
    def _():
        a, b = rand(4000000, 16), rand(4000000, 16)
        return Row(lambda: std.vecdot(a, b), {
            "einsum": lambda: torch.einsum("bi,bi->b", a, b),
            **compiled("dots", lambda a, b: (a * b).sum(1), a, b)}, a.numel() * 8)

    @row("16384 dot products of 16384, float32")
    def _():
        a, b = rand(SIDE, SIDE), rand(SIDE, SIDE)
        return Row(lambda: std.vecdot(a, b), {
            "einsum": lambda: torch.einsum("bi,bi->b", a, b),
            **compiled("long dots", lambda a, b: (a * b).sum(1), a, b)}, a.numel() * 8, 1e-2)

    # ---- rows ----
    def by_row(name, shape, ours, peers, passes, tolerance=1e-5, dtype=torch.float32, may_miss=0.0,
               is_compiled=True, prototype=None):
        @row(name)
        def make():
            x = rand(*shape, dtype=dtype)
            return Row(lambda: ours(x), {k: (lambda f: lambda: f(x))(f) for k, f in peers.items()} |
                       (compiled(name, next(iter(peers.values())), x) if is_compiled else {}),
                       int(passes * x.numel() * x.element_size()), tolerance, may_miss,
                       prototype and prototype(x))

    def of_rows(name):
        """A prototype that makes a number of each row."""
        return lambda x: by_hand(name, torch.empty(x.shape[0], device=cuda), x, *x.shape)

    for shape in ((65536, 1024), (4096, 16384)):
        says = f"{shape[0]} rows of {shape[1]}"
        by_row(f"softmax, {says}", shape, std.softmax, {"PyTorch": lambda x: torch.softmax(x, 1)}, 2)
        gain, bias = rand(shape[1]), rand(shape[1])
        by_row(f"layer norm, {says}", shape, lambda x, g=gain, b=bias: std.layer_norm(x, g, b, 1e-5),
               {"PyTorch": lambda x, g=gain, b=bias: torch.nn.functional.layer_norm(x, x.shape[1:], g, b)}, 2, 1e-4)
        by_row(f"argmax, {says}", shape, std.argmax, {"PyTorch": lambda x: torch.argmax(x, 1)}, 1, 0, may_miss=1e-4)
        by_row(f"running sum of {says}", shape, std.cumsum, {"PyTorch": lambda x: torch.cumsum(x, 1)}, 2, 1e-2)
        by_row(f"mean of {says}, a gufunc", shape, kernels.row_mean, {"PyTorch": lambda x: torch.mean(x, 1)}, 1, 1e-5,
               prototype=of_rows("mean_rows"))
        by_row(f"norm of {says}, a gufunc", shape, std.norm,
               {"PyTorch": lambda x: torch.linalg.vector_norm(x, dim=1)}, 1, 1e-4, prototype=of_rows("norm_rows"))
        by_row(f"mean of 16 in a window, {says}", shape, lambda x: std.moving_mean(x, 16)[:, 15:],
               {"PyTorch": lambda x: torch.nn.functional.avg_pool1d(x.unsqueeze(1), 16, 1).squeeze(1)}, 2)

    def smoothed(x):
        y, last = torch.empty_like(x), torch.zeros_like(x[:, 0])
        for step in range(x.shape[1]):
            last = torch.lerp(last, x[:, step], .1)
            y[:, step] = last
        return y
    by_row("exponential smoothing, 262144 rows of 1024", (262144, 1024), lambda x: kernels.smooth(x, .1),
           {"PyTorch, step by step": smoothed}, 2, is_compiled=False,
           prototype=lambda x: by_hand("smooth", torch.empty_like(x), x, .1, *x.shape))

    @row("histogram of 4096 rows of 4096, 64 bins, float64")
    def _():
        x = rand(4096, 4096, dtype=torch.float64, low=0, high=1)
        edges = torch.linspace(0, 1, 65, device=cuda, dtype=torch.float64)

        def by_torch():
            bins = (torch.searchsorted(edges, x, right=True) - 1).clamp_(0, 63)
            return torch.zeros(4096, 64, device=cuda, dtype=torch.int64).scatter_add_(1, bins, torch.ones_like(bins))
        return Row(lambda: std.histogram(x, edges), {"PyTorch": by_torch}, x.numel() * 8, 0)

    # ---- small matrices ----
    def definite(items, n):
        a = rand(items, n, n)
        return a @ a.mT + n * torch.eye(n, device=cuda)

    for items, n in ((500000, 8), (50000, 32)):
        @row(f"Cholesky, {items} of {n} × {n}, float32")
        def _(items=items, n=n):
            a = definite(items, n)
            return Row(lambda: std.cholesky(a), {"PyTorch": lambda: torch.linalg.cholesky(a)}, 2 * a.numel() * 4, 1e-3)

        @row(f"triangular solve, {items} of {n} × {n}, float32")
        def _(items=items, n=n):
            a = torch.tril(rand(items, n, n)) + n * torch.eye(n, device=cuda)
            b = rand(items, n, 1)
            return Row(lambda: std.solve_lower(a, b),
                       {"PyTorch": lambda: torch.linalg.solve_triangular(a, b, upper=False)},
                       (a.numel() + 2 * b.numel()) * 4, 1e-3)

    @row("3 × 3 inverse, 8000000, float32")
    def _():
        a = rand(8000000, 3, 3) + 3 * torch.eye(3, device=cuda)
        return Row(lambda: kernels.inverse_3(a), {"PyTorch": lambda: torch.linalg.inv(a)}, 2 * a.numel() * 4, 1e-3,
                   prototype=by_hand("inverse_3", torch.empty_like(a), a, len(a)))

    @row("distances, 64 × (512,3) and (512,3), float32")
    def _():
        a, b = rand(64, 512, 3), rand(64, 512, 3)
        return Row(lambda: std.cdist(a, b), {
            "PyTorch": lambda: torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")}, 64 * 512 * 512 * 4, 1e-4)

    @row("distances, 16 × (1024,64) and (1024,64), float32")
    def _():
        a, b = rand(16, 1024, 64), rand(16, 1024, 64)
        return Row(lambda: std.cdist(a, b), {
            "PyTorch": lambda: torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")}, 16 * 1024 * 1024 * 4, 1e-4)

    # ---- reductions ----
    for name, shape, axis in (("all of 16384²", (SIDE, SIDE), None), ("16384² along axis 0", (SIDE, SIDE), 0),
                              ("16384² along axis 1", (SIDE, SIDE), 1), ("rows of 8", (LARGE // 8, 8), 1),
                              ("rows of 31", (LARGE // 31, 31), 1), ("rows of 64", (LARGE // 64, 64), 1),
                              ("rows of 255", (LARGE // 255, 255), 1), ("rows of 1000", (LARGE // 1000, 1000), 1)):
        @row(f"sum of {name}, float32")
        def _(shape=shape, axis=axis):
            x = rand(*shape)
            cx = view(x)
            out = torch.empty(() if axis is None else shape[1 - axis], device=cuda)
            scratch = torch.empty(64, SIDE, device=cuda)
            hand = by_hand("sum_all", out, x, scratch, x.numel()) if axis is None else \
                by_hand("sum_rows", out, x, *shape) if axis else by_hand("sum_columns", out, x, scratch, *shape)
            return Row(lambda: std.add.reduce(x, axis=axis), {
                "PyTorch": lambda: torch.sum(x) if axis is None else torch.sum(x, axis),
                "CuPy": lambda: torch.from_dlpack(cx.sum(axis=axis))},
                (x.numel() + (0 if axis is None else x.numel() // shape[axis])) * 4, 1e-3,
                prototype=hand)

    @row("running sum, 2^28, float32")
    def _():
        x = rand(LARGE)
        out = torch.empty_like(x)
        return Row(lambda: std.add.accumulate(x, out=out), {"PyTorch": lambda: torch.cumsum(x, 0, out=out)}, 8 * LARGE,
                   5e-2, prototype=by_hand("running_sum", out, x, torch.zeros(1 << 18, device=cuda, dtype=torch.int64),
                                           LARGE))

    # ---- heavy ----
    @row("Mandelbrot, 8192², at most 200 steps")
    def _():
        y = torch.linspace(-1.25, 1.25, 8192, device=cuda).view(-1, 1)
        x = torch.linspace(-2, .5, 8192, device=cuda).view(1, -1)
        out = torch.empty(8192, 8192, device=cuda, dtype=torch.int32)
        kernel = cupy.ElementwiseKernel(
            "float32 cr, float32 ci, int32 most", "int32 k",
            "float zr = 0, zi = 0; k = 0; while (k < most && zr * zr + zi * zi < 4.f) { float t = zr * zr - zi * zi + cr;"
            " zi = 2 * zr * zi + ci; zr = t; ++k; }", "row_mandelbrot")
        cx, cy, co = view(x), view(y), view(out)
        limit = cupy.int32(200)

        def by_cupy():
            kernel(cx, cy, limit, co)
            return out
        return Row(lambda: kernels.escape(x, y, 200, out=out), {"CuPy": by_cupy}, out.numel() * 4, 0, may_miss=1e-2,
                   prototype=by_hand("escape", out, x, y, 200, 8192, 8192))

    for dtype in (torch.float32, torch.float64):
        @row(f"Black-Scholes, 2^26, {str(dtype)[6:]}")
        def _(dtype=dtype):
            s, k, t = (rand(1 << 26, dtype=dtype, low=low, high=high) for low, high in ((5, 30), (1, 100), (.25, 10)))

            def price(s, k, t):
                rate, vol = .02, .3
                root = torch.sqrt(t)
                d1 = (torch.log(s / k) + (rate + .5 * vol * vol) * t) / (vol * root)
                d2 = d1 - vol * root
                n1, n2 = .5 * torch.erfc(-d1 * math.sqrt(.5)), .5 * torch.erfc(-d2 * math.sqrt(.5))
                worth = k * torch.exp(-rate * t)
                return s * n1 - worth * n2, worth * (1 - n2) - s * (1 - n1)
            out = torch.empty_like(s), torch.empty_like(s)
            hand = dtype == torch.float32 and by_hand("black_scholes", out, s, k, t, .02, .3, s.numel())
            return Row(lambda: kernels.black_scholes(s, k, t, .02, .3, out=out), {
                "PyTorch": lambda: price(s, k, t), **compiled(f"prices {dtype}", price, s, k, t)},
                5 * s.numel() * s.element_size(), 1e-4 if dtype == torch.float32 else 1e-11, prototype=hand or None)

    return made


def distance(torch, x, y):
    """The share of elements that are further apart than the tolerance, as a function of it."""
    pairs = list(zip(x if isinstance(x, tuple) else (x,), y if isinstance(y, tuple) else (y,)))

    def share(tolerance):
        wrong = total = 0
        for a, b in pairs:
            if a.shape != b.shape:
                return 1.0
            for p, q in zip(a.reshape(-1).split(1 << 24), b.reshape(-1).split(1 << 24)):
                wide = torch.complex128 if p.is_complex() else torch.float64
                p, q = p.to(wide), q.to(wide)
                wrong += int((~((p - q).abs() <= tolerance * (1 + q.abs()))).sum())
                total += p.numel()
        return wrong / max(total, 1)
    return share


def measure(torch, row):
    """Median microseconds of every contestant, in another order each round: what ran before leaves its writes in the
    second cache."""
    contestants = {"Weft": row.ours, **row.peers, **({"prototype": row.prototype} if row.prototype else {})}
    times = {name: [] for name in contestants}
    for round_ in range(ROUNDS + 2):
        for name, call in random.Random(round_).sample(list(contestants.items()), len(contestants)):
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            call()
            end.record()
            end.synchronize()
            if round_ >= 2:
                times[name].append(begin.elapsed_time(end) * 1e3)
    return {name: statistics.median(all_) for name, all_ in times.items()}


def copy_speed(torch):
    """Bytes read and written per microsecond."""
    source = torch.rand(1 << 29, device="cuda")
    target = torch.empty_like(source)
    times = measure(torch, Row(lambda: target.copy_(source), {}, 0))
    return 2 * source.numel() * 4 / times["Weft"]


def host_calls(torch, cupy, std):
    """Microseconds of host time of one call on 1024 numbers, the least of nine."""
    a, b, out = (torch.rand(1024, device="cuda") for _ in range(3))
    ca, cb, co = (cupy.from_dlpack(t) for t in (a, b, out))
    calls = {"Weft": lambda: std.add(a, b, out=out), "PyTorch": lambda: torch.add(a, b, out=out),
             "CuPy": lambda: cupy.add(ca, cb, co)}
    best = {}
    for _ in range(9):
        for name, call in calls.items():
            torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(1000):
                call()
            took = (time.perf_counter() - start) * 1e3
            best[name] = min(took, best.get(name, math.inf))
    torch.cuda.synchronize()
    return best


def table(results, device):
    lines = [f"{device}, {datetime.date.today()}: microseconds, medians of {ROUNDS}.", "",
             "| workload | copy | Weft | best peer | others | prototype | peer / Weft | prototype / Weft |",
             "|---|---|---|---|---|---|---|---|"]
    for result in results:
        peers = sorted(result["peers"].items(), key=lambda peer: peer[1])
        best = f"{peers[0][0]} {peers[0][1]:.4g}" if peers else ""
        others = ", ".join(f"{name} {time_:.4g}" for name, time_ in peers[1:])
        ratio = f"{peers[0][1] / result['weft']:.2f}" if peers else ""
        copy = f"{result['copy']:.4g}" if result["copy"] else ""
        hand = result.get("prototype")
        by_hand, of_hand = (f"{hand:.4g}", f"{hand / result['weft']:.2f}") if hand else ("", "")
        lines.append(f"| {result['name']} | {copy} | {result['weft']:.4g} | {best} | {others} | {by_hand} | {ratio} | "
                     f"{of_hand} |")
    return "\n".join(lines) + "\n"


def chart(results):
    """Bars of the best peer's time over Weft's, on a logarithmic axis; 1 is level. A stroke is the prototype's."""
    bars = [(r["name"], min(r["peers"].values()) / r["weft"], r.get("prototype", 0) / r["weft"])
            for r in results if r["peers"]]
    left, height, scale, width = 360, 16, 90, 860
    middle = left + 150
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{len(bars) * height + 40}" '
             'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{middle}" y="14" text-anchor="middle">best peer\'s time over Weft\'s (right: Weft is faster); '
             "strokes: the prototype's over Weft's</text>"]

    def length_of(ratio):
        return max(-150, min(width - middle - 60, math.log2(ratio) * scale))

    for number, (name, ratio, hand) in enumerate(bars):
        y = 24 + number * height
        length = length_of(ratio)
        colour = "#2a7f62" if ratio >= 1 else "#b5452c"
        escaped = name.replace("&", "&amp;").replace("<", "&lt;")
        lines.append(f'<text x="{left - 8}" y="{y + 11}" text-anchor="end">{escaped}</text>'
                     f'<rect x="{middle + min(length, 0):.1f}" y="{y + 2}" width="{abs(length):.1f}" height="{height - 4}" '
                     f'fill="{colour}"/><text x="{middle + max(length, 0) + 5:.1f}" y="{y + 11}">{ratio:.2f}</text>')
        if hand:
            x = middle + length_of(hand)
            lines.append(f'<line x1="{x:.1f}" y1="{y}" x2="{x:.1f}" y2="{y + height - 1}" stroke="#1f3a93" '
                         'stroke-width="2"/>')
    lines.append(f'<line x1="{middle}" y1="20" x2="{middle}" y2="{len(bars) * height + 28}" stroke="black"/></svg>')
    return "\n".join(lines) + "\n"


def main():
    options = parse(sys.argv[1:])
    try:
        import torch
        import cupy
    except ImportError as error:
        print(f"SKIPPED: {error}", file=sys.stderr)
        return 77
    if not torch.cuda.is_available():
        print("SKIPPED: there is no GPU", file=sys.stderr)
        return 77
    import weft
    from weft import std
    kernels = weft.load(options.kernels) if options.kernels else weft.compile(
        (pathlib.Path(__file__).parents[1] / "rows_kernels.c").read_text(encoding="utf-8"), targets="gpu")

    if options.std:
        shipped, given = std, weft.load(options.std)

        class Chosen:
            def __getattr__(self, name):
                return getattr(given if name in list(given) else shipped, name)
        std = Chosen()

    def compiled(_name, function, *arguments):
        if options.no_compile:
            return {}
        fast = torch.compile(function, dynamic=False)
        return {"torch.compile": lambda: fast(*arguments)}

    prototypes = None
    if not options.no_prototypes and not options.list:
        try:
            prototypes = load_prototypes.load(torch, options.prototypes)
        except OSError as error:
            print(f"# no prototypes: {error}", file=sys.stderr)
            if options.prototypes:
                return 1
    rows = make_rows(torch, cupy, std, kernels, compiled, prototypes)
    if options.list:
        print("\n".join(rows))
        return 0
    device = torch.cuda.get_device_name()
    speed = copy_speed(torch)
    results, wrong = [], 0
    print(f"# {device}: copies {speed / 1e3:.0f} GB/s", file=sys.stderr)
    for name, make in rows.items():
        if options.rows and not any(part in name for part in options.rows):
            continue
        torch.cuda.empty_cache()
        try:
            row = make()
            ours = row.ours()
            ours = tuple(t.clone() for t in ours) if isinstance(ours, tuple) else ours.clone()
            missed = 0.0
            for peer in list(row.peers):
                try:
                    theirs = row.peers[peer]()
                except Exception as error:  # a peer that cannot do it is left out, and said
                    print(f"# {name}: {peer}: {str(error).splitlines()[0][:120]}", file=sys.stderr)
                    del row.peers[peer]
                    continue
                if peer == next(iter(row.peers)):
                    missed = distance(torch, ours, theirs)(row.tolerance)
                del theirs
            if missed > row.may_miss:
                wrong += 1
                print(f"WRONG: {name}: {missed:.2%} of the elements", file=sys.stderr)
            if row.prototype:
                row.prototype.clear()
                missed = distance(torch, row.prototype(), ours)(row.tolerance)
                if missed > row.may_miss:
                    wrong += 1
                    print(f"WRONG: {name}: prototype: {missed:.2%} of the elements", file=sys.stderr)
            del ours
            times = measure(torch, row)
        except Exception as error:
            wrong += 1
            print(f"WRONG: {name}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            continue
        results.append({"name": name, "weft": times.pop("Weft"), "copy": row.moved / speed,
                        **({"prototype": times.pop("prototype")} if row.prototype else {}), "peers": times})
        print(table(results[-1:], device).splitlines()[-1], flush=True)
        del row
    if not options.rows:
        calls = host_calls(torch, cupy, std)
        results.append({"name": "host time of a call on 1024 numbers", "weft": calls.pop("Weft"), "peers": calls, "copy": 0})
        print(table(results[-1:], device).splitlines()[-1])
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "rows.json").write_text(json.dumps({"device": device, "copy_gb_per_s": speed / 1e3,
                                                           "rows": results}, indent=1) + "\n", encoding="utf-8")
        (options.out / "rows.md").write_text(table(results, device), encoding="utf-8")
        (options.out / "rows.svg").write_text(chart(results), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
