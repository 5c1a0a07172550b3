/* order.h: rows in order, for bodies: plain C, on every target. For each TYPE of int8 … int64,
 * uint8 … uint64, float32, float64
 *
 *     weft_sort_TYPE(n, v)             sorts v[0] … v[n - 1]
 *     weft_select_TYPE(n, v, k)        moves the element that sorting would leave at k there, none
 *                                      larger before it and none less behind it; returns it; k < n
 *     weft_argsort_TYPE(n, v, places)  sorts v, and the int64_t places along with it; equals stand
 *                                      in the order of their places
 *
 * and WEFT_ORDER(T, T), at file scope, makes them for a type variable: weft_sort_T and so on. NaN
 * come last, as in NumPy; which of 0 and -0 comes first is left open. Sorting takes O(n log n),
 * selecting O(n) but for unlucky rows, which take O(n log n), too. None needs memory of its own.
 *
 * Rows of at most WEFT_NETWORK_MOST elements are sorted by a network, the same exchanges whatever
 * the elements are, so that items are vectors, where n is a constant and where it is a core size.
 * These are macros, which evaluate n, v and k more than once. */
#ifndef WEFT_ORDER_H
#define WEFT_ORDER_H

#include <stddef.h>
#include <stdint.h>

#define WEFT_NETWORK_MOST 128

/* Whether a stands before b: NaN stand last. */
#define WEFT_BEFORE(a, b) ((a) < (b) || ((b) != (b) && (a) == (a)))
/* The same of elements with places, where no two are equal. */
#define WEFT_BEFORE_ALONG(a, i, b, j) (WEFT_BEFORE(a, b) || (!WEFT_BEFORE(b, a) && (i) < (j)))

/* ---- networks ---- */

#define WEFT_EXCHANGE(T, i, j)              \
    {                                       \
        const size_t other = j;             \
        const T a = v[i], b = v[other];     \
        const int turned = b < a || a != a; \
        v[i] = turned ? b : a;              \
        v[other] = turned ? a : b;          \
    }
#define WEFT_EXCHANGE_ALONG(T, i, j)                            \
    {                                                           \
        const size_t other = j;                                 \
        const T a = v[i], b = v[other];                         \
        const int64_t at = places[i], beyond = places[other];   \
        const int turned = WEFT_BEFORE_ALONG(b, beyond, a, at); \
        v[i] = turned ? b : a;                                  \
        v[other] = turned ? a : b;                              \
        places[i] = turned ? beyond : at;                       \
        places[other] = turned ? at : beyond;                   \
    }
/* Batcher's merge exchange of n elements: EXCHANGE(T, i, j) with i < j. A round of p and d has
 * those i whose bit p is as r says, in runs of p. */
#define WEFT_NETWORK(T, n, EXCHANGE)                                  \
    size_t most = 1;                                                  \
    while (n > 1 && most < n - most)                                  \
        most *= 2;                                                    \
    for (size_t p = n > 1 ? most : 0; p > 0; p /= 2) {                \
        size_t q = most, r = 0, d = p;                                \
        while (d > 0) {                                               \
            for (size_t run = r; run + d < n; run += 2 * p) {         \
                const size_t end = run + p + d < n ? run + p : n - d; \
                for (size_t i = run; i < end; i++)                    \
                    EXCHANGE(T, i, i + d)                             \
            }                                                         \
            d = q - p;                                                \
            q /= 2;                                                   \
            r = p;                                                    \
        }                                                             \
    }

#define WEFT_NETWORK_SORT(T, name)                                                  \
    static inline void weft_network_##name(size_t n, T *v)                          \
    {                                                                               \
        WEFT_NETWORK(T, n, WEFT_EXCHANGE)                                           \
    }                                                                               \
    static inline T weft_network_select_##name(size_t n, T *v, size_t k)            \
    {                                                                               \
        WEFT_NETWORK(T, n, WEFT_EXCHANGE)                                           \
        return v[k];                                                                \
    }                                                                               \
    static inline void weft_network_argsort_##name(size_t n, T *v, int64_t *places) \
    {                                                                               \
        WEFT_NETWORK(T, n, WEFT_EXCHANGE_ALONG)                                     \
    }

/* ---- rows of any length ---- */

/* Moves what HOLDS(one) says to the front; next: how many these are, behind `low`. No jumps, which
 * a processor would have to guess. */
#define WEFT_DIVIDE(T, v, low, high, next, HOLDS) \
    for (size_t i = low; i < high; i++) {         \
        const T one = v[i];                       \
        v[i] = v[next];                           \
        v[next] = one;                            \
        next += HOLDS;                            \
    }

#define WEFT_LONG_PARTS(T, name)                                                                 \
    static inline size_t weft_numbers_first_##name(size_t n, T *v)                               \
    {                                                                                            \
        size_t next = 0;                                                                         \
        WEFT_DIVIDE(T, v, 0, n, next, one == one)                                                \
        return next;                                                                             \
    }                                                                                            \
    static inline T weft_middle_##name(T a, T b, T c)                                            \
    {                                                                                            \
        const T low = a < b ? a : b, high = a < b ? b : a, least = high < c ? high : c;          \
        return low < least ? least : low;                                                        \
    }                                                                                            \
    /* An element near the middle of [low, high). */                                             \
    static inline T weft_pivot_##name(const T *v, size_t low, size_t high)                       \
    {                                                                                            \
        const size_t step = (high - low) / 8;                                                    \
        if (step < 16)                                                                           \
            return weft_middle_##name(v[low], v[low + 4 * step], v[high - 1]);                   \
        return weft_middle_##name(                                                               \
            weft_middle_##name(v[low], v[low + step], v[low + 2 * step]),                        \
            weft_middle_##name(v[low + 3 * step], v[low + 4 * step], v[low + 5 * step]),         \
            weft_middle_##name(v[low + 6 * step], v[low + 7 * step], v[high - 1]));              \
    }                                                                                            \
    static inline void weft_insertion_##name(size_t n, T *v)                                     \
    {                                                                                            \
        for (size_t i = 1; i < n; i++) {                                                         \
            const T one = v[i];                                                                  \
            size_t to = i;                                                                       \
            for (; to > 0 && one < v[to - 1]; to--)                                              \
                v[to] = v[to - 1];                                                               \
            v[to] = one;                                                                         \
        }                                                                                        \
    }                                                                                            \
    static inline void weft_heapsort_##name(size_t n, T *v)                                      \
    {                                                                                            \
        size_t start = n / 2;                                                                    \
        for (size_t end = n; end > 1;) {                                                         \
            if (start > 0) {                                                                     \
                start--;                                                                         \
            } else {                                                                             \
                const T last = v[--end];                                                         \
                v[end] = v[0];                                                                   \
                v[0] = last;                                                                     \
            }                                                                                    \
            for (size_t root = start, child = 2 * root + 1; child < end; child = 2 * root + 1) { \
                child += child + 1 < end && v[child] < v[child + 1];                             \
                if (!(v[root] < v[child]))                                                       \
                    break;                                                                       \
                const T high = v[child];                                                         \
                v[child] = v[root];                                                              \
                v[root] = high;                                                                  \
                root = child;                                                                    \
            }                                                                                    \
        }                                                                                        \
    }

/* What is left when a stack of parts is full, or much more is done than is usual, is sorted as a
 * heap. Where nothing is less than the pivot, all that equals it is put in its place. */
#define WEFT_LONG_SORT(T, name)                                       \
    static inline void weft_quicksort_##name(size_t n, T *v)          \
    {                                                                 \
        enum { SHORT = 16, DEEPEST = 64, MUCH = 4 };                  \
        size_t ends[DEEPEST], depth = 0, low = 0, work = 0, most = 0; \
        size_t high = weft_numbers_first_##name(n, v);                \
        for (size_t m = high; m > 1; m /= 2)                          \
            most += MUCH * high;                                      \
        while (low < high) {                                          \
            const size_t count = high - low;                          \
            if (count <= SHORT || depth == DEEPEST || work > most) {  \
                if (count <= SHORT)                                   \
                    weft_insertion_##name(count, v + low);            \
                else                                                  \
                    weft_heapsort_##name(count, v + low);             \
                low = high;                                           \
                if (depth > 0)                                        \
                    high = ends[--depth];                             \
                continue;                                             \
            }                                                         \
            const T pivot = weft_pivot_##name(v, low, high);          \
            size_t next = low;                                        \
            WEFT_DIVIDE(T, v, low, high, next, one < pivot)           \
            work += count;                                            \
            if (next > low) {                                         \
                ends[depth++] = high;                                 \
                high = next;                                          \
                continue;                                             \
            }                                                         \
            WEFT_DIVIDE(T, v, low, high, next, !(pivot < one))        \
            low = next;                                               \
            if (low == high && depth > 0)                             \
                high = ends[--depth];                                 \
        }                                                             \
    }
#define WEFT_LONG_SELECT(T, name)                                         \
    static inline T weft_quickselect_##name(size_t n, T *v, size_t k)     \
    {                                                                     \
        enum { SHORT = 16, MUCH = 16 };                                   \
        size_t low = 0, work = 0, high = weft_numbers_first_##name(n, v); \
        const size_t most = MUCH * high;                                  \
        while (k < high && high - low > SHORT && work <= most) {          \
            const T pivot = weft_pivot_##name(v, low, high);              \
            size_t next = low;                                            \
            WEFT_DIVIDE(T, v, low, high, next, one < pivot)               \
            work += high - low;                                           \
            if (k < next) {                                               \
                high = next;                                              \
            } else if (next > low) {                                      \
                low = next;                                               \
            } else {                                                      \
                WEFT_DIVIDE(T, v, low, high, next, !(pivot < one))        \
                if (k < next)                                             \
                    return pivot;                                         \
                low = next;                                               \
            }                                                             \
        }                                                                 \
        if (k < high && high - low > SHORT)                               \
            weft_heapsort_##name(high - low, v + low);                    \
        else if (k < high)                                                \
            weft_insertion_##name(high - low, v + low);                   \
        return v[k];                                                      \
    }
#define WEFT_LONG_ARGSORT(T, name)                                                               \
    static inline void weft_insertion_along_##name(size_t n, T *v, int64_t *places)              \
    {                                                                                            \
        for (size_t i = 1; i < n; i++) {                                                         \
            const T one = v[i];                                                                  \
            const int64_t place = places[i];                                                     \
            size_t to = i;                                                                       \
            for (; to > 0 && WEFT_BEFORE_ALONG(one, place, v[to - 1], places[to - 1]); to--)     \
                v[to] = v[to - 1], places[to] = places[to - 1];                                  \
            v[to] = one, places[to] = place;                                                     \
        }                                                                                        \
    }                                                                                            \
    static inline void weft_heapsort_along_##name(size_t n, T *v, int64_t *places)               \
    {                                                                                            \
        size_t start = n / 2;                                                                    \
        for (size_t end = n; end > 1;) {                                                         \
            if (start > 0) {                                                                     \
                start--;                                                                         \
            } else {                                                                             \
                const T last = v[--end];                                                         \
                const int64_t place = places[end];                                               \
                v[end] = v[0], places[end] = places[0];                                          \
                v[0] = last, places[0] = place;                                                  \
            }                                                                                    \
            for (size_t root = start, child = 2 * root + 1; child < end; child = 2 * root + 1) { \
                child += child + 1 < end && WEFT_BEFORE_ALONG(v[child], places[child],           \
                                                              v[child + 1], places[child + 1]);  \
                if (!WEFT_BEFORE_ALONG(v[root], places[root], v[child], places[child]))          \
                    break;                                                                       \
                const T high = v[child];                                                         \
                const int64_t place = places[child];                                             \
                v[child] = v[root], places[child] = places[root];                                \
                v[root] = high, places[root] = place;                                            \
                root = child;                                                                    \
            }                                                                                    \
        }                                                                                        \
    }                                                                                            \
    static inline void weft_quick_argsort_##name(size_t n, T *v, int64_t *places)                \
    {                                                                                            \
        enum { SHORT = 16, DEEPEST = 64, MUCH = 4 };                                             \
        size_t ends[DEEPEST], depth = 0, low = 0, high = n, work = 0, most = 0;                  \
        for (size_t m = n; m > 1; m /= 2)                                                        \
            most += MUCH * n;                                                                    \
        while (low < high) {                                                                     \
            const size_t count = high - low, middle = low + count / 2;                           \
            if (count <= SHORT || depth == DEEPEST || work > most) {                             \
                if (count <= SHORT)                                                              \
                    weft_insertion_along_##name(count, v + low, places + low);                   \
                else                                                                             \
                    weft_heapsort_along_##name(count, v + low, places + low);                    \
                low = high;                                                                      \
                if (depth > 0)                                                                   \
                    high = ends[--depth];                                                        \
                continue;                                                                        \
            }                                                                                    \
            const T pivot = v[middle];                                                           \
            const int64_t own = places[middle];                                                  \
            size_t next = low;                                                                   \
            v[middle] = v[high - 1], places[middle] = places[high - 1];                          \
            for (size_t i = low; i < high - 1; i++) {                                            \
                const T one = v[i];                                                              \
                const int64_t place = places[i];                                                 \
                v[i] = v[next], places[i] = places[next];                                        \
                v[next] = one, places[next] = place;                                             \
                next += WEFT_BEFORE_ALONG(one, place, pivot, own);                               \
            }                                                                                    \
            v[high - 1] = v[next], places[high - 1] = places[next];                              \
            v[next] = pivot, places[next] = own;                                                 \
            work += count;                                                                       \
            ends[depth++] = high;                                                                \
            high = next + (next == low);                                                         \
        }                                                                                        \
    }

/* ---- the functions ---- */

#define WEFT_ORDER(T, name)    \
    WEFT_NETWORK_SORT(T, name) \
    WEFT_LONG_PARTS(T, name)   \
    WEFT_LONG_SORT(T, name) WEFT_LONG_SELECT(T, name) WEFT_LONG_ARGSORT(T, name)

#define WEFT_SORT(name, n, v) \
    ((n) <= WEFT_NETWORK_MOST ? weft_network_##name(n, v) : weft_quicksort_##name(n, v))
#define WEFT_SELECT_AT(name, n, v, k)                               \
    ((n) <= WEFT_NETWORK_MOST ? weft_network_select_##name(n, v, k) \
                              : weft_quickselect_##name(n, v, k))
#define WEFT_ARGSORT(name, n, v, places)                                  \
    ((n) <= WEFT_NETWORK_MOST ? weft_network_argsort_##name(n, v, places) \
                              : weft_quick_argsort_##name(n, v, places))

WEFT_ORDER(int8_t, int8)
WEFT_ORDER(uint8_t, uint8)
WEFT_ORDER(int16_t, int16)
WEFT_ORDER(uint16_t, uint16)
WEFT_ORDER(int32_t, int32)
WEFT_ORDER(uint32_t, uint32)
WEFT_ORDER(int64_t, int64)
WEFT_ORDER(uint64_t, uint64)
WEFT_ORDER(float, float32)
WEFT_ORDER(double, float64)

#define weft_sort_int8(n, v)               WEFT_SORT(int8, n, v)
#define weft_select_int8(n, v, k)          WEFT_SELECT_AT(int8, n, v, k)
#define weft_argsort_int8(n, v, places)    WEFT_ARGSORT(int8, n, v, places)
#define weft_sort_uint8(n, v)              WEFT_SORT(uint8, n, v)
#define weft_select_uint8(n, v, k)         WEFT_SELECT_AT(uint8, n, v, k)
#define weft_argsort_uint8(n, v, places)   WEFT_ARGSORT(uint8, n, v, places)
#define weft_sort_int16(n, v)              WEFT_SORT(int16, n, v)
#define weft_select_int16(n, v, k)         WEFT_SELECT_AT(int16, n, v, k)
#define weft_argsort_int16(n, v, places)   WEFT_ARGSORT(int16, n, v, places)
#define weft_sort_uint16(n, v)             WEFT_SORT(uint16, n, v)
#define weft_select_uint16(n, v, k)        WEFT_SELECT_AT(uint16, n, v, k)
#define weft_argsort_uint16(n, v, places)  WEFT_ARGSORT(uint16, n, v, places)
#define weft_sort_int32(n, v)              WEFT_SORT(int32, n, v)
#define weft_select_int32(n, v, k)         WEFT_SELECT_AT(int32, n, v, k)
#define weft_argsort_int32(n, v, places)   WEFT_ARGSORT(int32, n, v, places)
#define weft_sort_uint32(n, v)             WEFT_SORT(uint32, n, v)
#define weft_select_uint32(n, v, k)        WEFT_SELECT_AT(uint32, n, v, k)
#define weft_argsort_uint32(n, v, places)  WEFT_ARGSORT(uint32, n, v, places)
#define weft_sort_int64(n, v)              WEFT_SORT(int64, n, v)
#define weft_select_int64(n, v, k)         WEFT_SELECT_AT(int64, n, v, k)
#define weft_argsort_int64(n, v, places)   WEFT_ARGSORT(int64, n, v, places)
#define weft_sort_uint64(n, v)             WEFT_SORT(uint64, n, v)
#define weft_select_uint64(n, v, k)        WEFT_SELECT_AT(uint64, n, v, k)
#define weft_argsort_uint64(n, v, places)  WEFT_ARGSORT(uint64, n, v, places)
#define weft_sort_float32(n, v)            WEFT_SORT(float32, n, v)
#define weft_select_float32(n, v, k)       WEFT_SELECT_AT(float32, n, v, k)
#define weft_argsort_float32(n, v, places) WEFT_ARGSORT(float32, n, v, places)
#define weft_sort_float64(n, v)            WEFT_SORT(float64, n, v)
#define weft_select_float64(n, v, k)       WEFT_SELECT_AT(float64, n, v, k)
#define weft_argsort_float64(n, v, places) WEFT_ARGSORT(float64, n, v, places)
#define weft_sort_T(n, v)                  WEFT_SORT(T, n, v)
#define weft_select_T(n, v, k)             WEFT_SELECT_AT(T, n, v, k)
#define weft_argsort_T(n, v, places)       WEFT_ARGSORT(T, n, v, places)

#endif
