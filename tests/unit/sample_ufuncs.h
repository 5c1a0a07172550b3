/* sample_ufuncs.h: ufuncs written by hand, as the generator would write them, for the runtime's own
 * tests. */
#ifndef SAMPLE_UFUNCS_H
#define SAMPLE_UFUNCS_H

#include <weft/weft.h>

/* Elementwise, loops int8, int32, float32, float64, complex128. */
extern const weft_ufunc sample_add;
/* The same, with a cost that makes parallel split even one item from the next. */
extern const weft_ufunc sample_add_heavy;
/* Two outputs, float64: a + b, a - b. Divergent, so that parallel takes its dynamic schedule. */
extern const weft_ufunc sample_both;
/* Two outputs, bool and float64, of float64: a < b, b - a. */
extern const weft_ufunc sample_below;
/* (m,n),(n,p)->(m,p), loops float16 (computed in float32), float32, float64. */
extern const weft_ufunc sample_matmul;
/* The same as (m?,n),(n,p?)->(m?,p?). */
extern const weft_ufunc sample_product;
/* (m),(n)->(m+n-1), float64; m and n at most 100. */
extern const weft_ufunc sample_convolve;
/* (3),(3)->(3), float64. */
extern const weft_ufunc sample_cross;
/* The same, and then it writes to its inputs. */
extern const weft_ufunc sample_spoiling;
/* (),()->(n), float64: n comes from the caller's output. */
extern const weft_ufunc sample_ramp;
/* (n)->(), bool to int64: adds the bytes, which must be 0 or 1. */
extern const weft_ufunc sample_count;
/* A ufunc without any cpu kernel. */
extern const weft_ufunc sample_absent;

#endif
