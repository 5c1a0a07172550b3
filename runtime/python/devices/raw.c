/* raw.c: kernels that no ufunc calls: what weft/_kernel.py makes a class of. */
#include "python/arguments.h"

#include <string.h>
#include <structmember.h>

#ifndef Py_T_PYSSIZET
#define Py_T_PYSSIZET T_PYSSIZET
#define Py_READONLY   READONLY
#endif

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

/* ---- arguments ---- */

static void take_bytes(launch *now, const void *bytes, size_t size)
{
    now->arguments[now->count] = (weft_argument){.value = bytes, .size = size};
}

static int refuse_number(const launch *now, PyObject *value, const char *why)
{
    PyObject *text = PyObject_Repr(value);
    const char *shown = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (shown)
        face_refuse(WEFT_ERROR_ARGUMENT, "argument %d is %.100s, %s", now->count, shown, why);
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

/* ---- the object ---- */

/* A weft._core.Kernel: what is called to launch one. */
typedef struct launcher {
    PyObject ob_base;
    vectorcallfunc vectorcall;
    PyObject *capsule; /* owned: of the kernel; NULL: it is none yet */
    PyObject *name;    /* owned: its own, for messages */
    weft_device_kernel *kernel;
    int device;
    int parameters; /* -1: not known */
    const size_t *sizes;
} launcher;

/* What it is called with, in this order; the first ones by place, too. */
enum { BLOCKS, THREADS, ARGUMENTS, ITEMS, SHARED, STREAM, WORD_COUNT, PLACES = ITEMS };
static const char *const words[WORD_COUNT] = {"blocks", "threads", "arguments",
                                              "items",  "shared",  "stream"};

static int take_words(PyObject *const *args, Py_ssize_t given, PyObject *names, PyObject **values)
{
    if (given > PLACES) {
        PyErr_Format(PyExc_TypeError, "%d arguments by place at most, not %zd", PLACES, given);
        return -1;
    }
    for (Py_ssize_t k = 0; k < given; k++)
        values[k] = args[k];
    for (Py_ssize_t k = 0; names && k < PyTuple_Size(names); k++) {
        PyObject *name = PyTuple_GetItem(names, k);
        int word = 0;
        while (word < WORD_COUNT && PyUnicode_CompareWithASCIIString(name, words[word]) != 0)
            word++;
        if (word == WORD_COUNT || values[word]) {
            PyErr_Format(PyExc_TypeError, "got %s argument '%U'",
                         word < WORD_COUNT ? "twice the" : "an unexpected", name);
            return -1;
        }
        values[word] = args[given + k];
    }
    for (int word = 0; word < PLACES; word++)
        if (!values[word]) {
            PyErr_Format(PyExc_TypeError, "missing the argument '%s'", words[word]);
            return -1;
        }
    return 0;
}

/* A whole number; NULL: 0. */
static int take_number(PyObject *value, int64_t *number)
{
    *number = 0;
    PyObject *whole = value ? PyNumber_Index(value) : NULL;
    if (whole)
        *number = PyLong_AsLongLong(whole);
    Py_XDECREF(whole);
    return PyErr_Occurred() ? -1 : 0;
}

static int take_how(launch *now, const launcher *self, PyObject *const *values)
{
    int64_t shared;
    now->kernel = self->kernel;
    now->parameters = self->parameters;
    now->sizes = self->sizes;
    now->how = (weft_launch){.size = sizeof now->how};
    now->all.options.device = self->device;
    now->count = 0;
    if (take_extent(values[BLOCKS], "blocks", now->how.blocks) < 0 ||
        take_extent(values[THREADS], "threads", now->how.threads) < 0 ||
        take_number(values[ITEMS], &now->how.items) < 0 || take_number(values[SHARED], &shared) < 0)
        return -1;
    if (shared < 0) {
        face_refuse(WEFT_ERROR_ARGUMENT, "shared is %lld; it is a number of bytes",
                    (long long)shared);
        return -1;
    }
    now->how.shared = (size_t)shared;
    return values[STREAM] && values[STREAM] != Py_None
               ? stream_of_argument(&now->all, values[STREAM])
               : stream_of_block(&now->all);
}

static int launch_on(const launcher *self, PyObject *const *values)
{
    weft_error error;
    launch now;
    PyObject *arguments = PyTuple_Check(values[ARGUMENTS]) ? Py_NewRef(values[ARGUMENTS])
                                                           : PySequence_Tuple(values[ARGUMENTS]);
    if (!arguments)
        return -1;
    operation_begin(&now.all, NULL);
    bool failed = take_how(&now, self, values) < 0 || take_arguments(&now, arguments) < 0;
    if (!failed && weft_launch_kernel(now.kernel, &now.how, now.arguments, now.count,
                                      &now.all.options, &error))
        failed = face_raise(&error) < 0;
    operation_end(&now.all);
    Py_DECREF(arguments);
    return failed ? -1 : 0;
}

/* self(blocks, threads, arguments, *, items=0, shared=0, stream=None) */
static PyObject *call(PyObject *object, PyObject *const *args, size_t flags, PyObject *names)
{
    const launcher *self = (const launcher *)object;
    PyObject *values[WORD_COUNT] = {NULL};
    if (!self->kernel)
        return PyErr_Format(PyExc_TypeError, "a kernel that is none");
    if (take_words(args, PyVectorcall_NARGS(flags), names, values) == 0 &&
        launch_on(self, values) == 0)
        Py_RETURN_NONE;
    const char *name = PyUnicode_AsUTF8AndSize(self->name, NULL);
    return name ? face_wrong_call(name, -1, NULL) : NULL;
}

/* What it launches is said by `_settle`; arguments are its class's affair. */
static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *named)
{
    (void)args;
    (void)named;
    launcher *made = (launcher *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (made)
        made->vectorcall = call;
    return (PyObject *)made;
}

/* _settle(capsule, name, device), once */
static PyObject *settle(PyObject *object, PyObject *args)
{
    launcher *self = (launcher *)object;
    PyObject *capsule, *name;
    int device;
    if (!PyArg_ParseTuple(args, "OUi", &capsule, &name, &device))
        return NULL;
    weft_device_kernel *kernel = PyCapsule_GetPointer(capsule, kernel_name);
    if (!kernel)
        return NULL;
    if (self->kernel)
        return PyErr_Format(PyExc_TypeError, "a kernel is made once");
    self->capsule = Py_NewRef(capsule);
    self->name = Py_NewRef(name);
    self->kernel = kernel;
    self->device = device;
    self->parameters = weft_device_kernel_parameters(kernel, &self->sizes);
    Py_RETURN_NONE;
}

/* Their bytes; None where nobody tells. */
static PyObject *parameters(PyObject *object, void *unused)
{
    const launcher *self = (const launcher *)object;
    int64_t bytes[MOST_ARGUMENTS];
    (void)unused;
    if (self->parameters < 0)
        Py_RETURN_NONE;
    const int count = self->parameters < MOST_ARGUMENTS ? self->parameters : MOST_ARGUMENTS;
    for (int i = 0; i < count; i++)
        bytes[i] = (int64_t)self->sizes[i];
    return face_tuple(bytes, count);
}

static void release(PyObject *object)
{
    launcher *self = (launcher *)object;
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(self->capsule);
    Py_XDECREF(self->name);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF((PyObject *)type);
}

static PyMethodDef methods[] = {{"_settle", settle, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyGetSetDef getters[] = {
    {"parameters", parameters, NULL,
     "The bytes of each parameter, a tuple; None where the driver is older than CUDA 12.4.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};
static PyMemberDef members[] = {
    {"__vectorcalloffset__", Py_T_PYSSIZET, offsetof(launcher, vectorcall), Py_READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_new, make},
                              {Py_tp_dealloc, release},
                              {Py_tp_call, PyVectorcall_Call},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, getters},
                              {Py_tp_members, members},
                              {0, NULL}};
static PyType_Spec spec = {"weft._core.Kernel", sizeof(launcher), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_VECTORCALL,
                           slots};

int raw_add_type(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&spec);
    const int failed = type ? PyModule_AddObjectRef(module, "Kernel", type) : -1;
    Py_XDECREF(type);
    return failed;
}

PyMethodDef raw_methods[] = {
    {"module_load", module_load, METH_VARARGS, "module_load(path, device)"},
    {"module_kernel", module_kernel, METH_VARARGS, "module_kernel(module, name)"},
    {NULL, NULL, 0, NULL}};
