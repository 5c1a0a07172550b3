/* trace.h: what WEFT_TRACE in the environment asks for, words with commas between: `1` (or any
 * other) shows each plan before it is run, on standard error, the one thing that the runtime
 * prints; `nvtx` names calls to a profiler. */
#ifndef WEFT_TRACE_H
#define WEFT_TRACE_H

#include <stdatomic.h>

#include "backend.h"

enum { TRACE_PLANS = 1, TRACE_RANGES = 2 };

/* Not to be read but by trace_asked. */
extern atomic_int trace_wanted;
int trace_read(void);

/* What the environment asks for, of these bits; it is read once. */
static inline __attribute__((always_inline)) int trace_asked(void)
{
    int wanted = atomic_load_explicit(&trace_wanted, memory_order_relaxed);
    return wanted < 0 ? trace_read() : wanted;
}

static inline bool trace_is_on(void)
{
    return trace_asked() & TRACE_PLANS;
}

/* Whether calls are to be named by nvtx_push. */
static inline bool trace_has_ranges(void)
{
    return trace_asked() & TRACE_RANGES;
}

/* Writes a block at once, so that those of several threads do not mix. */
void trace_write(const plan_text *block);

/* Prints the plan as one block. `staged` and `cast` are those of plan_print. */
void trace_plan(const weft_plan *plan, uint32_t staged, uint32_t cast);

/* Runs a plan that no call stages for, and prints it first if that is asked for. */
static inline weft_status trace_run(const weft_plan *plan, weft_error *error)
{
    if (trace_is_on())
        trace_plan(plan, 0, 0);
    return plan->place->backend->run(plan, error);
}

#endif
