/* backend_parallel.c: all cores. The only file that knows OpenMP: one OpenMP library per process
 * is a matter of correctness. */
#include <fenv.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "arrays/array.h"
#include "base/error.h"
#include "host.h"
#include "plan/isa.h"
#include "region.h"
#include "select.h"
#include "threads.h"
#include "walk.h"

/* Nanoseconds of work that one more thread, and one more piece of a dynamic schedule, must
 * bring. */
#define THREAD_WORK 2000.0
#define PIECE_WORK  5000.0
/* Nanoseconds of one item from which a row may be split between any two items. */
#define HEAVY_ITEM 1000.0

enum {
    SPLIT = 64,      /* else a row is split at multiples of so many items: same bits as cpu */
    MOST_PIECES = 64 /* per thread, in a dynamic schedule */
};

#ifdef _OPENMP
const bool threads_are_built = true;

int threads_limit(const weft_place *place)
{
    if (threads_are_lost() || omp_in_parallel())
        return 1;
    int threads = omp_get_max_threads();
    if (place->threads > 0 && place->threads < threads)
        threads = place->threads;
    return threads < 1 ? 1 : threads;
}
#else
const bool threads_are_built = false;

int threads_limit(const weft_place *place)
{
    (void)place;
    return 1;
}
#endif

/* Cuts the job's plan into about `wanted` pieces. */
static plan_cut make_cut(const walk_job *job, int64_t wanted, double item_cost)
{
    const bool heavy = item_cost >= HEAVY_ITEM;
    const int64_t grain = heavy ? 1 : plan_is_masked(job->plan) ? select_block(job->plan) : SPLIT;
    return part_cut(job->plan, wanted, grain, job->line_count);
}

/* Runs one piece; adds its floating-point exceptions to the call's if that is asked for them. */
static void run_piece(const walk_job *job, const plan_cut *pieces, int64_t piece, char *scratch)
{
    const plan_piece part = part_piece(pieces, piece);
    fenv_t kept;
    if (!job->plan->raised) {
        walk_run(job, &part, scratch);
        return;
    }
    feholdexcept(&kept);
    walk_run(job, &part, scratch);
    atomic_fetch_or(job->plan->raised, fetestexcept(FE_ALL_EXCEPT));
    fesetenv(&kept);
}

#ifdef _OPENMP
/* The loops over pieces. Never an if clause: serial work does not come here. */
REGION_FUNCTION
static void run_static(const walk_job *job, const plan_cut *pieces, int threads, char *scratch)
{
    REGION_FORK();
#pragma omp parallel num_threads(threads)
    {
        REGION_ENTER();
#pragma omp for schedule(static) nowait
        for (int64_t piece = 0; piece < pieces->piece_count; piece++) {
            run_piece(job, pieces, piece, scratch + omp_get_thread_num() * job->scratch_bytes);
        }
        REGION_LEAVE();
    }
    REGION_JOIN();
}

REGION_FUNCTION
static void run_dynamic(const walk_job *job, const plan_cut *pieces, int threads, char *scratch)
{
    REGION_FORK();
#pragma omp parallel num_threads(threads)
    {
        REGION_ENTER();
#pragma omp for schedule(dynamic, 1) nowait
        for (int64_t piece = 0; piece < pieces->piece_count; piece++) {
            run_piece(job, pieces, piece, scratch + omp_get_thread_num() * job->scratch_bytes);
        }
        REGION_LEAVE();
    }
    REGION_JOIN();
}

REGION_FUNCTION
static void spread_static(int threads, int64_t piece_count, int64_t byte_count,
                          backend_piece *piece, const void *context, char *memory)
{
    REGION_FORK();
#pragma omp parallel num_threads(threads)
    {
        REGION_ENTER();
#pragma omp for schedule(static) nowait
        for (int64_t k = 0; k < piece_count; k++)
            piece(context, k, memory + omp_get_thread_num() * byte_count);
        REGION_LEAVE();
    }
    REGION_JOIN();
}
#else
static void spread_static(int threads, int64_t piece_count, int64_t byte_count,
                          backend_piece *piece, const void *context, char *memory)
{
    (void)threads, (void)byte_count;
    for (int64_t k = 0; k < piece_count; k++)
        piece(context, k, memory);
}

static void run_static(const walk_job *job, const plan_cut *pieces, int threads, char *scratch)
{
    (void)threads;
    for (int64_t piece = 0; piece < pieces->piece_count; piece++) {
        run_piece(job, pieces, piece, scratch);
    }
}
#define run_dynamic run_static
#endif

/* Threads that the work is worth. */
static int worthy_threads(const weft_place *place, double cost)
{
    int threads = threads_limit(place);
    if (cost < THREAD_WORK * threads)
        threads = (int)(cost / THREAD_WORK);
    return threads < 2 ? 1 : threads;
}

/* Those of them that can be had. */
static int count_threads(const weft_place *place, double cost)
{
    int threads = worthy_threads(place, cost);
    return threads < 2 ? 1 : threads_reserve(threads);
}

static weft_status run(const weft_plan *plan, weft_error *error)
{
    double cost = plan_cost(plan);
    int threads = count_threads(plan->place, cost);
    if (threads < 2)
        return host_run(plan, error);
    walk_job job;
    weft_status status = walk_prepare(&job, plan, error);
    if (status)
        return status;
    bool dynamic = plan->ufunc->flags & WEFT_UFUNC_DIVERGENT;
    double most = (double)(threads * MOST_PIECES), worth = cost / PIECE_WORK;
    double wanted = dynamic ? (worth < most ? worth : most) : threads;
    const plan_cut pieces = make_cut(&job, wanted < threads ? threads : (int64_t)wanted,
                                     cost / (double)plan->item_count);
    weft_array scratch = {.dtype = WEFT_UINT8};
    if (job.scratch_bytes > 0) {
        int64_t bytes;
        if (__builtin_mul_overflow(job.scratch_bytes, threads, &bytes))
            bytes = INT64_MAX;
        status = array_allocate(&scratch, (size_t)bytes, error);
        if (status)
            return status;
    }
    if (dynamic)
        run_dynamic(&job, &pieces, threads, scratch.data);
    else
        run_static(&job, &pieces, threads, scratch.data);
    array_free(&scratch);
    return WEFT_OK;
}

static void print(const weft_plan *plan, plan_text *to)
{
    int threads = worthy_threads(plan->place, plan_cost(plan));
    plan_text_add(to, "  target: parallel, %s, %d of %d threads", isa_plan_name(plan), threads,
                  threads_limit(plan->place));
    if (threads > 1 && plan->ufunc->flags & WEFT_UFUNC_DIVERGENT)
        plan_text_add(to, ", dynamic schedule");
    plan_text_add(to, "\n");
    walk_print(plan, to);
}

static weft_status spread(const weft_place *place, double nanoseconds, int64_t piece_count,
                          int64_t byte_count, backend_piece *piece, const void *context,
                          weft_error *error)
{
    int threads = piece_count > 1 ? count_threads(place, nanoseconds) : 1;
    weft_array memory = {.dtype = WEFT_UINT8};
    if (threads < 2)
        return host_spread(place, nanoseconds, piece_count, byte_count, piece, context, error);
    if (byte_count > 0) {
        byte_count = (byte_count + 63) / 64 * 64;
        weft_status status = array_allocate(&memory, (size_t)(byte_count * threads), error);
        if (status)
            return status;
    }
    spread_static(threads, piece_count, byte_count, piece, context, memory.data);
    array_free(&memory);
    return WEFT_OK;
}

static weft_status check(const weft_place *place, weft_error *error)
{
    (void)place;
    return isa_check(error);
}

const weft_backend backend_parallel = {
    .target = WEFT_PARALLEL,
    .has_floating_flags = true,
    .check = check,
    .allocate = host_allocate,
    .release = host_release,
    .copy = host_copy,
    .run = run,
    .print = print,
    .spread = spread,
};
