/* gpu_launch.h: a plan as launches of one kernel. */
#ifndef WEFT_GPU_LAUNCH_H
#define WEFT_GPU_LAUNCH_H

#include "gpu_context.h"
#include "gpu_walk.h"
#include "params.h"

/* Enqueues the kernels of the plan's loop for all its items. */
weft_status gpu_launch_plan(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                            weft_error *error);

/* Fills the loop axes and, per operand, the steps of a launch with 32-bit indices. */
void gpu_launch_axes(const gpu_walk *walk, weft_gpu_loop32 *loop);
void gpu_launch_steps(const gpu_walk *walk, int operand, weft_gpu_operand64 *to);

/* The division by an extent from 1 to 2^31 - 1; see device/division.cuh. */
weft_gpu_division gpu_launch_division(int64_t extent);

/* Enqueues one launch of `blocks` blocks, each with shared_bytes of memory beside what its kernel
 * declares; params is the kernel's one argument. */
weft_status gpu_launch_blocks(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t blocks, unsigned block_size,
                              unsigned shared_bytes, void *params, weft_error *error);

/* Enqueues one launch over `threads` threads in all, in blocks of block_size. */
weft_status gpu_launch_kernel(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t threads, unsigned block_size, void *params,
                              weft_error *error);

#endif
