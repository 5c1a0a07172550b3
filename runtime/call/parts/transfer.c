/* transfer.c: copies of arrays, and their end, wherever they lie. */
#include <string.h>

#include "arrays/array.h"
#include "arrays/sharing.h"
#include "base/cast.h"
#include "base/error.h"
#include "base/options.h"
#include "plan/backend.h"

void weft_array_clear(weft_array *array)
{
    if (!array)
        return;
    if (array->flags & WEFT_ARRAY_OWNED && array->device > 0) {
        const weft_place place = {.backend = backend_of_devices(), .device = array->device - 1};
        place.backend->release(array, &place);
        memset(array, 0, sizeof *array);
    } else {
        array_free(array);
    }
}

/* What weft_array_copy asks of its two arrays before it touches either. */
static weft_status check_copy(const weft_array *target, const weft_array *source,
                              weft_casting casting, weft_error *error)
{
    static const char who[] = "weft_array_copy";
    if (!target || !source)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: %s is NULL", who,
                         target ? "source" : "target");
    weft_status status = array_check(target, who, 0, "target", error);
    if (!status)
        status = array_check(source, who, 1, "source", error);
    if (status)
        return status;
    if (target->flags & (WEFT_ARRAY_READONLY | WEFT_ARRAY_INLINE))
        return error_set_at(error, WEFT_ERROR_ARGUMENT, 0, -1, "%s: the target is %s", who,
                            target->flags & WEFT_ARRAY_READONLY ? "read-only" : "a scalar value");
    if (sharing_is_within(target))
        return error_set_at(error, WEFT_ERROR_OVERLAP, 0, -1,
                            "%s: the target is an array whose elements share memory", who);
    if (target->rank != source->rank ||
        memcmp(target->shape, source->shape, (size_t)target->rank * sizeof *target->shape) != 0) {
        error_text from = {0, ""}, to = {0, ""};
        error_append_shape(&from, source->rank, source->shape);
        error_append_shape(&to, target->rank, target->shape);
        return error_set(error, WEFT_ERROR_SHAPE, "%s: the source has shape %s, the target %s", who,
                         from.text, to.text);
    }
    if (!weft_can_cast((weft_dtype)source->dtype, (weft_dtype)target->dtype, casting))
        return error_set(error, WEFT_ERROR_DTYPE, "%s: casting %s does not allow %s to %s", who,
                         options_casting_name(casting), weft_dtype_name((weft_dtype)source->dtype),
                         weft_dtype_name((weft_dtype)target->dtype));
    return WEFT_OK;
}

/* Copies between host arrays; where they share memory, the source is set aside first. */
static weft_status copy_on_host(const weft_array *target, const weft_array *source,
                                weft_error *error)
{
    if (!sharing_arrays_meet(target, source)) {
        cast_copy(target, source);
        return WEFT_OK;
    }
    weft_array aside;
    weft_status status =
        weft_array_new(&aside, (weft_dtype)source->dtype, source->rank, source->shape, error);
    if (status)
        return status;
    cast_copy(&aside, source);
    cast_copy(target, &aside);
    array_free(&aside);
    return WEFT_OK;
}

/* Whether all elements of a host array are one. */
static bool is_repeated(const weft_array *source)
{
    for (int axis = 0; axis < source->rank; axis++)
        if (source->shape[axis] > 1 && source->steps[axis] != 0)
            return false;
    return source->device == 0 && array_count(source) > 1;
}

/* Copies to a device by way of a new array there: `own`, which is laid out and has the elements of
 * `source`, or the one that all of them are; so one element is sent once, and what shares memory is
 * set aside. */
static weft_status copy_by_way(const weft_array *target, const weft_array *source, weft_array *own,
                               int64_t byte_count, const weft_place *place, weft_error *error)
{
    weft_array all = *source;
    const bool is_one = is_repeated(source);
    weft_array from = *source;
    if (is_one)
        from.rank = 0;
    weft_status status = place->backend->allocate(own, (size_t)byte_count, place, error);
    if (status)
        return status;
    status = place->backend->copy(own, &from, place, error);
    all.data = own->data;
    all.device = own->device;
    all.dtype = own->dtype;
    all.flags = 0;
    if (!is_one)
        memcpy(all.steps, own->steps, sizeof all.steps);
    if (!status)
        status = place->backend->copy(target, &all, place, error);
    place->backend->release(own, place);
    return status;
}

/* Copies of which one side or both lie on a device. */
static weft_status copy_on_device(const weft_array *target, const weft_array *source,
                                  const weft_place *place, weft_error *error)
{
    const bool is_one = target->device > 0 && is_repeated(source);
    const bool meets = target->device == source->device && sharing_arrays_meet(target, source);
    int64_t byte_count;
    if (!is_one && !meets)
        return place->backend->copy(target, source, place, error);
    weft_array own = weft_array_view(NULL, (weft_dtype)source->dtype, is_one ? 0 : source->rank,
                                     source->shape, NULL);
    if (!array_lay_out(&own, &byte_count))
        return error_set(error, WEFT_ERROR_SHAPE,
                         "weft_array_copy: the source has more bytes than int64 counts");
    return copy_by_way(target, source, &own, byte_count, place, error);
}

weft_status weft_array_copy(weft_array *target, const weft_array *source,
                            const weft_options *options, weft_error *error)
{
    weft_options resolved;
    weft_status status = options_resolve(&resolved, options, "weft_array_copy", error);
    if (!status)
        status = check_copy(target, source, resolved.casting, error);
    if (status || array_count(target) == 0)
        return status;
    if (target->device == 0 && source->device == 0)
        return copy_on_host(target, source, error);
    weft_place place = place_of_options(&resolved, backend_of_devices());
    place.device = (target->device > 0 ? target->device : source->device) - 1;
    status = place.backend->check(&place, error);
    if (!status)
        status = copy_on_device(target, source, &place, error);
    return status;
}
