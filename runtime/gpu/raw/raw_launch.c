/* raw_launch.c: one launch of a kernel: everything that the driver would take for granted is
 * checked ahead, so that a wrong launch is a sentence and nothing runs. */
#include <stdio.h>
#include <string.h>

#include "arrays/array.h"
#include "base/error.h"
#include "base/options.h"
#include "base/sized.h"
#include "gpu/copies/gpu_copy.h"
#include "gpu/driver/gpu_graph.h"
#include "gpu/driver/gpu_stream.h"
#include "raw.h"
#include "raw_grid.h"

enum {
    FIRST_SIZE = offsetof(weft_launch, shared) + sizeof(size_t),
    KEPT_BYTES = 512 /* of arguments, for launches that are made again and again */
};
_Static_assert(sizeof(weft_launch) == FIRST_SIZE, "the last member ends the struct, unpadded");

/* A launch on its way. */
typedef struct raw_launch {
    raw_grid grid;
    const gpu_scope *scope;
    weft_device_kernel *kernel;
    const weft_argument *arguments;
    int count;
    CUstream stream;
    void *values[RAW_PARAMETERS]; /* where the driver finds each */
    unsigned char kept[KEPT_BYTES];
    size_t kept_bytes; /* 0: they are more */
} raw_launch;

/* ---- arguments ---- */

static weft_status check_array(const raw_launch *launch, int number, weft_error *error)
{
    const weft_array *array = launch->arguments[number].array;
    const char *name = launch->kernel->name;
    const int device = launch->scope->device;
    weft_status status = array_check(array, name, number, NULL, error);
    if (status)
        return status;
    if (array->flags & WEFT_ARRAY_INLINE)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: argument %d is a number without memory; hand it over as a value",
                         name, number);
    if (array->device == 0)
        return error_set(
            error, WEFT_ERROR_ARGUMENT,
            "%.200s: argument %d lies in host memory, and a kernel takes memory of the "
            "device; weft_to_device copies it there",
            name, number);
    if (array->device != device + 1)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: argument %d lies on device %d, and the kernel runs on device %d",
                         name, number, array->device - 1, device);
    if (array_is_swapped(array))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: argument %d has elements in the other byte order, and a kernel "
                         "reads them as they lie; copy it to an array in the processor's",
                         name, number);
    if (array_count(array) > 0 && !gpu_copy_is_plain(array))
        return error_set(
            error, WEFT_ERROR_ARGUMENT,
            "%.200s: argument %d has gaps, or not the order of C, and a kernel is told "
            "the first element alone; copy it, or hand its address and steps over as "
            "values",
            name, number);
    return WEFT_OK;
}

static weft_status check_size(const raw_launch *launch, int number, size_t size, weft_error *error)
{
    const weft_device_kernel *kernel = launch->kernel;
    if (kernel->count < 0 || kernel->sizes[number] == size)
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "%.200s: argument %d has %zu bytes%s, and the kernel takes %zu there",
                     kernel->name, number, size,
                     launch->arguments[number].array ? ", an address" : "", kernel->sizes[number]);
}

static void keep_bytes(raw_launch *launch, const void *bytes, size_t size, bool *fits)
{
    *fits = *fits && size <= KEPT_BYTES - launch->kept_bytes;
    if (!*fits)
        return;
    memcpy(launch->kept + launch->kept_bytes, bytes, size);
    launch->kept_bytes += size;
}

static weft_status take_argument(raw_launch *launch, int number, bool *fits, weft_error *error)
{
    const weft_argument *argument = &launch->arguments[number];
    const void *value = argument->array ? &argument->array->data : argument->value;
    const size_t size = argument->array ? sizeof(void *) : argument->size;
    weft_status status = WEFT_OK;
    if (!value || (!argument->array && size == 0))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: argument %d is neither an array nor a value of some bytes",
                         launch->kernel->name, number);
    if (argument->array)
        status = check_array(launch, number, error);
    if (!status)
        status = check_size(launch, number, size, error);
    if (status)
        return status;
    memcpy(&launch->values[number], &value, sizeof value); /* the driver only reads there */
    keep_bytes(launch, value, size, fits);
    return WEFT_OK;
}

static weft_status take_arguments(raw_launch *launch, weft_error *error)
{
    const weft_device_kernel *kernel = launch->kernel;
    const int most = kernel->count < 0 ? RAW_PARAMETERS : kernel->count;
    if (launch->count < 0 || (launch->count > 0 && !launch->arguments))
        return error_set(error, WEFT_ERROR_ARGUMENT, "%.200s: %s", kernel->name,
                         launch->count < 0 ? "count is negative" : "arguments is NULL");
    if (launch->count > most || (kernel->count >= 0 && launch->count != most))
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: %d arguments are given, and the kernel takes %s%d", kernel->name,
                         launch->count, kernel->count < 0 ? "at most " : "", most);
    bool fits = true;
    weft_status status = WEFT_OK;
    for (int i = 0; i < launch->count && !status; i++)
        status = take_argument(launch, i, &fits, error);
    launch->kept_bytes = fits ? launch->kept_bytes : 0;
    return status;
}

/* ---- the launch ---- */

static CUresult enqueue(raw_launch *launch)
{
    const weft_launch *how = &launch->grid.how;
    const CUfunction kernel = (CUfunction)(void *)launch->kernel->kernel; /* either is taken */
    gpu_grid grid;
    memset(&grid, 0, sizeof grid);
    grid = (gpu_grid){how->blocks[0],  how->blocks[1],        how->blocks[2],
                      how->threads[0], (unsigned)how->shared, (unsigned)launch->kept_bytes,
                      how->threads[1], how->threads[2]};
    if (launch->scope->runs && gpu_graph_launch(launch->scope, launch->stream, kernel, &grid,
                                                launch->values, launch->kept))
        return CUDA_SUCCESS;
    return launch->scope->driver->cuLaunchKernel(kernel, grid.x, grid.y, grid.z, grid.threads,
                                                 grid.threads_y, grid.threads_z, grid.shared_bytes,
                                                 launch->stream, launch->values, NULL);
}

static weft_status run(raw_launch *launch, gpu_scope *scope, weft_error *error)
{
    char doing[300];
    bool is_recording;
    weft_status status = take_arguments(launch, error);
    if (!status)
        status = gpu_stream_recording(scope, launch->stream, &is_recording, error);
    if (!status)
        status = raw_grid_settle(&launch->grid, error);
    if (status || launch->grid.how.blocks[0] == 0)
        return status;
    scope->runs = !is_recording;
    const CUresult result = enqueue(launch);
    if (!is_recording)
        gpu_stream_note(scope, launch->stream);
    if (result == CUDA_SUCCESS)
        return WEFT_OK;
    snprintf(doing, sizeof doing, "%.200s: launching it on device %d", launch->kernel->name,
             scope->device);
    return gpu_driver_status(result, doing, error);
}

weft_status weft_launch_kernel(weft_device_kernel *kernel, const weft_launch *how,
                               const weft_argument *arguments, int count,
                               const weft_options *options, weft_error *error)
{
    raw_launch launch;
    weft_options resolved;
    gpu_scope scope;
    if (!kernel || !how)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_launch_kernel: %s is NULL",
                         kernel ? "how" : "kernel");
    weft_status status = options_resolve(&resolved, options, "weft_launch_kernel", error);
    if (!status)
        status = sized_read(&launch.grid.how, sizeof launch.grid.how, FIRST_SIZE, how, "how",
                            "weft_launch_kernel", error);
    if (status || (status = gpu_enter(&scope, resolved.device, error)))
        return status;
    launch.grid.scope = launch.scope = &scope;
    launch.grid.name = kernel->name;
    launch.grid.kernel = kernel->kernel;
    launch.grid.place = &kernel->places[scope.device];
    launch.kernel = kernel;
    launch.arguments = arguments;
    launch.count = count;
    launch.stream = resolved.stream;
    launch.kept_bytes = 0;
    status = run(&launch, &scope, error);
    gpu_leave(&scope);
    return status;
}
