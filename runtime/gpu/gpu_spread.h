/* gpu_spread.h: few items of large cores as many items of smaller ones. */
#ifndef WEFT_GPU_SPREAD_H
#define WEFT_GPU_SPREAD_H

#include "plan/plan.h"

/* A plan, and what it points to. */
typedef struct gpu_spread {
    weft_plan plan;
    int64_t sizes[PLAN_MAX_DIMENSIONS];
} gpu_spread;

/* Makes loop axes of free dimensions until there are items for all threads of a large GPU; false if the plan
 * stays as it is. */
bool gpu_spread_apply(const weft_plan *plan, gpu_spread *to);

#endif
