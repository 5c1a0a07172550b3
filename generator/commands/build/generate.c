#include <argp.h>
#include <stdio.h>

#include "commands/arguments.h"
#include "commands/commands.h"
#include "commands/folders.h"
#include "commands/report.h"
#include "source_options.h"

enum { KEY_PRINT_IR = 512 };

/* What `weft generate` was asked for. */
typedef struct generate_request {
    source_options source;
    const char *folder; /* -o */
    bool print_ir;
    ir_view view;
    const char *uniform; /* of --print-ir=varying */
} generate_request;

static const struct argp_option options[] = {
    {NULL, 'o', "FOLDER", 0, "Write the generated files to FOLDER, made if missing", 0},
    {"print-ir", KEY_PRINT_IR, "VIEW", OPTION_ARG_OPTIONAL,
     "Print the bodies' syntax trees (VIEW: tree, numbers, lowered, varying); files are then "
     "written only "
     "where -o is given",
     0},
    {0},
};

static const char text[] =
    "Writes what the annotated C files become: for each FILE a header, the C and CUDA code of its "
    "kernels and a table of descriptors. Files that would not change are left alone."
    "\vExamples:\n"
    "  weft generate kernels.c -o generated\n"
    "  weft generate -I include -D N=3 a.c b.c -o generated --targets=cpu\n"
    "  weft generate kernels.c -o generated --depfile generated/weft.d\n"
    "  weft generate kernels.c --print-ir\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    generate_request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->source;
        return 0;
    case ARGP_KEY_ARG:
        source_options_add_file(&request->source, &request->source.files, word);
        return 0;
    case ARGP_KEY_END:
        if (!request->source.files.count)
            argp_error(state, "no FILE was named");
        if (!request->folder && !request->print_ir)
            argp_error(state, "-o FOLDER is missing");
        return 0;
    case 'o':
        if (request->folder)
            argp_error(state, "-o is there twice; one FOLDER takes all files");
        request->folder = word;
        return 0;
    case KEY_PRINT_IR:
        request->print_ir = true;
        request->view = source_options_view(state, word, &request->uniform);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&source_options_grammar, 0, NULL, 0}, {0}};
static const struct argp grammar = {options, parse, "FILE...", text, children, NULL, NULL};

static bool generate(const generate_request *request)
{
    tool_folders folders;
    if (!folders_find(request->source.memory, &folders))
        return false;
    generate_options all =
        source_options_generate(&request->source, request->folder, folders.include);
    all.trees = request->print_ir ? stdout : NULL;
    all.view = request->view;
    all.uniform = request->uniform;
    return generate_run(&all, NULL);
}

int command_generate(int argc, char **argv)
{
    arena *memory = arena_new();
    generate_request request = {.source.memory = memory};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE && !generate(&request))
        status = STATUS_FAILED;
    arena_free(memory);
    return status;
}
