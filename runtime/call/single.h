/* single.h: a call of one element on arrays as the kernel wants them, which has nothing to decide. */
#ifndef WEFT_SINGLE_H
#define WEFT_SINGLE_H

#include "call.h"

/* Computes a call without options, if it is one of a single item on a cpu, and everything there is to check
 * holds; else does nothing and returns false: then the call is to take its steps. */
bool single_call(const weft_ufunc *ufunc, weft_array *const *operands);

#endif
