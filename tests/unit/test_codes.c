/* test_codes.c: functions that say by a number what came of each item. */
#include "../support/ufunc.h"
#include "check.h"

static weft_error error;

#define CALL(options, ...) weft_call(&judged, (weft_array *[]){__VA_ARGS__}, options, &error)

static const weft_target targets[] = {WEFT_CPU, WEFT_PARALLEL};

/* ()->(),(): twice the number, and the number itself as the status. */
static void judge(char *const *args, const int64_t *dimensions, const int64_t *steps,
                  const void *data)
{
    const weft_rows *rows = data;
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t i = 0; i < dimensions[0]; i++) {
            double x;
            int64_t at[3];
            for (int k = 0; k < 3; k++)
                at[k] = i * steps[k] + (rows ? row * rows->steps[k] : 0);
            memcpy(&x, args[0] + at[0], sizeof x);
            memcpy(args[1] + at[1], &(double){2 * x}, sizeof x);
            memcpy(args[2] + at[2], &(int32_t){(int32_t)x}, sizeof(int32_t));
        }
}

static weft_kernel *const kernels[] = {judge};
static const weft_module module = UFUNC_MODULE("test_codes.c", kernels);
static const weft_operand operands[] = {UFUNC_SCALAR("x"), UFUNC_SCALAR("y"),
                                        UFUNC_SCALAR("state")};
static const weft_loop loops[] = {UFUNC_LOOP("float64", 0, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_INT32)};
static const weft_code codes[] = {
    {-1, -1, true, "bad year"}, {INT64_MIN, -1, true, "bad"}, {2, INT64_MAX, false, "late"}};
static const weft_ufunc judged =
    UFUNC("judged", "()->(),()", 1, 2, operands, loops, 1, .doc = "", .location = "test_codes.c:1",
          .module = &module, UFUNC_COST(1000.0f), .flags = WEFT_UFUNC_ELEMENTWISE, .code_count = 3,
          .code_operand = 2, .codes = codes);

enum { N = 700 };
static double x[N], y[N];
static int32_t state[N];

static weft_array view(void *data, weft_dtype dtype)
{
    return weft_array_view(data, dtype, 2, SHAPE(7, 100), NULL);
}

/* All are 1, which is no code, but for a few. */
static void fill(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 1, y[i] = 0, state[i] = 0;
}

static void test_nothing_to_say(void **unused)
{
    (void)unused;
    fill();
    for (int t = 0; t < 2; t++) {
        weft_array X = view(x, WEFT_FLOAT64), Y = view(y, WEFT_FLOAT64),
                   S = view(state, WEFT_INT32);
        weft_codes said = {.errors = 9, .warnings = 9, .text = "x"};
        weft_options options = {.size = sizeof options, .target = targets[t], .codes = &said};
        assert_ok(error, CALL(&options, &X, &Y, &S));
        assert_int_equal(said.errors, 0);
        assert_int_equal(said.warnings, 0);
        assert_string_equal(said.text, "");
    }
}

static void test_errors_fail_the_call(void **unused)
{
    (void)unused;
    fill();
    x[5] = x[640] = -1, x[6] = -70, x[9] = 2;
    for (int t = 0; t < 2; t++) {
        weft_array X = view(x, WEFT_FLOAT64), Y = view(y, WEFT_FLOAT64),
                   S = view(state, WEFT_INT32);
        weft_options options = {.target = targets[t]};
        assert_fails(error, WEFT_ERROR_FUNCTION,
                     "judged: 2 of 700 items: bad year (-1), the first is item 5; 1 of 700 items: "
                     "bad, the first is item 6",
                     CALL(&options, &X, &Y, &S));
        assert_int_equal(error.operand, 2);
        assert_true(y[640] == -2 && state[6] == -70); /* all is computed */
        weft_array made_y = {0}, made_s = {0};
        assert_int_equal(CALL(&options, &X, &made_y, &made_s), WEFT_ERROR_FUNCTION);
        assert_true(!made_y.data && !made_s.data); /* and nothing lost */
    }
}

static void test_rules(void **unused)
{
    (void)unused;
    fill();
    x[699] = -1, x[9] = 2, x[8] = 3;
    weft_array X = view(x, WEFT_FLOAT64), Y = view(y, WEFT_FLOAT64), S = view(state, WEFT_INT32);
    weft_codes said = {.rule = WEFT_CODES_COUNT};
    weft_options options = {.size = sizeof options, .codes = &said};
    assert_ok(error, CALL(&options, &X, &Y, &S));
    assert_int_equal(said.errors, 1);
    assert_int_equal(said.warnings, 2);
    assert_string_equal(said.text, "1 of 700 items: bad year (-1), the first is item 699; 2 of 700 "
                                   "items: late, the first is item 8");
    said = (weft_codes){.rule = WEFT_CODES_KEEP};
    assert_ok(error, CALL(&options, &X, &Y, &S));
    assert_int_equal(said.errors, 0);
    said.rule = 3;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "options.codes->rule is 3, which is no rule",
                 CALL(&options, &X, &Y, &S));
}

/* What the mask leaves out says nothing, whatever lies there. */
static void test_under_a_mask(void **unused)
{
    (void)unused;
    bool chosen[100];
    fill();
    for (int i = 0; i < 100; i++)
        chosen[i] = i % 3 != 0;
    for (int i = 0; i < N; i++)
        state[i] = -1;
    x[3] = x[103] = -1; /* 3 is left out in every row */
    weft_array X = view(x, WEFT_FLOAT64), Y = view(y, WEFT_FLOAT64), S = view(state, WEFT_INT32);
    weft_array mask = weft_array_view(chosen, WEFT_BOOL, 1, SHAPE(100), NULL);
    weft_options options = {.where = &mask};
    assert_ok(error, CALL(&options, &X, &Y, &S));
    x[104] = -1;
    assert_fails(error, WEFT_ERROR_FUNCTION, "1 of 700 items: bad year (-1), the first is item 104",
                 CALL(&options, &X, &Y, &S));
}

/* A range is judged by its own items, which count as those of the whole call. */
static void test_ranges(void **unused)
{
    (void)unused;
    fill();
    x[10] = x[250] = x[399] = -1;
    weft_array X = view(x, WEFT_FLOAT64), Y = view(y, WEFT_FLOAT64), S = view(state, WEFT_INT32);
    weft_array *all[] = {&X, &Y, &S};
    assert_ok(error, weft_call_range(&judged, all, 11, 250, NULL, &error));
    assert_fails(error, WEFT_ERROR_FUNCTION, "2 of 289 items: bad year (-1), the first is item 250",
                 weft_call_range(&judged, all, 111, 400, NULL, &error));
    assert_ok(error, weft_call_range(&judged, all, 400, 700, NULL, &error));
}

static void test_dtypes_of_the_status(void **unused)
{
    (void)unused;
    fill();
    x[77] = -1;
    double wide[N];
    int8_t narrow[N];
    weft_array X = view(x, WEFT_FLOAT64), Y = view(y, WEFT_FLOAT64);
    weft_array W = view(wide, WEFT_FLOAT64), S = view(narrow, WEFT_INT8);
    assert_fails(error, WEFT_ERROR_FUNCTION, "the first is item 77", CALL(NULL, &X, &Y, &W));
    assert_true(wide[77] == -1);
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "operand 2 (state) is the status, and int8 does not hold every int32",
                 CALL(NULL, &X, &Y, &S));
}

static void test_single_items_and_none(void **unused)
{
    (void)unused;
    double one = -1, result = 0;
    int32_t said = 0;
    weft_array X = weft_array_view(&one, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array Y = weft_array_view(&result, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array S = weft_array_view(&said, WEFT_INT32, 0, NULL, NULL);
    assert_fails(error, WEFT_ERROR_FUNCTION, "1 of 1 items: bad year (-1), the first is item 0",
                 CALL(NULL, &X, &Y, &S));
    weft_array none = weft_array_view(x, WEFT_FLOAT64, 1, SHAPE(0), NULL);
    weft_array no_y = none, no_s = weft_array_view(state, WEFT_INT32, 1, SHAPE(0), NULL);
    assert_ok(error, CALL(NULL, &none, &no_y, &no_s));
}

/* Random codes, ranks, steps and masks against a count that goes from element to element. */
static void test_random(void **unused)
{
    (void)unused;
    unsigned seed = 7;
    for (int round = 0; round < 2000; round++) {
        int64_t shape[3], errors = 0, warnings = 0, total = 1;
        for (int axis = 0; axis < 3; axis++)
            shape[axis] = 1 + (int64_t)((seed = seed * 1664525u + 1013904223u) >> 16) % 8,
            total *= shape[axis];
        bool chosen[512];
        for (int i = 0; i < total; i++) {
            seed = seed * 1664525u + 1013904223u;
            x[i] = (int)(seed >> 20) % 6 - 2;
            chosen[i] = seed >> 30 != 0;
            errors += chosen[i] && x[i] < 0;
            warnings += chosen[i] && x[i] >= 2;
        }
        /* The status lies with its axes the other way round. */
        int64_t turned[3] = {4, 4 * shape[0], 4 * shape[0] * shape[1]};
        weft_array X = weft_array_view(x, WEFT_FLOAT64, 3, shape, NULL);
        weft_array Y = weft_array_view(y, WEFT_FLOAT64, 3, shape, NULL);
        weft_array S = weft_array_view(state, WEFT_INT32, 3, shape, turned);
        weft_array mask = weft_array_view(chosen, WEFT_BOOL, 3, shape, NULL);
        weft_codes said = {.rule = WEFT_CODES_COUNT};
        weft_options options = {.size = sizeof options, .codes = &said, .where = &mask};
        assert_ok(error, CALL(&options, &X, &Y, &S));
        assert_int_equal(said.errors, errors);
        assert_int_equal(said.warnings, warnings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_to_say),
        cmocka_unit_test(test_errors_fail_the_call),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_under_a_mask),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_dtypes_of_the_status),
        cmocka_unit_test(test_single_items_and_none),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
