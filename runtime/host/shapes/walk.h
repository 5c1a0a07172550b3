/* walk.h: running a cpu kernel over a part of a plan; what backends cpu and parallel share. */
#ifndef WEFT_WALK_H
#define WEFT_WALK_H

#include "contraction/contract.h"
#include "plan/part.h"
#include "plan/print.h"
#include "transform/transform.h"

typedef struct host_shape host_shape;

/* One plan with the kernel that serves it and how its operands reach the kernel. Never zeroed;
 * blocks and offsets are written for packed operands only. Read by all threads. */
typedef struct walk_job {
    const weft_plan *plan; /* borrowed */
    weft_kernel *kernel;
    const host_shape *shape;
    contract_job contraction; /* where tiles serve it, not the kernel */
    transform_job transform;  /* where passes do */
    int64_t line_count; /* of these: lines of each item's product that may be cut apart; else 1 */
    uint32_t packed; /* bit i: operand i's core block, or its block of items, is copied to scratch
                        memory */
    int64_t batch;   /* items that are packed at a time; divides 64 or is a multiple of it */
    int64_t block_rows;  /* 0: plans are not walked in blocks of rows by items. What only
                            shape_transposed.c reads: */
    int row_axis;        /* the axis of the blocks' rows, which count first */
    int across;          /* the operand that lies across the others */
    int64_t tile;        /* items of a row of blocks that follow each other; a multiple of batch */
    bool is_far;         /* caches do not hold what is touched */
    bool is_nontemporal; /* results are copied past the caches */
    int64_t scratch_bytes;              /* for one thread; 0 if nothing is packed */
    int64_t blocks[WEFT_MAX_OPERANDS];  /* bytes of one packed core block, or of a row of items */
    int64_t offsets[WEFT_MAX_OPERANDS]; /* of the operand's blocks within scratch */
} walk_job;

/* Finds the kernel and the shape that walks it. What the shape holds until then is given back by
 * walk_finish, after success alone. */
weft_status walk_prepare(walk_job *job, const weft_plan *plan, weft_error *error);
void walk_finish(walk_job *job);

/* Runs a part. scratch: job->scratch_bytes, aligned to 64, of this thread alone. */
void walk_run(const walk_job *job, const plan_piece *part, char *scratch);

/* Adds the lines of a trace about the kernel that serves a plan. */
void walk_print(const weft_plan *plan, plan_text *to);

#endif
