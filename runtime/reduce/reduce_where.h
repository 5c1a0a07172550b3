/* reduce_where.h: reductions in which a mask chooses the elements that take part. */
#ifndef WEFT_REDUCE_WHERE_H
#define WEFT_REDUCE_WHERE_H

#include "reduction.h"

/* Refuses a mask that is no bool array, lies elsewhere than it can, or does not broadcast. */
weft_status reduce_where_check(const reduction *task, const weft_array *where, weft_error *error);

/* The mask as host memory with the operand's shape; what is repeated has step 0. */
weft_status reduce_where_broadcast(reduction *task, const weft_array *where, weft_array *mask,
                                   weft_error *error);

/* Folds, in every lane, the elements where the mask is true: operand and mask have the axes that
 * stay in front of the reduced ones, lanes is the work without the latter. start: what a lane
 * without any element gives; initial (or NULL): what the others begin with. counts: the number of
 * chosen elements of each lane, in C order; or NULL. */
weft_status reduce_where(reduction *task, const weft_array *operand, const weft_array *mask,
                         const weft_array *lanes, const weft_array *initial,
                         const weft_array *start, int64_t *counts, weft_error *error);

#endif
