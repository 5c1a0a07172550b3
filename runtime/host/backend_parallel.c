/* backend_parallel.c: all cores. */
#include <fenv.h>
#include <math.h>

#include "arrays/array.h"
#include "base/checked.h"
#include "base/error.h"
#include "host.h"
#include "host/run/pool.h"
#include "host/run/select.h"
#include "host/run/threads.h"
#include "host/shapes/walk.h"
#include "plan/free.h"
#include "plan/isa.h"

/* Nanoseconds of work that one more piece must bring: of work that depends on data, of other work.
 */
#define PIECE_WORK      5000.0
#define EVEN_PIECE_WORK 10000.0
/* Nanoseconds, as measured on 16 cores of a Xeon, and how many times faster several threads must be
 * by them. */
#define HELPER_TIME  1000.0
#define SLEEPER_TIME 5000.0
#define CORE_TIME    30.0
#define LEAST_GAIN   1.2
/* Nanoseconds of one item from which a row may be split between any two items; and where a kernel
 * may compute vectors of them. */
#define HEAVY_ITEM       1000.0
#define HEAVY_LANES_ITEM 20000.0

enum {
    SPLIT = 64,       /* else a row is split at multiples of so many items: same bits as cpu */
    PIECES = 32,      /* at most, per thread */
    MOST_PIECES = 64, /* the same where work depends on data */
    MOST_LANES_BYTES =
        1 << 14 /* no larger blocks are computed in vectors of items (lanes_core.h) */
};

/* Cuts the job's plan into about `wanted` pieces. */
static plan_cut make_cut(const walk_job *job, int64_t wanted, double item_cost)
{
    const bool lanes = job->plan->loop->shapes & WEFT_HAS(LANES);
    const bool heavy = item_cost >= (lanes ? HEAVY_LANES_ITEM : HEAVY_ITEM);
    const int64_t grain = heavy ? 1 : plan_is_masked(job->plan) ? select_block(job->plan) : SPLIT;
    if (job->plan->lists)
        return part_cut_lists(job->plan, wanted);
    if (job->block_rows > 0)
        return part_cut_blocks(job->plan, wanted, grain, job->block_rows);
    return part_cut(job->plan, wanted, grain, job->line_count);
}

/* What all threads of a call share. */
typedef struct shared_work {
    const walk_job *job;
    plan_cut pieces;
    char *scratch; /* job->scratch_bytes for each thread */
} shared_work;

/* Runs a part; adds its floating-point exceptions to the call's if that is asked for them. */
static void run_part(const walk_job *job, const plan_piece *part, char *scratch)
{
    fenv_t kept;
    if (!job->plan->raised) {
        walk_run(job, part, scratch);
        return;
    }
    feholdexcept(&kept);
    walk_run(job, part, scratch);
    atomic_fetch_or(job->plan->raised, fetestexcept(FE_ALL_EXCEPT));
    fesetenv(&kept);
}

static void run_piece(void *context, int64_t piece, int worker)
{
    const shared_work *work = context;
    const walk_job *job = work->job;
    const plan_piece part = part_piece(&work->pieces, piece);
    run_part(job, &part, work->scratch ? work->scratch + worker * job->scratch_bytes : NULL);
}

/* Nanoseconds that each helper takes to come and to be waited for: the more cores a machine has,
 * the farther they are from each other; those who sleep are woken. */
static double helper_time(int most_threads, bool is_awake)
{
    return (is_awake ? HELPER_TIME : SLEEPER_TIME) + CORE_TIME * most_threads;
}

/* Whether so many threads bring enough: they take work / n and helpers' time × (n - 1). */
static bool is_gain(double cost, int threads, double each)
{
    return (cost / threads + each * (threads - 1)) * LEAST_GAIN < cost;
}

/* Threads that the work is worth, which takes least where n² is the quotient of work and helpers'
 * time. What two of two are not worth no others are: that is seen without asking how many there
 * are, which costs short work much. */
static int worthy_threads(const weft_place *place, double cost, bool is_awake)
{
    if (cost < 2 * HOST_THREAD_WORK || !is_gain(cost, 2, helper_time(2, is_awake)))
        return 1;
    const int most = threads_limit(place);
    const double each = helper_time(most, is_awake), best = sqrt(cost / each);
    const int threads = best < 2 ? most < 2 ? most : 2 : best < most ? (int)best : most;
    return is_gain(cost, threads, each) ? threads : 1;
}

/* Those of them that are worth waking now, for so many pieces. */
static int count_threads(const weft_place *place, double cost, int64_t most)
{
    const int threads = worthy_threads(place, cost, pool_is_awake());
    return threads < 2 || !pool_is_worth(cost) ? 1 : threads < most ? threads : (int)most;
}

/* Pieces of a plan: one for each thread, and several where they are long, so that one that comes
 * late, or loses its core, leaves its pieces to others. All threads have as many, for what is left
 * over keeps one of them. */
static int64_t count_pieces(const weft_plan *plan, int threads, double cost)
{
    const bool is_divergent = plan->ufunc->flags & WEFT_UFUNC_DIVERGENT;
    const double most = is_divergent ? MOST_PIECES : PIECES;
    const double each = cost / (is_divergent ? PIECE_WORK : EVEN_PIECE_WORK) / threads;
    return threads * (each < 1 ? 1 : each < most ? (int64_t)each : (int64_t)most);
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

/* ---- fewer items than threads: parts of each, along a free dimension ---- */

/* What all threads of such a call share. */
typedef struct shared_items {
    const weft_plan *plan;
    int dimension;
    int64_t grain;       /* parts begin at its multiples */
    int64_t piece_count; /* no part is empty */
    char *scratch;       /* scratch_bytes for each thread */
    int64_t scratch_bytes;
} shared_items;

/* The part of a number, as even as can be. */
static void take_part(const shared_items *work, int64_t piece, free_plan *part)
{
    const int64_t size = work->plan->sizes[work->dimension],
                  grains = quotient_up(size, work->grain);
    const int64_t each = grains / work->piece_count, more = grains % work->piece_count;
    const int64_t first = (piece * each + (piece < more ? piece : more)) * work->grain;
    const int64_t count = (each + (piece < more)) * work->grain;
    free_begin(part, work->plan);
    free_take_part(part, work->dimension, first, count < size - first ? count : size - first);
}

static void run_part_of_items(void *context, int64_t piece, int worker)
{
    const shared_items *work = context;
    free_plan part;
    walk_job job;
    take_part(work, piece, &part);
    if (walk_prepare(&job, &part.plan, NULL)) /* as it did for the first part */
        return;
    const plan_piece all = part_whole(&part.plan);
    run_part(&job, &all, work->scratch ? work->scratch + worker * work->scratch_bytes : NULL);
    walk_finish(&job);
}

/* Parts of an item that may be cut along the dimension. A kernel that may compute vectors of items
 * decides by the sizes whether it does, with other last bits: parts stay so large that it does not.
 */
static int64_t most_parts(const weft_plan *plan, int dimension)
{
    const int64_t size = plan->sizes[dimension];
    int64_t each = 0; /* bytes that an index has, of the operand that has most */
    for (int i = 0; i < plan->operand_count; i++)
        if (free_axis(plan->ufunc, i, dimension) >= 0 && plan_core_bytes(plan, i) / size > each)
            each = plan_core_bytes(plan, i) / size;
    if (!(plan->loop->shapes & WEFT_HAS(LANES)))
        return size;
    return each > 0 ? size / (MOST_LANES_BYTES / each + 1) : 1;
}

/* Finds the dimension along which few items are cut, that whose parts lie farthest apart, and into
 * how many parts at most. Sums of products are cut by their lines. */
static bool find_dimension(const weft_plan *plan, int threads, int *dimension, int64_t *most)
{
    *dimension = -1;
    if (!plan->ufunc->free_dimensions || plan->loop->contraction || plan->item_count >= threads)
        return false;
    for (int d = 0; d < plan->ufunc->dimension_count; d++)
        if (free_is_dimension(plan, d, true) && most_parts(plan, d) > 1 &&
            (*dimension < 0 || free_output_step(plan, d) > free_output_step(plan, *dimension)))
            *dimension = d;
    if (*dimension >= 0)
        *most = most_parts(plan, *dimension);
    return *dimension >= 0;
}

/* Whether every part copies all of some operand's block to scratch memory. */
static bool copies_for_all(const weft_plan *plan, int dimension)
{
    for (int i = 0; i < plan->operand_count; i++)
        if (free_axis(plan->ufunc, i, dimension) < 0 && !plan_core_is_contiguous(plan, i))
            return true;
    return false;
}

/* Scratch memory that a thread needs for any of the parts, which are of two sizes, but for the
 * last. */
static weft_status measure_scratch(shared_items *work, weft_error *error)
{
    const int64_t one_of_each[] = {0, work->piece_count > 1 ? work->piece_count - 2 : 0,
                                   work->piece_count - 1};
    for (int k = 0; k < 3; k++) {
        free_plan part;
        walk_job job;
        take_part(work, one_of_each[k], &part);
        weft_status status = walk_prepare(&job, &part.plan, error);
        if (status)
            return status;
        if (job.scratch_bytes > work->scratch_bytes)
            work->scratch_bytes = job.scratch_bytes;
        walk_finish(&job);
    }
    return WEFT_OK;
}

__attribute__((noinline)) static weft_status run_parts(const weft_plan *plan, int dimension,
                                                       int64_t most, int threads, double cost,
                                                       weft_error *error)
{
    const int64_t wanted =
        copies_for_all(plan, dimension) ? threads : count_pieces(plan, threads, cost);
    const int64_t size = plan->sizes[dimension];
    const bool is_long = most == size && size >= SPLIT * wanted;
    shared_items work = {.plan = plan,
                         .dimension = dimension,
                         .grain = is_long ? SPLIT : 1,
                         .piece_count = wanted < most ? wanted : most};
    weft_array scratch = {.dtype = WEFT_UINT8};
    weft_status status = measure_scratch(&work, error);
    threads = threads < work.piece_count ? threads : (int)work.piece_count;
    if (!status)
        status = allocate_for_all(&scratch, work.scratch_bytes, threads, error);
    if (status)
        return status;
    work.scratch = scratch.data;
    pool_run(threads, work.piece_count, run_part_of_items, &work);
    array_free(&scratch);
    return WEFT_OK;
}

/* ---- the slots ---- */

static weft_status run(const weft_plan *plan, weft_error *error)
{
    double cost = plan_cost(plan);
    int threads = count_threads(plan->place, cost, INT64_MAX), dimension;
    int64_t most;
    if (threads < 2)
        return host_run(plan, error);
    if (find_dimension(plan, threads, &dimension, &most))
        return run_parts(plan, dimension, most, threads, cost, error);
    walk_job job;
    weft_array scratch = {.dtype = WEFT_UINT8};
    weft_status status = walk_prepare(&job, plan, error);
    if (status)
        return status;
    shared_work work = {.job = &job,
                        .pieces = make_cut(&job, count_pieces(plan, threads, cost),
                                           cost / (double)plan->item_count)};
    if (threads > work.pieces.piece_count) /* two items are two threads' */
        threads = work.pieces.piece_count > 1 ? (int)work.pieces.piece_count : 1;
    status = allocate_for_all(&scratch, job.scratch_bytes, threads, error);
    if (!status) {
        work.scratch = scratch.data;
        pool_run(threads, work.pieces.piece_count, run_piece, &work);
        array_free(&scratch);
    }
    walk_finish(&job);
    return status;
}

static void print(const weft_plan *plan, plan_text *to)
{
    int threads = worthy_threads(plan->place, plan_cost(plan), true), dimension;
    int64_t most;
    plan_text_add(to, "  target: parallel, %s, %d of %d threads", isa_plan_name(plan), threads,
                  threads_limit(plan->place));
    if (threads > 1 && plan->ufunc->flags & WEFT_UFUNC_DIVERGENT)
        plan_text_add(to, ", small pieces");
    if (find_dimension(plan, threads, &dimension, &most))
        plan_text_add(to, ", parts of %s", plan->ufunc->dimensions[dimension].name);
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
    int threads = piece_count > 1 ? count_threads(place, nanoseconds, piece_count) : 1;
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
    .transforms_in_place = transform_applies,
    .allocate = host_allocate,
    .release = host_release,
    .copy = host_copy,
    .run = run,
    .print = print,
    .spread = spread,
};
