/* test_axes.c: axes, axis and keepdims of gufuncs. */
#include "check.h"
#include "sample_ufuncs.h"

static weft_error error;

#define CALL(ufunc, options, ...) \
    weft_call(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, &error)
#define AXES(...) .axes = (const int[]){__VA_ARGS__}, .axes_count = sizeof((int[]){__VA_ARGS__}) / 4

static void test_takes_core_axes_from_anywhere(void **state)
{
    (void)state;
    double a[12], b[12], expected[2 * 2 * 2];
    for (int k = 0; k < 12; k++)
        a[k] = k + 1, b[k] = 3 * k - 7;
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 3, SHAPE(3, 2, 2), NULL); /* n, loop, m */
    weft_array B = weft_array_view(b, WEFT_FLOAT64, 3, SHAPE(2, 3, 2), NULL); /* p, n, loop */
    weft_array C = {0};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                expected[(i * 2 + j) * 2 + s] = 0; /* m, p, loop */
                for (int k = 0; k < 3; k++)
                    expected[(i * 2 + j) * 2 + s] +=
                        a[(k * 2 + s) * 2 + i] * b[(j * 3 + k) * 2 + s];
            }
    weft_options options = {.target = WEFT_CPU, AXES(-1, 0, 1, 0, 0, 1), .order = WEFT_ORDER_C};
    assert_ok(error, CALL(sample_matmul, &options, &A, &B, &C));
    assert_int_equal(C.rank, 3);
    assert_memory_equal(C.data, expected, sizeof expected);
    weft_array_clear(&C);

    double c[8];
    weft_array given = weft_array_view(c, WEFT_FLOAT64, 3, SHAPE(2, 2, 2), NULL);
    assert_ok(error, CALL(sample_matmul, &options, &A, &B, &given));
    assert_memory_equal(c, expected, sizeof expected);
}

static void test_takes_one_axis_for_all(void **state)
{
    (void)state;
    /* in columns: (1, 0, 0) × (0, 0, 1) and (0, 0, 1) × (1, 0, 0) */
    double a[6] = {1, 0, 0, 0, 0, 1}, b[6] = {0, 1, 0, 0, 1, 0}, c[6];
    const double crossed[6] = {0, 0, -1, 1, 0, 0};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 2, SHAPE(3, 2), NULL);
    weft_array B = weft_array_view(b, WEFT_FLOAT64, 2, SHAPE(3, 2), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 2, SHAPE(3, 2), NULL);
    int axis = 0;
    weft_options options = {.target = WEFT_CPU, .axis = &axis};
    assert_ok(error, CALL(sample_cross, &options, &A, &B, &C));
    assert_memory_equal(c, crossed, sizeof crossed);
    axis = -2;
    memset(c, 0, sizeof c);
    assert_ok(error, CALL(sample_cross, &options, &A, &B, &C));
    assert_memory_equal(c, crossed, sizeof crossed);
}

static void test_keeps_core_axes(void **state)
{
    (void)state;
    bool x[12] = {1, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1};
    weft_array X = weft_array_view(x, WEFT_BOOL, 2, SHAPE(3, 4), NULL), y = {0};
    const int64_t by_row[3] = {3, 1, 4}, by_column[4] = {3, 2, 1, 2};
    weft_options options = {.target = WEFT_CPU, .keepdims = true};
    assert_ok(error, CALL(sample_count, &options, &X, &y));
    assert_int_equal(y.rank, 2);
    assert_int_equal(y.shape[0], 3);
    assert_int_equal(y.shape[1], 1);
    assert_memory_equal(y.data, by_row, sizeof by_row);
    weft_array_clear(&y);

    options.axis = &(int){0};
    assert_ok(error, CALL(sample_count, &options, &X, &y));
    assert_int_equal(y.rank, 2);
    assert_int_equal(y.shape[0], 1);
    assert_int_equal(y.shape[1], 4);
    assert_memory_equal(y.data, by_column, sizeof by_column);
    weft_array_clear(&y);

    int64_t given[4];
    weft_array G = weft_array_view(given, WEFT_INT64, 2, SHAPE(4, 1), NULL);
    options = (weft_options){.target = WEFT_CPU, .keepdims = true, AXES(0, 1)};
    assert_ok(error, CALL(sample_count, &options, &X, &G)); /* the output keeps another axis */
    assert_memory_equal(given, by_column, sizeof by_column);
    options.axes_count = 1; /* left out: the last */
    memset(given, 0, sizeof given);
    assert_ok(error, CALL(sample_count, &options, &X, &G));
    assert_memory_equal(given, by_column, sizeof by_column);
    options.axis = options.axes;
    options.axes = NULL;
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "operand 1 (result) has size 4 along axis 0, where keepdims leaves 1",
                 CALL(sample_count, &options, &X, &G));
}

static void test_dimensions_may_be_missing(void **state)
{
    (void)state;
    double m[6] = {1, 2, 3, 4, 5, 6}, v[3] = {1, 0, 2}, w[2] = {1, 10};
    const double right[2] = {7, 16}, left[3] = {41, 52, 63}, stacked[4] = {7, 16, 7, 16};
    weft_array M = weft_array_view(m, WEFT_FLOAT64, 2, SHAPE(2, 3), NULL), y = {0};
    weft_array V = weft_array_view(v, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_array W = weft_array_view(w, WEFT_FLOAT64, 1, SHAPE(2), NULL);
    weft_array stack = weft_array_view(m, WEFT_FLOAT64, 3, SHAPE(2, 2, 3), (int64_t[]){0, 24, 8});
    weft_array scalar = weft_array_view(v, WEFT_FLOAT64, 0, NULL, NULL);
    weft_options options = {.target = WEFT_CPU};
    assert_ok(error, CALL(sample_product, &options, &M, &V, &y)); /* p */
    assert_int_equal(y.rank, 1);
    assert_int_equal(y.shape[0], 2);
    assert_memory_equal(y.data, right, sizeof right);
    weft_array_clear(&y);
    assert_ok(error, CALL(sample_product, &options, &W, &M, &y)); /* m */
    assert_int_equal(y.rank, 1);
    assert_int_equal(y.shape[0], 3);
    assert_memory_equal(y.data, left, sizeof left);
    weft_array_clear(&y);
    assert_ok(error, CALL(sample_product, &options, &V, &V, &y)); /* both */
    assert_int_equal(y.rank, 0);
    assert_true(*(double *)y.data == 5);
    weft_array_clear(&y);
    assert_ok(error, CALL(sample_product, &options, &stack, &V, &y));
    assert_int_equal(y.rank, 2);
    assert_memory_equal(y.data, stacked, sizeof stacked);
    weft_array_clear(&y);

    double given[4] = {0};
    weft_array G = weft_array_view(given, WEFT_FLOAT64, 2, SHAPE(2, 2), NULL);
    assert_ok(error, CALL(sample_product, &options, &stack, &V, &G));
    assert_memory_equal(given, stacked, sizeof stacked);
    const weft_options turned = {.target = WEFT_CPU, AXES(1, 0, 0, 0)}; /* M transposed */
    assert_ok(error, CALL(sample_product, &turned, &M, &W, &y));
    assert_memory_equal(y.data, left, sizeof left);
    weft_array_clear(&y);
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "operand 1 (B) has rank 0, but the layout (m?,n),(n,p?)->(m?,p?) needs at least 1",
                 CALL(sample_product, &options, &M, &scalar, &y));
    assert_fails(error, WEFT_ERROR_SHAPE, "dimension n is 3 in operand 0 (A), axis 1, but 2 in",
                 CALL(sample_product, &options, &M, &W, &y));
}

static void test_refuses_axes(void **state)
{
    (void)state;
    double a[12] = {0};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 2, SHAPE(3, 4), NULL), C = {0};
    weft_array row = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_options options = {.target = WEFT_CPU, AXES(0, 1, 0, 2, 0, 1)};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "matmul: operand 1 (B) has rank 2 and no axis 2",
                 CALL(sample_matmul, &options, &A, &A, &C));
    options = (weft_options){.target = WEFT_CPU, AXES(0, 1, 0, 0, 0, 1)};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "matmul: axis 0 of operand 1 (B) is named twice",
                 CALL(sample_matmul, &options, &A, &A, &C));
    options = (weft_options){.target = WEFT_CPU, AXES(0, 1, 1, 0, 0, -3)};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "matmul: operand 2 (C) has rank 2 and no axis -3",
                 CALL(sample_matmul, &options, &A, &A, &C));
    options = (weft_options){.target = WEFT_CPU, AXES(0, 1, 1, 0)};
    assert_fails(error, WEFT_ERROR_ARGUMENT,
                 "matmul: options.axes has 4 axes; the layout (m,n),(n,p)->(m,p) needs 6",
                 CALL(sample_matmul, &options, &A, &A, &C));
    options = (weft_options){.target = WEFT_CPU, AXES(1, 0, 1, 0, 0, 1)};
    assert_fails(error, WEFT_ERROR_SHAPE, /* the caller's numbers of the axes */
                 "dimension n is 3 in operand 0 (A), axis 0, but 4 in operand 1 (B), axis 1",
                 CALL(sample_matmul, &options, &A, &A, &C));
    assert_int_equal(error.axis, 1);
    assert_fails(error, WEFT_ERROR_SHAPE, "operand 1 (B) has rank 1, but the layout",
                 CALL(sample_matmul, &options, &A, &row, &C));
    options.axis = &(int){0};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "options.axes and options.axis are both given",
                 CALL(sample_matmul, &options, &A, &A, &C));
    options.axes = NULL;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "options.axis needs one core dimension",
                 CALL(sample_matmul, &options, &A, &A, &C));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "add: options.axis is for ufuncs with core dimensions",
                 CALL(sample_add, &options, &A, &A, &C));
    options = (weft_options){.target = WEFT_CPU, .keepdims = true};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "options.keepdims needs inputs of equal core rank",
                 CALL(sample_matmul, &options, &A, &A, &C));
    assert_int_equal(C.dtype, WEFT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takes_core_axes_from_anywhere),
        cmocka_unit_test(test_takes_one_axis_for_all),
        cmocka_unit_test(test_keeps_core_axes),
        cmocka_unit_test(test_dimensions_may_be_missing),
        cmocka_unit_test(test_refuses_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
