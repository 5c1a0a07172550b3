/* lanes_parts.h: what the files that translate to lanes share.
 *
 * Each variable that varies is an array of WEFT_VECTOR_COUNT vectors, x[v]; what is the same for
 * all items stays a scalar. Statements that need no control flow stand together in loops over v
 * (WEFT_VECTORS). A mask is an array of vectors, too: which items are where the text is. */
#ifndef WEFT_LANES_PARTS_H
#define WEFT_LANES_PARTS_H

#include "analyse/uniform.h"
#include "lanes.h"
#include "tree/print_c_parts.h"

enum { DEEPEST_MASK = 256 };

/* What narrowed the items down. */
typedef enum mask_kind {
    MASK_FUNCTION, /* to those that have not returned */
    MASK_LOOP,     /* to those still in a loop */
    MASK_ROUND,    /* to those still in a round of it */
    MASK_SWITCH,
    MASK_BRANCH
} mask_kind;

typedef struct mask {
    mask_kind kind;
    const char *name; /* of the array; NULL: all items are there */
    bool some;        /* it has been asked: an item is there, and has not left since */
} mask;

/* The innermost loop around a statement. */
typedef struct lanes_loop {
    const ir_statement *statement;
    bool masked;    /* items leave it one by one; else it is a loop of C */
    size_t depth;   /* of masks in its body */
    unsigned label; /* before its step; 0: none is wanted yet */
    bool in_step;   /* where nothing is left to do for those that leave */
} lanes_loop;

/* A function while it is translated. */
typedef struct lanes {
    arena *memory;
    const ir_function *root;     /* lowered */
    const ir_function *function; /* the root or a helper */
    const uniformity *known;
    bool strict;
    bool refills; /* lanes may be filled anew */
    bool cuts;    /* of choices by sizes small ones count alone */
    const c_naming *naming;
    c_printer scalars; /* prints what is the same for all items */
    lanes_text *result;
    c_line *declarations, *lines;
    size_t declaration_count, line_count;
    unsigned depth;
    bool open; /* a loop over v is */
    mask masks[DEEPEST_MASK];
    size_t mask_count;
    const char *guard; /* in an expression: the mask of what is evaluated; NULL: that of the text */
    const char *guard_if; /* where all items have the same: the same in C; NULL: ask the mask */
    size_t *declared;     /* by variable: how many masks were around its declaration */
    size_t held;          /* bytes that arrays of one item take, of those declared so far */
    lanes_loop loop;      /* label 0 and depth 0 outside of loops */
    bool in_loop;
    unsigned nesting; /* loops of the function around the text */
    const ir_statement
        *outermost;      /* whose mask the text is under, and that no other is around; or NULL */
    bool in_switch;      /* a break ends a switch of C */
    size_t result_depth; /* the same of the result */
    unsigned mask_names, value_names, labels;
    size_t *calls;   /* by helper: how often the function calls it */
    bool *masked;    /* by helper: items may be missing in a call of it */
    bool is_changed; /* ... in one that was translated as if none were */
} lanes;

/* The first thing that cannot be translated counts. */
/* Whether a name may be one of those that translated text makes up. */
bool lanes_is_reserved(const char *name);
void lanes_gap(lanes *in, location place, const char *reason);

/* ---- lines: lanes.c ---- */

void lanes_line(lanes *in, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lanes_declare(lanes *in, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What follows stands in a loop over v; or no longer. */
void lanes_open(lanes *in);
void lanes_close(lanes *in);

/* ---- asking: lanes_ask.c ---- */

bool lanes_varies(const lanes *in, const ir_expression *expression);
bool lanes_variable_varies(const lanes *in, const ir_variable *variable);
/* Whether a break or continue that belongs to a loop or switch stands under a condition that
 * varies. */
bool lanes_jump_varies(const lanes *in, const ir_statement *owner, ir_statement_kind jump);
/* Whether a statement of this kind lies inside. */
bool lanes_holds(const ir_statement *statement, ir_statement_kind kind);
/* Whether a branch is worth asking first whether any item takes it. */
bool lanes_is_long(const ir_statement *statement);
/* Whether evaluating is harmful, or dear, in lanes that do not get there. */
bool lanes_needs_mask(const lanes *in, const ir_expression *expression);

/* Whether there is something that must not be evaluated where no item is: an element that may lie
 * outside, a quotient by what may be 0, a function that may not end. */
bool lanes_is_risky(const ir_expression *expression);
/* Whether a quotient by what may be 0 is among that. */
bool lanes_divides(const ir_expression *expression);
/* Whether it is a product in uint64_t of two numbers of 32 bits, for which there is an instruction.
 */
bool lanes_is_wide_product(const ir_expression *expression);

/* Whether a parameter is a size that items change, each its own: the call gives one number for
 * all, which that parameter's vectors begin with. */
bool lanes_is_given(const lanes *in, const ir_variable *parameter);
/* "size_t all1": it in the head of the function, and the lines that begin the vectors. */
const char *lanes_given_text(lanes *in, const ir_variable *size);
void lanes_spread_sizes(lanes *in);
/* "[3]", "[n + !n]": the extent of a parameter, which is never none. */
const char *lanes_extent(lanes *in, const ir_type *array, location place);

/* Whether all items are where the function that is translated begins: it has no mask. */
bool lanes_is_whole(const lanes *in);

/* ---- masks: lanes_mask.c ---- */

const char *lanes_new_mask(lanes *in);
void lanes_push(lanes *in, mask_kind kind, const char *name, bool some);
/* Whether some item is where the text is. */
bool lanes_has_some(const lanes *in);
/* The question in C; NULL where lanes_has_some. */
const char *lanes_ask_some(const lanes *in);
/* The mask of the text as an operand in a loop over v: "m1[v]", "WEFT_ALL"; in an expression that
 * of what is evaluated. */
const char *lanes_mask_text(const lanes *in);
/* The same, and a condition. */
const char *lanes_masked(lanes *in, const char *condition);

/* ---- expressions, inside a loop over v: lanes_expression.c ---- */

/* A vector; without parentheses where nothing binds tighter than `+`. */
const char *lanes_value(lanes *in, const ir_expression *expression);
/* A vector that may be indexed: the name of one. */
const char *lanes_named(lanes *in, const ir_expression *expression);
/* The value in lane l, in the type that C has for it. */
const char *lanes_in_lane(lanes *in, const ir_expression *expression);
/* A mask: where the value is not 0. */
const char *lanes_condition(lanes *in, const ir_expression *expression);
/* A C scalar, of what does not vary; 0 where it would be harmful and no item is there. */
const char *lanes_scalar(lanes *in, const ir_expression *expression);
/* The same, whoever is there. */
const char *lanes_plain(lanes *in, const ir_expression *expression);
/* The element of a type, whose width is noted: vectors hold it. */
const char *lanes_type(lanes *in, const ir_type *type, location place);
/* Whether a call is of a function of the C library that has a twin of vectors, which rounds
 * otherwise. */
bool lanes_has_twin(const ir_expression *call);
const char *lanes_call(lanes *in, const ir_expression *call);

/* ---- places: lanes_place.c ---- */

/* What is read there, as a vector. */
const char *lanes_read(lanes *in, const ir_expression *place);
void lanes_store(lanes *in, const ir_expression *place, const ir_expression *value);
/* An argument for a parameter that is a pointer. */
const char *lanes_address(lanes *in, const ir_expression *argument, const ir_variable *parameter);
void lanes_declare_variable(lanes *in, const ir_variable *variable);
/* A table that is declared in a function, as it is written. */
void lanes_declare_table(lanes *in, const ir_statement *statement, const ir_variable *table);
/* "e[v][l]": in lane l, what an argument is the address of. */
const char *lanes_behind(lanes *in, const ir_expression *argument);
/* A variable gets its first value. */
void lanes_initialize(lanes *in, const ir_variable *variable);
/* `name = value` where the mask says so, if items may be missing that were there `depth` masks ago.
 */
void lanes_assign(lanes *in, const char *name, const char *element, const char *value,
                  size_t depth);

/* ---- calls of functions of the C library that store what they find: lanes_storing.c ---- */

bool lanes_stores_results(const ir_expression *call);
/* The same as lanes_has_twin, of a function of complex numbers, in a function that is split or not.
 */
bool lanes_has_complex_twin(const ir_expression *call);
/* result: the name of the array for what it returns, or NULL. */
void lanes_call_storing(lanes *in, const ir_expression *call, const char *result);

/* Whether lanes may be filled anew in a loop, by the items behind; what is kept then from call to
 * call, taken before the loop and kept behind it: lanes_refill.c. */
bool lanes_may_refill(const lanes *in, const ir_statement *loop);
void lanes_find_kept(lanes *in, const ir_statement *loop);
void lanes_take_kept(lanes *in, const char *mask);
void lanes_keep(lanes *in, const char *mask);

/* Whether items that have left the loop around may get any value at a place: lanes_free.c. */
bool lanes_is_free(const lanes *in, const ir_expression *place);

/* The only branch of a choice that is translated, 0 or 1, which it may lack; -1: both. Where that
 * hangs on a size, result->within gets it: lanes_sizes.c. */
int lanes_only_branch(lanes *in, const ir_statement *choice);

/* ---- statements: lanes_statement.c ---- */

void lanes_statement(lanes *in, const ir_statement *statement);
/* A call of a helper; result: the name of the array for what it returns, or NULL. */
void lanes_call_helper(lanes *in, const ir_expression *call, const char *result);

#endif
