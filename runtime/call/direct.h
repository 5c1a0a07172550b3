/* direct.h: short calls with nothing to decide. */
#ifndef WEFT_DIRECT_H
#define WEFT_DIRECT_H

#include "call.h"

/* Computes a call. A short one on the cpu without other options, of arrays in host memory as a loop takes them and
 * of numbers, outputs given and apart, is made in one pass, where everything there is to check holds; all others,
 * and those with errors, take their steps (call_in_steps). */
weft_status direct_call(const weft_ufunc *ufunc, weft_array *const *operands, const weft_options *options,
                        weft_error *error);

#endif
