/* ptx.c: `weft ptx`, what weft_add_ufuncs puts before nvcc and ptxas: the commands as they stand,
 * or where these refuse some kernels, the others alone and a header that says so to the table. */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "commands/arguments.h"
#include "commands/build/compile/temporary.h"
#include "commands/commands.h"
#include "commands/interrupt.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "refused.h"
#include "text/file.h"

/* What `weft ptx` was asked for. */
typedef struct ptx_request {
    arena *memory;
    const char *source; /* the .cu */
    const char *header; /* --refused */
    text_list command;  /* behind the first -- */
    text_list *then;    /* behind the others */
    size_t then_count;
} ptx_request;

enum { KEY_REFUSED = 256 };

static const struct argp_option options[] = {
    {"refused", KEY_REFUSED, "HEADER", 0,
     "Define in HEADER the macros that leave the kernels out of the table", 0},
    {0},
};

static const char text[] =
    "Runs the commands behind each --, of which the first compiles a generated .cu. Where one "
    "fails "
    "for the kernels of some functions, they are found and named in warnings, and the others are "
    "compiled without them. The generated .table.c is compiled with HEADER included."
    "\vExamples:\n"
    "  weft ptx k.cu --refused=k.refused.h -- nvcc -ptx $FLAGS k.cu -o k.ptx \\\n"
    "      -- ptxas -arch=sm_90 k.ptx -o k.sm_90.cubin\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    ptx_request *request = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (request->source)
            argp_error(state, "one FILE.cu only");
        request->source = arguments_plain(word);
        return 0;
    case ARGP_KEY_END:
        if (!request->source)
            argp_error(state, "no FILE was named");
        if (!request->header)
            argp_error(state, "--refused=HEADER is missing");
        if (!request->command.count)
            argp_error(state, "there is no command behind --");
        return 0;
    case KEY_REFUSED:
        request->header = word;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp grammar = {
    options, parse, "FILE.cu -- NVCC [ARGUMENT...] [-- PTXAS [ARGUMENT...]]...", text, NULL,
    NULL,    NULL,
};

static bool write_header(const ptx_request *request, const text_list *refused)
{
    const char *name;
    FILE *out = publish_open(request->memory, request->header, 0666, &name);
    if (!out)
        return false;
    fprintf(out, "/* What nvcc refuses of %s. */\n", text_file_name(request->source));
    for (size_t i = 0; i < refused->count; i++)
        fprintf(out, "#define %s\n", refused->items[i]);
    return publish_close(out, name, request->header, true);
}

static void print_log(arena *memory, const char *log)
{
    size_t size;
    const char *printed = file_read(memory, log, &size);
    if (printed)
        fwrite(printed, 1, size, stderr);
}

/* "made/k.loops.h" of "made/k.cu" */
static const char *find_loops(const ptx_request *request)
{
    const char *end = strrchr(request->source, '.');
    const size_t length = end ? (size_t)(end - request->source) : strlen(request->source);
    return arena_format(request->memory, "%.*s.loops.h", (int)length, request->source);
}

static bool compile(const ptx_request *request)
{
    arena *memory = request->memory;
    const char *folder = temporary_create(memory);
    text_list refused = {0};
    if (!folder)
        return false;
    const char *log = arena_format(memory, "%s/log", folder);
    refused_search search = {.memory = memory,
                             .command = &request->command,
                             .then = request->then,
                             .then_count = request->then_count,
                             .loops = find_loops(request),
                             .log = log};
    bool done = refused_compile(&search, &refused);
    if (!done && !interrupt_came()) {
        search.log = arena_format(memory, "%s/search.log", folder);
        refused_find(&search, &refused);
        done = refused.count && !interrupt_came() && refused_compile(&search, &refused);
    }
    if (interrupt_came())
        return false;
    if (done)
        return write_header(request, &refused);
    print_log(memory, log);
    report_error("%s cannot compile %s", request->command.items[0], request->source);
    return false;
}

/* What stands behind the first -- is one command, or several with -- between them. */
static void split_commands(ptx_request *request, const text_list *words)
{
    text_list *now = &request->command;
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], "--") == 0) {
            now = ARENA_PUSH(request->memory, request->then, request->then_count);
            *now = (text_list){0};
        } else {
            text_add(request->memory, now, words->items[i]);
        }
}

int command_ptx(int argc, char **argv)
{
    arena *memory = arena_new();
    ptx_request request = {.memory = memory};
    text_list words = {0};
    argc = arguments_take_behind(memory, argc, argv, &words);
    split_commands(&request, &words);
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE) {
        interrupt_hold();
        status = compile(&request) ? STATUS_DONE : STATUS_FAILED;
        temporary_remove();
        interrupt_release();
    }
    arena_free(memory);
    return status;
}
