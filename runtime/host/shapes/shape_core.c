/* shape_core.c: core dimensions, all blocks as the kernel wants them. */
#include "cursor.h"
#include "host_shape.h"

static bool applies(walk_job *job, plan_text *why)
{
    (void)job, (void)why;
    return true; /* the last */
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    int64_t dimensions[1 + PLAN_MAX_DIMENSIONS];
    int64_t steps[WEFT_MAX_OPERANDS * (1 + WEFT_MAX_RANK)];
    (void)scratch;
    host_cursor_fill_cores(job->plan, dimensions, steps);
    dimensions[0] = part->item_end - part->first_item;
    host_cursor_run_direct(job->plan, job->kernel, part, dimensions, steps);
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    (void)job, (void)why;
    plan_text_add(to, "%s", plan_shape_name(WEFT_SHAPE_CORE));
}

const host_shape host_shape_core = {
    .number = WEFT_SHAPE_CORE,
    .applies = applies,
    .run = run,
    .print = print,
};
