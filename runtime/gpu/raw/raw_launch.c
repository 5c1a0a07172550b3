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

enum {
    FIRST_SIZE = offsetof(weft_launch, shared) + sizeof(size_t),
    SHARED_BYTES = 48 << 10, /* that every kernel may ask for */
    KEPT_BYTES = 512         /* of arguments, for launches that are made again and again */
};
_Static_assert(sizeof(weft_launch) == FIRST_SIZE, "the last member ends the struct, unpadded");

/* A launch on its way. */
typedef struct raw_launch {
    const gpu_scope *scope;
    weft_device_kernel *kernel;
    weft_launch how;
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

/* ---- what the kernel is on the device ---- */

static weft_status read_place(const raw_launch *launch, weft_error *error)
{
    const gpu_scope *scope = launch->scope;
    raw_place *place = &launch->kernel->places[scope->device];
    const CUdevice device = scope->driver->devices[scope->device];
    int threads = 0, shared = 0;
    if (atomic_load_explicit(&place->most_threads, memory_order_acquire))
        return WEFT_OK;
    CUresult result = scope->driver->cuKernelGetAttribute(
        &threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, launch->kernel->kernel, device);
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuKernelGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                                     launch->kernel->kernel, device);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking what a kernel takes of the device", error);
    atomic_store_explicit(&place->shared, (unsigned)shared, memory_order_relaxed);
    atomic_store_explicit(&place->most_threads, (unsigned)threads, memory_order_release);
    return WEFT_OK;
}

/* Memory beyond what every kernel may have is to be asked for ahead; it is for all that there can
 * be, so that threads which launch the kernel do not take it from each other. */
static weft_status allow_shared(const raw_launch *launch, weft_error *error)
{
    const gpu_scope *scope = launch->scope;
    weft_device_kernel *kernel = launch->kernel;
    raw_place *place = &kernel->places[scope->device];
    const CUdevice device = scope->driver->devices[scope->device];
    const size_t own = atomic_load_explicit(&place->shared, memory_order_relaxed);
    const size_t wanted = launch->how.shared;
    int most = 0;
    if (wanted + own <= SHARED_BYTES && wanted <= SHARED_BYTES)
        return WEFT_OK;
    if (wanted <= atomic_load_explicit(&place->allowed, memory_order_acquire))
        return WEFT_OK;
    CUresult result = scope->driver->cuDeviceGetAttribute(
        &most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking for a device's shared memory", error);
    if (wanted > (size_t)most || wanted + own > (size_t)most)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: %zu bytes of shared memory, and %zu that it declares, are more "
                         "than the %d that a block can have on device %d",
                         kernel->name, wanted, own, most, scope->device);
    result = scope->driver->cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                 most - (int)own, kernel->kernel, device);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking for more shared memory", error);
    atomic_store_explicit(&place->allowed, (unsigned)most - (unsigned)own, memory_order_release);
    return WEFT_OK;
}

/* Threads of a block, by which most of the device is busy. */
static weft_status choose_threads(raw_launch *launch, weft_error *error)
{
    const gpu_scope *scope = launch->scope;
    raw_place *place = &launch->kernel->places[scope->device];
    const uint64_t known = atomic_load_explicit(&place->chosen, memory_order_relaxed);
    int blocks = 0, threads = 0;
    for (int axis = 1; axis < 3; axis++)
        if (launch->how.threads[axis] > 1)
            return error_set(
                error, WEFT_ERROR_ARGUMENT,
                "%.200s: threads[0] is 0, to be chosen, and threads[%d] is %u; what is "
                "chosen lies along the first axis",
                launch->kernel->name, axis, launch->how.threads[axis]);
    if (known && known >> 32 == launch->how.shared) {
        launch->how.threads[0] = (uint32_t)known;
        return WEFT_OK;
    }
    const CUresult result = scope->driver->cuOccupancyMaxPotentialBlockSize(
        &blocks, &threads, (CUfunction)(void *)launch->kernel->kernel, NULL, launch->how.shared, 0);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking how many threads fill the device", error);
    launch->how.threads[0] = (uint32_t)threads;
    atomic_store_explicit(&place->chosen, (uint64_t)launch->how.shared << 32 | (unsigned)threads,
                          memory_order_relaxed);
    return WEFT_OK;
}

/* ---- the grid ---- */

static weft_status check_threads(const raw_launch *launch, weft_error *error)
{
    static const uint32_t most[] = {1024, 1024, 64};
    const uint32_t *threads = launch->how.threads;
    const unsigned all = atomic_load_explicit(
        &launch->kernel->places[launch->scope->device].most_threads, memory_order_relaxed);
    for (int axis = 0; axis < 3; axis++)
        if (threads[axis] > most[axis])
            return error_set(
                error, WEFT_ERROR_ARGUMENT,
                "%.200s: threads[%d] is %u, and a block has at most %u along that axis",
                launch->kernel->name, axis, threads[axis], most[axis]);
    if (threads[0] * threads[1] * threads[2] > all)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: a block of %u × %u × %u threads has more than the %u that it can "
                         "have of this kernel on device %d",
                         launch->kernel->name, threads[0], threads[1], threads[2], all,
                         launch->scope->device);
    return WEFT_OK;
}

static weft_status check_blocks(raw_launch *launch, weft_error *error)
{
    static const uint32_t most[] = {INT32_MAX, 65535, 65535};
    weft_launch *how = &launch->how;
    if (how->blocks[0] == 0) {
        const int64_t blocks = how->items / how->threads[0] + (how->items % how->threads[0] != 0);
        if (blocks > INT32_MAX)
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%.200s: %lld items by blocks of %u threads are more than the %d "
                             "blocks that a grid can have",
                             launch->kernel->name, (long long)how->items, how->threads[0],
                             INT32_MAX);
        how->blocks[0] = (uint32_t)blocks;
    }
    for (int axis = 0; axis < 3; axis++)
        if (how->blocks[axis] > most[axis])
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%.200s: blocks[%d] is %u, and a grid has at most %u along that axis",
                             launch->kernel->name, axis, how->blocks[axis], most[axis]);
    return WEFT_OK;
}

/* Fills what is left open, and refuses what the driver would. */
static weft_status shape(raw_launch *launch, weft_error *error)
{
    weft_launch *how = &launch->how;
    if (how->items < 0)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%.200s: items is negative (%lld)",
                         launch->kernel->name, (long long)how->items);
    weft_status status = read_place(launch, error);
    if (!status)
        status = allow_shared(launch, error);
    if (!status && how->threads[0] == 0)
        status = choose_threads(launch, error);
    if (status)
        return status;
    for (int axis = 1; axis < 3; axis++) {
        how->threads[axis] += how->threads[axis] == 0;
        how->blocks[axis] += how->blocks[axis] == 0;
    }
    status = check_threads(launch, error);
    return status ? status : check_blocks(launch, error);
}

/* ---- the launch ---- */

static CUresult enqueue(raw_launch *launch)
{
    const weft_launch *how = &launch->how;
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
        status = shape(launch, error);
    if (status || launch->how.blocks[0] == 0)
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
        status = sized_read(&launch.how, sizeof launch.how, FIRST_SIZE, how, "how",
                            "weft_launch_kernel", error);
    if (status || (status = gpu_enter(&scope, resolved.device, error)))
        return status;
    launch.scope = &scope;
    launch.kernel = kernel;
    launch.arguments = arguments;
    launch.count = count;
    launch.stream = resolved.stream;
    launch.kept_bytes = 0;
    status = run(&launch, &scope, error);
    gpu_leave(&scope);
    return status;
}
