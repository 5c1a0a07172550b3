/* broadcast.h: one loop shape and one set of core sizes for all operands. */
#ifndef WEFT_BROADCAST_H
#define WEFT_BROADCAST_H

#include "operands.h"
#include "plan/plan.h"

/* Binds the core dimensions and broadcasts the loop shape, for a plan that has begun: its sizes,
 * rank, extents and item_count. What points at the operands comes then. */
weft_status broadcast_shape(const operand_set *set, weft_plan *plan, weft_error *error);

#endif
