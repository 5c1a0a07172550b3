/* dialect_ask.h: what libclang and the C compiler say of names. */
#ifndef WEFT_PARSE_DIALECT_ASK_H
#define WEFT_PARSE_DIALECT_ASK_H

#include "parse/unit/parser.h"

/* What stands in the name of an answer between its question and the name that that is about. */
#define DIALECT_ANSWER "_of_"

/* Asks both, once in a run. False where there is no compiler that could tell. */
bool dialect_ask(parser *reader);

/* Where a name is one of the macros by which the C library's headers ask the compiler, such as
 * __GNUC_PREREQ: asks what the compiler finds there, once in a run. */
void dialect_ask_library(parser *reader, const char *name, size_t length);

/* The name that one of the two predefines; NULL where none does. */
dialect_name *dialect_find_name(const dialect *known, const char *name, size_t length);

/* Adds the question whose answer has this name, unless it is there; nothing where it is no such
 * name. */
void dialect_add_question(parser *reader, const char *macro, size_t length);

/* Defines the answers of all questions that were added, as the compiler gives them. */
void dialect_answer(parser *reader);

#endif
