/* parse.h: reads annotated files; the only door to libclang. */
#ifndef WEFT_PARSE_H
#define WEFT_PARSE_H

#include "model/declaration.h"
#include "model/options.h"
#include "model/survey.h"

typedef struct parser parser;

/* A reader of options->files; libclang is loaded. Never NULL. What follows from options->refused
 * and options->undefined is said in news. */
parser *parser_new(arena *memory, diagnostics *messages, diagnostics *news,
                   const generate_options *options);
void parser_free(parser *reader);

/* Reads the declarations of one file: type variables are double. What is wrong is in messages. */
source_file *parse_declarations(parser *reader, const char *path);

/* Reads what a header declares, as #include "HEADER" finds it. What is wrong is in messages. */
survey *parse_survey(parser *reader, const char *header);

/* Reads the bodies of all functions, each under all of its bindings, and what comes along. */
void parse_bodies(parser *reader, source_file *source);

/* Marks the --source file that defines a symbol, and those that define what it uses; false if none
 * does. */
bool parser_link(parser *reader, const char *symbol);
/* The marked files by number, in the order of the command line; NULL behind the last. */
const char *parser_linked_source(const parser *reader, size_t index);
/* The functions that do nothing which these files call, by number, and the C type in which they
 * return 0; NULL behind the last. */
const char *parser_ignored(const parser *reader, size_t index, const char **type);

/* Every file that was read, system headers included, in the order of first use. */
const char *const *parser_dependencies(const parser *reader, size_t *count);

/* Adds one that the parser did not read itself. */
void parser_add_dependency(parser *reader, const char *path);

const char *parser_version(void);

/* Whether the libclang in use has <stddef.h> and its like beside it: PyPI's has not. */
bool parser_has_headers(void);

#endif
