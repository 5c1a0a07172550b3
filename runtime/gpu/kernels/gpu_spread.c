/* gpu_spread.c: an item is a thread's work. Where a call has fewer items than a GPU has threads,
 * free dimensions become loop axes: of (m,d),(n,d)->(m,n) every element. */
#include "gpu_spread.h"

/* The free dimension whose elements of the output, which threads side by side should write, lie
 * closest; -1: there is none. */
static int choose(const weft_plan *plan)
{
    int chosen = -1;
    for (int d = 0; d < plan->ufunc->dimension_count; d++)
        if (free_is_dimension(plan, d, false) &&
            (chosen < 0 || free_output_step(plan, d) < free_output_step(plan, chosen)))
            chosen = d;
    return chosen;
}

bool gpu_spread_applies(const weft_plan *plan)
{
    return plan->ufunc->free_dimensions && plan->item_count < GPU_GOOD_THREADS &&
           plan->rank < WEFT_MAX_RANK && choose(plan) >= 0;
}

void gpu_spread_make(const weft_plan *plan, free_plan *to)
{
    free_begin(to, plan);
    while (gpu_spread_applies(&to->plan))
        free_add_axis(to, choose(&to->plan));
    plan_normalise(&to->plan);
}
