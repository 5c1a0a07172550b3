/* kind.h: what kinds of operands there are, by their types. */
#ifndef WEFT_KIND_H
#define WEFT_KIND_H

#include "dlpack.h"
#include "face.h"

/* By which way an operand of a type is read; the numbers are those of weft/_cold.py. */
typedef enum kind_path {
    PATH_NDARRAY,  /* numpy.ndarray, by its fields */
    PATH_SCALAR,   /* a NumPy scalar */
    PATH_EXCHANGE, /* the DLPack table of its type */
    PATH_DLPACK,   /* its __dlpack__ */
    PATH_CUDA,     /* its __cuda_array_interface__ */
    PATH_FOREIGN,  /* it answers ufuncs itself (__array_ufunc__): the numpy.ufunc is its way */
    PATH_CONVERT,  /* whatever numpy.asarray makes of it */
    PATH_OWN,      /* a weft.DeviceArray */
    PATH_COUNT
} kind_path;

/* What is known of a type; made once, never freed. Objects are owned, or NULL where there is none.
 */
typedef struct kind {
    PyTypeObject *type;
    kind_path path;
    const dl_exchange *exchange;
    PyObject *maker;  /* (shape, dtype name, device, axes) -> (array, address): a new result */
    PyObject *finish; /* array -> array of this kind: what a result becomes at last */
    PyObject *stream; /* device -> the framework's current stream there, as a number */
    PyObject *check;  /* array -> None: raises where its memory does not hold its values */
    bool is_immutable;
} kind;

/* The kind of a type; NULL with an exception. */
const kind *kind_of(PyTypeObject *type);

#endif
