/* host_call.c: what a gpu call costs the host: nanoseconds from weft_call to its return, on 1000 floats in
 * device memory with a given output, beside operands of one element. No test: it prints numbers. Results are
 * checked. Exits with 77 and says why where no GPU can be used.
 *   host_call LIBRARY         libweft_std.so */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <weft/weft.h>

#include "../device/graphs.h"

enum { COUNT = 1000, BATCH = 100, ROUNDS = 101, SKIPPED = 77 };

static weft_error error;

static void check(weft_status status, const char *what)
{
    if (status == WEFT_OK)
        return;
    printf("%s: %s\n", what, error.text);
    exit(EXIT_FAILURE);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* One call that is timed: the second operand, and what each element of the result must be. */
typedef struct row {
    const char *name;
    weft_array *second;
    float expected;
} row;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median nanoseconds of one call, over rounds of several between two waits. */
static double measure(const weft_ufunc *add, weft_array *const *operands,
                      const weft_options *options)
{
    double times[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) { /* one to warm up */
        check(weft_synchronize(options, &error), "waiting");
        double start = now();
        for (int n = 0; n < BATCH; n++)
            check(weft_call(add, operands, options, &error), "add");
        double end = now();
        if (round >= 0)
            times[round] = (end - start) / BATCH;
    }
    qsort(times, ROUNDS, sizeof *times, compare);
    return times[ROUNDS / 2];
}

/* Prints one row; false if a result is wrong. */
static bool show(const weft_ufunc *add, const row *what, weft_array *a, weft_array *c,
                 const weft_options *options, const char *where)
{
    static float results[COUNT];
    weft_array back = weft_array_view(results, WEFT_FLOAT32, 1, &(int64_t){COUNT}, NULL);
    double nanoseconds = measure(add, (weft_array *[]){a, what->second, c}, options);
    check(weft_synchronize(options, &error), "waiting");
    check(weft_copy_to_host(c, &back, options, &error), "copying back");
    int wrong = 0;
    for (int k = 0; k < COUNT; k++)
        wrong += results[k] != (float)k + what->expected;
    printf("%-36s %-16s %8.0f ns%s\n", what->name, where, nanoseconds, wrong ? "  WRONG" : "");
    return wrong == 0;
}

int main(int argc, char **argv)
{
    static float numbers[COUNT], twos[COUNT];
    float one_and_half = 1.5f, quarter = 0.25f;
    weft_library *library;
    weft_array a, b, c, one, scalar = weft_array_view(&one_and_half, WEFT_FLOAT32, 0, NULL, NULL);
    weft_array literal = weft_scalar_f64(2.5);
    bool good = true;
    if (argc != 2 || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", argc == 2 ? error.text : "host_call LIBRARY");
        return SKIPPED;
    }
    check(weft_library_open(argv[1], &library, &error), argv[1]);
    const weft_ufunc *add = weft_library_find(library, "add");
    for (int k = 0; k < COUNT; k++) {
        numbers[k] = (float)k;
        twos[k] = 2;
    }
    const int64_t shape[] = {COUNT};
    weft_array host_a = weft_array_view(numbers, WEFT_FLOAT32, 1, shape, NULL);
    weft_array host_b = weft_array_view(twos, WEFT_FLOAT32, 1, shape, NULL);
    weft_array host_one = weft_array_view(&quarter, WEFT_FLOAT32, 1, &(int64_t){1}, NULL);
    check(weft_to_device(&host_a, &a, NULL, &error), "a");
    check(weft_to_device(&host_b, &b, NULL, &error), "b");
    check(weft_to_device(&host_one, &one, NULL, &error), "one");
    check(weft_device_array(&c, WEFT_FLOAT32, 1, shape, NULL, &error), "c");
    const row rows[] = {
        {"a + b, device arrays", &b, 2},
        {"a + one element in device memory", &one, quarter},
        {"a + scalar, rank 0 on the host", &scalar, one_and_half},
        {"a + literal", &literal, 2.5f},
    };
    void *stream = graph_open() ? graph_stream(false) : NULL;
    const weft_options legacy = {.target = WEFT_GPU}, own = {.target = WEFT_GPU, .stream = stream};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        good = show(add, &rows[k], &a, &c, &legacy, "legacy stream") && good;
        good = (!stream || show(add, &rows[k], &a, &c, &own, "its own stream")) && good;
    }
    weft_array *const all[] = {&a, &b, &c, &one};
    for (int k = 0; k < 4; k++)
        weft_array_clear(all[k]);
    weft_library_close(library);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
