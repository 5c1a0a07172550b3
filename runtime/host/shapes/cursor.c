/* cursor.c: the odometer over the axes of a plan, and kernels on its way. */
#include "cursor.h"

#include "base/odometer.h"

void host_cursor_place(host_cursor *at, const weft_plan *plan, int64_t row, int64_t item)
{
    for (int i = 0; i < plan->operand_count; i++)
        at->data[i] = plan->data[i] + item * plan->steps[0][i];
    for (int axis = 1; axis < plan->rank; axis++) {
        at->index[axis] = 0;
        if (row == 0) /* mostly; divisions take longer than all of a short call's rows */
            continue;
        at->index[axis] = row % plan->extents[axis];
        row /= plan->extents[axis];
        for (int i = 0; i < plan->operand_count; i++)
            at->data[i] += at->index[axis] * plan->steps[axis][i];
    }
}

void host_cursor_advance(host_cursor *at, const weft_plan *plan, int axis)
{
    odometer_climb(at->index, plan->extents, plan->steps[0], WEFT_MAX_OPERANDS, axis, plan->rank,
                   plan->operand_count, at->data);
}

void host_cursor_pass(host_cursor *at, const weft_plan *plan, int64_t rows)
{
    for (int i = 0; rows > 1 && i < plan->operand_count; i++)
        at->data[i] += (rows - 1) * plan->steps[1][i];
    if (rows > 1)
        at->index[1] += rows - 1;
    host_cursor_advance(at, plan, 1);
}

int64_t host_cursor_count_rows(const host_cursor *at, const weft_plan *plan, int64_t most)
{
    const int64_t count = plan->extents[1] - at->index[1];
    return count < most ? count : most;
}

void host_cursor_leave_rows(host_cursor *at, const weft_plan *plan)
{
    for (int i = 0; i < plan->operand_count; i++)
        at->data[i] -= at->index[1] * plan->steps[1][i];
    at->index[1] = 0;
    host_cursor_advance(at, plan, 2);
}

void host_cursor_fill_cores(const weft_plan *plan, int64_t *dimensions, int64_t *steps)
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

void host_cursor_run_direct(const weft_plan *plan, weft_kernel *kernel, const plan_piece *part,
                            const int64_t *dimensions, const int64_t *steps)
{
    host_cursor at;
    host_cursor_place(&at, plan, part->first_row, part->first_item);
    if (plan->rank == 1) {
        kernel(at.data, dimensions, steps, NULL);
        return;
    }
    for (int64_t row = part->first_row; row < part->row_end;) {
        weft_rows rows = {.count = host_cursor_count_rows(&at, plan, part->row_end - row),
                          .steps = plan->steps[1]};
        kernel(at.data, dimensions, steps, &rows);
        row += rows.count;
        if (row < part->row_end)
            host_cursor_leave_rows(&at, plan);
    }
}
