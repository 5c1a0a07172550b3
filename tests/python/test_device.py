"""Device arrays, streams and events from Python alone, over the stand-in for the driver, whose controls say what is
left behind and make calls of the driver fail."""
import asyncio
import copy
import ctypes
import gc
import os
import threading

import numpy as np
import pytest

import weft

pytestmark = pytest.mark.skipif(not weft.devices(), reason="there is no GPU, nor a stand-in for one")
OUT_OF_MEMORY, LAUNCH_FAILED, NOT_READY = 2, 719, 600


@pytest.fixture(scope="module")
def k():
    return weft.load(os.environ["WEFT_DEVICE_KERNELS"])


@pytest.fixture
def driver():
    """The stand-in; nothing of a test is left on it."""
    library = ctypes.CDLL("libcuda.so.1")
    for name in ("live", "streams", "events"):
        getattr(library, f"stand_in_{name}").restype = ctypes.c_long
    weft.synchronize()
    weft.trim()
    before = library.stand_in_live(), library.stand_in_streams()
    library.stand_in_fail(None, 0, 0, 0)
    yield library
    library.stand_in_fail(None, 0, 0, 0)
    gc.collect()
    weft.trim()
    assert (library.stand_in_live(), library.stand_in_streams()) == before


def fail(driver, entry, result, sticky=0, n=1):
    driver.stand_in_fail(entry.encode(), ctypes.c_long(n), result, sticky)


# ---- arrays ----

ARRAYS = [np.arange(24.0).reshape(2, 3, 4), np.arange(24.0).reshape(4, 6).T, np.arange(24, dtype=np.int8)[::-3],
          np.arange(6, dtype=">i4").reshape(2, 3), np.array(5.5), np.zeros((3, 0, 2), np.float32), np.arange(5) > 2,
          np.arange(8, dtype=np.complex64).reshape(2, 1, 4), np.float16([1, 2, np.nan]), [[1, 2], [3, 4]], 7,
          np.arange(12.0).reshape(3, 4).transpose(1, 0)[:, ::2], np.broadcast_to(np.int16(9), (3, 4)),
          np.arange(24, dtype=np.uint64).reshape(2, 3, 4).transpose(2, 0, 1)]


@pytest.mark.parametrize("array", ARRAYS)
def test_there_and_back(array, driver):
    x = weft.to_device(array)
    array = np.asarray(array)
    assert type(x) is weft.DeviceArray and x.device == 0
    assert (x.shape, x.ndim, x.size, x.nbytes) == (array.shape, array.ndim, array.size, array.nbytes)
    assert x.dtype == array.dtype.newbyteorder("=") and x.itemsize == array.itemsize
    back = x.to_host()
    assert type(back) is np.ndarray and back.flags.c_contiguous
    np.testing.assert_array_equal(back, array)
    out = np.zeros(array.shape, array.dtype)
    assert x.to_host(out) is out
    np.testing.assert_array_equal(out, array)
    np.testing.assert_array_equal(x.copy().to_host(), array)
    for other in (copy.copy(x), copy.deepcopy(x)):
        np.testing.assert_array_equal(other.to_host(), array)


def test_axes_lie_as_on_the_host(driver):
    a = np.arange(24.0).reshape(4, 6).T
    assert weft.to_device(a).strides == a.strides and weft.to_device(a[:, ::2]).strides == (8, 48)
    assert weft.empty((2, 3)).strides == (24, 8)


def test_new_arrays(driver):
    assert weft.empty(5).dtype == "float64" and weft.empty(5).shape == (5,)
    assert weft.empty((), "int8").shape == () and weft.empty((0, 3)).size == 0
    for dtype in ("bool", "int8", "uint64", np.float16, np.dtype("float32"), complex):
        assert not weft.zeros((3, 4), dtype).to_host().any() and weft.zeros(3, dtype).dtype == np.dtype(dtype)


KEYS = [1, -1, slice(1, None), slice(None, None, -2), (slice(None), 2), (0, 1, 2), (..., 1),
        (None, slice(None), ..., None),
        (slice(0, 0),), (1, slice(None), slice(3, 0, -1)), np.int64(1), ()]


@pytest.mark.parametrize("key", KEYS)
def test_views(key, driver):
    a = np.arange(24.0).reshape(2, 3, 4)
    x = weft.to_device(a)
    view = x[key]
    assert view.shape == a[key].shape and view.base is x
    np.testing.assert_array_equal(view.to_host(), a[key])
    x[key] = -1
    a[key] = -1
    np.testing.assert_array_equal(x.to_host(), a)
    del x
    gc.collect()
    np.testing.assert_array_equal(view.to_host(), a[key])  # a view keeps its memory
    view[...] = 3
    assert (view.to_host() == 3).all()


def test_views_of_views_and_other_shapes(driver):
    a = np.arange(24.0).reshape(2, 3, 4)
    x = weft.to_device(a)
    for see in (lambda v: v.T, lambda v: v.transpose(2, 0, 1), lambda v: v.transpose((1, 0, 2)),
                lambda v: v.reshape(6, -1),
                lambda v: v.reshape((4, 6)), lambda v: v[1:].T[::-1], lambda v: v.reshape(24)[::5][1:3],
                lambda v: v.reshape(2, 3, 2, 2)[:, :, 0]):
        np.testing.assert_array_equal(see(x).to_host(), see(a))
        assert see(x).base is x and see(x).strides == see(a).strides
    assert len(x) == 2 and [row.shape for row in x] == [(3, 4)] * 2
    with pytest.raises(weft.ArgumentError, match="copy"):
        x.T.reshape(24)
    with pytest.raises(weft.ArgumentError, match="axes"):
        x.transpose(0, 1)


@pytest.mark.parametrize("key", [5, (0, 0, 0, 0), [0, 1], np.array([True, False]), 1.0, "x", True, slice(None, None, 0),
                                 (..., ...)])
def test_what_is_no_index(key, driver):
    x = weft.zeros((2, 3, 4))
    for use in (lambda: x[key], lambda: x.__setitem__(key, 1)):
        with pytest.raises(weft.BoundsError) as caught:
            use()
        assert isinstance(caught.value, IndexError) and isinstance(caught.value, weft.Error)


def test_views_stay_inside(driver):
    x = weft.zeros((2, 3))[:, 1:]
    for address, shape, strides in ((x.ptr, (2, 3), (24, 8)), (x.ptr - 16, (1,), (8,)), (x.ptr, (2 ** 62,), (2 ** 62,)),
                                    (x.ptr, (-1,), (8,)), (x.ptr, (1,) * 40, (8,) * 40), (x.ptr, (3,), (-8,))):
        with pytest.raises(weft.ShapeError):
            x._view(address, shape, strides)


def test_assignment(driver):
    x, a = weft.zeros((3, 4)), np.zeros((3, 4))
    for key, value in ((0, 5), (slice(1, None), np.arange(4)), ((slice(None), 1), [[1, 2, 3]]),
                       (slice(None), np.arange(12).reshape(3, 4)), (..., np.float32(2))):
        x[key] = value if not isinstance(value, list) else value[0]
        a[key] = value if not isinstance(value, list) else value[0]
        np.testing.assert_array_equal(x.to_host(), a)
    x[1:] = x[:-1]  # that share memory
    a[1:] = a[:-1].copy()
    x[0] = weft.to_device(np.arange(4.0))
    a[0] = np.arange(4)
    np.testing.assert_array_equal(x.to_host(), a)
    with pytest.raises(weft.ShapeError, match="does not broadcast"):
        x[0] = np.zeros(3)
    narrow = weft.zeros(3, "int8")
    for value in (300, 1j, np.zeros(3), np.zeros(3, complex)):
        with pytest.raises(weft.DtypeError):
            narrow[...] = value
    narrow[...] = 2.5
    assert narrow.to_host().tolist() == [2, 2, 2]


def test_casts(driver):
    x = weft.to_device(np.float64([1.5, -2.5, np.nan, 1e300]))
    assert x.astype("int32").to_host().tolist() == [1, -2, 0, 2 ** 31 - 1]
    assert x.astype(np.float32).dtype == np.float32
    with pytest.raises(weft.DtypeError):
        x.to_host(np.zeros(4, np.int32))
    with pytest.raises(weft.ShapeError):
        x.to_host(np.zeros(3))


def test_it_becomes_no_ndarray_by_itself(driver):
    x = weft.to_device(np.arange(3.0))
    for convert in (np.asarray, np.array, lambda x: np.add(x, 1), lambda x: np.stack([x, x]),
                    lambda x: np.zeros(3) + np.array(x)):
        with pytest.raises(TypeError):
            convert(x)
    with pytest.raises(weft.DtypeError, match="to_host"):
        np.asarray(x)
    with pytest.raises(TypeError):
        weft.DeviceArray()
    with pytest.raises(TypeError):
        hash(x)


def test_single_elements(driver):
    x = weft.to_device(np.arange(3.0))
    assert (x[1].item(), float(x[2]), int(x[2]), bool(x[0]), complex(x[1])) == (1.0, 2.0, 2, False, 1 + 0j)
    with pytest.raises(weft.ArgumentError, match="no single number"):
        x.item()


def test_what_cannot_be_made(driver):
    for make, kind in ((lambda: weft.empty((2, -1)), weft.ShapeError),
                       (lambda: weft.empty((2 ** 40, 2 ** 40)), weft.ShapeError),
                       (lambda: weft.empty((1,) * 40), weft.ShapeError),
                       (lambda: weft.empty(3, device=99), weft.TargetError),
                       (lambda: weft.empty(3, device="all"), weft.ArgumentError),
                       (lambda: weft.empty(3, "M8[s]"), weft.DtypeError),
                       (lambda: weft.to_device(np.zeros(3, "M8[s]")), weft.DtypeError),
                       (lambda: weft.to_device(object()), weft.DtypeError),
                       (lambda: weft.to_device(np.ma.array([1, 2], mask=[0, 1])), weft.DtypeError),
                       (lambda: weft.to_device(weft.zeros(3)), weft.ArgumentError),
                       (lambda: weft.empty(1.5), weft.ShapeError), (lambda: weft.empty("x"), weft.ShapeError),
                       (lambda: weft.Stream(device=99), weft.TargetError),
                       (lambda: weft.Event(device=99), weft.TargetError)):
        with pytest.raises(kind):
            make()


# ---- calls ----

def test_results_stay_on_the_device(k, driver):
    a, b = np.arange(12.0).reshape(3, 4), np.arange(4.0)
    x, y = weft.to_device(a), weft.to_device(b)
    result = k.axpy(2, x, y)
    assert type(result) is weft.DeviceArray and k.axpy.choose(2, x, y) == "gpu"
    np.testing.assert_array_equal(result.to_host(), 2 * a + b)
    sums = k.total(result)
    assert type(sums) is weft.DeviceArray and sums.shape == (3,)
    np.testing.assert_array_equal(sums.to_host(), (2 * a + b).sum(1))
    mixed = k.axpy(2, x, b)  # an array of the host is copied there
    assert type(mixed) is weft.DeviceArray and (mixed.to_host() == 2 * a + b).all()
    host = np.zeros((3, 4))
    assert k.axpy(2, x, y, out=host) is host and (host == 2 * a + b).all()
    assert k.axpy(1, x, x, out=x) is x and (x.to_host() == 2 * a).all()
    view = x[:, ::2]
    assert k.axpy(0, view, 7, out=view) is view
    assert (x.to_host()[:, ::2] == 7).all() and (x.to_host()[:, 1::2] == 2 * a[:, 1::2]).all()
    assert k.axpy(2, x.T, 0.0).strides == (8, 32)  # as the operands lie
    assert type(k.total(x[0])) is weft.DeviceArray and k.total(x[0]).shape == ()
    with pytest.raises(weft.TargetError):
        k.axpy(2, x, y, target="cpu")
    with pytest.raises(weft.ShapeError):
        k.axpy(2, x, weft.zeros(3))


def test_other_frameworks_take_it(k, driver):
    x = weft.to_device(np.arange(6.0).reshape(2, 3))[:, 1:]
    interface = x.__cuda_array_interface__
    assert interface["shape"] == (2, 2) and interface["strides"] == (24, 8) and interface["data"] == (x.ptr, False)
    assert interface["typestr"] == "<f8" and interface["stream"] == 1
    assert x.__dlpack_device__() == (2, 0)
    capsule = x.__dlpack__(max_version=(1, 0), stream=1)
    del x
    gc.collect()
    assert driver.stand_in_live() > 0  # the capsule keeps it
    del capsule
    s = weft.Stream()
    y = k.axpy(1, weft.zeros(3), 0, stream=s)
    assert y.__cuda_array_interface__["stream"] == s.ptr


# ---- streams and events ----

def test_streams(k, driver):
    streams = [weft.Stream(), weft.Stream(non_blocking=True), None, 1]
    a = np.arange(1000.0)
    for first in streams:
        for second in streams:
            x = weft.to_device(a, stream=first)
            y = k.axpy(2, x, x, stream=second)
            z = k.axpy(1, y, x, stream=first)
            view = z[10:]
            del x, y, z
            np.testing.assert_array_equal(view.to_host(stream=second), 4 * a[10:])
    for s in streams[:2]:
        s.synchronize()
        assert s.done and s.device == 0 and s.ptr and s.__cuda_stream__() == (0, s.ptr)
        s.wait(streams[0])
        s.wait(s.record())
    with pytest.raises(TypeError):
        k.axpy(1, a, a, stream="x")


def test_results_keep_their_stream(k, driver):
    alive = driver.stand_in_streams()
    y = k.axpy(1, weft.zeros(3), 1, stream=weft.Stream(non_blocking=True))
    gc.collect()
    assert driver.stand_in_streams() == alive + 1
    z = k.axpy(1, y, 1, stream=weft.Stream())
    assert z.to_host().tolist() == [2, 2, 2]
    del y, z
    gc.collect()
    assert driver.stand_in_streams() == alive


def test_work_of_two_streams_is_ordered(k, driver):
    """What was written on one stream is waited for by what reads it on another; once is enough."""
    first, second = weft.Stream(non_blocking=True), weft.Stream(non_blocking=True)
    x = weft.zeros(3, stream=first)

    kept = []  # what is freed is waited for, too

    def waits(call):
        fail(driver, "cuStreamWaitEvent", LAUNCH_FAILED, n=1 << 40)
        kept.append(call())
        return driver.stand_in_count()
    assert waits(lambda: k.axpy(1, x, 0, stream=first)) == 0
    assert waits(lambda: k.axpy(1, x, 0, stream=second)) == 1
    assert waits(lambda: k.axpy(1, x[1:], 0, stream=second)) == 0
    k.axpy(1, x, 0, out=x[:], stream=first)
    assert waits(lambda: k.axpy(1, x, 0, stream=second)) == 1
    assert waits(lambda: x.__dlpack__(stream=second.ptr)) == 1
    assert waits(lambda: x.__dlpack__(stream=-1)) == 0


def stream_of(result):
    return result.__cuda_array_interface__["stream"]


def test_blocks(k, driver):
    x = weft.zeros(3)
    outer, inner = weft.Stream(), weft.Stream()
    with outer as same:
        assert same is outer and stream_of(k.axpy(1, x, 1)) == outer.ptr and stream_of(weft.empty(3)) == outer.ptr
        with inner, outer:
            assert stream_of(k.axpy(1, x, 1)) == outer.ptr
            assert stream_of(k.axpy(1, x, 1, stream=inner)) == inner.ptr
        assert stream_of(weft.to_device([1.0])) == outer.ptr
        seen = []
        thread = threading.Thread(target=lambda: seen.append(stream_of(k.axpy(1, x, 1))))
        thread.start()
        thread.join()
        assert seen == [1]  # a thread has its own
        with pytest.raises(ZeroDivisionError):
            with inner:
                1 / 0
        assert stream_of(weft.zeros(2)) == outer.ptr
    assert stream_of(k.axpy(1, x, 1)) == 1


def test_tasks_have_their_own(k, driver):
    x = weft.zeros(3)

    async def task(stream):
        for _ in range(3):
            with stream:
                await asyncio.sleep(0)
                assert stream_of(k.axpy(1, x, 1)) == stream.ptr
            await asyncio.sleep(0)
            assert stream_of(k.axpy(1, x, 1)) == 1

    async def both():
        await asyncio.gather(task(weft.Stream()), task(weft.Stream()))
    asyncio.run(both())


def test_events(k, driver):
    s = weft.Stream()
    start, end = weft.Event(), weft.Event()
    with pytest.raises(weft.ArgumentError, match="not recorded"):
        start.elapsed(end)
    assert start.record(s) is start
    x = k.axpy(1, weft.zeros(3), 1, stream=s)
    end.record(s)
    end.synchronize()
    assert end.done and start.elapsed(end) >= 0 and s.record().device == 0
    other = weft.Stream(non_blocking=True)
    end.wait(other)
    end.wait()
    with s:
        weft.Event().record().synchronize()
    fail(driver, "cuEventQuery", NOT_READY)
    assert not end.done
    fail(driver, "cuStreamQuery", NOT_READY)
    assert not s.done
    del x


# ---- memory and faults ----

def test_memory_is_limited(k, driver):
    before = weft.device_memory().used
    x = weft.empty(1 << 20, "int8")
    assert weft.device_memory().used >= before + (1 << 20)
    weft.device_limit(weft.device_memory().used + 1000)
    try:
        for make in (lambda: weft.empty(1 << 20, "int8"), lambda: weft.zeros(1 << 20, "int8"), lambda: x.copy(),
                     lambda: weft.to_device(np.zeros(1 << 17)), lambda: k.axpy(1, x.astype("int32"), 1)):
            with pytest.raises(weft.OutOfMemoryError, match="limit"):
                make()
        del x
        assert weft.empty(1 << 20, "int8").size == 1 << 20  # what is freed serves again
    finally:
        weft.device_limit(None)
    assert weft.device_memory().used == before


@pytest.mark.parametrize("entry", ["cuMemAllocFromPoolAsync", "cuMemcpyHtoDAsync", "cuLaunchKernel",
                                   "cuStreamWaitEvent", "cuEventCreate", "cuEventRecord", "cuMemcpyDtoHAsync",
                                   "cuStreamCreate"])
def test_faults_leave_nothing_behind(entry, k, driver):
    """Every call of an entry point fails once."""
    result = OUT_OF_MEMORY if "Alloc" in entry or "Create" in entry else LAUNCH_FAILED
    a = np.arange(20000.0).reshape(2, -1)[:, ::2]

    def work():
        s = weft.Stream(non_blocking=True)
        x = weft.to_device(a, stream=s)
        x[0] = 1
        y = k.axpy(2, x, weft.zeros(x.shape))
        y[:, 1:] = y[:, :-1]
        end = weft.Event().record(s)
        y.copy(stream=s).to_host(out := np.zeros(y.shape))
        s.wait(end)
        return out
    right = work()
    failed = 0
    for n in range(1, 100):
        fail(driver, entry, result, n=n)
        try:
            assert (work() == right).all()
        except weft.Error as error:
            failed += 1
            assert isinstance(error, weft.OutOfMemoryError if result == OUT_OF_MEMORY else weft.DeviceError)
        if driver.stand_in_count() < n:
            break
    assert failed and n < 99


def test_hostile_arguments(driver):
    """The functions of weft._core that the classes are made of, with what these do not hand them."""
    core, s, e = weft._core, weft.Stream(), weft.Event()
    for call in (lambda: core.device_empty([2], "int8", 0, None),
                 lambda: core.device_empty((2,), "nothing", 0, None),
                 lambda: core.device_empty(("x",), "int8", 0, None),
                 lambda: core.device_empty((2,), "int8", -1, None),
                 lambda: core.device_copy(None, 1, False, None),
                 lambda: core.device_copy(weft.zeros(2), object(), False, None),
                 lambda: core.device_copy(np.float64(1), 1, False, None),
                 lambda: core.device_copy(weft.zeros(2), "x", False, None),
                 lambda: core.stream_number(e._event),
                 lambda: core.stream_is_done("x", 0),
                 lambda: core.stream_follow(s, None, 0),
                 lambda: core.event_create("all"),
                 lambda: core.event_record(s._stream, None, 0),
                 lambda: core.event_record(e._event, 2.5, 0),
                 lambda: core.event_wait(s._stream),
                 lambda: core.event_elapsed(e._event, None),
                 lambda: core.event_is_done(7),
                 lambda: core.set_device_array(int),
                 lambda: core.set_device_array(5),
                 lambda: core.count_stream_blocks("x"),
                 lambda: core.DeviceArray(),
                 lambda: weft.zeros(2)._view(0, [1], (8,))):
        with pytest.raises((TypeError, ValueError, weft.Error)):
            call()
    frozen = np.zeros(2)
    frozen.flags.writeable = False
    with pytest.raises(weft.Error):
        weft.zeros(2).to_host(frozen)


def test_wrong_calls_name_the_function(driver):
    x, s, e = weft.zeros(2), weft.Stream(), weft.Event()
    for name, call in (("Stream", lambda: weft.Stream("x")), ("Event", lambda: weft.Event(1.5)),
                       ("wait", lambda: s.wait("x")), ("record", lambda: e.record("x")), ("wait", lambda: e.wait("x")),
                       ("to_host", lambda: x.to_host(stream="x")),
                       ("fill", lambda: x.fill(object())), ("astype", lambda: x.astype("int8", stream="x")),
                       ("reshape", lambda: x.reshape("x")), ("transpose", lambda: x.transpose("x")),
                       ("empty", lambda: weft.empty(2, stream="x")), ("zeros", lambda: weft.zeros(2, device="x")),
                       ("to_device", lambda: weft.to_device([1], device=1.5))):
        with pytest.raises(weft.Error, match=f"weft.{name}: "):
            call()


# ---- kernels that no ufunc calls ----

@pytest.fixture
def raw():
    return os.environ["WEFT_RAW_KERNELS"]


def test_kernels(raw, driver):
    add = weft.Kernel(raw, "raw_add")
    a, b = np.arange(500, dtype=np.float32), np.full(500, 2, np.float32)
    x, y, z = weft.to_device(a), weft.to_device(b), weft.zeros(500, np.float32)
    ways = ((4, 128, {}), ((2, 1), (64, 1, 1), {}), (None, None, {"items": 500}), (None, 32, {"items": 500, "shared": 100}))
    for blocks, threads, words in ways:
        for n in (500, np.uint64(500), np.array(500), (500).to_bytes(8, "little")):
            z.fill(0)
            assert add(blocks, threads, (n, x, y, z), **words) is None
            assert (z.to_host() == a + b).all()
    assert add.parameters == (8, 8, 8, 8) and (add.name, add.device) == ("raw_add", 0)
    assert repr(add) == f"<weft.Kernel 'raw_add' of {raw!r}>"
    z.fill(0)
    s = weft.Stream(non_blocking=True)
    with s:
        add(1, 1, [500, x, y, z])
    add(threads=1, blocks=1, arguments=iter([500, x, y, z]), stream=s)
    s.synchronize()
    assert (z.to_host() == a + b).all()


def test_kernels_take_numbers(raw, driver):
    places, reverse = weft.Kernel(raw, "raw_places"), weft.Kernel(raw, "raw_reverse")
    x = weft.zeros(6, np.int32)
    for sign in (-1, np.int8(-1), 255, True):
        places(2, 3, (x, sign))
        one = 1 if sign is True else -1
        assert (x.to_host() == one * np.array([0, 1000, 2000, 1, 1001, 2001])).all()
    y = weft.to_device(np.arange(8, dtype=np.float32))
    reverse(2, 4, (y, np.array([2, 1], np.float32).tobytes()))
    assert (y.to_host() == 2 * np.array([3, 2, 1, 0, 7, 6, 5, 4]) + 1).all()
    weft.Kernel(raw, "raw_nothing")(1, 1, ())


def test_wrong_kernels(raw, driver, tmp_path):
    add, places = weft.Kernel(raw, "raw_add"), weft.Kernel(raw, "raw_places")
    x, i = weft.zeros(8, np.float32), weft.zeros(6, np.int32)
    good = (8, x, x, x)
    for kernel, call, words in (
            (weft.FileError, lambda: weft.Kernel(tmp_path / "none", "x"), "none: No such file"),
            (weft.TargetError, lambda: weft.Kernel(raw, "raw_none"), "finding the kernel raw_none of "),
            (weft.TargetError, lambda: weft.Kernel(raw, "raw_add", 100), "there is no CUDA device 100"),
            (weft.ArgumentError, lambda: weft.Kernel(raw, 5), "weft.Kernel: "),
            (weft.ArgumentError, lambda: weft.Kernel(5, "x"), "weft.Kernel: |expected str"),
            (weft.ArgumentError, lambda: add(1, 1, good[:3]), "raw_add: 3 arguments are given, and the kernel takes 4"),
            (weft.ArgumentError, lambda: add(1, 1, (*good, 1)), "raw_add: 5 arguments are given"),
            (weft.ArgumentError, lambda: add(1, 1, (np.int32(8), x, x, x)), "argument 0 has 4 bytes, and the kernel takes 8"),
            (weft.ArgumentError, lambda: add(1, 1, (8, np.zeros(8), x, x)), "argument 1 lies in host memory"),
            (weft.ArgumentError, lambda: add(1, 1, (8, x[::2], x, x)), "argument 1 has gaps, or not the order of C"),
            (weft.ArgumentError, lambda: places(1, 1, (i, 256)), "argument 1 is 256, which is no number of as few bits"),
            (weft.ArgumentError, lambda: places(1, 1, (i, -129)), "argument 1 is -129, which is no number"),
            (weft.ArgumentError, lambda: places(1, 1, (i, 1 << 70)), "which is no number of as few bits"),
            (weft.ArgumentError, lambda: places(1, 1, (i, 1.5)), "argument 1 is 1.5, and the kernel takes no number"),
            (weft.ArgumentError, lambda: places(1, 1, (i, x)), "argument 1 has 8 bytes, an address, and the kernel takes 1"),
            (weft.ArgumentError, lambda: add(0, 1, good), "blocks.0. is 0; it must be at least 1"),
            (weft.ArgumentError, lambda: add(1, (1, 1, 1, 1), good), "threads has 4 axes; 1 to 3 are possible"),
            (weft.ArgumentError, lambda: add(1, 2000, good), "threads.0. is 2000, and a block has at most 1024"),
            (weft.ArgumentError, lambda: add(1, 1, good, shared=10**9), "1000000000 bytes of shared memory"),
            (weft.ArgumentError, lambda: add(None, 1, good, items=-1), "raw_add: items is negative"),
            (weft.Error, lambda: add(1, "x", good), "raw_add: "),
            (weft.Error, lambda: add(1, 1, 5), "raw_add: "),
            (weft.Error, lambda: add(1, 1), "raw_add: missing the argument 'arguments'"),
            (weft.Error, lambda: add(1, 1, good, 5), "raw_add: 3 arguments by place at most, not 4"),
            (weft.Error, lambda: add(1, 1, good, threads=5), "raw_add: got twice the argument 'threads'"),
            (weft.Error, lambda: add(1, 1, good, target="gpu"), "raw_add: got an unexpected argument 'target'"),
            (weft.ArgumentError, lambda: add(1, 1, good, shared=-1), "shared is -1; it is a number of bytes"),
            (weft.Error, lambda: add(1, 1, good, items="x"), "raw_add: "),
            (weft.Error, lambda: add(1, 1, good, stream="x"), "raw_add: "),
            (weft.Error, lambda: add(1, 1, (8, object(), x, x)), "")):
        with pytest.raises(kernel, match=words):
            call()
    fail(driver, "cuLaunchKernel", LAUNCH_FAILED)
    with pytest.raises(weft.DeviceError, match="raw_add: launching it on device 0"):
        add(1, 1, good)
    core = weft._core
    for call in (lambda: core.module_kernel(5, "x"), lambda: core.Kernel()(1, 1, ()), lambda: core.Kernel()._settle(5, "x", 0),
                 lambda: add._settle(core.module_kernel(core.module_load(raw, 0), "raw_add"), "other", 0)):
        with pytest.raises((TypeError, ValueError)):
            call()
