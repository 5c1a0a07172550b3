/* cost.c: how long a kernel takes, by the generator's estimate. */
#include "base/dtype.h"
#include "plan.h"

/* Bytes of elements that tiles multiply and add in the time of a product of the function's own loop. */
#define TILE_SPEED 64.0
/* No estimate is longer, infinity and NaN (0 × infinity) included. */
#define MOST_COST 1e30

static inline double item_cost(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes)
{
    double item = ufunc->cost_term_count ? 0.0 : 1.0;
    for (unsigned k = 0; k < ufunc->cost_term_count; k++) {
        const weft_cost_term *term = &ufunc->cost_terms[k];
        double cost = (double)term->nanoseconds;
        for (unsigned d = 0; term->powers && d < ufunc->dimension_count; d++)
            for (unsigned p = 0; p < term->powers[d]; p++)
                cost *= (double)sizes[d];
        item += cost;
    }
    if (loop->contraction) /* vectors, and no waiting for a sum */
        item *= dtype_table[loop->contraction->dtype].size / TILE_SPEED;
    return item;
}

double plan_item_cost(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes)
{
    return item_cost(ufunc, loop, sizes);
}

double plan_cost(const weft_plan *plan)
{
    double cost = item_cost(plan->ufunc, plan->loop, plan->sizes) * (double)plan->item_count;
    return cost < MOST_COST ? cost : MOST_COST;
}
