/* vector_math.c: every function of <weft/vector_math.h> against true values, and its bits against
 * those of every instruction set and number of lanes.
 *
 *     vector_math [some | all] [FUNCTION…]
 *
 * some: a quarter of the samples, with all special numbers; all: every float, too, of functions of one argument */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "error.h"
#include "functions.h"
#include "samples.h"

enum { COUNT = 1 << 16, TIMED = 1 << 10, ROUNDS = 9 };

static size_t sample_count = COUNT; /* of at most COUNT */
static int passed, failed, skipped;

static int can_run(int isa)
{
#if defined(__x86_64__)
    if (isa == 4)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    if (isa == 3)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return isa == 0;
}

/* Rows of arguments and two of results. */
typedef struct rows {
    void *inputs[3];
    void *expected, *result;
} rows;

static size_t size_of(const vector_function *function)
{
    return (size_t)function->bits / 8;
}

static double number_at(const void *row, int bits, size_t i)
{
    return bits == 64 ? ((const double *)row)[i] : (double)((const float *)row)[i];
}

/* ---- errors ---- */

static double greatest_error(const subject *subject, const vector_function *function,
                             const rows *rows, double *worst)
{
    double greatest = 0;
    for (size_t i = 0; i < sample_count; i++) {
        double x[3];
        for (int k = 0; k < function->arguments; k++)
            x[k] = number_at(rows->inputs[k], function->bits, i);
        double error =
            error_of(subject, function->bits, x, number_at(rows->expected, function->bits, i));
        if (error > greatest) {
            greatest = error;
            memcpy(worst, x, sizeof x);
        }
    }
    return greatest;
}

/* The greatest error over all floats, against the C library's double. */
static double greatest_error_of_all(const subject *subject, const vector_function *function,
                                    double *worst)
{
    enum { BLOCK = 4096 };
    static float x[BLOCK], y[BLOCK];
    double greatest = 0;
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += BLOCK) {
        for (uint32_t i = 0; i < BLOCK; i++) {
            uint32_t one = (uint32_t)bits + i;
            memcpy(&x[i], &one, sizeof one);
        }
        const void *inputs[] = {x};
        function->run(inputs, y, BLOCK);
        for (uint32_t i = 0; i < BLOCK; i++) {
            double argument = (double)x[i], exact = subject->libm(&argument);
            int exponent;
            frexp(exact, &exponent);
            double ulp = ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
            double error = fabs((double)y[i] - exact) / ulp;
            if (isnan(exact) || isinf(exact) || fabs(exact) > 0x1.fffffep127 || isinf(y[i]) ||
                isnan(y[i]) || exact == 0)
                error = error_of(subject, 32, &argument, (double)y[i]);
            if (error > greatest) {
                greatest = error;
                *worst = argument;
            }
        }
    }
    return greatest;
}

/* ---- bits ---- */

static int same_bits(const void *a, const void *b, int bits, size_t i)
{
    if (isnan(number_at(a, bits, i)))
        return isnan(number_at(b, bits, i));
    size_t size = (size_t)bits / 8;
    return !memcmp((const char *)a + i * size, (const char *)b + i * size, size);
}

/* Whether the function gives the expected results, from any place of the row. */
static int gives_expected(const vector_instance *instance, const vector_function *function,
                          const rows *rows)
{
    for (size_t shift = 0; shift < 64; shift += 63) { /* 63: other lanes, unaligned */
        const void *inputs[3];
        char *result = (char *)rows->result;
        for (int k = 0; k < function->arguments; k++)
            inputs[k] = (const char *)rows->inputs[k] + shift * size_of(function);
        function->run(inputs, result, sample_count - 64);
        for (size_t i = 0; i < sample_count - 64; i++) {
            const char *expected = (const char *)rows->expected + shift * size_of(function);
            if (same_bits(expected, result, function->bits, i))
                continue;
            printf("FAILED: %s of f%dx%d, %s, at %a (%a): %a, elsewhere %a\n", function->name,
                   function->bits, function->lanes, instance->name,
                   number_at(inputs[0], function->bits, i),
                   function->arguments > 1 ? number_at(inputs[1], function->bits, i) : 0,
                   number_at(result, function->bits, i), number_at(expected, function->bits, i));
            return 0;
        }
    }
    return 1;
}

static void check_bits(const vector_function *function, const rows *rows)
{
    for (size_t i = 0; i < vector_instance_count; i++) {
        const vector_instance *instance = vector_instances[i];
        for (size_t k = 0; can_run(instance->isa) && k < instance->count; k++) {
            const vector_function *other = &instance->functions[k];
            if (other->bits != function->bits || strcmp(other->name, function->name) != 0)
                continue;
            if (gives_expected(instance, other, rows))
                passed++;
            else
                failed++;
        }
    }
}

/* ---- time, for information ---- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Usual arguments, in place of the samples. */
static void fill_usual(const subject *subject, int bits, const rows *rows)
{
    for (size_t i = 0; i < TIMED; i++)
        for (int k = 0; k < subject->arguments; k++) {
            double low = fmax(subject->low, -20), high = fmin(subject->high, 20);
            double value =
                low + (high - low) * ((double)((i * 7919 + 13 * (size_t)k) % TIMED) + .5) / TIMED;
            if (bits == 64)
                ((double *)rows->inputs[k])[i] = value;
            else
                ((float *)rows->inputs[k])[i] = (float)value;
        }
}

static void run_libm(const subject *subject, int bits, const rows *rows)
{
    for (size_t i = 0; i < TIMED; i++) {
        double x[3];
        float xf[3];
        for (int k = 0; k < subject->arguments; k++) {
            x[k] = number_at(rows->inputs[k], bits, i);
            xf[k] = (float)x[k];
        }
        if (bits == 64)
            ((double *)rows->result)[i] = subject->libm(x);
        else
            ((float *)rows->result)[i] = subject->libmf(xf);
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds an element, of the function and of the C library's, by turns; medians. */
static void measure(const subject *subject, const vector_function *function, const rows *rows,
                    double *ours, double *libm)
{
    double own[ROUNDS], other[ROUNDS];
    fill_usual(subject, function->bits, rows);
    for (int i = 0; i < ROUNDS; i++) {
        double start = seconds();
        for (int k = 0; k < 64; k++)
            function->run((const void *const *)rows->inputs, rows->result, TIMED);
        double middle = seconds();
        run_libm(subject, function->bits, rows);
        own[i] = (middle - start) / 64, other[i] = seconds() - middle;
    }
    qsort(own, ROUNDS, sizeof own[0], by_size);
    qsort(other, ROUNDS, sizeof other[0], by_size);
    *ours = own[ROUNDS / 2] / TIMED * 1e9, *libm = other[ROUNDS / 2] / TIMED * 1e9;
}

/* ---- a function ---- */

static void check(const vector_function *function, int all, const rows *rows)
{
    const subject *subject = subject_find(function->name);
    if (!subject) {
        printf("FAILED: nothing is known of %s\n", function->name);
        failed++;
        return;
    }
    samples_fill(subject, function->bits, rows->inputs, sample_count);
    function->run((const void *const *)rows->inputs, rows->expected, sample_count);
    double worst[3] = {0}, bound = function->bits == 64 ? subject->bound64 : subject->bound32;
    double error = greatest_error(subject, function, rows, worst);
    check_bits(function, rows);
    if (all && function->bits == 32 && function->arguments == 1 && error <= bound)
        error = greatest_error_of_all(subject, function, worst);
    double ours, libm;
    measure(subject, function, rows, &ours, &libm);
    printf("%-10s f%d  %6.3f ulp  %7.3f ns  C library %7.3f ns\n", function->name, function->bits,
           error, ours, libm);
    if (error <= bound) {
        passed++;
        return;
    }
    printf("FAILED: %s of f%d: error %g ulp, allowed %g, at %a", function->name, function->bits,
           error, bound, worst[0]);
    printf(function->arguments > 1 ? ", %a\n" : "\n", worst[1]);
    failed++;
}

static int is_chosen(const char *name, int argc, char **argv)
{
    int chosen = argc < 2;
    for (int i = 1; i < argc; i++)
        chosen |= !strcmp(argv[i], name);
    return chosen;
}

/* The functions of the best instance, in its widest vectors. */
static void check_functions(const vector_instance *best, int all, int argc, char **argv)
{
    rows rows;
    void **each[] = {&rows.inputs[0], &rows.inputs[1], &rows.inputs[2], &rows.expected,
                     &rows.result};
    for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
        if (!(*each[i] = aligned_alloc(64, COUNT * sizeof(double))))
            exit(1);
    int widest = 0;
    for (size_t i = 0; i < best->count; i++)
        if (best->functions[i].bits == 64 && best->functions[i].lanes > widest)
            widest = best->functions[i].lanes;
    for (size_t i = 0; i < best->count; i++) {
        const vector_function *function = &best->functions[i];
        if (function->lanes * function->bits == widest * 64 &&
            is_chosen(function->name, argc, argv))
            check(function, all, &rows);
    }
    for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
        free(*each[i]);
}

int main(int argc, char **argv)
{
    int all = argc > 1 && !strcmp(argv[1], "all"), some = argc > 1 && !strcmp(argv[1], "some");
    if (some)
        sample_count = COUNT / 4;
    const vector_instance *best = NULL;
    for (size_t i = 0; i < vector_instance_count; i++)
        if (can_run(vector_instances[i]->isa))
            best = vector_instances[i];
        else
            skipped++;
    printf("vectors of %s\n", best->name);
    check_functions(best, all, argc - all - some, argv + all + some);
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed != 0;
}
