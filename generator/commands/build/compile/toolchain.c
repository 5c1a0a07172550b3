#include "toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <kernel_flags.h>

#include "commands/interrupt.h"
#include "commands/report.h"
#include "process.h"
#include "text/file.h"

#ifndef WEFT_DEFAULT_NVCC
#define WEFT_DEFAULT_NVCC ""
#endif

/* The oldest CUDA that knows every usual architecture; CMake asks for the same. */
enum { LEAST_MAJOR = 12, LEAST_MINOR = 8 };

/* What CMake says of a target by its properties, before the flags of every kernel. Line tables take
 * a quarter less of the compiler's time than what variables are in optimised code. */
static const char *const kernel_flags[] = {"-std=gnu17", "-g1", "-fPIC", "-fvisibility=hidden",
                                           KERNEL_FLAGS};

enum { MOST_ALTERNATIVES = 4 };

/* Flags of which the first that the compiler knows is taken, if it knows one. */
static const char *const optional_flags[][MOST_ALTERNATIVES] = {
#define ROW(...) {__VA_ARGS__},
    KERNEL_OPTIONAL_FLAGS(ROW)
#undef ROW
};

static bool accepts(arena *memory, const c_toolchain *found, const char *flag, const char *scratch)
{
    static const char *const probe[] = {"-Werror", "-fsyntax-only", "-x", "c", "/dev/null"};
    text_list arguments = {0};
    text_add_all(memory, &arguments, &found->command);
    text_add(memory, &arguments, flag);
    for (size_t i = 0; i < sizeof probe / sizeof *probe; i++)
        text_add(memory, &arguments, probe[i]);
    return process_succeeds(memory, &arguments, scratch);
}

const char *toolchain_command_fault(arena *memory, text_list *command)
{
    static const char *const names[] = {"cc", "gcc", "clang"};
    const char *chosen = getenv("CC");
    if (chosen)
        text_split(memory, command, chosen, " \t");
    if (command->count) {
        if (process_find(memory, command->items[0]))
            return NULL;
        return arena_format(memory, "there is no C compiler '%s', which $CC names",
                            command->items[0]);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (process_find(memory, names[i])) {
            text_add(memory, command, names[i]);
            return NULL;
        }
    return "there is no C compiler: $CC is not set, and PATH has neither cc, gcc nor clang";
}

/* Whether files that end in .c are C to the compiler: g++ takes the name of a language, but reads
 * them as C++. */
static bool compiles_c(arena *memory, const c_toolchain *found, const char *scratch)
{
    static const char text[] = "#ifdef __cplusplus\n#error this is C++\n#endif\n";
    const char *path = arena_format(memory, "%s.c", scratch);
    text_list arguments = {0};
    text_add_all(memory, &arguments, &found->command);
    text_add(memory, &arguments, "-fsyntax-only");
    text_add(memory, &arguments, path);
    bool written = file_write_if_changed(path, text, strlen(text));
    bool good = !written || process_succeeds(memory, &arguments, scratch);
    unlink(path);
    return good;
}

bool toolchain_check_flags(arena *memory, const char *scratch, const c_toolchain *found,
                           const text_list *flags)
{
    for (size_t i = 0; i < flags->count; i++)
        if (strncmp(flags->items[i], "-std=", strlen("-std=")) == 0 &&
            !accepts(memory, found, flags->items[i], scratch)) {
            if (!interrupt_came())
                report_error("the C compiler '%s' does not take %s", found->command.items[0],
                             flags->items[i]);
            return false;
        }
    return true;
}

static void add_optional_flags(arena *memory, const char *scratch, c_toolchain *found)
{
    for (size_t i = 0; i < sizeof optional_flags / sizeof *optional_flags; i++)
        for (size_t k = 0; k < MOST_ALTERNATIVES && optional_flags[i][k]; k++)
            if (accepts(memory, found, optional_flags[i][k], scratch)) {
                text_add(memory, &found->flags, optional_flags[i][k]);
                break;
            }
}

const char *toolchain_c_fault(arena *memory, const char *scratch, c_toolchain *found)
{
    *found = (c_toolchain){0};
    const char *fault = toolchain_command_fault(memory, &found->command);
    if (fault)
        return fault;
    text_list question = {0};
    text_add_all(memory, &question, &found->command);
    text_add(memory, &question, "-dumpmachine");
    const char *machine = process_output(memory, &question, scratch);
    if (!machine)
        return arena_format(memory, "the C compiler '%s' does not work: %s -dumpmachine failed",
                            found->command.items[0], found->command.items[0]);
    if (!compiles_c(memory, found, scratch))
        return arena_format(memory,
                            "'%s' does not compile C; $CC must name a C compiler, such as gcc",
                            found->command.items[0]);
    found->is_x86_64 = strncmp(machine, "x86_64", 6) == 0;
    for (size_t i = 0; i < sizeof kernel_flags / sizeof *kernel_flags; i++)
        text_add(memory, &found->flags, kernel_flags[i]);
    add_optional_flags(memory, scratch, found);
    return NULL;
}

const char *toolchain_make_scratch(arena *memory, const char *end)
{
    const char *folder = getenv("TMPDIR");
    char *path = arena_format(memory, "%s/weft-XXXXXX%s", folder && *folder ? folder : "/tmp", end);
    int made = mkstemps(path, (int)strlen(end));
    if (made < 0)
        return NULL;
    close(made);
    return path;
}

const char *toolchain_macros(arena *memory, const text_list *flags, const char *text,
                             const char **why)
{
    static const char *const last[] = {"-E", "-dM", "-w", "-x", "c"};
    const char *answer = NULL;
    text_list words = {0};
    *why = toolchain_command_fault(memory, &words);
    if (*why)
        return NULL;
    const char *program = words.items[0];
    for (size_t i = 0; i < sizeof kernel_flags / sizeof *kernel_flags; i++)
        text_add(memory, &words, kernel_flags[i]);
    text_add_all(memory, &words, flags);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        text_add(memory, &words, last[i]);
    interrupt_hold();
    const char *input = toolchain_make_scratch(memory, ".c"),
               *output = toolchain_make_scratch(memory, ".i");
    if (input && output && file_write_if_changed(input, text, strlen(text))) {
        text_add(memory, &words, input);
        answer = process_output(memory, &words, output);
    }
    if (input)
        unlink(input);
    if (output)
        unlink(output);
    interrupt_release();
    if (!answer)
        *why = arena_format(memory, "the C compiler '%s' does not tell its macros", program);
    return answer;
}

bool toolchain_find_c(arena *memory, const char *scratch, c_toolchain *found)
{
    const char *fault = toolchain_c_fault(memory, scratch, found);
    if (fault && !interrupt_came())
        report_error("%s", fault);
    return !fault;
}

static const char *find_nvcc(arena *memory)
{
    const char *chosen = getenv("NVCC"), *root = getenv("CUDA_PATH");
    if (chosen && *chosen)
        return process_find(memory, chosen); /* a wrong one is an error, not passed over */
    const char *places[] = {
        "nvcc",
        arena_format(memory, "%s/bin/nvcc", root && *root ? root : "/usr/local/cuda"),
        "/usr/local/cuda/bin/nvcc",
        WEFT_DEFAULT_NVCC,
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *found = *places[i] ? process_find(memory, places[i]) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static const char *no_nvcc(arena *memory)
{
    const char *chosen = getenv("NVCC"), *root = getenv("CUDA_PATH");
    if (chosen && *chosen)
        return arena_format(
            memory, "the gpu target needs nvcc, but there is no '%s', which $NVCC names", chosen);
    return arena_format(
        memory,
        "the gpu target needs nvcc, which is not in PATH, $CUDA_PATH/bin (CUDA_PATH %s%s), "
        "/usr/local/cuda/bin%s%s, and $NVCC is not set",
        root && *root ? "is " : "is not set", root && *root ? root : "",
        *WEFT_DEFAULT_NVCC ? " or " : "", WEFT_DEFAULT_NVCC);
}

/* "compute_75\ncompute_80\n…" as "75", "80", … */
static bool read_architectures(arena *memory, const char *scratch, cuda_toolchain *found)
{
    text_list question = {0}, words = {0};
    text_add(memory, &question, found->nvcc);
    text_add(memory, &question, "--list-gpu-arch");
    const char *answer = process_output(memory, &question, scratch);
    if (!answer)
        return false;
    text_split(memory, &words, answer, " \r\n");
    for (size_t i = 0; i < words.count; i++)
        if (strncmp(words.items[i], "compute_", 8) == 0)
            text_add(memory, &found->architectures, words.items[i] + 8);
    return found->architectures.count != 0;
}

/* The release in "Cuda compilation tools, release 12.8, V12.8.93"; false where there is none. */
static bool read_release(arena *memory, const char *scratch, const char *nvcc, unsigned release[2])
{
    static const char before[] = "release ";
    text_list question = {0};
    text_add(memory, &question, nvcc);
    text_add(memory, &question, "--version");
    const char *answer = process_output(memory, &question, scratch);
    const char *at = answer ? strstr(answer, before) : NULL;
    return at && sscanf(at + strlen(before), "%4u.%4u", &release[0], &release[1]) == 2;
}

/* Why this nvcc cannot be used; NULL where it can. */
static const char *find_fault(arena *memory, const char *scratch, cuda_toolchain *found)
{
    unsigned release[2];
    char *real = realpath(found->nvcc, NULL); /* its companions lie beside the file itself */
    const char *folder = text_folder(memory, real ? real : found->nvcc);
    free(real);
    found->nvcc = text_absolute(memory, found->nvcc);
    found->ptxas = arena_format(memory, "%s/ptxas", folder);
    found->fatbinary = arena_format(memory, "%s/fatbinary", folder);
    if (!read_release(memory, scratch, found->nvcc, release))
        return "does not work: it does not tell its release";
    if (release[0] < LEAST_MAJOR || (release[0] == LEAST_MAJOR && release[1] < LEAST_MINOR))
        return arena_format(memory, "is of CUDA %u.%u; Weft needs %d.%d or newer", release[0],
                            release[1], LEAST_MAJOR, LEAST_MINOR);
    if (!read_architectures(memory, scratch, found))
        return "does not work: it lists no architectures";
    if (!process_find(memory, found->ptxas) || !process_find(memory, found->fatbinary))
        return arena_format(memory, "does not work: ptxas and fatbinary are not beside it in %s",
                            folder);
    return NULL;
}

const char *toolchain_cuda_fault(arena *memory, const char *scratch, cuda_toolchain *found)
{
    *found = (cuda_toolchain){.nvcc = find_nvcc(memory)};
    if (!found->nvcc)
        return no_nvcc(memory);
    const char *fault = find_fault(memory, scratch, found);
    return fault ? arena_format(memory, "the gpu target needs nvcc, but %s %s", found->nvcc, fault)
                 : NULL;
}

bool toolchain_find_cuda(arena *memory, const char *scratch, bool needed, cuda_toolchain *found)
{
    const char *fault = toolchain_cuda_fault(memory, scratch, found);
    if (!fault || interrupt_came())
        return !fault;
    if (needed)
        report_error("%s", fault);
    else if (found->nvcc)
        report_warning("built without the gpu target: %s", fault);
    return false;
}
