/* nontemporal.c: non-temporal stores, which go past the caches. */
#include "nontemporal.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/dtype.h"
#include "plan/isa.h"

enum { LARGEST_CACHE = 32 << 20 /* bytes: caches that many programs share are as good as this */ };

const nontemporal_prefetch nontemporal_no_prefetch = {.count = 0};

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
        if (plan_is_index(plan, i))
            continue;
        double bytes = dtype_table[plan_dtype(plan, i)].size;
        for (int axis = 0; axis < plan->rank; axis++)
            bytes *= plan->steps[axis][i] ? (double)plan->extents[axis] : 1.0;
        sum += bytes;
    }
    return sum;
}

bool nontemporal_is_far(const weft_plan *plan)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_cache);
    return touched_bytes(plan) >= cache_bytes;
}

#if defined(__x86_64__)
#include <immintrin.h>

static bool is_nontemporal(const weft_plan *plan, int output, int64_t least_row)
{
    const int64_t size = dtype_table[plan_dtype(plan, output)].size;
    for (int i = 0; i < plan->ufunc->input_count; i++)
        if (plan->data[i] == plan->data[output])
            return false;
    return plan->steps[0][output] == size && plan->extents[0] >= least_row / size &&
           !plan_is_kept(plan, output);
}

bool nontemporal_pays(const weft_plan *plan, int64_t least_row)
{
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        if (!is_nontemporal(plan, i, least_row))
            return false;
    return nontemporal_is_far(plan);
}

/* ---- whole lines, in the widest pieces: narrow ones take a tenth longer ---- */

enum {
    GROUP = 4
}; /* lines: what is prefetched line by line, in loops of few rounds, takes longer than it gains */

typedef void copy_lines(char *to, const char *from, int64_t bytes,
                        const nontemporal_prefetch *prefetch);

/* A single stream is prefetched up to the second cache, which took a twentieth less; of several the
 * first one has to have their lines, or the loads wait. */
static inline __attribute__((always_inline)) void
prefetch_lines(const nontemporal_prefetch *prefetch, int64_t line)
{
#define PREFETCH(hint)                                 \
    _mm_prefetch((const void *)at, hint);              \
    _mm_prefetch((const void *)(at + step), hint);     \
    _mm_prefetch((const void *)(at + 2 * step), hint); \
    _mm_prefetch((const void *)(at + 3 * step), hint);
    for (int k = 0; k < prefetch->count; k++) {
        const uintptr_t at = prefetch->at[k] + (uintptr_t)(line * prefetch->steps[k]),
                        step = (uintptr_t)prefetch->steps[k];
        if (prefetch->count == 1) {
            PREFETCH(_MM_HINT_T1)
        } else {
            PREFETCH(_MM_HINT_T0)
        }
    }
#undef PREFETCH
}

#define COPY_LINES(isa, TARGET, vector, load, store)                               \
    TARGET static void copy_##isa(char *to, const char *from, int64_t bytes,       \
                                  const nontemporal_prefetch *prefetch)            \
    {                                                                              \
        int64_t at = 0;                                                            \
        for (; at + GROUP * CACHE_LINE <= bytes; at += GROUP * CACHE_LINE) {       \
            prefetch_lines(prefetch, at / CACHE_LINE);                             \
            _Pragma("GCC unroll 16") for (int k = 0; k < GROUP * CACHE_LINE;       \
                                          k += (int)sizeof(vector))                \
                store((void *)(to + at + k), load((const void *)(from + at + k))); \
        }                                                                          \
        for (; at < bytes; at += (int64_t)sizeof(vector))                          \
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

void nontemporal_copy_rows(const nontemporal_rows *rows)
{
    copy_lines *const copy = lines[isa_selected()];
    const int64_t place = (int64_t)((uintptr_t)rows->to % CACHE_LINE);
    const int64_t next = (place + rows->bytes) / CACHE_LINE *
                         CACHE_LINE; /* from a line of a row to the next row's */
    for (int64_t row = 0; row < rows->count; row++) {
        const int64_t before = (int64_t)((uintptr_t)(rows->to + row * rows->step) % CACHE_LINE);
        const int64_t end = before + rows->bytes, whole = end / CACHE_LINE * CACHE_LINE;
        char *const to = rows->to + row * rows->step - before;
        char *const from = rows->from + row * rows->from_step - before;
        int64_t at = 0;
        if (rows->begins && before > 0) {
            at = end < CACHE_LINE ? end : CACHE_LINE;
            memcpy(to + before, from + before, (size_t)(at - before));
        }
        if (at < whole)
            copy(to + at, from + at, whole - at, &nontemporal_no_prefetch);
        if (whole > at)
            at = whole;
        if (rows->ends && at < end)
            memcpy(to + at, from + at, (size_t)(end - at));
        else if (whole < end && !rows->ends)
            memcpy(from + whole - next, from + whole, CACHE_LINE);
    }
}

/* ---- blocks of a result ---- */

void nontemporal_begin(nontemporal_result *result, char *scratch)
{
    *result = (nontemporal_result){.scratch = scratch};
}

void nontemporal_flush(nontemporal_result *result)
{
    if (result->end > result->first)
        memcpy(result->to - result->end + result->first, result->scratch + result->first,
               (size_t)(result->end - result->first));
    result->first = result->end = 0;
}

char *nontemporal_place(nontemporal_result *result, char *to)
{
    if (to != result->to) {
        nontemporal_flush(result);
        result->to = to;
        result->first = result->end = (int64_t)((uintptr_t)to % CACHE_LINE);
    }
    return result->scratch + result->end;
}

void nontemporal_send(nontemporal_result *result, int64_t bytes,
                      const nontemporal_prefetch *prefetch)
{
    char *const line = result->to - result->end;
    const int64_t end = result->end + bytes, whole = end / CACHE_LINE * CACHE_LINE;
    int64_t at = 0;
    result->to += bytes;
    result->end = end - whole;
    if (whole == 0)
        return;
    if (result->first > 0) { /* what is before it in its line belongs to others */
        at = CACHE_LINE;
        memcpy(line + result->first, result->scratch + result->first, (size_t)(at - result->first));
    }
    lines[isa_selected()](line + at, result->scratch + at, whole - at, prefetch);
    result->first = 0;
    if (result->end > 0)
        memcpy(result->scratch, result->scratch + whole, CACHE_LINE);
}

void nontemporal_fence(void)
{
    _mm_sfence();
}
#else
bool nontemporal_pays(const weft_plan *plan, int64_t least_row)
{
    (void)plan, (void)least_row;
    return false;
}

/* The rest is never called: it does not pay. */
void nontemporal_copy_rows(const nontemporal_rows *rows)
{
    (void)rows;
}

void nontemporal_begin(nontemporal_result *result, char *scratch)
{
    (void)result, (void)scratch;
}

char *nontemporal_place(nontemporal_result *result, char *to)
{
    (void)result;
    return to;
}

void nontemporal_send(nontemporal_result *result, int64_t bytes,
                      const nontemporal_prefetch *prefetch)
{
    (void)result, (void)bytes, (void)prefetch;
}

void nontemporal_flush(nontemporal_result *result)
{
    (void)result;
}

void nontemporal_fence(void) {}
#endif
