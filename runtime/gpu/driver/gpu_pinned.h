/* gpu_pinned.h: blocks of host memory that the device copies to and from while the host goes on,
 * kept for later use. Memory of the caller's is pageable, and the driver waits for most copies of
 * such. */
#ifndef WEFT_GPU_PINNED_H
#define WEFT_GPU_PINNED_H

#include "gpu_context.h"

/* Bytes of the largest block. */
enum { GPU_PINNED_MOST = 4 << 20 };

/* A block of at least byte_count bytes, at most GPU_PINNED_MOST, aligned to 4096, uninitialised. It
 * is pageable where there is no more pinned memory: copies are slower then, and nothing else. NULL:
 * out of memory. */
void *gpu_pinned_take(const gpu_scope *scope, size_t byte_count);

/* Its end, once no copy uses it. byte_count: as it was taken. */
void gpu_pinned_give(void *block, size_t byte_count);

/* Gives the unused blocks back to the system. */
void gpu_pinned_trim(const gpu_scope *scope);

#endif
