/* operand_text.c: text as an operand that is a string of C, rows of int8. */
#include "operation.h"

/* Whether an operand is rows of int8 in every loop: to C a string. */
static int is_string(const weft_ufunc *ufunc, int operand)
{
    if (operand >= ufunc->input_count || ufunc->operands[operand].core_rank != 1)
        return 0;
    for (uint32_t i = 0; i < ufunc->loop_count; i++)
        if (ufunc->loops[i].dtypes[operand] != WEFT_INT8)
            return 0;
    return 1;
}

/* The size that the function wants; 0: any. */
static long long size_of(const weft_ufunc *ufunc, int operand)
{
    const weft_dimension *axis = &ufunc->dimensions[ufunc->operands[operand].dimensions[0]];
    return axis->kind == WEFT_DIMENSION_FIXED ? axis->constant : 0;
}

int operand_by_text(operation *all, PyObject *object, weft_array *array, hold *held)
{
    const int i = all->count;
    const weft_ufunc *ufunc = all->ufunc;
    const int is_array = Py_IS_TYPE(object, &PyArray_Type);
    if (!is_string(ufunc, i) ||
        (is_array && face_dtype_of_numpy(PyArray_TYPE((PyArrayObject *)object))))
        return 0;
    PyObject *ask = face_cold("bytes_of_text");
    PyObject *made = ask ? PyObject_CallFunction(ask, "OsiLs", object, ufunc->name, i,
                                                 size_of(ufunc, i), ufunc->operands[i].name)
                         : NULL;
    if (!made || made == Py_None) {
        Py_XDECREF(made);
        return made ? 0 : -1;
    }
    held->object = made;
    return operand_by_numpy((PyArrayObject *)made, array) < 0 ? -1 : 1;
}
