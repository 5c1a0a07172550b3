"""Calls and other threads: the GIL is let go, and many threads compute at once."""
import threading
import time

import numpy as np
import pytest

from weft import std

A = np.linspace(0.1, 1.0, 2_000_000)


def calls():
    out = np.empty_like(A)
    table = A.reshape(-1, 100)
    return {
        "call": lambda: std.exp(A, out=out, target="cpu"),
        "parallel": lambda: std.exp(A, out=out, target="parallel"),
        "reduce": lambda: std.add.reduce(table, axis=0, target="cpu"),
        "accumulate": lambda: std.add.accumulate(A, target="cpu"),
        "ufunc": lambda: std.exp.ufunc(A, out=out),
        "gufunc": lambda: std.vecdot(table, table, target="cpu"),
        "at": lambda: std.add.at(out, np.arange(200_000), 1.0),
    }


def most_naps(call, seconds, enough):
    """How many naps of another thread ended during one call, at most; tried for so long, or until it is enough."""
    stop, naps, most = threading.Event(), [], 0

    def nap():
        while not stop.is_set():
            time.sleep(1e-4)
            naps.append(None)
    thread = threading.Thread(target=nap)
    thread.start()
    end = time.monotonic() + seconds
    while most < enough and time.monotonic() < end:
        before = len(naps)
        call()
        most = max(most, len(naps) - before)
    stop.set()
    thread.join()
    return most


@pytest.mark.parametrize("name", calls())
def test_a_thread_that_naps_runs_during_calls(name):
    assert most_naps(calls()[name], 30, 5) >= 5


def test_naps_tell_whether_the_lock_is_held():
    """By a call that holds it: a nap may end when it begins, and when it ends."""
    assert most_naps(A.tolist, 0.5, 5) < 5


def test_many_threads_at_once():
    """Sixteen threads, and each has its numbers."""
    wrong = []

    def work(k):
        a = np.arange(10_000.0) + k
        for _ in range(20):
            for found in (std.add(a, k), std.add(a, k, target="parallel"), std.add.ufunc(a, k)):
                if not (found == a + k).all():
                    wrong.append(k)
            if std.add.reduce(a) != a.sum():
                wrong.append(k)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_two_threads_compute_at_the_same_time():
    """Each is inside its call when the other is: counted by processor time, which passes twice as fast as the clock
    where two cores are to be had. Where they are not, it still passes in both threads."""
    spent = []

    def work():
        begin = time.thread_time()
        for _ in range(5):
            std.exp(A, target="cpu")
        spent.append(time.thread_time() - begin)
    threads = [threading.Thread(target=work) for _ in range(2)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"processor time / time: {sum(spent) / (time.monotonic() - begin):.2f}")
    assert len(spent) == 2 and min(spent) > 0
