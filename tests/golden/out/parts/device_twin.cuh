/* CUDA's own: as in any file of CUDA C++, with headers beside it
#include "none.cuh"
 */
#pragma once
#include "inner.cuh"
#  include "inner.cuh"
#include <cuda_fp16.h>
#include "not_beside.cuh"
#define FACTOR \
    (THREE / 3)
// it's a comment /* not of lines
__device__ inline float inverse_root(float x)
{
    return rsqrtf(x) * FACTOR;
}
__device__ const char *const text = "/*";
static __device__ float cube(float x) { return x * x * x; }
