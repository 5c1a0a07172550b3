/* overlap.c: what may share memory with an output. The result of a call must equal the result on
 * copies: an output over an input goes through a temporary unless both are the same view and the
 * ufunc is elementwise; outputs over themselves or each other are refused. */
#include "overlap.h"
#include "array.h"
#include "call.h"
#include "diophantine.h"
#include "dtype.h"
#include "error.h"

/* The bytes that a view touches lie in [low, high). */
typedef struct byte_range {
    uintptr_t low, high;
} byte_range;

/* Empty for a view of no elements. */
static inline byte_range range_of(const weft_array *view)
{
    uintptr_t data = (uintptr_t)array_data(view);
    byte_range range = {data, data + dtype_table[view->dtype].size};
    for (int axis = 0; axis < view->rank; axis++)
        if (view->shape[axis] == 0) /* its steps may be any: no product of them is formed */
            return (byte_range){data, data};
    for (int axis = 0; axis < view->rank; axis++) {
        int64_t reach = (view->shape[axis] - 1) * view->steps[axis];
        if (reach < 0)
            range.low += (uintptr_t)reach;
        else
            range.high += (uintptr_t)reach;
    }
    return range;
}

static bool ranges_meet(byte_range a, byte_range b)
{
    return a.low < a.high && b.low < b.high && a.low < b.high && b.low < a.high;
}

/* Whether two views whose ranges meet share a byte; true where that cannot be decided cheaply. */
static bool views_meet(const weft_array *a, const weft_array *b)
{
    diophantine problem = {.count = 0};
    int64_t distance = (int64_t)((uintptr_t)array_data(a) - (uintptr_t)array_data(b));
    for (int axis = 0; axis < a->rank; axis++)
        diophantine_add(&problem, a->steps[axis], a->shape[axis]);
    for (int axis = 0; axis < b->rank; axis++)
        if (b->shape[axis] > 1) /* the step of another may have no negative */
            diophantine_add(&problem, -b->steps[axis], b->shape[axis]);
    diophantine_sort(&problem);
    return diophantine_solve(&problem, 1 - (int64_t)dtype_table[a->dtype].size - distance,
                             (int64_t)dtype_table[b->dtype].size - 1 - distance) !=
           DIOPHANTINE_NONE;
}

bool overlap_arrays_meet(const weft_array *a, const weft_array *b)
{
    return ranges_meet(range_of(a), range_of(b)) && views_meet(a, b);
}

bool overlap_is_within(const weft_array *view)
{
    int64_t size = dtype_table[view->dtype].size, least = INT64_MAX;
    int walked = 0;
    for (int axis = 0; axis < view->rank; axis++)
        if (view->shape[axis] == 0) /* its steps may be any: no negative of them is formed */
            return false;
    for (int axis = 0; axis < view->rank; axis++) {
        if (view->shape[axis] == 1)
            continue;
        int64_t step = view->steps[axis] < 0 ? -view->steps[axis] : view->steps[axis];
        walked++;
        least = step < least ? step : least;
    }
    if (walked == 0)
        return false;
    if (least < size)
        return true;
    if (walked == 1)
        return false;
    diophantine problem = {.count = 0};
    for (int axis = 0; axis < view->rank; axis++) { /* differences of two indices */
        int before = problem.count;
        diophantine_add(&problem, view->steps[axis], view->shape[axis]);
        if (view->shape[axis] > 1 && problem.count == before)
            return true; /* two axes with one step */
        if (problem.count > before) {
            problem.terms[before].high = view->shape[axis] - 1;
            problem.terms[before].low = 1 - view->shape[axis];
        }
    }
    diophantine_sort(&problem);
    return diophantine_solve_nonzero(&problem, 1 - size, size - 1) != DIOPHANTINE_NONE;
}

/* Whether two operands walk the same addresses in the same order, element for element. */
static bool is_same_view(const weft_plan *plan, int a, int b)
{
    if (plan->data[a] != plan->data[b])
        return false;
    for (int axis = 0; axis < plan->rank; axis++)
        if (plan->extents[axis] > 1 && plan->steps[axis][a] != plan->steps[axis][b])
            return false;
    return true;
}

/* Whether input i makes a temporary of the output necessary. Inputs that have one of their own were
 * read before anything is written. */
static bool input_meets(const call_state *call, int i, int output, byte_range range)
{
    const weft_array *input = call->given[i];
    if (!ranges_meet(range, range_of(input)))
        return false;
    if (call->ufunc->flags & WEFT_UFUNC_ELEMENTWISE && input->dtype == call->given[output]->dtype &&
        is_same_view(&call->plan, i, output))
        return false;
    return !stage_is_needed(call, i) && views_meet(input, call->given[output]);
}

/* Whether the mask is read once more behind the kernel, for an output that is copied back; those that
 * are not allocated yet may be. */
static bool mask_is_read_again(const call_state *call)
{
    for (int o = call->input_count; o < call->operand_count; o++)
        if ((call->overlapping | call->results) >> o & 1 || stage_is_needed(call, o))
            return true;
    return false;
}

/* Whether the mask must be copied because it lies over a given output: not where every item's byte
 * is read before that very item is written, and not again. */
static bool mask_meets(const call_state *call, int output)
{
    const weft_array *mask = call->given[call->operand_count], *array = call->given[output];
    if (!ranges_meet(range_of(array), range_of(mask)))
        return false;
    if (array->dtype == WEFT_BOOL && is_same_view(&call->plan, call->operand_count, output) &&
        !mask_is_read_again(call))
        return false;
    return views_meet(mask, array);
}

/* What must hold of one given output alone. */
static weft_status check_output(const call_state *call, int i, weft_error *error)
{
    const weft_array *output = call->given[i];
    if (output->rank == 0 || (output->rank == 1 && output->shape[0] <= 1) ||
        array_count(output) == 0)
        return WEFT_OK;
    for (int axis = 0; axis < output->rank; axis++)
        if (output->shape[axis] > 1 && output->steps[axis] == 0)
            return error_set_at(error, WEFT_ERROR_OVERLAP, i, call_axis(call, i, axis),
                                "%s: operand %d (%s) is an output with step 0 along axis %d of "
                                "size %lld",
                                call->ufunc->name, i, call_operand_name(call, i),
                                call_axis(call, i, axis), (long long)output->shape[axis]);
    if (overlap_is_within(output))
        return error_set_at(error, WEFT_ERROR_OVERLAP, i, -1,
                            "%s: operand %d (%s) is an output whose elements share memory",
                            call->ufunc->name, i, call_operand_name(call, i));
    return WEFT_OK;
}

weft_status overlap_check(call_state *call, weft_error *error)
{
    for (int o = call->input_count; o < call->operand_count; o++) {
        if (call->results >> o & 1)
            continue;
        weft_status status = check_output(call, o, error);
        if (status)
            return status;
        byte_range range = range_of(call->given[o]);
        for (int other = call->input_count; other < o; other++)
            if (!(call->results >> other & 1) && ranges_meet(range, range_of(call->given[other])) &&
                views_meet(call->given[o], call->given[other]))
                return error_set_at(
                    error, WEFT_ERROR_OVERLAP, o, -1,
                    "%s: operands %d (%s) and %d (%s) are outputs that share memory",
                    call->ufunc->name, other, call_operand_name(call, other), o,
                    call_operand_name(call, o));
        for (int i = 0; i < call->input_count; i++)
            if (input_meets(call, i, o, range)) {
                call->overlapping |= 1u << o;
                break;
            }
    }
    for (int o = call->input_count; plan_is_masked(&call->plan) && o < call->operand_count; o++)
        if (!(call->results >> o & 1) && mask_meets(call, o))
            call->overlapping |= 1u << call->operand_count;
    return WEFT_OK;
}
