/* trace.h: what WEFT_TRACE=1 in the environment shows: each plan before it is run, on standard error.
 * The one thing that the runtime prints. */
#ifndef WEFT_TRACE_H
#define WEFT_TRACE_H

#include <stdatomic.h>

#include "backend.h"

/* Not to be read but by trace_is_on. */
extern atomic_int trace_wanted;
bool trace_read(void);

/* Whether the environment asks for it; it is read once. */
static inline __attribute__((always_inline)) bool trace_is_on(void)
{
    int wanted = atomic_load_explicit(&trace_wanted, memory_order_relaxed);
    return wanted < 0 ? trace_read() : wanted;
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
