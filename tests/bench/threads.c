/* threads.c: what `parallel` takes against `cpu`, over kinds of work, sizes and numbers of threads: microseconds of a
 * call, the least of interleaved rounds of calls one after the other, in the first line of a kind of calls 2 ms apart, too.
 * No test: it prints numbers, and at the end how many are slower by more than a tenth.
 *   threads LIBRARY [THREADS…]      libweft_std.so; by default 2, 4, 8 … up to what there are */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <weft/weft.h>

enum { ROUNDS = 25, MOST_COUNTS = 16, MOST_OPERANDS = 4, APART = 2000 };

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
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* A kind of call: all operands have the dtype and `items` items of the core, but those that are scalars. */
typedef struct kind {
    const char *name, *ufunc;
    weft_dtype dtype;
    int operands, core; /* core: of square matrices; 0: elements */
    unsigned scalars;   /* bit: an operand that is one element */
    int64_t sizes[8];   /* items; 0 ends them */
} kind;

static const kind kinds[] = {
    {"clip int32", "clip", WEFT_INT32, 4, 0, 6, {2, 1000, 10000, 100000, 1000000, 10000000}},
    {"a + b float32", "add", WEFT_FLOAT32, 3, 0, 0, {2, 1000, 10000, 100000, 1000000, 10000000}},
    {"a + b float64", "add", WEFT_FLOAT64, 3, 0, 0, {1000, 10000, 100000, 1000000, 10000000}},
    {"exp float32", "exp", WEFT_FLOAT32, 2, 0, 0, {2, 1000, 10000, 100000, 1000000, 10000000}},
    {"sin float64", "sin", WEFT_FLOAT64, 2, 0, 0, {1000, 10000, 100000, 1000000}},
    {"power float64", "power", WEFT_FLOAT64, 3, 0, 0, {1000, 10000, 100000}},
    {"a // b int32", "floor_divide", WEFT_INT32, 3, 0, 2, {1000, 10000, 100000, 1000000}},
    {"products 8 x 8 float32", "matmul", WEFT_FLOAT32, 3, 8, 0, {2, 100, 1000, 10000}},
    {"products 64 x 64 float32", "matmul", WEFT_FLOAT32, 3, 64, 0, {1, 2, 16, 100}},
    {"inverses 8 x 8 float64", "inv", WEFT_FLOAT64, 2, 8, 0, {2, 16, 100, 1000}},
};

static void fill(weft_array *array, weft_dtype dtype, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const int value = 1 + (int)(i * 7919 % 97);
        if (dtype == WEFT_INT32)
            ((int32_t *)array->data)[i] = value;
        else if (dtype == WEFT_FLOAT32)
            ((float *)array->data)[i] = (float)value / 97;
        else
            ((double *)array->data)[i] = (double)value / 97;
    }
}

/* The operands of a call; they live until the program ends. */
static void make(const kind *of, int64_t items, weft_array *operands)
{
    for (int i = 0; i < of->operands; i++) {
        const bool is_scalar = of->scalars >> i & 1;
        const int64_t shape[] = {items, of->core, of->core};
        const int64_t count = is_scalar ? 1 : items * (of->core ? of->core * of->core : 1);
        void *memory = malloc((size_t)count * 8);
        if (!memory)
            check(WEFT_ERROR_MEMORY, "malloc");
        operands[i] = weft_array_view(memory, of->dtype,
                                      is_scalar  ? 0
                                      : of->core ? 3
                                                 : 1,
                                      shape, NULL);
        fill(&operands[i], of->dtype, count);
    }
}

static double call(const weft_ufunc *ufunc, weft_array *operands, int operand_count,
                   const weft_options *options, int64_t times, bool apart)
{
    weft_array *given[MOST_OPERANDS];
    double taken = 0;
    for (int i = 0; i < operand_count; i++)
        given[i] = &operands[i];
    for (int64_t k = 0; k < times; k++) {
        if (apart)
            usleep(APART);
        const double begin = apart || k == 0 ? now() : 0;
        if (begin != 0)
            taken -= begin;
        check(weft_call(ufunc, given, options, &error), ufunc->name);
        if (apart || k == times - 1)
            taken += now();
    }
    return taken / (double)times;
}

static int wrong, rows;

static void compare(const kind *of, const weft_ufunc *ufunc, int64_t items, int threads, bool apart)
{
    weft_array operands[MOST_OPERANDS];
    const weft_options serial = {.target = WEFT_CPU},
                       parallel = {.target = WEFT_PARALLEL, .threads = threads};
    double cpu = 1e30, many = 1e30;
    make(of, items, operands);
    const double once = call(ufunc, operands, of->operands, &serial, 3, false);
    const int64_t times = apart ? 5 : once > 2000 ? 1 : (int64_t)(2000 / once) + 1;
    for (int round = 0; round < ROUNDS; round++) {
        const double a = call(ufunc, operands, of->operands, &serial, times, apart);
        call(ufunc, operands, of->operands, &parallel, apart ? 1 : times, apart);
        const double b = call(ufunc, operands, of->operands, &parallel, times, apart);
        cpu = a < cpu ? a : cpu;
        many = b < many ? b : many;
    }
    const bool is_wrong = many > 1.1 * cpu + 0.05; /* the clock's grain */
    rows++, wrong += is_wrong;
    printf("%-25s %9lld %8d %12.2f %12.2f %7.2f%s%s\n", of->name, (long long)items, threads, cpu,
           many, many / cpu, apart ? "  apart" : "", is_wrong ? "  SLOWER" : "");
    fflush(stdout);
    for (int i = 0; i < of->operands; i++)
        free(operands[i].data);
}

int main(int count, char **words)
{
    int threads[MOST_COUNTS], thread_counts = 0;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    weft_library *library;
    if (count < 2) {
        puts("usage: threads LIBRARY [THREADS…]");
        return EXIT_FAILURE;
    }
    check(weft_library_open(words[1], &library, &error), words[1]);
    for (int k = 2; k < count && thread_counts < MOST_COUNTS; k++)
        threads[thread_counts++] = atoi(words[k]);
    for (int k = 2; count == 2 && k <= cores && thread_counts < MOST_COUNTS; k *= 2)
        threads[thread_counts++] = k;
    printf("%ld cores; microseconds a call\n%-25s %9s %8s %12s %12s %7s\n", cores, "", "items",
           "threads", "cpu", "parallel", "ratio");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const weft_ufunc *ufunc = weft_library_find(library, kinds[k].ufunc);
        for (int t = 0; ufunc && t < thread_counts; t++)
            for (int s = 0; s < 8 && kinds[k].sizes[s]; s++)
                for (int apart = 0; apart < 2; apart++)
                    if (!apart || (kinds[k].sizes[s] >= 1000 && kinds[k].sizes[s] <= 100000))
                        compare(&kinds[k], ufunc, kinds[k].sizes[s], threads[t], apart);
    }
    printf("%d of %d slower by more than a tenth\n", wrong, rows);
    weft_library_close(library);
    return EXIT_SUCCESS;
}
