/* shape_blocked.c: elementwise, where an operand lies across the others (a transposed one): along
 * the items each of its elements is on a cache line of its own, and along the rows they share one.
 * Blocks of rows by items bring each line once. It serves what shape_transposed.c leaves: wide
 * elements that are near. */
#include <inttypes.h>

#include "cursor.h"
#include "host/run/serial.h"
#include "host_shape.h"

enum { LINE = 64, ITEMS = 64, ROWS = 32 };

/* An operand that lies across; -1: none. */
static int find_across(const weft_plan *plan)
{
    for (int i = 0; i < plan->operand_count; i++) {
        const int64_t item = plan->steps[0][i], row = plan->steps[1][i];
        if ((item >= LINE || item <= -LINE) && row < LINE && row > -LINE && row != 0)
            return i;
    }
    return -1;
}

/* Small operands stay in the cache in any order. */
static bool applies(walk_job *job, plan_text *why)
{
    const weft_plan *plan = job->plan;
    (void)why;
    if (!(plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || serial_is(plan->ufunc) ||
        plan_is_masked(plan) || plan->rank < 2 || plan->extents[0] <= ITEMS ||
        plan->extents[1] <= ROWS || find_across(plan) < 0)
        return false;
    job->block_rows = ROWS;
    return true;
}

/* Runs `rows` rows of `items` items from where the cursor stands. */
static void run_blocks(const walk_job *job, const host_cursor *at, int64_t rows, int64_t items)
{
    const weft_plan *plan = job->plan;
    char *data[WEFT_MAX_OPERANDS];
    for (int64_t row = 0; row < rows; row += ROWS) {
        weft_rows block = {.count = rows - row < ROWS ? rows - row : ROWS, .steps = plan->steps[1]};
        for (int64_t item = 0; item < items; item += ITEMS) {
            const int64_t count = items - item < ITEMS ? items - item : ITEMS;
            for (int i = 0; i < plan->operand_count; i++)
                data[i] = at->data[i] + row * plan->steps[1][i] + item * plan->steps[0][i];
            job->kernel(data, &count, plan->steps[0], &block);
        }
    }
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    host_cursor at;
    (void)scratch;
    host_cursor_place(&at, plan, part->first_row, part->first_item);
    for (int64_t row = part->first_row; row < part->row_end;) {
        const int64_t count = host_cursor_count_rows(&at, plan, part->row_end - row);
        run_blocks(job, &at, count, part->item_end - part->first_item);
        row += count;
        if (row < part->row_end)
            host_cursor_leave_rows(&at, plan);
    }
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    const weft_plan *plan = job->plan;
    host_shape_print_loop(plan, to, why);
    plan_text_add(to, " in blocks of %d rows of %d items: %s lies across", ROWS, ITEMS,
                  plan_operand_name(plan, find_across(plan)));
}

const host_shape host_shape_blocked = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = run,
    .print = print,
};
