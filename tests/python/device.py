"""By hand, on a machine with a GPU: streams, graphs, results and host time with PyTorch, CuPy and JAX.
Prints one verdict a line, and ends with 1 if one is wrong. What is not to be had is skipped, and said at the end.

    PYTHONPATH=build/default/python python3 tests/python/device.py
"""
import os
import statistics
import subprocess
import sys
import time

import numpy as np

import weft
from weft import std

wrong = 0
skipped = []


def verdict(name, right, more=""):
    global wrong
    wrong += not right
    print(f"{'right' if right else 'WRONG'}  {name}  {more}", flush=True)


def skip(name, why):
    skipped.append(name)
    print(f"skipped  {name}: {why}", flush=True)


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

    std.add(x, 1)  # loads the kernels
    right, busy, times = 0, 0, []
    for k in range(20):
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            y = torch.zeros_like(x)
            torch.cuda._sleep(20_000_000)
            y.fill_(k)
            start = time.perf_counter()
            z = std.add(y, 1)
            times.append((time.perf_counter() - start) * 1e6)
            busy += not stream.query()
            right += bool((z == k + 1).all())
    verdict("torch: side streams behind a sleeping kernel", right == 20, f"{right} of 20")
    verdict("torch: the call returns while the stream sleeps: no synchronisation", busy == 20, f"{busy} of 20")
    verdict("torch: the call returns in less than 100 us", statistics.median(times) < 100,
            f"median {statistics.median(times):.0f} us, longest {max(times):.0f}")

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
    refuses("torch: conj as an output", RuntimeError, lambda: std.add(z, z, out=z.conj()))
    refuses("torch: neg as an output", RuntimeError, lambda: std.add(z.real, z.real, out=z.conj().imag))
    verdict("torch: and nothing is written", bool((z == torch.tensor([1 + 2j], device="cuda")).all()))
    refuses("torch: requires_grad", RuntimeError, lambda: std.add(torch.zeros(1, requires_grad=True, device="cuda"), 1))
    a, b, c = (torch.zeros(1024, device="cuda") for _ in range(3))
    theirs, ours = host_time(lambda: torch.add(a, b, out=c)), host_time(lambda: std.add(a, b, c))
    literal = host_time(lambda: std.add(a, 2.0, c))
    verdict("torch: host time of out=", ours <= 0.9 * theirs,
            f"{ours:.2f} us, torch.add {theirs:.2f}: ratio {ours / theirs:.2f}, at most 0.9")
    verdict("torch: a literal costs little", literal - ours <= 0.5,
            f"{literal:.2f} us, {literal - ours:+.2f}, at most 0.5 more")
    print(f"       new results: {host_time(lambda: std.add(a, b)):.2f} us, torch.add "
          f"{host_time(lambda: torch.add(a, b)):.2f}")
    if torch.cuda.device_count() > 1:
        there = torch.ones(10, device="cuda:1")
        verdict("torch: the second GPU", std.add(there, 1).device.index == 1)
    else:
        skip("torch: the second GPU", "there is one")


def try_cupy():
    import cupy
    print("cupy", cupy.__version__)
    sleep = cupy.RawKernel("""extern "C" __global__ void sleep(long long count)
        { long long start = clock64(); while (clock64() - start < count) ; }""", "sleep")
    std.add(cupy.zeros(1, np.float32), 1)  # loads the kernels
    warm = cupy.zeros(1, np.float32)
    warm += 1  # CuPy compiles its own, which takes longer than the device sleeps
    for name, make in (("side streams", lambda: cupy.cuda.Stream(non_blocking=True)),
                       ("the per-thread default stream", lambda: cupy.cuda.Stream.ptds)):
        right, busy, times = 0, 0, []
        for k in range(20):
            with make() as stream:
                y, room = cupy.zeros(1 << 20, np.float32), cupy.empty(1 << 20, np.float32)
                del room  # the result's: a stream has a pool of its own, which would ask the device for more
                sleep((1,), (1,), (20_000_000,))
                y += k
                start = time.perf_counter()
                z = std.add(y, 1)
                times.append((time.perf_counter() - start) * 1e6)
                busy += not stream.done
                right += bool((z == k + 1).all())
        verdict(f"cupy: {name} behind a sleeping kernel", right == 20 and busy == 20,
                f"{right} of 20 right, {busy} returned before, median {statistics.median(times):.0f} us")
    before = cupy.get_default_memory_pool().used_bytes()
    kept = std.add(cupy.zeros(1 << 20, np.float32), 1)
    grown = cupy.get_default_memory_pool().used_bytes() - before
    verdict("cupy: results lie in its pool", grown >= kept.nbytes, f"{grown} bytes")
    verdict("cupy and NumPy together", bool((std.add(kept[:4], np.ones(4, np.float32)) == 2).all()))
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
    verdict("jax: and nothing is written", bool((a == jnp.arange(1000, dtype="float32")).all()))
    if "cuda" not in str(a.devices()).lower() and "gpu" not in str(a.devices()).lower():
        skip("jax on the GPU", f"its arrays lie on {a.devices()}")


def try_host():
    """What needs no framework: host arrays, and that a process that asks for no GPU gets none."""
    a = np.arange(1 << 16, dtype=np.float32)
    verdict("host arrays on the gpu", bool((std.add(a, a, target="gpu") == 2 * a).all()))
    code = ("import weft, numpy as np; weft.std.add(np.ones(3), 2, target='cpu'); "
            "print('libcuda' in open('/proc/self/maps').read())")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout.strip()
    verdict("import and a call on the cpu touch no CUDA", told == "False", told)
    code = ("import weft\ntry: weft.std.add(1.0, 2.0, target='gpu')\nexcept weft.TargetError as e: print(e)\n"
            "print(weft.std.add.choose([1.0], 2.0))")
    hidden = dict(os.environ, CUDA_VISIBLE_DEVICES="")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=hidden).stdout
    verdict("no device to be seen: an error for gpu, auto takes the cpu", told.endswith("cpu\n") and len(told) > 10,
            told.replace("\n", " "))


def try_own():
    """Device arrays, streams and events of Weft's own."""
    a = np.arange(1 << 23, dtype=np.float32)
    s, t = weft.Stream(non_blocking=True), weft.Stream(non_blocking=True)
    x = weft.to_device(a)
    std.exp(x)  # loads the kernels
    std.add(x, 1)
    weft.synchronize()
    start = time.perf_counter()
    y = x
    for k in range(40):  # each reads what the other stream wrote
        y = std.add(y, 1, stream=(s, t)[k % 2])
    took, busy = (time.perf_counter() - start) * 1e6, not (s.done and t.done)
    verdict("own: the host does not wait", busy, f"{took:.0f} us for 40 calls")
    verdict("own: two streams, in the order of what they read", bool((y.to_host() == a + 40).all()))
    right = 0
    for k in range(20):  # memory that is freed on one stream serves again on another
        z = std.add(x, k, stream=s)
        del z
        z = std.add(x, 2 * k, stream=t)
        right += bool((z.to_host() == a + 2 * k).all())
    verdict("own: freed memory serves again behind its work", right == 20, f"{right} of 20")
    first = s.record()
    for _ in range(10):
        std.exp(x, stream=s)
    milliseconds = first.elapsed(s.record())
    verdict("own: events take times", 0.05 < milliseconds < 1000, f"{milliseconds:.3f} ms for 10 exp of 2**23")
    pinned = weft.pinned_empty(a.shape, a.dtype)
    verdict("own: into pinned memory", bool((x.to_host(pinned) == a).all()))
    view = x[::-1][5::3]
    verdict("own: views", bool((std.add(view, 1).to_host() == a[::-1][5::3] + 1).all()))
    x[1:] = x[:-1]
    verdict("own: a copy that overlaps", bool((x.to_host()[1:] == a[:-1]).all()))
    used = weft.device_memory().used
    del y, z, view
    weft.synchronize()
    verdict("own: memory goes back", weft.device_memory().used < used)
    b, c = weft.zeros(1024, "float32"), weft.zeros(1024, "float32")
    print(f"       host time of out=: {host_time(lambda: std.add(b, b, c)):.2f} us, with a new result "
          f"{host_time(lambda: std.add(b, b)):.2f}, on a stream {host_time(lambda: std.add(b, b, c, stream=s)):.2f}")


def main():
    print("devices", weft.devices(), "weft", weft.__version__, "numpy", np.__version__)
    if not weft.devices():
        print("skipped  all: there is no GPU")
        return 77
    for part in (try_host, try_own, try_torch, try_cupy, try_jax):
        try:
            part()
        except ImportError as error:
            skip(part.__name__[4:], error)
        except Exception as error:  # another framework's fault must not hide the rest
            verdict(f"{part.__name__[4:]} ended early", False, repr(error)[:200])
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    refuses("a read-only output", ValueError, lambda: std.add(1.0, 1.0, out=frozen, target="gpu"))
    verdict("and nothing is written", not frozen.any())
    print(f"{wrong} wrong; skipped: {', '.join(skipped) or 'nothing'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
