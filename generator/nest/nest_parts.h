/* nest_parts.h: what the files that make tiles of nests share. */
#ifndef WEFT_NEST_PARTS_H
#define WEFT_NEST_PARTS_H

#include "nest.h"

enum { TILE_MOST_STATES = 4, TILE_MOST_ELEMENTS = 4 };

typedef enum tile_part_kind { TILE_START, TILE_STEP, TILE_FINISH } tile_part_kind;

/* The statements of a loop's body, one of which is a loop. */
typedef struct tile_body {
    ir_statement *const *statements;
    const ir_statement *single; /* where there is no block */
    size_t count;
    int loop;
} tile_body;

static inline ir_statement *tile_statement(const tile_body *body, size_t i)
{
    return body->statements ? body->statements[i] : (ir_statement *)(uintptr_t)body->single;
}

typedef struct tile_search {
    arena *memory;
    const ir_function *function;
    const nest *nest;
    body_tiles *result;
    nest_tile tile;
    bool failed;
    ir_statement **parts; /* what the nest does around and in its rounds, in order */
    tile_part_kind *part_of;
    size_t part_count;
} tile_search;

/* Notes why there is no tile, if nothing is noted yet; false. */
bool tile_refuse(tile_search *in, location place, const char *format, const char *what);
bool tile_is_number(const ir_type *type);
bool tile_is_state(const tile_search *in, const ir_variable *variable);
/* Whether elements of successive values of the counter lie side by side: 1, -1 where the other way
 * round; else 0. */
int tile_direction(const ir_expression *element, const ir_variable *counter);
/* One function while it is made. */
typedef struct tile_maker {
    tile_search *in;
    tile_part_kind kind;
    tile_argument *arguments;
    bool *sure; /* by argument: the element is used whatever the data is */
    size_t argument_count;
    size_t variable_count;
    unsigned maybe;    /* inside of what may not be evaluated */
    unsigned followed; /* inside of what more of the round stands behind */
} tile_maker;

/* Makes the variable a parameter of the function, unless it is the function's own. */
bool tile_take_variable(tile_maker *to, const ir_expression *at);
bool tile_is_element(const ir_expression *expression);
/* The argument of an element; -1 where there is none. */
int tile_take_element(tile_maker *to, const ir_expression *element);
/* Whether the element is there whatever the sizes are: each index counts along its axis. */
bool tile_is_within(const tile_maker *to, const ir_expression *element);

/* Reads in->tile.loop, which may be no such nest, and notes the tile in the result. */
bool tile_read(tile_search *in);
/* Statements that follow each other. */
typedef struct tile_region {
    ir_statement *const *statements;
    size_t count;
} tile_region;

/* Reads loops whose order is another, or that are several, as the nest of two parallel loops around
 * one in order that computes the same: nest_project.c. */
bool tile_project(tile_search *in, tile_region region);

/* One of the loops, as the tile needs it. */
bool tile_take_loop(tile_search *in, const ir_statement *loop, tile_loop *taken);
/* Whether what a loop counts lies within an axis of an array, whatever the sizes are. */
bool tile_counts_along(const tile_loop *loop, const ir_type *axis);
/* Whether an operand of an expression may not be evaluated. */
bool tile_is_maybe(const ir_expression *from, size_t operand);
/* Notes a local of the function that the nest needs. */
void tile_note_given(tile_search *in, const ir_variable *variable);
/* Whether the rest of the function, around the nest, computes numbers and no elements. */
bool tile_is_whole(const tile_search *in);
const ir_type *tile_void(arena *memory);
/* Reads in->tile.loop as one whose rounds go side by side through a loop in order, nest_front.c,
 * and notes it in the result. */
bool tile_front(tile_search *in);

/* Makes the three functions: nest_make.c. */
bool tile_make(tile_search *in);

#endif
