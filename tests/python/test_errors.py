"""Wrong calls: the class, libweft's sentence, nothing written."""
import numpy as np
import pytest

import weft
from weft import std

A = np.arange(6.0).reshape(2, 3)

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
    (TypeError, "integer", lambda out: std.add(A, A, out=out, threads="x")),
    (OverflowError, "beyond int32", lambda out: std.add(A, A, out=out, threads=1 << 40)),
    (ValueError, "threads", lambda out: std.add(A, A, out=out, threads=-1)),
    (TypeError, "stream is", lambda out: std.add(A, A, out=out, stream="x")),
    (ValueError, "1 outputs", lambda out: std.add(A, A, out=(out, out))),
    (ValueError, "axes for operand 0", lambda out: std.vecdot(A, A, axes=[(0, 1), 0])),
    (ValueError, "axes for operand 0", lambda out: std.add(A, A, out=out, axes=[0])),
    (ValueError, "4 entries", lambda out: std.vecdot(A, A, axes=[0, 0, 0, 0])),
    (OverflowError, "beyond int64 and uint64", lambda out: std.add(A, 2**64, out=out)),
    (OverflowError, "beyond int64 and uint64", lambda out: std.add(A, -2**63 - 1, out=out)),
    (TypeError, "integer", lambda out: std.add.reduce(A, axis="x", out=out[0])),
    (TypeError, "two values for the argument 'axis'", lambda out: std.add.reduce(A, 0, axis=0)),
    (TypeError, "by place", lambda out: std.add.at(out, [0])),
    (TypeError, "unexpected keyword", lambda out: std.add.accumulate(A, keepdims=True)),
    (TypeError, "operand is 'text'|dtype", lambda out: std.add(A, "text", out=out)),
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
    with pytest.raises(kind, match=words):
        call(out)
    assert (out == 7).all()


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
