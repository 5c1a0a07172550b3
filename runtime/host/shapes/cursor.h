/* cursor.h: where a walk over a plan stands. */
#ifndef WEFT_CURSOR_H
#define WEFT_CURSOR_H

#include "walk.h"

/* The index of every axis but the innermost, and the operands there. */
typedef struct host_cursor {
    char *data[WEFT_MAX_OPERANDS];
    int64_t index[WEFT_MAX_RANK];
} host_cursor;

/* Places the host_cursor at an item of a row. */
void host_cursor_place(host_cursor *at, const weft_plan *plan, int64_t row, int64_t item);

/* Moves to the start of the next index of `axis`, or of the axes above it. */
void host_cursor_advance(host_cursor *at, const weft_plan *plan, int axis);

/* Moves on by so many rows, of axis 1 where they are more than one. */
void host_cursor_pass(host_cursor *at, const weft_plan *plan, int64_t rows);

/* Rows from here to the end of axis 1, but at most `most`; the plan has an axis 1. */
int64_t host_cursor_count_rows(const host_cursor *at, const weft_plan *plan, int64_t most);
/* Moves to the first of the rows behind them. */
void host_cursor_leave_rows(host_cursor *at, const weft_plan *plan);

/* Calls the kernel for a part, blocks of rows of axis 1 at a time. */
void host_cursor_run_direct(const weft_plan *plan, weft_kernel *kernel, const plan_piece *part,
                            const int64_t *dimensions, const int64_t *steps);

/* What a kernel of core dimensions gets beside the pointers: sizes behind the item count, core
 * steps behind steps. */
void host_cursor_fill_cores(const weft_plan *plan, int64_t *dimensions, int64_t *steps);

#endif
