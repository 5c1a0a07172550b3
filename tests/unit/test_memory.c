/* test_memory.c: calls with the n-th allocation failing: an error, nothing written, nothing lost
 * (the sanitizers see leaks). The linker sends aligned_alloc and malloc here. */
#include <fenv.h>

#include "check.h"
#include "fold_ufuncs.h"
#include "sample_ufuncs.h"

static int until_failure; /* allocations that still succeed; below 0: all do */
static int asked;         /* allocations so far */
static size_t largest;    /* bytes of the largest of them */

static bool fails_now(void)
{
    asked++;
    return until_failure >= 0 && until_failure-- == 0;
}

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    void *memory = fails_now() ? NULL : __real_aligned_alloc(alignment, size);
    largest = size > largest ? size : largest;
    if (memory)
        memset(memory, 0xa5, size); /* memory that was in use before */
    return memory;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

/* Repeats a call with the first, second, … allocation failing, until it succeeds. */
static void call_until_success(const weft_ufunc *ufunc, weft_array **operands, int result,
                               weft_target target, int least_failures)
{
    weft_options options = {.target = target};
    weft_error error;
    int failures = 0;
    for (;; failures++) {
        until_failure = failures;
        weft_status status = weft_call(ufunc, operands, &options, &error);
        until_failure = -1;
        if (status == WEFT_OK)
            break;
        assert_int_equal(status, WEFT_ERROR_MEMORY);
        assert_non_null(strstr(error.text, "out of memory"));
        assert_int_equal(operands[result]->dtype, WEFT_NONE);
    }
    assert_true(failures >= least_failures);
    weft_array_clear(operands[result]);
}

static void test_fails_without_loss(void **state)
{
    (void)state;
    static uint16_t halves[2 * 50 * 50];
    static double doubles[2 * 60 * 60];
    weft_array A = weft_array_view(halves, WEFT_FLOAT16, 3, SHAPE(2, 50, 50), NULL), C = {0};
    weft_array D = weft_array_view(doubles, WEFT_FLOAT64, 3, SHAPE(2, 60, 60), SHAPE(8, 960, 16));
    weft_array *staged[] = {&A, &A, &C}, *packed[] = {&D, &D, &C};
    call_until_success(&sample_matmul, staged, 2, WEFT_CPU, 4); /* result, three temporaries */
    call_until_success(&sample_matmul, packed, 2, WEFT_CPU, 2); /* result, scratch */
    call_until_success(&sample_matmul, packed, 2, WEFT_PARALLEL, 2);
}

static void test_keeps_outputs(void **state)
{
    (void)state;
    double memory[300];
    for (int k = 0; k < 300; k++)
        memory[k] = k;
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(200), NULL);
    weft_array C = weft_array_view(memory + 1, WEFT_FLOAT64, 1, SHAPE(200), NULL);
    weft_error error;
    until_failure = 0;
    weft_status status = weft_call(&sample_add, (weft_array *[]){&A, &A, &C}, NULL, &error);
    until_failure = -1;
    assert_int_equal(status, WEFT_ERROR_MEMORY);
    for (int k = 0; k < 300; k++)
        assert_true(memory[k] == k);
}

/* A range of several boxes, each of which needs memory of its own: all of it is there before the
 * first output is written. */
static void test_ranges_keep_outputs(void **state)
{
    (void)state;
    enum { ITEMS = 12, N = 30 };
    static double inputs[ITEMS * N * 2 * N], outputs[ITEMS][N][N], zeros[ITEMS][N][N];
    weft_array A = weft_array_view(inputs, WEFT_FLOAT64, 4, SHAPE(3, 4, N, N),
                                   SHAPE(4 * N * N * 16, N * N * 16, N * 16, 16));
    weft_array C = weft_array_view(outputs, WEFT_FLOAT64, 4, SHAPE(3, 4, N, N), NULL);
    weft_error error;
    for (int k = 0; k < ITEMS * N * 2 * N; k++)
        inputs[k] = 1;
    int failures = 0;
    for (weft_status status = WEFT_ERROR_MEMORY; status; failures += status != WEFT_OK) {
        assert_memory_equal(outputs, zeros, sizeof zeros);
        until_failure = failures;
        status =
            weft_call_range(&sample_product, (weft_array *[]){&A, &A, &C}, 2, 10, NULL, &error);
        until_failure = -1;
        assert_true(status == WEFT_OK || status == WEFT_ERROR_MEMORY);
    }
    assert_true(failures > 3); /* the boxes, and memory in each */
    assert_memory_equal(outputs, zeros, sizeof outputs[0] * 2);
    assert_true(outputs[2][0][0] == N && outputs[9][N - 1][N - 1] == N);
    assert_memory_equal(outputs[10], zeros, sizeof outputs[0] * 2);
}

/* Temporaries are those of the range, not of the whole call. */
static void test_ranges_stage_what_they_need(void **state)
{
    (void)state;
    enum { N = 1 << 20 };
    static int8_t numbers[N];
    static double sums[N];
    weft_array A = weft_array_view(numbers, WEFT_INT8, 1, SHAPE(N), NULL);
    weft_array C = weft_array_view(sums, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_options options = {.target = WEFT_CPU, .dtype = WEFT_FLOAT64};
    weft_error error;
    numbers[N / 2] = 3;
    largest = 0;
    assert_ok(error, weft_call_range(&sample_add, (weft_array *[]){&A, &A, &C}, N / 2, N / 2 + 100,
                                     &options, &error));
    assert_true(sums[N / 2] == 6);
    assert_in_range(largest, 100 * sizeof(double), 1 << 16);
}

static void test_needs_no_memory(void **state)
{
    (void)state;
    double memory[3] = {1, 2, 0};
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(1), NULL);
    weft_array C = weft_array_view(memory + 2, WEFT_FLOAT64, 1, SHAPE(1), NULL);
    weft_array weak = weft_scalar_i64(2);
    weft_error error;
    until_failure = 0;
    weft_status status = weft_call(&sample_add, (weft_array *[]){&A, &weak, &C}, NULL, &error);
    until_failure = -1;
    assert_ok(error, status);
    assert_true(memory[2] == 3);
}

/* Each kind of reduction on numbers that must be staged, with a result to allocate or, where one is
 * given, to keep. */
static weft_status reduce_somehow(int kind, const weft_array *operand, weft_array *result,
                                  weft_error *error)
{
    static const weft_options parallel = {.target = WEFT_PARALLEL};
    static int64_t starts[2] = {0, 4};
    static bool chosen[3000];
    const weft_array indices = weft_array_view(starts, WEFT_INT64, 1, SHAPE(2), NULL);
    const weft_array where = weft_array_view(chosen, WEFT_BOOL, 1, SHAPE(3000), NULL);
    const weft_reduction all = {.all = true},
                         masked = {.axes = (int[]){1}, .axis_count = 1, .where = &where};
    static int8_t numbers[5] = {0, 2, 2, 1, 0};
    const weft_array keys = weft_array_view(numbers, WEFT_INT8, 1, SHAPE(5), NULL);
    const weft_grouping groups = {.count = 3};
    memset(chosen, 1, sizeof chosen);
    switch (kind) {
    case 0:
        return weft_reduce(&fold_sum, operand, result, NULL, NULL, error);
    case 1:
        return weft_reduce(&fold_sum, operand, result, &all, &parallel, error);
    case 2:
        return weft_reduce(&fold_sum, operand, result, &masked, NULL, error);
    case 3:
        return weft_accumulate(&fold_sum, operand, result, 1, NULL, error);
    case 4:
        return weft_reduceat(&fold_sum, operand, &indices, result, 0, NULL, error);
    case 5:
        return weft_reduce_segments(&fold_sum, &operand, &indices, result, NULL, &parallel, error);
    default:
        return weft_reduce_keys(&fold_sum, &operand, &keys, result, &groups, &parallel, error);
    }
}

static void test_reductions_fail_without_loss(void **state)
{
    (void)state;
    static int8_t numbers[5 * 3000];
    weft_array operand = weft_array_view(numbers, WEFT_INT8, 2, SHAPE(5, 3000), NULL);
    weft_error error;
    for (int kind = 0; kind < 7; kind++) {
        weft_array result = {0};
        int failures = 0;
        for (weft_status status = WEFT_ERROR_MEMORY; status; failures += status != WEFT_OK) {
            until_failure = failures;
            status = reduce_somehow(kind, &operand, &result, &error);
            until_failure = -1;
            assert_true(status == WEFT_OK || status == WEFT_ERROR_MEMORY);
            assert_int_equal(result.dtype, status ? WEFT_NONE : WEFT_INT64);
        }
        assert_true(failures >= (kind == 0 ? 2 : 3)); /* its state and result; more, but for a short
                                                         fold */
        memset(result.data, 7, 8);                    /* now it is given */
        int64_t before = *(int64_t *)result.data;
        until_failure = 0;
        weft_status status = reduce_somehow(kind, &operand, &result, &error);
        until_failure = -1;
        assert_int_equal(status, WEFT_ERROR_MEMORY);
        assert_int_equal(*(int64_t *)result.data, before);
        weft_array_clear(&result);
    }
}

/* The same where a fold in float32 takes values of float16, and gives them. */
static void test_narrow_sums_fail_without_loss(void **state)
{
    (void)state;
    static float numbers[5 * 3000];
    weft_array operand = weft_array_view(numbers, WEFT_FLOAT32, 2, SHAPE(5, 3000), NULL);
    const weft_options forced = {.target = WEFT_CPU, .dtype = WEFT_FLOAT16};
    const weft_reduction all = {.all = true};
    double given = 7;
    weft_array result = weft_array_view(&given, WEFT_FLOAT64, 0, NULL, NULL);
    weft_error error;
    int failures = 0;
    for (weft_status status = WEFT_ERROR_MEMORY; status; failures += status != WEFT_OK) {
        until_failure = failures;
        status = weft_reduce(&fold_narrow_sum, &operand, &result, &all, &forced, &error);
        until_failure = -1;
        assert_true(status == WEFT_OK || status == WEFT_ERROR_MEMORY);
        assert_true(given == (status ? 7 : 0));
    }
    assert_true(failures >= 5); /* state, the operand and the result as float16, both folds */
}

/* Repeats a call with the first, second, … allocation failing, until it succeeds: each time an error,
 * and the bytes of the given output, or nothing where one is allocated. Returns the failures. */
static int repeat_until_success(const weft_ufunc *ufunc, weft_array *const *operands,
                                const weft_options *options, weft_array *output, size_t bytes)
{
    static char before[4096];
    weft_error error = {.text = ""};
    weft_status status = WEFT_ERROR_MEMORY;
    int failures = 0;
    assert_true(bytes <= sizeof before);
    memcpy(before, output->data ? output->data : before, output->data ? bytes : 0);
    for (; status; failures++) {
        until_failure = failures;
        status = weft_call(ufunc, operands, options, &error);
        until_failure = -1;
        if (!status)
            break;
        if (status != WEFT_ERROR_MEMORY)
            fail_msg("%s", error.text);
        if (bytes)
            assert_memory_equal(output->data, before, bytes);
        else
            assert_true(!output->data && output->dtype == WEFT_NONE);
    }
    return failures;
}

/* Every option of a call that makes it allocate, or that decides what is allocated. */
static void test_options_fail_without_loss(void **state)
{
    (void)state;
    enum { N = 40 };
    static int8_t narrow[N];
    static double wide[N];
    static bool mask[N], flags[3 * 4];
    unsigned raised = 0;
    weft_array a = weft_array_view(narrow, WEFT_INT8, 2, SHAPE(5, 8), NULL);
    weft_array b = weft_array_view(wide, WEFT_FLOAT64, 2, SHAPE(5, 8), SHAPE(8, 40));
    weft_array m = weft_array_view(mask, WEFT_BOOL, 2, SHAPE(5, 8), NULL);
    weft_array x = weft_array_view(flags, WEFT_BOOL, 2, SHAPE(3, 4), NULL), y = {0};
    const weft_dtype signature[] = {WEFT_NONE, WEFT_FLOAT64, WEFT_FLOAT64};
    const struct {
        const weft_ufunc *ufunc;
        weft_options options;
        int least; /* failures, with a result to allocate and with a given one of another dtype */
    } rows[] = {
        {&sample_add, {.where = &m}, 2},
        {&sample_add, {.where = &m, .target = WEFT_CPU, .floating_flags = &raised}, 2},
        {&sample_add, {.dtype = WEFT_COMPLEX128}, 3},
        {&sample_add, {.dtype = WEFT_FLOAT32}, 3},
        {&sample_add, {.signature = signature}, 2},
        {&sample_add, {.order = WEFT_ORDER_F}, 2},
        {&sample_count, {.axis = &(int){0}}, 2},
        {&sample_count, {.axes = (const int[]){0}, .axes_count = 1}, 2},
        {&sample_count, {.keepdims = true}, 2},
    };
    for (int k = 0; k < N; k++)
        mask[k] = k % 3 == 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
            bool is_add = rows[k].ufunc == &sample_add;
            weft_array *operands[] = {is_add ? &a : &x, is_add ? &b : &y, &y};
            weft_options options = rows[k].options;
            options.target = target;
            int failures = repeat_until_success(rows[k].ufunc, operands, &options, &y, 0);
            assert_true(failures >= rows[k].least);
            double memory[N];
            weft_array given = y;
            bool is_complex = y.dtype == WEFT_COMPLEX128;
            given.dtype = is_complex ? WEFT_COMPLEX64 : WEFT_FLOAT64;
            given.flags = WEFT_ARRAY_SWAPPED;
            given.data = memory;
            for (int axis = 0; axis < y.rank; axis++)
                given.steps[axis] =
                    y.steps[axis] / (int64_t)weft_dtype_size((weft_dtype)y.dtype) * 8;
            weft_array_clear(&y);
            memset(memory, 99, sizeof memory);
            operands[is_add ? 2 : 1] = &given;
            failures =
                repeat_until_success(rows[k].ufunc, operands, &options, &given, sizeof memory);
            assert_true(failures >= rows[k].least);
        }
}

/* A call that fails has raised nothing, whatever it had computed by then. */
static void test_failed_calls_raise_no_flags(void **state)
{
    (void)state;
    double a[40] = {1e200}, b[40] = {0};
    unsigned flags = 0;
    weft_error error;
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(40), NULL), B = A, c = {0};
    weft_options options = {.target = WEFT_CPU, .dtype = WEFT_FLOAT32, .floating_flags = &flags};
    B.data = b;
    feclearexcept(FE_ALL_EXCEPT);
    until_failure = 2; /* the result, and the first operand: its cast overflows */
    weft_status status = weft_call(&sample_add, (weft_array *[]){&A, &B, &c}, &options, &error);
    until_failure = -1;
    assert_int_equal(status, WEFT_ERROR_MEMORY);
    assert_int_equal(flags, 0);
    assert_int_equal(fetestexcept(FE_ALL_EXCEPT), 0);
    assert_ok(error, weft_call(&sample_add, (weft_array *[]){&A, &B, &c}, &options, &error));
    assert_int_equal(flags, WEFT_FLOATING_OVERFLOW);
    weft_array_clear(&c);
}

/* Elements that the mask leaves out of an allocated result are 0, whatever was in memory. */
static void test_masked_results_are_0(void **state)
{
    (void)state;
    double a[6] = {1, 2, 3, 4, 5, 6};
    bool mask[6] = {true, false, false, true, false, true};
    weft_error error;
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(6), NULL), sum = {0}, rest = {0};
    weft_array M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(6), NULL);
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_options options = {.target = target, .where = &M};
        weft_array *operands[] = {&A, &A, &sum, &rest};
        assert_ok(error, weft_call(&sample_both, operands, &options, &error));
        assert_memory_equal(sum.data, ((double[]){2, 0, 0, 8, 0, 12}), sizeof a);
        assert_memory_equal(rest.data, ((double[]){0, 0, 0, 0, 0, 0}), sizeof a);
        weft_array_clear(&sum);
        weft_array_clear(&rest);
    }
}

/* Views that only look alike take no memory, and neither does the same view; others take one
 * temporary for each output that lies over an input. */
static void test_takes_temporaries_where_needed(void **state)
{
    (void)state;
    double x[40] = {0};
    weft_error error;
    weft_array even = weft_array_view(x, WEFT_FLOAT64, 1, SHAPE(20), SHAPE(16)), odd = even;
    weft_array left = weft_array_view(x, WEFT_FLOAT64, 2, SHAPE(4, 4), SHAPE(80, 8)), right = left;
    weft_array shifted = even, back = even;
    odd.data = x + 1;
    right.data = x + 4;
    shifted.shape[0] = back.shape[0] = even.shape[0] = odd.shape[0] = 19;
    shifted.data = x + 2;
    back.data = x + 36;
    back.steps[0] = -16;
    const struct {
        weft_array *input, *output;
        int temporaries;
    } rows[] = {
        {&even, &odd, 0},     {&left, &right, 0}, {&even, &even, 0},
        {&even, &shifted, 1}, {&even, &back, 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        weft_options options = {.target = WEFT_CPU};
        weft_array *operands[] = {rows[k].input, rows[k].input, rows[k].output};
        asked = 0;
        assert_ok(error, weft_call(&sample_add, operands, &options, &error));
        assert_int_equal(asked, rows[k].temporaries);
    }
    weft_array M = weft_array_view(x, WEFT_FLOAT64, 2, SHAPE(3, 3), NULL), away = M;
    away.data = x + 9;
    weft_options options = {.target = WEFT_CPU};
    asked = 0;
    assert_ok(error, weft_call(&sample_matmul, (weft_array *[]){&M, &M, &away}, &options, &error));
    assert_int_equal(asked, 0);
    assert_ok(error, weft_call(&sample_matmul, (weft_array *[]){&M, &M, &M}, &options, &error));
    assert_int_equal(asked, 1); /* not elementwise: the same view does not do */
}

/* No memory is asked for before all sizes are known to be right. */
static void test_checks_sizes_first(void **state)
{
    (void)state;
    double one = 1;
    const int64_t large = INT64_C(1) << 40;
    weft_error error;
    weft_array c = {0};
    weft_array rows = weft_array_view(&one, WEFT_FLOAT64, 2, SHAPE(large, 1), SHAPE(0, 0));
    weft_array columns = weft_array_view(&one, WEFT_FLOAT64, 2, SHAPE(1, large), SHAPE(0, 0));
    weft_array some = weft_array_view(&one, WEFT_INT8, 2, SHAPE(1, 1 << 22), SHAPE(0, 0));
    weft_array shape = weft_array_view(NULL, WEFT_FLOAT64, 2, SHAPE(large, large), NULL);
    asked = 0;
    until_failure = 0; /* so that an allocation shows */
    assert_fails(error, WEFT_ERROR_SHAPE, "more items than int64 counts",
                 weft_call(&sample_add, (weft_array *[]){&rows, &columns, &c}, NULL, &error));
    assert_fails(error, WEFT_ERROR_SHAPE, "more bytes than int64 counts",
                 weft_call(&sample_add, (weft_array *[]){&rows, &some, &c}, NULL, &error));
    assert_fails(error, WEFT_ERROR_SHAPE, "int64",
                 weft_outer(&fold_sum, &rows, &columns, &c, NULL, &error));
    assert_fails(error, WEFT_ERROR_SHAPE, "int64",
                 weft_array_new(&c, WEFT_FLOAT64, 2, shape.shape, &error));
    until_failure = -1;
    assert_int_equal(asked, 0);
    assert_int_equal(c.dtype, WEFT_NONE);
}

static void test_outer_fails_without_loss(void **state)
{
    (void)state;
    static int8_t narrow[30];
    static double memory[30 * 30];
    weft_array a = weft_array_view(narrow, WEFT_INT8, 1, SHAPE(30), NULL), y = {0};
    weft_array b = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(30), NULL);
    weft_array over = weft_array_view(memory, WEFT_FLOAT64, 2, SHAPE(30, 30), NULL);
    weft_array *results[] = {&y, &over}; /* allocated; given, and over an operand */
    weft_error error = {.text = ""};
    for (int k = 0; k < 2; k++) {
        int failures = 0;
        for (weft_status status = WEFT_ERROR_MEMORY; status; failures += status != WEFT_OK) {
            until_failure = failures;
            status = weft_outer(&fold_difference, &a, &b, results[k], NULL, &error);
            until_failure = -1;
            assert_true(status == WEFT_OK || status == WEFT_ERROR_MEMORY);
            for (int i = 0; status && i < 30 * 30; i++)
                assert_true(memory[i] == 0);
            assert_int_equal(y.dtype, status || k ? WEFT_NONE : WEFT_FLOAT64);
        }
        assert_true(failures >= 2);
        weft_array_clear(&y);
        for (int i = 0; i < 30; i++)
            memory[i] = 0;
    }
}

/* weft_at writes into its operand, which keeps its bytes where it fails. */
static void test_at_fails_without_loss(void **state)
{
    (void)state;
    int32_t x[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}}, before[4][3];
    int8_t places[3] = {1, -1, 1}, steps[3] = {1, 10, 100};
    weft_array a = weft_array_view(x, WEFT_INT32, 2, SHAPE(4, 3), NULL);
    weft_array at = weft_array_view(places, WEFT_INT8, 1, SHAPE(3), NULL);
    weft_array values = weft_array_view(steps, WEFT_INT8, 2, SHAPE(3, 1), NULL);
    weft_error error = {.text = ""};
    int failures = 0;
    memcpy(before, x, sizeof x);
    for (weft_status status = WEFT_ERROR_MEMORY; status; failures += status != WEFT_OK) {
        until_failure = failures;
        status = weft_at(&fold_sum, &a, &at, &values, NULL, &error);
        until_failure = -1;
        assert_true(status == WEFT_OK || status == WEFT_ERROR_MEMORY);
        if (status)
            assert_memory_equal(x, before, sizeof x);
    }
    assert_true(failures >= 1);
    assert_memory_equal(x, ((int32_t[]){1, 2, 3, 105, 106, 107, 7, 8, 9, 20, 21, 22}), sizeof x);
}

/* A call of more operands than have room for results and temporaries on its stack. */
static void test_many_operands_fail_without_loss(void **state)
{
    (void)state;
    static int8_t narrow[6];
    static bool chosen[6];
    weft_array a = weft_array_view(narrow, WEFT_INT8, 1, SHAPE(6), NULL), sum = {0}, rest = {0};
    weft_array where = weft_array_view(chosen, WEFT_BOOL, 1, SHAPE(6), NULL);
    weft_array *operands[] = {&a, &a, &sum, &rest};
    const weft_options options = {.target = WEFT_CPU, .where = &where};
    weft_error error;
    int failures = 0;
    for (weft_status status = WEFT_ERROR_MEMORY; status; failures += status != WEFT_OK) {
        until_failure = failures;
        status = weft_call(&sample_both, operands, &options, &error);
        until_failure = -1;
        assert_true(status == WEFT_OK || status == WEFT_ERROR_MEMORY);
        assert_int_equal(sum.dtype, status ? WEFT_NONE : WEFT_FLOAT64);
        assert_int_equal(rest.dtype, status ? WEFT_NONE : WEFT_FLOAT64);
    }
    assert_true(failures >= 5); /* the room, two results, two operands as float64 */
    weft_array_clear(&sum);
    weft_array_clear(&rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fails_without_loss),
        cmocka_unit_test(test_keeps_outputs),
        cmocka_unit_test(test_ranges_keep_outputs),
        cmocka_unit_test(test_ranges_stage_what_they_need),
        cmocka_unit_test(test_needs_no_memory),
        cmocka_unit_test(test_reductions_fail_without_loss),
        cmocka_unit_test(test_narrow_sums_fail_without_loss),
        cmocka_unit_test(test_options_fail_without_loss),
        cmocka_unit_test(test_many_operands_fail_without_loss),
        cmocka_unit_test(test_failed_calls_raise_no_flags),
        cmocka_unit_test(test_masked_results_are_0),
        cmocka_unit_test(test_takes_temporaries_where_needed),
        cmocka_unit_test(test_checks_sizes_first),
        cmocka_unit_test(test_outer_fails_without_loss),
        cmocka_unit_test(test_at_fails_without_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
