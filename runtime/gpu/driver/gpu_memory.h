/* gpu_memory.h: device memory from a stream-ordered pool per device. */
#ifndef WEFT_GPU_MEMORY_H
#define WEFT_GPU_MEMORY_H

#include "gpu_context.h"

/* Memory that work on `stream` may use from now on; aligned to 256 bytes. */
weft_status gpu_memory_allocate(const gpu_scope *scope, CUstream stream, size_t byte_count,
                                CUdeviceptr *memory, weft_error *error);

/* Frees it after the work on `stream`, the legacy one (NULL): after all work of ours; where the
 * legacy one takes no work, because another is captured, with the next memory that it frees. Never
 * blocks. */
void gpu_memory_release(const gpu_scope *scope, CUstream stream, CUdeviceptr memory);

/* What weft_device_memory tells. */
weft_status gpu_memory_read(const gpu_scope *scope, weft_memory *memory, weft_error *error);

/* What weft_device_limit sets. */
void gpu_memory_limit(int device, int64_t bytes);

/* Gives the pool's unused memory back to the driver. */
weft_status gpu_memory_trim(const gpu_scope *scope, weft_error *error);

#endif
