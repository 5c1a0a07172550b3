/* broadcast.h: one loop shape and one set of core sizes for all operands. */
#ifndef WEFT_BROADCAST_H
#define WEFT_BROADCAST_H

#include "operands.h"
#include "plan/plan.h"

/* Binds the core dimensions and broadcasts the loop shape, for a plan that has begun: its sizes, rank,
 * extents and item_count, and data, steps and core steps of every operand that is there. */
weft_status broadcast_operands(const operand_set *set, weft_plan *plan, weft_error *error);

#endif
