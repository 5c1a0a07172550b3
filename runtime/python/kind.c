/* kind.c: types are described once, by weft/_cold.py, and looked up by address. */
#include "kind.h"

/* A table of open addresses; types in it are kept alive. What has no data of its own need not be
 * there, so that classes made by the thousand do not fill it. */
enum { SLOTS = 256, MOST = 128 };
static const kind *slots[SLOTS];
static int used;

static const kind plain[PATH_COUNT] = {
    [PATH_NDARRAY] = {.path = PATH_NDARRAY}, [PATH_SCALAR] = {.path = PATH_SCALAR},
    [PATH_DLPACK] = {.path = PATH_DLPACK},   [PATH_CUDA] = {.path = PATH_CUDA},
    [PATH_FOREIGN] = {.path = PATH_FOREIGN}, [PATH_CONVERT] = {.path = PATH_CONVERT},
    [PATH_OWN] = {.path = PATH_OWN},
};

static size_t first_slot(const PyTypeObject *type)
{
    return ((uintptr_t)type >> 4) * 0x9E3779B97F4A7C15U >> 56;
}

static PyObject *member(PyObject *description, Py_ssize_t k)
{
    PyObject *value = PyTuple_GetItem(description, k);
    return value && value != Py_None ? Py_NewRef(value) : NULL;
}

/* The table of version 1, which a later one may lead to; NULL with an exception. */
static const dl_exchange *find_exchange(PyObject *capsule)
{
    const dl_exchange *table = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
    while (table && table->version.major != 1)
        table = table->previous;
    if (!table && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "__dlpack_c_exchange_api__ has no table of version 1");
    return table;
}

/* (path, exchange, maker, finish, stream, check, immutable) */
static kind *read_description(PyTypeObject *type, PyObject *description)
{
    kind *made = PyMem_Calloc(1, sizeof *made);
    if (!made)
        return PyErr_NoMemory(), NULL;
    made->type = type;
    made->path = (kind_path)PyLong_AsLong(PyTuple_GetItem(description, 0));
    if (made->path == PATH_EXCHANGE)
        made->exchange = find_exchange(PyTuple_GetItem(description, 1));
    made->maker = member(description, 2);
    made->finish = member(description, 3);
    made->stream = member(description, 4);
    made->check = member(description, 5);
    made->is_immutable = PyTuple_GetItem(description, 6) == Py_True;
    if (!PyErr_Occurred())
        return made;
    PyMem_Free(made);
    return NULL;
}

static bool is_plain(const kind *what)
{
    return what->path != PATH_EXCHANGE && !what->maker && !what->finish && !what->stream &&
           !what->check && !what->is_immutable;
}

static const kind *describe(PyTypeObject *type, size_t slot)
{
    PyObject *ask = face_cold("describe");
    PyObject *description = ask ? PyObject_CallFunctionObjArgs(ask, (PyObject *)type, NULL) : NULL;
    kind *made = description ? read_description(type, description) : NULL;
    Py_XDECREF(description);
    if (!made)
        return NULL;
    if (used >= MOST && is_plain(made)) {
        const kind *same = &plain[made->path];
        PyMem_Free(made);
        return same;
    }
    if (used >= SLOTS - 1) {
        PyErr_Format(PyExc_TypeError, "arrays of more than %d types", SLOTS - 1);
        PyMem_Free(made);
        return NULL;
    }
    while (slots[slot]) /* what describe imported may have called us */
        slot = (slot + 1) % SLOTS;
    used++;
    Py_INCREF((PyObject *)type);
    return slots[slot] = made;
}

const kind *kind_of(PyTypeObject *type)
{
    size_t slot = first_slot(type);
    for (; slots[slot]; slot = (slot + 1) % SLOTS)
        if (slots[slot]->type == type)
            return slots[slot];
    return describe(type, slot);
}
