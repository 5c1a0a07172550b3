/* reduce_initial.c: what reductions begin with. */
#include "reduce_initial.h"

#include <math.h>
#include <string.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"

/* Sets the dtype of a first value that is to be read: the loop's, or the accumulator's. */
static void begin_value(const reduction *task, weft_array *value)
{
    weft_dtype dtype = task->folds_wide ? reduction_dtype(task) : task->job.dtype;
    *value = (weft_array){.dtype = (uint8_t)dtype, .flags = WEFT_ARRAY_INLINE};
}

/* Gives a first value that was read the dtype of the fold. */
static void end_value(const reduction *task, weft_array *value)
{
    const weft_array read = *value;
    value->dtype = (uint8_t)task->job.dtype;
    cast_copy(value, &read);
}

weft_status reduce_read_initial(const reduction *task, const weft_array *initial, weft_array *value,
                                weft_error *error)
{
    weft_status status = array_check(initial, task->who, -1, "initial", error);
    if (status)
        return status;
    if (initial->rank != 0 || initial->device != 0)
        return error_set(error, WEFT_ERROR_SHAPE,
                         "%s: the initial value has rank %d and device %d; a host scalar is needed",
                         task->who, initial->rank, initial->device);
    begin_value(task, value);
    weft_dtype from = (weft_dtype)initial->dtype, to = (weft_dtype)value->dtype;
    bool weak_integer = initial->flags & WEFT_ARRAY_WEAK && dtype_table[from].kind == 'i';
    bool fits = weft_can_cast(from, to, task->options.casting) || weak_integer;
    cast_copy(value, initial);
    if (weak_integer) { /* a value of the dtype, or not */
        int64_t back;
        cast_elements((char *)&back, WEFT_INT64, 8, false, array_data(value), to, 0, false, 1);
        char kind = dtype_table[to].kind;
        fits = kind == 'f' || kind == 'c' || back == initial->value.i64;
        fits = fits && !(kind == 'u' && initial->value.i64 < 0);
    }
    if (!fits)
        return error_set(error, WEFT_ERROR_DTYPE,
                         "%s: the initial value, of %s, cannot become a value of %s, the dtype of "
                         "the loop",
                         task->who, weft_dtype_name(from), weft_dtype_name(to));
    if (!weak_integer && (status = reduction_check_initial(task, initial, error)))
        return status;
    end_value(task, value);
    return WEFT_OK;
}

void reduce_read_identity(const reduction *task, weft_array *value)
{
    double identity = task->plan.ufunc->identity;
    bool negative_zero = identity == 0 && signbit(identity);
    bool whole = fabs(identity) <= 0x1p53 && trunc(identity) == identity && !negative_zero;
    weft_array scalar = whole ? weft_scalar_i64((int64_t)identity) : weft_scalar_f64(identity);
    begin_value(task, value);
    cast_copy(value, &scalar);
    end_value(task, value);
}

weft_status reduce_fill(const reduction *task, const weft_array *to, const weft_array *value,
                        weft_error *error)
{
    weft_array repeated = *to;
    repeated.data = array_data(value);
    repeated.dtype = value->dtype;
    repeated.flags = 0;
    repeated.device = 0;
    memset(repeated.steps, 0, sizeof repeated.steps);
    return reduction_move(task, to, &repeated, error);
}
