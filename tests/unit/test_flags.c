/* test_flags.c: the floating-point flags of a call. */
#include <fenv.h>
#include <math.h>

#include "check.h"
#include "fold_ufuncs.h"
#include "sample_ufuncs.h"

static weft_error error;

#define CALL(ufunc, options, ...) \
    weft_call(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, &error)

enum { N = 5000 };
static double a[N], b[N], c[N];

static weft_array of(double *data)
{
    return weft_array_view(data, WEFT_FLOAT64, 1, SHAPE(N), NULL);
}

static void test_tells_what_was_raised(void **state)
{
    (void)state;
    const struct {
        double a, b;
        unsigned flags;
    } cases[] = {
        {1, 2, 0},
        {1e308, 1e308, WEFT_FLOATING_OVERFLOW},
        {INFINITY, -INFINITY, WEFT_FLOATING_INVALID},
        {NAN, 1, 0},
        {0.1, 1e-30, 0}, /* inexact is none of them */
    };
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            weft_array A = of(a), B = of(b), C = of(c);
            unsigned flags = 0;
            weft_options options = {.target = target, .floating_flags = &flags};
            memset(a, 0, sizeof a);
            memset(b, 0, sizeof b);
            a[N - 7] = cases[k].a; /* one element, of the last thread */
            b[N - 7] = cases[k].b;
            feclearexcept(FE_ALL_EXCEPT);
            assert_ok(error, CALL(sample_add, &options, &A, &B, &C));
            assert_int_equal(flags, cases[k].flags);
            assert_int_equal(fetestexcept(FE_ALL_EXCEPT), 0);
        }
}

/* Of a range, flags are those of its own items. */
static void test_flags_of_ranges(void **state)
{
    (void)state;
    weft_array A = of(a), B = of(b), C = of(c);
    unsigned flags = 0;
    weft_options options = {.floating_flags = &flags};
    weft_array *operands[] = {&A, &B, &C};
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    a[N - 7] = b[N - 7] = 1e308;
    for (options.target = WEFT_CPU; options.target <= WEFT_PARALLEL; options.target++) {
        assert_ok(error, weft_call_range(&sample_add, operands, 0, N - 7, &options, &error));
        assert_ok(error, weft_call_range(&sample_add, operands, N - 6, N, &options, &error));
        assert_int_equal(flags, 0);
        assert_ok(error, weft_call_range(&sample_add, operands, N - 9, N, &options, &error));
        assert_int_equal(flags, WEFT_FLOATING_OVERFLOW);
        flags = 0;
    }
}

static void test_flags_are_sticky(void **state)
{
    (void)state;
    weft_array A = of(a), B = of(b), C = of(c);
    unsigned flags = WEFT_FLOATING_DIVIDE;
    weft_options options = {.target = WEFT_CPU, .floating_flags = &flags};
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_OVERFLOW); /* the caller's own */
    assert_ok(error, CALL(sample_add, &options, &A, &B, &C));
    assert_int_equal(flags, WEFT_FLOATING_DIVIDE);
    assert_true(fetestexcept(FE_ALL_EXCEPT) == FE_OVERFLOW);
    feclearexcept(FE_ALL_EXCEPT);
    a[5] = b[5] = 1e308; /* two more, of one call */
    a[N - 5] = INFINITY;
    b[N - 5] = -INFINITY;
    assert_ok(error, CALL(sample_add, &options, &A, &B, &C));
    assert_int_equal(flags, WEFT_FLOATING_DIVIDE | WEFT_FLOATING_OVERFLOW | WEFT_FLOATING_INVALID);
}

static void test_casts_count(void **state)
{
    (void)state;
    float narrow[N];
    weft_array A = of(a), B = of(b);
    weft_array C = weft_array_view(narrow, WEFT_FLOAT32, 1, SHAPE(N), NULL);
    unsigned flags = 0;
    weft_options options = {.target = WEFT_CPU, .floating_flags = &flags};
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    a[3] = 1e200;
    assert_ok(error, CALL(sample_add, &options, &A, &B, &C)); /* its result */
    assert_int_equal(flags, WEFT_FLOATING_OVERFLOW);
    a[3] = 1e-60;
    flags = 0;
    options.dtype = WEFT_FLOAT32;
    assert_ok(error, CALL(sample_add, &options, &A, &B, &C)); /* its operand */
    assert_int_equal(flags, WEFT_FLOATING_UNDERFLOW);
}

static void test_what_is_masked_off_raises_none(void **state)
{
    (void)state;
    static bool mask[N];
    weft_array A = of(a), B = of(b), C = {0};
    weft_array M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(N), NULL);
    weft_dtype forced[] = {WEFT_NONE, WEFT_FLOAT32};
    for (int k = 0; k < N; k++) {
        mask[k] = k % 3 == 0;
        a[k] = k % 3 == 0 ? 1 : k % 3 == 1 ? 1e308 : INFINITY;
        b[k] = k % 3 == 2 ? -INFINITY : a[k];
    }
    for (int k = 0; k < 2; k++)
        for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
            unsigned flags = 0;
            weft_options options = {
                .target = target, .where = &M, .floating_flags = &flags, .dtype = forced[k]};
            assert_ok(error, CALL(sample_add, &options, &A, &B, &C));
            assert_int_equal(flags, 0);
            weft_array_clear(&C);
            mask[1] = true;
            assert_ok(error, CALL(sample_add, &options, &A, &B, &C));
            assert_int_equal(flags, WEFT_FLOATING_OVERFLOW);
            weft_array_clear(&C);
            mask[1] = false;
        }
}

static void test_failed_calls_add_none(void **state)
{
    (void)state;
    weft_array A = of(a), B = of(b), C = {0};
    unsigned flags = 0;
    weft_options options = {.target = WEFT_CPU, .floating_flags = &flags};
    B.shape[0] = 7;
    assert_fails(error, WEFT_ERROR_SHAPE, "do not broadcast",
                 CALL(sample_add, &options, &A, &B, &C));
    assert_fails(error, WEFT_ERROR_TARGET, "absent was built without a kernel",
                 CALL(sample_absent, &options, &A, &A, &C));
    assert_int_equal(flags, 0);
}

/* Conversions to 16-bit floats and to integers raise nothing, but for a NaN that becomes an integer. */
static void test_what_conversions_do_not_report(void **state)
{
    (void)state;
    static const struct {
        weft_dtype to;
        double value;
        unsigned flags;
    } rows[] = {
        {WEFT_FLOAT16, 1e6, 0},
        {WEFT_FLOAT16, 1e-9, 0},
        {WEFT_BFLOAT16, 1e39, 0},
        {WEFT_INT32, 1e10, 0},
        {WEFT_INT8, -1e10, 0},
        {WEFT_UINT16, -1, 0},
        {WEFT_INT32, INFINITY, 0},
        {WEFT_INT64, 1e300, 0},
        {WEFT_INT32, NAN, WEFT_FLOATING_INVALID},
        {WEFT_FLOAT32, 1e39, WEFT_FLOATING_OVERFLOW},
        {WEFT_FLOAT32, 1e-42, WEFT_FLOATING_UNDERFLOW},
    };
    static int64_t room[N];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
            unsigned flags = 0;
            weft_array A = of(a), B = of(b);
            weft_array C = weft_array_view(room, rows[k].to, 1, SHAPE(N), NULL);
            weft_options options = {
                .target = target, .casting = WEFT_CASTING_UNSAFE, .floating_flags = &flags};
            memset(a, 0, sizeof a);
            memset(b, 0, sizeof b);
            a[N - 2] = rows[k].value;
            assert_ok(error, CALL(sample_add, &options, &A, &B, &C));
            assert_int_equal(flags, rows[k].flags);
        }
}

static void test_reductions_report_none(void **state)
{
    (void)state;
    unsigned flags = 0;
    weft_array A = of(a), y = {0};
    weft_array at = weft_array_view(&(int64_t){0}, WEFT_INT64, 0, NULL, NULL);
    weft_options options = {.target = WEFT_CPU, .floating_flags = &flags};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "sum.reduce: options.floating_flags",
                 weft_reduce(&fold_sum, &A, &y, NULL, &options, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "sum.accumulate: options.floating_flags",
                 weft_accumulate(&fold_sum, &A, &y, 0, &options, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "sum.at: options.floating_flags",
                 weft_at(&fold_sum, &A, &at, &A, &options, &error));
    assert_int_equal(y.dtype, WEFT_NONE);
    assert_int_equal(flags, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tells_what_was_raised),
        cmocka_unit_test(test_flags_of_ranges),
        cmocka_unit_test(test_flags_are_sticky),
        cmocka_unit_test(test_casts_count),
        cmocka_unit_test(test_what_is_masked_off_raises_none),
        cmocka_unit_test(test_failed_calls_add_none),
        cmocka_unit_test(test_what_conversions_do_not_report),
        cmocka_unit_test(test_reductions_report_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
