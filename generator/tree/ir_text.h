/* ir_text.h: how ir_text.c and ir_print.c share the text of types and expressions. */
#ifndef WEFT_IR_TEXT_H
#define WEFT_IR_TEXT_H

#include "ir.h"

/* IR_VIEW_NUMBERS: ir_print_numbers.c */
void ir_print_numbers(const ir_function *function, FILE *out);

/* With types and implicit conversions, all on one line. */
/* What a record is called. */
const char *ir_record_text(const ir_record *record);
const char *ir_type_text(arena *memory, const ir_type *type);
/* "" for NULL. */
const char *ir_exact_text(arena *memory, const ir_expression *expression);
/* The name, and a number where an earlier variable has the same. */
const char *ir_variable_text(arena *memory, const ir_variable *variable);
/* Source text on one line: each run of blanks is one blank. */
const char *ir_one_line(arena *memory, const char *text);

#endif
