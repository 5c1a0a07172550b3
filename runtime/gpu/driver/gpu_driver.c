/* gpu_driver.c: opening libcuda.so.1 and putting its failures into words. */
#include "gpu_driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "base/error.h"

/* Kernels that need no context (cuLibraryLoadData) came with CUDA 12.0, parameters of more than
 * 4 KiB, which calls of many operands have, with 12.1. */
enum { OLDEST_DRIVER = 12010 };
#define NEEDED "the gpu target needs an NVIDIA driver for CUDA 12.1 or newer; this one "

static gpu_driver driver;
static weft_error failure; /* why the driver could not be opened */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_bool is_open, forked;

/* Where each entry point goes, and the version in whose form it is asked for. */
static const struct {
    const char *name;
    size_t offset;
    int version;
} entries[] = {
#define GPU_DRIVER_ENTRY(name)                {#name, offsetof(gpu_driver, name), OLDEST_DRIVER},
#define GPU_DRIVER_LATER_ENTRY(name, version) {#name, offsetof(gpu_driver, name), version},
    GPU_DRIVER_ENTRIES(GPU_DRIVER_ENTRY) GPU_DRIVER_LATER_ENTRIES(GPU_DRIVER_LATER_ENTRY)
#undef GPU_DRIVER_ENTRY
#undef GPU_DRIVER_LATER_ENTRY
};

typedef CUresult get_address(const char *symbol, void **address, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *found);

static void note_fork(void)
{
    atomic_store(&forked, true);
}

/* Looks up every entry point, in the form it had in CUDA 12.1, or in the version that brought it.
 */
static weft_status find_entries(void *library)
{
    void *symbol = dlsym(library, "cuGetProcAddress_v2");
    get_address *find;
    if (!symbol)
        return error_set(&failure, WEFT_ERROR_TARGET, NEEDED "is older");
    memcpy(&find, &symbol, sizeof find);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        void *address = NULL;
        const bool is_found = find(entries[i].name, &address, entries[i].version,
                                   CU_GET_PROC_ADDRESS_DEFAULT, NULL) == CUDA_SUCCESS &&
                              address;
        if (!is_found && entries[i].version == OLDEST_DRIVER)
            return error_set(&failure, WEFT_ERROR_TARGET, NEEDED "has no %s", entries[i].name);
        address = is_found ? address : NULL;
        memcpy((char *)&driver + entries[i].offset, &address, sizeof address);
    }
    return WEFT_OK;
}

static weft_status start(void)
{
    int version = 0;
    CUresult result = driver.cuDriverGetVersion(&version);
    if (result == CUDA_SUCCESS && version < OLDEST_DRIVER)
        return error_set(&failure, WEFT_ERROR_TARGET, NEEDED "is for CUDA %d.%d", version / 1000,
                         version % 1000 / 10);
    if (result == CUDA_SUCCESS)
        result = driver.cuInit(0);
    if (result == CUDA_SUCCESS)
        result = driver.cuDeviceGetCount(&driver.device_count);
    for (int k = 0; result == CUDA_SUCCESS && k < driver.device_count && k < GPU_DEVICE_LIMIT; k++)
        result = driver.cuDeviceGet(&driver.devices[k], k);
    if (result == CUDA_ERROR_NO_DEVICE || (result == CUDA_SUCCESS && driver.device_count == 0))
        return error_set(&failure, WEFT_ERROR_TARGET,
                         "the gpu target cannot be used: there is an NVIDIA driver but no GPU");
    if (result != CUDA_SUCCESS) {
        weft_status status = gpu_driver_status(result, "initialising CUDA", &failure);
        return failure.status = status == WEFT_ERROR_MEMORY ? status : WEFT_ERROR_TARGET;
    }
    return WEFT_OK;
}

static void open_driver(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        error_set(&failure, WEFT_ERROR_TARGET,
                  "the gpu target cannot be used: no NVIDIA driver (%s)",
                  reason ? reason : "libcuda.so.1 was not found");
        return;
    }
    if (find_entries(library) || start()) {
        dlclose(library);
        return;
    }
    if (pthread_atfork(NULL, NULL, note_fork) != 0) {
        error_set(&failure, WEFT_ERROR_MEMORY, "out of memory: watching for forks");
        return;
    }
    atomic_store(&is_open, true);
}

weft_status gpu_driver_open(const gpu_driver **opened, weft_error *error)
{
    pthread_once(&once, open_driver);
    if (!atomic_load_explicit(&is_open, memory_order_acquire)) {
        if (error)
            *error = failure;
        return failure.status;
    }
    if (atomic_load_explicit(&forked, memory_order_relaxed))
        return error_set(
            error, WEFT_ERROR_TARGET,
            "the gpu target cannot be used: this process was forked from one that had already "
            "initialised CUDA; fork first, or use cpu or parallel here");
    *opened = &driver;
    return WEFT_OK;
}

/* Failures with a status or words of their own; all others are faults of the device. */
static const struct {
    CUresult result;
    weft_status status;
    const char *meaning;
} known_failures[] = {
    {CUDA_ERROR_OUT_OF_MEMORY, WEFT_ERROR_MEMORY, "out of device memory"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, WEFT_ERROR_TARGET,
     "there is no kernel for this GPU's architecture"},
    {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, WEFT_ERROR_TARGET,
     "there is no kernel for this GPU's architecture, and the driver is too old to translate one"},
    {CUDA_ERROR_INVALID_PTX, WEFT_ERROR_TARGET,
     "there is no kernel for this GPU's architecture that the driver can translate"},
    {CUDA_ERROR_INVALID_IMAGE, WEFT_ERROR_TARGET, "the driver cannot read the kernels"},
    {CUDA_ERROR_INVALID_SOURCE, WEFT_ERROR_TARGET, "the driver cannot read the kernels"},
    {CUDA_ERROR_NOT_FOUND, WEFT_ERROR_TARGET, "the kernel is missing"},
    {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, WEFT_ERROR_TARGET,
     "the driver's parts do not fit each other"},
    {CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, WEFT_ERROR_TARGET, "the driver is too old"},
    {CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, WEFT_ERROR_ARGUMENT,
     "it is pinned, or shares a page with what is"},
    {CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, WEFT_ERROR_ARGUMENT, "it is not pinned"},
    {CUDA_ERROR_INVALID_DEVICE, WEFT_ERROR_TARGET, "there is no such device"},
};

weft_status gpu_driver_status(CUresult result, const char *doing, weft_error *error)
{
    const char *name = NULL, *text = NULL;
    weft_status status = WEFT_ERROR_DEVICE;
    const char *meaning = "the GPU reported a fault";
    if (result == CUDA_SUCCESS)
        return WEFT_OK;
    for (size_t i = 0; i < sizeof known_failures / sizeof *known_failures; i++)
        if (known_failures[i].result == result) {
            status = known_failures[i].status;
            meaning = known_failures[i].meaning;
        }
    driver.cuGetErrorName(result, &name);
    driver.cuGetErrorString(result, &text);
    return error_set(error, status, "%s: %s (%s: %s)", doing, meaning,
                     name ? name : "unknown CUDA error", text ? text : "no description");
}
