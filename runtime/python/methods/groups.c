/* groups.c: reduce_segments and reduce_keys of weft.Ufunc. */
#include "method.h"

static const form forms_segments = {"reduce_segments",
                                    ALONG | 1u << ARGUMENT_INITIAL,
                                    {ARGUMENT_AXIS, ARGUMENT_DTYPE, ARGUMENT_OUT, ARGUMENT_INITIAL},
                                    4,
                                    true,
                                    "array\0out\0offsets\0initial"};
static const form forms_keys = {
    "reduce_keys",
    HOW | 1u << ARGUMENT_OUT | 1u << ARGUMENT_INITIAL | 1u << ARGUMENT_GROUPS | 1u << ARGUMENT_SKIP,
    {ARGUMENT_GROUPS, ARGUMENT_DTYPE, ARGUMENT_OUT, ARGUMENT_INITIAL, ARGUMENT_SKIP},
    5,
    true,
    "array\0out\0keys\0initial"};

static int take_grouping(use *one, weft_grouping *how)
{
    PyObject *initial = one->slots[ARGUMENT_INITIAL], *count = one->slots[ARGUMENT_GROUPS];
    PyObject *skip = one->slots[ARGUMENT_SKIP];
    const int skips = argument_is_open(skip) ? 0 : PyObject_IsTrue(skip);
    how->size = sizeof *how;
    how->skip = skips > 0;
    if (skips < 0 || method_take_axis(one, 0, &how->axis) < 0)
        return -1;
    if (!argument_is_open(count)) {
        if (argument_wide_number(count, "count", &how->count) < 0)
            return -1;
    } else if (one->form == &forms_keys && argument_is_open(one->slots[ARGUMENT_OUT])) {
        PyErr_Format(PyExc_TypeError, "%s() needs count, the number of groups, or out", one->who);
        return -1;
    }
    if (argument_is_open(initial))
        return 0;
    if (operation_read(&one->all, initial, false) < 0)
        return -1;
    how->initial = &one->all.arrays[one->all.count - 1];
    return 0;
}

/* Operands, the result, then offsets or keys. */
static weft_status segments_step(operation *all, void *given, weft_error *error)
{
    const int inputs = all->ufunc->reducer ? all->ufunc->input_count : 1;
    return weft_reduce_segments(all->ufunc, (const weft_array *const *)all->operands,
                                all->operands[inputs + 1], all->operands[inputs],
                                &((const reduction_how *)given)->grouping, &all->options, error);
}

static weft_status keys_step(operation *all, void *given, weft_error *error)
{
    const int inputs = all->ufunc->reducer ? all->ufunc->input_count : 1;
    return weft_reduce_keys(all->ufunc, (const weft_array *const *)all->operands,
                            all->operands[inputs + 1], all->operands[inputs],
                            &((const reduction_how *)given)->grouping, &all->options, error);
}

static PyObject *reduce_groups(use *one, int inputs, callable_step *step)
{
    reduction_how how = {{0}, {0}, 0};
    if (method_read_inputs(one, inputs) < 0 || method_read_result(one) < 0 ||
        operation_read(&one->all, one->args[inputs], false) < 0 ||
        take_grouping(one, &how.grouping) < 0)
        return method_end(one, NULL);
    if (one->all.foreign) {
        PyErr_Format(PyExc_TypeError,
                     "%s: an operand is of a type that calls the numpy.ufunc, "
                     "which has no such method",
                     one->who);
        return method_end(one, NULL);
    }
    return method_end(one, method_finish(one, step, &how, inputs));
}

PyObject *method_reduce_segments(PyObject *object, PyObject *const *args, Py_ssize_t given,
                                 PyObject *names)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const int inputs = ufunc->reducer ? ufunc->input_count : 1;
    use one;
    return method_begin(&one, object, &forms_segments, args, given, names, inputs + 1) < 0
               ? method_end(&one, NULL)
               : reduce_groups(&one, inputs, segments_step);
}

PyObject *method_reduce_keys(PyObject *object, PyObject *const *args, Py_ssize_t given,
                             PyObject *names)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const int inputs = ufunc->reducer ? ufunc->input_count : 1;
    use one;
    return method_begin(&one, object, &forms_keys, args, given, names, inputs + 1) < 0
               ? method_end(&one, NULL)
               : reduce_groups(&one, inputs, keys_step);
}
