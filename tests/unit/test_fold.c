/* test_fold.c: the order of a reduction, against a walk that follows docs/semantics.md word for word: the
 * same bits for every shape, choice of axes, place in memory and number of threads. */
#include "check.h"
#include "fold_ufuncs.h"
#include "sample_ufuncs.h"

enum { MOST = 1 << 19, SEGMENT = 512, RANK = 4 };

static weft_error error;
static float values[MOST], spread[2 * MOST];

/* Numbers of many sizes, so that every other order gives other bits. */
static void fill(float *numbers, int64_t count)
{
    uint32_t random = 12345;
    for (int64_t k = 0; k < count; k++) {
        random = random * 1664525u + 1013904223u;
        numbers[k] = (float)(random >> 8) / (float)(1 + (random & 1023)) - 4000.0f;
    }
}

/* A segment by halves, many segments by their results; overwrites `x`. */
static float tree(float *x, int64_t count)
{
    if (count > SEGMENT) {
        int64_t segments = (count + SEGMENT - 1) / SEGMENT;
        for (int64_t s = 0; s < segments; s++) {
            int64_t rest = count - s * SEGMENT;
            x[s] = tree(x + s * SEGMENT, rest < SEGMENT ? rest : SEGMENT);
        }
        return tree(x, segments);
    }
    while (count > 1) {
        int64_t half = (count + 1) / 2;
        for (int64_t i = 0; i + half < count; i++)
            x[i] += x[i + half];
        count = half;
    }
    return x[0];
}

/* An array in C order while its axes are reduced. */
typedef struct walk {
    int rank;
    int64_t shape[RANK];
    bool reduced[RANK];
    float numbers[MOST];
} walk;

static int64_t product(const int64_t *sizes, int count)
{
    int64_t all = 1;
    for (int k = 0; k < count; k++)
        all *= sizes[k];
    return all;
}

/* Folds axes [first, end), which are neighbours, as one. */
static void fold_axes(walk *of, int first, int end)
{
    static float lane[MOST], results[MOST];
    int64_t outer = product(of->shape, first), count = product(of->shape + first, end - first);
    int64_t inner = product(of->shape + end, of->rank - end);
    for (int64_t o = 0; o < outer; o++)
        for (int64_t i = 0; i < inner; i++) {
            for (int64_t k = 0; k < count; k++)
                lane[k] = of->numbers[(o * count + k) * inner + i];
            results[o * inner + i] = tree(lane, count);
        }
    memcpy(of->numbers, results, (size_t)(outer * inner) * sizeof *results);
    for (int axis = end; axis < of->rank; axis++) {
        of->shape[axis - (end - first)] = of->shape[axis];
        of->reduced[axis - (end - first)] = of->reduced[axis];
    }
    of->rank -= end - first;
}

/* The reduced axes from the last to the first; neighbours are one until they have 512 elements. */
static void reduce_by_the_rules(walk *of)
{
    for (int axis = of->rank - 1; axis >= 0; axis--) {
        int first = axis;
        if (!of->reduced[axis])
            continue;
        while (first > 0 && of->reduced[first - 1] &&
               product(of->shape + first, axis + 1 - first) < SEGMENT)
            first--;
        fold_axes(of, first, axis + 1);
        axis = first;
    }
}

/* A view of `spread` with the numbers at its indices: axis k lies order[k]-th from the inside. */
static weft_array lay_out(int rank, const int64_t *shape, const int *order, bool backwards)
{
    int64_t steps[RANK], step = 4, start = 0;
    for (int place = 0; place < rank; place++)
        for (int axis = 0; axis < rank; axis++)
            if (order[axis] == place) {
                steps[axis] = backwards ? -step : step;
                start += backwards ? step * (shape[axis] - 1) : 0;
                step = step * shape[axis] + (place == 0 && rank > 1 ? 4 : 0);
            }
    weft_array view = weft_array_view((char *)spread + start, WEFT_FLOAT32, rank, shape, steps);
    for (int64_t k = 0; k < product(shape, rank); k++) {
        int64_t rest = k, at = 0;
        for (int axis = rank - 1; axis >= 0; axis--) {
            at += rest % shape[axis] * steps[axis];
            rest /= shape[axis];
        }
        *(float *)((char *)view.data + at) = values[k];
    }
    return view;
}

/* One operand, every layout and number of threads: the bits of `wanted`, and nothing else changed. */
static void compare(int rank, const int64_t *shape, const weft_reduction *how, const float *wanted)
{
    static const int orders[][RANK] = {{3, 2, 1, 0}, {0, 1, 2, 3}, {1, 3, 0, 2}};
    static float before[2 * MOST];
    size_t used = (size_t)product(shape, rank) * 2 * sizeof *spread; /* with gaps */
    for (int layout = 0; layout < (rank > 1 ? 6 : 2); layout++) {
        int order[RANK];
        for (int axis = 0; axis < rank; axis++) { /* the places of the first `rank` axes */
            order[axis] = 0;
            for (int other = 0; other < rank; other++)
                order[axis] += orders[layout / 2][other] < orders[layout / 2][axis];
        }
        weft_array operand = lay_out(rank, shape, order, layout % 2);
        memcpy(before, spread, used);
        for (int threads = 0; threads < 8; threads += threads ? 2 : 1) {
            weft_array result = {0};
            weft_options options = {.target = threads ? WEFT_PARALLEL : WEFT_CPU,
                                    .threads = threads};
            assert_ok(error, weft_reduce(&fold_sum, &operand, &result, how, &options, &error));
            int64_t count = product(result.shape, result.rank);
            for (int64_t k = 0; k < count; k++) {
                int64_t rest = k, at = 0;
                for (int axis = result.rank - 1; axis >= 0; axis--) {
                    at += rest % result.shape[axis] * result.steps[axis];
                    rest /= result.shape[axis];
                }
                assert_memory_equal((char *)result.data + at, &wanted[k], sizeof *wanted);
            }
            weft_array_clear(&result);
            assert_memory_equal(spread, before, used);
        }
    }
}

/* One shape, reduced along the axes whose bits are set. */
static void check_order(int rank, const int64_t *shape, unsigned axes)
{
    static walk of;
    int named[RANK], count = 0;
    of.rank = rank;
    memcpy(of.shape, shape, (size_t)rank * sizeof *shape);
    for (int axis = 0; axis < rank; axis++) {
        of.reduced[axis] = axes >> axis & 1;
        if (of.reduced[axis])
            named[count++] = axis;
    }
    fill(values, product(shape, rank));
    memcpy(of.numbers, values, (size_t)product(shape, rank) * sizeof *values);
    reduce_by_the_rules(&of);
    compare(rank, shape, &(weft_reduction){.axes = named, .axis_count = count}, of.numbers);
}

static void test_one_axis(void **state)
{
    (void)state;
    for (int64_t n = 1; n < 20; n++)
        check_order(1, &n, 1);
    static const int64_t lengths[] = {511, 512, 513, 1024, 1025, 5000, 512 * 512 + 3};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        check_order(1, &lengths[k], 1);
}

static void test_several_axes(void **state)
{
    (void)state;
    static const int64_t shapes[][RANK] = {
        {5, 7, 3, 6}, {30, 20, 10, 4}, {3, 700, 2, 4}, {2, 8, 64, 9}, {2, 2, 600, 7}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (unsigned axes = 1; axes < 1 << RANK; axes++)
            check_order(RANK, shapes[k], axes);
}

/* A result lies in memory as the operand's axes that it keeps. */
static void test_results_lie_as_operands(void **state)
{
    (void)state;
    weft_array x = weft_array_view(spread, WEFT_FLOAT32, 3, SHAPE(2, 3, 4), SHAPE(12, 4, 24));
    weft_array y = {0};
    int axis = 2;
    weft_reduction how = {.axes = &axis, .axis_count = 1};
    memset(spread, 0, sizeof spread);
    assert_ok(error, weft_reduce(&fold_sum, &x, &y, &how, NULL, &error));
    assert_memory_equal(y.steps, SHAPE(12, 4), 16);
    weft_array_clear(&y);
    axis = 0;
    assert_ok(error, weft_reduce(&fold_sum, &x, &y, &how, NULL, &error));
    assert_memory_equal(y.steps, SHAPE(4, 12), 16);
    weft_array_clear(&y);
    assert_ok(error, weft_accumulate(&fold_sum, &x, &y, 0, NULL, &error));
    assert_memory_equal(y.steps, SHAPE(12, 4, 24), 24);
    weft_array_clear(&y);
}

/* What is not reorderable: from the left, whatever the layout. */
static void test_left_to_right(void **state)
{
    (void)state;
    enum { N = 1500 };
    static double x[N];
    double wanted = 0, y = 0, initial_first = 0.7;
    for (int k = 0; k < N; k++) {
        x[k] = 1.0 / (k + 3);
        wanted = k ? wanted - x[k] : x[0];
        initial_first -= x[k];
    }
    weft_array X = weft_array_view(x, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array Y = weft_array_view(&y, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array initial = weft_scalar_f64(0.7);
    for (int threads = 1; threads < 8; threads += 3) {
        weft_options options = {.target = WEFT_PARALLEL, .threads = threads};
        weft_reduction how = {.size = 0};
        assert_ok(error, weft_reduce(&fold_difference, &X, &Y, &how, &options, &error));
        assert_true(y == wanted);
        how.initial = &initial;
        assert_ok(error, weft_reduce(&fold_difference, &X, &Y, &how, &options, &error));
        assert_true(y == initial_first);
    }
}

/* Reductions are of elementwise functions with two inputs and one output, and of no others. */
static void test_refuses_other_ufuncs(void **state)
{
    (void)state;
    double x[4] = {0};
    weft_array X = weft_array_view(x, WEFT_FLOAT64, 1, SHAPE(4), NULL), y = {0};
    weft_array at = weft_array_view(&(int64_t){0}, WEFT_INT64, 1, SHAPE(1), NULL);
    static const weft_ufunc *const others[] = {&sample_matmul, &sample_both, &sample_count};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        const weft_ufunc *ufunc = others[k];
        const char *words = "it takes an elementwise function of two inputs and one output";
        assert_fails(error, WEFT_ERROR_ARGUMENT, words,
                     weft_reduce(ufunc, &X, &y, NULL, NULL, &error));
        assert_fails(error, WEFT_ERROR_ARGUMENT, words,
                     weft_accumulate(ufunc, &X, &y, 0, NULL, &error));
        assert_fails(error, WEFT_ERROR_ARGUMENT, words,
                     weft_reduceat(ufunc, &X, &at, &y, 0, NULL, &error));
        assert_fails(error, WEFT_ERROR_ARGUMENT, words,
                     weft_outer(ufunc, &X, &X, &y, NULL, &error));
        assert_fails(error, WEFT_ERROR_ARGUMENT, words, weft_at(ufunc, &X, &at, &X, NULL, &error));
    }
    assert_int_equal(y.dtype, WEFT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_axis),
        cmocka_unit_test(test_several_axes),
        cmocka_unit_test(test_results_lie_as_operands),
        cmocka_unit_test(test_left_to_right),
        cmocka_unit_test(test_refuses_other_ufuncs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
