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
    SPLIT = 64,         /* else a row is split at multiples of so many items: same bits as cpu */
    ROWS_PER_PIECE = 8, /* fewer rows than this many per piece are split themselves */
    MOST_PIECES = 64    /* per thread, in a dynamic schedule */
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

/* How a plan is cut: pieces of whole rows, each row into pieces of `chunk` items, or each item's product
 * into pieces of `chunk` lines. */
typedef struct cut {
    int64_t piece_count;
    int64_t pieces_per_row;  /* 0: pieces are of whole rows */
    int64_t pieces_per_item; /* 0: pieces are of whole items */
    int64_t chunk;
} cut;

/* A few large products, for many threads: cut where tiles end. */
static bool cut_lines(const walk_job *job, int64_t wanted, cut *pieces)
{
    enum { LINES = 48 }; /* a multiple of every tile's height */
    const int64_t lines = job->line_count;
    int64_t items;
    if (lines <= LINES || __builtin_mul_overflow(job->row_count, job->plan->extents[0], &items) ||
        items >= wanted)
        return false;
    const int64_t each = (wanted + items - 1) / items;
    pieces->chunk = ((lines + each - 1) / each + LINES - 1) / LINES * LINES;
    pieces->pieces_per_item = (lines + pieces->chunk - 1) / pieces->chunk;
    pieces->piece_count = items * pieces->pieces_per_item;
    return true;
}

static cut make_cut(const walk_job *job, int64_t wanted, double item_cost)
{
    int64_t items = job->plan->extents[0];
    bool heavy = item_cost >= HEAVY_ITEM;
    int64_t grain = heavy ? 1 : plan_is_masked(job->plan) ? select_block(job->plan) : SPLIT;
    cut pieces = {.piece_count = wanted < job->row_count ? wanted : job->row_count};
    if (cut_lines(job, wanted, &pieces))
        return pieces;
    if (job->row_count / ROWS_PER_PIECE >= wanted || items <= grain)
        return pieces;
    int64_t per_row = (wanted + job->row_count - 1) / job->row_count;
    int64_t chunk = (items + per_row - 1) / per_row;
    pieces.chunk = (chunk + grain - 1) / grain * grain;
    pieces.pieces_per_row = (items + pieces.chunk - 1) / pieces.chunk;
    pieces.piece_count = job->row_count * pieces.pieces_per_row;
    return pieces;
}

static walk_part find_part(const walk_job *job, const cut *pieces, int64_t piece)
{
    int64_t items = job->plan->extents[0];
    if (pieces->pieces_per_item) {
        int64_t item = piece / pieces->pieces_per_item, lines = job->line_count;
        int64_t first = piece % pieces->pieces_per_item * pieces->chunk;
        int64_t end = lines - first < pieces->chunk ? lines : first + pieces->chunk;
        return (walk_part){item / items, item / items + 1, item % items, item % items + 1, first,
                           end};
    }
    if (pieces->pieces_per_row == 0) { /* as even as can be, without overflow */
        int64_t each = job->row_count / pieces->piece_count;
        int64_t more = job->row_count % pieces->piece_count;
        int64_t first = piece * each + (piece < more ? piece : more);
        return (walk_part){first, first + each + (piece < more), 0, items, 0, 0};
    }
    int64_t row = piece / pieces->pieces_per_row;
    int64_t first = piece % pieces->pieces_per_row * pieces->chunk;
    int64_t end = first + pieces->chunk;
    return (walk_part){row, row + 1, first, end < items ? end : items, 0, 0};
}

/* Runs one piece; adds its floating-point exceptions to the call's if that is asked for them. */
static void run_piece(const walk_job *job, const cut *pieces, int64_t piece, char *scratch)
{
    walk_part part = find_part(job, pieces, piece);
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
static void run_static(const walk_job *job, const cut *pieces, int threads, char *scratch)
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
static void run_dynamic(const walk_job *job, const cut *pieces, int threads, char *scratch)
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

static void run_static(const walk_job *job, const cut *pieces, int threads, char *scratch)
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
    cut pieces = make_cut(&job, wanted < threads ? threads : (int64_t)wanted,
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
