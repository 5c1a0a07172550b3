/* widen_integers.h: integers in 64 bits, side by side. Apart from the other casts, whose loops must
 * not become vectors: these raise no floating-point flags. */
#ifndef WEFT_WIDEN_INTEGERS_H
#define WEFT_WIDEN_INTEGERS_H

#include <weft/weft.h>

/* Widens n elements of a bool or integer dtype, by its sign; false where it is another. from: any
 * alignment and step. */
bool widen_integers(uint64_t *to, const char *from, int64_t step, weft_dtype dtype, int64_t n);

/* Casts n integers that lie side by side to integers of at most 32 bits, float32 or float64, or of
 * 8 bits to float16 or bfloat16, side by side, as cast.h says. False, and nothing done, where the
 * dtypes are others. */
bool cast_integers(char *to, weft_dtype to_dtype, const char *from, weft_dtype from_dtype,
                   int64_t n);

#endif
