/* walk.h: running a cpu kernel over a part of a plan; what backends cpu and parallel share. */
#ifndef WEFT_WALK_H
#define WEFT_WALK_H

#include "contract/contract.h"
#include "plan/plan.h"

/* One plan with the kernel that serves it and how its operands reach the kernel. Never zeroed;
 * blocks and offsets are written for packed operands only. Read by all threads. */
typedef struct walk_job {
    const weft_plan *plan; /* borrowed */
    weft_kernel *kernel;
    bool contracts;        /* the runtime's own tiles serve it, not the kernel */
    contract_job contraction;
    int64_t row_count;     /* product of the extents but the innermost */
    uint32_t packed;       /* bit i: operand i's core block is copied to scratch memory */
    int64_t batch;         /* items that are packed at a time; divides 64 or is a multiple of it */
    int64_t scratch_bytes; /* for one thread; 0 if nothing is packed */
    int64_t blocks[WEFT_MAX_OPERANDS];  /* bytes of one packed core block */
    int64_t offsets[WEFT_MAX_OPERANDS]; /* of the operand's blocks within scratch */
} walk_job;

/* A box of items: rows are numbered with axis 1 innermost, items lie along axis 0. Of a product that
 * tiles compute, also some rows of each item's matrix; line_end 0: all. */
typedef struct walk_part {
    int64_t first_row, row_end;
    int64_t first_item, item_end;
    int64_t first_line, line_end;
} walk_part;

/* Finds the kernel and decides what is packed. */
weft_status walk_prepare(walk_job *job, const weft_plan *plan, weft_error *error);

/* Runs a part. scratch: job->scratch_bytes, aligned to 64, of this thread alone. */
void walk_run(const walk_job *job, const walk_part *part, char *scratch);

#endif
