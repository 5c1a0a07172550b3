/* dialect.h: what `#if` finds in the user's files is what the C compiler that builds defines, asked
 * from it. System headers are libclang's to read, and keep its names: so each name that one of the
 * two predefines is spelled anew in the user's text (respelling.h), and defined on the command line
 * as the compiler has it. A question such as __has_builtin is a macro that makes a name of the
 * other name in it; what libclang does not find so is asked of the compiler, and the file read
 * anew. */
#ifndef WEFT_PARSE_DIALECT_H
#define WEFT_PARSE_DIALECT_H

#include "parse/unit/parser.h"

/* Looks at the macros of the command line, once. */
void dialect_read_flags(parser *reader);

/* Whether the C compiler takes a variable that is declared by `auto` alone for an int, while
 * libclang has C23's reading. */
bool dialect_takes_auto_for_int(parser *reader);

/* Looks at a file of the user's, before it is read. */
void dialect_begin(parser *reader, const char *path, const char *text, size_t size);

/* Looks at the user's files of a unit that was just read, and at the names that it did not find;
 * true where the file is to be read anew, with what was found. */
bool dialect_find(parser *reader, CXTranslationUnit unit);

/* Makes a text of as many bytes that in which a file is read. */
void dialect_replace(parser *reader, const char *path, const char *text, size_t size);

/* The text that a file is read in by what was found, its own but for names; NULL where that is its
 * own. */
const struct CXUnsavedFile *dialect_file(const parser *reader, const char *path);

#endif
