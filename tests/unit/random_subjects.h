/* random_subjects.h: what tests of random calls draw from: numbers, and ufuncs of each width of elements. */
#ifndef WEFT_TEST_RANDOM_SUBJECTS_H
#define WEFT_TEST_RANDOM_SUBJECTS_H

#include "sample_ufuncs.h"

enum { OPERANDS = 4 }; /* of a subject, at most */

static uint32_t seed = 1;

static int draw(int count)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)count);
}

static const struct {
    const weft_ufunc *ufunc;
    weft_dtype dtypes[OPERANDS];
    int count;
} subjects[] = {
    {&sample_add, {WEFT_INT8, WEFT_INT8, WEFT_INT8}, 3},
    {&sample_add, {WEFT_INT32, WEFT_INT32, WEFT_INT32}, 3},
    {&sample_add, {WEFT_FLOAT32, WEFT_FLOAT32, WEFT_FLOAT32}, 3},
    {&sample_add, {WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64}, 3},
    {&sample_add, {WEFT_COMPLEX128, WEFT_COMPLEX128, WEFT_COMPLEX128}, 3},
    {&sample_both, {WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64}, 4},
    {&sample_below, {WEFT_FLOAT64, WEFT_FLOAT64, WEFT_BOOL, WEFT_FLOAT64}, 4},
};

#endif
