/* operand.c: a Python object as libweft sees it: where its elements lie, not a copy of them. */
#include "operation.h"

#include <string.h>

int operand_by_numpy(PyArrayObject *source, weft_array *array)
{
    const int rank = PyArray_NDIM(source);
    const npy_intp *shape = PyArray_DIMS(source), *steps = PyArray_STRIDES(source);
    const int flags = PyArray_FLAGS(source);
    array->dtype = (uint8_t)face_dtype_of_numpy(PyArray_TYPE(source));
    if (!array->dtype || rank > WEFT_MAX_RANK) {
        if (array->dtype)
            PyErr_Format(PyExc_ValueError, "an array of rank %d; at most %d is possible", rank,
                         WEFT_MAX_RANK);
        else
            PyErr_Format(PyExc_TypeError, "%R is no dtype that Weft has",
                         (PyObject *)PyArray_DESCR(source));
        return -1;
    }
    array->data = PyArray_DATA(source);
    array->flags = (uint8_t)((flags & NPY_ARRAY_WRITEABLE ? 0 : WEFT_ARRAY_READONLY) |
                             (PyArray_ISBYTESWAPPED(source) ? WEFT_ARRAY_SWAPPED : 0));
    array->device = 0;
    array->rank = rank;
    for (int axis = 0; axis < rank; axis++) {
        array->shape[axis] = shape[axis];
        array->steps[axis] = steps[axis];
    }
    return 0;
}

/* A rank of 0 whose one element lies with the operand's hold. */
static int by_scalar(weft_array *array, hold *held, weft_dtype dtype)
{
    *array = (weft_array){.data = held->scalar, .dtype = (uint8_t)dtype};
    return 0;
}

/* An integer is weak where int64 holds it; beyond it is a uint64, if that does. */
static int by_integer(PyObject *object, weft_array *array, hold *held)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (!overflow) {
        *array = weft_scalar_i64(value);
        return PyErr_Occurred() ? -1 : 0;
    }
    unsigned long long high = overflow > 0 ? PyLong_AsUnsignedLongLong(object) : 0;
    if (overflow < 0 || PyErr_Occurred()) {
        PyErr_Clear();
        PyErr_Format(PyExc_OverflowError, "the integer %R is beyond int64 and uint64", object);
        return -1;
    }
    memcpy(held->scalar, &high, sizeof high);
    return by_scalar(array, held, WEFT_UINT64);
}

/* Exact numbers of Python: 1 if it is one and was read, 0 if it is none. */
static int by_number(PyObject *object, weft_array *array, hold *held)
{
    const PyTypeObject *type = Py_TYPE(object);
    if (type == &PyFloat_Type)
        *array = weft_scalar_f64(PyFloat_AsDouble(object));
    else if (type == &PyComplex_Type)
        *array = weft_scalar_c128(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object));
    else if (type == &PyLong_Type)
        return by_integer(object, array, held) < 0 ? -1 : 1;
    else if (type == &PyBool_Type) {
        bool value = object == Py_True;
        memcpy(held->scalar, &value, sizeof value);
        by_scalar(array, held, WEFT_BOOL);
    } else
        return 0;
    return 1;
}

/* The bytes of a scalar of NumPy's own; of any other an array of rank 0. */
static int by_numpy_scalar(PyObject *object, weft_array *array, hold *held)
{
    PyArray_Descr *descr = PyArray_DescrFromScalar(object);
    if (!descr)
        return -1;
    const bool is_own = descr->type_num < NPY_USERDEF;
    const weft_dtype dtype = is_own ? face_dtype_of_numpy(descr->type_num) : WEFT_NONE;
    Py_DECREF(descr);
    if (!dtype) {
        held->object = PyArray_FromScalar(object, NULL);
        return held->object ? operand_by_numpy((PyArrayObject *)held->object, array) : -1;
    }
    PyArray_ScalarAsCtype(object, held->scalar);
    return by_scalar(array, held, dtype);
}

/* What is borrowed is the caller's, who holds the object for as long as the call takes. */
static int by_exchange(PyObject *object, const kind *what, weft_array *array)
{
    dl_tensor tensor = {.dtype = {DL_OPAQUE, 0, 0}};
    dl_managed_versioned *managed = NULL;
    int failed;
    if (what->exchange->tensor_of_object) {
        failed = what->exchange->tensor_of_object(object, &tensor) < 0;
        failed = failed || operand_of_tensor(&tensor, 0, array) < 0;
    } else {
        failed = what->exchange->managed_of_object(object, &managed) < 0 || !managed;
        failed = failed || operand_of_tensor(&managed->tensor, managed->flags, array) < 0;
        if (managed && managed->deleter)
            managed->deleter(managed);
    }
    if (failed && !PyErr_Occurred())
        PyErr_Format(PyExc_RuntimeError, "an array of %R is not handed over, and nothing says why",
                     (PyObject *)Py_TYPE(object));
    return failed ? -1 : 0;
}

/* numpy.asarray of lists, buffers and the like. As an output only what shares its memory will do.
 */
static int by_conversion(PyObject *object, weft_array *array, hold *held, bool is_output)
{
    PyObject *ask = face_cold(is_output ? "array_over" : "array_of");
    held->object = ask ? PyObject_CallFunctionObjArgs(ask, object, NULL) : NULL;
    return held->object ? operand_by_numpy((PyArrayObject *)held->object, array) : -1;
}

static int check_output(PyObject *object, const kind *what)
{
    if (what->is_immutable)
        PyErr_Format(PyExc_TypeError, "arrays of %R are immutable: none can be an output",
                     (PyObject *)Py_TYPE(object));
    else if (what->path == PATH_SCALAR)
        PyErr_Format(PyExc_TypeError, "an output is %R, which is no array", object);
    return PyErr_Occurred() ? -1 : 0;
}

/* Any other type's. Where it answers ufuncs itself nothing is read. */
int operand_by_kind(operation *all, PyObject *object, bool is_output, weft_array *array, hold *held)
{
    const kind *what = kind_of(Py_TYPE(object));
    if (!what || (is_output && check_output(object, what) < 0))
        return -1;
    if (what->check) {
        PyObject *passed = PyObject_CallFunctionObjArgs(what->check, object, NULL);
        if (!passed)
            return -1;
        Py_DECREF(passed);
    }
    int failed = -1;
    switch (what->path) {
    case PATH_NDARRAY:
        failed = operand_by_numpy((PyArrayObject *)object, array);
        break;
    case PATH_SCALAR:
        failed = by_numpy_scalar(object, array, held);
        break;
    case PATH_EXCHANGE:
        failed = by_exchange(object, what, array);
        break;
    case PATH_DLPACK:
        failed = operand_by_dlpack(all, object, what, array, held);
        break;
    case PATH_CUDA:
        failed = operand_by_cuda(all, object, array);
        break;
    case PATH_OWN:
        failed = operand_by_device_array(all, object, what, is_output, array);
        break;
    case PATH_FOREIGN:
        all->foreign = true;
        return 0;
    default:
        failed = by_conversion(object, array, held, is_output);
        break;
    }
    if (failed)
        return -1;
    if (array->device > 0) {
        if (all->options.device == WEFT_ALL_DEVICES)
            all->options.device = array->device - 1; /* arrays on a device say which */
        if (!all->device_kind)
            all->device_kind = what;
        return stream_of_kind(all, what, array->device - 1);
    }
    if (!all->host_kind && (what->exchange || what->finish))
        all->host_kind = what;
    return 0;
}

/* About how many items the call has: the longest operand, or more where two do not look alike. */
static void note_work(operation *all, const weft_array *array)
{
    const int64_t most = INT64_C(1) << 40;
    int64_t items = 1;
    if (array->rank == 0)
        return;
    for (int axis = 0; axis < array->rank && items < most; axis++)
        if (__builtin_mul_overflow(items, array->shape[axis], &items))
            items = most;
    const weft_array *before = all->count ? &all->arrays[all->count - 1] : NULL;
    bool is_alike = !before || before->rank == 0 ||
                    (before->rank == array->rank && before->shape[0] == array->shape[0]);
    if (is_alike)
        all->work = items > all->work ? items : all->work;
    else if (__builtin_mul_overflow(all->work, items > 0 ? items : 1, &all->work))
        all->work = most;
}

int operation_read(operation *all, PyObject *object, bool is_output)
{
    const int i = all->count;
    weft_array *array = &all->arrays[i];
    hold *held = &all->holds[i];
    all->operands[i] = array;
    held->object = NULL;
    all->reading = i;
    if (i < WEFT_MAX_OPERANDS)
        all->results[i] = NULL;
    const int is_text = is_output || !all->ufunc ? 0 : operand_by_text(all, object, array, held);
    int failed = is_text < 0 ? -1 : 0;
    if (is_text)
        ;
    else if (operation_has_lists(all, i))
        failed = operand_by_lists(all, object, is_output, array, held);
    else if (Py_IS_TYPE(object, &PyArray_Type))
        failed = operand_by_numpy((PyArrayObject *)object, array);
    else {
        int is_number = is_output ? 0 : by_number(object, array, held);
        if (is_number < 0)
            failed = -1;
        else if (!is_number)
            failed = operand_by_kind(all, object, is_output, array, held);
    }
    if (!failed && !all->foreign) {
        note_work(all, array);
        all->any_device |= array->device > 0;
    }
    if (!failed)
        all->reading = -1;
    all->count++;
    return failed;
}

void operation_open(operation *all, int operand)
{
    weft_array *array = &all->arrays[operand];
    array->dtype = WEFT_NONE;
    array->flags = 0;
    array->device = 0;
    array->rank = 0;
    array->data = NULL;
}

void operation_leave_out(operation *all)
{
    const int i = all->count++;
    all->operands[i] = NULL;
    all->holds[i].object = NULL;
    all->results[i] = NULL;
    operation_open(all, i);
}

void operation_leave_open(operation *all)
{
    const int i = all->count++;
    all->operands[i] = &all->arrays[i];
    all->holds[i].object = NULL;
    all->results[i] = NULL;
    operation_open(all, i);
}
