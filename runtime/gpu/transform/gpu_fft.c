#include "gpu_fft.h"

#include <inttypes.h>

#include "base/error.h"
#include "gpu/copies/gpu_copy.h"
#include "gpu/driver/gpu_memory.h"
#include "gpu/driver/gpu_stream.h"
#include "gpu_factor.h"
#include "gpu_fft_layout.h"

bool gpu_fft_applies(const weft_plan *plan, plan_text *why)
{
    return gpu_fft_layout_applies(plan) &&
           (gpu_fft_library_find() || PLAN_TEXT_NO(why, "%s", "no cuFFT is found"));
}

/* What a call has taken; 0 and NULL: it has not. */
typedef struct gpu_fft_use {
    const gpu_scope *scope;
    CUstream stream;
    const weft_plan *plan;
    gpu_fft_layout layout;
    gpu_fft_plan *library_plan;
    CUdeviceptr copies[GPU_FFT_SIDES], work;
    gpu_factor factor;
} gpu_fft_use;

static weft_status take_memory(gpu_fft_use *use, weft_error *error)
{
    const size_t work_bytes = gpu_fft_plans_work_bytes(use->library_plan);
    weft_status status = WEFT_OK;
    for (int side = 0; side < GPU_FFT_SIDES && !status; side++)
        if (use->layout.is_copied[side])
            status = gpu_memory_allocate(use->scope, use->stream, (size_t)use->layout.bytes[side],
                                         &use->copies[side], error);
    if (!status && work_bytes > 0)
        status = gpu_memory_allocate(use->scope, use->stream, work_bytes, &use->work, error);
    return status;
}

static weft_status take_all(gpu_fft_use *use, weft_error *error)
{
    bool is_recording;
    weft_status status = gpu_stream_recording(use->scope, use->stream, &is_recording, error);
    if (!status)
        status = gpu_factor_begin(use->scope, use->plan, use->layout.usual, &use->factor, error);
    if (!status)
        status = gpu_fft_plans_take(use->scope, &use->layout.stack, is_recording,
                                    use->plan->ufunc->name, &use->library_plan, error);
    return status ? status : take_memory(use, error);
}

static void give_all(gpu_fft_use *use)
{
    const CUdeviceptr memory[] = {use->work, use->copies[GPU_FFT_OUT], use->copies[GPU_FFT_IN]};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        if (memory[i])
            gpu_memory_release(use->scope, use->stream, memory[i]);
    if (use->library_plan)
        gpu_fft_plans_give(use->scope, use->library_plan);
}

/* The library's result. */
static int enqueue(const gpu_fft_use *use, gpu_fft_handle handle, void *in, void *out)
{
    const gpu_fft_library *library = gpu_fft_library_find();
    const int sign = use->plan->ufunc->transform->inverse ? GPU_FFT_INVERSE : GPU_FFT_FORWARD;
    switch ((gpu_fft_type)use->layout.stack.type) {
    case GPU_FFT_R2C:
        return library->ExecR2C(handle, in, out);
    case GPU_FFT_D2Z:
        return library->ExecD2Z(handle, in, out);
    case GPU_FFT_C2R:
        return library->ExecC2R(handle, in, out);
    case GPU_FFT_Z2D:
        return library->ExecZ2D(handle, in, out);
    case GPU_FFT_C2C:
        return library->ExecC2C(handle, in, out, sign);
    case GPU_FFT_Z2Z:
        return library->ExecZ2Z(handle, in, out, sign);
    }
    return GPU_FFT_SUCCESS;
}

static weft_status transform(const gpu_fft_use *use, weft_error *error)
{
    const gpu_fft_library *library = gpu_fft_library_find();
    const gpu_fft_handle handle = gpu_fft_plans_handle(use->library_plan);
    char *data[GPU_FFT_SIDES];
    for (int side = 0; side < GPU_FFT_SIDES; side++)
        data[side] = use->copies[side] ? (char *)use->copies[side]
                                       : use->plan->data[gpu_fft_layout_operand(side)];
    int result = library->SetStream(handle, use->stream);
    if (result == GPU_FFT_SUCCESS && use->work)
        result = library->SetWorkArea(handle, (void *)use->work);
    for (int64_t call = 0; call < use->layout.calls && result == GPU_FFT_SUCCESS; call++)
        result = enqueue(
            use, handle,
            data[GPU_FFT_IN] + gpu_fft_layout_offset(use->plan, &use->layout, GPU_FFT_IN, call),
            data[GPU_FFT_OUT] + gpu_fft_layout_offset(use->plan, &use->layout, GPU_FFT_OUT, call));
    return result == GPU_FFT_SUCCESS
               ? WEFT_OK
               : error_set(error, WEFT_ERROR_DEVICE, "%s: cuFFT reported %s (%d)",
                           use->plan->ufunc->name, gpu_fft_library_result(result), result);
}

/* Between an operand and its copy. */
static weft_status copy(const gpu_fft_use *use, int side, weft_error *error)
{
    weft_array own, other;
    if (!use->copies[side])
        return WEFT_OK;
    gpu_fft_layout_view(use->plan, side, NULL, &own);
    gpu_fft_layout_view(use->plan, side, (char *)use->copies[side], &other);
    return side == GPU_FFT_IN ? gpu_cast(use->scope, use->stream, &other, &own, error)
                              : gpu_cast(use->scope, use->stream, &own, &other, error);
}

weft_status gpu_fft_launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                           weft_error *error)
{
    gpu_fft_use use = {.scope = scope, .stream = stream, .plan = plan};
    if (!gpu_fft_layout_find(plan, &use.layout))
        return error_set(error, WEFT_ERROR_MEMORY,
                         "%s: copies of its operands have more bytes than int64 counts",
                         plan->ufunc->name);
    weft_status status = take_all(&use, error);
    if (!status)
        status = copy(&use, GPU_FFT_IN, error);
    if (!status)
        status = transform(&use, error);
    if (!status)
        status = copy(&use, GPU_FFT_OUT, error);
    if (!status)
        status = gpu_factor_launch(scope, stream, &use.factor, plan, error);
    give_all(&use);
    return status;
}

void gpu_fft_print(const weft_plan *plan, plan_text *to)
{
    gpu_fft_layout layout;
    if (!gpu_fft_layout_find(plan, &layout))
        return;
    const gpu_fft_stack *stack = &layout.stack;
    plan_text_add(to, ", by cuFFT: %" PRId64 " call%s of %" PRId64, layout.calls,
                  layout.calls == 1 ? "" : "s", stack->count);
    for (int axis = 0; axis < stack->rank; axis++)
        plan_text_add(to, "%s %" PRId64, axis == 0 ? " ×" : " by", stack->sizes[axis]);
    for (int side = 0; side < GPU_FFT_SIDES; side++)
        if (layout.is_copied[side])
            plan_text_add(to, "; %s through a copy",
                          plan_operand_name(plan, gpu_fft_layout_operand(side)));
}
