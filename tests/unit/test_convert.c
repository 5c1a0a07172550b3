/* test_convert.c: the short floating formats, against arithmetic of their definition, against the
 * compiler's _Float16 and against the processor's instruction, where there are these. */
#include <float.h>
#include <math.h>

#include "base/half.h"
#include "check.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* From one float to the next that is looked at; 1 looks at all. */
#ifndef FLOAT_STRIDE
#define FLOAT_STRIDE 4099
#endif

typedef struct format {
    int width, digits;
} format;

/* float16, bfloat16, and two of 8 bits. */
static const format formats[] = {{16, 11}, {16, 8}, {8, 3}, {8, 4}};

static int bias_of(format of)
{
    return (1 << (of.width - of.digits - 1)) - 1;
}

static uint32_t infinity_of(format of)
{
    return (uint32_t)(2 * bias_of(of) + 1) << (of.digits - 1);
}

/* What the bits of a finite number mean. */
static double value_of(uint32_t bits, format of)
{
    int stored = of.digits - 1, field = (int)(bits >> stored) & (2 * bias_of(of) + 1);
    int fraction = (int)(bits & ((1u << stored) - 1));
    double size = field ? ldexp(fraction + (1 << stored), field - bias_of(of) - stored)
                        : ldexp(fraction, 1 - bias_of(of) - stored);
    return bits >> (of.width - 1) ? -size : size;
}

/* A number to the format's, by arithmetic. */
static double round_to(double value, format of)
{
    int exponent, least = 2 - bias_of(of);
    if (value == 0 || isinf(value))
        return value;
    frexp(value, &exponent);
    exponent = exponent < least ? least : exponent;
    double place = ldexp(1, exponent - of.digits), rounded = rint(value / place) * place;
    return fabs(rounded) >= ldexp(1, bias_of(of) + 1) ? copysign(INFINITY, value) : rounded;
}

static void test_widens_exactly(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        format of = formats[i];
        uint32_t infinity = infinity_of(of), sign = 1u << (of.width - 1);
        for (uint32_t bits = 0; bits < 2 * sign; bits++) {
            double value = half_widen(bits, of.width, of.digits);
            if ((bits & (sign - 1)) < infinity)
                assert_true(value == value_of(bits, of) && !signbit(value) == !(bits & sign));
            else if ((bits & (sign - 1)) == infinity)
                assert_true(isinf(value) && !signbit(value) == !(bits & sign));
            else
                assert_true(isnan(value));
            if (isnan(value))
                bits |= 1u << (of.digits - 2); /* comes back quiet */
            assert_int_equal(half_narrow(value, of.width, of.digits), bits);
        }
    }
}

/* A NaN becomes a quiet one with its sign and payload, but for that of a float that is cut off, which stays as it is. */
static void test_widens_nans(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const format of = formats[i];
        const uint32_t sign = 1u << (of.width - 1), fraction = (1u << (of.digits - 1)) - 1;
        const uint32_t quiet = of.width - of.digits == 8 ? 0 : 0x400000;
        for (uint32_t bits = infinity_of(of) + 1; bits < 2 * sign; bits++) {
            if ((bits & (sign - 1)) <= infinity_of(of))
                continue;
            const uint32_t found = weft_bits_of_float(weft_widen(bits, of.width, of.digits));
            const uint32_t payload = (bits & fraction) << (24 - of.digits);
            assert_int_equal(found, (bits & sign ? 0x80000000 : 0) | 0x7f800000 | quiet | payload);
        }
    }
}

/* Between two neighbours: ties go to even, what is nearer to one goes there. */
static void test_rounds_ties_to_even(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        format of = formats[i];
        for (uint32_t bits = 0; bits + 1 < infinity_of(of); bits++) {
            double tie = (value_of(bits, of) + value_of(bits + 1, of)) / 2;
            double above = nextafter(tie, INFINITY), below = nextafter(tie, 0);
            assert_int_equal(half_narrow(tie, of.width, of.digits), bits + (bits & 1));
            assert_int_equal(half_narrow(above, of.width, of.digits), bits + 1);
            assert_int_equal(half_narrow(below, of.width, of.digits), bits);
            assert_int_equal(half_narrow(-tie, of.width, of.digits),
                             (bits + (bits & 1)) | 1u << (of.width - 1));
            if ((double)(float)tie == tie)
                assert_int_equal(weft_narrow((float)tie, of.width, of.digits), bits + (bits & 1));
        }
        assert_int_equal(half_narrow(1e300, of.width, of.digits), infinity_of(of));
        assert_int_equal(half_narrow(-1e-300, of.width, of.digits), 1u << (of.width - 1));
        assert_int_equal(half_narrow(5e-324, of.width, of.digits), 0);
    }
    assert_int_equal(half_narrow(65519.99, 16, 11), 0x7bff);
    assert_int_equal(half_narrow(65520, 16, 11), 0x7c00);
}

static void test_rounds_floats(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        format of = formats[i];
        for (uint64_t bits = i; bits <= UINT32_MAX; bits += 4099) {
            float value = weft_float_of_bits((uint32_t)bits);
            uint32_t found = weft_narrow(value, of.width, of.digits);
            double back = (double)weft_widen(found, of.width, of.digits);
            if (isnan(value))
                assert_true(isnan(back));
            else
                assert_true(back == round_to((double)value, of) &&
                            !signbit(back) == !signbit(value));
        }
    }
}

#ifdef __FLT16_MANT_DIG__
__extension__ typedef _Float16 compilers_half;

static void test_is_as_the_compiler_has_it(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        uint16_t half = (uint16_t)bits;
        compilers_half value;
        memcpy(&value, &half, sizeof value);
        float found = weft_widen(half, 16, 11);
        assert_true(isnan(found) ? value != value : found == (float)value);
    }
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += FLOAT_STRIDE) {
        float value = weft_float_of_bits((uint32_t)bits);
        compilers_half half = (compilers_half)value;
        uint16_t wanted;
        memcpy(&wanted, &half, sizeof wanted);
        uint32_t found = weft_narrow(value, 16, 11);
        if (isnan(value) ? (found & 0x7fff) <= 0x7c00 : found != wanted)
            fail_msg("float 0x%08x is 0x%04x, not 0x%04x", (unsigned)bits, found, wanted);
    }
}
#endif

#if defined(__x86_64__)
__attribute__((__target__("f16c"))) static void check_instruction(void)
{
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += FLOAT_STRIDE) {
        float value = weft_float_of_bits((uint32_t)bits);
        uint32_t found = weft_narrow(value, 16, 11), wanted = _cvtss_sh(value, 0);
        if (found != wanted)
            fail_msg("float 0x%08x is 0x%04x, not 0x%04x", (unsigned)bits, found, wanted);
    }
}

static void test_is_as_the_instruction_has_it(void **state)
{
    (void)state;
    if (__builtin_cpu_supports("f16c"))
        check_instruction();
    else
        skip();
}
#endif

/* ---- floating numbers as integers ---- */

/* By the definition: truncated, and the nearest bound where that is no number of the type; NaN is 0. */
static long double saturated(long double value, long double low, long double most)
{
    if (value != value)
        return 0;
    const long double whole = truncl(value);
    return whole < low ? low : whole > most ? most : whole;
}

#define INTEGERS(X)                                                                       \
    X(int8, INT8_MIN, INT8_MAX) X(int16, INT16_MIN, INT16_MAX) X(int32, INT32_MIN, INT32_MAX) \
    X(int64, INT64_MIN, INT64_MAX) X(uint8, 0, UINT8_MAX) X(uint16, 0, UINT16_MAX)        \
    X(uint32, 0, UINT32_MAX) X(uint64, 0, UINT64_MAX)
#define CHECK_DOUBLE(name, low, most) \
    assert_true((long double)weft_to_##name(value) == saturated(value, low, most));
#define CHECK_FLOAT(name, low, most) \
    assert_true((long double)weft_to_##name##_of_float(narrow) == saturated(narrow, low, most));

static void check_integers(double value)
{
    const float narrow = (float)value;
    INTEGERS(CHECK_DOUBLE)
    INTEGERS(CHECK_FLOAT)
}

static void test_saturates(void **state)
{
    (void)state;
    const double special[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, 0.5, -0.5, 0x1p-1074, DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        check_integers(special[i]);
    for (int power = 0; power < 70; power++)
        for (int off = -3; off <= 3; off++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const double near = sign * (ldexp(1, power) + off * 0.25);
                check_integers(near);
                check_integers(nextafter(near, INFINITY));
                check_integers(nextafter(near, -INFINITY));
                check_integers((double)nextafterf((float)near, INFINITY));
                check_integers((double)nextafterf((float)near, -INFINITY));
            }
    for (uint32_t bits = 0; bits < UINT32_MAX - FLOAT_STRIDE; bits += FLOAT_STRIDE)
        check_integers((double)weft_float_of_bits(bits));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widens_exactly),
        cmocka_unit_test(test_widens_nans),
        cmocka_unit_test(test_rounds_ties_to_even),
        cmocka_unit_test(test_rounds_floats),
        cmocka_unit_test(test_saturates),
#ifdef __FLT16_MANT_DIG__
        cmocka_unit_test(test_is_as_the_compiler_has_it),
#endif
#if defined(__x86_64__)
        cmocka_unit_test(test_is_as_the_instruction_has_it),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
