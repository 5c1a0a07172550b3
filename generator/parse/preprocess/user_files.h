/* user_files.h: the user's files of one translation unit, and what the preprocessor does in them.
 */
#ifndef WEFT_PARSE_USER_FILES_H
#define WEFT_PARSE_USER_FILES_H

#include "parse/unit/unit.h"

/* What the preprocessor counts with. */
#define USER_FILES_COUNTER "__COUNTER__"

/* What stands in a file for the preprocessor. */
typedef enum item_kind {
    ITEM_GROUP,       /* #if, #ifdef, #ifndef */
    ITEM_OTHER_GROUP, /* #elif, #else and their kin */
    ITEM_GROUP_END,
    ITEM_INCLUDE,
    ITEM_DEFINE,      /* #define */
    ITEM_UNDEFINE,    /* #undef */
    ITEM_ONCE,        /* #pragma once */
    ITEM_MACRO_STACK, /* #pragma push_macro, pop_macro */
    ITEM_PRAGMA,      /* another #pragma */
    ITEM_EXPANDED,    /* a #pragma whose macros are expanded */
    ITEM_DROPPED,     /* #line, #error and what else says nothing of the meaning */
    ITEM_UNKNOWN,     /* another directive, such as #embed */
    ITEM_USE,         /* of a macro of the user's */
} item_kind;

/* One of them, the bytes [begin, end) of the file. */
typedef struct item {
    item_kind kind;
    unsigned begin, end;
    unsigned word;         /* directives: where what follows the directive's name begins */
    unsigned line;         /* as __LINE__ says */
    const char *line_file; /* as __FILE__ says; NULL: the file's own name */
    CXFile header;         /* an inclusion: what is included, first at least; */
    const char *name;      /* its name, where a macro spells it; NULL: it varies, or none does */
    bool varies;
    bool system; /* it is a system header */
} item;

/* A file of the user's. */
typedef struct user_file {
    CXFile file; /* of the first reading; one file may have several names */
    const char *path, *text;
    size_t size;
    item *items; /* in order; none within another, but for what a directive's line holds */
    size_t count;
    bool has_stack;         /* of macros: #pragma push_macro */
    size_t directive_count; /* while they are collected: the first ones, which are in order */
} user_file;

/* A macro that some file of the user's, or the command line, defines. */
typedef struct user_macro {
    const char *name;
    bool takes_arguments;
} user_macro;

typedef struct user_files {
    arena *memory;
    user_file *files; /* the first is the one that was named */
    size_t count;
    user_macro *macros; /* in order of their names */
    size_t macro_count;
    const char **guarded; /* macros of the system's that the user's text names */
    size_t guarded_count;
    bool has_strings; /* a macro makes strings of its arguments */
    bool has_counter; /* __COUNTER__ is named: no text may be expanded twice */
    bool is_unsound;  /* an error was reported */
    bool is_plain;    /* the text means what it says: nothing is to be replaced */
} user_files;

/* Collects them from the first reading of a unit. */
user_files *user_files_collect(const parse_unit *unit);

/* Sorts the macros, and leaves one of each name, which takes arguments where any of them does. */
void user_files_sort_macros(user_files *all);

/* The macro of that name; NULL if none of the user's was ever called so. */
const user_macro *user_files_macro(const user_files *all, const char *name, size_t length);

/* Whether a name is for a system header to look at, such as _GNU_SOURCE: such macros stay defined.
 */
bool user_files_is_reserved(const char *name, size_t length);

#endif
