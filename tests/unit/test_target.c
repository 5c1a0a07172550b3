/* test_target.c: targets, the environment, threads, fork and libraries. Whatever reads the
 * environment does so once, so each such case runs in a child process. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "sample_ufuncs.h"
#include "../support/ufunc.h"
#include "host/run/threads.h"

enum { COUNT = 5000 };
static const weft_options on_parallel = {.target = WEFT_PARALLEL};

/* Adds an array to itself; whether the result is right. */
static bool add_right(const weft_options *options, weft_error *error)
{
    double *a = malloc(2 * COUNT * sizeof *a);
    bool right = a != NULL;
    for (int k = 0; right && k < COUNT; k++)
        a[k] = k;
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(COUNT), NULL);
    weft_array C = weft_array_view(a ? a + COUNT : NULL, WEFT_FLOAT64, 1, SHAPE(COUNT), NULL);
    right =
        right && weft_call(&sample_add, (weft_array *[]){&A, &A, &C}, options, error) == WEFT_OK;
    for (int k = 0; right && k < COUNT; k++)
        right = a[COUNT + k] == 2.0 * k;
    free(a);
    return right;
}

/* Runs add_right in a child with an environment variable; it must fail with these words, or succeed
 * where `words` is NULL. */
static bool child_agrees(const char *variable, const char *value, const weft_options *options,
                         const char *words)
{
    pid_t child = fork();
    if (child == 0) {
        weft_error error = {.text = ""};
        alarm(20);
        if (variable)
            setenv(variable, value, 1);
        bool right = add_right(options, &error);
        _exit(words ? (!right && strstr(error.text, words) ? 0 : 1) : right ? 0 : 1);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/* Stands first: nothing has read the environment yet. */
static void test_reads_the_environment(void **state)
{
    (void)state;
    weft_options cpu = {.target = WEFT_CPU};
    assert_true(child_agrees("WEFT_ISA", "v9", &cpu, "WEFT_ISA is \"v9\""));
    assert_true(child_agrees("WEFT_ISA", "base", &cpu, NULL));
    assert_true(child_agrees("WEFT_TARGET", "tpu", NULL,
                             "WEFT_TARGET is \"tpu\"; it may be auto, cpu, parallel"));
    assert_true(child_agrees("WEFT_TARGET", "parallel", NULL, NULL));
    assert_true(child_agrees("WEFT_TARGET", "tpu", &cpu, NULL)); /* an explicit target stands */
}

static void *call_often(void *failed)
{
    for (int k = 0; k < 50; k++)
        if (!add_right(&on_parallel, NULL))
            *(bool *)failed = true;
    return NULL;
}

static void test_serves_many_threads(void **state)
{
    (void)state;
    pthread_t threads[4];
    bool failed[4] = {false};
    for (int k = 0; k < 4; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, call_often, &failed[k]), 0);
    for (int k = 0; k < 4; k++) {
        pthread_join(threads[k], NULL);
        assert_false(failed[k]);
    }
}

/* ---- a function with a state ---- */

static int inside;      /* threads in its kernel: no atomic, for the lock keeps others out */
static int64_t counted; /* items so far */

static void count_items(char *const *args, const int64_t *dimensions, const int64_t *steps, const void *data)
{
    const weft_rows *rows = data;
    inside++;
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t k = 0; k < dimensions[0]; k++) {
            const int64_t offset = (rows ? row * rows->steps[1] : 0) + k * steps[1];
            *(double *)(void *)(args[1] + offset) = inside == 1 ? (double)counted++ : -1;
        }
    inside--;
}

static weft_kernel *const count_kernels[] = {count_items};
static const weft_module count_module = UFUNC_MODULE("count.c", count_kernels);
static const weft_operand count_operands[] = {UFUNC_SCALAR("x"), UFUNC_SCALAR("result")};
static const weft_loop count_loops[] = {UFUNC_LOOP("float64(float64)", 0, WEFT_FLOAT64, WEFT_FLOAT64)};
static const weft_ufunc count = UFUNC("count", "()->()", 1, 1, count_operands, count_loops, 1, .module = &count_module,
                                      .flags = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_SERIAL, UFUNC_COST(1000));

/* Counts 5000 items, in the order of `y`, whose rows may lie in any; whether each is one more. */
static void *count_often(void *failed)
{
    const weft_target wanted[] = {WEFT_CPU, WEFT_PARALLEL, WEFT_AUTO};
    double *y = malloc(COUNT * sizeof *y), x = 0;
    const int64_t shape[] = {50, COUNT / 50};
    for (int k = 0; k < 60; k++) { /* rows, columns, and rows from the last to the first */
        const int64_t rows[] = {8 * shape[1], 8}, columns[] = {8, 8 * shape[0]}, turned[] = {-8 * shape[1], -8};
        const int64_t *steps = k % 3 == 0 ? rows : k % 3 == 1 ? columns : turned;
        double *first = k % 3 == 2 ? y + COUNT - 1 : y;
        const weft_options options = {.target = wanted[k % 4 % 3], .threads = 4};
        weft_array X = weft_array_view(&x, WEFT_FLOAT64, 0, NULL, NULL);
        weft_array Y = weft_array_view(first, WEFT_FLOAT64, 2, shape, steps);
        bool right = weft_call(&count, (weft_array *[]){&X, &Y}, &options, NULL) == WEFT_OK;
        for (int64_t i = 0; right && i < COUNT; i++)
            right = *(double *)(void *)((char *)first + i / shape[1] * steps[0] + i % shape[1] * steps[1]) ==
                    *first + (double)i;
        if (!right)
            *(bool *)failed = true;
    }
    free(y);
    return NULL;
}

static void test_serial_is_alone(void **state)
{
    (void)state;
    pthread_t threads[4];
    bool failed[4] = {false};
    for (int k = 0; k < 4; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, count_often, &failed[k]), 0);
    for (int k = 0; k < 4; k++) {
        pthread_join(threads[k], NULL);
        assert_false(failed[k]);
    }
    assert_int_equal(counted, 4 * 60 * COUNT);
    weft_target chosen;
    double x = 0, y[COUNT];
    weft_array X = weft_array_view(&x, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array Y = weft_array_view(y, WEFT_FLOAT64, 1, SHAPE(COUNT), NULL);
    weft_error error;
    for (weft_target target = WEFT_AUTO; target <= WEFT_PARALLEL; target++) {
        const weft_options options = {.target = target};
        assert_ok(error, weft_target_choose(&count, (weft_array *[]){&X, &Y}, &options, &chosen, &error));
        assert_int_equal(chosen, WEFT_CPU);
    }
}

static void test_survives_fork(void **state)
{
    (void)state;
    assert_true(add_right(&on_parallel, NULL));
    assert_true(child_agrees(NULL, NULL, &on_parallel, NULL));
    assert_true(add_right(&on_parallel, NULL));
}

static void test_caps_threads(void **state)
{
    (void)state;
    weft_place two = {.threads = 2}, one = {.threads = 1};
    assert_in_range(threads_limit(&two), 1, 2);
    assert_int_equal(threads_limit(&one), 1);
}

/* OMP_THREAD_LIMIT, below what OMP_NUM_THREADS asks for and above, in a process that starts with them. */
static void test_threads_have_a_limit(void **state)
{
    static const char *const limits[] = {"3", "64", "x"};
    (void)state;
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        int status = 0;
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            setenv("OMP_NUM_THREADS", "5", 1);
            setenv("OMP_THREAD_LIMIT", limits[k], 1);
            execl("/proc/self/exe", "unit_target", "threads", NULL);
            _exit(99);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), k == 0 ? 3 : 5);
    }
}

static void test_checks_targets(void **state)
{
    (void)state;
    weft_error error;
    weft_options negative = {.threads = -1};
    assert_ok(error, weft_target_check(WEFT_CPU, NULL, &error));
    assert_ok(error, weft_target_check(WEFT_AUTO, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "is no target",
                 weft_target_check((weft_target)7, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "options.threads is -1",
                 weft_target_check(WEFT_CPU, &negative, &error));
    assert_string_equal(weft_target_name(WEFT_PARALLEL), "parallel");
    assert_int_equal(weft_target_kernels(WEFT_PARALLEL), WEFT_CPU);
    assert_int_equal(weft_target_kernels(WEFT_GPU), WEFT_GPU);
    assert_string_equal(weft_target_name((weft_target)7), "unknown");
}

static void test_chooses_by_cost(void **state)
{
    (void)state;
    double a[4] = {0}, c[4];
    weft_target target = WEFT_GPU;
    weft_error error;
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_array *operands[] = {&A, &A, &C};
    assert_ok(error, weft_target_choose(&sample_add, operands, NULL, &target, &error));
    assert_int_equal(target, WEFT_CPU);
    weft_options two = {.threads = 2};
    assert_ok(error, weft_target_choose(&sample_add_heavy, operands, &two, &target, &error));
    assert_int_equal(target,
                     threads_limit(&(weft_place){.threads = 2}) > 1 ? WEFT_PARALLEL : WEFT_CPU);
}

/* What auto takes for one product of n × n matrices that costs so much. */
static weft_target chosen_for(int64_t n, const weft_cost_term *term)
{
    static float zeros[32 * 32], product[32 * 32];
    weft_ufunc priced = sample_matmul;
    priced.cost_terms = term;
    priced.cost_term_count = 1;
    weft_array A = weft_array_view(zeros, WEFT_FLOAT32, 2, SHAPE(n, n), NULL);
    weft_array C = weft_array_view(product, WEFT_FLOAT32, 2, SHAPE(n, n), NULL);
    weft_array *operands[] = {&A, &A, &C};
    weft_options two = {.threads = 2};
    weft_target target = WEFT_GPU;
    weft_error error;
    assert_ok(error, weft_target_choose(&priced, operands, &two, &target, &error));
    return target;
}

static void test_costs_have_powers(void **state)
{
    (void)state;
    weft_target large = threads_limit(&(weft_place){.threads = 2}) > 1 ? WEFT_PARALLEL : WEFT_CPU;
    const uint8_t once[] = {1, 0, 0}, thrice[] = {3, 0, 0}, spread[] = {1, 1, 1},
                  endless[] = {255, 255, 255};
    assert_int_equal(chosen_for(32, &(weft_cost_term){2.0f, NULL}), WEFT_CPU);
    assert_int_equal(chosen_for(32, &(weft_cost_term){2.0f, once}), WEFT_CPU);
    assert_int_equal(chosen_for(32, &(weft_cost_term){2.0f, thrice}), large);
    assert_int_equal(chosen_for(32, &(weft_cost_term){2.0f, spread}), large);
    assert_int_equal(chosen_for(32, &(weft_cost_term){2.0f, endless}), large);
    assert_int_equal(chosen_for(1, &(weft_cost_term){2.0f, endless}), WEFT_CPU);
}

static void test_refuses_libraries(void **state)
{
    (void)state;
    weft_library *library = NULL;
    weft_error error;
    assert_fails(error, WEFT_ERROR_FILE, "cannot open no/such.so",
                 weft_library_open("no/such.so", &library, &error));
    assert_fails(error, WEFT_ERROR_FILE, "has no symbol weft_library",
                 weft_library_open("libm.so.6", &library, &error));
    assert_null(library);
    assert_null(weft_library_find(NULL, "add"));
    assert_null(weft_library_contents(NULL));
    weft_library_close(NULL);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "threads") == 0)
        return threads_limit(&(weft_place){0});
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_the_environment), cmocka_unit_test(test_serves_many_threads),
        cmocka_unit_test(test_serial_is_alone),       cmocka_unit_test(test_threads_have_a_limit),
        cmocka_unit_test(test_survives_fork),         cmocka_unit_test(test_caps_threads),
        cmocka_unit_test(test_checks_targets),        cmocka_unit_test(test_chooses_by_cost),
        cmocka_unit_test(test_costs_have_powers),     cmocka_unit_test(test_refuses_libraries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
