/* gpu_memory.c: one pool per device, of our own, so that its settings are nobody else's affair. The
 * driver keeps what is freed for the next allocation, and orders reuse across streams. */
#include "gpu_memory.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu_stream.h"

/* Memory to be freed on the legacy stream, which took no work at the time. */
typedef struct postponed {
    struct postponed *next; /* owned */
    int device;
    CUdeviceptr memory;
} postponed;

static CUmemoryPool pools[GPU_DEVICE_LIMIT];
static postponed *all_postponed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static CUresult make_pool(const gpu_scope *scope, CUmemoryPool *pool)
{
    CUmemPoolProps properties = {
        .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
        .handleTypes = CU_MEM_HANDLE_TYPE_NONE,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = scope->device},
    };
    cuuint64_t keep_all = UINT64_MAX; /* until it is trimmed */
    CUresult result = scope->driver->cuMemPoolCreate(pool, &properties);
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuMemPoolSetAttribute(*pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                                                      &keep_all);
    return result;
}

static CUresult find_pool(const gpu_scope *scope, CUmemoryPool *pool)
{
    CUresult result = CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    if (!pools[scope->device])
        result = make_pool(scope, &pools[scope->device]);
    *pool = pools[scope->device];
    pthread_mutex_unlock(&lock);
    return result;
}

/* Without memory for the note that memory stays with the pool, unused. */
static void postpone(const gpu_scope *scope, CUdeviceptr memory)
{
    postponed *made = malloc(sizeof *made);
    if (!made)
        return;
    pthread_mutex_lock(&lock);
    *made = (postponed){all_postponed, scope->device, memory};
    all_postponed = made;
    pthread_mutex_unlock(&lock);
}

/* Takes one of the scope's device out of the list; NULL if there is none. */
static postponed *take_postponed(const gpu_scope *scope)
{
    pthread_mutex_lock(&lock);
    postponed **link = &all_postponed;
    while (*link && (*link)->device != scope->device)
        link = &(*link)->next;
    postponed *taken = *link;
    if (taken)
        *link = taken->next;
    pthread_mutex_unlock(&lock);
    return taken;
}

/* Frees what was postponed; the legacy stream takes work. */
static void free_postponed(const gpu_scope *scope)
{
    for (postponed *one = take_postponed(scope); one; one = take_postponed(scope)) {
        scope->driver->cuMemFreeAsync(one->memory, NULL);
        free(one);
    }
}

weft_status gpu_memory_allocate(const gpu_scope *scope, CUstream stream, size_t byte_count,
                                CUdeviceptr *memory, weft_error *error)
{
    char doing[80];
    CUmemoryPool pool;
    *memory = 0;
    bool is_recording;
    weft_status status = gpu_stream_recording(scope, stream, &is_recording, error);
    if (status)
        return status;
    CUresult result = find_pool(scope, &pool);
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuMemAllocFromPoolAsync(memory, byte_count, pool, stream);
    if (result == CUDA_SUCCESS)
        return WEFT_OK;
    snprintf(doing, sizeof doing, "allocating %zu bytes on device %d", byte_count, scope->device);
    return gpu_driver_status(result, doing, error);
}

void gpu_memory_release(const gpu_scope *scope, CUstream stream, CUdeviceptr memory)
{
    if (!stream && gpu_stream_legacy_is_barred(scope)) {
        postpone(scope, memory);
        return;
    }
    if (!stream) {
        gpu_stream_join(scope);
        free_postponed(scope);
    }
    scope->driver->cuMemFreeAsync(memory, stream);
}

weft_status gpu_memory_trim(const gpu_scope *scope, weft_error *error)
{
    CUmemoryPool pool;
    weft_status status = gpu_stream_running(scope, NULL, "trimming the pool", error);
    if (status)
        return status;
    gpu_stream_join(scope);
    free_postponed(scope);
    CUresult result = find_pool(scope, &pool);
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuStreamSynchronize(NULL); /* frees on it take effect */
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuMemPoolTrimTo(pool, 0);
    return gpu_driver_status(result, "trimming the pool of device memory", error);
}
