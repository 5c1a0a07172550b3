/* wrong.c: calls with wrong lists: one sentence that says which, and nothing is written; and what
 * calls with right ones give beside numbers. */
#include "list_tests.h"
#include "lists.h"

static weft_error error;
static weft_options options;

static float values[] = {1, 2, 3, 4, 5, 6};
static double doubles[] = {1, 2, 3, 4, 5, 6};

static weft_array floats_of(float *from, int64_t count)
{
    return weft_array_view(from, WEFT_FLOAT32, 1, SHAPE(count), NULL);
}

static weft_array offsets_of(const int64_t *from, int64_t count)
{
    return weft_array_view((void *)(uintptr_t)from, WEFT_INT64, 1, SHAPE(count), NULL);
}

/* The sum of each list: fails with this sentence, and leaves the result alone. */
static void expect_sum(const int64_t *numbers, int64_t count, const char *sentence)
{
    float sums[4] = {7, 7, 7, 7};
    weft_array x = floats_of(values, 6), offsets = offsets_of(numbers, count);
    weft_array lists = weft_ragged_view(&x, &offsets), result = floats_of(sums, count - 1);
    options = (weft_options){.target = target};
    weft_array *operands[] = {&lists, &result};
    assert_true(weft_call(&weft_ufunc_list_sum, operands, &options, &error) != WEFT_OK);
    assert_string_equal(error.text, sentence);
    for (int k = 0; k < 4; k++)
        assert_true(sums[k] == 7);
}

/* A call that fails with this sentence. */
static void expect(const weft_ufunc *ufunc, weft_array *const *operands, const char *sentence)
{
    if (weft_call(ufunc, operands, &options, &error) == WEFT_OK)
        fail_msg("no error, but: %s", sentence);
    assert_string_equal(error.text, sentence);
}

static void expect_of_offsets(void)
{
    expect_sum(SHAPE(0, 3, 2, 6), 4,
               "list_sum: list 1 of operand 0 (x) goes from 3 to 2, backwards, of 6 elements");
    expect_sum(SHAPE(0, 2, 7), 3,
               "list_sum: list 1 of operand 0 (x) goes from 2 to 7 of 6 elements");
    expect_sum(SHAPE(-1, 2, 3), 3,
               "list_sum: list 0 of operand 0 (x) goes from -1 to 2 of 6 elements");
    expect_sum(SHAPE(7, 7, 7), 3,
               "list_sum: list 0 of operand 0 (x) goes from 7 to 7 of 6 elements");
    expect_sum(SHAPE(7), 1,
               "list_sum: the offsets of operand 0 (x) begin with 7; it has 6 elements");
}

/* Operands that are no lists, or lists of another kind. */
static void expect_of_operands(void)
{
    double other_sums[2];
    weft_array x = floats_of(values, 6), three = offsets_of(SHAPE(0, 1, 4), 3);
    weft_array none = weft_array_view(NULL, WEFT_INT64, 1, SHAPE(0), NULL);
    weft_array halves = weft_array_view(doubles, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_array square = weft_array_view(values, WEFT_FLOAT32, 2, SHAPE(2, 3), NULL), result = {0};
    weft_array lists = weft_ragged_view(&x, &none);
    weft_array *operands[] = {&x, &result}, *listed[] = {&lists, &result};
    expect(&weft_ufunc_list_sum, operands,
           "list_sum: operand 0 (x) is an array without offsets; the layout (n~)->() wants lists "
           "there (weft_ragged_view)");
    expect(
        &weft_ufunc_list_sum, listed,
        "list_sum: operand 0 (x) has offsets of rank 1 with 0 numbers; rank 1 is needed, and one "
        "number more than there are lists");
    lists = weft_ragged_view(&x, NULL);
    expect(&weft_ufunc_list_sum, listed,
           "list_sum: operand 0 (x) has offsets that are NULL; the layout (n~)->() wants lists "
           "there (weft_ragged_view)");
    lists = weft_ragged_view(&x, &halves);
    expect(&weft_ufunc_list_sum, listed,
           "list_sum: operand 0 (x) has offsets of float64; int32 and int64 are possible");
    lists = weft_ragged_view(&square, &three);
    expect(&weft_ufunc_list_sum, listed,
           "list_sum: operand 0 (x) is lists of rank 2, but the layout (n~)->() needs rank 1");
    lists = weft_ragged_view(&x, &three);
    weft_array sums = weft_array_view(other_sums, WEFT_FLOAT64, 1, SHAPE(2), NULL);
    weft_array listed_sums = weft_ragged_view(&sums, &three);
    weft_array *both[] = {&lists, &listed_sums};
    expect(&weft_ufunc_list_sum, both,
           "list_sum: operand 1 (result) is lists (WEFT_ARRAY_RAGGED), which only operands whose "
           "layout has n~ can be");
    assert_int_equal(weft_array_copy(&x, &lists, NULL, &error), WEFT_ERROR_ARGUMENT);
}

/* Lists that do not go together. */
static void expect_of_pairs(void)
{
    float kept[6] = {7, 7, 7, 7, 7, 7};
    weft_array x = floats_of(values, 6), a = offsets_of(SHAPE(0, 2, 6), 3),
               b = offsets_of(SHAPE(1, 3, 6), 3), c = offsets_of(SHAPE(0, 1, 2, 3), 4),
               late = offsets_of(SHAPE(1, 2, 5), 3);
    weft_array first = weft_ragged_view(&x, &a), second = weft_ragged_view(&x, &b), result = {0};
    weft_array third = weft_ragged_view(&x, &c), factor = floats_of(values, 3);
    weft_array *three[] = {&first, &first, &second, &result};
    expect(&weft_ufunc_list_volume, three,
           "list_volume: list 1 of operand 2 (z) has 3 elements, but that of operand 0 (x) has 4");
    three[1] = &third;
    expect(&weft_ufunc_list_volume, three,
           "list_volume: operand 1 (y) has 3 lists, but operand 0 (x) has 2");
    weft_array *scaled[] = {&factor, &first, &result};
    expect(&weft_ufunc_list_scale, scaled,
           "list_scale: loop shapes do not broadcast: operand 0 (a) has size 3 along axis 0 where "
           "others need 2; the loop shapes are a (3,), x (), the lists (2,)");
    weft_array table = weft_array_view(values, WEFT_FLOAT32, 2, SHAPE(3, 2), NULL);
    scaled[0] = &table;
    expect(&weft_ufunc_list_scale, scaled,
           "list_scale: operand 0 (a) has the loop shape (3, 2), but there are 2 lists, and the "
           "loop has no other axis");
    weft_array one = weft_scalar_f64(2), begun = weft_ragged_view(&x, &late);
    weft_array *late_ones[] = {&one, &begun, &result};
    expect(
        &weft_ufunc_list_scale, late_ones,
        "list_scale: operand 2 (y) must be given, for one that is allocated takes the offsets of "
        "operand 1 (x), and these begin with 1, not 0");
    weft_array out = floats_of(kept, 6), given = weft_ragged_view(&out, &b);
    weft_array *into[] = {&one, &first, &given};
    expect(&weft_ufunc_list_scale, into,
           "list_scale: list 1 of operand 2 (y) has 3 elements, but that of operand 1 (x) has 4");
    for (int k = 0; k < 6; k++)
        assert_true(kept[k] == 7);
}

static void expect_of_options(void)
{
    weft_array x = floats_of(values, 6), a = offsets_of(SHAPE(0, 2, 6), 3), result = {0};
    weft_array lists = weft_ragged_view(&x, &a);
    weft_array *operands[] = {&lists, &result};
    options =
        (weft_options){.size = sizeof options, .target = target, .rank = 1, .shape = SHAPE(2)};
    expect(&weft_ufunc_list_sum, operands,
           "list_sum: shape is not for functions of lists: the loop has one axis, that of the "
           "lists");
    options = (weft_options){.target = target, .axis = &(int){0}};
    expect(&weft_ufunc_list_sum, operands,
           "list_sum: axis is not for functions of lists: the loop has one axis, that of the "
           "lists");
}

void test_wrong_lists(void **state)
{
    static bool flags[300];
    (void)state;
    options = (weft_options){.target = target};
    expect_of_offsets();
    expect_of_operands();
    expect_of_pairs();
    expect_of_options();
    options = (weft_options){.target = target};
    weft_array x = weft_array_view(flags, WEFT_BOOL, 1, SHAPE(300), NULL), result = {0};
    weft_array offsets = offsets_of(SHAPE(0, 10, 266), 3), lists = weft_ragged_view(&x, &offsets);
    weft_array *operands[] = {&lists, &result};
    expect(&weft_ufunc_list_short, operands,
           "list_short: list 1 of operand 0 (x) has 256 elements, but its size parameter holds at "
           "most 255");
}

/* A result that is not given has the offsets of the lists that it is made of. */
void test_results(void **state)
{
    (void)state;
    weft_array x = floats_of(values, 6), offsets = offsets_of(SHAPE(0, 2, 2, 6), 4), result = {0};
    weft_array lists = weft_ragged_view(&x, &offsets), factor = weft_scalar_f64(10);
    weft_array *operands[] = {&factor, &lists, &result};
    options = (weft_options){.target = target};
    assert_int_equal(weft_call(&weft_ufunc_list_scale, operands, &options, &error), WEFT_OK);
    assert_true(result.flags & WEFT_ARRAY_RAGGED && result.value.offsets == &offsets);
    assert_int_equal(result.rank, 1);
    assert_int_equal(result.shape[0], 6);
    static const float right[] = {12, 22, 34, 44, 54, 64};
    assert_memory_equal(result.data, right, sizeof right);
    weft_array_clear(&result);
    /* no lists at all */
    weft_array no_offsets = offsets_of(SHAPE(0), 1), empty = floats_of(NULL, 0);
    weft_array no_lists = weft_ragged_view(&empty, &no_offsets);
    operands[1] = &no_lists;
    assert_int_equal(weft_call(&weft_ufunc_list_scale, operands, &options, &error), WEFT_OK);
    assert_int_equal(result.shape[0], 0);
    weft_array_clear(&result);
}

/* Lists over themselves, and over the offsets, equal lists over copies. */
void test_overlap(void **state)
{
    (void)state;
    float own[] = {1, 2, 3, 4, 5, 6};
    weft_array x = floats_of(own, 6), offsets = offsets_of(SHAPE(0, 2, 6), 3);
    weft_array lists = weft_ragged_view(&x, &offsets), factor = weft_scalar_f64(1);
    weft_array *operands[] = {&factor, &lists, &lists};
    options = (weft_options){.target = target};
    assert_int_equal(weft_call(&weft_ufunc_list_scale, operands, &options, &error), WEFT_OK);
    static const float right[] = {3, 4, 7, 8, 9, 10};
    assert_memory_equal(own, right, sizeof right);

    int64_t numbers[] = {0, 1, 3, 6};
    uint8_t bytes[] = {1, 2, 3, 4, 5, 6};
    weft_array where = offsets_of(numbers, 4);
    weft_array x8 = weft_array_view(bytes, WEFT_UINT8, 1, SHAPE(6), NULL);
    weft_array sums = weft_array_view(numbers + 1, WEFT_INT64, 1, SHAPE(3), NULL);
    weft_array listed = weft_ragged_view(&x8, &where);
    weft_array *over[] = {&listed, NULL, &sums};
    assert_int_equal(weft_call(&weft_ufunc_list_numbered, over, &options, &error), WEFT_OK);
    assert_memory_equal(numbers, SHAPE(0, 1, 1005, 2015), sizeof numbers);
}

/* The first list that the function itself objects to is named by its number. */
void test_codes(void **state)
{
    (void)state;
    double many[20] = {0}, firsts[3];
    int32_t codes[3] = {7, 7, 7};
    weft_array x = weft_array_view(many, WEFT_FLOAT64, 1, SHAPE(20), NULL);
    weft_array offsets = offsets_of(SHAPE(0, 5, 11, 20), 4), lists = weft_ragged_view(&x, &offsets);
    weft_array result = weft_array_view(codes, WEFT_INT32, 1, SHAPE(3), NULL);
    weft_array first = weft_array_view(firsts, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_array *operands[] = {&lists, &first, &result};
    options = (weft_options){.target = target};
    assert_int_equal(weft_call(&weft_ufunc_list_judged, operands, &options, &error),
                     WEFT_ERROR_FUNCTION);
    assert_string_equal(error.text, "list_judged: 2 of 3 items: a list that is too long, the first "
                                    "is item 1");
}

/* Whatever the number of threads, one huge list among small ones included. */
void test_threads(void **state)
{
    enum { LISTS = 3000, HUGE = 200000 };
    (void)state;
    int64_t *numbers = calloc(LISTS + 1, sizeof *numbers);
    for (int k = 0; k < LISTS; k++)
        numbers[k + 1] = numbers[k] + (k == 1700 ? HUGE : k % 7);
    const int64_t all = numbers[LISTS];
    int32_t *x = calloc((size_t)all, sizeof *x), *y = calloc((size_t)all, sizeof *y);
    int32_t *last = calloc(LISTS, sizeof *last);
    for (int64_t i = 0; i < all; i++)
        x[i] = (int32_t)(i % 11) - 5;
    for (int threads = 1; threads < 9; threads++) {
        weft_array values32 = weft_array_view(x, WEFT_INT32, 1, SHAPE(all), NULL);
        weft_array results = weft_array_view(y, WEFT_INT32, 1, SHAPE(all), NULL);
        weft_array ends = weft_array_view(last, WEFT_INT32, 1, SHAPE(LISTS), NULL);
        weft_array offsets = offsets_of(numbers, LISTS + 1);
        weft_array lists = weft_ragged_view(&values32, &offsets);
        weft_array sums = weft_ragged_view(&results, &offsets);
        weft_array *operands[] = {&lists, &sums, &ends};
        options = (weft_options){.target = target, .threads = threads};
        memset(y, 0, (size_t)all * sizeof *y);
        memset(last, 0, LISTS * sizeof *last);
        assert_int_equal(weft_call(&weft_ufunc_list_running, operands, &options, &error), WEFT_OK);
        for (int k = 0; k < LISTS; k++) {
            int32_t sum = 0;
            for (int64_t i = numbers[k]; i < numbers[k + 1]; i++)
                if (y[i] != (sum += x[i]))
                    fail_msg("%d threads: list %d, element %lld", threads, k, (long long)i);
            assert_int_equal(last[k], sum);
        }
    }
    free(numbers);
    free(x);
    free(y);
    free(last);
}
