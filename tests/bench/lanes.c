/* lanes.c: the loops of lanes_kernels.c as vectors of items against one by one, of one instruction set;
 * for each the nanoseconds an item of both and what they differ by. See lanes.py. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <weft/kernel.h>

extern const weft_kernel_table weft_kernels_lanes_kernels_lanes;
extern const weft_kernel_table weft_kernels_lanes_kernels_scalar;

enum { ITEMS = 4096, SIDE = 64, ROUNDS = 25, MOST_OPERANDS = 7 };

/* Of the process: others may share the machine. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double between(double low, double high)
{
    return low + (high - low) * rand() / RAND_MAX;
}

/* One operand: where its numbers lie, and of what type. */
typedef struct operand {
    char dtype; /* f, d, i, l */
    double low, high;
} operand;

/* One row of what is timed. */
typedef struct row {
    const char *name;
    int kernel, inputs, outputs;
    bool grid; /* neighbours are alike: a plane, by rows */
    operand operands[MOST_OPERANDS];
} row;

static size_t size_of(char dtype)
{
    return dtype == 'f' || dtype == 'i' ? 4 : 8;
}

static void put(char *at, char dtype, double value)
{
    float single = (float)value;
    int32_t integer = (int32_t)value;
    int64_t wide = (int64_t)value;
    const void *from = dtype == 'f'   ? (void *)&single
                       : dtype == 'i' ? (void *)&integer
                       : dtype == 'l' ? (void *)&wide
                                      : (void *)&value;
    memcpy(at, from, size_of(dtype));
}

static double get(const char *at, char dtype)
{
    float single;
    double real;
    int32_t integer;
    int64_t wide;
    switch (dtype) {
    case 'f':
        memcpy(&single, at, sizeof single);
        return (double)single;
    case 'd':
        memcpy(&real, at, sizeof real);
        return real;
    case 'i':
        memcpy(&integer, at, sizeof integer);
        return integer;
    default:
        memcpy(&wide, at, sizeof wide);
        return (double)wide;
    }
}

static void fill(const row *shown, int k, char *at)
{
    const operand *one = &shown->operands[k];
    for (int i = 0; i < ITEMS; i++) {
        double place = (double)(k ? i / SIDE : i % SIDE) / SIDE;
        double value = shown->grid ? one->low + (one->high - one->low) * place
                                   : between(one->low, one->high);
        put(at + (size_t)i * size_of(one->dtype), one->dtype, value);
    }
}

/* Nanoseconds an item: the least of some rounds. */
static double run(weft_kernel *kernel, char **places, const int64_t *steps)
{
    int64_t count = ITEMS;
    double start = now();
    kernel(places, &count, steps, NULL);
    return (now() - start) / ITEMS;
}

/* The greatest difference of two results, by the greater one. */
static double difference(const row *shown, char **one, char **other)
{
    double most = 0;
    for (int k = shown->inputs; k < shown->inputs + shown->outputs; k++) {
        char dtype = shown->operands[k].dtype;
        for (size_t i = 0; i < ITEMS; i++) {
            double a = get(one[k] + i * size_of(dtype), dtype);
            double b = get(other[k] + i * size_of(dtype), dtype);
            double share = a == b ? 0 : fabs(a - b) / fmax(1, fmax(fabs(a), fabs(b)));
            most = fmax(most, share);
        }
    }
    return most;
}

static bool time_row(const row *shown)
{
    char *one[MOST_OPERANDS], *other[MOST_OPERANDS];
    int64_t steps[MOST_OPERANDS];
    double scalar = INFINITY, lanes = INFINITY;
    for (int k = 0; k < shown->inputs + shown->outputs; k++) {
        steps[k] = (int64_t)size_of(shown->operands[k].dtype);
        one[k] = other[k] = calloc(ITEMS, (size_t)steps[k]);
        if (k >= shown->inputs)
            other[k] = calloc(ITEMS, (size_t)steps[k]);
        else
            fill(shown, k, one[k]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        scalar = fmin(scalar, run(weft_kernels_lanes_kernels_scalar.kernels[shown->kernel], one, steps));
        lanes = fmin(lanes, run(weft_kernels_lanes_kernels_lanes.kernels[shown->kernel], other, steps));
    }
    double differs = difference(shown, one, other);
    for (int k = 0; k < shown->inputs + shown->outputs; k++) {
        if (other[k] != one[k])
            free(other[k]);
        free(one[k]);
    }
    printf("%-26s %9.3f %9.3f %7.2f   %.1e\n", shown->name, scalar, lanes, scalar / lanes, differs);
    return differs < 1e-5;
}

#define PRICES(t) {t, 50, 150}, {t, 50, 150}, {t, .1, 2}, {t, 0, .1}, {t, .1, .6}, {t}, {t}

int main(void)
{
    static const row rows[] = {
        {"mandelbrot f32, random", 0, 2, 1, false, {{'f', -2, .5}, {'f', -1, 1}, {'i'}}},
        {"mandelbrot f32, a plane", 0, 2, 1, true, {{'f', -2, .5}, {'f', -1, 1}, {'i'}}},
        {"mandelbrot f64, random", 1, 2, 1, false, {{'d', -2, .5}, {'d', -1, 1}, {'i'}}},
        {"mandelbrot f64, a plane", 1, 2, 1, true, {{'d', -2, .5}, {'d', -1, 1}, {'i'}}},
        {"collatz i32", 2, 1, 1, false, {{'i', 1, 1e5}, {'i'}}},
        {"collatz i64", 3, 1, 1, false, {{'l', 1, 1e5}, {'i'}}},
        {"cube root f32", 4, 1, 1, false, {{'f', .1, 10}, {'f'}}},
        {"cube root f64", 5, 1, 1, false, {{'d', .1, 10}, {'d'}}},
        {"Black-Scholes f32", 6, 5, 2, false, {PRICES('f')}},
        {"Black-Scholes f64", 7, 5, 2, false, {PRICES('d')}},
        {"exp f32", 8, 1, 1, false, {{'f', -5, 5}, {'f'}}},
        {"exp f64", 9, 1, 1, false, {{'d', -5, 5}, {'d'}}},
        {"clip f32", 10, 3, 1, false, {{'f', -1, 1}, {'f', -1, 0}, {'f', 0, 1}, {'f'}}},
    };
    bool good = true;
    printf("%-26s %9s %9s %7s   %s\n", "ns an item", "one by one", "lanes", "ratio", "differ by");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        good &= time_row(&rows[i]);
    return !good;
}
