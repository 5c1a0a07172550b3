/* shape_streamed.c: elementwise, where more memory is touched than caches hold: results are computed block by
 * block in scratch memory, and copied from there past the caches. On two machines (AMD Zen 5, Intel Sapphire
 * Rapids) a + b then takes 0.5 to 0.7 of its time; blocks of 1 to 8 KB make no difference. */
#include "base/dtype.h"
#include "cursor.h"
#include "host_shape.h"
#include "stream.h"

enum {
    BLOCK = 2048,    /* bytes of a result */
    LEAST_ROW = 4096 /* bytes: shorter rows are more calls of the kernel than they are worth */
};

/* Lays out one block of each result in scratch memory, where it can begin anywhere in a line. */
static void place_blocks(walk_job *job)
{
    const weft_plan *plan = job->plan;
    int64_t largest = 1, next = 0;
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        if (dtype_table[plan_dtype(plan, i)].size > largest)
            largest = dtype_table[plan_dtype(plan, i)].size;
    job->batch = BLOCK / largest;
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++) {
        job->offsets[i] = next;
        next += BLOCK + STREAM_LINE;
    }
    job->scratch_bytes = next;
}

static bool applies(walk_job *job, plan_text *why)
{
    const weft_plan *plan = job->plan;
    (void)why;
    if (!(plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || plan_is_masked(plan) || !stream_pays(plan, LEAST_ROW))
        return false;
    place_blocks(job);
    return true;
}

static void run_block(const walk_job *job, char *const *data, int64_t count, char *scratch)
{
    const weft_plan *plan = job->plan;
    const int first = plan->ufunc->input_count;
    char *arguments[WEFT_MAX_OPERANDS];
    for (int i = 0; i < plan->operand_count; i++)
        arguments[i] = i < first ? data[i]
                                 : scratch + job->offsets[i] + (uintptr_t)data[i] % STREAM_LINE;
    job->kernel(arguments, &count, plan->steps[0], NULL);
    for (int i = first; i < plan->operand_count; i++)
        stream_copy(data[i], arguments[i], count * plan->steps[0][i]);
}

/* The items of a block whose first result is at `result`: it ends where a line of the first result does, so that
 * inputs that begin in their lines where the result does, as arrays of one allocator mostly do, are
 * read by whole lines, too (a + b of float32, 16 bytes into a line: 0.67 → 0.43 ns an element). */
static int64_t block_size(const walk_job *job, const char *result)
{
    const int64_t step = job->plan->steps[0][job->plan->ufunc->input_count];
    return job->batch - (int64_t)((uintptr_t)result % STREAM_LINE) / step;
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    host_cursor at;
    host_cursor_place(&at, plan, part->first_row, 0);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        for (int64_t item = part->first_item, count; item < part->item_end; item += count) {
            char *data[WEFT_MAX_OPERANDS];
            for (int i = 0; i < plan->operand_count; i++)
                data[i] = at.data[i] + item * plan->steps[0][i];
            count = block_size(job, data[plan->ufunc->input_count]);
            if (count > part->item_end - item)
                count = part->item_end - item;
            run_block(job, data, count, scratch);
        }
        host_cursor_advance(&at, plan, 1);
    }
    stream_end();
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    host_shape_print_loop(job->plan, to, why);
    plan_text_add(to, ", results copied past the caches in blocks of %d items", (int)job->batch);
}

const host_shape host_shape_streamed = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = run,
    .print = print,
};
