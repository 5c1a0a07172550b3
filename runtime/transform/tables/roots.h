/* roots.h: roots of unity, as near to the true ones as numbers of the format are, but for one in
 * hundreds: half a unit in the last place. */
#ifndef WEFT_ROOTS_H
#define WEFT_ROOTS_H

#include <stdbool.h>
#include <stdint.h>

/* Those of one order. Large orders are products of two tables' entries. */
typedef struct root_table {
    int64_t order;
    int shift;
    long double (*low)[2], (*high)[2]; /* cosines and sines; owned */
} root_table;

/* order: at least 1, at most 2^56. false: out of memory. */
bool root_table_make(root_table *table, int64_t order);
void root_table_clear(root_table *table);

/* cos and -sin of 2 pi k / order: exp of the negative. k: 0 … order - 1. */
void root_find(const root_table *table, int64_t k, long double *re, long double *im);

#endif
