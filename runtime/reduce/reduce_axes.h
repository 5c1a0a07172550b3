/* reduce_axes.h: which axes of the operand a reduction takes, and in which groups. */
#ifndef WEFT_REDUCE_AXES_H
#define WEFT_REDUCE_AXES_H

#include "reduction.h"

/* The operand's axes, told apart. */
typedef struct axis_choice {
    bool reduced[WEFT_MAX_RANK];
    int count; /* of reduced ones */
} axis_choice;

/* Reads how->axes; refuses axes that are not there or named twice. */
weft_status reduce_choose_axes(const reduction *task, const weft_reduction *how,
                               axis_choice *choice, weft_error *error);

/* The operand, or what broadcasts to it, with the axes that stay in front of the reduced ones. */
weft_array reduce_arrange(const weft_array *array, const axis_choice *choice);

/* Shape of the result, and the operand's steps along its axes; returns its rank. */
int reduce_result_shape(const reduction *task, const axis_choice *choice, bool keepdims,
                        int64_t *shape, int64_t *steps);

/* The work without the axes that keepdims kept. */
weft_array reduce_lanes(const reduction *task, const axis_choice *choice, bool keepdims);

/* Takes the last group of reduced axes out of the choice: neighbours in the shape, as many as it
 * takes to make a segment. So one pass needs one step only, and the shape alone decides what it
 * folds. */
axis_choice reduce_take_group(axis_choice *choice, const weft_array *array);

/* Renumbers the choice's axes once those of the group are gone. */
void reduce_drop_group(axis_choice *choice, const axis_choice *group, int rank);

#endif
