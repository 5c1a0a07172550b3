/* pipeline.h: one run of the generator, up to what the emitters and explain read. */
#ifndef WEFT_PIPELINE_H
#define WEFT_PIPELINE_H

#include "model/declaration.h"
#include "parse/parse.h"

typedef struct pipeline {
    arena *memory;
    diagnostics *messages, *news; /* news: what an earlier run could not tell */
    const generate_options *options;
    parser *reader;
    const device_text *twins; /* of --device-source; or NULL */
    module *modules;          /* one per file */
    size_t module_count;
} pipeline;

/* Reads and checks every file; diagnostics are printed. False if there was an error. pipeline_clear
 * is due either way. */
bool pipeline_run(pipeline *all, const generate_options *options);
/* Prints the syntax trees of the bodies where the options say so. */
void pipeline_print_trees(const pipeline *all);
void pipeline_clear(pipeline *all);

#endif
