/* gpu_launch.h: one launch of a kernel: its parameters and its grid. */
#ifndef WEFT_GPU_LAUNCH_H
#define WEFT_GPU_LAUNCH_H

#include "gpu_graph.h"
#include "gpu_walk.h"
#include "params.h"

/* The kernel of a shape of the plan's loop. */
weft_status gpu_launch_find(const gpu_scope *scope, const weft_plan *plan, weft_kernel_shape shape,
                            CUfunction *kernel, weft_error *error);

/* Fills the loop axes and, per operand, the steps of a launch with 32-bit indices. */
void gpu_launch_axes(const gpu_walk *walk, weft_gpu_loop32 *loop);
void gpu_launch_steps(const gpu_walk *walk, int operand, weft_gpu_operand64 *to);

/* Where an operand is at this launch. */
weft_gpu_place gpu_launch_place(const gpu_walk *walk, int operand);

/* The division by an extent from 1 to 2^31 - 1; see device/math/division.cuh. */
weft_gpu_division gpu_launch_division(int64_t extent);

/* Enqueues one launch; params is the kernel's one argument. */
weft_status gpu_launch_grid(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                            const char *what, const gpu_grid *grid, void *params,
                            weft_error *error);

/* The same of `blocks` blocks along one axis. */
weft_status gpu_launch_blocks(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t blocks, unsigned block_size,
                              unsigned shared_bytes, void *params, weft_error *error);

/* Enqueues one launch over `threads` threads in all, in blocks of block_size. */
weft_status gpu_launch_kernel(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                              const char *what, int64_t threads, unsigned block_size, void *params,
                              weft_error *error);

#endif
