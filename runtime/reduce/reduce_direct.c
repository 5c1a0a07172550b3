/* reduce_direct.c: the steps of a reduction in one pass, where there is nothing to decide. What is
 * otherwise is left to them, errors included. */
#include "reduce_direct.h"

#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/dtype.h"
#include "base/options.h"
#include "call/direct/exact.h"
#include "call/fit.h"
#include "call/target/target.h"
#include "host/run/serial.h"
#include "plan/make.h"
#include "plan/trace.h"
#include "reduce/fold/fold.h"
#include "reduction.h"

/* What is looked at: so small that no sum or product overflows. Up to MOST_WEIGHED the bytes have
 * no say in where it runs. */
enum { MOST_RANK = 4, MOST_ELEMENTS = 1 << 20, MOST_WEIGHED = 4096 };
#define FARTHEST (INT64_C(1) << 40)

/* Whether an array is what folds read and write as it lies. */
static bool is_plain(const weft_array *array, unsigned flags)
{
    int64_t count = 1;
    if (!array || !dtype_is_valid(array->dtype) || array->flags & ~flags || array->device != 0 ||
        !array->data || (uint32_t)array->rank > MOST_RANK)
        return false;
    for (int axis = 0; axis < array->rank; axis++) {
        const int64_t extent = array->shape[axis], step = array->steps[axis];
        if (extent < 1 || extent > MOST_ELEMENTS || (count *= extent) > MOST_ELEMENTS ||
            step > FARTHEST || step < -FARTHEST)
            return false;
    }
    return true;
}

/* The axis that is reduced, where it is the only one and nothing else is asked for; else -1. */
static int find_axis(const weft_reduction *how, int rank)
{
    if (!how)
        return rank > 0 ? 0 : -1;
    if ((how->size != 0 && how->size != sizeof *how) || how->keepdims || how->initial || how->where)
        return -1;
    if (how->all)
        return rank == 1 && !how->axes && how->axis_count == 0 ? 0 : -1;
    if (!how->axes)
        return rank > 0 && how->axis_count == 0 ? 0 : -1;
    if (how->axis_count != 1)
        return -1;
    const int axis = how->axes[0] < 0 ? how->axes[0] + rank : how->axes[0];
    return axis < rank ? axis : -1;
}

/* The operand with the reduced axis last; false where the result has not the shape of the others.
 */
static bool arrange(const weft_array *operand, int reduced, const weft_array *result,
                    weft_array *arranged)
{
    const int last = operand->rank - 1;
    if (result->rank != last)
        return false;
    arranged->data = operand->data;
    arranged->dtype = operand->dtype;
    arranged->flags = 0;
    arranged->rank = operand->rank;
    arranged->shape[last] = operand->shape[reduced];
    arranged->steps[last] = operand->steps[reduced];
    for (int axis = 0; axis < last; axis++) {
        const int own = axis + (axis >= reduced);
        if (operand->shape[own] != result->shape[axis])
            return false;
        arranged->shape[axis] = operand->shape[own];
        arranged->steps[axis] = operand->steps[own];
    }
    return true;
}

/* The loop that folds in the result's dtype, its own. */
static const weft_loop *find_loop(const weft_ufunc *ufunc, uint8_t operand, uint8_t result)
{
    const weft_loop *loop = operand == result ? exact_find(ufunc, (uint8_t[]){operand, operand}, 2)
                                              : reduction_find_loop(ufunc, operand, result);
    const bool is_wider = dtype_table[result].value != result && ufunc->flags & WEFT_UFUNC_WIDENING;
    return loop && loop->dtypes[2] == result && !is_wider &&
                   !fit_is_open(operand, loop->dtypes[1], WEFT_CASTING_DEFAULT)
               ? loop
               : NULL;
}

/* Where it runs, on a host; NULL where there is something to decide: of many elements bytes have a
 * say, but for where cpu is seen at once or parallel asked for. */
static const weft_place *find_place(const weft_ufunc *ufunc, const weft_loop *loop,
                                    const weft_array *operand, const weft_options *options,
                                    weft_place *on_parallel)
{
    static const weft_place on_cpu = {.backend = &backend_cpu};
    const weft_target target = options_target(options);
    weft_plan plan;
    plan_begin(&plan, ufunc, loop, NULL, 0, NULL);
    plan.item_count = array_count(operand);
    if (plan.item_count > MOST_WEIGHED ? target_sees_cpu(ufunc, loop, plan.item_count, target)
                                       : target_takes_cpu(&plan, target))
        return &on_cpu;
    if (target_named(target) != WEFT_PARALLEL)
        return NULL;
    *on_parallel =
        (weft_place){.backend = &backend_parallel, .threads = options ? options->threads : 0};
    return on_parallel;
}

bool reduce_direct(const weft_ufunc *ufunc, const weft_array *operand, const weft_array *result,
                   const weft_reduction *how, const weft_options *options)
{
    const uint32_t wanted = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_REORDERABLE;
    if (!ufunc || ufunc->reducer || serial_is(ufunc) || (ufunc->flags & wanted) != wanted ||
        ufunc->kept_outputs || ufunc->flags & WEFT_UFUNC_INDEXED || ufunc->input_count != 2 ||
        ufunc->output_count != 1 || (options && !options_are_default(options)) ||
        !is_plain(operand, WEFT_ARRAY_OWNED | WEFT_ARRAY_READONLY) ||
        !is_plain(result, WEFT_ARRAY_OWNED) || sharing_is_within(result) ||
        sharing_arrays_meet(result, operand) || trace_asked())
        return false;
    const int axis = find_axis(how, operand->rank);
    const weft_loop *loop = find_loop(ufunc, operand->dtype, result->dtype);
    weft_array arranged;
    weft_place on_parallel;
    fold_view view;
    fold_job job;
    if (axis < 0 || !loop || !arrange(operand, axis, result, &arranged))
        return false;
    const weft_place *place = find_place(ufunc, loop, operand, options, &on_parallel);
    return place && !fold_prepare(&job, ufunc, loop, place, NULL) &&
           fold_view_make(&view, &arranged, operand->rank - 1, result) &&
           !fold_tree(&job, &view, NULL);
}
