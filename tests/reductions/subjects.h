/* subjects.h: the loops of declared.c, once more in plain C. */
#ifndef TEST_SUBJECTS_H
#define TEST_SUBJECTS_H

#include "naive.h"

extern const naive_reduction subjects[];
extern const int subject_count;

/* The ufunc of that name. */
const weft_ufunc *subject_ufunc(const char *name);

/* "sum", of two elements, which is no declared reduction. */
extern const weft_ufunc *const subject_plain_sum;

#endif
