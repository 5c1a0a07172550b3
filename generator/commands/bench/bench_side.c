/* Setting up the sides of a benchmark, and timing them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "commands/call/library.h"
#include "commands/call/lists.h"
#include "commands/report.h"

static const double shortest_sample = 2e-3; /* seconds; more calls make a sample of short ones */
static const double longest_run = 20;       /* seconds, where no number of rounds was asked for */
enum { USUAL_ROUNDS = 11, LEAST_ROUNDS = 3 };

static bench_side *add_side(bench *all, const char *name, weft_target target,
                            const weft_options *options)
{
    bench_side *side = &all->sides[all->side_count++];
    *side =
        (bench_side){.name = name, .ufunc = all->call->ufunc, .options = *options, .repeats = 1};
    side->options.target = target;
    int count = all->call->ufunc->input_count + all->call->ufunc->output_count;
    for (int i = 0; i < count; i++)
        side->pointers[i] = &side->arrays[i];
    return side;
}

/* Host inputs are borrowed; a device side gets copies of its own, but for numbers, which travel
 * with the call. */
static weft_status prepare_inputs(const bench *all, bench_side *side, weft_error *error)
{
    for (int i = 0; i < all->call->ufunc->input_count; i++) {
        const weft_array *input = &all->call->arrays[i];
        side->arrays[i] = *input;
        side->arrays[i].flags &= (uint8_t)~WEFT_ARRAY_OWNED;
        if (!side->is_on_device || (input->flags & WEFT_ARRAY_INLINE))
            continue;
        const weft_array elements = lists_elements(input);
        weft_status status = weft_to_device(&elements, &side->arrays[i], &side->options, error);
        if (status)
            return status;
        side->arrays[i].flags |= input->flags & WEFT_ARRAY_RAGGED;
        side->arrays[i].value = input->value; /* offsets, which are read on the host */
    }
    return WEFT_OK;
}

static weft_status prepare_side(const bench *all, bench_side *side, weft_error *error)
{
    weft_status status = weft_target_check(side->options.target, &side->options, error);
    side->is_missing = status != WEFT_OK;
    if (!status)
        status = prepare_inputs(all, side, error);
    if (!status)
        status = weft_call(side->ufunc, side->pointers, &side->options, error);
    if (!status && side->is_on_device)
        status = weft_synchronize(&side->options, error);
    if (!status && side->is_on_device)
        status = weft_event_create(&side->start, &side->options, error);
    if (!status && side->is_on_device)
        status = weft_event_create(&side->end, &side->options, error);
    return status;
}

static void count_work(bench *all)
{
    const bench_side *side = bench_reference(all);
    const weft_ufunc *ufunc = all->call->ufunc;
    for (int i = 0; side && i < ufunc->input_count + ufunc->output_count; i++) {
        const weft_array *array = &side->arrays[i];
        int64_t elements = 1, items = 1;
        for (int axis = 0; axis < array->rank; axis++) {
            elements *= array->shape[axis];
            items *= axis < array->rank - ufunc->operands[i].core_rank ? array->shape[axis] : 1;
        }
        if (lists_count(array) >= 0)
            all->items = lists_count(array);
        all->bytes += elements * (int64_t)weft_dtype_size((weft_dtype)array->dtype);
        if (i == ufunc->input_count && !all->items)
            all->items = items;
    }
}

/* The hosts; parallel once for each number of threads that is to be tried. */
static void add_hosts(bench *all, const call_request *request)
{
    const bool tries = request->thread_count > 1 && !bench_has_grid(all->call->ufunc);
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (weft_target_kernels(target) != WEFT_CPU)
            continue;
        const size_t count = tries && target == WEFT_PARALLEL ? request->thread_count : 1;
        for (size_t i = 0; i < count; i++) {
            weft_options options = request->options;
            const char *name = weft_target_name(target);
            if (count > 1) {
                options.threads = request->threads[i];
                name = arena_format(all->memory, "%s, %d thread%s", name, options.threads,
                                    options.threads == 1 ? "" : "s");
            }
            add_side(all, name, target, &options);
        }
    }
}

/* Arrays of the host's and the device's; of a hand-written kernel the latter once for each number
 * of threads of a block. */
static void add_device(bench *all, const call_request *request)
{
    const weft_ufunc *ufunc = all->call->ufunc;
    weft_options options = request->options;
    const bool tries = request->thread_count > 0 && bench_has_grid(ufunc);
    options.threads = tries ? 0 : options.threads;
    add_side(all, "gpu, host arrays", WEFT_GPU, &options);
    for (size_t i = 0; i < (tries ? request->thread_count : 1); i++) {
        bench_side *side = add_side(all, "gpu, device arrays", WEFT_GPU, &options);
        side->is_on_device = true;
        if (!tries)
            continue;
        side->name = arena_format(all->memory, "gpu, blocks of %d", request->threads[i]);
        side->ufunc = bench_with_threads(all->memory, ufunc, request->threads[i]);
    }
}

void bench_prepare(bench *all, const call_request *request)
{
    weft_error error;
    weft_options gpu = request->options;
    gpu.target = WEFT_GPU;
    add_hosts(all, request);
    if (weft_target_check(WEFT_GPU, &gpu, &error) == WEFT_OK &&
        library_has_kernels(all->call->ufunc, WEFT_GPU))
        add_device(all, request);
    else
        add_side(all, "gpu", WEFT_GPU, &request->options);
    for (size_t i = 0; i < all->side_count; i++) {
        report_progress(i + 1, all->side_count, "first call: %s", all->sides[i].name);
        if (prepare_side(all, &all->sides[i], &error) != WEFT_OK)
            all->sides[i].refusal = arena_copy(all->memory, error.text);
    }
    count_work(all);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Times `repeats` calls: seconds of one, on the host's clock and between the events. */
static weft_status take_sample(bench_side *side, double *seconds, double *device_seconds,
                               weft_error *error)
{
    float milliseconds = 0;
    const weft_options *options = &side->options;
    weft_status status = WEFT_OK;
    double start = seconds_now();
    if (side->is_on_device)
        status = weft_event_record(side->start, options, error);
    for (size_t i = 0; i < side->repeats && !status; i++)
        status = weft_call(side->ufunc, side->pointers, options, error);
    if (!status && side->is_on_device)
        status = weft_event_record(side->end, options, error);
    if (!status && side->is_on_device)
        status = weft_synchronize(options, error);
    *seconds = (seconds_now() - start) / (double)side->repeats;
    if (!status && side->is_on_device)
        status = weft_event_elapsed(side->start, side->end, &milliseconds, error);
    *device_seconds = 1e-3 * (double)milliseconds / (double)side->repeats;
    return status;
}

/* Warms up, and finds how many calls make a sample that the clock can measure. */
static weft_status calibrate(bench_side *side, weft_error *error)
{
    double seconds, device_seconds;
    for (;;) {
        weft_status status = take_sample(side, &seconds, &device_seconds, error);
        if (status || seconds * (double)side->repeats >= shortest_sample ||
            side->repeats >= (size_t)1 << 24)
            return status;
        side->repeats *= 2;
    }
}

static weft_status measure_round(bench *all, size_t round, size_t rounds, weft_error *error)
{
    for (size_t i = 0; i < all->side_count; i++) {
        bench_side *side = &all->sides[i];
        if (side->refusal)
            continue;
        report_progress(round + 1, rounds, "%s", side->name);
        weft_status status =
            take_sample(side, &side->seconds[round], &side->device_seconds[round], error);
        if (status)
            return status;
    }
    return WEFT_OK;
}

bool bench_measure(bench *all, size_t rounds)
{
    weft_error error;
    weft_status status = WEFT_OK;
    size_t most = rounds ? rounds : USUAL_ROUNDS;
    double start = seconds_now();
    for (size_t i = 0; i < all->side_count && !status; i++) {
        bench_side *side = &all->sides[i];
        side->seconds = arena_array(all->memory, most, sizeof *side->seconds);
        side->device_seconds = arena_array(all->memory, most, sizeof *side->seconds);
        if (!side->refusal)
            status = calibrate(side, &error);
    }
    while (!status && all->rounds < most &&
           (rounds || all->rounds < LEAST_ROUNDS || seconds_now() - start < longest_run)) {
        status = measure_round(all, all->rounds, most, &error);
        all->rounds += !status;
    }
    report_progress_end();
    if (status)
        report_error("%s", error.text);
    return status == WEFT_OK;
}

void bench_clear(bench *all)
{
    for (size_t i = 0; i < all->side_count; i++) {
        bench_side *side = &all->sides[i];
        weft_event_destroy(side->start);
        weft_event_destroy(side->end);
        for (int k = 0; k < WEFT_MAX_OPERANDS; k++)
            weft_array_clear(&side->arrays[k]);
    }
}

static int compare_doubles(const void *first, const void *second)
{
    double a = *(const double *)first, b = *(const double *)second;
    return (a > b) - (a < b);
}

double bench_median(const bench *all, const double *values)
{
    double *sorted = arena_array(all->memory, all->rounds, sizeof *sorted);
    memcpy(sorted, values, all->rounds * sizeof *sorted);
    qsort(sorted, all->rounds, sizeof *sorted, compare_doubles);
    return 0.5 * (sorted[(all->rounds - 1) / 2] + sorted[all->rounds / 2]);
}

const bench_side *bench_reference(const bench *all)
{
    for (size_t i = 0; i < all->side_count; i++)
        if (!all->sides[i].refusal)
            return &all->sides[i];
    return NULL;
}
