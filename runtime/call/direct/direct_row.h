/* direct_row.h: short calls whose results lie in a row: in C order without gaps, or along one axis.
 * They are one call of the kernel, and need no plan, where inputs lie so, too, or are one element
 * for all items; where they do not, a few rows are. Inline, for the counts of operands are
 * constants where it is included. */
#ifndef WEFT_DIRECT_ROW_H
#define WEFT_DIRECT_ROW_H

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/odometer.h"
#include "call/target/target.h"
#include "direct_plan.h"
#include "exact.h"
#include "plan/isa.h"
#include "plan/trace.h"

enum { ROW_MOST_OPERANDS = 3 };

/* A value on the stack; what the counts do not name is never written. */
typedef struct direct_row {
    const weft_loop *loop;
    int64_t count;
    bool scattered; /* inputs: the steps are of no use */
    char *data[ROW_MOST_OPERANDS];
    int64_t steps[ROW_MOST_OPERANDS]; /* at first bytes of an element, as of one item */
    int64_t sizes[ROW_MOST_OPERANDS]; /* of more than one: bytes of an element */
} direct_row;

/* Whether the operands are plain arrays on the host with the dtypes of a loop that was asked for
 * before. */
static DIRECT_INLINE bool row_take_operands(direct_row *row, const weft_ufunc *ufunc,
                                            weft_array *const *operands, int input_count)
{
    const int count = input_count + 1;
    uint64_t excess = 0;
    for (int i = 0; i < count; i++) {
        const weft_array *array = operands[i];
        if (!array || !array->data)
            return false;
        excess |= direct_excess(array, i < input_count ? &direct_input : &direct_result);
        row->data[i] = array->data;
    }
    const weft_loop *loop = row->loop = exact_known(ufunc, operands[0]->dtype);
    if (excess || !loop || loop->kernel_dtypes != loop->dtypes)
        return false;
    for (int i = 0; i < count; i++) {
        if (loop->dtypes[i] != operands[i]->dtype)
            return false;
        row->steps[i] = dtype_table[operands[i]->dtype].size;
    }
    return true;
}

/* Whether there is one item, of operands of one rank, no axis or one; and takes it: the most
 * frequent call. */
static DIRECT_INLINE bool row_take_one(direct_row *row, weft_array *const *operands,
                                       int input_count)
{
    const weft_array *result = operands[input_count];
    const uintptr_t to = (uintptr_t)row->data[input_count];
    if (result->rank > 1 || (result->rank == 1 && result->shape[0] != 1))
        return false;
    for (int i = 0; i < input_count; i++) {
        const uintptr_t from = (uintptr_t)row->data[i];
        if (operands[i]->rank != result->rank ||
            (result->rank == 1 && operands[i]->shape[0] != 1) ||
            (to - from < (uintptr_t)row->steps[i] &&
             (to != from || row->loop->dtypes[i] != result->dtype)) ||
            (from - to < (uintptr_t)row->steps[input_count] && to != from))
            return false;
    }
    row->count = 1;
    row->scattered = false;
    return true;
}

/* Counts the items, and takes the result's step; false where they are not few, or it lies
 * otherwise. */
static DIRECT_INLINE bool row_take_result(direct_row *row, const weft_array *result, int last)
{
    const int64_t size = row->sizes[last];
    row->count = 1;
    row->steps[last] = size;
    if (result->rank == 1) {
        row->count = result->shape[0];
        if (row->count != 1)
            row->steps[last] = result->steps[0];
        return (uint64_t)row->count - 1 < DIRECT_MOST_ITEMS && row->steps[last] >= size &&
               row->steps[last] < DIRECT_FARTHEST;
    }
    for (int axis = result->rank - 1; axis >= 0; axis--) {
        const int64_t extent = result->shape[axis];
        if ((uint64_t)extent - 1 >= DIRECT_MOST_ITEMS ||
            (extent > 1 && result->steps[axis] != row->count * size))
            return false;
        row->count *= extent;
        if (row->count > DIRECT_MOST_ITEMS)
            return false;
    }
    return true;
}

/* Takes the step of an input that lies in a row as the result does, or is one element; false where
 * it does not. */
static DIRECT_INLINE bool row_take_input(direct_row *row, const weft_array *input,
                                         const weft_array *result, int i)
{
    int64_t expected = row->sizes[i];
    row->steps[i] = expected;
    if (input->rank != result->rank) {
        if (row->count != 1)
            row->steps[i] = 0;
        return input->rank == 0;
    }
    if (result->rank == 1) {
        const int64_t extent = input->shape[0];
        if (extent != 1)
            row->steps[i] = input->steps[0];
        else if (row->count != 1)
            row->steps[i] = 0;
        return (extent == row->count || extent == 1) && (uint64_t)row->steps[i] < DIRECT_FARTHEST;
    }
    for (int axis = result->rank - 1; axis >= 0; axis--) {
        const int64_t extent = result->shape[axis];
        if (input->shape[axis] != extent || (extent > 1 && input->steps[axis] != expected))
            return false;
        expected *= extent;
    }
    return true;
}

/* Whether the result is disjoint from an input, or each of its elements is the input's of the same
 * item. */
static DIRECT_INLINE bool row_is_independent(const direct_row *row, int input, int last)
{
    const int64_t before = row->count - 1;
    const uintptr_t from = (uintptr_t)row->data[input], to = (uintptr_t)row->data[last];
    return to - from >= (uintptr_t)(before * row->steps[input] + row->sizes[input])
               ? from - to >= (uintptr_t)(before * row->steps[last] + row->sizes[last])
               : from == to && row->steps[input] == row->steps[last] &&
                     row->loop->dtypes[input] == row->loop->dtypes[last];
}

/* The loop axes of scattered inputs, innermost first. */
typedef struct row_axes {
    int rank;
    int64_t extents[DIRECT_MOST_RANK];
    int64_t steps[DIRECT_MOST_RANK][ROW_MOST_OPERANDS];
} row_axes;

/* Takes the axes: those of size 1 are dropped, and neighbours merged. False where an input is not
 * broadcast, goes too far, or shares memory with the result. */
static DIRECT_INLINE bool row_take_axes(row_axes *to, const direct_row *row,
                                        weft_array *const *operands, int input_count)
{
    const weft_array *result = operands[input_count];
    const uintptr_t low = (uintptr_t)row->data[input_count];
    const uintptr_t high =
        low + (uintptr_t)((row->count - 1) * row->steps[input_count] + row->sizes[input_count]);
    int64_t ends[ROW_MOST_OPERANDS] = {0};
    byte_range ranges[ROW_MOST_OPERANDS];
    uint64_t bits = 0;
    for (int i = 0; i < input_count; i++) {
        if (operands[i]->rank > result->rank)
            return false;
        ranges[i].low = (uintptr_t)row->data[i];
        ranges[i].high = ranges[i].low + (uintptr_t)row->sizes[i];
    }
    to->rank = 0;
    for (int axis = result->rank - 1; axis >= 0; axis--) {
        const int64_t extent = result->shape[axis];
        int64_t *const steps = to->steps[to->rank];
        bool goes_on = to->rank > 0;
        for (int i = 0; i < input_count; i++) {
            const int own = axis - (result->rank - operands[i]->rank);
            const int64_t size = own >= 0 ? operands[i]->shape[own] : 1;
            const int64_t step = size == extent && own >= 0 ? operands[i]->steps[own] : 0;
            if (size != extent && size != 1)
                return false;
            if (extent == 1)
                continue;
            const int64_t reach = (int64_t)((uint64_t)(extent - 1) * (uint64_t)step);
            bits |= (uint64_t)step + DIRECT_FARTHEST;
            ranges[i].low += (uintptr_t)(reach & reach >> 63);
            ranges[i].high += (uintptr_t)(reach & ~(reach >> 63));
            goes_on = goes_on && step == ends[i];
            ends[i] = (int64_t)((uint64_t)extent * (uint64_t)step);
            steps[i] = step;
        }
        if (extent == 1)
            continue;
        steps[input_count] = result->steps[axis];
        if (goes_on)
            to->extents[to->rank - 1] *= extent;
        else
            to->extents[to->rank++] = extent;
    }
    for (int i = 0; i < input_count; i++)
        if (ranges[i].low < high && low < ranges[i].high)
            return false;
    return bits < 2 * (uint64_t)DIRECT_FARTHEST;
}

/* Calls the kernel for all rows of scattered inputs: of so few, nothing but their order is worth a
 * thought. */
static DIRECT_INLINE bool row_run_axes(direct_row *row, weft_kernel *kernel,
                                       weft_array *const *operands, int input_count)
{
    row_axes axes;
    int64_t index[DIRECT_MOST_RANK] = {0};
    if (!row_take_axes(&axes, row, operands, input_count))
        return false;
    if (axes.rank < 2) {
        kernel(row->data, &row->count, axes.rank ? axes.steps[0] : row->steps, NULL);
        return true;
    }
    const weft_rows rows = {.count = axes.extents[1], .steps = axes.steps[1]};
    do
        kernel(row->data, axes.extents, axes.steps[0], &rows);
    while (odometer_climb(index, axes.extents, axes.steps[0], ROW_MOST_OPERANDS, 2, axes.rank,
                          input_count + 1, row->data));
    return true;
}

/* Counts the items of other rows, and takes the steps; false where there is no row. */
static DIRECT_INLINE bool row_find_steps(direct_row *row, weft_array *const *operands,
                                         int input_count)
{
    const weft_array *result = operands[input_count];
    for (int i = 0; i <= input_count; i++)
        row->sizes[i] = row->steps[i];
    if (!row_take_result(row, result, input_count))
        return false;
    row->scattered = false;
    for (int i = 0; i < input_count; i++)
        if (!row_take_input(row, operands[i], result, i) ||
            !row_is_independent(row, i, input_count))
            row->scattered = true;
    return !row->scattered || row->count <= DIRECT_MOST_OF_ROWS;
}

#endif
