/* print_c.h: the body of a function as scalar C, printed from its syntax tree: every conversion is
 * written out, and each variable has a name of its own. A function whose tree is not complete
 * (ir_find_text) is not printed, nor one with something that C has no words for outside of it, such
 * as a structure declared inside: that is a gap, and the function is then to be compiled as its
 * file has it. */
#ifndef WEFT_PRINT_C_H
#define WEFT_PRINT_C_H

#include "ir.h"

/* One line of a body. */
typedef struct c_line {
    location place;   /* of the statement that begins here; line 0: none does */
    unsigned depth;   /* of indentation */
    const char *text; /* the declaration of a table may be several lines of the user's */
} c_line;

typedef struct c_body {
    c_line *lines; /* from "{" to "}" */
    size_t count;
    ir_gap gap; /* the lines count for nothing where there is one */
} c_body;

/* How names that are declared outside of the function are written. */
typedef struct c_naming {
    const char *(*write)(const void *context, const char *name);
    const void *context;
} c_naming;

/* One body. wraps: by an expression's id, signed arithmetic that is to wrap on every target; NULL:
 * none. Everything is made in `memory`. */
c_body print_c_body(arena *memory, const ir_function *function, const bool *wraps,
                    const c_naming *naming);
/* The first gap of a function, or of a helper that it reaches. */
ir_gap print_c_gap(arena *memory, const ir_function *function);

#endif
