/* transform.h: discrete Fourier transforms of items of one to three axes, as a ufunc's descriptor
 * says them: one axis after the other, each by passes of one length. */
#ifndef WEFT_TRANSFORM_H
#define WEFT_TRANSFORM_H

#include "passes/passes.h"
#include "plan/print.h"

enum { TRANSFORM_MOST_RANK = 3 };

/* What a plan's items are computed by; never changed between begin and end, and read by all
 * threads. */
typedef struct transform_job {
    const weft_transform *what;
    fft_kernel *kernel;
    bool is_double;
    int64_t sizes[TRANSFORM_MOST_RANK]; /* of the complex side */
    int64_t length;                     /* of the last axis, on the real side where there is one */
    int64_t in_steps[TRANSFORM_MOST_RANK], out_steps[TRANSFORM_MOST_RANK]; /* bytes */
    const fourier_plan *plans[TRANSFORM_MOST_RANK]; /* by axis; NULL where there is nothing to do */
    double scale;                                   /* the usual factor */
    int64_t half_bytes;    /* of an item between its axes, which lies behind the passes' memory */
    int64_t scratch_bytes; /* of one thread */
} transform_job;

/* Whether a plan of the transform can be computed so: its ufunc says one, and the call wants no
 * floating-point flags. */
static inline bool transform_applies(const weft_plan *plan)
{
    return plan->ufunc->transform && !plan->raised;
}

/* Takes the tables of all axes. What was taken is given back by transform_end, after success alone.
 */
weft_status transform_begin(transform_job *job, const weft_plan *plan, weft_error *error);
void transform_end(transform_job *job);

/* Computes `count` items, which follow each other along the plan's innermost axis. data: the
 * operands of the first; scratch: scratch_bytes, aligned to 64. Input and output of an item may be
 * the same bytes, element by element. */
void transform_run(const transform_job *job, const weft_plan *plan, char *const *data,
                   int64_t count, char *scratch);

/* Adds the radices of all axes to a trace: "8 × 8 × 4". */
void transform_print(const weft_plan *plan, plan_text *to);

#endif
