/* shape_fft.c: discrete Fourier transforms by cuFFT, where there is one. */
#include "gpu/transform/gpu_fft.h"
#include "kernel_shape.h"

static bool applies(const weft_plan *plan, gpu_choice *choice, plan_text *why)
{
    (void)choice;
    return gpu_fft_applies(plan, why);
}

static weft_status launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error)
{
    (void)choice;
    return gpu_fft_launch(scope, stream, plan, error);
}

static void print(const weft_plan *plan, const gpu_choice *choice, plan_text *to)
{
    (void)choice;
    gpu_fft_print(plan, to);
}

const gpu_kernel_shape gpu_shape_fft = {
    .number = WEFT_SHAPE_FFT,
    .applies = applies,
    .launch = launch,
    .print = print,
};
