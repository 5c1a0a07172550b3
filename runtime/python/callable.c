/* callable.c: calling a function of a library on what Python has. */
#include "callable.h"

#include <string.h>
#include <structmember.h>

#ifndef Py_T_PYSSIZET
#define Py_T_PYSSIZET T_PYSSIZET
#define Py_READONLY   READONLY
#endif

static PyTypeObject *type;

/* Fewer items than this take less time than letting the GIL go; NumPy has the same number. */
enum { FEW_ITEMS = 500 };

/* Warns of what the function says of some items. */
static int warn(const operation *all)
{
    return PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "%s: %s", all->ufunc->name, all->codes.text);
}

int callable_run(const callable *self, operation *all, callable_step *step, void *how)
{
    weft_error error;
    weft_status status;
    if (self->is_short && all->work <= FEW_ITEMS && !all->any_device &&
        all->options.target != WEFT_GPU) {
        status = step(all, how, &error);
    } else {
        all->released = PyEval_SaveThread();
        status = step(all, how, &error);
        PyEval_RestoreThread(all->released);
        all->released = NULL;
    }
    if (status)
        return face_raise(&error);
    const weft_codes *said = all->options.codes;
    return said && (said->errors || said->warnings) ? warn(all) : 0;
}

static weft_status call_step(operation *all, void *how, weft_error *error)
{
    (void)how;
    return weft_call(all->ufunc, all->operands, &all->options, error);
}

/* ---- outputs ---- */

/* The outputs of `out`: one array, or a tuple. */
static int take_out(operation *all, PyObject *out)
{
    const int outputs = all->ufunc->output_count;
    const bool is_tuple = PyTuple_Check(out);
    if (is_tuple ? PyTuple_Size(out) != outputs : outputs != 1) {
        PyErr_Format(PyExc_ValueError, "%s() has %d outputs: out must be a tuple of as many arrays",
                     all->ufunc->name, outputs);
        return -1;
    }
    for (int k = 0; k < outputs; k++) {
        PyObject *object = is_tuple ? PyTuple_GetItem(out, k) : out;
        if (object == Py_None) {
            operation_leave_open(all);
            continue;
        }
        if (operation_read(all, object, true) < 0)
            return -1;
        all->results[all->count - 1] = Py_NewRef(object);
    }
    return 0;
}

/* Those that stand behind the inputs. */
static int take_outputs(operation *all, PyObject *const *args, Py_ssize_t given)
{
    const int inputs = weft_ufunc_given_inputs(all->ufunc);
    for (int k = inputs; k < inputs + all->ufunc->output_count; k++) {
        if (k >= given || args[k] == Py_None) {
            operation_leave_open(all);
            continue;
        }
        if (operation_read(all, args[k], true) < 0)
            return -1;
        all->results[all->count - 1] = Py_NewRef(args[k]);
    }
    return 0;
}

/* The inputs that must be given. */
static int needed_inputs(const weft_ufunc *ufunc)
{
    int count = weft_ufunc_given_inputs(ufunc);
    while (count > 0 && weft_ufunc_default(ufunc, count - 1))
        count--;
    return count;
}

/* An input that is left out. */
static int take_default(operation *all, int input)
{
    PyObject *number = callable_default(all->ufunc, input);
    int status = number ? operation_read(all, number, false) : -1;
    Py_XDECREF(number);
    return status;
}

static int take_operands(operation *all, PyObject *const *args, Py_ssize_t given,
                         argument_slots slots)
{
    const int inputs = weft_ufunc_given_inputs(all->ufunc);
    for (int i = 0; i < inputs; i++)
        if ((i < given ? operation_read(all, args[i], false) : take_default(all, i)) < 0)
            return -1;
    while (all->count < all->ufunc->input_count)
        operation_leave_out(all);
    if (argument_is_open(slots[ARGUMENT_OUT]))
        return take_outputs(all, args, given);
    if (given > inputs) {
        PyErr_Format(PyExc_TypeError, "%s() got outputs both by place and as the argument 'out'",
                     all->ufunc->name);
        return -1;
    }
    return take_out(all, slots[ARGUMENT_OUT]);
}

static const uint32_t call_arguments = ARGUMENTS_OF_CALLS;

/* Whether so many operands by place can be a call; none can of a declared reduction. */
static int check_count(const weft_ufunc *ufunc, Py_ssize_t given)
{
    const int count = weft_ufunc_given_inputs(ufunc) + ufunc->output_count;
    if (ufunc->reducer)
        PyErr_Format(PyExc_TypeError,
                     "%s() is a reduction, which is computed along axes: %s.reduce(%s%s, axis=0)",
                     ufunc->name, ufunc->name, ufunc->operands[0].name,
                     ufunc->input_count > 1 ? ", ..." : "");
    else if (given < needed_inputs(ufunc) || given > count)
        PyErr_Format(PyExc_TypeError, "%s() takes from %d to %d operands, but %zd %s given",
                     ufunc->name, needed_inputs(ufunc), count, given, given == 1 ? "was" : "were");
    else
        return 0;
    return -1;
}

/* What an operand is called in messages; NULL: none is meant. */
static const char *operand_role(const weft_ufunc *ufunc, int operand)
{
    if (operand < 0)
        return NULL;
    return operand < ufunc->input_count + ufunc->output_count ? ufunc->operands[operand].name
                                                              : "where";
}

static PyObject *call(PyObject *object, PyObject *const *args, size_t flags, PyObject *names)
{
    callable *self = (callable *)object;
    const weft_ufunc *ufunc = self->ufunc;
    const Py_ssize_t given = PyVectorcall_NARGS(flags);
    const int inputs = ufunc->input_count;
    argument_slots slots = {NULL};
    operation all;
    PyObject *answer = NULL;
    if ((names && arguments_sort(ufunc->name, args + given, names, call_arguments, slots) < 0) ||
        check_count(ufunc, given) < 0)
        return face_wrong_call(ufunc->name, -1, NULL);
    operation_begin(&all, ufunc);
    if (arguments_take_options(&all, names ? slots : NULL) == 0 &&
        take_operands(&all, args, given, slots) == 0 &&
        arguments_take_mask(&all, slots[ARGUMENT_WHERE]) == 0) {
        if (all.foreign)
            answer = callable_delegate(self, "__call__", args, given, names, slots, &all.options);
        else if ((names || given > inputs || result_foresee(&all) == 0) &&
                 callable_run(self, &all, call_step, NULL) == 0)
            answer = result_hand_over(&all, inputs, ufunc->output_count);
    }
    operation_end(&all);
    if (answer || all.foreign)
        return answer;
    return face_wrong_call(ufunc->name, all.reading, operand_role(ufunc, all.reading));
}

/* ---- operands that answer ufuncs themselves ---- */

PyObject *callable_numpy(callable *self)
{
    if (self->ufunc->flags & WEFT_UFUNC_INDEXED)
        return PyErr_Format(PyExc_TypeError,
                            "%s has numbers of items, which numpy.ufunc does not tell its loops: "
                            "its operands must be arrays",
                            self->ufunc->name);
    if (self->ufunc->flags & WEFT_UFUNC_RAGGED)
        return PyErr_Format(PyExc_TypeError,
                            "%s has lists, which numpy.ufunc does not know: its operands must be "
                            "weft.Ragged, or arrays",
                            self->ufunc->name);
    if (self->ufunc->reducer)
        return PyErr_Format(PyExc_TypeError,
                            "%s is a declared reduction, which no numpy.ufunc can be: its operands "
                            "must be arrays",
                            self->ufunc->name);
    if (!self->numpy) {
        PyObject *made = loops_make_ufunc(self->ufunc, self->raises_flags);
        PyObject *ask = made ? face_cold("settle_ufunc") : NULL;
        PyObject *done =
            ask ? PyObject_CallFunctionObjArgs(ask, (PyObject *)self, made, NULL) : NULL;
        if (done && !self->numpy) /* no other thread was here meanwhile */
            self->numpy = Py_NewRef(made);
        Py_XDECREF(done);
        Py_XDECREF(made);
        return done ? self->numpy : NULL;
    }
    return self->numpy;
}

PyObject *callable_delegate(callable *self, const char *method, PyObject *const *args,
                            Py_ssize_t count, PyObject *names, argument_slots slots,
                            const weft_options *options)
{
    const bool takes_target = strcmp(method, "accumulate") != 0 &&
                              strcmp(method, "reduceat") != 0 && strcmp(method, "at") != 0;
    const char *beyond = arguments_beyond_numpy(slots, takes_target);
    weft_error error;
    if (beyond) {
        PyErr_Format(PyExc_TypeError,
                     "%s: an operand is of a type that calls the numpy.ufunc, which knows no "
                     "'%s'",
                     self->ufunc->name, beyond);
        return face_wrong_call(self->ufunc->name, -1, NULL);
    }
    if (options->target != WEFT_AUTO && weft_target_check(options->target, options, &error))
        return face_raise(&error), NULL;
    PyObject *ufunc = callable_numpy(self);
    PyObject *ask = ufunc ? face_cold("delegate") : NULL, *answer = NULL;
    PyObject *list = ask ? PyTuple_New(count) : NULL, *words = list ? PyDict_New() : NULL;
    bool failed = !words;
    for (Py_ssize_t k = 0; !failed && k < count; k++)
        failed = PyTuple_SetItem(list, k, Py_NewRef(args[k])) < 0;
    for (Py_ssize_t k = 0; !failed && names && k < PyTuple_Size(names); k++)
        failed = PyDict_SetItem(words, PyTuple_GetItem(names, k), args[count + k]) < 0;
    if (!failed) {
        const weft_options *before = operation_follow(options);
        answer = PyObject_CallFunction(ask, "OsOO", ufunc, method, list, words);
        operation_follow(before);
    }
    Py_XDECREF(list);
    Py_XDECREF(words);
    return answer;
}

/* ---- the object ---- */

/* Whether an item costs little, wherever the data is. */
static bool is_short(const weft_ufunc *ufunc)
{
    double nanoseconds = 0;
    for (int k = 0; k < ufunc->cost_term_count; k++)
        nanoseconds += ufunc->cost_terms[k].nanoseconds;
    return ufunc->flags & WEFT_UFUNC_ELEMENTWISE && !(ufunc->flags & WEFT_UFUNC_DIVERGENT) &&
           nanoseconds <= 20;
}

PyObject *callable_new(const weft_ufunc *ufunc, PyObject *origin, bool raises_flags)
{
    callable *made = PyObject_New(callable, type);
    if (!made)
        return NULL;
    made->vectorcall = call;
    made->ufunc = ufunc;
    made->origin = Py_NewRef(origin);
    made->numpy = NULL;
    made->is_short = is_short(ufunc);
    made->raises_flags = raises_flags;
    return (PyObject *)made;
}

static void release(PyObject *object)
{
    callable *self = (callable *)object;
    Py_XDECREF(self->origin);
    Py_XDECREF(self->numpy);
    PyObject_Free(object);
    Py_DECREF((PyObject *)type);
}

PyObject *callable_ask(PyObject *object, void *name)
{
    PyObject *ask = face_cold(name);
    return ask ? PyObject_CallFunctionObjArgs(ask, object, NULL) : NULL;
}

static PyObject *represent(PyObject *object)
{
    return callable_ask(object, "represent");
}

static PyMemberDef members[] = {
    {"__vectorcalloffset__", Py_T_PYSSIZET, offsetof(callable, vectorcall), Py_READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_dealloc, release},
                              {Py_tp_call, PyVectorcall_Call},
                              {Py_tp_repr, represent},
                              {Py_tp_members, members},
                              {Py_tp_getset, callable_getters},
                              {Py_tp_methods, callable_methods},
                              {0, NULL}};
static PyType_Spec spec = {
    "weft.Ufunc", sizeof(callable), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

int callable_add_type(PyObject *module)
{
    type = (PyTypeObject *)PyType_FromSpec(&spec);
    return type ? PyModule_AddObjectRef(module, "Ufunc", (PyObject *)type) : -1;
}
