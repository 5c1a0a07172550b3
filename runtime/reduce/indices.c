#include "indices.h"

#include <inttypes.h>
#include <stdio.h>

#include "arrays/array.h"
#include "base/dtype.h"
#include "base/error.h"

static bool is_elsewhere(const reduction *task, const weft_array *array)
{
    return array->device > 0 &&
           (task->place.backend->spread || array->device != task->place.device + 1);
}

weft_status indices_check(const reduction *task, const weft_array *indices,
                          const weft_array *beside, weft_error *error)
{
    if (!indices)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: the indices are NULL", task->who);
    weft_status status = array_check(indices, task->who, -1, "indices", error);
    if (status)
        return status;
    char kind = dtype_table[indices->dtype].kind;
    if (kind != 'i' && kind != 'u')
        return error_set(error, WEFT_ERROR_DTYPE, "%s: the indices are %s; integers are needed",
                         task->who, weft_dtype_name((weft_dtype)indices->dtype));
    if (!is_elsewhere(task, indices) && !(beside && is_elsewhere(task, beside)))
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_TARGET,
                     "%s: the indices%s lie on a device where the call does not run", task->who,
                     beside ? " or values" : "");
}

static weft_status is_outside(const reduction *task, int64_t index, bool is_signed,
                              int64_t position, int axis, weft_error *error)
{
    char text[24];
    if (is_signed)
        snprintf(text, sizeof text, "%" PRId64, index);
    else /* copied to int64 by its bits */
        snprintf(text, sizeof text, "%" PRIu64, (uint64_t)index);
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: index %s at position %lld is outside axis %d of size %lld", task->who,
                     text, (long long)position, axis, (long long)task->operand->shape[axis]);
}

weft_status indices_read(reduction *task, const weft_array *indices, int axis, bool from_end,
                         weft_array *read, weft_error *error)
{
    int64_t size = task->operand->shape[axis], count = array_count(indices);
    bool is_signed = dtype_table[indices->dtype].kind == 'i';
    weft_status status = reduction_copy_of(task, indices, WEFT_INT64, true, read, error);
    int64_t *found = read->data;
    for (int64_t k = 0; !status && k < count; k++) {
        int64_t index = from_end && is_signed && found[k] < 0 ? found[k] + size : found[k];
        if (index < 0 || index >= size)
            return is_outside(task, found[k], is_signed, k, axis, error);
        found[k] = index;
    }
    return status;
}
