/* segments.h: many short folds, as a backend with kernels for them does them at once. */
#ifndef WEFT_SEGMENTS_H
#define WEFT_SEGMENTS_H

#include "place.h"

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

/* What running folds put before their segments. */
typedef struct plan_carry {
    const char *data;     /* of the segment at index 0 of all axes; NULL: nothing */
    const int64_t *steps; /* bytes, by axis; borrowed */
    int axis;             /* of which the segments at index 0 have none; -1: all have one */
} plan_carry;

/* Segments of `count` elements each, for every index of the axes: each becomes one element, as the
 * tree of fold.h folds it; or, where it runs, all its prefixes. More than FOLD_SEGMENT elements the
 * backend may leave, and nothing is carried into them. All is native, in memory that the backend
 * reaches. */
typedef struct plan_segments {
    const weft_ufunc *ufunc; /* of two elements; borrowed, as are the next */
    const weft_loop *loop;
    const weft_loop *pair;   /* the loop that maps what two elements are made of, and combines them;
                              NULL: what lies in memory is folded as it is */
    const weft_ufunc *owner; /* whose loop has the kernels: the pair's, or `ufunc` */
    const weft_place *place;
    int rank; /* of the axes, which are in any order */
    const int64_t *extents;
    int64_t count;
    int input_count;
    plan_segment_input inputs[FOLD_INPUTS];
    char *to;
    const int64_t *to_steps; /* bytes, by axis; borrowed */
    bool runs;               /* has no map */
    int64_t to_step;         /* bytes, from prefix to prefix */
    plan_carry carry;        /* where it runs; may lie in `to` */
} plan_segments;

#endif
