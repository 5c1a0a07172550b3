/* arguments.c: keywords, and what they say as options of libweft. */
#include "arguments.h"

#include <string.h>

static const char *const texts[ARGUMENT_COUNT] = {
    [ARGUMENT_OUT] = "out",           [ARGUMENT_WHERE] = "where",
    [ARGUMENT_TARGET] = "target",     [ARGUMENT_STREAM] = "stream",
    [ARGUMENT_CASTING] = "casting",   [ARGUMENT_ORDER] = "order",
    [ARGUMENT_DTYPE] = "dtype",       [ARGUMENT_SIGNATURE] = "signature",
    [ARGUMENT_AXES] = "axes",         [ARGUMENT_AXIS] = "axis",
    [ARGUMENT_KEEPDIMS] = "keepdims", [ARGUMENT_THREADS] = "threads",
    [ARGUMENT_DEVICE] = "device",     [ARGUMENT_INITIAL] = "initial",
    [ARGUMENT_STATUS] = "status",     [ARGUMENT_SHAPE] = "shape",
    [ARGUMENT_GROUPS] = "count",      [ARGUMENT_SKIP] = "skip",
};
static PyObject *names[ARGUMENT_COUNT];

/* What gives the defaults of the context; NULL until weft.options is used: they are 0, which is
 * libweft's. */
static PyObject *get_defaults;

int arguments_prepare(void)
{
    for (int k = 0; k < ARGUMENT_COUNT; k++)
        if (!names[k] && !(names[k] = PyUnicode_InternFromString(texts[k])))
            return -1;
    return 0;
}

/* Most names are interned, and so are ours. */
static int find(PyObject *name)
{
    for (int k = 0; k < ARGUMENT_COUNT; k++)
        if (names[k] == name)
            return k;
    for (int k = 0; k < ARGUMENT_COUNT; k++)
        if (face_is_text(name, texts[k]))
            return k;
    return -1;
}

int arguments_place(const char *who, argument which, PyObject *value, argument_slots slots)
{
    if (slots[which]) {
        PyErr_Format(PyExc_TypeError, "%s() got two values for the argument '%s'", who,
                     texts[which]);
        return -1;
    }
    slots[which] = value;
    return 0;
}

int arguments_sort(const char *who, PyObject *const *values, PyObject *keywords, uint32_t allowed,
                   argument_slots slots)
{
    const Py_ssize_t count = keywords ? PyTuple_Size(keywords) : 0;
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *name = PyTuple_GetItem(keywords, k);
        int which = find(name);
        if (which < 0 || !(allowed >> which & 1)) {
            PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument %R", who, name);
            return -1;
        }
        if (arguments_place(who, (argument)which, values[k], slots) < 0)
            return -1;
    }
    return 0;
}

/* The number of a word in a list; -1 with an exception that has them all. */
static int find_word(const char *what, PyObject *value, const char *const *words, int count)
{
    for (int k = 0; k < count; k++)
        if (face_is_text(value, words[k]))
            return k;
    PyObject *list = PyUnicode_FromString("");
    for (int k = 0; list && k < count; k++) {
        PyObject *longer = PyUnicode_FromFormat(k ? "%U, %s" : "%U%s", list, words[k]);
        Py_DECREF(list);
        list = longer;
    }
    if (list)
        PyErr_Format(PyUnicode_Check(value) ? PyExc_ValueError : PyExc_TypeError,
                     "%s is %R; there are %U", what, value, list);
    Py_XDECREF(list);
    return -1;
}

static int find_target(PyObject *value)
{
    const char *words[WEFT_TARGET_END];
    for (int k = 0; k < WEFT_TARGET_END; k++)
        words[k] = weft_target_name((weft_target)k);
    return find_word("target", value, words, WEFT_TARGET_END);
}

static int take_word(PyObject *value, const char *what, const char *const *words, int count,
                     int *number)
{
    if (argument_is_open(value))
        return 0;
    int found = find_word(what, value, words, count);
    *number = found < 0 ? *number : found;
    return found < 0 ? -1 : 0;
}

int argument_wide_number(PyObject *value, const char *what, int64_t *number)
{
    PyObject *index = PyNumber_Index(value);
    *number = index ? PyLong_AsLongLong(index) : 0;
    Py_XDECREF(index);
    if (!index && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Format(PyExc_TypeError, "%s is %R; a whole number is needed", what, value);
    else if (*number == -1 && PyErr_Occurred())
        PyErr_Format(PyExc_OverflowError, "%s is %R, which is beyond int64", what, value);
    return PyErr_Occurred() ? -1 : 0;
}

int argument_number(PyObject *value, const char *what, int *number)
{
    int64_t wide;
    if (argument_wide_number(value, what, &wide) < 0)
        return -1;
    if (wide > INT32_MAX || wide < INT32_MIN) {
        PyErr_Format(PyExc_OverflowError, "%s is %R, which is beyond int32", what, value);
        return -1;
    }
    *number = (int)wide;
    return 0;
}

static int take_number(PyObject *value, const char *what, int *number)
{
    return argument_is_open(value) ? 0 : argument_number(value, what, number);
}

int argument_device(PyObject *value, int *device)
{
    int number = WEFT_ALL_DEVICES;
    if (argument_is_open(value))
        return 0;
    if (!face_is_text(value, "all")) {
        if (!PyUnicode_Check(value) && argument_number(value, "device", &number) < 0)
            return -1;
        if (number < 0) {
            PyErr_Format(PyExc_ValueError, "device is %R; it is a number from 0 on, or 'all'",
                         value);
            return -1;
        }
    }
    *device = number;
    return 0;
}

static int take_signature(operation *all, PyObject *value)
{
    const int inputs = all->ufunc->input_count, outputs = all->ufunc->output_count;
    PyObject *ask = face_cold("signature_names"), *dtypes = NULL;
    if (ask)
        dtypes = PyObject_CallFunction(ask, "Oii", value, inputs, outputs);
    if (!dtypes)
        return -1;
    for (int i = 0; i < inputs + outputs && !PyErr_Occurred(); i++) {
        PyObject *dtype = PyTuple_GetItem(dtypes, i);
        all->signature[i] = dtype && dtype != Py_None ? face_dtype_of_object(dtype) : WEFT_NONE;
    }
    Py_DECREF(dtypes);
    all->options.signature = all->signature;
    return PyErr_Occurred() ? -1 : 0;
}

/* How many core axes an operand has: outputs that keep them have those of the inputs. */
static int core_rank(const operation *all, Py_ssize_t operand)
{
    const bool keeps = all->options.keepdims && operand >= all->ufunc->input_count;
    return all->ufunc->operands[keeps ? 0 : operand].core_rank;
}

/* The core axes of every operand, in one list; a number stands for a tuple of it alone. */
static int take_axes(operation *all, PyObject *value)
{
    const int operands = all->ufunc->input_count + all->ufunc->output_count;
    PyObject *list = PySequence_List(value);
    const Py_ssize_t count = list ? PyList_Size(list) : 0;
    if (list && count > operands)
        PyErr_Format(PyExc_ValueError, "%s: axes has %zd entries, for %d operands",
                     all->ufunc->name, count, operands);
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++) {
        PyObject *item = PyList_GetItem(list, i);
        PyObject *own = PyIndex_Check(item) ? PyTuple_Pack(1, item) : PySequence_Tuple(item);
        const Py_ssize_t length = own ? PyTuple_Size(own) : 0;
        if (length > core_rank(all, i))
            PyErr_Format(PyExc_ValueError,
                         "%s: axes has %zd axes for operand %zd (%s), which has %d core dimensions",
                         all->ufunc->name, length, i, all->ufunc->operands[i].name,
                         core_rank(all, i));
        for (Py_ssize_t k = 0; k < length && !PyErr_Occurred(); k++)
            argument_number(PyTuple_GetItem(own, k), "axes", &all->axes[all->options.axes_count++]);
        Py_XDECREF(own);
    }
    Py_XDECREF(list);
    all->options.axes = all->axes;
    return PyErr_Occurred() ? -1 : 0;
}

static int take_truth(PyObject *value, bool *truth)
{
    int answer = argument_is_open(value) ? 0 : PyObject_IsTrue(value);
    *truth = answer > 0;
    return answer < 0 ? -1 : 0;
}

static int take_target(operation *all, PyObject *value)
{
    int found = argument_is_open(value) ? (int)all->options.target : find_target(value);
    all->options.target = found < 0 ? WEFT_AUTO : (weft_target)found;
    return found < 0 ? -1 : 0;
}

/* Those of gufuncs: core axes. */
static int take_core(operation *all, argument_slots slots)
{
    if (take_truth(slots[ARGUMENT_KEEPDIMS], &all->options.keepdims) < 0)
        return -1;
    if (!argument_is_open(slots[ARGUMENT_AXIS])) {
        if (argument_number(slots[ARGUMENT_AXIS], "axis", &all->axis) < 0)
            return -1;
        all->options.axis = &all->axis;
    }
    return argument_is_open(slots[ARGUMENT_AXES]) ? 0 : take_axes(all, slots[ARGUMENT_AXES]);
}

/* The shape that the operands broadcast with: a number, or several. */
static int take_shape(operation *all, PyObject *value)
{
    if (argument_is_open(value))
        return 0;
    PyObject *sizes = PyUnicode_Check(value) || !PySequence_Check(value) ? PyTuple_Pack(1, value)
                                                                         : PySequence_Tuple(value);
    const Py_ssize_t rank = sizes ? PyTuple_Size(sizes) : 0;
    if (rank > WEFT_MAX_RANK)
        PyErr_Format(PyExc_ValueError, "shape has %zd axes; at most %d are possible", rank,
                     WEFT_MAX_RANK);
    for (Py_ssize_t axis = 0; axis < rank && !PyErr_Occurred(); axis++) {
        if (argument_wide_number(PyTuple_GetItem(sizes, axis), "shape", &all->shape[axis]) == 0 &&
            all->shape[axis] < 0)
            PyErr_Format(PyExc_ValueError, "shape has %lld along axis %zd",
                         (long long)all->shape[axis], axis);
    }
    Py_XDECREF(sizes);
    all->options.rank = (int)rank;
    all->options.shape = all->shape;
    return PyErr_Occurred() ? -1 : 0;
}

int arguments_take_one_device(operation *all, argument_slots slots, const char *what)
{
    if (all->options.device != WEFT_ALL_DEVICES)
        return 0;
    if (!argument_is_open(slots[ARGUMENT_DEVICE])) {
        PyErr_Format(PyExc_ValueError, "%s: device is 'all', but %s is of one device",
                     all->ufunc->name, what);
        return -1;
    }
    all->options.device = 0;
    return 0;
}

static int take_defaults(weft_options *options)
{
    if (!get_defaults) /* options are zeroed */
        return 0;
    PyObject *value = PyObject_CallNoArgs(get_defaults);
    if (!value)
        return -1;
    options->target = (weft_target)PyLong_AsLong(PyTuple_GetItem(value, 0));
    options->threads = (int)PyLong_AsLong(PyTuple_GetItem(value, 1));
    options->device = (int)PyLong_AsLong(PyTuple_GetItem(value, 2));
    Py_DECREF(value);
    return PyErr_Occurred() ? -1 : 0;
}

int arguments_take_options(operation *all, argument_slots slots)
{
    static const char *const castings[] = {"", "no", "equiv", "safe", "same_kind", "unsafe"};
    static const char *const orders[] = {"K", "C", "F", "A"};
    static const char *const rules[] = {"fail", "count", "keep"};
    weft_options *options = &all->options;
    int casting = WEFT_CASTING_DEFAULT, order = WEFT_ORDER_K, rule = WEFT_CODES_FAIL;
    if (take_defaults(options) < 0)
        return -1;
    if (!slots || argument_is_open(slots[ARGUMENT_STREAM])) {
        if (stream_of_block(all) < 0)
            return -1;
        if (all->has_stream && options->device == WEFT_ALL_DEVICES)
            options->device = 0;
    }
    if (!slots)
        return 0;
    if (take_target(all, slots[ARGUMENT_TARGET]) < 0 ||
        take_shape(all, slots[ARGUMENT_SHAPE]) < 0 ||
        take_word(slots[ARGUMENT_CASTING], "casting", castings + 1, 5, &casting) < 0 ||
        take_word(slots[ARGUMENT_ORDER], "order", orders, 4, &order) < 0 ||
        take_word(slots[ARGUMENT_STATUS], "status", rules, 3, &rule) < 0 ||
        take_number(slots[ARGUMENT_THREADS], "threads", &options->threads) < 0 ||
        argument_device(slots[ARGUMENT_DEVICE], &options->device) < 0)
        return -1;
    options->casting = argument_is_open(slots[ARGUMENT_CASTING]) ? WEFT_CASTING_DEFAULT
                                                                 : (weft_casting)(casting + 1);
    options->order = (weft_order)order;
    all->codes.rule = (weft_code_rule)rule;
    if (!argument_is_open(slots[ARGUMENT_STREAM]) &&
        stream_of_argument(all, slots[ARGUMENT_STREAM]) < 0)
        return -1;
    if (all->has_stream && arguments_take_one_device(all, slots, "a stream") < 0)
        return -1;
    if (!argument_is_open(slots[ARGUMENT_DTYPE]) &&
        !(options->dtype = face_dtype_of_object(slots[ARGUMENT_DTYPE])))
        return -1;
    if (!argument_is_open(slots[ARGUMENT_SIGNATURE]) &&
        take_signature(all, slots[ARGUMENT_SIGNATURE]) < 0)
        return -1;
    return take_core(all, slots);
}

int arguments_take_mask(operation *all, PyObject *where)
{
    if (argument_is_open(where) || where == Py_True)
        return 0;
    if (operation_read(all, where, false) < 0)
        return -1;
    all->options.where = &all->arrays[all->count - 1];
    return 0;
}

const char *arguments_beyond_numpy(argument_slots slots, bool takes_target)
{
    PyObject *target = slots[ARGUMENT_TARGET];
    if (!takes_target && !argument_is_open(target) && !face_is_text(target, "auto") &&
        !face_is_text(target, "cpu"))
        return texts[ARGUMENT_TARGET];
    if (!argument_is_open(slots[ARGUMENT_STATUS]))
        return texts[ARGUMENT_STATUS];
    if (!argument_is_open(slots[ARGUMENT_SHAPE]))
        return texts[ARGUMENT_SHAPE];
    return argument_is_open(slots[ARGUMENT_STREAM]) ? NULL : texts[ARGUMENT_STREAM];
}

/* One of the three as a number, or None. */
static PyObject *check_default(PyObject *value, int which)
{
    int number = 0;
    if (argument_is_open(value))
        return Py_NewRef(Py_None);
    if (which == 0 && (number = find_target(value)) < 0)
        return NULL;
    if (which == 1 && argument_number(value, "threads", &number) < 0)
        return NULL;
    if (which == 1 && number < 0)
        return PyErr_Format(PyExc_ValueError, "threads is %d; it is a number from 0 on", number);
    if (which == 2 && argument_device(value, &number) < 0)
        return NULL;
    return PyLong_FromLong(number);
}

PyObject *arguments_check_defaults(PyObject *module, PyObject *args)
{
    PyObject *values[3], *checked = PyTuple_New(3);
    (void)module;
    if (!checked || !PyArg_ParseTuple(args, "OOO", &values[0], &values[1], &values[2]))
        Py_CLEAR(checked);
    for (int k = 0; checked && k < 3; k++) {
        PyObject *number = check_default(values[k], k);
        if (!number || PyTuple_SetItem(checked, k, number) < 0)
            Py_CLEAR(checked);
    }
    return checked ? checked : face_wrong_call("weft.options", -1, NULL);
}

PyObject *arguments_follow_defaults(PyObject *module, PyObject *get)
{
    (void)module;
    PyObject *former = get_defaults;
    get_defaults = Py_NewRef(get);
    Py_XDECREF(former);
    Py_RETURN_NONE;
}
