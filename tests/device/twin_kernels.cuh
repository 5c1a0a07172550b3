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
