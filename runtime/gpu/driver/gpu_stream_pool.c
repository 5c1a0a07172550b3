/* gpu_stream_pool.c: a pool of streams, which are kept: to make one takes longer than a small copy,
 * and what a kernel's launches have prepared (gpu_graph.h) holds for a stream. */
#include "gpu_stream_pool.h"

#include <pthread.h>
#include <stddef.h>

#include "gpu_context.h"

enum { MOST_STREAMS = 64 };

/* A stream of a context; free entries have none. */
typedef struct kept_stream {
    CUstream stream;
    unsigned long long context_id; /* never given twice, unlike a context's address */
    bool is_used;
} kept_stream;

static kept_stream table[MOST_STREAMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* An entry of the context that is not used, else one without a stream, else NULL. Under the lock.
 */
static kept_stream *find(unsigned long long context_id)
{
    kept_stream *empty = NULL;
    for (int k = 0; k < MOST_STREAMS; k++) {
        if (!table[k].stream)
            empty = &table[k];
        else if (!table[k].is_used && table[k].context_id == context_id)
            return &table[k];
    }
    return empty;
}

/* Gives *own a stream of the pool, unless all are used: then it stays on the place's, as it is. */
static CUresult take(const gpu_scope *scope, weft_place *own)
{
    unsigned long long id = 0;
    CUresult result = scope->driver->cuCtxGetId(scope->context, &id);
    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    kept_stream *found = find(id);
    if (found && !found->stream) {
        found->context_id = id;
        result = scope->driver->cuStreamCreate(&found->stream, CU_STREAM_DEFAULT);
        if (result != CUDA_SUCCESS)
            found->stream = NULL;
    }
    if (found && found->stream) {
        found->is_used = true;
        own->stream = found->stream;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

weft_status gpu_stream_pool_take(weft_place *own, const weft_place *place, weft_error *error)
{
    gpu_scope scope;
    *own = *place;
    weft_status status = gpu_enter(&scope, place->device, error);
    if (status)
        return status;
    CUresult result = take(&scope, own);
    gpu_leave(&scope);
    return gpu_driver_status(result, "creating a stream", error);
}

void gpu_stream_pool_give(const weft_place *own)
{
    pthread_mutex_lock(&lock);
    for (int k = 0; k < MOST_STREAMS; k++)
        if (table[k].stream == own->stream)
            table[k].is_used = false;
    pthread_mutex_unlock(&lock);
}
