/* module.c: weft._core: libraries, devices, and the types of the other files. */
#define _GNU_SOURCE /* dladdr */
#define FACE_IMPORTS_NUMPY
#include "callable.h"

#include <dlfcn.h>
#include <string.h>

#include "lists/arrow.h"

/* weft._cold, imported at its first use. */
PyObject *face_cold(const char *name)
{
    static PyObject *functions; /* by name, kept */
    PyObject *found = functions ? PyDict_GetItemString(functions, name) : NULL;
    if (found)
        return found;
    if (!functions && !(functions = PyDict_New()))
        return NULL;
    PyObject *module = PyImport_ImportModule("weft._cold");
    PyObject *function = module ? PyObject_GetAttrString(module, name) : NULL;
    int failed = function ? PyDict_SetItemString(functions, name, function) : -1;
    Py_XDECREF(module);
    Py_XDECREF(function); /* the dict has it */
    return failed ? NULL : function;
}

PyObject *face_tuple(const int64_t *numbers, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int k = 0; tuple && k < count; k++) {
        PyObject *number = PyLong_FromLongLong(numbers[k]);
        if (!number || PyTuple_SetItem(tuple, k, number) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* open(path, origin, floating_errors) -> (name, {name: Ufunc}). The library stays open: its
 * functions are static data, which arrays, NumPy and other threads may still use. */
static PyObject *open_library(PyObject *module, PyObject *args)
{
    PyObject *path, *origin;
    int raises_flags;
    weft_library *library;
    weft_error error;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&Op", PyUnicode_FSConverter, &path, &origin, &raises_flags))
        return NULL;
    weft_status status = weft_library_open(PyBytes_AsString(path), &library, &error);
    Py_DECREF(path);
    if (status)
        return face_raise(&error), NULL;
    const weft_library_table *table = weft_library_contents(library);
    PyObject *all = PyDict_New();
    for (uint32_t k = 0; all && k < table->count; k++) {
        PyObject *made = callable_new(table->ufuncs[k], origin, raises_flags);
        if (!made || PyDict_SetItemString(all, table->ufuncs[k]->name, made) < 0)
            Py_CLEAR(all);
        Py_XDECREF(made);
    }
    return all ? Py_BuildValue("(sN)", table->name, all) : NULL;
}

static PyObject *devices(PyObject *module, PyObject *unused)
{
    const int count = weft_device_count();
    PyObject *list = PyList_New(0);
    (void)module, (void)unused;
    for (int k = 0; list && k < count; k++) {
        char name[256];
        weft_error error;
        PyObject *text = NULL;
        if (weft_device_name(k, name, sizeof name, &error))
            face_raise(&error);
        else
            text = PyUnicode_FromString(name);
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

typedef weft_status wait(const weft_options *options, weft_error *error);

/* A function of a device's stream, without the GIL. */
static PyObject *run_wait(const char *who, wait *function, PyObject *args, PyObject *words)
{
    static char *names[] = {"stream", "device", NULL};
    PyObject *stream = Py_None, *device = NULL;
    weft_error error;
    operation all;
    operation_begin(&all, NULL);
    if (!PyArg_ParseTupleAndKeywords(args, words, "|OO", names, &stream, &device) ||
        argument_device(device, &all.options.device) < 0 ||
        (stream == Py_None ? stream_of_block(&all) : stream_of_argument(&all, stream)) < 0)
        return operation_end(&all), face_wrong_call(who, -1, NULL);
    operation_end(&all);
    const bool every = all.options.device == WEFT_ALL_DEVICES;
    if (every && all.options.stream) {
        PyErr_SetString(PyExc_ValueError, "device is 'all', but a stream is of one device");
        return face_wrong_call(who, -1, NULL);
    }
    const int count = weft_device_count(); /* of none that is asked for, libweft says why */
    if (count == 0 && !all.has_stream && (every || all.options.device == 0))
        Py_RETURN_NONE; /* nothing is under way, and nothing held */
    const int64_t end = every ? (count > 0 ? count : 1) : (int64_t)all.options.device + 1;
    weft_status status = WEFT_OK;
    PyThreadState *state = PyEval_SaveThread();
    for (int64_t k = every ? 0 : all.options.device; k < end && !status; k++) {
        all.options.device = (int)k;
        status = function(&all.options, &error);
    }
    PyEval_RestoreThread(state);
    if (status)
        return face_raise(&error), NULL;
    Py_RETURN_NONE;
}

static PyObject *synchronize(PyObject *module, PyObject *args, PyObject *words)
{
    (void)module;
    return run_wait("weft.synchronize", weft_synchronize, args, words);
}

static PyObject *trim(PyObject *module, PyObject *args, PyObject *words)
{
    (void)module;
    return run_wait("weft.trim", weft_device_trim, args, words);
}

/* device_memory(device) -> (used, held, limit, free, total) */
static PyObject *device_memory(PyObject *module, PyObject *args)
{
    (void)module;
    weft_options options = {.target = WEFT_GPU};
    weft_memory memory;
    weft_error error;
    if (!PyArg_ParseTuple(args, "i", &options.device))
        return NULL;
    if (weft_device_memory(&memory, &options, &error))
        return face_raise(&error), NULL;
    return Py_BuildValue("(LLLLL)", (long long)memory.used, (long long)memory.held,
                         (long long)memory.limit, (long long)memory.free, (long long)memory.total);
}

/* device_limit(bytes, device) */
static PyObject *device_limit(PyObject *module, PyObject *args)
{
    (void)module;
    weft_options options = {.target = WEFT_GPU};
    long long bytes;
    weft_error error;
    if (!PyArg_ParseTuple(args, "Li", &bytes, &options.device))
        return NULL;
    if (weft_device_limit(bytes, &options, &error))
        return face_raise(&error), NULL;
    Py_RETURN_NONE;
}

/* pin(memory) -> its address */
static PyObject *pin(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer memory;
    weft_error error;
    if (!PyArg_ParseTuple(args, "w*", &memory))
        return NULL;
    void *address = memory.buf;
    weft_status status = weft_pin(address, (size_t)memory.len, NULL, &error);
    PyBuffer_Release(&memory);
    if (status)
        return face_raise(&error), NULL;
    return PyLong_FromVoidPtr(address);
}

/* unpin(address); where the driver is gone with the process, so is the pinning. */
static PyObject *unpin(PyObject *module, PyObject *address)
{
    (void)module;
    void *memory = PyLong_AsVoidPtr(address);
    if (!memory && PyErr_Occurred())
        return NULL;
    weft_unpin(memory, NULL, NULL);
    Py_RETURN_NONE;
}

/* The folder of libweft, where its libraries lie. */
static PyObject *library_folder(PyObject *module, PyObject *unused)
{
    Dl_info info;
    (void)module, (void)unused;
    if (!dladdr((void *)(uintptr_t)weft_call, &info) || !info.dli_fname)
        return PyErr_Format(PyExc_OSError, "the folder of libweft is not known");
    const char *end = strrchr(info.dli_fname, '/');
    return end ? PyUnicode_DecodeFSDefaultAndSize(info.dli_fname, end - info.dli_fname)
               : PyUnicode_FromString(".");
}

#define WORDS(name) (PyCFunction)(void (*)(void)) name, METH_VARARGS | METH_KEYWORDS
static PyMethodDef methods[] = {
    {"open", open_library, METH_VARARGS,
     "open(path, origin, floating_errors) -> (name, {name: Ufunc})"},
    {"devices", devices, METH_NOARGS,
     "devices()\n\nThe names of the CUDA devices; none without a driver."},
    {"synchronize", WORDS(synchronize),
     "synchronize(stream=None, device=0)\n--\n\n"
     "Waits for a stream; reports late faults. device='all': the default streams of all."},
    {"trim", WORDS(trim),
     "trim(stream=None, device=0)\n--\n\n"
     "Gives unused device memory back to the driver; device='all': that of each."},
    {"device_memory", device_memory, METH_VARARGS,
     "device_memory(device) -> (used, held, limit, free, total)"},
    {"device_limit", device_limit, METH_VARARGS, "device_limit(bytes, device)"},
    {"pin", pin, METH_VARARGS, "pin(memory) -> address"},
    {"unpin", unpin, METH_O, "unpin(address)"},
    {"check_defaults", arguments_check_defaults, METH_VARARGS,
     "check_defaults(target, threads, device) -> the same as numbers"},
    {"follow_defaults", arguments_follow_defaults, METH_O,
     "follow_defaults(get): get() gives (target, threads, device, ...) for calls that are not "
     "told"},
    {"set_device_array", device_array_set_type, METH_O, "set_device_array(type)"},
    {"count_stream_blocks", stream_count_blocks, METH_O, "count_stream_blocks(1 or -1)"},
    {"arrow_import", arrow_import, METH_O, "arrow_import(object) -> (values, offsets)"},
    {"arrow_export", arrow_export, METH_VARARGS,
     "arrow_export(values, offsets) -> (schema, array), capsules"},
    {"library_folder", library_folder, METH_NOARGS, "The folder of libweft."},
    {NULL, NULL, 0, NULL}};

static int fill(PyObject *module)
{
    if (PyArray_ImportNumPyAPI() < 0 || PyUFunc_ImportUFuncAPI() < 0 || arguments_prepare() < 0 ||
        face_add_errors(module) < 0 || callable_add_type(module) < 0 ||
        device_array_add_type(module) < 0 || raw_add_type(module) < 0 ||
        PyModule_AddFunctions(module, device_methods) < 0 ||
        PyModule_AddFunctions(module, raw_methods) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "version", WEFT_VERSION);
}

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "weft._core", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && fill(module) < 0)
        Py_CLEAR(module);
    return module;
}
