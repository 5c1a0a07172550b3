/* gpu_order.c: streams that callers ask libweft for, and the order of work on several. */
#include <stdbool.h>

#include "base/error.h"
#include "base/options.h"
#include "gpu_order.h"

/* The device and stream of a function of the name `who`; to be left if it succeeds. */
static weft_status enter(gpu_scope *scope, weft_options *resolved, const weft_options *options,
                         const char *who, weft_error *error)
{
    weft_status status = options_resolve(resolved, options, who, error);
    return status ? status : gpu_enter(scope, resolved->device, error);
}

weft_status weft_stream_create(void **stream, bool is_free, const weft_options *options,
                               weft_error *error)
{
    weft_options resolved;
    gpu_scope scope;
    CUstream made = NULL;
    if (!stream)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_stream_create: stream is NULL");
    weft_status status = enter(&scope, &resolved, options, "weft_stream_create", error);
    if (status)
        return status;
    const unsigned flags = is_free ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT;
    status =
        gpu_driver_status(scope.driver->cuStreamCreate(&made, flags), "creating a stream", error);
    gpu_leave(&scope);
    if (!status)
        *stream = made;
    return status;
}

void weft_stream_destroy(const weft_options *options)
{
    weft_options resolved;
    gpu_scope scope;
    if (enter(&scope, &resolved, options, "weft_stream_destroy", NULL) != WEFT_OK)
        return;
    const CUstream stream = resolved.stream;
    if (stream && stream != CU_STREAM_LEGACY && stream != CU_STREAM_PER_THREAD) {
        bool is_recording;
        if (gpu_stream_recording(&scope, stream, &is_recording, NULL) == WEFT_OK && !is_recording)
            gpu_stream_note_last(&scope, stream);
        scope.driver->cuStreamDestroy(stream);
    }
    gpu_leave(&scope);
}

/* The driver's answer to whether something is done. */
static weft_status read_done(CUresult result, bool *is_done, weft_error *error)
{
    const bool is_under_way = result == CUDA_ERROR_NOT_READY;
    weft_status status =
        is_under_way ? WEFT_OK : gpu_driver_status(result, "asking what is done", error);
    if (!status)
        *is_done = !is_under_way;
    return status;
}

weft_status weft_stream_is_done(bool *is_done, const weft_options *options, weft_error *error)
{
    weft_options resolved;
    gpu_scope scope;
    if (!is_done)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_stream_is_done: is_done is NULL");
    weft_status status = enter(&scope, &resolved, options, "weft_stream_is_done", error);
    if (status)
        return status;
    status = gpu_stream_running(&scope, resolved.stream, "asking what is done", error);
    if (!status)
        status = read_done(scope.driver->cuStreamQuery(resolved.stream), is_done, error);
    gpu_leave(&scope);
    return status;
}

/* Lets a stream wait for an event. */
static weft_status follow(const gpu_scope *scope, CUstream stream, CUevent event, weft_error *error)
{
    weft_status status = gpu_stream_running(scope, stream, "waiting for an event", error);
    return status ? status
                  : gpu_driver_status(scope->driver->cuStreamWaitEvent(stream, event, 0),
                                      "letting a stream wait", error);
}

weft_status weft_stream_follow(void *before, const weft_options *options, weft_error *error)
{
    weft_options resolved;
    gpu_scope scope;
    CUevent event = NULL;
    bool is_recording;
    weft_status status = enter(&scope, &resolved, options, "weft_stream_follow", error);
    if (status)
        return status;
    status = gpu_stream_recording(&scope, resolved.stream, &is_recording, error);
    if (!status && !is_recording && before != resolved.stream) {
        status = gpu_stream_running(&scope, before, "what another stream waits for", error);
        if (!status)
            status = gpu_driver_status(scope.driver->cuEventCreate(&event, CU_EVENT_DISABLE_TIMING),
                                       "creating an event", error);
        if (!status)
            status = gpu_driver_status(scope.driver->cuEventRecord(event, before),
                                       "recording an event", error);
        if (!status)
            status = follow(&scope, resolved.stream, event, error);
        if (event) /* which the driver keeps until it is reached */
            scope.driver->cuEventDestroy(event);
    }
    gpu_leave(&scope);
    return status;
}

weft_status weft_event_follow(weft_event *event, const weft_options *options, weft_error *error)
{
    weft_options resolved;
    gpu_scope scope;
    if (!event)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_event_follow: event is NULL");
    weft_status status = enter(&scope, &resolved, options, "weft_event_follow", error);
    if (status)
        return status;
    status = follow(&scope, resolved.stream, event->event, error);
    gpu_leave(&scope);
    return status;
}

weft_status weft_event_wait(weft_event *event, weft_error *error)
{
    gpu_scope scope;
    if (!event)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_event_wait: event is NULL");
    weft_status status = gpu_enter(&scope, event->device, error);
    if (status)
        return status;
    status = gpu_driver_status(scope.driver->cuEventSynchronize(event->event),
                               "waiting for an event", error);
    gpu_leave(&scope);
    return status;
}

weft_status weft_event_is_done(weft_event *event, bool *is_done, weft_error *error)
{
    gpu_scope scope;
    if (!event || !is_done)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_event_is_done: %s is NULL",
                         event ? "is_done" : "event");
    weft_status status = gpu_enter(&scope, event->device, error);
    if (status)
        return status;
    status = read_done(scope.driver->cuEventQuery(event->event), is_done, error);
    gpu_leave(&scope);
    return status;
}
