/* roots.c: by symmetry all angles are within an eighth of a turn, in eighths of the order's unit.
 */
#include "roots.h"

#include <math.h>
#include <stdlib.h>

/* Of an eighth of a turn, `part` of `whole`. */
static void find(long double *root, int64_t part, int64_t whole)
{
    const long double eighth = 0.785398163397448309615660845819875721L;
    const long double angle = eighth * (long double)part / (long double)whole;
    root[0] = cosl(angle);
    root[1] = sinl(angle);
}

bool root_table_make(root_table *table, int64_t order)
{
    *table = (root_table){.order = order};
    while ((int64_t)1 << (2 * table->shift) < order)
        table->shift++;
    const int64_t low = (int64_t)1 << table->shift, high = (order >> table->shift) + 1;
    table->low = malloc((size_t)low * sizeof *table->low);
    table->high = malloc((size_t)high * sizeof *table->high);
    if (!table->low || !table->high) {
        root_table_clear(table);
        return false;
    }
    for (int64_t i = 0; i < low; i++)
        find(table->low[i], i, order);
    for (int64_t i = 0; i < high; i++)
        find(table->high[i], i << table->shift, order);
    return true;
}

void root_table_clear(root_table *table)
{
    free(table->low);
    free(table->high);
    table->low = table->high = NULL;
}

void root_find(const root_table *table, int64_t k, long double *re, long double *im)
{
    const int64_t n = table->order;
    int64_t part = 8 * k; /* of 8 n */
    const bool is_below = part > 4 * n;
    part = is_below ? 8 * n - part : part;
    const bool is_left = part > 2 * n;
    part = is_left ? 4 * n - part : part;
    const bool is_steep = part > n;
    part = is_steep ? 2 * n - part : part;
    const long double *low = table->low[part & (((int64_t)1 << table->shift) - 1)];
    const long double *high = table->high[part >> table->shift];
    const long double cosine = high[0] * low[0] - high[1] * low[1];
    const long double sine = high[1] * low[0] + high[0] * low[1];
    *re = is_steep ? sine : cosine;
    *im = is_steep ? -cosine : -sine;
    *re = is_left ? -*re : *re;
    *im = is_below ? -*im : *im;
}
