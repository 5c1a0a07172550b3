/* gpu_raw.c: kernels that no ufunc calls: what they are handed and where they run, streams and
 * captures, and every wrong launch a sentence, with nothing launched. Over the stand-in, which says
 * so by its controls, failures of the driver, too.
 *   gpu_raw FATBIN [--old]     --old: the driver does not tell of parameters */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "gpu_raw.h"
#include "graphs.h"

enum { SKIPPED = 77 };

stand_in_control driver;
static bool over_stand_in;
int failures;
weft_device_module *module;
static float host[COUNT];
weft_array a, b, c;

void expect(bool good, const char *what)
{
    if (!good) {
        printf("%s\n", what);
        failures++;
    }
}

void done(weft_status status, const weft_error *error, const char *what)
{
    if (status) {
        printf("%s: %s\n", what, error->text);
        failures++;
    }
}

static weft_device_kernel *find(const char *name)
{
    weft_error error = {.text = ""};
    weft_device_kernel *kernel = NULL;
    done(weft_module_kernel(module, name, &kernel, &error), &error, name);
    return kernel;
}

weft_array to_device(float first, float step)
{
    weft_error error = {.text = ""};
    weft_array made = {0};
    for (int i = 0; i < COUNT; i++)
        host[i] = first + step * (float)i;
    const weft_array view = weft_array_view(host, WEFT_FLOAT32, 1, (int64_t[]){COUNT}, NULL);
    done(weft_to_device(&view, &made, NULL, &error), &error, "to_device");
    return made;
}

static void fetch(void)
{
    weft_error error = {.text = ""};
    weft_array view = weft_array_view(host, WEFT_FLOAT32, 1, (int64_t[]){COUNT}, NULL);
    done(weft_copy_to_host(&c, &view, NULL, &error), &error, "copy_to_host");
}

bool is_sum(size_t count)
{
    bool good = true;
    fetch();
    for (size_t i = 0; i < count; i++)
        good = good && host[i] == (float)(3 * i + 1);
    return good;
}

void spoil(void)
{
    weft_error error = {.text = ""};
    weft_array view = weft_array_view(host, WEFT_FLOAT32, 1, (int64_t[]){COUNT}, NULL);
    memset(host, 0x55, sizeof host);
    done(weft_array_copy(&c, &view, NULL, &error), &error, "copy");
}

bool is_spoilt(void)
{
    static const unsigned char mark[sizeof host] = {0x55};
    fetch();
    return memcmp(host, mark, 1) == 0 && memcmp(host, (char *)host + 1, sizeof host - 1) == 0;
}

/* ---- launches ---- */

static void try_grids(weft_device_kernel *add)
{
    const weft_launch ways[] = {
        {.blocks = {4}, .threads = {256}},
        {.threads = {128}, .items = COUNT},
        {.items = COUNT},
        {.size = sizeof(weft_launch), .blocks = {1, 1, 1}, .threads = {1, 1, 1}},
        {.blocks = {3}},
    };
    weft_error error = {.text = ""};
    size_t n = COUNT;
    const weft_argument arguments[] = {
        {.value = &n, .size = sizeof n}, {.array = &a}, {.array = &b}, {.array = &c}};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        spoil();
        done(weft_launch_kernel(add, &ways[k], arguments, 4, NULL, &error), &error, "raw_add");
        expect(is_sum(COUNT), "raw_add gives other sums");
    }
    spoil();
    done(weft_launch_kernel(add, &(weft_launch){.threads = {32}}, arguments, 4, NULL, &error),
         &error, "raw_add of no items");
    expect(is_spoilt(), "a launch for no items has run");
}

/* The same again and again, of which a graph is kept, and others between. */
static void try_again(weft_device_kernel *add)
{
    weft_error error = {.text = ""};
    for (size_t k = 0; k < 40; k++) {
        size_t n = k % 3 == 0 ? COUNT : k * 20;
        const weft_argument arguments[] = {
            {.value = &n, .size = sizeof n}, {.array = &a}, {.array = &b}, {.array = &c}};
        spoil();
        done(weft_launch_kernel(add, &(weft_launch){.blocks = {2}, .threads = {64}}, arguments, 4,
                                NULL, &error),
             &error, "raw_add");
        expect(is_sum(n) && (n == COUNT || host[n] != (float)(3 * n + 1)), "raw_add, again");
    }
}

static void try_places(void)
{
    enum { BLOCKS = 2 * 3 * 4, THREADS = 5 * 2 * 3 };
    weft_device_kernel *places = find("raw_places");
    weft_error error = {.text = ""};
    int32_t found[BLOCKS * THREADS];
    weft_array on,
        view = weft_array_view(found, WEFT_INT32, 1, (int64_t[]){BLOCKS * THREADS}, NULL);
    done(weft_to_device(&view, &on, NULL, &error), &error, "to_device");
    const int8_t sign = -1;
    for (int k = 0; k < 6; k++)
        done(weft_launch_kernel(
                 places, &(weft_launch){.blocks = {2, 3, 4}, .threads = {5, 2, 3}, .shared = 1000},
                 (weft_argument[]){{.array = &on}, {.value = &sign, .size = 1}}, 2, NULL, &error),
             &error, "raw_places");
    done(weft_copy_to_host(&on, &view, NULL, &error), &error, "copy_to_host");
    bool good = true;
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        const int block = i / THREADS, thread = i % THREADS;
        good = good && -found[i] == 100000 * (thread / 10) + 10000 * (thread / 5 % 2) +
                                        1000 * (thread % 5) + 100 * (block / 6) +
                                        10 * (block / 2 % 3) + block % 2;
    }
    expect(good, "threads are elsewhere in the grid");
    weft_array_clear(&on);
}

static void try_structures(void)
{
    weft_device_kernel *reverse = find("raw_reverse");
    const struct {
        float first, second;
    } pair = {2, 1};
    weft_error error = {.text = ""};
    const weft_argument arguments[] = {{.array = &c}, {.value = &pair, .size = sizeof pair}};
    spoil();
    done(weft_array_copy(&c, &a, NULL, &error), &error, "copy");
    done(weft_launch_kernel(reverse, &(weft_launch){.blocks = {COUNT / 50}, .threads = {50}},
                            arguments, 2, NULL, &error),
         &error, "raw_reverse");
    fetch();
    bool good = true;
    for (int i = 0; i < COUNT; i++)
        good = good && host[i] == (float)(2 * (i / 50 * 50 + 49 - i % 50) + 1);
    expect(good, "raw_reverse gives other numbers");
    done(weft_launch_kernel(find("raw_nothing"), &(weft_launch){.blocks = {1}, .threads = {1}},
                            NULL, 0, NULL, &error),
         &error, "raw_nothing");
}

static void try_streams(weft_device_kernel *add)
{
    weft_error error = {.text = ""};
    size_t n = COUNT;
    const weft_argument arguments[] = {
        {.value = &n, .size = sizeof n}, {.array = &a}, {.array = &b}, {.array = &c}};
    void *stream = graph_stream(false);
    const weft_options options = {.size = sizeof options, .stream = stream};
    spoil();
    done(weft_launch_kernel(add, &(weft_launch){.items = COUNT}, arguments, 4, &options, &error),
         &error, "on a stream");
    done(weft_synchronize(&options, &error), &error, "synchronize");
    expect(is_sum(COUNT), "raw_add on a stream");
    spoil();
    for (graph_mode mode = GRAPH_GLOBAL; mode < GRAPH_MODE_COUNT; mode++) {
        expect(graph_begin(stream, mode), "a capture begins");
        weft_status status = weft_launch_kernel(
            add, &(weft_launch){.items = COUNT, .shared = 60000}, arguments, 4, &options, &error);
        void *graph = graph_end(stream);
        done(status, &error, "in a capture");
        expect(is_spoilt(), "what is captured has run");
        expect(graph_replay(graph, stream) && is_sum(COUNT), "a captured launch");
        graph_destroy(graph);
        spoil();
    }
    graph_stream_end(stream);
}

/* ---- refusals ---- */

void refused(weft_status status, const weft_error *error, weft_status wanted, const char *words)
{
    if (status == wanted && strstr(error->text, words))
        return;
    printf("status %d, \"%s\" instead of %d, \"%s\"\n", (int)status, error->text, (int)wanted,
           words);
    failures++;
}

static void try_wrong_grids(weft_device_kernel *add)
{
    static const struct {
        weft_launch how;
        const char *words;
    } wrong[] = {
        {{.items = -1}, "raw_add: items is negative (-1)"},
        {{.blocks = {1}, .threads = {2000}},
         "raw_add: threads[0] is 2000, and a block has at most 1024 along that axis"},
        {{.blocks = {1}, .threads = {1, 1, 65}}, "raw_add: threads[2] is 65"},
        {{.blocks = {1}, .threads = {1024, 2}},
         "raw_add: a block of 1024 × 2 × 1 threads has more than the "},
        {{.blocks = {1, 65536}, .threads = {1}},
         "raw_add: blocks[1] is 65536, and a grid has at most 65535 along that axis"},
        {{.blocks = {4294967295U}, .threads = {1}}, "raw_add: blocks[0] is 4294967295"},
        {{.items = INT64_MAX, .threads = {8}},
         "raw_add: 9223372036854775807 items by blocks of 8 threads are more than the 2147483647 "
         "blocks"},
        {{.blocks = {1}, .threads = {0, 2}},
         "raw_add: threads[0] is 0, to be chosen, and threads[1] is 2"},
        {{.blocks = {1}, .threads = {1}, .shared = 10000000},
         "raw_add: 10000000 bytes of shared memory, and "},
        {{.blocks = {1}, .threads = {1}, .shared = SIZE_MAX}, "bytes of shared memory, and "},
        {{.size = 3, .blocks = {1}}, "weft_launch_kernel: how.size is 3, which is no size of it"},
    };
    size_t n = COUNT;
    const weft_argument arguments[] = {
        {.value = &n, .size = sizeof n}, {.array = &a}, {.array = &b}, {.array = &c}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        weft_error error = {.text = ""};
        refused(weft_launch_kernel(add, &wrong[k].how, arguments, 4, NULL, &error), &error,
                WEFT_ERROR_ARGUMENT, wrong[k].words);
    }
}

static void try_wrong_arguments(weft_device_kernel *add, bool is_old)
{
    weft_error error = {.text = ""};
    const weft_launch how = {.items = COUNT};
    size_t n = COUNT;
    int small = COUNT;
    weft_array near = weft_array_view(host, WEFT_FLOAT32, 1, (int64_t[]){COUNT}, NULL), every = a;
    weft_array number = weft_scalar_f64(2), broken = a, swapped = a;
    every.shape[0] = COUNT / 2, every.steps[0] = 8;
    broken.rank = 40;
    swapped.flags |= WEFT_ARRAY_SWAPPED;
    weft_argument good[] = {
        {.value = &n, .size = sizeof n}, {.array = &a}, {.array = &b}, {.array = &c}};
    const struct {
        int at;
        weft_argument wrong;
        bool needs_sizes;
        const char *words;
    } cases[] = {
        {0,
         {.value = &small, .size = 4},
         true,
         "raw_add: argument 0 has 4 bytes, and the kernel takes 8 there"},
        {1, {.array = &near}, false, "raw_add: argument 1 lies in host memory"},
        {2, {.array = &every}, false, "raw_add: argument 2 has gaps, or not the order of C"},
        {2, {.array = &swapped}, false, "raw_add: argument 2 has elements in the other byte order"},
        {3, {.array = &number}, false, "raw_add: argument 3 is a number without memory"},
        {1,
         {.value = NULL},
         false,
         "raw_add: argument 1 is neither an array nor a value of some bytes"},
        {1,
         {.value = &n},
         false,
         "raw_add: argument 1 is neither an array nor a value of some bytes"},
        {2, {.array = &broken}, false, "40"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        weft_argument arguments[4];
        memcpy(arguments, good, sizeof good);
        arguments[cases[k].at] = cases[k].wrong;
        if (!is_old || !cases[k].needs_sizes)
            refused(weft_launch_kernel(add, &how, arguments, 4, NULL, &error), &error,
                    WEFT_ERROR_ARGUMENT, cases[k].words);
    }
    if (is_old)
        return;
    for (int count = 0; count < 4; count++) {
        char words[100];
        snprintf(words, sizeof words, "raw_add: %d arguments are given, and the kernel takes 4",
                 count);
        refused(weft_launch_kernel(add, &how, good, count, NULL, &error), &error,
                WEFT_ERROR_ARGUMENT, words);
    }
    refused(weft_launch_kernel(find("raw_places"), &how,
                               (weft_argument[]){{.array = &a}, {.array = &b}}, 2, NULL, &error),
            &error, WEFT_ERROR_ARGUMENT,
            "raw_places: argument 1 has 8 bytes, an address, and the kernel takes 1 there");
    refused(weft_launch_kernel(add, &how, good, -1, NULL, &error), &error, WEFT_ERROR_ARGUMENT,
            "raw_add: count is negative");
    refused(weft_launch_kernel(add, &how, NULL, 4, NULL, &error), &error, WEFT_ERROR_ARGUMENT,
            "raw_add: arguments is NULL");
}

static void try_nothing(void)
{
    weft_error error = {.text = ""};
    weft_device_kernel *kernel;
    refused(weft_launch_kernel(NULL, &(weft_launch){0}, NULL, 0, NULL, &error), &error,
            WEFT_ERROR_ARGUMENT, "weft_launch_kernel: kernel is NULL");
    refused(weft_launch_kernel(find("raw_add"), NULL, NULL, 0, NULL, &error), &error,
            WEFT_ERROR_ARGUMENT, "weft_launch_kernel: how is NULL");
    refused(weft_module_kernel(NULL, "x", &kernel, &error), &error, WEFT_ERROR_ARGUMENT,
            "weft_module_kernel: module is NULL");
    refused(weft_module_kernel(module, NULL, &kernel, &error), &error, WEFT_ERROR_ARGUMENT,
            "weft_module_kernel: name is NULL");
    refused(weft_module_kernel(module, "x", NULL, &error), &error, WEFT_ERROR_ARGUMENT,
            "weft_module_kernel: kernel is NULL");
    refused(weft_module_kernel(module, "raw_none", &kernel, &error), &error, WEFT_ERROR_TARGET,
            "finding the kernel raw_none of ");
    refused(weft_module_load(NULL, &module, NULL, &error), &error, WEFT_ERROR_ARGUMENT,
            "weft_module_load: path is NULL");
    refused(weft_module_load("x", NULL, NULL, &error), &error, WEFT_ERROR_ARGUMENT,
            "weft_module_load: module is NULL");
    weft_module_unload(NULL);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        exit(EXIT_FAILURE);
}

static void try_wrong_files(void)
{
    static const char name[] = "gpu_raw.wrong";
    weft_error error = {.text = ""};
    weft_device_module *made = NULL;
    refused(weft_module_load("/nonexistent/x.fatbin", &made, NULL, &error), &error, WEFT_ERROR_FILE,
            "/nonexistent/x.fatbin: No such file or directory");
    refused(weft_module_load("/tmp", &made, NULL, &error), &error, WEFT_ERROR_FILE,
            "/tmp: Is a directory");
    refused(weft_module_load("x", &made, &(weft_options){.device = 100}, &error), &error,
            WEFT_ERROR_TARGET, "there is no CUDA device 100");
    if (over_stand_in) { /* a driver may read a file when a kernel is asked for, and not before */
        write_text(name, "no module at all");
        refused(weft_module_load(name, &made, NULL, &error), &error, WEFT_ERROR_TARGET,
                "loading the module gpu_raw.wrong: the driver cannot read the kernels");
        write_text(name, ".version 8.0 wrong");
        refused(weft_module_load(name, &made, NULL, &error), &error, WEFT_ERROR_TARGET,
                ": ptxas fatal: it is wrong");
        remove(name);
    }
    expect(!made, "a module was made of a wrong file");
}

int main(int argc, char **argv)
{
    weft_error error = {.text = ""};
    const bool is_old = argc == 3 && strcmp(argv[2], "--old") == 0;
    over_stand_in = stand_in_find(&driver);
    if (over_stand_in && is_old)
        driver.hide("cuKernelGetParamInfo");
    if (weft_target_check(WEFT_GPU, NULL, &error) || argc < 2 || !graph_open()) {
        puts(error.text);
        return SKIPPED;
    }
    done(weft_module_load(argv[1], &module, NULL, &error), &error, argv[1]);
    a = to_device(0, 1);
    b = to_device(1, 2);
    c = to_device(0, 0);
    if (failures)
        return 1;
    weft_device_kernel *add = find("raw_add");
    const size_t *sizes;
    const int parameters = weft_device_kernel_parameters(add, &sizes);
    expect(find("raw_add") == add, "a kernel is found as another");
    expect(is_old ? parameters == -1 : parameters == 4 && sizes[0] == sizeof(size_t),
           "raw_add has other parameters");
    try_grids(add);
    try_again(add);
    try_places();
    try_structures();
    try_streams(add);
    try_threads();
    spoil();
    try_wrong_grids(add);
    try_wrong_arguments(add, is_old);
    try_nothing();
    try_wrong_files();
    if (over_stand_in && !is_old) {
        try_faults(argv[1]);
        expect(is_spoilt(), "a launch that has failed has run");
        try_all_faults(argv[1]);
    }
    expect(is_spoilt(), "a launch that was refused has run");
    weft_module_unload(module);
    weft_array_clear(&a);
    weft_array_clear(&b);
    weft_array_clear(&c);
    printf("%d failures\n", failures);
    return failures != 0;
}
