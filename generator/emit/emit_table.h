/* emit_table.h: STEM.table.c while it is written; shared by emit_table.c and emit_loops.c. */
#ifndef WEFT_EMIT_TABLE_H
#define WEFT_EMIT_TABLE_H

#include "emit.h"

/* Distinct sets of kernel shapes. */
typedef struct shape_sets {
    uint32_t *items;
    size_t count;
} shape_sets;

/* What one ufunc's tables are written from. */
typedef struct table {
    const emission *from;
    const ufunc *shown;
    output *out;
    size_t first_loop; /* index of its first loop in the module */
    shape_sets *sets;  /* of the module */
} table;

/* What the rows of loops are written in: a constant for each set of shapes, which are added to an
 * empty list. */
void emit_shapes(const emission *from, shape_sets *sets, output *out);
/* The table of a ufunc's loops, a row each. */
void emit_loops(const table *part);

#endif
