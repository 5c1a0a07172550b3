/* shape_transposed.c: elementwise, where an operand lies across the others (a transposed one), as in
 * shape_blocked.c. Its blocks are copied to scratch memory, transposed, so that each line is brought once and the
 * kernel finds neighbours; where caches do not hold what is touched, results are copied past them. */
#include <inttypes.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "base/transpose.h"
#include "host_shape.h"
#include "serial.h"
#include "stream.h"

enum {
    LEAST_ITEMS = 16, /* smaller operands stay in the nearest cache in any order */
    LEAST_ROWS = 8,
    NARROW = 4,           /* bytes: wider elements that are near are as fast where they lie */
    COLUMN = 256,         /* bytes of a column in a block: lines come in pairs, and two pairs are faster than one */
    ROW = 512,            /* bytes of a row in a block */
    FEWEST_ITEMS = 64,    /* of a block */
    FEWEST_OF_MANY = 16,  /* of a block, if many operands lie across */
    LEAST_STREAMED = 512, /* bytes of a row: shorter ones have too few whole lines */
    SCRATCH = 1 << 17     /* bytes that blocks should fit in */
};

static bool lies_across(const weft_plan *plan, int operand, int axis)
{
    const uint64_t row = checked_magnitude(plan->steps[axis][operand]);
    return checked_magnitude(plan->steps[0][operand]) >= STREAM_LINE && row > 0 && row < STREAM_LINE &&
           !plan_is_written(plan, operand);
}

/* The first operand that lies across, and the axis along which its elements share lines; -1: none. */
static int find_across(const weft_plan *plan, int *axis)
{
    for (int i = 0; i < plan->operand_count; i++) {
        *axis = 0;
        for (int k = 1; k < plan->rank; k++)
            if (lies_across(plan, i, k) &&
                (*axis == 0 || checked_magnitude(plan->steps[k][i]) < checked_magnitude(plan->steps[*axis][i])))
                *axis = k;
        if (*axis > 0)
            return i;
    }
    return -1;
}

static int element_size(const walk_job *job, int operand)
{
    return dtype_table[plan_dtype(job->plan, operand)].size;
}

static bool is_output(const walk_job *job, int operand)
{
    return operand >= job->plan->ufunc->input_count;
}

/* Chooses blocks by the operand that lies across. */
static void choose_block(walk_job *job)
{
    const int size = element_size(job, job->across), count = __builtin_popcount(job->packed);
    job->block_rows = COLUMN / size;
    job->batch = ROW / size < FEWEST_ITEMS ? FEWEST_ITEMS : ROW / size;
    while (job->batch > FEWEST_OF_MANY && job->batch * COLUMN > SCRATCH / count)
        job->batch /= 2;
}

/* Whether the kernel finds an operand's block in scratch memory: it lies across, or is copied past the caches. */
static bool is_aside(const walk_job *job, int operand)
{
    return job->packed >> operand & 1 || (job->is_streamed && is_output(job, operand));
}

/* Lays out blocks in scratch memory. Rows of results that are copied past the caches begin where they do in a line;
 * rows whose step is a power of two would share few sets of the first cache. */
static void place_blocks(walk_job *job)
{
    const weft_plan *plan = job->plan;
    job->scratch_bytes = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        if (!is_aside(job, i))
            continue;
        job->blocks[i] = job->batch * element_size(job, i) / STREAM_LINE * STREAM_LINE + STREAM_LINE;
        if (!(job->packed >> i & 1))
            job->blocks[i] += STREAM_LINE + (int64_t)((uint64_t)plan->steps[job->row_axis][i] % STREAM_LINE);
        job->offsets[i] = job->scratch_bytes;
        job->scratch_bytes += (job->block_rows * job->blocks[i] / STREAM_LINE + 1) * STREAM_LINE;
    }
}

static bool applies(walk_job *job, plan_text *why)
{
    const weft_plan *plan = job->plan;
    (void)why;
    if (!(plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || serial_is(plan->ufunc) || plan_is_masked(plan) ||
        plan->rank < 2 || plan->extents[0] < LEAST_ITEMS)
        return false;
    job->across = find_across(plan, &job->row_axis);
    if (job->across < 0 || plan->extents[job->row_axis] < LEAST_ROWS ||
        (element_size(job, job->across) > NARROW && !stream_is_far(plan)))
        return false;
    for (int i = job->across; i < plan->operand_count; i++)
        job->packed |= lies_across(plan, i, job->row_axis) ? 1u << i : 0;
    job->is_streamed = stream_pays(plan, LEAST_STREAMED);
    choose_block(job);
    place_blocks(job);
    return true;
}

/* Copies an operand's block to scratch memory, or back. */
static void pack(const walk_job *job, int operand, char *packed, char *data, int64_t rows, int64_t items, bool is_back)
{
    const weft_plan *plan = job->plan;
    const int size = element_size(job, operand);
    const transpose_steps here = {size, job->blocks[operand]};
    const transpose_steps there = {plan->steps[0][operand], plan->steps[job->row_axis][operand]};
    if (is_back)
        transpose_copy(data, there, packed, here, rows, items, size, false);
    else
        transpose_copy(packed, here, data, there, rows, items, size, true);
}

static void run_block(const walk_job *job, char *const *data, int64_t rows, int64_t items, char *scratch)
{
    const weft_plan *plan = job->plan;
    const int64_t *steps = plan->steps[0], *row_steps = plan->steps[job->row_axis];
    char *arguments[WEFT_MAX_OPERANDS];
    int64_t own_steps[WEFT_MAX_OPERANDS], own_row_steps[WEFT_MAX_OPERANDS];
    weft_rows block = {.count = rows, .steps = own_row_steps};
    for (int i = 0; i < plan->operand_count; i++) {
        const bool is_packed = job->packed >> i & 1, is_moved = is_aside(job, i);
        own_steps[i] = is_packed ? element_size(job, i) : steps[i];
        own_row_steps[i] = is_moved ? job->blocks[i] : row_steps[i];
        arguments[i] = is_moved ? scratch + job->offsets[i] : data[i];
        if (is_moved && !is_packed)
            arguments[i] += (uintptr_t)data[i] % STREAM_LINE;
        if (is_packed && (!is_output(job, i) || plan_is_kept(plan, i)))
            pack(job, i, arguments[i], data[i], rows, items, false);
    }
    job->kernel(arguments, &items, own_steps, &block);
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++) {
        if (job->packed >> i & 1)
            pack(job, i, arguments[i], data[i], rows, items, true);
        for (int64_t row = 0; job->is_streamed && row < rows; row++)
            stream_copy(data[i] + row * row_steps[i], arguments[i] + row * own_row_steps[i], items * steps[i]);
    }
}

/* Items of a column of blocks whose first result is there: few less where its lines then end with the blocks. */
static int64_t count_items(const walk_job *job, const char *result)
{
    const int64_t behind = (int64_t)((uintptr_t)result % STREAM_LINE) / element_size(job, job->plan->ufunc->input_count);
    return 2 * behind < job->batch ? job->batch - behind : job->batch;
}

/* Runs `rows` rows of `items` items from `start`, column after column of blocks. Blocks end where lines do: their
 * rows where those of the first output, their columns where those of the operand that lies across. */
static void run_blocks(const walk_job *job, char *const *start, int64_t rows, int64_t items, char *scratch)
{
    const weft_plan *plan = job->plan;
    const int64_t *steps = plan->steps[0], *row_steps = plan->steps[job->row_axis];
    const int output = plan->ufunc->input_count;
    char *data[WEFT_MAX_OPERANDS];
    for (int64_t item = 0, count; item < items; item += count) {
        count = count_items(job, start[output] + item * steps[output]);
        if (count > items - item)
            count = items - item;
        for (int64_t row = 0, height; row < rows; row += height) {
            for (int i = 0; i < plan->operand_count; i++)
                data[i] = start[i] + row * row_steps[i] + item * steps[i];
            height = transpose_rows(data[job->across], row_steps[job->across], COLUMN, job->block_rows);
            if (height > rows - row)
                height = rows - row;
            run_block(job, data, height, count, scratch);
        }
    }
}

/* Where a row begins, counted with the blocks' axis innermost, then as in the plan; returns how many rows there
 * are from there to the end of that axis. */
static int64_t place_row(const walk_job *job, int64_t row, int64_t item, char **data)
{
    const weft_plan *plan = job->plan;
    int64_t left = 0;
    for (int i = 0; i < plan->operand_count; i++)
        data[i] = plan->data[i] + item * plan->steps[0][i];
    for (int k = 1; k < plan->rank; k++) {
        const int axis = k == 1 ? job->row_axis : k <= job->row_axis ? k - 1 : k;
        const int64_t index = row % plan->extents[axis];
        row /= plan->extents[axis];
        left = k == 1 ? plan->extents[axis] - index : left;
        for (int i = 0; i < plan->operand_count; i++)
            data[i] += index * plan->steps[axis][i];
    }
    return left;
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    char *data[WEFT_MAX_OPERANDS];
    for (int64_t row = part->first_row, count; row < part->row_end; row += count) {
        count = place_row(job, row, part->first_item, data);
        if (count > part->row_end - row)
            count = part->row_end - row;
        run_blocks(job, data, count, part->item_end - part->first_item, scratch);
    }
    if (job->is_streamed)
        stream_end();
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    const weft_plan *plan = job->plan;
    weft_plan found = *plan; /* as the kernel finds it */
    for (int i = 0; i < plan->operand_count; i++)
        if (job->packed >> i & 1)
            found.steps[0][i] = element_size(job, i);
    host_shape_print_loop(&found, to, why);
    plan_text_add(to, " on blocks of %" PRId64 " rows of %" PRId64 " items", job->block_rows, job->batch);
    for (int i = 0; i < plan->operand_count; i++)
        if (job->packed >> i & 1)
            plan_text_add(to, ", %s packed: it lies across", plan_operand_name(plan, i));
    if (job->is_streamed)
        plan_text_add(to, ", results copied past the caches");
}

const host_shape host_shape_transposed = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = run,
    .print = print,
};
