/* test_folds.c: reductions and running results of the shipped functions, bit for bit, by a walk that follows
 * docs/semantics.md word for word: random shapes, axes, steps and dtypes, on cpu and parallel. */
#include "shipped.h"

#include <math.h>
#include <string.h>

enum { RANK = 3, MOST = 40000, SEGMENT = 512, CASES = 1500, BYTES = 1 << 21 };

static uint32_t random_bits = 12345;

static int64_t below(int64_t limit)
{
    random_bits = random_bits * 1664525u + 1013904223u;
    return (int64_t)(random_bits >> 8) % limit;
}

/* An element of any of the dtypes. */
typedef union element {
    float f;
    double d;
    int8_t b;
    int32_t i;
    int64_t l;
    float c[2];
} element;

/* What is folded: a function, the dtype in memory, and that of the fold. */
typedef struct subject {
    const char *name;
    weft_dtype dtype;
    element (*combine)(element, element);
    bool widens; /* int8 and int32 to int64 */
} subject;

#define COMBINE(name, expression)                    \
    static element name(element a, element b)        \
    {                                                \
        element r = {0};                             \
        expression;                                  \
        return r;                                    \
    }
COMBINE(add_f, r.f = a.f + b.f)
COMBINE(add_d, r.d = a.d + b.d)
COMBINE(add_l, r.l = (int64_t)((uint64_t)a.l + (uint64_t)b.l))
COMBINE(add_c, (r.c[0] = a.c[0] + b.c[0], r.c[1] = a.c[1] + b.c[1]))
COMBINE(multiply_f, r.f = a.f * b.f)
COMBINE(maximum_f, r.f = a.f > b.f || a.f != a.f ? a.f : b.f)
COMBINE(minimum_d, r.d = a.d < b.d || a.d != a.d ? a.d : b.d)
COMBINE(maximum_b, r.b = a.b > b.b ? a.b : b.b)
COMBINE(bit_xor_i, r.i = a.i ^ b.i)

static const subject subjects[] = {
    {"add", WEFT_FLOAT32, add_f, false},          {"add", WEFT_FLOAT64, add_d, false},
    {"add", WEFT_INT64, add_l, false},            {"add", WEFT_INT8, add_l, true},
    {"add", WEFT_INT32, add_l, true},             {"add", WEFT_COMPLEX64, add_c, false},
    {"multiply", WEFT_FLOAT32, multiply_f, false}, {"maximum", WEFT_FLOAT32, maximum_f, false},
    {"minimum", WEFT_FLOAT64, minimum_d, false},  {"maximum", WEFT_INT8, maximum_b, false},
    {"bitwise_xor", WEFT_INT32, bit_xor_i, false},
};

/* A segment by halves, many segments by their results; overwrites `x`. */
static element tree(const subject *of, element *x, int64_t count)
{
    if (count > SEGMENT) {
        const int64_t segments = (count + SEGMENT - 1) / SEGMENT;
        for (int64_t s = 0; s < segments; s++) {
            const int64_t rest = count - s * SEGMENT;
            x[s] = tree(of, x + s * SEGMENT, rest < SEGMENT ? rest : SEGMENT);
        }
        return tree(of, x, segments);
    }
    while (count > 1) {
        const int64_t half = (count + 1) / 2;
        for (int64_t i = 0; i + half < count; i++)
            x[i] = of->combine(x[i], x[i + half]);
        count = half;
    }
    return x[0];
}

/* A random element, in memory at `place`; as the fold has it. */
static element put(const subject *of, char *place)
{
    const int64_t size = (int64_t)weft_dtype_size(of->dtype);
    element x = {0}, wide;
    const double number = ((double)below(1 << 20) - (1 << 19)) / (double)(1 + below(1000));
    switch (of->dtype) {
    case WEFT_FLOAT32:
        x.f = below(5000) == 0 ? NAN : of->combine == multiply_f ? 1 + (float)number / (1 << 24) : (float)number;
        break;
    case WEFT_FLOAT64:
        x.d = below(5000) == 0 ? NAN : number;
        break;
    case WEFT_COMPLEX64:
        x.c[0] = (float)number;
        x.c[1] = (float)below(1000) / 7;
        break;
    case WEFT_INT8:
        x.b = (int8_t)below(256);
        break;
    case WEFT_INT32:
        x.i = (int32_t)(below(1 << 24) << 8);
        break;
    default:
        x.l = below(1 << 24) << 30;
        break;
    }
    memcpy(place, &x, (size_t)size);
    wide = x;
    if (of->widens)
        wide.l = of->dtype == WEFT_INT8 ? x.b : x.i;
    return wide;
}

/* Sizes that fold by eights, by fours, by halves, and whose halves are odd; some of many segments. */
static int64_t any_extent(void)
{
    const int64_t shapes[] = {1 + below(20), 8 * (1 + below(12)), 4 * (1 + below(30)), 1 + below(300),
                              SEGMENT * (1 + below(4)) + below(3), 64 << below(5)};
    return shapes[below(6)];
}

static int64_t product(const int64_t *sizes, int count)
{
    int64_t all = 1;
    for (int k = 0; k < count; k++)
        all *= sizes[k];
    return all;
}

static bool same(const subject *of, weft_dtype dtype, const char *got, element expected)
{
    element x = {0};
    memcpy(&x, got, weft_dtype_size(dtype));
    if (of->dtype == WEFT_FLOAT32 && isnan(expected.f))
        return isnan(x.f);
    if (of->dtype == WEFT_FLOAT64 && isnan(expected.d))
        return isnan(x.d);
    return memcmp(&x, &expected, weft_dtype_size(dtype)) == 0;
}

static char memory[BYTES], result[BYTES];
static element values[MOST], lane[MOST];

/* One random array, reduced or accumulated along one of its axes on both targets. */
static void try_one(const subject *of)
{
    const weft_ufunc *ufunc = weft_library_find(shipped, of->name);
    const int64_t size = (int64_t)weft_dtype_size(of->dtype);
    const int rank = 1 + (int)below(RANK), axis = (int)below(rank);
    int64_t shape[RANK], steps[RANK], order[RANK] = {0, 1, 2}, step = size * (1 + (below(3) == 0));
    const bool accumulates = below(4) == 0;
    const weft_dtype dtype = of->widens ? WEFT_INT64 : of->dtype;
    const int64_t wide = (int64_t)weft_dtype_size(dtype);
    do {
        for (int k = 0; k < rank; k++)
            shape[k] = any_extent();
    } while (product(shape, rank) > MOST || product(shape, rank) * size * 6 > BYTES);
    for (int k = rank - 1; k > 0; k--) { /* axes in any order in memory, with gaps, some backwards */
        const int64_t other = below(k + 1), kept = order[k];
        order[k] = order[other], order[other] = kept;
    }
    char *begin = memory;
    for (int k = rank - 1; k >= 0; k--) {
        steps[order[k]] = step;
        step = step * shape[order[k]] + size * (below(4) == 0);
        if (below(5) == 0) {
            begin += steps[order[k]] * (shape[order[k]] - 1);
            steps[order[k]] = -steps[order[k]];
        }
    }
    const int64_t count = product(shape, rank);
    for (int64_t k = 0; k < count; k++) {
        char *place = begin;
        int64_t rest = k;
        for (int a = rank - 1; a >= 0; rest /= shape[a--])
            place += rest % shape[a] * steps[a];
        values[k] = put(of, place);
    }
    const int64_t inner = product(shape + axis + 1, rank - axis - 1), extent = shape[axis];
    const weft_array operand = weft_array_view(begin, of->dtype, rank, shape, steps);
    int64_t out_shape[RANK];
    int out_rank = 0;
    for (int a = 0; a < rank; a++)
        if (a != axis || accumulates)
            out_shape[out_rank++] = shape[a];
    weft_array out = weft_array_view(result, dtype, out_rank, out_shape, NULL);
    weft_error error;
    for (int target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        const weft_options options = {.target = (weft_target)target};
        const weft_reduction how = {.axes = &axis, .axis_count = 1};
        memset(result, 0x55, (size_t)(count * wide));
        const weft_status status = accumulates
                                       ? weft_accumulate(ufunc, &operand, &out, axis, &options, &error)
                                       : weft_reduce(ufunc, &operand, &out, &how, &options, &error);
        if (status)
            fail_msg("%s", error.text);
        for (int64_t first = 0; first < count / extent; first++) {
            const int64_t at = first / inner * extent * inner + first % inner;
            for (int64_t k = 0; k < extent; k++)
                lane[k] = values[at + k * inner];
            for (int64_t k = 0; accumulates && k < extent; k++) {
                if (k > 0)
                    lane[k] = of->combine(lane[k - 1], lane[k]);
                assert_true(same(of, dtype, result + (at + k * inner) * wide, lane[k]));
            }
            if (!accumulates)
                assert_true(same(of, dtype, result + first * wide, tree(of, lane, extent)));
        }
    }
}

static void test_bits(void **state)
{
    (void)state;
    for (int k = 0; k < CASES; k++)
        try_one(&subjects[k % (int)(sizeof subjects / sizeof *subjects)]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bits)};
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}
