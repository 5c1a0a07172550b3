/* overflow.h: signed arithmetic whose overflow the device compiler would assume away; shared by the
 * files overflow_*.c and edit_overflow.c. */
#ifndef WEFT_EDIT_OVERFLOW_H
#define WEFT_EDIT_OVERFLOW_H

#include "edit.h"

/* What of a value matters where it goes. Where only the lowest bits do, an overflow changes
 * nothing that can be seen. */
typedef struct value_need {
    bool exact;
    unsigned bits;        /* if not exact: so many of the lowest */
    const char *variable; /* or those of this type variable; NULL: none */
} value_need;

/* An operation that is written as a macro, WEFT_ADD(a, b): the text of the function from `begin` to
 * `end`, with the operator from `left_end` to `right_begin`. */
typedef struct wrapped {
    unsigned begin, left_end, right_begin, end;
    bool is_edited; /* by another edit already */
    const char *open, *between, *close;
} wrapped;

/* What has been found out about the values of a function: overflow_memory.c. */
typedef struct value_memory value_memory;

/* The walk through one function. */
typedef struct value_flow {
    arena *memory;
    body *read;
    const ir_function *function;
    value_memory *known;
    bool outermost; /* what it returns and stores goes to memory: it is no helper */
    bool is_signed; /* a type variable may be a signed type */
    bool *exact;    /* by variable: its whole value matters somewhere */
    bool changed;   /* one was added */
    bool deciding;  /* all are known: operations are wrapped now */
    wrapped *items;
    size_t item_count;
    spelled_arithmetic *spelled;
} value_flow;

/* ---- how large: overflow_range.c ---- */

/* Integers but bool and enumerations. */
bool value_is_integer(const ir_type *type);
/* int and wider ones, with a sign. */
bool value_is_signed_wide(const ir_type *type);
/* Whether a value's C type is, or is computed from, a type variable: this one, or any if it is
 * NULL. */
bool value_is_generic(const value_flow *flow, const ir_expression *value, const char *variable);
/* The bits of an integer type without its sign; 64 of what is none or a type variable. */
unsigned value_type_bits(const ir_type *type);
/* A number k so that the magnitude of a value is at most 2^k. */
unsigned value_magnitude(const value_flow *flow, const ir_expression *value);
/* The same of a sum, difference or product of two. */
unsigned value_magnitude_of(ir_operator op, unsigned left, unsigned right);
/* Whether the step of a loop is i++, i-- or i += 2, and its condition ends it before i
 * overflows. */
bool value_is_counting(const value_flow *flow, const ir_expression *condition,
                       const ir_expression *step);

/* ---- what has been found: overflow_memory.c ---- */

/* What is asked of the values of a function again and again. */
typedef enum value_question { QUESTION_NONE, QUESTION_KIND, QUESTION_MAGNITUDE } value_question;

value_memory *value_memory_new(arena *memory);
/* Whether the question has been answered for this value (and type variable, or NULL); and
 * *answer. */
bool value_recall(const value_flow *flow, value_question question, const ir_expression *value,
                  const char *variable, unsigned *answer);
/* Notes the answer, which is not known yet. */
void value_remember(const value_flow *flow, value_question question, const ir_expression *value,
                    const char *variable, unsigned answer);

/* ---- what matters: overflow_need.c ---- */

extern const value_need need_whole;
/* Nothing of the value matters: it is thrown away, or an index, which is in range. */
extern const value_need need_nothing;
/* What matters of a value that becomes one of type `to`, of which `rest` matters. */
value_need need_of_conversion(const value_flow *flow, const ir_expression *value, const ir_type *to,
                              value_need rest);
/* What a variable, or memory, of this type keeps. */
value_need need_of_type(const ir_type *type);
/* Whether all that matters of a value lies in the lowest bits that its own type has. */
bool need_is_met(const value_flow *flow, const ir_expression *value, value_need need);
/* The bits of an integer type with its sign; 0 of any other, and of bool, which asks whether the
 * whole value is 0. */
unsigned need_storage_bits(const ir_type *type);
/* Pointers and arrays. */
bool need_is_pointer(const ir_type *type);
/* Notes that all of a variable matters. */
void need_add_exact(value_flow *flow, const ir_variable *variable);
/* The variable at the bottom of x, x[i], x.m, *x, NULL if there is none; walks through the
 * indices. *through: it is reached through a pointer. */
const ir_variable *need_base(value_flow *flow, const ir_expression *lvalue, bool *through);
/* Notes what matters of an lvalue that is read. */
void need_read(value_flow *flow, const ir_expression *lvalue, value_need need);
/* What matters of a value that is stored in an lvalue, or that a variable begins with: of a helper,
 * all that goes through a pointer. */
value_need need_of_store(value_flow *flow, const ir_expression *lvalue);
value_need need_of_variable(const value_flow *flow, const ir_variable *variable);

/* ---- where it goes: overflow_flow.c ---- */

/* Walks through a statement or expression of the function, of whose value `need` matters; what is
 * inside a statement matters where it stands in an expression. NULL is allowed. */
void value_walk(value_flow *flow, const ir_expression *value, value_need need);
void value_walk_statement(value_flow *flow, const ir_statement *statement, value_need need);

/* Notes that an operation is to be wrapped, or that a macro of a system header spells it:
 * edit_overflow.c */
void value_wrap(value_flow *flow, const ir_expression *operation);

#endif
