/* host_arrays.c: calls on arrays in host memory: milliseconds, and the bytes of all operands a second, on cpu,
 * parallel, the gpu in one piece (one thread), in slices, and in slices on all devices. No test: it prints
 * numbers. Each row's results are cpu's, bit for bit or to the last few bits. Exits with 77 and says why where no
 * GPU can be used.
 *   host_arrays LIBRARY [MOST]        libweft_std.so; at most so many elements, 2^27 unless given */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <weft/weft.h>

enum { ROUNDS = 4, SKIPPED = 77 };

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
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static const struct {
    const char *name;
    weft_options options;
} ways[] = {
    {"cpu", {.target = WEFT_CPU}},
    {"parallel", {.target = WEFT_PARALLEL}},
    {"gpu, whole", {.target = WEFT_GPU, .threads = 1}},
    {"gpu, slices", {.target = WEFT_GPU}},
    {"all devices", {.target = WEFT_GPU, .device = WEFT_ALL_DEVICES}},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* A ufunc on two float32 inputs and an output of one shape each. */
typedef struct row {
    const char *ufunc, *shape;
    int rank;
    int64_t shapes[3][3];
    bool is_turned; /* the axes of all operands are in Fortran's order */
} row;

static int64_t count_of(const int64_t *shape, int rank)
{
    int64_t count = 1;
    for (int axis = 0; axis < rank; axis++)
        count *= shape[axis];
    return count;
}

static weft_array view(float *data, const row *what, int operand)
{
    const int64_t *shape = what->shapes[operand];
    int64_t steps[3], step = sizeof(float);
    for (int axis = 0; axis < what->rank; axis++) {
        steps[axis] = step;
        step *= shape[axis];
    }
    return weft_array_view(data, WEFT_FLOAT32, what->rank, shape, what->is_turned ? steps : NULL);
}

/* The least of some rounds, in milliseconds. */
static double measure(const weft_ufunc *ufunc, weft_array *const *operands, const weft_options *options)
{
    double least = INFINITY;
    for (int round = -1; round < ROUNDS; round++) { /* one to warm up */
        const double start = now();
        check(weft_call(ufunc, operands, options, &error), ufunc->name);
        const double took = now() - start;
        if (round >= 0 && took < least)
            least = took;
    }
    return least;
}

static bool is_close(const float *got, const float *wanted, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (!(fabsf(got[k] - wanted[k]) <= 1e-5f * fabsf(wanted[k])))
            return false;
    return true;
}

static bool show(weft_library *library, const row *what)
{
    const weft_ufunc *ufunc = weft_library_find(library, what->ufunc);
    float *data[3], *wanted;
    weft_array arrays[3];
    double bytes = 0;
    bool good = ufunc != NULL;
    for (int k = 0; k < 3; k++) {
        const int64_t count = count_of(what->shapes[k], what->rank);
        data[k] = malloc((size_t)count * sizeof(float));
        if (!data[k])
            exit(EXIT_FAILURE);
        for (int64_t i = 0; i < count; i++)
            data[k][i] = (float)((i * 7919 + k) % 1024) / 512 + 1;
        arrays[k] = view(data[k], what, k);
        bytes += (double)count * sizeof(float);
    }
    const int64_t results = count_of(what->shapes[2], what->rank);
    wanted = malloc((size_t)results * sizeof(float));
    if (!wanted)
        exit(EXIT_FAILURE);
    printf("%-10s %-30s %8.1f MB", what->ufunc, what->shape, bytes / 1e6);
    for (int n = 0; n < WAYS && good; n++) {
        for (int64_t i = 0; i < results; i++)
            data[2][i] = -1;
        const double took = measure(ufunc, (weft_array *[]){&arrays[0], &arrays[1], &arrays[2]},
                                    &ways[n].options);
        for (int64_t i = 0; n == 0 && i < results; i++)
            wanted[i] = data[2][i];
        good = is_close(data[2], wanted, results);
        printf("  %9.3f ms %6.1f GB/s%s", took, bytes / took / 1e6, good ? "" : " WRONG");
        fflush(stdout);
    }
    printf("\n");
    for (int k = 0; k < 3; k++)
        free(data[k]);
    free(wanted);
    return good;
}

int main(int argc, char **argv)
{
    weft_library *library;
    const int64_t most = argc > 2 ? atoll(argv[2]) : INT64_C(1) << 27;
    bool good = true;
    if (argc < 2 || most < 1 || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", argc < 2 || most < 1 ? "host_arrays LIBRARY [MOST]" : error.text);
        return SKIPPED;
    }
    check(weft_library_open(argv[1], &library, &error), "opening the library");
    printf("%d devices\n%-52s", weft_device_count(), "");
    for (int n = 0; n < WAYS; n++)
        printf("  %-24s", ways[n].name);
    printf("\n");
    for (int64_t count = 1 << 16; count <= most; count *= count == 1 << 24 ? 8 : 4) {
        char text[32];
        snprintf(text, sizeof text, "%lld", (long long)count);
        const row one = {"add", text, 1, {{count}, {count}, {count}}, false};
        good = show(library, &one) && good;
    }
    const row rows[] = {
        {"power", "2^25", 1, {{1 << 25}, {1 << 25}, {1 << 25}}, false},
        {"add", "(4096,8192) in Fortran's order", 2, {{4096, 8192}, {4096, 8192}, {4096, 8192}}, true},
        {"matmul", "500000 x (8,8)(8,8)", 3, {{500000, 8, 8}, {500000, 8, 8}, {500000, 8, 8}}, false},
        {"matmul", "4000 x (64,64)(64,64)", 3, {{4000, 64, 64}, {4000, 64, 64}, {4000, 64, 64}}, false},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++)
        good = (count_of(rows[n].shapes[2], rows[n].rank) > most || show(library, &rows[n])) && good;
    weft_library_close(library);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
