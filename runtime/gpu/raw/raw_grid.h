/* raw_grid.h: whether a device has the threads and the memory that a launch asks for. */
#ifndef WEFT_RAW_GRID_H
#define WEFT_RAW_GRID_H

#include "raw.h"

/* A grid on its way. All is borrowed. */
typedef struct raw_grid {
    const gpu_scope *scope;
    const char *name; /* of the kernel, for sentences */
    CUkernel kernel;
    raw_place *place; /* what is known of the kernel on the device */
    weft_launch how;
} raw_grid;

/* Fills what `how` leaves open, and refuses what the driver would. */
weft_status raw_grid_settle(raw_grid *grid, weft_error *error);

#endif
