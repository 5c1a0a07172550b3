/* gpu_memory.c: one pool per device, of our own, so that its settings are nobody else's affair. The
 * driver keeps what is freed for the next allocation, and orders reuse across streams. */
#include "gpu_memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "gpu_stream.h"

/* Memory to be freed on the legacy stream, which took no work at the time. */
typedef struct postponed {
    struct postponed *next; /* owned */
    int device;
    CUdeviceptr memory;
} postponed;

static CUmemoryPool pools[GPU_DEVICE_LIMIT];
static _Atomic int64_t room[GPU_DEVICE_LIMIT]; /* the limit less INT64_MAX: 0 is none */
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

static weft_status describe_allocation(const gpu_scope *scope, CUresult result, size_t byte_count,
                                       weft_error *error)
{
    char doing[80];
    if (result == CUDA_SUCCESS)
        return WEFT_OK;
    snprintf(doing, sizeof doing, "allocating %zu bytes on device %d", byte_count, scope->device);
    return gpu_driver_status(result, doing, error);
}

static int64_t limit_of(const gpu_scope *scope)
{
    return INT64_MAX + atomic_load(&room[scope->device]);
}

void gpu_memory_limit(int device, int64_t bytes)
{
    atomic_store(&room[device], bytes - INT64_MAX);
}

static CUresult ask_pool(const gpu_scope *scope, CUmemoryPool pool, CUmemPool_attribute what,
                         int64_t *bytes)
{
    cuuint64_t told = 0;
    CUresult result = scope->driver->cuMemPoolGetAttribute(pool, what, &told);
    *bytes = told < INT64_MAX ? (int64_t)told : INT64_MAX;
    return result;
}

weft_status gpu_memory_read(const gpu_scope *scope, weft_memory *memory, weft_error *error)
{
    CUmemoryPool pool;
    size_t free = 0, total = 0;
    weft_memory told = {.limit = limit_of(scope)};
    CUresult result = find_pool(scope, &pool);
    if (result == CUDA_SUCCESS)
        result = ask_pool(scope, pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &told.used);
    if (result == CUDA_SUCCESS)
        result = ask_pool(scope, pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &told.held);
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuMemGetInfo(&free, &total);
    told.free = (int64_t)free;
    told.total = (int64_t)total;
    if (result == CUDA_SUCCESS)
        *memory = told;
    return gpu_driver_status(result, "asking for the device's memory", error);
}

/* Waits for what is freed by work of this stream, and without naming one. */
static void wait_for_freed(const gpu_scope *scope, CUstream stream)
{
    scope->driver->cuStreamSynchronize(stream);
    if (gpu_stream_legacy_is_barred(scope))
        return;
    gpu_stream_join(scope);
    free_postponed(scope);
    scope->driver->cuStreamSynchronize(NULL);
}

/* Allocates where there is a limit: one thread at a time, so that none passes it. */
static weft_status allocate_within(const gpu_scope *scope, CUstream stream, CUmemoryPool pool,
                                   size_t byte_count, CUdeviceptr *memory, weft_error *error)
{
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    int64_t used = 0;
    const int64_t limit = limit_of(scope);
    pthread_mutex_lock(&turn);
    CUresult result = ask_pool(scope, pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used);
    if (result == CUDA_SUCCESS && (used > limit || byte_count > (size_t)(limit - used))) {
        wait_for_freed(scope, stream);
        result = ask_pool(scope, pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used);
    }
    const bool fits = used <= limit && byte_count <= (size_t)(limit - used);
    if (result == CUDA_SUCCESS && fits)
        result = scope->driver->cuMemAllocFromPoolAsync(memory, byte_count, pool, stream);
    pthread_mutex_unlock(&turn);
    if (result == CUDA_SUCCESS && !fits)
        return error_set(
            error, WEFT_ERROR_MEMORY,
            "allocating %zu bytes on device %d: of the limit of %lld bytes, %lld are used",
            byte_count, scope->device, (long long)limit, (long long)used);
    return describe_allocation(scope, result, byte_count, error);
}

weft_status gpu_memory_allocate(const gpu_scope *scope, CUstream stream, size_t byte_count,
                                CUdeviceptr *memory, weft_error *error)
{
    CUmemoryPool pool;
    *memory = 0;
    bool is_recording;
    weft_status status = gpu_stream_recording(scope, stream, &is_recording, error);
    if (status)
        return status;
    CUresult result = find_pool(scope, &pool);
    if (result == CUDA_SUCCESS && limit_of(scope) < INT64_MAX && !is_recording)
        return allocate_within(scope, stream, pool, byte_count, memory, error);
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuMemAllocFromPoolAsync(memory, byte_count, pool, stream);
    return describe_allocation(scope, result, byte_count, error);
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
