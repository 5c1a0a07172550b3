#include "integers.h"

#include "oracle.h"

static void wrapped_product(const item *of)
{
    *of->out[0] = number_wrap(of->dtypes[2], in_bits(of, 0) * in_bits(of, 1));
}

static void wrapped_difference(const item *of)
{
    *of->out[0] = number_wrap(of->dtypes[2], in_bits(of, 0) - in_bits(of, 1));
}

/* Rounding to the output's dtype is the conversion. */
static void convert(const item *of)
{
    put(of, 0, in(of, 0));
}

static void truth(const item *of)
{
    put(of, 0, isnan(in(of, 0)) || in(of, 0) != 0);
}

static void rotate(const item *of)
{
    uint64_t x = in_bits(of, 0), by = in_bits(of, 1) % 32;
    put(of, 0, (real)((x << by | x >> (32 - by)) & 0xffffffff));
}

static void shift_right(const item *of)
{
    put(of, 0, floorl(ldexpl(in(of, 0), -(int)(in_bits(of, 1) % 8))));
}

static void mixed_less(const item *of)
{
    put(of, 0, (uint32_t)in_bits(of, 0) < in_bits(of, 1));
}

static void promoted_difference(const item *of)
{
    put(of, 0, in(of, 0) - in(of, 1));
}

static void divide_by_seven(const item *of)
{
    real quotient = truncl(in(of, 0) / 7);
    if (fabsl(quotient * 7) > fabsl(in(of, 0))) /* the division was rounded up */
        quotient -= copysignl(1, quotient);
    put(of, 0, quotient);
    put(of, 1, in(of, 0) - 7 * quotient);
}

static void distance_to_limit(const item *of)
{
    real x = in(of, 0);
    put(of, 0, x >= 0 ? 0x1p63L - 1 - x : x + 0x1p63L);
}

static void bits_set(const item *of)
{
    int set = 0;
    for (int k = 0; k < 64; k++)
        set += (int)(in_bits(of, 0) >> k & 1);
    put(of, 0, set);
}

static void bit_places(const item *of)
{
    int set[2] = {0, 0}, first[2] = {0, 64}, last[2] = {32, 64};
    for (int operand = 0; operand < 2; operand++) {
        int width = operand ? 64 : 32;
        bool none = true;
        for (int k = 0; k < width; k++) {
            if (!(in_bits(of, operand) >> k & 1))
                continue;
            if (none)
                first[operand] = operand ? k : k + 1; /* ffs counts from 1, ctz from 0 */
            none = false;
            set[operand]++;
            last[operand] = width - 1 - k;
        }
    }
    put(of, 0, set[0] + 100 * set[1]);
    put(of, 1, first[0] + 100 * first[1]);
    put(of, 2, last[0] + 100 * last[1]);
    put(of, 3, set[0] % 2 + 2 * (set[1] % 2));
}

/* a + … + e are ints, then long long. */
static void plain_types(const item *of)
{
    real ints = 0;
    for (int k = 0; k < 5; k++)
        ints += in(of, k);
    put(of, 0, ints + in(of, 5) + in(of, 6));
}

static void upper_case(const item *of)
{
    real c = in(of, 0);
    put(of, 0, c >= 97 && c <= 122 ? c - 32 : c);
}

static void scaled_byte(const item *of)
{
    put(of, 0, in(of, 0) * in(of, 1));
}

static void indexed_by_truth(const item *of)
{
    const real x = in(of, 0);
    put(of, 0, (x > 0 ? -11 : 10) + 1000 * (x < 10 ? -11 : 10) + 7 * (x > 20 ? -11 : 10) + (x > 50 || x < 0 ? 200 : 3));
}

const subject subjects_integers[] = {
    {&weft_ufunc_wrapped_product, "(),()->()", wrapped_product, 0, {NULL}, {ANY, ANY}},
    {&weft_ufunc_wrapped_difference, "(),()->()", wrapped_difference, 0, {NULL}, {ANY, ANY}},
    {&weft_ufunc_to_int8, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_uint8, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_int16, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_uint16, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_int32, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_uint32, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_int64, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_uint64, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_to_typevar, "()->()", convert, 0, {NULL}, {ANY}},
    {&weft_ufunc_truth, "()->()", truth, 0, {NULL}, {ANY}},
    {&weft_ufunc_rotate, "(),()->()", rotate, 0, {NULL}, {ANY, COUNTS}},
    {&weft_ufunc_shift_right, "(),()->()", shift_right, 0, {NULL}, {ANY, COUNTS}},
    {&weft_ufunc_mixed_less, "(),()->()", mixed_less, 0, {NULL}, {SMALL, ANY}},
    {&weft_ufunc_promoted_difference, "(),()->()", promoted_difference, 0, {NULL}, {ANY, ANY}},
    {&weft_ufunc_divide_by_seven, "()->(),()", divide_by_seven, 0, {NULL}, {ANY}},
    {&weft_ufunc_distance_to_limit, "()->()", distance_to_limit, 0, {NULL}, {ANY}},
    {&weft_ufunc_bits_set, "()->()", bits_set, 0, {NULL}, {ANY}},
    {&weft_ufunc_bit_places, "(),()->(),(),(),()", bit_places, 0, {NULL}, {ANY, ANY}},
    {&weft_ufunc_plain_types, "(),(),(),(),(),(),()->()", plain_types, 0, {NULL}, {SMALL}},
    {&weft_ufunc_upper_case, "()->()", upper_case, 0, {NULL}, {ANY}},
    {&weft_ufunc_indexed_by_truth, "()->()", indexed_by_truth, 0, {NULL}, {ANY}},
    {&weft_ufunc_scaled_byte, "(),()->()", scaled_byte, 0, {NULL}, {COUNTS, FINE}},
    END_OF_SUBJECTS,
};
