/* test_borrowed.c: results in memory of the caller's, and what other languages ask about a ufunc: the
 * loop of given dtypes, and its kernel. */
#include "check.h"
#include "fold_ufuncs.h"
#include "sample_ufuncs.h"

static weft_error error;

/* What the allocator saw at its last call, and what it does at the next. */
static struct {
    int calls, operand, refuse_at;
    weft_array result;
    size_t bytes;
    double memory[2][64];
} seen;

static weft_status lend(void *context, int operand, weft_array *result, size_t bytes,
                        weft_error *failure)
{
    assert_ptr_equal(context, &seen);
    assert_null(result->data);
    assert_int_equal(result->flags, 0);
    assert_true(bytes <= sizeof seen.memory[0]);
    if (++seen.calls == seen.refuse_at) {
        failure->status = WEFT_ERROR_MEMORY;
        snprintf(failure->text, sizeof failure->text, "not today");
        return WEFT_ERROR_MEMORY;
    }
    memset(seen.memory[seen.calls - 1], 0x5a, sizeof seen.memory[0]);
    result->data = seen.memory[seen.calls - 1];
    seen.operand = operand;
    seen.result = *result;
    seen.bytes = bytes;
    return WEFT_OK;
}

static weft_options lent(int refuse_at)
{
    memset(&seen, 0, sizeof seen);
    seen.refuse_at = refuse_at;
    return (weft_options){
        .size = sizeof(weft_options), .allocate = lend, .allocate_context = &seen};
}

static void assert_is_seen(const weft_array *result, int operand, weft_dtype dtype, int rank,
                           const int64_t *shape)
{
    assert_int_equal(seen.operand, operand);
    assert_int_equal(result->dtype, dtype);
    assert_int_equal(result->rank, rank);
    assert_int_equal(result->flags, 0);
    assert_int_equal(result->device, 0);
    for (int axis = 0; axis < rank; axis++) {
        assert_int_equal(result->shape[axis], shape[axis]);
        assert_int_equal(seen.result.shape[axis], shape[axis]);
        assert_int_equal(seen.result.steps[axis], result->steps[axis]);
    }
    assert_int_equal(seen.result.rank, rank);
}

static void test_results_are_borrowed(void **state)
{
    (void)state;
    double a[6] = {1, 2, 3, 4, 5, 6};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 2, SHAPE(2, 3), SHAPE(8, 16)), C = {0}, D = {0};
    weft_options options = lent(0);
    assert_ok(error, weft_call(&sample_both, (weft_array *[]){&A, &A, &C, &D}, &options, &error));
    assert_int_equal(seen.calls, 2);
    assert_is_seen(&D, 3, WEFT_FLOAT64, 2, SHAPE(2, 3));
    assert_int_equal(seen.bytes, 48);
    assert_int_equal(D.steps[0], 8); /* as the operand lies */
    assert_true(seen.memory[0][5] == 12 && seen.memory[1][5] == 0);
}

static void test_results_are_shown_as_the_caller_sees_them(void **state)
{
    (void)state;
    double a[6] = {1, 2, 3, 4, 5, 6}, v[3] = {1, 1, 1};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 2, SHAPE(2, 3), NULL), C = {0};
    weft_array V = weft_array_view(v, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_options options = lent(0); /* a missing dimension is no axis */
    assert_ok(error, weft_call(&sample_product, (weft_array *[]){&A, &V, &C}, &options, &error));
    assert_is_seen(&C, 2, WEFT_FLOAT64, 1, SHAPE(2));
    assert_true(seen.memory[0][0] == 6 && seen.memory[0][1] == 15);
    const int axes[] = {0, 1, 0, 1, 1, 0};
    weft_array B = weft_array_view(a, WEFT_FLOAT64, 2, SHAPE(3, 1), NULL);
    C = (weft_array){0};
    options = lent(0); /* nor do moved ones show */
    options.axes = axes;
    options.axes_count = 6;
    assert_ok(error, weft_call(&sample_matmul, (weft_array *[]){&A, &B, &C}, &options, &error));
    assert_is_seen(&C, 2, WEFT_FLOAT64, 2, SHAPE(1, 2));
    assert_true(seen.memory[0][0] == 14 && seen.memory[0][1] == 32);
}

static void test_what_a_mask_leaves_out_is_0(void **state)
{
    (void)state;
    double a[4] = {1, 2, 3, 4};
    bool mask[4] = {true, false, true, false};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(4), NULL), C = {0};
    weft_array M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(4), NULL);
    weft_options options = lent(0);
    options.where = &M;
    assert_ok(error, weft_call(&sample_add, (weft_array *[]){&A, &A, &C}, &options, &error));
    assert_true(seen.memory[0][0] == 2 && seen.memory[0][1] == 0 && seen.memory[0][2] == 6);
}

static void test_reductions_borrow(void **state)
{
    (void)state;
    double a[6] = {1, 2, 3, 4, 5, 6};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 2, SHAPE(2, 3), NULL), C = {0};
    weft_options options = lent(0);
    assert_ok(error, weft_reduce(&fold_sum, &A, &C, NULL, &options, &error));
    assert_is_seen(&C, 1, WEFT_FLOAT64, 1, SHAPE(3));
    assert_int_equal(seen.calls, 1);
    assert_true(seen.memory[0][0] == 5 && seen.memory[0][2] == 9);
    C = (weft_array){0};
    options = lent(0);
    assert_ok(error, weft_accumulate(&fold_sum, &A, &C, 1, &options, &error));
    assert_is_seen(&C, 1, WEFT_FLOAT64, 2, SHAPE(2, 3));
    assert_true(seen.memory[0][5] == 15);
}

static void test_a_refusal_is_the_call_s(void **state)
{
    (void)state;
    double a = 1;
    weft_array A = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL), C = {0}, D = {0};
    weft_options options = lent(2);
    assert_fails(error, WEFT_ERROR_MEMORY, "not today",
                 weft_call(&sample_both, (weft_array *[]){&A, &A, &C, &D}, &options, &error));
    assert_int_equal(C.dtype, WEFT_NONE);
    options = lent(1);
    assert_fails(error, WEFT_ERROR_MEMORY, "not today",
                 weft_reduce(&fold_sum, &A, &C, &(weft_reduction){.all = true}, &options, &error));
    assert_int_equal(C.dtype, WEFT_NONE);
}

static void test_loops_are_chosen_by_dtypes(void **state)
{
    (void)state;
    const weft_loop *loop;
    weft_array A = {.dtype = WEFT_INT16}, B = weft_scalar_f64(0), C = {0};
    weft_array *operands[] = {&A, &B, &C};
    assert_ok(error, weft_loop_choose(&sample_add, operands, NULL, &loop, &error));
    assert_int_equal(loop->dtypes[0], WEFT_FLOAT64);
    A.dtype = WEFT_FLOAT32;
    assert_ok(error, weft_loop_choose(&sample_add, operands, NULL, &loop, &error));
    assert_int_equal(loop->dtypes[0], WEFT_FLOAT32);
    weft_options options = {.dtype = WEFT_COMPLEX128};
    assert_ok(error, weft_loop_choose(&sample_add, operands, &options, &loop, &error));
    assert_int_equal(loop->dtypes[0], WEFT_COMPLEX128);
    C.dtype = WEFT_INT8;
    assert_fails(error, WEFT_ERROR_DTYPE, "does not allow",
                 weft_loop_choose(&sample_add, operands, NULL, &loop, &error));
    A.dtype = WEFT_DTYPE_END;
    assert_fails(error, WEFT_ERROR_DTYPE, "which is none",
                 weft_loop_choose(&sample_add, operands, NULL, &loop, &error));
    operands[1] = NULL;
    A.dtype = WEFT_INT16;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "operand 1",
                 weft_loop_choose(&sample_add, operands, NULL, &loop, &error));
}

static void test_kernels_are_found(void **state)
{
    (void)state;
    weft_kernel *kernel;
    const weft_loop *loop = &sample_add.loops[4];
    assert_int_equal(loop->dtypes[0], WEFT_COMPLEX128);
    loop--;
    double a[2] = {1, 2}, b[2] = {3, 5}, c[2];
    const int64_t count = 2, steps[] = {8, 8, 8};
    assert_ok(error, weft_kernel_find(&sample_add, loop, false, &kernel, &error));
    kernel((char *[]){(char *)a, (char *)b, (char *)c}, &count, steps, NULL);
    assert_true(c[0] == 4 && c[1] == 7);
    assert_fails(error, WEFT_ERROR_TARGET, "without a cpu kernel",
                 weft_kernel_find(&sample_absent, sample_absent.loops, false, &kernel, &error));
    assert_fails(error, WEFT_ERROR_TARGET, "floating-point flags",
                 weft_kernel_find(&sample_absent, sample_absent.loops, true, &kernel, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "loop is NULL",
                 weft_kernel_find(&sample_add, NULL, false, &kernel, &error));
}

static void test_host_memory_is_no_device_s(void **state)
{
    (void)state;
    const int here = 0;
    assert_int_equal(weft_device_of(&here), 0);
    assert_int_equal(weft_device_of(NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_are_borrowed),
        cmocka_unit_test(test_results_are_shown_as_the_caller_sees_them),
        cmocka_unit_test(test_what_a_mask_leaves_out_is_0),
        cmocka_unit_test(test_reductions_borrow),
        cmocka_unit_test(test_a_refusal_is_the_call_s),
        cmocka_unit_test(test_loops_are_chosen_by_dtypes),
        cmocka_unit_test(test_kernels_are_found),
        cmocka_unit_test(test_host_memory_is_no_device_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
