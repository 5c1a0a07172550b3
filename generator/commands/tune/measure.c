#include "measure.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "commands/report.h"
#include "load.h"

/* Points that would take longer than so many times what one figure may are four times the one
 * before. */
#define TOO_LONG 10.0

/* Nanoseconds of 16 products of 64 × 64 from which on a device is none, but a program. */
#define EMULATED 1e6

/* What kinds of work are measured on. */
static const struct {
    const char *name;
    weft_dtype dtype;
    int items, size;
} works[] = {
    {"multiply", WEFT_FLOAT32, 8192, 0}, {"multiply", WEFT_FLOAT64, 8192, 0},
    {"maximum", WEFT_FLOAT32, 8192, 0},  {"divide", WEFT_FLOAT64, 8192, 0},
    {"sqrt", WEFT_FLOAT64, 8192, 0},     {"exp", WEFT_FLOAT32, 8192, 0},
    {"exp", WEFT_FLOAT64, 8192, 0},      {"log", WEFT_FLOAT32, 8192, 0},
    {"sin", WEFT_FLOAT32, 8192, 0},      {"sin", WEFT_FLOAT64, 8192, 0},
    {"erf", WEFT_FLOAT64, 8192, 0},      {"power", WEFT_FLOAT32, 8192, 0},
    {"matmul", WEFT_FLOAT32, 16, 64},    {"matmul", WEFT_FLOAT64, 16, 64},
    {"matmul", WEFT_FLOAT32, 1, 256},    {"norm", WEFT_FLOAT64, 256, 64},
    {"cumsum", WEFT_FLOAT32, 64, 256},   {"cholesky", WEFT_FLOAT64, 64, 32},
    {"softmax", WEFT_FLOAT32, 256, 64},
};
enum { WORKS = sizeof works / sizeof *works };

/* Of it there is much in few bytes: the gain of several threads is measured on it. */
static const char heavy[] = "gamma";
enum { HEAVY_ITEMS = 1 << 18 };

double measured_bytes(int point)
{
    return 4096.0 * pow(4, point);
}

static void show(measured_machine *all, const measured_side *side, const char *what)
{
    report_progress(++all->step, all->steps, "%s: %s", side->name, what);
}

/* ---- one figure ---- */

/* Nanoseconds of a call; below 0 where it fails; NAN where it cannot be had here. */
static double time_of(const measured_machine *all, const char *name, weft_dtype dtype,
                      int64_t items, int64_t size, const weft_options *options, bool is_on_device,
                      timed_load *load)
{
    const bool is_made = load_make(load, all, name, dtype, items, size, options, is_on_device);
    const double taken = is_made ? load_time(load, all->each) : NAN;
    load_clear(load);
    return taken;
}

static bool measure_call(measured_machine *all, measured_side *side, const weft_options *options)
{
    timed_load load;
    show(all, side, "a call");
    side->call = time_of(all, "add", WEFT_FLOAT32, 1, 0, options, false, &load);
    if (isnan(side->call))
        report_error("the shipped library has no add of float32 for %s", side->name);
    return side->call > 0;
}

/* Times of moving bytes, none of which is less than the one before: noise, or more cores at work.
 */
static bool measure_moved(measured_machine *all, measured_side *side, const weft_options *options)
{
    timed_load load;
    for (int point = 0; point < MEASURED_POINTS; point++) {
        const double bytes = measured_bytes(point), before = point ? side->moved[point - 1] : 0;
        const bool is_long = 4 * before > TOO_LONG * all->each;
        show(all, side, "moving bytes");
        double taken = is_long ? NAN
                               : time_of(all, "add", WEFT_FLOAT32, (int64_t)(bytes / 12), 0,
                                         options, false, &load);
        if (taken < 0 || (isnan(taken) && point == 0))
            return false;
        if (isnan(taken)) /* too long, or too large for the memory */
            taken = 4 * before;
        side->moved[point] = taken > before ? taken : before;
    }
    return true;
}

/* Geometric means of what the estimate's nanoseconds take, by kind. times: as many items; 0: few
 * and small ones. */
static bool measure_work(measured_machine *all, measured_side *side, const weft_options *options,
                         bool is_on_device, int64_t times)
{
    enum { FEW = 16, SMALL = 8 };
    double logs[WEFT_WORK_COUNT] = {0};
    int counts[WEFT_WORK_COUNT] = {0};
    timed_load load;
    for (int k = 0; k < WORKS; k++) {
        show(all, side, works[k].name);
        const double taken = time_of(
            all, works[k].name, works[k].dtype, times ? works[k].items * times : FEW,
            times || works[k].size < SMALL ? works[k].size : SMALL, options, is_on_device, &load);
        if (taken < 0)
            return false;
        if (isnan(taken))
            continue;
        const double call = is_on_device ? 0 : side->call, net = taken - call;
        logs[load.kind] += log((net > 0.05 * taken ? net : 0.05 * taken) / load.work);
        counts[load.kind]++;
    }
    for (int kind = 0; kind < WEFT_WORK_COUNT; kind++) {
        if (counts[kind] == 0) {
            report_error("the shipped library lacks the functions that are measured for %s",
                         side->name);
            return false;
        }
        side->work[kind] = exp(logs[kind] / counts[kind]);
    }
    return true;
}

/* ---- the host ---- */

static bool measure_cpu(measured_machine *all)
{
    const weft_options options = {.target = WEFT_CPU};
    all->cpu.name = "cpu";
    return measure_call(all, &all->cpu, &options) &&
           measure_work(all, &all->cpu, &options, false, 1) &&
           measure_moved(all, &all->cpu, &options);
}

/* What a team gains, and what it costs to get it, from a long and a short call of the same
 * function. */
static bool measure_gain(measured_machine *all, measured_side *side, const weft_options *options)
{
    const weft_options cpu = {.target = WEFT_CPU};
    timed_load load;
    double taken[2][2]; /* long and short; on one thread and on all */
    for (int is_short = 0; is_short < 2; is_short++) {
        int64_t items = HEAVY_ITEMS;
        if (is_short) /* some microseconds for each thread */
            items = (int64_t)((16e3 + 4e3 * side->threads) / (taken[0][0] / HEAVY_ITEMS));
        if (items < 1 || items > HEAVY_ITEMS)
            items = HEAVY_ITEMS;
        show(all, side, is_short ? "its start" : "its gain");
        taken[is_short][0] = time_of(all, heavy, WEFT_FLOAT32, items, 0, &cpu, false, &load);
        taken[is_short][1] = time_of(all, heavy, WEFT_FLOAT32, items, 0, options, false, &load);
        if (!(taken[is_short][0] > 0 && taken[is_short][1] > 0))
            return false;
    }
    const double most = side->threads, gain = taken[0][0] / taken[0][1];
    const double bounded = gain > most ? most : gain, start = taken[1][1] - taken[1][0] / bounded;
    side->call = start > 500 ? start : 500; /* less was noise */
    for (int kind = 0; kind < WEFT_WORK_COUNT; kind++)
        side->work[kind] = all->cpu.work[kind] / bounded;
    return true;
}

static bool measure_team(measured_machine *all, int threads, int cores)
{
    measured_side *side = &all->teams[all->team_count];
    const weft_options options = {.target = WEFT_PARALLEL,
                                  .threads = threads < cores ? threads : 0};
    side->name = arena_format(all->memory, "%d threads", threads);
    side->threads = threads;
    if (!measure_gain(all, side, &options) || !measure_moved(all, side, &options)) {
        report_error("%s could not be measured", side->name);
        return false;
    }
    all->team_count++;
    return true;
}

static int count_cores(void)
{
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

static int next_team(int threads, int cores)
{
    return threads < cores && 2 * threads > cores ? cores : 2 * threads;
}

/* ---- the device ---- */

/* Arrays that go there as wholes: a sum of one. */
static bool measure_whole(measured_machine *all, int64_t items)
{
    const weft_ufunc *add = weft_library_find(all->library, "add");
    weft_array host, result = {0};
    weft_error error = {.text = ""};
    const weft_options cpu = {.target = WEFT_CPU};
    timed_load load;
    show(all, &all->device_side, "a sum");
    if (!load_make(&load, all, "add", WEFT_FLOAT32, items, 0, &cpu, false)) {
        load_clear(&load);
        report_error("there is no memory for an array of %lld elements", (long long)items);
        return false;
    }
    host = load.arrays[0];
    double least = INFINITY;
    for (int round = 0; round < 5; round++) {
        const double begin = load_clock();
        if (weft_reduce(add, &host, &result, &(weft_reduction){.all = true}, &all->gpu, &error) !=
            WEFT_OK)
            break;
        const double taken = load_clock() - begin;
        least = round > 0 && taken < least ? taken : least;
    }
    weft_array_clear(&result);
    load_clear(&load);
    if (error.text[0])
        report_error("%s", error.text);
    all->whole = least / (4.0 * (double)items);
    return !error.text[0];
}

/* On as many items as there is memory for. */
static bool measure_memory(measured_machine *all, int64_t items)
{
    timed_load load;
    double taken = NAN;
    show(all, &all->device_side, "its memory");
    for (items *= 4; isnan(taken) && items > 4;)
        taken = time_of(all, "add", WEFT_FLOAT32, items /= 4, 0, &all->gpu, true, &load);
    all->device_memory = taken / (12.0 * (double)items);
    if (isnan(taken))
        report_error("the device has no memory for arrays");
    return taken > 0;
}

static bool measure_device(measured_machine *all)
{
    measured_side *side = &all->device_side;
    side->name = "gpu";
    timed_load load;
    if (!measure_call(all, side, &all->gpu) || !measure_moved(all, side, &all->gpu))
        return false;
    const double probe = time_of(all, "matmul", WEFT_FLOAT32, 16, 64, &all->gpu, true, &load);
    const bool is_quick = probe > 0 && probe < EMULATED;
    return measure_work(all, side, &all->gpu, true, is_quick ? 256 : 0) &&
           measure_whole(all, is_quick ? 1 << 24 : 1 << 14) &&
           measure_memory(all, is_quick ? 1 << 26 : 1 << 14);
}

/* ---- all ---- */

bool measure_machine(measured_machine *all)
{
    const int cores = count_cores();
    size_t teams = 0;
    for (int threads = 2; threads <= cores && teams < MEASURED_TEAMS;
         threads = next_team(threads, cores))
        teams++;
    all->steps = 1 + WORKS + MEASURED_POINTS + teams * (2 + MEASURED_POINTS) +
                 (all->has_gpu ? 3 + WORKS + MEASURED_POINTS : 0);
    all->each = 1e9 * all->seconds / (double)all->steps;
    bool good = measure_cpu(all);
    for (int threads = 2; good && threads <= cores && all->team_count < MEASURED_TEAMS;
         threads = next_team(threads, cores))
        good = measure_team(all, threads, cores);
    good = good && (!all->has_gpu || measure_device(all));
    report_progress_end();
    return good;
}
