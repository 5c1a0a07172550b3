/* arrow_import.c: lists that come by Arrow's C data interface, or its C device interface: their
 * memory as it lies, not a copy. */
#include <string.h>

#include "arrow.h"
#include "python/dlpack.h"
#include "python/operation.h"

enum { MOST_AXES = WEFT_MAX_RANK };

static const struct {
    char letter;
    weft_dtype dtype;
} letters[] = {
    {'c', WEFT_INT8},    {'C', WEFT_UINT8},   {'s', WEFT_INT16},   {'S', WEFT_UINT16},
    {'i', WEFT_INT32},   {'I', WEFT_UINT32},  {'l', WEFT_INT64},   {'L', WEFT_UINT64},
    {'e', WEFT_FLOAT16}, {'f', WEFT_FLOAT32}, {'g', WEFT_FLOAT64}, {'b', WEFT_BOOL},
};

char arrow_letter(weft_dtype dtype)
{
    for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
        if (letters[k].dtype == dtype)
            return letters[k].letter;
    return 0;
}

static weft_dtype dtype_of(const char *format)
{
    for (size_t k = 0; k < sizeof letters / sizeof *letters && format[0] && !format[1]; k++)
        if (letters[k].letter == format[0])
            return letters[k].dtype;
    return WEFT_NONE;
}

/* One array of lists, and their elements, which may be rows of fixed lengths, or rows of these. */
typedef struct arrow_lists {
    PyObject *holder; /* the capsule that keeps the memory; borrowed */
    int device;       /* of its buffers, as a weft_array has it */
    const char *format;
    const arrow_array *lists, *levels[MOST_AXES]; /* elements, elements of these, … */
    int64_t width;                                /* elements of each list; -1: offsets say */
    npy_intp shape[MOST_AXES]; /* of the elements; from the second on the rows' lengths */
    int rank;
    weft_dtype dtype;
} arrow_lists;

/* ---- what it is ---- */

/* The N of "+w:N"; -1: it is no such format. */
static int64_t width_of(const char *format)
{
    long long width = -1;
    if (strncmp(format, "+w:", 3) != 0 || sscanf(format + 3, "%lld", &width) != 1)
        return -1;
    return width;
}

static int refuse_format(const char *format)
{
    PyErr_Format(PyExc_TypeError,
                 "an Arrow array of format '%s': lists of numbers are possible ('+l', '+L' and "
                 "'+w:N' of these, or of '+w:N')",
                 format);
    return -1;
}

/* Reads formats and arrays down to the numbers. */
static int take_levels(arrow_lists *read, const arrow_schema *schema, const arrow_array *array)
{
    const bool is_list = strcmp(schema->format, "+l") == 0 || strcmp(schema->format, "+L") == 0;
    read->format = schema->format;
    read->lists = array;
    read->width = width_of(schema->format);
    if ((!is_list && read->width < 0) || schema->dictionary)
        return refuse_format(schema->format);
    while (schema->child_count == 1 && array->child_count == 1 && read->rank < MOST_AXES) {
        const int64_t width = read->rank ? width_of(schema->format) : 0;
        if (width < 0 || schema->dictionary)
            return refuse_format(schema->format);
        schema = schema->children[0];
        array = array->children[0];
        read->levels[read->rank] = array;
        read->shape[read->rank] = read->rank ? width : array->length;
        read->rank++;
    }
    read->dtype = dtype_of(schema->format);
    if (!read->dtype || !read->rank || schema->child_count || schema->dictionary)
        return refuse_format(schema->format);
    return 0;
}

/* ---- missing values ---- */

/* What lies on a device is not looked at: its producer says that nothing is missing. */
static int check_device(const arrow_lists *read)
{
    const arrow_array *array = read->lists;
    for (int level = 0; array; array = level < read->rank ? read->levels[level] : NULL, level++)
        if (array->buffer_count > 0 && array->buffers[0] && array->null_count != 0) {
            PyErr_Format(PyExc_ValueError,
                         array->null_count > 0
                             ? "%lld %s of an Arrow array on a device are missing, and none may be"
                             : "the null_count is %lld: whether %s of an Arrow array on a device "
                               "are missing is not known",
                         (long long)array->null_count, level ? "elements" : "lists");
            return -1;
        }
    if (read->dtype != WEFT_BOOL)
        return 0;
    PyErr_SetString(PyExc_TypeError,
                    "an Arrow array of bits on a device; those of bytes are possible");
    return -1;
}

/* The first of so many bits that is 0; -1: none is. */
static int64_t find_missing(const arrow_array *array, int64_t first, int64_t count)
{
    const unsigned char *bits = array->buffer_count > 0 ? array->buffers[0] : NULL;
    for (int64_t k = first; k < first + count && bits && array->null_count != 0; k++)
        if (!(bits[k / 8] >> k % 8 & 1))
            return k - first;
    return -1;
}

/* Where list k begins, counted in elements. */
static int64_t begin_of(const arrow_lists *read, int64_t k)
{
    const int64_t at = read->lists->offset + k;
    if (read->width >= 0)
        return at * read->width;
    return strcmp(read->format, "+l") == 0 ? ((const int32_t *)read->lists->buffers[1])[at]
                                           : ((const int64_t *)read->lists->buffers[1])[at];
}

/* The elements of all lists; false: offsets are wrong, and the call will say so. */
static bool find_elements(const arrow_lists *read, int64_t *begin, int64_t *end)
{
    *begin = read->lists->length ? begin_of(read, 0) : 0;
    *end = read->lists->length ? begin_of(read, read->lists->length) : 0;
    return 0 <= *begin && *begin <= *end && *end <= read->levels[0]->length;
}

static int check_missing(const arrow_lists *read)
{
    int64_t begin, end, each = 1,
                        list = find_missing(read->lists, read->lists->offset, read->lists->length);
    if (list >= 0) {
        PyErr_Format(PyExc_ValueError, "list %lld is missing, and none may be", (long long)list);
        return -1;
    }
    if (!find_elements(read, &begin, &end))
        return 0;
    int64_t first = begin;
    for (int level = 0; level < read->rank; level++) {
        each *= level ? read->shape[level] : 1;
        first = first * (level ? read->shape[level] : 1) + read->levels[level]->offset;
        const int64_t missing = find_missing(read->levels[level], first, (end - begin) * each);
        if (missing < 0)
            continue;
        const int64_t element = begin + missing / each;
        for (list = 0; begin_of(read, list + 1) <= element;)
            list++;
        PyErr_Format(PyExc_ValueError, "element %lld of list %lld is missing, and none may be",
                     (long long)(element - begin_of(read, list)), (long long)list);
        return -1;
    }
    return 0;
}

/* ---- arrays over the memory ---- */

/* An ndarray, or an array of the device, that keeps the memory. */
static PyObject *view_of(const arrow_lists *read, weft_dtype dtype, int rank, npy_intp *shape,
                         const void *data)
{
    if (read->device) {
        weft_array array =
            weft_array_view((void *)(uintptr_t)data, dtype, rank, (const int64_t *)shape, NULL);
        array.device = (int16_t)read->device;
        return device_array_over(&array, read->holder);
    }
    PyObject *made = PyArray_New(&PyArray_Type, rank, shape, face_dtype_to_numpy(dtype), NULL,
                                 (void *)(uintptr_t)data, 0, 0, NULL);
    if (made && data && PyArray_SetBaseObject((PyArrayObject *)made, Py_NewRef(read->holder)) < 0)
        Py_CLEAR(made);
    return made;
}

static PyObject *make_offsets(const arrow_lists *read)
{
    npy_intp count = read->lists->length + 1;
    const bool is_short = strcmp(read->format, "+l") == 0;
    if (read->lists->length > 0 && read->width < 0)
        return view_of(read, is_short ? WEFT_INT32 : WEFT_INT64, 1, &count,
                       (const char *)read->lists->buffers[1] +
                           read->lists->offset * (is_short ? 4 : 8));
    PyObject *made = PyArray_New(&PyArray_Type, 1, &count, is_short ? NPY_INT32 : NPY_INT64, NULL,
                                 NULL, 0, 0, NULL);
    if (!made)
        return NULL;
    if (read->width < 0) /* no lists need no offsets in memory */
        memset(PyArray_DATA((PyArrayObject *)made), 0, is_short ? 4 : 8);
    for (int64_t k = 0; k < count && read->width >= 0; k++)
        ((int64_t *)PyArray_DATA((PyArrayObject *)made))[k] = begin_of(read, k);
    return made;
}

/* Bits as bool: a copy. */
static PyObject *unpack(arrow_lists *read, const unsigned char *bits, int64_t first, int64_t count)
{
    PyObject *made =
        PyArray_New(&PyArray_Type, read->rank, read->shape, NPY_BOOL, NULL, NULL, 0, 0, NULL);
    npy_bool *to = made ? PyArray_DATA((PyArrayObject *)made) : NULL;
    for (int64_t k = 0; made && k < count; k++)
        to[k] = bits[(first + k) / 8] >> (first + k) % 8 & 1;
    return made;
}

static PyObject *make_values(arrow_lists *read)
{
    const arrow_array *numbers = read->levels[read->rank - 1];
    const void *data = numbers->buffer_count > 1 ? numbers->buffers[1] : NULL;
    int64_t first = 0, count = 1;
    for (int level = 0; level < read->rank; level++) {
        first = first * (level ? read->shape[level] : 1) + read->levels[level]->offset;
        count *= read->shape[level];
    }
    if (!data && count > 0)
        return PyErr_Format(PyExc_ValueError, "an Arrow array of %lld elements has no memory",
                            (long long)count);
    if (read->dtype == WEFT_BOOL)
        return unpack(read, data, first, count);
    if (data)
        data = (const char *)data + first * (int64_t)weft_dtype_size(read->dtype);
    return view_of(read, read->dtype, read->rank, read->shape, data);
}

/* ---- where it lies ---- */

/* Orders the default stream behind the event that the producer gave; the host waits where it reads
 * the memory itself. */
static int wait_for(const arrow_device_array *given, bool is_host)
{
    const weft_options options = {.size = sizeof options, .device = (int)given->device};
    weft_event *event;
    weft_error error;
    if (!given->cuda_event)
        return 0;
    weft_status status = weft_event_borrow(&event, *given->cuda_event, &options, &error);
    if (status)
        return face_raise(&error);
    PyThreadState *state = PyEval_SaveThread();
    status = is_host ? weft_event_wait(event, &error) : weft_event_follow(event, &options, &error);
    PyEval_RestoreThread(state);
    weft_event_destroy(event);
    return status ? face_raise(&error) : 0;
}

/* The array of a capsule of either interface; sets the device. */
static const arrow_array *take_array(arrow_lists *read)
{
    if (!PyCapsule_IsValid(read->holder, ARROW_DEVICE_ARRAY))
        return PyCapsule_GetPointer(read->holder, ARROW_ARRAY);
    const arrow_device_array *given = PyCapsule_GetPointer(read->holder, ARROW_DEVICE_ARRAY);
    const bool is_device = given->type == DL_CUDA || given->type == DL_CUDA_MANAGED;
    if (given->type == DL_CPU)
        return &given->array;
    if ((!is_device && given->type != DL_CUDA_HOST) || given->device < 0 ||
        given->device >= INT16_MAX) {
        PyErr_Format(PyExc_TypeError,
                     "an Arrow array in memory of type %d of device %lld: that of the host (1), of "
                     "CUDA (2) and what CUDA shares (3, 13) is possible",
                     (int)given->type, (long long)given->device);
        return NULL;
    }
    read->device = is_device ? (int)given->device + 1 : 0;
    return wait_for(given, !is_device) < 0 ? NULL : &given->array;
}

/* Of what __arrow_c_array__ gave: two capsules. */
static PyObject *read_capsules(PyObject *given)
{
    PyObject *of_schema = NULL;
    arrow_lists read = {.width = -1};
    if (!PyArg_ParseTuple(given, "OO", &of_schema, &read.holder))
        return NULL;
    const arrow_schema *schema = PyCapsule_GetPointer(of_schema, ARROW_SCHEMA);
    const arrow_array *array = schema ? take_array(&read) : NULL;
    if (!array || take_levels(&read, schema, array) < 0 ||
        (read.device ? check_device(&read) : check_missing(&read)) < 0)
        return NULL;
    PyObject *offsets = make_offsets(&read), *values = offsets ? make_values(&read) : NULL;
    PyObject *both = values ? PyTuple_Pack(2, values, offsets) : NULL;
    Py_XDECREF(values);
    Py_XDECREF(offsets);
    return both;
}

PyObject *arrow_import(PyObject *module, PyObject *object)
{
    (void)module;
    const char *name = PyObject_HasAttrString(object, "__arrow_c_device_array__")
                           ? "__arrow_c_device_array__"
                           : "__arrow_c_array__";
    PyObject *given = PyObject_CallMethod(object, name, NULL);
    PyObject *both = NULL;
    if (given && !PyTuple_Check(given))
        PyErr_Format(PyExc_TypeError, "%s gave %R, no pair of capsules", name, given);
    else if (given)
        both = read_capsules(given);
    Py_XDECREF(given);
    return both;
}
