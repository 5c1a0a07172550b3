"""Arrays in the memory of a device: made, seen in parts, copied."""
import math
import operator

import numpy as np

from . import _core
from ._cold import checked

_KEYS = (int, np.integer, slice, type(None), type(Ellipsis))
_NUMBERS = (bool, int, float, complex)


class BoundsError(_core.Error, IndexError):
    """What indexes a device array, and is no index of it."""


def _refusal(kind, text):
    error = kind(text)
    error.status = {_core.DtypeError: "dtype", _core.ShapeError: "shape"}.get(kind, "argument")
    error.operand = error.axis = None
    return error


class DeviceArray(_core.DeviceArray):
    """An array in the memory of a CUDA device: what weft.to_device, weft.empty and weft.zeros make, and calls on such
    arrays. Every framework takes it, by DLPack or by __cuda_array_interface__.

    Views (`x[1:, ::2]`, `x.T`, `x.reshape(3, -1)`) share its memory and keep it. What is freed goes back to Weft's pool
    behind all work that was enqueued.
    """

    __slots__ = ()
    __array_ufunc__ = None  # NumPy's functions refuse it, and its operators leave `ndarray + x` to it

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def nbytes(self):
        return self.size * self.itemsize

    # ---- views: NumPy reckons where they lie, on addresses that it never reads ----

    def _seen(self, see):
        holder = _Addresses()
        holder.__array_interface__ = {"version": 3, "typestr": f"|V{self.itemsize}", "shape": self.shape,
                                      "strides": self.strides, "data": (self.ptr, False)}
        seen = see(np.asarray(holder))
        return self._view(seen.__array_interface__["data"][0], seen.shape, seen.strides)

    def _turned(self, see):
        try:
            return self._seen(see)
        except ValueError as error:
            raise _refusal(_core.ArgumentError, f"a device array of shape {self.shape}: {error}") from None

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        for one in keys:
            if not isinstance(one, _KEYS) or isinstance(one, bool):
                raise _refusal(BoundsError,
                               f"device arrays are indexed by numbers, slices, None and ..., not by {_short(one)}")
        if Ellipsis not in keys:
            keys += (Ellipsis,)  # so that one element is a view, too, which nobody reads
        try:
            return self._seen(lambda addresses: addresses[keys])
        except (IndexError, ValueError) as error:  # ValueError: a slice by steps of 0
            raise _refusal(BoundsError, str(error)) from None

    def __setitem__(self, key, value):
        self[key].fill(value)

    def __len__(self):
        if not self.shape:
            raise _refusal(_core.DtypeError, "a device array without axes has no len()")
        return self.shape[0]

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    @property
    def T(self):
        return self.transpose()

    @checked
    def reshape(self, *shape):
        """A view of another shape; an error where the elements do not lie so that there is one."""
        shape = shape[0] if len(shape) == 1 and np.iterable(shape[0]) else shape
        return self._turned(lambda addresses: addresses.reshape(shape, copy=False))

    @checked
    def transpose(self, *axes):
        """A view with its axes in another order; reversed where none is named."""
        axes = axes[0] if len(axes) == 1 and np.iterable(axes[0]) else axes
        return self._turned(lambda addresses: addresses.transpose(axes or None))

    # ---- copies ----

    @checked
    def to_host(self, out=None, stream=None):
        """The elements in an ndarray: `out`, or a new one in C order. Returns finished."""
        if out is None:
            out = np.empty(self.shape, self.dtype)
        elif not isinstance(out, np.ndarray) or out.shape != self.shape:
            raise _refusal(_core.ShapeError, f"out is {_short(out)}; an ndarray of shape {self.shape} is needed")
        _core.device_copy(out, self, False, stream)
        return out

    @checked
    def copy(self, stream=None):
        """A new array, in C order, on the same device."""
        return self.astype(self.dtype, stream)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    @checked
    def astype(self, dtype, stream=None):
        """A new array of that dtype, by Weft's casts: floats saturate as integers, NaN is 0."""
        made = _core.device_empty(self.shape, dtype, self.device, stream)
        _core.device_copy(made, self, True, stream)
        return made

    @checked
    def fill(self, value, stream=None):
        """Sets all elements: to a number, or to those of an array that broadcasts, of the host or a device."""
        if isinstance(value, _NUMBERS):
            try:
                value = np.array(value, self.dtype)
            except (OverflowError, TypeError) as error:
                raise _refusal(_core.DtypeError, f"{value!r} for elements of {self.dtype}: {error}") from None
        _core.device_copy(self, value, False, stream)

    def item(self):
        """The one element, as a number of Python's."""
        if self.size != 1:
            raise _refusal(_core.ArgumentError, f"a device array of shape {self.shape} is no single number")
        return self.to_host().item()

    def __bool__(self):
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def __complex__(self):
        return complex(self.item())

    def __array__(self, dtype=None, copy=None):
        raise _refusal(_core.DtypeError, "a device array becomes no ndarray by itself, since that waits and copies: "
                                         "use x.to_host()")


class _Addresses:
    """What NumPy is told of an array by."""


def _short(thing):
    text = repr(thing)
    return text if len(text) <= 60 else text[:57] + "..."


# ---- operators: a + b is std.add(a, b), in place std.add(a, b, out=a) ----

_BINARY = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
           "mod": "remainder", "pow": "power", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or",
           "xor": "bitwise_xor", "lshift": "left_shift", "rshift": "right_shift"}
_COMPARISONS = {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
                "ne": "not_equal"}
_UNARY = {"neg": "negative", "abs": "absolute", "invert": "invert"}


def _call(name, *operands, **options):
    from . import std
    return getattr(std, name)(*operands, **options)


def _add_operators():
    for short, name in (_BINARY | _COMPARISONS).items():
        setattr(DeviceArray, f"__{short}__", lambda a, b, name=name: _call(name, a, b))
    for short, name in _BINARY.items():
        setattr(DeviceArray, f"__r{short}__", lambda a, b, name=name: _call(name, b, a))
        if name != "matmul":
            setattr(DeviceArray, f"__i{short}__", lambda a, b, name=name: _call(name, a, b, out=a))
    for short, name in _UNARY.items():
        setattr(DeviceArray, f"__{short}__", lambda a, name=name: _call(name, a))
    DeviceArray.__hash__ = None


_add_operators()
_core.set_device_array(DeviceArray)


# ---- new arrays ----

def _shape_of(shape):
    try:
        return tuple(map(operator.index, shape)) if np.iterable(shape) else (operator.index(shape),)
    except TypeError:
        raise _refusal(_core.ShapeError, f"a shape is {_short(shape)}; a whole number, or a tuple of them, is needed"
                       ) from None


@checked
def empty(shape, dtype="float64", *, device=0, stream=None):
    """A new DeviceArray in C order, uninitialised, in the order of the stream. Like numpy.empty otherwise."""
    return _core.device_empty(_shape_of(shape), dtype, device, stream)


@checked
def zeros(shape, dtype="float64", *, device=0, stream=None):
    """A new DeviceArray of zeros."""
    made = _core.device_empty(_shape_of(shape), dtype, device, stream)
    made.fill(0, stream)
    return made


@checked
def to_device(array, device=0, stream=None):
    """A new DeviceArray with the elements of an array of the host, or of what numpy.asarray makes one of; its axes lie
    in memory in the order that they have there. The host's may be changed when it returns."""
    if isinstance(array, DeviceArray):
        raise _refusal(_core.ArgumentError, f"the array lies on device {array.device} already; x.copy() is another")
    array = np.asanyarray(array)
    if np.ma.isMaskedArray(array):
        raise _refusal(_core.DtypeError, "a masked array has no mask on a device: use array.filled()")
    order = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    made = _core.device_empty(tuple(array.shape[axis] for axis in order), array.dtype.newbyteorder("="), device, stream)
    if order != sorted(order):
        made = made.transpose(np.argsort(order).tolist())
    _core.device_copy(made, np.asarray(array), False, stream)
    return made
