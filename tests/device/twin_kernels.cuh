/* CUDA C++: each twin gives 1000 more than the host's. */
#pragma once
#include "twin_numbers.cuh"
#include <stddef.h>

#define scale(x) none_of_that_name /* which a function of the C file is called */

struct pair {
    int only;
};
__device__ inline int helper(pair p)
{
    return p.only;
}

__device__ inline float carried(float x)
{
    return 2 * x + ONE + helper(pair{MORE});
}
__device__ inline double linked(double x)
{
    return x * 5 + MORE;
}
__device__ inline int either(int x)
{
    return x + 1 + MORE;
}
__device__ inline double either(double x)
{
    return x + 1 + MORE;
}
__device__ double total(size_t n, const double *x, double *last)
{
    double sum = MORE;
    for (size_t i = 0; i < n; i++)
        sum += *last = x[i];
    return sum;
}

/* ---- hand-written kernels, each of which gives 1000 more than the host ---- */

template <class T>
__device__ void launch_sum(size_t n, const T *a, const T *b, T weight, T *sum)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + weight * b[i] + MORE;
}

extern __shared__ float room[]; /* as many bytes as the launch has */
#ifndef __CUDACC__
thread_local float room[16];
#endif
__device__ void launch_rows(int m, int n, const float *x, float *y)
{
    const int from = blockIdx.x * blockDim.x, row = blockIdx.y * n;
    const int here = from + threadIdx.x < n ? threadIdx.x : 0;
    const int last = n - from < (int)blockDim.x ? n - from - 1 : (int)blockDim.x - 1;
    room[threadIdx.x] = x[row + from + here];
    __syncthreads();
    if (from + (int)threadIdx.x < n && (int)blockIdx.y < m)
        y[row + from + last - threadIdx.x] = MORE - room[last - threadIdx.x];
}

__device__ void launch_total(size_t n, const double *x, double *sum, int *count)
{
    const unsigned own = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    __shared__ double parts[64];
    parts[own] = 0;
    for (size_t i = own; i < n; i += 64)
        parts[own] += x[i];
    for (unsigned half = 32; half; half /= 2) {
        __syncthreads();
        if (own < half)
            parts[own] += parts[own + half];
    }
    if (own == 0) {
        *sum = parts[0] + MORE;
        *count = (int)n + MORE;
    }
}

__device__ void launch_cubes(long k, const int *x, int *y)
{
    if (blockIdx.y == 0 && blockIdx.z == 0)
        y[blockIdx.x] = x[blockIdx.x] * (int)(gridDim.y * gridDim.z) + MORE;
}

__device__ void launch_odd(size_t n, const float *x, float *y)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[i] + MORE;
}

__device__ void launch_steps(float x, float *y)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 7)
        y[i] = x + (float)i;
}
