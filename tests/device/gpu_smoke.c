/* gpu_smoke.c: the gpu target against the cpu target, through the public interface, over the ufuncs
 * of sample.cu. Exits with 77 (skipped) and says why where no GPU can be used. gpu_smoke [--large]
 * [--cases N]      the ufuncs of sample.cu, and all else gpu_smoke --library PATH [--cases N]  the
 * ufuncs of a library */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arrays.h"
#include "gpu_smoke.h"
#include "sample.ufuncs.h"

int case_count = 40;

static const weft_options on_gpu = {.target = WEFT_GPU}, on_cpu = {.target = WEFT_CPU};

/* Per dtype: what a different order of rounding may change. */
static double tolerance_of(uint8_t dtype)
{
    switch (dtype) {
    case WEFT_FLOAT16:
        return 2e-3;
    case WEFT_BFLOAT16:
        return 2e-2;
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        return 1e-4;
    default:
        return 1e-11;
    }
}

/* The same for an output: of a transform, each element of which is a sum of all, relative to the
 * largest. */
static double tolerance_for(const weft_ufunc *ufunc, const weft_loop *loop, int output,
                            const weft_array *expected)
{
    const double tolerance = tolerance_of(loop->dtypes[output]);
    return ufunc->transform ? tolerance * fmax(1, largest_element(expected)) : tolerance;
}

enum { MOST = 8 }; /* operands, and core dimensions, of any ufunc here */

/* One call's operands: inputs, and outputs that are given. */
typedef struct operands {
    const weft_loop *loop; /* what computes them; a given output may be wider */
    int count, input_count;
    sample samples[MOST];
    bool is_masked;
    sample mask; /* options.where, if is_masked */
} operands;

static unsigned random_form(void)
{
    unsigned form = random_below(2) ? SAMPLE_STRIDED : SAMPLE_PLAIN;
    if (random_below(6) == 0)
        form |= SAMPLE_MISALIGNED;
    if (random_below(8) == 0)
        form |= SAMPLE_SWAPPED;
    return form;
}

/* Random loop shape: mostly small of any rank, sometimes one long axis, sometimes empty. */
static int random_shape(int64_t *shape)
{
    if (random_below(3) == 0) {
        shape[0] = (int64_t)random_below(5000);
        return 1;
    }
    int rank = (int)random_below(6);
    if (random_below(12) == 0)
        rank = 10; /* more axes than one launch walks */
    for (int axis = 0; axis < rank; axis++)
        shape[axis] =
            rank > 6 ? 1 + (int64_t)random_below(2) : 1 + (int64_t)random_below(rank < 3 ? 60 : 8);
    if (rank > 0 && random_below(20) == 0)
        shape[random_below((uint64_t)rank)] = 0;
    return rank;
}

/* Some axes of about as many items as tiles have, and short ones between them. */
static int tiled_shape(int64_t *shape)
{
    static const int64_t edges[] = {4,  15, 16, 17, 31,  32,  33,  63,  64,
                                    65, 96, 97, 127, 128, 130, 255, 256, 300};
    const int rank = 2 + (int)random_below(3);
    int64_t count = 1;
    for (int axis = 0; axis < rank; axis++)
        shape[axis] = 1 + (int64_t)random_below(4);
    for (int k = 0; k < 2; k++) {
        int64_t *extent = &shape[random_below((uint64_t)rank)];
        *extent = edges[random_below(sizeof edges / sizeof *edges)];
    }
    for (int axis = 0; axis < rank; axis++)
        count *= shape[axis];
    if (count < 2100 && random_below(4) == 0)
        shape[random_below((uint64_t)rank)] *= 2100; /* a long row, or a long column */
    return rank;
}

/* Core sizes; an output's computed ones follow from the others, 0 where they would be negative. */
static void random_sizes(const weft_ufunc *ufunc, int64_t *sizes)
{
    assert_true(ufunc->dimension_count <= MOST);
    for (int d = 0; d < ufunc->dimension_count; d++) {
        bool is_fixed = ufunc->dimensions[d].kind == WEFT_DIMENSION_FIXED;
        sizes[d] = is_fixed ? ufunc->dimensions[d].constant : (int64_t)random_below(7);
    }
    for (int d = 0; d < ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &ufunc->dimensions[d];
        if (dimension->kind != WEFT_DIMENSION_COMPUTED)
            continue;
        int64_t size = dimension->constant;
        for (int k = 0; k < ufunc->dimension_count; k++)
            size += dimension->coefficients[k] * sizes[k];
        sizes[d] = size > 0 ? size : 0;
    }
}

/* How a shape is chosen; its rank. */
typedef int choose_shape(int64_t *shape);

static operands random_operands(const weft_ufunc *ufunc, const weft_loop *loop,
                                choose_shape *choose)
{
    int64_t loop_shape[WEFT_MAX_RANK], sizes[MOST], shape[WEFT_MAX_RANK];
    int rank = choose(loop_shape);
    operands all = {.loop = loop,
                    .count = ufunc->input_count + ufunc->output_count,
                    .input_count = ufunc->input_count};
    random_sizes(ufunc, sizes);
    if (ufunc->flags & WEFT_UFUNC_ELEMENTWISE && random_below(2) == 0) {
        int64_t missing = (int64_t)random_below((uint64_t)rank + 1), used = 0;
        for (int64_t axis = missing; axis < rank; axis++)
            shape[used++] = random_below(5) == 0 ? 1 : loop_shape[axis];
        all.is_masked = true;
        all.mask = sample_make(WEFT_BOOL, (int)used, shape, random_form(), false);
    }
    for (int i = 0; i < all.count; i++) {
        bool is_input = i < all.input_count;
        int dropped = is_input && random_below(4) == 0 ? (int)random_below((uint64_t)rank + 1) : 0;
        int used = 0;
        if (is_input && random_below(5) == 0)
            dropped = rank; /* one element for all items */
        for (int axis = dropped; axis < rank; axis++)
            shape[used++] = is_input && random_below(5) == 0 ? 1 : loop_shape[axis];
        for (int k = 0; k < ufunc->operands[i].core_rank; k++)
            shape[used++] = sizes[ufunc->operands[i].dimensions[k]];
        weft_dtype dtype = (weft_dtype)loop->dtypes[i];
        if (!is_input && random_below(4) == 0 && dtype == WEFT_FLOAT32)
            dtype = WEFT_FLOAT64;
        all.samples[i] = sample_make(dtype, used, shape, random_form(), false);
    }
    return all;
}

static void clear_operands(operands *all)
{
    for (int i = 0; i < all->count; i++)
        sample_clear(&all->samples[i]);
    if (all->is_masked)
        sample_clear(&all->mask);
}

static void call(const weft_ufunc *ufunc, weft_array *const *arrays, const weft_options *options,
                 const char *what)
{
    weft_error error = {0};
    if (weft_call(ufunc, arrays, options, &error))
        fail_msg("%s: %s", what, error.text);
}

/* Outputs not given, operands in host memory. */
static void check_host(const weft_ufunc *ufunc, operands *all, const char *what)
{
    weft_array expected[MOST] = {0}, actual[MOST] = {0};
    weft_array *cpu[MOST], *gpu[MOST];
    weft_error error = {0};
    weft_options cpu_options = on_cpu, gpu_options = on_gpu;
    cpu_options.where = gpu_options.where = all->is_masked ? &all->mask.view : NULL;
    for (int i = 0; i < all->count; i++) {
        cpu[i] = i < all->input_count ? &all->samples[i].view : &expected[i];
        gpu[i] = i < all->input_count ? &all->samples[i].view : &actual[i];
    }
    weft_status status = weft_call(ufunc, cpu, &cpu_options, NULL);
    if (weft_call(ufunc, gpu, &gpu_options, &error) != status)
        fail_msg("%s: %s", what, error.text);
    for (int i = all->input_count; i < all->count && !status; i++) {
        assert_int_equal(actual[i].device, 0);
        assert_same(&actual[i], &expected[i],
                    tolerance_for(ufunc, all->loop, i, &expected[i]), what);
        weft_array_clear(&actual[i]);
        weft_array_clear(&expected[i]);
    }
}

static bool is_one_element(const weft_array *array)
{
    int64_t count = 1;
    for (int axis = 0; axis < array->rank; axis++)
        count *= array->shape[axis];
    return count == 1;
}

/* Outputs given, all operands in device memory, but for some inputs of one element; what lies
 * between elements must stay. */
static void check_device(const weft_ufunc *ufunc, operands *all, const char *what)
{
    sample twins[MOST];
    weft_array arrays[MOST], *cpu[MOST], *gpu[MOST];
    bool is_near[MOST];
    for (int i = 0; i < all->count; i++) {
        twins[i] = sample_copy(&all->samples[i]);
        is_near[i] = i < all->input_count && is_one_element(&twins[i].view) && random_below(2);
        arrays[i] = is_near[i] ? twins[i].view : sample_to_device(&twins[i]);
        cpu[i] = &all->samples[i].view;
        gpu[i] = &arrays[i];
    }
    weft_error expected = {0}, actual = {0};
    weft_options cpu_options = on_cpu, gpu_options = on_gpu;
    weft_array mask;
    if (all->is_masked) {
        mask = random_below(2) ? sample_to_device(&all->mask) : all->mask.view;
        cpu_options.where = &all->mask.view;
        gpu_options.where = &mask;
    }
    weft_status status = weft_call(ufunc, cpu, &cpu_options, &expected);
    if (weft_call(ufunc, gpu, &gpu_options, &actual) != status)
        fail_msg("%s: cpu says '%s', gpu '%s'", what, expected.text, actual.text);
    for (int i = 0; i < all->count; i++) {
        if (!is_near[i])
            sample_from_device(&twins[i]);
        if (i >= all->input_count) {
            assert_same(&twins[i].view, &all->samples[i].view,
                        tolerance_for(ufunc, all->loop, i, &all->samples[i].view), what);
            weft_array to = twins[i].view, from = all->samples[i].view;
            if (to.dtype == WEFT_BOOL) /* as bytes: a copy of bools makes them 0 and 1 */
                to.dtype = from.dtype = WEFT_UINT8;
            assert_int_equal(weft_array_copy(&to, &from, NULL, NULL), WEFT_OK);
        }
        if (memcmp(twins[i].buffer, all->samples[i].buffer, twins[i].size) != 0)
            fail_msg("%s: operand %d changed beside its elements", what, i);
        sample_clear(&twins[i]);
    }
}

static void check_shapes(const weft_ufunc *ufunc, choose_shape *choose, int cases)
{
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        for (int n = 0; n < cases; n++) {
            char what[160];
            snprintf(what, sizeof what, "%s %s, case %d", ufunc->name, ufunc->loops[k].prototype,
                     n);
            operands all = random_operands(ufunc, &ufunc->loops[k], choose);
            check_host(ufunc, &all, what);
            check_device(ufunc, &all, what);
            clear_operands(&all);
        }
}

static void check_ufunc(const weft_ufunc *ufunc)
{
    check_shapes(ufunc, random_shape, case_count);
}

/* Whether last bits grow with a matrix that is nearly singular, as random ones are now and then: numpy_replay has these. */
static bool may_lose_digits(const weft_ufunc *ufunc)
{
    static const char *const names[] = {"det", "inv", "solve", "solve_lower", "solve_upper"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(ufunc->name, names[i]) == 0)
            return true;
    return false;
}

/* Every ufunc of a library that `weft build` or CMake made. */
static void library_agrees(void **path)
{
    weft_error error = {0};
    weft_library *library;
    if (weft_library_open(*path, &library, &error))
        fail_msg("%s", error.text);
    const weft_library_table *table = weft_library_contents(library);
    for (uint32_t k = 0; k < table->count; k++)
        if (!weft_ufunc_find_refusal(table->ufuncs[k], WEFT_GPU) && !may_lose_digits(table->ufuncs[k]))
            check_ufunc(table->ufuncs[k]);
    weft_library_close(library);
}

static void elementwise_agrees(void **unused)
{
    (void)unused;
    check_ufunc(&sample_hypotenuse);
    check_ufunc(&sample_add);
    check_ufunc(&sample_product);
    check_ufunc(&sample_less);
    check_ufunc(&sample_mixed);
}

static void tiles_agree(void **unused)
{
    (void)unused;
    check_shapes(&sample_hypotenuse, tiled_shape, 2 * case_count);
    check_shapes(&sample_add, tiled_shape, case_count);
    check_shapes(&sample_product, tiled_shape, case_count);
    check_shapes(&sample_mixed, tiled_shape, case_count);
}

static void gufuncs_agree(void **unused)
{
    (void)unused;
    check_ufunc(&sample_matmul);
    check_ufunc(&sample_smooth);
}

/* Every pair of values of two dtypes of one or two bytes, in one vectorised call. */
static void check_every_pair(const weft_ufunc *ufunc, const weft_loop *loop, const char *what)
{
    int64_t counts[2], shape[2];
    weft_array a, b;
    for (int i = 0; i < 2; i++)
        counts[i] = (int64_t)1 << 8 * weft_dtype_size((weft_dtype)loop->dtypes[i]);
    shape[0] = counts[0];
    shape[1] = counts[1];
    assert_int_equal(weft_array_new(&a, (weft_dtype)loop->dtypes[0], 2, shape, NULL), WEFT_OK);
    assert_int_equal(weft_array_new(&b, (weft_dtype)loop->dtypes[1], 2, shape, NULL), WEFT_OK);
    for (int64_t i = 0; i < counts[0]; i++)
        for (int64_t j = 0; j < counts[1]; j++) {
            memcpy((char *)a.data + i * a.steps[0] + j * a.steps[1], &i, (size_t)a.steps[1]);
            memcpy((char *)b.data + i * b.steps[0] + j * b.steps[1], &j, (size_t)b.steps[1]);
        }
    weft_array expected = {0}, actual = {0};
    call(ufunc, (weft_array *[]){&a, &b, &expected}, &on_cpu, what);
    call(ufunc, (weft_array *[]){&a, &b, &actual}, &on_gpu, what);
    assert_same(&actual, &expected, 0, what);
    weft_array *all[] = {&a, &b, &expected, &actual};
    for (int i = 0; i < 4; i++)
        weft_array_clear(all[i]);
}

/* Vectors of 8 and 16 one-byte elements are where nvcc has been seen to go wrong. */
static void bytes_are_right(void **unused)
{
    (void)unused;
    const weft_ufunc *ufuncs[] = {&sample_add, &sample_product, &sample_less};
    for (int u = 0; u < 3; u++)
        for (uint32_t k = 0; k < ufuncs[u]->loop_count; k++) {
            const weft_loop *loop = &ufuncs[u]->loops[k];
            if (weft_dtype_size((weft_dtype)loop->dtypes[0]) == 1 &&
                weft_dtype_size((weft_dtype)loop->dtypes[1]) <= 2)
                check_every_pair(ufuncs[u], loop, loop->prototype);
        }
}

/* One cast: host to device in one form, within the device to another, back to the host. */
static void check_cast(weft_dtype from, weft_dtype to)
{
    static const weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    char what[80];
    snprintf(what, sizeof what, "cast from %s to %s", weft_dtype_name(from), weft_dtype_name(to));
    int64_t shape[3] = {7, 1 + (int64_t)random_below(20), 9};
    sample source = sample_make(from, 3, shape, random_form(), true);
    sample target = sample_make(to, 3, shape, random_form(), true);
    sample twin = sample_copy(&target);
    weft_error error = {0};
    assert_int_equal(weft_array_copy(&target.view, &source.view, &unsafe, &error), WEFT_OK);

    weft_array there = sample_to_device(&source), landed = sample_to_device(&twin);
    if (weft_array_copy(&landed, &there, &unsafe, &error))
        fail_msg("%s: %s", what, error.text);
    sample_from_device(&twin);
    assert_same(&twin.view, &target.view, 0, what);

    sample down = sample_make(to, 3, shape, random_form(), true);
    if (weft_array_copy(&down.view, &there, &unsafe, &error))
        fail_msg("%s, to the host: %s", what, error.text);
    assert_same(&down.view, &target.view, 0, what);

    if (weft_array_copy(&landed, &source.view, &unsafe, &error))
        fail_msg("%s, from the host: %s", what, error.text);
    sample_from_device(&twin);
    assert_same(&twin.view, &target.view, 0, what);

    sample_clear(&down);
    sample_clear(&source);
    sample_clear(&target);
    sample_clear(&twin);
}

static void casts_agree(void **unused)
{
    (void)unused;
    for (int from = WEFT_BOOL; from < WEFT_DTYPE_END; from++)
        for (int to = WEFT_BOOL; to < WEFT_DTYPE_END; to++)
            for (int n = 0; n < 4; n++)
                check_cast((weft_dtype)from, (weft_dtype)to);
}

int main(int argc, char **argv)
{
    weft_error error = {0};
    char name[128] = "";
    bool is_large = false;
    char *library = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--large") == 0)
            is_large = true;
        else if (strcmp(argv[i], "--cases") == 0 && i + 1 < argc)
            case_count = atoi(argv[++i]);
        else if (strcmp(argv[i], "--library") == 0 && i + 1 < argc)
            library = argv[++i];
    }
    if (weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", error.text);
        return 77;
    }
    weft_device_name(0, name, sizeof name, NULL);
    printf("device 0 of %d: %s\n", weft_device_count(), name);
    if (library) {
        const struct CMUnitTest only[] = {
            cmocka_unit_test_prestate(library_agrees, library),
        };
        return cmocka_run_group_tests_name("gpu, library", only, NULL, NULL) ? 1 : 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elementwise_agrees), cmocka_unit_test(tiles_agree),
        cmocka_unit_test(gufuncs_agree),
        cmocka_unit_test(bytes_are_right),         cmocka_unit_test(casts_agree),
        cmocka_unit_test(results_stay_on_device),  cmocka_unit_test(far_items_work),
        cmocka_unit_test(axes_keep_their_order),
        cmocka_unit_test(streams_and_events_work), cmocka_unit_test(streams_are_made),
        cmocka_unit_test(copies_may_overlap),
        cmocka_unit_test(threads_may_call),
        cmocka_unit_test(failures_are_told),       cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(large_calls_need_little), cmocka_unit_test(host_memory_is_pinned),
        cmocka_unit_test(children_are_refused),
    };
    const struct CMUnitTest large[] = {cmocka_unit_test(large_arrays_work)};
    int failed = cmocka_run_group_tests_name("gpu", tests, NULL, NULL);
    if (is_large)
        failed += cmocka_run_group_tests_name("gpu, large", large, NULL, NULL);
    return failed ? 1 : 0;
}
