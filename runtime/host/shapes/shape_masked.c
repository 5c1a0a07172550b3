/* shape_masked.c: elementwise, the items that a mask chooses. */
#include "cursor.h"
#include "host/run/select.h"
#include "host_shape.h"

static bool applies(walk_job *job, plan_text *why)
{
    (void)why;
    return plan_is_masked(job->plan);
}

/* Runs row by row the items that the mask chooses. */
static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    host_cursor at;
    (void)scratch;
    host_cursor_place(&at, plan, part->first_row, part->first_item);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        select_run(plan, job->kernel, at.data, part->item_end - part->first_item);
        host_cursor_advance(&at, plan, 1);
    }
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    host_shape_print_loop(job->plan, to, why);
    plan_text_add(to, " where the mask chooses blocks of %d; items of other blocks are gathered",
                  (int)select_block(job->plan));
}

const host_shape host_shape_masked = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = run,
    .print = print,
};
