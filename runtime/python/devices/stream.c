/* stream.c: the CUDA stream that a call runs on. */
#include "python/operation.h"

/* DLPack's numbers: 1 is the legacy default stream, which libweft knows as NULL, 2 that of the
 * thread; 0 is CUDA's own name of the former. */
static void *stream_of_number(size_t number)
{
    return number <= 1 ? NULL : (void *)(uintptr_t)number;
}

static int take_number(operation *all, PyObject *number)
{
    size_t value = PyLong_AsSize_t(number);
    if (PyErr_Occurred())
        return -1;
    all->options.stream = stream_of_number(value);
    all->has_stream = true;
    return 0;
}

int stream_of_argument(operation *all, PyObject *stream)
{
    if (PyLong_Check(stream))
        return take_number(all, stream);
    PyObject *ask = face_cold("stream_number");
    PyObject *number = ask ? PyObject_CallFunctionObjArgs(ask, stream, NULL) : NULL;
    int failed = number ? take_number(all, number) : -1;
    Py_XDECREF(number);
    if (!failed)
        all->stream_object = Py_NewRef(stream);
    return failed;
}

static int block_count; /* of all threads; under the GIL */

PyObject *stream_count_blocks(PyObject *module, PyObject *change)
{
    const long by = PyLong_AsLong(change);
    (void)module;
    if (by == -1 && PyErr_Occurred())
        return NULL;
    block_count += by > 0 ? 1 : -1;
    Py_RETURN_NONE;
}

int stream_of_block(operation *all)
{
    if (block_count == 0)
        return 0;
    PyObject *ask = face_cold("current_stream");
    PyObject *stream = ask ? PyObject_CallNoArgs(ask) : NULL;
    int failed = stream ? 0 : -1;
    if (stream && stream != Py_None)
        failed = stream_of_argument(all, stream);
    Py_XDECREF(stream);
    return failed;
}

/* Asks the function of a kind; 0 where the framework says nothing. */
static int ask_framework(operation *all, const kind *what, int device)
{
    PyObject *number = PyLong_FromLong(device);
    PyObject *answer = number ? PyObject_CallFunctionObjArgs(what->stream, number, NULL) : NULL;
    Py_XDECREF(number);
    int failed = answer ? take_number(all, answer) : -1;
    Py_XDECREF(answer);
    return failed;
}

int stream_of_kind(operation *all, const kind *what, int device)
{
    if (all->has_stream)
        return 0;
    if (what->stream)
        return ask_framework(all, what, device);
    if (!what->exchange || !what->exchange->current_stream)
        return 0;
    all->has_stream = true;
    return what->exchange->current_stream(DL_CUDA, device, &all->options.stream) < 0 ? -1 : 0;
}
