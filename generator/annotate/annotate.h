/* annotate.h: the annotations of a whole header, as far as its types, its names and the comments and
 * texts of its definitions say enough. */
#ifndef WEFT_ANNOTATE_ANNOTATE_H
#define WEFT_ANNOTATE_ANNOTATE_H

#include "model/survey.h"
#include "text/output.h"

/* What a definition's file says of a function. */
typedef struct definition_text {
    const char *comment; /* before the name, or between the parameters and the body; "" if none */
    const char *body;    /* "{ … }"; "" if none */
} definition_text;

/* Which way a parameter goes. */
typedef enum direction {
    DIRECTION_UNKNOWN = 0,
    DIRECTION_IN = 1,
    DIRECTION_OUT = 2,
    DIRECTION_BOTH = 3
} direction;

/* What was made of one function. */
typedef struct annotated_function {
    const surveyed_function *from;
    const char *doc;        /* "" if none */
    const char *annotation; /* WEFT_VECTORIZE() …; NULL: none could be told, and then */
    const char *reason;     /* why, */
    location place;         /* where, */
    const char *advice;     /* and what to write */
    const char *assumed;    /* the pointers that were taken for one number each; "" if none */
} annotated_function;

/* Reads the file in which a definition stands. */
definition_text annotate_definition(arena *memory, location name);

/* Which way a comment says that a parameter goes: "Given:", "Returned:", \param[in,out]. */
direction annotate_direction(arena *memory, const char *comment, const char *parameter);

/* A comment as documentation: without marks, rules, copyright and the function's name. */
const char *annotate_doc(arena *memory, const char *comment, const char *name);

/* Finds the annotation of one function. const_correct: without const it is written. */
annotated_function annotate_function(arena *memory, const surveyed_function *from,
                                     bool const_correct);

/* Whether a header has const where something is read: half of its functions of arrays do. */
bool annotate_is_const_correct(const survey *all);

/* Prints the annotated file. */
void annotate_print(const annotated_function *items, size_t count, const char *header, output *out);

#endif
