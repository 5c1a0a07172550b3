/* gpu_staging.c: a list of staging blocks, in the order of the copies. */
#include "gpu_staging.h"

#include <stdlib.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/error.h"
#include "gpu/driver/gpu_stream.h"

/* Lies in front of its bytes, in one block. */
typedef struct staging {
    struct staging *next; /* owned */
    size_t byte_count;    /* of the block */
    bool comes_home;      /* `packed` is copied to `target` */
    weft_array packed, target;
} staging;

/* Bytes of a staging block before its elements. */
enum { HEAD = (sizeof(staging) + 255) / 256 * 256 };
_Static_assert(HEAD + GPU_STAGING_MOST <= GPU_PINNED_MOST, "what is to be pinned fits a block");

/* Small blocks are pinned; a large one is pageable, which the driver makes the best of. */
static staging *make_block(const gpu_scope *scope, size_t byte_count, weft_error *error)
{
    weft_array block = {.dtype = WEFT_UINT8};
    staging *made = NULL;
    if (byte_count > GPU_PINNED_MOST)
        return array_allocate(&block, byte_count, error) ? NULL : block.base;
    made = gpu_pinned_take(scope, byte_count);
    if (!made)
        error_set(error, WEFT_ERROR_MEMORY, "out of memory: %zu bytes for a copy", byte_count);
    return made;
}

static void drop_block(staging *block)
{
    if (block->byte_count > GPU_PINNED_MOST)
        free(block);
    else
        gpu_pinned_give(block, block->byte_count);
}

static void append(backend_copies *copies, staging *added)
{
    staging *last = copies->last;
    if (last)
        last->next = added;
    else
        copies->first = added;
    copies->last = added;
}

weft_status gpu_staging_add(const gpu_scope *scope, backend_copies *copies, weft_dtype dtype,
                            const weft_array *like, const weft_array *target, weft_array *packed,
                            weft_error *error)
{
    int64_t byte_count;
    *packed = weft_array_view(NULL, dtype, like->rank, like->shape, NULL);
    if (!array_lay_out(packed, &byte_count) || byte_count > INT64_MAX - HEAD)
        return error_set(error, WEFT_ERROR_SHAPE,
                         "a copy of an array has more bytes than int64 counts");
    staging *made = make_block(scope, HEAD + (size_t)byte_count, error);
    if (!made)
        return WEFT_ERROR_MEMORY;
    packed->data = (char *)made + HEAD;
    made->next = NULL;
    made->byte_count = HEAD + (size_t)byte_count;
    made->comes_home = target != NULL;
    made->packed = *packed;
    if (target)
        made->target = *target;
    append(copies, made);
    return WEFT_OK;
}

void gpu_staging_cancel(backend_copies *copies)
{
    staging *last = copies->last;
    last->comes_home = false;
}

/* Does what is left to do on the host, of copies that the device is done with, or that have failed.
 */
static void settle(backend_copies *copies, bool failed)
{
    staging *next;
    for (staging *one = copies->first; one; one = next) {
        next = one->next;
        if (one->comes_home && !failed)
            cast_copy(&one->target, &one->packed);
        drop_block(one);
    }
    copies->first = copies->last = NULL;
}

weft_status gpu_staging_limit(const gpu_scope *scope, CUstream stream, backend_copies *copies,
                              weft_error *error)
{
    const staging *last = copies->last;
    if (!last || last->byte_count <= GPU_PINNED_MOST)
        return WEFT_OK;
    weft_status status = gpu_stream_wait(scope, stream, error);
    settle(copies, status != WEFT_OK);
    return status;
}

weft_status gpu_copies_mark(backend_copies *copies, const weft_place *place, weft_error *error)
{
    gpu_scope scope;
    CUevent event = copies->mark;
    CUresult result = CUDA_SUCCESS;
    weft_status status = gpu_enter(&scope, place->device, error);
    if (status)
        return status;
    if (!event)
        result = scope.driver->cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);
    if (result == CUDA_SUCCESS) {
        copies->mark = event;
        result = scope.driver->cuEventRecord(event, place->stream);
    }
    gpu_leave(&scope);
    return gpu_driver_status(result, "marking the end of copies", error);
}

/* Waits for the mark, or for all work where there is none. */
static weft_status wait_for(const gpu_scope *scope, const backend_copies *copies, CUstream stream,
                            weft_error *error)
{
    CUevent event = copies->mark;
    if (!event)
        return gpu_stream_wait(scope, stream, error);
    CUresult result = scope->driver->cuEventSynchronize(event);
    scope->driver->cuEventDestroy(event);
    return gpu_driver_status(result, "waiting for copies", error);
}

weft_status gpu_copies_await(backend_copies *copies, const weft_place *place, weft_error *error)
{
    gpu_scope scope;
    weft_status status = gpu_enter(&scope, place->device, error);
    if (!status) {
        status = wait_for(&scope, copies, place->stream, error);
        gpu_leave(&scope);
    }
    settle(copies, status != WEFT_OK);
    *copies = (backend_copies){0};
    return status;
}
