/* weft doctor: what this machine can build and run, and what to install for the rest. */
#include <argp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include <weft/weft.h>

#include "commands/arguments.h"
#include "commands/build/compile/process.h"
#include "commands/build/compile/temporary.h"
#include "commands/build/compile/toolchain.h"
#include "commands/commands.h"
#include "commands/folders.h"
#include "commands/interrupt.h"
#include "commands/table.h"
#include "pipeline/generate.h"
#include "text/file.h"

/* The examination: its rows, and what it found. */
typedef struct doctor {
    arena *memory;
    const char *folder;  /* temporary */
    const char *scratch; /* a file there, for what programs print */
    table rows;
    bool is_well; /* functions can be built and called on cpu and parallel */
} doctor;

/* How bad it is that something is not there. */
typedef enum need { NEEDED, OPTIONAL } need;

static const char text[] =
    "Says what this machine can do: compilers, libraries, instruction sets, devices; and for what "
    "is missing, what to install. The exit status is 1 where functions cannot be built for cpu and "
    "parallel."
    "\vExamples:\n"
    "  weft doctor\n"
    "  CC=clang-19 weft doctor\n";

static const struct argp grammar = {NULL, NULL, "", text, NULL, NULL, NULL};

static void add_row(doctor *all, const char *state, const char *subject, const char *finding)
{
    const char **cells = table_add_row(&all->rows);
    cells[0] = state;
    cells[1] = subject;
    cells[2] = finding;
}

static void add_good(doctor *all, const char *subject, const char *finding)
{
    add_row(all, "ok", subject, finding);
}

static void add_missing(doctor *all, need how, const char *subject, const char *fault,
                        const char *advice)
{
    add_row(all, how == NEEDED ? "MISSING" : "absent", subject, fault);
    if (advice)
        add_row(all, "", "", advice);
    if (how == NEEDED)
        all->is_well = false;
}

static const char *first_line(arena *memory, const char *lines)
{
    return arena_format(memory, "%.*s", (int)strcspn(lines, "\n"), lines);
}

/* The first line that `program --version` prints; NULL where there is no such program. */
static const char *version_of(const doctor *all, const text_list *program)
{
    text_list command = {0};
    text_add_all(all->memory, &command, program);
    text_add(all->memory, &command, "--version");
    const char *answer = process_output(all->memory, &command, all->scratch);
    return answer ? first_line(all->memory, answer) : NULL;
}

/* Whether the compiler makes a shared library of a file that includes the C library's headers. */
static bool links(const doctor *all, const c_toolchain *found)
{
    static const char program[] = "#include <math.h>\n#include <stdint.h>\n"
                                  "double probe(double x) { return sqrt(x) + INT64_MAX; }\n";
    const char *source = arena_format(all->memory, "%s/probe.c", all->folder);
    text_list command = {0};
    text_add_all(all->memory, &command, &found->command);
    text_add_all(all->memory, &command, &found->flags);
    text_add(all->memory, &command, "-shared");
    text_add(all->memory, &command, source);
    text_add(all->memory, &command, "-o");
    text_add_format(all->memory, &command, "%s/probe.so", all->folder);
    text_add(all->memory, &command, "-lm");
    return file_write_if_changed(source, program, strlen(program)) &&
           process_succeeds(all->memory, &command, all->scratch);
}

static void examine_c(doctor *all)
{
    c_toolchain found;
    const char *fault = toolchain_c_fault(all->memory, all->scratch, &found);
    if (fault) {
        add_missing(all, NEEDED, "C compiler", fault, "Debian: apt install gcc libc6-dev");
        return;
    }
    const char *version = version_of(all, &found.command);
    if (!links(all, &found))
        add_missing(all, NEEDED, "C compiler",
                    arena_format(all->memory,
                                 "%s does not make a shared library of a file that "
                                 "includes <math.h>",
                                 found.command.items[0]),
                    "Debian: apt install gcc libc6-dev");
    else
        add_good(all, "C compiler",
                 arena_format(all->memory, "%s: %s", found.command.items[0],
                              version ? version : "it does not tell its version"));
}

static void examine_headers(doctor *all)
{
    tool_folders folders;
    if (!folders_fault(all->memory, &folders))
        add_good(all, "headers", folders.include);
    else
        add_missing(all, NEEDED, "headers", "weft/annotate.h is not where this tool looks for it",
                    "Debian: apt install libweft-dev, of the same version as this tool");
}

/* The functions that ship, which nothing else needs. */
static void examine_std(doctor *all)
{
    weft_library *library;
    weft_error error;
    const char *path = folders_library(all->memory, "std");
    if (weft_library_open(path, &library, &error) == WEFT_OK) {
        add_good(all, "std",
                 arena_format(all->memory, "%s: %u functions", path,
                              (unsigned)weft_library_contents(library)->count));
        weft_library_close(library);
    } else {
        add_missing(all, OPTIONAL, "std", arena_copy(all->memory, error.text),
                    "the functions that ship (Debian: apt install libweft-std0)");
    }
}

static void examine_maker(doctor *all, const char *name)
{
    text_list program = {0};
    text_add(all->memory, &program, name);
    const char *version = process_find(all->memory, name) ? version_of(all, &program) : NULL;
    if (version)
        add_good(all, name, version);
    else
        add_missing(all, OPTIONAL, name,
                    "not in PATH; weft_add_ufuncs is used from CMake, `weft build' needs none",
                    arena_format(all->memory, "Debian: apt install %s",
                                 strcmp(name, "ninja") == 0 ? "ninja-build" : name));
}

static void examine_nvcc(doctor *all)
{
    cuda_toolchain found;
    const char *fault = toolchain_cuda_fault(all->memory, all->scratch, &found);
    if (fault) {
        add_missing(all, OPTIONAL, "nvcc", fault,
                    "CUDA Toolkit 12.8 or newer; from CMake, -DWEFT_INSTALL_NVCC=ON installs one "
                    "into the build folder");
        return;
    }
    text_list architectures = found.architectures;
    add_good(all, "nvcc",
             arena_format(all->memory, "%s, architectures %s to %s", found.nvcc,
                          architectures.items[0], architectures.items[architectures.count - 1]));
}

/* The newest instruction set that kernels are compiled for and this processor has. */
static const char *instruction_set(void)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4"))
        return "x86-64-v4";
    if (__builtin_cpu_supports("x86-64-v3"))
        return "x86-64-v3";
    return "x86-64, neither v3 nor v4";
#else
    return "no kernels for special instruction sets";
#endif
}

static void examine_processor(doctor *all)
{
    struct utsname machine;
    cpu_set_t cores;
    int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
    add_good(all, "processor",
             arena_format(all->memory, "%s: %s; this process may use %d core%s",
                          uname(&machine) == 0 ? machine.machine : "unknown", instruction_set(),
                          count, count == 1 ? "" : "s"));
}

static void examine_devices(doctor *all)
{
    weft_error error;
    if (weft_target_check(WEFT_GPU, NULL, &error) != WEFT_OK) {
        add_missing(all, OPTIONAL, "gpu", arena_copy(all->memory, error.text),
                    "an NVIDIA GPU and its driver (Debian: apt install nvidia-driver)");
        return;
    }
    for (int device = 0; device < weft_device_count(); device++) {
        char name[256];
        bool known = weft_device_name(device, name, sizeof name, &error) == WEFT_OK;
        add_good(all, "gpu",
                 arena_format(all->memory, "device %d: %s", device, known ? name : error.text));
    }
}

static void examine_tune(doctor *all)
{
    weft_error error;
    char path[4096];
    if (weft_tune_path(path, sizeof path, &error) != WEFT_OK)
        add_missing(all, OPTIONAL, "tune", arena_copy(all->memory, error.text), NULL);
    else if (!path[0])
        add_missing(all, OPTIONAL, "tune",
                    "WEFT_TUNE is empty, or there is no folder of caches: auto weighs by "
                    "libweft's own numbers",
                    NULL);
    else if (weft_tune_check(path, &error) == WEFT_OK)
        add_good(all, "tune", arena_format(all->memory, "auto weighs by %s", path));
    else
        add_missing(
            all, OPTIONAL, "tune", arena_copy(all->memory, error.text),
            "`weft tune` measures this machine; till then auto weighs by libweft's own numbers");
}

static bool examine(doctor *all)
{
    all->folder = temporary_create(all->memory);
    if (!all->folder)
        return false;
    all->scratch = arena_format(all->memory, "%s/probe.log", all->folder);
    add_good(all, "weft",
             arena_format(all->memory, "%s, libclang %s", WEFT_VERSION, generate_clang_version()));
    examine_headers(all);
    examine_std(all);
    examine_c(all);
    examine_processor(all);
    examine_maker(all, "cmake");
    examine_maker(all, "ninja");
    examine_nvcc(all);
    examine_devices(all);
    examine_tune(all);
    if (interrupt_came())
        return false;
    table_print(&all->rows, stdout);
    puts(all->is_well ? "Functions can be built and called here."
                      : "Functions cannot be built here before what is MISSING is there.");
    return all->is_well;
}

int command_doctor(int argc, char **argv)
{
    arena *memory = arena_new();
    doctor all = {.memory = memory, .rows = {.memory = memory, .column_count = 3}, .is_well = true};
    int status = arguments_parse(&grammar, argc, argv, memory, NULL);
    if (status == STATUS_DONE) {
        interrupt_hold();
        status = examine(&all) ? STATUS_DONE : STATUS_FAILED;
        temporary_remove();
        interrupt_release();
    }
    arena_free(memory);
    return status;
}
