/* grouping.h: what reductions of groups, of lists and of keys, have in common: how they begin, and
 * what a group without elements gives. */
#ifndef WEFT_GROUPING_H
#define WEFT_GROUPING_H

#include "reduce/reduction.h"

/* Opens the task, of a plain ufunc with one operand or of a declared reduction, and copies the
 * caller's choices, all default where there are none. */
weft_status grouping_open(reduction *task, const weft_array *const *operands,
                          const weft_grouping *given, weft_grouping *how,
                          const weft_options *options, weft_error *error);

/* What groups begin with, once the job is filled. */
typedef struct grouping_start {
    weft_array value; /* of the fold's dtype: what a group without elements gives */
    bool has_value;   /* there is one */
    bool has_initial; /* it is the caller's: all groups begin with it */
} grouping_start;
weft_status grouping_begin(const reduction *task, const weft_grouping *how, grouping_start *start,
                           weft_error *error);

/* Refuses that group `index`, a `what` ("list"), has no elements and nothing to begin with. */
weft_status grouping_refuse_empty(const reduction *task, const char *what, int64_t index,
                                  weft_error *error);

#endif
