/* The ufuncs of random calls, written by hand as the generator would write them. */
#include "random_case.h"
#include "sample_ufuncs.h"

const random_ufunc random_ufuncs[] = {
    {&sample_add, MEANING_ADD, 2},
    {&sample_add_heavy, MEANING_ADD, 1},
    {&sample_both, MEANING_BOTH, 2},
    {&sample_below, MEANING_BELOW, 2},
    {&sample_matmul, MEANING_MATMUL, 2},
    {&sample_product, MEANING_MATMUL, 2},
    {&sample_convolve, MEANING_CONVOLVE, 1},
    {&sample_cross, MEANING_CROSS, 1},
    {&sample_spoiling, MEANING_CROSS, 1},
    {&sample_ramp, MEANING_RAMP, 1},
    {&sample_count, MEANING_COUNT, 2},
    {NULL, MEANING_END, 0},
};
