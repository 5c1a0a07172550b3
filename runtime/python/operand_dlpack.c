/* operand_dlpack.c: operands that hand themselves over by DLPack. */
#include "operation.h"

#include <string.h>

/* log2 of the bytes of a number of bits; -1 where it is no power of 2. */
static int size_class(int bits)
{
    return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : bits == 128 ? 4 : -1;
}

static weft_dtype dtype_of(dl_dtype dtype)
{
    static const uint8_t names[DL_BOOL + 1][5] = {
        [DL_INT] = {WEFT_INT8, WEFT_INT16, WEFT_INT32, WEFT_INT64},
        [DL_UINT] = {WEFT_UINT8, WEFT_UINT16, WEFT_UINT32, WEFT_UINT64},
        [DL_FLOAT] = {0, WEFT_FLOAT16, WEFT_FLOAT32, WEFT_FLOAT64},
        [DL_BFLOAT] = {0, WEFT_BFLOAT16},
        [DL_COMPLEX] = {0, 0, 0, WEFT_COMPLEX64, WEFT_COMPLEX128},
        [DL_BOOL] = {WEFT_BOOL},
    };
    int size = size_class(dtype.bits);
    return dtype.code > DL_BOOL || size < 0 || dtype.lanes != 1
               ? WEFT_NONE
               : (weft_dtype)names[dtype.code][size];
}

dl_dtype tensor_dtype(weft_dtype dtype)
{
    const uint8_t bits = (uint8_t)(8 * weft_dtype_size(dtype));
    for (uint8_t code = 0; code <= DL_BOOL; code++)
        if (dtype_of((dl_dtype){code, bits, 1}) == dtype)
            return (dl_dtype){code, bits, 1};
    return (dl_dtype){DL_OPAQUE, bits, 1};
}

/* As weft_array.device; -1 with an exception. */
static int device_of(dl_device device)
{
    switch (device.type) {
    case DL_CPU:
    case DL_CUDA_HOST:
        return 0;
    case DL_CUDA:
    case DL_CUDA_MANAGED:
        if (device.id >= 0 && device.id < INT16_MAX)
            return device.id + 1;
        break;
    default:
        break;
    }
    PyErr_Format(PyExc_TypeError,
                 "an array lies on device %d of DLPack's device type %d; Weft takes those of the "
                 "host and of CUDA",
                 (int)device.id, (int)device.type);
    return -1;
}

/* Shape and steps, which DLPack counts in elements. */
static int read_axes(const dl_tensor *tensor, int64_t size, weft_array *array)
{
    int64_t stride = 1;
    for (int axis = tensor->rank; axis-- > 0;) {
        array->shape[axis] = tensor->shape[axis];
        bool is_long = __builtin_mul_overflow(tensor->strides ? tensor->strides[axis] : stride,
                                              size, &array->steps[axis]);
        if (!tensor->strides)
            is_long |= __builtin_mul_overflow(stride, tensor->shape[axis], &stride);
        if (is_long) {
            PyErr_SetString(PyExc_ValueError, "an array has more bytes than int64 counts");
            return -1;
        }
    }
    return 0;
}

int operand_of_tensor(const dl_tensor *tensor, uint64_t flags, weft_array *array)
{
    const weft_dtype dtype = dtype_of(tensor->dtype);
    const int device = device_of(tensor->device);
    if (device < 0)
        return -1;
    if (!dtype || tensor->rank < 0 || tensor->rank > WEFT_MAX_RANK ||
        (tensor->rank && !tensor->shape)) {
        if (tensor->rank > 0 && !tensor->shape)
            PyErr_SetString(PyExc_TypeError, "a tensor of DLPack has no shape");
        else if (!dtype)
            PyErr_Format(PyExc_TypeError,
                         "DLPack's dtype (code %d, %d bits, %d lanes) is none that Weft has",
                         (int)tensor->dtype.code, (int)tensor->dtype.bits,
                         (int)tensor->dtype.lanes);
        else
            PyErr_Format(PyExc_ValueError, "an array of rank %d; at most %d is possible",
                         (int)tensor->rank, WEFT_MAX_RANK);
        return -1;
    }
    array->data = tensor->data ? (char *)tensor->data + tensor->byte_offset : NULL;
    array->dtype = (uint8_t)dtype;
    array->flags = flags & DL_READ_ONLY ? WEFT_ARRAY_READONLY : 0;
    array->device = (int16_t)device;
    array->rank = tensor->rank;
    return read_axes(tensor, (int64_t)weft_dtype_size(dtype), array);
}

/* (type, number) of object.__dlpack_device__() */
static int ask_device(PyObject *object, dl_device *device)
{
    PyObject *name = PyUnicode_InternFromString("__dlpack_device__");
    PyObject *answer = name ? PyObject_CallMethodObjArgs(object, name, NULL) : NULL;
    Py_XDECREF(name);
    if (!answer)
        return -1;
    if (!PyTuple_Check(answer) || PyTuple_Size(answer) != 2)
        PyErr_SetString(PyExc_TypeError, "__dlpack_device__() gave no pair");
    else {
        device->type = (int32_t)PyLong_AsLong(PyTuple_GetItem(answer, 0));
        device->id = (int32_t)PyLong_AsLong(PyTuple_GetItem(answer, 1));
    }
    Py_DECREF(answer);
    return PyErr_Occurred() ? -1 : 0;
}

/* DLPack's number of a stream: 1 is the legacy default one. */
static PyObject *number_of_stream(const operation *all)
{
    void *stream = all->options.stream;
    return stream ? PyLong_FromVoidPtr(stream) : PyLong_FromLong(1);
}

/* object.__dlpack__(), which waits for nothing but, on a device, lets the stream that is named wait
 * for what the array waits for. Producers from before DLPack 1.0 know no max_version. */
static PyObject *ask_capsule(const operation *all, PyObject *object, bool on_device)
{
    PyObject *method = PyObject_GetAttrString(object, "__dlpack__");
    PyObject *none = method ? PyTuple_New(0) : NULL;
    PyObject *stream = !none ? NULL : on_device ? number_of_stream(all) : Py_NewRef(Py_None);
    PyObject *words = stream ? Py_BuildValue("{s(ii)}", "max_version", 1, 1) : NULL;
    PyObject *capsule = NULL;
    if (words && (!on_device || PyDict_SetItemString(words, "stream", stream) == 0)) {
        capsule = PyObject_Call(method, none, words);
        if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            if (PyDict_DelItemString(words, "max_version") == 0)
                capsule = PyObject_Call(method, none, words);
        }
    }
    Py_XDECREF(words);
    Py_XDECREF(stream);
    Py_XDECREF(none);
    Py_XDECREF(method);
    return capsule;
}

/* The capsule is not consumed: its destructor gives the array back when we let go of it. */
static int read_capsule(PyObject *capsule, weft_array *array)
{
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        const dl_managed_versioned *managed = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (managed->version.major == 1)
            return operand_of_tensor(&managed->tensor, managed->flags, array);
        PyErr_Format(PyExc_TypeError, "__dlpack__() gave version %d of DLPack; Weft reads 1",
                     (int)managed->version.major);
        return -1;
    }
    const dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
    return managed ? operand_of_tensor(&managed->tensor, 0, array) : -1;
}

int operand_by_dlpack(operation *all, PyObject *object, const kind *what, weft_array *array,
                      hold *held)
{
    dl_device device = {DL_CPU, 0};
    if (ask_device(object, &device) < 0)
        return -1;
    const int place = device_of(device);
    if (place < 0 || (place > 0 && stream_of_kind(all, what, place - 1) < 0))
        return -1;
    held->object = ask_capsule(all, object, place > 0);
    return held->object ? read_capsule(held->object, array) : -1;
}
