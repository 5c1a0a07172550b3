/* segments.h: many short folds, as a backend with kernels for them does them at once. */
#ifndef WEFT_SEGMENTS_H
#define WEFT_SEGMENTS_H

#include <weft/weft.h>

enum {
    /* Elements that are folded by halves at a time. Part of the result's definition: another number
     * gives other roundings. */
    FOLD_SEGMENT = 512,
    FOLD_INPUTS = 15 /* of a mapped fold: a pair has two of each and an output */
};

/* What the elements are made of: the first element of the first segment. */
typedef struct plan_segment_input {
    const char *data;
    const int64_t *steps; /* bytes, of the segments' axes; borrowed */
    int64_t step;         /* bytes, from element to element */
} plan_segment_input;

/* Segments of `count` elements each, 2 to FOLD_SEGMENT, for every index of the axes: each becomes one
 * element, by halves as fold.h says. All is native, in memory that the backend reaches. */
typedef struct plan_segments {
    const weft_ufunc *ufunc; /* of two elements; borrowed, as are the next */
    const weft_loop *loop;
    const weft_loop *pair; /* the loop that maps what two elements are made of, and combines them;
                              NULL: what lies in memory is folded as it is */
    const weft_loop *map;  /* the loop that maps; NULL where pair is */
    const weft_module *module; /* that has the kernels */
    const weft_options *options;
    int rank; /* of the axes, which are in any order */
    const int64_t *extents;
    int64_t count;
    int input_count;
    plan_segment_input inputs[FOLD_INPUTS];
    char *to;
    const int64_t *to_steps; /* bytes, by axis */
} plan_segments;

#endif
