/* backend_parallel.c: all cores. */
#include <fenv.h>

#include "arrays/array.h"
#include "base/error.h"
#include "host.h"
#include "plan/isa.h"
#include "pool.h"
#include "select.h"
#include "threads.h"
#include "walk.h"

/* Nanoseconds of work that one more piece must bring: of work that depends on data, of other work. */
#define PIECE_WORK      5000.0
#define EVEN_PIECE_WORK 50000.0
/* Nanoseconds of one item from which a row may be split between any two items; and where a kernel may
 * compute vectors of them. */
#define HEAVY_ITEM       1000.0
#define HEAVY_LANES_ITEM 20000.0

enum {
    SPLIT = 64,         /* else a row is split at multiples of so many items: same bits as cpu */
    PIECES = 8,         /* at most, per thread */
    MOST_PIECES = 64    /* the same where work depends on data */
};

/* Cuts the job's plan into about `wanted` pieces. */
static plan_cut make_cut(const walk_job *job, int64_t wanted, double item_cost)
{
    const bool lanes = job->plan->loop->shapes & WEFT_HAS(LANES);
    const bool heavy = item_cost >= (lanes ? HEAVY_LANES_ITEM : HEAVY_ITEM);
    const int64_t grain = heavy ? 1 : plan_is_masked(job->plan) ? select_block(job->plan) : SPLIT;
    return part_cut(job->plan, wanted, grain, job->line_count);
}

/* What all threads of a call share. */
typedef struct shared_work {
    const walk_job *job;
    plan_cut pieces;
    char *scratch; /* job->scratch_bytes for each thread */
} shared_work;

/* Runs one piece; adds its floating-point exceptions to the call's if that is asked for them. */
static void run_piece(void *context, int64_t piece, int worker)
{
    const shared_work *work = context;
    const walk_job *job = work->job;
    char *scratch = work->scratch ? work->scratch + worker * job->scratch_bytes : NULL;
    const plan_piece part = part_piece(&work->pieces, piece);
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

/* Threads that the work is worth. */
static int worthy_threads(const weft_place *place, double cost)
{
    if (cost < 2 * HOST_THREAD_WORK)
        return 1;
    const int threads = threads_limit(place);
    return cost < HOST_THREAD_WORK * threads ? (int)(cost / HOST_THREAD_WORK) : threads;
}

/* Those of them that are worth waking now. */
static int count_threads(const weft_place *place, double cost)
{
    int threads = worthy_threads(place, cost);
    return threads < 2 || !pool_is_worth(cost) ? 1 : threads;
}

/* Pieces of a plan: as many as there are threads, and several for each where they are long, so that
 * one that comes late, or loses its core, leaves its pieces to others. */
static int64_t count_pieces(const weft_plan *plan, int threads, double cost)
{
    const bool is_divergent = plan->ufunc->flags & WEFT_UFUNC_DIVERGENT;
    const double most = (double)threads * (is_divergent ? MOST_PIECES : PIECES);
    const double worth = cost / (is_divergent ? PIECE_WORK : EVEN_PIECE_WORK);
    const double wanted = worth < most ? worth : most;
    return wanted < threads ? threads : (int64_t)wanted;
}

static weft_status allocate_for_all(weft_array *memory, int64_t bytes, int threads,
                                    weft_error *error)
{
    if (bytes <= 0)
        return WEFT_OK;
    if (__builtin_mul_overflow(bytes, threads, &bytes))
        bytes = INT64_MAX;
    return array_allocate(memory, (size_t)bytes, error);
}

static weft_status run(const weft_plan *plan, weft_error *error)
{
    double cost = plan_cost(plan);
    int threads = count_threads(plan->place, cost);
    if (threads < 2)
        return host_run(plan, error);
    walk_job job;
    weft_array scratch = {.dtype = WEFT_UINT8};
    weft_status status = walk_prepare(&job, plan, error);
    if (!status)
        status = allocate_for_all(&scratch, job.scratch_bytes, threads, error);
    if (status)
        return status;
    shared_work work = {&job,
                        make_cut(&job, count_pieces(plan, threads, cost),
                                 cost / (double)plan->item_count),
                        scratch.data};
    pool_run(threads, work.pieces.piece_count, run_piece, &work);
    array_free(&scratch);
    return WEFT_OK;
}

static void print(const weft_plan *plan, plan_text *to)
{
    int threads = worthy_threads(plan->place, plan_cost(plan));
    plan_text_add(to, "  target: parallel, %s, %d of %d threads", isa_plan_name(plan), threads,
                  threads_limit(plan->place));
    if (threads > 1 && plan->ufunc->flags & WEFT_UFUNC_DIVERGENT)
        plan_text_add(to, ", small pieces");
    plan_text_add(to, "\n");
    walk_print(plan, to);
}

/* What all threads of `spread` share. */
typedef struct spread_work {
    backend_piece *piece;
    const void *context;
    char *memory; /* byte_count for each thread */
    int64_t byte_count;
} spread_work;

static void run_spread(void *context, int64_t piece, int worker)
{
    const spread_work *work = context;
    work->piece(work->context, piece,
                work->memory ? work->memory + worker * work->byte_count : NULL);
}

static weft_status spread(const weft_place *place, double nanoseconds, int64_t piece_count,
                          int64_t byte_count, backend_piece *piece, const void *context,
                          weft_error *error)
{
    int threads = piece_count > 1 ? count_threads(place, nanoseconds) : 1;
    weft_array memory = {.dtype = WEFT_UINT8};
    if (threads < 2)
        return host_spread(place, nanoseconds, piece_count, byte_count, piece, context, error);
    byte_count = (byte_count + 63) / 64 * 64;
    weft_status status = allocate_for_all(&memory, byte_count, threads, error);
    if (status)
        return status;
    spread_work work = {piece, context, memory.data, byte_count};
    pool_run(threads, piece_count, run_spread, &work);
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
