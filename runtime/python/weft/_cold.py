"""What weft._core asks of Python: what it needs once for a type or a function, not at every call."""
import functools
import inspect
import sys

import numpy as np

from . import _core

# The numbers of kind_path in runtime/python/kind.h.
NDARRAY, SCALAR, EXCHANGE, DLPACK, CUDA, FOREIGN, CONVERT, OWN = range(8)


# ---- types of operands ----

def describe(cls):
    """(path, exchange table, maker, finish, stream, check, is_immutable) of a type of operands."""
    if issubclass(cls, np.generic):
        return SCALAR, None, None, None, None, None, False
    if issubclass(cls, _core.DeviceArray):
        return OWN, None, None, None, None, None, False
    if issubclass(cls, np.memmap):
        return NDARRAY, None, None, None, None, None, False
    if issubclass(cls, np.ndarray):
        return FOREIGN, None, None, None, None, None, False
    framework = str(cls.__module__).partition(".")[0]
    table = getattr(cls, "__dlpack_c_exchange_api__", None)
    if table is not None:
        check = _check_tensor if _is_a(cls, "torch", "Tensor") else None
        return EXCHANGE, table, None, None, None, check, False
    if hasattr(cls, "__dlpack__") and hasattr(cls, "__dlpack_device__"):
        if _is_a(cls, "pyarrow", "Array"):
            return DLPACK, None, None, None, None, _check_arrow, False
        if _is_a(cls, "torch", "Tensor"):  # a torch without the table
            return (DLPACK, None, _make_torch, _finish_torch, _stream_of_torch, _check_tensor, False)
        if framework == "cupy":
            return DLPACK, None, _make_cupy, None, _stream_of_cupy(), None, False
        if framework in ("jax", "jaxlib"):
            return DLPACK, None, None, _finish_jax, None, None, True
        return DLPACK, None, None, None, None, None, False
    if getattr(cls, "__array_ufunc__", None) is not None:
        return FOREIGN, None, None, None, None, None, False
    if hasattr(cls, "__cuda_array_interface__"):
        return CUDA, None, None, None, None, None, False
    return CONVERT, None, None, None, None, None, False


def _is_a(cls, module, name):
    """Whether a class is, or inherits from, one of a module that is there already."""
    found = getattr(sys.modules.get(module), name, None)
    return found is not None and issubclass(cls, found)


def _check_tensor(tensor):
    """What torch itself refuses before it hands a tensor's memory to others."""
    if getattr(tensor, "is_nested", False):
        raise TypeError("a nested tensor is lists, where arrays are needed: tensor.values() has all elements")
    if tensor.requires_grad:
        raise RuntimeError("Can't call a Weft function on a tensor that requires grad, which would "
                           "not be tracked: use tensor.detach()")
    if tensor.is_conj():
        raise RuntimeError("the tensor is conjugated lazily, and its memory holds other values: use "
                           "tensor.resolve_conj()")
    if tensor.is_neg():
        raise RuntimeError("the tensor is negated lazily, and its memory holds other values: use "
                           "tensor.resolve_neg()")


def _check_arrow(array):
    """What pyarrow refuses by exceptions of its own."""
    if array.type.num_fields:
        raise TypeError(f"an array of Arrow of {array.type}, where one of numbers is needed: functions of lists take lists")
    if array.null_count:
        raise ValueError(f"{array.null_count} of {len(array)} elements are missing: array.fill_null(0) has all")


def _make_torch(shape, dtype, device, order):
    import torch
    made = torch.empty(shape, dtype=getattr(torch, dtype), device=f"cuda:{device}").permute(order)
    return made, made.data_ptr()


def _finish_torch(array):
    import torch
    return torch.from_dlpack(array) if isinstance(array, np.ndarray) else array


def _stream_of_torch(device):
    import torch
    return torch._C._cuda_getCurrentRawStream(device)


def _make_cupy(shape, dtype, device, order):
    import cupy
    if dtype == "bfloat16":
        import ml_dtypes
        dtype = ml_dtypes.bfloat16
    with cupy.cuda.Device(device):
        made = cupy.empty(shape, dtype).transpose(order)
    return made, made.data.ptr


def _stream_of_cupy():
    import cupy
    current = cupy.cuda.get_current_stream
    device_of = cupy.cuda.runtime.getDevice

    def stream(device):
        if device == device_of():
            return current().ptr
        with cupy.cuda.Device(device):
            return current().ptr
    return stream


def _finish_jax(array):
    import jax
    if isinstance(array, np.ndarray) and array.dtype.kind == "V":  # bfloat16, which NumPy does not export
        return jax.numpy.asarray(array)
    return jax.dlpack.from_dlpack(array)


# ---- errors ----

def wrong_call(error, function, operand, name):
    """What Python or NumPy raised for an argument, as the weft.Error that is also that: the function is named, and
    from 0 on the operand. What is no such failure (an interrupt, an exception of a type of its own) stays."""
    from . import _core
    kind = {TypeError: _core.ArgumentTypeError, ValueError: _core.ArgumentError, OverflowError: _core.ArgumentOverflowError,
            BufferError: _core.ArgumentBufferError, RuntimeError: _core.ArgumentRuntimeError}.get(type(error))
    if kind is None:
        return error
    text, place = str(error), None if operand < 0 else f"operand {operand} ({name})"
    if place and place not in text:
        text = f"{place}: {text}"
    if not text.startswith((f"{function}:", f"{function}(")):
        text = f"{function}: {text}"
    made = kind(text)
    made.status, made.operand, made.axis = "argument", None if operand < 0 else operand, None
    made.__cause__ = error.__cause__
    return made.with_traceback(error.__traceback__)


def checked(function):
    """A function of the package, or what makes an object of a class, whose wrong calls raise a weft.Error."""
    module = function.__module__ if function.__module__ in ("weft.fft", "weft.random") else "weft"
    called = function.__name__ if function.__name__ != "__init__" else function.__qualname__.split(".")[-2]

    @functools.wraps(function)
    def inside(*args, **words):
        try:
            return function(*args, **words)
        except (TypeError, ValueError, OverflowError, BufferError, RuntimeError) as error:
            text = str(error)
            if type(error) is TypeError and text.startswith(f"{function.__qualname__}()"):  # Python's own, of the words
                error = TypeError(f"{module}.{called}{text[len(function.__qualname__):]}").with_traceback(error.__traceback__)
            known = wrong_call(error, f"{module}.{called}", -1, None)
            if known is error:
                raise
            raise known from error.__cause__
    return inside


# ---- operands, streams, dtypes ----

def array_of(operand):
    """Anything that is no array, as one."""
    if isinstance(operand, (str, bytes)):
        raise TypeError(f"it is {_short(operand)}: text is for functions that take strings of C, and no array of numbers")
    if not isinstance(operand, (list, tuple)):
        try:
            return np.asarray(memoryview(operand))
        except (TypeError, ValueError, BufferError):
            pass  # no buffer, or one of a format that only NumPy can read
    array = np.asarray(operand)
    if array.dtype == object:
        raise TypeError(f"it is {_short(operand)}, of which no array of numbers can be made")
    return array


def bytes_of_text(operand, function, number, size, name):
    """Text, or an array of texts, as rows of int8 that are filled up with 0: of `size`, or where that is 0 of the
    longest and one more; None of anything else."""
    if isinstance(operand, (list, tuple)):
        operand = np.asarray(operand)
    elif isinstance(operand, (str, bytes)):
        operand = np.array(operand, object)
    if not isinstance(operand, np.ndarray) or operand.dtype.kind not in "SUTO":
        return None
    texts = [text.encode() if isinstance(text, str) else text for text in operand.ravel().tolist()]
    if not all(isinstance(text, bytes) for text in texts):
        return None
    longest = max(map(len, texts), default=0)
    for text in texts:
        if b"\0" in text.rstrip(b"\0"):
            raise ValueError(f"{function}: operand {number} ({name}) has the text {_short(text)}, which has a 0 inside")
        if size and len(text.rstrip(b"\0")) > size:
            raise ValueError(f"{function}: operand {number} ({name}) has the text {_short(text)} of {len(text)} bytes; "
                             f"{size} are possible")
    width = size or longest + 1
    rows = np.array([text[:width] for text in texts], f"S{width}")
    return rows.view(np.int8).reshape(*operand.shape, width)


def array_over(output):
    """The memory of an output that is a buffer."""
    try:
        return np.asarray(memoryview(output))
    except (TypeError, ValueError, BufferError):
        raise TypeError(f"an output is {_short(output)}, which is no array") from None


def _short(thing):
    text = repr(thing)
    return text if len(text) <= 60 else text[:57] + "..."


def lists_of(lists, is_output):
    from . import _ragged
    return _ragged.lists_of(lists, is_output)


def lists_like(lists, values):
    from . import _ragged
    return _ragged.lists_like(lists, values)


def stream_number(stream):
    """A stream of any framework, by DLPack's numbers."""
    method = getattr(stream, "__cuda_stream__", None)
    if method is not None:
        return int((method() if callable(method) else method)[1])
    for name in ("cuda_stream", "ptr"):
        number = getattr(stream, name, None)
        if isinstance(number, int):
            return number
    raise TypeError(f"stream is {_short(stream)}: a number, or an object with cuda_stream, ptr or "
                    "__cuda_stream__, is needed")


def current_stream():
    from . import _streams
    return _streams.current_stream()


def bfloat16_number():
    """NumPy's number of ml_dtypes.bfloat16, to which nothing imports ml_dtypes but a need."""
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError("NumPy has bfloat16 by the package ml_dtypes alone, which is not "
                        "installed") from None
    return np.dtype(ml_dtypes.bfloat16).num


def dtype_name(dtype):
    """Weft's name of a dtype that is described in any way."""
    text = dtype if isinstance(dtype, str) else str(dtype)
    if text.startswith("torch."):
        return text[6:]
    if text == "bfloat16":
        return text
    return np.dtype(dtype).name


def signature_names(signature, inputs, outputs):
    """The dtype of each operand, None where it is open: of a tuple, or a text "dd->d"."""
    count = inputs + outputs
    if isinstance(signature, str):
        left, arrow, right = signature.partition("->")
        parts = [side.split(",") if "," in side or len(side) > 2 and side in _names() else list(side)
                 for side in (left, right)]
        if arrow and (len(parts[0]), len(parts[1])) == (inputs, outputs):
            return tuple(part.strip() for part in parts[0] + parts[1])
    elif isinstance(signature, tuple) and len(signature) == count:
        return signature
    elif isinstance(signature, tuple) and len(signature) == 1 and count != 1:
        return (None,) * inputs + signature * outputs
    raise ValueError(f"signature is {signature!r}; {inputs} inputs and {outputs} outputs want a tuple "
                     f"of {count}, or a text")


@functools.cache
def _names():
    return {np.dtype(code).name for code in np.typecodes["All"]} | {"bfloat16"}


# ---- what a Ufunc says of itself ----

def represent(ufunc):
    layout = f" {ufunc.signature}" if ufunc.signature.strip("(),->") else ""
    loops = f"{ufunc.ntypes} loop" + "s" * (ufunc.ntypes != 1)
    return f"<weft.Ufunc {ufunc.__name__!r}{layout}, {loops}, {' '.join(ufunc.targets)}>"


def help_text(ufunc):
    names = ufunc.operands
    head = f"{ufunc.__name__}({', '.join(names[:ufunc.nin])}) -> {', '.join(names[ufunc.nin:])}"
    lines = [head, "", ufunc.doc.strip() or "No doc comment.", ""]
    lines.append(f"Layout: {ufunc.signature}")
    lines += ["Loops:"] + [f"    {prototype}" for prototype in ufunc.types]
    lines.append(f"Targets: {', '.join(ufunc.targets) or 'none'}")
    if ufunc.gpu_refusal:
        lines.append(f"No gpu: {ufunc.gpu_refusal}")
    lines.append(f"Source: {ufunc.location or 'unknown'}")
    return "\n".join(lines)


def call_signature(ufunc):
    kinds, empty = inspect.Parameter, inspect.Parameter.empty
    options = {"out": None, "where": True, "target": "auto", "stream": None,
               "casting": "same_kind", "order": "K", "dtype": None, "signature": None, "axes": None,
               "axis": None, "keepdims": False, "threads": 0, "device": 0, "status": "fail",
               "shape": None}
    if ufunc.signature.strip("(),->"):
        del options["where"]
    else:
        for name in ("axes", "axis", "keepdims"):
            del options[name]
    used, parameters = set(options), []
    for name, default in zip(ufunc.operands, ufunc.defaults):
        while name in used or not name.isidentifier():
            name += "_"
        used.add(name)
        parameters.append(kinds(name, kinds.POSITIONAL_ONLY,
                                default=empty if default is None else default))
    parameters += [kinds(name, kinds.KEYWORD_ONLY, default=value) for name, value in options.items()]
    return inspect.Signature(parameters)


def find(origin, name):
    """What a pickled function was: of a module's library, or of one at a path."""
    if "/" in origin:
        from ._library import load
        return load(origin)[name]
    import importlib
    return importlib.import_module(origin)._library[name]


def reduce_for_pickle(ufunc):
    return find, (ufunc.origin, ufunc.__name__)


@functools.lru_cache
def _file_digest(path, _stamp):
    import hashlib
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def tokenize(ufunc):
    """For dask: the same for the same code, wherever it lies."""
    import os
    origin = ufunc.origin
    if "/" not in origin:
        return "weft", origin, ufunc.__name__
    return "weft", _file_digest(origin, os.stat(origin).st_mtime_ns), ufunc.__name__


# ---- numpy.ufunc objects ----

def settle_ufunc(ufunc, made):
    """Gives a new numpy.ufunc what NumPy lets be set: pickle finds it by module and name."""
    from . import _ufuncs
    _ufuncs.settle(ufunc, made)
    twin = getattr(np, ufunc.__name__, None) if ufunc.origin == "weft.std" else None
    if isinstance(twin, np.ufunc) and (twin.nin, twin.nout) == (ufunc.nin, ufunc.nout):
        _twins[made] = twin
        _teach(made, ())


# By numpy.ufunc of weft.std that of NumPy which it computes as.
_twins = {}


def _teach(ufunc, operands):
    """Tells those who know NumPy's ufuncs by their identity what one of weft.std is: masked arrays where it is not
    defined, astropy what it makes of units."""
    twin = _twins.get(ufunc)
    masked = getattr(np.ma, "core", None)
    for table in (getattr(masked, "ufunc_domain", {}), getattr(masked, "ufunc_fills", {})):
        if twin in table:
            table.setdefault(ufunc, table[twin])
    units = sys.modules.get("astropy.units")
    if units is None:
        return
    from astropy.units.quantity_helper import UFUNC_HELPERS
    if ufunc not in UFUNC_HELPERS and twin in UFUNC_HELPERS:
        UFUNC_HELPERS[ufunc] = UFUNC_HELPERS[twin]
    for number, operand in enumerate(operands):
        if ufunc not in UFUNC_HELPERS and isinstance(operand, units.Quantity):
            raise wrong_call(TypeError(f"operand {number} is a Quantity in {str(operand.unit) or 'no unit'}, and astropy knows the "
                                       "units of functions of NumPy alone: give it without, q.to_value(unit)"),
                             ufunc.__name__, -1, None)


def delegate(ufunc, method, args, words):
    """A call of the numpy.ufunc, without what only Weft knows; its loops are told the target."""
    if words.get("target") not in (None, "auto", "cpu"):
        for operand in args:
            graph = getattr(operand, "__dask_graph__", None)
            if graph is not None and graph() is not None:
                raise wrong_call(TypeError("an operand is computed later, by other threads, which know no 'target': "
                                           "dask.array.map_blocks has it among its arguments"), ufunc.__name__, -1, None)
    for name in ("target", "stream", "threads", "device"):
        words.pop(name, None)
    _teach(ufunc, args)
    return getattr(ufunc, method)(*args, **words)
