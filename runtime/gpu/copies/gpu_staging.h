/* gpu_staging.h: host memory that copies go through which have begun and are not awaited: packed,
 * for the device, and pinned, so that the host need not wait for it. */
#ifndef WEFT_GPU_STAGING_H
#define WEFT_GPU_STAGING_H

#include "gpu/driver/gpu_context.h"
#include "gpu/driver/gpu_pinned.h"
#include "plan/backend.h"

/* Bytes of the largest array whose staging block is pinned, if there is memory for that. */
enum { GPU_STAGING_MOST = GPU_PINNED_MOST - 4096 };

/* Adds a staging block to the copies, and *packed, an array of it: of this dtype, of the shape of
 * `like`, in C order. target: what its elements are copied to once they are there; NULL:
 * nothing. */
weft_status gpu_staging_add(const gpu_scope *scope, backend_copies *copies, weft_dtype dtype,
                            const weft_array *like, const weft_array *target, weft_array *packed,
                            weft_error *error);

/* Says that nothing will come to the last staging block: its copy could not begin. */
void gpu_staging_cancel(backend_copies *copies);

/* Waits for the copies if their last staging block is a large one, so that there is never more than
 * one. */
weft_status gpu_staging_limit(const gpu_scope *scope, CUstream stream, backend_copies *copies,
                              weft_error *error);

/* The slots `mark_copies` and `await_copies`. */
weft_status gpu_copies_mark(backend_copies *copies, const weft_place *place, weft_error *error);
weft_status gpu_copies_await(backend_copies *copies, const weft_place *place, weft_error *error);

#endif
