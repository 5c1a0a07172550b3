/* driver.cpp: a libcuda.so.1 for machines without a GPU, so that the gpu backend and the kernels,
 * compiled for the host, can be tested there. A launch runs its blocks one after another, the
 * threads of each as fibers, and everything is complete when it returns. It checks what a driver would:
 * a context is current, images are fatbins, devices exist. */
#include <cuda.h>
#include <dlfcn.h>

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "capture.h"
#include "context.h"
#include "faults.h"
#include "fibers.h"
#include "gpu/driver/gpu_entries.h"
#include "stand_in.h"

namespace
{

enum { MOST_DEVICES = 64, MOST_DEPTH = 16 };
char primaries[MOST_DEVICES]; /* a context is the address of its device's entry */
thread_local CUcontext stack[MOST_DEPTH];
thread_local int depth;
std::atomic<unsigned> resets; /* each makes new contexts, at the old addresses */

/* What each kernel takes: of libweft's, one structure of so many bytes, as machine.cuh notes it; of
 * users', what cuda_words.h notes. */
struct known_kernel {
    fibers_kernel *run;
    const stand_in_kernel *raw; /* or NULL */
    unsigned bytes;
};
std::map<void *, known_kernel> kernels;
std::mutex lock;

/* Failures by the names that CUDA gives them. */
const struct {
    CUresult result;
    const char *name, *text;
} failures[] = {
#define FAILURE(name, text) {name, #name, text},
    FAILURE(CUDA_ERROR_OUT_OF_MEMORY, "out of memory")
    FAILURE(CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected")
    FAILURE(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal")
    FAILURE(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device")
    FAILURE(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered")
    FAILURE(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure")
    FAILURE(CUDA_ERROR_NOT_FOUND, "named symbol not found")
    FAILURE(CUDA_ERROR_INVALID_VALUE, "invalid argument")
    FAILURE(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
            "operation not permitted when stream is capturing")
    FAILURE(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
            "operation failed due to a previous error during capture")
    FAILURE(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
            "operation would make the legacy stream depend on a capturing blocking stream")
#undef FAILURE
};

known_kernel find_kernel(void *kernel)
{
    std::lock_guard<std::mutex> guard(lock);
    return kernels[kernel];
}

CUresult launch(fibers_kernel *run, const void *params, const stand_in_grid &grid)
{
    const unsigned blocks = grid.blocks[0] * grid.blocks[1] * grid.blocks[2];
    const unsigned threads = grid.threads[0] * grid.threads[1] * grid.threads[2];
    stand_in_current = &grid;
    for (unsigned block = 0; block < blocks; block++)
        if (!fibers_run(run, params, block, threads))
            return CUDA_ERROR_OUT_OF_MEMORY;
    return CUDA_SUCCESS;
}

/* Copies of what a user's kernel is handed, one behind the other. */
std::vector<char> gather(const stand_in_kernel &raw, void *const *params)
{
    std::vector<char> own;
    for (unsigned i = 0; i < raw.count; i++)
        own.insert(own.end(), (const char *)params[i], (const char *)params[i] + raw.sizes[i]);
    return own;
}

} // namespace

CUresult context_launch(void *kernel, const stand_in_grid &grid, void *const *params,
                        std::function<CUresult()> *work)
{
    const unsigned blocks = grid.blocks[0] * grid.blocks[1] * grid.blocks[2];
    const unsigned threads = grid.threads[0] * grid.threads[1] * grid.threads[2];
    if (blocks == 0 || threads == 0 || threads > 1024)
        return CUDA_ERROR_INVALID_VALUE;
    if (context_ready() != CUDA_SUCCESS)
        return context_ready();
    const known_kernel known = find_kernel(kernel);
    if (known.raw) {
        std::vector<char> own = gather(*known.raw, params);
        *work = [=] {
            const stand_in_launch all = {grid, own.data()};
            return launch(known.raw->run, &all, grid);
        };
        return CUDA_SUCCESS;
    }
    auto *from = (const char *)params[0];
    std::vector<char> own(from, from + known.bytes);
    *work = [=] { return launch(known.run, own.data(), grid); };
    return CUDA_SUCCESS;
}

CUresult context_ready()
{
    return depth > 0 && stack[depth - 1] ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

extern "C" {

CUresult cuInit(unsigned)
{
    ENTER_QUERY(cuInit);
    return faults_device_count() > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}
CUresult cuDriverGetVersion(int *version)
{
    *version = faults_version();
    return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult result, const char **name)
{
    *name = nullptr;
    for (auto &failure : failures)
        if (failure.result == result)
            *name = failure.name;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult result, const char **text)
{
    *text = nullptr;
    for (auto &failure : failures)
        if (failure.result == result)
            *text = failure.text;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    ENTER_QUERY(cuDeviceGet);
    *device = ordinal;
    return ordinal >= 0 && ordinal < faults_device_count() ? CUDA_SUCCESS
                                                           : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int *count)
{
    ENTER_QUERY(cuDeviceGetCount);
    *count = faults_device_count();
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int size, CUdevice)
{
    ENTER_QUERY(cuDeviceGetName);
    strncpy(name, "stand-in without a GPU", (size_t)size);
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    ENTER_QUERY(cuDevicePrimaryCtxRetain);
    *context = (CUcontext)&primaries[device];
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    ENTER_QUERY(cuCtxGetCurrent);
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
    ENTER_QUERY(cuCtxGetDevice);
    if (context_ready() != CUDA_SUCCESS)
        return CUDA_ERROR_INVALID_CONTEXT;
    *device = (CUdevice)((char *)stack[depth - 1] - primaries);
    return CUDA_SUCCESS;
}
CUresult cuCtxGetId(CUcontext context, unsigned long long *id)
{
    ENTER_QUERY(cuCtxGetId);
    *id = (unsigned long long)((char *)context - primaries) + 1 + MOST_DEVICES * resets.load();
    return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context)
{
    ENTER_QUERY(cuCtxPushCurrent);
    if (depth == MOST_DEPTH)
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

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values,
                           unsigned option_count, CUlibraryOption *, void **, unsigned)
{
    ENTER(cuLibraryLoadData);
    UNSAFE();
    unsigned magic;
    memcpy(&magic, image, sizeof magic);
    *library = (CUlibrary)image;
    const bool is_ptx = memcmp(image, "//", 2) == 0 || memcmp(image, ".ver", 4) == 0;
    if (magic == 0xBA55ED50U || magic == 0x464C457FU)
        return CUDA_SUCCESS;
    for (unsigned i = 0; i < option_count && is_ptx; i++)
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER && strstr((const char *)image, "wrong"))
            strcpy((char *)values[i], "\nptxas fatal: it is wrong\nand more");
    return !is_ptx ? CUDA_ERROR_INVALID_IMAGE
           : strstr((const char *)image, "wrong") ? CUDA_ERROR_INVALID_PTX
                                                  : CUDA_SUCCESS;
}
CUresult cuLibraryUnload(CUlibrary)
{
    ENTER(cuLibraryUnload);
    UNSAFE();
    return CUDA_SUCCESS;
}
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary, const char *name)
{
    ENTER(cuLibraryGetKernel);
    UNSAFE();
    void *found = dlsym(RTLD_DEFAULT, name);
    void *bytes = dlsym(RTLD_DEFAULT, (std::string(name) + "_bytes").c_str());
    void *raw = dlsym(RTLD_DEFAULT, (std::string(name) + "_raw").c_str());
    *kernel = (CUkernel)found;
    if (!found || (!bytes && !raw))
        return CUDA_ERROR_NOT_FOUND;
    std::lock_guard<std::mutex> guard(lock);
    kernels[found] = {(fibers_kernel *)found, (const stand_in_kernel *)raw,
                      bytes ? *(unsigned *)bytes : 0};
    return CUDA_SUCCESS;
}
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t number, size_t *offset, size_t *size)
{
    ENTER_QUERY(cuKernelGetParamInfo);
    const known_kernel known = find_kernel((void *)kernel);
    if (number >= (known.raw ? known.raw->count : 1))
        return CUDA_ERROR_INVALID_VALUE;
    *offset = 0;
    *size = known.raw ? known.raw->sizes[number] : known.bytes;
    return CUDA_SUCCESS;
}
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute what, CUkernel, CUdevice)
{
    ENTER_QUERY(cuKernelGetAttribute);
    *value = what == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 512 : 1024;
    return CUDA_SUCCESS;
}
CUresult cuKernelSetAttribute(CUfunction_attribute what, int value, CUkernel, CUdevice)
{
    ENTER_QUERY(cuKernelSetAttribute);
    const bool is_good = what == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES && value > 0;
    return is_good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute what, CUdevice)
{
    ENTER_QUERY(cuDeviceGetAttribute);
    *value = 100000;
    return what == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN ? CUDA_SUCCESS
                                                                        : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuOccupancyMaxPotentialBlockSize(int *blocks, int *threads, CUfunction,
                                          CUoccupancyB2DSize, size_t, int)
{
    ENTER_QUERY(cuOccupancyMaxPotentialBlockSize);
    *blocks = 8;
    *threads = 96;
    return context_ready();
}
CUresult cuLaunchKernel(CUfunction function, unsigned x, unsigned y, unsigned z, unsigned threads,
                        unsigned deep, unsigned high, unsigned shared, CUstream stream,
                        void **params, void **)
{
    ENTER(cuLaunchKernel);
    stream_work work;
    CUresult result = context_launch((void *)function, {{x, y, z}, {threads, deep, high}, shared},
                                     params, &work);
    return result == CUDA_SUCCESS ? capture_work(stream, work) : result;
}

void stand_in_reset(void)
{
    resets++;
    graphs_reset();
}

/* The entry points by name, of which libweft looks up each. */
CUresult cuGetProcAddress_v2(const char *symbol, void **address, int, cuuint64_t,
                             CUdriverProcAddressQueryResult *)
{
    static const struct {
        const char *name;
        void *address;
    } entries[] = {
#define ADDRESS(name) {#name, (void *)name},
        GPU_DRIVER_ENTRIES(ADDRESS)
#define LATER(name, version) {#name, (void *)name},
        GPU_DRIVER_LATER_ENTRIES(LATER)
#undef LATER
#undef ADDRESS
    };
    for (auto &entry : entries)
        if (strcmp(entry.name, symbol) == 0 && !faults_is_hidden(symbol)) {
            *address = entry.address;
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_NOT_FOUND;
}

} // extern "C"
