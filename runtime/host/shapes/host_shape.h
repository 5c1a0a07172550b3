/* host_shape.h: the ways to run a plan on a host, each a file: shape_NAME.c. walk.c tries them in
 * order; cpu and parallel share them. */
#ifndef WEFT_HOST_SHAPE_H
#define WEFT_HOST_SHAPE_H

#include "plan/print.h"
#include "walk.h"

/* Static and constant. */
struct host_shape {
    weft_kernel_shape
        number; /* its name, and its bit in weft_loop.shapes, where kernels differ by it */

    /* Whether it serves the job's plan; then fills what `run` reads of the job. Adds to `why`, or
     * NULL, one clause where it might have, but does not. */
    bool (*applies)(walk_job *job, plan_text *why);

    /* Takes what all parts read, and gives it back; NULL: nothing. */
    weft_status (*begin)(walk_job *job, weft_error *error);
    void (*end)(walk_job *job);

    /* Runs a part: see walk_run. */
    void (*run)(const walk_job *job, const plan_piece *part, char *scratch);

    /* Adds the name of the kernel and what was decided, and to `why` a line for each better one. */
    void (*print)(const walk_job *job, plan_text *to, plan_text *why);
};

extern const host_shape host_shape_transposed, host_shape_blocked, host_shape_nontemporal,
    host_shape_loop, host_shape_masked, host_shape_tiles, host_shape_fft, host_shape_packed,
    host_shape_ragged, host_shape_core;

/* Adds the name of the loop that an elementwise kernel takes for these steps, and to `why` a line
 * for each better one that it has. */
void host_shape_print_loop(const weft_plan *plan, plan_text *to, plan_text *why);

#endif
