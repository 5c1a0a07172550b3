/* shim.c: what rows.py calls by ctypes, so that no time of Python counts: repeated calls of a ufunc,
 * and loops written by hand, compiled for this machine: what a call can reach. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <weft/weft.h>

#define EXPORT __attribute__((visibility("default")))
#define ALONE __attribute__((noinline))

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds of `repeats` calls, or -1 and *error. */
EXPORT double shim_time(const weft_ufunc *ufunc, weft_array *const *operands, int target,
                        int64_t repeats, weft_error *error)
{
    const weft_options options = {.target = (weft_target)target};
    const double begin = seconds();
    for (int64_t i = 0; i < repeats; i++)
        if (weft_call(ufunc, operands, &options, error))
            return -1;
    return seconds() - begin;
}

/* The same of a reduction along one axis, or all if it is negative. */
EXPORT double shim_time_reduce(const weft_ufunc *ufunc, const weft_array *operand,
                               weft_array *result, int axis, int target, int64_t repeats,
                               weft_error *error)
{
    const weft_options options = {.target = (weft_target)target};
    const weft_reduction how = {.axes = axis < 0 ? NULL : &axis, .axis_count = axis < 0 ? 0 : 1,
                                .all = axis < 0};
    const double begin = seconds();
    for (int64_t i = 0; i < repeats; i++)
        if (weft_reduce(ufunc, operand, result, &how, &options, error))
            return -1;
    return seconds() - begin;
}

/* One loop written by hand: its operands, inputs first, and their number of elements. */
typedef void by_hand(void *const *args, int64_t count);

static ALONE void add(void *const *args, int64_t count)
{
    const float *restrict a = args[0], *restrict b = args[1];
    float *restrict c = args[2];
    for (int64_t i = 0; i < count; i++)
        c[i] = a[i] + b[i];
}

static ALONE void square_of_sum(void *const *args, int64_t count)
{
    const float *restrict a = args[0], *restrict b = args[1];
    float *restrict c = args[2];
    for (int64_t i = 0; i < count; i++)
        c[i] = (a[i] + b[i]) * (a[i] + b[i]);
}

static ALONE void larger_root(void *const *args, int64_t count)
{
    const double *restrict a = args[0], *restrict b = args[1], *restrict c = args[2];
    double *restrict root = args[3];
    for (int64_t i = 0; i < count; i++)
        root[i] = (-b[i] + sqrt(b[i] * b[i] - 4 * a[i] * c[i])) / (2 * a[i]);
}

static ALONE void complex_product(void *const *args, int64_t count)
{
    const float *restrict a = args[0], *restrict b = args[1];
    float *restrict c = args[2];
    for (int64_t i = 0; i < count; i++) {
        c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
        c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    }
}

static ALONE void clip(void *const *args, int64_t count)
{
    const int32_t *restrict a = args[0], low = *(int32_t *)args[1], high = *(int32_t *)args[2];
    int32_t *restrict c = args[3];
    for (int64_t i = 0; i < count; i++)
        c[i] = a[i] < low ? low : a[i] > high ? high : a[i];
}

/* Items of n × n by n × n, the size known to the compiler. */
#define PRODUCT(n)                                                               \
    static ALONE void product_##n(void *const *args, int64_t count)              \
    {                                                                            \
        const float(*restrict a)[n][n] = args[0], (*restrict b)[n][n] = args[1]; \
        float(*restrict c)[n][n] = args[2];                                      \
        for (int64_t item = 0; item < count; item++)                             \
            for (int i = 0; i < n; i++) {                                        \
                float row[n] = {0};                                              \
                for (int k = 0; k < n; k++)                                      \
                    for (int j = 0; j < n; j++)                                  \
                        row[j] += a[item][i][k] * b[item][k][j];                 \
                memcpy(c[item][i], row, sizeof row);                             \
            }                                                                    \
    }
PRODUCT(4)
PRODUCT(8)
PRODUCT(16)
PRODUCT(64)

static const struct {
    const char *name;
    by_hand *loop;
} loops[] = {
    {"add", add},
    {"square_of_sum", square_of_sum},
    {"larger_root", larger_root},
    {"complex_product", complex_product},
    {"clip", clip},
    {"product_4", product_4},
    {"product_8", product_8},
    {"product_16", product_16},
    {"product_64", product_64},
};

/* Seconds of `repeats` runs of a loop written by hand; -1 if there is none of that name. */
EXPORT double shim_time_by_hand(const char *name, void *const *args, int64_t count, int64_t repeats)
{
    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
        if (strcmp(loops[k].name, name) != 0)
            continue;
        const double begin = seconds();
        for (int64_t i = 0; i < repeats; i++)
            loops[k].loop(args, count);
        return seconds() - begin;
    }
    return -1;
}
