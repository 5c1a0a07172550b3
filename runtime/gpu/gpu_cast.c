/* gpu_cast.c: copies within a device, by libweft's own kernels. */
#include "arrays/array.h"
#include "base/dtype.h"
#include "gpu_copy.h"
#include "gpu_launch.h"
#include "gpu_module.h"
#include "plan/plan.h"

extern const unsigned char weft_image_cast[] WEFT_HIDDEN, weft_image_cast_end[] WEFT_HIDDEN;

static const weft_module cast_module = {
    .source = "libweft",
    .images = &(const weft_module_image){WEFT_GPU, weft_image_cast, weft_image_cast_end},
    .image_count = 1,
};

/* A copy seen as a ufunc, so that plan_normalise knows which operand is written. */
static const weft_ufunc copy_ufunc = {.name = "copy", .input_count = 1, .output_count = 1};

static const char *const symbols[WEFT_DTYPE_END] = {
#define CAST_SYMBOL(ENUM, name, size, alignment, kind, npy) [WEFT_##ENUM] = "weft_cast_to_" #name,
    WEFT_DTYPES(CAST_SYMBOL)
#undef CAST_SYMBOL
};

static void fill_plan(weft_plan *plan, const weft_array *target, const weft_array *source,
                      const weft_array *mask)
{
    plan->ufunc = &copy_ufunc;
    plan->operand_count = mask ? 3 : 2;
    plan->values = 0;
    plan->rank = target->rank;
    plan->data[0] = source->data;
    plan->data[1] = target->data;
    plan->data[2] = mask ? mask->data : NULL;
    for (int axis = 0; axis < target->rank; axis++) {
        int outer = target->rank - 1 - axis;
        plan->extents[axis] = target->shape[outer];
        plan->steps[axis][0] = source->steps[outer];
        plan->steps[axis][1] = target->steps[outer];
        plan->steps[axis][2] = mask ? mask->steps[outer] : 0;
    }
    plan->item_count = array_count(target);
    plan_normalise(plan);
}

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
    fill_plan(&plan, target, source, mask);
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
