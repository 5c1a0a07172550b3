/* backend_cpu.c: the serial target, and what it shares with the parallel one. */
#include <stdlib.h>

#include "arrays/array.h"
#include "base/cast.h"
#include "base/error.h"
#include "host.h"
#include "host/run/serial.h"
#include "host/shapes/walk.h"
#include "plan/isa.h"

/* Items that fit into every cache, whatever their size. */
enum { SHORT_ROW = 1 << 12 };

weft_status host_allocate(weft_array *array, size_t byte_count, const weft_place *place,
                          weft_error *error)
{
    (void)place;
    return array_allocate(array, byte_count, error);
}

void host_release(weft_array *array, const weft_place *place)
{
    (void)place;
    free(array->base);
    array->base = array->data = NULL;
}

weft_status host_copy(const weft_array *target, const weft_array *source, const weft_place *place,
                      weft_error *error)
{
    (void)place, (void)error;
    cast_copy(target, source);
    return WEFT_OK;
}

/* Runs with scratch memory: on the stack while it is small, which other calls have no need of. */
__attribute__((noinline)) static weft_status
run_with_scratch(const walk_job *job, const plan_piece *all, weft_error *error)
{
    enum { STACK_BYTES = 10240 }; /* a batch of walk.c, each operand in whole cache lines */
    _Alignas(64) char small[STACK_BYTES];
    if (job->scratch_bytes <= STACK_BYTES) {
        walk_run(job, all, small);
        return WEFT_OK;
    }
    weft_array scratch = {.dtype = WEFT_UINT8};
    weft_status status = array_allocate(&scratch, (size_t)job->scratch_bytes, error);
    if (status)
        return status;
    walk_run(job, all, scratch.data);
    array_free(&scratch);
    return WEFT_OK;
}

/* A short elementwise row needs no walk: the plan's own arrays are the kernel's arguments. */
static weft_status run_row(const weft_plan *plan, weft_error *error)
{
    weft_kernel *kernel;
    weft_status status = isa_find_plan_kernel(plan, &kernel, error);
    if (!status)
        kernel(plan->data, plan->extents, plan->steps[0], NULL);
    return status;
}

static weft_status run(const weft_plan *plan, weft_error *error)
{
    if (plan->rank == 1 && plan->extents[0] < SHORT_ROW &&
        plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE && !plan_is_masked(plan))
        return run_row(plan, error);
    walk_job job;
    weft_status status = walk_prepare(&job, plan, error);
    if (status)
        return status;
    const plan_piece all = part_whole(plan);
    if (job.scratch_bytes > 0)
        status = run_with_scratch(&job, &all, error);
    else
        walk_run(&job, &all, NULL);
    walk_finish(&job);
    return status;
}

weft_status host_run(const weft_plan *plan, weft_error *error)
{
    serial_begin(plan->ufunc);
    const weft_status status = run(plan, error);
    serial_end(plan->ufunc);
    return status;
}

weft_status host_spread(const weft_place *place, double nanoseconds, int64_t piece_count,
                        int64_t byte_count, backend_piece *piece, const void *context,
                        weft_error *error)
{
    enum { STACK_BYTES = 8192 };
    _Alignas(64) char small[STACK_BYTES];
    weft_array large;
    const bool is_large = byte_count > STACK_BYTES;
    (void)place, (void)nanoseconds;
    if (is_large) {
        large = (weft_array){.dtype = WEFT_UINT8};
        weft_status status = array_allocate(&large, (size_t)byte_count, error);
        if (status)
            return status;
    }
    for (int64_t k = 0; k < piece_count; k++)
        piece(context, k, is_large ? large.data : small);
    if (is_large)
        array_free(&large);
    return WEFT_OK;
}

static void print(const weft_plan *plan, plan_text *to)
{
    plan_text_add(to, "  target: cpu, %s\n", isa_plan_name(plan));
    walk_print(plan, to);
}

static weft_status check(const weft_place *place, weft_error *error)
{
    (void)place;
    return isa_check(error);
}

const weft_backend backend_cpu = {
    .target = WEFT_CPU,
    .has_floating_flags = true,
    .check = check,
    .transforms_in_place = transform_applies,
    .allocate = host_allocate,
    .release = host_release,
    .copy = host_copy,
    .run = host_run,
    .print = print,
    .spread = host_spread,
};
