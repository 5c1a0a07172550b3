/* options.h: what one run of the generator is asked for. */
#ifndef WEFT_OPTIONS_H
#define WEFT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <weft/kernel.h>

#include "text/arena.h"
#include "text/diagnostic.h"
#include "tree/ir.h"

/* Bits of generate_options.targets. */
#define TARGET_BIT(ENUM, name, kernels)     TARGET_##ENUM = 1 << (WEFT_##ENUM - 1),
#define TARGET_IF_HOST(ENUM, name, kernels) | (WEFT_##kernels == WEFT_CPU ? TARGET_##ENUM : 0)
enum {
    WEFT_TARGETS(TARGET_BIT) /* TARGET_CPU = 1, TARGET_PARALLEL = 2, TARGET_GPU = 4 */
    TARGET_ALL = (1 << (WEFT_TARGET_END - 1)) - 1,
    TARGET_HOSTS = 0 WEFT_TARGETS(TARGET_IF_HOST) /* those that run cpu's kernels */
};
#undef TARGET_BIT
#undef TARGET_IF_HOST

/* What is compiled of a body: its text, or what its syntax tree, or the lowered form of that, is
 * printed as where it can say all. */
typedef enum body_reading {
    BODIES_TEXT,
    BODIES_TREE,
    BODIES_LOWERED,
    BODIES_LANES /* the text; and vectors of items wherever there can be any, worth it or not */
} body_reading;

/* A ufunc that the C compiler does not take. */
typedef struct refused_ufunc {
    const char *name, *reason;
    bool is_linked;      /* as it was linked, too */
    bool is_told;        /* by an earlier run */
    bool is_linked_told; /* that it is refused as it was linked, too */
} refused_ufunc;

/* A symbol that nothing can define. */
typedef struct undefined_symbol {
    const char *name;
    const char *missing; /* itself, or what it needs where its --source file is compiled */
} undefined_symbol;

/* A --source file that the C compiler does not take as it stands. */
typedef struct refused_file {
    const char *path, *error;
} refused_file;

/* What the command line says; all strings borrowed. */
typedef struct generate_options {
    const char *const *files; /* annotated C files */
    size_t file_count;
    const char *folder; /* -o: where the output goes; created if missing; NULL: nowhere */
    body_reading bodies;
    bool debug;   /* --debug: hosts run the text of a body and nothing else, for a debugger */
    FILE *trees;  /* --print-ir: where the syntax trees of the bodies go; or NULL */
    ir_view view; /* how */
    const char *uniform; /* --print-ir=varying:NAMES: which parameters are uniform; "" for none */
    const char *const *sources; /* --source: definitions of foreign functions */
    size_t source_count;
    const char *const *device_sources; /* --device-source: twins of functions, in CUDA C++ */
    size_t device_source_count;
    bool sources_may_fail;            /* one with an error is left out, with a warning */
    const char *const *compile_flags; /* -ID, -DN, -UN, -isystemD … -std=S, a word each */
    size_t compile_flag_count;
    const char *const *prefix_maps; /* --file-prefix-map OLD=NEW, last match wins */
    size_t prefix_map_count;
    const char *prefix;       /* --prefix: of public symbols, "weft_" by default */
    const char *strip_prefix; /* --strip-prefix: what ufuncs' names leave out; "" for nothing */
    const char *library;      /* name: also write library.c with `weft_library`; or NULL */
    const char *owner; /* --owner: whose the symbols are, of the whole program; NULL: the library's,
                          or without one each file's own */
    const char *depfile;      /* or NULL */
    const char *const *later; /* files that the caller writes afterwards: none that was read */
    size_t later_count;
    const char *include_folder; /* where <weft/annotate.h> lies */
    const char
        *compiler_folder; /* where <stddef.h> does, if libclang has none of its own; or NULL */
    const char
        *clang_folder; /* instead of that, a clang's own folder, which has include/; or NULL */
    unsigned targets;  /* TARGET_… */
    const char *const *ignored_calls; /* functions whose calls do nothing */
    size_t ignored_call_count;
    const char *const *constants; /* variables that keep their first value */
    size_t constant_count;
    const refused_ufunc *refused; /* what an earlier run made, and cannot be compiled */
    size_t refused_count;
    const undefined_symbol *undefined;  /* what needs them is left out */
    size_t undefined_count, told_count; /* of which an earlier run told some, the first */
    const refused_file *refused_files;
    size_t refused_file_count;
    bool is_again;      /* an earlier run has told what it found; only what is new is said */
    bool targets_given; /* named by the user */
    /* The macros that the C compiler which will build has behind a text, as `cc -E -dM` prints
     * them, in the arena; NULL, and why in *why, where it cannot tell. */
    const char *(*ask_macros)(arena *memory, const struct generate_options *options,
                              const char *text, const char **why);
    bool require_all; /* what a function is left out for, or without gpu kernels, is an error */
    color_mode color;
    void (*watch)(const char *file); /* told which file is read, and NULL when all are; or NULL */
    void (*watch_function)(const char *name); /* the same of the functions of a file */
} generate_options;

#endif
