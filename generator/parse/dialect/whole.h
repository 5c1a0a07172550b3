/* whole.h: questions about more than a name, such as __has_include(<x.h>) and
 * __has_attribute(gnu::cold): the compiler is asked, and what it says stands in their place. */
#ifndef WEFT_PARSE_WHOLE_H
#define WEFT_PARSE_WHOLE_H

#include "parse/unit/parser.h"
#include "parse/unit/text/lexer.h"

/* Those of one text. */
typedef struct whole_questions {
    struct whole_question *items;
    size_t count;
} whole_questions;

/* Notes the question that begins at a token, if it is one. `path`: of the file, NULL in a macro of
 * the command line or of the compiler's. */
bool whole_note(parser *reader, const char *path, const char *text, size_t size,
                const c_token *token, whole_questions *all);

/* Writes the answers into a copy of the text, as long as it was. Where the compiler gives none, all
 * is left to libclang; false if that is so. */
bool whole_answer(parser *reader, char *copy, const whole_questions *all);

#endif
