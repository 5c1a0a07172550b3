/* survey.h: the functions that a header declares, for `weft annotate`. Plain data in one arena. */
#ifndef WEFT_SURVEY_H
#define WEFT_SURVEY_H

#include "declaration.h"

/* How a definition, and what it calls, uses what a pointer parameter leads to. */
typedef struct pointer_use {
    const char *obstacle; /* what hides some of the use: "it is handed to 'f', whose source is not
                             known"; NULL: nothing */
    location place;       /* of that */
    bool read, written;
    bool read_first; /* written, but maybe not before it is read, or not all of it */
    bool several;    /* more than its first element may be used */
    int64_t top;     /* then the largest index that is; -1: not known */
} pointer_use;

/* One declared function. */
typedef struct surveyed_function {
    function declared;
    const char *refusal; /* why its C types are no operands; NULL: they are */
    location refusal_place;
    location definition;     /* of its name in a --source file; line 0: not known */
    const char **names;      /* of the parameters there; NULL: not known */
    pointer_use *uses;       /* by parameter; NULL: no definition is known */
    const char *doc_comment; /* of the declaration, without marks; "" if none */
} surveyed_function;

typedef struct survey {
    surveyed_function *items;
    size_t count;
} survey;

#endif
