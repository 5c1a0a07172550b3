/* gpu_event.c: events, for timing work on the gpu. */
#include <stdlib.h>

#include "base/error.h"
#include "base/options.h"
#include "gpu_order.h"

/* An event of a device: `borrowed`, which was recorded, or where that is NULL a new one. */
static weft_status make_event(weft_event **event, CUevent borrowed, const weft_options *options,
                              const char *who, weft_error *error)
{
    weft_options resolved;
    gpu_scope scope;
    if (!event)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: event is NULL", who);
    weft_status status = options_resolve(&resolved, options, who, error);
    if (!status)
        status = gpu_enter(&scope, resolved.device, error);
    if (status)
        return status;
    weft_event *made = malloc(sizeof *made);
    if (made) {
        made->device = resolved.device;
        made->event = borrowed;
        made->is_borrowed = borrowed != NULL;
        atomic_init(&made->is_recorded, made->is_borrowed);
        if (!borrowed)
            status = gpu_driver_status(scope.driver->cuEventCreate(&made->event, CU_EVENT_DEFAULT),
                                       "creating an event", error);
    } else {
        status = error_set(error, WEFT_ERROR_MEMORY, "out of memory: an event");
    }
    gpu_leave(&scope);
    if (status)
        free(made);
    else
        *event = made;
    return status;
}

weft_status weft_event_create(weft_event **event, const weft_options *options, weft_error *error)
{
    return make_event(event, NULL, options, "weft_event_create", error);
}

weft_status weft_event_borrow(weft_event **event, void *cuda_event, const weft_options *options,
                              weft_error *error)
{
    if (!cuda_event)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_event_borrow: cuda_event is NULL");
    return make_event(event, cuda_event, options, "weft_event_borrow", error);
}

weft_status weft_event_record(weft_event *event, const weft_options *options, weft_error *error)
{
    weft_options resolved;
    gpu_scope scope;
    if (!event)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_event_record: event is NULL");
    weft_status status = options_resolve(&resolved, options, "weft_event_record", error);
    if (!status)
        status = gpu_enter(&scope, event->device, error);
    if (status)
        return status;
    status = gpu_stream_running(&scope, resolved.stream, "an event for timing", error);
    if (!status)
        status = gpu_driver_status(scope.driver->cuEventRecord(event->event, resolved.stream),
                                   "recording an event", error);
    if (!status)
        atomic_store(&event->is_recorded, true);
    gpu_leave(&scope);
    return status;
}

weft_status weft_event_elapsed(weft_event *start, weft_event *end, float *milliseconds,
                               weft_error *error)
{
    gpu_scope scope;
    if (!start || !end || !milliseconds)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_event_elapsed: %s is NULL",
                         !start ? "start"
                         : !end ? "end"
                                : "milliseconds");
    if (!atomic_load(&start->is_recorded) || !atomic_load(&end->is_recorded))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "weft_event_elapsed: the %s event was not recorded",
                         atomic_load(&start->is_recorded) ? "end" : "start");
    if (start->device != end->device)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "weft_event_elapsed: the events are of devices %d and %d", start->device,
                         end->device);
    weft_status status = gpu_enter(&scope, end->device, error);
    if (status)
        return status;
    CUresult result = scope.driver->cuEventSynchronize(end->event);
    if (result == CUDA_SUCCESS)
        result = scope.driver->cuEventElapsedTime(milliseconds, start->event, end->event);
    status = gpu_driver_status(result, "timing with events", error);
    gpu_leave(&scope);
    return status;
}

void weft_event_destroy(weft_event *event)
{
    gpu_scope scope;
    if (!event)
        return;
    if (!event->is_borrowed && gpu_enter(&scope, event->device, NULL) == WEFT_OK) {
        scope.driver->cuEventDestroy(event->event);
        gpu_leave(&scope);
    }
    free(event);
}
