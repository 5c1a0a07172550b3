/* random_case.h: one random call and what it must give. */
#ifndef RANDOM_CASE_H
#define RANDOM_CASE_H

#include "elements.h"

enum {
    CASE_OPERANDS = 4,
    ARENA_BYTES = 1 << 22, /* all operands lie in one arena, so that stray writes are seen */
};

/* A call whose operands are views of one arena. */
typedef struct random_case {
    const weft_ufunc *ufunc;
    const weft_loop *loop; /* the loop that must be taken; NULL: the call must fail */
    int operand_count;
    weft_array operands[CASE_OPERANDS]; /* dtype WEFT_NONE: allocated by the call */
    bool missing[4];                    /* by ufunc.dimensions; their size is 1 */
    bool has_axes;
    int axes[CASE_OPERANDS * WEFT_MAX_RANK]; /* options.axes, if has_axes */
    int axes_count;
    int8_t places[CASE_OPERANDS]
                 [WEFT_MAX_RANK]; /* by operand: the axis of the array in the call that an
                                                    axis of the one here is, -1 if missing */
    bool is_masked;
    weft_dtype dtype; /* options.dtype */
    weft_order order; /* options.order */
    weft_array mask;  /* options.where, if is_masked */
    int loop_rank;
    int64_t loop_shape[WEFT_MAX_RANK]; /* that the call must find, C order */
    int64_t sizes[4];                  /* core sizes, by ufunc.dimensions */
    int64_t used;                      /* bytes of the arena */
    _Alignas(64) char arena[ARENA_BYTES];
} random_case;

/* Fills the case from the source. */
void random_case_make(random_case *made, random_source *source);

/* Whether the mask chooses the item at this index of the loop shape; true without a mask. */
bool random_case_is_chosen(const random_case *made, const int64_t *index);

/* An operand as the call sees it: with its axes in the places that has_axes wants; and back. */
weft_array random_case_shown(const random_case *made, int operand, const weft_array *array);
weft_array random_case_canonical(const random_case *made, int operand, const weft_array *shown);

/* Shape of an operand in the call: loop shape, then core sizes. Returns the rank. */
int random_case_shape(const random_case *made, int operand, int64_t *shape);

#endif
