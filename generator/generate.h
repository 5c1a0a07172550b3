/* generate.h: the generator as its commands see it. */
#ifndef WEFT_GENERATE_H
#define WEFT_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bits of generate_options.targets. */
enum { TARGET_CPU = 1, TARGET_PARALLEL = 2, TARGET_GPU = 4, TARGET_ALL = 7 };

typedef enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_mode;

/* What the command line says; all strings borrowed. */
typedef struct generate_options {
    const char *const *files; /* annotated C files */
    size_t file_count;
    const char *folder; /* -o: where the output goes; created if missing; NULL: nowhere */
    FILE *trees;        /* --print-ir: where the syntax trees of the bodies go; or NULL */
    const char *const *sources; /* --source: definitions of foreign functions */
    size_t source_count;
    const char *const *compile_flags; /* -I, -D, -U, -isystem, -std as given, for libclang */
    size_t compile_flag_count;
    const char *const *prefix_maps; /* --file-prefix-map OLD=NEW, last match wins */
    size_t prefix_map_count;
    const char *prefix;         /* --prefix: of public symbols, "weft_" by default */
    const char *library;        /* name: also write library.c with `weft_library`; or NULL */
    const char *depfile;        /* or NULL */
    const char *const *later;   /* files that the caller writes afterwards: none that was read */
    size_t later_count;
    const char *include_folder; /* where <weft/annotate.h> lies */
    unsigned targets;           /* TARGET_… */
    bool targets_given;         /* named by the user: what gpu cannot take is then an error */
    color_mode color;
    void (*watch)(const char *file); /* told which file is read, and NULL when all are; or NULL */
} generate_options;

/* What is declared in the annotated files and defined in none of the generated ones. */
typedef struct linked_symbol {
    char *name, *place; /* "kernels.c:12", of the declaration */
} linked_symbol;

/* What one run made, for `weft build`; owned by the caller, freed by generate_result_clear. */
typedef struct generate_result {
    char **stems; /* "kernels": the outputs are folder/kernels.h and so on */
    size_t stem_count;
    bool has_gpu; /* some stem has gpu kernels (its .cu is written) */
    bool *stem_has_gpu;
    linked_symbol *linked; /* what the linker must find elsewhere, each once */
    size_t linked_count;
    char **linked_sources; /* --source files that must be compiled as they stand */
    size_t linked_source_count;
} generate_result;

/* Generates every output file of options->files, or none; diagnostics go to stderr. Returns true on
 * success. result may be NULL. */
bool generate_run(const generate_options *options, generate_result *result);
void generate_result_clear(generate_result *result);

/* For people, and for programs (docs/json.md). */
typedef enum explain_form { EXPLAIN_TEXT, EXPLAIN_JSON } explain_form;

/* Prints what was recognised of each function, which kernels serve it and why not more, then the
 * trees. Writes no files. */
bool generate_explain(const generate_options *options, explain_form form, FILE *out);

/* "19.1.7": the libclang in use. Static. */
const char *generate_clang_version(void);

#endif
