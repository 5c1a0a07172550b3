/* test_reduce_loops.c: which loop a reduction has, and in which dtype it is folded. */
#include "check.h"

#include <math.h>

#include "base/cast.h"
#include "fold_ufuncs.h"

static weft_error error;
static const weft_options on_cpu = {.target = WEFT_CPU};

#define VIEW(data, DTYPE, ...)                                                        \
    weft_array_view(data, DTYPE, (int)(sizeof(SHAPE(__VA_ARGS__)) / sizeof(int64_t)), \
                    SHAPE(__VA_ARGS__), NULL)
#define ONE(data, DTYPE) weft_array_view(data, DTYPE, 0, NULL, NULL)

/* A forced loop is judged by the operand, and its result by what takes it. */
static void test_forced_loops(void **state)
{
    (void)state;
    int32_t x[5] = {0, 1, 2, 3, 4};
    int64_t starts[2] = {0, 3}, last = 4, ten = 10;
    double sum = 0, sums[5] = {0}, parts[2] = {0};
    weft_array a = VIEW(x, WEFT_INT32, 5), y = ONE(&sum, WEFT_FLOAT64);
    weft_array at = VIEW(starts, WEFT_INT64, 2);
    weft_options forced = {.target = WEFT_CPU, .dtype = WEFT_INT64};
    weft_dtype named[] = {WEFT_INT64, WEFT_NONE, WEFT_NONE};
    for (int round = 0; round < 2; round++) {
        sum = 0;
        assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &forced, &error));
        assert_true(sum == 10);
        weft_array all = VIEW(sums, WEFT_FLOAT64, 5), two = VIEW(parts, WEFT_FLOAT64, 2);
        assert_ok(error, weft_accumulate(&fold_sum, &a, &all, 0, &forced, &error));
        assert_memory_equal(sums, ((double[]){0, 1, 3, 6, 10}), sizeof sums);
        assert_ok(error, weft_reduceat(&fold_sum, &a, &at, &two, 0, &forced, &error));
        assert_memory_equal(parts, ((double[]){3, 7}), sizeof parts);
        forced = (weft_options){.target = WEFT_CPU, .signature = named};
    }
    weft_array values = VIEW(sums, WEFT_FLOAT64, 5), whole = ONE(&ten, WEFT_INT64);
    forced = (weft_options){.dtype = WEFT_INT64};
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "operand 0 (a) is float64, and casting same_kind does not allow the loop "
                 "int64(int64, int64) to read it as int64",
                 weft_reduce(&fold_sum, &values, &whole, NULL, &forced, &error));
    assert_int_equal(error.operand, 0);
    forced = (weft_options){.dtype = WEFT_FLOAT64};
    assert_fails(error, WEFT_ERROR_DTYPE, "to write its float64 there",
                 weft_reduce(&fold_sum, &a, &whole, NULL, &forced, &error));
    at = ONE(&last, WEFT_INT64);
    forced = (weft_options){.dtype = WEFT_INT64, .casting = WEFT_CASTING_SAFE};
    assert_fails(error, WEFT_ERROR_DTYPE, "to write its int64 there",
                 weft_at(&fold_sum, &a, &at, &whole, &forced, &error));
    assert_int_equal(ten, 10);
}

/* casting no: what a forced loop reads must be in the machine's byte order, as in a call. */
static void test_swapped_operands(void **state)
{
    (void)state;
    int64_t x[2] = {INT64_C(1) << 56, INT64_C(2) << 56}, zero = 0, one = 1;
    weft_array a = VIEW(x, WEFT_INT64, 2), y = {0}, at = ONE(&zero, WEFT_INT64);
    weft_array native = VIEW(&one, WEFT_INT64, 1);
    weft_options forced = {.dtype = WEFT_INT64, .casting = WEFT_CASTING_NO};
    const char *words = "is byte-swapped int64, and casting no does not allow";
    a.flags = WEFT_ARRAY_SWAPPED;
    assert_fails(error, WEFT_ERROR_DTYPE, words,
                 weft_reduce(&fold_sum, &a, &y, NULL, &forced, &error));
    assert_fails(error, WEFT_ERROR_DTYPE, words,
                 weft_accumulate(&fold_sum, &a, &y, 0, &forced, &error));
    a.rank = 0;
    assert_fails(error, WEFT_ERROR_DTYPE, words,
                 weft_at(&fold_sum, &native, &at, &a, &forced, &error));
    a.rank = 1;
    forced.casting = WEFT_CASTING_EQUIV;
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &forced, &error));
    assert_int_equal(*(int64_t *)y.data, 3);
    weft_array_clear(&y);
}

/* A loop of one dtype stands in for another one, but not for one that a signature names. */
static void test_stand_ins(void **state)
{
    (void)state;
    int32_t x[3] = {8, 2, 2};
    int64_t zero = 0;
    weft_array a = VIEW(x, WEFT_INT32, 3), at = VIEW(&zero, WEFT_INT64, 1), y = {0};
    weft_dtype named[] = {WEFT_INT32, WEFT_INT32, WEFT_FLOAT64}, open[] = {0, 0, WEFT_FLOAT64};
    weft_options forced = {.dtype = WEFT_FLOAT64};
    assert_ok(error, weft_reduce(&fold_quotient, &a, &y, NULL, &forced, &error));
    assert_true(*(double *)y.data == 2);
    weft_array_clear(&y);
    forced = (weft_options){.signature = open};
    assert_ok(error, weft_reduce(&fold_quotient, &a, &y, NULL, &forced, &error));
    assert_true(*(double *)y.data == 2);
    weft_array_clear(&y);
    forced.signature = named;
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "quotient.reduce: the three dtypes of the loop float64(int32, int32) must be one",
                 weft_reduce(&fold_quotient, &a, &y, NULL, &forced, &error));
    named[1] = WEFT_NONE;
    assert_fails(error, WEFT_ERROR_DTYPE, "must be one",
                 weft_accumulate(&fold_quotient, &a, &y, 0, &forced, &error));
    double z[3] = {1, 2, 3};
    weft_array b = VIEW(z, WEFT_FLOAT64, 3), given = VIEW(z, WEFT_FLOAT64, 1);
    const char *words = "the three dtypes of the loop float64(float64, int32) must be one";
    assert_fails(error, WEFT_ERROR_DTYPE, words,
                 weft_reduceat(&fold_scale, &a, &at, &given, 0, &on_cpu, &error));
    assert_fails(error, WEFT_ERROR_DTYPE, words,
                 weft_at(&fold_scale, &b, &at, &a, &on_cpu, &error));
    forced.signature = (weft_dtype[]){WEFT_FLOAT64, WEFT_FLOAT64, WEFT_BOOL}; /* truth values */
    assert_ok(error, weft_reduce(&fold_all, &b, &y, NULL, &forced, &error));
    assert_int_equal(y.dtype, WEFT_BOOL);
    assert_true(*(bool *)y.data);
    weft_array_clear(&y);
}

/* An ordinary function has one operand to reduce; others are not ignored. */
static void test_ordinary_functions_have_one_operand(void **state)
{
    (void)state;
    double x[2] = {1, 2};
    weft_array a = VIEW(x, WEFT_FLOAT64, 2), y = {0};
    assert_fails(
        error, WEFT_ERROR_ARGUMENT,
        "sum.reduce: sum is no declared reduction; weft_reduce computes it",
        weft_reduce_inputs(&fold_sum, (const weft_array *[]){&a, &a}, &y, NULL, NULL, &error));
    assert_int_equal(y.dtype, WEFT_NONE);
}

/* The numbers as elements of a 16-bit dtype. */
static void narrow(const double *numbers, int64_t count, weft_dtype dtype, uint16_t *elements)
{
    cast_elements((char *)elements, dtype, 2, false, (const char *)numbers, WEFT_FLOAT64, 8, false,
                  count);
}

static double value_of(const weft_array *array, int64_t k)
{
    double value;
    cast_elements((char *)&value, WEFT_FLOAT64, 8, false, (const char *)array->data + 2 * k,
                  (weft_dtype)array->dtype, 2, false, 1);
    return value;
}

/* float16 and bfloat16 are summed in float32, and rounded once. */
static void test_narrow_floats(void **state)
{
    (void)state;
    const double far[] = {60000, -60000, 60000, -60000}, near[] = {256, 1, 1, 1};
    uint16_t x[4], given;
    bool chosen[4] = {true, true, true, false};
    int64_t starts[2] = {0, 2};
    weft_array a = VIEW(x, WEFT_FLOAT16, 4), square = VIEW(x, WEFT_FLOAT16, 2, 2), y = {0};
    weft_array mask = VIEW(chosen, WEFT_BOOL, 4), at = VIEW(starts, WEFT_INT64, 2);
    weft_options forced = {.dtype = WEFT_FLOAT16};
    narrow(far, 4, WEFT_FLOAT16, x);
    for (int round = 0; round < 2; round++) {
        assert_ok(error,
                  weft_reduce(&fold_narrow_sum, &a, &y, NULL, round ? &forced : NULL, &error));
        assert_int_equal(y.dtype, WEFT_FLOAT16);
        assert_true(value_of(&y, 0) == 0);
        weft_array_clear(&y);
    }
    weft_reduction how = {.all = true};
    assert_ok(error, weft_reduce(&fold_narrow_sum, &square, &y, &how, &on_cpu, &error));
    assert_true(value_of(&y, 0) == 0);
    weft_array_clear(&y);
    how = (weft_reduction){.where = &mask};
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, &how, &on_cpu, &error));
    assert_true(value_of(&y, 0) == 60000);
    weft_array_clear(&y);
    assert_ok(error, weft_reduceat(&fold_narrow_sum, &a, &at, &y, 0, &on_cpu, &error));
    assert_true(value_of(&y, 0) == 0 && value_of(&y, 1) == 0);
    weft_array_clear(&y);
    narrow((const double[]){60000, 60000, -60000, -60000}, 4, WEFT_FLOAT16, x);
    assert_ok(error, weft_accumulate(&fold_narrow_sum, &a, &y, 0, &on_cpu, &error));
    assert_true(isinf(value_of(&y, 3))); /* each of its results is a float16 */
    weft_array_clear(&y);
    assert_ok(error, weft_reduceat(&fold_narrow_sum, &a, &at, &y, 0, &on_cpu, &error));
    assert_true(isinf(value_of(&y, 0)) && isinf(value_of(&y, 1)));
    weft_array_clear(&y);
    narrow(near, 4, WEFT_BFLOAT16, x);
    a.dtype = WEFT_BFLOAT16;
    y = ONE(&given, WEFT_BFLOAT16);
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, NULL, &on_cpu, &error));
    assert_true(value_of(&y, 0) == 260); /* by halves, each rounded: 258 */
}

/* The loop is that of the narrow dtype: so is all that goes in, and what comes out. */
static void test_narrow_loops(void **state)
{
    (void)state;
    float wide[2] = {2049, 1};
    double sum = 0;
    uint16_t x[2];
    narrow((const double[]){2048, 1}, 2, WEFT_FLOAT16, x);
    weft_array a = VIEW(wide, WEFT_FLOAT32, 2), y = ONE(&sum, WEFT_FLOAT64);
    weft_options forced = {.dtype = WEFT_FLOAT16};
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, NULL, &forced, &error));
    assert_true(sum == 2048); /* 2048 + 1, for 2049 is no float16, and neither is the sum */
    a = VIEW(x, WEFT_FLOAT16, 2);
    sum = 0;
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, NULL, &forced, &error));
    assert_true(sum == 2048);
    weft_array initial = weft_scalar_f64(2049), whole = weft_scalar_i64(2049);
    weft_reduction how = {.initial = &initial};
    a = VIEW(x + 1, WEFT_FLOAT16, 1);
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, &how, &forced, &error));
    assert_true(sum == 2048);
    how.initial = &whole;
    a.shape[0] = 0;
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, &how, &forced, &error));
    assert_true(sum == 2048);
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, NULL, &forced, &error));
    assert_true(sum == 0);
    float given;
    y = ONE(&given, WEFT_FLOAT32); /* without a forced loop its own */
    a = VIEW(x, WEFT_FLOAT16, 2);
    assert_ok(error, weft_reduce(&fold_narrow_sum, &a, &y, NULL, &on_cpu, &error));
    assert_true(given == 2049);
}

/* A long sum is within half a unit in the last place, on any number of threads, along any axis. */
static void test_long_narrow_sums(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    static double numbers[COUNT];
    static uint16_t x[COUNT];
    double exact = 0;
    for (int k = 0; k < COUNT; k++)
        numbers[k] = fmod(k * 0.6180339887, 1);
    narrow(numbers, COUNT, WEFT_FLOAT16, x);
    weft_array all = VIEW(x, WEFT_FLOAT16, COUNT), rows = VIEW(x, WEFT_FLOAT16, 40, 500);
    for (int k = 0; k < COUNT; k++)
        exact += value_of(&all, k);
    for (int threads = 0; threads < 4; threads++) {
        weft_array y = {0};
        weft_options options = {.target = threads ? WEFT_PARALLEL : WEFT_CPU, .threads = threads};
        assert_ok(error, weft_reduce(&fold_narrow_sum, &all, &y, NULL, &options, &error));
        assert_true(fabs(value_of(&y, 0) - exact) <= 4); /* multiples of 8 from 8192 on */
        weft_array_clear(&y);
        assert_ok(error, weft_reduce(&fold_narrow_sum, &rows, &y, NULL, &options, &error));
        for (int k = 0; k < 500; k++) {
            double column = 0;
            for (int row = 0; row < 40; row++)
                column += value_of(&all, 500 * row + k);
            assert_true(fabs(value_of(&y, k) - column) <= column * 0x1p-11);
        }
        weft_array_clear(&y);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forced_loops),
        cmocka_unit_test(test_swapped_operands),
        cmocka_unit_test(test_stand_ins),
        cmocka_unit_test(test_ordinary_functions_have_one_operand),
        cmocka_unit_test(test_narrow_floats),
        cmocka_unit_test(test_narrow_loops),
        cmocka_unit_test(test_long_narrow_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
