/* gpu_cut.h: how the items of a plan are cut to tiles, each a block of the kernel of any steps. */
#ifndef WEFT_GPU_CUT_H
#define WEFT_GPU_CUT_H

#include "gpu/driver/gpu_walk.h"

/* Columns lie along the plan's axis 0. A thread has some items of a column, or of a row. */
typedef struct gpu_cut {
    int rows_axis;  /* the plan's axis that rows lie along; walk.rank: there is none */
    int outer_axis; /* the one that columns lie along, too, behind those of axis 0; walk.rank: there
                       is none */
    uint32_t lanes, lane_rows;      /* threads side by side along columns, and rows of them */
    uint32_t next_column, next_row; /* from one item of a thread to the next; one of them is 0 */
    uint32_t tile_columns,
        tile_rows; /* of a block; threads whose items lie in a row have several, lane_rows apart */
    uint32_t transposed; /* bit i: input i lies along rows: it comes through shared memory, by
                            squares or blocks */
    bool narrow; /* elements are, and a thread has vectors of rows, of blocks or of rows that begin
                    anywhere */
    uint32_t whole;                   /* bit i: operand i has vectors along columns */
    uint32_t ahead;                   /* columns before the first that a tile may begin at */
    uint32_t room[WEFT_MAX_OPERANDS]; /* of those: bytes of shared memory before its tile */
    uint32_t shared_bytes;
} gpu_cut;

/* Bytes of an element of an operand; what an index counts as. */
int64_t gpu_cut_size(const weft_plan *plan, int operand);

/* Whether rows are little but written, of elements that need no vectors: tiles, of which a thread
 * has more items, then are faster. */
bool gpu_cut_mostly_writes(const weft_plan *plan);

/* The cut for launches of a walk that has begun. */
gpu_cut gpu_cut_choose(const gpu_walk *walk);

#endif
