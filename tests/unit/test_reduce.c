#include "check.h"

#include <math.h>

#include "plan/backend.h"
#include "reduce/fold/fold.h"
#include "fold_ufuncs.h"

static weft_error error;
static const weft_options on_cpu = {.target = WEFT_CPU};

#define VIEW(data, DTYPE, ...)                                                        \
    weft_array_view(data, DTYPE, (int)(sizeof(SHAPE(__VA_ARGS__)) / sizeof(int64_t)), \
                    SHAPE(__VA_ARGS__), NULL)

static double as_float64(const weft_array *array)
{
    assert_int_equal(array->dtype, WEFT_FLOAT64);
    return *(const double *)array->data;
}

/* NULL is axis 0; axes count from the end too; keepdims keeps them; no axes: the elements. */
static void test_axes(void **state)
{
    (void)state;
    double x[2][3] = {{1, 2, 3}, {10, 20, 30}};
    weft_array a = VIEW(x, WEFT_FLOAT64, 2, 3), y = {0};
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &on_cpu, &error));
    assert_int_equal(y.rank, 1);
    assert_int_equal(y.shape[0], 3);
    assert_memory_equal(y.data, ((double[]){11, 22, 33}), 24);
    weft_array_clear(&y);
    weft_reduction last = {.axes = (int[]){-1}, .axis_count = 1, .keepdims = true};
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, &last, &on_cpu, &error));
    assert_int_equal(y.rank, 2);
    assert_int_equal(y.shape[1], 1);
    assert_memory_equal(y.data, ((double[]){6, 60}), 16);
    weft_array_clear(&y);
    weft_reduction none = {.axes = (int[]){0}, .axis_count = 0};
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, &none, &on_cpu, &error));
    assert_memory_equal(y.data, x, sizeof x);
    weft_array_clear(&y);
    weft_array scalar = weft_array_view(&x[1][2], WEFT_FLOAT64, 0, NULL, NULL);
    assert_ok(error, weft_reduce(&fold_sum, &scalar, &y, NULL, &on_cpu, &error));
    assert_true(as_float64(&y) == 30);
    weft_array_clear(&y);
}

/* bool and narrow integers are summed in 64 bits; a given result's dtype decides otherwise. */
static void test_dtypes(void **state)
{
    (void)state;
    bool flags[3] = {true, true, true};
    int8_t bytes[3] = {100, 100, 100}, wrapped;
    uint8_t masks[2] = {0xF3, 0x3F};
    double numbers[3] = {0.5, 0.25, 3}, result;
    weft_array y = {0}, a = VIEW(flags, WEFT_BOOL, 3);
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &on_cpu, &error));
    assert_int_equal(y.dtype, WEFT_INT64);
    assert_int_equal(*(int64_t *)y.data, 3);
    weft_array_clear(&y);
    a = VIEW(bytes, WEFT_INT8, 3);
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &on_cpu, &error));
    assert_int_equal(*(int64_t *)y.data, 300);
    weft_array_clear(&y);
    y = weft_array_view(&wrapped, WEFT_INT8, 0, NULL, NULL);
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &on_cpu, &error));
    assert_int_equal(wrapped, 300 - 256);
    y = weft_array_view(&result, WEFT_FLOAT64, 0, NULL, NULL);
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &on_cpu, &error));
    assert_true(result == 300);
    weft_options forced = {.dtype = WEFT_FLOAT64};
    y = (weft_array){0};
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &forced, &error));
    assert_true(as_float64(&y) == 300);
    weft_array_clear(&y);
    forced = (weft_options){.dtype = WEFT_INT8, .casting = WEFT_CASTING_NO}; /* nothing widens */
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &forced, &error));
    assert_int_equal(y.dtype, WEFT_INT8);
    assert_int_equal(*(int8_t *)y.data, 300 - 256);
    weft_array_clear(&y);
    a = VIEW(numbers, WEFT_FLOAT64, 3);
    assert_ok(error, weft_reduce(&fold_all, &a, &y, NULL, &on_cpu, &error));
    assert_int_equal(y.dtype, WEFT_BOOL);
    assert_true(*(bool *)y.data);
    weft_array_clear(&y);
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "less.reduce: the three dtypes of the loop bool(float64, float64) must be one",
                 weft_reduce(&fold_less, &a, &y, NULL, &on_cpu, &error));
    int32_t integers[3] = {8, 2, 2};
    a = VIEW(integers, WEFT_INT32, 3);
    assert_ok(error, weft_reduce(&fold_quotient, &a, &y, NULL, &on_cpu, &error));
    assert_true(as_float64(&y) == 2);
    weft_array_clear(&y);
    a = VIEW(masks, WEFT_UINT8, 2);
    assert_ok(error, weft_reduce(&fold_bits, &a, &y, NULL, &on_cpu, &error));
    assert_int_equal(*(uint8_t *)y.data, 0x33);
    weft_array_clear(&y);
}

/* No elements: initial, else the identity, else an error, even where there is no result. */
static void test_empty(void **state)
{
    (void)state;
    uint8_t none;
    weft_array empty = VIEW(&none, WEFT_UINT8, 0, 2), y = {0};
    assert_ok(error, weft_reduce(&fold_bits, &empty, &y, NULL, &on_cpu, &error));
    assert_memory_equal(y.data, "\xff\xff", 2);
    weft_array_clear(&y);
    empty.dtype = WEFT_FLOAT64;
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "minimum.reduce: minimum has no identity, so a reduction of no elements needs an "
                 "initial value",
                 weft_reduce(&fold_minimum, &empty, &y, NULL, &on_cpu, &error));
    weft_array initial = weft_scalar_f64(INFINITY);
    weft_reduction how = {.initial = &initial};
    assert_ok(error, weft_reduce(&fold_minimum, &empty, &y, &how, &on_cpu, &error));
    assert_true(as_float64(&y) == (double)INFINITY);
    weft_array_clear(&y);
    how = (weft_reduction){.axes = (int[]){1}, .axis_count = 1};
    assert_ok(error, weft_reduce(&fold_minimum, &empty, &y, &how, &on_cpu, &error));
    assert_int_equal(y.shape[0], 0);
    weft_array_clear(&y);
    weft_array none_at_all = VIEW(&none, WEFT_FLOAT64, 0, 0, 3);
    const int lasts[][2] = {{1, 0}, {1, 2}, {2, 0}};
    for (int k = 0; k < 3; k++) { /* of which one is empty; the result has no elements either */
        how = (weft_reduction){.axes = lasts[k], .axis_count = 1 + (k > 0), .keepdims = k == 2};
        assert_fails(error, WEFT_ERROR_SHAPE,
                     "so a reduction of no elements needs an initial value",
                     weft_reduce(&fold_minimum, &none_at_all, &y, &how, &on_cpu, &error));
        how.initial = &initial;
        assert_ok(error, weft_reduce(&fold_minimum, &none_at_all, &y, &how, &on_cpu, &error));
        assert_int_equal(y.shape[0], k == 2);
        weft_array_clear(&y);
    }
    bool chosen;
    weft_array where = VIEW(&chosen, WEFT_BOOL, 0, 0, 3);
    how = (weft_reduction){.axes = (int[]){2}, .axis_count = 1, .where = &where};
    assert_fails(error, WEFT_ERROR_SHAPE, "so a reduction with where needs an initial value",
                 weft_reduce(&fold_minimum, &none_at_all, &y, &how, &on_cpu, &error));
    how.where = NULL;
    assert_ok(error, weft_reduce(&fold_minimum, &none_at_all, &y, &how, &on_cpu, &error));
    assert_int_equal(y.rank, 2);
    weft_array_clear(&y);
}

/* -0.0 is the identity of floating sums, where 0 is not: 0 + -0 is 0. */
static void test_identity_of_negative_zero(void **state)
{
    (void)state;
    double none;
    weft_ufunc sum = fold_sum;
    sum.identity = -0.0;
    weft_array empty = VIEW(&none, WEFT_FLOAT64, 0), y = {0};
    assert_ok(error, weft_reduce(&sum, &empty, &y, NULL, &on_cpu, &error));
    assert_true(as_float64(&y) == 0 && signbit(as_float64(&y)));
    weft_array_clear(&y);
    empty.dtype = WEFT_INT64;
    assert_ok(error, weft_reduce(&sum, &empty, &y, NULL, &on_cpu, &error));
    assert_int_equal(*(const int64_t *)y.data, 0);
    weft_array_clear(&y);
}

static void test_where(void **state)
{
    (void)state;
    double x[2][3] = {{1, 2, 3}, {10, 20, 30}};
    bool chosen[3] = {true, false, true};
    weft_array a = VIEW(x, WEFT_FLOAT64, 2, 3), where = VIEW(chosen, WEFT_BOOL, 3), y = {0};
    weft_array initial = weft_scalar_i64(100);
    weft_reduction how = {.axes = (int[]){1}, .axis_count = 1, .where = &where};
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, &how, &on_cpu, &error));
    assert_memory_equal(y.data, ((double[]){4, 40}), 16);
    weft_array_clear(&y);
    assert_fails(error, WEFT_ERROR_SHAPE, "a reduction with where needs an initial value",
                 weft_reduce(&fold_difference, &a, &y, &how, &on_cpu, &error));
    how.initial = &initial;
    assert_ok(error, weft_reduce(&fold_difference, &a, &y, &how, &on_cpu, &error));
    assert_memory_equal(y.data, ((double[]){96, 60}), 16);
    weft_array_clear(&y);
    where.shape[0] = 2;
    assert_fails(error, WEFT_ERROR_SHAPE, "where has shape (2,), which does not broadcast",
                 weft_reduce(&fold_sum, &a, &y, &how, &on_cpu, &error));
    where = a;
    assert_fails(error, WEFT_ERROR_DTYPE, "where is float64; it must be bool",
                 weft_reduce(&fold_sum, &a, &y, &how, &on_cpu, &error));
}

static void test_errors(void **state)
{
    (void)state;
    double x[6] = {1, 2, 3, 4, 5, 6}, kept = 7;
    weft_array a = VIEW(x, WEFT_FLOAT64, 2, 3), y = {0};
    weft_array small = weft_array_view(&kept, WEFT_FLOAT64, 0, NULL, NULL);
    weft_reduction how = {.axes = (int[]){2}, .axis_count = 1};
    assert_fails(error, WEFT_ERROR_ARGUMENT,
                 "sum.reduce: there is no axis 2 in an operand of rank 2",
                 weft_reduce(&fold_sum, &a, &y, &how, NULL, &error));
    how = (weft_reduction){.axes = (int[]){0, -2}, .axis_count = 2};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "axis 0 is named twice",
                 weft_reduce(&fold_sum, &a, &y, &how, NULL, &error));
    how = (weft_reduction){.all = true};
    assert_fails(error, WEFT_ERROR_ARGUMENT,
                 "difference is not declared reorderable, so it reduces one axis, not 2",
                 weft_reduce(&fold_difference, &a, &y, &how, NULL, &error));
    how.axes = (int[]){0}, how.axis_count = 1;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "how.all is set, and how.axes too",
                 weft_reduce(&fold_sum, &a, &y, &how, NULL, &error));
    how = (weft_reduction){.size = 3};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "how.size is 3",
                 weft_reduce(&fold_sum, &a, &y, &how, NULL, &error));
    assert_fails(error, WEFT_ERROR_SHAPE, "the result has shape (), but (3,) is needed",
                 weft_reduce(&fold_sum, &a, &small, NULL, NULL, &error));
    weft_array initial = weft_scalar_f64(0.5);
    int8_t bytes[2] = {1, 2};
    weft_array b = VIEW(bytes, WEFT_INT8, 2);
    how = (weft_reduction){.initial = &initial};
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "the initial value, of float64, cannot become a value of int64",
                 weft_reduce(&fold_sum, &b, &y, &how, NULL, &error));
    initial = weft_scalar_i64(300);
    uint8_t given;
    weft_array narrow = weft_array_view(&given, WEFT_INT8, 0, NULL, NULL);
    assert_fails(error, WEFT_ERROR_DTYPE, "cannot become a value of int8",
                 weft_reduce(&fold_sum, &b, &narrow, &how, NULL, &error));
    narrow.dtype = WEFT_INT64;
    narrow.flags = WEFT_ARRAY_READONLY;
    narrow.data = x;
    assert_fails(error, WEFT_ERROR_OVERLAP, "the result is read-only",
                 weft_reduce(&fold_sum, &b, &narrow, NULL, NULL, &error));
    weft_options masked = {.where = &a};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "sum.reduce: options.where is for weft_call",
                 weft_reduce(&fold_sum, &a, &y, NULL, &masked, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "the result is NULL",
                 weft_reduce(&fold_sum, &a, NULL, NULL, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "weft_reduce: ufunc is NULL",
                 weft_reduce(NULL, &a, &y, NULL, NULL, &error));
    assert_true(kept == 7);
}

/* Pairwise: the error of a long sum of 0.1f stays within a few ulps; and the same bits on any number of
 * threads, also where the segments themselves make several levels. */
static void test_tree(void **state)
{
    (void)state;
    const int64_t count = 600001;
    float *x = malloc((size_t)count * sizeof *x), first, next;
    for (int64_t k = 0; k < count; k++)
        x[k] = 0.1f + (float)(k % 7) * 1e-3f;
    double exact = 0;
    for (int64_t k = 0; k < count; k++)
        exact += (double)x[k];
    weft_array a = weft_array_view(x, WEFT_FLOAT32, 1, &count, NULL);
    weft_array y = weft_array_view(&first, WEFT_FLOAT32, 0, NULL, NULL);
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &on_cpu, &error));
    assert_true(fabs((double)first - exact) < exact * 4 * 0x1p-24);
    for (int threads = 1; threads <= 8; threads++) {
        weft_options parallel = {.target = WEFT_PARALLEL, .threads = threads};
        y.data = &next;
        assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &parallel, &error));
        assert_memory_equal(&first, &next, sizeof first);
    }
    /* The same elements, read backwards twice: from memory in another order, the same tree. */
    float *reversed = malloc((size_t)count * sizeof *x);
    for (int64_t k = 0; k < count; k++)
        reversed[count - 1 - k] = x[k];
    a = weft_array_view(reversed + count - 1, WEFT_FLOAT32, 1, &count, SHAPE(-4));
    assert_ok(error, weft_reduce(&fold_sum, &a, &y, NULL, &on_cpu, &error));
    assert_memory_equal(&first, &next, sizeof first);
    free(reversed);
    free(x);
}

/* Launches walk the same tree as tiles: the same bits for every length and layout. */
static void test_launches(void **state)
{
    (void)state;
    enum { MOST = 1600, LANES = 70 };
    static float x[MOST * LANES], tiles[LANES], launches[LANES], prefixes[MOST * LANES];
    weft_backend device = backend_cpu;
    const weft_place near = {.backend = &backend_cpu}, far = {.backend = &device};
    fold_job host_job, device_job;
    const weft_loop *loop = &fold_sum.loops[3];
    device.spread = NULL;
    for (int k = 0; k < MOST * LANES; k++)
        x[k] = 1.0f / (float)(k % 97 + 1);
    assert_ok(error, fold_prepare(&host_job, &fold_sum, loop, &near, &error));
    assert_ok(error, fold_prepare(&device_job, &fold_sum, loop, &far, &error));
    for (int64_t n = 1; n <= MOST; n = n < 20 ? n + 1 : n * 2 - 7)
        for (int transposed = 0; transposed < 2; transposed++) {
            const int64_t *steps = transposed ? SHAPE(4, 4 * LANES) : SHAPE(4 * MOST, 4);
            weft_array from = weft_array_view(x, WEFT_FLOAT32, 2, SHAPE(LANES, n), steps);
            weft_array to = VIEW(tiles, WEFT_FLOAT32, LANES);
            fold_view view;
            assert_true(fold_view_make(&view, &from, 1, &to));
            assert_ok(error, fold_tree(&host_job, &view, &error));
            view.to = (char *)launches;
            assert_ok(error, fold_tree(&device_job, &view, &error));
            assert_memory_equal(tiles, launches, sizeof tiles);
            to = weft_array_view(prefixes, WEFT_FLOAT32, 2, SHAPE(LANES, n), steps);
            assert_true(fold_view_make(&view, &from, 1, &to));
            view.to_step = to.steps[1];
            assert_ok(error, fold_scan(&device_job, &view, &error));
            for (int lane = 0; lane < LANES; lane++) {
                double sum = 0;
                for (int64_t k = 0; k < n; k++) {
                    sum += (double)*(float *)((char *)x + lane * steps[0] + k * steps[1]);
                    float found = *(float *)((char *)prefixes + lane * steps[0] + k * steps[1]);
                    assert_true(fabs(sum - (double)found) <= sum * 16 * 0x1p-24);
                }
            }
        }
}

/* Random numbers below a bound, the same in every run. */
static int below(int bound)
{
    static uint64_t number = 88172645463325252U;
    number ^= number << 13, number ^= number >> 7, number ^= number << 17;
    return (int)(number % (uint64_t)bound);
}

/* What a short reduction is given; the arrays lie in some 2 KB. */
typedef struct short_reduction {
    weft_array operand, result;
    weft_reduction how;
    const weft_reduction *given;
    int axes[2];
} short_reduction;

/* Mostly one axis of an array whose lanes are those of the result; or almost. */
static void make_short(short_reduction *task, char *memory)
{
    enum { RESULT = 1792 };
    const weft_dtype dtype = below(4) ? WEFT_FLOAT64 : (weft_dtype)(1 + below(WEFT_DTYPE_END - 1));
    const int64_t shape[] = {1 + below(9), 1 + below(4), below(30) ? 1 + below(3) : 0};
    const int64_t step = (int64_t)weft_dtype_size(dtype), turned[] = {step, 9 * step, 36 * step};
    int64_t lanes[3] = {1, 1, 1};
    const int rank = below(4), axis = below(6) - 3;
    for (int k = 0, to = 0; k < rank; k++)
        if (k != (axis < 0 ? axis + rank : axis))
            lanes[to++] = shape[k];
    task->operand =
        weft_array_view(memory + below(3) * 8, dtype, rank, shape, below(3) ? NULL : turned);
    task->result =
        weft_array_view(memory + (below(9) ? RESULT : 64), below(9) ? dtype : WEFT_FLOAT64,
                        rank > 0 && below(20) ? rank - 1 : rank, lanes, NULL);
    task->result.flags |= below(20) ? 0 : WEFT_ARRAY_READONLY;
    task->axes[0] = axis;
    task->axes[1] = below(3);
    task->how = (weft_reduction){
        .axes = task->axes, .axis_count = below(9) ? 1 : below(3), .keepdims = !below(9)};
    if (below(4) == 0)
        task->how = (weft_reduction){.all = true};
    task->given = below(6) ? &task->how : NULL;
}

/* Short reductions that have nothing to decide are those that take all steps, which options that mean nothing
 * make a reduction do: bits, errors, refusals. */
static void test_short_reductions_are_no_exception(void **state)
{
    (void)state;
    enum { BYTES = 2560 };
    const weft_options all_steps = {.order = WEFT_ORDER_C}, none = {0}, three = {.threads = 3},
                       parallel = {.target = WEFT_PARALLEL, .threads = 2};
    const weft_options *const given[] = {NULL, &none, &three, &parallel};
    const weft_ufunc *const ufuncs[] = {&fold_sum, &fold_sum, &fold_minimum, &fold_difference};
    int good = 0;
    for (int n = 0; n < 100000; n++) {
        _Alignas(16) char start[BYTES], whole[BYTES], direct[BYTES];
        weft_error first = {.text = ""}, second = {.text = ""};
        const weft_ufunc *ufunc = ufuncs[below(4)];
        short_reduction task;
        for (size_t k = 0; k < sizeof start; k++)
            start[k] = (char)(k % 8 == 7 ? 0x3f : below(128)); /* floats that are numbers */
        memcpy(direct, start, sizeof start);
        make_short(&task, direct);
        weft_status status = weft_reduce(ufunc, &task.operand, &task.result, task.given,
                                         given[n % 4], &first);
        memcpy(whole, direct, sizeof whole);
        memcpy(direct, start, sizeof start);
        assert_int_equal(
            weft_reduce(ufunc, &task.operand, &task.result, task.given, &all_steps, &second),
            status);
        assert_memory_equal(direct, whole, sizeof whole);
        assert_string_equal(first.text, second.text);
        good += status == WEFT_OK;
    }
    assert_in_range(good, 10000, 90000);
}

static void test_accumulate(void **state)
{
    (void)state;
    int32_t x[2][3] = {{1, 2, 3}, {4, 5, 6}};
    weft_array a = VIEW(x, WEFT_INT32, 2, 3), y = {0};
    assert_ok(error, weft_accumulate(&fold_difference, &a, &y, 1, NULL, &error));
    assert_memory_equal(y.data, ((int32_t[]){1, -1, -4, 4, -1, -7}), 24);
    weft_array_clear(&y);
    assert_ok(error, weft_accumulate(&fold_difference, &a, &a, -2, NULL, &error));
    assert_memory_equal(x, ((int32_t[]){1, 2, 3, -3, -3, -3}), 24);
    a.shape[1] = 0;
    assert_ok(error, weft_accumulate(&fold_difference, &a, &y, 1, NULL, &error));
    assert_int_equal(y.shape[1], 0);
    weft_array_clear(&y);
    a = weft_array_view(x, WEFT_INT32, 0, NULL, NULL);
    assert_fails(error, WEFT_ERROR_ARGUMENT,
                 "difference.accumulate: there is no axis 0 in an operand of rank 0",
                 weft_accumulate(&fold_difference, &a, &y, 0, NULL, &error));
}

static void test_reduceat(void **state)
{
    (void)state;
    double x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    int32_t starts[4] = {0, 4, 1, 5};
    weft_array a = VIEW(x, WEFT_FLOAT64, 8), at = VIEW(starts, WEFT_INT32, 4), y = {0};
    assert_ok(error, weft_reduceat(&fold_sum, &a, &at, &y, 0, NULL, &error));
    assert_memory_equal(y.data, ((double[]){6, 4, 10, 18}), 32);
    weft_array_clear(&y);
    starts[2] = 8;
    assert_fails(error, WEFT_ERROR_ARGUMENT,
                 "sum.reduceat: index 8 at position 2 is outside axis 0 of size 8",
                 weft_reduceat(&fold_sum, &a, &at, &y, 0, NULL, &error));
    starts[2] = -1;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "index -1 at position 2",
                 weft_reduceat(&fold_sum, &a, &at, &y, 0, NULL, &error));
    uint64_t largest[1] = {UINT64_MAX};
    at = VIEW(largest, WEFT_UINT64, 1);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "index 18446744073709551615 at position 0",
                 weft_reduceat(&fold_sum, &a, &at, &y, 0, NULL, &error));
    at.shape[0] = 0;
    assert_ok(error, weft_reduceat(&fold_sum, &a, &at, &y, 0, NULL, &error));
    assert_int_equal(y.shape[0], 0);
    weft_array_clear(&y);
    assert_fails(error, WEFT_ERROR_DTYPE, "the indices are float64; integers are needed",
                 weft_reduceat(&fold_sum, &a, &a, &y, 0, NULL, &error));
    at = VIEW(starts, WEFT_INT32, 2, 2);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "the indices have rank 2; rank 1 is needed",
                 weft_reduceat(&fold_sum, &a, &at, &y, 0, NULL, &error));
}

static void test_outer(void **state)
{
    (void)state;
    double x[2] = {1, 2}, z[3] = {10, 20, 30};
    weft_array a = VIEW(x, WEFT_FLOAT64, 2), b = VIEW(z, WEFT_FLOAT64, 3), y = {0};
    assert_ok(error, weft_outer(&fold_difference, &a, &b, &y, NULL, &error));
    assert_int_equal(y.rank, 2);
    assert_memory_equal(y.data, ((double[]){-9, -19, -29, -8, -18, -28}), 48);
    weft_array_clear(&y);
    weft_array scalar = weft_scalar_i64(5);
    assert_ok(error, weft_outer(&fold_difference, &scalar, &b, &y, NULL, &error));
    assert_memory_equal(y.data, ((double[]){-5, -15, -25}), 24);
    weft_array_clear(&y);
    a.rank = 20;
    b.rank = 13;
    for (int axis = 0; axis < 20; axis++)
        a.shape[axis] = b.shape[axis] = 1;
    assert_fails(error, WEFT_ERROR_SHAPE, "ranks 20 and 13 give a result of rank 33",
                 weft_outer(&fold_difference, &a, &b, &y, NULL, &error));
}

/* Repeated indices count each time; rows that none names keep their bytes. */
static void test_at(void **state)
{
    (void)state;
    double x[4] = {0, 0, 0, 0}, z[3] = {1, 10, 100};
    int64_t where[3] = {1, 1, -1};
    weft_array a = VIEW(x, WEFT_FLOAT64, 4), at = VIEW(where, WEFT_INT64, 3);
    weft_array values = VIEW(z, WEFT_FLOAT64, 3), one = weft_scalar_i64(1);
    assert_ok(error, weft_at(&fold_sum, &a, &at, &values, NULL, &error));
    assert_memory_equal(x, ((double[]){0, 11, 0, 100}), 32);
    assert_ok(error, weft_at(&fold_difference, &a, &at, &one, NULL, &error));
    assert_memory_equal(x, ((double[]){0, 9, 0, 99}), 32);
    int32_t rows[2][2] = {{1, 2}, {3, INT32_MAX}};
    int8_t steps[2] = {5, 7}, last = -2;
    a = VIEW(rows, WEFT_INT32, 2, 2);
    at = weft_array_view(&last, WEFT_INT8, 0, NULL, NULL);
    values = VIEW(steps, WEFT_INT8, 2);
    assert_ok(error, weft_at(&fold_sum, &a, &at, &values, NULL, &error)); /* in int64 */
    assert_memory_equal(rows, ((int32_t[]){6, 9, 3, INT32_MAX}), 16);
    where[1] = 4;
    at = VIEW(where, WEFT_INT64, 3);
    a = VIEW(x, WEFT_FLOAT64, 4);
    assert_fails(error, WEFT_ERROR_ARGUMENT,
                 "sum.at: index 4 at position 1 is outside axis 0 of size 4",
                 weft_at(&fold_sum, &a, &at, &one, NULL, &error));
    values = VIEW(z, WEFT_FLOAT64, 2);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "index 4", /* checked before the shapes */
                 weft_at(&fold_sum, &a, &at, &values, NULL, &error));
    where[1] = 0;
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "the values have shape (2,), which does not broadcast to (3,)",
                 weft_at(&fold_sum, &a, &at, &values, NULL, &error));
    a = VIEW(rows, WEFT_INT32, 2, 2);
    values = VIEW(z, WEFT_FLOAT64, 2);
    assert_fails(error, WEFT_ERROR_DTYPE, "is int32, and casting same_kind does not allow",
                 weft_at(&fold_sum, &a, &at, &values, NULL, &error));
    assert_memory_equal(x, ((double[]){0, 9, 0, 99}), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_dtypes),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_where),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_short_reductions_are_no_exception),
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_accumulate),
        cmocka_unit_test(test_reduceat),
        cmocka_unit_test(test_outer),
        cmocka_unit_test(test_at),
        cmocka_unit_test(test_identity_of_negative_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
