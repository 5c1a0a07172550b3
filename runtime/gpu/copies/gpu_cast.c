/* gpu_cast.c: copies within a device, by libweft's own kernels. */
#include "arrays/array.h"
#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu/driver/gpu_module.h"
#include "gpu_copy.h"
#include "plan/make.h"

extern const unsigned char weft_image_cast[] WEFT_HIDDEN, weft_image_cast_end[] WEFT_HIDDEN;

static const weft_module cast_module = {
    .source = "libweft",
    .images = &(const weft_module_image){WEFT_GPU, weft_image_cast, weft_image_cast_end},
    .image_count = 1,
};

/* A copy seen as a ufunc, so that the plan knows which operand is written. */
static const weft_ufunc copy_ufunc = {.name = "copy", .input_count = 1, .output_count = 1};

static const char *const symbols[WEFT_DTYPE_END] = {
#define CAST_SYMBOL(ENUM, name, ...) [WEFT_##ENUM] = "weft_cast_to_" #name,
    WEFT_DTYPES(CAST_SYMBOL)
#undef CAST_SYMBOL
};

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_array *target,
                          const weft_array *source, const weft_array *mask, weft_error *error)
{
    weft_plan plan;
    gpu_walk walk;
    CUfunction kernel;
    weft_gpu_cast params = {
        .from_dtype = source->dtype,
        .from_swapped = array_is_swapped(source),
        .to_swapped = array_is_swapped(target),
        .from_aligned = array_is_aligned(source),
        .to_aligned = array_is_aligned(target),
    };
    weft_status status = gpu_module_kernel(scope, &cast_module, target->dtype,
                                           symbols[target->dtype], GPU_ALONE, &kernel, error);
    plan_make(&plan, &copy_ufunc, NULL, NULL, (const weft_array *[]){source, target, mask},
              mask ? 3 : 2);
    gpu_walk_begin(&walk, &plan, WEFT_GPU_RANK, INT32_MAX);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        for (int i = 0; i < plan.operand_count; i++)
            gpu_launch_steps(&walk, i, &params.operands[i]);
        status = gpu_launch_kernel(scope, stream, kernel, "copy", walk.count, WEFT_GPU_THREADS,
                                   &params, error);
    }
    return status;
}

weft_status gpu_cast(const gpu_scope *scope, CUstream stream, const weft_array *target,
                     const weft_array *source, weft_error *error)
{
    /* Bytes of bool are normalised, so they take the kernel. */
    if (target->dtype != source->dtype || target->dtype == WEFT_BOOL ||
        !gpu_copy_is_plain(target) || !gpu_copy_is_plain(source))
        return launch(scope, stream, target, source, NULL, error);
    size_t byte_count = (size_t)array_count(target) * dtype_table[target->dtype].size;
    CUresult result = scope->driver->cuMemcpyDtoDAsync(
        (CUdeviceptr)target->data, (CUdeviceptr)source->data, byte_count, stream);
    return gpu_driver_status(result, "copying within a device", error);
}

weft_status gpu_cast_where(const gpu_scope *scope, CUstream stream, const weft_array *target,
                           const weft_array *source, const weft_array *mask, weft_error *error)
{
    return launch(scope, stream, target, source, mask, error);
}
