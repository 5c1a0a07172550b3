/* error.c: libweft's failures as Python's. */
#include "face.h"

#include <stdarg.h>
#include <string.h>

static PyObject *classes[WEFT_ERROR_FUNCTION + 1];

/* One class for each status; each is also what Python calls such a failure. */
static const struct {
    const char *name, *status;
} kinds[] = {
    [WEFT_OK] = {"weft.Error", "error"},
    [WEFT_ERROR_ARGUMENT] = {"weft.ArgumentError", "argument"},
    [WEFT_ERROR_SHAPE] = {"weft.ShapeError", "shape"},
    [WEFT_ERROR_DTYPE] = {"weft.DtypeError", "dtype"},
    [WEFT_ERROR_OVERLAP] = {"weft.OverlapError", "overlap"},
    [WEFT_ERROR_MEMORY] = {"weft.OutOfMemoryError", "memory"},
    [WEFT_ERROR_TARGET] = {"weft.TargetError", "target"},
    [WEFT_ERROR_DEVICE] = {"weft.DeviceError", "device"},
    [WEFT_ERROR_FILE] = {"weft.FileError", "file"},
    [WEFT_ERROR_FUNCTION] = {"weft.FunctionError", "function"},
};

static PyObject *python_class(int status)
{
    switch (status) {
    case WEFT_ERROR_DTYPE:
        return PyExc_TypeError;
    case WEFT_ERROR_MEMORY:
        return PyExc_MemoryError;
    case WEFT_ERROR_TARGET:
    case WEFT_ERROR_DEVICE:
        return PyExc_RuntimeError;
    case WEFT_ERROR_FILE:
        return PyExc_OSError;
    default:
        return PyExc_ValueError;
    }
}

/* What is wrong with arguments, where Python does not call that a ValueError. */
static const struct {
    const char *name;
    PyObject **python;
} argument_kinds[] = {
    {"weft.ArgumentTypeError", &PyExc_TypeError},
    {"weft.ArgumentOverflowError", &PyExc_OverflowError},
    {"weft.ArgumentBufferError", &PyExc_BufferError},
    {"weft.ArgumentRuntimeError", &PyExc_RuntimeError},
};

static int add_argument_errors(PyObject *module)
{
    for (size_t k = 0; k < sizeof argument_kinds / sizeof *argument_kinds; k++) {
        PyObject *bases = PyTuple_Pack(2, classes[WEFT_ERROR_ARGUMENT], *argument_kinds[k].python);
        PyObject *made = bases ? PyErr_NewException(argument_kinds[k].name, bases, NULL) : NULL;
        int failed = made ? PyModule_AddObjectRef(module, argument_kinds[k].name + 5, made) : -1;
        Py_XDECREF(bases);
        Py_XDECREF(made);
        if (failed)
            return -1;
    }
    return 0;
}

int face_add_errors(PyObject *module)
{
    for (int status = WEFT_OK; status <= WEFT_ERROR_FUNCTION; status++) {
        PyObject *bases = status == WEFT_OK
                              ? PyTuple_Pack(1, PyExc_Exception)
                              : PyTuple_Pack(2, classes[WEFT_OK], python_class(status));
        if (!bases)
            return -1;
        classes[status] = PyErr_NewException(kinds[status].name, bases, NULL);
        Py_DECREF(bases);
        if (!classes[status] ||
            PyModule_AddObjectRef(module, kinds[status].name + 5, classes[status]) < 0)
            return -1;
    }
    return add_argument_errors(module);
}

static int set_number(PyObject *exception, const char *name, int number)
{
    PyObject *value = number < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(number);
    int failed = value ? PyObject_SetAttrString(exception, name, value) : -1;
    Py_XDECREF(value);
    return failed;
}

int face_raise(const weft_error *error)
{
    const int status = (int)error->status <= WEFT_ERROR_FUNCTION ? (int)error->status : WEFT_OK;
    if (PyErr_Occurred())
        return -1;
    PyObject *text = PyUnicode_DecodeUTF8(error->text, (Py_ssize_t)strlen(error->text), "replace");
    PyObject *exception = text ? PyObject_CallFunctionObjArgs(classes[status], text, NULL) : NULL;
    PyObject *name = exception ? PyUnicode_FromString(kinds[status].status) : NULL;
    if (name && PyObject_SetAttrString(exception, "status", name) == 0 &&
        set_number(exception, "operand", error->operand) == 0 &&
        set_number(exception, "axis", error->axis) == 0)
        PyErr_SetObject(classes[status], exception);
    Py_XDECREF(name);
    Py_XDECREF(exception);
    Py_XDECREF(text);
    return -1;
}

void *face_refuse(weft_status status, const char *format, ...)
{
    weft_error error = {.status = status, .operand = -1, .axis = -1};
    va_list values;
    va_start(values, format);
    vsnprintf(error.text, sizeof error.text, format, values);
    va_end(values);
    face_raise(&error);
    return NULL;
}

PyObject *face_wrong_call(const char *function, int operand, const char *name)
{
    PyObject *kind, *raised, *trace;
    if (PyErr_ExceptionMatches(classes[WEFT_OK]))
        return NULL;
    PyErr_Fetch(&kind, &raised, &trace);
    PyErr_NormalizeException(&kind, &raised, &trace);
    PyObject *ask = face_cold("wrong_call"), *made = NULL;
    if (ask && raised)
        made = PyObject_CallFunction(ask, "Osiz", raised, function, operand, name);
    if (made) {
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
        Py_XDECREF(kind);
        Py_XDECREF(raised);
        Py_XDECREF(trace);
    } else {
        PyErr_Restore(kind, raised,
                      trace); /* which says more than why it could not be told better */
    }
    Py_XDECREF(made);
    return NULL;
}
