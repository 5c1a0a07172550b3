/* stand_in.cpp: a libcuda.so.1 for machines without a GPU, so that the gpu backend and the kernels,
 * compiled for the host, can be tested there. Device memory is host memory, a launch runs its
 * threads one after another, everything is complete when it returns. It checks what a driver would:
 * a context is current, images are fatbins, memory is freed once. */
#include <cuda.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

#include "gpu_entries.h"
#include "machine.cuh"

namespace
{

std::mutex lock;
std::set<void *> allocations;
thread_local CUcontext stack[16];
thread_local int depth;
unsigned long long next_stream = 1;

struct stream {
    unsigned flags;
    unsigned long long id;
};

CUcontext primary()
{
    static char context;
    return (CUcontext)&context;
}

bool is_ready()
{
    return depth > 0 && stack[depth - 1];
}

CUresult ready()
{
    return is_ready() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

} // namespace

extern "C" {

CUresult cuInit(unsigned)
{
    return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int *version)
{
    *version = 13000;
    return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult result, const char **name)
{
    *name = result == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR";
    return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char **text)
{
    *text = "the stand-in says so";
    return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int *count)
{
    *count = 1;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int size, CUdevice)
{
    strncpy(name, "stand-in without a GPU", (size_t)size);
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice)
{
    *context = primary();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    *context = depth > 0 ? stack[depth - 1] : nullptr;
    return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context)
{
    if (depth == 0)
        depth = 1;
    stack[depth - 1] = context;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice *device)
{
    *device = 0;
    return ready();
}
CUresult cuCtxPushCurrent(CUcontext context)
{
    if (depth == 16)
        return CUDA_ERROR_INVALID_VALUE;
    stack[depth++] = context;
    return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext *context)
{
    if (depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    *context = stack[--depth];
    return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *, void **, unsigned,
                           CUlibraryOption *, void **, unsigned)
{
    unsigned magic;
    memcpy(&magic, image, sizeof magic);
    *library = (CUlibrary)image;
    return magic == 0xBA55ED50U ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE;
}
CUresult cuLibraryUnload(CUlibrary)
{
    return CUDA_SUCCESS;
}
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary, const char *name)
{
    *kernel = (CUkernel)dlsym(RTLD_DEFAULT, name);
    return *kernel ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
CUresult cuLaunchKernel(CUfunction function, unsigned blocks, unsigned, unsigned, unsigned threads,
                        unsigned, unsigned, unsigned, CUstream, void **params, void **)
{
    if (!is_ready() || blocks == 0)
        return CUDA_ERROR_INVALID_VALUE;
    auto kernel = (void (*)(const void *))(void *)function;
    for (unsigned block = 0; block < blocks; block++)
        for (unsigned thread = 0; thread < threads; thread++) {
            weft::machine::current_block = block;
            weft::machine::current_thread = thread;
            kernel(params[0]);
        }
    return CUDA_SUCCESS;
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *)
{
    static char only;
    *pool = (CUmemoryPool)&only;
    return ready();
}
CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void *)
{
    return CUDA_SUCCESS;
}
CUresult cuMemPoolTrimTo(CUmemoryPool, size_t)
{
    return CUDA_SUCCESS;
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *memory, size_t size, CUmemoryPool, CUstream)
{
    if (size > (size_t)1 << 40)
        return CUDA_ERROR_OUT_OF_MEMORY;
    void *made = aligned_alloc(256, (size + 255) / 256 * 256);
    std::lock_guard<std::mutex> guard(lock);
    if (made)
        allocations.insert(made);
    *memory = (CUdeviceptr)made;
    return !made ? CUDA_ERROR_OUT_OF_MEMORY : ready();
}
CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream)
{
    std::lock_guard<std::mutex> guard(lock);
    if (allocations.erase((void *)memory) != 1)
        abort(); /* freed twice, or never allocated */
    free((void *)memory);
    return ready();
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size, CUstream)
{
    memcpy((void *)to, from, size);
    return ready();
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream)
{
    memcpy(to, (void *)from, size);
    return ready();
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream)
{
    memmove((void *)to, (void *)from, size);
    return ready();
}

CUresult cuStreamCreate(CUstream *made, unsigned flags)
{
    std::lock_guard<std::mutex> guard(lock);
    *made = (CUstream) new stream{flags, next_stream++};
    return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream old)
{
    delete (stream *)old;
    return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream)
{
    return ready();
}
CUresult cuStreamGetFlags(CUstream one, unsigned *flags)
{
    *flags = ((stream *)one)->flags;
    return CUDA_SUCCESS;
}
CUresult cuStreamGetId(CUstream one, unsigned long long *id)
{
    *id = ((stream *)one)->id;
    return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned)
{
    return ready();
}
CUresult cuStreamIsCapturing(CUstream, CUstreamCaptureStatus *status)
{
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned)
{
    *event = (CUevent)malloc(1);
    return ready();
}
CUresult cuEventRecord(CUevent, CUstream)
{
    return ready();
}
CUresult cuEventSynchronize(CUevent)
{
    return CUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent, CUevent)
{
    *milliseconds = 0;
    return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event)
{
    free(event);
    return CUDA_SUCCESS;
}

/* The entry points by name, of which libweft looks up each. */
CUresult cuGetProcAddress_v2(const char *symbol, void **address, int, cuuint64_t,
                             CUdriverProcAddressQueryResult *)
{
    static const struct {
        const char *name;
        void *address;
    } entries[] = {
#define ENTRY(name) {#name, (void *)name},
        GPU_DRIVER_ENTRIES(ENTRY)
#undef ENTRY
    };
    for (auto &entry : entries)
        if (strcmp(entry.name, symbol) == 0) {
            *address = entry.address;
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_NOT_FOUND;
}

} // extern "C"
