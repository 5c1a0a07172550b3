/* walk.c: the loops around a cpu kernel. The kernel itself runs over the two innermost axes; an
 * odometer turns the others. */
#include "walk.h"

#include "base/dtype.h"
#include "pack.h"
#include "plan/isa.h"
#include "select.h"

enum {
    SPLIT = 64,            /* kernels may treat items in groups of so many */
    SCRATCH_TARGET = 8192 /* bytes that a batch of packed blocks should fit in */
};

/* Where a walk stands: the index of every axis but the innermost, and the operands there. */
typedef struct cursor {
    char *data[WEFT_MAX_OPERANDS];
    int64_t index[WEFT_MAX_RANK];
} cursor;

/* Places the cursor at an item of a row. */
static void cursor_place(cursor *at, const weft_plan *plan, int64_t row, int64_t item)
{
    for (int i = 0; i < plan->operand_count; i++)
        at->data[i] = plan->data[i] + item * plan->steps[0][i];
    for (int axis = 1; axis < plan->rank; axis++) {
        at->index[axis] = row % plan->extents[axis];
        row /= plan->extents[axis];
        for (int i = 0; i < plan->operand_count; i++)
            at->data[i] += at->index[axis] * plan->steps[axis][i];
    }
}

/* Moves to the start of the next index of `axis`, or of the axes above it. */
static void cursor_advance(cursor *at, const weft_plan *plan, int axis)
{
    for (; axis < plan->rank; axis++) {
        for (int i = 0; i < plan->operand_count; i++)
            at->data[i] += plan->steps[axis][i];
        if (++at->index[axis] < plan->extents[axis])
            return;
        for (int i = 0; i < plan->operand_count; i++)
            at->data[i] -= plan->steps[axis][i] * plan->extents[axis];
        at->index[axis] = 0;
    }
}

/* What the kernel gets beside the pointers: sizes behind the item count, core steps behind
 * steps. */
static void fill_dimensions(const weft_plan *plan, int64_t *dimensions, int64_t *steps)
{
    int64_t *next = steps;
    for (int d = 0; d < plan->ufunc->dimension_count; d++)
        dimensions[1 + d] = plan->sizes[d];
    for (int i = 0; i < plan->operand_count; i++)
        *next++ = plan->steps[0][i];
    for (int i = 0; i < plan->operand_count; i++)
        for (int k = 0; k < plan->ufunc->operands[i].core_rank; k++)
            *next++ = plan->core_steps[i][k];
}

/* Runs blocks of rows of axis 1 directly. */
static void run_direct(const walk_job *job, const walk_part *part, const int64_t *dimensions,
                       const int64_t *steps)
{
    const weft_plan *plan = job->plan;
    cursor at;
    cursor_place(&at, plan, part->first_row, part->first_item);
    if (plan->rank == 1) {
        job->kernel(at.data, dimensions, steps, NULL);
        return;
    }
    for (int64_t row = part->first_row; row < part->row_end;) {
        int64_t count = plan->extents[1] - at.index[1];
        if (count > part->row_end - row)
            count = part->row_end - row;
        weft_rows rows = {.count = count, .steps = plan->steps[1]};
        job->kernel(at.data, dimensions, steps, &rows);
        row += count;
        if (row == part->row_end)
            return;
        for (int i = 0; i < plan->operand_count; i++)
            at.data[i] -= at.index[1] * plan->steps[1][i];
        at.index[1] = 0;
        cursor_advance(&at, plan, 2);
    }
}

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
static void run_packed(const walk_job *job, const walk_part *part, int64_t *dimensions,
                       int64_t *steps, char *scratch)
{
    const weft_plan *plan = job->plan;
    const char *sources[WEFT_MAX_OPERANDS];
    cursor at;
    for (int i = 0; i < plan->operand_count; i++) {
        sources[i] = NULL;
        if (job->packed >> i & 1 && !stays(plan, i))
            steps[i] = job->blocks[i];
    }
    cursor_place(&at, plan, part->first_row, 0);
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
        cursor_advance(&at, plan, 1);
    }
}

/* Runs row by row the items that the mask chooses. */
static void run_masked(const walk_job *job, const walk_part *part)
{
    const weft_plan *plan = job->plan;
    cursor at;
    cursor_place(&at, plan, part->first_row, part->first_item);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        select_run(plan, job->kernel, at.data, part->item_end - part->first_item);
        cursor_advance(&at, plan, 1);
    }
}

/* Runs row by row with tiles. */
static void run_contraction(const walk_job *job, const walk_part *part, char *scratch)
{
    cursor at;
    cursor_place(&at, job->plan, part->first_row, part->first_item);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        contract_run(&job->contraction, job->plan, at.data, part->item_end - part->first_item,
                     part->first_line, part->line_end, scratch);
        cursor_advance(&at, job->plan, 1);
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

weft_status walk_prepare(walk_job *job, const weft_plan *plan, weft_error *error)
{
    job->plan = plan;
    job->packed = 0;
    job->contracts = false;
    job->scratch_bytes = 0;
    job->row_count = 1;
    for (int axis = 1; axis < plan->rank; axis++)
        job->row_count *= plan->extents[axis];
    weft_status status = isa_find_plan_kernel(plan, &job->kernel, error);
    if (status || plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE)
        return status;
    job->contracts = contract_applies(plan, &job->contraction);
    if (job->contracts) {
        job->scratch_bytes = job->contraction.scratch_bytes;
        return WEFT_OK;
    }
    for (int i = 0; i < plan->operand_count; i++)
        if (!plan_core_is_contiguous(plan, i) ||
            (plan_is_written(plan, i) && !plan_block_is_empty(plan, i)))
            job->packed |= 1u << i;
    if (job->packed)
        lay_out_scratch(job);
    return WEFT_OK;
}

/* Runs a ufunc with core dimensions. Not inlined: some 10 KB of arguments are no burden of the other
 * walks, which have blocks of their own on the stack. */
__attribute__((noinline)) static void run_cores(const walk_job *job, const walk_part *part,
                                                char *scratch)
{
    const weft_plan *plan = job->plan;
    int64_t dimensions[1 + PLAN_MAX_DIMENSIONS];
    int64_t steps[WEFT_MAX_OPERANDS * (1 + WEFT_MAX_RANK)];
    fill_dimensions(plan, dimensions, steps);
    dimensions[0] = part->item_end - part->first_item;
    if (job->packed)
        run_packed(job, part, dimensions, steps, scratch);
    else
        run_direct(job, part, dimensions, steps);
}

void walk_run(const walk_job *job, const walk_part *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    if (plan_is_masked(plan)) {
        run_masked(job, part);
    } else if (job->contracts) {
        run_contraction(job, part, scratch);
    } else if (plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) {
        int64_t count = part->item_end - part->first_item;
        run_direct(job, part, &count, plan->steps[0]);
    } else {
        run_cores(job, part, scratch);
    }
}
