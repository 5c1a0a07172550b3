/* The arithmetic that ships: all pairs of 8-bit integers against wide integers, and the special
 * values of floats against a table of NumPy's results. */
#include "shipped.h"

#include <complex.h>
#include <math.h>

enum { BYTES = 256, PAIRS = BYTES * BYTES };

/* What a ufunc of two integers must give, before it wraps to the operands' width. */
typedef long long integer_oracle(long long a, long long b);

static long long floor_quotient(long long a, long long b)
{
    return b == 0 ? 0 : (long long)floor((double)a / (double)b);
}

static long long wrapped_power(long long a, long long b)
{
    if (b < 0)
        return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
    unsigned result = 1;
    for (long long i = 0; i < b; i++)
        result *= (unsigned)a;
    return (long long)(result & 255);
}

static long long add(long long a, long long b) { return a + b; }
static long long subtract(long long a, long long b) { return a - b; }
static long long multiply(long long a, long long b) { return a * b; }
static long long remainder_of(long long a, long long b)
{
    return b == 0 ? 0 : a - b * floor_quotient(a, b);
}
static long long fmod_of(long long a, long long b) { return b == 0 ? 0 : a % b; }
static long long minimum(long long a, long long b) { return a < b ? a : b; }
static long long maximum(long long a, long long b) { return a > b ? a : b; }
static long long bit_and(long long a, long long b) { return a & b; }
static long long bit_or(long long a, long long b) { return a | b; }
static long long bit_xor(long long a, long long b) { return a ^ b; }
static long long shift_left(long long a, long long b)
{
    return b < 0 || b >= 8 ? 0 : a * (1LL << b);
}
static long long shift_right(long long a, long long b)
{
    return b < 0 || b >= 8 ? (a < 0 ? -1 : 0) : a >> b;
}

static const struct {
    const char *name;
    integer_oracle *oracle;
} integer_cases[] = {
    {"add", add},
    {"subtract", subtract},
    {"multiply", multiply},
    {"floor_divide", floor_quotient},
    {"remainder", remainder_of},
    {"fmod", fmod_of},
    {"power", wrapped_power},
    {"minimum", minimum},
    {"maximum", maximum},
    {"bitwise_and", bit_and},
    {"bitwise_or", bit_or},
    {"bitwise_xor", bit_xor},
    {"left_shift", shift_left},
    {"right_shift", shift_right},
};

/* Every pair of bytes, a column against a row, as int8 or uint8: in each line the first is one
 * number, or the second. */
static void check_bytes(weft_target target, weft_dtype dtype, bool is_turned)
{
    static uint8_t bytes[BYTES], results[PAIRS];
    for (int i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)i;
    weft_array column = weft_array_view(bytes, dtype, 2, (int64_t[]){BYTES, 1}, NULL);
    weft_array row = weft_array_view(bytes, dtype, 1, (int64_t[]){BYTES}, NULL);
    weft_array result = weft_array_view(results, dtype, 2, (int64_t[]){BYTES, BYTES}, NULL);
    for (size_t which = 0; which < sizeof integer_cases / sizeof *integer_cases; which++) {
        call_shipped(integer_cases[which].name, target,
                     (weft_array *[]){is_turned ? &row : &column, is_turned ? &column : &row,
                                      &result});
        for (int i = 0; i < PAIRS; i++) {
            int a = is_turned ? i % BYTES : i / BYTES, b = is_turned ? i / BYTES : i % BYTES;
            if (dtype == WEFT_INT8) {
                a = (int8_t)a;
                b = (int8_t)b;
            }
            uint8_t expected = (uint8_t)integer_cases[which].oracle(a, b);
            if (results[i] != expected)
                fail_msg("%s(%d, %d) of %s on %s is %d, not %d", integer_cases[which].name, a, b,
                         weft_dtype_name(dtype), weft_target_name(target), results[i], expected);
        }
    }
}

static void test_bytes(void **state)
{
    (void)state;
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        check_bytes(target, WEFT_INT8, false);
        check_bytes(target, WEFT_UINT8, false);
        check_bytes(target, WEFT_INT8, true);
        check_bytes(target, WEFT_UINT8, true);
    }
}

/* The divisions that trap on the processor. */
static void test_least_integer(void **state)
{
    (void)state;
    static const char *const names[] = {"floor_divide", "remainder", "fmod", "negative", "absolute"};
    static const int64_t expected[] = {INT64_MIN, 0, 0, INT64_MIN, INT64_MIN};
    int64_t least = INT64_MIN, minus_one = -1, result;
    weft_array a = weft_array_view(&least, WEFT_INT64, 0, NULL, NULL);
    weft_array b = weft_array_view(&minus_one, WEFT_INT64, 0, NULL, NULL);
    weft_array c = weft_array_view(&result, WEFT_INT64, 0, NULL, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);)
        for (int i = 0; i < 5; i++) {
            bool is_binary = i < 3;
            call_shipped(names[i], target, is_binary ? (weft_array *[]){&a, &b, &c}
                                                     : (weft_array *[]){&a, &c});
            assert_true(result == expected[i]);
        }
}

typedef struct float_case {
    const char *name;
    double a, b, expected;
} float_case;

static const float_case float_cases[] = {
    {"floor_divide", 7, 2, 3},           {"floor_divide", -7, 2, -4},
    {"floor_divide", 7, -2, -4},         {"floor_divide", 1, 0.1, 9},
    {"floor_divide", 1, 0, INFINITY},    {"floor_divide", 0, 0, NAN},
    {"floor_divide", -0.0, 3, -0.0},     {"floor_divide", INFINITY, 3, NAN},
    {"floor_divide", 3, INFINITY, 0},    {"floor_divide", -3, INFINITY, -1},
    {"remainder", 7, 2, 1},              {"remainder", -7, 2, 1},
    {"remainder", 7, -2, -1},            {"remainder", 6, -2, -0.0},
    {"remainder", 1, 0, NAN},            {"remainder", -3, INFINITY, INFINITY},
    {"fmod", -7, 2, -1},                 {"fmod", 7, -2, 1},
    {"divide", 1, 0, INFINITY},          {"divide", -1, 4, -0.25},
    {"minimum", 1, NAN, NAN},            {"minimum", NAN, 1, NAN},
    {"minimum", -INFINITY, 1, -INFINITY}, {"maximum", 1, NAN, NAN},
    {"maximum", NAN, 1, NAN},            {"maximum", 2, 3, 3},
    {"power", 2, 10, 1024},              {"power", 4, 0.5, 2},
};

static bool is_same(double x, double y)
{
    return isnan(x) ? isnan(y) : x == y && signbit(x) == signbit(y);
}

static void test_floats(void **state)
{
    (void)state;
    for (weft_target target = WEFT_AUTO; next_target(&target);)
        for (size_t i = 0; i < sizeof float_cases / sizeof *float_cases; i++) {
            const float_case *item = &float_cases[i];
            double a = item->a, b = item->b, result;
            weft_array left = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL);
            weft_array right = weft_array_view(&b, WEFT_FLOAT64, 0, NULL, NULL);
            weft_array out = weft_array_view(&result, WEFT_FLOAT64, 0, NULL, NULL);
            call_shipped(item->name, target, (weft_array *[]){&left, &right, &out});
            if (!is_same(result, item->expected))
                fail_msg("%s(%g, %g) on %s is %g, not %g", item->name, a, b,
                         weft_target_name(target), result, item->expected);
        }
}

/* Integers divide to float64, comparisons and truth values give bool, complex numbers a real size. */
static void test_result_types(void **state)
{
    (void)state;
    int32_t integers[2] = {1, -4};
    double complex z = 3 - 4 * I;
    weft_array whole = weft_array_view(integers, WEFT_INT32, 1, (int64_t[]){2}, NULL);
    weft_array number = weft_array_view(&z, WEFT_COMPLEX128, 0, NULL, NULL);
    weft_array two = weft_scalar_i64(2);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array quotient = {0}, is_less = {0}, is_not = {0}, size = {0};
        call_shipped("divide", target, (weft_array *[]){&whole, &two, &quotient});
        assert_int_equal(quotient.dtype, WEFT_FLOAT64);
        assert_true(((double *)quotient.data)[0] == 0.5 && ((double *)quotient.data)[1] == -2);
        call_shipped("less", target, (weft_array *[]){&whole, &two, &is_less});
        assert_int_equal(is_less.dtype, WEFT_BOOL);
        assert_true(((bool *)is_less.data)[0] && ((bool *)is_less.data)[1]);
        call_shipped("logical_not", target, (weft_array *[]){&whole, &is_not});
        assert_int_equal(is_not.dtype, WEFT_BOOL);
        assert_false(((bool *)is_not.data)[0] || ((bool *)is_not.data)[1]);
        call_shipped("absolute", target, (weft_array *[]){&number, &size});
        assert_int_equal(size.dtype, WEFT_FLOAT64);
        assert_true(*(double *)size.data == 5);
        weft_array_clear(&quotient);
        weft_array_clear(&is_less);
        weft_array_clear(&is_not);
        weft_array_clear(&size);
    }
}

static void test_clip(void **state)
{
    (void)state;
    float values[4] = {-2, 0.5f, 9, NAN}, results[4];
    weft_array x = weft_array_view(values, WEFT_FLOAT32, 1, (int64_t[]){4}, NULL);
    weft_array low = weft_scalar_f64(0), high = weft_scalar_f64(1);
    weft_array out = weft_array_view(results, WEFT_FLOAT32, 1, (int64_t[]){4}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("clip", target, (weft_array *[]){&x, &low, &high, &out});
        assert_true(results[0] == 0 && results[1] == 0.5f && results[2] == 1);
        assert_true(isnan(results[3]));
    }
}

/* Of three truth values as of any others: every case there is. */
static void test_clip_of_bools(void **state)
{
    (void)state;
    static bool values[] = {0, 0, 0, 0, 1, 1, 1, 1}, lows[] = {0, 0, 1, 1, 0, 0, 1, 1};
    static bool highs[] = {0, 1, 0, 1, 0, 1, 0, 1}, expected[] = {0, 0, 0, 1, 0, 1, 0, 1};
    weft_array x = weft_array_view(values, WEFT_BOOL, 1, (int64_t[]){8}, NULL);
    weft_array low = weft_array_view(lows, WEFT_BOOL, 1, (int64_t[]){8}, NULL);
    weft_array high = weft_array_view(highs, WEFT_BOOL, 1, (int64_t[]){8}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array out = {0};
        call_shipped("clip", target, (weft_array *[]){&x, &low, &high, &out});
        assert_int_equal(out.dtype, WEFT_BOOL);
        assert_memory_equal(out.data, expected, sizeof expected);
        weft_array_clear(&out);
    }
}

/* The signs of zeros in 1 / z are NumPy's, and nothing overflows on the way to it. */
static void test_complex_reciprocals(void **state)
{
    (void)state;
    enum { N = 7 };
    static const double parts[N][4] = {
        {2, 0, 0.5, -0.0},   {2, -0.0, 0.5, 0},    {-0.0, 1, -0.0, -1},
        {0, -2, 0, 0.5},     {INFINITY, -3, 0, 0}, {-INFINITY, 1, -0.0, -0.0},
        {0x1p1000, 0x1p1000, 0x1p-1001, -0x1p-1001},
    };
    double complex numbers[N], results[N];
    for (int i = 0; i < N; i++)
        numbers[i] = CMPLX(parts[i][0], parts[i][1]);
    weft_array in = weft_array_view(numbers, WEFT_COMPLEX128, 1, (int64_t[]){N}, NULL);
    weft_array out = weft_array_view(results, WEFT_COMPLEX128, 1, (int64_t[]){N}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("reciprocal", target, (weft_array *[]){&in, &out});
        for (int i = 0; i < N; i++)
            if (!is_same(creal(results[i]), parts[i][2]) ||
                !is_same(cimag(results[i]), parts[i][3]))
                fail_msg("1 / (%g, %g) on %s is (%g, %g)", parts[i][0], parts[i][1],
                         weft_target_name(target), creal(results[i]), cimag(results[i]));
    }
}

/* Powers with infinities have no NaN where annex G has a zero, on every target. */
static void test_infinite_powers(void **state)
{
    (void)state;
    enum { N = 3 };
    double complex bases[N] = {CMPLX(0, 1), CMPLX(2, 0), CMPLX(INFINITY, NAN)}, results[N];
    double complex exponents[N] = {CMPLX(INFINITY, INFINITY), CMPLX(-INFINITY, INFINITY),
                                   CMPLX(-7, -2)};
    weft_array a = weft_array_view(bases, WEFT_COMPLEX128, 1, (int64_t[]){N}, NULL);
    weft_array b = weft_array_view(exponents, WEFT_COMPLEX128, 1, (int64_t[]){N}, NULL);
    weft_array out = weft_array_view(results, WEFT_COMPLEX128, 1, (int64_t[]){N}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("power", target, (weft_array *[]){&a, &b, &out});
        for (int i = 0; i < N; i++)
            if (results[i] != 0)
                fail_msg("power %d on %s is (%g, %g), not 0", i, weft_target_name(target),
                         creal(results[i]), cimag(results[i]));
    }
}

/* Numbers below the smallest normal one stay what they are, on every target and thread, and for the
 * program itself: nothing that was loaded changed the mode that flushes them to 0. */
static void test_small_numbers_stay(void **state)
{
    (void)state;
    enum { N = 20000 };
    static double x[N], y[N];
    const double wanted = 0x1p-1031;
    volatile double small = 0x1p-1030;
    weft_array half = weft_scalar_f64(0.5);
    weft_array in = weft_array_view(x, WEFT_FLOAT64, 1, (int64_t[]){N}, NULL);
    weft_array out = weft_array_view(y, WEFT_FLOAT64, 1, (int64_t[]){N}, NULL);
    for (int k = 0; k < N; k++)
        x[k] = 0x1p-1030;
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("multiply", target, (weft_array *[]){&in, &half, &out});
        double product = small * 0.5; /* by the program itself */
        assert_memory_equal(&product, &wanted, sizeof wanted);
        for (int k = 0; k < N; k++) /* bytes: a comparison would flush both sides */
            assert_memory_equal(&y[k], &wanted, sizeof wanted);
    }
}

/* Complex numbers over 0 and powers of 0 are infinities, 1 and 0, not NaN; whole powers are exact. */
static void test_complex_limits(void **state)
{
    (void)state;
    double complex bases[] = {1 - 2 * I, 0, 0, 3, INFINITY, 1 + I}, results[6];
    double complex exponents[] = {0, 0, 2, 2, 1, -2};
    weft_array a = weft_array_view(bases, WEFT_COMPLEX128, 1, (int64_t[]){6}, NULL);
    weft_array b = weft_array_view(exponents, WEFT_COMPLEX128, 1, (int64_t[]){6}, NULL);
    weft_array out = weft_array_view(results, WEFT_COMPLEX128, 1, (int64_t[]){6}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("divide", target, (weft_array *[]){&a, &b, &out});
        assert_true(creal(results[0]) == INFINITY && cimag(results[0]) == -INFINITY);
        assert_true(isnan(creal(results[1])) && isnan(cimag(results[1])));
        assert_true(results[3] == 1.5);
        call_shipped("power", target, (weft_array *[]){&a, &b, &out});
        assert_true(results[0] == 1 && results[1] == 1 && results[2] == 0 && results[3] == 9);
        assert_true(results[4] == INFINITY && results[5] == -0.5 * I);
    }
}

/* Comparing NaNs raises no floating-point flag, as in NumPy; making one does. */
static void test_nans_raise_no_flag(void **state)
{
    (void)state;
    static const char *const names[] = {"less",    "less_equal", "greater",      "greater_equal",
                                        "minimum", "maximum",    "floor_divide", "remainder"};
    double x[] = {1, NAN, NAN}, y[] = {NAN, -2, NAN}, infinite = INFINITY, one = 1;
    weft_array a = weft_array_view(x, WEFT_FLOAT64, 1, (int64_t[]){3}, NULL);
    weft_array b = weft_array_view(y, WEFT_FLOAT64, 1, (int64_t[]){3}, NULL);
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const weft_ufunc *ufunc = weft_library_find(shipped, names[k]);
            unsigned flags = 0;
            weft_options options = {.target = target, .floating_flags = &flags};
            weft_array out = {0};
            assert_non_null(ufunc);
            assert_int_equal(weft_call(ufunc, (weft_array *[]){&a, &b, &out}, &options, NULL),
                             WEFT_OK);
            assert_int_equal(flags, 0);
            weft_array_clear(&out);
        }
    weft_array c = weft_array_view(&infinite, WEFT_FLOAT64, 0, NULL, NULL), out = {0};
    weft_array d = weft_array_view(&one, WEFT_FLOAT64, 0, NULL, NULL);
    unsigned flags = 0;
    weft_options options = {.target = WEFT_CPU, .floating_flags = &flags};
    assert_int_equal(weft_call(weft_library_find(shipped, "remainder"),
                               (weft_array *[]){&c, &d, &out}, &options, NULL),
                     WEFT_OK);
    assert_int_equal(flags, WEFT_FLOATING_INVALID);
    weft_array_clear(&out);
}

/* |z| neither overflows nor vanishes on the way, and is infinite where a part is, beside NaN, too. */
static void test_moduli(void **state)
{
    (void)state;
    enum { N = 9 };
    static const double parts[N][3] = {
        {3, -4, 5},
        {-0.0, -0.0, 0},
        {0x3p1000, 0x4p1000, 0x5p1000},
        {0x3p-1060, -0x4p-1060, 0x5p-1060},
        {0x1p-1074, 0, 0x1p-1074},
        {INFINITY, NAN, INFINITY},
        {NAN, -INFINITY, INFINITY},
        {NAN, 1, NAN},
        {0x1p1023, 0x1p-1074, 0x1p1023},
    };
    double complex wide[N];
    float complex narrow[N];
    double sizes[N];
    float narrow_sizes[N];
    for (int k = 0; k < N; k++) {
        wide[k] = CMPLX(parts[k][0], parts[k][1]);
        narrow[k] = CMPLXF((float)parts[k][0], (float)parts[k][1]);
    }
    weft_array in = weft_array_view(wide, WEFT_COMPLEX128, 1, (int64_t[]){N}, NULL);
    weft_array out = weft_array_view(sizes, WEFT_FLOAT64, 1, (int64_t[]){N}, NULL);
    weft_array in_narrow = weft_array_view(narrow, WEFT_COMPLEX64, 1, (int64_t[]){N}, NULL);
    weft_array out_narrow = weft_array_view(narrow_sizes, WEFT_FLOAT32, 1, (int64_t[]){N}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("absolute", target, (weft_array *[]){&in, &out});
        call_shipped("absolute", target, (weft_array *[]){&in_narrow, &out_narrow});
        for (int k = 0; k < N; k++)
            if (!is_same(sizes[k], parts[k][2]) ||
                !is_same((double)narrow_sizes[k], (double)(float)parts[k][2]))
                fail_msg("|%g + %g i| on %s is %g and %g", parts[k][0], parts[k][1],
                         weft_target_name(target), sizes[k], (double)narrow_sizes[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moduli),
        cmocka_unit_test(test_bytes),        cmocka_unit_test(test_least_integer),
        cmocka_unit_test(test_floats),       cmocka_unit_test(test_result_types),
        cmocka_unit_test(test_clip),         cmocka_unit_test(test_small_numbers_stay),
        cmocka_unit_test(test_clip_of_bools), cmocka_unit_test(test_complex_reciprocals),
        cmocka_unit_test(test_infinite_powers),
        cmocka_unit_test(test_complex_limits), cmocka_unit_test(test_nans_raise_no_flag),
    };
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}
