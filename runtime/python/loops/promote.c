/* promote.c: the choice of a numpy.ufunc's loop is libweft's own. */
#include "loops.h"

#include <string.h>

static PyArray_DTypeMeta *classes[WEFT_DTYPE_END]; /* owned */

PyArray_DTypeMeta *promote_class(weft_dtype dtype)
{
    if (!classes[dtype]) {
        const int number = face_dtype_to_numpy(dtype);
        PyArray_Descr *descr = number < 0 ? NULL : PyArray_DescrFromType(number);
        if (!descr)
            return NULL;
        classes[dtype] = (PyArray_DTypeMeta *)Py_NewRef((PyObject *)Py_TYPE((PyObject *)descr));
        Py_DECREF(descr);
    }
    return classes[dtype];
}

/* WEFT_NONE where Weft has none, or no loop of any ufunc so far. */
static weft_dtype dtype_of_class(const PyArray_DTypeMeta *class)
{
    if (class == &PyArray_LongLongDType)
        return WEFT_INT64;
    if (class == &PyArray_ULongLongDType)
        return WEFT_UINT64;
    for (int dtype = WEFT_NONE + 1; dtype < WEFT_DTYPE_END; dtype++)
        if (classes[dtype] == class ||
            (dtype != WEFT_BFLOAT16 && promote_class((weft_dtype)dtype) == class))
            return (weft_dtype)dtype;
    return WEFT_NONE;
}

/* What an operand of a class is to libweft: an array, or a number without a dtype of its own. false
 * where Weft has no such dtype. */
static bool stands_for(PyArray_DTypeMeta *class, weft_array *array)
{
    if (class == &PyArray_PyLongDType)
        *array = weft_scalar_i64(0); /* whether its value fits NumPy sees to */
    else if (class == &PyArray_PyFloatDType)
        *array = weft_scalar_f64(0);
    else if (class == &PyArray_PyComplexDType)
        *array = weft_scalar_c128(0, 0);
    else {
        *array = (weft_array){.dtype = (uint8_t)dtype_of_class(class)};
        return array->dtype != WEFT_NONE;
    }
    return true;
}

static int refuse(const weft_ufunc *ufunc, PyArray_DTypeMeta *class)
{
    PyErr_Format(PyExc_TypeError, "%s: %R is no dtype that Weft has", ufunc->name,
                 class ? (PyObject *)class : Py_None);
    return -1;
}

/* The dtypes that are asked for: of `signature`, where it names one. 1 if it does, -1 with an
 * exception. */
static int read_signature(const weft_ufunc *ufunc, PyArray_DTypeMeta *const signature[],
                          weft_dtype *dtypes)
{
    int any = 0;
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++) {
        dtypes[i] = signature[i] ? dtype_of_class(signature[i]) : WEFT_NONE;
        if (signature[i] && !dtypes[i])
            return refuse(ufunc, signature[i]);
        any |= signature[i] != NULL;
    }
    return any;
}

/* The loop for operands of these classes; NULL with an exception. */
static const weft_loop *choose(const weft_ufunc *ufunc, PyArray_DTypeMeta *const given[],
                               PyArray_DTypeMeta *const signature[])
{
    weft_array arrays[WEFT_MAX_OPERANDS], *operands[WEFT_MAX_OPERANDS];
    weft_dtype forced[WEFT_MAX_OPERANDS];
    const int inputs = ufunc->input_count, count = inputs + ufunc->output_count;
    const weft_loop *loop;
    weft_error error;
    for (int i = 0; i < count; i++) {
        /* a reduction without a result has no first input: it is what the second is */
        PyArray_DTypeMeta *class = given[i] ? given[i] : given[inputs - 1];
        if (i < inputs && signature[i])
            class = signature[i];
        operands[i] = &arrays[i];
        arrays[i] = (weft_array){.dtype = WEFT_NONE}; /* NumPy casts outputs itself */
        if (i < inputs && (!class || !stands_for(class, &arrays[i]))) {
            refuse(ufunc, class);
            return NULL;
        }
    }
    weft_options options = {.size = sizeof options};
    const int is_forced = read_signature(ufunc, signature, forced);
    if (is_forced < 0)
        return NULL;
    if (is_forced) {
        options.signature = forced;
        options.casting = WEFT_CASTING_UNSAFE; /* NumPy looks at casts itself, as the call says */
    }
    if (weft_loop_choose(ufunc, operands, &options, &loop, &error)) {
        face_raise(&error);
        return NULL;
    }
    return loop;
}

/* Whether an integer of a dtype may be no value of another. */
static bool may_be_cut_off(weft_dtype from, weft_dtype to)
{
    const bool are_integers =
        from >= WEFT_INT8 && from <= WEFT_UINT64 && to >= WEFT_INT8 && to <= WEFT_UINT64;
    return are_integers && !weft_can_cast(from, to, WEFT_CASTING_SAFE);
}

/* Lets inputs of wider integers than the loop's be what they are, by a loop of libweft's calls,
 * which see whether they fit. */
static int keep_integers(PyObject *object, const weft_loop *loop, PyArray_DTypeMeta *const given[],
                         PyArray_DTypeMeta *const signature[], uint8_t *dtypes)
{
    const weft_ufunc *ufunc = loops_of(object)->ufunc;
    const int inputs = ufunc->input_count;
    bool any = false;
    memcpy(dtypes, loop->dtypes, (size_t)(inputs + ufunc->output_count));
    for (int i = 0; i < inputs; i++) {
        weft_array array;
        if (signature[i] || !given[i] || !stands_for(given[i], &array) ||
            array.flags & WEFT_ARRAY_WEAK ||
            !may_be_cut_off((weft_dtype)array.dtype, (weft_dtype)loop->dtypes[i]))
            continue;
        dtypes[i] = array.dtype;
        any = true;
    }
    return any ? loops_add_narrowing(object, loop, dtypes) : 0;
}

static int promote(PyObject *object, PyArray_DTypeMeta *const given[],
                   PyArray_DTypeMeta *const signature[], PyArray_DTypeMeta *chosen[])
{
    const weft_ufunc *ufunc = loops_of(object)->ufunc;
    const weft_loop *loop = choose(ufunc, given, signature);
    uint8_t dtypes[WEFT_MAX_OPERANDS];
    if (!loop || keep_integers(object, loop, given, signature, dtypes) < 0)
        return -1;
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++) {
        PyArray_DTypeMeta *class =
            signature[i] ? signature[i] : promote_class((weft_dtype)dtypes[i]);
        if (!class) {
            while (i-- > 0)
                Py_DECREF((PyObject *)chosen[i]);
            return -1;
        }
        chosen[i] = (PyArray_DTypeMeta *)Py_NewRef((PyObject *)class);
    }
    return 0;
}

int promote_add(PyObject *ufunc, const weft_ufunc *own)
{
    const int count = own->input_count + own->output_count;
    PyObject *capsule = PyCapsule_New((void *)(uintptr_t)promote, "numpy._ufunc_promoter", NULL);
    PyObject *key = capsule ? PyTuple_New(count) : NULL;
    int failed = key ? 0 : -1;
    for (int i = 0; !failed && i < count; i++) /* inputs of any dtype */
        failed = PyTuple_SetItem(
            key, i, Py_NewRef(i < own->input_count ? (PyObject *)&PyArrayDescr_Type : Py_None));
    if (!failed)
        failed = PyUFunc_AddPromoter(ufunc, key, capsule);
    Py_XDECREF(key);
    Py_XDECREF(capsule);
    return failed;
}
