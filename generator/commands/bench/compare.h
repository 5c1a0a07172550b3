/* compare.h: how far two results of one call lie apart. */
#ifndef WEFT_COMPARE_H
#define WEFT_COMPARE_H

#include <weft/weft.h>

#include "text/arena.h"

/* The differences of two arrays of one shape and dtype, element by element; those of several pairs
 * add up in one. Two NaN are the same. */
typedef struct comparison {
    int64_t count, differing; /* elements */
    int64_t unordered;        /* of which one is NaN and the other not */
    uint64_t ulps;            /* the most that floating-point elements lie apart */
    double difference;        /* the largest, absolute */
    double relative;          /* the largest, of the largest magnitude that is expected */
    int64_t first_element;    /* the first out of the limit, in the C order of its pair; -1: none */
    bool is_exact;            /* bool and integer elements only */
    bool is_within;           /* floating point: within compare_limit of every pair */
} comparison;

/* Two floating-point results count as equal within so many ulps of the element, or of the largest
 * element where sums cancel. */
enum { COMPARE_LIMIT = 64 };

/* Nothing compared yet. */
comparison compare_nothing(void);

/* Whether a dtype is floating or complex, so that differences are counted in ulps. */
bool compare_is_floating(weft_dtype dtype);

/* Adds the differences of two host arrays. */
weft_status compare_add(comparison *all, const weft_array *found, const weft_array *expected,
                        weft_error *error);
/* "y[3, 2] is 4.5, not 5": the first element out of the limit, of the host arrays that it was found
 * in, the last pair that was added; in the arena, or NULL if there is none. */
const char *compare_format_first(arena *memory, const comparison *all, const char *name,
                                 const weft_array *found, const weft_array *expected);
/* "same", "3 ulp", "12 of 1000 differ, by up to 1"; in the arena. */
const char *compare_format(arena *memory, const comparison *all);

#endif
