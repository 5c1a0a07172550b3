/* operand_lists.c: operands that are lists, and results that are: what Python knows of them is in
 * weft/_ragged.py. */
#include "operation.h"

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

/* Reads the elements, and the offsets beside them. */
static int read_parts(operation *all, PyObject *lists, bool is_output, weft_array *array,
                      hold *inner, weft_array *offsets)
{
    PyObject *values = PyObject_GetAttrString(lists, "values");
    PyObject *numbers = values ? PyObject_GetAttrString(lists, "offsets") : NULL;
    int failed = !numbers || operand_by_kind(all, values, is_output, array, inner) < 0 ||
                 operand_by_numpy((PyArrayObject *)numbers, offsets) < 0;
    if (!failed && all->foreign) {
        PyErr_Format(PyExc_TypeError, "elements of lists are %R, which is no array",
                     (PyObject *)Py_TYPE(values));
        failed = 1;
    }
    Py_XDECREF(values); /* the lists have both, and the operation these */
    Py_XDECREF(numbers);
    return failed ? -1 : 0;
}

int operand_by_lists(operation *all, PyObject *object, bool is_output, weft_array *array,
                     hold *held)
{
    const int i = all->count;
    hold inner = {.object = NULL};
    PyObject *ask = face_cold("lists_of");
    PyObject *lists =
        ask ? PyObject_CallFunctionObjArgs(ask, object, is_output ? Py_True : Py_False, NULL)
            : NULL;
    if (!lists)
        return -1;
    if (!all->offsets)
        all->offsets = PyMem_Malloc(WEFT_MAX_OPERANDS * sizeof *all->offsets);
    if (!all->offsets) {
        Py_DECREF(lists);
        PyErr_NoMemory();
        return -1;
    }
    const int failed = read_parts(all, lists, is_output, array, &inner, &all->offsets[i]);
    held->object = PyTuple_Pack(2, lists, inner.object ? inner.object : Py_None);
    Py_DECREF(lists);
    Py_XDECREF(inner.object);
    if (failed || !held->object)
        return -1;
    *array = weft_ragged_view(array, &all->offsets[i]);
    return 0;
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
