/* The functions __wrap_… stand in the place of the tool's and the C library's own (the linker's --wrap):
 * the tool runs many times in one process, and no program is started. */
#include <argp.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "text/arena.h"
#include "command.h"
#include "commands/bench/bench.h"
#include "commands/commands.h"
#include "commands/build/compile/jobs.h"
#include "commands/report.h"
#include "commands/tune/measure.h"
#include "fuzz.h"

int tool_main(int argc, char **argv);

enum { MOST_ARENAS = 16 };

static jmp_buf way_out; /* to the caller of the tool, with its exit status */
static bool came_to_jobs;

/* The arenas in use: where the tool would exit, they are still there. */
static arena *arenas[MOST_ARENAS];
static int arena_count;

arena *__real_arena_new(void);
arena *__wrap_arena_new(void);
arena *__wrap_arena_new(void)
{
    FUZZ_EXPECT(arena_count < MOST_ARENAS);
    return arenas[arena_count++] = __real_arena_new();
}

void __real_arena_free(arena *memory);
void __wrap_arena_free(arena *memory);
void __wrap_arena_free(arena *memory)
{
    for (int i = 0; i < arena_count; i++)
        if (arenas[i] == memory) {
            arenas[i] = arenas[--arena_count];
            break;
        }
    __real_arena_free(memory);
}

/* argp ends the process after help and errors, unless it is told not to. */
error_t __real_argp_parse(const struct argp *grammar, int argc, char **argv, unsigned flags,
                          int *index, void *input);
error_t __wrap_argp_parse(const struct argp *grammar, int argc, char **argv, unsigned flags,
                          int *index, void *input);
error_t __wrap_argp_parse(const struct argp *grammar, int argc, char **argv, unsigned flags,
                          int *index, void *input)
{
    return __real_argp_parse(grammar, argc, argv, flags | ARGP_NO_EXIT, index, input);
}

/* Where the tool's own parsers end it. */
void __wrap_argp_error(const struct argp_state *state, const char *format, ...);
void __wrap_argp_error(const struct argp_state *state, const char *format, ...)
{
    va_list values;
    (void)state;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    longjmp(way_out, STATUS_USAGE);
}

void __wrap_argp_usage(const struct argp_state *state);
void __wrap_argp_usage(const struct argp_state *state)
{
    (void)state;
    fputs("usage", stderr);
    longjmp(way_out, STATUS_USAGE);
}

/* The tool asks for this once in each run; here that would be once in each of a million. */
int __wrap_atexit(void (*function)(void));
int __wrap_atexit(void (*function)(void))
{
    return function == NULL;
}

/* Signals and timers belong to the fuzzer. */
void __wrap_watch_reading(const char *file);
void __wrap_watch_reading(const char *file)
{
    (void)file;
}

/* What compilers say when they are asked what they are. */
const char *__wrap_process_output(arena *memory, const text_list *arguments, const char *output);
const char *__wrap_process_output(arena *memory, const text_list *arguments, const char *output)
{
    (void)output;
    FUZZ_EXPECT(arguments->count == 2);
    bool is_nvcc = strcmp(arguments->items[1], "--list-gpu-arch") == 0;
    return arena_copy(memory, is_nvcc ? "compute_75\ncompute_90\n" : "x86_64-linux-gnu\n");
}

bool __wrap_process_succeeds(arena *memory, const text_list *arguments, const char *output);
bool __wrap_process_succeeds(arena *memory, const text_list *arguments, const char *output)
{
    (void)memory, (void)output;
    return arguments->count != 0;
}

/* The steps of a build: each is a program and its words, and never a shell. */
bool __wrap_jobs_run(job_list *list, const job_options *options);
bool __wrap_jobs_run(job_list *list, const job_options *options)
{
    (void)options;
    size_t length = 0;
    came_to_jobs = true;
    for (size_t i = 0; i < list->count; i++) {
        const text_list *words = &list->items[i].arguments;
        FUZZ_EXPECT(words->count > 1);
        size_t name = strlen(words->items[0]);
        FUZZ_EXPECT(name < 2 || strcmp(words->items[0] + name - 2, "sh") != 0);
        for (size_t k = 0; k < words->count; k++)
            length += strlen(words->items[k]);
    }
    FUZZ_EXPECT(length > 0);
    fputs("no compilers here", stderr);
    return false;
}

int __wrap_posix_spawnp(pid_t *process, const char *name, const posix_spawn_file_actions_t *files,
                        const posix_spawnattr_t *attributes, char *const *words,
                        char *const *environment);
int __wrap_posix_spawnp(pid_t *process, const char *name, const posix_spawn_file_actions_t *files,
                        const posix_spawnattr_t *attributes, char *const *words,
                        char *const *environment)
{
    (void)process, (void)files, (void)attributes, (void)words, (void)environment;
    fprintf(stderr, "%s would be started\n", name);
    abort();
}

bool __real_bench_measure(bench *all, size_t rounds);
bool __wrap_bench_measure(bench *all, size_t rounds);
bool __wrap_bench_measure(bench *all, size_t rounds)
{
    return __real_bench_measure(all, rounds ? 1 : 0);
}

/* Nothing is measured, so nothing is written down. */
bool __wrap_measure_machine(measured_machine *all);
bool __wrap_measure_machine(measured_machine *all)
{
    (void)all;
    return false;
}

int command_run_tool(int count, char **words)
{
    setenv("WEFT_TUNE", "", 1); /* nothing in the user's folder of caches */
    came_to_jobs = false;
    report_set_color(COLOR_AUTO);
    int status = setjmp(way_out);
    if (!status)
        status = tool_main(count, words);
    while (arena_count)
        __real_arena_free(arenas[--arena_count]);
    return came_to_jobs ? COMMAND_BUILT : status;
}
