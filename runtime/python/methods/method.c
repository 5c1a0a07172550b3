/* method.c: reduce, accumulate, reduceat, outer, at and choose of weft.Ufunc. */
#include "method.h"

#include <string.h>

static const form forms_reduce = {"reduce",
                                  ALONG | 1u << ARGUMENT_KEEPDIMS | 1u << ARGUMENT_INITIAL |
                                      1u << ARGUMENT_WHERE,
                                  {ARGUMENT_AXIS, ARGUMENT_DTYPE, ARGUMENT_OUT, ARGUMENT_KEEPDIMS,
                                   ARGUMENT_INITIAL, ARGUMENT_WHERE},
                                  6,
                                  true,
                                  "array\0out\0initial\0where"};
static const form forms_accumulate = {
    "accumulate", ALONG, {ARGUMENT_AXIS, ARGUMENT_DTYPE, ARGUMENT_OUT}, 3, false, "array\0out"};
static const form forms_reduceat = {
    "reduceat", ALONG, {ARGUMENT_AXIS, ARGUMENT_DTYPE, ARGUMENT_OUT},
    3,          false, "array\0out\0indices"};
static const form forms_outer = {
    "outer", HOW | 1u << ARGUMENT_OUT | 1u << ARGUMENT_WHERE | 1u << ARGUMENT_ORDER,
    {0},     0,
    false,   "a\0b\0out\0where"};
static const form forms_at = {"at", HOW, {0}, 0, false, "array\0indices\0values"};
static const form forms_choose = {"choose", ARGUMENTS_OF_CALLS, {0}, 0, false, NULL};

/* "add.reduce": at every call, so not by printf. */
static void write_name(use *one)
{
    const size_t length = strnlen(one->self->ufunc->name, 64);
    memcpy(one->who, one->self->ufunc->name, length);
    one->who[length] = '.';
    strcpy(one->who + length + 1, one->form->name);
}

int method_begin(use *one, PyObject *object, const form *form, PyObject *const *args,
                 Py_ssize_t given, PyObject *names, int inputs)
{
    one->self = (callable *)object;
    one->form = form;
    one->args = args;
    one->given = given;
    one->names = names;
    for (int k = 0; k < ARGUMENT_COUNT; k++)
        one->slots[k] = NULL;
    write_name(one);
    operation_begin(&one->all, one->self->ufunc);
    if (one->self->ufunc->reducer && !form->is_for_all) {
        PyErr_Format(PyExc_TypeError,
                     "%s: %s is a declared reduction, which has reduce, reduce_segments and "
                     "reduce_keys alone",
                     one->who, one->self->ufunc->name);
        return -1;
    }
    if (given < inputs || given > inputs + form->place_count) {
        PyErr_Format(PyExc_TypeError,
                     "%s() takes from %d to %d arguments by place, but %zd %s given", one->who,
                     inputs, inputs + form->place_count, given, given == 1 ? "was" : "were");
        return -1;
    }
    for (int k = inputs; k < given; k++)
        if (arguments_place(one->who, form->places[k - inputs], args[k], one->slots) < 0)
            return -1;
    return arguments_sort(one->who, args + given, names, form->allowed, one->slots);
}

/* Reads the operands, and the options that are not the method's own. */
int method_read_inputs(use *one, int inputs)
{
    argument_slots plain;
    for (int k = 0; k < ARGUMENT_COUNT; k++)
        plain[k] = k == ARGUMENT_AXIS || k == ARGUMENT_KEEPDIMS ? NULL : one->slots[k];
    if (arguments_take_options(&one->all, plain) < 0 ||
        arguments_take_one_device(&one->all, plain, one->form->name) < 0)
        return -1;
    for (int i = 0; i < inputs; i++)
        if (operation_read(&one->all, one->args[i], false) < 0)
            return -1;
    return 0;
}

/* The result at the next place: `out`, or one that is to be made. */
int method_read_result(use *one)
{
    PyObject *out = one->slots[ARGUMENT_OUT];
    if (out && PyTuple_Check(out) && PyTuple_Size(out) == 1)
        out = PyTuple_GetItem(out, 0);
    if (argument_is_open(out)) {
        operation_leave_open(&one->all);
        return 0;
    }
    if (operation_read(&one->all, out, true) < 0)
        return -1;
    one->all.results[one->all.count - 1] = Py_NewRef(out);
    return 0;
}

static PyObject *delegate(use *one)
{
    return callable_delegate(one->self, one->form->name, one->args, one->given, one->names,
                             one->slots, &one->all.options);
}

/* Runs the step, unless an operand answers by itself, and hands over the result at this place. The
 * hook counts results as libweft does, by the operands of the method. */
PyObject *method_finish(use *one, callable_step *step, reduction_how *how, int result)
{
    if (one->all.foreign)
        return delegate(one);
    if (callable_run(one->self, &one->all, step, how) < 0)
        return NULL;
    return result_hand_over(&one->all, result, 1);
}

/* What the operand at a place is called; NULL: none is meant. */
static const char *find_role(const use *one, int place)
{
    const weft_ufunc *ufunc = one->self->ufunc;
    const int count = ufunc->input_count + ufunc->output_count;
    const bool is_declared = ufunc->reducer && one->form->is_for_all;
    const char *role = one->form->roles;
    if (place < 0)
        return NULL;
    if (!role || (is_declared && place < ufunc->input_count))
        return place < count ? ufunc->operands[place].name : "where";
    if (is_declared)
        place -= ufunc->input_count - 1;
    if (place == 2 && one->form == &forms_reduce && argument_is_open(one->slots[ARGUMENT_INITIAL]))
        place++;
    for (int k = 0; k < place; k++)
        role += strlen(role) + 1;
    return role;
}

PyObject *method_end(use *one, PyObject *answer)
{
    const int operand = one->all.reading;
    operation_end(&one->all);
    if (answer || one->all.foreign)
        return answer;
    return face_wrong_call(one->who, operand, find_role(one, operand));
}

int method_take_axis(use *one, int otherwise, int *axis)
{
    PyObject *value = one->slots[ARGUMENT_AXIS];
    *axis = otherwise;
    return value ? argument_number(value, "axis", axis) : 0;
}

/* ---- reduce ---- */

/* None: all axes; a tuple; or one. */
static int take_axes(use *one, weft_reduction *how)
{
    PyObject *value = one->slots[ARGUMENT_AXIS];
    int *axes = one->all.axes;
    if (value == Py_None) {
        how->all = true;
        return 0;
    }
    how->axes = axes;
    how->axis_count = 1;
    if (!value || !PyTuple_Check(value))
        return method_take_axis(one, 0, axes);
    how->axis_count = (int)PyTuple_Size(value);
    if (how->axis_count > WEFT_MAX_RANK) {
        PyErr_Format(PyExc_ValueError, "%s: axis names %d axes; at most %d are possible", one->who,
                     how->axis_count, WEFT_MAX_RANK);
        return -1;
    }
    for (int k = 0; k < how->axis_count; k++)
        if (argument_number(PyTuple_GetItem(value, k), "axis", &axes[k]) < 0)
            return -1;
    return 0;
}

/* where and initial lie behind the operands. */
static int take_reduction(use *one, weft_reduction *how)
{
    PyObject *initial = one->slots[ARGUMENT_INITIAL], *keep = one->slots[ARGUMENT_KEEPDIMS];
    PyObject *where = one->slots[ARGUMENT_WHERE];
    int keeps = argument_is_open(keep) ? 0 : PyObject_IsTrue(keep);
    how->size = sizeof *how;
    how->keepdims = keeps > 0;
    if (keeps < 0 || take_axes(one, how) < 0)
        return -1;
    if (!argument_is_open(initial)) {
        if (operation_read(&one->all, initial, false) < 0)
            return -1;
        how->initial = &one->all.arrays[one->all.count - 1];
    }
    if (argument_is_open(where) || where == Py_True)
        return 0;
    if (operation_read(&one->all, where, false) < 0)
        return -1;
    how->where = &one->all.arrays[one->all.count - 1];
    return 0;
}

static weft_status reduce_step(operation *all, void *given, weft_error *error)
{
    const reduction_how *how = given;
    const int inputs = all->ufunc->reducer ? all->ufunc->input_count : 1;
    if (all->ufunc->reducer)
        return weft_reduce_inputs(all->ufunc, (const weft_array *const *)all->operands,
                                  all->operands[inputs], &how->reduction, &all->options, error);
    return weft_reduce(all->ufunc, all->operands[0], all->operands[1], &how->reduction,
                       &all->options, error);
}

static PyObject *reduce(PyObject *object, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const int inputs = ufunc->reducer ? ufunc->input_count : 1;
    use one;
    reduction_how how = {{0}, {0}, 0};
    if (method_begin(&one, object, &forms_reduce, args, given, names, inputs) < 0 ||
        method_read_inputs(&one, inputs) < 0 || method_read_result(&one) < 0 ||
        take_reduction(&one, &how.reduction) < 0 ||
        (argument_is_open(one.slots[ARGUMENT_OUT]) &&
         result_foresee_reduction(&one.all, &how.reduction) < 0))
        return method_end(&one, NULL);
    return method_end(&one, method_finish(&one, reduce_step, &how, inputs));
}

/* ---- accumulate, reduceat ---- */

static weft_status accumulate_step(operation *all, void *given, weft_error *error)
{
    const reduction_how *how = given;
    return weft_accumulate(all->ufunc, all->operands[0], all->operands[1], how->axis, &all->options,
                           error);
}

static PyObject *accumulate(PyObject *object, PyObject *const *args, Py_ssize_t given,
                            PyObject *names)
{
    use one;
    reduction_how how = {{0}, {0}, 0};
    if (method_begin(&one, object, &forms_accumulate, args, given, names, 1) < 0 ||
        method_read_inputs(&one, 1) < 0 || method_take_axis(&one, 0, &how.axis) < 0 ||
        method_read_result(&one) < 0)
        return method_end(&one, NULL);
    return method_end(&one, method_finish(&one, accumulate_step, &how, 1));
}

static weft_status reduceat_step(operation *all, void *given, weft_error *error)
{
    const reduction_how *how = given;
    return weft_reduceat(all->ufunc, all->operands[0], all->operands[2], all->operands[1],
                         how->axis, &all->options, error);
}

/* Indices are read behind the result, which libweft counts as operand 1. */
static PyObject *reduceat(PyObject *object, PyObject *const *args, Py_ssize_t given,
                          PyObject *names)
{
    use one;
    reduction_how how = {{0}, {0}, 0};
    if (method_begin(&one, object, &forms_reduceat, args, given, names, 2) < 0 ||
        method_read_inputs(&one, 1) < 0 || method_take_axis(&one, 0, &how.axis) < 0 ||
        method_read_result(&one) < 0 || operation_read(&one.all, args[1], false) < 0)
        return method_end(&one, NULL);
    return method_end(&one, method_finish(&one, reduceat_step, &how, 1));
}

/* ---- outer, at ---- */

static weft_status outer_step(operation *all, void *how, weft_error *error)
{
    (void)how;
    return weft_outer(all->ufunc, all->operands[0], all->operands[1], all->operands[2],
                      &all->options, error);
}

static PyObject *outer(PyObject *object, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    use one;
    if (method_begin(&one, object, &forms_outer, args, given, names, 2) < 0 ||
        method_read_inputs(&one, 2) < 0 || method_read_result(&one) < 0 ||
        arguments_take_mask(&one.all, one.slots[ARGUMENT_WHERE]) < 0)
        return method_end(&one, NULL);
    if (!one.all.foreign && one.all.arrays[0].rank && one.all.arrays[1].rank)
        one.all.work = INT64_MAX; /* more pairs than there are elements */
    return method_end(&one, method_finish(&one, outer_step, NULL, 2));
}

static weft_status at_step(operation *all, void *how, weft_error *error)
{
    (void)how;
    return weft_at(all->ufunc, all->operands[0], all->operands[1], all->operands[2], &all->options,
                   error);
}

/* Whether indices say more than numbers along axis 0: one of each axis, slices, a mask. */
static bool are_of_numpy(PyObject *indices)
{
    return PyTuple_Check(indices) || PySlice_Check(indices) || PyBool_Check(indices) ||
           indices == Py_None || indices == Py_Ellipsis;
}

/* By the numpy.ufunc, which takes every index that NumPy's arrays do, and functions of one input.
 */
static PyObject *at_by_numpy(use *one)
{
    const char *beyond = arguments_beyond_numpy(one->slots, false);
    if (beyond)
        return PyErr_Format(PyExc_TypeError,
                            "%s: these indices are for the numpy.ufunc, which knows no '%s'; where "
                            "that is given they are integers along axis 0",
                            one->who, beyond);
    return delegate(one);
}

static PyObject *at(PyObject *object, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    const bool is_unary = ((callable *)object)->ufunc->input_count == 1;
    use one;
    if (method_begin(&one, object, &forms_at, args, given, names, is_unary ? 2 : 3) < 0)
        return method_end(&one, NULL);
    if (is_unary || are_of_numpy(args[1]))
        return method_end(&one, at_by_numpy(&one));
    if (method_read_inputs(&one, 0) < 0 || operation_read(&one.all, args[0], true) < 0 ||
        operation_read(&one.all, args[1], false) < 0 ||
        operation_read(&one.all, args[2], false) < 0)
        return method_end(&one, NULL);
    if (one.all.foreign)
        return method_end(&one, delegate(&one));
    if (one.all.arrays[1].dtype == WEFT_BOOL && Py_IS_TYPE(args[0], &PyArray_Type))
        return method_end(&one, at_by_numpy(&one));
    return method_end(
        &one, callable_run(one.self, &one.all, at_step, NULL) < 0 ? NULL : Py_NewRef(Py_None));
}

/* ---- choose ---- */

static weft_status choose_step(operation *all, void *target, weft_error *error)
{
    return weft_target_choose(all->ufunc, all->operands, &all->options, target, error);
}

static PyObject *choose(PyObject *object, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    weft_target target = WEFT_AUTO;
    use one;
    if (method_begin(&one, object, &forms_choose, args, given, names, ufunc->input_count) < 0 ||
        arguments_take_options(&one.all, one.slots) < 0)
        return method_end(&one, NULL);
    for (int i = 0; i < ufunc->input_count; i++)
        if (operation_read(&one.all, args[i], false) < 0)
            return method_end(&one, NULL);
    for (int i = 0; i < ufunc->output_count; i++)
        operation_leave_open(&one.all);
    if (one.all.foreign)
        return method_end(&one, PyUnicode_FromString("cpu"));
    if (arguments_take_mask(&one.all, one.slots[ARGUMENT_WHERE]) < 0 ||
        callable_run(one.self, &one.all, choose_step, &target) < 0)
        return method_end(&one, NULL);
    return method_end(&one, PyUnicode_FromString(weft_target_name(target)));
}

/* ---- pickle, dask ---- */

static PyObject *reduce_for_pickle(PyObject *object, PyObject *unused)
{
    (void)unused;
    return callable_ask(object, "reduce_for_pickle");
}

static PyObject *tokenize(PyObject *object, PyObject *unused)
{
    (void)unused;
    return callable_ask(object, "tokenize");
}

#define FAST(name) (PyCFunction)(void (*)(void)) name, METH_FASTCALL | METH_KEYWORDS
/* Signatures are read by inspect. */
#define PLACING "target='auto', stream=None, threads=0, device=0"
#define CASTS   ", casting='same_kind')\n--\n\n"
PyMethodDef callable_methods[] = {
    {"reduce", FAST(reduce),
     "reduce($self, array, /, axis=0, dtype=None, out=None, keepdims=False, initial=None, "
     "where=True, *, " PLACING CASTS
     "The function over the elements along the axes; axis=None: all of them. A declared reduction\n"
     "takes all of its inputs before the axis."},
    {"accumulate", FAST(accumulate),
     "accumulate($self, array, /, axis=0, dtype=None, out=None, *, " PLACING CASTS
     "All intermediate results along one axis."},
    {"reduceat", FAST(reduceat),
     "reduceat($self, array, indices, /, axis=0, dtype=None, out=None, *, " PLACING CASTS
     "Along one axis, the reduction from each index to before the next."},
    {"reduce_segments", FAST(method_reduce_segments),
     "reduce_segments($self, array, offsets, /, axis=0, dtype=None, out=None, initial=None, "
     "*, " PLACING CASTS
     "Along one axis, the reduction of each list, from offsets[k] to before offsets[k + 1]. A\n"
     "declared reduction takes all of its inputs before the offsets."},
    {"reduce_keys", FAST(method_reduce_keys),
     "reduce_keys($self, array, keys, /, count=None, dtype=None, out=None, initial=None, "
     "skip=False, *, " PLACING CASTS
     "Group by: result[k] is the reduction of the elements whose key is k, of 0 ... count - 1.\n"
     "skip: elements of other keys are left out. A declared reduction takes all of its inputs\n"
     "before the keys."},
    {"outer", FAST(outer),
     "outer($self, a, b, /, *, out=None, where=True, order='K', dtype=None, " PLACING CASTS
     "The function of every pair."},
    {"at", FAST(at),
     "at($self, a, indices, b=None, /, *, " PLACING CASTS
     "a[i] = f(a[i], b) for every index i, one after the other. Indices are integers along\n"
     "axis 0; what else NumPy takes, and functions of one input, its ufunc does."},
    {"choose", FAST(choose),
     "choose($self, /, *inputs, **options)\n--\n\n"
     "The target that a call would run on, without the call."},
    {"__reduce__", reduce_for_pickle, METH_NOARGS, NULL},
    {"__dask_tokenize__", tokenize, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};
