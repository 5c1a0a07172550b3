/* shape_fft.c: discrete Fourier transforms, by passes of libweft's own. */
#include "cursor.h"
#include "host_shape.h"

static bool applies(walk_job *job, plan_text *why)
{
    if (!job->plan->ufunc->transform)
        return false;
    return transform_applies(job->plan) || PLAN_TEXT_NO(why, "the call wants floating-point flags");
}

static weft_status begin(walk_job *job, weft_error *error)
{
    const weft_status status = transform_begin(&job->transform, job->plan, error);
    job->scratch_bytes = status ? 0 : job->transform.scratch_bytes;
    return status;
}

static void end(walk_job *job)
{
    transform_end(&job->transform);
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    host_cursor at;
    host_cursor_place(&at, job->plan, part->first_row, part->first_item);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        transform_run(&job->transform, job->plan, at.data, part->item_end - part->first_item,
                      scratch);
        host_cursor_advance(&at, job->plan, 1);
    }
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    (void)why;
    plan_text_add(to, "%s, of ", plan_shape_name(WEFT_SHAPE_FFT));
    transform_print(job->plan, to);
}

const host_shape host_shape_fft = {
    .number = WEFT_SHAPE_FFT,
    .applies = applies,
    .begin = begin,
    .end = end,
    .run = run,
    .print = print,
};
