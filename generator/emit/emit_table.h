/* emit_table.h: STEM.table.c while it is written; shared by emit_table.c and emit_loops.c. */
#ifndef WEFT_EMIT_TABLE_H
#define WEFT_EMIT_TABLE_H

#include <weft/kernel.h>

#include "emit.h"

/* Distinct rows of dtypes, as text. */
typedef struct dtype_rows {
    const char **items;
    size_t count;
} dtype_rows;

/* What loops of a module have in common: sets of kernel shapes; rows of dtypes, by how many
 * operands they have. */
typedef struct loop_sets {
    uint64_t *items;
    size_t count;
    dtype_rows dtypes[WEFT_MAX_OPERANDS + 1];
} loop_sets;

/* What one ufunc's tables are written from. */
typedef struct table {
    const emission *from;
    const ufunc *shown;
    output *out;
    size_t first_loop; /* index of its first loop in the module */
    loop_sets *sets;   /* of the module */
} table;

/* What the rows of loops are written in: a constant for each set of shapes, and the rows of dtypes,
 * which are added to empty lists. */
void emit_sets(const emission *from, loop_sets *sets, output *out);
/* The table of a ufunc's loops, a row each. */
void emit_loops(const table *part);
/* On how many threads a kernel of the device's own runs, a member of the descriptor. */
void emit_grid(const table *part);

#endif
