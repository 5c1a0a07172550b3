#include "source_options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/arguments.h"
#include "commands/build/compile/needs.h"
#include "commands/build/compile/toolchain.h"
#include "commands/interrupt.h"
#include "commands/report.h"
#include "compiler_flags.h"
#include "model/targets.h"
#include "text/file.h"
#include "watch.h"

/* "cpu, parallel, gpu, " */
#define LISTED(ENUM, name, kernels) #name ", "
#define TARGETS                     WEFT_TARGETS(LISTED)

enum {
    KEY_SYSTEM = 256,
    KEY_STANDARD,
    KEY_FLAGS,
    KEY_SOURCE,
    KEY_DEVICE_SOURCE,
    KEY_TARGETS,
    KEY_MAP,
    KEY_DEPFILE,
    KEY_PREFIX,
    KEY_STRIP,
    KEY_LIBRARY,
    KEY_OWNER,
    KEY_COLOR,
    KEY_LIMIT,
    KEY_BODIES,
    KEY_REQUIRE,
    KEY_IGNORE,
    KEY_CONSTANT,
    KEY_DEBUG,
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "How the C files are read:", 1},
    {NULL, 'I', "DIR", 0, "Look for headers in DIR", 1},
    {"isystem", KEY_SYSTEM, "DIR", 0, "The same after all -I (also -isystem DIR)", 1},
    {NULL, 'D', "NAME[=VALUE]", 0, "Define a macro", 1},
    {NULL, 'U', "NAME", 0, "Undefine a macro", 1},
    {"std", KEY_STANDARD, "STANDARD", 0, "The C standard, gnu17 by default (also -std=c11)", 1},
    {"compiler-flags", KEY_FLAGS, "FILE", 0,
     "The same of a compiler's flags in FILE, one a line; others of them are passed over", 1},
    {"source", KEY_SOURCE, "FILE", 0,
     "FILE defines functions that are annotated on a declaration; the gpu target needs it", 1},
    {"device-source", KEY_DEVICE_SOURCE, "FILE", 0,
     "FILE, of CUDA C++, has what functions with WEFT_DEVICE_TWIN are on the gpu", 1},
    {"ignore-call", KEY_IGNORE, "NAME", 0,
     "Calls of the function NAME do nothing, and give 0 where their value is used", 1},
    {"constant", KEY_CONSTANT, "NAME", 0, "The variable NAME keeps its first value", 1},
    {"time-limit", KEY_LIMIT, "SECONDS", 0,
     "Give up reading after so much processor time; 300 by default", 1},
    {NULL, 0, NULL, 0, "What is made of them:", 2},
    {"targets", KEY_TARGETS, "LIST", 0,
     "Any of " TARGETS "with commas; by default all that can be had", 2},
    {"require-all", KEY_REQUIRE, NULL, 0,
     "A function that cannot be had on all targets is an error, not a warning", 2},
    {"debug", KEY_DEBUG, NULL, 0,
     "cpu and parallel run the functions as they are written, slowly: a debugger stops in them", 2},
    {"prefix", KEY_PREFIX, "TEXT", 0, "Begin public names with TEXT instead of weft_", 2},
    {"strip-prefix", KEY_STRIP, "TEXT", 0,
     "Name functions without TEXT, which their names begin with, where no WEFT_NAME names them", 2},
    {"library", KEY_LIBRARY, "NAME", 0, "The library's name, which makes it openable at run time",
     2},
    {"owner", KEY_OWNER, "NAME", 0,
     "What it becomes part of, a library or a program: NAME keeps its symbols apart from those of "
     "others; by default "
     "the library's name, else what a file's text gives",
     2},
    {"file-prefix-map", KEY_MAP, "OLD=NEW", 0,
     "Write file names that begin with OLD as NEW; the last that fits counts", 2},
    {"depfile", KEY_DEPFILE, "FILE", 0, "Write the files that were read to FILE, as make reads it",
     2},
    {"bodies", KEY_BODIES, "READING", OPTION_HIDDEN, NULL, 2},
    {NULL, 0, NULL, 0, "Messages:", 3},
    {"color", KEY_COLOR, "WHEN", OPTION_ARG_OPTIONAL, "always, never or auto (on a terminal)", 3},
    {0},
};

/* The bits of "gpu" or "all"; 0: no target. */
static unsigned find_targets(const char *name)
{
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (strcmp(name, target_names[target]) == 0)
            return 1u << (target - 1);
    return strcmp(name, "all") == 0 ? TARGET_ALL : 0;
}

/* Under a name that no compiler takes for an option: "-x.c" becomes "./-x.c". */
static void add_file(source_options *all, text_list *list, const char *word)
{
    const char *name = arguments_plain(word);
    text_add_format(all->memory, list, "%s%s", name[0] == '-' ? "./" : "", name);
}

static void parse_targets(source_options *all, const char *text, struct argp_state *state)
{
    text_list names = {0};
    text_split(all->memory, &names, text, ",");
    all->targets = 0;
    for (size_t i = 0; i < names.count; i++) {
        unsigned bits = find_targets(names.items[i]);
        if (!bits)
            argp_error(state, "--targets: '%s' is none of %s", names.items[i],
                       targets_list(all->memory, TARGET_ALL, ", "));
        all->targets |= bits;
    }
    if (!all->targets)
        argp_error(state, "--targets names no target");
}

static void parse_color(const char *text, struct argp_state *state)
{
    static const char *const modes[] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(text ? text : "always", modes[i]) == 0) {
            report_set_color((color_mode)i);
            return;
        }
    argp_error(state, "--color: '%s' is none of always, never, auto", text);
}

static void parse_map(source_options *all, const char *text, struct argp_state *state)
{
    if (!strchr(text, '='))
        argp_error(state, "--file-prefix-map: '%s' is not of the form OLD=NEW", text);
    text_add(all->memory, &all->prefix_maps, text);
}

static void parse_name(source_options *all, int key, const char *text, struct argp_state *state)
{
    static const char bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const bool ignored = key == KEY_IGNORE;
    if (!*text || text[strspn(text, bytes)])
        argp_error(state, "--%s: '%s' is no name of C", ignored ? "ignore-call" : "constant", text);
    text_add(all->memory, ignored ? &all->ignored_calls : &all->constants, text);
}

/* What public names begin with is itself a name of C's, or nothing. */
static void parse_prefix(source_options *all, const char *text, struct argp_state *state)
{
    static const char digits[] = "0123456789";
    static const char bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    if (text[strspn(text, bytes)] || strspn(text, digits))
        argp_error(state, "--prefix: '%s' is not how a name in C begins", arguments_plain(text));
    all->prefix = text;
}

static void parse_owner(source_options *all, const char *text, struct argp_state *state)
{
    if (!*text)
        argp_error(state, "--owner needs a name behind it");
    all->owner = text;
}

/* What runtime/include/weft has for kernels is C99. */
static void parse_standard(source_options *all, const char *text, struct argp_state *state)
{
    static const char *const too_old[] = {"ansi",  "c89",          "c90",           "gnu89",
                                          "gnu90", "iso9899:1990", "iso9899:199409"};
    for (size_t i = 0; i < sizeof too_old / sizeof *too_old; i++)
        if (strcmp(text, too_old[i]) == 0)
            argp_error(state, "--std=%s: a Weft source is C99 or newer", text);
    text_add_format(all->memory, &all->compile_flags, "-std=%s", text);
}

static void add_flags(source_options *all, const text_list *flags, struct argp_state *state)
{
    static const char standard[] = "-std=";
    for (size_t i = 0; i < flags->count; i++)
        if (strncmp(flags->items[i], standard, strlen(standard)) == 0)
            parse_standard(all, flags->items[i] + strlen(standard), state);
        else
            text_add(all->memory, &all->compile_flags, flags->items[i]);
}

static void parse_flags(source_options *all, const char *path, struct argp_state *state)
{
    text_list flags = {0};
    const char *fault = compiler_flags_read(all->memory, path, &flags, &all->code_flags);
    if (fault)
        argp_error(state, "--compiler-flags: %s", fault);
    add_flags(all, &flags, state);
}

/* What $CC says behind the compiler's name stands before what the command says. */
static void take_compiler_flags(source_options *all, struct argp_state *state)
{
    const char *chosen = getenv("CC");
    const text_list behind = all->compile_flags;
    text_list words = {0}, flags = {0};
    all->compile_flags = (text_list){0};
    if (chosen)
        text_split(all->memory, &words, chosen, " \t");
    const char *fault = compiler_flags_of(all->memory, &words, 1, &flags, &all->code_flags);
    if (fault)
        argp_error(state, "$CC: %s", fault);
    add_flags(all, &flags, state);
    text_add_all(all->memory, &all->compile_flags, &behind);
}

/* For those who work on Weft: what is compiled of a body, its own text or what its syntax tree
 * says. */
static void parse_bodies(source_options *all, const char *text, struct argp_state *state)
{
    static const char *const readings[] = {[BODIES_TEXT] = "text",
                                           [BODIES_TREE] = "tree",
                                           [BODIES_LOWERED] = "lowered",
                                           [BODIES_LANES] = "lanes"};
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        if (strcmp(text, readings[i]) == 0) {
            all->bodies = (body_reading)i;
            return;
        }
    argp_error(state, "--bodies: '%s' is none of text, tree, lowered, lanes",
               arguments_plain(text));
}

static void parse_limit(const char *text, struct argp_state *state)
{
    long seconds = 0;
    if (!text_whole_number(text, 1, 1000000, &seconds))
        argp_error(state, "--time-limit: '%s' is not a number from 1 to 1000000",
                   arguments_plain(text));
    watch_set_limit(seconds);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    source_options *all = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        add_file(all, &all->files, text);
        return 0;
    case ARGP_KEY_END:
        if (!all->files.count)
            argp_error(state, "no %s was named", all->takes ? all->takes : "FILE");
        take_compiler_flags(all, state);
        return 0;
    case 'I':
    case 'D':
    case 'U':
        if (!*text)
            argp_error(state, "-%c needs a name behind it", key);
        text_add_format(all->memory, &all->compile_flags, "-%c%s", key, text);
        return 0;
    case KEY_SYSTEM:
        if (!*text)
            argp_error(state, "-isystem needs a name behind it");
        text_add_format(all->memory, &all->compile_flags, "-isystem%s", text);
        return 0;
    case KEY_STANDARD:
        parse_standard(all, text, state);
        return 0;
    case KEY_FLAGS:
        parse_flags(all, text, state);
        return 0;
    case KEY_SOURCE:
        add_file(all, &all->sources, text);
        return 0;
    case KEY_DEVICE_SOURCE:
        add_file(all, &all->device_sources, text);
        return 0;
    case KEY_TARGETS:
        parse_targets(all, text, state);
        return 0;
    case KEY_MAP:
        parse_map(all, text, state);
        return 0;
    case KEY_DEPFILE:
        all->depfile = text;
        return 0;
    case KEY_PREFIX:
        parse_prefix(all, text, state);
        return 0;
    case KEY_STRIP:
        all->strip_prefix = text;
        return 0;
    case KEY_IGNORE:
    case KEY_CONSTANT:
        parse_name(all, key, text, state);
        return 0;
    case KEY_REQUIRE:
        all->require_all = true;
        return 0;
    case KEY_DEBUG:
        all->debug = true;
        return 0;
    case KEY_LIBRARY:
        all->library = text;
        return 0;
    case KEY_OWNER:
        parse_owner(all, text, state);
        return 0;
    case KEY_LIMIT:
        parse_limit(text, state);
        return 0;
    case KEY_BODIES:
        parse_bodies(all, text, state);
        return 0;
    case KEY_COLOR:
        parse_color(text, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp source_options_grammar = {.options = options, .parser = parse};

ir_view source_options_view(struct argp_state *state, const char *word, const char **uniform)
{
    static const char varying[] = "varying:";
    bool named = word && strncmp(word, varying, strlen(varying)) == 0;
    *uniform = named ? word + strlen(varying) : "";
    ir_view view = named ? IR_VIEW_VARYING : word ? ir_view_of(word) : IR_VIEW_TREE;
    if (view == IR_VIEW_COUNT)
        argp_error(state, "--print-ir: '%s' is none of %s", word, ir_view_names);
    return view;
}

/* The path that a command says, in the arena; NULL if it says none. */
static const char *ask_path(arena *memory, const char *command)
{
    char line[PATH_MAX] = "";
    FILE *answer = popen(command, "r");
    if (!answer)
        return NULL;
    const bool is_path = fgets(line, sizeof line, answer) && line[0] == '/';
    pclose(answer);
    return is_path ? arena_format(memory, "%.*s", (int)strcspn(line, "\n"), line) : NULL;
}

/* Where headers lie for a libclang that has none of its own, as that of PyPI: those of a clang, of
 * its version by preference, or else the C compiler's. A shell splits $CC, and reads nothing else
 * in it. */
static void find_headers(arena *memory, generate_options *options)
{
    const char *version = generate_clang_version();
    const char *folder = ask_path(
        memory,
        arena_format(memory,
                     "{ clang-%.*s -print-resource-dir || clang -print-resource-dir; } 2>/dev/null",
                     (int)strspn(version, "0123456789"), version));
    if (folder && access(arena_format(memory, "%s/include/stddef.h", folder), R_OK) == 0)
        options->clang_folder = folder;
    else
        options->compiler_folder =
            ask_path(memory, "${CC:-cc} -print-file-name=include 2>/dev/null");
}

/* What the C compiler has as macros behind a text, with those of the options that say some, or
 * where headers are. */
static const char *ask_macros(arena *memory, const generate_options *options, const char *text,
                              const char **why)
{
    static const char *const wanted[] = {
        "-std=", "-D", "-U", "-I", "-iquote", "-isystem", "-idirafter", "-isysroot", "--sysroot="};
    text_list flags = {0};
    for (size_t i = 0; i < options->compile_flag_count; i++) {
        const char *flag = options->compile_flags[i];
        for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
            if (strncmp(flag, wanted[k], strlen(wanted[k])) == 0)
                text_add(memory, &flags, flag);
    }
    text_add_format(memory, &flags, "-isystem%s", options->include_folder);
    return toolchain_macros(memory, &flags, text, why);
}

bool source_options_check(const source_options *all, const char *include_folder)
{
    const char *fault = needs_fault(all->memory, &all->code_flags, include_folder);
    if (fault && !interrupt_came())
        report_error("%s", fault);
    return !fault && !interrupt_came();
}

generate_options source_options_generate(const source_options *all, const char *folder,
                                         const char *include_folder)
{
    generate_options options = {
        .files = all->files.items,
        .file_count = all->files.count,
        .folder = folder,
        .sources = all->sources.items,
        .source_count = all->sources.count,
        .device_sources = all->device_sources.items,
        .device_source_count = all->device_sources.count,
        .compile_flags = all->compile_flags.items,
        .compile_flag_count = all->compile_flags.count,
        .prefix_maps = all->prefix_maps.items,
        .prefix_map_count = all->prefix_maps.count,
        .prefix = all->prefix ? all->prefix : "weft_",
        .strip_prefix = all->strip_prefix ? all->strip_prefix : "",
        .library = all->library,
        .owner = all->owner ? all->owner : all->library,
        .depfile = all->depfile,
        .include_folder = include_folder,
        .targets = all->targets ? all->targets : TARGET_ALL,
        .targets_given = all->targets != 0,
        .require_all = all->require_all,
        .ignored_calls = all->ignored_calls.items,
        .ignored_call_count = all->ignored_calls.count,
        .constants = all->constants.items,
        .constant_count = all->constants.count,
        .ask_macros = ask_macros,
        .bodies = all->bodies,
        .debug = all->debug,
        .watch = watch_reading,
        .watch_function = watch_function,
        .color = report_is_colored() ? COLOR_ALWAYS : COLOR_NEVER,
    };
    if (!generate_has_headers())
        find_headers(all->memory, &options);
    return options;
}
