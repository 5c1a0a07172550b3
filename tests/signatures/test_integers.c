/* test_integers.c: quotients, remainders, divisors and shifts of integers of all widths against
 * integers that are wider still, of arrays and of one number for all items. */
#include "shipped.h"

#include <string.h>

enum { WIDE = 3000 };
__extension__ typedef __int128 wider;
__extension__ typedef unsigned __int128 unsigned_wider;
typedef wider wide_oracle(wider a, wider b, int bits);

static wider wide_quotient(wider a, wider b, int bits)
{
    (void)bits;
    return b == 0 ? 0 : a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

static wider wide_remainder(wider a, wider b, int bits)
{
    return b == 0 ? 0 : a - b * wide_quotient(a, b, bits);
}

static wider wide_fmod(wider a, wider b, int bits)
{
    (void)bits;
    return b == 0 ? 0 : a % b;
}

static wider wide_left(wider a, wider b, int bits)
{
    return b < 0 || b >= bits ? 0 : a * ((wider)1 << b);
}

static wider wide_right(wider a, wider b, int bits)
{
    return b < 0 || b >= bits ? (a < 0 ? -1 : 0) : a >> b;
}

static wider wide_gcd(wider a, wider b, int bits)
{
    (void)bits;
    for (wider rest; b != 0; a = b, b = rest)
        rest = a % b;
    return a < 0 ? -a : a;
}

static wider wide_lcm(wider a, wider b, int bits)
{
    const wider divisor = wide_gcd(a, b, bits);
    if (divisor == 0)
        return 0;
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return (wider)((unsigned_wider)(a / divisor) * (unsigned_wider)b);
}

static const struct {
    const char *name;
    wide_oracle *oracle;
    bool shifts;
} wide_cases[] = {
    {"floor_divide", wide_quotient, false}, {"remainder", wide_remainder, false},
    {"fmod", wide_fmod, false},             {"left_shift", wide_left, true},
    {"right_shift", wide_right, true},      {"gcd", wide_gcd, false},
    {"lcm", wide_lcm, false},
};

typedef struct wide_dtype {
    weft_dtype dtype;
    int bits;
    bool is_signed;
} wide_dtype;

static uint64_t any_number(void)
{
    static uint64_t number = 88172645463325252U;
    number ^= number << 13, number ^= number >> 7, number ^= number << 17;
    return number;
}

/* What the low bits are as a number of the dtype. */
static wider wide_value(const wide_dtype *of, uint64_t bits)
{
    const int unused = 64 - of->bits;
    return of->is_signed ? (wider)((int64_t)(bits << unused) >> unused)
                         : (wider)(bits << unused >> unused);
}

/* A number of any size: one of the ends, or nearby, or random bits. */
static wider wide_number(const wide_dtype *of)
{
    const uint64_t bits = any_number(), low = (bits >> 8) % 7 - 3;
    const uint64_t end = UINT64_C(1) << (of->bits - 1);
    switch (bits % 5) {
    case 0:
        return wide_value(of, low);
    case 1:
        return wide_value(of, end + low);
    default:
        return wide_value(of, any_number()) >> (bits >> 16) % (unsigned)of->bits;
    }
}

/* Two numbers; the first often by a multiple of the second, where quotients change. */
static void make_pair(const wide_dtype *of, bool shifts, wider *a, wider *b)
{
    *a = wide_number(of);
    *b = wide_number(of);
    if (any_number() % 2)
        *a = wide_value(of, (uint64_t)(wide_number(of) * *b + (wider)(any_number() % 3) - 1));
    if (shifts)
        *b = wide_value(of, any_number() % (unsigned)(of->bits + 6) - 3);
}

/* Arrays and numbers: `number` of them is one element for all, 2: none. */
static void check_wide(weft_target target, const wide_dtype *of, size_t which, int number)
{
    static char memory[3][WIDE * 8];
    const size_t size = weft_dtype_size(of->dtype);
    wider a[WIDE], b[WIDE];
    weft_array arrays[3];
    for (int k = 0; k < WIDE; k++) {
        make_pair(of, wide_cases[which].shifts, &a[k], &b[k]);
        if (number == 0)
            a[k] = a[0];
        else if (number == 1)
            b[k] = b[0];
        memcpy(memory[0] + (size_t)k * size, &a[k], size); /* low bytes come first */
        memcpy(memory[1] + (size_t)k * size, &b[k], size);
    }
    for (int i = 0; i < 3; i++)
        arrays[i] = weft_array_view(memory[i], of->dtype, i == number && i < 2 ? 0 : 1,
                                    (int64_t[]){WIDE}, NULL);
    call_shipped(wide_cases[which].name, target,
                 (weft_array *[]){&arrays[0], &arrays[1], &arrays[2]});
    for (int k = 0; k < WIDE; k++) {
        const wider expected = wide_cases[which].oracle(a[k], b[k], of->bits);
        if (memcmp(memory[2] + (size_t)k * size, &expected, size) != 0)
            fail_msg("%s(%lld, %lld) of %s on %s is not %lld", wide_cases[which].name,
                     (long long)a[k], (long long)b[k], weft_dtype_name(of->dtype),
                     weft_target_name(target), (long long)expected);
    }
}

/* Quotients, remainders, divisors and shifts of all widths, by 0, of the ends and near multiples:
 * what is computed by reciprocals is exact. */
static void test_wide_integers(void **state)
{
    (void)state;
    static const wide_dtype dtypes[] = {
        {WEFT_INT8, 8, true},   {WEFT_UINT8, 8, false},   {WEFT_INT16, 16, true},
        {WEFT_UINT16, 16, false}, {WEFT_INT32, 32, true}, {WEFT_UINT32, 32, false},
        {WEFT_INT64, 64, true}, {WEFT_UINT64, 64, false},
    };
    for (weft_target target = WEFT_AUTO; next_target(&target);)
        for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
            for (size_t which = 0; which < sizeof wide_cases / sizeof *wide_cases; which++)
                for (int round = 0; round < 12; round++)
                    check_wide(target, &dtypes[d], which, round % 12 ? 1 + round % 2 : 0);
}

/* divmod is floor_divide and remainder. */
static void test_divmod(void **state)
{
    (void)state;
    enum { N = 6 };
    int32_t a[N] = {7, -7, 7, INT32_MIN, 5, INT32_MIN}, b[N] = {2, 2, -2, -1, 0, 3}, q[N], r[N];
    static const int32_t quotients[N] = {3, -4, -4, INT32_MIN, 0, -715827883};
    static const int32_t rests[N] = {1, 1, -1, 0, 0, 1};
    weft_array left = weft_array_view(a, WEFT_INT32, 1, (int64_t[]){N}, NULL);
    weft_array right = weft_array_view(b, WEFT_INT32, 1, (int64_t[]){N}, NULL);
    weft_array quotient = weft_array_view(q, WEFT_INT32, 1, (int64_t[]){N}, NULL);
    weft_array rest = weft_array_view(r, WEFT_INT32, 1, (int64_t[]){N}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("divmod", target, (weft_array *[]){&left, &right, &quotient, &rest});
        assert_memory_equal(q, quotients, sizeof q);
        assert_memory_equal(r, rests, sizeof r);
    }
}

/* The result may be the number for all items that an operand is: it is read once, before. */
static void test_number_in_result(void **state)
{
    (void)state;
    for (weft_target target = WEFT_AUTO; next_target(&target);)
        for (int at = 0; at < 40; at++) {
            int32_t x[40];
            for (int k = 0; k < 40; k++)
                x[k] = 100 + k;
            weft_array all = weft_array_view(x, WEFT_INT32, 1, (int64_t[]){40}, NULL);
            weft_array number = weft_array_view(&x[at], WEFT_INT32, 0, NULL, NULL);
            call_shipped("subtract", target, (weft_array *[]){&all, &number, &all});
            for (int k = 0; k < 40; k++)
                assert_int_equal(x[k], k - at);
        }
}

/* Integers divided by 0, and the least one by -1, raise no flag, though reciprocals are floats. */
static void test_integers_raise_no_flag(void **state)
{
    (void)state;
    static const char *const names[] = {"floor_divide", "remainder", "fmod"};
    int32_t x[] = {1, 0, INT32_MIN, INT32_MIN}, y[] = {0, 0, -1, 0};
    int8_t p[] = {1, 0, -128, -128}, q[] = {0, 0, -1, 0};
    weft_array pairs[2][2] = {{weft_array_view(x, WEFT_INT32, 1, (int64_t[]){4}, NULL),
                               weft_array_view(y, WEFT_INT32, 1, (int64_t[]){4}, NULL)},
                              {weft_array_view(p, WEFT_INT8, 1, (int64_t[]){4}, NULL),
                               weft_array_view(q, WEFT_INT8, 1, (int64_t[]){4}, NULL)}};
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++)
        for (int k = 0; k < 6; k++) {
            unsigned flags = 0;
            weft_options options = {.target = target, .floating_flags = &flags};
            weft_array out = {0};
            assert_int_equal(weft_call(weft_library_find(shipped, names[k % 3]),
                                       (weft_array *[]){&pairs[k / 3][0], &pairs[k / 3][1], &out},
                                       &options, NULL),
                             WEFT_OK);
            assert_int_equal(flags, 0);
            weft_array_clear(&out);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wide_integers),
        cmocka_unit_test(test_divmod),
        cmocka_unit_test(test_number_in_result),
        cmocka_unit_test(test_integers_raise_no_flag),
    };
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}
