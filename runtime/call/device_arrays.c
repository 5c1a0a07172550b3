/* device_arrays.c: arrays in device memory. */
#include "arrays/array.h"
#include "base/error.h"
#include "base/options.h"
#include "plan/backend.h"

/* The place in device memory that the caller's options name. */
static weft_status find_place(weft_place *place, const weft_options *options, const char *who,
                              weft_error *error)
{
    weft_options resolved;
    weft_status status = options_resolve(&resolved, options, who, error);
    if (!status)
        *place = place_of_options(&resolved, backend_of_devices());
    return status;
}

/* What is allocated while a stream is captured belongs to the graph. */
static weft_status check_running(const weft_place *place, const char *who, weft_error *error)
{
    bool is_recording;
    weft_status status = place->backend->is_recording(place, &is_recording, error);
    if (!status && is_recording)
        status = error_set(
            error, WEFT_ERROR_ARGUMENT,
            "%s: the stream is captured into a CUDA graph; no array can be made on it", who);
    return status;
}

/* A new array of a valid shape; on failure nothing is left behind. */
static weft_status make(weft_array *array, weft_dtype dtype, int rank, const int64_t *shape,
                        const weft_place *place, const char *who, weft_error *error)
{
    static char nothing; /* stands for the data, which is not there yet */
    int64_t byte_count;
    weft_array result = weft_array_view(&nothing, dtype, rank, shape, NULL);
    weft_status status = array_check(&result, who, 0, "array", error);
    if (!status && !array_lay_out(&result, &byte_count))
        status = error_set(error, WEFT_ERROR_SHAPE,
                           "%s: the array has more bytes than int64 counts", who);
    if (!status)
        status = place->backend->check(place, error);
    if (!status)
        status = check_running(place, who, error);
    if (!status)
        status =
            place->backend->allocate(&result, byte_count ? (size_t)byte_count : 1, place, error);
    if (!status)
        *array = result;
    return status;
}

weft_status weft_device_array_async(weft_array *array, weft_dtype dtype, int rank,
                                    const int64_t *shape, const weft_options *options,
                                    weft_error *error)
{
    static const char who[] = "weft_device_array_async";
    weft_place place;
    if (!array || (rank > 0 && !shape))
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: %s is NULL", who,
                         array ? "shape" : "array");
    weft_status status = find_place(&place, options, who, error);
    if (!status)
        status = make(array, dtype, rank, shape, &place, who, error);
    if (!status && place.backend->hand_out)
        place.backend->hand_out(&place);
    return status;
}

weft_status weft_device_array(weft_array *array, weft_dtype dtype, int rank, const int64_t *shape,
                              const weft_options *options, weft_error *error)
{
    static const char who[] = "weft_device_array";
    weft_place place;
    weft_array result;
    if (!array || (rank > 0 && !shape))
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: %s is NULL", who,
                         array ? "shape" : "array");
    weft_status status = find_place(&place, options, who, error);
    if (!status)
        status = make(&result, dtype, rank, shape, &place, who, error);
    if (status)
        return status;
    /* Any stream may use the array at once, so the stream it came from must have reached it. */
    status = place.backend->synchronize(&place, error);
    if (status)
        place.backend->release(&result, &place);
    else
        *array = result;
    return status;
}

/* The array with its axes as they lie in memory, outermost first; `order` takes their numbers. */
static weft_array sort_axes(const weft_array *array, int *order)
{
    weft_array sorted = *array;
    int64_t steps[WEFT_MAX_RANK];
    for (int axis = 0; axis < array->rank; axis++)
        steps[axis] = array->shape[axis] > 1 ? array->steps[axis] : 0; /* of one, it says nothing */
    array_order_axes(array->rank, steps, order);
    for (int k = 0; k < array->rank; k++) {
        sorted.shape[k] = array->shape[order[k]];
        sorted.steps[k] = array->steps[order[k]];
    }
    return sorted;
}

/* A new array in the order of the caller's axes. */
static weft_array restore_axes(const weft_array *sorted, const int *order)
{
    weft_array restored = *sorted;
    for (int k = 0; k < sorted->rank; k++) {
        restored.shape[order[k]] = sorted->shape[k];
        restored.steps[order[k]] = sorted->steps[k];
    }
    return restored;
}

weft_status weft_to_device(const weft_array *host, weft_array *device, const weft_options *options,
                           weft_error *error)
{
    static const char who[] = "weft_to_device";
    weft_place place;
    weft_array sorted, result;
    int order[WEFT_MAX_RANK];
    if (!host || !device)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: %s is NULL", who,
                         host ? "device" : "host");
    weft_status status = find_place(&place, options, who, error);
    if (!status)
        status = array_check(host, who, 0, "host", error);
    if (!status && host->device != 0)
        status = error_set_at(error, WEFT_ERROR_ARGUMENT, 0, -1,
                              "%s: the array lies on device %d already", who, host->device - 1);
    if (status)
        return status;
    sorted = sort_axes(host, order);
    if ((status =
             make(&result, (weft_dtype)host->dtype, host->rank, sorted.shape, &place, who, error)))
        return status;
    if (array_count(host) > 0)
        status = place.backend->copy(&result, &sorted, &place, error);
    if (status)
        place.backend->release(&result, &place);
    else
        *device = restore_axes(&result, order);
    return status;
}

weft_status weft_copy_to_host(const weft_array *device, weft_array *host,
                              const weft_options *options, weft_error *error)
{
    static const char who[] = "weft_copy_to_host";
    weft_array result;
    if (!host || !device)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: %s is NULL", who,
                         host ? "device" : "host");
    weft_status status = array_check(device, who, 0, "device", error);
    if (status)
        return status;
    if (device->device == 0 || (host->dtype != WEFT_NONE && host->device != 0))
        return error_set_at(error, WEFT_ERROR_ARGUMENT, device->device == 0 ? 0 : 1, -1,
                            "%s: the %s lies in %s memory", who,
                            device->device == 0 ? "source" : "target",
                            device->device == 0 ? "host" : "device");
    if (host->dtype != WEFT_NONE)
        return weft_array_copy(host, device, options, error);
    status = weft_array_new(&result, (weft_dtype)device->dtype, device->rank, device->shape, error);
    if (status)
        return status;
    status = weft_array_copy(&result, device, options, error);
    if (status)
        weft_array_clear(&result);
    else
        *host = result;
    return status;
}
