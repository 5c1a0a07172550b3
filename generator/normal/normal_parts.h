/* normal_parts.h: what the files that make a normal form share. The function is walked in its
 * order; what is known of each local is kept as a value, and what is left of the body is written as
 * text. Where something cannot be said of a local, it stays a variable, and the walk begins again.
 */
#ifndef WEFT_NORMAL_PARTS_H
#define WEFT_NORMAL_PARTS_H

#include "normal.h"
#include "polynomial.h"

enum { DEEPEST_CALL = 4 };

typedef enum value_kind {
    VALUE_KEPT,    /* a variable of the text */
    VALUE_UNKNOWN, /* a local that is none, whose value is not known here */
    VALUE_NUMBER,
    VALUE_POINTER, /* to an element of base, or to a row of elements */
    VALUE_TEXT     /* what an expression gives, wherever it stands */
} value_kind;

/* A place in an array: so many scalars behind its begin. */
typedef struct place {
    const ir_variable *base;
    const ir_type *type; /* of what lies there */
    polynomial offset;
} place;

typedef struct value {
    value_kind kind;
    polynomial number;
    place points;
    const char *text;
} value;

/* Text, and whether it binds as a name does, as an operator before its operand does, or more
 * loosely. */
typedef enum binding_strength { BINDS_LOOSELY, BINDS_BEFORE, BINDS_AS_NAME } binding_strength;

typedef struct shown_text {
    const char *text;
    binding_strength strength;
} shown_text;

typedef struct pending_step {
    const ir_variable *variable;
    value after;
} pending_step;

typedef struct normaliser {
    arena *memory;
    const ir_function *root, *now; /* now: the one whose nodes are walked */
    bool *kept;                    /* by a variable's number: it stays one */
    bool again, stop;              /* the walk is over: one more stays; there is no normal form */
    value *values;                 /* by a variable's number */
    const char **names;            /* by a variable's number: as the text has it; NULL: not yet */
    const char **taken;            /* names in the text */
    size_t taken_count;
    const symbol **sizes; /* by a variable's number */
    unsigned symbol_count;
    size_t steps;   /* so far, of all walks */
    unsigned dry;   /* more than 0: nothing is written, and no bounds are asked for */
    unsigned maybe; /* inside of what C may not evaluate */
    bool modular;   /* an address is computed: modulo 2^64 */
    bool closed;    /* statements cannot stand before the expression */
    const ir_expression *whole_call;         /* a statement that is a call */
    const ir_function *walked[DEEPEST_CALL]; /* helpers, each called by the one before it */
    unsigned depth;                          /* how many */
    pending_step *pending;
    size_t pending_count;
    bool changed;
    char *text;
    size_t length;
    unsigned line; /* of the text that is written next */
    size_range *ranges;
    size_t range_count;
} normaliser;

/* ---- normal.c ---- */

/* The walk is over: the variable stays one, or, where it must not or is NULL, there is no normal
 * form. */
void normal_keep(normaliser *in, const ir_variable *variable);
static inline bool normal_is_over(const normaliser *in)
{
    return in->again || in->stop;
}
/* A name that nothing in the text has. */
const char *normal_name(normaliser *in, const char *wished);
symbol *normal_symbol(normaliser *in, const char *name);
void normal_write(normaliser *in, const char *text);
/* Goes on to a line of the user's, if the text is not there yet. */
void normal_lead(normaliser *in, location where);
/* Sizes are such that the number is no more than `most`; false where no bound of them says so. */
bool normal_limit_to(normaliser *in, const polynomial *number, int64_t most);

/* The size is at least 1. */
void normal_least(normaliser *in, const ir_variable *size);

/* ---- normal_value.c ---- */

value *normal_value_of(normaliser *in, const ir_variable *variable);
/* Whether the local is no variable of the text. */
bool normal_is_tracked(const normaliser *in, const ir_variable *variable);
/* Whether a number is one of the type, perhaps for sizes up to a limit. */
bool normal_fits(normaliser *in, const polynomial *number, const ir_type *type);
/* An integer; its steps are made or pending. */
bool normal_number(normaliser *in, const ir_expression *of, polynomial *number);
bool normal_points(normaliser *in, const ir_expression *pointer, place *where);
/* Of an element or row: x[i], *p. */
bool normal_place(normaliser *in, const ir_expression *lvalue, place *where);
/* The scalars of an object of the type. */
bool normal_extent(normaliser *in, const ir_type *type, polynomial *extent);
/* What a local becomes where it is set to an expression; false if nothing is known of that. */
bool normal_evaluate(normaliser *in, const ir_variable *target, const ir_expression *of,
                     value *result);
/* v++ and the like, of a tracked local: its value is what the expression's is. */
bool normal_step(normaliser *in, const ir_expression *step, value *result);
void normal_make_pending(normaliser *in);

/* ---- normal_text.c ---- */

shown_text normal_text(normaliser *in, const ir_expression *of);
/* The same where nothing around binds tighter. */
const char *normal_whole(normaliser *in, const ir_expression *of);
/* An element of an array; NULL where that is not known to be one. */
const char *normal_element(normaliser *in, const place *where);
/* A declaration of a variable that stays one, but for its value: "double sum". */
const char *normal_declared(normaliser *in, const ir_variable *variable);
const char *normal_variable(normaliser *in, const ir_variable *variable);
/* "T", of a scalar. */
const char *normal_type(const ir_type *type);
/* The source of something that has its words there; NULL if it has none. */
const char *normal_source(normaliser *in, ir_extent extent);
/* Whether nothing in it is said otherwise. */
bool normal_is_unchanged(normaliser *in, const ir_expression *of);

/* ---- normal_call.c ---- */

/* What a call of a helper gives, its statements being written; false where it stays a call. */
bool normal_call(normaliser *in, const ir_expression *call, shown_text *result);
/* Whether it would be so. */
bool normal_is_inlined(const normaliser *in, const ir_expression *call);

/* while (left op right), as a difference. */
typedef struct loop_condition {
    ir_operator op;
    polynomial difference;
} loop_condition;

/* ---- normal_condition.c ---- */

/* Reads a condition, whose steps are made then; false if it compares no numbers. */
bool normal_condition(normaliser *in, const ir_expression *of, loop_condition *found);
/* So many rounds there are of a loop that counts in `round`, unless that is negative, in which case
 * there is none, or, where it must be natural, nobody knows. False where that is not known. */
bool normal_rounds(const loop_condition *test, const symbol *round, polynomial *rounds,
                   bool *must_be_natural);

/* ---- normal_statement.c ---- */

void normal_statement(normaliser *in, const ir_statement *statement);
void normal_effects(normaliser *in, const ir_expression *expression);
/* What stands in its braces, if it has some. */
void normal_inside(normaliser *in, const ir_statement *statement);
/* In braces. */
void normal_block(normaliser *in, const ir_statement *statement);

/* ---- normal_loop.c ---- */

void normal_loop(normaliser *in, const ir_statement *loop);

#endif
