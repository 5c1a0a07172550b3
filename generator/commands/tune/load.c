#include "load.h"

#include <string.h>
#include <time.h>

#include "commands/report.h"

/* Nanoseconds that a clock measures well; calls of a sample, and rounds, at most. What takes so
 * many times what it may is called once more than to warm up, and no more. */
#define SAMPLE       50e3
#define MOST_BUDGETS 4.0
enum { MOST_CALLS = 1 << 16, LEAST_ROUNDS = 3, MOST_ROUNDS = 4000 };

double load_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* Numbers from 1 to 2: in the domain of every function. */
static void fill(const weft_array *array, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (array->dtype == WEFT_FLOAT64)
            ((double *)array->data)[k] = 1 + (double)(k % 1009) / 1009;
        else
            ((float *)array->data)[k] = 1 + (float)(k % 1009) / 1009;
}

static int64_t core_size(const weft_ufunc *ufunc, int dimension, int64_t size)
{
    const weft_dimension *of = &ufunc->dimensions[dimension];
    return of->kind == WEFT_DIMENSION_FIXED ? of->constant : size;
}

static bool make_input(timed_load *load, int i, weft_dtype dtype, int64_t items, int64_t size)
{
    const weft_operand *operand = &load->ufunc->operands[i];
    int64_t shape[WEFT_MAX_RANK] = {items}, count = items;
    weft_array host;
    for (int axis = 0; axis < operand->core_rank; axis++) {
        shape[axis + 1] = core_size(load->ufunc, operand->dimensions[axis], size);
        count *= shape[axis + 1];
    }
    if (weft_array_new(&host, dtype, 1 + operand->core_rank, shape, NULL) != WEFT_OK)
        return false;
    fill(&host, count);
    if (!load->is_on_device) {
        load->arrays[i] = host;
        return true;
    }
    const bool good = weft_to_device(&host, &load->arrays[i], &load->options, NULL) == WEFT_OK;
    weft_array_clear(&host);
    return good;
}

static bool estimate(timed_load *load, int64_t items, int64_t size)
{
    enum { MOST_SIZES = 255 };
    int64_t sizes[MOST_SIZES];
    const weft_loop *loop;
    for (int d = 0; d < load->ufunc->dimension_count; d++)
        sizes[d] = core_size(load->ufunc, d, size);
    if (weft_loop_choose(load->ufunc, load->pointers, &load->options, &loop, NULL) != WEFT_OK)
        return false;
    load->work = (double)items * weft_work_estimate(load->ufunc, loop, sizes, &load->kind);
    return true;
}

bool load_make(timed_load *load, const measured_machine *all, const char *name, weft_dtype dtype,
               int64_t items, int64_t size, const weft_options *options, bool is_on_device)
{
    *load = (timed_load){.ufunc = weft_library_find(all->library, name),
                         .options = *options,
                         .is_on_device = is_on_device};
    const int count = load->ufunc ? load->ufunc->input_count + load->ufunc->output_count : 0;
    if (count == 0 || count > LOAD_OPERANDS)
        return false;
    for (int i = 0; i < count; i++)
        load->pointers[i] = &load->arrays[i];
    for (int i = 0; i < load->ufunc->input_count; i++)
        if (!make_input(load, i, dtype, items, size))
            return false;
    return estimate(load, items, size) &&
           weft_call(load->ufunc, load->pointers, &load->options, NULL) == WEFT_OK;
}

void load_clear(timed_load *load)
{
    for (int i = 0; i < LOAD_OPERANDS; i++)
        weft_array_clear(&load->arrays[i]);
}

/* Nanoseconds of so many calls. */
static weft_status sample(const timed_load *load, int calls, double *taken, weft_error *error)
{
    weft_status status = WEFT_OK;
    const double begin = load_clock();
    for (int k = 0; k < calls && !status; k++)
        status = weft_call(load->ufunc, load->pointers, &load->options, error);
    if (!status && load->is_on_device)
        status = weft_synchronize(&load->options, error);
    *taken = load_clock() - begin;
    return status;
}

double load_time(const timed_load *load, double budget)
{
    weft_error error;
    double taken, least;
    int calls = 1;
    weft_status status = sample(load, calls, &taken, &error); /* and the cache is warm */
    if (!status && taken > MOST_BUDGETS * budget)
        return taken;
    while (!status && taken < SAMPLE && calls < MOST_CALLS)
        status = sample(load, calls *= 2, &taken, &error);
    least = taken;
    const double begin = load_clock();
    for (int round = 0;
         !status && round < MOST_ROUNDS && (round < LEAST_ROUNDS || load_clock() - begin < budget);
         round++) {
        status = sample(load, calls, &taken, &error);
        least = taken < least ? taken : least;
    }
    if (!status)
        return least / calls;
    report_error("%s", error.text);
    return -1;
}
