/* test_effects.c: kernels that write to their inputs, or leave their outputs as they are. */
#include <sys/mman.h>

#include "../support/ufunc.h"
#include "check.h"

static weft_error error;

#define CALL(ufunc, options, ...) \
    weft_call(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, &error)

static const weft_target targets[] = {WEFT_CPU, WEFT_PARALLEL};

/* (n)->(): doubles its elements, then adds them up. */
static void spoil(char *const *args, const int64_t *dimensions, const int64_t *steps,
                  const void *data)
{
    const weft_rows *rows = data;
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t i = 0; i < dimensions[0]; i++) {
            double *x =
                (double *)(void *)(args[0] + i * steps[0] + (rows ? row * rows->steps[0] : 0));
            double *y =
                (double *)(void *)(args[1] + i * steps[1] + (rows ? row * rows->steps[1] : 0));
            *y = 0;
            for (int64_t k = 0; k < dimensions[1]; k++)
                *y += x[k] *= 2;
        }
}

/* (n)->(n): copies what is positive. */
static void positive(char *const *args, const int64_t *dimensions, const int64_t *steps,
                     const void *data)
{
    (void)data;
    for (int64_t i = 0; i < dimensions[0]; i++) {
        const double *x = (double *)(void *)(args[0] + i * steps[0]);
        double *y = (double *)(void *)(args[1] + i * steps[1]);
        for (int64_t k = 0; k < dimensions[1]; k++)
            if (x[k] > 0)
                y[k] = x[k];
    }
}

/* (),()->(): the quotient, if there is one. */
static void quotient(char *const *args, const int64_t *dimensions, const int64_t *steps,
                     const void *data)
{
    (void)data;
    for (int64_t i = 0; i < dimensions[0]; i++) {
        double a, b;
        memcpy(&a, args[0] + i * steps[0], sizeof a);
        memcpy(&b, args[1] + i * steps[1], sizeof b);
        if (b != 0)
            memcpy(args[2] + i * steps[2], &(double){a / b}, sizeof b);
    }
}

static weft_kernel *const kernels[] = {spoil, positive, quotient};
static const weft_module module = UFUNC_MODULE("test_effects.c", kernels);
static const weft_dimension dimensions[] = {{.name = "n", .limit = INT64_MAX}};
static const weft_operand to_scalar[] = {UFUNC_BLOCK("x", 0), UFUNC_SCALAR("y")};
static const weft_operand to_row[] = {UFUNC_BLOCK("x", 0), UFUNC_BLOCK("y", 0)};
static const weft_operand scalars[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"), UFUNC_SCALAR("y")};
#define LOOP(INDEX) UFUNC_LOOP("float64", INDEX, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64)
static const weft_loop loops[] = {LOOP(0), LOOP(1), LOOP(2)};

/* What all have; parallel shares out few items already. */
#define COMMON .doc = "", .location = "test_effects.c:1", .module = &module, UFUNC_COST(1000.0f)

static const weft_ufunc spoils =
    UFUNC("spoils", "(n)->()", 1, 1, to_scalar, &loops[0], 1, COMMON, .dimension_count = 1,
          .dimensions = dimensions, .written_inputs = 1);
static const weft_ufunc positives =
    UFUNC("positives", "(n)->(n)", 1, 1, to_row, &loops[1], 1, COMMON, .dimension_count = 1,
          .dimensions = dimensions, .kept_outputs = 2);
static const weft_ufunc quotients =
    UFUNC("quotients", "(),()->()", 2, 1, scalars, &loops[2], 1, COMMON,
          .flags = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_REORDERABLE, .kept_outputs = 4);

/* One block for all items, in memory that nobody can write to; small, and larger than any stack. */
static void test_written_inputs_are_copied(void **state)
{
    (void)state;
    enum { ITEMS = 300 };
    const size_t lengths[] = {1, 3, 5000};
    for (size_t l = 0; l < 3; l++) {
        size_t bytes = lengths[l] * sizeof(double);
        double *x = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        double y[ITEMS];
        assert_true(x != MAP_FAILED);
        for (size_t k = 0; k < lengths[l]; k++)
            x[k] = (double)k + 1;
        assert_int_equal(mprotect(x, bytes, PROT_READ), 0);
        for (int t = 0; t < 2; t++) {
            weft_array X =
                weft_array_view(x, WEFT_FLOAT64, 2, SHAPE(ITEMS, (int64_t)lengths[l]), SHAPE(0, 8));
            weft_array Y = weft_array_view(y, WEFT_FLOAT64, 1, SHAPE(ITEMS), NULL);
            weft_options options = {.target = targets[t]};
            assert_ok(error, CALL(spoils, &options, &X, &Y));
            for (int k = 0; k < ITEMS; k++)
                assert_true(y[k] == (double)lengths[l] * (double)(lengths[l] + 1));
        }
        munmap(x, bytes);
    }
}

static void test_blocks_of_no_elements(void **state)
{
    (void)state;
    double y[2] = {7, 7};
    weft_array X = weft_array_view(NULL, WEFT_FLOAT64, 2, SHAPE(2, 0), NULL);
    weft_array Y = weft_array_view(y, WEFT_FLOAT64, 1, SHAPE(2), NULL);
    assert_ok(error, CALL(spoils, NULL, &X, &Y));
    assert_true(y[0] == 0 && y[1] == 0);
}

/* As they lie, packed, and cast; a result that the call allocates starts as 0. */
static void test_kept_outputs(void **state)
{
    (void)state;
    double x[4] = {-1, 2, -3, 4};
    weft_array X = weft_array_view(x, WEFT_FLOAT64, 2, SHAPE(2, 2), NULL);
    for (int t = 0; t < 2; t++) {
        double plain[4] = {9, 9, 9, 9};
        float narrow[4] = {9, 9, 9, 9};
        weft_array outputs[] = {
            weft_array_view(plain, WEFT_FLOAT64, 2, SHAPE(2, 2), NULL),
            weft_array_view(plain, WEFT_FLOAT64, 2, SHAPE(2, 2), SHAPE(8, 16)),
            weft_array_view(narrow, WEFT_FLOAT32, 2, SHAPE(2, 2), NULL),
            {0},
        };
        weft_options options = {.target = targets[t]};
        assert_ok(error, CALL(positives, &options, &X, &outputs[0]));
        assert_memory_equal(plain, ((double[]){9, 2, 9, 4}), sizeof plain);
        memcpy(plain, (double[]){9, 9, 9, 9}, sizeof plain);
        assert_ok(error, CALL(positives, &options, &X, &outputs[1]));
        assert_memory_equal(plain, ((double[]){9, 9, 2, 4}), sizeof plain);
        assert_ok(error, CALL(positives, &options, &X, &outputs[2]));
        assert_memory_equal(narrow, ((float[]){9, 2, 9, 4}), sizeof narrow);
        assert_ok(error, CALL(positives, &options, &X, &outputs[3]));
        assert_memory_equal(outputs[3].data, ((double[]){0, 2, 0, 4}), sizeof plain);
        weft_array_clear(&outputs[3]);
    }
}

/* The mask gathers items into a block: what lies there before the kernel is the output's. */
static void test_kept_under_a_mask(void **state)
{
    (void)state;
    double a[4] = {1, 2, 3, 4}, b[4] = {0, 1, 0, 2};
    const bool mask[4] = {true, false, true, true};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_array B = weft_array_view(b, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_array M = weft_array_view((void *)(uintptr_t)mask, WEFT_BOOL, 1, SHAPE(4), NULL);
    for (int t = 0; t < 2; t++)
        for (int flags_are_asked = 0; flags_are_asked < 2; flags_are_asked++) {
            float y[4] = {5, 6, 7, 8};
            unsigned raised = 0;
            weft_array Y = weft_array_view(y, WEFT_FLOAT32, 1, SHAPE(4), NULL);
            weft_options options = {.target = targets[t],
                                    .where = &M,
                                    .floating_flags = flags_are_asked ? &raised : NULL};
            assert_ok(error, CALL(quotients, &options, &A, &B, &Y));
            assert_memory_equal(y, ((float[]){5, 6, 7, 2}), sizeof y);
        }
}

static void test_reductions_are_refused(void **state)
{
    (void)state;
    double x[3] = {1, 2, 3};
    weft_array X = weft_array_view(x, WEFT_FLOAT64, 1, SHAPE(3), NULL), y = {0};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "may leave its result as it finds it",
                 weft_reduce(&quotients, &X, &y, NULL, NULL, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_inputs_are_copied),
        cmocka_unit_test(test_blocks_of_no_elements),
        cmocka_unit_test(test_kept_outputs),
        cmocka_unit_test(test_kept_under_a_mask),
        cmocka_unit_test(test_reductions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
