/* reduce_direct.h: short reductions with nothing to decide. */
#ifndef WEFT_REDUCE_DIRECT_H
#define WEFT_REDUCE_DIRECT_H

#include <weft/weft.h>

/* Computes a reduction of few elements along one axis if it is one on the cpu that has a tree,
 * without other options, of an array in host memory to one of its dtype that is there and apart,
 * and everything there is to check holds; else does nothing and returns false: then it is to take
 * its steps, which also find the errors. */
bool reduce_direct(const weft_ufunc *ufunc, const weft_array *operand, const weft_array *result,
                   const weft_reduction *how, const weft_options *options);

#endif
