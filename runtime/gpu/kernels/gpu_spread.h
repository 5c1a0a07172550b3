/* gpu_spread.h: few items of large cores as many items of smaller ones. */
#ifndef WEFT_GPU_SPREAD_H
#define WEFT_GPU_SPREAD_H

#include "plan/free.h"

/* Threads that keep a large GPU busy. */
enum { GPU_GOOD_THREADS = 1 << 18 };

/* Whether the plan has too few items for a large GPU, and dimensions that can be loop axes. */
bool gpu_spread_applies(const weft_plan *plan);

/* The same plan with loop axes of free dimensions, until there are items for all threads. */
void gpu_spread_make(const weft_plan *plan, free_plan *to);

#endif
