/* raw.c: kernels that no ufunc calls: the functions of weft._core that weft/_kernel.py makes a
 * class of. */
#include "python/arguments.h"

#include <string.h>

enum { MOST_ARGUMENTS = 256 };

static const char module_name[] = "weft module", kernel_name[] = "weft kernel";

/* One launch: values of numbers have their bytes here. */
typedef struct launch {
    operation all;
    weft_device_kernel *kernel;
    weft_launch how;
    int parameters; /* of the kernel; -1: not known */
    const size_t *sizes;
    weft_argument arguments[MOST_ARGUMENTS];
    double values[MOST_ARGUMENTS][2];
    int count;
} launch;

static void unload(PyObject *capsule)
{
    weft_module_unload(PyCapsule_GetPointer(capsule, module_name));
}

/* A kernel keeps its module. */
static void forget(PyObject *capsule)
{
    Py_XDECREF((PyObject *)PyCapsule_GetContext(capsule));
}

/* module_load(path, device) -> a capsule */
static PyObject *module_load(PyObject *module, PyObject *args)
{
    PyObject *path;
    weft_options options = {.target = WEFT_GPU};
    weft_device_module *made;
    weft_error error;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&i", PyUnicode_FSConverter, &path, &options.device))
        return NULL;
    const char *name = PyBytes_AsString(path);
    const weft_status status = name ? weft_module_load(name, &made, &options, &error) : WEFT_OK;
    Py_DECREF(path);
    if (!name || status)
        return status ? face_raise(&error), NULL : NULL;
    PyObject *capsule = PyCapsule_New(made, module_name, unload);
    if (!capsule)
        weft_module_unload(made);
    return capsule;
}

/* module_kernel(module, name) -> a capsule */
static PyObject *module_kernel(PyObject *module, PyObject *args)
{
    PyObject *of;
    const char *name;
    weft_device_kernel *kernel;
    weft_error error;
    (void)module;
    if (!PyArg_ParseTuple(args, "Os", &of, &name))
        return NULL;
    weft_device_module *loaded = PyCapsule_GetPointer(of, module_name);
    if (!loaded)
        return NULL;
    if (weft_module_kernel(loaded, name, &kernel, &error))
        return face_raise(&error), NULL;
    PyObject *capsule = PyCapsule_New(kernel, kernel_name, forget);
    if (capsule && PyCapsule_SetContext(capsule, Py_NewRef(of)) < 0)
        Py_CLEAR(capsule);
    return capsule;
}

/* kernel_parameters(kernel) -> their bytes; None where nobody tells */
static PyObject *kernel_parameters(PyObject *module, PyObject *capsule)
{
    weft_device_kernel *kernel = PyCapsule_GetPointer(capsule, kernel_name);
    const size_t *sizes;
    int64_t bytes[MOST_ARGUMENTS];
    (void)module;
    if (!kernel)
        return NULL;
    const int count = weft_device_kernel_parameters(kernel, &sizes);
    if (count < 0)
        Py_RETURN_NONE;
    for (int i = 0; i < count && i < MOST_ARGUMENTS; i++)
        bytes[i] = (int64_t)sizes[i];
    return face_tuple(bytes, count < MOST_ARGUMENTS ? count : MOST_ARGUMENTS);
}

/* ---- arguments ---- */

static void take_bytes(launch *now, const void *bytes, size_t size)
{
    now->arguments[now->count] = (weft_argument){.value = bytes, .size = size};
}

static int refuse_number(const launch *now, PyObject *value, const char *why)
{
    PyObject *text = PyObject_Repr(value);
    const char *words = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (words)
        face_refuse(WEFT_ERROR_ARGUMENT, "argument %d is %.100s, %s", now->count, words, why);
    Py_XDECREF(text);
    return -1;
}

/* Bytes that the kernel takes for the next argument; 0 where that is not known. */
static size_t next_size(const launch *now)
{
    return now->parameters > now->count ? now->sizes[now->count] : 0;
}

/* A whole number of as many bytes as the kernel takes, signed or not. */
static int take_whole(launch *now, PyObject *value)
{
    const size_t size = next_size(now);
    int overflow = 0;
    unsigned long long bits = 0;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (number == -1 && PyErr_Occurred())
        return -1;
    bits = (unsigned long long)number;
    if (overflow > 0) {
        bits = PyLong_AsUnsignedLongLong(value);
        if (PyErr_Occurred())
            PyErr_Clear(), overflow = -1;
    }
    if (now->parameters < 0)
        return refuse_number(now, value,
                             "and this driver does not tell how many bytes the kernel "
                             "takes: say it by the type, numpy.int32(…)");
    if (now->count >= now->parameters) /* libweft counts them */
        return take_bytes(now, now->values[now->count], sizeof(int)), 0;
    const bool is_width = size == 1 || size == 2 || size == 4 || size == 8;
    const int width = (int)(8 * size);
    const bool fits =
        is_width && overflow >= 0 &&
        (size == 8 || (overflow == 0 && number >= -(1LL << (width - 1)) && number < 1LL << width));
    if (!fits)
        return refuse_number(now, value,
                             is_width ? "which is no number of as few bits as the kernel takes"
                                      : "and the kernel takes a structure there");
    memcpy(now->values[now->count], &bits, sizeof bits); /* the lowest bytes come first */
    take_bytes(now, now->values[now->count], size);
    return 0;
}

/* A floating number of as many bytes as the kernel takes. */
static int take_floating(launch *now, PyObject *value)
{
    const size_t size = next_size(now);
    const double number = PyFloat_AsDouble(value);
    const float narrow = (float)number;
    if (now->parameters < 0)
        return refuse_number(now, value,
                             "and this driver does not tell how many bytes the kernel "
                             "takes: say it by the type, numpy.float32(…)");
    if (now->count < now->parameters && size != sizeof narrow && size != sizeof number)
        return refuse_number(now, value, "and the kernel takes no number of 4 or 8 bytes there");
    if (size == sizeof narrow)
        memcpy(now->values[now->count], &narrow, sizeof narrow);
    else
        memcpy(now->values[now->count], &number, sizeof number);
    take_bytes(now, now->values[now->count], size ? size : sizeof number);
    return 0;
}

/* An array; one of the host without axes is its element. */
static int take_array(launch *now, PyObject *value)
{
    if (now->all.count >= FACE_OPERANDS) {
        face_refuse(WEFT_ERROR_ARGUMENT,
                    "argument %d is the array behind %d others; at most so many "
                    "are possible, and addresses as numbers",
                    now->count, FACE_OPERANDS);
        return -1;
    }
    const int i = now->all.count;
    if (operation_read(&now->all, value, false) < 0)
        return -1;
    const weft_array *array = &now->all.arrays[i];
    if (array->device == 0 && array->rank == 0) {
        const void *bytes =
            array->flags & WEFT_ARRAY_INLINE ? (const void *)&array->value : array->data;
        take_bytes(now, bytes, weft_dtype_size((weft_dtype)array->dtype));
    } else {
        now->arguments[now->count] = (weft_argument){.array = array};
    }
    return 0;
}

static int take_argument(launch *now, PyObject *value)
{
    char *bytes;
    Py_ssize_t size;
    int failed = 0;
    if (PyLong_Check(value))
        failed = take_whole(now, value);
    else if (PyFloat_CheckExact(value))
        failed = take_floating(now, value);
    else if (!PyBytes_Check(value))
        failed = take_array(now, value);
    else if (PyBytes_AsStringAndSize(value, &bytes, &size) == 0)
        take_bytes(now, bytes, (size_t)size);
    now->count++;
    return failed;
}

static int take_arguments(launch *now, PyObject *arguments)
{
    const Py_ssize_t count = PyTuple_Size(arguments);
    if (count > MOST_ARGUMENTS) {
        face_refuse(WEFT_ERROR_ARGUMENT, "%zd arguments; at most %d are possible", count,
                    MOST_ARGUMENTS);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (take_argument(now, PyTuple_GetItem(arguments, i)) < 0)
            return -1;
    return 0;
}

/* ---- the launch ---- */

/* A number, or a tuple of up to three; None: left open. */
static int take_extent(PyObject *value, const char *name, uint32_t extent[3])
{
    const Py_ssize_t count = PyTuple_Check(value) ? PyTuple_Size(value) : 1;
    if (value == Py_None)
        return 0;
    if (count < 1 || count > 3) {
        face_refuse(WEFT_ERROR_ARGUMENT, "%s has %zd axes; 1 to 3 are possible", name, count);
        return -1;
    }
    for (Py_ssize_t axis = 0; axis < count; axis++) {
        PyObject *one = PyTuple_Check(value) ? PyTuple_GetItem(value, axis) : value;
        PyObject *number = PyNumber_Index(one);
        const long long size = number ? PyLong_AsLongLong(number) : -1;
        Py_XDECREF(number);
        if (PyErr_Occurred())
            return -1;
        if (size < 1 || size > UINT32_MAX) {
            face_refuse(WEFT_ERROR_ARGUMENT, "%s[%zd] is %lld; it must be at least 1", name, axis,
                        size);
            return -1;
        }
        extent[axis] = (uint32_t)size;
    }
    return 0;
}

static int take_how(launch *now, PyObject *args, PyObject **arguments, PyObject **stream)
{
    PyObject *capsule, *blocks, *threads;
    unsigned long long shared;
    long long items;
    int device;
    if (!PyArg_ParseTuple(args, "OOOO!LKOi", &capsule, &blocks, &threads, &PyTuple_Type, arguments,
                          &items, &shared, stream, &device))
        return -1;
    now->kernel = PyCapsule_GetPointer(capsule, kernel_name);
    now->how = (weft_launch){.size = sizeof now->how, .items = items, .shared = (size_t)shared};
    now->all.options.device = device;
    now->count = 0;
    if (!now->kernel || take_extent(blocks, "blocks", now->how.blocks) < 0 ||
        take_extent(threads, "threads", now->how.threads) < 0)
        return -1;
    now->parameters = weft_device_kernel_parameters(now->kernel, &now->sizes);
    return *stream == Py_None ? stream_of_block(&now->all) : stream_of_argument(&now->all, *stream);
}

/* launch_kernel(kernel, blocks, threads, arguments, items, shared, stream, device) */
static PyObject *launch_kernel(PyObject *module, PyObject *args)
{
    PyObject *arguments, *stream;
    weft_error error;
    launch now;
    (void)module;
    operation_begin(&now.all, NULL);
    bool failed =
        take_how(&now, args, &arguments, &stream) < 0 || take_arguments(&now, arguments) < 0;
    if (!failed && weft_launch_kernel(now.kernel, &now.how, now.arguments, now.count,
                                      &now.all.options, &error))
        failed = face_raise(&error) < 0;
    operation_end(&now.all);
    return failed ? NULL : Py_NewRef(Py_None);
}

PyMethodDef raw_methods[] = {
    {"module_load", module_load, METH_VARARGS, "module_load(path, device)"},
    {"module_kernel", module_kernel, METH_VARARGS, "module_kernel(module, name)"},
    {"kernel_parameters", kernel_parameters, METH_O, "kernel_parameters(kernel)"},
    {"launch_kernel", launch_kernel, METH_VARARGS,
     "launch_kernel(kernel, blocks, threads, arguments, items, shared, stream, device)"},
    {NULL, NULL, 0, NULL}};
