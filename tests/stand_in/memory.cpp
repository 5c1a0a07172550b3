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
std::map<CUdeviceptr, size_t> pinned;      /* host memory, likewise */

/* Whether the bytes lie within one of them. */
bool is_inside(const std::map<CUdeviceptr, size_t> &all, CUdeviceptr memory, size_t size)
{
    std::lock_guard<std::mutex> guard(lock);
    auto above = all.upper_bound(memory);
    if (above == all.begin())
        return false;
    auto own = std::prev(above);
    return memory - own->first <= own->second && size <= own->second - (memory - own->first);
}

bool is_device(CUdeviceptr memory, size_t size)
{
    return is_inside(allocations, memory, size);
}

/* A copy, between places that are right. Where the host's side is pinned the host does not wait. */
CUresult move(bool is_right, const void *host, void *to, const void *from, size_t size,
              CUstream stream)
{
    if (!is_right)
        return CUDA_ERROR_INVALID_VALUE;
    if (context_ready() != CUDA_SUCCESS)
        return context_ready();
    const bool waits = !is_inside(pinned, (CUdeviceptr)host, size);
    stream_work copy = [=] {
        memmove(to, from, size);
        return CUDA_SUCCESS;
    };
    return capture_work(stream, [=] {
        if (waits)
            return copy();
        capture_defer(copy);
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
CUresult cuMemPoolGetAttribute(CUmemoryPool, CUmemPool_attribute what, void *value)
{
    ENTER(cuMemPoolGetAttribute);
    UNSAFE();
    std::lock_guard<std::mutex> guard(lock);
    cuuint64_t bytes = 0;
    for (const auto &one : allocations)
        bytes += one.second;
    if (what != CU_MEMPOOL_ATTR_USED_MEM_CURRENT && what != CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)
        return CUDA_ERROR_INVALID_VALUE;
    *(cuuint64_t *)value = bytes;
    return CUDA_SUCCESS;
}
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total)
{
    ENTER(cuMemGetInfo);
    UNSAFE();
    *free_bytes = *total = LARGEST;
    return context_ready();
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
    capture_catch_up();
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
    return move(is_device(to, size), from, (void *)to, from, size, stream);
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream stream)
{
    ENTER(cuMemcpyDtoHAsync);
    return move(is_device(from, size), to, to, (void *)from, size, stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    ENTER(cuMemcpyDtoDAsync);
    bool is_right = is_device(to, size) && is_device(from, size);
    return move(is_right, nullptr, (void *)to, (void *)from, size, stream);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char byte, size_t size, CUstream stream)
{
    ENTER(cuMemsetD8Async);
    if (!is_device(to, size))
        return CUDA_ERROR_INVALID_VALUE;
    if (context_ready() != CUDA_SUCCESS)
        return context_ready();
    return capture_work(stream, [=] {
        memset((void *)to, byte, size);
        return CUDA_SUCCESS;
    });
}

CUresult cuMemHostRegister(void *memory, size_t size, unsigned)
{
    ENTER_QUERY(cuMemHostRegister);
    UNSAFE();
    if (context_ready() != CUDA_SUCCESS)
        return context_ready();
    std::lock_guard<std::mutex> guard(lock);
    auto above = pinned.lower_bound((CUdeviceptr)memory);
    const bool meets_above = above != pinned.end() && above->first - (CUdeviceptr)memory < size;
    const bool meets_below = above != pinned.begin() &&
                             (CUdeviceptr)memory - std::prev(above)->first < std::prev(above)->second;
    if (meets_above || meets_below)
        return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    pinned[(CUdeviceptr)memory] = size;
    return CUDA_SUCCESS;
}
CUresult cuMemHostUnregister(void *memory)
{
    ENTER_QUERY(cuMemHostUnregister);
    UNSAFE();
    std::lock_guard<std::mutex> guard(lock);
    return pinned.erase((CUdeviceptr)memory) == 1 ? CUDA_SUCCESS
                                                  : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr memory)
{
    ENTER_QUERY(cuPointerGetAttribute);
    const bool is_pinned = is_inside(pinned, memory, 1);
    if (!is_pinned && !is_device(memory, 0))
        return CUDA_ERROR_INVALID_VALUE;
    const unsigned device = 0, type = is_pinned ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    memcpy(data, attribute == CU_POINTER_ATTRIBUTE_MEMORY_TYPE ? &type : &device, sizeof type);
    return CUDA_SUCCESS;
}

long stand_in_live(void)
{
    std::lock_guard<std::mutex> guard(lock);
    return (long)allocations.size();
}

} // extern "C"
