/* cost.c: how long a kernel takes on one core: the generator's estimate, in this machine's time. */
#include "base/dtype.h"
#include "base/tune.h"
#include "isa.h"
#include "plan.h"

/* Bytes of elements that vectors compute, and that tiles multiply and add, in the time of one
 * element by itself; and nanoseconds of a block of tiles. */
#define LANES_SPEED 4.0
#define TILE_SPEED  512.0
#define TILE_BLOCK  2.0
/* How many times as long they take for an instruction set as for the best. Without fused products
 * the functions of <math.h> are the C library's. */
static const double slower_lanes[] = {[WEFT_ISA_BASE] = 16, [WEFT_ISA_V3] = 2, [WEFT_ISA_V4] = 1};
static const double slower_tiles[] = {[WEFT_ISA_BASE] = 8, [WEFT_ISA_V3] = 2, [WEFT_ISA_V4] = 1};
/* No estimate is longer, infinity and NaN (0 × infinity) included. */
#define MOST_COST 1e30

/* The figure of the instruction set that is taken. */
static inline double of_isa(const double *figures)
{
    const int isa = isa_find();
    return figures[isa < 0 || isa > WEFT_ISA_V4 ? WEFT_ISA_BASE : isa];
}

/* Of a transform, whose function is a sum over all elements for each: so long an element takes, and
 * so much longer each time that there are twice as many. */
#define FFT_ELEMENT 2.0
#define FFT_DOUBLED 0.25

static double estimate_transform(const weft_ufunc *ufunc, const int64_t *sizes)
{
    const weft_operand *in = &ufunc->operands[0];
    double elements = 1, doublings = 0;
    for (int axis = 0; axis < in->core_rank; axis++)
        elements *= (double)sizes[in->dimensions[axis]];
    for (double rest = elements; rest > 1; rest /= 2)
        doublings++;
    return elements * (FFT_ELEMENT + FFT_DOUBLED * doublings);
}

static inline double estimate(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes,
                              weft_work_kind *kind)
{
    if (ufunc->transform) {
        *kind = WEFT_WORK_CORE;
        return estimate_transform(ufunc, sizes);
    }
    double item = ufunc->cost_term_count ? 0.0 : 1.0;
    for (unsigned k = 0; k < ufunc->cost_term_count; k++) {
        const weft_cost_term *term = &ufunc->cost_terms[k];
        double cost = (double)term->nanoseconds;
        for (unsigned d = 0; term->powers && d < ufunc->dimension_count; d++)
            for (unsigned p = 0; p < term->powers[d]; p++)
                cost *= (double)sizes[d];
        item += cost;
    }
    if (loop->contraction) { /* vectors, and no waiting for a sum */
        *kind = WEFT_WORK_PRODUCT;
        return TILE_BLOCK + item * (dtype_table[loop->contraction->dtype].size / TILE_SPEED) *
                                of_isa(slower_tiles);
    }
    const bool is_elementwise = ufunc->flags & WEFT_UFUNC_ELEMENTWISE;
    *kind = !is_elementwise                  ? WEFT_WORK_CORE
            : loop->shapes & WEFT_HAS(LANES) ? WEFT_WORK_LANES
                                             : WEFT_WORK_LOOP;
    return *kind == WEFT_WORK_LANES
               ? item * (dtype_table[loop->dtypes[0]].size / LANES_SPEED) * of_isa(slower_lanes)
               : item;
}

double weft_work_estimate(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes,
                          weft_work_kind *kind)
{
    return estimate(ufunc, loop, sizes, kind);
}

double plan_item_cost(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes)
{
    weft_work_kind kind;
    const double item = estimate(ufunc, loop, sizes, &kind);
    return item * tune_get()->cpu.work[kind];
}

/* The same of an item of the plan; of lists the mean. */
static double estimate_item(const weft_plan *plan, weft_work_kind *kind)
{
    int64_t sizes[PLAN_MAX_DIMENSIONS];
    for (int d = 0; d < plan->ufunc->dimension_count; d++) {
        const bool is_mean = plan->lists[d] && plan->item_count > 0;
        sizes[d] = is_mean ? plan->sizes[d] / plan->item_count + 1 : plan->sizes[d];
    }
    return estimate(plan->ufunc, plan->loop, sizes, kind);
}

double plan_work(const weft_plan *plan, weft_work_kind *kind)
{
    const double item = plan->lists ? estimate_item(plan, kind)
                                    : estimate(plan->ufunc, plan->loop, plan->sizes, kind);
    const double work = item * (double)plan->item_count;
    return work < MOST_COST ? work : MOST_COST;
}

double plan_cost(const weft_plan *plan)
{
    weft_work_kind kind;
    const double work = plan_work(plan, &kind);
    return work * tune_get()->cpu.work[kind];
}
