/* direct_core.c: cores of calls with nothing to decide. */
#include "arrays/array.h"
#include "base/dtype.h"
#include "direct_plan.h"

/* Of an operand: more, and longer ones, are left to the steps of a call. */
enum { MOST_AXES = 3, MOST_SIZE = 1 << 16 };

/* Binds the sizes of one operand's core axes, and takes its steps and the range of its block; the
 * steps' bits tell of its alignment. */
static bool take_block(direct_plan *to, int operand, byte_range *range, uint64_t *bits)
{
    const weft_operand *layout = &to->ufunc->operands[operand];
    const weft_array *array = to->operands[operand];
    const int core_rank = layout->core_rank, first = array->rank - core_rank;
    const bool is_output = operand >= to->ufunc->input_count;
    int64_t *const steps = to->plan.core_steps[operand], reach = dtype_table[array->dtype].size;
    if (core_rank > MOST_AXES || first < 0)
        return false;
    for (int k = core_rank - 1; k >= 0; k--) {
        int64_t *const bound = &to->plan.sizes[layout->dimensions[k]];
        const int64_t size = array->shape[first + k], step = array->steps[first + k];
        if ((uint64_t)size - 1 >= MOST_SIZE || (*bound && *bound != size))
            return false;
        *bound = size;
        steps[k] = 0;
        if (size == 1)
            continue;
        if (step < (is_output ? reach : 0) || step >= DIRECT_FARTHEST)
            return false;
        steps[k] = step;
        reach += (size - 1) * step;
        *bits |= (uint64_t)step;
    }
    const uintptr_t data = (uintptr_t)to->plan.data[operand];
    *range = (byte_range){data, data + (uintptr_t)reach};
    return true;
}

/* Whether all sizes are bound to what kernels take. */
static bool are_bound(const weft_plan *plan)
{
    for (int d = 0; d < plan->ufunc->dimension_count; d++) {
        const int64_t limit = plan->ufunc->dimensions[d].limit;
        if (!plan->sizes[d] || (limit > 0 && plan->sizes[d] > limit))
            return false;
    }
    return true;
}

bool direct_take_cores(direct_plan *to, byte_range *ranges)
{
    const weft_ufunc *ufunc = to->ufunc;
    for (int d = 0; d < ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &ufunc->dimensions[d];
        const bool is_fixed = dimension->kind == WEFT_DIMENSION_FIXED;
        if (dimension->kind == WEFT_DIMENSION_COMPUTED || (is_fixed && dimension->constant < 1))
            return false;
        to->plan.sizes[d] = is_fixed ? dimension->constant : 0;
    }
    for (int i = 0; i < to->plan.operand_count; i++) {
        const weft_array *array = to->operands[i];
        uint64_t bits = (uint64_t)(uintptr_t)to->plan.data[i];
        if (array->dtype == WEFT_BOOL || !take_block(to, i, &ranges[i], &bits))
            return false;
        for (int axis = 0; axis < array->rank - ufunc->operands[i].core_rank; axis++)
            bits |= array->shape[axis] > 1 ? (uint64_t)array->steps[axis] : 0;
        if (bits & (dtype_table[array->dtype].part - 1u))
            return false;
    }
    return are_bound(&to->plan);
}
