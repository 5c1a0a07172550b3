/* contract.h: plans whose core is a sum of products, served by tiles of the runtime's own instead
 * of the function's loops. */
#ifndef WEFT_CONTRACT_H
#define WEFT_CONTRACT_H

#include "packed_product.h"
#include "plan/plan.h"

/* How a plan's items become products; read by all threads. */
typedef struct contract_job {
    bool is_packed;        /* elements are cast, or sums more than stored */
    packed_product packed; /* its roles and kernel hold for all */
    bool needs_panel;      /* if it is not packed */
    bool is_far;           /* items are more than the nearer caches hold */
    int64_t scratch_bytes; /* of a thread; 0 if none are needed */
} contract_job;

/* Whether tiles serve the plan; then fills the job. They do where its loop is a contraction of a
 * dtype that has tiles, with at most one axis (or axes that lie as one) of each kind: of A and C,
 * of B and C, summed; small ones that need more than sums excepted. Not for calls that want
 * floating-point flags. */
bool contract_applies(const weft_plan *plan, contract_job *job);

/* Computes `count` items of the innermost loop axis, the first of them at `data`; of each product
 * the rows [first_line, line_end), or all where line_end is 0. scratch: scratch_bytes, aligned to
 * 64, of this thread alone. */
void contract_run(const contract_job *job, const weft_plan *plan, char *const *data, int64_t count,
                  int64_t first_line, int64_t line_end, char *scratch);

#endif
