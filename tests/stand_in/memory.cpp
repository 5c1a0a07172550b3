/* memory.cpp: device memory is host memory, of exactly the size that was asked for, so that the
 * address sanitizer sees what goes beyond it. Copies must stay inside one allocation. */
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "context.h"
#include "faults.h"
#include "stand_in.h"

namespace
{

enum { ALIGNMENT = 256 };
const size_t LARGEST = (size_t)1 << 40;

std::mutex lock;
std::map<CUdeviceptr, size_t> allocations; /* by address, their sizes */

/* Whether the bytes lie within one allocation. */
bool is_device(CUdeviceptr memory, size_t size)
{
    std::lock_guard<std::mutex> guard(lock);
    auto above = allocations.upper_bound(memory);
    if (above == allocations.begin())
        return false;
    auto own = std::prev(above);
    return memory - own->first <= own->second && size <= own->second - (memory - own->first);
}

} // namespace

extern "C" {

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *)
{
    static char only;
    ENTER(cuMemPoolCreate);
    *pool = (CUmemoryPool)&only;
    return context_ready();
}
CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void *)
{
    ENTER(cuMemPoolSetAttribute);
    return CUDA_SUCCESS;
}
CUresult cuMemPoolTrimTo(CUmemoryPool, size_t)
{
    ENTER(cuMemPoolTrimTo);
    return CUDA_SUCCESS;
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *memory, size_t size, CUmemoryPool, CUstream)
{
    ENTER(cuMemAllocFromPoolAsync);
    void *made = nullptr;
    if (context_ready() != CUDA_SUCCESS || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (size > LARGEST || posix_memalign(&made, ALIGNMENT, size) != 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    std::lock_guard<std::mutex> guard(lock);
    *memory = (CUdeviceptr)made;
    allocations[*memory] = size;
    return CUDA_SUCCESS;
}
CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream)
{
    std::lock_guard<std::mutex> guard(lock);
    if (allocations.erase(memory) != 1) {
        fprintf(stderr, "stand-in: device memory that is not allocated was freed\n");
        abort();
    }
    free((void *)memory);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size, CUstream)
{
    ENTER(cuMemcpyHtoDAsync);
    if (!is_device(to, size))
        return CUDA_ERROR_INVALID_VALUE;
    memcpy((void *)to, from, size);
    return context_ready();
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream)
{
    ENTER(cuMemcpyDtoHAsync);
    if (!is_device(from, size))
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, (void *)from, size);
    return context_ready();
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream)
{
    ENTER(cuMemcpyDtoDAsync);
    if (!is_device(to, size) || !is_device(from, size))
        return CUDA_ERROR_INVALID_VALUE;
    memmove((void *)to, (void *)from, size);
    return context_ready();
}

long stand_in_live(void)
{
    std::lock_guard<std::mutex> guard(lock);
    return (long)allocations.size();
}

} // extern "C"
