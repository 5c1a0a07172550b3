/* broadcast.c: one loop shape and one set of core sizes for all operands. */
#include "broadcast.h"
#include "arrays/array.h"
#include "base/checked.h"
#include "base/dtype.h"
#include "base/error.h"

/* A core size that no operand has bound yet. */
enum { UNBOUND = -1 };

/* Loop axes of an operand. */
static int loop_rank(const operand_set *set, const weft_plan *plan, int operand)
{
    return set->given[operand]->rank - plan_core_rank(plan->ufunc, operand);
}

/* The message for two operands that bind one dimension to different sizes. */
static weft_status core_conflict(const operand_set *set, const weft_plan *plan, int operand,
                                 int axis, unsigned dimension, int64_t size, weft_error *error)
{
    const weft_ufunc *ufunc = plan->ufunc;
    const char *name = ufunc->dimensions[dimension].name;
    const int shown = operand_axis(set, operand, axis);
    for (int i = 0; i < operand; i++) {
        for (int k = 0; operand_is_given(set, i) && k < ufunc->operands[i].core_rank; k++) {
            if (ufunc->operands[i].dimensions[k] != dimension)
                continue;
            return error_set_at(error, WEFT_ERROR_SHAPE, operand, shown,
                                "%s: dimension %s is %lld in operand %d (%s), axis %d, but %lld in "
                                "operand %d (%s), axis %d",
                                ufunc->name, name, (long long)plan->sizes[dimension], i,
                                operand_name(plan->ufunc, i),
                                operand_axis(set, i, loop_rank(set, plan, i) + k), (long long)size,
                                operand, operand_name(plan->ufunc, operand), shown);
        }
    }
    if (name[0] >= '0' && name[0] <= '9') /* a number is its own name */
        return error_set_at(error, WEFT_ERROR_SHAPE, operand, shown,
                            "%s: operand %d (%s) has size %lld along axis %d, where it must be %s",
                            ufunc->name, operand, operand_name(plan->ufunc, operand),
                            (long long)size, shown, name);
    return error_set_at(error, WEFT_ERROR_SHAPE, operand, shown,
                        "%s: dimension %s is %lld, but operand %d (%s) has size %lld along axis %d",
                        ufunc->name, name, (long long)plan->sizes[dimension], operand,
                        operand_name(plan->ufunc, operand), (long long)size, shown);
}

/* Binds the named dimensions of one operand's core axes and compares all that are bound. */
static weft_status bind_operand(const operand_set *set, weft_plan *plan, int operand,
                                weft_error *error)
{
    const weft_operand *layout = &plan->ufunc->operands[operand];
    const weft_array *array = set->given[operand];
    int first = array->rank - layout->core_rank;
    if (first < 0)
        return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                            "%s: operand %d (%s) has rank %d, but the layout %s needs at least %d "
                            "there",
                            plan->ufunc->name, operand, operand_name(plan->ufunc, operand),
                            (int)array->rank, plan->ufunc->layout, layout->core_rank);
    for (int k = 0; k < layout->core_rank; k++) {
        unsigned dimension = layout->dimensions[k];
        int64_t size = array->shape[first + k], *bound = &plan->sizes[dimension];
        if (*bound == UNBOUND)
            *bound = size;
        else if (*bound != size)
            return core_conflict(set, plan, operand, first + k, dimension, size, error);
    }
    return WEFT_OK;
}

/* The value of a computed dimension, from named ones that are bound. */
static weft_status compute_size(const weft_plan *plan, unsigned dimension, int64_t *size,
                                weft_error *error)
{
    const weft_ufunc *ufunc = plan->ufunc;
    const weft_dimension *formula = &ufunc->dimensions[dimension];
    bool fits = true;
    *size = formula->constant;
    for (unsigned d = 0; d < ufunc->dimension_count; d++) {
        int64_t term;
        if (formula->coefficients[d] != 0)
            fits = fits && checked_multiply(formula->coefficients[d], plan->sizes[d], &term) &&
                   checked_add(*size, term, size);
    }
    if (!fits)
        return error_set(error, WEFT_ERROR_SHAPE, "%s: dimension %s does not fit int64",
                         ufunc->name, formula->name);
    if (formula->divisor > 1) /* rounded down */
        *size = *size / formula->divisor - (*size % formula->divisor < 0);
    if (*size < 0)
        return error_set(error, WEFT_ERROR_SHAPE, "%s: dimension %s would be %lld", ufunc->name,
                         formula->name, (long long)*size);
    return WEFT_OK;
}

/* Whether every named dimension is bound, and every size within what the C parameter holds. */
static weft_status check_sizes(const weft_plan *plan, weft_error *error)
{
    const weft_ufunc *ufunc = plan->ufunc;
    for (unsigned d = 0; d < ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &ufunc->dimensions[d];
        int64_t size = plan->sizes[d];
        if (size == UNBOUND && dimension->kind != WEFT_DIMENSION_COMPUTED)
            return error_set(error, WEFT_ERROR_SHAPE,
                             "%s: no input has dimension %s of the layout %s, so the output that "
                             "has it must be given",
                             ufunc->name, dimension->name, ufunc->layout);
        if (dimension->limit > 0 && size > dimension->limit &&
            dimension->kind != WEFT_DIMENSION_RAGGED) /* of each list */
            return error_set(error, WEFT_ERROR_SHAPE,
                             "%s: dimension %s is %lld, but its size parameter holds at most %lld",
                             ufunc->name, dimension->name, (long long)size,
                             (long long)dimension->limit);
    }
    return WEFT_OK;
}

/* All core sizes: fixed ones first, then inputs, given outputs, computed ones. */
static weft_status bind_core(const operand_set *set, weft_plan *plan, weft_error *error)
{
    const weft_ufunc *ufunc = plan->ufunc;
    weft_status status = WEFT_OK;
    for (unsigned d = 0; d < ufunc->dimension_count; d++)
        plan->sizes[d] = ufunc->dimensions[d].kind == WEFT_DIMENSION_FIXED
                             ? ufunc->dimensions[d].constant
                             : UNBOUND;
    for (int i = 0; i < set->count && !status; i++)
        if (operand_is_given(set, i))
            status = bind_operand(set, plan, i, error);
    if (!status)
        status = check_sizes(plan, error);
    for (unsigned d = 0; d < ufunc->dimension_count && !status; d++) {
        int64_t size;
        if (ufunc->dimensions[d].kind != WEFT_DIMENSION_COMPUTED)
            continue;
        status = compute_size(plan, d, &size, error);
        if (status)
            break;
        int64_t given = plan->sizes[d]; /* a given output's size, if any */
        plan->sizes[d] = size;
        if (given == UNBOUND || given == size)
            status = check_sizes(plan, error);
        else
            for (int i = plan->ufunc->input_count; i < operand_total(plan->ufunc) && !status; i++)
                if (operand_is_given(set, i))
                    status = bind_operand(set, plan, i, error);
    }
    return status;
}

/* The message for loop shapes that do not go together: all of them. */
static weft_status loop_conflict(const operand_set *set, const weft_plan *plan, int operand,
                                 int axis, weft_error *error)
{
    error_text shapes = {0, ""};
    for (int i = 0; i < set->count; i++) {
        if (!operand_is_given(set, i))
            continue;
        error_append(&shapes, "%s%s ", i ? ", " : "", operand_name(plan->ufunc, i));
        error_append_shape(&shapes, loop_rank(set, plan, i), set->given[i]->shape);
    }
    if (set->shape) {
        error_append(&shapes,
                     plan->ufunc->flags & WEFT_UFUNC_RAGGED ? ", the lists " : ", options.shape ");
        error_append_shape(&shapes, set->rank, set->shape);
    }
    return error_set_at(
        error, WEFT_ERROR_SHAPE, operand, operand_axis(set, operand, axis),
        "%s: loop shapes do not broadcast: operand %d (%s) has size %lld along "
        "axis %d where others need %lld; the loop shapes are %s",
        plan->ufunc->name, operand, operand_name(plan->ufunc, operand),
        (long long)set->given[operand]->shape[axis], operand_axis(set, operand, axis),
        (long long)plan->extents[loop_rank(set, plan, operand) - 1 - axis], shapes.text);
}

/* The message for a given output that would have to be broadcast. */
static weft_status output_conflict(const operand_set *set, const weft_plan *plan, int operand,
                                   weft_error *error)
{
    int64_t shape[WEFT_MAX_RANK];
    error_text loop = {0, ""}, own = {0, ""};
    for (int axis = 0; axis < plan->rank; axis++)
        shape[axis] = plan->extents[plan->rank - 1 - axis];
    error_append_shape(&loop, plan->rank, shape);
    error_append_shape(&own, loop_rank(set, plan, operand), set->given[operand]->shape);
    return error_set_at(error, WEFT_ERROR_SHAPE, operand, -1,
                        "%s: operand %d (%s) is an output with loop shape %s, but the operands "
                        "broadcast to %s; an output is not broadcast",
                        plan->ufunc->name, operand, operand_name(plan->ufunc, operand), own.text,
                        loop.text);
}

/* The loop's extents, innermost first. Size 0 against n ≠ 1 is a conflict like any other. */
static weft_status bind_extents(const operand_set *set, weft_plan *plan, weft_error *error)
{
    const weft_operand *layouts = plan->ufunc->operands;
    weft_array *const *given = set->given;
    int64_t *extents = plan->extents;
    const uint32_t results = set->results;
    const int count = operand_total(plan->ufunc), all = set->count;
    int loop = 0;
    while (loop < set->rank) {
        extents[loop] = set->shape[set->rank - 1 - loop];
        loop++;
    }
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
                return loop_conflict(set, plan, i, rank - 1 - axis, error);
            extents[axis] = size;
        }
    }
    plan->rank = loop;
    return WEFT_OK;
}

/* The loop's shape, which given outputs must have exactly. */
static weft_status bind_loop(const operand_set *set, weft_plan *plan, weft_error *error)
{
    const weft_ufunc *ufunc = plan->ufunc;
    const int count = operand_total(ufunc);
    weft_status status = bind_extents(set, plan, error);
    if (status)
        return status;
    const int rank = plan->rank;
    for (int i = ufunc->input_count; i < count; i++) {
        if (!operand_is_given(set, i) || plan_list_dimension(ufunc, i) >= 0)
            continue;
        const weft_array *output = set->given[i];
        bool same = output->rank - ufunc->operands[i].core_rank == rank;
        for (int axis = 0; same && axis < rank; axis++)
            same = output->shape[rank - 1 - axis] == plan->extents[axis];
        if (!same)
            return output_conflict(set, plan, i, error);
    }
    if (!checked_product(plan->extents, rank, &plan->item_count))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the operands broadcast to more items than int64 counts", ufunc->name);
    return WEFT_OK;
}

weft_status broadcast_shape(const operand_set *set, weft_plan *plan, weft_error *error)
{
    weft_status status = WEFT_OK;
    if (!(plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE))
        status = bind_core(set, plan, error);
    return status ? status : bind_loop(set, plan, error);
}

void broadcast_indices(call_state *call)
{
    _Static_assert(WEFT_MAX_INDICES <= sizeof call->few / sizeof *call->few, "each has its place");
    const weft_plan *plan = &call->plan;
    for (int i = 0, next = 0; i < call->input_count; i++) {
        const weft_operand *index = &call->ufunc->operands[i];
        if (index->kind == WEFT_OPERAND_ARRAY)
            continue;
        weft_array *made = &call->few[next++];
        *made = (weft_array){.dtype = call->set.given[i]->dtype,
                             .rank = plan->rank,
                             .data = (char *)(uintptr_t)WEFT_INDEX_ORIGIN};
        int64_t weight = 1;
        for (int axis = 0; axis < plan->rank; axis++) {
            const bool is_whole = index->kind == WEFT_OPERAND_INDEX;
            made->shape[plan->rank - 1 - axis] = plan->extents[axis];
            made->steps[plan->rank - 1 - axis] = is_whole ? weight : index->axis == -1 - axis;
            weight *= plan->extents[axis];
        }
        call->replaced[i] = made;
        call_point(call, i, made, 0);
    }
}
