/* raw_kernels.cu: kernels that no ufunc calls, of CUDA C++ alone. */
#include <stdint.h>
#include <stddef.h>

struct raw_pair {
    float first, second;
};

/* c = a + b, by threads that stride over all of it. */
extern "C" __global__ void raw_add(size_t n, const float *a, const float *b, float *c)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        c[i] = a[i] + b[i];
}

/* How many threads there are, and where each is. */
extern "C" __global__ void raw_places(int32_t *places, int8_t sign)
{
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const unsigned at = block * blockDim.x * blockDim.y * blockDim.z + thread;
    places[at] = sign * (int32_t)(100000 * threadIdx.z + 10000 * threadIdx.y + 1000 * threadIdx.x +
                                  100 * blockIdx.z + 10 * blockIdx.y + blockIdx.x);
}

/* Each block's numbers backwards, and a structure that is handed over. */
extern "C" __global__ void raw_reverse(float *numbers, raw_pair pair)
{
    __shared__ float kept[64];
    kept[threadIdx.x] = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    numbers[blockIdx.x * blockDim.x + threadIdx.x] =
        pair.first * kept[blockDim.x - 1 - threadIdx.x] + pair.second;
}

extern "C" __global__ void raw_nothing()
{
}
