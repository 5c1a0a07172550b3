/* unit.h: one translation unit as libclang holds it; shared by the files of generator/parse
 * only. */
#ifndef WEFT_PARSE_UNIT_H
#define WEFT_PARSE_UNIT_H

#include <clang-c/Index.h>

#include "definitions.h"
#include "model/declaration.h"

/* A function that came along with another, as it was read. */
typedef struct helper {
    CXCursor definition;
    const body *read;
} helper;

/* All that have been read. */
typedef struct helper_list {
    helper *items;
    size_t count;
} helper_list;

/* What a local pointer is set to, or a call hands to a parameter; through it, it may be written. */
typedef struct handing {
    CXCursor variable;  /* that the pointer points into; or a local pointer that is handed on */
    const char *name;   /* of it, if other files see it, too; else NULL */
    CXCursor to;        /* a local variable, or the function that is called, */
    unsigned parameter; /* to this parameter */
} handing;

/* The variables that something in a translation unit may write, the local pointers among them
 * through which it may; and those that it hands on. */
typedef struct written_unit {
    CXTranslationUnit unit;
    CXCursor *variables;
    const char **names; /* of each that other files see, too; else NULL */
    size_t count, name_count;
    handing *handed;
    size_t handed_count;
    bool unknown; /* not all of it could be looked at */
} written_unit;

/* All that have been looked at. */
typedef struct written_list {
    written_unit *items;
    size_t count;
    CXTranslationUnit *sources; /* the units of the --source files */
    size_t source_count;
} written_list;

/* What the user says of the sources that they do not say themselves. */
typedef struct told_names {
    const char *const *ignored; /* functions whose calls do nothing */
    size_t ignored_count;
    const char *const *constants; /* variables that keep their first value */
    size_t constant_count;
    bool has_twins;   /* files of CUDA C++ are given, which have the twins of functions */
    bool auto_is_int; /* the C compiler takes `auto x = 1.5;` for an int, which C23 does not */
} told_names;

struct flat_text;

/* A translation unit whose text is a flat one. */
typedef struct flat_unit {
    CXTranslationUnit unit;
    const struct flat_text *flat;
} flat_unit;

/* All of them. */
typedef struct flat_units {
    flat_unit *items;
    size_t count;
} flat_units;

/* A translation unit read under one binding of the type variables. */
typedef struct parse_unit {
    arena *memory;
    diagnostics *messages;
    CXIndex index;
    CXTranslationUnit unit;
    const flat_units *flats; /* the units whose text is not that of their file */
    definitions *foreign;    /* of the --source files */
    own_definitions *own;    /* of the file that was read, whatever unit this is about */
    helper_list *helpers;
    written_list *written;
    told_names told;
    bool gpu_required; /* what it cannot take is an error */
    bool gpu_ignored;  /* gpu is no target: what it cannot take is not said */
    const source_file
        *source; /* that is read again, whose made-up functions stand behind its text; or NULL */
    bool is_guarded; /* the body is a choice by sizes between its normal form and what is written */
    unsigned text_end; /* bytes of that text, where there are such functions */
} parse_unit;

/* A cursor's spelling, copied into the arena. */
const char *unit_spelling(const parse_unit *unit, CXCursor cursor);
const char *unit_type_spelling(const parse_unit *unit, CXType type);
/* The file location (never the spelling location) of the start of a cursor, its name or an
 * offset. */
location unit_location(const parse_unit *unit, CXSourceLocation place);
/* The same of a place in another unit, that of a --source file; NULL: in this one. */
location unit_location_in(const parse_unit *unit, CXTranslationUnit of, CXSourceLocation place);
location unit_cursor_location(const parse_unit *unit, CXCursor cursor);
/* Whether the unit's text is not that of its file. */
bool unit_is_flat(const parse_unit *unit);
/* Whether what stands at a place is written there, and not what a macro of the user's stands for.
 */
bool unit_is_written(const parse_unit *unit, CXSourceLocation place);
/* The bytes [begin, end) that a cursor's extent covers in its file; false if it comes from a macro
 * body or spans files. */
bool unit_extent(CXCursor cursor, CXFile *file, unsigned *begin, unsigned *end);
bool unit_range(CXSourceRange range, CXFile *file, unsigned *begin, unsigned *end);
/* The first declaration of a function in the unit; the null cursor where there is none. */
CXCursor unit_function(const parse_unit *unit, const char *name);
/* The definition of a function or variable, as C and a linker find it: in its own file, unless that
 * one is weak, else the strongest of the --source files and the annotated one; the null cursor if
 * it is unknown. A declaration that leaves a variable to its zeros is one; of an alias it is that
 * of what this stands for. */
CXCursor unit_definition(const parse_unit *unit, CXCursor reference);
/* Whether a declaration of the user's is that of a function that compilers know: cbrt, without
 * <math.h>. */
bool unit_is_library(const parse_unit *unit, CXCursor function);
/* The compound statement of a function definition; the null cursor where there is none. */
CXCursor unit_body(CXCursor function);
/* Whether a cursor stands in a system header. */
bool unit_in_system_header(CXCursor cursor);

#endif
