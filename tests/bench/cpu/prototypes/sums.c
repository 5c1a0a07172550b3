/* sums.c: sums of rows by independent partial sums, and along columns by eight rows at a time, so
 * that the row of results, which a near cache holds, is read and written once for eight. */
#include "prototypes.h"

enum { PARTIALS = 64 };

static float sum_of_row(const float *from)
{
    float partial[PARTIALS] = {0}, sum = 0;
    for (int i = 0; i < SUM_COLUMNS; i += PARTIALS)
        for (int k = 0; k < PARTIALS; k++)
            partial[k] += from[i + k];
    for (int k = 0; k < PARTIALS; k++)
        sum += partial[k];
    return sum;
}

/* Row by row: one run of so many additions would lose digits. */
void prototype_sum_all(void *const *args, int64_t count)
{
    const float *const from = args[0];
    double sum = 0;
    for (int64_t row = 0; row < count; row++)
        sum += (double)sum_of_row(from + row * SUM_COLUMNS);
    *(float *)args[1] = (float)sum;
}

void prototype_sum_rows(void *const *args, int64_t count)
{
    const float *const from = args[0];
    float *const to = args[1];
    for (int64_t row = 0; row < count; row++)
        to[row] = sum_of_row(from + row * SUM_COLUMNS);
}

void prototype_sum_columns(void *const *args, int64_t count)
{
    const float *const from = args[0];
    float *const to = args[1];
    for (int64_t j = 0; j < SUM_COLUMNS; j++)
        to[j] = 0;
    int64_t row = 0;
    for (; row + 8 <= count; row += 8) {
        const float *const a = from + row * SUM_COLUMNS, *const b = a + 4 * SUM_COLUMNS;
#pragma omp simd
        for (int64_t j = 0; j < SUM_COLUMNS; j++)
            to[j] +=
                ((a[j] + a[j + SUM_COLUMNS]) + (a[j + 2 * SUM_COLUMNS] + a[j + 3 * SUM_COLUMNS])) +
                ((b[j] + b[j + SUM_COLUMNS]) + (b[j + 2 * SUM_COLUMNS] + b[j + 3 * SUM_COLUMNS]));
    }
    for (; row < count; row++)
#pragma omp simd
        for (int64_t j = 0; j < SUM_COLUMNS; j++)
            to[j] += from[row * SUM_COLUMNS + j];
}
