/* lower.h: a function in a form that passes find easier than C: what is evaluated has no effects,
 * and each effect is a statement of its own.
 *
 * - Expressions hold no assignment, step, comma, call that may do more than return a value, or read
 *   of something volatile. && , || and ?: stand where their operands have no effects.
 * - A statement that evaluates is `place = value` or a call; a call's result is what a temporary
 *   starts with.
 * - Temporaries ($1, $2, ...) are declared where they first get a value, each assigned once, or
 * once in each branch of an `if`.
 * - Loops are IR_WHILE: children are the body and, where there is one, the step, which `continue`
 * and the end of the body go to; a `break` in either ends the loop. There is no IR_FOR and no
 * IR_DO.
 * - Products and quotients of complex constants are their values, rounded once.
 * - Operands are evaluated from left to right, of an assignment the place before the value; an
 *   assignment with an operator reads its target last. */
#ifndef WEFT_LOWER_H
#define WEFT_LOWER_H

#include "ir.h"

/* A lowered copy of a function and its helpers, numbered anew but for their variables, which keep
 * their numbers; NULL where something has no lowered form: *reason and *place then say what. */
ir_function *ir_lower(arena *memory, const ir_function *function, const char **reason,
                      location *place);

/* The same, for printing: where there is no lowered form, `out` gets a line that says why. */
ir_function *ir_lower_or_say(arena *memory, const ir_function *function, FILE *out);

/* ---- parts of it ---- */

/* The state of lowering a function and its helpers. */
typedef struct lowering {
    arena *memory;
    const ir_function *root;
    ir_function **functions; /* the lowered ones: the root, then its helpers */
    ir_variable **variables; /* by number; NULL: not met yet */
    size_t variable_count;
    size_t temporaries;
    ir_statement *now; /* whose children are being made */
} lowering;

/* ---- lower_node.c ---- */

/* Whether evaluating an expression does more than give a value. */
bool lower_has_effect(const ir_expression *expression);
/* A copy without its operands, of a node of the tree or of one that is lowered already. */
ir_expression *lower_node(lowering *in, const ir_expression *expression);
/* A whole copy of an expression without effects. */
ir_expression *lower_copy(lowering *in, const ir_expression *expression);
/* The lowered function's copy of a variable; of a temporary itself. */
ir_variable *lower_variable(lowering *in, ir_variable *variable);
ir_variable *lower_new_temporary(lowering *in, const ir_type *type, location place);
/* A use of a variable, in the place of an expression. */
ir_expression *lower_use(lowering *in, ir_variable *variable, const ir_expression *instead_of);
ir_expression *lower_convert(lowering *in, ir_expression *value, const ir_type *type);
ir_expression *lower_operation(lowering *in, ir_operator op, const ir_type *type,
                               ir_expression *left, ir_expression *right);
/* The constant 1 in a type. */
ir_expression *lower_one(lowering *in, const ir_type *type, location place);
/* Statements at the end of what is being made. */
ir_statement *lower_add(lowering *in, ir_statement_kind kind, location place);
void lower_add_declaration(lowering *in, ir_variable *variable);
void lower_add_assignment(lowering *in, ir_expression *target, ir_expression *value);

/* ---- lower_expression.c ---- */

/* The value, after the effects before it; NULL of a void one. */
ir_expression *lower_value(lowering *in, const ir_expression *expression);
/* The effects alone. */
void lower_effects(lowering *in, const ir_expression *expression);

#endif
