/* gpu_transform_scenes.c: the plans of cuFFT that libweft keeps: more of them than it keeps, several threads on one,
 * graphs that outlive them; and, where driver and cuFFT are stand-ins, every call of theirs that can fail. */
#include <complex.h>
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../stand_in/control.h"
#include "gpu_transforms.h"
#include "graphs.h"

enum { MOST = 96, KEPT = 32, THREADS = 4, ROUNDS = 40 };

/* Results of cuFFT, and of the driver. */
enum { ALLOC_FAILED = 2, INTERNAL_ERROR = 5, OUT_OF_MEMORY = 2, LAUNCH_FAILED = 719 };

static stand_in_control driver;
static long (*count_plans)(void), (*count_made)(void), (*count_calls)(void);
static void (*fail)(const char *function, long n, int result);
static const weft_ufunc *fft, *ifft, *irfft2;

bool scenes_find_stand_in(void)
{
    const char *name = getenv("WEFT_CUFFT");
    void *library = name && *name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
    const struct {
        const char *name;
        void *to;
    } functions[] = {{"stand_in_fft_plans", &count_plans},
                     {"stand_in_fft_made", &count_made},
                     {"stand_in_fft_calls", &count_calls},
                     {"stand_in_fft_fail", &fail}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = library ? dlsym(library, functions[i].name) : NULL;
        memcpy(functions[i].to, &symbol, sizeof symbol);
    }
    return fail && stand_in_find(&driver);
}

static bool is_ok(weft_status status, const weft_error *error)
{
    if (status)
        printf("  %s\n", error->text);
    return status == WEFT_OK;
}

/* ---- rows of numbers ---- */

static void fill(double complex *numbers, int64_t n, int seed)
{
    for (int64_t i = 0; i < n; i++)
        numbers[i] = sin((double)(i * (seed + 1))) + I * (double)((i + seed) % 7);
}

static weft_array view(double complex *numbers, int64_t n)
{
    return weft_array_view(numbers, WEFT_COMPLEX128, 1, &n, NULL);
}

/* Whether a row is the transform of the numbers of a seed. */
static bool is_transform(double complex *row, int64_t n, int seed)
{
    double complex numbers[MOST], wanted[MOST];
    double off = 0, all = 0;
    weft_error error;
    fill(numbers, n, seed);
    weft_array x = view(numbers, n), y = view(wanted, n);
    if (!is_ok(weft_call(fft, (weft_array *[]){&x, NULL, &y}, &(weft_options){.target = WEFT_CPU}, &error), &error))
        return false;
    for (int64_t i = 0; i < n; i++)
        off += pow(cabs(row[i] - wanted[i]), 2), all += pow(cabs(wanted[i]), 2);
    if (!(off <= 1e-26 * all))
        printf("  the transform of %d numbers of seed %d is off by %g\n", (int)n, seed, sqrt(off / all));
    return off <= 1e-26 * all;
}

/* Transforms numbers of host memory on the gpu. */
static weft_status transform(int64_t n, int seed, double complex *result, const weft_options *options, weft_error *error)
{
    double complex numbers[MOST];
    fill(numbers, n, seed);
    weft_array x = view(numbers, n), y = view(result, n);
    return weft_call(fft, (weft_array *[]){&x, NULL, &y}, options, error);
}

static bool is_right(int64_t n, int seed)
{
    double complex result[MOST];
    weft_error error;
    return is_ok(transform(n, seed, result, &(weft_options){.target = WEFT_GPU}, &error), &error) &&
           is_transform(result, n, seed);
}

/* ---- what is kept ---- */

static bool many_plans(void)
{
    bool good = true;
    for (int64_t n = 2; n < MOST; n++)
        good = is_right(n, 1) && is_right(n, 2) && good;
    if (!fail)
        return good;
    const long made = count_made(), calls = count_calls();
    good = is_right(MOST - 1, 3) && is_right(MOST - KEPT, 3) && good; /* kept */
    if (count_made() != made || count_calls() != calls + 2 || count_plans() > KEPT)
        printf("  %ld plans live, %ld were made again\n", count_plans(), count_made() - made);
    return good && count_made() == made && count_calls() == calls + 2 && count_plans() <= KEPT;
}

static void *transform_often(void *seed)
{
    bool good = true;
    for (int round = 0; round < ROUNDS; round++)
        good = is_right(round % 8 == 7 ? 20 + round : 60, *(const int *)seed + round) && good;
    return good ? NULL : seed;
}

static bool threads(void)
{
    pthread_t running[THREADS];
    int seeds[THREADS];
    bool good = true;
    for (int i = 0; i < THREADS; i++) {
        seeds[i] = i * ROUNDS;
        if (pthread_create(&running[i], NULL, transform_often, &seeds[i]))
            exit(1);
    }
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(running[i], &wrong);
        good = good && !wrong;
    }
    return good;
}

/* ---- graphs ---- */

typedef struct scene {
    weft_options options;
    weft_array x, y;
} scene;

static bool begin(scene *all, bool is_blocking, int64_t n)
{
    weft_error error;
    *all = (scene){.options = {.target = WEFT_GPU, .stream = graph_stream(is_blocking)}};
    return is_ok(weft_device_array(&all->x, WEFT_COMPLEX128, 1, &n, NULL, &error), &error) &&
           is_ok(weft_device_array(&all->y, WEFT_COMPLEX128, 1, &n, NULL, &error), &error);
}

static void end(scene *all)
{
    weft_array_clear(&all->x);
    weft_array_clear(&all->y);
    graph_stream_end(all->options.stream);
}

static weft_status call(scene *all, weft_error *error)
{
    return weft_call(fft, (weft_array *[]){&all->x, NULL, &all->y}, &all->options, error);
}

static bool give(scene *all, int seed)
{
    double complex numbers[MOST];
    weft_error error;
    fill(numbers, all->x.shape[0], seed);
    weft_array from = view(numbers, all->x.shape[0]);
    return is_ok(weft_array_copy(&all->x, &from, NULL, &error), &error);
}

static bool has_result(scene *all, int seed)
{
    double complex result[MOST];
    weft_error error;
    weft_array to = view(result, all->y.shape[0]);
    return is_ok(weft_copy_to_host(&all->y, &to, NULL, &error), &error) && is_transform(result, all->y.shape[0], seed);
}

/* A recorded call, behind as many others as would drive its plan out. */
static bool replays(scene *all)
{
    bool good = true;
    void *graph = graph_end(all->options.stream);
    for (int64_t n = 2; n < 2 + KEPT + 4; n++)
        good = is_right(n, 5) && good;
    for (int seed = 0; seed < 3 && graph; seed++)
        good = give(all, seed) && graph_replay(graph, all->options.stream) && has_result(all, seed) && good;
    if (graph)
        graph_destroy(graph);
    return graph && good;
}

/* Once called before, a call can be recorded; the first one only where the legacy stream takes work. */
static bool capture(bool is_blocking)
{
    weft_error error = {.text = ""};
    scene all;
    const int64_t known = is_blocking ? 77 : 78, fresh = is_blocking ? 79 : 80;
    bool good = is_right(known, 1) && begin(&all, is_blocking, known) && graph_begin(all.options.stream, GRAPH_GLOBAL) &&
                is_ok(call(&all, &error), &error) && replays(&all);
    end(&all);
    good = begin(&all, is_blocking, fresh) && graph_begin(all.options.stream, GRAPH_GLOBAL) && good;
    const weft_status status = call(&all, &error);
    if (!is_blocking)
        good = is_ok(status, &error) && replays(&all) && good;
    else
        good = status == WEFT_ERROR_DEVICE && strstr(error.text, "one call before the capture makes it") &&
               graph_state_of(all.options.stream) == GRAPH_CAPTURES && good;
    if (is_blocking) {
        void *graph = graph_end(all.options.stream);
        good = graph && good;
        if (graph)
            graph_destroy(graph);
    }
    end(&all);
    return good;
}

static bool graphs(void)
{
    return graph_open() && capture(true) && capture(false);
}

/* ---- faults ---- */

/* Fails in these words, leaves the result, loses nothing, and goes well the next time. */
static bool fails(int64_t n, weft_status wanted, const char *words)
{
    double complex result[MOST];
    weft_error error = {.text = ""};
    const long live = driver.live();
    memset(result, 0x5a, sizeof result);
    const weft_status status = transform(n, 1, result, &(weft_options){.target = WEFT_GPU}, &error);
    bool good = status == wanted && strstr(error.text, words) && driver.live() == live;
    for (size_t i = 0; i < sizeof result; i++)
        good = good && ((const unsigned char *)result)[i] == 0x5a;
    if (!good)
        printf("  status %d, \"%s\" instead of %d, \"%s\"\n", (int)status, error.text, (int)wanted, words);
    fail("", 0, 0);
    driver.fail(NULL, 0, 0, 0);
    return is_right(n, 1) && good;
}

static bool library_faults(void)
{
    static const struct {
        const char *function;
        int result;
        weft_status status;
        const char *words;
    } faults[] = {
        {"Create", ALLOC_FAILED, WEFT_ERROR_MEMORY, "fft: no memory for cuFFT's plan for such transforms (1 of"},
        {"Create", INTERNAL_ERROR, WEFT_ERROR_DEVICE, "CUFFT_INTERNAL_ERROR (5); with WEFT_CUFFT set to nothing"},
        {"SetAutoAllocation", INTERNAL_ERROR, WEFT_ERROR_DEVICE, "fft: cuFFT makes no plan for such transforms (1 of"},
        {"MakePlanMany64", ALLOC_FAILED, WEFT_ERROR_MEMORY, "no memory for cuFFT's plan"},
        {"MakePlanMany64", 8, WEFT_ERROR_DEVICE, "CUFFT_INVALID_SIZE (8)"},
        {"MakePlanMany64", 77, WEFT_ERROR_DEVICE, "a result of its own (77)"},
        {"SetStream", 1, WEFT_ERROR_DEVICE, "fft: cuFFT reported CUFFT_INVALID_PLAN (1)"},
        {"SetWorkArea", 1, WEFT_ERROR_DEVICE, "fft: cuFFT reported CUFFT_INVALID_PLAN (1)"},
        {"Exec", 6, WEFT_ERROR_DEVICE, "fft: cuFFT reported CUFFT_EXEC_FAILED (6)"},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        for (int64_t n = 40; n < 40 + KEPT + 4; n++) /* plans of the lengths below go */
            good = is_right(n, 1) && good;
        fail(faults[i].function, 1, faults[i].result);
        good = fails(11 + (int64_t)i, faults[i].status, faults[i].words) && good;
    }
    return good;
}

/* A transform of two axes from a half, which takes copies, a work area and a factor, to and from host memory. */
static weft_status transform_half(float *result, weft_error *error)
{
    float complex half[3][5][4];
    for (size_t i = 0; i < sizeof half / sizeof(float); i++)
        ((float *)half)[i] = (float)(i % 11);
    const int64_t in[] = {3, 5, 4}, out[] = {3, 5, 6}, steps[] = {4, 4 * 18, 4 * 3};
    weft_array x = weft_array_view(half, WEFT_COMPLEX64, 3, in, NULL);
    weft_array y = weft_array_view(result, WEFT_FLOAT32, 3, out, steps);
    return weft_call(irfft2, (weft_array *[]){&x, NULL, &y}, &(weft_options){.target = WEFT_GPU}, error);
}

/* Each call of the driver fails once. */
static bool driver_faults(void)
{
    enum { COUNT = 90 };
    static const struct {
        const char *entry;
        int result;
        weft_status status;
    } faults[] = {{"cuMemAllocFromPoolAsync", OUT_OF_MEMORY, WEFT_ERROR_MEMORY}, {NULL, LAUNCH_FAILED, WEFT_ERROR_DEVICE}};
    float wanted[COUNT], result[COUNT];
    weft_error error = {.text = ""};
    bool good = is_ok(transform_half(wanted, &error), &error);
    long failed = 0;
    for (size_t i = 0; i < 2; i++)
        for (long n = 1;; n++) {
            const long live = driver.live();
            for (int k = 0; k < COUNT; k++)
                result[k] = 77;
            driver.fail(faults[i].entry, n, faults[i].result, 0);
            const weft_status status = transform_half(result, &error);
            const bool was_failed = driver.count() >= n;
            driver.fail(NULL, 0, 0, 0);
            if (!was_failed) {
                good = status == WEFT_OK && memcmp(result, wanted, sizeof wanted) == 0 && good;
                break;
            }
            failed += status != WEFT_OK;
            bool is_left = true;
            for (int k = 0; k < COUNT; k++)
                is_left = is_left && (status ? result[k] == 77 : result[k] == wanted[k]);
            if ((status && status != faults[i].status) || !is_left || driver.live() > live)
                printf("  call %ld of %s: status %d, %s; %ld allocations, %ld before\n", n,
                       faults[i].entry ? faults[i].entry : "any", (int)status, error.text, driver.live(), live);
            good = (!status || status == faults[i].status) && is_left && driver.live() <= live && good;
        }
    return good && failed > 5;
}

/* A plan whose work area has no memory; in place, too. */
static bool no_work_area(void)
{
    double complex numbers[MOST], back[MOST];
    weft_error error = {.text = ""};
    weft_array x = {0};
    fill(numbers, 50, 1);
    weft_array from = view(numbers, 50), to = view(back, 50);
    bool good = is_ok(weft_to_device(&from, &x, NULL, &error), &error);
    driver.fail("cuMemAllocFromPoolAsync", 1, OUT_OF_MEMORY, 0);
    good = weft_call(ifft, (weft_array *[]){&x, NULL, &x}, NULL, &error) == WEFT_ERROR_MEMORY && good;
    driver.fail(NULL, 0, 0, 0);
    good = is_ok(weft_copy_to_host(&x, &to, NULL, &error), &error) && good;
    weft_array_clear(&x);
    return good && memcmp(numbers, back, 50 * sizeof *back) == 0;
}

int scenes_run(weft_library *library)
{
    const struct {
        const char *name;
        bool (*run)(void);
        bool needs_stand_in;
    } scenes[] = {
        {"many plans", many_plans, false},        {"threads", threads, false},
        {"graphs", graphs, false},                {"faults of cuFFT", library_faults, true},
        {"faults of the driver", driver_faults, true}, {"no work area", no_work_area, true},
    };
    int wrong = 0;
    fft = weft_library_find(library, "fft");
    ifft = weft_library_find(library, "ifft");
    irfft2 = weft_library_find(library, "irfft2");
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        if (scenes[i].needs_stand_in && !fail)
            continue;
        const bool good = scenes[i].run();
        printf("%s: %s\n", scenes[i].name, good ? "right" : "WRONG");
        wrong += !good;
    }
    return wrong;
}
