/* special.c: declared reductions one by one: their results, their errors, and what they refuse. */
#include <complex.h>
#include <math.h>
#include <sys/resource.h>

#include "declared.h"
#include "declared_tests.h"

static weft_error error;

#define VIEW(data, DTYPE, ...)                                                        \
    weft_array_view(data, DTYPE, (int)(sizeof(SHAPE(__VA_ARGS__)) / sizeof(int64_t)), \
                    SHAPE(__VA_ARGS__), NULL)

static weft_options options(void)
{
    return (weft_options){.target = target};
}

static double number(const weft_array *array)
{
    assert_int_equal(array->dtype, WEFT_FLOAT64);
    return *(const double *)array->data;
}

/* By hand: a norm, a mean whose finish gets the count, a product of complex numbers, a mask. */
void test_results(void **state)
{
    (void)state;
    const weft_options own = options();
    double x[2][3] = {{3, 1, 2}, {4, 2, 2}};
    float f[4] = {0.5f, 1.5f, 2.5f, 7.5f};
    double complex z[2] = {1 + 2 * I, 3}, w[2] = {I, 2 - I};
    bool chosen[4] = {true, false, true, false};
    weft_array a = VIEW(x, WEFT_FLOAT64, 2, 3), y = {0};
    assert_ok(error, weft_norm(&a, &y, NULL, &own, &error));
    assert_memory_equal(y.data, ((double[]){5, sqrt(5), sqrt(8)}), 24);
    weft_array_clear(&y);
    a = VIEW(f, WEFT_FLOAT32, 4);
    assert_ok(error, weft_average(&a, &y, NULL, &own, &error));
    assert_true(*(float *)y.data == 3.0f);
    weft_array_clear(&y);
    weft_array mask = VIEW(chosen, WEFT_BOOL, 4);
    weft_reduction how = {.where = &mask};
    assert_ok(error, weft_average(&a, &y, &how, &own, &error));
    assert_true(*(float *)y.data == 1.5f);
    weft_array_clear(&y);
    weft_array p = VIEW(z, WEFT_COMPLEX128, 2), q = VIEW(w, WEFT_COMPLEX128, 2);
    assert_ok(error, weft_inner(&p, &q, &y, NULL, &own, &error));
    assert_true(*(double complex *)y.data == (1 + 2 * I) * I + 3 * (2 - I));
    weft_array_clear(&y);
    weft_array two = weft_scalar_f64(2); /* weak: the loop is float32's */
    assert_ok(error, weft_inner(&two, &a, &y, NULL, &own, &error));
    assert_int_equal(y.dtype, WEFT_FLOAT32);
    assert_true(*(float *)y.data == 24.0f);
    weft_array_clear(&y);
}

/* What the mask leaves out is not mapped; a test that never ends says that it was. */
void test_masked(void **state)
{
    (void)state;
    const weft_options own = options();
    int64_t x[6] = {12, 0, 5, 0, 0, 40};
    bool chosen[6] = {true, false, true, false, false, true};
    weft_array a = VIEW(x, WEFT_INT64, 6), mask = VIEW(chosen, WEFT_BOOL, 6), y = {0};
    weft_reduction how = {.where = &mask};
    assert_ok(error, weft_odd_product(&a, &y, &how, &own, &error));
    assert_int_equal(*(int64_t *)y.data, 3 * 5 * 5);
    weft_array_clear(&y);
}

/* Bytes of address space that the process has. */
static rlim_t used_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld", &pages), 1);
    fclose(file);
    return (rlim_t)pages * 4096;
}

/* The elements of a row times those of a column would take 2 GiB. */
void test_one_pass(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* a sanitizer has an address space of its own */
#endif
    enum { SIDE = 1 << 14 };
    static double x[SIDE];
    const weft_options own = options();
    struct rlimit before, tight;
    if (target == WEFT_GPU)
        skip(); /* its memory is not the process's */
    for (int k = 0; k < SIDE; k++)
        x[k] = k % 3;
    weft_array row = VIEW(x, WEFT_FLOAT64, 1, SIDE), column = VIEW(x, WEFT_FLOAT64, SIDE, 1),
               y = {0};
    weft_reduction how = {.all = true};
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    tight = before;
    tight.rlim_cur = used_bytes() + ((rlim_t)1 << 30);
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    weft_status status = weft_inner(&row, &column, &y, &how, &own, &error);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_ok(error, status);
    assert_true(number(&y) == 16383.0 * 16383.0); /* what 0 + 1 + 2 + 0 + … is */
    weft_array_clear(&y);
}

/* No elements: initial, which is not mapped, else the identity; both are finished. */
void test_nothing(void **state)
{
    (void)state;
    const weft_options own = options();
    double none = 0;
    weft_array empty = VIEW(&none, WEFT_FLOAT64, 0), y = {0}, nine = weft_scalar_f64(9);
    weft_reduction how = {.initial = &nine};
    assert_ok(error, weft_norm(&empty, &y, NULL, &own, &error));
    assert_true(number(&y) == 0);
    weft_array_clear(&y);
    assert_ok(error, weft_norm(&empty, &y, &how, &own, &error));
    assert_true(number(&y) == 3);
    weft_array_clear(&y);
    assert_ok(error, weft_positive(&empty, &y, NULL, &own, &error));
    assert_int_equal(*(int32_t *)y.data, -1); /* the count is 0 */
    weft_array_clear(&y);
    weft_array weights = VIEW(&none, WEFT_INT32, 2, 0), f = VIEW(&none, WEFT_FLOAT32, 2, 0);
    empty = VIEW(&none, WEFT_FLOAT64, 2, 0);
    assert_ok(error, weft_largest(&weights, &f, &empty, &y, NULL, &own, &error));
    assert_int_equal(y.shape[0], 0); /* of lanes that would have elements */
    weft_array_clear(&y);
    how = (weft_reduction){.all = true};
    assert_fails(error, WEFT_ERROR_SHAPE, "largest.reduce: largest has no identity",
                 weft_largest(&weights, &f, &empty, &y, &how, &own, &error));
    how.initial = &nine;
    assert_ok(error, weft_largest(&weights, &f, &empty, &y, &how, &own, &error));
    assert_true(number(&y) == 9);
    weft_array_clear(&y);
}

/* A result that lies over an operand is that on copies. */
void test_overlap(void **state)
{
    (void)state;
    const weft_options own = options();
    enum { ROWS = 3, COLUMNS = 700 };
    static double x[ROWS][COLUMNS], kept[ROWS][COLUMNS], apart[COLUMNS];
    for (int k = 0; k < ROWS * COLUMNS; k++)
        x[k / COLUMNS][k % COLUMNS] = kept[k / COLUMNS][k % COLUMNS] = sin(k);
    weft_array a = VIEW(kept, WEFT_FLOAT64, ROWS, COLUMNS),
               b = VIEW(x, WEFT_FLOAT64, ROWS, COLUMNS);
    weft_array y = VIEW(apart, WEFT_FLOAT64, COLUMNS), over = VIEW(x[1], WEFT_FLOAT64, COLUMNS);
    assert_ok(error, weft_inner(&a, &a, &y, NULL, &own, &error));
    assert_ok(error, weft_inner(&b, &a, &over, NULL, &own, &error));
    assert_memory_equal(x[1], apart, sizeof apart);
    assert_memory_equal(x[0], kept[0], sizeof apart);
    memcpy(x, kept, sizeof x);
    assert_ok(error, weft_norm(&a, &y, NULL, &own, &error));
    assert_ok(error, weft_norm(&b, &over, NULL, &own, &error));
    assert_memory_equal(x[1], apart, sizeof apart);
}

/* The loop: by the operands, by dtype, by signature; and the casts that casting allows. */
void test_loops(void **state)
{
    (void)state;
    weft_options own = options();
    float x[2] = {3, 4};
    int32_t n[2] = {3, 4}, whole = 7;
    weft_array a = VIEW(x, WEFT_FLOAT32, 2), y = {0}, b = VIEW(n, WEFT_INT32, 2);
    assert_ok(error, weft_norm(&a, &y, NULL, &own, &error));
    assert_int_equal(y.dtype, WEFT_FLOAT32);
    weft_array_clear(&y);
    assert_ok(error, weft_norm(&b, &y, NULL, &own, &error)); /* the first that int32 casts to */
    assert_true(number(&y) == 5);
    weft_array_clear(&y);
    own.dtype = WEFT_FLOAT64;
    assert_ok(error, weft_norm(&a, &y, NULL, &own, &error));
    assert_true(number(&y) == 5);
    weft_array_clear(&y);
    own.dtype = WEFT_NONE;
    own.signature = (weft_dtype[]){WEFT_FLOAT16, WEFT_NONE};
    assert_ok(error, weft_norm(&a, &y, NULL, &own, &error));
    assert_int_equal(y.dtype, WEFT_FLOAT16);
    weft_array_clear(&y);
    own.casting = WEFT_CASTING_SAFE;
    assert_fails(error, WEFT_ERROR_DTYPE, "casting safe does not allow the loop",
                 weft_norm(&a, &y, NULL, &own, &error));
    own = options();
    weft_array given = weft_array_view(&whole, WEFT_INT32, 0, NULL, NULL);
    assert_fails(error, WEFT_ERROR_DTYPE, "to write its float32 there",
                 weft_norm(&a, &given, NULL, &own, &error));
    assert_int_equal(whole, 7);
    own.casting = WEFT_CASTING_UNSAFE;
    assert_ok(error, weft_norm(&a, &given, NULL, &own, &error));
    assert_int_equal(whole, 5);
}

/* Errors say which operand, and leave the result as it was. */
void test_wrong(void **state)
{
    (void)state;
    const weft_options own = options();
    double x[6] = {1, 2, 3, 4, 5, 6}, kept = 7;
    bool flags[3] = {true, true, true};
    weft_array a = VIEW(x, WEFT_FLOAT64, 2, 3), b = VIEW(x, WEFT_FLOAT64, 2), y = {0};
    weft_array given = weft_array_view(&kept, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array mask = VIEW(flags, WEFT_BOOL, 3), broken = a;
    const weft_array *operands[] = {&a, NULL};
    weft_reduction how = {.where = &mask, .axes = (int[]){2}, .axis_count = 1};
    assert_fails(error, WEFT_ERROR_SHAPE, "operand 1 (y) has size 2 along axis 0",
                 weft_inner(&a, &b, &y, NULL, &own, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "inner.reduce: operand 1 (y) is NULL",
                 weft_reduce_inputs(&weft_ufunc_inner, operands, &y, NULL, &own, &error));
    assert_int_equal(error.operand, 1);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "weft_reduce_inputs: operands is NULL",
                 weft_reduce_inputs(&weft_ufunc_inner, NULL, &y, NULL, &own, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "inner.reduce: it takes 2 operands",
                 weft_reduce(&weft_ufunc_inner, &a, &y, NULL, &own, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "inner.reduce: the result is NULL",
                 weft_inner(&a, &a, NULL, NULL, &own, &error));
    assert_fails(error, WEFT_ERROR_SHAPE, "the result has shape (), but (3,) is needed",
                 weft_inner(&a, &a, &given, NULL, &own, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "there is no axis 2 in an operand of rank 2",
                 weft_inner(&a, &a, &y, &how, &own, &error));
    broken.shape[0] = -1;
    assert_fails(error, WEFT_ERROR_SHAPE, "inner.reduce: operand 1 (y)",
                 weft_inner(&a, &broken, &y, NULL, &own, &error));
    mask.shape[0] = 2;
    how.axes = (int[]){1};
    assert_fails(error, WEFT_ERROR_SHAPE, "where has shape (2,)",
                 weft_inner(&a, &a, &y, &how, &own, &error));
    weft_array half = weft_scalar_f64(0.5);
    how = (weft_reduction){.initial = &half, .all = true};
    assert_fails(error, WEFT_ERROR_DTYPE, "cannot become a value of int64, the dtype of the loop",
                 weft_positive(&a, &y, &how, &own, &error));
    assert_true(kept == 7);
    assert_null(y.data);
}

/* A declared reduction is reduced, and nothing else. */
void test_other_methods(void **state)
{
    (void)state;
    double x[2] = {1, 2};
    int64_t zero = 0;
    weft_array a = VIEW(x, WEFT_FLOAT64, 2), y = {0}, i = VIEW(&zero, WEFT_INT64, 1);
    const weft_ufunc *norm = &weft_ufunc_norm, *inner = &weft_ufunc_inner;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "norm is a reduction: weft_reduce computes it",
                 weft_call(norm, (weft_array *[]){&a, &y}, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "inner is a reduction: weft_reduce_inputs computes it",
                 weft_call(inner, (weft_array *[]){&a, &a, &y}, NULL, &error));
    weft_target chosen;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "norm is a reduction",
                 weft_target_choose(norm, (weft_array *[]){&a, &y}, NULL, &chosen, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "norm.accumulate: norm is a declared reduction",
                 weft_accumulate(norm, &a, &y, 0, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "weft_reduce_inputs computes it",
                 weft_reduceat(inner, &a, &i, &y, 0, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "norm.at: norm is a declared reduction",
                 weft_at(norm, &a, &i, &a, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "inner.outer",
                 weft_outer(inner, &a, &a, &y, NULL, &error));
    assert_true(x[0] == 1 && x[1] == 2);
}
