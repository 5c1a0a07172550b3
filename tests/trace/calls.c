/* calls.c: a call of every kind, each named on standard error, where WEFT_TRACE=1 shows its plan.
 * usage: calls LIBRARY TARGET, which may be `threads`: many on cpu at once */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

enum { ROOM = 1 << 16, SKIPPED = 77 };

static weft_library *library;
static weft_options options;
static weft_error error;
static double numbers[3][ROOM];
static weft_array memory[3]; /* of the gpu: as much */

static void check(weft_status status)
{
    if (status) {
        printf("calls: %s\n", error.text);
        exit(1);
    }
}

/* Views of the target's memory, one per operand of a call. */
static weft_array view(int operand, weft_dtype dtype, int rank, const int64_t *shape,
                       const int64_t *steps)
{
    const bool on_gpu = options.target == WEFT_GPU;
    weft_array array = weft_array_view(on_gpu ? memory[operand].data : numbers[operand], dtype,
                                       rank, shape, steps);
    array.device = on_gpu ? memory[operand].device : 0;
    return array;
}

/* Calls a function of two inputs, or of one where b is NULL. */
static void call(const char *what, const char *name, weft_array a, const weft_array *b,
                 weft_array result)
{
    weft_array second = b ? *b : result;
    fprintf(stderr, "== %s\n", what);
    check(weft_call(weft_library_find(library, name), (weft_array *[]){&a, &second, &result},
                    &options, &error));
}

#define SHAPE(...) ((const int64_t[]){__VA_ARGS__})
#define FLAT(operand, dtype, ...) \
    view(operand, dtype, sizeof(SHAPE(__VA_ARGS__)) / 8, SHAPE(__VA_ARGS__), NULL)

static void elementwise(void)
{
    const weft_dtype d = WEFT_FLOAT64;
    weft_array a = FLAT(0, d, 1000), b = FLAT(1, d, 1000), c = FLAT(2, d, 1000);
    weft_array one = FLAT(1, d, 1), whole = FLAT(1, WEFT_INT32, 1000);
    weft_array apart = view(1, d, 1, SHAPE(1000), SHAPE(16));
    weft_array turned = view(1, d, 2, SHAPE(40, 25), SHAPE(8, 320));
    weft_array mask = FLAT(1, WEFT_BOOL, 1000), scalar = weft_scalar_f64(2);
    call("contiguous", "add", a, &b, c);
    call("strided", "add", a, &apart, c);
    call("one element", "add", a, &one, c);
    call("a value", "add", a, &scalar, c);
    call("two axes", "add", FLAT(0, d, 40, 25), &turned, FLAT(2, d, 40, 25));
    call("cast", "add", a, &whole, c);
    options.where = &mask;
    call("a mask", "add", a, &b, c);
    options.where = NULL;
}

static void cores(void)
{
    const weft_dtype d = WEFT_FLOAT64;
    weft_array matrix = FLAT(1, d, 40, 20), rows = view(1, d, 2, SHAPE(40, 20), SHAPE(16, 960));
    weft_array vectors = FLAT(1, d, 50, 3), apart = view(1, d, 2, SHAPE(50, 3), SHAPE(8, 400));
    weft_array points = FLAT(1, d, 50, 40);
    unsigned flags = 0;
    call("a product", "matmul", FLAT(0, d, 30, 40), &matrix, FLAT(2, d, 30, 20));
    call("a product of items", "matmul", FLAT(0, d, 7, 30, 40), &rows, FLAT(2, d, 7, 30, 20));
    call("a free dimension", "cdist", FLAT(0, d, 300, 40), &points, FLAT(2, d, 300, 50));
    call("core blocks", "cross", FLAT(0, d, 50, 3), &vectors, FLAT(2, d, 50, 3));
    call("factors", "cholesky", FLAT(0, d, 50, 16, 16), NULL, FLAT(2, d, 50, 16, 16));
    call("core blocks apart", "cross", FLAT(0, d, 50, 3), &apart, FLAT(2, d, 50, 3));
    if (options.target == WEFT_GPU)
        return;
    options.floating_flags = &flags;
    call("flags", "matmul", FLAT(0, d, 30, 40), &matrix, FLAT(2, d, 30, 20));
    options.floating_flags = NULL;
}

static void reductions(void)
{
    const weft_ufunc *add = weft_library_find(library, "add");
    weft_array a = FLAT(0, WEFT_FLOAT64, 30, 40), row = FLAT(2, WEFT_FLOAT64, 40);
    weft_array prefixes = FLAT(2, WEFT_FLOAT64, 30, 40);
    const weft_reduction how = {.axes = (const int[]){0}, .axis_count = 1};
    fputs("== a reduction\n", stderr);
    check(weft_reduce(add, &a, &row, &how, &options, &error));
    fputs("== prefixes\n", stderr);
    check(weft_accumulate(add, &a, &prefixes, 1, &options, &error));
}

enum { THREADS = 8, CALLS = 50 };

static void *call_often(void *name)
{
    for (int k = 0; k < CALLS; k++) {
        weft_array a = FLAT(0, WEFT_FLOAT64, 100), c = {.dtype = WEFT_NONE};
        weft_error own;
        if (weft_call(weft_library_find(library, name), (weft_array *[]){&a, &a, &c}, &options,
                      &own))
            exit(1);
        weft_array_clear(&c);
    }
    return NULL;
}

static void in_threads(void)
{
    pthread_t threads[THREADS];
    for (int k = 0; k < THREADS; k++)
        if (pthread_create(&threads[k], NULL, call_often, k % 2 ? "add" : "subtract"))
            exit(1);
    for (int k = 0; k < THREADS; k++)
        pthread_join(threads[k], NULL);
}

static void reserve(void)
{
    for (int i = 0; i < 3; i++)
        check(weft_device_array(&memory[i], WEFT_FLOAT64, 1, SHAPE(ROOM), &options, &error));
}

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    options.target = strcmp(words[2], "gpu") == 0        ? WEFT_GPU
                     : strcmp(words[2], "parallel") == 0 ? WEFT_PARALLEL
                                                         : WEFT_CPU;
    check(weft_library_open(words[1], &library, &error));
    if (weft_target_check(options.target, &options, &error)) {
        printf("skipped: %s\n", error.text);
        return SKIPPED;
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < ROOM; k++)
            numbers[i][k] = 1;
    if (options.target == WEFT_GPU)
        reserve();
    if (strcmp(words[2], "threads") == 0) {
        in_threads();
    } else {
        elementwise();
        cores();
        reductions();
    }
    for (int i = 0; i < 3; i++)
        weft_array_clear(&memory[i]);
    weft_library_close(library);
    return 0;
}
