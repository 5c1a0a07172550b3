/* part.h: parts of a plan's items: the one way in which plans are cut.
 *
 * Before a plan is normalised its axes are the caller's, and a range of its items, in the C order
 * of the loop shape, is a few boxes. A normalised plan may walk its items in any order; it is cut
 * into pieces of about equal size, for threads. Only a gpu's launches are found otherwise
 * (gpu_walk.h): what a kernel's indices count bounds them, not a number of pieces, and they come
 * one behind the other, so that an odometer finds the next without a division. */
#ifndef WEFT_PART_H
#define WEFT_PART_H

#include "plan.h"

/* A range of an axes' C-ordered space is at most so many boxes: each axis adds one before and one
 * behind the longest. */
enum { PART_MOST_BOXES = 2 * WEFT_MAX_RANK + 1 };

/* By loop axis, innermost first as in the plan: where the box begins, and its extent. */
typedef struct plan_box {
    int64_t first[WEFT_MAX_RANK];
    int64_t extents[WEFT_MAX_RANK];
} plan_box;

/* The longest box that begins with item `lo` and ends at most at `hi`, which is above; returns the
 * item behind it. The plan has its shape, and is not normalised. */
int64_t part_next_box(const weft_plan *plan, int64_t lo, int64_t hi, plan_box *box);

/* Items of a normalised plan: rows are numbered with axis 1 innermost, items lie along axis 0.
 * Several rows are whole ones, or the same items of each. Of an item whose kernel can compute some
 * of its lines alone, the rows of a product's matrix, also which; line_end 0: all. */
typedef struct plan_piece {
    int64_t first_row, row_end;
    int64_t first_item, item_end;
    int64_t first_line, line_end;
} plan_piece;

/* Pieces of whole rows, or of parts of one row, or of the same parts of several, or of parts of one
 * item. */
typedef struct plan_cut {
    int64_t piece_count;
    int64_t row_count, row_items; /* of the plan */
    int64_t row_pieces;           /* of the same parts of several rows; 0: pieces are others */
    int64_t line_count;           /* of an item */
    int64_t pieces_per_row;       /* 0: pieces are of whole rows */
    int64_t pieces_per_item;      /* 0: pieces are of whole items */
    int64_t chunk;                /* items, or lines, of a piece but the last of its row or item */
    const weft_plan *lists;       /* pieces are of lists, of about as many elements; NULL: others */
} plan_cut;

/* The whole plan as a piece. */
plan_piece part_whole(const weft_plan *plan);

/* Cuts a plan into about `wanted` pieces, at least 1. grain: rows are split at its multiples only;
 * line_count: lines of an item, 1 where it cannot be split. */
plan_cut part_cut(const weft_plan *plan, int64_t wanted, int64_t grain, int64_t line_count);

/* The same where pieces are walked in blocks: they have about so many rows, or more. */
plan_cut part_cut_blocks(const weft_plan *plan, int64_t wanted, int64_t grain, int64_t block_rows);

/* The same of lists: pieces have about as many elements and lists, and some may have none. */
plan_cut part_cut_lists(const weft_plan *plan, int64_t wanted);

/* Its piece of this number, from 0. */
plan_piece part_piece(const plan_cut *cut, int64_t piece);

#endif
