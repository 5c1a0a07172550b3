/* reading.h: files as translation units. */
#ifndef WEFT_PARSE_READING_H
#define WEFT_PARSE_READING_H

#include "parse/unit/parser.h"

/* Reads a file for the first time: as it stands, then, where it has to be, as a flat text. False if
 * it cannot be read at all (reported). */
bool parser_read_first(parser *reader, const char *path, parse_unit *result);

/* Reads a text that stands in no file, under the name of one. */
bool parser_read_text(parser *reader, const char *path, const char *text, parse_unit *result);

/* Reads a file again. binding: what the type variables of `source` stand for. */
bool parser_read_again(parser *reader, const source_file *source, const binding *bound,
                       parse_unit *result);

#endif
