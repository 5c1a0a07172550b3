/* shape.h: shapes of the cases, read from their texts and broadcast; no help from the runtime. */
#ifndef CALL_SHAPE_H
#define CALL_SHAPE_H

#include "perform.h"

enum { MAX_OPERANDS = MAX_INPUTS + MAX_OUTPUTS, MAX_CASE_RANK = 8 };

/* Some axes. */
typedef struct shape {
    int rank;
    int64_t sizes[MAX_CASE_RANK];
} shape;

/* A case while it is performed. Operands: inputs first. */
typedef struct case_state {
    const call_case *one;
    int inputs, count;
    weft_dtype dtypes[MAX_OPERANDS]; /* of the loop */
    weft_dtype given[MAX_OPERANDS];  /* of the operands */
    shape cores[MAX_OPERANDS];
    int places;                    /* operands, and the mask behind them */
    shape loops[MAX_OPERANDS + 1]; /* of the inputs and the mask */
    shape loop;                    /* the broadcast one */
    size_t output_bytes;           /* an upper bound */
    place operands[MAX_OPERANDS + 1];
    number *expected[MAX_OPERANDS]; /* owned; outputs in C order */
} case_state;

/* Texts before the NULL, of at most three. */
int shape_text_count(const char *const *texts);
/* Reads cores and loop shapes, and broadcasts them. */
void shape_parse_case(case_state *state);
/* Loop axes and core axes in one; the rank. */
int shape_join(const shape *loop, const shape *core, int64_t *sizes);
/* Whether the mask, if there is one, chooses the item `flat` of the loop. */
bool shape_is_chosen(const case_state *state, int64_t flat);
/* The item of a broadcast operand that belongs to the item `flat` of the loop. */
int64_t shape_item(const shape *loop, const shape *own, int64_t flat);

#endif
