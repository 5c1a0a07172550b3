/* raw_grid.c: everything about a grid that the driver would take for granted, or refuse without a
 * reason. */
#include "raw_grid.h"

#include "base/error.h"

enum { SHARED_BYTES = 48 << 10 }; /* that every kernel may ask for */

/* ---- what the kernel is on the device ---- */

static weft_status read_place(const raw_grid *grid, weft_error *error)
{
    const gpu_scope *scope = grid->scope;
    raw_place *place = grid->place;
    const CUdevice device = scope->driver->devices[scope->device];
    int threads = 0, shared = 0;
    if (atomic_load_explicit(&place->most_threads, memory_order_acquire))
        return WEFT_OK;
    CUresult result = scope->driver->cuKernelGetAttribute(
        &threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, grid->kernel, device);
    if (result == CUDA_SUCCESS)
        result = scope->driver->cuKernelGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                                     grid->kernel, device);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking what a kernel takes of the device", error);
    atomic_store_explicit(&place->shared, (unsigned)shared, memory_order_relaxed);
    atomic_store_explicit(&place->most_threads, (unsigned)threads, memory_order_release);
    return WEFT_OK;
}

/* Memory beyond what every kernel may have is to be asked for ahead; it is for all that there can
 * be, so that threads which launch the kernel do not take it from each other. */
static weft_status allow_shared(const raw_grid *grid, weft_error *error)
{
    const gpu_scope *scope = grid->scope;
    raw_place *place = grid->place;
    const CUdevice device = scope->driver->devices[scope->device];
    const size_t own = atomic_load_explicit(&place->shared, memory_order_relaxed);
    const size_t wanted = grid->how.shared;
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
                         grid->name, wanted, own, most, scope->device);
    result = scope->driver->cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                 most - (int)own, grid->kernel, device);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking for more shared memory", error);
    atomic_store_explicit(&place->allowed, (unsigned)most - (unsigned)own, memory_order_release);
    return WEFT_OK;
}

/* Threads of a block, by which most of the device is busy. */
static weft_status choose_threads(raw_grid *grid, weft_error *error)
{
    const gpu_scope *scope = grid->scope;
    raw_place *place = grid->place;
    const uint64_t known = atomic_load_explicit(&place->chosen, memory_order_relaxed);
    int blocks = 0, threads = 0;
    for (int axis = 1; axis < 3; axis++)
        if (grid->how.threads[axis] > 1)
            return error_set(
                error, WEFT_ERROR_ARGUMENT,
                "%.200s: threads[0] is 0, to be chosen, and threads[%d] is %u; what is "
                "chosen lies along the first axis",
                grid->name, axis, grid->how.threads[axis]);
    if (known && known >> 32 == grid->how.shared) {
        grid->how.threads[0] = (uint32_t)known;
        return WEFT_OK;
    }
    const CUresult result = scope->driver->cuOccupancyMaxPotentialBlockSize(
        &blocks, &threads, (CUfunction)(void *)grid->kernel, NULL, grid->how.shared, 0);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking how many threads fill the device", error);
    grid->how.threads[0] = (uint32_t)threads;
    atomic_store_explicit(&place->chosen, (uint64_t)grid->how.shared << 32 | (unsigned)threads,
                          memory_order_relaxed);
    return WEFT_OK;
}

/* ---- the grid ---- */

static weft_status check_threads(const raw_grid *grid, weft_error *error)
{
    static const uint32_t most[] = {1024, 1024, 64};
    const uint32_t *threads = grid->how.threads;
    const unsigned all = atomic_load_explicit(&grid->place->most_threads, memory_order_relaxed);
    for (int axis = 0; axis < 3; axis++)
        if (threads[axis] > most[axis])
            return error_set(
                error, WEFT_ERROR_ARGUMENT,
                "%.200s: threads[%d] is %u, and a block has at most %u along that axis", grid->name,
                axis, threads[axis], most[axis]);
    if (threads[0] * threads[1] * threads[2] > all)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%.200s: a block of %u × %u × %u threads has more than the %u that it can "
                         "have of this kernel on device %d",
                         grid->name, threads[0], threads[1], threads[2], all, grid->scope->device);
    return WEFT_OK;
}

static weft_status check_blocks(raw_grid *grid, weft_error *error)
{
    static const uint32_t most[] = {INT32_MAX, 65535, 65535};
    weft_launch *how = &grid->how;
    if (how->blocks[0] == 0) {
        const int64_t blocks = how->items / how->threads[0] + (how->items % how->threads[0] != 0);
        if (blocks > INT32_MAX)
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%.200s: %lld items by blocks of %u threads are more than the %d "
                             "blocks that a grid can have",
                             grid->name, (long long)how->items, how->threads[0], INT32_MAX);
        how->blocks[0] = (uint32_t)blocks;
    }
    for (int axis = 0; axis < 3; axis++)
        if (how->blocks[axis] > most[axis])
            return error_set(error, WEFT_ERROR_ARGUMENT,
                             "%.200s: blocks[%d] is %u, and a grid has at most %u along that axis",
                             grid->name, axis, how->blocks[axis], most[axis]);
    return WEFT_OK;
}

weft_status raw_grid_settle(raw_grid *grid, weft_error *error)
{
    weft_launch *how = &grid->how;
    if (how->items < 0)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%.200s: items is negative (%lld)", grid->name,
                         (long long)how->items);
    weft_status status = read_place(grid, error);
    if (!status)
        status = allow_shared(grid, error);
    if (!status && how->threads[0] == 0)
        status = choose_threads(grid, error);
    if (status)
        return status;
    for (int axis = 1; axis < 3; axis++) {
        how->threads[axis] += how->threads[axis] == 0;
        how->blocks[axis] += how->blocks[axis] == 0;
    }
    status = check_threads(grid, error);
    return status ? status : check_blocks(grid, error);
}
