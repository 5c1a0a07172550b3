/* fold_rows.h: rows of results by key, as fold_keys makes and combines them. */
#ifndef WEFT_FOLD_ROWS_H
#define WEFT_FOLD_ROWS_H

#include "fold.h"

/* What all rows of a fold have in common. */
typedef struct key_rows {
    const fold_job *job;
    int64_t count;       /* of keys; one more result takes what is left out */
    int64_t width;       /* lanes of a result, side by side */
    int64_t value_bytes; /* of a row's results: (count + 1) × width elements, to a multiple of 64 */
    int64_t bytes;       /* of a row */
} key_rows;

/* A row: its results, and for each key whether there is one. */
typedef struct key_row {
    char *values;
    unsigned char *seen;
} key_row;

/* Fills what a row takes; false if that does not fit int64. */
bool fold_rows_make(key_rows *rows, const fold_job *job, int64_t count, int64_t width);

/* The row that lies at `memory`, which is aligned to 64. */
static inline key_row fold_row_at(const key_rows *rows, char *memory)
{
    return (key_row){memory, (unsigned char *)memory + rows->value_bytes};
}

/* No key has a result. */
void fold_row_clear(const key_rows *rows, const key_row *row);

/* Combines so many elements, one after the other, with the results of their keys, which are from 0
 * to `count`. values: of the job's dtype, their lanes and elements so many bytes apart. */
void fold_row_take(const key_rows *rows, const key_row *row, const int64_t *keys,
                   int64_t element_count, const char *values, int64_t step, int64_t lane_step);

/* left = f(left, right), of the keys from first to before end. */
void fold_row_merge(const key_rows *rows, const key_row *left, const key_row *right, int64_t first,
                    int64_t end);

#endif
