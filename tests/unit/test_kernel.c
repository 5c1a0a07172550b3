/* test_kernel.c: when a kernel runs and what it is given; over kernels that write down what they see. */
#include <stdatomic.h>

#include "../support/ufunc.h"
#include "check.h"

static weft_error error;

#define CALL(ufunc, options, ...) \
    weft_call(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, &error)

/* What the kernels saw since the last forget(). */
static struct {
    atomic_int calls, items, misaligned; /* blocks */
    int64_t sizes[2], core_steps[4];
} seen;

static void forget(void)
{
    seen.calls = seen.items = 0;
    memset(seen.sizes, -1, sizeof seen.sizes);
    memset(seen.core_steps, -1, sizeof seen.core_steps);
}

static void note(const int64_t *dimensions, const weft_rows *rows)
{
    seen.calls++;
    seen.items += (int)(dimensions[0] * (rows ? rows->count : 1));
}

/* The sum of some inputs of float64. */
static void add_many(int inputs, char *const *args, const int64_t *dimensions, const int64_t *steps,
                     const weft_rows *rows)
{
    note(dimensions, rows);
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t k = 0; k < dimensions[0]; k++) {
            double sum = 0;
            for (int i = 0; i <= inputs; i++) {
                char *at = args[i] + k * steps[i] + (rows ? row * rows->steps[i] : 0);
                if (i < inputs)
                    sum += *(double *)at;
                else
                    *(double *)at = sum;
            }
        }
}

static void add_two(char *const *args, const int64_t *dimensions, const int64_t *steps,
                    const void *data)
{
    add_many(2, args, dimensions, steps, data);
}

static void add_31(char *const *args, const int64_t *dimensions, const int64_t *steps,
                   const void *data)
{
    add_many(31, args, dimensions, steps, data);
}

/* The sum of a block of two core dimensions, either of which may be missing. */
static void total(char *const *args, const int64_t *dimensions, const int64_t *steps,
                  const void *data)
{
    note(dimensions, data);
    for (int k = 0; k < 2; k++) {
        seen.sizes[k] = dimensions[1 + k];
        seen.core_steps[k] = steps[2 + k];
    }
    for (int64_t item = 0; item < dimensions[0]; item++) {
        const double *block = (const double *)(args[0] + item * steps[0]);
        seen.misaligned += (uintptr_t)block % _Alignof(double) != 0;
        double sum = 0;
        for (int64_t k = 0; k < dimensions[1] * dimensions[2]; k++)
            sum += block[k];
        *(double *)(args[1] + item * steps[1]) = sum;
    }
}

/* Serves where flags are asked for, and shows it: its result is the first input. */
static void add_for_flags(char *const *args, const int64_t *dimensions, const int64_t *steps,
                          const void *data)
{
    add_many(1, (char *[]){args[0], args[2]}, dimensions, (int64_t[]){steps[0], steps[2]}, data);
}

static weft_kernel *const kernels[] = {add_two, add_31, total};
static weft_kernel *const flag_kernels[] = {add_for_flags, NULL, NULL};
static const weft_module module = {
    .build_id = UFUNC_BUILD_ID,
    .kernels = {[WEFT_ISA_BASE] = UFUNC_TABLE(kernels), [WEFT_ISA_FLAGS] = UFUNC_TABLE(flag_kernels)}};

#define TYPES4 WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64
static const uint8_t float64s[] = {TYPES4, TYPES4, TYPES4, TYPES4, TYPES4, TYPES4, TYPES4, TYPES4};
static const weft_loop loops[] = {
    UFUNC_LOOP_OF("float64(float64, float64)", 0, float64s),
    UFUNC_LOOP_OF("float64(31 of float64)", 1, float64s),
    UFUNC_LOOP_OF("float64(float64[:,:])", 2, float64s),
};
static const weft_operand scalars[32] = {{.name = "a"}};
static const weft_ufunc add = UFUNC("add", "(),()->()", 2, 1, scalars, &loops[0], 1,
                                    .module = &module, .flags = WEFT_UFUNC_ELEMENTWISE);
static const weft_ufunc add_all = UFUNC("add_all", "31 times ()->()", 31, 1, scalars, &loops[1], 1,
                                        .module = &module, .flags = WEFT_UFUNC_ELEMENTWISE);
static const weft_operand blocks[] = {UFUNC_BLOCK("x", 0, 1), UFUNC_SCALAR("sum")};
static const weft_dimension dimensions_of_blocks[] = {
    {.name = "m", .kind = WEFT_DIMENSION_OPTIONAL, .limit = INT64_MAX},
    {.name = "n", .kind = WEFT_DIMENSION_OPTIONAL, .limit = INT64_MAX}};
static const weft_ufunc sum_block =
    UFUNC("sum_block", "(m?,n?)->()", 1, 1, blocks, &loops[2], 1, .module = &module,
          .flags = WEFT_UFUNC_OPTIONAL, .dimension_count = 2, .dimensions = dimensions_of_blocks);

static const weft_options on_cpu = {.target = WEFT_CPU};

/* A loop of no items: everything is checked, no kernel runs. */
static void test_no_items_no_kernel(void **state)
{
    (void)state;
    double one = 1;
    weft_array none = weft_array_view(NULL, WEFT_FLOAT64, 2, SHAPE(3, 0), NULL), c = {0};
    weft_array A = weft_array_view(&one, WEFT_FLOAT64, 0, NULL, NULL), locked = none;
    weft_array z = weft_array_view(&one, WEFT_COMPLEX64, 0, NULL, NULL);
    weft_array no_blocks = weft_array_view(NULL, WEFT_FLOAT64, 3, SHAPE(0, 2, 2), NULL);
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_options options = {.target = target};
        forget();
        assert_ok(error, CALL(add, &options, &none, &A, &c));
        assert_int_equal(seen.calls, 0);
        assert_int_equal(c.rank, 2);
        assert_int_equal(c.shape[1], 0);
        weft_array_clear(&c);
        assert_ok(error, CALL(sum_block, &options, &no_blocks, &c));
        assert_int_equal(seen.calls, 0);
        weft_array_clear(&c);
    }
    assert_fails(error, WEFT_ERROR_DTYPE, "no loop of add", CALL(add, &on_cpu, &none, &z, &c));
    locked.flags = WEFT_ARRAY_READONLY;
    assert_fails(error, WEFT_ERROR_OVERLAP, "read-only", CALL(add, &on_cpu, &none, &A, &locked));
    weft_options masked = {.target = WEFT_CPU, .where = &A};
    assert_fails(error, WEFT_ERROR_DTYPE, "must be bool", CALL(add, &masked, &none, &A, &c));
    weft_array other = weft_array_view(NULL, WEFT_FLOAT64, 2, SHAPE(4, 0), NULL);
    assert_fails(error, WEFT_ERROR_SHAPE, "do not broadcast",
                 CALL(add, &on_cpu, &none, &other, &c));
    assert_int_equal(c.dtype, WEFT_NONE);
}

/* Items without elements are items: the kernel runs once for each. */
static void test_empty_cores_run(void **state)
{
    (void)state;
    double y[3] = {7, 7, 7};
    weft_array x = weft_array_view(NULL, WEFT_FLOAT64, 3, SHAPE(3, 2, 0), NULL);
    weft_array Y = weft_array_view(y, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    forget();
    assert_ok(error, CALL(sum_block, &on_cpu, &x, &Y));
    assert_int_equal(seen.items, 3);
    assert_memory_equal(y, ((double[]){0, 0, 0}), sizeof y);
}

/* Whatever the caller says: nobody walks a core axis of one element. */
static void test_core_axes_of_size_1_stand_still(void **state)
{
    (void)state;
    double x[4] = {1, 2, 3, 4}, y;
    weft_array X = weft_array_view(x, WEFT_FLOAT64, 2, SHAPE(1, 4), SHAPE(-4096, 8));
    weft_array Y = weft_array_view(&y, WEFT_FLOAT64, 0, NULL, NULL);
    forget();
    assert_ok(error, CALL(sum_block, &on_cpu, &X, &Y));
    assert_true(y == 10);
    assert_int_equal(seen.core_steps[0], 0);
    assert_int_equal(seen.core_steps[1], 8);
    X = weft_array_view(x, WEFT_FLOAT64, 2, SHAPE(4, 1), SHAPE(8, INT64_MIN));
    assert_ok(error, CALL(sum_block, &on_cpu, &X, &Y));
    assert_true(y == 10);
    assert_int_equal(seen.core_steps[0], 8);
    assert_int_equal(seen.core_steps[1], 0);
}

/* Core blocks come contiguous and aligned, wherever and however they lie. */
static void test_core_blocks_are_plain(void **state)
{
    (void)state;
    _Alignas(16) char memory[600];
    double y[2];
    weft_array Y = weft_array_view(y, WEFT_FLOAT64, 1, SHAPE(2), NULL);
    static const int64_t steps[][3] = {
        {57, 24, 8}, {200, 27, 9}, {9, 18, 60}, {-200, -24, -8}, {0, 8, 0}};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        weft_array X = weft_array_view(memory + 299, WEFT_FLOAT64, 3, SHAPE(2, 2, 3), steps[k]);
        double wanted[2] = {0, 0};
        memset(memory, 0, sizeof memory);
        for (int i = 0; i < 12; i++) {
            char *at = (char *)X.data + i / 6 * steps[k][0] + i / 3 % 2 * steps[k][1] +
                       i % 3 * steps[k][2];
            memcpy(at, &(double){i + 1}, sizeof(double));
        }
        for (int i = 0; i < 12; i++) {
            double value;
            memcpy(&value,
                   (char *)X.data + i / 6 * steps[k][0] + i / 3 % 2 * steps[k][1] +
                       i % 3 * steps[k][2],
                   sizeof value);
            wanted[i / 6] += value;
        }
        seen.misaligned = 0;
        assert_ok(error, CALL(sum_block, &on_cpu, &X, &Y));
        assert_memory_equal(y, wanted, sizeof y);
        assert_int_equal(seen.misaligned, 0);
    }
}

/* Of two dimensions that may be missing an operand of one axis lacks the first; they are 1 then. */
static void test_missing_dimensions_are_1(void **state)
{
    (void)state;
    double x[6] = {1, 2, 3, 4, 5, 6}, y;
    weft_array X = weft_array_view(x, WEFT_FLOAT64, 2, SHAPE(2, 3), NULL);
    weft_array Y = weft_array_view(&y, WEFT_FLOAT64, 0, NULL, NULL);
    for (int rank = 2; rank >= 0; rank--) {
        forget();
        X.rank = rank;
        X.shape[0] = rank == 2 ? 2 : 3;
        X.steps[0] = rank == 2 ? 24 : 8;
        assert_ok(error, CALL(sum_block, &on_cpu, &X, &Y));
        assert_int_equal(seen.sizes[0], rank == 2 ? 2 : 1);
        assert_int_equal(seen.sizes[1], rank >= 1 ? 3 : 1);
        assert_true(y == (rank == 2 ? 21 : rank == 1 ? 6 : 1));
    }
}

/* Where the mask is false no item is computed. */
static void test_masked_items_are_not_computed(void **state)
{
    (void)state;
    enum { N = 5000 };
    static double a[N], c[N];
    static bool mask[N];
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array M = weft_array_view(mask, WEFT_BOOL, 1, SHAPE(N), NULL);
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_options options = {.target = target, .where = &M};
        int chosen = 0;
        for (int k = 0; k < N; k++)
            chosen += mask[k] = k % 7 == 2 || k / 100 == 3;
        forget();
        assert_ok(error, CALL(add, &options, &A, &A, &C));
        assert_int_equal(seen.items, chosen);
        memset(mask, 0, sizeof mask);
        forget();
        assert_ok(error, CALL(add, &options, &A, &A, &C));
        assert_int_equal(seen.items, 0);
    }
}

static void test_32_operands_and_32_axes(void **state)
{
    (void)state;
    double x[4] = {1, 10, 100, 1000}, y[4];
    int64_t shape[WEFT_MAX_RANK];
    bool yes = true;
    for (int axis = 0; axis < WEFT_MAX_RANK; axis++)
        shape[axis] = axis == 3 || axis == 30 ? 2 : 1;
    weft_array X = weft_array_view(x, WEFT_FLOAT64, WEFT_MAX_RANK, shape, NULL), Y = X;
    weft_array where = weft_array_view(&yes, WEFT_BOOL, 0, NULL, NULL), *operands[32];
    weft_options masked = {.target = WEFT_CPU, .where = &where};
    Y.data = y;
    for (int i = 0; i < 31; i++)
        operands[i] = &X;
    operands[31] = &Y;
    assert_ok(error, weft_call(&add_all, operands, &on_cpu, &error));
    assert_memory_equal(y, ((double[]){31, 310, 3100, 31000}), sizeof y);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "with where at most 31 are possible",
                 weft_call(&add_all, operands, &masked, &error));
    weft_ufunc larger = add_all;
    larger.output_count = 2;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "add_all has 33 operands; at most 32 are possible",
                 weft_call(&larger, operands, &on_cpu, &error));
    X.rank = 33;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "rank 33",
                 weft_call(&add_all, operands, &on_cpu, &error));
}

/* A table that was linked with kernels of another file calls none of them: nothing is written. */
static void test_kernels_of_another_module_are_refused(void **state)
{
    (void)state;
    static const weft_kernel_table others = {UFUNC_BUILD_ID + 1, kernels};
    double a = 1, c = 7;
    unsigned flags = 0;
    weft_array A = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL), C = A;
    C.data = &c;
    for (int isa = 0; isa < WEFT_ISA_COUNT; isa++) {
        weft_module mixed = module;
        weft_ufunc mixed_add = add;
        mixed.source = "mine.c";
        mixed.kernels[isa] = &others;
        mixed_add.module = &mixed;
        for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
            weft_options options = {.target = target};
            options.floating_flags = isa == WEFT_ISA_FLAGS ? &flags : NULL;
            if (isa != WEFT_ISA_BASE && isa != WEFT_ISA_FLAGS)
                continue; /* a CPU may not get there */
            assert_fails(error, WEFT_ERROR_TARGET,
                         "the kernels that were linked for mine.c are another file's",
                         CALL(mixed_add, &options, &A, &A, &C));
            assert_true(c == 7);
        }
    }
}

/* Who asks for flags is served by the kernel that was compiled for them, and only by that. */
static void test_flags_have_a_kernel_of_their_own(void **state)
{
    (void)state;
    double a = 1, b = 10, c = 0;
    unsigned flags = 0;
    weft_array A = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL), B = A, C = A;
    B.data = &b;
    C.data = &c;
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_options options = {.target = target};
        assert_ok(error, CALL(add, &options, &A, &B, &C));
        assert_true(c == 11);
        options.floating_flags = &flags;
        assert_ok(error, CALL(add, &options, &A, &B, &C));
        assert_true(c == 1);
    }
    weft_options options = {.target = WEFT_CPU, .floating_flags = &flags};
    assert_fails(error, WEFT_ERROR_TARGET, "that reports floating-point flags",
                 CALL(sum_block, &options, &A, &C));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_items_no_kernel),
        cmocka_unit_test(test_empty_cores_run),
        cmocka_unit_test(test_core_axes_of_size_1_stand_still),
        cmocka_unit_test(test_core_blocks_are_plain),
        cmocka_unit_test(test_missing_dimensions_are_1),
        cmocka_unit_test(test_masked_items_are_not_computed),
        cmocka_unit_test(test_32_operands_and_32_axes),
        cmocka_unit_test(test_kernels_of_another_module_are_refused),
        cmocka_unit_test(test_flags_have_a_kernel_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
