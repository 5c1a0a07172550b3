/* broadcast.h: one loop shape and one set of core sizes for all operands. */
#ifndef WEFT_BROADCAST_H
#define WEFT_BROADCAST_H

#include "plan/plan.h"
#include "state.h"

/* Binds the core dimensions and broadcasts the loop shape, for a plan that has begun: its sizes,
 * rank, extents and item_count. What points at the operands comes then. */
weft_status broadcast_shape(const operand_set *set, weft_plan *plan, weft_error *error);

/* Puts arrays in the places of operands that are numbers of items, once the loop's shape is known:
 * each element is its address, so that whatever views, parts and slices do with an array, they do
 * with the numbers. set.given is `replaced`. */
void broadcast_indices(call_state *call);

#endif
