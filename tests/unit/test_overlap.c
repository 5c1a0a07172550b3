/* test_overlap.c: the exact test for shared bytes, against trying everything. */
#include "check.h"
#include "base/diophantine.h"

/* Whether some assignment of the two views' indices meets: brute force over up to 3 + 3 axes. */
static bool meets_by_trial(const int64_t *steps, const int64_t *extents, int count, int64_t low,
                           int64_t high, bool nonzero)
{
    int64_t index[6] = {0};
    for (;;) {
        int64_t sum = 0, any = 0;
        for (int k = 0; k < count; k++) {
            sum += steps[k] * index[k];
            any |= index[k];
        }
        if (sum >= low && sum <= high && (any || !nonzero))
            return true;
        int k = 0;
        while (k < count && ++index[k] == extents[k])
            index[k++] = 0;
        if (k == count)
            return false;
    }
}

static void test_agrees_with_trial(void **state)
{
    (void)state;
    uint64_t random = 1;
    int found = 0;
    for (int round = 0; round < 20000; round++) {
        int64_t steps[6], extents[6];
        diophantine problem = {.count = 0};
        int count = 1 + round % 6;
        for (int k = 0; k < count; k++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            steps[k] = (int64_t)(random >> 40) % 61 - 30;
            extents[k] = 1 + (int64_t)(random >> 33) % 4;
            diophantine_add(&problem, steps[k], extents[k]);
        }
        int64_t low = (int64_t)(random >> 50) % 101 - 50, high = low + (int64_t)(random >> 45) % 4;
        diophantine_sort(&problem);
        diophantine_answer answer = diophantine_solve(&problem, low, high);
        bool truth = meets_by_trial(steps, extents, count, low, high, false);
        assert_int_equal(answer, truth ? DIOPHANTINE_SOME : DIOPHANTINE_NONE);
        found += truth;
    }
    assert_in_range(found, 2000, 18000);
}

static void test_gives_up_in_time(void **state)
{
    (void)state;
    diophantine problem = {.count = 0};
    for (int k = 0; k < 30; k++) /* nothing prunes this: many sums, close together */
        diophantine_add(&problem, 1000003 + 2 * k * k, 1000);
    diophantine_sort(&problem);
    assert_in_range(diophantine_solve(&problem, 1000002000, 1000002000), DIOPHANTINE_SOME,
                    DIOPHANTINE_UNKNOWN); /* either way an overlap is assumed */
}

static void test_decides_columns(void **state)
{
    (void)state;
    diophantine problem = {.count = 0}; /* columns 0-499 and 500-999 of a (10^6, 1000) array */
    diophantine_add(&problem, 8000, 1000000);
    diophantine_add(&problem, 8, 500);
    diophantine_add(&problem, -8000, 1000000);
    diophantine_add(&problem, -8, 500);
    diophantine_sort(&problem);
    assert_int_equal(problem.count, 2);
    assert_int_equal(diophantine_solve(&problem, -7 + 4000, 7 + 4000), DIOPHANTINE_NONE);
    assert_int_equal(diophantine_solve(&problem, -7 + 3992, 7 + 3992), DIOPHANTINE_SOME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees_with_trial),
        cmocka_unit_test(test_gives_up_in_time),
        cmocka_unit_test(test_decides_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
