/* operand_lists.c: operands that are lists, and results that are: what Python knows of them is in
 * weft/_ragged.py. */
#include "python/operation.h"

/* The dimension that is the size of the operand's lists; -1: it has none. */
static int list_dimension(const weft_ufunc *ufunc, int i)
{
    const bool has_lists = ufunc && ufunc->flags & WEFT_UFUNC_RAGGED &&
                           i < ufunc->input_count + ufunc->output_count &&
                           ufunc->operands[i].core_rank > 0;
    const int first = has_lists ? ufunc->operands[i].dimensions[0] : -1;
    return has_lists && ufunc->dimensions[first].kind == WEFT_DIMENSION_RAGGED ? first : -1;
}

bool operation_has_lists(const operation *all, int operand)
{
    return !all->method && list_dimension(all->ufunc, operand) >= 0;
}

/* Reads the elements, and the offsets beside them. What all of these need is *held. */
static int read_parts(operation *all, PyObject *lists, bool is_output, weft_array *array,
                      weft_array *offsets, PyObject **held)
{
    hold inner = {.object = NULL};
    PyObject *values = PyObject_GetAttrString(lists, "values");
    PyObject *numbers = values ? PyObject_GetAttrString(lists, "offsets") : NULL;
    const bool was_foreign = all->foreign;
    int failed = !numbers;
    if (!failed && !PyArray_Check(numbers)) {
        PyErr_Format(PyExc_TypeError, "its offsets are %R, which is no ndarray",
                     (PyObject *)Py_TYPE(numbers));
        failed = 1;
    } else if (!failed && Py_IS_TYPE(values, &PyArray_Type))
        failed = operand_by_numpy((PyArrayObject *)values, array);
    else if (!failed)
        failed = operand_by_kind(all, values, is_output, array, &inner);
    if (!failed && all->foreign && !was_foreign) {
        all->foreign = false; /* no ufunc of NumPy's has lists */
        PyErr_Format(PyExc_TypeError, "elements of lists are %R, which is no array",
                     (PyObject *)Py_TYPE(values));
        failed = 1;
    }
    failed = failed || operand_by_numpy((PyArrayObject *)numbers, offsets) < 0;
    if (!failed)
        *held = PyTuple_Pack(4, lists, values, numbers, inner.object ? inner.object : Py_None);
    Py_XDECREF(inner.object);
    Py_XDECREF(values);
    Py_XDECREF(numbers);
    return failed || !*held ? -1 : 0;
}

int operand_by_lists(operation *all, PyObject *object, bool is_output, weft_array *array,
                     hold *held)
{
    const int i = all->count;
    PyObject *ask = face_cold("lists_of");
    if (!all->offsets && !(all->offsets = PyMem_Malloc(WEFT_MAX_OPERANDS * sizeof *all->offsets)))
        PyErr_NoMemory();
    PyObject *lists =
        ask && all->offsets
            ? PyObject_CallFunctionObjArgs(ask, object, is_output ? Py_True : Py_False, NULL)
            : NULL;
    if (!lists)
        return -1;
    const int failed = read_parts(all, lists, is_output, array, &all->offsets[i], &held->object);
    Py_DECREF(lists);
    if (!failed)
        *array = weft_ragged_view(array, &all->offsets[i]);
    return failed;
}

PyObject *result_of_lists(operation *all, int operand, PyObject *values)
{
    const int dimension = list_dimension(all->ufunc, operand);
    int first = 0;
    while (list_dimension(all->ufunc, first) != dimension)
        first++;
    PyObject *ask = face_cold("lists_like"), *answer = NULL;
    if (ask && values)
        answer = PyObject_CallFunctionObjArgs(ask, PyTuple_GetItem(all->holds[first].object, 0),
                                              values, NULL);
    Py_XDECREF(values);
    return answer;
}
