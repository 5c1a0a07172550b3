/* y = x1 x2 + b over sizes, targets and shapes of blocks, with the time of an element.
 *   multiply_add [FILE.svg [LOG2_OF_LARGEST_SIZE]] */
#include "example.h"

#include <math.h>
#include <time.h>

#include "multiply_add.h"
#include "plot.h"

enum { FIRST = 4, LARGEST = 24, TARGETS = 2, ROUNDS = 15 };

static const weft_target targets[TARGETS] = {WEFT_CPU, WEFT_PARALLEL};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void call(weft_array *const *operands, weft_target target)
{
    weft_error error;
    weft_options options = {.target = target};
    example_check(weft_call(&weft_ufunc_multiply_add, operands, &options, &error), &error);
}

/* Nanoseconds an element: the least of some rounds, each of many calls where they are short. */
static double time_of(weft_array *const *operands, weft_target target, double elements)
{
    int calls = (int)fmax(1, 1e5 / elements);
    double least = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        for (int i = 0; i < calls; i++)
            call(operands, target);
        least = fmin(least, seconds() - start);
    }
    return 1e9 * least / (calls * elements);
}

static float *make(int64_t count, int factor)
{
    float *data = malloc((size_t)count * sizeof *data);
    example_expect(data != NULL, "memory for the operands");
    for (int64_t i = 0; i < count; i++)
        data[i] = (float)(i * factor % 251);
    return data;
}

/* Whole numbers that float32 holds: the results are exact, whatever is fused. */
static void check(const float *y, int64_t rows, int64_t columns, int64_t pitch, const float *b,
                  int b_step)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            int64_t at = i * pitch + j;
            int64_t expected = (3 * at % 251) * (5 * at % 251) + (int64_t)b[j * b_step];
            example_expect((int64_t)y[i * columns + j] == expected, "x1 x2 + b");
        }
}

/* Vectors of 2^FIRST to 2^last elements, b a number; a line for each target. */
static void run_sizes(const char *path, float *x1, float *x2, float *y, int last)
{
    double sizes[LARGEST], times[LARGEST];
    plot *plot = plot_begin(path, "y = x₁ x₂ + b, float32",
                            (plot_axis){"elements", 1 << FIRST, pow(2, last), last - FIRST, 2},
                            (plot_axis){"nanoseconds an element", 0.03125, 32, 10, 2});
    for (int k = 0; k < TARGETS; k++) {
        for (int power = FIRST; power <= last; power++) {
            int64_t count = (int64_t)1 << power;
            weft_array a = weft_array_view(x1, WEFT_FLOAT32, 1, &count, NULL);
            weft_array b = weft_array_view(x2, WEFT_FLOAT32, 1, &count, NULL);
            weft_array c = weft_scalar_f64(7);
            weft_array result = weft_array_view(y, WEFT_FLOAT32, 1, &count, NULL);
            weft_array *operands[] = {&a, &b, &c, &result};
            sizes[power - FIRST] = (double)count;
            times[power - FIRST] = time_of(operands, targets[k], (double)count);
            check(y, 1, count, 0, &(float){7}, 0);
        }
        plot_line(plot, weft_target_name(targets[k]), last - FIRST + 1, sizes, times);
        printf("%-8s  %.3g ns an element of 2^%d, %.3g of 2^%d\n", weft_target_name(targets[k]),
               times[0], FIRST, times[last - FIRST], last);
    }
    plot_end(plot);
}

/* Blocks of one number of elements in another shape: rows of wider arrays, b a row. */
static void run_shapes(float *x1, float *x2, float *y, const float *b_row, int last)
{
    printf("blocks of 2^%d elements: rows × columns, ns an element on cpu\n", last - 1);
    for (int power = 2; power < last; power += 4) {
        int64_t shape[] = {(int64_t)1 << (last - 1 - power), (int64_t)1 << power};
        int64_t pitch = 2 * shape[1] - 1; /* not all of a row is used */
        int64_t steps[] = {pitch * (int64_t)sizeof(float), sizeof(float)};
        weft_array a = weft_array_view(x1, WEFT_FLOAT32, 2, shape, steps);
        weft_array b = weft_array_view(x2, WEFT_FLOAT32, 2, shape, steps);
        weft_array c = weft_array_view((void *)b_row, WEFT_FLOAT32, 1, shape + 1, NULL);
        weft_array result = weft_array_view(y, WEFT_FLOAT32, 2, shape, NULL);
        weft_array *operands[] = {&a, &b, &c, &result};
        double time = time_of(operands, WEFT_CPU, (double)(shape[0] * shape[1]));
        printf("  %8lld × %-8lld  %.3g\n", (long long)shape[0], (long long)shape[1], time);
        check(y, shape[0], shape[1], pitch, b_row, 1);
    }
}

int main(int argc, char **argv)
{
    int last = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 22;
    if (last <= FIRST || last > LARGEST) {
        fprintf(stderr, "multiply_add: the largest size is 2^%d to 2^%d\n", FIRST + 1, LARGEST);
        return 2;
    }
    int64_t count = (int64_t)1 << last;
    float *x1 = make(count, 3), *x2 = make(count, 5), *b = make(count, 1), *y = make(count, 0);
    run_sizes(argc > 1 ? argv[1] : "multiply_add.svg", x1, x2, y, last);
    run_shapes(x1, x2, y, b, last);
    free(x1);
    free(x2);
    free(b);
    free(y);
    return 0;
}
