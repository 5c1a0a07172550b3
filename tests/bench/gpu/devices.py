#!/usr/bin/env python3
"""Arrays in host memory on one GPU and on all of this host: milliseconds, and how many times as fast all are.

    PYTHONPATH=build/default/python python3 tests/bench/gpu/devices.py [--kernels LIBRARY]

--kernels is tests/bench/rows_kernels.c as a library; left out, weft.compile makes it. Work that is arithmetic should gain
as many times as there are GPUs; what the bus paces gains as the host's memory allows. The calls run in turn; a time is the
median of seven, and the results of both ways are the same bits, or it exits with 1. Exits with 77 where there are fewer
than two GPUs.
"""

import argparse
import pathlib
import statistics
import sys
import time

import numpy as np
import weft
from weft import std

ROUNDS = 7


def make_rows(kernels):
    """name → a call that takes `device` and gives an array."""
    y = np.linspace(-1.25, 1.25, 8192, dtype=np.float32).reshape(-1, 1)
    x = np.linspace(-2, .5, 8192, dtype=np.float32).reshape(1, -1)
    rng = np.random.default_rng(1)
    a, b = (rng.random((512, 512, 512), dtype=np.float32) for _ in range(2))
    p, q = (rng.random((64, 4096, 3), dtype=np.float32) for _ in range(2))
    return {
        "Mandelbrot, 8192², at most 5000 steps": lambda **where: kernels.escape(x, y, 5000, **where),
        "Mandelbrot, 8192², at most 50 000 steps": lambda **where: kernels.escape(x, y, 50000, **where),
        "distances, 64 × (4096,3) and (4096,3)": lambda **where: std.cdist(p, q, **where),
        "products, 512 of 512³, float32": lambda **where: std.matmul(a, b, **where),
        "a + b, 2^27, float32": lambda **where: std.add(a, b, **where),
    }


def measure(call):
    """(milliseconds on one device, on all, whether the results are the same bits)."""
    ways = ({"device": 0}, {"device": "all"})
    out = [call(target="gpu", **way) for way in ways]  # warm, and with pages of its own
    times = [[], []]
    for _ in range(ROUNDS):
        for number, way in enumerate(ways):
            start = time.perf_counter()
            call(target="gpu", out=out[number], **way)
            times[number].append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[0]), statistics.median(times[1]), out[0].tobytes() == out[1].tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--kernels", help="rows_kernels.c as a library")
    arguments = parser.parse_args()
    count = len(weft.devices())
    if count < 2:
        print(f"skipped: {count} GPUs here")
        return 77
    kernels = weft.load(arguments.kernels) if arguments.kernels else weft.compile(
        (pathlib.Path(__file__).parents[1] / "rows_kernels.c").read_text(encoding="utf-8"), targets="gpu")
    print(f"| workload | one | all {count} | one / all |\n|---|---|---|---|")
    wrong = 0
    for name, call in make_rows(kernels).items():
        one, every, same = measure(call)
        wrong += not same
        print(f"| {name} | {one:.4g} | {every:.4g} | {one / every:.2f}{'' if same else ' (other results)'} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
