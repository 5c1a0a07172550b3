/* gpu_graph.h: launches as graphs of one kernel, which stay and are handed other parameters: to the
 * driver that is less work than a launch. */
#ifndef WEFT_GPU_GRAPH_H
#define WEFT_GPU_GRAPH_H

#include "gpu_context.h"

/* Blocks along three axes, threads of a block, along the first of its axes, and bytes of shared
 * memory that a block has beside what its kernel declares; bytes of the kernel's arguments, all of
 * them filled, by which a launch is seen to be the same as the last, or 0; threads along the other
 * axes of a block, 0 for 1. */
typedef struct gpu_grid {
    unsigned x, y, z, threads, shared_bytes, argument_bytes, threads_y, threads_z;
} gpu_grid;

/* Enqueues one launch on a stream that is not captured; arguments: where each of the kernel's is;
 * bytes: all of them, as grid->argument_bytes says. False, with nothing enqueued, where no graph is
 * at hand: seldom used ones have none, nor have large ones, where it would not matter. */
bool gpu_graph_launch(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                      const gpu_grid *grid, void **arguments, const void *bytes);

/* Lets go of all graphs: a kernel's library is about to be unloaded. */
void gpu_graph_forget(void);

#endif
