/* raw_kernel.cu: vector addition as in CUDA's first lesson, by a grid of blocks of threads:
 *   nvcc -fatbin -arch=native raw_kernel.cu -o raw_kernel.fatbin */
#include <stddef.h>

extern "C" __global__ void add_vectors(size_t n, const float *a, const float *b, float *c)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
