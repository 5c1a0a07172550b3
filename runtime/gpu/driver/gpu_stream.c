/* gpu_stream.c: the last work on each non-blocking stream, as an event. Streams are the caller's
 * and may be gone when memory is freed; the events are ours. */
#include "gpu_stream.h"

#include <pthread.h>
#include <stddef.h>

#include "base/error.h"

enum { STREAM_LIMIT = 64 };

/* One stream with unjoined work; a free entry has no context. */
typedef struct noted_stream {
    CUcontext context;
    unsigned long long id; /* never given twice by the driver */
    CUevent event;         /* owned, kept for later use */
} noted_stream;

static noted_stream streams[STREAM_LIMIT];
static size_t stream_count, oldest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_blocking(const gpu_scope *scope, CUstream stream)
{
    unsigned flags = 0;
    if (!stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD)
        return true;
    return scope->driver->cuStreamGetFlags(stream, &flags) != CUDA_SUCCESS ||
           !(flags & CU_STREAM_NON_BLOCKING);
}

weft_status gpu_stream_recording(const gpu_scope *scope, CUstream stream, bool *is_recording,
                                 weft_error *error)
{
    CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
    CUresult result = scope->driver->cuStreamIsCapturing(stream, &capture);
    *is_recording = capture == CU_STREAM_CAPTURE_STATUS_ACTIVE;
    if (result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)
        return error_set(
            error, WEFT_ERROR_ARGUMENT,
            "the legacy default stream cannot be used while a stream of device %d that "
            "it waits for is captured into a CUDA graph",
            scope->device);
    if (result == CUDA_SUCCESS && capture == CU_STREAM_CAPTURE_STATUS_INVALIDATED)
        return error_set(
            error, WEFT_ERROR_ARGUMENT,
            "the stream's capture into a CUDA graph has failed, and was not ended yet");
    return gpu_driver_status(result, "asking whether a stream is captured", error);
}

bool gpu_stream_legacy_is_barred(const gpu_scope *scope)
{
    CUstreamCaptureStatus capture;
    return scope->driver->cuStreamIsCapturing(NULL, &capture) == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
}

weft_status gpu_stream_running(const gpu_scope *scope, CUstream stream, const char *what,
                               weft_error *error)
{
    bool is_recording;
    weft_status status = gpu_stream_recording(scope, stream, &is_recording, error);
    if (!status && is_recording)
        status = error_set(error, WEFT_ERROR_ARGUMENT,
                           "the stream is captured into a CUDA graph, whose work runs later: %s "
                           "cannot be part of it",
                           what);
    return status;
}

weft_status gpu_stream_wait(const gpu_scope *scope, CUstream stream, weft_error *error)
{
    return gpu_driver_status(scope->driver->cuStreamSynchronize(stream), "waiting for the gpu",
                             error);
}

/* Lets later work on the legacy stream wait for an event; the caller, where that stream cannot. */
static void join(const gpu_scope *scope, const noted_stream *noted)
{
    if (noted->context != scope->context || gpu_stream_legacy_is_barred(scope))
        scope->driver->cuEventSynchronize(noted->event);
    else
        scope->driver->cuStreamWaitEvent(NULL, noted->event, 0);
}

/* Joins an entry and frees it for another stream; its event stays only within its context. */
static void retire(const gpu_scope *scope, noted_stream *noted)
{
    join(scope, noted);
    scope->driver->cuEventDestroy(noted->event);
    *noted = (noted_stream){0};
}

/* The stream's entry, a fresh one if it has none; NULL if no event could be made. */
static noted_stream *find(const gpu_scope *scope, unsigned long long id)
{
    noted_stream *free_entry = NULL;
    for (size_t i = 0; i < stream_count; i++) {
        if (streams[i].context == scope->context && streams[i].id == id)
            return &streams[i];
        if (!streams[i].context)
            free_entry = &streams[i];
    }
    if (!free_entry && stream_count < STREAM_LIMIT)
        free_entry = &streams[stream_count++];
    if (!free_entry) {
        free_entry = &streams[oldest];
        oldest = (oldest + 1) % STREAM_LIMIT;
        retire(scope, free_entry);
    }
    if (scope->driver->cuEventCreate(&free_entry->event, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS)
        return NULL;
    free_entry->context = scope->context;
    free_entry->id = id;
    return free_entry;
}

void gpu_stream_note(const gpu_scope *scope, CUstream stream)
{
    if (!is_blocking(scope, stream))
        gpu_stream_note_last(scope, stream);
}

void gpu_stream_note_last(const gpu_scope *scope, CUstream stream)
{
    unsigned long long id = 0;
    if (scope->driver->cuStreamGetId(stream, &id) != CUDA_SUCCESS)
        return;
    pthread_mutex_lock(&lock);
    noted_stream *noted = find(scope, id);
    if (!noted || scope->driver->cuEventRecord(noted->event, stream) != CUDA_SUCCESS)
        scope->driver->cuStreamSynchronize(stream); /* nothing to wait for later, then */
    pthread_mutex_unlock(&lock);
}

void gpu_stream_join(const gpu_scope *scope)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < stream_count; i++)
        if (streams[i].context == scope->context)
            retire(scope, &streams[i]);
    pthread_mutex_unlock(&lock);
}
