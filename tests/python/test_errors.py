"""Wrong calls: the class, libweft's sentence, nothing written."""
import os
import pickle

import numpy as np
import pytest

import weft
from weft import fft, random, std

A = np.arange(6.0).reshape(2, 3)


def numbers():
    yield 1


async def later():
    yield 1



WRONG = [
    (weft.ShapeError, ValueError, "do not broadcast: operand 1 (b) has size 2 along axis 0",
     lambda out: std.add(A, [1, 2], out=out)),
    (weft.ShapeError, ValueError, "", lambda out: std.matmul(A, A, out=out)),
    (weft.ShapeError, ValueError, "", lambda out: std.add(np.zeros((3, 2, 3)), A, out=out)),
    (weft.DtypeError, TypeError, "does not allow", lambda out: std.add(1j, A, out=out)),
    (weft.DtypeError, TypeError, "does not allow", lambda out: std.add(A, A, out=out, dtype="complex128")),
    (weft.DtypeError, TypeError, "bitwise_and", lambda out: std.bitwise_and(A, A, out=out)),
    (weft.DtypeError, TypeError, "where is float64", lambda out: std.add(A, A, out=out, where=A)),
    (weft.ArgumentError, ValueError, "where is for elementwise",
     lambda out: std.matmul(A, A.T, where=np.array(False))),
    (weft.DtypeError, TypeError, "no value of int8", lambda out: std.add(np.int8([1]), 300)),
    (weft.ArgumentError, ValueError, "there is no axis 7", lambda out: std.add.reduce(A, axis=7, out=out[0])),
    (weft.ArgumentError, ValueError, "", lambda out: std.matmul.reduce(A, out=out)),
    (weft.ArgumentError, ValueError, "", lambda out: std.add(A, A, out=out, dtype="float64", signature="dd->d")),
]
PLAIN = [
    (TypeError, "unexpected keyword argument 'foo'", lambda out: std.add(A, A, out=out, foo=1)),
    (TypeError, "unexpected keyword argument 'initial'", lambda out: std.add(A, A, out=out, initial=1)),
    (TypeError, "but 1 was given", lambda out: std.add(A, out=out)),
    (TypeError, "but 4 were given", lambda out: std.add(A, A, out, out)),
    (TypeError, "both by place and", lambda out: std.add(A, A, out, out=out)),
    (ValueError, "there are auto, cpu, parallel, gpu", lambda out: std.add(A, A, out=out, target="x")),
    (TypeError, "there are auto, cpu, parallel, gpu", lambda out: std.add(A, A, out=out, target=1)),
    (ValueError, "there are no, equiv, safe, same_kind, unsafe",
     lambda out: std.add(A, A, out=out, casting="x")),
    (ValueError, "there are K, C, F, A", lambda out: std.add(A, A, out=out, order="x")),
    (TypeError, "nothing", lambda out: std.add(A, A, out=out, dtype="nothing")),
    (TypeError, "no dtype that Weft has", lambda out: std.add(A, A, out=out, dtype="datetime64")),
    (ValueError, "signature is", lambda out: std.add(A, A, out=out, signature="d->d")),
    (ValueError, "signature is", lambda out: std.add(A, A, out=out, signature=("d", "d"))),
    (TypeError, "threads is .x.; a whole number", lambda out: std.add(A, A, out=out, threads="x")),
    (OverflowError, "beyond int32", lambda out: std.add(A, A, out=out, threads=1 << 40)),
    (ValueError, "threads", lambda out: std.add(A, A, out=out, threads=-1)),
    (TypeError, "stream is", lambda out: std.add(A, A, out=out, stream="x")),
    (ValueError, "1 outputs", lambda out: std.add(A, A, out=(out, out))),
    (ValueError, "axes for operand 0", lambda out: std.vecdot(A, A, axes=[(0, 1), 0])),
    (ValueError, "axes for operand 0", lambda out: std.add(A, A, out=out, axes=[0])),
    (ValueError, "4 entries", lambda out: std.vecdot(A, A, axes=[0, 0, 0, 0])),
    (OverflowError, "beyond int64 and uint64", lambda out: std.add(A, 2**64, out=out)),
    (OverflowError, "beyond int64 and uint64", lambda out: std.add(A, -2**63 - 1, out=out)),
    (TypeError, "axis is .x.; a whole number", lambda out: std.add.reduce(A, axis="x", out=out[0])),
    (TypeError, "two values for the argument 'axis'", lambda out: std.add.reduce(A, 0, axis=0)),
    (TypeError, "by place", lambda out: std.add.at(out, [0])),
    (TypeError, "unexpected keyword", lambda out: std.add.accumulate(A, keepdims=True)),
    (TypeError, "operand 1 .b.: it is 'text'", lambda out: std.add(A, "text", out=out)),
    (TypeError, "operand 0 .a.: it is b'text'", lambda out: std.add(b"text", A, out=out)),
    (TypeError, "operand 1 .b.: .*no dtype that Weft has", lambda out: std.add(A, np.zeros(3, "M8[s]"), out=out)),
    (TypeError, "operand 1 .b.: .*no dtype that Weft has", lambda out: std.add(A, np.array(["x"]), out=out)),
    (TypeError, "operand 0 .a.: it is <object", lambda out: std.add(object(), A, out=out)),
    (TypeError, "operand 0 .a.: it is None", lambda out: std.add(None, A, out=out)),
    (ValueError, "operand 1 .b.: .*inhomogeneous", lambda out: std.add(A, [[1], [1, 2]], out=out)),
    (TypeError, "operand 2 .*immutable|operand 2 .*no array", lambda out: std.add(A, A, out=[1])),
    (TypeError, "operand 2 .* no array", lambda out: std.add(A, A, np.float64(1))),
    (TypeError, "operand 3 .where.: it is 'x'", lambda out: std.add(A, A, out=out, where="x")),
    (OverflowError, "operand 1 .b.", lambda out: std.add(A, 1 << 70, out=out)),
    (TypeError, "add.reduce: operand 0 .array.: it is 'x'", lambda out: std.add.reduce("x")),
    (TypeError, "add.reduce: operand 1 .out.", lambda out: std.add.reduce(A, out=3.0)),
    (TypeError, "add.reduce: operand 2 .initial.: it is 'x'", lambda out: std.add.reduce(A, initial="x")),
    (TypeError, "add.reduce: operand 2|3 .where.: it is 'x'", lambda out: std.add.reduce(A, where="x")),
    (TypeError, "add.reduceat: operand 2 .indices.", lambda out: std.add.reduceat(A, "x")),
    (TypeError, "add.accumulate: operand 1 .out.", lambda out: std.add.accumulate(A, out=1)),
    (TypeError, "add.outer: operand 1 .b.: it is b'x'", lambda out: std.add.outer(A, b"x")),
    (TypeError, "add.at: operand 2 .values.: it is 'x'", lambda out: std.add.at(out, [0], "x")),
    (TypeError, "add.at: operand 0 .array.", lambda out: std.add.at([1.0], [0], 1)),
    (TypeError, "add.choose: operand 1 .b.", lambda out: std.add.choose(A, "x")),
    (TypeError, "add.choose.*by place", lambda out: std.add.choose(A)),
    (ValueError, "add.reduce: axis names 65", lambda out: std.add.reduce(A, axis=(0,) * 65)),
    (TypeError, "add.. got an unexpected keyword argument 'b'", lambda out: std.add(A, b=A)),
    (TypeError, "add: threads is 2.5; a whole number", lambda out: std.add(A, A, out=out, threads=2.5)),
    (OverflowError, "add: threads is 4294967296, which is beyond int32", lambda out: std.add(A, A, out=out, threads=1 << 32)),
    (TypeError, "add: shape is 'x'; a whole number", lambda out: std.add(A, A, out=out, shape="x")),
    (OverflowError, "add: shape is 9+, which is beyond int64", lambda out: std.add(A, A, out=out, shape=(10**30 - 1,))),
    (TypeError, "vecdot: axis is 'x'; a whole number", lambda out: std.vecdot(A, A, axis="x")),
    (TypeError, "add.reduce: axis is 'x'; a whole number", lambda out: std.add.reduce(A, axis="x")),
    (TypeError, "add.reduce_keys: count is 'x'; a whole number", lambda out: std.add.reduce_keys(A[0], [0, 0, 0], "x")),
    (TypeError, "add: operand 0 .a.: a weft.Ragged is lists, where arrays", lambda out: std.add(weft.Ragged(A[0], [0, 3]), A[0])),
]
# Beside functions.
PACKAGE = [
    (TypeError, "weft.load: ", lambda: weft.load(3)),
    (TypeError, "weft.load.. missing", lambda: weft.load()),
    (TypeError, "weft.load.. got .*floating", lambda: weft.load("x.so", floating=True)),
    (ValueError, "weft.load: .*null", lambda: weft.load("a\0b")),
    (TypeError, "weft.options: threads|weft.options: 'str'", lambda: weft.options(threads="x")),
    (ValueError, "weft.options: target is 'x'", lambda: weft.options(target="x")),
    (TypeError, "weft.options.. got an unexpected keyword argument 'thread'", lambda: weft.options(thread=1)),
    (TypeError, "weft.options: .*numbers is a generator", lambda: weft.options(target="cpu")(numbers)),
    (TypeError, "weft.options: .*later is a generator", lambda: weft.options(target="cpu")(later)),
    (TypeError, "weft.compile.. got an unexpected keyword argument 'target'", lambda: weft.compile("", target="cpu")),
    (TypeError, "weft.Stream.. got an unexpected keyword argument 'blocking'", lambda: weft.Stream(blocking=True)),
    (TypeError, "weft.Event.. takes from 1 to 2", lambda: weft.Event(1, 2)),
    (TypeError, "weft.Kernel.. missing", lambda: weft.Kernel("x")),
    (TypeError, "weft.Ragged.. missing 1 required", lambda: weft.Ragged(A)),
    (TypeError, "weft.Ragged.of: float is no lists", lambda: weft.Ragged.of(3.0)),
    (ValueError, "weft.histogram: .*positive", lambda: weft.histogram(A, 0)),
    (TypeError, "weft.histogram: bins is 'auto'", lambda: weft.histogram(A, "auto")),
    (TypeError, "weft.group: a weft.Ragged", lambda: weft.group(weft.Ragged(A[0], [0, 3]))),
    (ValueError, "weft.fft.fft: Invalid norm", lambda: fft.fft(A, norm="x")),
    (ValueError, "weft.fft.irfft: Invalid number", lambda: fft.irfft(A, n=0)),
    (TypeError, "weft.fft.fft2: it is 'x'", lambda: fft.fft2("x")),
    (TypeError, "weft.random.normal.. missing", lambda: random.normal(shape=3)),
    (TypeError, "weft.random.bits: 'str'", lambda: random.bits(1, shape="x")),
    (ValueError, "weft.options: device is -1", lambda: weft.options(device=-1)),
    (TypeError, "weft.synchronize: ", lambda: weft.synchronize(device=1.5)),
    (TypeError, "weft.synchronize: stream is", lambda: weft.synchronize(stream="x")),
    (ValueError, "weft.trim: device is -1", lambda: weft.trim(device=-1)),
    (TypeError, "weft.pinned_empty: ", lambda: weft.pinned_empty("x")),
    (ValueError, "weft.pinned_empty: a negative size", lambda: weft.pinned_empty(-1)),
    (TypeError, "weft.pinned_empty: .*objects", lambda: weft.pinned_empty(1, object)),
    (TypeError, "weft.device_memory: ", lambda: weft.device_memory("x")),
    (TypeError, "weft.device_limit: ", lambda: weft.device_limit("x")),
]


@pytest.mark.parametrize("kind, also, words, call", WRONG)
def test_libweft_says_so(kind, also, words, call):
    out = np.full((2, 3), 7.0)
    with pytest.raises(kind) as caught:
        call(out)
    assert isinstance(caught.value, also) and isinstance(caught.value, weft.Error)
    assert words in str(caught.value)
    assert caught.value.status == kind.__name__[:-5].lower()
    assert caught.value.operand is None or caught.value.operand >= 0
    assert (out == 7).all()


@pytest.mark.parametrize("kind, words, call", PLAIN)
def test_the_face_says_so(kind, words, call):
    out = np.full((2, 3), 7.0)
    with pytest.raises(kind, match=words) as caught:
        call(out)
    error = caught.value
    assert isinstance(error, weft.ArgumentError) and error.status == "argument" and error.axis is None
    assert str(error).startswith(("add", "vecdot")) and "weft_" not in str(error)
    assert error.operand is None or f"operand {error.operand} (" in str(error)
    assert (out == 7).all()
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error) and again.operand == error.operand


@pytest.mark.parametrize("kind, words, call", PACKAGE)
def test_the_package_says_so(kind, words, call):
    with pytest.raises(kind, match=words) as caught:
        call()
    assert isinstance(caught.value, weft.ArgumentError) and caught.value.status == "argument"


def test_declared_reductions_name_no_function_of_c():
    """A call, and methods that there are not, say what there is."""
    total = weft.load(os.environ["WEFT_TEST_LIBRARY"])["total"]
    calls = [lambda: total(A), lambda: total(), lambda: total.accumulate(A), lambda: total.outer(A, A), lambda: total.at(A, [0], 1),
             lambda: total.reduceat(A, [0]), lambda: total.choose(A)]
    for call in calls:
        with pytest.raises(weft.ArgumentError, match="total.*reduc") as caught:
            call()
        assert "weft_" not in str(caught.value) and isinstance(caught.value, TypeError)
    with pytest.raises(weft.ArgumentError, match="total.reduce: operand 0 .*: it is 'x'"):
        total.reduce("x")


def test_what_is_no_wrong_call_stays():
    """Exceptions of others' own, interrupts, memory."""
    class Own(Exception):
        pass

    class Raises:
        def __init__(self, error):
            self.error = error

        def __array__(self, dtype=None, copy=None):
            raise self.error
    for error in (Own("x"), KeyboardInterrupt(), MemoryError("x"), ZeroDivisionError("x")):
        with pytest.raises(type(error)) as caught:
            std.add(Raises(error), 1)
        assert caught.value is error
    with pytest.raises(weft.ArgumentError, match="add: operand 0 .a.: mine") as caught:
        std.add(Raises(TypeError("mine")), 1)
    assert isinstance(caught.value, TypeError)


@pytest.mark.skipif(len(weft.devices()) > 0, reason="there is a device")
def test_without_a_device():
    """What there is nothing to do for is done; what needs one says so."""
    assert weft.synchronize() is None and weft.trim() is None and weft.synchronize(device="all") is None
    pinned = weft.pinned_empty((2, 3), "int32")
    assert pinned.shape == (2, 3) and pinned.dtype == np.int32 and pinned.flags.c_contiguous
    pinned[:] = 1
    assert std.add(pinned, 1).tolist() == [[2] * 3] * 2
    for call in (lambda: weft.synchronize(device=1), lambda: weft.trim(stream=5), weft.device_memory,
                 lambda: std.add(A, A, target="gpu")):
        with pytest.raises(weft.TargetError):
            call()


def test_operand_and_axis():
    with pytest.raises(weft.ShapeError) as caught:
        std.add(A, [1, 2])
    assert (caught.value.status, caught.value.operand, caught.value.axis) == ("shape", 1, 0)


def test_read_only_and_shared_outputs():
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    with pytest.raises(weft.OverlapError, match="read-only"):
        std.add(1.0, 2.0, out=frozen)
    with pytest.raises(weft.OverlapError):
        std.add(1.0, 2.0, out=np.lib.stride_tricks.as_strided(np.zeros(1), (3,), (0,)))


def test_memory_runs_out():
    huge = np.lib.stride_tricks.as_strided(np.zeros(1), (1 << 46,), (0,))
    with pytest.raises(MemoryError):
        std.add(huge, 1)


def test_a_library_that_is_none(tmp_path):
    with pytest.raises(weft.FileError, match="cannot open"):
        weft.load(tmp_path / "nothing.so")
    text = tmp_path / "text.so"
    text.write_text("no library")
    with pytest.raises(OSError):
        weft.load(text)


def test_errors_are_classes():
    for name in ("ArgumentError", "DeviceError", "DtypeError", "FileError", "OutOfMemoryError",
                 "OverlapError", "ShapeError", "TargetError"):
        assert issubclass(getattr(weft, name), weft.Error)
