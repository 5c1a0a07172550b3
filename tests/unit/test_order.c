/* test_order.c: how results that the call allocates lie in memory. */
#include "check.h"
#include "sample_ufuncs.h"

static weft_error error;
static const weft_options on_cpu = {.target = WEFT_CPU};

#define CALL(ufunc, options, ...) \
    weft_call(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, &error)

static void test_keeps_memory_order(void **state)
{
    (void)state;
    double a[24], b[24];
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    int64_t fortran[3] = {8, 16, 48};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 3, SHAPE(2, 3, 4), fortran);
    weft_array B = A, C = {0};
    B.data = b;
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &B, &C));
    assert_memory_equal(C.steps, fortran, sizeof fortran);
    weft_array_clear(&C);
    B = weft_array_view(b, WEFT_FLOAT64, 3, SHAPE(2, 3, 4), NULL); /* they disagree: C order */
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &B, &C));
    assert_memory_equal(C.steps, B.steps, 3 * sizeof *B.steps);
    weft_array_clear(&C);
    A = weft_array_view(a, WEFT_FLOAT64, 3, SHAPE(2, 3, 2), (int64_t[]){8, 24, 16});
    B = weft_array_view(b, WEFT_FLOAT64, 3, SHAPE(2, 3, 2), (int64_t[]){8, 16, 16});
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &B, &C)); /* equal steps: C order, too */
    assert_memory_equal(C.steps, ((int64_t[]){8, 32, 16}), 3 * sizeof *C.steps);
    weft_array_clear(&C);
}

/* Axes sorted by their steps, in any order and direction; core blocks in C order behind them. */
static void test_sorts_axes_by_step(void **state)
{
    (void)state;
    static float x[2 * 3 * 4 * 9];
    const struct {
        int64_t steps[3], result[3];
    } rows[] = {
        {{4, 32, 8}, {4, 32, 8}},  {{48, 4, 12}, {48, 4, 12}},  {{16, 32, 4}, {16, 32, 4}},
        {{8, 16, 96}, {4, 8, 24}}, {{-48, 4, 12}, {48, 4, 12}}, {{12, 0, 24}, {4, 32, 8}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        weft_array A = weft_array_view(x + 100, WEFT_FLOAT32, 3, SHAPE(2, 3, 4), rows[k].steps);
        weft_array C = {0};
        assert_ok(error, CALL(sample_add, &on_cpu, &A, &A, &C));
        assert_memory_equal(C.steps, rows[k].result, sizeof rows[k].result);
        weft_array_clear(&C);
    }
    weft_array S = weft_array_view(x, WEFT_FLOAT32, 4, SHAPE(2, 3, 3, 3), SHAPE(36, 72, 4, 12));
    weft_array C = {0};
    S.flags = WEFT_ARRAY_SWAPPED;
    assert_ok(error, CALL(sample_matmul, &on_cpu, &S, &S, &C));
    assert_memory_equal(C.steps, SHAPE(36, 72, 12, 4), 4 * sizeof *C.steps);
    assert_int_equal(C.flags, WEFT_ARRAY_OWNED); /* native byte order */
    weft_array_clear(&C);
}

static void test_lays_results_out_in_the_order_wanted(void **state)
{
    (void)state;
    double a[24] = {0}, b[4] = {0};
    int64_t c_steps[3] = {96, 32, 8}, f_steps[3] = {8, 16, 48};
    weft_array C = weft_array_view(a, WEFT_FLOAT64, 3, SHAPE(2, 3, 4), NULL), result = {0};
    weft_array F = weft_array_view(a, WEFT_FLOAT64, 3, SHAPE(2, 3, 4), f_steps);
    weft_array row = weft_array_view(b, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    const struct {
        weft_order order;
        weft_array *x, *y;
        int64_t *steps;
    } cases[] = {
        {WEFT_ORDER_K, &F, &F, f_steps}, {WEFT_ORDER_C, &F, &F, c_steps},
        {WEFT_ORDER_F, &C, &C, f_steps}, {WEFT_ORDER_A, &F, &F, f_steps},
        {WEFT_ORDER_A, &F, &C, c_steps}, {WEFT_ORDER_A, &F, &row, f_steps},
        {WEFT_ORDER_A, &C, &C, c_steps},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        weft_options options = {.target = WEFT_CPU, .order = cases[k].order};
        assert_ok(error, CALL(sample_add, &options, cases[k].x, cases[k].y, &result));
        assert_memory_equal(result.steps, cases[k].steps, sizeof f_steps);
        weft_array_clear(&result);
    }
    bool chosen[24];
    memset(chosen, true, sizeof chosen);
    weft_array mask = weft_array_view(chosen, WEFT_BOOL, F.rank, F.shape, NULL); /* in C order */
    weft_options masked = {.target = WEFT_CPU, .order = WEFT_ORDER_A, .where = &mask};
    assert_ok(error, CALL(sample_add, &masked, &F, &F, &result));
    assert_memory_equal(result.steps, c_steps, sizeof c_steps);
    weft_array_clear(&result);
    weft_options options = {.target = WEFT_CPU, .order = WEFT_ORDER_F}; /* core axes too */
    double m[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    weft_array A = weft_array_view(m, WEFT_FLOAT64, 3, SHAPE(2, 2, 3), NULL);
    weft_array I = weft_array_view(eye, WEFT_FLOAT64, 2, SHAPE(3, 3), NULL);
    const double expected[12] = {1, 7, 4, 10, 2, 8, 5, 11, 3, 9, 6, 12};
    assert_ok(error, CALL(sample_matmul, &options, &A, &I, &result));
    assert_memory_equal(result.data, expected, sizeof expected);
    weft_array_clear(&result);
    options.order = (weft_order)9;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "options.order is 9, which is no order",
                 CALL(sample_matmul, &options, &A, &I, &result));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keeps_memory_order),
        cmocka_unit_test(test_sorts_axes_by_step),
        cmocka_unit_test(test_lays_results_out_in_the_order_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
