/* target.h: choosing a target. */
#ifndef WEFT_TARGET_H
#define WEFT_TARGET_H

#include "operands.h"
#include "plan/backend.h"

/* The target that the options or the environment name, or the place of the operands, into
 * options->target and *backend; refuses one that cannot be used, before any other work. WEFT_AUTO
 * stays where the cost is to choose. plan: begun, for its ufunc. */
weft_status target_check(const operand_set *set, const weft_plan *plan, weft_options *options,
                         const weft_backend **backend, weft_error *error);

/* Chooses by cost where that is left: from the plan's loop, sizes and item_count, and what would
 * have to be moved. share: of the items, how many will be computed. */
weft_status target_resolve(const operand_set *set, const weft_plan *plan, double share,
                           weft_options *options, const weft_backend **backend, weft_error *error);

#endif
