/* print_c_parts.h: what the files that print C share. */
#ifndef WEFT_PRINT_C_PARTS_H
#define WEFT_PRINT_C_PARTS_H

#include "print_c.h"

/* The state of printing one body. */
typedef struct c_printer {
    arena *memory;
    const ir_function *function;
    const bool *wraps;
    const c_naming *naming;
    const char **names; /* that the function uses, however it does */
    size_t name_count;
    c_body result;
    unsigned depth;
    unsigned step;       /* the number of the label before the step of the loop around; 0: none */
    unsigned step_count; /* such labels given so far */
} c_printer;

/* Notes that something cannot be printed; the first counts. */
void c_note_gap(c_printer *to, location place, const char *reason);

/* ---- names and types: print_c_type.c ---- */

/* Notes the names in a function, so that none is given twice. */
void c_collect_names(c_printer *to, const ir_function *function);
/* The name of a variable. */
const char *c_variable(c_printer *to, const ir_variable *variable);
/* A name that is declared outside of the function. */
const char *c_outer_name(c_printer *to, const char *name);
/* The declaration of `name`; the type alone where it is "". place: for the gap. */
const char *c_declared(c_printer *to, const ir_type *type, const char *name, location place);
/* A type as it stands in a cast: without its own const. */
const char *c_cast_type(c_printer *to, const ir_type *type, location place);

/* ---- expressions: print_c_expression.c ---- */

/* An expression where nothing around it binds tighter than a comma between arguments. */
const char *c_expression(c_printer *to, const ir_expression *expression);
/* The same as a statement, or in parentheses of its own: commas may stand in it. */
const char *c_whole(c_printer *to, const ir_expression *expression);

/* An integer constant of a type. */
const char *c_integer(c_printer *to, int64_t value, const ir_type *type);

#endif
