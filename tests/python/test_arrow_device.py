"""Lists that come by Arrow's C device interface, from a producer that is nobody's, over the stand-in for the driver."""
import ctypes
import gc
import os

import numpy as np
import pytest

import weft

pytestmark = pytest.mark.skipif(not weft.devices(), reason="there is no GPU, nor a stand-in for one")
CPU, CUDA, CUDA_HOST, METAL, MANAGED = 1, 2, 3, 8, 13


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
                   ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.c_void_p),
                   ("release", ctypes.c_void_p), ("private", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
                  ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.c_void_p),
                  ("release", ctypes.c_void_p), ("private", ctypes.c_void_p)]


class DeviceArray(ctypes.Structure):
    _fields_ = [("array", Array), ("device_id", ctypes.c_int64), ("device_type", ctypes.c_int32),
                ("sync_event", ctypes.c_void_p), ("reserved", ctypes.c_int64 * 3)]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Arrow:
    """One level a format; of each its length, its buffers, how many are missing and where it begins."""

    def __init__(self, formats, levels, device_type=CUDA, device=0, event=None):
        self.kept = []
        self.schema = self.array = None
        for format, (length, buffers, missing, offset) in reversed(list(zip(formats, levels))):
            pointers = (ctypes.c_void_p * len(buffers))(*buffers)
            below = [ctypes.pointer(one) if one else None for one in (self.schema, self.array)]
            lists = [(ctypes.POINTER(kind) * 1)(one) if one else None for kind, one in zip((Schema, Array), below)]
            self.kept += [pointers, below, lists]
            self.schema = Schema(format.encode(), b"", None, 0, int(bool(below[0])), lists[0], None, None, None)
            self.array = Array(length, missing, offset, len(buffers), int(bool(below[1])), pointers, lists[1], None, None, None)
        self.device = DeviceArray(self.array, device, device_type, event)

    def __arrow_c_device_array__(self, requested_schema=None, **words):
        assert requested_schema is None and not words
        return (new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
                new_capsule(ctypes.addressof(self.device), b"arrow_device_array", None))


def address(x):
    return x.__cuda_array_interface__["data"][0]


@pytest.fixture(scope="module")
def k():
    return weft.load(os.environ["WEFT_DEVICE_KERNELS"])


@pytest.fixture
def driver():
    library = ctypes.CDLL("libcuda.so.1")
    library.stand_in_live.restype = ctypes.c_long
    weft.synchronize()
    weft.trim()
    before = library.stand_in_live()
    yield library
    library.stand_in_fail(None, 0, 0, 0)
    gc.collect()
    weft.trim()
    assert library.stand_in_live() == before


VALUES = weft.to_device(np.arange(10.0)) if weft.devices() else None
SHORT = weft.to_device(np.int32([1, 4, 4, 9])) if weft.devices() else None
LONG = weft.to_device(np.int64([0, 0, 3])) if weft.devices() else None


def short(offset=0, device_type=CUDA, event=None, missing=0, bitmap=None, format="+l"):
    return Arrow([format, "g"], [(3 - offset, [bitmap, address(SHORT)], missing, offset), (10, [None, address(VALUES)], 0, 0)],
                 device_type, event=event)


def test_calls(k, driver):
    lists = weft.Ragged.of(short())
    assert type(lists.values) is weft.DeviceArray and address(lists.values) == address(VALUES)  # not a copy
    assert type(lists.offsets) is np.ndarray and lists.offsets.dtype == np.int32
    assert lists.tolist() == [[1, 2, 3], [], [4, 5, 6, 7, 8]]
    sums = k.list_sum(short())
    assert type(sums) is weft.DeviceArray and sums.to_host().tolist() == [6, 0, 30]
    assert k.list_sum(short(1)).to_host().tolist() == [0, 30] and k.list_sum(short(3)).to_host().tolist() == []
    scaled = k.list_scale(2, short())
    assert type(scaled) is weft.Ragged and type(scaled.values) is weft.DeviceArray
    assert scaled.tolist() == [[5, 7, 9], [], [13, 15, 17, 19, 21]]
    other = Arrow(["+L", "g"], [(2, [None, address(LONG)], 0, 0), (5, [None, address(VALUES)], 0, 2)])
    assert k.list_sum(other).to_host().tolist() == [0, 9]
    rows = Arrow(["+w:4", "g"], [(2, [None], 0, 0), (8, [None, address(VALUES)], 0, 1)], MANAGED)
    assert k.list_sum(rows).to_host().tolist() == [10, 26]


def test_the_memory_is_only_read(k, driver):
    values = weft.Ragged.of(short()).values
    for write in (lambda: values.fill(1), lambda: k.axpy(1, VALUES, VALUES, out=values), lambda: values[:2].fill(1),
                  lambda: k.list_scale(2, weft.Ragged(VALUES, [0, 10]), weft.Ragged(values, [0, 10]))):
        with pytest.raises(weft.Error, match="read-only"):
            write()
    assert values.__cuda_array_interface__["data"][1] is True and VALUES.to_host().tolist() == list(range(10))


def test_it_is_kept(k, driver):
    """As long as values or a view of them are there, so is what the producer gave."""
    dropped = []
    drop = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(dropped.append)

    class Watched(Arrow):
        def __arrow_c_device_array__(self, requested_schema=None, **words):
            both = super().__arrow_c_device_array__()
            ctypes.pythonapi.PyCapsule_SetDestructor(ctypes.py_object(both[1]), drop)
            return both
    given = Watched(["+L", "g"], [(2, [None, address(LONG)], 0, 0), (5, [None, address(VALUES)], 0, 2)])
    view = weft.Ragged.of(given).values[1:]
    gc.collect()
    assert not dropped and view.to_host().tolist() == [3, 4, 5, 6]
    del view
    gc.collect()
    assert len(dropped) == 1


def test_what_the_producer_enqueued_is_waited_for(k, driver):
    stream = weft.Stream()
    context, event = ctypes.c_void_p(), ctypes.c_void_p()
    assert driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0 and driver.cuCtxPushCurrent_v2(context) == 0
    assert driver.cuEventCreate(ctypes.byref(event), 2) == 0
    assert driver.cuEventRecord(event, ctypes.c_void_p(stream.ptr)) == 0
    for device_type, entry in ((CUDA, "cuStreamWaitEvent"), (MANAGED, "cuStreamWaitEvent"), (CUDA_HOST, "cuEventSynchronize")):
        driver.stand_in_fail(entry.encode(), ctypes.c_long(1 << 40), 719, 0)
        offsets, values = np.int32([0, 2, 3]), np.arange(3.0)
        given = short(0, device_type, ctypes.addressof(event))
        if device_type == CUDA_HOST:
            given = Arrow(["+l", "g"], [(2, [None, offsets.ctypes.data], 0, 0), (3, [None, values.ctypes.data], 0, 0)],
                          CUDA_HOST, event=ctypes.addressof(event))
        assert driver.stand_in_count() == 0
        lists = weft.Ragged.of(given)
        assert driver.stand_in_count() > 0
        assert type(lists.values) is (np.ndarray if device_type == CUDA_HOST else weft.DeviceArray)
        driver.stand_in_fail(entry.encode(), ctypes.c_long(1), 719, 0)
        with pytest.raises(weft.Error, match="waiting for an event|letting a stream wait"):
            weft.Ragged.of(given)
        driver.stand_in_fail(None, 0, 0, 0)
    driver.cuEventDestroy_v2(event)
    driver.cuCtxPopCurrent_v2(ctypes.byref(context))


def test_of_the_host(k, driver):
    offsets, values = np.int64([0, 2, 3]), np.arange(3.0)
    lists = weft.Ragged.of(Arrow(["+L", "g"], [(2, [None, offsets.ctypes.data], 0, 0), (3, [None, values.ctypes.data], 0, 0)],
                                 CPU))
    assert np.shares_memory(lists.values, values) and lists.tolist() == [[0, 1], [2]]


def test_refusals(k, driver):
    for given, words in ((short(missing=2, bitmap=1), "2 lists of an Arrow array on a device are missing"),
                         (short(missing=-1, bitmap=1), "the null_count is -1: whether lists"),
                         (short(device_type=METAL), "memory of type 8 of device 0"),
                         (short(format="+u"), "an Arrow array of format '.u'"),
                         (Arrow(["+l", "b"], [(3, [None, address(SHORT)], 0, 0), (80, [None, address(VALUES)], 0, 0)]), "of bits"),
                         (Arrow(["+l", "g"], [(3, [None, address(SHORT)], 0, 0), (5, [None, address(VALUES)], 0, 0)]),
                          "list 2 of operand 0 .x. goes from"),
                         (Arrow(["+l", "g"], [(3, [None, address(SHORT)], 0, 0), (10, [1, address(VALUES)], 4, 0)]),
                          "4 elements of an Arrow array on a device")):
        with pytest.raises(weft.ArgumentError, match=words):
            k.list_sum(given)
    assert k.list_sum(short(missing=0, bitmap=1)).to_host().tolist() == [6, 0, 30]  # a bitmap of nothing missing
    assert k.list_sum(short(missing=-1)).to_host().tolist() == [6, 0, 30]
