/* target.h: choosing a target. */
#ifndef WEFT_TARGET_H
#define WEFT_TARGET_H

#include "operands.h"
#include "plan/backend.h"

/* Where the call runs: adds to the place, which has no backend yet, that of the wanted target, or of the one
 * that the environment names, or of the operands' memory; refuses one that cannot be used, before any
 * other work. None stays where the cost is to choose. plan: begun, for its ufunc. */
weft_status target_check(const operand_set *set, const weft_plan *plan, weft_target wanted,
                         weft_place *place, weft_error *error);

/* Chooses by cost where that is left: from the plan's loop, sizes and item_count, and what would
 * have to be moved. share: of the items, how many will be computed; wants_flags: the floating-point
 * flags are asked for. */
weft_status target_resolve(const operand_set *set, const weft_plan *plan, double share,
                           bool wants_flags, weft_place *place, weft_error *error);

/* The same of a reduction, which walks one array. */
weft_status target_resolve_fold(const operand_set *set, const weft_plan *plan, weft_place *place,
                                weft_error *error);

/* Whether a plan on host memory, without other options, runs on cpu, or as there. */
bool target_takes_cpu(const weft_plan *plan, weft_target wanted);

#endif
