"""A framework of arrays with DLPack's table of C functions, made of ctypes: what PyTorch has, without it."""
import ctypes

import numpy as np

READY = ctypes.pythonapi
READY.PyCapsule_New.restype = ctypes.py_object
READY.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
                ("device", ctypes.c_int32), ("rank", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", Tensor)]


ALLOCATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Tensor), ctypes.POINTER(ctypes.c_void_p),
                            ctypes.c_void_p, ctypes.c_void_p)
TO_OBJECT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
FROM_OBJECT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Tensor))
STREAM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p))


class Table(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("previous", ctypes.c_void_p),
                ("allocate", ALLOCATE), ("managed_of_object", ctypes.c_void_p),
                ("object_of_managed", TO_OBJECT), ("tensor_of_object", FROM_OBJECT),
                ("current_stream", STREAM)]


CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
KINDS = {code: kind for kind, code in CODES.items()}
_pending = {}
streams_asked = []


class Fake:
    """An array; `log` notes what was asked of it."""

    made = 0

    def __init__(self, array):
        self.array = np.asarray(array)
        rank = self.array.ndim
        self.shape_memory = (ctypes.c_int64 * rank)(*self.array.shape)
        steps = [step // self.array.itemsize for step in self.array.strides]
        self.steps_memory = (ctypes.c_int64 * rank)(*steps)

    def permute(self, order):
        return Fake(self.array.transpose(order))

    requires_grad = False

    def is_conj(self):
        return False

    def is_neg(self):
        return False


def _fill(tensor, fake):
    array = fake.array
    tensor.data = array.ctypes.data
    tensor.device_type, tensor.device, tensor.rank = 1, 0, array.ndim
    tensor.code, tensor.bits = CODES[array.dtype.kind], 8 * array.itemsize
    tensor.lanes, tensor.offset = 1, 0
    tensor.shape, tensor.strides = fake.shape_memory, fake.steps_memory


@FROM_OBJECT
def _tensor_of_object(address, tensor):
    _fill(tensor.contents, ctypes.cast(address, ctypes.py_object).value)
    return 0


@ALLOCATE
def _allocate(like, made, _context, _report):
    shape = like.contents.shape[:like.contents.rank]
    fake = Fake(np.empty(shape, f"{KINDS[like.contents.code]}{like.contents.bits // 8}"))
    managed = Managed(1, 3)
    _fill(managed.tensor, fake)
    _pending[ctypes.addressof(managed)] = managed, fake
    made[0] = ctypes.addressof(managed)
    Fake.made += 1
    return 0


@TO_OBJECT
def _object_of_managed(managed, made):
    _, fake = _pending.pop(managed)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(fake))
    made[0] = id(fake)
    return 0


@STREAM
def _current_stream(_device_type, device, stream):
    streams_asked.append(device)
    stream[0] = None
    return 0


TABLE = Table(1, 3, None, _allocate, None, _object_of_managed, _tensor_of_object, _current_stream)
NAME = ctypes.create_string_buffer(b"dlpack_exchange_api")  # capsules keep the address
Fake.__dlpack_c_exchange_api__ = READY.PyCapsule_New(ctypes.addressof(TABLE), ctypes.addressof(NAME), None)
