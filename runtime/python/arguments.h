/* arguments.h: what calls and methods are given beside their operands. */
#ifndef WEFT_ARGUMENTS_H
#define WEFT_ARGUMENTS_H

#include "operation.h"

typedef enum argument {
    ARGUMENT_OUT,
    ARGUMENT_WHERE,
    ARGUMENT_TARGET,
    ARGUMENT_STREAM,
    ARGUMENT_CASTING,
    ARGUMENT_ORDER,
    ARGUMENT_DTYPE,
    ARGUMENT_SIGNATURE,
    ARGUMENT_AXES,
    ARGUMENT_AXIS,
    ARGUMENT_KEEPDIMS,
    ARGUMENT_THREADS,
    ARGUMENT_DEVICE,
    ARGUMENT_INITIAL,
    ARGUMENT_STATUS,
    ARGUMENT_SHAPE,
    ARGUMENT_GROUPS,
    ARGUMENT_SKIP,
    ARGUMENT_COUNT
} argument;

/* Those of calls: all but what reductions have of their own. */
#define ARGUMENTS_OF_CALLS          \
    (((1u << ARGUMENT_COUNT) - 1) & \
     ~(1u << ARGUMENT_INITIAL | 1u << ARGUMENT_GROUPS | 1u << ARGUMENT_SKIP))

/* By argument, borrowed; NULL: not given. */
typedef PyObject *argument_slots[ARGUMENT_COUNT];

/* Makes the names; once. */
int arguments_prepare(void);

/* Sorts keywords into slots; `allowed` has a bit for each argument that there is. */
int arguments_sort(const char *who, PyObject *const *values, PyObject *names, uint32_t allowed,
                   argument_slots slots);
/* The same for one that stands at a place. */
int arguments_place(const char *who, argument which, PyObject *value, argument_slots slots);

/* A number of 32 bits; `what` names it in exceptions. */
int argument_number(PyObject *value, const char *what, int *number);
int argument_wide_number(PyObject *value, const char *what, int64_t *number);
/* A device's number, or WEFT_ALL_DEVICES of "all"; left as it is where the argument is open. */
int argument_device(PyObject *value, int *device);

/* Takes those that say how to call: target, stream, casting, order, dtype, signature, axes, axis,
 * keepdims, threads, device, status; and the context's defaults where they are not given. slots:
 * NULL: none is. */
int arguments_take_options(operation *all, argument_slots slots);
/* For what one device does: a default of all devices is the first; it may not be asked for. */
int arguments_take_one_device(operation *all, argument_slots slots, const char *what);
/* out and where, once the inputs have been read; `made`: outputs that stand at places already. */
int arguments_take_mask(operation *all, PyObject *where);

/* Whether an argument says nothing: it is not given, or None. */
static inline bool argument_is_open(PyObject *value)
{
    return !value || value == Py_None;
}

/* Whether the options ask for more than a numpy.ufunc can do: its name, else NULL. takes_target:
 * its loops can run elsewhere. */
const char *arguments_beyond_numpy(argument_slots slots, bool takes_target);

/* check_defaults(target, threads, device) -> the same as numbers; None stays None. */
PyObject *arguments_check_defaults(PyObject *module, PyObject *args);
/* follow_defaults(get): from now on get() gives (target, threads, device, …) for calls that are not
 * told. */
PyObject *arguments_follow_defaults(PyObject *module, PyObject *get);

#endif
