/* test_memory.c: calls with the n-th allocation failing: an error, nothing written, nothing lost
 * (the sanitizers see leaks). The linker sends aligned_alloc and malloc here. */
#include "check.h"
#include "fold_ufuncs.h"
#include "sample_ufuncs.h"

static int until_failure; /* allocations that still succeed; below 0: all do */

static bool fails_now(void)
{
    return until_failure >= 0 && until_failure-- == 0;
}

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails_now() ? NULL : __real_aligned_alloc(alignment, size);
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
    default:
        return weft_reduceat(&fold_sum, operand, &indices, result, 0, NULL, error);
    }
}

static void test_reductions_fail_without_loss(void **state)
{
    (void)state;
    static int8_t numbers[5 * 3000];
    weft_array operand = weft_array_view(numbers, WEFT_INT8, 2, SHAPE(5, 3000), NULL);
    weft_error error;
    for (int kind = 0; kind < 5; kind++) {
        weft_array result = {0};
        int failures = 0;
        for (weft_status status = WEFT_ERROR_MEMORY; status; failures += status != WEFT_OK) {
            until_failure = failures;
            status = reduce_somehow(kind, &operand, &result, &error);
            until_failure = -1;
            assert_true(status == WEFT_OK || status == WEFT_ERROR_MEMORY);
            assert_int_equal(result.dtype, status ? WEFT_NONE : WEFT_INT64);
        }
        assert_true(failures >= (kind == 0 ? 1 : 2)); /* a short fold needs its result alone */
        memset(result.data, 7, 8);                    /* now it is given */
        int64_t before = *(int64_t *)result.data;
        until_failure = 0;
        weft_status status = reduce_somehow(kind, &operand, &result, &error);
        until_failure = -1;
        assert_int_equal(status, kind == 0 ? WEFT_OK : WEFT_ERROR_MEMORY);
        if (status)
            assert_int_equal(*(int64_t *)result.data, before);
        weft_array_clear(&result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fails_without_loss),
        cmocka_unit_test(test_keeps_outputs),
        cmocka_unit_test(test_needs_no_memory),
        cmocka_unit_test(test_reductions_fail_without_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
