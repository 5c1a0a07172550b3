/* gpu_graphs.c: kernels that are launched again and again, which libweft does by graphs that it keeps:
 * every call gives what it must, whatever was called before it, on which stream, by which thread, under
 * capture, after faults and resets of the device. gpu_graphs LIBRARY (libweft_std.so). Exits with 77
 * (skipped) and says why without a GPU. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "../stand_in/control.h"
#include "graphs.h"

enum { COUNT = 300, MANY = 100003, CALLS = 40, THREADS = 4, SKIPPED = 77, INVALID_VALUE = 1, LAUNCH_FAILED = 719 };

/* Launches of graphs at least: by the addresses of a run two of three kernels may have one entry of the table, and go without. */
enum { LEAST = CALLS / 5 };

static const char *library_path;
static bool has_control;
static stand_in_control driver;

/* An output for each of CALLS calls, and two inputs: a[k] = k, b[k] = 1000 k. */
typedef struct arrays {
    weft_library *library;
    weft_array a, b, results[CALLS];
} arrays;

static bool is_ok(weft_status status, const weft_error *error)
{
    if (status)
        printf("  %s\n", error->text);
    return status == WEFT_OK;
}

static bool begin(arrays *all)
{
    int32_t low[COUNT], high[COUNT];
    weft_error error = {.text = ""};
    for (int k = 0; k < COUNT; k++)
        low[k] = k, high[k] = 1000 * k;
    weft_array x = weft_array_view(low, WEFT_INT32, 1, &(int64_t){COUNT}, NULL),
               y = weft_array_view(high, WEFT_INT32, 1, &(int64_t){COUNT}, NULL);
    bool good = is_ok(weft_library_open(library_path, &all->library, &error), &error) &&
                is_ok(weft_to_device(&x, &all->a, NULL, &error), &error) &&
                is_ok(weft_to_device(&y, &all->b, NULL, &error), &error);
    for (int n = 0; n < CALLS && good; n++)
        good = is_ok(
            weft_device_array(&all->results[n], WEFT_INT32, 1, &(int64_t){COUNT}, NULL, &error),
            &error);
    return good;
}

static void end(arrays *all)
{
    weft_array_clear(&all->a);
    weft_array_clear(&all->b);
    for (int n = 0; n < CALLS; n++)
        weft_array_clear(&all->results[n]);
    weft_library_close(all->library);
}

/* Call number n: results[n] = a + n, or b - n where n is odd, or b * a. */
static bool call(arrays *all, int n, void *stream)
{
    static const char *const names[] = {"add", "subtract", "multiply"};
    const int kind = n % 3;
    weft_error error = {.text = ""};
    weft_array number = weft_scalar_i64(n);
    weft_array *operands[] = {kind ? &all->b : &all->a, kind == 2 ? &all->a : &number,
                              &all->results[n]};
    return is_ok(weft_call(weft_library_find(all->library, names[kind]), operands,
                           &(weft_options){.target = WEFT_GPU, .stream = stream}, &error),
                 &error);
}

static bool is_right(const arrays *all, int n)
{
    int32_t got[COUNT];
    weft_error error = {.text = ""};
    weft_array back = weft_array_view(got, WEFT_INT32, 1, &(int64_t){COUNT}, NULL);
    if (!is_ok(weft_copy_to_host(&all->results[n], &back, NULL, &error), &error))
        return false;
    for (int k = 0; k < COUNT; k++) {
        const int32_t wanted = n % 3 == 0 ? k + n : n % 3 == 1 ? 1000 * k - n : 1000 * k * k;
        if (got[k] == wanted)
            continue;
        printf("  call %d: element %d is %d instead of %d\n", n, k, (int)got[k], (int)wanted);
        return false;
    }
    return true;
}

static bool all_right(const arrays *all)
{
    for (int n = 0; n < CALLS; n++)
        if (!is_right(all, n))
            return false;
    return true;
}

static bool wait_for(void *stream)
{
    weft_error error = {.text = ""};
    return is_ok(weft_synchronize(&(weft_options){.stream = stream}, &error), &error);
}

/* ---- the scenarios ---- */

/* Nothing waits between the calls, so that a graph is handed its next parameters while it runs. */
static bool one_stream(arrays *all)
{
    bool good = true;
    if (has_control)
        driver.fail("cuGraphLaunch", 0, 0, 0);
    for (int n = 0; n < CALLS && good; n++)
        good = call(all, n, NULL);
    if (has_control && driver.count() < LEAST) {
        printf("  only %ld launches of graphs\n", driver.count());
        good = false;
    }
    return good && all_right(all);
}

/* The same call again and again, which a graph need not be told, between others of its kernel and new inputs. */
static bool same_again(arrays *all)
{
    bool good = true;
    if (has_control)
        driver.fail("cuGraphExecKernelNodeSetParams", 0, 0, 0);
    for (int n = 0; n < 2 * CALLS && good; n++)
        good = call(all, 3, NULL);
    if (has_control && driver.count() > CALLS / 4) {
        printf("  %ld times a graph was told what it knew\n", driver.count());
        good = false;
    }
    for (int n = 0; n < CALLS && good; n++)
        for (int again = 0; again < 3 && good; again++)
            good = call(all, n, NULL);
    weft_array *const operands[] = {&all->results[6], &all->b, &all->results[0]};
    weft_error error = {.text = ""};
    for (int n = 0; n < CALLS && good; n++) { /* adds b again and again: what it reads is new, the launch is not */
        good = is_ok(weft_call(weft_library_find(all->library, "add"), operands,
                               &(weft_options){.target = WEFT_GPU}, &error), &error) &&
               is_ok(weft_call(weft_library_find(all->library, "subtract"),
                               (weft_array *[]){&all->results[0], &all->a, &all->results[6]},
                               &(weft_options){.target = WEFT_GPU}, &error), &error);
    }
    int32_t got[COUNT];
    weft_array back = weft_array_view(got, WEFT_INT32, 1, &(int64_t){COUNT}, NULL);
    good = good && is_ok(weft_copy_to_host(&all->results[6], &back, NULL, &error), &error);
    for (int k = 0; k < COUNT && good; k++)
        good = got[k] == k + 6 + CALLS * 999 * k;
    for (int n = 0; n < CALLS && good; n++)
        good = call(all, n, NULL);
    return good && all_right(all);
}

static bool many_streams(arrays *all)
{
    void *streams[] = {NULL, graph_stream(true), graph_stream(false)};
    bool good = true;
    for (int round = 0; round < 3 && good; round++)
        for (int n = 0; n < CALLS && good; n++)
            good = call(all, n, streams[(n + round) % 3]);
    for (int k = 0; k < 3; k++)
        good = wait_for(streams[k]) && good;
    graph_stream_end(streams[1]);
    graph_stream_end(streams[2]);
    return good && all_right(all);
}

/* The legacy stream and a blocking one wait for each other, also for graphs. */
static bool legacy_order(arrays *all)
{
    void *streams[] = {NULL, graph_stream(true)};
    weft_error error = {.text = ""};
    weft_array a = all->a, sum = all->results[0], one = weft_scalar_i64(1);
    const weft_ufunc *add = weft_library_find(all->library, "add");
    bool good = true;
    a.flags = sum.flags = 0;
    for (int n = 0; n < 10 * CALLS && good; n++)
        good =
            is_ok(weft_call(add, (weft_array *[]){n ? &sum : &a, &one, &sum},
                            &(weft_options){.target = WEFT_GPU, .stream = streams[n % 2]}, &error),
                  &error);
    good = good && wait_for(streams[0]) && wait_for(streams[1]);
    graph_stream_end(streams[1]);
    int32_t got[COUNT];
    weft_array back = weft_array_view(got, WEFT_INT32, 1, &(int64_t){COUNT}, NULL);
    good = good && is_ok(weft_copy_to_host(&sum, &back, NULL, &error), &error);
    for (int k = 0; k < COUNT && good; k++)
        good = got[k] == k + 10 * CALLS;
    return good;
}

/* Calls on a captured stream are recorded, though graphs are at hand for it. */
static bool captured(arrays *all)
{
    void *stream = graph_stream(false);
    bool good = true;
    for (int n = 0; n < CALLS && good; n++)
        good = call(all, n, stream);
    good = good && wait_for(stream) && graph_begin(stream, GRAPH_GLOBAL);
    for (int n = 0; n < CALLS && good; n++)
        good = call(all, n, stream) && call(all, n, stream);
    void *graph = graph_end(stream);
    weft_error error = {.text = ""};
    weft_array zero = weft_scalar_i64(0);
    const weft_ufunc *multiply = weft_library_find(all->library, "multiply");
    for (int n = 0; n < CALLS && good; n++)
        good = is_ok(weft_call(multiply, (weft_array *[]){&all->a, &zero, &all->results[n]},
                               &(weft_options){.target = WEFT_GPU, .stream = stream}, &error),
                     &error);
    good = good && graph_replay(graph, stream) && all_right(all);
    if (graph)
        graph_destroy(graph);
    graph_stream_end(stream);
    return good;
}

/* The running sum of many numbers, on a stream. */
static bool run_sum(arrays *all, const weft_array *from, weft_array *to, void *stream)
{
    weft_error error = {.text = ""};
    const weft_options how = {.target = WEFT_GPU, .stream = stream, .dtype = WEFT_INT32};
    return is_ok(weft_accumulate(weft_library_find(all->library, "add"), from, to, 0, &how, &error), &error);
}

static bool are_sums(const weft_array *of, const int32_t *numbers)
{
    static int32_t got[MANY];
    weft_error error = {.text = ""};
    weft_array back = weft_array_view(got, WEFT_INT32, 1, &(int64_t){MANY}, NULL);
    bool good = is_ok(weft_copy_to_host(of, &back, NULL, &error), &error);
    int32_t sum = 0;
    for (int k = 0; k < MANY && good; k++)
        good = got[k] == (sum += numbers[k]);
    return good;
}

/* Running sums of several tiles, which blocks take by a count: side by side, and when a graph of them runs again. */
static bool running_sums(arrays *all)
{
    enum { STREAMS = 3 };
    static int32_t numbers[MANY];
    weft_error error = {.text = ""};
    for (int k = 0; k < MANY; k++)
        numbers[k] = k % 1009 - 400;
    weft_array here = weft_array_view(numbers, WEFT_INT32, 1, &(int64_t){MANY}, NULL), from = {0}, to[STREAMS] = {{0}};
    void *streams[STREAMS], *graph = NULL;
    bool good = is_ok(weft_to_device(&here, &from, NULL, &error), &error);
    for (int k = 0; k < STREAMS; k++) {
        streams[k] = graph_stream(false);
        good = good && is_ok(weft_device_array(&to[k], WEFT_INT32, 1, &(int64_t){MANY}, NULL, &error), &error);
    }
    for (int k = 0; k < 4 * STREAMS && good; k++)
        good = run_sum(all, &from, &to[k % STREAMS], streams[k % STREAMS]);
    for (int k = 0; k < STREAMS; k++)
        good = wait_for(streams[k]) && good && are_sums(&to[k], numbers);
    good = good && graph_begin(streams[0], GRAPH_GLOBAL);
    if (good) {
        good = run_sum(all, &from, &to[0], streams[0]);
        graph = graph_end(streams[0]);
    }
    for (int k = 0; k < 3 && good; k++) {
        numbers[0] = k;
        good = is_ok(weft_array_copy(&from, &here, &(weft_options){.target = WEFT_GPU}, &error), &error) &&
               graph_replay(graph, streams[0]) && are_sums(&to[0], numbers);
    }
    if (graph)
        graph_destroy(graph);
    for (int k = 0; k < STREAMS; k++) {
        graph_stream_end(streams[k]);
        weft_array_clear(&to[k]);
    }
    weft_array_clear(&from);
    return good;
}

/* A graph is made while another stream of the thread is captured. */
static bool beside_a_capture(arrays *all)
{
    void *stream = graph_stream(false), *other = graph_stream(false);
    bool good = graph_begin(other, GRAPH_GLOBAL);
    for (int n = 0; n < CALLS && good; n++)
        good = call(all, n, stream);
    void *graph = graph_end(other);
    good = good && graph && wait_for(stream) && all_right(all);
    if (graph)
        graph_destroy(graph);
    graph_stream_end(stream);
    graph_stream_end(other);
    return good;
}

typedef struct share {
    arrays *all;
    int first;
    bool good;
} share;

static void *call_share(void *argument)
{
    share *own = argument;
    own->good = true;
    for (int round = 0; round < 20; round++)
        for (int n = own->first; n < CALLS && own->good; n += THREADS)
            own->good = call(own->all, n, NULL);
    return NULL;
}

static bool many_threads(arrays *all)
{
    pthread_t threads[THREADS];
    share shares[THREADS];
    bool good = true;
    for (int k = 0; k < THREADS; k++) {
        shares[k] = (share){.all = all, .first = k};
        if (pthread_create(&threads[k], NULL, call_share, &shares[k]))
            return false;
    }
    for (int k = 0; k < THREADS; k++)
        good = pthread_join(threads[k], NULL) == 0 && shares[k].good && good;
    return good && all_right(all);
}

/* More kernels than there are graphs, each several times, in turns. */
static bool many_kernels(arrays *all)
{
    bool good = true;
    int kernels = 0;
    const weft_library_table *table = weft_library_contents(all->library);
    for (int round = 0; round < 6; round++)
        for (uint32_t k = 0; k < table->count && good; k++) {
            const weft_ufunc *one = table->ufuncs[k];
            if (one->input_count != 2 || one->output_count != 1 || one->reducer ||
                strcmp(one->layout, "(),()->()") != 0)
                continue;
            for (int dtype = WEFT_BOOL; dtype <= WEFT_FLOAT64 && good; dtype++) {
                weft_array a = all->a, result = all->results[0];
                weft_error error = {.text = ""};
                a.flags = result.flags = 0;
                a.shape[0] = result.shape[0] = 4; /* whatever the elements mean */
                a.dtype = result.dtype = (uint8_t)dtype;
                a.steps[0] = result.steps[0] = (int64_t)weft_dtype_size((weft_dtype)dtype);
                kernels += weft_call(one, (weft_array *[]){&a, &a, &result},
                                     &(weft_options){.target = WEFT_GPU}, &error) == WEFT_OK;
            }
            good = call(all, 1 + (int)k % (CALLS - 1), NULL);
        }
    for (int n = 0; n < CALLS && good; n++)
        good = call(all, n, NULL);
    if (kernels < 6 * 80) {
        printf("  only %d calls of other kernels\n", kernels);
        return false;
    }
    return good && all_right(all);
}

/* A library that is closed takes its kernels along; those of the next may have their names. */
static bool opened_again(arrays *all)
{
    for (int round = 0; round < 4; round++) {
        bool good = true;
        for (int n = 0; n < CALLS && good; n++)
            good = call(all, n, NULL);
        if (!good || !all_right(all))
            return false;
        end(all);
        if (!begin(all))
            return false;
    }
    return true;
}

/* Whatever of the graphs fails, launches are plain then. */
static bool faults(arrays *all)
{
    static const char *const entries[] = {"cuCtxGetId",           "cuGraphCreate",
                                          "cuGraphAddKernelNode", "cuGraphInstantiateWithFlags",
                                          "cuGraphLaunch",        "cuGraphExecKernelNodeSetParams"};
    for (size_t k = 0; has_control && k < 6 * sizeof entries / sizeof *entries; k++) {
        bool good = true;
        driver.fail(entries[k / 6], 1 + (long)k % 6 / 2, INVALID_VALUE, k % 2);
        for (int n = 0; n < CALLS && good; n++)
            good = call(all, n, NULL);
        driver.fail(NULL, 0, 0, 0);
        if (!good || !all_right(all)) {
            printf("  with failures of %s\n", entries[k / 6]);
            return false;
        }
    }
    return true;
}

/* A device that is lost says so, with graphs or without. */
static bool lost(arrays *all)
{
    weft_error error = {.text = ""};
    bool good = true;
    if (!has_control)
        return true;
    for (int n = 0; n < CALLS && good; n++)
        good = call(all, n, NULL);
    driver.fail(NULL, 1, LAUNCH_FAILED, 1);
    good = good &&
           weft_call(weft_library_find(all->library, "multiply"),
                     (weft_array *[]){&all->b, &all->a, &all->results[2]},
                     &(weft_options){.target = WEFT_GPU}, &error) == WEFT_ERROR_DEVICE &&
           strstr(error.text, "launching a kernel");
    driver.fail(NULL, 0, 0, 0);
    return good && one_stream(all);
}

/* A context that is gone took its graphs along, though the next lies where it lay. */
static bool reset(arrays *all)
{
    for (int round = 0; round < 3; round++) {
        if (!one_stream(all))
            return false;
        if (has_control)
            driver.reset();
    }
    return one_stream(all);
}

static const struct {
    const char *name;
    bool (*holds)(arrays *all);
} scenarios[] = {
    {"one_stream", one_stream},
    {"same_again", same_again},
    {"legacy_order", legacy_order},
    {"many_streams", many_streams},
    {"captured", captured},
    {"running_sums", running_sums},
    {"beside_a_capture", beside_a_capture},
    {"many_threads", many_threads},
    {"many_kernels", many_kernels},
    {"opened_again", opened_again},
    {"faults", faults},
    {"lost", lost},
    {"reset", reset},
};

int main(int argc, char **argv)
{
    weft_error error = {.text = ""};
    int failed = 0;
    if (argc != 2 || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", argc == 2 ? error.text : "gpu_graphs LIBRARY");
        return SKIPPED;
    }
    library_path = argv[1];
    has_control = stand_in_find(&driver);
    if (!graph_open())
        return EXIT_FAILURE;
    for (size_t k = 0; k < sizeof scenarios / sizeof *scenarios; k++) {
        arrays all = {0};
        const bool good = begin(&all) && scenarios[k].holds(&all);
        end(&all);
        if (!good)
            printf("FAILED: %s\n", scenarios[k].name);
        failed += !good;
    }
    if (has_control && driver.live() != 0) {
        printf("FAILED: %ld pieces of device memory were not freed\n", driver.live());
        failed++;
    }
    printf("gpu_graphs: %d failed of %zu\n", failed, sizeof scenarios / sizeof *scenarios);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
