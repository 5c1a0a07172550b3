/* overlap.c: what may share memory with an output. The result of a call must equal the result on
 * copies: an output over an input goes through a temporary unless both are the same view and the
 * ufunc is elementwise, or a transform that is computed so; outputs over themselves or each other
 * are refused. */
#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/error.h"
#include "call.h"

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

/* Whether the same of core blocks. */
static bool is_same_block(const weft_plan *plan, int a, int b)
{
    const weft_operand *block = &plan->ufunc->operands[a];
    for (int axis = 0; axis < block->core_rank; axis++)
        if (plan->sizes[block->dimensions[axis]] > 1 &&
            plan->core_steps[a][axis] != plan->core_steps[b][axis])
            return false;
    return true;
}

/* Whether items are transformed by what reads all of one before it writes to it. */
static bool is_transformed(const call_state *call, int i, int output)
{
    const weft_transform *what = call->ufunc->transform;
    const weft_backend *backend = call->place.backend;
    return what && what->kind == WEFT_TRANSFORM_COMPLEX && i == 0 &&
           !call->options.floating_flags && backend->transforms_in_place &&
           backend->transforms_in_place(&call->plan) && is_same_block(&call->plan, i, output);
}

/* Whether an input is walked as the output is, and each item is read before it is written. */
static bool is_walked_along(const call_state *call, int i, int output)
{
    return (call->ufunc->flags & WEFT_UFUNC_ELEMENTWISE || is_transformed(call, i, output)) &&
           call->set.given[i]->dtype == call->set.given[output]->dtype &&
           is_same_view(&call->plan, i, output);
}

/* Whether input i makes a temporary of the output necessary. Inputs that have one of their own were
 * read before anything is written. */
static bool input_meets(const call_state *call, int i, int output, byte_range range)
{
    const weft_array *input = call->set.given[i];
    return sharing_ranges_meet(range, sharing_range(input)) && !is_walked_along(call, i, output) &&
           !stage_is_needed(call, i) && sharing_views_meet(input, call->set.given[output]);
}

/* Whether the mask is read once more behind the kernel, for an output that is copied back; those
 * that are not allocated yet may be. */
static bool mask_is_read_again(const call_state *call)
{
    for (int o = call->input_count; o < call->operand_count; o++)
        if ((call->overlapping | call->set.results) >> o & 1 || stage_is_needed(call, o))
            return true;
    return false;
}

/* Whether the mask must be copied because it lies over a given output: not where every item's byte
 * is read before that very item is written, and not again. */
static bool mask_meets(const call_state *call, int output)
{
    const weft_array *mask = call->set.given[call->operand_count], *array = call->set.given[output];
    if (!sharing_ranges_meet(sharing_range(array), sharing_range(mask)))
        return false;
    if (array->dtype == WEFT_BOOL && is_same_view(&call->plan, call->operand_count, output) &&
        !mask_is_read_again(call))
        return false;
    return sharing_views_meet(mask, array);
}

/* What must hold of one given output alone. */
static weft_status check_output(const call_state *call, int i, weft_error *error)
{
    const weft_array *output = call->set.given[i];
    if (output->rank == 0 || (output->rank == 1 && output->shape[0] <= 1) ||
        array_count(output) == 0)
        return WEFT_OK;
    for (int axis = 0; axis < output->rank; axis++)
        if (output->shape[axis] > 1 && output->steps[axis] == 0)
            return error_set_at(error, WEFT_ERROR_OVERLAP, i, operand_axis(&call->set, i, axis),
                                "%s: operand %d (%s) is an output with step 0 along axis %d of "
                                "size %lld",
                                call->ufunc->name, i, operand_name(call->ufunc, i),
                                operand_axis(&call->set, i, axis), (long long)output->shape[axis]);
    if (sharing_is_within(output))
        return error_set_at(error, WEFT_ERROR_OVERLAP, i, -1,
                            "%s: operand %d (%s) is an output whose elements share memory",
                            call->ufunc->name, i, operand_name(call->ufunc, i));
    return WEFT_OK;
}

weft_status overlap_check(call_state *call, weft_error *error)
{
    for (int o = call->input_count; o < call->operand_count; o++) {
        if (call->set.results >> o & 1)
            continue;
        weft_status status = check_output(call, o, error);
        if (status)
            return status;
        byte_range range = sharing_range(call->set.given[o]);
        for (int other = call->input_count; other < o; other++)
            if (!(call->set.results >> other & 1) &&
                sharing_ranges_meet(range, sharing_range(call->set.given[other])) &&
                sharing_views_meet(call->set.given[o], call->set.given[other]))
                return error_set_at(
                    error, WEFT_ERROR_OVERLAP, o, -1,
                    "%s: operands %d (%s) and %d (%s) are outputs that share memory",
                    call->ufunc->name, other, operand_name(call->ufunc, other), o,
                    operand_name(call->ufunc, o));
        for (int i = 0; i < call->input_count; i++)
            if (input_meets(call, i, o, range)) {
                call->overlapping |= 1u << o;
                break;
            }
    }
    for (int o = call->input_count; plan_is_masked(&call->plan) && o < call->operand_count; o++)
        if (!(call->set.results >> o & 1) && mask_meets(call, o))
            call->overlapping |= 1u << call->operand_count;
    return WEFT_OK;
}

/* Whether a part that writes this output may do so before another reads what it has of an operand.
 */
static bool is_independent(const call_state *call, int output, int operand)
{
    const weft_array *written = call->set.given[output], *read = call->set.given[operand];
    return !sharing_ranges_meet(sharing_range(written), sharing_range(read)) ||
           (operand < call->input_count && is_walked_along(call, operand, output)) ||
           !sharing_views_meet(written, read);
}

bool overlap_parts_are_independent(const call_state *call)
{
    for (int o = call->input_count; o < call->operand_count; o++)
        for (int i = 0; i < call->set.count && operand_is_given(&call->set, o); i++)
            if ((i < call->input_count || i == call->operand_count) && !is_independent(call, o, i))
                return false;
    return true;
}
