/* device.c: arrays, copies, streams and events of a device, for Python alone: the functions of
 * weft._core that weft/_device.py and weft/_streams.py make classes of. */
#include "python/arguments.h"

#include <string.h>

/* The stream that is named, or that of the block; None: none is named. */
static int take_stream(operation *all, PyObject *stream)
{
    return stream == Py_None ? stream_of_block(all) : stream_of_argument(all, stream);
}

/* Begins what is done on one device and stream; *end* it in any case. */
static int begin(operation *all, PyObject *device, PyObject *stream)
{
    operation_begin(all, NULL);
    if (argument_device(device, &all->options.device) < 0 || take_stream(all, stream) < 0)
        return -1;
    if (all->options.device != WEFT_ALL_DEVICES)
        return 0;
    face_refuse(WEFT_ERROR_ARGUMENT, "device is 'all', but an array, stream or event is of one");
    return -1;
}

static int read_shape(PyObject *shape, weft_array *array)
{
    const Py_ssize_t rank = PyTuple_Size(shape);
    array->rank = (int32_t)(rank < WEFT_MAX_RANK ? rank : WEFT_MAX_RANK);
    if (rank > WEFT_MAX_RANK) {
        face_refuse(WEFT_ERROR_SHAPE, "an array of rank %zd; at most %d is possible", rank,
                    WEFT_MAX_RANK);
        return -1;
    }
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    for (int axis = array->rank; axis-- > 0;) {
        array->shape[axis] = PyLong_AsLongLong(PyTuple_GetItem(shape, axis));
        array->steps[axis] = step;
        if (__builtin_mul_overflow(step, array->shape[axis] > 0 ? array->shape[axis] : 1, &step))
            step = 0; /* libweft refuses the shape */
    }
    return PyErr_Occurred() ? -1 : 0;
}

/* The dtype of an array; a DtypeError where it is none of Weft's. */
static weft_dtype read_dtype(PyObject *object)
{
    PyObject *kind, *raised, *trace;
    const weft_dtype dtype = face_dtype_of_object(object);
    if (dtype || !PyErr_ExceptionMatches(PyExc_TypeError))
        return dtype;
    PyErr_Fetch(&kind, &raised, &trace);
    PyObject *said = raised ? PyObject_Str(raised) : NULL;
    const char *words = said ? PyUnicode_AsUTF8AndSize(said, NULL) : NULL;
    PyErr_Clear();
    face_refuse(WEFT_ERROR_DTYPE, "%s", words ? words : "the dtype is none that Weft has");
    Py_XDECREF(said);
    Py_XDECREF(kind);
    Py_XDECREF(raised);
    Py_XDECREF(trace);
    return WEFT_NONE;
}

/* device_empty(shape, dtype, device, stream) */
static PyObject *device_empty(PyObject *module, PyObject *args)
{
    PyObject *shape, *dtype, *device, *stream, *made = NULL;
    weft_array like = {0};
    void *data;
    operation all;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOO", &PyTuple_Type, &shape, &dtype, &device, &stream))
        return NULL;
    if (begin(&all, device, stream) == 0 &&
        (like.dtype = (uint8_t)read_dtype(dtype)) != WEFT_NONE && read_shape(shape, &like) == 0) {
        like.device =
            (int16_t)(all.options.device < INT16_MAX ? all.options.device + 1 : INT16_MAX);
        made = device_array_new(&like, &all, &data);
    }
    operation_end(&all);
    return made;
}

/* Gives an array the axes and sizes of another, repeated where it has none or 1; false where it has
 * others. */
static bool broadcast(weft_array *array, const weft_array *like)
{
    const int missing = like->rank - array->rank;
    weft_array wide = *array;
    if (missing < 0)
        return false;
    wide.rank = like->rank;
    for (int axis = 0; axis < like->rank; axis++) {
        const int own = axis - missing;
        const bool is_repeated = own < 0 || (array->shape[own] == 1 && like->shape[axis] != 1);
        if (!is_repeated && array->shape[own] != like->shape[axis])
            return false;
        wide.shape[axis] = like->shape[axis];
        wide.steps[axis] = is_repeated ? 0 : array->steps[own];
    }
    *array = wide;
    return true;
}

static PyObject *refuse_shapes(const weft_array *target, const weft_array *source)
{
    PyObject *to = face_tuple(target->shape, target->rank);
    PyObject *from = face_tuple(source->shape, source->rank);
    PyObject *text = to && from ? PyUnicode_FromFormat("a source of shape %R does not broadcast to "
                                                       "the target's, %R",
                                                       from, to)
                                : NULL;
    const char *words = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (words)
        face_refuse(WEFT_ERROR_SHAPE, "%s", words);
    Py_XDECREF(text);
    Py_XDECREF(to);
    Py_XDECREF(from);
    return NULL;
}

/* device_copy(target, source, casting, stream): into any array from any, or a number; the source is
 * broadcast. */
static PyObject *device_copy(PyObject *module, PyObject *args)
{
    PyObject *target, *source, *stream;
    int is_unsafe;
    weft_error error;
    operation all;
    weft_status status = WEFT_OK;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOpO", &target, &source, &is_unsafe, &stream))
        return NULL;
    operation_begin(&all, NULL);
    bool failed = take_stream(&all, stream) < 0 || operation_read(&all, target, true) < 0 ||
                  operation_read(&all, source, false) < 0;
    if (!failed && all.foreign) {
        face_refuse(WEFT_ERROR_DTYPE,
                    "an array answers ufuncs itself, and is copied by no one else");
        failed = true;
    }
    weft_array *to = &all.arrays[0], *from = &all.arrays[1];
    const bool is_weak = !failed && from->flags & WEFT_ARRAY_WEAK;
    if (!failed && !broadcast(from, to)) {
        refuse_shapes(to, from);
        failed = true;
    }
    const bool takes_all = is_unsafe || is_weak;
    if (!failed && !takes_all &&
        !weft_can_cast((weft_dtype)from->dtype, (weft_dtype)to->dtype, WEFT_CASTING_SAME_KIND)) {
        face_refuse(WEFT_ERROR_DTYPE, "casting same_kind does not allow %s to %s",
                    weft_dtype_name((weft_dtype)from->dtype),
                    weft_dtype_name((weft_dtype)to->dtype));
        failed = true;
    }
    if (!failed) {
        from->flags &= (uint8_t)~WEFT_ARRAY_WEAK;
        all.options.casting = takes_all ? WEFT_CASTING_UNSAFE : WEFT_CASTING_SAME_KIND;
        PyThreadState *state = PyEval_SaveThread();
        status = weft_array_copy(to, from, &all.options, &error);
        PyEval_RestoreThread(state);
        failed = status && face_raise(&error) < 0;
    }
    operation_end(&all);
    return failed ? NULL : Py_NewRef(Py_None);
}

/* ---- streams ---- */

static const char stream_name[] = "weft.stream", event_name[] = "weft.event";

static void destroy_stream(PyObject *capsule)
{
    const weft_options options = {.size = sizeof options,
                                  .device = (int)(intptr_t)PyCapsule_GetContext(capsule),
                                  .stream = PyCapsule_GetPointer(capsule, stream_name)};
    weft_stream_destroy(&options);
}

/* stream_create(device, is_free) -> a capsule */
static PyObject *stream_create(PyObject *module, PyObject *args)
{
    PyObject *device;
    int is_free;
    weft_error error;
    operation all;
    void *stream = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "Op", &device, &is_free))
        return NULL;
    const int failed = begin(&all, device, Py_None);
    operation_end(&all);
    if (failed)
        return NULL;
    const weft_options options = {.size = sizeof options, .device = all.options.device};
    if (weft_stream_create(&stream, is_free, &options, &error))
        return face_raise(&error), NULL;
    PyObject *capsule = PyCapsule_New(stream, stream_name, NULL);
    if (!capsule || PyCapsule_SetContext(capsule, (void *)(intptr_t)options.device) < 0 ||
        PyCapsule_SetDestructor(capsule, destroy_stream) < 0) {
        Py_CLEAR(capsule);
        weft_stream_destroy(
            &(weft_options){.size = sizeof options, .device = options.device, .stream = stream});
    }
    return capsule;
}

static PyObject *stream_number(PyObject *module, PyObject *capsule)
{
    (void)module;
    void *stream = PyCapsule_GetPointer(capsule, stream_name);
    return stream ? PyLong_FromVoidPtr(stream) : NULL;
}

/* stream_is_done(stream, device) */
static PyObject *stream_is_done(PyObject *module, PyObject *args)
{
    PyObject *device, *stream;
    bool is_done = false;
    weft_error error;
    operation all;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &stream, &device))
        return NULL;
    bool failed = begin(&all, device, stream) < 0;
    if (!failed && weft_stream_is_done(&is_done, &all.options, &error))
        failed = face_raise(&error) < 0;
    operation_end(&all);
    return failed ? NULL : PyBool_FromLong(is_done);
}

/* stream_follow(stream, before, device) */
static PyObject *stream_follow(PyObject *module, PyObject *args)
{
    PyObject *device, *stream, *before;
    weft_error error;
    operation all, other;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &stream, &before, &device))
        return NULL;
    bool failed = begin(&all, device, stream) < 0;
    operation_begin(&other, NULL);
    failed = failed || stream_of_argument(&other, before) < 0;
    if (!failed && weft_stream_follow(other.options.stream, &all.options, &error))
        failed = face_raise(&error) < 0;
    operation_end(&other);
    operation_end(&all);
    return failed ? NULL : Py_NewRef(Py_None);
}

/* ---- events ---- */

static weft_event *event_of(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, event_name);
}

static void destroy_event(PyObject *capsule)
{
    weft_event_destroy(event_of(capsule));
}

/* event_create(device) -> a capsule */
static PyObject *event_create(PyObject *module, PyObject *device)
{
    weft_error error;
    operation all;
    weft_event *event;
    (void)module;
    bool failed = begin(&all, device, Py_None) < 0;
    if (!failed && weft_event_create(&event, &all.options, &error))
        failed = face_raise(&error) < 0;
    operation_end(&all);
    if (failed)
        return NULL;
    PyObject *capsule = PyCapsule_New(event, event_name, destroy_event);
    if (!capsule)
        weft_event_destroy(event);
    return capsule;
}

typedef weft_status on_stream(weft_event *event, const weft_options *options, weft_error *error);

/* A function of an event and a stream: (event, stream, device). */
static PyObject *run_on_stream(on_stream *function, PyObject *args)
{
    PyObject *capsule, *stream, *device;
    weft_error error;
    operation all;
    if (!PyArg_ParseTuple(args, "OOO", &capsule, &stream, &device))
        return NULL;
    weft_event *event = event_of(capsule);
    bool failed = begin(&all, device, stream) < 0 || !event;
    if (!failed && function(event, &all.options, &error))
        failed = face_raise(&error) < 0;
    operation_end(&all);
    return failed ? NULL : Py_NewRef(Py_None);
}

static PyObject *event_record(PyObject *module, PyObject *args)
{
    (void)module;
    return run_on_stream(weft_event_record, args);
}

static PyObject *event_follow(PyObject *module, PyObject *args)
{
    (void)module;
    return run_on_stream(weft_event_follow, args);
}

static PyObject *event_wait(PyObject *module, PyObject *capsule)
{
    weft_error error;
    weft_event *event = event_of(capsule);
    (void)module;
    if (!event)
        return NULL;
    PyThreadState *state = PyEval_SaveThread();
    const weft_status status = weft_event_wait(event, &error);
    PyEval_RestoreThread(state);
    if (status)
        return face_raise(&error), NULL;
    Py_RETURN_NONE;
}

static PyObject *event_is_done(PyObject *module, PyObject *capsule)
{
    weft_error error;
    bool is_done;
    weft_event *event = event_of(capsule);
    (void)module;
    if (!event)
        return NULL;
    if (weft_event_is_done(event, &is_done, &error))
        return face_raise(&error), NULL;
    return PyBool_FromLong(is_done);
}

/* event_elapsed(start, end) -> milliseconds */
static PyObject *event_elapsed(PyObject *module, PyObject *args)
{
    PyObject *first, *last;
    weft_error error;
    float milliseconds = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &first, &last))
        return NULL;
    weft_event *start = event_of(first), *end = start ? event_of(last) : NULL;
    if (!end)
        return NULL;
    PyThreadState *state = PyEval_SaveThread();
    const weft_status status = weft_event_elapsed(start, end, &milliseconds, &error);
    PyEval_RestoreThread(state);
    if (status)
        return face_raise(&error), NULL;
    return PyFloat_FromDouble((double)milliseconds);
}

PyMethodDef device_methods[] = {
    {"device_empty", device_empty, METH_VARARGS, "device_empty(shape, dtype, device, stream)"},
    {"device_copy", device_copy, METH_VARARGS, "device_copy(target, source, is_unsafe, stream)"},
    {"stream_create", stream_create, METH_VARARGS, "stream_create(device, is_free)"},
    {"stream_number", stream_number, METH_O, "stream_number(stream)"},
    {"stream_is_done", stream_is_done, METH_VARARGS, "stream_is_done(stream, device)"},
    {"stream_follow", stream_follow, METH_VARARGS, "stream_follow(stream, before, device)"},
    {"event_create", event_create, METH_O, "event_create(device)"},
    {"event_record", event_record, METH_VARARGS, "event_record(event, stream, device)"},
    {"event_follow", event_follow, METH_VARARGS, "event_follow(event, stream, device)"},
    {"event_wait", event_wait, METH_O, "event_wait(event)"},
    {"event_is_done", event_is_done, METH_O, "event_is_done(event)"},
    {"event_elapsed", event_elapsed, METH_VARARGS, "event_elapsed(start, end)"},
    {NULL, NULL, 0, NULL}};
