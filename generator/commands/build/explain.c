#include <argp.h>
#include <stdio.h>

#include "commands/arguments.h"
#include "commands/commands.h"
#include "commands/folders.h"
#include "commands/report.h"
#include "source_options.h"

enum { KEY_PRINT_IR = 512, KEY_JSON };

/* What `weft explain` was asked for. */
typedef struct explain_request {
    source_options source;
    bool print_ir;
    ir_view view;
    const char *uniform; /* of --print-ir=varying */
    bool as_json;
} explain_request;

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "Say it as JSON; the manual page has its members", 0},
    {"print-ir", KEY_PRINT_IR, "VIEW", OPTION_ARG_OPTIONAL,
     "Print the bodies' syntax trees too (VIEW: tree, numbers, lowered, normal, nest, varying)", 0},
    {0},
};

static const char text[] =
    "Says of each annotated function what was recognised, which kernels serve it on each target, "
    "and why not more. Writes no files."
    "\vWords of the report:\n"
    "  item             one call of the function\n"
    "  elementwise      without core dimensions: an item is an element\n"
    "  contraction      sums products of inputs over a core dimension (A B)\n"
    "  sequential axis  each step along the core dimension needs the one before\n"
    "  general          any other function with core dimensions\n"
    "  pure             touches nothing but its operands and locals\n"
    "  cost             estimated, on one core; the target auto goes by it\n"
    "  contiguous       with elements side by side; else any strides apart\n"
    "  packed           copied side by side before the call, or back after it\n"
    "  comes along      is used by the function and compiled with it\n"
    "\n"
    "Examples:\n"
    "  weft explain kernels.c\n"
    "  weft explain -I include kernels.c --print-ir\n"
    "  weft explain kernels.c --json | jq '.ufuncs[] | {name, gpu_refusal}'\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    explain_request *request = state->input;
    (void)word;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->source;
        return 0;
    case ARGP_KEY_END:
        if (request->source.depfile)
            argp_error(state, "--depfile goes with generate and build; explain writes no files");
        if (request->print_ir && request->as_json)
            argp_error(state,
                       "--print-ir prints text, which --json has no place for; leave one out");
        return 0;
    case KEY_PRINT_IR:
        request->print_ir = true;
        request->view = source_options_view(state, word, &request->uniform);
        return 0;
    case KEY_JSON:
        request->as_json = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&source_options_grammar, 0, NULL, 0}, {0}};
static const struct argp grammar = {options, parse, "FILE...", text, children, NULL, NULL};

static bool explain(const explain_request *request)
{
    tool_folders folders;
    if (!folders_find(request->source.memory, &folders) ||
        !source_options_check(&request->source, folders.include))
        return false;
    generate_options all = source_options_generate(&request->source, NULL, folders.include);
    all.trees = request->print_ir ? stdout : NULL;
    all.view = request->view;
    all.uniform = request->uniform;
    return generate_explain(&all, request->as_json ? EXPLAIN_JSON : EXPLAIN_TEXT, stdout);
}

int command_explain(int argc, char **argv)
{
    arena *memory = arena_new();
    explain_request request = {.source.memory = memory};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE && !explain(&request))
        status = STATUS_FAILED;
    arena_free(memory);
    return status;
}
