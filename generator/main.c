/* main.c: the tool `weft`: finds the command that the first word names and hands over to it. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <weft/weft.h>

#include "commands/commands.h"
#include "commands/report.h"
#include "pipeline/generate.h"
#include "text/arena.h"

/* One command; run is NULL where this tool was built without what it needs. */
typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
} command;

#ifdef WEFT_WITH_GENERATOR
#define GENERATOR(run) run
#else
#define GENERATOR(run) NULL
#endif

static const command commands[] = {
    {"generate", GENERATOR(command_generate)},
    {"build", GENERATOR(command_build)},
    {"explain", GENERATOR(command_explain)},
    {"annotate", GENERATOR(command_annotate)},
    {"ptx", GENERATOR(command_ptx)},
    {"new", GENERATOR(command_new)},
    {"doctor", GENERATOR(command_doctor)},
    {"python", GENERATOR(command_python)},
    {"list", command_list},
    {"run", command_run},
    {"bench", command_bench},
    {"check", command_check},
    {"tune", command_tune},
};

/* The rest of the command line, from the command's name on. */
typedef struct request {
    int argc;
    char **argv;
} request;

static const char text[] =
    "Turns annotated C functions into array functions for cpu, parallel and gpu."
    "\vCommands:\n"
    "  build FILE... -o LIB.so       compile annotated C files into a library\n"
    "  python FILE... -o PACKAGE     the same as a Python package, with types\n"
    "  list LIB                      names, layouts, targets, prototypes\n"
    "  run LIB UFUNC IN... -o OUT    call a function on .npy files and numbers\n"
    "  bench LIB UFUNC IN...         time it on every target, side by side\n"
    "  check LIB [UFUNC [IN...]]     compare the results of all targets\n"
    "  tune                          measure this machine, for the target auto\n"
    "  explain FILE...               what was recognised, and what serves it\n"
    "  generate FILE... -o FOLDER    write the generated code only\n"
    "  annotate HEADER               annotated declarations of a library's functions\n"
    "  new FOLDER                    a small project that builds and runs as it is\n"
    "  doctor                        what this machine can do, and what to install\n"
    "  ptx FILE.cu -- NVCC...        compile its gpu part, as far as nvcc can\n"
    "`weft COMMAND --help' describes each.\n"
    "\n"
    "Examples:\n"
    "  weft build kernels.c -o libkernels.so\n"
    "  weft run ./libkernels.so matmul A.npy B.npy -o C.npy --target=gpu\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    request *rest = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        rest->argv = state->argv + state->next - 1;
        rest->argc = state->argc - state->next + 1;
        state->next = state->argc; /* the command reads the others */
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_usage(state);
        return 0;
    default:
        (void)word;
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp grammar = {
    NULL, parse, "COMMAND [ARGUMENT...]", text, NULL, NULL, NULL,
};

static void print_version(FILE *out, struct argp_state *state)
{
    (void)state;
#ifdef WEFT_WITH_GENERATOR
    fprintf(out, "weft %s (libclang %s)\n", WEFT_VERSION, generate_clang_version());
#else
    fprintf(out, "weft %s (without the generator)\n", WEFT_VERSION);
#endif
}

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int run_command(const request *rest)
{
    const command *chosen = find_command(rest->argv[0]);
    if (!chosen) {
        report_error("there is no command '%s'; `weft --help' lists them", rest->argv[0]);
        return STATUS_USAGE;
    }
    if (!chosen->run) {
        report_error("this weft was built without the generator, which '%s' needs", chosen->name);
        return STATUS_FAILED;
    }
    arena *memory = arena_new();
    rest->argv[0] = arena_format(memory, "weft %s", chosen->name);
    int status = chosen->run(rest->argc, rest->argv);
    arena_free(memory);
    return status;
}

/* Output that could not be written is an error, whatever ends the program. */
static void check_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    report_error("cannot write to standard output: %s", strerror(errno));
    fflush(stderr);
    _exit(STATUS_FAILED);
}

int main(int argc, char **argv)
{
    static char name[] = "weft"; /* however the tool was found */
    static char help[] = "--help";
    request rest = {0};
    atexit(check_output);
    if (argc)
        argv[0] = name;
    if (argc > 1 && strcmp(argv[1], "-h") == 0)
        argv[1] = help;
    argp_program_version_hook = print_version;
    argp_err_exit_status = STATUS_USAGE;
    if (argp_parse(&grammar, argc, argv, ARGP_IN_ORDER, NULL, &rest) || !rest.argc)
        return STATUS_USAGE;
    return run_command(&rest);
}
