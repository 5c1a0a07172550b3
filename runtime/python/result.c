/* result.c: results that a call makes: arrays of the framework that its operands are of, in the
 * memory of that framework's allocator. */
#include "operation.h"

#include <string.h>

static bool is_in_c_order(const weft_array *array)
{
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    for (int axis = array->rank; axis-- > 0;) {
        if (array->steps[axis] != step && array->shape[axis] != 1)
            return false;
        if (__builtin_mul_overflow(step, array->shape[axis], &step))
            return false;
    }
    return true;
}

static PyObject *make_ndarray(weft_array *result)
{
    const int number = face_dtype_to_numpy((weft_dtype)result->dtype);
    if (number < 0)
        return NULL;
    npy_intp *steps = is_in_c_order(result) ? NULL : (npy_intp *)result->steps;
    PyObject *made = PyArray_New(&PyArray_Type, result->rank, (npy_intp *)result->shape, number,
                                 steps, NULL, 0, 0, NULL);
    if (made)
        result->data = PyArray_DATA((PyArrayObject *)made);
    return made;
}

/* The axes as they lie, outermost first, and the extents in that order. */
static void sort_axes(const weft_array *result, int *axes, int64_t *shape)
{
    for (int k = 0; k < result->rank; k++) {
        int at = k;
        while (at > 0 && result->steps[axes[at - 1]] < result->steps[k]) {
            axes[at] = axes[at - 1];
            at--;
        }
        axes[at] = k;
    }
    for (int k = 0; k < result->rank; k++)
        shape[k] = result->shape[axes[k]];
}

/* The place of each axis among those that lie in order: what transposes them back. */
static PyObject *inverse_of(const int *axes, int count)
{
    int64_t places[WEFT_MAX_RANK];
    for (int k = 0; k < count; k++)
        places[axes[k]] = k;
    return face_tuple(places, count);
}

static void report(void *context, const char *kind, const char *message)
{
    (void)context;
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_RuntimeError, "%s: %s", kind, message);
}

/* By the table: in C order of the axes as they lie, then transposed where that is not the caller's.
 */
static PyObject *make_by_exchange(const dl_exchange *exchange, weft_array *result)
{
    int axes[WEFT_MAX_RANK];
    int64_t shape[WEFT_MAX_RANK], strides[WEFT_MAX_RANK], step = 1;
    sort_axes(result, axes, shape);
    for (int k = result->rank; k-- > 0;) {
        strides[k] = step;
        step *= shape[k];
    }
    dl_tensor like = {
        .device = {result->device ? DL_CUDA : DL_CPU, result->device ? result->device - 1 : 0},
        .rank = result->rank,
        .dtype = tensor_dtype((weft_dtype)result->dtype),
        .shape = shape,
        .strides = strides};
    dl_managed_versioned *managed = NULL;
    void *made = NULL;
    if (exchange->allocate(&like, &managed, NULL, report) < 0 || !managed) {
        report(NULL, "RuntimeError",
               "the operands' framework allocated no result, and does not say why");
        return NULL;
    }
    result->data =
        managed->tensor.data ? (char *)managed->tensor.data + managed->tensor.byte_offset : NULL;
    if (exchange->object_of_managed(managed, &made) < 0 || !made) {
        report(NULL, "RuntimeError",
               "the operands' framework made no array of a result, and does not say why");
        return NULL;
    }
    if (is_in_c_order(result))
        return made;
    PyObject *order = inverse_of(axes, result->rank), *turned = NULL;
    if (order)
        turned = PyObject_CallMethod(made, "permute", "(O)", order);
    Py_XDECREF(order);
    Py_DECREF((PyObject *)made);
    return turned;
}

/* By a function of weft/_cold.py, which transposes by itself. */
static PyObject *make_by_maker(PyObject *maker, weft_array *result)
{
    int axes[WEFT_MAX_RANK];
    int64_t shape[WEFT_MAX_RANK];
    PyObject *made = NULL, *answer = NULL;
    sort_axes(result, axes, shape);
    PyObject *extents = face_tuple(shape, result->rank), *order = inverse_of(axes, result->rank);
    if (extents && order)
        answer = PyObject_CallFunction(maker, "OsiO", extents,
                                       weft_dtype_name((weft_dtype)result->dtype),
                                       result->device - 1, order);
    Py_XDECREF(extents);
    Py_XDECREF(order);
    if (!answer)
        return NULL;
    if (PyTuple_Check(answer) && PyTuple_Size(answer) == 2) {
        result->data = PyLong_AsVoidPtr(PyTuple_GetItem(answer, 1));
        made = PyErr_Occurred() ? NULL : Py_NewRef(PyTuple_GetItem(answer, 0));
    }
    Py_DECREF(answer);
    return made;
}

static PyObject *make(operation *all, weft_array *result)
{
    const kind *what = result->device > 0 ? all->device_kind : all->host_kind;
    if (what && what->exchange)
        return make_by_exchange(what->exchange, result);
    if (what && what->maker && result->device > 0)
        return make_by_maker(what->maker, result);
    if (result->device > 0)
        return device_array_new(result, all, &result->data);
    return make_ndarray(result);
}

weft_status result_allocate(void *context, int operand, weft_array *result, size_t bytes,
                            weft_error *error)
{
    operation *all = context;
    (void)bytes;
    if (all->released)
        PyEval_RestoreThread(all->released);
    all->results[operand] = make(all, result);
    all->made |= all->results[operand] ? 1u << operand : 0;
    if (all->released)
        all->released = PyEval_SaveThread();
    if (all->results[operand])
        return WEFT_OK;
    return error->status = WEFT_ERROR_MEMORY; /* the exception says more */
}

/* Whether an input is a number of Python's that takes the dtype of arrays of floats. */
static bool is_bending(const weft_array *array)
{
    return array->flags & WEFT_ARRAY_WEAK &&
           (array->dtype == WEFT_INT64 || array->dtype == WEFT_FLOAT64);
}

/* The first loop of exactly the inputs' dtypes, which is the one that a call takes; else NULL.
 * `model` is what numbers are taken for. */
static const weft_loop *find_exact_loop(const operation *all, const weft_array *model)
{
    const weft_ufunc *ufunc = all->ufunc;
    uint8_t dtypes[WEFT_MAX_OPERANDS];
    for (int i = 0; i < ufunc->input_count; i++)
        dtypes[i] = is_bending(&all->arrays[i]) ? model->dtype : all->arrays[i].dtype;
    for (const weft_loop *loop = ufunc->loops; loop < ufunc->loops + ufunc->loop_count; loop++)
        if (memcmp(loop->dtypes, dtypes, (size_t)ufunc->input_count) == 0)
            return loop;
    return NULL;
}

/* The first array of the inputs, where all are ndarrays in C order of one shape, in native byte
 * order, or beside arrays of one dtype of floats numbers; else NULL. */
static const weft_array *find_model(const operation *all)
{
    const weft_array *model = NULL;
    bool bends = false, is_one_dtype = true;
    for (int i = 0; i < all->ufunc->input_count; i++) {
        const weft_array *array = &all->arrays[i];
        if (is_bending(array)) {
            bends = true;
            continue;
        }
        model = model ? model : array;
        is_one_dtype = is_one_dtype && array->dtype == model->dtype;
        if ((array->flags & ~WEFT_ARRAY_READONLY) || array->device || array->rank != model->rank ||
            memcmp(array->shape, model->shape, (size_t)model->rank * sizeof *model->shape) != 0 ||
            !is_in_c_order(array))
            return NULL;
    }
    if (bends && model &&
        (!is_one_dtype || (model->dtype != WEFT_FLOAT32 && model->dtype != WEFT_FLOAT64)))
        return NULL;
    return all->host_kind || all->foreign ? NULL : model;
}

int result_foresee(operation *all)
{
    const weft_ufunc *ufunc = all->ufunc;
    const int output = ufunc->input_count;
    weft_array *result = &all->arrays[output];
    if (!(ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || ufunc->output_count != 1 ||
        ufunc->kept_outputs || ufunc->reducer || ufunc->flags & WEFT_UFUNC_INDEXED)
        return 0;
    const weft_array *model = find_model(all);
    const weft_loop *loop = model ? find_exact_loop(all, model) : NULL;
    if (!loop || loop->dtypes[output] == WEFT_BFLOAT16)
        return 0;
    result->dtype = loop->dtypes[output];
    result->rank = model->rank;
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)result->dtype);
    for (int axis = result->rank; axis-- > 0;) {
        result->shape[axis] = model->shape[axis];
        result->steps[axis] = step;
        if (__builtin_mul_overflow(step, result->shape[axis], &step)) {
            operation_open(all, output);
            return 0; /* libweft says so */
        }
    }
    all->results[output] = make_ndarray(result);
    all->made = all->results[output] ? 1u << output : 0;
    return all->results[output] ? 0 : -1;
}

/* The first loop that takes both dtypes as they are, or, where none does, safely. */
static const weft_loop *find_first_loop(const weft_ufunc *ufunc, weft_dtype left, weft_dtype right)
{
    for (int is_safe = 0; is_safe < 2; is_safe++)
        for (const weft_loop *loop = ufunc->loops; loop < ufunc->loops + ufunc->loop_count;
             loop++) {
            const weft_dtype first = (weft_dtype)loop->dtypes[0],
                             second = (weft_dtype)loop->dtypes[1];
            if (is_safe ? weft_can_cast(left, first, WEFT_CASTING_SAFE) &&
                              weft_can_cast(right, second, WEFT_CASTING_SAFE)
                        : first == left && second == right)
                return loop;
        }
    return NULL;
}

/* What a reduction works in, as libweft has it: of a function that widens narrow integers, 64 bits.
 */
static weft_dtype find_worked(const weft_ufunc *ufunc, weft_dtype dtype)
{
    const bool is_integer = dtype < WEFT_FLOAT16;
    if (!(ufunc->flags & WEFT_UFUNC_WIDENING) || !is_integer || weft_dtype_size(dtype) == 8)
        return dtype;
    return dtype >= WEFT_UINT8 ? WEFT_UINT64 : WEFT_INT64;
}

/* The dtype of a reduction's result, where the loop is one of that dtype alone whether the result
 * is given or not; truth is bool, whatever its loop reads. */
static weft_dtype find_reduced_dtype(const weft_ufunc *ufunc, weft_dtype dtype)
{
    const weft_dtype worked = find_worked(ufunc, dtype);
    const weft_loop *open = find_first_loop(ufunc, worked, worked);
    const bool is_wide = dtype == WEFT_FLOAT16 && ufunc->flags & WEFT_UFUNC_WIDENING;
    if (!open || dtype == WEFT_BFLOAT16 || is_wide)
        return WEFT_NONE;
    const weft_dtype result = (weft_dtype)open->dtypes[2];
    const weft_loop *given = result == dtype ? open : find_first_loop(ufunc, result, dtype);
    if (result == WEFT_BOOL && dtype != WEFT_BOOL)
        return ufunc->flags & WEFT_UFUNC_HAS_IDENTITY && given && given->dtypes[2] == WEFT_BOOL
                   ? WEFT_BOOL
                   : WEFT_NONE;
    return given == open && open->dtypes[0] == result && open->dtypes[1] == result &&
                   result == worked
               ? result
               : WEFT_NONE;
}

int result_foresee_reduction(operation *all, const weft_reduction *how)
{
    const weft_ufunc *ufunc = all->ufunc;
    const weft_array *from = &all->arrays[0];
    weft_array *result = &all->arrays[1];
    if (!(ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || ufunc->input_count != 2 ||
        ufunc->output_count != 1 || ufunc->kept_outputs || ufunc->reducer || all->host_kind ||
        all->foreign || all->options.dtype || all->options.signature || how->keepdims ||
        how->initial || how->where || from->device || from->flags & ~WEFT_ARRAY_READONLY ||
        !is_in_c_order(from) || (!how->all && how->axis_count != 1))
        return 0;
    const int axis = how->all ? 0 : how->axes[0] + (how->axes[0] < 0 ? from->rank : 0);
    const weft_dtype dtype = find_reduced_dtype(ufunc, (weft_dtype)from->dtype);
    if (!dtype || axis < 0 || axis >= from->rank)
        return 0;
    result->dtype = (uint8_t)dtype;
    result->rank = how->all ? 0 : from->rank - 1;
    int64_t step = (int64_t)weft_dtype_size(dtype);
    for (int k = result->rank; k-- > 0;) {
        result->shape[k] = from->shape[k + (k >= axis)];
        result->steps[k] = step;
        if (__builtin_mul_overflow(step, result->shape[k], &step)) {
            operation_open(all, 1);
            return 0; /* libweft says so */
        }
    }
    all->results[1] = make_ndarray(result);
    all->made = all->results[1] ? 1u << 1 : 0;
    return all->results[1] ? 0 : -1;
}

/* A result's elements as they are handed over: one element of NumPy's as a scalar, as NumPy does.
 */
static PyObject *finish_elements(operation *all, int operand)
{
    PyObject *result = all->results[operand];
    all->results[operand] = NULL;
    if (!(all->made >> operand & 1))
        return result;
    const kind *what = all->arrays[operand].device > 0 ? all->device_kind : all->host_kind;
    if (what && what->finish) {
        PyObject *finished = PyObject_CallFunctionObjArgs(what->finish, result, NULL);
        Py_DECREF(result);
        return finished;
    }
    if (all->arrays[operand].rank == 0 && Py_IS_TYPE(result, &PyArray_Type))
        return PyArray_Return((PyArrayObject *)result);
    return result;
}

static PyObject *finish(operation *all, int operand)
{
    const bool is_made = all->made >> operand & 1;
    PyObject *result = finish_elements(all, operand);
    return is_made && operation_has_lists(all, operand) ? result_of_lists(all, operand, result)
                                                        : result;
}

PyObject *result_hand_over(operation *all, int first, int count)
{
    if (count == 1)
        return finish(all, first);
    PyObject *tuple = PyTuple_New(count);
    for (int k = 0; tuple && k < count; k++) {
        PyObject *result = finish(all, first + k);
        if (!result || PyTuple_SetItem(tuple, k, result) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}
