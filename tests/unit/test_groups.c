/* test_groups.c: lists and groups by kernels that have no loops of their own for them, against
 * walks that follow docs/semantics.md; sums by key against one accumulator for each key; what comes
 * of it where memory fails. */
#include "check.h"
#include "fold_ufuncs.h"

enum { COUNT = 20000, KEYS = 37 };

static weft_error error;
static double values[COUNT];
static int32_t keys[COUNT];

#define VIEW(data, DTYPE, ...)                                                        \
    weft_array_view(data, DTYPE, (int)(sizeof(SHAPE(__VA_ARGS__)) / sizeof(int64_t)), \
                    SHAPE(__VA_ARGS__), NULL)

/* Numbers of many sizes, so that every other order gives other bits. */
static void fill(void)
{
    uint32_t random = 12345;
    for (int k = 0; k < COUNT; k++) {
        random = random * 1664525u + 1013904223u;
        values[k] = (double)(random >> 8) / (double)(1 + (random & 1023)) - 4000;
        random = random * 1664525u + 1013904223u;
        keys[k] = (int32_t)(random >> 16) % KEYS;
    }
}

/* One key's elements of blocks first to before first + count; false: there are none. */
static bool fold_blocks(int key, int first, int count, double *sum)
{
    enum { BLOCK = 4096 };
    double more;
    int left = 1;
    bool found = false;
    if (count == 1) {
        for (int k = first * BLOCK; k < (first + 1) * BLOCK && k < COUNT; k++)
            if (keys[k] == key) {
                *sum = found ? *sum + values[k] : values[k];
                found = true;
            }
        return found;
    }
    while (2 * left < count)
        left *= 2;
    found = fold_blocks(key, first, left, sum);
    if (!fold_blocks(key, first + left, count - left, &more))
        return found;
    *sum = found ? *sum + more : more;
    return true;
}

/* Blocks and neighbours, for 1 to 16 threads; lanes that lie side by side have the bits of each. */
static void test_blocks(void **state)
{
    (void)state;
    static double wide[COUNT][9];
    double sums[KEYS], wide_sums[KEYS][9], expected;
    const weft_array x = VIEW(values, WEFT_FLOAT64, COUNT), k = VIEW(keys, WEFT_INT32, COUNT),
                     w = VIEW(wide, WEFT_FLOAT64, COUNT, 9);
    weft_array y = VIEW(sums, WEFT_FLOAT64, KEYS), z = VIEW(wide_sums, WEFT_FLOAT64, KEYS, 9);
    fill();
    for (int i = 0; i < COUNT; i++)
        for (int lane = 0; lane < 9; lane++)
            wide[i][lane] = values[i];
    for (int threads = 0; threads <= 16; threads++) {
        const weft_options options = {.target = threads ? WEFT_PARALLEL : WEFT_CPU,
                                      .threads = threads};
        assert_ok(error, weft_reduce_keys(&fold_sum, (const weft_array *[]){&x}, &k, &y, NULL,
                                          &options, &error));
        assert_ok(error, weft_reduce_keys(&fold_sum, (const weft_array *[]){&w}, &k, &z, NULL,
                                          &options, &error));
        for (int key = 0; key < KEYS; key++) {
            assert_true(fold_blocks(key, 0, (COUNT - 1) / 4096 + 1, &expected));
            assert_true(sums[key] == expected);
            for (int lane = 0; lane < 9; lane++)
                assert_true(wide_sums[key][lane] == expected);
        }
    }
}

/* Up to a block, sums are those of one accumulator for each key; so is all that has an order. */
static void test_bincount(void **state)
{
    (void)state;
    enum { FEW = 4096 };
    double sums[KEYS], expected[KEYS] = {0}, differences[KEYS];
    const double five = 5;
    const weft_array x = VIEW(values, WEFT_FLOAT64, FEW), k = VIEW(keys, WEFT_INT32, FEW),
                     all = VIEW(values, WEFT_FLOAT64, COUNT),
                     all_keys = VIEW(keys, WEFT_INT32, COUNT),
                     initial =
                         weft_array_view((void *)(uintptr_t)&five, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array y = VIEW(sums, WEFT_FLOAT64, KEYS), d = VIEW(differences, WEFT_FLOAT64, KEYS);
    const weft_grouping how = {.initial = &initial};
    fill();
    for (int i = 0; i < FEW; i++)
        expected[keys[i]] += values[i];
    assert_ok(error,
              weft_reduce_keys(&fold_sum, (const weft_array *[]){&x}, &k, &y, NULL, NULL, &error));
    assert_memory_equal(sums, expected, sizeof sums);
    for (int key = 0; key < KEYS; key++)
        expected[key] = 5;
    for (int i = 0; i < COUNT; i++)
        expected[keys[i]] -= values[i];
    assert_ok(error, weft_reduce_keys(&fold_difference, (const weft_array *[]){&all}, &all_keys, &d,
                                      &how, NULL, &error));
    assert_memory_equal(differences, expected, sizeof differences);
}

/* Lists of many lengths, beyond two levels of the tree, are what weft_reduce makes of each. */
static void test_lists(void **state)
{
    (void)state;
    enum { LONG = 600000, LISTS = 8 };
    static double x[LONG];
    const int64_t offsets[LISTS + 1] = {0, 1, 1, 10, 523, 2000, 300000, 590001, LONG};
    double found[LISTS], expected;
    weft_array y = VIEW(found, WEFT_FLOAT64, LISTS);
    const weft_array a = VIEW(x, WEFT_FLOAT64, LONG),
                     o = VIEW((void *)(uintptr_t)offsets, WEFT_INT64, LISTS + 1);
    fill();
    for (int i = 0; i < LONG; i++)
        x[i] = values[i % COUNT];
    for (int target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        const weft_options options = {.target = (weft_target)target};
        assert_ok(error, weft_reduce_segments(&fold_sum, (const weft_array *[]){&a}, &o, &y, NULL,
                                              &options, &error));
        for (int k = 0; k < LISTS; k++) {
            const weft_array part = VIEW(x + offsets[k], WEFT_FLOAT64, offsets[k + 1] - offsets[k]);
            weft_array sum = weft_array_view(&expected, WEFT_FLOAT64, 0, NULL, NULL);
            assert_ok(error, weft_reduce(&fold_sum, &part, &sum, NULL, &options, &error));
            assert_true(found[k] == expected);
        }
    }
    assert_fails(error, WEFT_ERROR_SHAPE, "minimum.reduce_segments: list 1 has no elements",
                 weft_reduce_segments(&fold_minimum, (const weft_array *[]){&a}, &o, &y, NULL, NULL,
                                      &error));
}

/* More memory than there is. */
static void test_no_memory(void **state)
{
    (void)state;
    double number = 1, kept = 7;
    int64_t key = 0;
    const weft_array x = VIEW(&number, WEFT_FLOAT64, 1), k = VIEW(&key, WEFT_INT64, 1);
    weft_array y = {0}, one = VIEW(&kept, WEFT_FLOAT64, 1);
    assert_fails(error, WEFT_ERROR_SHAPE, "more bytes than int64 counts",
                 weft_reduce_keys(&fold_sum, (const weft_array *[]){&x}, &k, &y,
                                  &(weft_grouping){.count = INT64_MAX}, NULL, &error));
    assert_fails(error, WEFT_ERROR_MEMORY, "",
                 weft_reduce_keys(&fold_sum, (const weft_array *[]){&x}, &k, &y,
                                  &(weft_grouping){.count = INT64_MAX / 64}, NULL, &error));
    assert_int_equal(y.dtype, WEFT_NONE);
    key = 1;
    assert_fails(
        error, WEFT_ERROR_ARGUMENT, "key 1 at position 0 is none of the 1 groups",
        weft_reduce_keys(&fold_sum, (const weft_array *[]){&x}, &k, &one, NULL, NULL, &error));
    assert_true(kept == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_bincount),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
