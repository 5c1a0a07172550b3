/* gpu_launches.c: hand-written kernels of ufuncs: that their grids are those of the sizes, that
 * stacks, broadcasting and any steps are Weft's, and every grid that cannot be a sentence. The
 * kernels of twin_kernels.cuh give 1000 more than the hosts.
 *   gpu_launches LIBRARY */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "../stand_in/control.h"
#include "graphs.h"

enum { SKIPPED = 77, MORE = 1000, ROWS = 5, COLUMNS = 150, MANY = 66000 };

static weft_library *library;
static stand_in_control driver;
static int failures;

static void expect(bool good, const char *what)
{
    if (!good) {
        printf("%s\n", what);
        failures++;
    }
}

static weft_status call(const char *name, weft_array *const *operands, weft_options options,
                        weft_error *error)
{
    return weft_call(weft_library_find(library, name), operands, &options, error);
}

static void run(const char *name, weft_array *const *operands, weft_target target)
{
    weft_error error = {.text = ""};
    if (call(name, operands, (weft_options){.target = target}, &error)) {
        printf("%s on %s: %s\n", name, weft_target_name(target), error.text);
        failures++;
    }
}

static int more_on(weft_target target)
{
    return target == WEFT_GPU ? MORE : 0;
}

/* Rows that run backwards and a row for all of them; a weight each. */
static void try_stack(weft_target target)
{
    static int64_t a[ROWS][COLUMNS], b[COLUMNS], weights[ROWS], sums[ROWS][COLUMNS];
    const int64_t shape[] = {ROWS, COLUMNS}, steps[] = {sizeof a[0], -(int64_t)sizeof a[0][0]};
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            a[i][j] = 1000 * i + j;
            b[j] = 7 * j;
            weights[i] = i - 1;
        }
    weft_array x = weft_array_view(&a[0][COLUMNS - 1], WEFT_INT64, 2, shape, steps);
    weft_array y = weft_array_view(b, WEFT_INT64, 1, &shape[1], NULL);
    weft_array weight = weft_array_view(weights, WEFT_INT64, 1, shape, NULL);
    weft_array sum = weft_array_view(sums, WEFT_INT64, 2, shape, NULL);
    run("launch_sum", (weft_array *[]){&x, &y, &weight, &sum}, target);
    bool good = true;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            good = good && sums[i][j] == a[i][COLUMNS - 1 - j] + (i - 1) * b[j] + more_on(target);
    expect(good, "launch_sum of a stack");
    weft_array five = weft_scalar_i64(5);
    run("launch_sum", (weft_array *[]){&x, &y, &five, &sum}, target);
    for (int j = 0; j < COLUMNS; j++)
        good = good && sums[1][j] == a[1][COLUMNS - 1 - j] + 5 * b[j] + more_on(target);
    expect(good, "launch_sum with a number");
}

/* Blocks of two and three axes, and memory that the threads of one share. */
static void try_grids(weft_target target)
{
    static float x[2][ROWS][COLUMNS], y[2][ROWS][COLUMNS];
    double all[ROWS][7], sums[ROWS];
    int32_t counts[ROWS], few[ROWS][3], cubes[ROWS][3];
    bool good = true;
    for (int i = 0; i < 2 * ROWS * COLUMNS; i++)
        (&x[0][0][0])[i] = (float)i;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < 7; j++) {
            all[i][j] = i * j;
            few[i][j % 3] = i + j % 3;
        }
    weft_array rows = weft_array_view(x, WEFT_FLOAT32, 3, (int64_t[]){2, ROWS, COLUMNS}, NULL);
    weft_array back = weft_array_view(y, WEFT_FLOAT32, 3, (int64_t[]){2, ROWS, COLUMNS}, NULL);
    weft_array each = weft_array_view(all, WEFT_FLOAT64, 2, (int64_t[]){ROWS, 7}, NULL);
    weft_array sum = weft_array_view(sums, WEFT_FLOAT64, 1, (int64_t[]){ROWS}, NULL);
    weft_array count = weft_array_view(counts, WEFT_INT32, 1, (int64_t[]){ROWS}, NULL);
    weft_array three = weft_array_view(few, WEFT_INT32, 2, (int64_t[]){ROWS, 3}, NULL);
    weft_array nine = weft_array_view(cubes, WEFT_INT32, 2, (int64_t[]){ROWS, 3}, NULL);
    run("launch_rows", (weft_array *[]){&rows, &back}, target);
    run("launch_total", (weft_array *[]){&each, &sum, &count}, target);
    run("launch_cubes", (weft_array *[]){&three, &nine}, target);
    for (int i = 0; i < 2 * ROWS * COLUMNS; i++)
        good = good && (&y[0][0][0])[i] == (float)(more_on(target) - i);
    for (int i = 0; i < ROWS; i++)
        good = good && sums[i] == 21 * i + more_on(target) && counts[i] == 7 + more_on(target) &&
               cubes[i][2] == few[i][2] * 9 + more_on(target);
    expect(good, "kernels on grids of several axes");
}

/* More items than a grid has layers, and none at all. */
static void try_counts(weft_target target)
{
    static int64_t a[MANY], sums[MANY];
    const int64_t shape[] = {MANY, 1}, none[] = {3, 0};
    bool good = true;
    for (int i = 0; i < MANY; i++)
        a[i] = i;
    weft_array x = weft_array_view(a, WEFT_INT64, 2, shape, NULL), one = weft_scalar_i64(1);
    weft_array sum = weft_array_view(sums, WEFT_INT64, 2, shape, NULL);
    run("launch_sum", (weft_array *[]){&x, &x, &one, &sum}, target);
    for (int i = 0; i < MANY; i++)
        good = good && sums[i] == 2 * i + more_on(target);
    expect(good, "launch_sum of many items");
    weft_array empty = weft_array_view(a, WEFT_INT64, 2, none, NULL), result = {0};
    run("launch_sum", (weft_array *[]){&empty, &empty, &one, &result}, target);
    expect(result.rank == 2 && result.shape[1] == 0, "launch_sum of no elements");
    weft_array_clear(&result);
    weft_array nothing = weft_array_view(a, WEFT_FLOAT64, 2, none, NULL), count = {0};
    weft_array total = {0};
    run("launch_total", (weft_array *[]){&nothing, &total, &count}, target);
    good = total.shape[0] == 3 && ((double *)total.data)[2] == more_on(target);
    expect(good, "launch_total of no elements");
    weft_array_clear(&total);
    weft_array_clear(&count);
}

static void refused(int64_t size, const char *sentence)
{
    weft_error error = {.text = ""};
    static float x[2000], y[2000];
    static const unsigned char mark[] = {0x55, 0x55, 0x55, 0x55};
    memset(y, 0x55, sizeof y);
    weft_array in = weft_array_view(x, WEFT_FLOAT32, 1, &size, NULL);
    weft_array out = weft_array_view(y, WEFT_FLOAT32, 1, &size, NULL);
    const weft_status status =
        call("launch_odd", (weft_array *[]){&in, &out}, (weft_options){.target = WEFT_GPU}, &error);
    if (status == WEFT_ERROR_ARGUMENT && strstr(error.text, sentence) &&
        memcmp(y, mark, sizeof mark) == 0)
        return;
    printf("launch_odd of %d: %s\n", (int)size, status ? error.text : "was launched");
    failures++;
}

static void try_wrong_grids(void)
{
    refused(1, "launch_odd: blocks(n - 2) is -1 where n is 1, and there are none below 0");
    refused(2,
            "launch_odd: blocks(n - 2) is 0 where n is 2, and nothing would compute the results");
    refused(3, "launch_odd: threads[0] is 2187, and a block has at most 1024 along that axis");
    refused(4, "shared(n / 5 * 1000 * 1000 + 7 % (n - 4)) where n is 4 divides by 0");
    refused(5, "1000000 bytes of shared memory");
    refused(30, " is 21870000000 where n is 30, and no device has 2^31 along an axis");
    refused(1024, "threads(n * n * n * n * n * n * n) where n is 1024 is beyond 64 bits");
}

/* What is recorded computes anew what lies there when it runs. */
static void try_capture(void)
{
    weft_error error = {.text = ""};
    double numbers[] = {1, 2, 3, 4}, found = 0;
    int32_t count = 0;
    weft_array host = weft_array_view(numbers, WEFT_FLOAT64, 1, (int64_t[]){4}, NULL);
    weft_array total = weft_array_view(&found, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array length = weft_array_view(&count, WEFT_INT32, 0, NULL, NULL);
    weft_array on[3];
    void *stream = graph_stream(false);
    bool good = weft_to_device(&host, &on[0], NULL, &error) == WEFT_OK &&
                weft_to_device(&total, &on[1], NULL, &error) == WEFT_OK &&
                weft_to_device(&length, &on[2], NULL, &error) == WEFT_OK &&
                weft_synchronize(NULL, &error) == WEFT_OK && graph_begin(stream, GRAPH_RELAXED);
    good = good && call("launch_total", (weft_array *[]){&on[0], &on[1], &on[2]},
                        (weft_options){.target = WEFT_GPU, .stream = stream}, &error) == WEFT_OK;
    void *graph = graph_end(stream);
    for (int i = 0; i < 2 && good; i++) {
        numbers[0] = 1 + i;
        good = graph && weft_array_copy(&on[0], &host, NULL, &error) == WEFT_OK &&
               weft_synchronize(NULL, &error) == WEFT_OK && graph_replay(graph, stream) &&
               weft_copy_to_host(&on[1], &total, NULL, &error) == WEFT_OK && found == 10 + i + MORE;
    }
    expect(good, error.text[0] ? error.text : "a launch that was recorded");
    if (graph)
        graph_destroy(graph);
    graph_stream_end(stream);
    for (int i = 0; i < 3; i++)
        weft_array_clear(&on[i]);
}

/* Any call of the driver's failing, one after the other: an error and the outputs as they were, or
 * all is done. */
static void try_faults(void)
{
    enum { LAUNCH_FAILED = 719, MOST = 200 };
    float x[40], y[40];
    weft_array in = weft_array_view(x, WEFT_FLOAT32, 2, (int64_t[]){2, 20}, NULL);
    weft_array out = weft_array_view(y, WEFT_FLOAT32, 2, (int64_t[]){2, 20}, NULL);
    const long live = driver.live();
    bool ends = false;
    for (int i = 0; i < 40; i++)
        x[i] = (float)i;
    for (long n = 1; n < MOST && !ends; n++) {
        weft_error error = {.text = ""};
        memset(y, 0, sizeof y);
        driver.fail(NULL, n, LAUNCH_FAILED, 0);
        const weft_status status = call("launch_rows", (weft_array *[]){&in, &out},
                                        (weft_options){.target = WEFT_GPU}, &error);
        ends = driver.count() < n;
        driver.fail(NULL, 0, 0, 0);
        expect(status ? y[1] == 0 && y[39] == 0 : y[1] == MORE - 1 && y[39] == MORE - 39,
               "after a fault");
    }
    expect(ends && driver.live() == live, "faults do not end, or leave memory behind");
}

int main(int argc, char **argv)
{
    weft_error error = {.text = ""};
    const bool over_stand_in = stand_in_find(&driver);
    if (argc != 2 || weft_library_open(argv[1], &library, &error) != WEFT_OK) {
        fprintf(stderr, "gpu_launches LIBRARY\n%s\n", error.text);
        return 2;
    }
    const bool has_gpu = weft_target_check(WEFT_GPU, NULL, &error) == WEFT_OK && graph_open();
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (target != WEFT_GPU || has_gpu) {
            try_stack(target);
            try_grids(target);
            try_counts(target);
        }
    if (has_gpu) {
        try_wrong_grids();
        try_capture();
    }
    if (has_gpu && over_stand_in)
        try_faults();
    weft_library_close(library);
    printf("%d failures%s\n", failures, has_gpu ? "" : ", without a gpu");
    return failures ? 1 : has_gpu ? 0 : SKIPPED;
}
