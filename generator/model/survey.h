/* survey.h: the functions that a header declares, for `weft annotate`. Plain data in one arena. */
#ifndef WEFT_SURVEY_H
#define WEFT_SURVEY_H

#include "declaration.h"

/* One declared function. */
typedef struct surveyed_function {
    function declared;
    const char *refusal; /* why its C types are no operands; NULL: they are */
    location refusal_place;
    location definition;     /* of its name in a --source file; line 0: not known */
    const char **names;      /* of the parameters there; NULL: not known */
    const char *doc_comment; /* of the declaration, without marks; "" if none */
} surveyed_function;

typedef struct survey {
    surveyed_function *items;
    size_t count;
} survey;

#endif
