/* target.h: choosing a target. */
#ifndef WEFT_TARGET_H
#define WEFT_TARGET_H

#include <stdatomic.h>

#include "base/tune.h"
#include "call/operands.h"
#include "host/host.h"
#include "plan/backend.h"

/* Where the call runs: adds to the place, which has no backend yet, that of the wanted target, or
 * of the one that the environment names, or of the operands' memory; refuses one that cannot be
 * used, before any other work. None stays where the cost is to choose. plan: begun, for its ufunc.
 */
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

/* WEFT_TARGET, read once: WEFT_AUTO if it is not set, -1 if it names no target. */
extern atomic_int target_taken;
int target_read(void);

static inline int target_of_environment(void)
{
    enum { UNREAD = -2 };
    const int target = atomic_load_explicit(&target_taken, memory_order_relaxed);
    return target == UNREAD ? target_read() : target;
}

/* What WEFT_AUTO leaves to the environment. */
static inline int target_named(weft_target wanted)
{
    return wanted == WEFT_AUTO ? target_of_environment() : (int)wanted;
}

/* Whether elementwise work that is asked of parallel is too short for two threads. */
bool target_is_short(const weft_ufunc *ufunc, const weft_loop *loop, int64_t item_count);

/* Whether a plan runs on cpu, or as there, weighed. */
bool target_weigh_cpu(const weft_plan *plan, weft_target wanted);

/* Whether that is seen at once, as it is of most short calls; else the plan tells. */
static inline __attribute__((always_inline)) bool target_sees_cpu(const weft_ufunc *ufunc,
                                                                  const weft_loop *loop,
                                                                  int64_t item_count,
                                                                  weft_target wanted)
{
    const int target = target_named(wanted);
    if ((target != WEFT_AUTO && target != WEFT_PARALLEL) || ufunc->cost_term_count != 1 ||
        !(ufunc->flags & WEFT_UFUNC_ELEMENTWISE))
        return target == WEFT_CPU;
    const tune_numbers *numbers = tune_get();
    const double sure = loop->shapes & WEFT_HAS(LANES) ? numbers->sure : numbers->sure_loop;
    if (target == WEFT_PARALLEL && numbers->least >= 2 * HOST_THREAD_WORK)
        return target_is_short(ufunc, loop, item_count);
    return ufunc->cost_terms->nanoseconds * (double)item_count < sure ||
           (target == WEFT_PARALLEL && target_is_short(ufunc, loop, item_count));
}

/* Whether a plan on host memory, without other options, runs on cpu, or as there. */
static inline __attribute__((always_inline)) bool target_takes_cpu(const weft_plan *plan,
                                                                   weft_target wanted)
{
    return target_sees_cpu(plan->ufunc, plan->loop, plan->item_count, wanted) ||
           target_weigh_cpu(plan, wanted);
}

#endif
