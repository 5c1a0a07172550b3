/* normalise.h: a file whose bodies are read in their normal forms. */
#ifndef WEFT_PARSE_NORMALISE_H
#define WEFT_PARSE_NORMALISE_H

#include "parse/unit/parser.h"

/* What is read in the place of a function's body. */
typedef struct normal_body {
    function *of;
    unsigned begin, end; /* of the body, in the text that the file is read in */
    const char *text;
    const size_range *ranges; /* not empty: it is { if (...) normal form else what is written } */
    size_t range_count;
} normal_body;

/* Adds the normal form of a function, if it has one that is the same under all bindings. */
void normalise_add(parser *reader, function *target, normal_body **forms, size_t *count);

/* From here on the file is read with these bodies; false where it is not. */
bool normalise_begin(parser *reader, const source_file *source, normal_body *forms, size_t count);
void normalise_end(parser *reader, const source_file *source);

/* ---- normalise_choice.c ---- */

/* Whether a function with core dimensions was read under all bindings, from the file itself. */
bool normalise_was_read(const function *target);
/* Whether more is known of a function as its normal form was read than as it is written. */
bool normalise_is_better(const function *read, const function *written);
/* Keeps that reading. Where sizes choose which of both runs, what may happen is what may happen in
 * either; what is known beside the text (sums, walks, free dimensions) is the normal form's, and
 * holds for its sizes alone. */
void normalise_keep(function *read, const function *written);

#endif
