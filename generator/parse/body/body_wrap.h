/* body_wrap.h: signed arithmetic whose overflow the device compiler would assume away; shared by
 * body_flow.c, body_range.c and body_wrap.c. */
#ifndef WEFT_PARSE_BODY_WRAP_H
#define WEFT_PARSE_BODY_WRAP_H

#include "edits.h"

/* What of a value matters where it goes. Where only the lowest bits do, an overflow changes
 * nothing that can be seen. */
typedef struct value_need {
    bool exact;
    unsigned bits;     /* if not exact: so many of the lowest */
    CXCursor variable; /* or those of this type variable; null: none */
} value_need;

/* An operation that is written as a macro, WEFT_ADD(a, b): the text of the file from `begin` to
 * `end`, with the operator from `left_end` to `right_begin`. */
typedef struct wrapped {
    unsigned begin, left_end, right_begin, end;
    bool is_edited; /* by another edit already */
    const char *open, *between, *close;
} wrapped;

/* What is asked of the values of a function again and again. */
typedef enum value_question { QUESTION_NONE, QUESTION_KIND, QUESTION_MAGNITUDE } value_question;

/* The answers to them: body_memory.c. */
typedef struct value_memory value_memory;

/* The walk through one function. */
typedef struct value_flow {
    body_reader *reader;
    value_memory *known;
    CXFile file;     /* that the function stands in */
    CXType result;   /* of the function */
    bool outermost;  /* what it returns and stores goes to memory: it is no helper */
    bool generic;    /* a type variable may be a signed type */
    CXCursor *exact; /* variables whose whole value matters somewhere */
    size_t exact_count;
    bool changed;  /* one was added */
    bool deciding; /* all are known: operations are wrapped now */
    wrapped *items;
    size_t item_count;
} value_flow;

/* Whether a value's C type is, or is computed from, a type variable: this one, or any if it is
 * null. body_range.c */
bool value_is_generic(const value_flow *flow, CXCursor value, CXCursor variable);
/* The bits of an integer type without its sign; 64 of what is none or a type variable. */
unsigned value_type_bits(CXType type);
/* A number k so that the magnitude of a value is at most 2^k. */
unsigned value_magnitude(const value_flow *flow, CXCursor value);
/* The same of a sum, difference or product of two. */
unsigned value_magnitude_of(enum CXBinaryOperatorKind op, unsigned left, unsigned right);

/* An empty one, in the arena. */
value_memory *value_memory_new(arena *memory);
/* Whether the question has been answered for this value (and type variable, or null); and *answer. */
bool value_recall(const value_flow *flow, value_question question, CXCursor value,
                  CXCursor variable, unsigned *answer);
/* Notes the answer, which is not known yet. */
void value_remember(const value_flow *flow, value_question question, CXCursor value,
                    CXCursor variable, unsigned answer);

/* Whether the step of a loop is i++, i-- or i += 2, and its condition ends it before i
 * overflows. */
bool value_is_counting(const value_flow *flow, CXCursor condition, CXCursor step);

/* ---- what matters: body_need.c ---- */

extern const value_need need_whole;
/* Nothing of the value matters: it is thrown away, or an index, which is in range. */
value_need need_nothing(void);
/* What matters of a value that becomes one of type `to`, of which `rest` matters. */
value_need need_of_conversion(const value_flow *flow, CXCursor value, CXType to, value_need rest);
/* What a variable, or memory, of this type keeps. */
value_need need_of_type(CXType type);
/* Whether all that matters of a value lies in the lowest bits that its own type has. */
bool need_is_met(const value_flow *flow, CXCursor value, value_need need);
/* The bits of an integer type with its sign; 0 of any other, and of bool, which asks whether the
 * whole value is 0. */
unsigned need_storage_bits(CXType type);
/* Pointers and arrays. */
bool need_is_pointer(CXType type);
/* Notes that all of a variable matters. */
void need_add_exact(value_flow *flow, CXCursor variable);
/* The variable at the bottom of x, x[i], x.m, *x, null if there is none; walks through the
 * indices. *through: it is reached through a pointer. */
CXCursor need_base(value_flow *flow, CXCursor lvalue, bool *through);
/* Notes what matters of an lvalue that is read. */
void need_read(value_flow *flow, CXCursor lvalue, value_need need);
/* What matters of a value that is stored in an lvalue, or that a variable begins with: of a helper,
 * all that goes through a pointer. */
value_need need_of_store(value_flow *flow, CXCursor lvalue);
value_need need_of_variable(const value_flow *flow, CXCursor variable, CXType type, bool list);

/* Walks through a statement or expression of the function, of whose value `need` matters; a
 * statement's is nothing: body_flow.c. */
void value_flow_walk(value_flow *flow, CXCursor cursor, value_need need);

/* Notes that an operation is to be wrapped, or refuses the gpu kernel if a macro of a system header
 * spells it: body_wrap.c */
void value_wrap_binary(value_flow *flow, CXCursor operation, CXCursor left, CXCursor right,
                       enum CXBinaryOperatorKind op, bool assigns);
void value_wrap_unary(value_flow *flow, CXCursor operation, CXCursor operand);

#endif
