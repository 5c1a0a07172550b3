/* context.h: what memory needs to know of contexts. */
#ifndef STAND_IN_CONTEXT_H
#define STAND_IN_CONTEXT_H

#include <cuda.h>

/* CUDA_SUCCESS where a context is current, else CUDA_ERROR_INVALID_CONTEXT. */
CUresult context_ready();

#endif
