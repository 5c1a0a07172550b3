/* shape_streamed.c: elementwise, where more memory is touched than caches hold. A store to a line that
 * is in no cache reads it first; so results are computed block by block in scratch memory, and copied
 * from there past the caches. On two machines (AMD Zen 5, Intel Sapphire Rapids) a + b then takes 0.5 to
 * 0.7 of its time; blocks of 1 to 8 KB make no difference. */
#include "host_shape.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/dtype.h"
#include "cursor.h"
#include "plan/isa.h"

enum {
    LINE = 64,
    BLOCK = 2048,       /* bytes of a result */
    SPLIT = 64,         /* items: blocks are multiples of so many */
    LEAST_ROW = 4096,   /* bytes: shorter rows are more calls of the kernel than they are worth */
    LARGEST_CACHE = 32 << 20 /* bytes: caches that many programs share are as good as this */
};

static double cache_bytes = LARGEST_CACHE;

static void find_cache(void)
{
    const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (bytes > 0 && bytes < LARGEST_CACHE)
        cache_bytes = (double)bytes;
}

/* The number of bytes that all operands have, each element once. */
static double touched_bytes(const weft_plan *plan)
{
    double sum = 0;
    for (int i = 0; i < plan->operand_count; i++) {
        double bytes = dtype_table[plan_dtype(plan, i)].size;
        for (int axis = 0; axis < plan->rank; axis++)
            bytes *= plan->steps[axis][i] ? (double)plan->extents[axis] : 1.0;
        sum += bytes;
    }
    return sum;
}

/* Whether a result is written in long rows, to memory that no input has. */
static bool is_streamed(const weft_plan *plan, int output)
{
    const int64_t size = dtype_table[plan_dtype(plan, output)].size;
    for (int i = 0; i < plan->ufunc->input_count; i++)
        if (plan->data[i] == plan->data[output])
            return false;
    return plan->steps[0][output] == size && plan->extents[0] >= LEAST_ROW / size &&
           !plan_is_kept(plan, output);
}

/* Lays out one block of each result in scratch memory, where it can begin anywhere in a line. */
static void place_blocks(walk_job *job)
{
    const weft_plan *plan = job->plan;
    int64_t largest = 1, next = 0;
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        if (dtype_table[plan_dtype(plan, i)].size > largest)
            largest = dtype_table[plan_dtype(plan, i)].size;
    job->batch = BLOCK / largest;
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++) {
        job->offsets[i] = next;
        next += BLOCK + LINE;
    }
    job->scratch_bytes = next;
}

static bool applies(walk_job *job, plan_text *why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const weft_plan *plan = job->plan;
    (void)why;
    if (!(plan->ufunc->flags & WEFT_UFUNC_ELEMENTWISE) || plan_is_masked(plan))
        return false;
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        if (!is_streamed(plan, i))
            return false;
    pthread_once(&once, find_cache);
    if (touched_bytes(plan) < cache_bytes)
        return false;
    place_blocks(job);
    return true;
}

/* ---- copies of whole lines past the caches, in the widest pieces: narrow ones take a tenth longer ---- */

typedef void stream_lines(char *to, const char *from, int64_t bytes);

#define STREAM_LINES(isa, TARGET, vector, load, store)                               \
    TARGET static void stream_##isa(char *to, const char *from, int64_t bytes)       \
    {                                                                                \
        for (int64_t at = 0; at < bytes; at += (int64_t)sizeof(vector))              \
            store((void *)(to + at), load((const void *)(from + at)));               \
    }
STREAM_LINES(base, , __m128i, _mm_load_si128, _mm_stream_si128)
STREAM_LINES(v3, __attribute__((target("avx2"))), __m256i, _mm256_load_si256, _mm256_stream_si256)
STREAM_LINES(v4, __attribute__((target("avx512f"))), __m512i, _mm512_load_si512, _mm512_stream_si512)

static stream_lines *const lines[WEFT_ISA_COUNT] = {
    [WEFT_ISA_BASE] = stream_base,
    [WEFT_ISA_V3] = stream_v3,
    [WEFT_ISA_V4] = stream_v4,
};

/* Copies bytes whose places have the same distance from a line. */
static void stream(stream_lines *copy, char *to, const char *from, int64_t bytes)
{
    int64_t head = (int64_t)(-(uintptr_t)to % LINE);
    if (head > bytes)
        head = bytes;
    const int64_t whole = (bytes - head) / LINE * LINE;
    memcpy(to, from, (size_t)head);
    copy(to + head, from + head, whole);
    memcpy(to + head + whole, from + head + whole, (size_t)(bytes - head - whole));
}

static void run_block(const walk_job *job, char *const *data, int64_t count, char *scratch)
{
    const weft_plan *plan = job->plan;
    const int first = plan->ufunc->input_count;
    char *arguments[WEFT_MAX_OPERANDS];
    for (int i = 0; i < plan->operand_count; i++)
        arguments[i] = i < first ? data[i]
                                 : scratch + job->offsets[i] + (uintptr_t)data[i] % LINE;
    job->kernel(arguments, &count, plan->steps[0], NULL);
    for (int i = first; i < plan->operand_count; i++)
        stream(lines[isa_selected()], data[i], arguments[i], count * plan->steps[0][i]);
}

/* The items of a block whose first result is at `result`: it ends where a line of the first result does, so that
 * inputs that begin in their lines where the result does, as arrays of one allocator mostly do, are
 * read by whole lines, too (a + b of float32, 16 bytes into a line: 0.67 → 0.43 ns an element). */
static int64_t block_size(const walk_job *job, const char *result)
{
    const int64_t step = job->plan->steps[0][job->plan->ufunc->input_count];
    return job->batch - (int64_t)((uintptr_t)result % LINE) / step;
}

static void run(const walk_job *job, const plan_piece *part, char *scratch)
{
    const weft_plan *plan = job->plan;
    host_cursor at;
    host_cursor_place(&at, plan, part->first_row, 0);
    for (int64_t row = part->first_row; row < part->row_end; row++) {
        for (int64_t item = part->first_item, count; item < part->item_end; item += count) {
            char *data[WEFT_MAX_OPERANDS];
            for (int i = 0; i < plan->operand_count; i++)
                data[i] = at.data[i] + item * plan->steps[0][i];
            count = block_size(job, data[plan->ufunc->input_count]);
            if (count > part->item_end - item)
                count = part->item_end - item;
            run_block(job, data, count, scratch);
        }
        host_cursor_advance(&at, plan, 1);
    }
    _mm_sfence(); /* before anybody is told that the part is done */
}

static void print(const walk_job *job, plan_text *to, plan_text *why)
{
    host_shape_print_loop(job->plan, to, why);
    plan_text_add(to, ", results copied past the caches in blocks of %d items", (int)job->batch);
}
#define IF_STREAMED(function) function
#else
static bool applies(walk_job *job, plan_text *why)
{
    (void)job, (void)why;
    return false;
}
#define IF_STREAMED(function) NULL
#endif

const host_shape host_shape_streamed = {
    .number = WEFT_SHAPE_STRIDED,
    .applies = applies,
    .run = IF_STREAMED(run),
    .print = IF_STREAMED(print),
};
