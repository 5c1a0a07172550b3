/* vector_add.cuh: CUDA C++ of two ufuncs: what all threads of a grid run for one item. */
#include <stddef.h>

template <class T> __device__ void vector_add(size_t n, const T *a, const T *b, T *c)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__device__ inline void row_sum(size_t n, const float *x, float *sum)
{
    __shared__ float parts[256];
    float own = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        own += x[i];
    parts[threadIdx.x] = own;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        *sum = parts[0];
}
