/* gpu_device.c: devices, and waiting for them. */
#include <stdio.h>

#include "base/error.h"
#include "base/options.h"
#include "gpu_memory.h"
#include "gpu_pinned.h"
#include "plan/backend.h"

/* Options and a device of a function of the name `who`; to be left if it succeeds. */
static weft_status enter(const weft_options *options, const char *who, gpu_scope *scope,
                         weft_error *error)
{
    weft_options resolved;
    weft_status status = options_resolve(&resolved, options, who, error);
    return status ? status : gpu_enter(scope, resolved.device, error);
}

static weft_status synchronize_on(const weft_options *options, weft_error *error)
{
    const weft_place place = place_of_options(options, &backend_gpu);
    return backend_gpu.synchronize(&place, error);
}

weft_status weft_synchronize(const weft_options *options, weft_error *error)
{
    weft_options resolved;
    weft_status status = options_resolve(&resolved, options, "weft_synchronize", error);
    return status ? status : synchronize_on(&resolved, error);
}

weft_status weft_device_trim(const weft_options *options, weft_error *error)
{
    gpu_scope scope;
    weft_status status = enter(options, "weft_device_trim", &scope, error);
    if (status)
        return status;
    gpu_pinned_trim(&scope);
    status = gpu_memory_trim(&scope, error);
    gpu_leave(&scope);
    return status;
}

weft_status weft_device_memory(weft_memory *memory, const weft_options *options, weft_error *error)
{
    gpu_scope scope;
    if (!memory)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_device_memory: memory is NULL");
    weft_status status = enter(options, "weft_device_memory", &scope, error);
    if (status)
        return status;
    status = gpu_memory_read(&scope, memory, error);
    gpu_leave(&scope);
    return status;
}

weft_status weft_device_limit(int64_t bytes, const weft_options *options, weft_error *error)
{
    gpu_scope scope;
    if (bytes < 0)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_device_limit: bytes is negative (%lld)",
                         (long long)bytes);
    weft_status status = enter(options, "weft_device_limit", &scope, error);
    if (status)
        return status;
    gpu_memory_limit(scope.device, bytes);
    gpu_leave(&scope);
    return WEFT_OK;
}

weft_status weft_pin(void *memory, size_t byte_count, const weft_options *options,
                     weft_error *error)
{
    char doing[80];
    gpu_scope scope;
    if (!memory || byte_count == 0)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_pin: %s",
                         memory ? "byte_count is 0" : "memory is NULL");
    weft_status status = enter(options, "weft_pin", &scope, error);
    if (status)
        return status;
    const CUresult result =
        scope.driver->cuMemHostRegister(memory, byte_count, CU_MEMHOSTREGISTER_PORTABLE);
    snprintf(doing, sizeof doing, "pinning %zu bytes of host memory", byte_count);
    status = gpu_driver_status(result, doing, error);
    gpu_leave(&scope);
    return status;
}

weft_status weft_unpin(void *memory, const weft_options *options, weft_error *error)
{
    gpu_scope scope;
    weft_status status = enter(options, "weft_unpin", &scope, error);
    if (status)
        return status;
    status = gpu_driver_status(scope.driver->cuMemHostUnregister(memory), "unpinning host memory",
                               error);
    gpu_leave(&scope);
    return status;
}

int weft_device_count(void)
{
    const gpu_driver *driver;
    return gpu_driver_open(&driver, NULL) ? 0 : driver->device_count;
}

int weft_device_of(const void *memory)
{
    const gpu_driver *driver;
    int ordinal = 0;
    unsigned type = 0;
    const CUdeviceptr address = (CUdeviceptr)(uintptr_t)memory;
    if (!memory || gpu_driver_open(&driver, NULL) ||
        driver->cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) ||
        type == CU_MEMORYTYPE_HOST ||
        driver->cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address))
        return 0;
    return ordinal + 1;
}

weft_status weft_device_name(int device, char *text, size_t size, weft_error *error)
{
    char name[256] = "";
    weft_place place = {.backend = &backend_gpu, .device = device};
    if (!text || size == 0 || device < 0)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_device_name: %s",
                         device < 0 ? "device is negative" : "there is no room for the name");
    const gpu_driver *driver;
    weft_status status = backend_gpu.check(&place, error);
    if (!status)
        status = gpu_driver_open(&driver, error);
    if (status)
        return status;
    CUresult result = driver->cuDeviceGetName(name, (int)sizeof name, driver->devices[device]);
    status = gpu_driver_status(result, "asking for the device's name", error);
    if (!status)
        snprintf(text, size, "%s", name);
    return status;
}
