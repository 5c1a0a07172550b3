/* loops.h: what the loops of a numpy.ufunc are bound to. */
#ifndef WEFT_LOOPS_H
#define WEFT_LOOPS_H

#include "python/face.h"
#include <numpy/dtype_api.h>

/* One loop. */
typedef struct bound_loop {
    NpyAuxData base; /* NumPy hands it to the loop; it lives as long as the ufunc */
    const weft_ufunc *ufunc;
    const weft_loop *loop;
    weft_kernel *kernel;
    int count;         /* operands */
    bool is_foldable;  /* two inputs and an output of one dtype, reorderable */
    bool is_serial;    /* only calls of libweft may run the kernel */
    bool is_as_stored; /* the kernel reads and writes the dtypes of the loop */
} bound_loop;

/* Those of one numpy.ufunc, in the order of the declaration; the ufunc owns them, by a capsule. */
typedef struct bound_ufunc {
    const weft_ufunc *ufunc;
    bool raises_flags;
    int count;
    char *layout; /* as NumPy writes it; NULL: elementwise */
    bound_loop loops[];
} bound_ufunc;

/* Those of a numpy.ufunc that loops_make_ufunc made. */
const bound_ufunc *loops_of(PyObject *ufunc);

/* promote.c: lets NumPy choose loops as libweft does. */
int promote_add(PyObject *ufunc, const weft_ufunc *own);
/* NumPy's class of a dtype, borrowed from NumPy for good; NULL with an exception. */
PyArray_DTypeMeta *promote_class(weft_dtype dtype);

/* loop_call.c: the loops themselves, as NumPy calls them. */
PyArrayMethod_StridedLoop loop_call_elementwise, loop_call_core;

#endif
