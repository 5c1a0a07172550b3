/* shape_transposed.c: elementwise, where an operand lies across the others (a transposed one), as
 * in shape_blocked.c. Its blocks are copied to scratch memory, transposed, so that each line is
 * brought once and the kernel finds neighbours. Where caches do not hold what is touched, results
 * are copied past them, and what later blocks read is prefetched: a whole row of blocks ahead where
 * lines lie far apart, one block where they follow. */
#include <inttypes.h>

#include "base/checked.h"
#include "base/dtype.h"
#include "base/transpose.h"
#include "host/run/nontemporal.h"
#include "host/run/serial.h"
#include "host_shape.h"

enum {
    LEAST_ITEMS = 16, /* smaller operands stay in the nearest cache in any order */
    LEAST_ROWS = 8,
    NARROW = 4,  /* bytes: wider elements that are near are as fast where they lie */
    COLUMN = 64, /* bytes of a column in a block: larger ones make memory and kernel wait for each
                    other */
    ROW = 512,   /* bytes of a row in a block */
    LEAST_RESULT = 128,      /* bytes of a row of results in a block */
    TILE = 2048,             /* bytes of a row of blocks, which follow each other */
    FEWEST_OF_MANY = 16,     /* of a block, if many operands lie across */
    LEAST_NONTEMPORAL = 512, /* bytes of a row: shorter ones have too few whole lines */
    SCRATCH = 1 << 17        /* bytes that blocks should fit in */
};

static bool lies_across(const weft_plan *plan, int operand, int axis)
{
    const uint64_t row = checked_magnitude(plan->steps[axis][operand]);
    return !plan_is_index(plan, operand) &&
           checked_magnitude(plan->steps[0][operand]) >= CACHE_LINE && row > 0 &&
           row < CACHE_LINE && !plan_is_written(plan, operand);
}

/* The first operand that lies across, and the axis along which its elements share lines; -1: none.
 */
static int find_across(const weft_plan *plan, int *axis)
{
    for (int i = 0; i < plan->operand_count; i++) {
        *axis = 0;
        for (int k = 1; k < plan->rank; k++)
            if (lies_across(plan, i, k) &&
                (*axis == 0 ||
                 checked_magnitude(plan->steps[k][i]) < checked_magnitude(plan->steps[*axis][i])))
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
    const int result_size = element_size(job, job->plan->ufunc->input_count);
    job->block_rows = COLUMN / size;
    job->batch = ROW / size > LEAST_RESULT / result_size ? ROW / size : LEAST_RESULT / result_size;
    while (job->batch > FEWEST_OF_MANY && job->batch * COLUMN > SCRATCH / count)
        job->batch /= 2;
    job->tile = TILE / size < job->batch ? job->batch : TILE / size;
}

/* Whether the kernel finds an operand's block in scratch memory: it lies across, or is copied past
 * the caches. */
static bool is_aside(const walk_job *job, int operand)
{
    return job->packed >> operand & 1 || (job->is_nontemporal && is_output(job, operand));
}

/* Lays out blocks in scratch memory. Rows of results that are copied past the caches begin where
 * they do in a line; rows whose step is a power of two would share few sets of the first cache. */
static void place_blocks(walk_job *job)
{
    const weft_plan *plan = job->plan;
    job->scratch_bytes = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        if (!is_aside(job, i))
            continue;
        job->blocks[i] = job->batch * element_size(job, i) / CACHE_LINE * CACHE_LINE + CACHE_LINE;
        if (!(job->packed >> i & 1))
            job->blocks[i] +=
                CACHE_LINE + (int64_t)((uint64_t)plan->steps[job->row_axis][i] % CACHE_LINE);
        job->offsets[i] = job->scratch_bytes;
        job->scratch_bytes += (job->block_rows * job->blocks[i] / CACHE_LINE + 1) * CACHE_LINE;
    }
}

static bool applies(walk_job *job, plan_text *why)
{
    const weft_plan *plan = job->plan;
    (void)why;
    if (!(plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || serial_is(plan->ufunc) ||
        plan_is_masked(plan) || plan->rank < 2 || plan->extents[0] < LEAST_ITEMS)
        return false;
    job->across = find_across(plan, &job->row_axis);
    if (job->across < 0 || plan->extents[job->row_axis] < LEAST_ROWS)
        return false;
    job->is_far = nontemporal_is_far(plan);
    if (element_size(job, job->across) > NARROW && !job->is_far)
        return false;
    for (int i = job->across; i < plan->operand_count; i++)
        job->packed |= lies_across(plan, i, job->row_axis) ? 1u << i : 0;
    job->is_nontemporal = job->is_far && nontemporal_pays(plan, LEAST_NONTEMPORAL);
    choose_block(job);
    place_blocks(job);
    return true;
}

/* Copies an operand's block to scratch memory, or back. */
static void pack(const walk_job *job, int operand, char *packed, char *data, int64_t rows,
                 int64_t items, bool is_back)
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

/* Some rows of a tile of items: what is left of each, the items of the block that is next, and of
 * the one before it. */
typedef struct block {
    char *data[WEFT_MAX_OPERANDS];
    int64_t rows, items, before, left;
} block;

static void run_block(const walk_job *job, const block *at, char *scratch)
{
    const weft_plan *plan = job->plan;
    const int64_t *steps = plan->steps[0], *row_steps = plan->steps[job->row_axis];
    char *arguments[WEFT_MAX_OPERANDS];
    int64_t own_steps[WEFT_MAX_OPERANDS], own_row_steps[WEFT_MAX_OPERANDS];
    weft_rows rows = {.count = at->rows, .steps = own_row_steps};
    for (int i = 0; i < plan->operand_count; i++) {
        const bool is_packed = job->packed >> i & 1, is_moved = is_aside(job, i);
        own_steps[i] = is_packed ? element_size(job, i) : steps[i];
        own_row_steps[i] = is_moved ? job->blocks[i] : row_steps[i];
        arguments[i] = is_moved ? scratch + job->offsets[i] : at->data[i];
        if (is_moved && !is_packed)
            arguments[i] += (uintptr_t)at->data[i] % CACHE_LINE;
        if (is_packed && (!is_output(job, i) || plan_is_kept(plan, i)))
            pack(job, i, arguments[i], at->data[i], at->rows, at->items, false);
    }
    job->kernel(arguments, &at->items, own_steps, &rows);
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++) {
        if (job->packed >> i & 1)
            pack(job, i, arguments[i], at->data[i], at->rows, at->items, true);
        else if (job->is_nontemporal)
            nontemporal_copy_rows(&(nontemporal_rows){
                .to = at->data[i],
                .from = arguments[i],
                .step = row_steps[i],
                .from_step = own_row_steps[i],
                .count = at->rows,
                .bytes = at->items * steps[i],
                .begins = at->before * steps[i] < CACHE_LINE,
                .ends = at->items == at->left || at->items * steps[i] < CACHE_LINE,
            });
    }
}

/* At most so many of the items that are left, from the one whose first result is there: few less
 * where its lines then end with them. */
static int64_t count_items(const walk_job *job, const char *result, int64_t most, int64_t left)
{
    const int size = element_size(job, job->plan->ufunc->input_count);
    const int64_t behind = (int64_t)((uintptr_t)result % CACHE_LINE) / size;
    const int64_t count = 2 * behind < most ? most - behind : most;
    return count < left ? count : left;
}

/* Prefetches what the kernel reads, where it lies, of a block of as many rows as this one that
 * begins so many rows and items from it: perhaps behind an input's end. always_inline: as in
 * transpose.c. */
static inline __attribute__((always_inline)) void
prefetch_block(const walk_job *job, const block *from, int64_t row, int64_t item, int64_t items)
{
    const weft_plan *plan = job->plan;
    for (int i = 0; i < plan->ufunc->input_count; i++) {
        const int64_t step = plan->steps[0][i], row_step = plan->steps[job->row_axis][i];
        const uint64_t bytes = checked_magnitude(step) * (uint64_t)items;
        if (job->packed >> i & 1 || step == 0 || checked_magnitude(step) > CACHE_LINE ||
            row_step == 0)
            continue;
        uintptr_t at = (uintptr_t)from->data[i] + (uintptr_t)(row * row_step + item * step) -
                       (step < 0 ? bytes : 0);
        for (int64_t k = 0; k < from->rows; k++, at += (uintptr_t)row_step)
            for (uint64_t end = CACHE_LINE - 1; end < bytes + CACHE_LINE - 1; end += CACHE_LINE)
                __builtin_prefetch((const void *)(at + end), 0, 2);
    }
}

/* Runs some rows of a tile block by block. They follow each other in the tile below, if anything
 * does. */
static void run_rows(const walk_job *job, block *at, char *scratch)
{
    const weft_plan *plan = job->plan;
    const int output = plan->ufunc->input_count;
    const int64_t tile = at->left;
    for (at->before = 0; at->left > 0; at->before = at->items, at->left -= at->items) {
        at->items = count_items(job, at->data[output], job->batch, at->left);
        if (job->is_far && at->items < at->left)
            prefetch_block(job, at, 0, at->items, at->items);
        else if (job->is_far)
            prefetch_block(job, at, at->rows, at->left - tile, job->batch);
        run_block(job, at, scratch);
        for (int i = 0; i < plan->operand_count; i++)
            at->data[i] += at->items * plan->steps[0][i];
    }
}

/* Runs `rows` rows of `items` items from `start`, tile of items after tile, in each some rows after
 * the others. Blocks end where lines do: their rows where those of the first output, their columns
 * where those of the operand that lies across. */
static void run_blocks(const walk_job *job, char *const *start, int64_t rows, int64_t items,
                       char *scratch)
{
    const weft_plan *plan = job->plan;
    const int64_t *steps = plan->steps[0], *row_steps = plan->steps[job->row_axis];
    const int output = plan->ufunc->input_count;
    block at;
    for (int64_t item = 0, count; item < items; item += count) {
        count = count_items(job, start[output] + item * steps[output], job->tile, items - item);
        for (int64_t row = 0; row < rows; row += at.rows) {
            for (int i = 0; i < plan->operand_count; i++)
                at.data[i] = start[i] + row * row_steps[i] + item * steps[i];
            at.rows = transpose_rows(at.data[job->across], row_steps[job->across], COLUMN,
                                     job->block_rows);
            if (at.rows > rows - row)
                at.rows = rows - row;
            at.left = count;
            run_rows(job, &at, scratch);
        }
    }
}

/* Where a row begins, counted with the blocks' axis innermost, then as in the plan; returns how
 * many rows there are from there to the end of that axis. */
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
    if (job->is_nontemporal)
        nontemporal_fence();
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    const weft_plan *plan = job->plan;
    weft_plan found = *plan; /* as the kernel finds it */
    for (int i = 0; i < plan->operand_count; i++)
        if (job->packed >> i & 1)
            found.steps[0][i] = element_size(job, i);
    host_shape_print_loop(&found, to, why);
    plan_text_add(to, " on blocks of %" PRId64 " rows of %" PRId64 " items", job->block_rows,
                  job->batch);
    for (int i = 0; i < plan->operand_count; i++)
        if (job->packed >> i & 1)
            plan_text_add(to, ", %s packed: it lies across", plan_operand_name(plan, i));
    if (job->is_nontemporal)
        plan_text_add(to, ", results copied past the caches");
}

const host_shape host_shape_transposed = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = run,
    .print = print,
};
