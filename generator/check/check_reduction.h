/* check_reduction.h: what the files that check a declared reduction share. */
#ifndef WEFT_CHECK_REDUCTION_H
#define WEFT_CHECK_REDUCTION_H

#include "check.h"

/* A pair has two of each input and an output. */
enum { REDUCTION_INPUTS = (WEFT_MAX_OPERANDS - 2) / 2 };

/* State of checking one reduction. */
typedef struct reduction_check {
    arena *memory;
    diagnostics *messages;
    source_file *source;
    reduction *checked;
    size_t input_count;
    const c_type *accumulator, *output; /* output: what finish, or else the combination, returns */
} reduction_check;

/* One prototype on its way to the loops. */
typedef struct reduction_match {
    reduction_check *check;
    const annotation_text *text; /* NULL: the C types are the prototype */
    const char **types;          /* per type variable of the file, NULL while unbound */
    weft_dtype *inputs;
    weft_dtype result;
} reduction_match;

/* Matches one prototype with the C types: binds the type variables, sets the dtypes. */
bool reduction_match_prototype(reduction_match *match);

/* The dtype of a value of the type, once the type variables are bound. */
weft_dtype reduction_value_dtype(const reduction_match *match, const c_type *type);

/* Whether a kernel loads and stores the dtype as a value of the other. */
bool reduction_is_held_by(weft_dtype dtype, weft_dtype value);

/* Makes up the functions that the reduction is computed by, and the one that users see. */
void reduction_make_stages(const reduction_check *check);

/* Adds the loops of them all for a prototype that was matched. */
void reduction_add_loops(const reduction_match *match);

#endif
