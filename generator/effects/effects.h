/* effects.h: what a function may do to its operands beside what their side of the arrow says: write
 * to an input, or leave an output as it is. Where the source does not tell, it may. */
#ifndef WEFT_EFFECTS_H
#define WEFT_EFFECTS_H

#include "model/declaration.h"
#include "model/survey.h"
#include "tree/ir.h"

/* Finds the effects of a body on the operands of its function. */
void effects_find(arena *memory, const function *from, body *read);

/* The first output that a body never writes to; NULL if there is none. */
const parameter *effects_unwritten(arena *memory, const function *from, const body *read);

/* Whether the function may write to an operand, an input: every item then gets a copy of its own.
 * *why is where it does; NULL where no source is known. */
bool effects_written(const function *from, size_t operand, const body_effect **why);
/* Whether it may leave elements of an operand, an output, as they are, or read them first. */
bool effects_kept(const function *from, size_t operand, const body_effect **why);
/* Bit i: operand i is one of these. */
unsigned effects_written_mask(const function *from);
unsigned effects_kept_mask(const function *from);

/* How a function uses what one of its parameters leads to. */
pointer_use effects_use(arena *memory, const ir_function *function, size_t parameter_index);

/* ---- parts of it ---- */

/* Whether something may write through a parameter, an array or a pointer, of a function; *where is
 * then the expression. */
bool effects_writes(arena *memory, const ir_function *function, const ir_variable *parameter,
                    const ir_expression **where);

/* An output as its elements are told apart: of each axis the size parameter that is its extent, or
 * a constant. A scalar has no axis, nor has a structure, which has its members. */
typedef struct effects_output {
    const ir_variable *variable;
    const ir_record *record; /* behind a pointer to one; NULL: numbers */
    size_t rank;
    const ir_variable *sizes[WEFT_MAX_RANK]; /* NULL: constants[axis] */
    int64_t constants[WEFT_MAX_RANK];        /* 0: unknown, so that nothing is known to cover it */
} effects_output;

/* Whether every path through the function writes all elements before it reads any that it did not
 * write. If not, *text and *place say why. */
bool effects_fills(arena *memory, const ir_function *function, const effects_output *output,
                   const char **text, location *place);
/* What is known of the order in which a function reads and writes an output. */
typedef struct effects_order {
    bool reads_first; /* some path may read an element that it has not written; or that is not seen
                       */
    bool leaves_some; /* some elements are written nowhere, as far as is seen */
} effects_order;
effects_order effects_find_order(arena *memory, const ir_function *function,
                                 const effects_output *output);

#endif
