#include "indices.h"

#include "array.h"
#include "dtype.h"
#include "error.h"

static bool is_elsewhere(const reduction *task, const weft_array *array)
{
    return array->device > 0 &&
           (task->call.backend->spread || array->device != task->call.options.device + 1);
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

weft_status indices_read(reduction *task, const weft_array *indices, int axis, bool from_end,
                         weft_array *read, weft_error *error)
{
    int64_t size = task->operand->shape[axis], count = array_count(indices);
    bool wraps = from_end && dtype_table[indices->dtype].kind == 'i';
    weft_status status = reduction_copy_of(task, indices, WEFT_INT64, true, read, error);
    int64_t *found = read->data;
    for (int64_t k = 0; !status && k < count; k++) {
        int64_t index = wraps && found[k] < 0 ? found[k] + size : found[k];
        if (index < 0 || index >= size)
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%s: index %lld at position %lld is outside axis %d of size %lld",
                             task->who, (long long)found[k], (long long)k, axis, (long long)size);
        found[k] = index;
    }
    return status;
}
