/* slices.c: calls that go to the device in slices, over the stand-in for the driver with two devices: random
 * views, masks, overlap, results that are allocated, threads, devices and faults. What a call gives must be
 * what cpu gives on copies, in every byte of the memory around it too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../stand_in/control.h"
#include "call/parts/slices.h"
#include "sample.ufuncs.h"

enum { ROUNDS = 6000, MOST = 1 << 14, OPERANDS = 6, LAUNCH_FAILED = 719 };

static stand_in_control driver;
static unsigned long long state = 88172645463325252ULL;
static weft_error error;

static unsigned below(unsigned n)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state % n);
}

/* The memory of all operands, and what cpu makes of a copy of it. */
static float memory[OPERANDS][MOST], expected[OPERANDS][MOST];

static const struct {
    const weft_ufunc *ufunc;
    weft_dtype dtypes[OPERANDS];
    int inputs, outputs;
} subjects[] = {
    {&sample_add, {WEFT_FLOAT32, WEFT_FLOAT32, WEFT_FLOAT32}, 2, 1},
    {&sample_add, {WEFT_INT16, WEFT_FLOAT32, WEFT_FLOAT64}, 2, 1}, /* cast on both ways */
    {&sample_less, {WEFT_FLOAT32, WEFT_FLOAT32, WEFT_BOOL}, 2, 1},
    {&sample_matmul, {WEFT_FLOAT32, WEFT_FLOAT32, WEFT_FLOAT32}, 2, 1},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Elements of a dtype: small numbers, which no order of additions changes. */
static void fill(void *data, weft_dtype dtype)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype), count = (int64_t)sizeof memory[0] / size;
    for (int64_t k = 0; k < count; k++) {
        const int value = (int)below(16);
        if (dtype == WEFT_INT16)
            ((int16_t *)data)[k] = (int16_t)value;
        else if (dtype == WEFT_FLOAT32)
            ((float *)data)[k] = (float)value;
        else if (dtype == WEFT_FLOAT64)
            ((double *)data)[k] = value;
        else
            ((unsigned char *)data)[k] = (unsigned char)(value & 1);
    }
}

/* A view of these axes in any order, with gaps, some backwards; an input may repeat along loop axes. */
static weft_array random_view(void *data, weft_dtype dtype, const int64_t *shape, int rank, int core_rank,
                              bool is_input)
{
    int64_t own[4], steps[4] = {0}, step = (int64_t)weft_dtype_size(dtype) * (1 + (int64_t)below(2));
    const bool is_turned = below(3) == 0;
    char *first = data;
    for (int axis = 0; axis < rank; axis++)
        own[axis] = is_input && axis < rank - core_rank && below(4) == 0 ? 1 : shape[axis];
    for (int k = rank - 1; k >= 0; k--) {
        const int axis = is_turned ? rank - 1 - k : k;
        steps[axis] = step;
        step *= own[axis] + (int64_t)below(2);
        if (below(6) == 0) {
            first += (own[axis] - 1) * steps[axis];
            steps[axis] = -steps[axis];
        }
    }
    return weft_array_view(first, dtype, rank, own, steps);
}

/* A call: operand k lies in memory[places[k]]. */
typedef struct trial {
    int subject, places[OPERANDS], operand_count;
    weft_array arrays[OPERANDS], mask;
    weft_options options;
} trial;

static void make_shapes(trial *made, int64_t *loop, int *rank)
{
    const bool is_product = subjects[made->subject].ufunc == &sample_matmul;
    *rank = 1 + (int)below(is_product ? 2 : 3);
    for (int axis = 0; axis < *rank; axis++)
        loop[axis] = 1 + below(is_product ? 9 : 20);
}

static void make_operand(trial *made, int k, const int64_t *loop, int rank, const int64_t *core)
{
    const bool is_product = subjects[made->subject].ufunc == &sample_matmul,
               is_input = k < subjects[made->subject].inputs;
    const int core_rank = is_product ? 2 : 0;
    int64_t shape[5];
    memcpy(shape, loop, (size_t)rank * sizeof *loop);
    shape[rank] = core[k == 1];
    shape[rank + 1] = core[k == 0 ? 1 : 2];
    if (!is_input && below(4) == 0) {
        made->arrays[k] = (weft_array){.dtype = WEFT_NONE};
        return;
    }
    made->arrays[k] = random_view(memory[made->places[k]], subjects[made->subject].dtypes[k], shape,
                                  rank + core_rank, core_rank, is_input);
}

/* Lets the output lie over an input: the same view, or a few bytes on. */
static void lay_over(trial *made)
{
    const int output = subjects[made->subject].inputs, input = (int)below((unsigned)output);
    weft_array *over = &made->arrays[output];
    if (over->dtype == WEFT_NONE || over->dtype != made->arrays[input].dtype)
        return;
    const weft_array *under = &made->arrays[input];
    if (under->rank != over->rank || memcmp(under->shape, over->shape, (size_t)over->rank * sizeof *over->shape))
        return;
    const bool is_moved = below(2);
    *over = *under;
    if (is_moved && over->shape[0] > 2) /* the rows from the second on, over those from the first on */
        for (int k = 0; k <= output; k++) {
            weft_array *all = &made->arrays[k];
            if (all->shape[0] > 2)
                all->shape[0]--;
            if (k == output)
                all->data = (char *)all->data + all->steps[0];
        }
}

static void make_trial(trial *made)
{
    int64_t loop[3], core[3] = {1 + below(5), 1 + below(5), 1 + below(5)};
    int rank;
    *made = (trial){.subject = (int)below(SUBJECTS)};
    made->operand_count = subjects[made->subject].inputs + subjects[made->subject].outputs;
    made->options = (weft_options){.target = WEFT_GPU,
                                   .casting = WEFT_CASTING_UNSAFE,
                                   .threads = (int)below(5),
                                   .device = (int)below(3) - 1};
    make_shapes(made, loop, &rank);
    for (int k = 0; k < made->operand_count; k++) {
        made->places[k] = k;
        fill(memory[k], subjects[made->subject].dtypes[k]);
        make_operand(made, k, loop, rank, core);
    }
    if (below(3) == 0)
        lay_over(made);
    if (subjects[made->subject].ufunc != &sample_matmul && below(4) == 0) {
        fill(memory[OPERANDS - 1], WEFT_BOOL);
        made->mask = random_view(memory[OPERANDS - 1], WEFT_BOOL, loop, rank, 0, true);
        if (made->mask.shape[0] == made->arrays[0].shape[0] || made->mask.shape[0] == 1)
            made->options.where = &made->mask;
    }
}

/* Calls it at a target; results are handed over in C order. False: an error, or other shapes than expected. */
static weft_status call(trial *run, weft_target target, weft_array *results)
{
    weft_array *operands[OPERANDS];
    for (int k = 0; k < run->operand_count; k++) {
        results[k] = run->arrays[k];
        operands[k] = &results[k];
    }
    run->options.target = target;
    run->options.device = target == WEFT_GPU ? run->options.device : 0;
    return weft_call(subjects[run->subject].ufunc, operands, &run->options, &error);
}

static void clear(const trial *run, weft_array *results)
{
    for (int k = 0; k < run->operand_count; k++)
        if (run->arrays[k].dtype == WEFT_NONE)
            weft_array_clear(&results[k]);
}

/* Elements of a result in C order. */
static bool flatten(const weft_array *from, double *to)
{
    weft_array flat = weft_array_view(to, WEFT_FLOAT64, from->rank, from->shape, NULL);
    return weft_array_copy(&flat, from, NULL, &error) == WEFT_OK;
}

static bool are_same(const trial *run, const weft_array *got, const weft_array *wanted)
{
    static double one[MOST], other[MOST];
    for (int k = 0; k < run->operand_count; k++)
        if (run->arrays[k].dtype == WEFT_NONE &&
            (got[k].dtype != wanted[k].dtype || got[k].rank != wanted[k].rank ||
             memcmp(got[k].shape, wanted[k].shape, (size_t)got[k].rank * sizeof *got[k].shape) != 0 || !flatten(&got[k], one) || !flatten(&wanted[k], other) ||
             memcmp(one, other, sizeof one) != 0))
            return false;
    return memcmp(memory, expected, sizeof memory) == 0;
}

/* Counts calls that were cut. */
static long cut_calls, failed_calls;

static bool round_passes(void)
{
    static float before[OPERANDS][MOST];
    trial run;
    weft_array wanted[OPERANDS], got[OPERANDS];
    slices_limits.smallest = 16 << below(7);
    slices_limits.largest = slices_limits.smallest << below(3);
    slices_limits.least = 64;
    make_trial(&run);
    const bool fails = below(4) == 0;
    const int device = run.options.device;
    memcpy(before, memory, sizeof memory);
    if (call(&run, WEFT_CPU, wanted))
        return true; /* operands that do not fit, or an output that may not lie there */
    memcpy(expected, memory, sizeof memory);
    memcpy(memory, before, sizeof memory);
    run.options.device = device;
    driver.fail(fails ? NULL : "cuMemcpyDtoHAsync", fails ? 1 + (long)below(60) : 0, LAUNCH_FAILED, (int)below(2));
    const weft_status status = call(&run, WEFT_GPU, got);
    cut_calls += !fails && driver.count() > subjects[run.subject].outputs;
    driver.fail(NULL, 0, 0, 0);
    failed_calls += status != WEFT_OK;
    const bool good = status ? fails && status == WEFT_ERROR_DEVICE : are_same(&run, got, wanted);
    if (!status)
        clear(&run, got);
    clear(&run, wanted);
    return good && driver.live() == 0;
}

int main(void)
{
    bool good = stand_in_find(&driver);
    if (good)
        driver.set_device_count(2);
    good = good && weft_target_check(WEFT_GPU, &(weft_options){.device = 1}, &error) == WEFT_OK;
    for (int n = 0; n < ROUNDS && good; n++) {
        error = (weft_error){.text = ""};
        good = round_passes();
        if (!good)
            printf("FAILED: round %d: %s\n", n, error.text);
    }
    if (good && (cut_calls < ROUNDS / 10 || failed_calls < ROUNDS / 60)) {
        printf("FAILED: only %ld calls were cut, %ld failed\n", cut_calls, failed_calls);
        good = false;
    }
    printf("slices: %ld calls in slices, %ld faults: %s\n", cut_calls, failed_calls, good ? "good" : "bad");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
