/* generate.h: the generator as its commands see it. */
#ifndef WEFT_GENERATE_H
#define WEFT_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "model/options.h"
#include "text/arena.h"

/* What is declared in the annotated files and defined in none of the generated ones. */
typedef struct linked_symbol {
    char *name, *place; /* "kernels.c:12", of the declaration */
    bool has_source;    /* a --source file that is compiled as it stands defines it */
} linked_symbol;

/* A function whose calls do nothing, which a --source file that is compiled as it stands calls. */
typedef struct ignored_function {
    char *name;
    const char *type; /* in which it returns 0; static */
} ignored_function;

/* The gpu kernels of one ufunc. */
typedef struct gpu_kernels {
    size_t stem; /* the file that they are in, by number */
    char *macro; /* that leaves them out: "WEFT_REFUSED_add" */
    double
        weight; /* how long compiling takes, beside others: operations of all copies of the text */
} gpu_kernels;

/* Kinds of gpu kernels, as WEFT_KERNELS of the device code has them. */
enum {
    SAME_KERNELS = 1,  /* whose code is the same at every feature level */
    LEVEL_KERNELS = 2, /* that ask for it */
};

/* What one run made, for `weft build`; owned by the caller, freed by generate_result_clear. */
typedef struct generate_result {
    char **stems;   /* "kernels": the outputs are folder/kernels.h and so on */
    char **symbols; /* "kernels_0123456789abcdef": what symbols of each end in */
    size_t stem_count;
    size_t ufunc_count;
    bool has_gpu; /* some stem has gpu kernels (its .cu is written) */
    bool *stem_has_gpu;
    unsigned *stem_kernels; /* which kinds it has */
    gpu_kernels
        *kernels; /* of files whose kernels can be compiled apart from each other, in order */
    size_t kernel_count;
    linked_symbol *linked; /* what the linker must find elsewhere, each once */
    size_t linked_count;
    char **linked_sources; /* --source files that must be compiled as they stand */
    size_t linked_source_count;
    ignored_function *ignored;
    size_t ignored_count;
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

/* Of the functions that a header declares. */
typedef struct annotation_counts {
    size_t declared, annotated;
} annotation_counts;

/* The text of an annotated file for the header options->files[0], in the arena; NULL where that
 * cannot be read. What could not be annotated is said on stderr. */
const char *generate_annotations(arena *memory, const generate_options *options,
                                 annotation_counts *counts);

/* "19.1.7": the libclang in use. Static. */
const char *generate_clang_version(void);

/* Whether it has the headers of a compiler, <stddef.h> and its like, beside it. */
bool generate_has_headers(void);

#endif
