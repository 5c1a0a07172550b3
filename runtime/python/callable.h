/* callable.h: weft.Ufunc: a function of a library as a Python object. */
#ifndef WEFT_CALLABLE_H
#define WEFT_CALLABLE_H

#include "arguments.h"

typedef struct callable {
    PyObject_HEAD vectorcallfunc vectorcall;
    const weft_ufunc *ufunc; /* of a library that is never closed */
    PyObject *origin;        /* the path of the library, or the module that has it: for pickle */
    PyObject *numpy;         /* the numpy.ufunc, made at first use; None of a declared reduction */
    bool is_short;     /* few items are computed sooner than the GIL is let go and taken again */
    bool raises_flags; /* the numpy.ufunc warns of floating-point errors */
} callable;

int callable_add_type(PyObject *module);
/* (ufunc, origin, raises_flags) */
PyObject *callable_new(const weft_ufunc *ufunc, PyObject *origin, bool raises_flags);

/* The numpy.ufunc, borrowed; NULL with an exception, of a declared reduction too. */
PyObject *callable_numpy(callable *self);
/* The same method of the numpy.ufunc ("__call__", "reduce", …), for operands that answer it.
 * `slots` has what the caller gave, for refusals; its loops go by the options. */
PyObject *callable_delegate(callable *self, const char *method, PyObject *const *args,
                            Py_ssize_t count, PyObject *names, argument_slots slots,
                            const weft_options *options);

/* What runs a call on `all`: 0, or -1 with an exception. Lets the GIL go where that is worth it. */
/* What an input is where it is left out; None: it must be given. */
PyObject *callable_default(const weft_ufunc *ufunc, int input);

typedef weft_status callable_step(operation *all, void *how, weft_error *error);
int callable_run(const callable *self, operation *all, callable_step *step, void *how);

/* What the function of that name in _cold.py says of the object. */
PyObject *callable_ask(PyObject *object, void *name);

/* methods/method.c: reduce, accumulate, reduceat, outer, at, choose, and those of groups.c. */
extern PyMethodDef callable_methods[];
/* attributes.c: names, prototypes, targets, help. */
extern PyGetSetDef callable_getters[];

/* loops.c: a numpy.ufunc of a function; NULL with an exception. */
PyObject *loops_make_ufunc(const weft_ufunc *ufunc, bool raises_flags);

#endif
