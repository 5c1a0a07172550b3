/* weft new: a project of five files that builds and runs as it is. */
#include <argp.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/arguments.h"
#include "commands/commands.h"
#include "commands/folders.h"
#include "commands/report.h"
#include "commands/text.h"
#include "text/file.h"

enum { MAX_NAME = 64 };

/* The name that stands in the files where the user's belongs. */
static const char placeholder[] = "new_project";

/* The files in the folder that ships, and under which names they are written. */
static const struct {
    const char *from, *to;
} files[] = {
    {"CMakeLists.txt", "CMakeLists.txt"}, {"kernels.c", "kernels.c"},  {"main.c", "main.c"},
    {"README.md", "README.md"},           {"gitignore", ".gitignore"},
};
enum { FILE_COUNT = sizeof files / sizeof *files };

/* Names of targets, libraries and folders that CMake, or the project itself, has already. */
static const char *const taken[] = {
    "all",     "clean",   "edit_cache",     "help", "install", "rebuild_cache", "test",
    "package", "kernels", "package_source", "weft", "m",       "CMakeFiles"};

static const char text[] =
    "Makes a folder with a small project in it: annotated functions, a program that calls them on "
    "arrays, and a CMakeLists.txt. The last part of FOLDER is the project's name."
    "\vExample:\n"
    "  weft new stars\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    const char **folder = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*folder)
            argp_error(state, "one FOLDER is made, not '%s', too", word);
        *folder = word;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "FOLDER is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp grammar = {NULL, parse, "FOLDER", text, NULL, NULL, NULL};

/* The path without slashes at its end. */
static const char *trim(arena *memory, const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return arena_format(memory, "%.*s", (int)length, path);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the name can be CMake's of a project and of a program. */
static bool check_name(const char *name)
{
    size_t length = strlen(name);
    bool good = length >= 1 && length <= MAX_NAME && is_letter(name[0]);
    for (size_t i = 0; good && i < length; i++)
        good = is_letter(name[i]) || (name[i] >= '0' && name[i] <= '9') || name[i] == '_' ||
               name[i] == '-';
    if (!good) {
        report_error("a project cannot be named '%s': a letter first, then letters, digits, _ and "
                     "-, %d at most",
                     name, MAX_NAME);
        return false;
    }
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0) {
            report_error(
                "a project cannot be named '%s': its build has something else of that name", name);
            return false;
        }
    return true;
}

static bool write_file(arena *memory, size_t index, const char *source, const char *folder,
                       const char *name)
{
    size_t size;
    const char *from = arena_format(memory, "%s/%s", source, files[index].from);
    const char *bytes = file_read(memory, from, &size);
    if (!bytes) {
        report_error("cannot read %s: %s", from, strerror(errno));
        return false;
    }
    const char *to = arena_format(memory, "%s/%s", folder, files[index].to);
    const char *mine = text_replace(memory, bytes, placeholder, name);
    if (file_write_if_changed(to, mine, strlen(mine)))
        return true;
    report_error("cannot write %s: %s", to, strerror(errno));
    return false;
}

static void remove_files(arena *memory, const char *folder)
{
    for (size_t i = 0; i < FILE_COUNT; i++)
        unlink(arena_format(memory, "%s/%s", folder, files[i].to));
    rmdir(folder);
}

/* Gives the finished folder its name, and the rights that mkdir would have given. */
static bool publish(const char *made, const char *folder)
{
    mode_t mask = umask(0);
    umask(mask);
    if (chmod(made, 0777 & ~mask) == 0 && rename(made, folder) == 0)
        return true;
    report_error("cannot make the folder %s: %s", folder, strerror(errno));
    return false;
}

/* Writes all files into a folder beside the one asked for and renames that: all are there, or
 * nothing is. */
static bool make_project(arena *memory, const char *source, const char *folder, const char *name)
{
    char *made = arena_format(memory, "%s.XXXXXX", folder);
    if (!mkdtemp(made)) {
        report_error("cannot make the folder %s: %s", folder, strerror(errno));
        return false;
    }
    bool good = true;
    for (size_t i = 0; good && i < FILE_COUNT; i++)
        good = write_file(memory, i, source, made, name);
    good = good && publish(made, folder);
    if (!good)
        remove_files(memory, made);
    return good;
}

static void print_step(arena *memory, const char *const *words, size_t count)
{
    text_list line = {0};
    for (size_t i = 0; i < count; i++)
        if (words[i])
            text_add(memory, &line, words[i]);
    printf("  ");
    text_print_command(stdout, &line);
}

/* Where CMake must be told that Weft lies; NULL where it looks by itself. */
static const char *prefix_option(arena *memory, const char *prefix)
{
    if (!prefix)
        return "-DCMAKE_PREFIX_PATH=PREFIX";
    char *real = realpath(prefix, NULL);
    bool is_system = real && (strcmp(real, "/usr") == 0 || strcmp(real, "/usr/local") == 0);
    const char *option =
        is_system ? NULL : arena_format(memory, "-DCMAKE_PREFIX_PATH=%s", real ? real : prefix);
    free(real);
    return option;
}

static void print_next(arena *memory, const tool_folders *folders, const char *folder,
                       const char *name)
{
    const char *build = arena_format(memory, "%s/build", folder);
    const char *program = arena_format(memory, "%s%s/%s", *folder == '/' ? "" : "./", build, name);
    printf("Made %s. Next:\n", folder);
    if (!folders->prefix)
        printf("  cmake --install BUILD --prefix PREFIX      # this weft is not installed yet\n");
    print_step(memory,
               (const char *[]){"cmake", "-G", "Ninja", "-S", folder, "-B", build,
                                prefix_option(memory, folders->prefix)},
               8);
    print_step(memory, (const char *[]){"cmake", "--build", build}, 3);
    print_step(memory, &program, 1);
}

static bool start_project(arena *memory, const char *folder)
{
    const char *name = text_file_name(folder);
    tool_folders folders;
    struct stat status;
    if (!check_name(name) || !folders_find(memory, &folders))
        return false;
    if (lstat(folder, &status) == 0) {
        report_error("%s is there already", folder);
        return false;
    }
    sigset_t former;
    file_hold_interrupts(&former);
    bool made = make_project(memory, folders.project, folder, name);
    sigprocmask(SIG_SETMASK, &former, NULL);
    if (made)
        print_next(memory, &folders, folder, name);
    return made;
}

int command_new(int argc, char **argv)
{
    arena *memory = arena_new();
    const char *folder = NULL;
    int status = arguments_parse(&grammar, argc, argv, memory, &folder);
    if (status == STATUS_DONE && !start_project(memory, trim(memory, folder)))
        status = STATUS_FAILED;
    arena_free(memory);
    return status;
}
