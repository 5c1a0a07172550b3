/* groups.c: reductions of lists and by keys, of random shapes, layouts and results, against walks
 * that follow docs/semantics.md word for word: the same bits on every target and any number of
 * threads. */
#include "declared_tests.h"

#include "../device/arrays.h"
#include "subjects.h"

enum { BLOCK = 4096, MOST_RANK = 3 };

static weft_error error;

static double itself(const double *x)
{
    return x[0];
}

static double add_float32(double a, double b)
{
    return (float)a + (float)b;
}

static double add_float64(double a, double b)
{
    return a + b;
}

static double as_is(double sum, int64_t count)
{
    (void)count;
    return sum;
}

/* Sums that are no declared reductions. */
static const naive_reduction plain[] = {
    {"sum", 1, {WEFT_FLOAT16}, WEFT_FLOAT16, itself, add_float32, as_is, true},
    {"sum", 1, {WEFT_FLOAT32}, WEFT_FLOAT32, itself, add_float32, as_is, true},
    {"sum", 1, {WEFT_FLOAT64}, WEFT_FLOAT64, itself, add_float64, as_is, true},
};
enum { PLAIN_COUNT = sizeof plain / sizeof *plain };

/* One case: the operands, also as float64 in C order, and what must come out. */
typedef struct group_case {
    const naive_reduction *what;
    bool by_keys, on_device, known, skips, has_initial;
    int rank, axis; /* axis: of lists; of keys the rank of these */
    int64_t shape[MOST_RANK];
    sample inputs[3], indices, result;
    weft_array elements[3], expected;
    int64_t *positions; /* offsets or keys */
    int64_t count, result_shape[MOST_RANK + 1];
    int result_rank;
    bool is_given;
} group_case;

static bool one_in(unsigned n)
{
    return random_below(n) == 0;
}

static int64_t product(const int64_t *sizes, int first, int end)
{
    int64_t all = 1;
    for (int k = first; k < end; k++)
        all *= sizes[k];
    return all;
}

static weft_array unpack(const weft_array *view, weft_dtype dtype)
{
    static const weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    weft_array made;
    assert_int_equal(weft_array_new(&made, dtype, view->rank, view->shape, NULL), WEFT_OK);
    if (weft_array_copy(&made, view, &unsafe, &error))
        fail_msg("%s", error.text);
    return made;
}

static double mapped(const group_case *made, int64_t element)
{
    double x[3];
    for (int i = 0; i < made->what->input_count; i++)
        x[i] = ((const double *)made->elements[i].data)[element];
    return made->what->map(x);
}

static double finished(const group_case *made, double value, int64_t count)
{
    if (count > 0 && made->has_initial)
        value = made->what->combine(3, value);
    else if (count == 0)
        value = made->has_initial ? 3 : 0;
    return made->what->finish(value, count);
}

/* The elements of one list in one lane, as weft_reduce folds them. */
static double fold_list(const group_case *made, int64_t first, int64_t count, int64_t step)
{
    double *elements[3], result = 0;
    naive_task task = {.what = made->what, .rank = 1, .shape = {count}, .reduced = {true}};
    task.has_initial = made->has_initial;
    task.initial = 3;
    for (int i = 0; i < made->what->input_count; i++) {
        elements[i] = malloc((size_t)(count + 1) * sizeof(double));
        for (int64_t k = 0; k < count; k++)
            elements[i][k] = ((const double *)made->elements[i].data)[first + k * step];
        task.inputs[i] = elements[i];
    }
    naive_reduce(&task, &result);
    for (int i = 0; i < made->what->input_count; i++)
        free(elements[i]);
    return result;
}

static void expect_lists(group_case *made, double *results)
{
    const int64_t inner = product(made->shape, made->axis + 1, made->rank),
                  outer = product(made->shape, 0, made->axis), size = made->shape[made->axis];
    for (int64_t o = 0; o < outer; o++)
        for (int64_t k = 0; k < made->count; k++)
            for (int64_t i = 0; i < inner; i++) {
                const int64_t begin = made->positions[k], end = made->positions[k + 1];
                made->known &= end > begin || made->has_initial || made->what->has_identity;
                results[(o * made->count + k) * inner + i] =
                    fold_list(made, (o * size + begin) * inner + i, end - begin, inner);
            }
}

/* Blocks first to before first + count of one lane, in sums and counts by key. */
static void fold_blocks(const group_case *made, int64_t lane, int64_t first, int64_t count,
                        int64_t block, double *sums, int64_t *counts)
{
    const int64_t all = product(made->shape, 0, made->axis),
                  lanes = product(made->shape, made->axis, made->rank);
    memset(counts, 0, (size_t)made->count * sizeof *counts);
    if (count == 1) {
        for (int64_t i = first * block; i < (first + 1) * block && i < all; i++) {
            const int64_t key = made->positions[i];
            if (key < 0 || key >= made->count)
                continue;
            const double value = mapped(made, i * lanes + lane);
            sums[key] = counts[key] ? made->what->combine(sums[key], value) : value;
            counts[key]++;
        }
        return;
    }
    double *more = malloc((size_t)(made->count + 1) * sizeof *more);
    int64_t *more_counts = malloc((size_t)(made->count + 1) * sizeof *more_counts), left = 1;
    while (2 * left < count)
        left *= 2;
    fold_blocks(made, lane, first, left, block, sums, counts);
    fold_blocks(made, lane, first + left, count - left, block, more, more_counts);
    for (int64_t key = 0; key < made->count; key++) {
        if (more_counts[key])
            sums[key] = counts[key] ? made->what->combine(sums[key], more[key]) : more[key];
        counts[key] += more_counts[key];
    }
    free(more);
    free(more_counts);
}

static void expect_keys(group_case *made, double *results)
{
    const int64_t all = product(made->shape, 0, made->axis),
                  lanes = product(made->shape, made->axis, made->rank);
    double *sums = malloc((size_t)(made->count + 1) * sizeof *sums);
    int64_t *counts = malloc((size_t)(made->count + 1) * sizeof *counts), block = BLOCK;
    while (block < made->count)
        block *= 2;
    for (int64_t lane = 0; lane < lanes; lane++) {
        fold_blocks(made, lane, 0, all ? (all - 1) / block + 1 : 1, block, sums, counts);
        for (int64_t key = 0; key < made->count; key++) {
            made->known &= counts[key] || made->has_initial || made->what->has_identity;
            results[key * lanes + lane] = finished(made, sums[key], counts[key]);
        }
    }
    free(sums);
    free(counts);
}

static void choose_shape(group_case *made)
{
    static const int64_t extents[] = {1, 2, 3, 5, 9};
    const int64_t large = one_in(20)  ? 0
                          : one_in(2) ? 1 + (int64_t)random_below(40)
                          : one_in(3) ? 1 + (int64_t)random_below(30000)
                                      : 1 + (int64_t)random_below(2000);
    made->rank = one_in(2) ? 1 : 1 + (int)random_below(MOST_RANK);
    made->axis = (int)random_below((uint64_t)made->rank);
    for (int axis = 0; axis < made->rank; axis++)
        made->shape[axis] = extents[random_below(large > 2000 ? 2 : 5)];
    made->shape[made->by_keys ? 0 : made->axis] = large;
    made->axis += made->by_keys; /* keys have at least the first axis */
    made->count = one_in(15) ? 0 : 1 + (int64_t)random_below(one_in(4) ? 9000 : 20);
    if (large > 2000 && made->count > 5000 && made->rank > 1)
        made->count = 7;
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Offsets that rise, or keys, as an array of some dtype and layout. */
static void choose_indices(group_case *made)
{
    static const weft_dtype dtypes[] = {WEFT_INT64, WEFT_INT64, WEFT_INT32, WEFT_INT16,
                                        WEFT_UINT64};
    const int rank = made->by_keys ? made->axis : 1;
    const int64_t lists = made->count + 1, size = made->shape[made->by_keys ? 0 : made->axis];
    const int64_t *shape = made->by_keys ? made->shape : &lists;
    const int64_t all = product(shape, 0, rank);
    made->positions = malloc((size_t)(all + 1) * sizeof *made->positions);
    const bool is_sorted = one_in(4), is_one = one_in(6);
    if (made->by_keys && made->count == 0)
        made->skips = true;
    for (int64_t k = 0; k < all; k++) {
        made->positions[k] = (int64_t)random_below(
            made->by_keys ? (uint64_t)(made->count > 0 ? made->count : 1) : (uint64_t)size + 1);
        if (made->by_keys && is_one && !one_in(20))
            made->positions[k] = 0;
        if (made->skips && one_in(5))
            made->positions[k] = made->count + (int64_t)random_below(9);
    }
    if (!made->by_keys || is_sorted)
        qsort(made->positions, (size_t)all, sizeof *made->positions, compare);
    weft_array plain_view = weft_array_view(made->positions, WEFT_INT64, rank, shape, NULL);
    made->indices = sample_make(dtypes[random_below(5)], rank, shape,
                                one_in(2) ? SAMPLE_PLAIN : (unsigned)random_below(8), true);
    if (weft_array_copy(&made->indices.view, &plain_view,
                        &(weft_options){.casting = WEFT_CASTING_UNSAFE}, &error))
        fail_msg("%s", error.text);
}

static void choose_case(group_case *made)
{
    choose_shape(made);
    made->has_initial = one_in(4);
    made->skips = made->by_keys && one_in(3);
    choose_indices(made);
    for (int i = 0; i < made->what->input_count; i++) {
        made->inputs[i] = sample_make(made->what->inputs[i], made->rank, made->shape,
                                      one_in(2) ? SAMPLE_PLAIN : (unsigned)random_below(8), false);
        made->elements[i] = unpack(&made->inputs[i].view, WEFT_FLOAT64);
    }
    if (made->by_keys) {
        made->result_shape[made->result_rank++] = made->count;
        for (int axis = made->axis; axis < made->rank; axis++)
            made->result_shape[made->result_rank++] = made->shape[axis];
    } else {
        made->result_rank = made->rank;
        memcpy(made->result_shape, made->shape, sizeof made->shape);
        made->result_shape[made->axis] = made->count;
    }
}

static void expect(group_case *made)
{
    weft_array values;
    made->known = true;
    assert_int_equal(
        weft_array_new(&values, WEFT_FLOAT64, made->result_rank, made->result_shape, NULL), 0);
    (made->by_keys ? expect_keys : expect_lists)(made, values.data);
    made->expected = unpack(&values, made->what->result);
    weft_array_clear(&values);
    made->is_given = one_in(2);
    if (made->is_given)
        made->result = sample_make(made->what->result, made->result_rank, made->result_shape,
                                   one_in(2) ? SAMPLE_PLAIN : (unsigned)random_below(8), true);
}

/* The call; its status. An allocated result comes to the host. */
static weft_status call(group_case *made, int threads, weft_array *found)
{
    weft_array arrays[3], indices = made->indices.view, initial = weft_scalar_i64(3), result = {0};
    const weft_array *operands[3];
    const weft_options options = {.target = target, .threads = threads};
    const weft_grouping how = {
        .count = made->by_keys && !(made->is_given && one_in(2)) ? made->count : 0,
        .axis = made->by_keys ? 0 : made->axis - made->rank,
        .skip = made->skips,
        .initial = made->has_initial ? &initial : NULL};
    const weft_ufunc *ufunc =
        made->what == &plain[0] || made->what == &plain[1] || made->what == &plain[2]
            ? subject_plain_sum
            : subject_ufunc(made->what->name);
    for (int i = 0; i < made->what->input_count; i++) {
        arrays[i] = made->on_device ? sample_to_device(&made->inputs[i]) : made->inputs[i].view;
        operands[i] = &arrays[i];
    }
    if (made->on_device)
        indices = sample_to_device(&made->indices);
    if (made->is_given)
        result = made->result.view;
    weft_status status =
        made->by_keys
            ? weft_reduce_keys(ufunc, operands, &indices, &result, &how, &options, &error)
            : weft_reduce_segments(ufunc, operands, &indices, &result, &how, &options, &error);
    if (!status && result.device > 0)
        status = weft_copy_to_host(&result, found, &options, &error);
    else if (!status && !made->is_given)
        *found = result;
    if (!status && result.device > 0)
        weft_array_clear(&result);
    for (int i = 0; i < made->what->input_count && made->on_device; i++)
        weft_array_clear(&made->inputs[i].device_bytes);
    weft_array_clear(&made->indices.device_bytes);
    return status;
}

static void clear(group_case *made)
{
    for (int i = 0; i < made->what->input_count; i++) {
        sample_clear(&made->inputs[i]);
        weft_array_clear(&made->elements[i]);
    }
    sample_clear(&made->indices);
    sample_clear(&made->result);
    weft_array_clear(&made->expected);
    free(made->positions);
}

static void run_case(long number, bool by_keys)
{
    static const int threads[] = {1, 2, 5, 16};
    group_case made = {.by_keys = by_keys};
    made.what = one_in(2) ? &plain[random_below(PLAIN_COUNT)]
                          : &subjects[random_below((uint64_t)subject_count)];
    made.on_device = target == WEFT_GPU && one_in(2);
    choose_case(&made);
    expect(&made);
    for (int k = 0; k < (target == WEFT_PARALLEL ? 4 : 1); k++) {
        char name[128];
        weft_array found = {0};
        snprintf(name, sizeof name, "case %ld, %s by %s, %d thread(s)", number, made.what->name,
                 by_keys ? "keys" : "lists", threads[k]);
        weft_status status = call(&made, threads[k], &found);
        if (made.known) {
            if (status)
                fail_msg("%s: %s", name, error.text);
            assert_same(made.is_given ? &made.result.view : &found, &made.expected, 0, name);
        } else {
            assert_int_equal(status, WEFT_ERROR_SHAPE);
            assert_non_null(strstr(error.text, "has no identity"));
        }
        weft_array_clear(&found);
    }
    clear(&made);
}

void test_lists(void **state)
{
    (void)state;
    for (long number = 0; number < case_count / 3; number++)
        run_case(number, false);
}

void test_keys(void **state)
{
    (void)state;
    for (long number = 0; number < case_count / 3; number++)
        run_case(number, true);
}

/* One sentence with the values, and nothing written. */
void test_wrong_groups(void **state)
{
    (void)state;
    double x[4] = {1, 2, 3, 4}, y[3] = {-1, -1, -1};
    int64_t keys[4] = {0, 1, 7, 1}, offsets[4] = {0, 3, 2, 4};
    int8_t negative[4] = {0, -3, 0, 0};
    uint64_t large[4] = {0, UINT64_MAX, 0, 0};
    const int64_t four = 4, three = 3;
    weft_array a = weft_array_view(x, WEFT_FLOAT64, 1, &four, NULL),
               r = weft_array_view(y, WEFT_FLOAT64, 1, &three, NULL),
               k = weft_array_view(keys, WEFT_INT64, 1, &four, NULL),
               n = weft_array_view(negative, WEFT_INT8, 1, &four, NULL),
               u = weft_array_view(large, WEFT_UINT64, 1, &four, NULL),
               o = weft_array_view(offsets, WEFT_INT64, 1, &four, NULL),
               short_keys = weft_array_view(keys, WEFT_INT64, 1, &three, NULL);
    const weft_array *operands[] = {&a}, *none[] = {NULL};
    const weft_options options = {.target = target};
    const weft_ufunc *sum = subject_plain_sum;
#define KEYS(keys, groups) \
    weft_reduce_keys(sum, operands, keys, &r, &(weft_grouping){.count = groups}, &options, &error)
#define LISTS(offsets) weft_reduce_segments(sum, operands, offsets, &r, NULL, &options, &error)
    assert_fails(error, WEFT_ERROR_ARGUMENT,
                 "sum.reduce_keys: key 7 at position 2 is none of the 3", KEYS(&k, 3));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "key -3 at position 1", KEYS(&n, 3));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "key 18446744073709551615 at position 1", KEYS(&u, 3));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "the count is -1", KEYS(&k, -1));
    assert_fails(error, WEFT_ERROR_SHAPE, "the keys have shape (3,)", KEYS(&short_keys, 3));
    assert_fails(error, WEFT_ERROR_DTYPE, "the keys are float64", KEYS(&a, 3));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "the keys are NULL", KEYS(NULL, 3));
    assert_fails(error, WEFT_ERROR_SHAPE, "the result has shape (3,), but (8,)", KEYS(&k, 8));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "offset 2 at position 2 is below the one before it, 3",
                 LISTS(&o));
    offsets[2] = 9;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "offset 9 at position 2 is outside axis 0 of size 4",
                 LISTS(&o));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "operand 0",
                 weft_reduce_segments(subject_ufunc("norm"), none, &o, &r, NULL, &options, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "operands is NULL",
                 weft_reduce_segments(sum, NULL, &o, &r, NULL, &options, &error));
    const weft_grouping skips = {.skip = true};
    assert_true(y[0] == -1 && y[1] == -1 && y[2] == -1);
    assert_ok(error, weft_reduce_keys(sum, operands, &k, &r, &skips, &options, &error));
    assert_true(y[0] == 1 && y[1] == 6 && y[2] == 0);
    /* The result over the operand's own memory, and over the keys'. */
    weft_array over = weft_array_view(x, WEFT_FLOAT64, 1, &three, NULL);
    assert_ok(error, weft_reduce_keys(sum, operands, &k, &over, &skips, &options, &error));
    assert_true(x[0] == 1 && x[1] == 6 && x[2] == 0);
#undef KEYS
#undef LISTS
}
