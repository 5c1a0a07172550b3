/* gpu_stream.c: the last work on each non-blocking stream, as an event. Streams are the caller's
 * and may be gone when memory is freed; the events are ours. */
#include "gpu_stream.h"

#include <pthread.h>
#include <stddef.h>

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
    CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
    if (!stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD)
        return true;
    if (scope->driver->cuStreamGetFlags(stream, &flags) != CUDA_SUCCESS ||
        !(flags & CU_STREAM_NON_BLOCKING))
        return true;
    /* What is captured has not run; its graph's owner orders it. */
    return scope->driver->cuStreamIsCapturing(stream, &capture) != CUDA_SUCCESS ||
           capture != CU_STREAM_CAPTURE_STATUS_NONE;
}

/* Joins an entry and frees it for another stream; its event stays only within its context. */
static void retire(const gpu_scope *scope, noted_stream *noted)
{
    if (noted->context != scope->context) {
        scope->driver->cuEventSynchronize(noted->event);
    } else {
        scope->driver->cuStreamWaitEvent(NULL, noted->event, 0);
    }
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
    unsigned long long id = 0;
    if (is_blocking(scope, stream) || scope->driver->cuStreamGetId(stream, &id) != CUDA_SUCCESS)
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
