/* table.h: text in columns. */
#ifndef WEFT_TABLE_H
#define WEFT_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "text/arena.h"

enum { TABLE_MAX_COLUMNS = 8 };

/* Rows of cells; missing cells are empty. Texts are borrowed. */
typedef struct table {
    arena *memory;
    size_t column_count;
    bool is_right[TABLE_MAX_COLUMNS]; /* the column is aligned to the right, as numbers are */
    const char *(*rows)[TABLE_MAX_COLUMNS];
    size_t row_count;
} table;

/* Adds an empty row and returns its cells; valid until the next is added. */
const char **table_add_row(table *all);

/* Prints all rows, columns as wide as their widest cell and two blanks apart. On a terminal rows
 * that are too long for it end in an ellipsis. */
void table_print(const table *all, FILE *out);

#endif
