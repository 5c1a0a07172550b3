/* direct.h: short calls with nothing to decide. */
#ifndef WEFT_DIRECT_H
#define WEFT_DIRECT_H

#include "call.h"

/* Computes a call if it is a short one on the cpu without other options, of arrays in host memory as a loop
 * takes them and of numbers, outputs given and apart, and everything there is to check holds; else does nothing
 * and returns false: then the call is to take its steps, which also find the errors. */
bool direct_call(const weft_ufunc *ufunc, weft_array *const *operands, const weft_options *options);

#endif
