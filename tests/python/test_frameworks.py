"""Arrays of other frameworks: as operands, outputs and results. What is not installed is skipped; a
framework with DLPack's table of C functions is made here (exchange.py)."""
import subprocess
import sys
import types

import numpy as np
import pytest

import exchange
import weft
from weft import _cold, std

DEVICES = weft.devices()
on_device = pytest.mark.skipif(not DEVICES, reason="there is no GPU, nor a stand-in for one")


class Bare:
    """An array that has DLPack's two methods and nothing else."""

    def __init__(self, array, **answers):
        self.array, self.answers, self.asked = array, answers, []

    def __dlpack__(self, **words):
        self.asked.append(words)
        if "max_version" in words and self.answers.get("is_old"):
            raise TypeError("unexpected keyword argument 'max_version'")
        return self.answers.get("capsule") or self.array.__dlpack__(**words)

    def __dlpack_device__(self):
        return self.answers.get("device") or self.array.__dlpack_device__()


def test_dlpack():
    a = np.arange(6.0).reshape(2, 3)
    for view in (a, a.T, a[::-1, ::2], np.float32(a), a > 2, np.int8(a), a + 1j, a[0, 0:0]):
        bare = Bare(view)
        found = std.add(bare, view)
        assert type(found) is np.ndarray and (found == np.add(view, view)).all()
        assert bare.asked == [{"max_version": (1, 1)}]
    out = np.zeros((2, 3))
    bare = Bare(out)
    assert std.add(a, 1, out=bare) is bare and (out == a + 1).all()


def test_dlpack_of_old_producers():
    bare = Bare(np.arange(3.0), is_old=True)
    assert std.add(bare, 1).tolist() == [1, 2, 3]
    assert bare.asked == [{"max_version": (1, 1)}, {}]


def test_dlpack_keeps_what_is_read_only():
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    assert std.add(Bare(frozen), 1).tolist() == [1, 1, 1]
    with pytest.raises(weft.OverlapError, match="read-only"):
        std.add(1.0, 2.0, out=Bare(frozen))


@pytest.mark.parametrize("answers, words", [
    ({"device": (8, 0)}, "device type 8"), ({"device": (1, 0, 0)}, "no pair"), ({"device": "x"}, "no pair"),
    ({"capsule": 5}, "PyCapsule"), ({"capsule": _cold}, "PyCapsule")])
def test_dlpack_that_is_wrong(answers, words):
    with pytest.raises((TypeError, ValueError), match=words):
        std.add(Bare(np.zeros(3), **answers), 1)


def test_the_memory_is_held_for_the_call_only():
    array = np.zeros(3)
    count = sys.getrefcount(array)
    for _ in range(10):
        std.add(Bare(array), array)
        with pytest.raises(weft.ShapeError):
            std.add(Bare(array), [1, 2])
    assert sys.getrefcount(array) == count


def test_exchange_table():
    a = np.arange(6.0).reshape(2, 3)
    made = exchange.Fake.made
    result = std.add(exchange.Fake(a), exchange.Fake(a))
    assert type(result) is exchange.Fake and exchange.Fake.made == made + 1
    assert (result.array == a + a).all()
    assert type(std.add(1, exchange.Fake(a))) is exchange.Fake
    assert type(std.add(a, exchange.Fake(a))) is exchange.Fake
    assert std.add(exchange.Fake(a), 1, order="F").array.flags.f_contiguous
    assert (std.add(exchange.Fake(a.T), 1).array == a.T + 1).all()
    assert type(std.add.reduce(exchange.Fake(a))) is exchange.Fake
    assert (std.add.reduce(exchange.Fake(a), axis=1).array == a.sum(1)).all()
    assert (std.matmul(exchange.Fake(a), a.T).array == a @ a.T).all()
    out = exchange.Fake(np.zeros((2, 3)))
    assert std.add(a, a, out=out) is out and (out.array == a + a).all()
    assert std.add(exchange.Fake(np.array(1.0)), 1).array == 2
    assert not exchange._pending
    assert not exchange.streams_asked  # nothing lies on a device


def test_lazy_tensors_are_refused(monkeypatch):
    """What torch's table does not check."""
    class Tensor(exchange.Fake):
        pass
    module = types.ModuleType("torch")
    module.Tensor = Tensor
    monkeypatch.setitem(sys.modules, "torch", module)
    tensor = Tensor(np.zeros(3))
    std.add(tensor, 1)
    for name, value, words in (("requires_grad", True, "detach"), ("is_conj", lambda: True, "resolve_conj"),
                               ("is_neg", lambda: True, "resolve_neg")):
        lazy = Tensor(np.zeros(3))
        setattr(lazy, name, value)
        with pytest.raises(RuntimeError, match=words):
            std.add(lazy, 1)
        with pytest.raises(RuntimeError, match=words):
            std.add(1.0, 1, out=lazy)
        assert (lazy.array == 0).all()


def test_jax():
    jnp = pytest.importorskip("jax.numpy")
    a = jnp.arange(6, dtype="float32").reshape(2, 3)
    result = std.add(a, 1)
    assert isinstance(result, jnp.ndarray) and (result == a + 1).all()
    assert (std.add.reduce(a, axis=1) == a.sum(1)).all()
    assert (std.add(a, np.ones(3, np.float32)) == a + 1).all()
    assert std.add(a.astype("bfloat16"), a.astype("bfloat16")).dtype == "bfloat16"
    with pytest.raises(TypeError, match="immutable"):
        std.add(a, 1, out=a)
    assert (a == jnp.arange(6, dtype="float32").reshape(2, 3)).all()


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.arange(4).astype(ml_dtypes.bfloat16)
    assert std.add(a, a).dtype == a.dtype and std.add(a, 1).tolist() == [1, 2, 3, 4]
    assert std.add(a, np.float32(1)).dtype == np.float32
    assert std.add([1.0], 1, dtype="bfloat16").dtype == a.dtype
    assert std.add(a[0], a[1]) == 1
    assert std.add.ufunc(a, a).dtype == a.dtype


def test_pandas_and_xarray():
    pandas = pytest.importorskip("pandas")
    series = std.add(pandas.Series([1.0, 2.0], index=["a", "b"]), 1)
    assert series.index.tolist() == ["a", "b"] and series.tolist() == [2, 3]
    xarray = pytest.importorskip("xarray")
    data = xarray.DataArray(np.arange(6.0).reshape(2, 3), dims=("x", "y"))
    assert std.add(data, 1).dims == ("x", "y")
    found = xarray.apply_ufunc(std.vecdot.ufunc, data, data, input_core_dims=[["y"], ["y"]])
    assert found.dims == ("x",) and (found == (data * data).sum("y")).all()


# ---- operands that answer ufuncs themselves ----

TARGETS = [None, "auto", "cpu", "parallel"]


def called(function, *operands, target=None, **words):
    return function(*operands, **words) if target is None else function(*operands, target=target, **words)


@pytest.mark.parametrize("target", TARGETS)
def test_masked_arrays_as_numpy_masks_them(target):
    """Where a function is not defined, too."""
    a = np.ma.array([-2.0, 0, 4, 9, 0.5], mask=[0, 0, 0, 1, 0])
    b = np.ma.array([1.0, 0, 2, 0, 0], mask=[1, 0, 0, 0, 0])
    with np.errstate(all="ignore"):
        for name in ("log", "log2", "log10", "sqrt", "arccos", "arcsin", "arctanh", "arccosh", "exp", "negative", "absolute"):
            found, wanted = called(getattr(std, name), a, target=target), getattr(np, name)(a)
            assert found.mask.tolist() == wanted.mask.tolist(), name
            np.testing.assert_allclose(found.filled(7), wanted.filled(7), rtol=1e-14, err_msg=name)
        for name in ("add", "divide", "floor_divide", "remainder", "multiply", "maximum", "less"):
            found, wanted = called(getattr(std, name), a, b, target=target), getattr(np, name)(a, b)
            assert type(found) is type(wanted) and found.mask.tolist() == wanted.mask.tolist(), name
            assert found.filled(7).tolist() == wanted.filled(7).tolist(), name
        assert std.log.ufunc(a).mask.tolist() == np.log(a).mask.tolist()


@pytest.mark.parametrize("target", TARGETS)
def test_subclasses_of_ndarray(target):
    class Mine(np.ndarray):
        pass
    large = np.linspace(0.1, 3, 30_000).reshape(100, 300)
    for view in (large, large.T, large[::-2, ::3], np.float32(large), large.astype(">f8")):
        found = called(std.exp, view.view(Mine), target=target)
        assert type(found) is Mine
        np.testing.assert_allclose(found.view(np.ndarray), np.exp(view), rtol=1e-6)
    found = called(std.matmul, large.view(Mine), large.T, target=target)
    assert type(found) is Mine
    np.testing.assert_allclose(found.view(np.ndarray), large @ large.T)
    assert float(called(std.maximum.reduce, large.view(Mine), axis=None, target=target)) == large.max()
    np.testing.assert_allclose(np.asarray(called(std.add.reduce, large.view(Mine), target=target)), large.sum(0))
    assert (np.asarray(called(std.add.outer, large[0].view(Mine), large[0], target=target)) ==
            np.add.outer(large[0], large[0])).all()
    out, where = np.zeros_like(large).view(Mine), large > 1
    assert called(std.negative, large.view(Mine), out=out, where=where, target=target) is out
    assert (np.asarray(out) == np.where(where, -large, 0)).all()


@pytest.mark.parametrize("target", TARGETS)
def test_pandas_and_xarray_on_targets(target):
    pandas, xarray = pytest.importorskip("pandas"), pytest.importorskip("xarray")
    one, two = pandas.Series([1.0, 2, 3], index=list("abc")), pandas.Series([1.0, 2], index=list("cb"))
    pandas.testing.assert_series_equal(called(std.add, one, two, target=target), np.add(one, two))
    pandas.testing.assert_series_equal(called(std.sqrt, one, target=target), np.sqrt(one))
    frame = pandas.DataFrame({"x": [1.0, 4], "y": [9.0, 16]})
    pandas.testing.assert_frame_equal(called(std.sqrt, frame, target=target), np.sqrt(frame))
    data = xarray.DataArray(np.arange(6.0).reshape(2, 3), dims=("x", "y"), coords={"x": [3, 4]})
    xarray.testing.assert_identical(called(std.sqrt, data, target=target), np.sqrt(data))
    xarray.testing.assert_identical(called(std.add, data, data.isel(y=0), target=target), np.add(data, data.isel(y=0)))


@pytest.mark.parametrize("target", TARGETS)
def test_quantities(target):
    units = pytest.importorskip("astropy.units")
    length, time = np.array([1.0, 4.0]) * units.m, np.array([2.0, 8.0]) * units.s
    for name, operands in (("add", (length, 100 * units.cm)), ("multiply", (length, time)), ("divide", (length, time)),
                           ("sqrt", (length,)), ("square", (time,)), ("maximum", (length, 2 * units.km)),
                           ("less", (length, 200 * units.cm)), ("sin", (length / units.m * units.deg,))):
        found, wanted = called(getattr(std, name), *operands, target=target), getattr(np, name)(*operands)
        assert getattr(found, "unit", None) == getattr(wanted, "unit", None), name
        np.testing.assert_allclose(np.asarray(found), np.asarray(wanted), rtol=1e-14, err_msg=name)
    with pytest.raises(units.UnitConversionError):
        called(std.add, length, time, target=target)
    with pytest.raises(units.UnitTypeError):
        called(std.exp, length, target=target)
    for call in (lambda: std.erf(length), lambda: std.erf(3 * units.one), lambda: std.erf(np.ones(2) * units.m, target=target)):
        with pytest.raises(weft.ArgumentError, match="erf: operand 0 is a Quantity in .*q.to_value"):
            call()


def test_targets_that_such_operands_cannot_have():
    masked = np.ma.array([1.0, 2])
    for call in (lambda: std.add.accumulate(masked, target="parallel"), lambda: std.add(masked, 1, stream=1),
                 lambda: std.add(masked, 1, target="x"), lambda: std.add(masked, 1, status="keep")):
        with pytest.raises(weft.ArgumentError, match="add"):
            call()
    if not DEVICES:
        with pytest.raises(weft.TargetError):
            std.add(masked, 1, target="gpu")
    assert std.add(masked, 1).tolist() == [2, 3]
    with weft.options(target="parallel"):
        assert std.add(masked, 1).tolist() == [2, 3]
    da = pytest.importorskip("dask.array")
    with pytest.raises(weft.ArgumentError, match="computed later"):
        std.add(da.ones(5, chunks=2), 1, target="parallel")


def test_xarray_over_dask():
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("dask.array")
    whole = np.arange(60.0).reshape(6, 10)
    data = xarray.DataArray(whole, dims=("x", "y"))
    for function in (std.vecdot, std.vecdot.ufunc):
        found = xarray.apply_ufunc(function, data.chunk(x=2), data.chunk(x=2), input_core_dims=[["y"], ["y"]],
                                   dask="parallelized", output_dtypes=[float])
        assert type(found.data).__module__.startswith("dask") and found.dims == ("x",)
        assert (found.compute() == (whole * whole).sum(1)).all()
    found = xarray.apply_ufunc(std.add, data.chunk(x=3), 1.0, dask="parallelized", output_dtypes=[float])
    assert (found.compute() == whole + 1).all() and std.add(data.chunk(x=2), 1).chunks == ((2, 2, 2), (10,))


def test_dask():
    da = pytest.importorskip("dask.array")
    from dask.base import tokenize
    whole = np.arange(100.0)
    chunks = da.from_array(whole, chunks=30)
    for function in (std.add, std.add.ufunc):
        found = function(chunks, 1)
        assert isinstance(found, da.Array)
        for scheduler in ("threads", "processes"):
            assert (found.compute(scheduler=scheduler) == whole + 1).all()
        assert (chunks.map_blocks(function, 1, dtype=float).compute(scheduler="processes") == whole + 1).all()
    table = da.from_array(whole.reshape(10, 10), chunks=(3, 10))
    found = da.apply_gufunc(std.vecdot, "(n),(n)->()", table, table, output_dtypes=float)
    assert (found.compute() == (whole.reshape(10, 10) ** 2).sum(1)).all()
    assert tokenize(std.add) == tokenize(std.add) != tokenize(std.subtract)
    total = da.reduction(table, chunk=std.add.reduce, aggregate=std.add.reduce, dtype=float)
    assert total.compute() == whole.sum()  # Dask asks for the signature of what it calls


def test_torch():
    torch = pytest.importorskip("torch")
    a = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    assert torch.equal(std.add(a, 1), a + 1) and torch.equal(std.add(a.T, a.T), a.T + a.T)
    assert torch.equal(std.add.reduce(a, axis=1), a.sum(1))
    assert std.add(a.bfloat16(), a.bfloat16()).dtype == torch.bfloat16
    assert std.add(a, a, dtype=torch.float64).dtype == torch.float64
    out = torch.empty(2, 3)
    assert std.add(a, a, out=out) is out and torch.equal(out, a + a)
    z = torch.tensor([1 + 2j, 3 - 4j])
    with pytest.raises(RuntimeError, match="resolve_conj"):
        std.add(z.conj(), 1)
    with pytest.raises(RuntimeError, match="resolve_neg"):
        std.add(z.conj().imag, 1)
    with pytest.raises(RuntimeError, match="detach"):
        std.add(torch.zeros(3, requires_grad=True), 1)


# ---- devices ----

class Interface:
    """An array of a device by __cuda_array_interface__ alone."""

    def __init__(self, source, **changes):
        self.source, self.changes = source, changes

    @property
    def __cuda_array_interface__(self):
        return dict(self.source.__cuda_array_interface__, **self.changes)


@pytest.fixture
def device_ones():
    """A new array of ones in device memory; the gpu allocates one for its own results only."""
    import ctypes
    weft_library = ctypes.CDLL(weft._core.library_folder() + "/libweft.so")

    def make(count):
        memory = (ctypes.c_byte * 1024)()
        shape = (ctypes.c_int64 * 1)(count)
        error = (ctypes.c_byte * 1024)()
        assert weft_library.weft_device_array(memory, std_dtype("float64"), 1, shape, None, error) == 0
        address = ctypes.cast(memory, ctypes.POINTER(ctypes.c_void_p))[0]
        holder = types.SimpleNamespace(__cuda_array_interface__={
            "shape": (count,), "typestr": "<f8", "data": (address, False), "version": 3, "strides": None,
            "stream": 1})
        array = Interface(holder)
        std.add(0.0, 1.0, out=array)
        array.free = lambda: weft_library.weft_array_clear(memory)
        return array

    def std_dtype(name):
        weft_library.weft_dtype_find.restype = ctypes.c_int
        return weft_library.weft_dtype_find(name.encode())
    return make


def test_memory_that_no_device_has():
    host = np.zeros(3)
    bare = types.SimpleNamespace(__cuda_array_interface__={
        "shape": (3,), "typestr": "<f8", "data": (host.ctypes.data, False), "version": 3})
    with pytest.raises(TypeError, match="no CUDA device"):
        std.add(Interface(bare), 1)


@on_device
def test_the_gpu_on_host_arrays():
    a = np.arange(1000.0)
    assert (std.add(a, a, target="gpu") == a + a).all()
    assert (std.add.reduce(a, target="gpu") == a.sum()).all()
    assert (std.matmul(a.reshape(20, 50), a.reshape(50, 20), target="gpu") ==
            a.reshape(20, 50) @ a.reshape(50, 20)).all()
    weft.synchronize()
    weft.trim()


@on_device
def test_device_arrays(device_ones):
    ones = device_ones(100)
    result = std.add(ones, 2)
    assert type(result) is weft.DeviceArray and result.shape == (100,) and result.dtype == "float64"
    assert result.device == 0 and "DeviceArray float64(100,)" in repr(result)
    back = np.zeros(100)
    std.add(result, np.arange(100.0), out=back)  # host and device together
    assert (back == np.arange(100.0) + 3).all()
    assert std.add.choose(result, 1) == "gpu"
    total = std.add.reduce(result)
    assert type(total) is weft.DeviceArray and total.shape == ()
    std.add(total, 0.0, out=back)
    assert (back == 300).all()
    assert result.__dlpack_device__() == (2, 0)
    assert result.__cuda_array_interface__["shape"] == (100,)
    assert std.add(Interface(result), 1).shape == (100,)
    with pytest.raises(BufferError):
        result.__dlpack__(copy=True)
    assert '"dltensor"' in repr(result.__dlpack__())  # of consumers that name no version, or an old one
    assert '"dltensor"' in repr(result.__dlpack__(max_version=(0, 8)))
    capsule = result.__dlpack__(max_version=(1, 0), stream=1)
    count = sys.getrefcount(result)
    del capsule
    assert sys.getrefcount(result) == count - 1
    ones.free()


@on_device
def test_streams(device_ones):
    ones = device_ones(10)
    for stream in (None, 0, 1, 2, types.SimpleNamespace(ptr=1), types.SimpleNamespace(cuda_stream=0),
                   types.SimpleNamespace(__cuda_stream__=lambda: (0, 2))):
        assert std.add(ones, 1, stream=stream).shape == (10,)
    with pytest.raises(TypeError, match="stream is"):
        std.add(ones, 1, stream="x")
    ones.free()


@on_device
@pytest.mark.parametrize("changes, words", [
    ({"typestr": "<M8"}, "typestr"), ({"mask": 5}, "mask"), ({"data": None}, "data"), ({"shape": [3]}, "shape"),
    ({"strides": (8, 8)}, "strides"), ({"shape": (1,) * 40}, "shape")])
def test_interfaces_that_are_wrong(device_ones, changes, words):
    ones = device_ones(3)
    with pytest.raises(TypeError, match=words):
        std.add(Interface(ones, **changes), 1)
    ones.free()


SEVERAL = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
driver.stand_in_set_device_count(2)
import numpy as np, weft
from weft import std
a = np.arange(3_000_000.0)

def contexts_of(call):  # those that it makes: one for each device that was not used before
    driver.stand_in_fail(b"cuDevicePrimaryCtxRetain", 1 << 40, 1, 0)
    assert (call() == a + 1).all()
    return driver.stand_in_count()

assert len(weft.devices()) == 2
assert contexts_of(lambda: std.add(a, 1, target="gpu")) == 1
with weft.options(target="gpu", device="all"):
    assert contexts_of(lambda: std.add(a, 1)) == 1
    assert contexts_of(lambda: std.add(a, 1, stream=1)) == 0
    assert std.add.reduce(a) == a.sum()  # on the first
    weft.synchronize(device="all")
    with weft.options(target="gpu", device=1):
        pass
    assert contexts_of(lambda: std.add(a, 1)) == 0
assert contexts_of(lambda: std.add(a, 1, target="gpu", device="all")) == 0
weft.trim(device="all")
"""


@on_device
def test_all_devices():
    import ctypes
    if not hasattr(ctypes.CDLL("libcuda.so.1"), "stand_in_set_device_count"):
        pytest.skip("a GPU, and no stand-in for two")
    done = subprocess.run([sys.executable, "-c", SEVERAL], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("device", ["cuda:0", "ALL", -1, 1.5, (0,), 1 << 40])
def test_devices_that_are_none(device):
    kinds, a = (TypeError, ValueError, OverflowError), np.zeros(3)
    for call in (lambda: std.add(a, a, device=device), lambda: std.add.reduce(a, device=device),
                 lambda: weft.options(device=device).__enter__(), lambda: weft.synchronize(device=device),
                 lambda: weft.trim(device=device)):
        with pytest.raises(kinds, match="device|int"):
            call()
    assert std.add(1, 1) == 2


def test_what_one_device_does():
    a = np.arange(3.0)
    assert (std.add(a, a, device="all") == a + a).all()
    for call in (lambda: std.add.reduce(a, device="all"), lambda: std.add.accumulate(a, device="all"),
                 lambda: std.add(a, a, device="all", stream=1), lambda: weft.synchronize(2, "all")):
        with pytest.raises(ValueError, match="device is 'all', but"):
            call()
    with weft.options(device="all"):
        assert std.add.reduce(a) == 3 and (std.add(a, a, stream=1) == a + a).all()
