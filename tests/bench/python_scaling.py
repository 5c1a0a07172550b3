"""How work that is arithmetic spreads over cores, beside what the machine gives at that time: as many processes of their
own, each with the same work on one thread. Rounds are interleaved, and the least time of each counts. By hand:

    PYTHONPATH=build/default/python python3 tests/bench/python_scaling.py [ROUNDS [MOST]]

Efficiency is the work done in a second, relative to those processes: 1 is all that could be had. `naps` are those of 1 ms
that another thread took during one call of the parallel target, by the time that it took.
"""
import multiprocessing
import os
import statistics
import sys
import threading
import time

import numpy as np

import weft
from weft import std

ITEMS = 100_000  # powers of each core, on memory that stays in its caches
TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 16  # how often: some ms


def operands(parts):
    a = np.linspace(0.5, 1.5, parts * ITEMS)
    return a, a[::-1].copy(), np.empty_like(a)


def serve(go, times):
    """A process that does one part at each go."""
    a, b, c = operands(1)
    while go.recv():
        start = time.perf_counter()
        for _ in range(TIMES):
            std.power(a, b, out=c, target="cpu")
        times.send(time.perf_counter() - start)


def start_processes(count):
    made = []
    for _ in range(count):
        (go, own), (times, answers) = multiprocessing.Pipe(), multiprocessing.Pipe()
        process = multiprocessing.Process(target=serve, args=(own, answers), daemon=True)
        process.start()
        made.append((process, go, times))
    return made


def by_processes(processes):
    for _, go, _ in processes:
        go.send(True)
    return max(times.recv() for _, _, times in processes)


def by_parallel(cores):
    a, b, c = operands(cores)

    def run():
        start = time.perf_counter()
        for _ in range(TIMES):
            std.power(a, b, out=c, target="parallel", threads=cores)
        return time.perf_counter() - start
    return run


def by_threads(threads, cores):
    """That many threads of Python, which share the work of `cores` parts."""
    a, b, c = operands(cores)
    cuts = np.linspace(0, len(a), threads + 1).astype(int)
    begin, end = threading.Barrier(threads + 1), threading.Barrier(threads + 1)

    def work(k):
        part = slice(cuts[k], cuts[k + 1])
        with weft.options(target="cpu"):
            while True:
                begin.wait()
                for _ in range(TIMES):
                    std.power(a[part], b[part], out=c[part])
                end.wait()
    for k in range(threads):
        threading.Thread(target=work, args=(k,), daemon=True).start()

    def run():
        start = time.perf_counter()
        begin.wait()
        end.wait()
        return time.perf_counter() - start
    return run


def naps_during(call):
    """Naps of 1 ms by another thread during a call, and the call's time in ms."""
    naps, stop = [], threading.Event()

    def nap():
        while not stop.is_set():
            time.sleep(1e-3)
            naps.append(None)
    thread = threading.Thread(target=nap)
    thread.start()
    time.sleep(0.01)
    before, taken = len(naps), call()
    count = len(naps) - before
    stop.set()
    thread.join()
    return count, 1e3 * taken


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    cores = len(os.sched_getaffinity(0))
    counts = sorted({1, *(2 ** k for k in range(10) if 2 ** k < cores), cores})
    processes = {n: start_processes(n) for n in counts}  # before there are threads
    ways = {("processes", n): (lambda n=n: by_processes(processes[n])) for n in counts}
    ways.update({("parallel", n): by_parallel(n) for n in counts})
    ways.update({(f"{n} threads", n): by_threads(n, n) for n in counts})
    ways["16 threads", cores] = by_threads(16, cores)
    times = {way: [] for way in ways}
    for _ in range(rounds):
        for way, run in ways.items():
            times[way].append(run())
    print(f"{cores} cores, load {os.getloadavg()[0]:.1f}; {TIMES} times {ITEMS} powers a core, {rounds} rounds")
    for (way, n), taken in times.items():
        others = times["processes", n]
        rounds_own = statistics.median(other / own for other, own in zip(others, taken))
        print(f"| {n} | {way} | {1e3 * min(taken):.2f} ms | {min(others) / min(taken):.2f} | {rounds_own:.2f} |")
    a, b, c = operands(400)

    def long_call():
        start = time.perf_counter()
        std.power(a, b, out=c, target="parallel")
        return time.perf_counter() - start
    print("naps of 1 ms during one call: {} in {:.0f} ms".format(*max(naps_during(long_call) for _ in range(5))))


if __name__ == "__main__":
    main()
