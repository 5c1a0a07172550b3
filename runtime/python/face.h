/* face.h: what every file of the Python face includes: Python, NumPy, libweft, and what they share.
 */
#ifndef WEFT_FACE_H
#define WEFT_FACE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdio.h> /* which NumPy's headers expect of Python's, whose limited ones leave it out */

#define NPY_TARGET_VERSION     NPY_2_1_API_VERSION
#define NPY_NO_DEPRECATED_API  NPY_2_0_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL weft_face_numpy_array
#define PY_UFUNC_UNIQUE_SYMBOL weft_face_numpy_ufunc
#ifndef FACE_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include <weft/weft.h>

_Static_assert(sizeof(npy_intp) == sizeof(int64_t), "shapes and steps are handed over as they are");

/* The most operands of a call or reduction, its first value, and its mask. */
enum { FACE_OPERANDS = WEFT_MAX_OPERANDS + 2 };

/* A function of weft/_cold.py, which has what no call needs for its numbers; borrowed. NULL with an
 * exception. */
PyObject *face_cold(const char *name);

/* Raises what libweft said, in its words; what a callback raised before goes first. Returns -1. */
int face_raise(const weft_error *error);
/* Raises the class of a status, for what the face refuses itself. Returns NULL. */
void *face_refuse(weft_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Makes of what Python raised for the arguments of a function (TypeError, ValueError,
 * OverflowError, …) the weft.Error that is also that, which names the function and, from 0 on, the
 * operand; what is one, and what is no such failure, stays. Returns NULL. */
PyObject *face_wrong_call(const char *function, int operand, const char *name);
/* Makes the exception classes. */
int face_add_errors(PyObject *module);

/* A tuple of numbers. */
PyObject *face_tuple(const int64_t *numbers, int count);

/* ---- dtypes ---- */

/* NumPy's number of a dtype; -1 if NumPy has none. bfloat16 is that of ml_dtypes. */
int face_dtype_to_numpy(weft_dtype dtype);
/* WEFT_NONE if Weft has none. */
weft_dtype face_dtype_of_numpy(int type_number);
/* Any description of a dtype: a name, a numpy.dtype or scalar type, a dtype of a framework.
 * WEFT_NONE with an exception. */
weft_dtype face_dtype_of_object(PyObject *object);

/* Whether a text is a Python str of these characters. */
int face_is_text(PyObject *object, const char *text);

#endif
