/* test_streamed.c: calls that touch more memory than caches hold, whose results are copied past them:
 * results anywhere in a line, in rows, two of them, in place, in parts, and what lies around them. */
#include "check.h"
#include "sample_ufuncs.h"

enum { COUNT = 3000000, MARGIN = 16 };

static double a[COUNT], b[COUNT], sums[COUNT + 2 * MARGIN], differences[COUNT + 2 * MARGIN];

static double first(int64_t k)
{
    return (double)(k % 1009);
}

static double second(int64_t k)
{
    return (double)(k % 911) * 4096;
}

static void fill(void)
{
    for (int64_t k = 0; k < COUNT; k++) {
        a[k] = first(k);
        b[k] = second(k);
    }
    for (int64_t k = 0; k < COUNT + 2 * MARGIN; k++)
        sums[k] = differences[k] = -1;
}

/* Elements that are wrong, those around the `count` from `start` on included. */
static int64_t count_wrong(const double *found, int64_t start, int64_t count, int sign)
{
    int64_t wrong = 0;
    for (int64_t k = 0; k < COUNT + 2 * MARGIN; k++) {
        const int64_t at = k - start;
        const bool is_inside = at >= 0 && at < count;
        wrong += found[k] != (is_inside ? first(at) + sign * second(at) : -1);
    }
    return wrong;
}

static void call(const weft_ufunc *ufunc, weft_array *const *operands, weft_target target)
{
    weft_error error;
    assert_ok(error, weft_call(ufunc, operands, &(weft_options){.target = target}, &error));
}

/* Elements that a result begins behind a line; of many and, in caches, of a few thousand. */
static void check_results_anywhere(int64_t most)
{
    for (int64_t start = 0; start < 9; start++)
        for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
            const int64_t count = most - 3 * start;
            weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
            weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
            weft_array z = weft_array_view(sums + start, WEFT_FLOAT64, 1, &count, NULL);
            fill();
            call(&sample_add, (weft_array *[]){&x, &y, &z}, target);
            assert_int_equal(count_wrong(sums, start, count, 1), 0);
        }
}

static void test_results_anywhere(void **state)
{
    (void)state;
    check_results_anywhere(COUNT);
    check_results_anywhere(30000);
    check_results_anywhere(540);
}

static void test_unaligned_elements(void **state)
{
    (void)state;
    const int64_t count = COUNT - 1;
    char *place = (char *)sums + 4;
    weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
    weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
    weft_array z = weft_array_view(place, WEFT_FLOAT64, 1, &count, NULL);
    fill();
    call(&sample_add, (weft_array *[]){&x, &y, &z}, WEFT_CPU);
    for (int64_t k = 0; k < count; k++) {
        double found;
        memcpy(&found, place + 8 * k, sizeof found);
        if (found != first(k) + second(k))
            fail_msg("element %d is %g", (int)k, found);
    }
}

/* Rows with gaps, one input the same for all of them; cpu, parallel, and in three ranges. */
static void test_rows(void **state)
{
    (void)state;
    enum { ROWS = 1000, ITEMS = 2990, PITCH = 3000 };
    const int64_t shape[] = {ROWS, ITEMS}, steps[] = {8 * PITCH, 8}, repeated[] = {0, 8};
    for (int way = 0; way < 3; way++) {
        weft_error error;
        weft_array x = weft_array_view(a, WEFT_FLOAT64, 2, shape, steps);
        weft_array y = weft_array_view(b, WEFT_FLOAT64, 2, shape, repeated);
        weft_array z = weft_array_view(sums, WEFT_FLOAT64, 2, shape, steps);
        weft_array *operands[] = {&x, &y, &z};
        const int64_t cuts[] = {0, 1234567, 1234567 + 640, (int64_t)ROWS * ITEMS};
        fill();
        if (way < 2)
            call(&sample_add, operands, way ? WEFT_PARALLEL : WEFT_CPU);
        for (int k = 0; way == 2 && k < 3; k++)
            assert_ok(error,
                      weft_call_range(&sample_add, operands, cuts[k], cuts[k + 1], NULL, &error));
        for (int64_t k = 0; k < COUNT; k++) {
            const int64_t item = k % PITCH;
            const double wanted = item < ITEMS ? first(k) + second(item) : -1;
            if (sums[k] != wanted)
                fail_msg("way %d: element %d is %g, not %g", way, (int)k, sums[k], wanted);
        }
    }
}

static void test_two_results(void **state)
{
    (void)state;
    const int64_t count = COUNT;
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
        weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
        weft_array sum = weft_array_view(sums + 3, WEFT_FLOAT64, 1, &count, NULL);
        weft_array difference = weft_array_view(differences + 5, WEFT_FLOAT64, 1, &count, NULL);
        fill();
        call(&sample_both, (weft_array *[]){&x, &y, &sum, &difference}, target);
        assert_int_equal(count_wrong(sums, 3, count, 1), 0);
        assert_int_equal(count_wrong(differences, 5, count, -1), 0);
    }
}

static void test_in_place(void **state)
{
    (void)state;
    const int64_t count = COUNT;
    weft_array x = weft_array_view(a, WEFT_FLOAT64, 1, &count, NULL);
    weft_array y = weft_array_view(b, WEFT_FLOAT64, 1, &count, NULL);
    fill();
    call(&sample_add, (weft_array *[]){&x, &y, &x}, WEFT_CPU);
    for (int64_t k = 0; k < count; k++)
        if (a[k] != first(k) + second(k))
            fail_msg("element %d is %g", (int)k, a[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_anywhere), cmocka_unit_test(test_unaligned_elements),
        cmocka_unit_test(test_rows),             cmocka_unit_test(test_two_results),
        cmocka_unit_test(test_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
