#include "grouping.h"

#include "base/error.h"
#include "base/sized.h"
#include "reduce/reduce_initial.h"
#include "reduce/reducer.h"

/* Bytes of the first version, which a size of 0 means: members that come later are behind it. */
enum { FIRST_SIZE = offsetof(weft_grouping, initial) + sizeof(weft_array *) };
_Static_assert(sizeof(weft_grouping) == FIRST_SIZE, "the last member ends the struct, unpadded");

weft_status grouping_open(reduction *task, const weft_array *const *operands,
                          const weft_grouping *given, weft_grouping *how,
                          const weft_options *options, weft_error *error)
{
    *how = (weft_grouping){.size = sizeof *how};
    if (!operands)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: operands is NULL", task->who);
    weft_status status = task->plan.ufunc->reducer
                             ? reducer_open(task, operands, options, error)
                             : reduction_open(task, operands[0], operands[0], options, error);
    return status || !given
               ? status
               : sized_read(how, sizeof *how, FIRST_SIZE, given, "how", task->who, error);
}

weft_status grouping_begin(const reduction *task, const weft_grouping *how, grouping_start *start,
                           weft_error *error)
{
    start->has_initial = how->initial != NULL;
    start->has_value = true;
    if (how->initial)
        return reduce_read_initial(task, how->initial, &start->value, error);
    start->has_value = task->plan.ufunc->flags & WEFT_UFUNC_HAS_IDENTITY;
    if (start->has_value)
        reduce_read_identity(task, &start->value);
    return WEFT_OK;
}

weft_status grouping_refuse_empty(const reduction *task, const char *what, int64_t index,
                                  weft_error *error)
{
    return error_set(error, WEFT_ERROR_SHAPE,
                     "%s: %s %lld has no elements, and %s has no identity, so an initial value is "
                     "needed",
                     task->who, what, (long long)index, task->plan.ufunc->name);
}
