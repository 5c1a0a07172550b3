/* shape_packed.c: core dimensions, some blocks copied side by side before the kernel reads them, or
 * back after it. */
#include "cursor.h"
#include "host/run/pack.h"
#include "host_shape.h"

enum {
    SPLIT = 64,           /* kernels may treat items in groups of so many */
    SCRATCH_TARGET = 8192 /* bytes that a batch of packed blocks should fit in */
};

/* Whether one packed block serves all items of a row. */
static bool stays(const weft_plan *plan, int operand)
{
    return plan->steps[0][operand] == 0 && operand < plan->ufunc->input_count &&
           !plan_is_written(plan, operand);
}

/* Runs one batch of items: packs, calls, unpacks. sources: what each operand's first block in
 * scratch was packed from, so that a block which stays the same is packed once. */
static void run_batch(const walk_job *job, char *const *data, int64_t *dimensions, int64_t *steps,
                      char *scratch, const char **sources)
{
    const weft_plan *plan = job->plan;
    int64_t n = dimensions[0];
    char *arguments[WEFT_MAX_OPERANDS];
    for (int i = 0; i < plan->operand_count; i++) {
        arguments[i] = data[i];
        if (!(job->packed >> i & 1))
            continue;
        arguments[i] = scratch + job->offsets[i];
        if (stays(plan, i) && sources[i] == data[i])
            continue;
        for (int64_t k = 0; k < (stays(plan, i) ? 1 : n); k++)
            pack_gather(plan, i, arguments[i] + k * job->blocks[i],
                        data[i] + k * plan->steps[0][i]);
        sources[i] = stays(plan, i) ? data[i] : NULL;
    }
    job->kernel(arguments, dimensions, steps, NULL);
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        for (int64_t k = 0; job->packed >> i & 1 && k < n; k++)
            pack_scatter(plan, i, data[i] + k * plan->steps[0][i],
                         arguments[i] + k * job->blocks[i]);
}

/* Runs row by row, a batch of packed items at a time. */
static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    int64_t dimensions[1 + PLAN_MAX_DIMENSIONS];
    int64_t steps[WEFT_MAX_OPERANDS * (1 + WEFT_MAX_RANK)];
    const char *sources[WEFT_MAX_OPERANDS];
    host_cursor at;
    host_cursor_fill_cores(plan, dimensions, steps);
    dimensions[0] = part->item_end - part->first_item;
    for (int i = 0; i < plan->operand_count; i++) {
        sources[i] = NULL;
        if (job->packed >> i & 1 && !stays(plan, i))
            steps[i] = job->blocks[i];
    }
    host_cursor_place(&at, plan, part->first_row, 0);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        for (int64_t item = part->first_item; item < part->item_end; item += dimensions[0]) {
            char *data[WEFT_MAX_OPERANDS];
            for (int i = 0; i < plan->operand_count; i++)
                data[i] = at.data[i] + item * plan->steps[0][i];
            dimensions[0] = job->batch - item % job->batch;
            if (dimensions[0] > part->item_end - item)
                dimensions[0] = part->item_end - item;
            run_batch(job, data, dimensions, steps, scratch, sources);
        }
        host_cursor_advance(&at, plan, 1);
    }
}

/* Chooses the batch and lays out the scratch memory. An overflow is left to the allocation: it asks
 * for INT64_MAX. */
static void lay_out_scratch(walk_job *job)
{
    const weft_plan *plan = job->plan;
    int64_t item_bytes = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        if (!(job->packed >> i & 1))
            continue;
        job->blocks[i] = plan_core_bytes(plan, i);
        if (__builtin_add_overflow(item_bytes, job->blocks[i], &item_bytes))
            item_bytes = INT64_MAX;
    }
    job->batch = 1;
    while (job->batch < SPLIT && job->batch < plan->extents[0] &&
           job->batch <= SCRATCH_TARGET / 2 / item_bytes)
        job->batch *= 2;
    job->scratch_bytes = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        if (!(job->packed >> i & 1))
            continue;
        int64_t bytes;
        job->offsets[i] = job->scratch_bytes;
        if (__builtin_mul_overflow(job->blocks[i], stays(plan, i) ? 1 : job->batch, &bytes) ||
            __builtin_add_overflow(bytes, 63, &bytes) ||
            __builtin_add_overflow(job->scratch_bytes, bytes / 64 * 64, &job->scratch_bytes))
            job->scratch_bytes = INT64_MAX;
    }
}

static bool applies(walk_job *job, plan_text *why)
{
    const weft_plan *plan = job->plan;
    (void)why;
    for (int i = 0; i < plan->operand_count; i++)
        if (!plan_core_is_contiguous(plan, i) ||
            (plan_is_written(plan, i) && !plan_block_is_empty(plan, i)))
            job->packed |= 1u << i;
    if (job->packed)
        lay_out_scratch(job);
    return job->packed != 0;
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    const weft_plan *plan = job->plan;
    (void)why;
    plan_text_add(to, "%s", plan_shape_name(WEFT_SHAPE_CORE));
    for (int i = 0; i < plan->operand_count; i++)
        if (job->packed >> i & 1)
            plan_text_add(to, ", %s packed: %s", plan_operand_name(plan, i),
                          plan_core_is_contiguous(plan, i) ? "the kernel writes to it"
                                                           : "not contiguous");
    plan_text_add(to, ", %d items at a time", (int)job->batch);
}

const host_shape host_shape_packed = {
    .number = WEFT_SHAPE_CORE,
    .applies = applies,
    .run = run,
    .print = print,
};
