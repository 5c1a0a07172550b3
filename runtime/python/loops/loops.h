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
    const uint8_t *dtypes; /* what NumPy hands over: the loop's, but of a narrowing one */
    weft_kernel *kernel;
    int count;         /* operands */
    bool is_foldable;  /* two inputs and an output of one dtype, reorderable */
    bool is_serial;    /* only calls of libweft may run the kernel */
    bool is_as_stored; /* the kernel reads and writes the dtypes of the loop */
} bound_loop;

/* One that takes wider integers than its loop, which calls of libweft see to: NumPy would cut off
 * what does not fit without a word. */
typedef struct narrowing_loop {
    struct narrowing_loop *next;
    bound_loop bound;
    uint8_t dtypes[WEFT_MAX_OPERANDS];
} narrowing_loop;

/* Those of one numpy.ufunc, in the order of the declaration; the ufunc owns them, by a capsule. */
typedef struct bound_ufunc {
    const weft_ufunc *ufunc;
    bool raises_flags;
    int count;
    char *layout;              /* as NumPy writes it; NULL: elementwise */
    narrowing_loop *narrowing; /* those that were asked for so far */
    bound_loop loops[];
} bound_ufunc;

/* Those of a numpy.ufunc that loops_make_ufunc made. */
bound_ufunc *loops_of(PyObject *ufunc);
/* Adds the narrowing loop of these dtypes, unless it is there. */
int loops_add_narrowing(PyObject *ufunc, const weft_loop *loop, const uint8_t *dtypes);

/* promote.c: lets NumPy choose loops as libweft does. */
int promote_add(PyObject *ufunc, const weft_ufunc *own);
/* NumPy's class of a dtype, borrowed from NumPy for good; NULL with an exception. */
PyArray_DTypeMeta *promote_class(weft_dtype dtype);

/* loop_call.c: the loops themselves, as NumPy calls them. */
PyArrayMethod_StridedLoop loop_call_elementwise, loop_call_core;

#endif
