/* outer.c: weft_outer: a plain call in which the axes of the first operand stand in front. */
#include <stdio.h>

#include "arrays/array.h"
#include "base/error.h"

weft_status weft_outer(const weft_ufunc *ufunc, const weft_array *a, const weft_array *b,
                       weft_array *result, const weft_options *options, weft_error *error)
{
    if (!ufunc || !a || !b || !result)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_outer: %s is NULL",
                         !ufunc ? "ufunc"
                         : !a   ? "a"
                         : !b   ? "b"
                                : "result");
    char who[96];
    snprintf(who, sizeof who, "%.64s.outer", ufunc->name);
    if (!(ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || ufunc->flags & WEFT_UFUNC_INDEXED ||
        ufunc->input_count != 2 || ufunc->output_count != 1)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: it takes an elementwise function of two inputs and one output; the "
                         "layout of %s is %s",
                         who, ufunc->name, ufunc->layout);
    weft_status status = array_check(a, who, 0, "a", error);
    if (!status)
        status = array_check(b, who, 1, "b", error);
    if (status)
        return status;
    if (a->rank + b->rank > WEFT_MAX_RANK)
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: ranks %d and %d give a result of rank %d; at most %d is possible",
                         who, a->rank, b->rank, a->rank + b->rank, WEFT_MAX_RANK);
    weft_array rows = *a, columns = *b;
    if (!(a->flags & WEFT_ARRAY_INLINE)) /* which has no axes, and broadcasts as it is */
        rows.rank = a->rank + b->rank;
    for (int axis = a->rank; axis < rows.rank; axis++) {
        rows.shape[axis] = 1;
        rows.steps[axis] = 0;
    }
    return weft_call(ufunc, (weft_array *[]){&rows, &columns, result}, options, error);
}
