"""By hand, on a machine with a GPU: streams, graphs, results and host time with PyTorch, CuPy and JAX.
Prints one verdict a line, and ends with 1 if one is wrong. What is not installed is skipped.

    PYTHONPATH=build/default/python python3 tests/python/device.py
"""
import sys
import time

import numpy as np

import weft
from weft import std

wrong = 0


def verdict(name, right, more=""):
    global wrong
    wrong += not right
    print(f"{'right' if right else 'WRONG'}  {name}  {more}", flush=True)


def host_time(function, count=2000, rounds=7):
    """Microseconds of host time a call, the least of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(count):
            function()
        best = min(best, time.perf_counter() - start)
    return best / count * 1e6


def refuses(name, kind, call):
    try:
        call()
        verdict(name, False, "no error")
    except kind as error:
        verdict(name, True, str(error)[:80])


def try_torch():
    import torch
    print("torch", torch.__version__)
    x = torch.arange(1 << 20, device="cuda", dtype=torch.float32)

    std.add(x, 1)  # the first call of a kernel loads it
    right, times = 0, []
    for k in range(20):
        with torch.cuda.stream(torch.cuda.Stream()):
            y = torch.zeros_like(x)
            torch.cuda._sleep(20_000_000)
            y.fill_(k)
            start = time.perf_counter()
            z = std.add(y, 1)
            times.append((time.perf_counter() - start) * 1e6)
            right += bool((z == k + 1).all())
    verdict("torch: side streams behind a sleeping kernel", right == 20, f"{right} of 20")
    times.sort()
    verdict("torch: the call returns at once", times[10] < 100 and times[-1] < 1000,
            f"median {times[10]:.0f} us, longest {times[-1]:.0f}; the kernel before it sleeps for 10 ms")

    del z
    before = torch.cuda.memory_allocated()
    z = std.add(x, 1)
    grown = torch.cuda.memory_allocated() - before
    verdict("torch: results are torch's, in its memory", type(z) is torch.Tensor and grown == 4 << 20, f"{grown}")
    verdict("torch: transposed", bool((std.add(x.view(1024, 1024).T, 1) == x.view(1024, 1024).T + 1).all()))
    verdict("torch: reduce", abs(float(std.add.reduce(x[:1000])) - 499500) < 1)
    b = x[:100].bfloat16()
    verdict("torch: bfloat16", bool((std.add(b, b) == b + b).all()))
    verdict("torch and NumPy together", bool((std.add(x[:4], np.ones(4, np.float32)) == x[:4] + 1).all()))

    out, graph = torch.zeros(1 << 20, device="cuda"), torch.cuda.CUDAGraph()
    std.add(x, 1, out=out)
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        std.add(x, 1, out=out)
    out.zero_()
    graph.replay()
    torch.cuda.synchronize()
    verdict("torch: a CUDA graph captures and replays", bool((out == x + 1).all()))

    z = torch.tensor([1 + 2j], device="cuda")
    refuses("torch: conj", RuntimeError, lambda: std.add(z.conj(), 1))
    refuses("torch: neg", RuntimeError, lambda: std.add(z.conj().imag, 1))
    refuses("torch: requires_grad", RuntimeError, lambda: std.add(torch.zeros(1, requires_grad=True, device="cuda"), 1))
    a, b, c = (torch.zeros(1024, device="cuda") for _ in range(3))
    theirs, ours = host_time(lambda: torch.add(a, b, out=c)), host_time(lambda: std.add(a, b, c))
    literal = host_time(lambda: std.add(a, 2.0, c))
    verdict("torch: host time of out=", ours <= 0.9 * theirs, f"{ours:.2f} us, torch.add {theirs:.2f}")
    verdict("torch: a literal costs little", literal - ours <= 0.5, f"{literal:.2f} us")
    print(f"       new results: {host_time(lambda: std.add(a, b)):.2f} us, torch.add "
          f"{host_time(lambda: torch.add(a, b)):.2f}")
    if torch.cuda.device_count() > 1:
        there = torch.ones(10, device="cuda:1")
        verdict("torch: the second GPU", std.add(there, 1).device.index == 1)


def try_cupy():
    import cupy
    print("cupy", cupy.__version__)
    right = 0
    for k in range(20):
        with cupy.cuda.Stream(non_blocking=True):
            y = cupy.zeros(1 << 20, np.float32)
            for _ in range(200):
                y += 1
            z = std.add(y, k)
            right += bool((z == 200 + k).all())
    verdict("cupy: side streams", right == 20, f"{right} of 20")
    verdict("cupy: results are cupy's", type(z) is cupy.ndarray)
    a = cupy.arange(6.0).reshape(2, 3)
    verdict("cupy: transposed, outputs", bool((std.add(a.T, 1) == a.T + 1).all()) and std.add(a, 1, a) is a)
    made = std.add(_Bare(a), 1)
    verdict("CUDA array interface alone", type(made) is weft.DeviceArray and bool((cupy.asarray(made) == a + 1).all()))
    b, c = cupy.zeros(1024, np.float32), cupy.zeros(1024, np.float32)
    print(f"       host time of out=: {host_time(lambda: std.add(b, b, c)):.2f} us, cupy.add "
          f"{host_time(lambda: cupy.add(b, b, c)):.2f}")


class _Bare:
    def __init__(self, array):
        self.__cuda_array_interface__ = array.__cuda_array_interface__


_Bare.__cuda_array_interface__ = None


def try_jax():
    import jax
    import jax.numpy as jnp
    print("jax", jax.__version__)
    a = jnp.arange(1000, dtype="float32")
    z = std.add(a, 1)
    verdict("jax: results are jax's", isinstance(z, jax.Array) and bool((z == a + 1).all()), str(z.devices()))
    refuses("jax: no output", TypeError, lambda: std.add(a, 1, out=a))


def main():
    print("devices", weft.devices(), "weft", weft.__version__, "numpy", np.__version__)
    for part in (try_torch, try_cupy, try_jax):
        try:
            part()
        except ImportError as error:
            print(f"skipped  {part.__name__}: {error}")
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    refuses("a read-only output", ValueError, lambda: std.add(1.0, 1.0, out=frozen, target="gpu"))
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
