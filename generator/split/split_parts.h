/* split_parts.h: what the files that split share. */
#ifndef WEFT_SPLIT_PARTS_H
#define WEFT_SPLIT_PARTS_H

#include "split.h"

/* A variable of a split one. */
typedef struct split_variable {
    ir_variable **parts;
    size_t count;
} split_variable;

/* A function as it was. */
typedef struct split_head {
    const ir_function *function;
    ir_variable **parameters;
    size_t parameter_count;
    const ir_type *result;
    ir_variable **results; /* what its parts are stored behind */
    bool *asked;           /* by parameter: whether it is NULL matters */
    ir_variable **given;   /* by parameter: tells so, of a helper; NULL: nothing does */
} split_head;

typedef struct split {
    arena *memory;
    split_variable *variables; /* by number, of the lowered function's */
    size_t old_count, variable_count;
    struct split_pointer *pointers; /* the same; type NULL: it leads nowhere yet */
    split_head *heads;              /* of the root, then its helpers */
    size_t head_count;
    const split_head *head; /* of the function that is split */
    ir_statement *now;      /* whose children are being made */
    size_t temporaries;
    bool holding; /* indices are to keep what they are while something is stored part by part */
    ir_gap *gap;
} split;

/* A complex number. */
typedef struct split_pair {
    ir_expression *real, *imaginary;
} split_pair;

/* Where something lies: in a part of a split variable, behind indices; or in a table, which stays.
 */
typedef struct split_place {
    const split_variable *variable;
    size_t part;
    ir_expression **indices;
    size_t index_count;
    ir_expression *whole; /* of a table; else NULL */
} split_place;

/* Where a pointer leads: to an element of an array (or of what a parameter points to), or to `base`
 * itself. */
typedef struct split_pointer {
    split_place base;
    const ir_type *type; /* of what it leads to */
    ir_expression *at;   /* NULL: to base */
    size_t rows;         /* of a variable: how many indices of base `at` may go on into */
} split_pointer;

void split_gap(split *in, location place, const char *reason);

/* ---- types and variables: split_type.c ---- */

size_t split_count_parts(const ir_type *type);
/* The first part of a field. */
size_t split_field_part(const ir_record *record, const ir_field *field);
/* The real type of a complex one. */
const ir_type *split_real_type(split *in, const ir_type *type);
/* The parts of a variable whose type has some, else NULL. */
const split_variable *split_variable_of(split *in, ir_variable *variable);
/* Names of a type's parts, and their types. */
void split_list_parts(split *in, const ir_type *type, const char *name, const char **names,
                      const ir_type **types, size_t *count);

/* ---- nodes: split_node.c ---- */

ir_expression *split_copy_node(split *in, const ir_expression *expression);
ir_expression *split_number(split *in, const ir_type *type, location place, int value);
ir_expression *split_use(split *in, ir_variable *variable, location place);
ir_expression *split_unary(split *in, ir_operator op, ir_expression *value);
ir_expression *split_binary(split *in, ir_operator op, ir_expression *left, ir_expression *right);
ir_expression *split_compare(split *in, ir_operator op, ir_expression *left, ir_expression *right);
ir_expression *split_choose(split *in, ir_expression *condition, ir_expression *yes,
                            ir_expression *no);
ir_expression *split_cast(split *in, const ir_type *type, ir_expression *value);
/* A call of a function of the C library, by its name for doubles. */
ir_expression *split_library(split *in, const char *name, ir_expression *first,
                             ir_expression *second);
ir_expression *split_address(split *in, ir_expression *place);
ir_statement *split_add(split *in, ir_statement_kind kind, location place);
void split_store(split *in, ir_expression *place, ir_expression *value);
ir_variable *split_temporary(split *in, const ir_type *type, location place);
/* A value that is to be used more than once. */
ir_expression *split_hold(split *in, ir_expression *value);
/* Statements from here on go into a new block that is nowhere yet; gives where they went before. */
ir_statement *split_open(split *in, location place);
/* The block, and back. */
ir_statement *split_close(split *in, ir_statement *outside);

/* ---- places: split_place.c ---- */

bool split_is_place(const ir_expression *expression);
bool split_is_read(const ir_expression *expression);
/* An element of an array at a place, or behind a pointer that is a parameter. */
split_place split_index(split *in, split_place place, ir_expression *index, const ir_type *type);
split_place split_find_place(split *in, const ir_expression *place);
/* The same, with indices that later statements do not change. */
split_place split_hold_place(split *in, const ir_expression *place);
split_place split_field(split *in, split_place place, const ir_type *record, size_t field);
split_place split_element(split *in, split_place place, int64_t index, location where);
split_place split_half(split *in, split_place place, bool imaginary);
/* The place as an expression. */
ir_expression *split_place_text(split *in, split_place place, const ir_type *type, location where);

/* ---- pointers: split_pointer.c ---- */

split_pointer split_find_pointer(split *in, const ir_expression *pointer);
/* So many elements behind a pointer; NULL is 0. */
split_place split_behind(split *in, const ir_expression *pointer, ir_expression *index);
bool split_is_pointer_variable(const ir_variable *variable);
/* A pointer of the function's own gets a value. */
void split_assign_pointer(split *in, ir_variable *variable, const ir_expression *value);
/* a < b, a - b and so on, of pointers. */
ir_expression *split_pointer_comparison(split *in, const ir_expression *value);
/* Whether an expression is the constant NULL: split_null.c. */
bool split_is_null(const ir_expression *value);
/* Finds in all heads which parameters are compared with NULL, or handed on to where they are. */
void split_find_asked(split *in);
/* Whether a helper asks whether a parameter is NULL. */
bool split_asks(const split *in, const ir_function *helper, size_t parameter);
/* The parameter that tells whether a pointer is given. */
ir_variable *split_given_parameter(split *in, const ir_variable *pointer);
/* Whether a pointer is not NULL, as a number. */
ir_expression *split_given(split *in, const ir_expression *value);
/* p == NULL, p != NULL; NULL of any other comparison. */
ir_expression *split_null_comparison(split *in, const ir_expression *value);
/* A pointer to a part, for a call. */
ir_expression *split_pointer_part(split *in, split_pointer pointer, size_t part, location where);

/* ---- values ---- */

/* A value without parts: split_value.c. */
ir_expression *split_value(split *in, const ir_expression *value);
/* The truth of a value that may be complex. */
ir_expression *split_condition(split *in, const ir_expression *value);
/* Statements of a block that may run where they are not meant. */
bool split_is_harmless(const ir_statement *block);
/* Appends the statements of a block. */
void split_append(split *in, const ir_statement *block);
/* Makes of a memcpy between numbers an assignment; false of any other call: split_bytes.c. */
bool split_copy_bytes(split *in, const ir_expression *call);
/* A complex number: split_complex.c. */
split_pair split_complex(split *in, const ir_expression *value);
/* Gives a place of any type the value of an expression: split_assign.c. */
void split_assign(split *in, split_place to, const ir_type *type, const ir_expression *value);
/* Copies what lies at a place, of the same type. */
void split_copy(split *in, split_place to, split_place from, const ir_type *type, location where);
/* Gives a new variable its initial value: split_list.c. */
void split_initialize(split *in, split_place to, const ir_type *type, const ir_expression *value,
                      location where);
/* A call of a helper, which is no statement yet: split_call.c. NULL where its result has parts,
 * which are at *result then unless that is NULL. */
ir_expression *split_call(split *in, const ir_expression *call, const split_place *result);

#endif
