/* fourier_make.c: a plan's tables, in one block of memory behind it. */
#include "fourier_make.h"

#include <stdlib.h>
#include <string.h>

#include "factors.h"
#include "roots.h"
#include "spectrum.h"

/* Lengths beyond have no memory anywhere, and sizes made of those below do not overflow. */
#define MOST_LENGTH ((int64_t)1 << 48)

/* Numbers of the plan's precision that are written one behind the other. */
typedef struct numbers {
    bool is_double;
    char *next;
} numbers;

static const void *begin(const numbers *to)
{
    return to->next;
}

static void put(numbers *to, long double number)
{
    const float single = (float)number;
    const double twice = (double)number;
    memcpy(to->next, to->is_double ? (const void *)&twice : (const void *)&single,
           to->is_double ? sizeof twice : sizeof single);
    to->next += to->is_double ? sizeof twice : sizeof single;
}

static void put_root(numbers *to, const root_table *roots, int64_t k)
{
    long double re, im;
    root_find(roots, k % roots->order, &re, &im);
    put(to, re);
    put(to, im);
}

/* All real parts of roots first + i × step, then all imaginary ones; `factor` times. */
static void put_parts(numbers *to, const root_table *roots, int64_t step, int64_t count)
{
    for (int part = 0; part < 2; part++)
        for (int64_t i = 0; i < count; i++) {
            long double root[2];
            root_find(roots, i * step, &root[0], &root[1]);
            put(to, root[part]);
        }
}

static bool has_columns(const fourier_pass *pass)
{
    return pass->before == 1 && pass->behind > 1;
}

static void lay_out(fourier_plan *plan, const int64_t *radices, int count)
{
    int64_t before = 1;
    plan->pass_count = count;
    for (int i = 0; i < count; i++) {
        fourier_pass *pass = &plan->passes[i];
        pass->radix = radices[i];
        pass->before = before;
        before *= radices[i];
        pass->behind = plan->length / before;
    }
}

static int64_t count_numbers(const fourier_plan *plan)
{
    int64_t count = plan->is_real && plan->real_length % 2 == 0 ? 2 * (plan->length / 2 + 1) : 0;
    for (int i = 0; i < plan->pass_count; i++) {
        const fourier_pass *pass = &plan->passes[i];
        count += 2 * pass->radix;
        if (pass->behind > 1)
            count += 2 * (pass->radix - 1) * pass->behind * (has_columns(pass) ? 2 : 1);
    }
    if (plan->convolution)
        count += 2 * plan->length + 2 * plan->convolution->length;
    return count;
}

static void fill_pass(fourier_pass *pass, const root_table *roots, numbers *to)
{
    const int64_t unit = pass->before, radix = pass->radix;
    if (pass->behind > 1) {
        pass->twiddles = begin(to);
        for (int64_t p = 0; p < pass->behind; p++)
            for (int64_t k = 1; k < radix; k++)
                put_root(to, roots, p * k * unit);
    }
    if (has_columns(pass)) {
        pass->columns = begin(to);
        for (int64_t k = 1; k < radix; k++)
            put_parts(to, roots, k * unit, pass->behind);
    }
    if (radix > FOURIER_OWN_RADIX) {
        pass->roots = begin(to);
        for (int64_t k = 0; k < radix; k++) {
            long double re, im;
            root_find(roots, k * (roots->order / radix), &re, &im);
            put(to, re);
        }
        for (int64_t k = 0; k < radix; k++) {
            long double re, im;
            root_find(roots, k * (roots->order / radix), &re, &im);
            put(to, -im);
        }
    }
}

/* Half of -i times the roots of the real length. */
static bool fill_turns(fourier_plan *plan, numbers *to)
{
    root_table roots;
    if (!plan->is_real || plan->real_length % 2 != 0)
        return true;
    if (!root_table_make(&roots, plan->real_length))
        return false;
    plan->turns = begin(to);
    for (int part = 0; part < 2; part++)
        for (int64_t k = 0; k <= plan->length / 2; k++) {
            long double re, im;
            root_find(&roots, k, &re, &im);
            put(to, part == 0 ? im / 2 : -re / 2);
        }
    root_table_clear(&roots);
    return true;
}

/* exp(-i pi k k / length), and the transform of the numbers that undo it. */
static bool fill_chirp(fourier_plan *plan, numbers *to)
{
    const int64_t n = plan->length, longer = plan->convolution->length;
    root_table roots;
    long double(*chirp)[2] = calloc((size_t)longer, sizeof *chirp);
    if (!chirp || !root_table_make(&roots, 2 * n)) {
        free(chirp);
        return false;
    }
    plan->chirp = begin(to);
    for (int part = 0; part < 2; part++)
        for (int64_t k = 0, square = 0; k < n; square = (square + 2 * k + 1) % (2 * n), k++) {
            long double root[2];
            root_find(&roots, square, &root[0], &root[1]);
            put(to, root[part]);
            chirp[k][part] = part == 0 ? root[0] : -root[1];
            if (k > 0)
                chirp[longer - k][part] = chirp[k][part];
        }
    root_table_clear(&roots);
    const bool has_memory = spectrum_find(chirp, longer);
    plan->chirp_spectrum = begin(to);
    for (int part = 0; part < 2; part++)
        for (int64_t k = 0; k < longer; k++)
            put(to, chirp[k][part] / (long double)longer);
    free(chirp);
    return has_memory;
}

static bool fill(fourier_plan *plan, numbers *to)
{
    root_table roots;
    if (!fill_turns(plan, to))
        return false;
    if (plan->convolution)
        return fill_chirp(plan, to);
    if (!root_table_make(&roots, plan->length))
        return false;
    for (int i = 0; i < plan->pass_count; i++)
        fill_pass(&plan->passes[i], &roots, to);
    root_table_clear(&roots);
    return true;
}

fourier_plan *fourier_make(int64_t length, bool is_real, bool is_double)
{
    fourier_plan head = {.is_double = is_double, .is_real = is_real};
    int64_t radices[FOURIER_MOST_PASSES];
    head.real_length = length;
    head.length = is_real && length % 2 == 0 ? length / 2 : length;
    if (length > MOST_LENGTH)
        return NULL;
    const int count = factors_find(head.length, radices);
    lay_out(&head, radices, count);
    if (count == 0 && head.length > 1 &&
        fourier_take(&head.convolution, factors_convolution(2 * head.length - 1), false, is_double,
                     NULL))
        return NULL;
    head.byte_count = (int64_t)sizeof head +
                      count_numbers(&head) * (int64_t)(is_double ? sizeof(double) : sizeof(float));
    fourier_plan *plan = malloc((size_t)head.byte_count);
    if (!plan) {
        fourier_give(head.convolution);
        return NULL;
    }
    *plan = head;
    numbers to = {is_double, (char *)(plan + 1)};
    if (!fill(plan, &to)) {
        fourier_drop(plan);
        return NULL;
    }
    return plan;
}

void fourier_drop(fourier_plan *plan)
{
    fourier_give(plan->convolution);
    free(plan);
}
