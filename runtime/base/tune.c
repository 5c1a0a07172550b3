/* tune.c: which numbers hold, and those of a machine that nobody measured. */
#include "tune.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

_Atomic(const tune_numbers *) tune_taken;

/* ---- libweft's own: between what was measured on two cores of an AMD EPYC (Zen 4) and on the
 * hosts of H200s ---- */

static const tune_side one_thread = {
    .call = 40,
    .work = {[WEFT_WORK_LOOP] = 0.6,
             [WEFT_WORK_LANES] = 0.05,
             [WEFT_WORK_PRODUCT] = 1,
             [WEFT_WORK_CORE] = 0.4},
    .moved = {90, 200, 800, 3.2e3, 13e3, 60e3, 600e3, 4e6, 18e6},
};
/* Of pinned slices; of work next to nothing is known, but that it is short. */
static const tune_side device = {
    .call = 15e3,
    .work = {[WEFT_WORK_LOOP] = 1e-3,
             [WEFT_WORK_LANES] = 1e-3,
             [WEFT_WORK_PRODUCT] = 5e-3,
             [WEFT_WORK_CORE] = 1e-2},
    .moved = {20e3, 22e3, 30e3, 60e3, 150e3, 350e3, 900e3, 2.2e6, 6.4e6},
};

/* Nanoseconds to get helpers; of them each shares work evenly, and the memory while it has
 * bandwidth left. */
#define TEAM_START  2500.0
#define EACH_HELPER 100.0
#define EVEN        0.9
#define SHARED      0.4
#define MOST_SHARED 8.0
enum { IN_CACHE = 6 }; /* points */

/* How many times their terms estimates of elementwise functions are at most, by dtype and
 * instruction set (cost.c). */
#define MOST_SLOWER 64.0

static double more_than_one(double gain)
{
    return gain > 1 ? gain : 1;
}

static void assume_team(tune_team *team, int threads)
{
    const double others = threads - 1, even = more_than_one(1 + EVEN * others);
    const double shared = 1 + SHARED * others, memory = shared < MOST_SHARED ? shared : MOST_SHARED;
    const double start = TEAM_START + EACH_HELPER * others;
    team->threads = threads;
    team->side.call = start;
    for (int kind = 0; kind < WEFT_WORK_COUNT; kind++)
        team->side.work[kind] = one_thread.work[kind] / even;
    for (int point = 0; point < TUNE_POINTS; point++)
        team->side.moved[point] =
            start + one_thread.moved[point] / (point < IN_CACHE ? even : memory);
    for (int point = 1; point < TUNE_POINTS;
         point++) /* more bandwidth there than here: not less time */
        if (team->side.moved[point] < team->side.moved[point - 1])
            team->side.moved[point] = team->side.moved[point - 1];
}

void tune_assume(tune_numbers *numbers)
{
    memset(numbers, 0, sizeof *numbers);
    numbers->cpu = one_thread;
    for (int threads = 2; numbers->team_count < TUNE_MOST_TEAMS - 2; threads *= 2)
        assume_team(&numbers->teams[numbers->team_count++], threads);
    numbers->gpu = device;
    numbers->gpu_whole = 0.1;
    numbers->gpu_memory = 5e-4;
    numbers->gpu_from = 1e6;
    numbers->gpu_margin = 1.5;
    tune_settle(numbers);
}

/* ---- which hold ---- */

static tune_numbers numbers;

static void choose_numbers(void)
{
    char path[4096];
    if (weft_tune_path(path, sizeof path, NULL) != WEFT_OK || !path[0] ||
        tune_read(&numbers, path, NULL) != WEFT_OK)
        tune_assume(&numbers);
    atomic_store_explicit(&tune_taken, &numbers, memory_order_release);
}

const tune_numbers *tune_take(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, choose_numbers);
    return &numbers;
}

/* ---- between the points ---- */

void tune_settle(tune_numbers *of)
{
    double least = of->gpu.call, most = 0;
    for (int k = 0; k < of->team_count; k++)
        if (of->teams[k].side.call < least)
            least = of->teams[k].side.call;
    for (int kind = 0; kind < WEFT_WORK_COUNT; kind++)
        if (of->cpu.work[kind] > most)
            most = of->cpu.work[kind];
    of->least = least;
    of->sure = least / (most * MOST_SLOWER);
    of->sure_loop = least / of->cpu.work[WEFT_WORK_LOOP];
}

double tune_moving(const tune_side *side, double bytes)
{
    double end = TUNE_FIRST_BYTES, begin = 0,
           before = side->call < side->moved[0] ? side->call : side->moved[0];
    int point = 0;
    while (point < TUNE_POINTS - 1 && bytes > end) {
        before = side->moved[point++];
        begin = end;
        end *= 4;
    }
    return before + (side->moved[point] - before) * ((bytes - begin) / (end - begin));
}
