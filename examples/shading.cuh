/* shading.cuh: CUDA C++, which nvcc reads: any header of CUDA's may be included here. */

__device__ inline float inverse_root(float x)
{
    return rsqrtf(x);
}
