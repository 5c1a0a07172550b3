/* normal.h: the normal form of a body: the same function, said so that what it computes no longer
 * depends on how it is spelled. Helpers stand where they are called; a loop that counts, of
 * whatever kind, type and direction, is for (size_t i = begin; i < end; i++); pointers that walk,
 * rows that are kept in pointers and flat indices are elements of the operands; locals that are
 * another name of an element, a size or a number are gone. */
#ifndef WEFT_NORMAL_H
#define WEFT_NORMAL_H

#include "model/body.h"

typedef struct normal_form {
    const char *text;   /* "{ … }", to stand in the place of the body */
    size_range *ranges; /* of sizes that it means the same for */
    size_t range_count;
} normal_form;

/* False where a function has none, or is in it already. */
bool normal_find(arena *memory, const ir_function *function, normal_form *found);

/* Its text, or a line that says that there is none. */
void normal_print(const ir_function *function, FILE *out);

#endif
