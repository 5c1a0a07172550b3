/* parser.h: the state that the files of generator/parse share. */
#ifndef WEFT_PARSE_PARSER_H
#define WEFT_PARSE_PARSER_H

#include "parse.h"
#include "unit.h"

/* An error of libclang's that lies inside a function: it counts only under the bindings that the
 * function, or one that carries it, is read with. */
typedef struct deferred_error {
    location place;
    unsigned length;
    const char *text;
    bool covered; /* some binding's reading judged the function it lies in */
} deferred_error;

struct parser {
    arena *memory;
    diagnostics *messages;
    const generate_options *options;
    CXIndex index;
    CXTranslationUnit *sources;
    size_t source_count;
    const char **dependencies;
    size_t dependency_count;
    CXTranslationUnit *units; /* all that were read, disposed of at the end */
    size_t unit_count;
    deferred_error *deferred; /* of the file being read */
    size_t deferred_count;
};

/* Reads a translation unit. binding: what the type variables of `source` stand for; both NULL for
 * the first reading. False if the file cannot be read at all (reported). */
bool parser_read(parser *reader, const char *path, const source_file *source, const binding *bound,
                 parse_unit *result);

/* Reports libclang's errors. Those inside a function's body are kept in reader->deferred if
 * `may_defer`. */
void parser_report(parser *reader, const parse_unit *unit, bool may_defer);

/* Reports those errors of the unit that lie within [begin, end) of a file, with the binding they
 * come from; marks deferred ones there as covered. True if there were any. */
bool parser_report_within(parser *reader, const parse_unit *unit, const char *file, unsigned begin,
                          unsigned end, const char *with);

/* Reports the deferred errors that no binding covered. */
void parser_report_uncovered(parser *reader);

#endif
