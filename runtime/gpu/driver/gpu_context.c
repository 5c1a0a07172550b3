/* gpu_context.c: current and primary contexts. */
#include "gpu_context.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/error.h"

/* Primary contexts, retained at their first use and for good; written under the lock. */
static _Atomic(CUcontext) primaries[GPU_DEVICE_LIMIT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static CUresult retain_primary(const gpu_driver *driver, int device, CUcontext *context)
{
    CUresult result = CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    *context = atomic_load_explicit(&primaries[device], memory_order_relaxed);
    if (!*context)
        result = driver->cuDevicePrimaryCtxRetain(context, driver->devices[device]);
    if (result == CUDA_SUCCESS)
        atomic_store_explicit(&primaries[device], *context, memory_order_release);
    pthread_mutex_unlock(&lock);
    return result;
}

static CUresult find_primary(const gpu_driver *driver, int device, CUcontext *context)
{
    *context = atomic_load_explicit(&primaries[device], memory_order_acquire);
    return *context ? CUDA_SUCCESS : retain_primary(driver, device, context);
}

/* Whether the current context serves the device; stores it then. */
static bool current_serves(const gpu_driver *driver, int device, CUcontext *context)
{
    CUdevice current;
    return driver->cuCtxGetCurrent(context) == CUDA_SUCCESS && *context &&
           driver->cuCtxGetDevice(&current) == CUDA_SUCCESS && current == driver->devices[device];
}

/* Lets the thread load kernels and make pools while some stream is captured, its own included. */
static CUresult relax(gpu_scope *scope)
{
    scope->mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    return scope->driver->cuThreadExchangeStreamCaptureMode(&scope->mode);
}

weft_status gpu_enter(gpu_scope *scope, int device, weft_error *error)
{
    const gpu_driver *driver;
    weft_status status = gpu_driver_open(&driver, error);
    if (status)
        return status;
    if (device < 0 || device >= driver->device_count || device >= GPU_DEVICE_LIMIT)
        return error_set(error, WEFT_ERROR_TARGET,
                         "there is no CUDA device %d: this machine has %d", device,
                         driver->device_count);
    *scope = (gpu_scope){.driver = driver, .device = device};
    CUresult result = relax(scope);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "setting the thread's capture mode", error);
    if (current_serves(driver, device, &scope->context))
        return WEFT_OK;
    result = find_primary(driver, device, &scope->context);
    if (result == CUDA_SUCCESS)
        result = driver->cuCtxPushCurrent(scope->context);
    scope->pushed = result == CUDA_SUCCESS;
    if (result != CUDA_SUCCESS)
        gpu_leave(scope);
    return gpu_driver_status(result, "making a CUDA context current", error);
}

void gpu_leave(const gpu_scope *scope)
{
    CUcontext popped;
    CUstreamCaptureMode mode = scope->mode;
    if (scope->pushed)
        scope->driver->cuCtxPopCurrent(&popped);
    scope->driver->cuThreadExchangeStreamCaptureMode(&mode);
}
