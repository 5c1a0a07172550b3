/* broadcast.c: one loop shape and one set of core sizes for all operands. */
#include "arrays/array.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"
#include "call.h"

/* A core size that no operand has bound yet. */
enum { UNBOUND = -1 };

/* Loop axes of an operand. */
static int loop_rank(const call_state *call, int operand)
{
    if (operand == call->operand_count) /* the mask */
        return call->given[operand]->rank;
    return call->given[operand]->rank - call->ufunc->operands[operand].core_rank;
}

static bool is_given(const call_state *call, int operand)
{
    return !(call->results >> operand & 1);
}

/* The message for two operands that bind one dimension to different sizes. */
static weft_status core_conflict(const call_state *call, int operand, int axis, unsigned dimension,
                                 int64_t size, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    const char *name = ufunc->dimensions[dimension].name;
    const int shown = call_axis(call, operand, axis);
    for (int i = 0; i < operand; i++) {
        for (int k = 0; is_given(call, i) && k < ufunc->operands[i].core_rank; k++) {
            if (ufunc->operands[i].dimensions[k] != dimension)
                continue;
            return error_set_at(error, WEFT_ERROR_SHAPE, operand, shown,
                                "%s: dimension %s is %lld in operand %d (%s), axis %d, but %lld in "
                                "operand %d (%s), axis %d",
                                ufunc->name, name, (long long)call->plan.sizes[dimension], i,
                                call_operand_name(call, i),
                                call_axis(call, i, loop_rank(call, i) + k), (long long)size,
                                operand, call_operand_name(call, operand), shown);
        }
    }
    return error_set_at(error, WEFT_ERROR_SHAPE, operand, shown,
                        "%s: dimension %s is %lld, but operand %d (%s) has size %lld along axis %d",
                        ufunc->name, name, (long long)call->plan.sizes[dimension], operand,
                        call_operand_name(call, operand), (long long)size, shown);
}

/* Binds the named dimensions of one operand's core axes and compares all that are bound. */
static weft_status bind_operand(call_state *call, int operand, weft_error *error)
{
    const weft_operand *layout = &call->ufunc->operands[operand];
    const weft_array *array = call->given[operand];
    int first = array->rank - layout->core_rank;
    if (first < 0)
        return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                            "%s: operand %d (%s) has rank %d, but the layout %s needs at least %d "
                            "there",
                            call->ufunc->name, operand, call_operand_name(call, operand),
                            (int)array->rank, call->ufunc->layout, layout->core_rank);
    for (int k = 0; k < layout->core_rank; k++) {
        unsigned dimension = layout->dimensions[k];
        int64_t size = array->shape[first + k], *bound = &call->plan.sizes[dimension];
        if (*bound == UNBOUND)
            *bound = size;
        else if (*bound != size)
            return core_conflict(call, operand, first + k, dimension, size, error);
    }
    return WEFT_OK;
}

/* The value of a computed dimension, from named ones that are bound. */
static weft_status compute_size(const call_state *call, unsigned dimension, int64_t *size,
                                weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    const weft_dimension *formula = &ufunc->dimensions[dimension];
    bool fits = true;
    *size = formula->constant;
    for (unsigned d = 0; d < ufunc->dimension_count; d++) {
        int64_t term;
        if (formula->coefficients[d] != 0)
            fits = fits && checked_multiply(formula->coefficients[d], call->plan.sizes[d], &term) &&
                   checked_add(*size, term, size);
    }
    if (!fits)
        return error_set(error, WEFT_ERROR_SHAPE, "%s: dimension %s does not fit int64",
                         ufunc->name, formula->name);
    if (*size < 0)
        return error_set(error, WEFT_ERROR_SHAPE, "%s: dimension %s would be %lld", ufunc->name,
                         formula->name, (long long)*size);
    return WEFT_OK;
}

/* Whether every named dimension is bound, and every size within what the C parameter holds. */
static weft_status check_sizes(const call_state *call, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    for (unsigned d = 0; d < ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &ufunc->dimensions[d];
        int64_t size = call->plan.sizes[d];
        if (size == UNBOUND && dimension->kind != WEFT_DIMENSION_COMPUTED)
            return error_set(error, WEFT_ERROR_SHAPE,
                             "%s: no input has dimension %s of the layout %s, so the output that "
                             "has it must be given",
                             ufunc->name, dimension->name, ufunc->layout);
        if (dimension->limit > 0 && size > dimension->limit)
            return error_set(error, WEFT_ERROR_SHAPE,
                             "%s: dimension %s is %lld, but its size parameter holds at most %lld",
                             ufunc->name, dimension->name, (long long)size,
                             (long long)dimension->limit);
    }
    return WEFT_OK;
}

/* All core sizes: fixed ones first, then inputs, given outputs, computed ones. */
static weft_status bind_core(call_state *call, weft_error *error)
{
    const weft_ufunc *ufunc = call->ufunc;
    weft_status status = WEFT_OK;
    for (unsigned d = 0; d < ufunc->dimension_count; d++)
        call->plan.sizes[d] = ufunc->dimensions[d].kind == WEFT_DIMENSION_FIXED
                                  ? ufunc->dimensions[d].constant
                                  : UNBOUND;
    for (int i = 0; i < call->operand_count && !status; i++)
        if (is_given(call, i))
            status = bind_operand(call, i, error);
    if (!status)
        status = check_sizes(call, error);
    for (unsigned d = 0; d < ufunc->dimension_count && !status; d++) {
        int64_t size;
        if (ufunc->dimensions[d].kind != WEFT_DIMENSION_COMPUTED)
            continue;
        status = compute_size(call, d, &size, error);
        if (status)
            break;
        int64_t given = call->plan.sizes[d]; /* a given output's size, if any */
        call->plan.sizes[d] = size;
        if (given == UNBOUND || given == size)
            status = check_sizes(call, error);
        else
            for (int i = call->input_count; i < call->operand_count && !status; i++)
                if (is_given(call, i))
                    status = bind_operand(call, i, error);
    }
    return status;
}

/* The message for loop shapes that do not go together: all of them. */
static weft_status loop_conflict(const call_state *call, int operand, int axis, weft_error *error)
{
    error_text shapes = {0, ""};
    for (int i = 0; i < call->plan.operand_count; i++) {
        if (!is_given(call, i))
            continue;
        error_append(&shapes, "%s%s ", i ? ", " : "", call_operand_name(call, i));
        error_append_shape(&shapes, loop_rank(call, i), call->given[i]->shape);
    }
    return error_set_at(
        error, WEFT_ERROR_SHAPE, operand, call_axis(call, operand, axis),
        "%s: loop shapes do not broadcast: operand %d (%s) has size %lld along "
        "axis %d where others need %lld; the loop shapes are %s",
        call->ufunc->name, operand, call_operand_name(call, operand),
        (long long)call->given[operand]->shape[axis], call_axis(call, operand, axis),
        (long long)call->plan.extents[loop_rank(call, operand) - 1 - axis], shapes.text);
}

/* The message for a given output that would have to be broadcast. */
static weft_status output_conflict(const call_state *call, int operand, weft_error *error)
{
    const weft_plan *plan = &call->plan;
    int64_t shape[WEFT_MAX_RANK];
    error_text loop = {0, ""}, own = {0, ""};
    for (int axis = 0; axis < plan->rank; axis++)
        shape[axis] = plan->extents[plan->rank - 1 - axis];
    error_append_shape(&loop, plan->rank, shape);
    error_append_shape(&own, loop_rank(call, operand), call->given[operand]->shape);
    return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                        "%s: operand %d (%s) is an output with loop shape %s, but the operands "
                        "broadcast to %s; an output is not broadcast",
                        call->ufunc->name, operand, call_operand_name(call, operand), own.text,
                        loop.text);
}

/* The loop's extents, innermost first. Size 0 against n ≠ 1 is a conflict like any other. */
static weft_status bind_extents(call_state *call, weft_error *error)
{
    const weft_operand *layouts = call->ufunc->operands;
    weft_array *const *given = call->given;
    int64_t *extents = call->plan.extents;
    const uint32_t results = call->results;
    const int count = call->operand_count, all = call->plan.operand_count;
    int loop = 0;
    for (int i = 0; i < all; i++) {
        if (results >> i & 1)
            continue;
        int rank = given[i]->rank - (i < count ? layouts[i].core_rank : 0);
        const int64_t *innermost = given[i]->shape + rank - 1;
        while (loop < rank)
            extents[loop++] = 1;
        for (int axis = 0; axis < rank; axis++) {
            int64_t size = innermost[-axis];
            if (size == extents[axis] || size == 1)
                continue;
            if (extents[axis] != 1)
                return loop_conflict(call, i, rank - 1 - axis, error);
            extents[axis] = size;
        }
    }
    call->plan.rank = loop;
    return WEFT_OK;
}

/* The loop's shape, which given outputs must have exactly. */
static weft_status bind_loop(call_state *call, weft_error *error)
{
    weft_plan *plan = &call->plan;
    weft_status status = bind_extents(call, error);
    if (status)
        return status;
    for (int i = call->input_count; i < call->operand_count; i++) {
        if (!is_given(call, i))
            continue;
        const int64_t *shape = call->given[i]->shape;
        bool same = loop_rank(call, i) == plan->rank;
        for (int axis = 0; same && axis < plan->rank; axis++)
            same = shape[plan->rank - 1 - axis] == plan->extents[axis];
        if (!same)
            return output_conflict(call, i, error);
    }
    if (!checked_product(plan->extents, plan->rank, &plan->item_count))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the operands broadcast to more items than int64 counts",
                         call->ufunc->name);
    return WEFT_OK;
}

static inline void point_at(call_state *call, int operand, const weft_array *view, int core_rank)
{
    weft_plan *plan = &call->plan;
    int rank = view->rank - core_rank, loop = plan->rank;
    call->views[operand] = view;
    plan->data[operand] = array_data(view);
    for (int axis = 0; axis < rank; axis++) {
        int own = rank - 1 - axis;
        plan->steps[axis][operand] = view->shape[own] != 1 ? view->steps[own] : 0;
    }
    for (int axis = rank; axis < loop; axis++)
        plan->steps[axis][operand] = 0;
    for (int k = 0; k < core_rank; k++)
        plan->core_steps[operand][k] = view->shape[rank + k] != 1 ? view->steps[rank + k] : 0;
}

void broadcast_view(call_state *call, int operand, const weft_array *view)
{
    bool is_mask = operand == call->operand_count;
    point_at(call, operand, view, is_mask ? 0 : call->ufunc->operands[operand].core_rank);
}

weft_status broadcast_operands(call_state *call, weft_error *error)
{
    weft_status status = WEFT_OK;
    if (!(call->ufunc->flags & WEFT_UFUNC_ELEMENTWISE))
        status = bind_core(call, error);
    if (!status)
        status = bind_loop(call, error);
    if (status)
        return status;
    for (int i = 0; i < call->operand_count; i++)
        if (is_given(call, i))
            point_at(call, i, call->given[i], call->ufunc->operands[i].core_rank);
    if (plan_is_masked(&call->plan))
        broadcast_view(call, call->operand_count, call->given[call->operand_count]);
    return WEFT_OK;
}
