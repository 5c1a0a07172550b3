/* annotate.h: the annotations of a whole header, as far as its types, its names and the comments
 * and texts of its definitions say enough. */
#ifndef WEFT_ANNOTATE_ANNOTATE_H
#define WEFT_ANNOTATE_ANNOTATE_H

#include "model/survey.h"
#include "text/output.h"

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
    const char *assumed;    /* the pointers of which nothing says what they are for; "" if none */
    const char *strings;    /* those that were taken for short strings; "" if none */
    const char *status;     /* the strings of WEFT_STATUS; "" if none */
} annotated_function;

/* The comment of a definition: before it, or between its parameters and its body; "" if none. */
const char *annotate_comment(arena *memory, location name);

/* Which way a comment says that a parameter goes: "Given:", "Returned:", \param[in,out]. */
direction annotate_direction(arena *memory, const char *comment, const char *parameter);

/* The next line of a comment without its marks; NULL at the end. *indent: the blanks before its
 * text. */
const char *annotate_next_line(arena *memory, const char **rest, size_t *indent);

/* The name that a comment has in the brackets of a parameter's type, "b  eraLDBODY[n]"; "" if none.
 */
const char *annotate_extent(arena *memory, const char *comment, const char *parameter);

/* The strings of WEFT_STATUS that a comment says; "" if it says none. */
const char *annotate_status(arena *memory, const char *comment);

/* A comment as documentation: without marks, rules, copyright and the function's name. */
const char *annotate_doc(arena *memory, const char *comment, const char *name);

/* The functions of a header, and what their definitions say. */
typedef struct annotate_header {
    arena *memory;
    const survey *all;
    const char **comments; /* of the definitions, by function */
    bool const_correct;    /* what has no const is written */
} annotate_header;

/* The name of a parameter in its definition, if that is known. */
const char *annotate_name(const surveyed_function *from, size_t parameter_index);

/* Finds the annotation of one function. */
annotated_function annotate_function(const annotate_header *header, size_t index);

/* Whether a header has const where something is read: half of its functions of arrays do. */
bool annotate_is_const_correct(const survey *all);

/* Prints the annotated file. */
void annotate_print(const annotated_function *items, size_t count, const char *header, output *out);

#endif
