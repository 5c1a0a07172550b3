/* test_resolve.c: which loop serves which dtypes; seen through the dtype of the allocated result. */
#include "../support/ufunc.h"
#include "check.h"
#include "sample_ufuncs.h"

static weft_error error;

/* A kernel that writes nothing: only the choice of the loop is of interest. */
static void do_nothing(char *const *args, const int64_t *dimensions, const int64_t *steps,
                       const void *data)
{
    (void)args, (void)dimensions, (void)steps, (void)data;
}

#define LOOP(TEXT, ...) UFUNC_LOOP(TEXT, 0, __VA_ARGS__)
static const weft_loop loops[] = {
    LOOP("float32(float32, int32)", WEFT_FLOAT32, WEFT_INT32, WEFT_FLOAT32),
    LOOP("float64(float64, int32)", WEFT_FLOAT64, WEFT_INT32, WEFT_FLOAT64),
    LOOP("complex64(complex64, complex64)", WEFT_COMPLEX64, WEFT_COMPLEX64, WEFT_COMPLEX64),
    LOOP("complex128(complex128, complex128)", WEFT_COMPLEX128, WEFT_COMPLEX128, WEFT_COMPLEX128),
};
static weft_kernel *const kernels[] = {do_nothing};
static const weft_module module = UFUNC_MODULE_WITHOUT_FLAGS("test_resolve.c", kernels);
static const weft_operand operands[] = {UFUNC_SCALAR("x"), UFUNC_SCALAR("n"),
                                        UFUNC_SCALAR("result")};
static const weft_ufunc scale =
    UFUNC("scale", "(),()->()", 2, 1, operands, loops, UFUNC_COUNT(loops), .module = &module,
          .flags = WEFT_UFUNC_ELEMENTWISE);

/* The dtype of the result, WEFT_NONE if there is no loop. */
static weft_dtype result_dtype(weft_array a, weft_array b)
{
    weft_array c = {0};
    if (weft_call(&scale, (weft_array *[]){&a, &b, &c}, NULL, &error) != WEFT_OK)
        return WEFT_NONE;
    weft_dtype dtype = (weft_dtype)c.dtype;
    weft_array_clear(&c);
    return dtype;
}

static double memory[2];

static weft_array of(weft_dtype dtype)
{
    return weft_array_view(memory, dtype, 0, NULL, NULL);
}

static void test_prefers_exact_then_first_safe(void **state)
{
    (void)state;
    assert_int_equal(result_dtype(of(WEFT_FLOAT64), of(WEFT_INT32)), WEFT_FLOAT64);
    assert_int_equal(result_dtype(of(WEFT_FLOAT16), of(WEFT_INT8)), WEFT_FLOAT32);
    assert_int_equal(result_dtype(of(WEFT_BFLOAT16), of(WEFT_BOOL)), WEFT_FLOAT32);
    assert_int_equal(result_dtype(of(WEFT_INT32), of(WEFT_INT32)), WEFT_FLOAT64);
    assert_int_equal(result_dtype(of(WEFT_FLOAT32), of(WEFT_FLOAT32)), WEFT_COMPLEX64);
    assert_int_equal(result_dtype(of(WEFT_FLOAT64), of(WEFT_INT64)), WEFT_COMPLEX128);
}

static void test_bends_weak_scalars(void **state)
{
    (void)state;
    weft_array three = weft_scalar_i64(3), half = weft_scalar_f64(0.5);
    weft_array turn = weft_scalar_c128(0, 1);
    /* the integer would be float64 beside float64, but better int32 than all complex */
    assert_int_equal(result_dtype(of(WEFT_FLOAT64), three), WEFT_FLOAT64);
    assert_int_equal(result_dtype(of(WEFT_FLOAT32), turn), WEFT_COMPLEX64);
    assert_int_equal(result_dtype(of(WEFT_FLOAT64), turn), WEFT_COMPLEX128);
    assert_int_equal(result_dtype(of(WEFT_INT8), turn), WEFT_COMPLEX128);
    assert_int_equal(result_dtype(half, of(WEFT_INT32)), WEFT_FLOAT64);
    assert_int_equal(result_dtype(of(WEFT_INT16), weft_scalar_i64(40000)), WEFT_FLOAT32);
    assert_int_equal(result_dtype(of(WEFT_INT16), weft_scalar_i64(INT64_C(1) << 40)), WEFT_NONE);
    assert_non_null(strstr(error.text, "the integer 1099511627776, is no value of int32"));
}

static void test_reports_all_loops(void **state)
{
    (void)state;
    weft_ufunc narrow = scale;
    narrow.loop_count = 1;
    weft_array a = of(WEFT_FLOAT64), three = weft_scalar_i64(3), c = {0};
    const weft_options safe = {.casting = WEFT_CASTING_SAFE};
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "no loop of scale takes (float64, scalar int64); it has: float32(float32, int32)",
                 weft_call(&narrow, (weft_array *[]){&a, &three, &c}, &safe, &error));
    weft_array single = of(WEFT_FLOAT32);
    assert_ok(error, weft_call(&narrow, (weft_array *[]){&single, &three, &c}, NULL, &error));
    weft_array_clear(&c); /* the integer was bent to int32 */
    weft_array large = weft_scalar_i64(INT64_C(1) << 40);
    assert_fails(error, WEFT_ERROR_DTYPE, "is no value of int32",
                 weft_call(&narrow, (weft_array *[]){&single, &large, &c}, NULL, &error));
}

/* Where no loop is safe: the only one that casting allows, with the values that a cast gives. */
static void test_casts_to_the_only_loop(void **state)
{
    (void)state;
    weft_options options = {.casting = WEFT_CASTING_SAFE};
    weft_ufunc narrow = scale;
    narrow.loop_count = 1;
    weft_array wide = of(WEFT_INT64), x = of(WEFT_FLOAT32),
               large = weft_scalar_i64(INT64_C(1) << 40);
    weft_array c = {0}, real = of(WEFT_FLOAT64);
    assert_ok(error, weft_call(&narrow, (weft_array *[]){&x, &wide, &c}, NULL, &error));
    assert_int_equal(c.dtype, WEFT_FLOAT32);
    weft_array_clear(&c);
    assert_fails(error, WEFT_ERROR_DTYPE, "no loop of scale takes (float32, int64); it has",
                 weft_call(&narrow, (weft_array *[]){&x, &wide, &c}, &options, &error));
    assert_fails(error, WEFT_ERROR_DTYPE, "no loop of scale takes (float32, float64); it has",
                 weft_call(&narrow, (weft_array *[]){&x, &real, &c}, NULL, &error));
    options.casting = WEFT_CASTING_UNSAFE;
    assert_ok(error, weft_call(&narrow, (weft_array *[]){&x, &real, &c}, &options, &error));
    weft_array_clear(&c);
    assert_fails(error, WEFT_ERROR_DTYPE, "the integer 1099511627776, is no value of int32",
                 weft_call(&narrow, (weft_array *[]){&real, &large, &c}, NULL, &error));
    narrow.loop_count = 2; /* both of them */
    assert_fails(
        error, WEFT_ERROR_DTYPE,
        "no loop of scale takes (float32, int64) safely, and casting same_kind allows 2 of "
        "them, of which dtype or signature chooses one; it has: float32(float32, int32); ",
        weft_call(&narrow, (weft_array *[]){&x, &wide, &c}, NULL, &error));
    options = (weft_options){.dtype = WEFT_FLOAT64};
    assert_ok(error, weft_call(&narrow, (weft_array *[]){&x, &wide, &c}, &options, &error));
    weft_array_clear(&c);
}

/* int32 from int32, any steps; int64 of the caller's wraps on the way. */
static void add_int32(char *const *args, const int64_t *dimensions, const int64_t *steps,
                      const void *data)
{
    const weft_rows *rows = data;
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t k = 0; k < dimensions[0]; k++) {
            int32_t value[2];
            char *at[3];
            for (int i = 0; i < 3; i++)
                at[i] = args[i] + k * steps[i] + (rows ? row * rows->steps[i] : 0);
            memcpy(&value[0], at[0], sizeof *value);
            memcpy(&value[1], at[1], sizeof *value);
            value[0] += value[1];
            memcpy(at[2], value, sizeof *value);
        }
}

static void test_casts_values_of_inputs(void **state)
{
    (void)state;
    const weft_loop sums[] = {LOOP("int32(int32, int32)", WEFT_INT32, WEFT_INT32, WEFT_INT32)};
    static weft_kernel *const adding[] = {add_int32};
    const weft_module sums_module = UFUNC_MODULE_WITHOUT_FLAGS("test_resolve.c", adding);
    weft_ufunc sum = scale;
    sum.module = &sums_module;
    sum.flags |= WEFT_UFUNC_REORDERABLE;
    sum.loop_count = 1;
    sum.loops = sums;
    int64_t wide[4] = {(INT64_C(1) << 32) + 5, -1, 7, -(INT64_C(1) << 40)}, two[1] = {1};
    int32_t all = 0, narrow[4];
    weft_array x = weft_array_view(wide, WEFT_INT64, 1, SHAPE(4), NULL);
    weft_array one = weft_array_view(two, WEFT_INT64, 1, SHAPE(1), NULL);
    weft_array y = weft_array_view(narrow, WEFT_INT32, 1, SHAPE(4), NULL);
    weft_array total = weft_array_view(&all, WEFT_INT32, 0, NULL, NULL);
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_options options = {.target = target};
        weft_array found = {0};
        memset(narrow, 0, sizeof narrow);
        assert_fails(error, WEFT_ERROR_DTYPE,
                     "is 4294967301 at index (0,), which is no value of int32",
                     weft_call(&sum, (weft_array *[]){&x, &one, &y}, &options, &error));
        assert_int_equal(error.operand, 0);
        assert_fails(error, WEFT_ERROR_DTYPE,
                     "is 4294967301 at index (0,), which is no value of int32",
                     weft_reduce(&sum, &x, &total, NULL, &options, &error));
        assert_fails(error, WEFT_ERROR_DTYPE,
                     "is 4294967301 at index (0,), which is no value of int32",
                     weft_accumulate(&sum, &x, &found, 0, &options, &error));
        assert_int_equal(found.dtype, WEFT_NONE);
        assert_memory_equal(narrow, ((int32_t[4]){0}), sizeof narrow);
        assert_int_equal(all, 0);
        assert_fails(error, WEFT_ERROR_DTYPE, "is -1099511627776 at index (3,)",
                     weft_call_range(&sum, (weft_array *[]){&x, &one, &y}, 2, 4, &options, &error));
        assert_ok(error,
                  weft_call_range(&sum, (weft_array *[]){&x, &one, &y}, 1, 3, &options, &error));
        assert_memory_equal(narrow, ((int32_t[]){0, 0, 8, 0}), sizeof narrow);
        options.casting = WEFT_CASTING_UNSAFE;
        assert_ok(error, weft_call(&sum, (weft_array *[]){&x, &one, &y}, &options, &error));
        assert_memory_equal(narrow, ((int32_t[]){6, 0, 8, 1}), sizeof narrow);
        assert_ok(error, weft_reduce(&sum, &x, &total, NULL, &options, &error));
        assert_int_equal(all, 11);
        all = 0;
        assert_ok(error, weft_accumulate(&sum, &x, &found, 0, &options, &error));
        assert_int_equal(found.dtype, WEFT_INT32);
        assert_memory_equal(found.data, ((int32_t[]){5, 4, 11, 11}), sizeof narrow);
        weft_array_clear(&found);
        options.casting = WEFT_CASTING_SAFE;
        assert_fails(error, WEFT_ERROR_DTYPE, "no loop of",
                     weft_reduce(&sum, &x, &found, NULL, &options, &error));
    }
}

static void test_rules_outputs(void **state)
{
    (void)state;
    weft_array a = of(WEFT_FLOAT64), n = of(WEFT_INT32), c = of(WEFT_FLOAT16);
    double out[1];
    c.data = out;
    weft_options no = {.casting = WEFT_CASTING_NO}, equiv = {.casting = WEFT_CASTING_EQUIV};
    assert_ok(error, weft_call(&scale, (weft_array *[]){&a, &n, &c}, NULL, &error));
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "casting no does not allow the loop float64(float64, int32)",
                 weft_call(&scale, (weft_array *[]){&a, &n, &c}, &no, &error));
    c.dtype = WEFT_FLOAT64;
    c.flags = WEFT_ARRAY_SWAPPED;
    assert_ok(error, weft_call(&scale, (weft_array *[]){&a, &n, &c}, &equiv, &error));
    assert_fails(error, WEFT_ERROR_DTYPE, "is byte-swapped float64",
                 weft_call(&scale, (weft_array *[]){&a, &n, &c}, &no, &error));
}

/* The dtype of the result of a call with forced dtypes, WEFT_NONE if it fails. */
static weft_dtype forced_dtype(weft_array a, weft_array b, const weft_options *options)
{
    weft_array c = {0};
    if (weft_call(&scale, (weft_array *[]){&a, &b, &c}, options, &error) != WEFT_OK)
        return WEFT_NONE;
    weft_dtype dtype = (weft_dtype)c.dtype;
    weft_array_clear(&c);
    return dtype;
}

static void test_forces_a_loop_by_its_result(void **state)
{
    (void)state;
    weft_options options = {.dtype = WEFT_FLOAT32};
    assert_int_equal(forced_dtype(of(WEFT_FLOAT64), of(WEFT_INT32), &options), WEFT_FLOAT32);
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), weft_scalar_i64(7), &options), WEFT_FLOAT32);
    options.dtype = WEFT_COMPLEX128;
    assert_int_equal(forced_dtype(of(WEFT_INT8), of(WEFT_FLOAT64), &options), WEFT_COMPLEX128);
    options = (weft_options){.dtype = WEFT_FLOAT32, .casting = WEFT_CASTING_SAFE};
    assert_int_equal(forced_dtype(of(WEFT_FLOAT64), of(WEFT_INT32), &options), WEFT_NONE);
    assert_non_null(strstr(error.text,
                           "scale: operand 0 (x) is float64, and casting safe does not "
                           "allow the loop float32(float32, int32) to read it as float32"));
    assert_int_equal(error.operand, 0);
    options.casting = WEFT_CASTING_DEFAULT;
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), of(WEFT_FLOAT32), &options), WEFT_NONE);
    assert_int_equal(error.operand, 1); /* float to integer is no same_kind cast */
    options.casting = WEFT_CASTING_UNSAFE;
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), of(WEFT_FLOAT32), &options), WEFT_FLOAT32);
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), weft_scalar_i64(INT64_C(1) << 40), &options),
                     WEFT_NONE);
    assert_non_null(strstr(error.text, "the integer 1099511627776, is no value of int32"));
    options.dtype = WEFT_INT8;
    assert_int_equal(forced_dtype(of(WEFT_INT8), of(WEFT_INT8), &options), WEFT_NONE);
    assert_non_null(
        strstr(error.text, "no loop of scale gives int8; it has: float32(float32, int"));
}

static void test_forces_a_loop_by_its_signature(void **state)
{
    (void)state;
    weft_dtype signature[3] = {WEFT_FLOAT64, WEFT_NONE, WEFT_NONE};
    weft_options options = {.signature = signature};
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), of(WEFT_INT8), &options), WEFT_FLOAT64);
    assert_int_equal(forced_dtype(weft_scalar_f64(1), weft_scalar_i64(2), &options), WEFT_FLOAT64);
    /* of several loops that have it: exact, then safe, then the last that casting allows */
    signature[0] = WEFT_NONE;
    signature[1] = WEFT_INT32;
    assert_int_equal(forced_dtype(of(WEFT_FLOAT64), of(WEFT_INT32), &options), WEFT_FLOAT64);
    assert_int_equal(forced_dtype(of(WEFT_INT64), of(WEFT_INT8), &options), WEFT_FLOAT64);
    assert_int_equal(forced_dtype(of(WEFT_INT64), of(WEFT_INT64), &options), WEFT_FLOAT64);
    signature[0] = WEFT_FLOAT64;
    signature[1] = WEFT_FLOAT32;
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), of(WEFT_INT8), &options), WEFT_NONE);
    assert_non_null(
        strstr(error.text, "no loop of scale has the signature (float64, float32 -> any); it has"));
    signature[1] = (weft_dtype)77;
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), of(WEFT_INT8), &options), WEFT_NONE);
    assert_non_null(strstr(error.text, "options.signature[1] is 77, which is no dtype"));
    options.dtype = WEFT_FLOAT64;
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), of(WEFT_INT8), &options), WEFT_NONE);
    assert_non_null(strstr(error.text, "options.dtype and options.signature are both given"));
    options = (weft_options){.dtype = (weft_dtype)77};
    assert_int_equal(forced_dtype(of(WEFT_FLOAT32), of(WEFT_INT8), &options), WEFT_NONE);
    assert_non_null(strstr(error.text, "options.dtype is 77, which is no dtype"));
}

/* Loops that give float64 whatever they take; each writes what its inputs are. */
#define SERVES(NAME, DTYPE)                                                              \
    static void NAME(char *const *args, const int64_t *dimensions, const int64_t *steps, \
                     const void *data)                                                   \
    {                                                                                    \
        (void)dimensions, (void)steps, (void)data;                                       \
        memcpy(args[2], &(double){DTYPE}, sizeof(double));                               \
    }
SERVES(serve_int8, WEFT_INT8)
SERVES(serve_int64, WEFT_INT64)
SERVES(serve_float64, WEFT_FLOAT64)
SERVES(serve_uint64, WEFT_UINT64)
#define QUOTIENT(TEXT, DTYPE, INDEX) \
    UFUNC_LOOP("float64(" TEXT ", " TEXT ")", INDEX, DTYPE, DTYPE, WEFT_FLOAT64)
static const weft_loop quotients[] = {
    QUOTIENT("int8", WEFT_INT8, 0), QUOTIENT("int64", WEFT_INT64, 1),
    QUOTIENT("float64", WEFT_FLOAT64, 2),
    UFUNC_LOOP("float64(int64, uint64)", 3, WEFT_INT64, WEFT_UINT64, WEFT_FLOAT64)};
static weft_kernel *const serving[] = {serve_int8, serve_int64, serve_float64, serve_uint64};
static const weft_module quotient_module = UFUNC_MODULE_WITHOUT_FLAGS("test_resolve.c", serving);
static const weft_ufunc quotient =
    UFUNC("quotient", "(),()->()", 2, 1, operands, quotients, UFUNC_COUNT(quotients),
          .module = &quotient_module, .flags = WEFT_UFUNC_ELEMENTWISE);

/* The dtype that the chosen loop takes. */
static int taken(weft_array a, weft_array b, const weft_options *options)
{
    double result = WEFT_NONE;
    weft_array c = weft_array_view(&result, WEFT_FLOAT64, 0, NULL, NULL);
    assert_ok(error, weft_call(&quotient, (weft_array *[]){&a, &b, &c}, options, &error));
    return (int)result;
}

static void test_forces_loops_that_lose_least(void **state)
{
    (void)state;
    weft_options options = {.target = WEFT_CPU, .dtype = WEFT_FLOAT64};
    assert_int_equal(taken(of(WEFT_INT8), of(WEFT_INT8), &options), WEFT_INT8);
    assert_int_equal(taken(of(WEFT_INT8), of(WEFT_INT32), &options), WEFT_INT64);
    assert_int_equal(taken(of(WEFT_UINT64), of(WEFT_INT8), &options), WEFT_FLOAT64);
    options.casting = WEFT_CASTING_UNSAFE; /* to float64, not to int8 */
    assert_int_equal(taken(of(WEFT_COMPLEX64), of(WEFT_COMPLEX64), &options), WEFT_FLOAT64);
    const weft_options whole = {.target = WEFT_CPU,
                                .casting = WEFT_CASTING_UNSAFE,
                                .signature = (weft_dtype[]){WEFT_INT64, WEFT_NONE, WEFT_NONE}};
    assert_int_equal(taken(of(WEFT_FLOAT16), of(WEFT_INT16), &whole), WEFT_INT64); /* not uint64 */
    assert_int_equal(taken(of(WEFT_FLOAT16), of(WEFT_UINT16), &whole), WEFT_UINT64);
    /* a literal out of range counts as the int64 that it is, as without dtype */
    options.casting = WEFT_CASTING_DEFAULT;
    assert_int_equal(taken(of(WEFT_INT8), weft_scalar_i64(100), &options), WEFT_INT8);
    assert_int_equal(taken(of(WEFT_INT8), weft_scalar_i64(300), &options), WEFT_INT64);
    options.dtype = WEFT_NONE;
    assert_int_equal(taken(of(WEFT_INT8), weft_scalar_i64(300), &options), WEFT_INT64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prefers_exact_then_first_safe),
        cmocka_unit_test(test_bends_weak_scalars),
        cmocka_unit_test(test_reports_all_loops),
        cmocka_unit_test(test_casts_to_the_only_loop),
        cmocka_unit_test(test_casts_values_of_inputs),
        cmocka_unit_test(test_rules_outputs),
        cmocka_unit_test(test_forces_a_loop_by_its_result),
        cmocka_unit_test(test_forces_a_loop_by_its_signature),
        cmocka_unit_test(test_forces_loops_that_lose_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
