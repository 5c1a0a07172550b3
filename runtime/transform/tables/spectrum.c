/* spectrum.c: straight recursion in double precision, the same bits whoever asks. */
#include "spectrum.h"

#include <stdlib.h>
#include <string.h>

#include "roots.h"

enum { MOST_RADIX = 5 };

typedef struct spectrum_state {
    int64_t order;
    long double (*roots)[2];
} spectrum_state;

/* The k-th numbers of `radix` transforms to as many numbers of one, `apart` from each other. */
static void combine(const spectrum_state *state, long double (*to)[2], int64_t k, int64_t apart,
                    int radix)
{
    const int64_t n = apart * radix, unit = state->order / n;
    long double turned[MOST_RADIX][2];
    for (int j = 0; j < radix; j++) {
        const long double *root = state->roots[j * k * unit], *x = to[k + j * apart];
        turned[j][0] = x[0] * root[0] - x[1] * root[1];
        turned[j][1] = x[0] * root[1] + x[1] * root[0];
    }
    for (int i = 0; i < radix; i++) {
        long double sum[2] = {turned[0][0], turned[0][1]};
        for (int j = 1; j < radix; j++) {
            const long double *root = state->roots[i * j % radix * (state->order / radix)];
            sum[0] += turned[j][0] * root[0] - turned[j][1] * root[1];
            sum[1] += turned[j][0] * root[1] + turned[j][1] * root[0];
        }
        memcpy(to[k + i * apart], sum, sizeof sum);
    }
}

static void transform(const spectrum_state *state, long double (*to)[2],
                      const long double (*from)[2], int64_t length, int64_t step)
{
    if (length == 1) {
        memcpy(to, from, sizeof *to);
        return;
    }
    const int radix = length % 4 == 0 ? 4 : length % 2 == 0 ? 2 : length % 3 == 0 ? 3 : 5;
    const int64_t apart = length / radix;
    for (int j = 0; j < radix; j++)
        transform(state, to + j * apart, from + j * step, apart, step * radix);
    for (int64_t k = 0; k < apart; k++)
        combine(state, to, k, apart, radix);
}

bool spectrum_find(long double (*numbers)[2], int64_t length)
{
    root_table table;
    spectrum_state state = {length, malloc((size_t)length * sizeof *state.roots)};
    long double(*copy)[2] = malloc((size_t)length * sizeof *copy);
    const bool has_memory = state.roots && copy && root_table_make(&table, length);
    if (has_memory) {
        for (int64_t k = 0; k < length; k++) {
            long double re, im;
            root_find(&table, k, &re, &im);
            state.roots[k][0] = re, state.roots[k][1] = im;
        }
        memcpy(copy, numbers, (size_t)length * sizeof *copy);
        transform(&state, numbers, (const long double(*)[2])copy, length, 1);
        root_table_clear(&table);
    }
    free(copy);
    free(state.roots);
    return has_memory;
}
