"""The calls of cluster_main.c, from Python: rows of the Mandelbrot set and a stack of matrix products, by the
processes of an MPI job.

    PYTHONPATH=build/default/python WEFT_TOOL=build/default/generator/weft mpiexec -n 4 python3 examples/cluster_mpi.py
"""
import pathlib

import numpy as np
from mpi4py import MPI

import weft

HERE = pathlib.Path(__file__).parent
ROWS, COLUMNS, LIMIT = 600, 900, 500
STACK = 60_000


def compiled(name, world):
    """The functions of an example; one process compiles, and the others find the library that it made."""
    if world.rank == 0:
        weft.compile((HERE / name).read_text(), targets="cpu,parallel")
    world.Barrier()
    return weft.compile((HERE / name).read_text(), targets="cpu,parallel")


def report(what, seconds, world):
    times = world.gather(seconds)
    if world.rank == 0:
        print(f"{what} on {world.size} processes: the slowest took {1e3 * max(times):.1f} ms, "
              f"all together {1e3 * sum(times):.1f} ms", flush=True)


def draw_rows(world):
    """Every process draws each size-th row: rows take unlike times, neighbours like ones."""
    mandelbrot = compiled("mandelbrot.c", world).mandelbrot
    x, y = np.linspace(-2.4, 1.05, COLUMNS), np.linspace(-1.15, 1.15, ROWS)[:, None]
    world.Barrier()
    begin = MPI.Wtime()
    own = mandelbrot(x, y[world.rank::world.size], LIMIT, target="cpu")
    report("mandelbrot  ", MPI.Wtime() - begin, world)

    parts = world.gather(own)
    if world.rank == 0:
        picture = np.empty((ROWS, COLUMNS), np.int32)
        for rank, part in enumerate(parts):
            picture[rank::world.size] = part
        assert (picture == mandelbrot(x, y, LIMIT)).all()


def multiply_stack(world):
    """A process has its part of the stack alone."""
    batch_matmul = compiled("batch_matmul.c", world).batch_matmul
    lo, hi = STACK * world.rank // world.size, STACK * (world.rank + 1) // world.size
    A = (np.arange(lo * 24, hi * 24) * 7 % 23 - 11).astype(np.float32).reshape(-1, 4, 6)
    B = (np.arange(lo * 30, hi * 30) * 7 % 23 - 11).astype(np.float32).reshape(-1, 6, 5)
    world.Barrier()
    begin = MPI.Wtime()
    C = batch_matmul(A, B, target="cpu")
    report("batch_matmul", MPI.Wtime() - begin, world)

    sums = np.array([C.sum(dtype=float), (A.sum(1) * B.sum(2)).sum(dtype=float)])
    totals = np.empty_like(sums)
    world.Reduce(sums, totals)  # what is sent is the arrays' memory
    if world.rank == 0:
        print(f"sum of {STACK} products: {totals[0]:.0f}", flush=True)
        assert totals[0] == totals[1]


if __name__ == "__main__":
    # A process for each core has one thread; a process for each GPU would say device=rank % len(weft.devices()).
    with weft.options(target="cpu", threads=1):
        draw_rows(MPI.COMM_WORLD)
        multiply_stack(MPI.COMM_WORLD)
