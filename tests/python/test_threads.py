"""Calls and other threads: the GIL is let go, and many threads compute at once."""
import threading
import time

import numpy as np
import pytest

import weft
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


def naps_during(call, seconds, enough=None):
    """How many naps of another thread ended during each call; of so many seconds, or until one had enough."""
    stop, naps, found = threading.Event(), [], []

    def nap():
        while not stop.is_set():
            time.sleep(1e-4)
            naps.append(None)
    thread = threading.Thread(target=nap)
    thread.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end and (enough is None or not found or found[-1] < enough):
        before = len(naps)
        call()
        found.append(len(naps) - before)
    stop.set()
    thread.join()
    return found


@pytest.mark.parametrize("name", calls())
def test_a_thread_that_naps_runs_during_calls(name):
    assert max(naps_during(calls()[name], 30, 5)) >= 5


def test_naps_tell_whether_the_lock_is_held():
    """By a call that holds it: a nap may end when it begins, and when it ends; more where the machine stops the caller
    there, as a busy one does now and then."""
    assert min(naps_during(A.tolist, 3)) < 5


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


def test_options_are_those_of_a_thread():
    """One object for several threads, whose blocks end in any order."""
    both, first = weft.options(target="cpu"), threading.Barrier(2, timeout=30)
    seen = []

    def work(own):
        with weft.options(target=own):
            with both:
                first.wait()
                seen.append(std.add.choose(A, A))
                first.wait()
            seen.append(std.add.choose(A, A))
    threads = [threading.Thread(target=work, args=("parallel",)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == ["cpu", "cpu", "parallel", "parallel"]


def test_options_of_a_function():
    @weft.options(target="cpu", threads=1)
    def inside(depth):
        return inside(depth - 1) if depth else std.add.choose(A, A)
    with weft.options(target="parallel"):
        assert inside(3) == "cpu" and std.add.choose(A, A) == "parallel"


def seen():
    """The target and the threads that a call would take."""
    from weft import _core, _options
    return std.add.choose(A, A), _options._current.get()[1]


def test_options_nest():
    """The inner one keeps what it does not name."""
    before = seen()
    with weft.options(target="parallel", threads=2):
        with weft.options(threads=1):
            assert seen() == ("parallel", 1)
            with weft.options(target="cpu"):
                assert seen() == ("cpu", 1)
            with weft.options():
                assert seen() == ("parallel", 1)
        with weft.options(target="auto", threads=0):
            assert seen()[1] == 0
        assert seen() == ("parallel", 2)
    assert seen() == before


def test_options_of_tasks():
    """Each task has its own, and leaves none behind; one that is made in a block has the block's."""
    import asyncio
    found = {}

    async def task(name, target, threads):
        with weft.options(target=target):
            await asyncio.sleep(0)
            with weft.options(threads=threads):
                await asyncio.sleep(0.001)
                found[name] = seen()
            await asyncio.sleep(0)
            assert seen()[0] == target

    @weft.options(target="cpu", threads=5)
    async def decorated():
        await asyncio.sleep(0.001)
        return seen()

    async def all_of_them():
        with weft.options(threads=3):
            inherited = asyncio.create_task(asyncio.to_thread(seen))
            await asyncio.gather(task("a", "cpu", 1), task("b", "parallel", 2), task("c", "cpu", None))
        assert await inherited == (seen()[0], 3)
        assert await asyncio.gather(decorated(), decorated()) == [("cpu", 5)] * 2
    before = seen()
    asyncio.run(all_of_them())
    assert found == {"a": ("cpu", 1), "b": ("parallel", 2), "c": ("cpu", 3)}
    assert seen() == before


def test_options_of_generators():
    """Blocks that end in another order than they began."""
    def steps(target):
        with weft.options(target=target):
            yield seen()[0]
    before = seen()
    one, two = steps("cpu"), steps("parallel")
    assert (next(one), next(two)) == ("cpu", "parallel")
    one.close()
    assert seen()[0] == "parallel"
    two.close()
    assert seen() == before


def test_options_after_errors():
    before = seen()
    with pytest.raises(ZeroDivisionError):
        with weft.options(target="cpu", threads=1):
            raise ZeroDivisionError
    assert seen() == before
    for words in ({"target": "x"}, {"threads": -1}, {"threads": "x"}, {"device": -1}, {"target": 3}, {"threads": 1 << 40}):
        with pytest.raises(weft.ArgumentError, match="weft.options: "):
            weft.options(**words)
