/* fold_ufuncs.h: ufuncs written by hand for the tests of reductions. */
#ifndef FOLD_UFUNCS_H
#define FOLD_UFUNCS_H

#include <weft/weft.h>

/* a + b of bool (or), int8, int64, float32, float64, complex128: identity 0, reorderable, widening. */
extern const weft_ufunc fold_sum;
/* The same without identity and options: float64. */
extern const weft_ufunc fold_plain_sum;
/* The smaller one of int32, float64: reorderable, no identity. */
extern const weft_ufunc fold_minimum;
/* a - b of int32, float64: neither. */
extern const weft_ufunc fold_difference;
/* Whether both are true, of bool and float64: identity 1, reorderable. */
extern const weft_ufunc fold_all;
/* a / b: float64 of int32 and of float64; neither. */
extern const weft_ufunc fold_quotient;
/* a < b: bool of bool and of float64; neither. */
extern const weft_ufunc fold_less;
/* The bits in both, uint8: identity -1, reorderable. */
extern const weft_ufunc fold_bits;
/* a + b of float16, bfloat16 and float32: as fold_sum. */
extern const weft_ufunc fold_narrow_sum;
/* float64 of float64 and int32: never computed, for no reduction takes it. */
extern const weft_ufunc fold_scale;

#endif
