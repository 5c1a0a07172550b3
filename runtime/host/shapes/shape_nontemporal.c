/* shape_nontemporal.c: elementwise, where more memory is touched than caches hold: results are
 * computed block by block in scratch memory, and copied from there past the caches, while what is
 * read some blocks later is prefetched. */
#include "base/dtype.h"
#include "cursor.h"
#include "host/run/nontemporal.h"
#include "host_shape.h"

enum {
    BLOCK = 1024,          /* bytes of a result */
    PREFETCH_DISTANCE = 4, /* blocks */
    LEAST_ROW = 4096,    /* bytes: shorter rows with gaps between them are more calls of the kernel
                            than they are worth */
    LEAST_NEIGHBOUR = 64 /* bytes: the same of rows without gaps */
};

/* Whether an operand's rows along axis 1 follow each other without a gap. */
static bool is_dense(const weft_plan *plan, int operand)
{
    return plan->rank == 1 || plan->steps[1][operand] == plan->steps[0][operand] * plan->extents[0];
}

static bool has_dense_results(const weft_plan *plan)
{
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        if (!is_dense(plan, i))
            return false;
    return true;
}

/* Lays out one block of each result in scratch memory, where it can begin and end anywhere in a
 * line. */
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
        next += BLOCK + 2 * CACHE_LINE;
    }
    job->scratch_bytes = next;
}

/* Whether lanes take the next item as theirs is done: at the end of each block they would wait for
 * its last ones. */
static bool refills(const weft_plan *plan)
{
    return plan->ufunc->flags & WEFT_UFUNC_DIVERGENT && plan->loop->shapes & WEFT_HAS(LANES);
}

static bool applies(walk_job *job, plan_text *why)
{
    const weft_plan *plan = job->plan;
    (void)why;
    if (!(plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || plan_is_masked(plan) || refills(plan) ||
        !nontemporal_pays(plan, has_dense_results(plan) ? LEAST_NEIGHBOUR : LEAST_ROW))
        return false;
    place_blocks(job);
    return true;
}

/* A walk over a part, block by block. */
typedef struct nontemporal_walk {
    const walk_job *job;
    nontemporal_result results[WEFT_MAX_OPERANDS]; /* by operand */
    nontemporal_prefetch prefetch;
    struct {
        int input;
        int64_t distance;                      /* from what the block reads */
    } prefetched[NONTEMPORAL_MOST_PREFETCHES]; /* what `prefetch` has */
} nontemporal_walk;

/* Of inputs whose rows have no gaps, what comes after a block is known wherever it ends. */
static void find_prefetches(nontemporal_walk *walk)
{
    const weft_plan *plan = walk->job->plan;
    const int64_t per_line = CACHE_LINE / plan->steps[0][plan->ufunc->input_count];
    nontemporal_prefetch *prefetch = &walk->prefetch;
    prefetch->count = 0;
    for (int i = 0; i < plan->ufunc->input_count; i++) {
        const int64_t step = plan->steps[0][i];
        if (step <= 0 || step > CACHE_LINE || !is_dense(plan, i))
            continue;
        for (int64_t next = 0;
             next < per_line * step && prefetch->count < NONTEMPORAL_MOST_PREFETCHES;
             next += CACHE_LINE) {
            walk->prefetched[prefetch->count].input = i;
            walk->prefetched[prefetch->count].distance =
                PREFETCH_DISTANCE * walk->job->batch * step + next;
            prefetch->steps[prefetch->count++] = per_line * step;
        }
    }
}

static void begin(nontemporal_walk *walk, const walk_job *job, char *scratch)
{
    walk->job = job;
    for (int i = job->plan->ufunc->input_count; i < job->plan->operand_count; i++)
        nontemporal_begin(&walk->results[i], scratch + job->offsets[i]);
    find_prefetches(walk);
}

static void end(nontemporal_walk *walk)
{
    const weft_plan *plan = walk->job->plan;
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        nontemporal_flush(&walk->results[i]);
    nontemporal_fence();
}

/* rows: of so many items, where more than one without gaps between the results of one and the next.
 */
static void run_block(nontemporal_walk *walk, char *const *data, int64_t rows, int64_t items)
{
    const weft_plan *plan = walk->job->plan;
    const int first = plan->ufunc->input_count;
    const weft_rows block = {.count = rows, .steps = plan->steps[1]};
    char *arguments[WEFT_MAX_OPERANDS];
    for (int i = 0; i < plan->operand_count; i++)
        arguments[i] = i < first ? data[i] : nontemporal_place(&walk->results[i], data[i]);
    for (int k = 0; k < walk->prefetch.count; k++)
        walk->prefetch.at[k] =
            (uintptr_t)data[walk->prefetched[k].input] + (uintptr_t)walk->prefetched[k].distance;
    walk->job->kernel(arguments, &items, plan->steps[0], rows > 1 ? &block : NULL);
    for (int i = first; i < plan->operand_count; i++)
        nontemporal_send(&walk->results[i], rows * items * plan->steps[0][i],
                         i == first ? &walk->prefetch : &nontemporal_no_prefetch);
}

/* The items of a block whose first result is at `result`: it ends where a line of the first result
 * does, so that inputs that begin in their lines where the result does, as arrays of one allocator
 * mostly do, are read by whole lines, too. */
static int64_t block_size(const walk_job *job, const char *result)
{
    const int64_t step = job->plan->steps[0][job->plan->ufunc->input_count];
    return job->batch - (int64_t)((uintptr_t)result % CACHE_LINE) / step;
}

static void run_row(nontemporal_walk *walk, const host_cursor *at, const plan_piece *part)
{
    const weft_plan *plan = walk->job->plan;
    for (int64_t item = part->first_item, count; item < part->item_end; item += count) {
        char *data[WEFT_MAX_OPERANDS];
        for (int i = 0; i < plan->operand_count; i++)
            data[i] = at->data[i] + item * plan->steps[0][i];
        count = block_size(walk->job, data[plan->ufunc->input_count]);
        if (count > part->item_end - item)
            count = part->item_end - item;
        run_block(walk, data, 1, count);
    }
}

/* How many whole rows of a part are a block, where results have no gaps between them. */
static int64_t find_block_rows(const walk_job *job, const plan_piece *part)
{
    const int64_t items = part->item_end - part->first_item;
    const bool is_whole = items == job->plan->extents[0] && has_dense_results(job->plan);
    return is_whole && job->plan->rank > 1 && items <= job->batch / 2 ? job->batch / items : 1;
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    const int64_t most = find_block_rows(job, part);
    nontemporal_walk walk;
    host_cursor at;
    begin(&walk, job, scratch);
    host_cursor_place(&at, plan, part->first_row, 0);
    for (int64_t row = part->first_row, rows; row < part->row_end; row += rows) {
        rows = 1;
        if (most > 1) {
            rows = host_cursor_count_rows(&at, plan,
                                          part->row_end - row < most ? part->row_end - row : most);
            run_block(&walk, at.data, rows, plan->extents[0]);
        } else {
            run_row(&walk, &at, part);
        }
        host_cursor_pass(&at, plan, rows);
    }
    end(&walk);
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    host_shape_print_loop(job->plan, to, why);
    plan_text_add(to, ", results copied past the caches in blocks of %d items", (int)job->batch);
}

const host_shape host_shape_nontemporal = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = run,
    .print = print,
};
