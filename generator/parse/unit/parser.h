/* parser.h: the state that the files of generator/parse share. */
#ifndef WEFT_PARSE_PARSER_H
#define WEFT_PARSE_PARSER_H

#include "flat.h"
#include "model/options.h"
#include "unit.h"

/* How deep brackets may be nested: libclang takes more of the stack for each than a tree. */
#define DEEPEST_BRACKETS "256"

/* An error of libclang's that lies inside a function: it counts only under the bindings that the
 * function, or one that carries it, is read with. */
typedef struct deferred_error {
    location place;
    unsigned length;
    const char *text;
    bool is_inside; /* the text of the unit's own file, at place.at */
    bool covered;   /* some binding's reading judged the function it lies in */
} deferred_error;

/* One --source file. */
typedef struct source_unit {
    const char *path;
    CXTranslationUnit unit;
    const source_file *carried_into; /* the annotated file that has its system headers */
    bool type_generic;               /* they are known, and <tgmath.h> is among them */
    bool is_linked;                  /* some function needs it as it stands */
    bool is_followed;                /* and what it uses itself has been marked so, too */
} source_unit;

/* A name that libclang or the compiler predefines. */
typedef struct dialect_name {
    const char *name;
    const char *text;  /* the compiler's macro, all that stands behind #define; else NULL */
    bool is_compilers; /* the compiler has it */
    bool is_question;  /* such as __has_builtin, about another name */
    bool is_defined;   /* for the files that are read from now on */
} dialect_name;

/* A question about a name, such as __has_builtin(__builtin_trap). */
typedef struct dialect_question {
    const char *macro;         /* that is the answer */
    const char *asked, *about; /* in the compiler's spelling */
    unsigned long answer;
} dialect_question;

/* What `#if` is decided with in the user's files: parse/dialect.h. */
typedef struct dialect {
    bool is_asked, is_known, is_library_asked;
    dialect_name *names; /* in order */
    size_t name_count;
    dialect_question *questions;
    size_t question_count, answer_count; /* the first have been answered, or cannot be */
    const char **definitions;            /* options for libclang */
    size_t definition_count;
    struct CXUnsavedFile *files; /* the user's, as they are read */
    size_t file_count;
} dialect;

/* A function of options->ignored_calls. */
typedef struct ignored_symbol {
    const char *name;
    const char *type; /* in which it returns 0; static */
} ignored_symbol;

typedef struct parser {
    arena *memory;
    diagnostics *messages;
    diagnostics *news; /* what an earlier run could not tell */
    const generate_options *options;
    CXIndex index;
    source_unit *sources;
    size_t source_count;
    bool sources_are_read;
    definitions foreign; /* what the --source files define */
    const char *
        *own_headers; /* in the system's folders, as they are included, but not the system's */
    size_t own_header_count;
    helper_list helpers;
    written_list written;
    const char **dependencies;
    size_t dependency_count;
    CXTranslationUnit *units; /* all that were read, disposed of at the end */
    size_t unit_count;
    const flat_text **texts; /* of the files that are read in another text than their own */
    size_t text_count;
    flat_units flats;
    dialect dialect;
    ignored_symbol *ignored; /* of those that files that are linked call */
    size_t ignored_count;
    deferred_error *deferred; /* of the file being read */
    size_t deferred_count;
    deferred_error *faults; /* reported, of the file being read: in declarations of functions */
    size_t fault_count;
} parser;

/* The options of one reading, for libclang. */
const char **parser_arguments(parser *reader, const source_file *source, const binding *bound,
                              size_t *count);

/* Reports libclang's errors in the first reading of a file. Those inside a function's body are kept
 * in reader->deferred if `may_defer`. Where a mistake with an annotation explains what libclang
 * makes of all that follows, that is said instead. True if there are errors outside of all
 * functions. */
bool parser_report(parser *reader, const parse_unit *unit, bool may_defer);

/* Whether libclang found no error in the declaration of a function; else what it says of the body
 * follows from that and is forgotten. */
bool parser_check_declaration(parser *reader, CXCursor declaration);

/* Whether an error of the unit lies within [begin, end) of its file. */
bool parser_has_error(const parse_unit *unit, unsigned begin, unsigned end);

/* Reports those errors of the unit that lie within [begin, end) of its file, with the binding they
 * come from; marks deferred ones there as covered. True if there were any. */
bool parser_report_within(parser *reader, const parse_unit *unit, unsigned begin, unsigned end,
                          const char *with);

/* Reports the deferred errors that no binding covered. */
void parser_report_uncovered(parser *reader);

#endif
