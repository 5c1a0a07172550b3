/* cores.c: the loops of cores_kernels.c as vectors of items against one by one, of one instruction set;
 * for each the nanoseconds an item of both and what they differ by. See cores.py. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <weft/kernel.h>

enum { MOST_OPERANDS = 3, ROUNDS = 40, CACHED_BYTES = 600000, LEAST_ITEMS = 60 };

extern const weft_kernel_table weft_kernels_cores_kernels_lanes;
extern const weft_kernel_table weft_kernels_cores_kernels_scalar;

/* Two loops of each function follow each other: of float32 and of float64. */
typedef struct sample {
    const char *name;
    int function;
    int64_t size;                  /* of the core dimension; 0: all are fixed */
    int64_t counts[MOST_OPERANDS]; /* elements of a block; 0: no such operand */
} sample;

static const sample samples[] = {
    {"inverse3", 0, 0, {9, 9}},
    {"cross", 1, 0, {3, 3, 3}},
    {"cholesky 4", 2, 4, {16, 16}},
    {"cholesky 8", 2, 8, {64, 64}},
    {"smooth 16", 3, 16, {16, 1, 16}},
    {"smooth 64", 3, 64, {64, 1, 64}},
    {"smooth 1024", 3, 1024, {1024, 1, 1024}},
    {"polynomial 8", 4, 8, {8, 1, 1}},
    {"norm 3", 5, 3, {3, 1}},
    {"norm 32", 5, 32, {32, 1}},
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double get(const char *data, int64_t at, bool wide)
{
    return wide ? ((const double *)data)[at] : ((const float *)data)[at];
}

static void put(char *data, int64_t at, bool wide, double value)
{
    if (wide)
        ((double *)data)[at] = value;
    else
        ((float *)data)[at] = (float)value;
}

/* Numbers between 0 and 1; of square blocks those on the diagonal are large. */
static void fill(const sample *shown, char *data, int64_t count, int64_t block, bool wide)
{
    int64_t side = shown->function == 2 ? shown->size : 0;
    for (int64_t i = 0; i < count * block; i++) {
        int64_t at = i % block;
        double value = 0.01 + rand() / (double)RAND_MAX;
        if (side)
            value = at / side == at % side ? (double)side + value
                                           : 0.1 + 0.1 * (double)((at / side + at % side) % 7);
        put(data, i, wide, value);
    }
}

static double time_once(weft_kernel *kernel, char *const *data, const int64_t *dimensions,
                        const int64_t *steps, int calls)
{
    double start = now();
    for (int i = 0; i < calls; i++)
        kernel(data, dimensions, steps, NULL);
    return (now() - start) / calls / (double)dimensions[0];
}

/* The greatest relative difference. */
static double measure(const sample *shown, bool wide, int64_t items)
{
    const int index = 2 * shown->function + wide;
    const int64_t size = wide ? 8 : 4;
    weft_kernel *const kernels[] = {weft_kernels_cores_kernels_scalar.kernels[index],
                                    weft_kernels_cores_kernels_lanes.kernels[index]};
    char *data[2][MOST_OPERANDS] = {{NULL}};
    int64_t steps[2 * MOST_OPERANDS] = {0}, dimensions[] = {items, shown->size}, bytes = 0;
    double least[2] = {INFINITY, INFINITY}, worst = 0;
    for (int k = 0; k < MOST_OPERANDS; k++)
        bytes += shown->counts[k] * size;
    while (dimensions[0] * bytes > CACHED_BYTES && dimensions[0] > LEAST_ITEMS)
        dimensions[0] /= 2;
    for (int k = 0; k < MOST_OPERANDS; k++) {
        steps[k] = shown->counts[k] * size;
        for (int side = 0; side < 2; side++)
            data[side][k] = calloc(1, (size_t)(dimensions[0] * steps[k]) + 1);
        fill(shown, data[0][k], dimensions[0], shown->counts[k], wide);
        memcpy(data[1][k], data[0][k], (size_t)(dimensions[0] * steps[k]));
    }
    int calls = 1 + (int)(2e5 / (double)(dimensions[0] * bytes / 4));
    for (int round = 0; round < ROUNDS; round++)
        for (int side = 0; side < 2; side++)
            least[side] = fmin(least[side],
                               time_once(kernels[side], data[side], dimensions, steps, calls));
    for (int k = 0; k < MOST_OPERANDS; k++)
        for (int64_t i = 0; i < dimensions[0] * shown->counts[k]; i++) {
            double one = get(data[0][k], i, wide), other = get(data[1][k], i, wide);
            worst = fmax(worst, fabs(one - other) / (fabs(one) + 1e-30));
        }
    printf("%-13s %s %5d items  %9.2f -> %9.2f  %5.2f  %.1e\n", shown->name, wide ? "f64" : "f32",
           (int)dimensions[0], least[0], least[1], least[0] / least[1], worst);
    for (int k = 0; k < MOST_OPERANDS; k++)
        free(data[0][k]), free(data[1][k]);
    return worst;
}

int main(int argc, char **argv)
{
    int64_t items = argc > 1 ? atol(argv[1]) : 960;
    bool good = items > 0;
    for (size_t i = 0; good && i < sizeof samples / sizeof *samples; i++)
        good = measure(&samples[i], false, items) < 1e-4 &&
               measure(&samples[i], true, items) < 1e-12;
    return !good;
}
