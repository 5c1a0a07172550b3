#include "transform.h"

#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "plan/isa.h"
#include "tables/factors.h"

/* Numbers of the operands. */
enum { IN, SCALE, OUT };

static fft_table *const tables[] = {
    [WEFT_ISA_BASE] = &fft_base,
#ifdef __x86_64__
    [WEFT_ISA_V3] = &fft_v3,
    [WEFT_ISA_V4] = &fft_v4,
#endif
};

/* The size of an operand's axis. */
static int64_t size_of(const weft_plan *plan, int operand, int axis)
{
    return plan->sizes[plan->ufunc->operands[operand].dimensions[axis]];
}

static int complex_side(const weft_transform *what)
{
    return what->kind == WEFT_TRANSFORM_REAL ? OUT : IN;
}

/* The number of elements of the last axis that is transformed. */
static int64_t last_length(const weft_plan *plan)
{
    const weft_transform *what = plan->ufunc->transform;
    const int side = what->kind == WEFT_TRANSFORM_HALF ? OUT : IN;
    return size_of(plan, side, what->rank - 1);
}

static bool is_empty(const transform_job *job)
{
    bool empty = job->length == 0;
    for (int axis = 0; axis < job->what->rank; axis++)
        empty |= job->sizes[axis] == 0;
    return empty;
}

/* Bytes of an item between its axes: where the last is the last to be transformed, and its numbers
 * have no place in the output. */
static bool measure_half(transform_job *job)
{
    const int64_t element = job->is_double ? 16 : 8;
    job->half_bytes = 0;
    if (job->what->kind != WEFT_TRANSFORM_HALF || job->what->rank == 1)
        return true;
    return checked_product(job->sizes, job->what->rank, &job->half_bytes) &&
           checked_multiply(job->half_bytes, element, &job->half_bytes);
}

/* Where the half-made item lies behind the passes' memory: bytes that it is in front of it. */
static int64_t passes_bytes(const transform_job *job)
{
    return job->scratch_bytes - job->half_bytes;
}

static weft_status take_tables(transform_job *job, const weft_plan *plan, weft_error *error)
{
    const int last = job->what->rank - 1;
    weft_status status = WEFT_OK;
    int64_t most = 0;
    for (int axis = 0; axis <= last && !status; axis++) {
        const bool is_real = axis == last && job->what->kind != WEFT_TRANSFORM_COMPLEX;
        status = fourier_take(&job->plans[axis], axis == last ? job->length : job->sizes[axis],
                              is_real, job->is_double, error);
        const int64_t bytes = status ? 0 : fft_scratch_bytes(job->plans[axis]);
        most = bytes < 0 || (most >= 0 && bytes < most) ? most : bytes;
        if (!status && bytes < 0)
            status = error_set(error, WEFT_ERROR_MEMORY, "%s: no memory for rows of %" PRId64,
                               plan->ufunc->name, job->sizes[axis]);
    }
    most = (most + 63) / 64 * 64;
    if (!status && (!measure_half(job) || !checked_add(most, job->half_bytes, &job->scratch_bytes)))
        status = error_set(error, WEFT_ERROR_MEMORY, "%s: an item does not fit memory",
                           plan->ufunc->name);
    return status;
}

weft_status transform_begin(transform_job *job, const weft_plan *plan, weft_error *error)
{
    const weft_transform *what = plan->ufunc->transform;
    *job = (transform_job){.what = what, .scale = 1};
    job->is_double = plan->loop->kernel_dtypes[SCALE] == WEFT_FLOAT64;
    job->kernel = (*tables[isa_selected()])[job->is_double];
    job->length = last_length(plan);
    double count = 1;
    for (int axis = 0; axis < what->rank; axis++) {
        job->sizes[axis] = size_of(plan, complex_side(what), axis);
        job->in_steps[axis] = plan->core_steps[IN][axis];
        job->out_steps[axis] = plan->core_steps[OUT][axis];
        count *= (double)(axis == what->rank - 1 ? job->length : job->sizes[axis]);
    }
    if (is_empty(job))
        return WEFT_OK;
    if (what->inverse)
        job->scale = 1 / count;
    weft_status status = take_tables(job, plan, error);
    if (status)
        transform_end(job);
    return status;
}

void transform_end(transform_job *job)
{
    for (int axis = 0; axis < TRANSFORM_MOST_RANK; axis++)
        fourier_give(job->plans[axis]);
}

/* ---- one item, axis by axis ---- */

/* One side of the transforms along an axis. */
typedef struct side {
    char *data;
    const int64_t *steps;
} side;

/* All transforms of an item along an axis; `stack` says what of each. */
static void run_axis(const transform_job *job, int axis, fft_stack stack, side in, side out,
                     char *scratch)
{
    const int rank = job->what->rank;
    const int inner = rank == 1 ? -1 : axis == rank - 1 ? rank - 2 : rank - 1;
    const int outer = rank == 3 ? 3 - axis - inner : -1;
    stack.plan = job->plans[axis];
    stack.in_step = in.steps[axis], stack.out_step = out.steps[axis];
    stack.count = inner < 0 ? 1 : job->sizes[inner];
    stack.in_item = inner < 0 ? 0 : in.steps[inner];
    stack.out_item = inner < 0 ? 0 : out.steps[inner];
    for (int64_t i = 0; i < (outer < 0 ? 1 : job->sizes[outer]); i++) {
        stack.in = outer < 0 ? in.data : in.data + i * in.steps[outer];
        stack.out = outer < 0 ? out.data : out.data + i * out.steps[outer];
        job->kernel(&stack, scratch);
    }
}

static fft_kind kind_of(const weft_transform *what)
{
    return what->kind == WEFT_TRANSFORM_REAL   ? FFT_REAL
           : what->kind == WEFT_TRANSFORM_HALF ? FFT_HALF
                                               : FFT_COMPLEX;
}

/* scaled: a stack with the item's factor, which the last axis to be transformed gets. */
static void run_item(const transform_job *job, side in, side out, const fft_stack *scaled,
                     char *scratch)
{
    const weft_transform *what = job->what;
    const int last = what->rank - 1;
    const fft_stack plain = {.inverse = what->inverse, .scale = 1};
    fft_stack stack = last == 0 ? *scaled : plain;
    if (what->kind == WEFT_TRANSFORM_HALF) {
        int64_t steps[TRANSFORM_MOST_RANK];
        int64_t step = job->is_double ? 16 : 8;
        for (int axis = last; axis >= 0; step *= job->sizes[axis--])
            steps[axis] = step;
        const side half = {scratch + passes_bytes(job), steps};
        for (int axis = 0; axis < last; axis++)
            run_axis(job, axis, plain, axis == 0 ? in : half, half, scratch);
        stack = *scaled;
        stack.kind = FFT_HALF;
        run_axis(job, last, stack, last == 0 ? in : half, out, scratch);
        return;
    }
    stack.kind = kind_of(what);
    run_axis(job, last, stack, in, out, scratch);
    for (int axis = last - 1; axis >= 0; axis--)
        run_axis(job, axis, axis == 0 ? *scaled : plain, out, out, scratch);
}

/* Rows of one axis, all in one stack. */
static void run_rows(const transform_job *job, const weft_plan *plan, char *const *data,
                     int64_t count, fft_stack stack, char *scratch)
{
    stack.plan = job->plans[0];
    stack.kind = kind_of(job->what);
    stack.in = data[IN], stack.out = data[OUT];
    stack.in_step = job->in_steps[0], stack.out_step = job->out_steps[0];
    stack.in_item = plan->steps[0][IN], stack.out_item = plan->steps[0][OUT];
    stack.count = count;
    job->kernel(&stack, scratch);
}

/* Sums over no elements. */
static void clear_item(const transform_job *job, char *out)
{
    const int64_t *sizes = job->sizes, *steps = job->out_steps;
    const int64_t counts[] = {sizes[0], job->what->rank > 1 ? sizes[1] : 1,
                              job->what->rank > 2 ? sizes[2] : 1};
    for (int64_t i = 0; i < counts[0]; i++)
        for (int64_t j = 0; j < counts[1]; j++)
            for (int64_t k = 0; k < counts[2]; k++)
                memset(out + i * steps[0] + j * steps[1] + k * steps[2], 0,
                       job->is_double ? 16 : 8);
}

void transform_run(const transform_job *job, const weft_plan *plan, char *const *data,
                   int64_t count, char *scratch)
{
    fft_stack scaled = {.inverse = job->what->inverse,
                        .scale = job->scale,
                        .scales = data[SCALE],
                        .scale_step = plan->steps[0][SCALE]};
    if (!job->plans[0]) {
        for (int64_t i = 0; job->what->kind == WEFT_TRANSFORM_REAL && i < count; i++)
            clear_item(job, data[OUT] + i * plan->steps[0][OUT]);
        return;
    }
    if (job->what->rank == 1) {
        run_rows(job, plan, data, count, scaled, scratch);
        return;
    }
    scaled.scale_step = 0;
    for (int64_t i = 0; i < count; i++) {
        scaled.scales = data[SCALE] + i * plan->steps[0][SCALE];
        run_item(job, (side){data[IN] + i * plan->steps[0][IN], job->in_steps},
                 (side){data[OUT] + i * plan->steps[0][OUT], job->out_steps}, &scaled, scratch);
    }
}

/* ---- in words ---- */

static void print_axis(int64_t length, bool is_real, plan_text *to)
{
    int64_t radices[FOURIER_MOST_PASSES];
    const int64_t complex_length = is_real && length % 2 == 0 ? length / 2 : length;
    const int count = factors_find(complex_length, radices);
    if (count == 0 && complex_length > 1)
        plan_text_add(to, "convolution of %" PRId64, factors_convolution(2 * complex_length - 1));
    for (int i = 0; i < count; i++)
        plan_text_add(to, "%s%" PRId64, i ? "·" : "", radices[i]);
    if (complex_length <= 1)
        plan_text_add(to, "%" PRId64, complex_length);
}

void transform_print(const weft_plan *plan, plan_text *to)
{
    const weft_transform *what = plan->ufunc->transform;
    for (int axis = 0; axis < what->rank; axis++) {
        const bool is_last = axis == what->rank - 1;
        plan_text_add(to, axis ? " × " : "");
        print_axis(is_last ? last_length(plan) : size_of(plan, complex_side(what), axis),
                   is_last && what->kind != WEFT_TRANSFORM_COMPLEX, to);
    }
}
