/* test_in_order.c: <weft/order.h> as plain C: rows of every dtype, of all lengths around the limit
 * of networks, random and unlucky, against the C library's qsort and what a sorted row must be. */
#include <weft/annotate.h>
#include <weft/order.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { LONGEST = 5000, KINDS = 9 };

static uint64_t state;

static uint64_t draw(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

/* Number i of a row of n: random, few values, equal, rising, falling, both, in a saw, one out of
 * place. */
static double make(int kind, size_t i, size_t n)
{
    const double at = (double)i;
    switch (kind) {
    case 0:
        return (double)(draw() % 200) - 100;
    case 1:
        return (double)(draw() % 3);
    case 2:
        return 7;
    case 3:
        return at;
    case 4:
        return (double)(n - i);
    case 5:
        return i < n / 2 ? at : (double)(n - i);
    case 6:
        return (double)(i % 17);
    case 7:
        return i + 1 == n ? -1 : at;
    default:
        return (double)(draw() >> 4);
    }
}

/* NaN among floats, and infinities. */
static double make_float(int kind, size_t i, size_t n)
{
    const uint64_t chance = draw() % 64;
    return kind % 2 == 0 && chance < 4 ? NAN
           : chance == 5               ? (double)INFINITY
           : chance == 6               ? (double)-INFINITY
           : chance == 7               ? -0.0
                                       : make(kind, i, n);
}

#define INTEGER(T, kind, i, n)  ((T)(int64_t)make(kind, i, n))
#define FLOATING(T, kind, i, n) ((T)make_float(kind, i, n))

#define CHECK_ROWS(T, name, MAKE)                                                        \
    static int compare_##name(const void *first, const void *second)                     \
    {                                                                                    \
        const T a = *(const T *)first, b = *(const T *)second;                           \
        return WEFT_BEFORE(a, b) ? -1 : WEFT_BEFORE(b, a);                               \
    }                                                                                    \
    static bool same_##name(T a, T b)                                                    \
    {                                                                                    \
        return a == b || (a != a && b != b);                                             \
    }                                                                                    \
    static void check_row_##name(int kind, size_t n)                                     \
    {                                                                                    \
        static T row[LONGEST + 1], sorted[LONGEST + 1], v[LONGEST + 1];                  \
        static int64_t places[LONGEST + 1];                                              \
        const T guard = 42;                                                              \
        for (size_t i = 0; i < n; i++)                                                   \
            row[i] = MAKE(T, kind, i, n);                                                \
        memcpy(sorted, row, n * sizeof *row);                                            \
        qsort(sorted, n, sizeof *row, compare_##name);                                   \
        memcpy(v, row, n * sizeof *row);                                                 \
        v[n] = guard;                                                                    \
        weft_sort_##name(n, v);                                                          \
        for (size_t i = 0; i < n; i++)                                                   \
            assert_true(same_##name(v[i], sorted[i]));                                   \
        assert_true(v[n] == guard);                                                      \
        memcpy(v, row, n * sizeof *row);                                                 \
        for (size_t i = 0; i < n; i++)                                                   \
            places[i] = (int64_t)i;                                                      \
        weft_argsort_##name(n, v, places);                                               \
        for (size_t i = 0; i < n; i++) {                                                 \
            assert_true(same_##name(v[i], sorted[i]));                                   \
            assert_true(same_##name(row[places[i]], v[i]));                              \
            if (i > 0 && compare_##name(&v[i - 1], &v[i]) == 0)                          \
                assert_true(places[i - 1] < places[i]);                                  \
        }                                                                                \
        for (size_t k = 0; k < n; k += 1 + n / 7) {                                      \
            memcpy(v, row, n * sizeof *row);                                             \
            const T found = weft_select_##name(n, v, k);                                 \
            assert_true(same_##name(found, sorted[k]) && same_##name(v[k], sorted[k]));  \
            for (size_t i = 0; i < n; i++)                                               \
                assert_false(i < k ? WEFT_BEFORE(v[k], v[i]) : WEFT_BEFORE(v[i], v[k])); \
            qsort(v, n, sizeof *v, compare_##name);                                      \
            for (size_t i = 0; i < n; i++)                                               \
                assert_true(same_##name(v[i], sorted[i]));                               \
        }                                                                                \
    }                                                                                    \
    static void test_##name(void **unused)                                               \
    {                                                                                    \
        (void)unused;                                                                    \
        state = 1;                                                                       \
        for (int kind = 0; kind < KINDS; kind++) {                                       \
            for (size_t n = 0; n < 40; n++)                                              \
                check_row_##name(kind, n);                                               \
            for (size_t n = WEFT_NETWORK_MOST - 2; n < WEFT_NETWORK_MOST + 3; n++)       \
                check_row_##name(kind, n);                                               \
            check_row_##name(kind, 1000);                                                \
            check_row_##name(kind, LONGEST);                                             \
        }                                                                                \
    }

typedef float T;
WEFT_ORDER(T, T)
CHECK_ROWS(int8_t, int8, INTEGER)
CHECK_ROWS(uint8_t, uint8, INTEGER)
CHECK_ROWS(int16_t, int16, INTEGER)
CHECK_ROWS(uint16_t, uint16, INTEGER)
CHECK_ROWS(int32_t, int32, INTEGER)
CHECK_ROWS(uint32_t, uint32, INTEGER)
CHECK_ROWS(int64_t, int64, INTEGER)
CHECK_ROWS(uint64_t, uint64, INTEGER)
CHECK_ROWS(float, float32, FLOATING)
CHECK_ROWS(double, float64, FLOATING)
CHECK_ROWS(T, T, FLOATING)

/* A stack of parts that is full, or work that is too much, leaves the rest to heaps. */
static void test_heaps(void **unused)
{
    (void)unused;
    static double v[LONGEST], w[LONGEST];
    static int64_t places[LONGEST];
    for (size_t i = 0; i < LONGEST; i++) {
        v[i] = w[i] = (double)(draw() % 1000);
        places[i] = (int64_t)i;
    }
    weft_heapsort_float64(LONGEST, v);
    weft_heapsort_along_float64(LONGEST, w, places);
    for (size_t i = 1; i < LONGEST; i++) {
        assert_true(v[i - 1] <= v[i]);
        assert_true(w[i] == v[i] && (w[i - 1] < w[i] || places[i - 1] < places[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_int8),    cmocka_unit_test(test_uint8),
        cmocka_unit_test(test_int16),   cmocka_unit_test(test_uint16),
        cmocka_unit_test(test_int32),   cmocka_unit_test(test_uint32),
        cmocka_unit_test(test_int64),   cmocka_unit_test(test_uint64),
        cmocka_unit_test(test_float32), cmocka_unit_test(test_float64),
        cmocka_unit_test(test_T),       cmocka_unit_test(test_heaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
