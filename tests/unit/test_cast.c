/* test_cast.c: dtypes, the table of safe casts, and casts of elements. */
#include <math.h>

#include "base/cast.h"
#include "check.h"
#include "base/dtype.h"
#include "base/half.h"

static void test_knows_dtypes(void **state)
{
    (void)state;
    assert_string_equal(weft_dtype_name(WEFT_COMPLEX64), "complex64");
    assert_string_equal(weft_dtype_name((weft_dtype)77), "none");
    assert_int_equal(weft_dtype_size(WEFT_COMPLEX128), 16);
    assert_int_equal(weft_dtype_size(WEFT_NONE), 0);
    assert_int_equal(weft_dtype_find("bfloat16"), WEFT_BFLOAT16);
    assert_int_equal(weft_dtype_find("float"), WEFT_NONE);
    assert_int_equal(weft_dtype_find(NULL), WEFT_NONE);
    for (int dtype = 1; dtype < WEFT_DTYPE_END; dtype++)
        assert_int_equal(weft_dtype_find(weft_dtype_name((weft_dtype)dtype)), dtype);
}

/* The safe casts of docs/semantics.md, one letter group per dtype, in the order of the table. */
static void test_allows_safe_casts(void **state)
{
    (void)state;
    static const char *const safe[] = {
        "bool bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 "
        "float64 complex64 complex128",
        "int8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128",
        "int16 int16 int32 int64 float32 float64 complex64 complex128",
        "int32 int32 int64 float64 complex128",
        "int64 int64 float64 complex128",
        "uint8 uint8 uint16 uint32 uint64 int16 int32 int64 float16 bfloat16 float32 float64 "
        "complex64 complex128",
        "uint16 uint16 uint32 uint64 int32 int64 float32 float64 complex64 complex128",
        "uint32 uint32 uint64 int64 float64 complex128",
        "uint64 uint64 float64 complex128",
        "float16 float16 float32 float64 complex64 complex128",
        "bfloat16 bfloat16 float32 float64 complex64 complex128",
        "float32 float32 float64 complex64 complex128",
        "float64 float64 complex128",
        "complex64 complex64 complex128",
        "complex128 complex128",
    };
    for (size_t row = 0; row < sizeof safe / sizeof safe[0]; row++) {
        char line[256];
        bool allowed[WEFT_DTYPE_END] = {false};
        snprintf(line, sizeof line, "%s", safe[row]);
        weft_dtype from = weft_dtype_find(strtok(line, " "));
        for (char *name; (name = strtok(NULL, " "));)
            allowed[weft_dtype_find(name)] = true;
        for (int to = 1; to < WEFT_DTYPE_END; to++)
            assert_int_equal(weft_can_cast(from, (weft_dtype)to, WEFT_CASTING_SAFE), allowed[to]);
    }
}

static void test_allows_other_casts(void **state)
{
    (void)state;
    assert_true(weft_can_cast(WEFT_FLOAT64, WEFT_FLOAT16, WEFT_CASTING_DEFAULT));
    assert_true(weft_can_cast(WEFT_UINT64, WEFT_INT8, WEFT_CASTING_SAME_KIND));
    assert_true(weft_can_cast(WEFT_INT64, WEFT_FLOAT16, WEFT_CASTING_SAME_KIND));
    assert_true(weft_can_cast(WEFT_FLOAT64, WEFT_COMPLEX64, WEFT_CASTING_SAME_KIND));
    assert_false(weft_can_cast(WEFT_INT8, WEFT_UINT64, WEFT_CASTING_SAME_KIND));
    assert_false(weft_can_cast(WEFT_FLOAT16, WEFT_INT64, WEFT_CASTING_SAME_KIND));
    assert_false(weft_can_cast(WEFT_COMPLEX64, WEFT_FLOAT64, WEFT_CASTING_SAME_KIND));
    assert_false(weft_can_cast(WEFT_INT8, WEFT_BOOL, WEFT_CASTING_SAME_KIND));
    assert_true(weft_can_cast(WEFT_COMPLEX64, WEFT_BOOL, WEFT_CASTING_UNSAFE));
    assert_false(weft_can_cast(WEFT_INT8, WEFT_INT16, WEFT_CASTING_NO));
    assert_false(weft_can_cast(WEFT_NONE, WEFT_INT16, WEFT_CASTING_UNSAFE));
}

/* One element from one dtype to another. */
static void cast_one(void *to, weft_dtype to_dtype, const void *from, weft_dtype from_dtype)
{
    cast_elements(to, to_dtype, 0, false, from, from_dtype, 0, false, 1);
}

static void test_saturates(void **state)
{
    (void)state;
    static const struct {
        double from;
        int8_t narrow;
        int64_t wide;
        uint16_t without_sign;
    } rows[] = {
        {1.9, 1, 1, 1},
        {-1.9, -1, -1, 0},
        {127.9, 127, 127, 127},
        {128, 127, 128, 128},
        {-129, -128, -129, 0},
        {1e300, 127, INT64_MAX, 65535},
        {NAN, 0, 0, 0},
        {INFINITY, 127, INT64_MAX, 65535},
        {-INFINITY, -128, INT64_MIN, 0},
        {65536, 127, 65536, 65535},
        {9223372036854775808.0, 127, INT64_MAX, 65535},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        int8_t narrow;
        int64_t wide;
        uint16_t without_sign;
        cast_one(&narrow, WEFT_INT8, &rows[k].from, WEFT_FLOAT64);
        cast_one(&wide, WEFT_INT64, &rows[k].from, WEFT_FLOAT64);
        cast_one(&without_sign, WEFT_UINT16, &rows[k].from, WEFT_FLOAT64);
        assert_int_equal(narrow, rows[k].narrow);
        assert_true(wide == rows[k].wide);
        assert_int_equal(without_sign, rows[k].without_sign);
    }
}

static void test_wraps_and_truncates(void **state)
{
    (void)state;
    int32_t integer = 0x12345;
    uint8_t low;
    cast_one(&low, WEFT_UINT8, &integer, WEFT_INT32);
    assert_int_equal(low, 0x45);
    integer = -1;
    uint64_t wide;
    cast_one(&wide, WEFT_UINT64, &integer, WEFT_INT32);
    assert_true(wide == UINT64_MAX);
    double c[2] = {0, 2};
    uint8_t truth;
    cast_one(&truth, WEFT_BOOL, c, WEFT_COMPLEX128);
    assert_int_equal(truth, 1);
    float real;
    cast_one(&real, WEFT_FLOAT32, c, WEFT_COMPLEX128);
    assert_true(real == 0);
    truth = 200;
    float z[2] = {9, 9};
    cast_one(z, WEFT_COMPLEX64, &truth, WEFT_BOOL);
    assert_true(z[0] == 1 && z[1] == 0);
    cast_one(&low, WEFT_BOOL, &truth, WEFT_BOOL);
    assert_int_equal(low, 1);
}

/* An integer is rounded once, also where double would hide that it lies above a tie. */
static void test_rounds_integers_once(void **state)
{
    (void)state;
    int64_t odd = ((INT64_C(257) << 40) | 1) << 14 | 1;
    uint16_t bits;
    cast_one(&bits, WEFT_BFLOAT16, &odd, WEFT_INT64);
    assert_true(half_widen(bits, 16, 8) == ldexp(258, 54));
    odd = -odd;
    cast_one(&bits, WEFT_BFLOAT16, &odd, WEFT_INT64);
    assert_true(half_widen(bits, 16, 8) == -ldexp(258, 54));
}

static void test_swaps_bytes(void **state)
{
    (void)state;
    uint32_t words[3] = {0x01020304, 0, 0xfffefdfc}, swapped[3];
    cast_elements((char *)swapped, WEFT_UINT32, 4, true, (char *)words, WEFT_UINT32, 4, false, 3);
    assert_true(swapped[0] == 0x04030201 && swapped[2] == 0xfcfdfeff);
    uint64_t wide[3];
    cast_elements((char *)wide, WEFT_UINT64, 8, false, (char *)swapped, WEFT_UINT32, 4, true, 3);
    assert_true(wide[0] == 0x01020304 && wide[2] == 0xfffefdfc);
    float complex_one[2] = {1, 2};
    unsigned char bytes[8];
    cast_elements((char *)bytes, WEFT_COMPLEX64, 8, true, (char *)complex_one, WEFT_COMPLEX64, 8,
                  false, 1);
    assert_memory_equal(bytes, "\x3f\x80\0\0\x40\0\0\0", 8);
}

/* Elements side by side have loops of their own; those that lie apart are cast one by one. */
static void test_casts_side_by_side_as_apart(void **state)
{
    (void)state;
    enum { COUNT = 300, WIDEST = 16 };
    static char apart[COUNT * 3 * WIDEST], beside[COUNT * WIDEST];
    static char made[COUNT * 3 * WIDEST], wanted[COUNT * 3 * WIDEST];
    uint64_t random = 1;
    for (size_t k = 0; k < sizeof apart; k++)
        apart[k] = (char)((random = random * 6364136223846793005u + 1442695040888963407u) >> 56);
    for (int from = WEFT_BOOL; from <= WEFT_UINT64; from++)
        for (int to = 0; to < WEFT_DTYPE_END; to++) {
            if (!dtype_table[from].size || !dtype_table[to].size)
                continue;
            const int64_t size = dtype_table[from].size, step = 3 * size;
            const int64_t to_size = dtype_table[to].size;
            for (int64_t k = 0; k < COUNT; k++) {
                if (size == 1) /* all that there are */
                    apart[k * step] = (char)k;
                memcpy(beside + k * size, apart + k * step, (size_t)size);
            }
            cast_elements(wanted, (weft_dtype)to, 3 * to_size, false, apart, (weft_dtype)from, step,
                          false, COUNT);
            for (int64_t n = 0; n <= COUNT; n += n < 40 ? 1 : 65) {
                cast_elements(made, (weft_dtype)to, to_size, false, beside, (weft_dtype)from, size,
                              false, n);
                for (int64_t k = 0; k < n; k++)
                    assert_memory_equal(made + k * to_size, wanted + k * 3 * to_size,
                                        (size_t)to_size);
                cast_elements(made, (weft_dtype)to, to_size, false, apart, (weft_dtype)from, step,
                              false, n);
                for (int64_t k = 0; k < n; k++)
                    assert_memory_equal(made + k * to_size, wanted + k * 3 * to_size,
                                        (size_t)to_size);
            }
        }
}

static void test_copies_any_steps(void **state)
{
    (void)state;
    int16_t source[24];
    char memory[600];
    for (int k = 0; k < 24; k++)
        source[k] = (int16_t)(k - 12);
    weft_array from =
        weft_array_view(source + 23, WEFT_INT16, 3, SHAPE(2, 3, 4), SHAPE(-24, -8, -2));
    weft_array to = weft_array_view(memory + 1, WEFT_FLOAT64, 3, SHAPE(2, 3, 4), SHAPE(9, 18, 60));
    weft_error error;
    assert_ok(error, weft_array_copy(&to, &from, NULL, &error));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++) {
                double value;
                memcpy(&value, memory + 1 + i * 9 + j * 18 + k * 60, sizeof value);
                assert_true(value == 11 - (i * 12 + j * 4 + k));
            }
    from = weft_array_view(source, WEFT_INT16, 1, SHAPE(20), NULL);
    weft_array shifted = weft_array_view(source + 1, WEFT_INT16, 1, SHAPE(20), NULL);
    assert_ok(error, weft_array_copy(&shifted, &from, NULL, &error)); /* as if on copies */
    for (int k = 0; k < 20; k++)
        assert_int_equal(source[k + 1], k - 12);
    from = weft_array_view(source, WEFT_INT16, 3, SHAPE(2, 3, 4), NULL);
    shifted.steps[0] = 0;
    assert_fails(error, WEFT_ERROR_OVERLAP, "the target is an array whose elements share memory",
                 weft_array_copy(&shifted, &from, NULL, &error));
    assert_fails(error, WEFT_ERROR_DTYPE, "float64 to int16",
                 weft_array_copy(&from, &to, NULL, &error));
    to.shape[2] = 3;
    assert_fails(error, WEFT_ERROR_SHAPE, "shape (2, 3, 4), the target (2, 3, 3)",
                 weft_array_copy(&to, &from, NULL, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_knows_dtypes),        cmocka_unit_test(test_allows_safe_casts),
        cmocka_unit_test(test_allows_other_casts),  cmocka_unit_test(test_saturates),
        cmocka_unit_test(test_wraps_and_truncates), cmocka_unit_test(test_rounds_integers_once),
        cmocka_unit_test(test_swaps_bytes),         cmocka_unit_test(test_copies_any_steps),
        cmocka_unit_test(test_casts_side_by_side_as_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
