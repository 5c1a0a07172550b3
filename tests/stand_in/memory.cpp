/* memory.cpp: device memory is host memory, of exactly the size that was asked for, so that the
 * address sanitizer sees what goes beyond it. Copies must stay inside one allocation. */
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "capture.h"
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

/* A copy, between places that are right. */
CUresult move(bool is_right, void *to, const void *from, size_t size, CUstream stream)
{
    if (!is_right)
        return CUDA_ERROR_INVALID_VALUE;
    if (context_ready() != CUDA_SUCCESS)
        return context_ready();
    return capture_work(stream, [=] {
        memmove(to, from, size);
        return CUDA_SUCCESS;
    });
}

} // namespace

void memory_free(CUdeviceptr memory)
{
    std::lock_guard<std::mutex> guard(lock);
    if (allocations.erase(memory) != 1) {
        fprintf(stderr, "stand-in: device memory that is not allocated was freed\n");
        abort();
    }
    free((void *)memory);
}

extern "C" {

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *)
{
    static char only;
    ENTER(cuMemPoolCreate);
    UNSAFE();
    *pool = (CUmemoryPool)&only;
    return context_ready();
}
CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void *)
{
    ENTER(cuMemPoolSetAttribute);
    UNSAFE();
    return CUDA_SUCCESS;
}
CUresult cuMemPoolTrimTo(CUmemoryPool, size_t)
{
    ENTER(cuMemPoolTrimTo);
    UNSAFE();
    return CUDA_SUCCESS;
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *memory, size_t size, CUmemoryPool, CUstream stream)
{
    ENTER(cuMemAllocFromPoolAsync);
    void *made = nullptr;
    std::shared_ptr<capture> captured;
    if (context_ready() != CUDA_SUCCESS || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult failure = capture_find(stream, &captured); failure != CUDA_SUCCESS)
        return failure;
    if (size > LARGEST || posix_memalign(&made, ALIGNMENT, size) != 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    std::lock_guard<std::mutex> guard(lock);
    *memory = (CUdeviceptr)made;
    allocations[*memory] = size;
    if (captured) {
        captured->into->memory.insert(*memory);
        captured->into->unfreed.insert(*memory);
    }
    return CUDA_SUCCESS;
}
CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream)
{
    std::shared_ptr<capture> captured;
    if (CUresult failure = capture_find(stream, &captured); failure != CUDA_SUCCESS)
        return failure;
    if (captured) /* what lies outside of the graph could be freed by it, too: once */
        return captured->into->unfreed.erase(memory) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    memory_free(memory);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
    ENTER(cuMemcpyHtoDAsync);
    return move(is_device(to, size), (void *)to, from, size, stream);
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream stream)
{
    ENTER(cuMemcpyDtoHAsync);
    return move(is_device(from, size), to, (void *)from, size, stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    ENTER(cuMemcpyDtoDAsync);
    bool is_right = is_device(to, size) && is_device(from, size);
    return move(is_right, (void *)to, (void *)from, size, stream);
}

long stand_in_live(void)
{
    std::lock_guard<std::mutex> guard(lock);
    return (long)allocations.size();
}

} // extern "C"
