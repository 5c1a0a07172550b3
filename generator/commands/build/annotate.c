#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "commands/arguments.h"
#include "commands/commands.h"
#include "commands/folders.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "source_options.h"

/* What `weft annotate` was asked for. */
typedef struct annotate_request {
    source_options source;
    const char *target; /* -o; NULL: standard output */
} annotate_request;

static const struct argp_option options[] = {
    {NULL, 'o', "FILE", 0, "Write the annotated declarations to FILE, not to standard output", 0},
    {0},
};

static const char text[] =
    "Writes annotated declarations of all functions that a C header declares, as far as types, "
    "names and comments say what they read and write, and says of each other one what is missing. "
    "HEADER is named as an #include names it. Files named with --source define the functions: "
    "their comments become documentation, and \"Given\", \"Returned\" and \\param[out] in them "
    "say which way arrays go. One that cannot be read is left out, with a warning."
    "\vExamples:\n"
    "  weft annotate -I include ocean.h --strip-prefix=ocean_ -o ocean_ufuncs.c\n"
    "  weft annotate stars.h --source stars.c -o stars_ufuncs.c\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    annotate_request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->source;
        return 0;
    case ARGP_KEY_END:
        if (request->source.files.count > 1)
            argp_error(state, "one HEADER at a time; it may include others");
        return 0;
    case 'o':
        if (request->target)
            argp_error(state, "-o is there twice");
        request->target = word;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&source_options_grammar, 0, NULL, 0}, {0}};
static const struct argp grammar = {options, parse, "HEADER", text, children, NULL, NULL};

static bool write_text(arena *memory, const char *target, const char *written)
{
    const char *name;
    if (!target)
        return fputs(written, stdout) >= 0;
    if (!publish_check(memory, target))
        return false;
    FILE *file = publish_open(memory, target, 0666, &name);
    return file && publish_close(file, name, target, fputs(written, file) >= 0);
}

static bool annotate(const annotate_request *request)
{
    arena *memory = request->source.memory;
    tool_folders folders;
    annotation_counts counts;
    if (!folders_find(memory, &folders) || !source_options_check(&request->source, folders.include))
        return false;
    generate_options all = source_options_generate(&request->source, NULL, folders.include);
    all.targets = TARGET_HOSTS; /* nothing is said of the gpu here */
    all.sources_may_fail = true;
    const char *written = generate_annotations(memory, &all, &counts);
    if (!written || !write_text(memory, request->target, written))
        return false;
    fprintf(stderr, "weft: %zu of %zu functions are annotated\n", counts.annotated,
            counts.declared);
    return true;
}

int command_annotate(int argc, char **argv)
{
    arena *memory = arena_new();
    annotate_request request = {.source = {.memory = memory, .takes = "HEADER"}};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE && !annotate(&request))
        status = STATUS_FAILED;
    arena_free(memory);
    return status;
}
