/* method.h: what the methods of weft.Ufunc share. */
#ifndef WEFT_METHOD_H
#define WEFT_METHOD_H

#include "python/callable.h"

/* What the steps are handed beside the operation. */
typedef struct reduction_how {
    weft_reduction reduction;
    weft_grouping grouping;
    int axis;
} reduction_how;

enum {
    HOW = 1u << ARGUMENT_TARGET | 1u << ARGUMENT_STREAM | 1u << ARGUMENT_THREADS |
          1u << ARGUMENT_DEVICE | 1u << ARGUMENT_CASTING | 1u << ARGUMENT_DTYPE |
          1u << ARGUMENT_SIGNATURE,
    ALONG = HOW | 1u << ARGUMENT_AXIS | 1u << ARGUMENT_OUT,
    MOST_PLACES = 6
};

/* A method's arguments: `inputs` operands, then those of `places` in this order. */
typedef struct form {
    const char *name;
    uint32_t allowed;
    argument places[MOST_PLACES];
    int place_count;
    bool is_for_all;   /* a declared reduction has the method, too */
    const char *roles; /* of its operands; those of choose are the function's */
} form;

/* One use of a method; who is "add.reduce". */
typedef struct use {
    callable *self;
    const form *form;
    PyObject *const *args;
    Py_ssize_t given;
    PyObject *names;
    char who[96];
    argument_slots slots;
    operation all;
} use;

/* The first step: the name, and what the words say. `inputs`: operands that stand at places. 0, or
 * -1 with an exception. */
int method_begin(use *one, PyObject *object, const form *form, PyObject *const *args,
                 Py_ssize_t given, PyObject *names, int inputs);
/* Reads the operands, and the options that are not the method's own. */
int method_read_inputs(use *one, int inputs);
/* The result at the next place: `out`, or one that is to be made. */
int method_read_result(use *one);
int method_take_axis(use *one, int otherwise, int *axis);
/* Runs the step, unless an operand answers by itself, and hands over the result at this place. */
PyObject *method_finish(use *one, callable_step *step, reduction_how *how, int result);
/* The last step of all, with what they came to. */
PyObject *method_end(use *one, PyObject *answer);

/* groups.c */
PyObject *method_reduce_segments(PyObject *object, PyObject *const *args, Py_ssize_t given,
                                 PyObject *names);
PyObject *method_reduce_keys(PyObject *object, PyObject *const *args, Py_ssize_t given,
                             PyObject *names);

#endif
