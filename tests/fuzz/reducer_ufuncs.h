/* reducer_ufuncs.h: declared reductions written by hand, as the generator writes them, for the call
 * target. */
#ifndef REDUCER_UFUNCS_H
#define REDUCER_UFUNCS_H

#include <weft/weft.h>

/* Of float64: the weighted mean of x, sum(w x) / count; two inputs, identity 0, reorderable. */
extern const weft_ufunc reducer_mean;
/* float16 of int32, in a float64: the last less all others; neither map, finish nor identity. */
extern const weft_ufunc reducer_difference;

#endif
