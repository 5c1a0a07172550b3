#include "indices.h"

#include <inttypes.h>
#include <stdio.h>

#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/dtype.h"
#include "base/error.h"

static bool is_elsewhere(const reduction *task, const weft_array *array)
{
    return array->device > 0 &&
           (task->place.backend->spread || array->device != task->place.device + 1);
}

weft_status indices_check(const reduction *task, const weft_array *indices, const char *name,
                          const weft_array *beside, weft_error *error)
{
    if (!indices)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: the %s are NULL", task->who, name);
    weft_status status = array_check(indices, task->who, -1, name, error);
    if (status)
        return status;
    char kind = dtype_table[indices->dtype].kind;
    if (kind != 'i' && kind != 'u')
        return error_set(error, WEFT_ERROR_DTYPE, "%s: the %s are %s; integers are needed",
                         task->who, name, weft_dtype_name((weft_dtype)indices->dtype));
    if (!is_elsewhere(task, indices) && !(beside && is_elsewhere(task, beside)))
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_TARGET,
                     "%s: the %s%s lie on a device where the call does not run", task->who, name,
                     beside ? " or values" : "");
}

void indices_print(char text[24], int64_t index, bool is_signed)
{
    if (is_signed)
        snprintf(text, 24, "%" PRId64, index);
    else /* copied to int64 by its bits */
        snprintf(text, 24, "%" PRIu64, (uint64_t)index);
}

static weft_status is_outside(const reduction *task, int64_t index, bool is_signed,
                              int64_t position, int axis, weft_error *error)
{
    char text[24];
    indices_print(text, index, is_signed);
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%s: index %s at position %lld is outside axis %d of size %lld", task->who,
                     text, (long long)position, axis, (long long)task->operand->shape[axis]);
}

/* Replaces what counts from the end; refuses what is outside. */
static weft_status settle(const reduction *task, int64_t *found, int64_t count, bool is_signed,
                          int axis, bool from_end, weft_error *error)
{
    const int64_t size = task->operand->shape[axis];
    for (int64_t k = 0; k < count; k++) {
        int64_t index = from_end && is_signed && found[k] < 0 ? found[k] + size : found[k];
        if (index < 0 || index >= size)
            return is_outside(task, found[k], is_signed, k, axis, error);
        found[k] = index;
    }
    return WEFT_OK;
}

/* Whether all are indices as they are. */
static bool are_within(const int64_t *found, int64_t count, int64_t size)
{
    uint64_t outside = 0; /* its sign: of an index below 0, or above the last */
    for (int64_t k = 0; k < count; k++)
        outside |= (uint64_t)found[k] | ((uint64_t)size - 1 - (uint64_t)found[k]);
    return !(outside >> 63) && (size > 0 || count == 0);
}

/* Whether they are int64 of the host in C order, and nothing writes to them. */
static bool are_plain(const reduction *task, const weft_array *indices)
{
    int64_t step = (int64_t)sizeof(int64_t);
    bool plain = indices->dtype == WEFT_INT64 && indices->device == 0 &&
                 !array_is_swapped(indices) && !(indices->flags & WEFT_ARRAY_INLINE) &&
                 array_is_aligned(indices) && !sharing_arrays_meet(indices, task->given);
    for (int axis = indices->rank - 1; axis >= 0 && plain; axis--) {
        plain = indices->shape[axis] == 1 || indices->steps[axis] == step;
        step *= indices->shape[axis];
    }
    return plain;
}

weft_status indices_read(reduction *task, const weft_array *indices, int axis, bool from_end,
                         weft_array *read, weft_error *error)
{
    const int64_t count = array_count(indices);
    const bool is_signed = dtype_table[indices->dtype].kind == 'i';
    *read = *indices;
    if (are_plain(task, indices) && are_within(indices->data, count, task->operand->shape[axis]))
        return WEFT_OK;
    weft_status status = reduction_copy_of(task, indices, WEFT_INT64, true, read, error);
    return status ? status : settle(task, read->data, count, is_signed, axis, from_end, error);
}

weft_status indices_read_with_room(reduction *task, const weft_array *indices, int axis,
                                   weft_array *read, weft_error *error)
{
    const int64_t count = indices->shape[0], with_room = count + 1;
    const bool is_signed = dtype_table[indices->dtype].kind == 'i';
    weft_status status = reduction_host_temporary(task, WEFT_INT64, 1, &with_room, read, error);
    if (status)
        return status;
    read->shape[0] = count;
    if ((status = reduction_move(task, read, indices, error)))
        return status;
    return settle(task, read->data, count, is_signed, axis, false, error);
}
