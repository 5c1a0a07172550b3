/* test_where.c: calls with a mask. */
#include "check.h"
#include "sample_ufuncs.h"

static weft_error error;

#define CALL(ufunc, options, ...) \
    weft_call(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, &error)

static const weft_target targets[] = {WEFT_CPU, WEFT_PARALLEL};

static void test_keeps_what_is_masked_off(void **state)
{
    (void)state;
    enum { N = 3001 };
    static double a[N], b[N], c[N];
    static bool mask[N];
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array B = weft_array_view(b, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(N), NULL);
    for (int t = 0; t < 2; t++)
        for (int every = 1; every < 8; every++) {
            for (int k = 0; k < N; k++) {
                a[k] = k, b[k] = 2 * k, c[k] = -1;
                mask[k] = k % every == 0;
            }
            weft_options options = {.target = targets[t], .where = &M};
            assert_ok(error, CALL(sample_add, &options, &A, &B, &C));
            for (int k = 0; k < N; k++)
                assert_true(c[k] == (k % every == 0 ? 3 * k : -1));
        }
}

static void test_allocated_results_are_0_elsewhere(void **state)
{
    (void)state;
    double a[3] = {1, 2, 3};
    const double expected[6] = {2, 4, 6, 0, 0, 0};
    bool mask[2] = {true, false};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_array M = weft_array_view(mask, WEFT_BOOL, 2, SHAPE(2, 1), NULL); /* enlarges the loop */
    for (int t = 0; t < 2; t++) {
        weft_array C = {0};
        weft_options options = {.target = targets[t], .where = &M};
        assert_ok(error, CALL(sample_add, &options, &A, &A, &C));
        assert_int_equal(C.rank, 2);
        assert_int_equal(C.shape[0], 2);
        assert_memory_equal(C.data, expected, sizeof expected);
        weft_array_clear(&C);
    }
}

static void test_keeps_bytes_beyond_the_loops_dtype(void **state)
{
    (void)state;
    float a[4] = {1, 2, 3, 4};
    double c[4] = {0.1, 0.1, 0.1, 0.1}; /* no value of float32, the loop's dtype */
    bool mask[4] = {true, false, false, true};
    weft_array A = weft_array_view(a, WEFT_FLOAT32, 1, SHAPE(4), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_array M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(4), NULL);
    weft_options options = {.target = WEFT_CPU, .where = &M};
    assert_ok(error, CALL(sample_add, &options, &A, &A, &C));
    assert_true(c[0] == 2 && c[1] == 0.1 && c[2] == 0.1 && c[3] == 8);
}

static void test_reads_the_mask_before_it_writes(void **state)
{
    (void)state;
    int8_t a[6] = {1, 2, 3, 4, 5, 6};
    bool memory[7] = {true, false, true, true, false, true, true};
    const int8_t expected[7] = {1, 2, 1, 6, 8, 1, 12}; /* masked off: as it was */
    weft_array A = weft_array_view(a, WEFT_INT8, 1, SHAPE(6), NULL);
    weft_array C = weft_array_view((int8_t *)memory + 1, WEFT_INT8, 1, SHAPE(6), NULL);
    weft_array M = weft_array_view(memory, WEFT_BOOL, 1, SHAPE(6), NULL);
    weft_options options = {.target = WEFT_CPU, .where = &M};
    assert_ok(error, CALL(sample_add, &options, &A, &A, &C));
    assert_memory_equal(memory, expected, sizeof expected);
}

/* The same where the mask is longer than what is read of it at a time. */
static void test_reads_a_long_mask_before_it_writes(void **state)
{
    (void)state;
    enum { N = 5000 };
    static int8_t a[N], expected[N + 1];
    static bool memory[N + 1];
    weft_array A = weft_array_view(a, WEFT_INT8, 1, SHAPE(N), NULL);
    weft_array C = weft_array_view((int8_t *)memory + 1, WEFT_INT8, 1, SHAPE(N), NULL);
    weft_array M = weft_array_view(memory, WEFT_BOOL, 1, SHAPE(N), NULL);
    for (int t = 0; t < 2; t++) {
        weft_options options = {.target = targets[t], .where = &M};
        for (int k = 0; k <= N; k++)
            expected[k] = memory[k] = k % 3 == 0;
        for (int k = 0; k < N; k++) {
            a[k] = (int8_t)(k % 60 + 1);
            if (k % 3 == 0)
                expected[k + 1] = (int8_t)(2 * a[k]);
        }
        assert_ok(error, CALL(sample_add, &options, &A, &A, &C));
        assert_memory_equal(memory, expected, sizeof expected);
    }
}

static void test_refuses_masks(void **state)
{
    (void)state;
    double a[6] = {0}, c[6] = {7, 7, 7, 7, 7, 7};
    bool mask[8] = {false};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 2, SHAPE(2, 3), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 2, SHAPE(2, 3), NULL);
    weft_array M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(2), NULL), none = {0};
    weft_options options = {.target = WEFT_CPU, .where = &M};
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "operand 3 (where) has size 2 along axis 0 where others need 3",
                 CALL(sample_add, &options, &A, &A, &C));
    M = weft_array_view(mask, WEFT_BOOL, 3, SHAPE(2, 1, 1), NULL);
    assert_fails(error, WEFT_ERROR_SHAPE, "an output is not broadcast",
                 CALL(sample_add, &options, &A, &A, &C));
    M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(3), NULL);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "matmul: where is for elementwise ufuncs",
                 CALL(sample_matmul, &options, &A, &A, &C));
    M.dtype = WEFT_UINT8;
    assert_fails(error, WEFT_ERROR_DTYPE, "where is uint8; it must be bool",
                 CALL(sample_add, &options, &A, &A, &C));
    M.dtype = WEFT_BOOL;
    M.data = NULL;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "operand 3 (where)",
                 CALL(sample_add, &options, &A, &A, &C));
    options.where = &none;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "operand 3 (where)",
                 CALL(sample_add, &options, &A, &A, &C));
    for (int k = 0; k < 6; k++)
        assert_true(c[k] == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keeps_what_is_masked_off),
        cmocka_unit_test(test_allocated_results_are_0_elsewhere),
        cmocka_unit_test(test_keeps_bytes_beyond_the_loops_dtype),
        cmocka_unit_test(test_reads_the_mask_before_it_writes),
        cmocka_unit_test(test_reads_a_long_mask_before_it_writes),
        cmocka_unit_test(test_refuses_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
