"""Objects that are no honest operands: protocols that lie, raise, or call back."""
import array
import ctypes
import mmap

import numpy as np

import exchange
from weft import std


class Lie(Exception):
    """What a liar raises."""


def fail(*_args, **_words):
    raise Lie("no")


class Dlpack:
    """__dlpack__ and __dlpack_device__ do what they are told, and then answer for an array."""

    def __init__(self, held, capsule=None, device=None, first=None):
        self.held, self.capsule, self.device, self.first = held, capsule, device, first

    def __dlpack__(self, **words):
        if self.first:
            self.first()
        if callable(self.capsule):
            return self.capsule(**words)
        return self.held.__dlpack__(**words) if self.capsule is None else self.capsule

    def __dlpack_device__(self):
        return self.device() if callable(self.device) else self.device or (1, 0)


def capsule(name=b"dltensor_versioned", **fields):
    """A capsule around a tensor of ours; the fields say what of it is no truth. Kept for good."""
    keep = ctypes.create_string_buffer(name), np.arange(6.0), (ctypes.c_int64 * 64)(*[1] * 64)
    managed = exchange.Managed(fields.pop("major", 1), 1)
    exchange._fill(managed.tensor, exchange.Fake(keep[1]))
    managed.tensor.shape = managed.tensor.strides = keep[2]
    for field, value in fields.items():
        setattr(managed.tensor, field, value)
    kept.append((keep, managed))
    address = ctypes.addressof(managed) + (0 if name == b"dltensor_versioned" else exchange.Managed.tensor.offset)
    return exchange.READY.PyCapsule_New(address, ctypes.addressof(keep[0]), None)


kept = []
EMPTY = ctypes.POINTER(ctypes.c_int64)()
CAPSULES = [capsule(), capsule(b"dltensor"), capsule(b"used_dltensor_versioned"), capsule(b"dltensor\1"),
            capsule(major=2), capsule(major=0), capsule(rank=-1), capsule(rank=1 << 30), capsule(rank=33),
            capsule(bits=7), capsule(bits=0), capsule(lanes=4), capsule(lanes=0), capsule(code=200), capsule(code=3),
            capsule(device_type=77), capsule(device_type=-1), capsule(device=-5),
            capsule(shape=EMPTY), capsule(strides=EMPTY), capsule(shape=EMPTY, strides=EMPTY),
            capsule(data=None), capsule(rank=0, shape=EMPTY, strides=EMPTY),
            capsule(shape=(ctypes.c_int64 * 2)(-1, 3), rank=2), capsule(shape=(ctypes.c_int64 * 1)(-1 << 63)),
            capsule(shape=(ctypes.c_int64 * 3)(1 << 62, 1 << 62, 0), rank=3, strides=EMPTY),
            capsule(strides=(ctypes.c_int64 * 1)(1 << 62))]


class Attributes:
    """Answers what is asked for by name; what is callable is called."""

    def __init__(self, **answers):
        self.answers = answers

    def __getattr__(self, name):
        if name in self.__dict__.get("answers", {}):
            return self.answers[name]
        raise AttributeError(name)


class Array:
    def __init__(self, answer):
        self.answer = answer

    def __array__(self, dtype=None, copy=None):
        return self.answer() if callable(self.answer) else self.answer


class Cuda:
    def __init__(self, answer):
        self.answer = answer

    @property
    def __cuda_array_interface__(self):
        return self.answer() if callable(self.answer) else self.answer


class Foreign:
    """Answers ufuncs, by what it was made of."""

    def __init__(self, answer):
        self.answer = answer

    def __array_ufunc__(self, ufunc, method, *inputs, **words):
        return self.answer(ufunc, method, inputs, words)


class Index:
    def __init__(self, answer):
        self.answer = answer

    def __index__(self):
        return self.answer()

    def __bool__(self):
        return self.answer()


class Text(str):
    def __eq__(self, other):
        fail()
    __hash__ = str.__hash__


class Many(list):
    """A list that grows while it is read."""

    def __len__(self):
        self.append(1.0)
        return super().__len__()


class Slippery(np.ndarray):
    pass


def call_back(others):
    """What a protocol does in the midst of a call: calls, and changes of the other operands."""
    std.add([1.0, 2.0], 3)
    std.add.reduce(np.ones((4, 5)), axis=None)
    for other in others:
        try:
            if isinstance(other, np.ndarray):
                other.resize((1,))
            elif isinstance(other, (bytearray, list, array.array)):
                other.append(1)
            elif isinstance(other, memoryview):
                other.release()
        except (ValueError, BufferError, TypeError):
            pass


def released():
    view = memoryview(bytearray(8))
    view.release()
    return view


def closed():
    memory = mmap.mmap(-1, 4096)
    memory.close()
    return memory


def make(pick, others):
    """One of them. `others` is the list of operands that it may reach."""
    a = np.arange(6.0)
    return pick(
        lambda: Dlpack(a, pick(*CAPSULES)), lambda: Dlpack(a, pick(*CAPSULES)), lambda: Dlpack(a, pick(*CAPSULES)),
        lambda: Dlpack(a, pick(5, "x", (), fail, object(), np)), lambda: Dlpack(a, device=pick(
            fail, (1,), (1, 0, 0), "12", (2, 0), (1 << 70, 0), (10, -1), ("a", None), lambda: None)),
        lambda: Dlpack(pick(a, a[::-1], np.zeros((0, 3)), np.zeros((2, 3), "i2").T, a > 1)),
        lambda: Dlpack(a, first=lambda: call_back(others)), lambda: Dlpack(a, first=lambda: others.clear()),
        lambda: exchange.Fake(pick(a, a[::2], np.ones((2, 3), "f4"), np.zeros((0,)), a[:1].reshape(()))),
        lambda: Array(pick(a, fail, 5, "x", None, np.array(object()), [1], lambda: call_back(others) or a)),
        lambda: Cuda(pick({}, 5, fail, {"shape": (3,), "typestr": "<f8", "data": (a.ctypes.data, False), "version": 3},
                          {"shape": (0,), "typestr": "<f8", "data": (0, False), "version": 3},
                          {"shape": (-3,), "typestr": "<f8", "data": (1 << 70, False)},
                          {"shape": [1], "typestr": b"<f8", "data": 3}, lambda: call_back(others) or {})),
        lambda: Foreign(pick(fail, lambda *_: NotImplemented, lambda *_: 7,
                             lambda f, m, *_: call_back(others) or getattr(f, m)([1.0, 2.0], *[1.0] * (f.nin - 1)))),
        lambda: Attributes(__dlpack__=fail, __array_ufunc__=None, __array_interface__={"version": 3}),
        lambda: Index(pick(fail, lambda: 1, lambda: "x", lambda: call_back(others) or 0)),
        lambda: Many([1.0, 2.0]), lambda: a.view(Slippery), lambda: np.ma.masked_array([1.0, 2], [0, 1]),
        released, closed, lambda: mmap.mmap(-1, 4096), lambda: array.array("d", [1, 2, 3]), lambda: array.array("u", "ab"),
        lambda: (ctypes.c_double * 3)(1, 2, 3), lambda: (ctypes.c_char_p * 2)(), lambda: memoryview(b"abcd").cast("c"),
        lambda: np.memmap, lambda: type("New", (Dlpack,), {})(a), lambda: type("Newer", (np.ndarray,), {})((3,)),
        lambda: np.array([Index(fail)], object), lambda: Text("x"), lambda: np.void(b"12345678"), lambda: np.str_("x"),
        lambda: np.datetime64("2020"), lambda: np.longdouble(1))()
