/* test_memory.c: calls with the n-th allocation failing: an error, nothing written, nothing lost
 * (the sanitizers see leaks). The linker sends aligned_alloc and malloc here. */
#include "check.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fails_without_loss),
        cmocka_unit_test(test_keeps_outputs),
        cmocka_unit_test(test_needs_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
