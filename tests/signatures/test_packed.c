/* test_packed.c: rows of items have the bits of single items, whatever their steps are, with
 * elements that loops pack before they compute (float16, every second element) and without; and
 * numbers taken apart and scaled by their bits are those of the C library. */
#include "shipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 2600, MOST_STEP = 3, MOST_OPERANDS = 3, WIDEST = 16 };

static uint64_t any_number(void)
{
    static uint64_t number = 88172645463325252U;
    number ^= number << 13, number ^= number >> 7, number ^= number << 17;
    return number;
}

/* ---- steps ---- */

static const struct {
    const char *name;
    int input_count, output_count;
    weft_dtype dtypes[MOST_OPERANDS];
} row_cases[] = {
    {"negative", 1, 1, {WEFT_FLOAT16, WEFT_FLOAT16}},
    {"absolute", 1, 1, {WEFT_BFLOAT16, WEFT_BFLOAT16}},
    {"square", 1, 1, {WEFT_FLOAT16, WEFT_FLOAT16}},
    {"exp", 1, 1, {WEFT_FLOAT16, WEFT_FLOAT16}},
    {"arctan", 1, 1, {WEFT_FLOAT64, WEFT_FLOAT64}},
    {"add", 2, 1, {WEFT_FLOAT16, WEFT_FLOAT16, WEFT_FLOAT16}},
    {"less", 2, 1, {WEFT_FLOAT16, WEFT_FLOAT16, WEFT_BOOL}},
    {"ldexp", 2, 1, {WEFT_FLOAT16, WEFT_INT32, WEFT_FLOAT16}},
    {"frexp", 1, 2, {WEFT_FLOAT16, WEFT_FLOAT16, WEFT_INT32}},
    {"square", 1, 1, {WEFT_FLOAT32, WEFT_FLOAT32}},
    {"isnan", 1, 1, {WEFT_FLOAT64, WEFT_BOOL}},
    {"add", 2, 1, {WEFT_INT8, WEFT_INT8, WEFT_INT8}},
    {"right_shift", 2, 1, {WEFT_INT16, WEFT_INT16, WEFT_INT16}},
    {"floor_divide", 2, 1, {WEFT_INT64, WEFT_INT64, WEFT_INT64}},
    {"multiply", 2, 1, {WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64}},
    {"subtract", 2, 1, {WEFT_COMPLEX64, WEFT_COMPLEX64, WEFT_COMPLEX64}},
    {"multiply", 2, 1, {WEFT_COMPLEX64, WEFT_COMPLEX64, WEFT_COMPLEX64}},
    {"multiply", 2, 1, {WEFT_COMPLEX128, WEFT_COMPLEX128, WEFT_COMPLEX128}},
    {"divide", 2, 1, {WEFT_COMPLEX128, WEFT_COMPLEX128, WEFT_COMPLEX128}},
    {"square", 1, 1, {WEFT_COMPLEX64, WEFT_COMPLEX64}},
    {"conjugate", 1, 1, {WEFT_COMPLEX128, WEFT_COMPLEX128}},
};

static char memory[MOST_OPERANDS][MOST * MOST_STEP * WIDEST];

/* A row of so many elements, `step` elements from one to the next. */
static weft_array row_of(int operand, weft_dtype dtype, int64_t count, int64_t step)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype);
    return weft_array_view(memory[operand] + (step < 0 ? -step * (count - 1) * size : 0), dtype, 1,
                           (int64_t[]){count}, (int64_t[]){step * size});
}

/* Whether the bits are those of a NaN, whose sign and payload are nobody's. */
static bool is_nan(weft_dtype dtype, const char *at)
{
    uint16_t half;
    float single;
    double value;
    memcpy(&half, at, sizeof half), memcpy(&single, at, sizeof single);
    memcpy(&value, at, sizeof value);
    return dtype == WEFT_FLOAT16    ? (half & 0x7fff) > 0x7c00
           : dtype == WEFT_BFLOAT16 ? (half & 0x7fff) > 0x7f80
           : dtype == WEFT_FLOAT32  ? single != single
                                    : dtype == WEFT_FLOAT64 && value != value;
}

/* Whether two elements are the same bits, or NaN both; part by part. */
static bool are_alike(weft_dtype dtype, const char *a, const char *b)
{
    const weft_dtype part = dtype == WEFT_COMPLEX64    ? WEFT_FLOAT32
                            : dtype == WEFT_COMPLEX128 ? WEFT_FLOAT64
                                                       : dtype;
    const size_t bytes = weft_dtype_size(part);
    for (size_t at = 0; at < weft_dtype_size(dtype); at += bytes) {
        char x[WIDEST] = {0}, y[WIDEST] = {0};
        memcpy(x, a + at, bytes), memcpy(y, b + at, bytes);
        if (memcmp(x, y, bytes) != 0 && !(is_nan(part, x) && is_nan(part, y)))
            return false;
    }
    return true;
}

static void check_row(weft_target target, size_t which, int64_t count, const int64_t *steps)
{
    const int inputs = row_cases[which].input_count,
              operands = inputs + row_cases[which].output_count;
    weft_array rows[MOST_OPERANDS], *pointers[MOST_OPERANDS];
    for (int i = 0; i < operands; i++) {
        rows[i] = row_of(i, row_cases[which].dtypes[i], count, steps[i]);
        pointers[i] = &rows[i];
    }
    call_shipped(row_cases[which].name, target, pointers);
    for (int64_t k = 0; k < count; k += 1 + k % 7) {
        char one[MOST_OPERANDS][WIDEST];
        weft_array items[MOST_OPERANDS];
        for (int i = 0; i < operands; i++) {
            void *at = i < inputs ? (char *)rows[i].data + k * rows[i].steps[0] : one[i];
            items[i] = weft_array_view(at, row_cases[which].dtypes[i], 0, NULL, NULL);
            pointers[i] = &items[i];
        }
        call_shipped(row_cases[which].name, target, pointers);
        for (int i = inputs; i < operands; i++) {
            const weft_dtype dtype = row_cases[which].dtypes[i];
            const char *got = (char *)rows[i].data + k * rows[i].steps[0];
            if (!are_alike(dtype, got, one[i]))
                fail_msg("item %d of %d of %s, operand %d, is another one alone", (int)k,
                         (int)count, row_cases[which].name, i);
        }
    }
}

static void test_rows_of_any_steps(void **state)
{
    static const int64_t counts[] = {1, 15, 16, 33, 64, 100, MOST};
    static const int64_t all[] = {1, 2, 0, 3, -1, -2};
    (void)state;
    for (size_t which = 0; which < sizeof row_cases / sizeof *row_cases; which++)
        for (int round = 0; round < 24; round++) {
            int64_t steps[MOST_OPERANDS];
            for (int i = 0; i < MOST_OPERANDS; i++) {
                const bool is_input = i < row_cases[which].input_count;
                steps[i] = all[any_number() % (is_input ? 6 : 2)];
                for (size_t k = 0; k + 8 <= sizeof memory[i]; k += 8)
                    memcpy(memory[i] + k, &(uint64_t){any_number()}, 8);
            }
            check_row(WEFT_CPU, which, counts[round % 7], steps);
        }
}

/* ---- fractions and exponents ---- */

/* A number of any exponent, or a special one. */
static double any_double(void)
{
    static const double special[] = {0,         INFINITY,  NAN,
                                     0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023};
    const uint64_t bits = any_number();
    double value;
    memcpy(&value, &bits, sizeof value);
    return bits % 8 ? value : copysign(special[(bits >> 3) % 6], value);
}

static float any_float(void)
{
    const uint32_t bits = (uint32_t)(any_number() >> 16);
    float value;
    memcpy(&value, &bits, sizeof value);
    return bits % 16 ? value : (float)any_double();
}

static bool are_same(double a, double b)
{
    return a != a ? b != b : a == b && signbit(a) == signbit(b);
}

static void check_doubles(weft_target target)
{
    static double a[MOST], results[MOST];
    static int32_t by[MOST], exponents[MOST];
    for (int k = 0; k < MOST; k++) {
        a[k] = any_double();
        by[k] = k % 5 == 0 ? (int32_t)any_number() : (int32_t)(any_number() % 4801) - 2400;
    }
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, (int64_t[]){MOST}, NULL),
               B = weft_array_view(by, WEFT_INT32, 1, (int64_t[]){MOST}, NULL),
               R = weft_array_view(results, WEFT_FLOAT64, 1, (int64_t[]){MOST}, NULL),
               E = weft_array_view(exponents, WEFT_INT32, 1, (int64_t[]){MOST}, NULL);
    call_shipped("ldexp", target, (weft_array *[]){&A, &B, &R});
    for (int k = 0; k < MOST; k++)
        if (!are_same(results[k], ldexp(a[k], by[k])))
            fail_msg("ldexp(%a, %d) is not %a", a[k], by[k], results[k]);
    call_shipped("frexp", target, (weft_array *[]){&A, &R, &E});
    for (int k = 0; k < MOST; k++) {
        int exponent = 0;
        if (!are_same(results[k], frexp(a[k], &exponent)) ||
            exponents[k] != (isfinite(a[k]) ? exponent : 0))
            fail_msg("frexp(%a) is not %a, %d", a[k], results[k], exponents[k]);
    }
}

static void check_floats(weft_target target)
{
    static float a[MOST], results[MOST];
    static int64_t by[MOST];
    static int32_t exponents[MOST];
    for (int k = 0; k < MOST; k++) {
        a[k] = any_float();
        by[k] = k % 5 == 0 ? (int64_t)any_number() : (int64_t)(any_number() % 641) - 320;
    }
    weft_array A = weft_array_view(a, WEFT_FLOAT32, 1, (int64_t[]){MOST}, NULL),
               B = weft_array_view(by, WEFT_INT64, 1, (int64_t[]){MOST}, NULL),
               R = weft_array_view(results, WEFT_FLOAT32, 1, (int64_t[]){MOST}, NULL),
               E = weft_array_view(exponents, WEFT_INT32, 1, (int64_t[]){MOST}, NULL);
    call_shipped("ldexp", target, (weft_array *[]){&A, &B, &R});
    for (int k = 0; k < MOST; k++) {
        const int near = by[k] > 5000 ? 5000 : by[k] < -5000 ? -5000 : (int)by[k];
        if (!are_same((double)results[k], (double)ldexpf(a[k], near)))
            fail_msg("ldexp(%a, %d) is not %a", (double)a[k], near, (double)results[k]);
    }
    call_shipped("frexp", target, (weft_array *[]){&A, &R, &E});
    for (int k = 0; k < MOST; k++) {
        int exponent = 0;
        if (!are_same((double)results[k], (double)frexpf(a[k], &exponent)) ||
            exponents[k] != (isfinite(a[k]) ? exponent : 0))
            fail_msg("frexp(%a) is not %a, %d", (double)a[k], (double)results[k], exponents[k]);
    }
}

static void test_fractions_and_exponents(void **state)
{
    (void)state;
    for (weft_target target = WEFT_AUTO; next_target(&target);)
        for (int round = 0; round < 20; round++) {
            check_doubles(target);
            check_floats(target);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_any_steps),
        cmocka_unit_test(test_fractions_and_exponents),
    };
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}
