/* shape_tiles.c: sums of products, by tiles of libweft's own. */
#include <inttypes.h>

#include "cursor.h"
#include "host_shape.h"

/* Elements from which on a single sum is faster in the function's own loop, where that may be
 * vectors of sums, as the gpu's may be a team's. */
enum { LEAST_SUM = 32 };

static bool applies(walk_job *job, plan_text *why)
{
    if (!job->plan->loop->contraction || !plan_is_known(job->plan))
        return false;
    if (!contract_applies(job->plan, &job->contraction))
        return PLAN_TEXT_NO(why, "%s",
                            job->plan->raised
                                ? "the call wants floating-point flags"
                                : "its sizes, steps or dtype are not those of matrix products");
    const contract_roles *roles = &job->contraction.packed.roles;
    if (job->plan->loop->shapes & WEFT_HAS(GPU_TEAM) && roles->m == 1 && roles->n == 1 &&
        roles->k >= LEAST_SUM)
        return PLAN_TEXT_NO(why, "it is one sum, in any order");
    job->scratch_bytes = job->contraction.scratch_bytes;
    job->line_count = job->contraction.packed.roles.m;
    return true;
}

/* Runs row by row with tiles. */
static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    host_cursor at;
    host_cursor_place(&at, job->plan, part->first_row, part->first_item);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        contract_run(&job->contraction, job->plan, at.data, part->item_end - part->first_item,
                     part->first_line, part->line_end, scratch);
        host_cursor_advance(&at, job->plan, 1);
    }
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    const contract_roles *roles = &job->contraction.packed.roles;
    (void)why;
    plan_text_add(to, "%s, of %" PRId64 " × %" PRId64 " and %" PRId64 " × %" PRId64 "%s",
                  plan_shape_name(WEFT_SHAPE_TILES), roles->m, roles->k, roles->k, roles->n,
                  job->contraction.needs_panel ? ", copying panels" : "");
}

const host_shape host_shape_tiles = {
    .number = WEFT_SHAPE_TILES,
    .applies = applies,
    .run = run,
    .print = print,
};
