/* The ufuncs of random calls as the generator makes them of kernels.c. */
#include "kernels.h"
#include "random_case.h"

const random_ufunc random_ufuncs[] = {
    {&weft_ufunc_add, MEANING_ADD, 3},
    {&weft_ufunc_both, MEANING_BOTH, 2},
    {&weft_ufunc_below, MEANING_BELOW, 2},
    {&weft_ufunc_matmul, MEANING_MATMUL, 2},
    {&weft_ufunc_product, MEANING_MATMUL, 2},
    {&weft_ufunc_convolve, MEANING_CONVOLVE, 1},
    {&weft_ufunc_cross, MEANING_CROSS, 1},
    {&weft_ufunc_ramp, MEANING_RAMP, 1},
    {&weft_ufunc_count, MEANING_COUNT, 2},
    {NULL, MEANING_END, 0},
};
