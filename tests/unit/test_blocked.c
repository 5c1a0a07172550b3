/* test_blocked.c: calls whose operands lie across each other, which hosts walk in blocks: random
 * shapes, orders and directions of axes, on all targets of the host, against the sum of each item. */
#include "check.h"
#include "sample_ufuncs.h"

enum { MOST = 1 << 19, CASES = 60, RANK = 3 };

static double first[MOST], second[MOST], result[MOST];
static uint32_t seed = 1;

static int draw(int count)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)count);
}

/* A view with these extents, its axes in memory in a drawn order, some of them backwards. */
static weft_array draw_view(double *memory, const int64_t *shape)
{
    int order[RANK] = {0, 1, 2};
    int64_t steps[RANK], step = sizeof(double), start = 0;
    for (int k = RANK - 1; k > 0; k--) {
        const int other = draw(k + 1), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    for (int k = 0; k < RANK; k++) {
        const int axis = order[k];
        const bool is_backwards = draw(4) == 0;
        steps[axis] = is_backwards ? -step : step;
        start += is_backwards ? (shape[axis] - 1) * step : 0;
        step *= shape[axis] + (k == 0 ? draw(3) : 0);
    }
    return weft_array_view((char *)memory + start, WEFT_FLOAT64, RANK, shape, steps);
}

static double *element(const weft_array *array, const int64_t *index)
{
    char *place = array->data;
    for (int axis = 0; axis < RANK; axis++)
        place += index[axis] * array->steps[axis];
    return (double *)place;
}

static int64_t count_wrong(const weft_array *a, const weft_array *b, const weft_array *c)
{
    int64_t wrong = 0, at[RANK];
    for (at[0] = 0; at[0] < c->shape[0]; at[0]++)
        for (at[1] = 0; at[1] < c->shape[1]; at[1]++)
            for (at[2] = 0; at[2] < c->shape[2]; at[2]++)
                wrong += *element(c, at) != *element(a, at) + *element(b, at);
    return wrong;
}

static void run_case(weft_target target)
{
    weft_error error;
    const weft_options options = {.target = target, .threads = draw(4)};
    const int64_t shape[RANK] = {1 + draw(3), 20 + draw(150), 20 + draw(180)};
    weft_array a = draw_view(first, shape), b = draw_view(second, shape);
    weft_array c = draw_view(result, shape), *operands[] = {&a, &b, &c};
    const int64_t items = shape[0] * shape[1] * shape[2], cut = draw((int)items + 1);
    memset(result, 0xff, sizeof result);
    assert_ok(error, weft_call(&sample_add, operands, &options, &error));
    assert_int_equal(count_wrong(&a, &b, &c), 0);
    memset(result, 0xff, sizeof result);
    assert_ok(error, weft_call_range(&sample_add, operands, cut, items, &options, &error));
    assert_ok(error, weft_call_range(&sample_add, operands, 0, cut, &options, &error));
    assert_int_equal(count_wrong(&a, &b, &c), 0);
}

static void test_every_item(void **state)
{
    (void)state;
    for (int k = 0; k < MOST; k++) {
        first[k] = draw(1000);
        second[k] = 1000.0 * draw(1000);
    }
    for (int k = 0; k < CASES; k++)
        run_case(k % 2 ? WEFT_CPU : WEFT_PARALLEL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_item)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
