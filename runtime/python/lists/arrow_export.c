/* arrow_export.c: lists as Arrow's C data interface has them: two capsules of where they lie. */
#include <stdatomic.h>
#include <stdlib.h>

#include "arrow.h"

enum { MOST_LEVELS = WEFT_MAX_RANK + 1, MOST_FORMAT = 24 };

/* The structures of one export: its lists, and a level for each axis of the elements. A consumer
 * may move any of them away and release it by itself, so that the last one frees the whole. */
typedef struct schema_tree {
    arrow_schema levels[MOST_LEVELS], *children[MOST_LEVELS];
    char formats[MOST_LEVELS][MOST_FORMAT];
    atomic_int left; /* levels that are not released */
} schema_tree;

typedef struct array_tree {
    arrow_array levels[MOST_LEVELS], *children[MOST_LEVELS];
    const void *buffers[MOST_LEVELS][2];
    PyObject *values, *offsets; /* owned */
    atomic_int left;
} array_tree;

static void release_schema(arrow_schema *schema)
{
    schema_tree *tree = schema->own;
    for (int64_t k = 0; k < schema->child_count; k++)
        if (schema->children[k]->release)
            schema->children[k]->release(schema->children[k]);
    schema->release = NULL;
    if (atomic_fetch_sub(&tree->left, 1) == 1)
        free(tree);
}

static void release_array(arrow_array *array)
{
    array_tree *tree = array->own;
    for (int64_t k = 0; k < array->child_count; k++)
        if (array->children[k]->release)
            array->children[k]->release(array->children[k]);
    array->release = NULL;
    if (atomic_fetch_sub(&tree->left, 1) > 1)
        return;
    const PyGILState_STATE state = PyGILState_Ensure(); /* by any thread */
    Py_DECREF(tree->values);
    Py_DECREF(tree->offsets);
    PyGILState_Release(state);
    free(tree);
}

/* What nobody took is released with its capsule. */
static void drop_schema(PyObject *capsule)
{
    arrow_schema *schema = PyCapsule_GetPointer(capsule, ARROW_SCHEMA);
    if (schema->release)
        schema->release(schema);
    free(schema);
}

static void drop_array(PyObject *capsule)
{
    arrow_array *array = PyCapsule_GetPointer(capsule, ARROW_ARRAY);
    if (array->release)
        array->release(array);
    free(array);
}

/* The first structure, moved out of the tree, for the consumer to move on. */
static PyObject *wrap(const void *first, size_t size, const char *name, PyCapsule_Destructor drop)
{
    void *moved = malloc(size);
    PyObject *capsule = NULL;
    if (moved) {
        memcpy(moved, first, size);
        capsule = PyCapsule_New(moved, name, drop);
    } else {
        PyErr_NoMemory();
    }
    if (!capsule)
        free(moved);
    return capsule;
}

static PyObject *export_schema(PyArrayObject *values, bool is_short, char letter)
{
    const int rank = PyArray_NDIM(values);
    schema_tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return PyErr_NoMemory();
    tree->left = rank + 1;
    for (int k = 0; k <= rank; k++) {
        char *format = tree->formats[k];
        if (k == 0)
            snprintf(format, MOST_FORMAT, "+%c", is_short ? 'l' : 'L');
        else if (k < rank)
            snprintf(format, MOST_FORMAT, "+w:%lld", (long long)PyArray_DIM(values, k));
        else
            snprintf(format, MOST_FORMAT, "%c", letter);
        tree->children[k] = k < rank ? &tree->levels[k + 1] : NULL;
        tree->levels[k] = (arrow_schema){.format = format,
                                         .name = k ? "item" : "",
                                         .child_count = k < rank,
                                         .children = &tree->children[k],
                                         .release = release_schema,
                                         .own = tree};
    }
    PyObject *capsule = wrap(tree->levels, sizeof *tree->levels, ARROW_SCHEMA, drop_schema);
    if (!capsule)
        free(tree);
    return capsule;
}

static PyObject *export_array(PyArrayObject *values, PyArrayObject *offsets)
{
    const int rank = PyArray_NDIM(values);
    int64_t count = 1;
    array_tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return PyErr_NoMemory();
    tree->left = rank + 1;
    for (int k = 0; k <= rank; k++) {
        count *= k ? PyArray_DIM(values, k - 1) : 1;
        tree->children[k] = k < rank ? &tree->levels[k + 1] : NULL;
        tree->levels[k] = (arrow_array){.length = k ? count : PyArray_DIM(offsets, 0) - 1,
                                        .buffer_count = k && k < rank ? 1 : 2,
                                        .child_count = k < rank,
                                        .buffers = tree->buffers[k],
                                        .children = &tree->children[k],
                                        .release = release_array,
                                        .own = tree};
    }
    tree->buffers[0][1] = PyArray_DATA(offsets);
    tree->buffers[rank][1] = PyArray_DATA(values);
    tree->values = Py_NewRef((PyObject *)values);
    tree->offsets = Py_NewRef((PyObject *)offsets);
    PyObject *capsule = wrap(tree->levels, sizeof *tree->levels, ARROW_ARRAY, drop_array);
    if (capsule)
        return capsule;
    Py_DECREF(tree->values);
    Py_DECREF(tree->offsets);
    free(tree);
    return NULL;
}

PyObject *arrow_export(PyObject *module, PyObject *args)
{
    (void)module;
    PyArrayObject *values, *offsets;
    if (!PyArg_ParseTuple(args, "O!O!", &PyArray_Type, &values, &PyArray_Type, &offsets))
        return NULL;
    const char letter = arrow_letter(face_dtype_of_numpy(PyArray_TYPE(values)));
    if (!letter || letter == 'b')
        return PyErr_Format(PyExc_TypeError, "Arrow has no lists of %R without a copy",
                            (PyObject *)PyArray_DESCR(values));
    PyObject *schema = export_schema(values, PyArray_TYPE(offsets) == NPY_INT32, letter);
    PyObject *array = schema ? export_array(values, offsets) : NULL;
    PyObject *both = array ? PyTuple_Pack(2, schema, array) : NULL;
    Py_XDECREF(schema);
    Py_XDECREF(array);
    return both;
}
