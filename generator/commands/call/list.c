#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "commands/arguments.h"
#include "commands/commands.h"
#include "commands/number.h"
#include "commands/table.h"
#include "commands/text.h"
#include "library.h"
#include "list_json.h"

enum { KEY_LONG = 512, KEY_JSON };

/* What `weft list` was asked for. */
typedef struct list_request {
    const char *library;
    bool is_long;
    bool as_json;
} list_request;

static const struct argp_option options[] = {
    {"long", KEY_LONG, NULL, 0, "All of the documentation, and why a function has no gpu kernels",
     0},
    {"json", KEY_JSON, NULL, 0, "All of it as JSON; the manual page has its members", 0},
    {0},
};

static const char text[] =
    "Lists the functions of a library: name, layout of core dimensions, targets, the first line of "
    "documentation and prototypes. LIB is a path if it has a slash or .so in it, else the name of "
    "an installed library, such as std."
    "\vExamples:\n"
    "  weft list libkernels.so\n"
    "  weft list std --long\n"
    "  weft list std --json | jq -r '.ufuncs[].loops[].prototype'\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    list_request *request = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (request->library)
            argp_error(state, "one LIB only, not '%s' too", arguments_plain(word));
        request->library = arguments_plain(word);
        return 0;
    case ARGP_KEY_END:
        if (!request->library)
            argp_error(state, "LIB is missing");
        if (request->is_long && request->as_json)
            argp_error(state, "--json says all that --long does; leave one out");
        return 0;
    case KEY_LONG:
        request->is_long = true;
        return 0;
    case KEY_JSON:
        request->as_json = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp grammar = {options, parse, "LIB", text, NULL, NULL, NULL};

static const char *format_targets(arena *memory, const weft_ufunc *ufunc)
{
    const char *names = "";
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (library_has_kernels(ufunc, target))
            names =
                arena_format(memory, "%s%s%s", names, *names ? "," : "", weft_target_name(target));
    if (ufunc->flags & WEFT_UFUNC_SERIAL)
        names = arena_format(memory, "%s (serial)", names);
    return names;
}

/* What a user writes to have it computed. */
static const char *format_name(arena *memory, const weft_ufunc *ufunc)
{
    return ufunc->reducer ? arena_format(memory, "%s.reduce", ufunc->name) : ufunc->name;
}

static const char *format_prototypes(arena *memory, const weft_ufunc *ufunc)
{
    const char *all = "";
    for (uint32_t i = 0; i < ufunc->loop_count; i++)
        all = arena_format(memory, "%s%s%s", all, i ? "; " : "", ufunc->loops[i].prototype);
    return all;
}

static void print_short(arena *memory, const weft_library_table *contents)
{
    table all = {.memory = memory, .column_count = 5};
    for (uint32_t i = 0; i < contents->count; i++) {
        const weft_ufunc *ufunc = contents->ufuncs[i];
        const char **row = table_add_row(&all);
        row[0] = format_name(memory, ufunc);
        row[1] = ufunc->layout;
        row[2] = format_targets(memory, ufunc);
        row[3] = arena_text(memory, ufunc->doc, strcspn(ufunc->doc, "\n"));
        row[4] = format_prototypes(memory, ufunc); /* last: a terminal cuts what is too long */
    }
    table_print(&all, stdout);
}

static void print_doc(const char *doc)
{
    while (*doc) {
        size_t length = strcspn(doc, "\n");
        printf(length ? "    %.*s\n" : "%.*s\n", (int)length, doc);
        doc += length + (doc[length] == '\n');
    }
}

/* "<= -1", "-1", ">= 1" */
static const char *format_code(arena *memory, const weft_code *code)
{
    if (code->low == code->high)
        return arena_format(memory, "%lld", (long long)code->low);
    return code->low == INT64_MIN ? arena_format(memory, "<= %lld", (long long)code->high)
                                  : arena_format(memory, ">= %lld", (long long)code->low);
}

/* "date_years, date_months -> result" */
static const char *format_operands(arena *memory, const weft_ufunc *ufunc)
{
    const char *text = "";
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++)
        text = arena_format(memory, "%s%s%s", text,
                            i == ufunc->input_count ? i ? " -> " : "-> "
                            : i                     ? ", "
                                                    : "",
                            ufunc->operands[i].name);
    return text;
}

/* The members of structures, and the numbers of the status. */
static void print_meanings(arena *memory, const weft_ufunc *ufunc)
{
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++)
        if (ufunc->fields && ufunc->fields[i])
            printf("  %s: %s\n", ufunc->operands[i].name, ufunc->fields[i]);
    for (int i = 0; i < weft_ufunc_given_inputs(ufunc); i++)
        if (weft_ufunc_default(ufunc, i))
            printf("  %s = %.15g where it is left out\n", ufunc->operands[i].name,
                   number_value(weft_ufunc_default(ufunc, i)));
    for (uint32_t k = 0; k < ufunc->code_count; k++)
        printf("  %s %s: %s: %s\n", ufunc->operands[ufunc->code_operand].name,
               format_code(memory, &ufunc->codes[k]),
               ufunc->codes[k].is_error ? "error" : "warning", ufunc->codes[k].text);
}

static void print_long(arena *memory, const weft_library_table *contents)
{
    for (uint32_t i = 0; i < contents->count; i++) {
        const weft_ufunc *ufunc = contents->ufuncs[i];
        printf("%s%s  %s  [%s]  %s\n", i ? "\n" : "", format_name(memory, ufunc), ufunc->layout,
               format_targets(memory, ufunc), ufunc->location);
        printf("  %s\n", format_operands(memory, ufunc));
        for (uint32_t k = 0; k < ufunc->loop_count; k++)
            printf("  %s\n", ufunc->loops[k].prototype);
        for (uint32_t k = 0; k < ufunc->refusal_count; k++)
            printf("  no %s kernels: %s\n", weft_target_name(ufunc->refusals[k].target),
                   ufunc->refusals[k].reason);
        print_meanings(memory, ufunc);
        print_doc(ufunc->doc);
    }
}

static bool list(arena *memory, const list_request *request)
{
    weft_library *library = library_open(memory, request->library);
    if (!library)
        return false;
    const weft_library_table *contents = weft_library_contents(library);
    if (request->as_json)
        list_print_json(contents, library_path(memory, request->library), stdout);
    else
        (request->is_long ? print_long : print_short)(memory, contents);
    weft_library_close(library);
    return true;
}

int command_list(int argc, char **argv)
{
    arena *memory = arena_new();
    list_request request = {0};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE && !list(memory, &request))
        status = STATUS_FAILED;
    arena_free(memory);
    return status;
}
