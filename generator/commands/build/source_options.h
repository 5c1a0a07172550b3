/* source_options.h: the options and files that generate, build and explain share. */
#ifndef WEFT_SOURCE_OPTIONS_H
#define WEFT_SOURCE_OPTIONS_H

#include <argp.h>

#include "commands/text.h"
#include "pipeline/generate.h"

/* What the command line says about the sources; strings are borrowed from it. */
typedef struct source_options {
    arena *memory;
    text_list files;          /* annotated C files, FILE… */
    const char *takes;        /* what messages call one of these; NULL: FILE */
    text_list sources;        /* --source */
    text_list device_sources; /* --device-source */
    text_list compile_flags;  /* -ID, -DN, -UN, -isystemD … -std=S */
    text_list code_flags;     /* of --compiler-flags, those of the code that a compiler makes */
    text_list prefix_maps;    /* OLD=NEW */
    const char *prefix, *strip_prefix, *library, *owner, *depfile;
    unsigned targets; /* 0: not said */
    bool require_all;
    text_list ignored_calls, constants;
    body_reading bodies;
    bool debug;
} source_options;

/* What --print-ir=WORD shows; the tree where there is no WORD. *uniform: the NAMES of
 * varying:NAMES;
 * "" if there are none. */
ir_view source_options_view(struct argp_state *state, const char *word, const char **uniform);

/* The grammar of these options and of FILE…, at least one; its input is a source_options with
 * `memory` set. */
extern const struct argp source_options_grammar;

/* Whether kernels can be made under the flags of the user's compiler: those of --compiler-flags,
 * and in $CC. Reports which one is in the way. */
bool source_options_check(const source_options *all, const char *include_folder);

/* The same for the generator, with the output folder and the folder of annotate.h. */
generate_options source_options_generate(const source_options *all, const char *folder,
                                         const char *include_folder);

#endif
