/* context.h: what the stand-in's parts need of each other's contexts and memory. */
#ifndef STAND_IN_CONTEXT_H
#define STAND_IN_CONTEXT_H

#include <cuda.h>

/* CUDA_SUCCESS where a context is current, else CUDA_ERROR_INVALID_CONTEXT. */
CUresult context_ready();

/* Frees device memory. */
void memory_free(CUdeviceptr memory);

#endif
