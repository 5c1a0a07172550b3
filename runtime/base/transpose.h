/* transpose.h: elements that lie in rows on one side, and in columns on the other. */
#ifndef WEFT_TRANSPOSE_H
#define WEFT_TRANSPOSE_H

#include <stdbool.h>
#include <stdint.h>

/* Where elements lie: bytes from one to the next of its row, and from row to row. */
typedef struct transpose_steps {
    int64_t item, row;
} transpose_steps;

/* Rows of a block whose first element is at `first`, at most so many: up to the end of `column`
 * bytes, whole lines, which then come once. */
int64_t transpose_rows(const char *first, int64_t step, int64_t column, int64_t most);

/* Copies rows × items elements of `size` bytes, 1 to 16, to other memory. Neighbours of a column
 * here and of a row there, or the other way round, are transposed in registers. prefetches: of a
 * source whose columns lie in few lines of the cache, the next rows are wanted next. */
void transpose_copy(char *to, transpose_steps to_steps, const char *from,
                    transpose_steps from_steps, int64_t rows, int64_t items, int size,
                    bool prefetches);

#endif
