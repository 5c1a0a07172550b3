/* stream.c: copies past the caches. */
#include "stream.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/dtype.h"
#include "plan/isa.h"

enum { LARGEST_CACHE = 32 << 20 /* bytes: caches that many programs share are as good as this */ };

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

bool stream_is_far(const weft_plan *plan)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_cache);
    return touched_bytes(plan) >= cache_bytes;
}

#if defined(__x86_64__)
#include <immintrin.h>

static bool is_streamed(const weft_plan *plan, int output, int64_t least_row)
{
    const int64_t size = dtype_table[plan_dtype(plan, output)].size;
    for (int i = 0; i < plan->ufunc->input_count; i++)
        if (plan->data[i] == plan->data[output])
            return false;
    return plan->steps[0][output] == size && plan->extents[0] >= least_row / size && !plan_is_kept(plan, output);
}

bool stream_pays(const weft_plan *plan, int64_t least_row)
{
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        if (!is_streamed(plan, i, least_row))
            return false;
    return stream_is_far(plan);
}

/* ---- whole lines, in the widest pieces: narrow ones take a tenth longer ---- */

typedef void copy_lines(char *to, const char *from, int64_t bytes);

#define COPY_LINES(isa, TARGET, vector, load, store)                               \
    TARGET static void copy_##isa(char *to, const char *from, int64_t bytes)       \
    {                                                                              \
        for (int64_t at = 0; at < bytes; at += (int64_t)sizeof(vector))            \
            store((void *)(to + at), load((const void *)(from + at)));             \
    }
COPY_LINES(base, , __m128i, _mm_load_si128, _mm_stream_si128)
COPY_LINES(v3, __attribute__((target("avx2"))), __m256i, _mm256_load_si256, _mm256_stream_si256)
COPY_LINES(v4, __attribute__((target("avx512f"))), __m512i, _mm512_load_si512, _mm512_stream_si512)

static copy_lines *const lines[WEFT_ISA_COUNT] = {
    [WEFT_ISA_BASE] = copy_base,
    [WEFT_ISA_V3] = copy_v3,
    [WEFT_ISA_V4] = copy_v4,
};

void stream_copy(char *to, const char *from, int64_t bytes)
{
    int64_t head = (int64_t)(-(uintptr_t)to % STREAM_LINE);
    if (head > bytes)
        head = bytes;
    const int64_t whole = (bytes - head) / STREAM_LINE * STREAM_LINE;
    memcpy(to, from, (size_t)head);
    lines[isa_selected()](to + head, from + head, whole);
    memcpy(to + head + whole, from + head + whole, (size_t)(bytes - head - whole));
}

void stream_end(void)
{
    _mm_sfence();
}
#else
bool stream_pays(const weft_plan *plan, int64_t least_row)
{
    (void)plan, (void)least_row;
    return false;
}

void stream_copy(char *to, const char *from, int64_t bytes)
{
    (void)to, (void)from, (void)bytes; /* never: it does not pay */
}

void stream_end(void)
{
}
#endif
