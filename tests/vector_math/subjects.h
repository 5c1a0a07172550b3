/* subjects.h: what is known of each function: its true values, its bounds, where to look
 * closely. */
#ifndef VECTOR_MATH_SUBJECTS_H
#define VECTOR_MATH_SUBJECTS_H

#include <mpfr.h>
#include <stddef.h>

typedef struct subject {
    const char *name;
    int arguments;
    double bound64, bound32; /* greatest errors in ulp that are allowed */
    double low, high;        /* where arguments are drawn from, beside all numbers */
    void (*exact)(mpfr_t result, mpfr_t *arguments);
    double (*libm)(const double *arguments);
    float (*libmf)(const float *arguments);
} subject;

/* The size below which errors are in ulp of that size: of the doubles of lgamma, whose zeros at negative
 * numbers lie anywhere between those; 0 of all others. */
double subject_level(const subject *subject, int bits, const double *arguments);

/* The subject of a function; NULL if there is none. */
const subject *subject_find(const char *name);

#endif
