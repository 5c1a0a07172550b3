/* small_call.c: what a call of a few items costs beside its items: nanoseconds from weft_call to its
 * return, on host memory. No test: it prints numbers. Results are checked.
 *   small_call LIBRARY [WORDS]      libweft_std.so; only rows whose name has the words */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <weft/weft.h>

enum { BATCH = 2000, ROUNDS = 201 };

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

/* The rows that are printed: each a call, whose last operand's elements must all be `expected`; or, where
 * there are two operands of a function of two, a reduction of the first. */
typedef struct row {
    const char *name;
    const char *ufunc;
    weft_array *operands[3];
    const weft_options *options;
    double expected;
} row;

static bool is_reduction(const weft_ufunc *ufunc, const row *what)
{
    return ufunc->input_count == 2 && !what->operands[2];
}

static weft_status run(const weft_ufunc *ufunc, const row *what)
{
    if (is_reduction(ufunc, what))
        return weft_reduce(ufunc, what->operands[0], what->operands[1], NULL, what->options,
                           &error);
    return weft_call(ufunc, what->operands, what->options, &error);
}

/* Least nanoseconds of one call. */
static double measure(const weft_ufunc *ufunc, const row *what)
{
    double least = 0;
    for (int round = -1; round < ROUNDS; round++) { /* one to warm up */
        double start = now();
        for (int n = 0; n < BATCH; n++)
            check(run(ufunc, what), what->name);
        double each = (now() - start) / BATCH;
        least = round <= 0 || each < least ? each : least;
    }
    return least;
}

static const weft_ufunc *find(const weft_library *library, const char *name)
{
    const weft_ufunc *found = weft_library_find(library, name);
    if (found)
        return found;
    printf("there is no %s\n", name);
    exit(EXIT_FAILURE);
}

static bool is_right(const weft_array *result, double expected)
{
    const double *elements = result->data;
    int64_t count = 1;
    for (int axis = 0; axis < result->rank; axis++)
        count *= result->shape[axis];
    for (int64_t k = 0; k < count; k++)
        if (elements[k] != expected)
            return false;
    return true;
}

/* Prints one row; false if its result is wrong. */
static bool show(const weft_library *library, const row *what)
{
    const weft_ufunc *ufunc = find(library, what->ufunc);
    double nanoseconds = measure(ufunc, what);
    const int last = is_reduction(ufunc, what) ? 1 : ufunc->input_count;
    bool right = is_right(what->operands[last], what->expected);
    printf("%-32s %8.1f ns%s\n", what->name, nanoseconds, right ? "" : "  WRONG");
    return right;
}

int main(int argc, char **argv)
{
    weft_library *library;
    double ones[64], twos[16], results[16];
    const int64_t four[] = {4, 4}, swapped[] = {8, 32};
    const int64_t two[] = {2, 2, 2, 2}, turned[] = {8, 16, 32, 64};
    if (argc < 2 || argc > 3) {
        printf("small_call LIBRARY [WORDS]\n");
        return EXIT_FAILURE;
    }
    check(weft_library_open(argv[1], &library, &error), argv[1]);
    for (int k = 0; k < 64; k++)
        ones[k] = 1;
    for (int k = 0; k < 16; k++)
        twos[k] = 2;
    weft_array a0 = weft_array_view(ones, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array c0 = weft_array_view(results, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array a1 = weft_array_view(ones, WEFT_FLOAT64, 1, (int64_t[]){1}, NULL);
    weft_array b1 = weft_array_view(twos, WEFT_FLOAT64, 1, (int64_t[]){1}, NULL);
    weft_array c1 = weft_array_view(results, WEFT_FLOAT64, 1, (int64_t[]){1}, NULL);
    weft_array a2 = weft_array_view(ones, WEFT_FLOAT64, 2, four, NULL);
    weft_array t2 = weft_array_view(twos, WEFT_FLOAT64, 2, four, swapped);
    weft_array c2 = weft_array_view(results, WEFT_FLOAT64, 2, four, NULL);
    weft_array a4 = weft_array_view(ones, WEFT_FLOAT64, 4, two, turned);
    weft_array t4 = weft_array_view(twos, WEFT_FLOAT64, 4, two, turned);
    weft_array c4 = weft_array_view(results, WEFT_FLOAT64, 4, two, NULL);
    weft_array column = weft_array_view(ones, WEFT_FLOAT64, 2, (int64_t[]){4, 1}, NULL);
    weft_array many = weft_array_view(ones, WEFT_FLOAT64, 1, (int64_t[]){64}, NULL);
    weft_array literal = weft_scalar_f64(2);
    const weft_options on_cpu = {.target = WEFT_CPU}, on_parallel = {.target = WEFT_PARALLEL};
    const row rows[] = {
        {"add, rank 0", "add", {&a0, &a0, &c0}, NULL, 2},
        {"add, one element", "add", {&a1, &b1, &c1}, NULL, 3},
        {"add, one element, on cpu", "add", {&a1, &b1, &c1}, &on_cpu, 3},
        {"add, one element, on parallel", "add", {&a1, &b1, &c1}, &on_parallel, 3},
        {"add, one element and a literal", "add", {&a1, &literal, &c1}, NULL, 3},
        {"add, 4 x 4", "add", {&a2, &a2, &c2}, NULL, 2},
        {"add, 4 x 4, one transposed", "add", {&a2, &t2, &c2}, NULL, 3},
        {"add, 4 x 1 and 4 x 4", "add", {&column, &a2, &c2}, NULL, 2},
        {"add, 2 x 2 x 2 x 2, transposed", "add", {&a4, &t4, &c4}, NULL, 3},
        {"square, one element", "square", {&b1, &c1}, NULL, 4},
        {"matmul, 4 x 4", "matmul", {&a2, &a2, &c2}, NULL, 4},
        {"matmul, 4 x 4, one transposed", "matmul", {&a2, &t2, &c2}, NULL, 8},
        {"sum of 64", "add", {&many, &c0}, NULL, 64},
    };
    bool good = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (argc < 3 || strstr(rows[k].name, argv[2]))
            good = show(library, &rows[k]) && good;
    weft_library_close(library);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
