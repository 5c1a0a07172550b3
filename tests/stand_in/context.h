/* context.h: what the stand-in's parts need of each other's contexts and memory. */
#ifndef STAND_IN_CONTEXT_H
#define STAND_IN_CONTEXT_H

#include <cuda.h>

#include <functional>

#include "cuda_words.h"

/* CUDA_SUCCESS where a context is current, else CUDA_ERROR_INVALID_CONTEXT. */
CUresult context_ready();

/* What a launch of a kernel does, with its parameters as they are now. */
CUresult context_launch(void *kernel, const stand_in_grid &grid, void *const *params,
                        std::function<CUresult()> *work);

/* Frees the graphs of contexts that are gone. */
void graphs_reset();

/* Frees device memory. */
void memory_free(CUdeviceptr memory);

#endif
