#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "build.h"
#include "commands/arguments.h"
#include "commands/build/compile/temporary.h"
#include "commands/commands.h"
#include "commands/folders.h"
#include "commands/interrupt.h"
#include "commands/report.h"
#include "source_options.h"
#include "watch.h"

enum { KEY_PRINT_IR = 512, KEY_TRY };

/* What `weft generate` was asked for. */
typedef struct generate_request {
    source_options source;
    const char *folder;   /* -o */
    const char *compiler; /* --try */
    bool print_ir;
    ir_view view;
    const char *uniform; /* of --print-ir=varying */
} generate_request;

static const struct argp_option options[] = {
    {NULL, 'o', "FOLDER", 0, "Write the generated files to FOLDER, made if missing", 0},
    {"print-ir", KEY_PRINT_IR, "VIEW", OPTION_ARG_OPTIONAL,
     "Print the bodies' syntax trees (VIEW: tree, numbers, lowered, normal, nest, varying); files "
     "are "
     "then "
     "written only "
     "where -o is given",
     0},
    {"try", KEY_TRY, "CC", 0,
     "Let the C compiler CC read what is written, and link or leave out the functions that it "
     "refuses",
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
    case ARGP_KEY_END:
        if (!request->folder && !request->print_ir)
            argp_error(state, "-o FOLDER is missing");
        return 0;
    case 'o':
        if (request->folder)
            argp_error(state, "-o is there twice; one FOLDER takes all files");
        request->folder = word;
        return 0;
    case KEY_TRY:
        request->compiler = word;
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

/* Generates until the compiler reads all of it: once more for what it refuses as it is carried, and
 * for what it refuses as it is linked. */
static bool run_and_try(build *all, generate_options *options)
{
    enum { MOST_TRIES = 3 };
    bool done = generate_run(options, &all->made);
    for (size_t i = 1; i < MOST_TRIES && done && build_find_refused_c(all, true); i++) {
        generate_result_clear(&all->made);
        options->refused = all->refused_c;
        options->refused_count = all->refused_c_count;
        options->is_again = true;
        done = generate_run(options, &all->made);
        build_note_told(all);
    }
    return done && !interrupt_came();
}

static bool generate_and_try(const generate_request *request, const tool_folders *folders,
                             generate_options *options)
{
    arena *memory = request->source.memory;
    const build_request asked = {.source = request->source};
    build all = {.memory = memory, .request = &asked, .folders = *folders};
    interrupt_hold();
    all.work = temporary_create(memory);
    all.generated = text_absolute(memory, request->folder);
    bool done = all.work &&
                toolchain_find_c(memory, arena_format(memory, "%s/probe.log", all.work), &all.c);
    if (done) {
        watch_set_cleanup(temporary_remove_unused);
        done = run_and_try(&all, options);
    }
    generate_result_clear(&all.made);
    temporary_remove();
    interrupt_release();
    return done;
}

static bool generate(const generate_request *request)
{
    tool_folders folders;
    if (request->compiler)
        setenv("CC", request->compiler, 1);
    if (!folders_find(request->source.memory, &folders) ||
        !source_options_check(&request->source, folders.include))
        return false;
    generate_options all =
        source_options_generate(&request->source, request->folder, folders.include);
    all.trees = request->print_ir ? stdout : NULL;
    all.view = request->view;
    all.uniform = request->uniform;
    return request->compiler && request->folder ? generate_and_try(request, &folders, &all)
                                                : generate_run(&all, NULL);
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
