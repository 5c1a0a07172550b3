/* operand_cuda.c: operands that tell of themselves by __cuda_array_interface__ alone. */
#include "operation.h"

#include <string.h>

/* A member of the interface, borrowed; NULL where it is missing or None. */
static PyObject *member(PyObject *interface, const char *name)
{
    PyObject *value = PyDict_GetItemString(interface, name);
    return value == Py_None ? NULL : value;
}

/* "<f4" */
static weft_dtype dtype_of(const char *text)
{
    static const struct {
        const char *text;
        weft_dtype dtype;
    } names[] = {
        {"b1", WEFT_BOOL},      {"i1", WEFT_INT8},        {"i2", WEFT_INT16},
        {"i4", WEFT_INT32},     {"i8", WEFT_INT64},       {"u1", WEFT_UINT8},
        {"u2", WEFT_UINT16},    {"u4", WEFT_UINT32},      {"u8", WEFT_UINT64},
        {"f2", WEFT_FLOAT16},   {"f4", WEFT_FLOAT32},     {"f8", WEFT_FLOAT64},
        {"c8", WEFT_COMPLEX64}, {"c16", WEFT_COMPLEX128},
    };
    for (size_t k = 0; text[0] && k < sizeof names / sizeof *names; k++)
        if (strcmp(text + 1, names[k].text) == 0)
            return names[k].dtype;
    return WEFT_NONE;
}

static int read_dtype(PyObject *interface, weft_array *array)
{
    Py_ssize_t length;
    PyObject *type = member(interface, "typestr");
    const char *text = type ? PyUnicode_AsUTF8AndSize(type, &length) : NULL;
    array->dtype = text ? (uint8_t)dtype_of(text) : WEFT_NONE;
    array->flags = text && text[0] == '>' ? WEFT_ARRAY_SWAPPED : 0;
    if (array->dtype && !member(interface, "mask"))
        return 0;
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_TypeError, "__cuda_array_interface__ has %s that Weft does not read: %R",
                     array->dtype ? "a mask" : "a typestr",
                     array->dtype ? member(interface, "mask")
                     : type       ? type
                                  : Py_None);
    return -1;
}

static int read_data(PyObject *interface, weft_array *array)
{
    PyObject *data = member(interface, "data");
    if (!data || !PyTuple_Check(data) || PyTuple_Size(data) != 2) {
        PyErr_SetString(PyExc_TypeError, "__cuda_array_interface__ has no pair called data");
        return -1;
    }
    array->data = PyLong_AsVoidPtr(PyTuple_GetItem(data, 0));
    int is_read_only = PyObject_IsTrue(PyTuple_GetItem(data, 1));
    array->flags |= is_read_only > 0 ? WEFT_ARRAY_READONLY : 0;
    return PyErr_Occurred() ? -1 : 0;
}

static int read_shape(PyObject *interface, weft_array *array)
{
    PyObject *shape = member(interface, "shape"), *steps = member(interface, "strides");
    Py_ssize_t rank = shape && PyTuple_Check(shape) ? PyTuple_Size(shape) : -1;
    if (rank < 0 || rank > WEFT_MAX_RANK ||
        (steps && (!PyTuple_Check(steps) || PyTuple_Size(steps) != rank))) {
        PyErr_Format(PyExc_TypeError,
                     "__cuda_array_interface__ has the shape %R and the strides %R; at most %d "
                     "axes are possible",
                     shape ? shape : Py_None, steps ? steps : Py_None, WEFT_MAX_RANK);
        return -1;
    }
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    array->rank = (int32_t)rank;
    for (Py_ssize_t axis = rank; axis-- > 0;) {
        array->shape[axis] = PyLong_AsLongLong(PyTuple_GetItem(shape, axis));
        array->steps[axis] = steps ? PyLong_AsLongLong(PyTuple_GetItem(steps, axis)) : step;
        if (__builtin_mul_overflow(step, array->shape[axis], &step) && !steps)
            PyErr_SetString(PyExc_ValueError, "an array has more bytes than int64 counts");
    }
    return PyErr_Occurred() ? -1 : 0;
}

/* The producer's stream: work that is enqueued there needs no synchronisation. Without one the
 * array is ready. */
static int read_stream(operation *all, PyObject *interface)
{
    PyObject *stream = member(interface, "stream");
    return stream && !all->has_stream ? stream_of_argument(all, stream) : 0;
}

/* The interface has no number of the device: the driver knows the memory. What it does not know is
 * not touched. */
static int find_device(weft_array *array)
{
    bool is_empty = false;
    for (int axis = 0; axis < array->rank; axis++)
        is_empty = is_empty || array->shape[axis] == 0;
    array->device = (int16_t)weft_device_of(array->data);
    if (array->device > 0 || is_empty)
        return 0;
    PyErr_SetString(
        PyExc_TypeError,
        "__cuda_array_interface__ names memory that no CUDA device of this process has");
    return -1;
}

int operand_by_cuda(operation *all, PyObject *object, weft_array *array)
{
    PyObject *interface = PyObject_GetAttrString(object, "__cuda_array_interface__");
    if (!interface)
        return -1;
    int failed = -1;
    if (!PyDict_Check(interface))
        PyErr_SetString(PyExc_TypeError, "__cuda_array_interface__ is no dict");
    else
        failed = read_dtype(interface, array) || read_data(interface, array) ||
                 read_shape(interface, array) || read_stream(all, interface);
    Py_DECREF(interface);
    return failed ? -1 : find_device(array);
}
