/* gpu_context.c: current and primary contexts. */
#include "gpu_context.h"

#include <pthread.h>
#include <stddef.h>

#include "error.h"

/* Primary contexts, retained at their first use and for good. */
static CUcontext primaries[GPU_DEVICE_LIMIT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static CUresult find_primary(const gpu_driver *driver, int device, CUcontext *context)
{
    CUresult result = CUDA_SUCCESS;
    CUdevice handle;
    pthread_mutex_lock(&lock);
    if (!primaries[device]) {
        result = driver->cuDeviceGet(&handle, device);
        if (result == CUDA_SUCCESS)
            result = driver->cuDevicePrimaryCtxRetain(&primaries[device], handle);
        if (result != CUDA_SUCCESS)
            primaries[device] = NULL;
    }
    *context = primaries[device];
    pthread_mutex_unlock(&lock);
    return result;
}

/* Whether the current context serves the device; stores it then. */
static bool current_serves(const gpu_driver *driver, int device, CUcontext *context)
{
    CUdevice current, wanted;
    return driver->cuCtxGetCurrent(context) == CUDA_SUCCESS && *context &&
           driver->cuCtxGetDevice(&current) == CUDA_SUCCESS &&
           driver->cuDeviceGet(&wanted, device) == CUDA_SUCCESS && current == wanted;
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
    if (current_serves(driver, device, &scope->context))
        return WEFT_OK;
    CUresult result = find_primary(driver, device, &scope->context);
    if (result == CUDA_SUCCESS)
        result = driver->cuCtxPushCurrent(scope->context);
    scope->pushed = result == CUDA_SUCCESS;
    return gpu_driver_status(result, "making a CUDA context current", error);
}

void gpu_leave(const gpu_scope *scope)
{
    CUcontext popped;
    if (scope->pushed)
        scope->driver->cuCtxPopCurrent(&popped);
}
