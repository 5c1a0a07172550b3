/* backend_gpu.c: the gpu target. Everything is enqueued on the caller's stream; only `synchronize`,
 * and copies to and from the host, wait for it. */
#include "arrays/array.h"
#include "base/error.h"
#include "gpu/copies/gpu_copy.h"
#include "gpu/copies/gpu_staging.h"
#include "gpu/driver/gpu_memory.h"
#include "gpu/driver/gpu_module.h"
#include "gpu/driver/gpu_stream.h"
#include "gpu/driver/gpu_stream_pool.h"
#include "gpu/kernels/gpu_fold.h"
#include "gpu/kernels/kernel_shape.h"
#include "gpu/transform/gpu_fft.h"
#include "plan/backend.h"
#include "plan/image.h"

static weft_status check(const weft_place *place, weft_error *error)
{
    const gpu_driver *driver;
    weft_status status = gpu_driver_open(&driver, error);
    if (status)
        return status;
    if (place->device >= driver->device_count || place->device >= GPU_DEVICE_LIMIT)
        return error_set(error, WEFT_ERROR_TARGET,
                         "there is no CUDA device %d: this machine has %d", place->device,
                         driver->device_count);
    return WEFT_OK;
}

static bool wants_temporary(const weft_plan *plan, int operand, const weft_array *array)
{
    return array->device != plan->place->device + 1 || !array_is_aligned(array) ||
           (plan->ufunc->operands[operand].contiguous && !plan_core_is_contiguous(plan, operand));
}

static weft_status allocate(weft_array *array, size_t byte_count, const weft_place *place,
                            weft_error *error)
{
    gpu_scope scope;
    CUdeviceptr memory;
    weft_status status = gpu_enter(&scope, place->device, error);
    if (status)
        return status;
    status = gpu_memory_allocate(&scope, place->stream, byte_count, &memory, error);
    gpu_leave(&scope);
    if (status)
        return status;
    array->data = array->base = (void *)memory;
    array->device = (int16_t)(place->device + 1);
    array->flags |= WEFT_ARRAY_OWNED;
    return WEFT_OK;
}

static void release(weft_array *array, const weft_place *place)
{
    gpu_scope scope;
    if (gpu_enter(&scope, array->device - 1, NULL) == WEFT_OK) {
        gpu_memory_release(&scope, place->stream, (CUdeviceptr)array->base);
        gpu_leave(&scope);
    }
    array->data = array->base = NULL;
}

static void hand_out(const weft_place *place)
{
    gpu_scope scope;
    if (gpu_enter(&scope, place->device, NULL) == WEFT_OK) {
        gpu_stream_note(&scope, place->stream);
        gpu_leave(&scope);
    }
}

static bool transforms_in_place(const weft_plan *plan)
{
    return gpu_fft_applies(plan, NULL);
}

/* Whether there are kernels of this loop at all. */
static weft_status check_kernels(const weft_plan *plan, weft_error *error)
{
    const weft_ufunc *ufunc = plan->ufunc;
    const char *refusal = weft_ufunc_find_refusal(ufunc, WEFT_GPU);
    if (refusal)
        return error_set(error, WEFT_ERROR_TARGET, "%s has no gpu kernel: %s", ufunc->name,
                         refusal);
    const bool is_there = weft_loop_is_in_image(ufunc, plan->loop, WEFT_GPU);
    const char *advice = is_there ? NULL : image_advice(ufunc->module, WEFT_GPU);
    if (advice)
        return error_set(error, WEFT_ERROR_TARGET, "the gpu kernels of %s are not installed: %s",
                         ufunc->name, advice);
    if (!is_there)
        return error_set(error, WEFT_ERROR_TARGET,
                         "%s has no gpu kernel for %s: its library was built without them",
                         ufunc->name, plan->loop->prototype);
    return WEFT_OK;
}

/* What is enqueued, of this context. */
typedef weft_status enqueue(const gpu_scope *scope, CUstream stream, const void *what,
                            weft_error *error);

static weft_status enqueue_on(const weft_place *place, enqueue *work, const void *what,
                              weft_error *error)
{
    gpu_scope scope;
    CUstream stream = place->stream;
    bool is_recording;
    weft_status status = gpu_enter(&scope, place->device, error);
    if (status)
        return status;
    status = gpu_stream_recording(&scope, stream, &is_recording, error);
    if (!status) {
        scope.runs = !is_recording;
        status = work(&scope, stream, what, error);
        if (!is_recording) /* what is captured has not run; its graph's owner orders it */
            gpu_stream_note(&scope, stream);
    }
    gpu_leave(&scope);
    return status;
}

static weft_status enqueue_plan(const gpu_scope *scope, CUstream stream, const void *what,
                                weft_error *error)
{
    return gpu_kernel_shape_launch(scope, stream, what, error);
}

static weft_status run(const weft_plan *plan, weft_error *error)
{
    weft_status status = gpu_fft_applies(plan, NULL) ? WEFT_OK : check_kernels(plan, error);
    return status ? status : enqueue_on(plan->place, enqueue_plan, plan, error);
}

static weft_status enqueue_fold(const gpu_scope *scope, CUstream stream, const void *what,
                                weft_error *error)
{
    return gpu_fold_launch(scope, stream, what, error);
}

static weft_status fold(const plan_segments *all, const char **kernel, weft_error *error)
{
    weft_kernel_shape shape;
    const bool applies = gpu_fold_applies(all, &shape);
    *kernel = applies ? plan_shape_name(shape) : NULL;
    return applies ? enqueue_on(all->place, enqueue_fold, all, error) : WEFT_OK;
}

static void print(const weft_plan *plan, plan_text *to)
{
    plan_text_add(to, "  target: gpu, device %d\n", plan->place->device);
    gpu_kernel_shape_print(plan, to);
}

static weft_status is_recording(const weft_place *place, bool *recording, weft_error *error)
{
    gpu_scope scope;
    weft_status status = gpu_enter(&scope, place->device, error);
    if (status)
        return status;
    status = gpu_stream_recording(&scope, place->stream, recording, error);
    gpu_leave(&scope);
    return status;
}

static weft_status synchronize(const weft_place *place, weft_error *error)
{
    gpu_scope scope;
    weft_status status = gpu_enter(&scope, place->device, error);
    if (status)
        return status;
    status = gpu_stream_running(&scope, place->stream, "waiting for it", error);
    if (!status)
        status = gpu_stream_wait(&scope, place->stream, error);
    gpu_leave(&scope);
    return status;
}

const weft_backend backend_gpu = {
    .target = WEFT_GPU,
    .is_far = true,
    .copies_written_inputs = true,
    .wants_whole_cores = true,
    .check = check,
    .wants_temporary = wants_temporary,
    .takes_stored = gpu_contract_takes_stored,
    .transforms_in_place = transforms_in_place,
    .allocate = allocate,
    .release = release,
    .hand_out = hand_out,
    .copy = gpu_copy,
    .begin_copy = gpu_copy_begin,
    .mark_copies = gpu_copies_mark,
    .await_copies = gpu_copies_await,
    .copy_where = gpu_copy_where,
    .run = run,
    .print = print,
    .fold = fold,
    .is_recording = is_recording,
    .synchronize = synchronize,
    .take_stream = gpu_stream_pool_take,
    .give_stream = gpu_stream_pool_give,
    .forget = gpu_module_forget,
};
