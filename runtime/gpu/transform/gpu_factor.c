#include "gpu_factor.h"

#include <string.h>

#include "base/dtype.h"
#include "gpu/driver/gpu_launch.h"
#include "gpu/driver/gpu_module.h"
#include "gpu_fft_layout.h"
#include "plan/make.h"
#include "transform/factor.h"

extern const unsigned char weft_image_factor[] WEFT_HIDDEN, weft_image_factor_end[] WEFT_HIDDEN;

static const weft_module factor_module = {
    .source = "libweft",
    .images = &(const weft_module_image){WEFT_GPU, weft_image_factor, weft_image_factor_end},
    .image_count = 1,
};

/* The multiplication seen as a ufunc of the factors, so that a plan knows which operand is written.
 */
static const weft_ufunc multiply_ufunc = {.name = "factor", .input_count = 1, .output_count = 1};

/* The operand of a transform that is its factor. */
enum { FACTOR = 1 };

static const char *symbol_of(weft_dtype dtype)
{
    switch (dtype) {
    case WEFT_FLOAT32:
        return "weft_factor_float32";
    case WEFT_FLOAT64:
        return "weft_factor_float64";
    case WEFT_COMPLEX64:
        return "weft_factor_complex64";
    default:
        return "weft_factor_complex128";
    }
}

static weft_dtype out_dtype(const weft_plan *plan)
{
    return (weft_dtype)plan->loop->kernel_dtypes[gpu_fft_layout_operand(GPU_FFT_OUT)];
}

static double value_of(const weft_plan *plan)
{
    float single;
    double number;
    if (plan->loop->kernel_dtypes[FACTOR] == WEFT_FLOAT64) {
        memcpy(&number, plan->data[FACTOR], sizeof number);
    } else {
        memcpy(&single, plan->data[FACTOR], sizeof single);
        number = (double)single;
    }
    return number;
}

weft_status gpu_factor_begin(const gpu_scope *scope, const weft_plan *plan, double usual,
                             gpu_factor *factor, weft_error *error)
{
    *factor = (gpu_factor){.is_number = plan->values >> FACTOR & 1, .number = usual};
    if (factor->is_number && value_of(plan) != 0)
        factor->number = value_of(plan);
    if (factor->is_number && factor->number == 1)
        return WEFT_OK;
    const weft_dtype dtype = out_dtype(plan);
    return gpu_module_kernel(scope, &factor_module, dtype, symbol_of(dtype), GPU_ALONE,
                             &factor->kernel, error);
}

/* The factors as an array of the elements' shape, which repeats along the axes of an item. */
static void spread_factors(const weft_plan *plan, const weft_array *elements, weft_array *factors)
{
    *factors = *elements;
    factors->dtype = plan->loop->kernel_dtypes[FACTOR];
    factors->data = plan->data[FACTOR];
    memset(factors->steps, 0, sizeof factors->steps);
    for (int axis = 0; axis < plan->rank; axis++)
        factors->steps[plan->rank - 1 - axis] = plan->steps[axis][FACTOR];
}

weft_status gpu_factor_launch(const gpu_scope *scope, CUstream stream, const gpu_factor *factor,
                              const weft_plan *plan, weft_error *error)
{
    weft_plan each;
    weft_array elements, factors;
    gpu_walk walk;
    weft_status status = WEFT_OK;
    weft_gpu_scaling params = {.is_number = factor->is_number, .number = factor->number};
    if (!factor->kernel)
        return WEFT_OK;
    gpu_fft_layout_view(plan, GPU_FFT_OUT, NULL, &elements);
    spread_factors(plan, &elements, &factors);
    if (factor->is_number) /* it lies in host memory, and is not read there */
        factors.data = elements.data;
    plan_make(&each, &multiply_ufunc, NULL, NULL, (const weft_array *[]){&factors, &elements}, 2);
    gpu_walk_begin(&walk, &each, WEFT_GPU_RANK, INT32_MAX);
    while (!status && gpu_walk_next(&walk)) {
        gpu_launch_axes(&walk, &params.loop);
        for (int i = 0; i < each.operand_count; i++)
            gpu_launch_steps(&walk, i, &params.operands[i]);
        status = gpu_launch_kernel(scope, stream, factor->kernel, plan->ufunc->name, walk.count,
                                   WEFT_GPU_THREADS, &params, error);
    }
    return status;
}
