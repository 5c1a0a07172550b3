#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/interrupt.h"
#include "text/file.h"

extern char **environ;

static int set_files(posix_spawn_file_actions_t *files, const char *folder, const char *output)
{
    int error = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
    if (!error)
        error =
            posix_spawn_file_actions_addopen(files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!error)
        error = posix_spawn_file_actions_adddup2(files, 1, 2);
    if (!error && folder)
        error = posix_spawn_file_actions_addchdir_np(files, folder);
    return error;
}

static int set_attributes(posix_spawnattr_t *attributes)
{
    int error =
        posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    return error ? error : posix_spawnattr_setsigmask(attributes, interrupt_mask());
}

/* Our environment, but with temporary files in the private folder, which is removed at the end even
 * if the program is killed; as "." for a program that runs there, whatever the path looks like. */
static char *const *child_environment(arena *memory, const char *folder, const char *output)
{
    text_list variables = {0};
    for (char **variable = environ; *variable; variable++)
        if (strncmp(*variable, "TMPDIR=", 7) != 0)
            text_add(memory, &variables, *variable);
    text_add_format(memory, &variables, "TMPDIR=%s", folder ? "." : text_folder(memory, output));
    return text_vector(memory, &variables);
}

int process_start(arena *memory, const text_list *arguments, const char *folder, const char *output,
                  pid_t *process)
{
    char *const *vector = text_vector(memory, arguments);
    char *const *environment = child_environment(memory, folder, output);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = set_files(&files, folder, output);
        if (!error)
            error = set_attributes(&attributes);
        if (!error)
            error = posix_spawnp(process, vector[0], &files, &attributes, vector, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return error;
}

bool process_succeeds(arena *memory, const text_list *arguments, const char *output)
{
    return process_succeeds_in(memory, arguments, NULL, output);
}

bool process_succeeds_in(arena *memory, const text_list *arguments, const char *folder,
                         const char *output)
{
    pid_t process;
    int status;
    if (process_start(memory, arguments, folder, output, &process) != 0)
        return false;
    for (;;) {
        pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (ended < 0 && errno != EINTR)
            return false;
        if (interrupt_came())
            kill(-process, SIGKILL);
        interrupt_wait();
    }
}

const char *process_output(arena *memory, const text_list *arguments, const char *output)
{
    size_t size;
    return process_succeeds(memory, arguments, output) ? file_read(memory, output, &size) : NULL;
}

static bool is_executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

const char *process_find(arena *memory, const char *name)
{
    if (strchr(name, '/'))
        return is_executable(name) ? name : NULL;
    const char *path = getenv("PATH");
    text_list folders = {0};
    text_split(memory, &folders, path ? path : "/usr/local/bin:/usr/bin:/bin", ":");
    for (size_t i = 0; i < folders.count; i++) {
        const char *found = arena_format(memory, "%s/%s", folders.items[i], name);
        if (is_executable(found))
            return found;
    }
    return NULL;
}
