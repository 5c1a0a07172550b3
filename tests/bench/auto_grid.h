/* auto_grid.h: the grid that auto_grid.c measures, for what shows it. */
#ifndef AUTO_GRID_H
#define AUTO_GRID_H

#include <stdbool.h>
#include <stdio.h>

#include <weft/weft.h>

enum { GRID_SIZES = 27, GRID_MOST_ROWS = 20, GRID_MOST_BITS = 26 };

/* How much slower than the best target auto may be. */
#define GRID_NEAR 1.2

/* One call: nanoseconds by target, the least of many rounds; 0: not measured. */
typedef struct grid_cell {
    double times[WEFT_TARGET_END]; /* WEFT_AUTO: where nobody says */
    weft_target chosen;            /* by auto; WEFT_AUTO: of a reduction it is not told */
} grid_cell;

/* One function on arrays in one place, over all sizes. */
typedef struct grid_row {
    const char *name;
    bool is_on_device;
    grid_cell cells[GRID_SIZES]; /* of 2^index elements an operand, about */
} grid_row;

typedef struct grid {
    grid_row rows[GRID_MOST_ROWS];
    int row_count;
    const char *machine, *device, *numbers; /* device: "" without one; numbers: what auto weighed by */
} grid;

/* The best target's time; 0: the cell was not measured. */
double grid_best(const grid_cell *cell, weft_target *best);

/* Cells that were measured on arrays in such a place, and of these those in which auto is near the best. */
void grid_count(const grid *all, bool is_on_device, int *near, int *measured);

/* Write all of it. */
void grid_write_json(const grid *all, FILE *out);
void grid_draw(const grid *all, FILE *out);

#endif
