#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/report.h"

static char path[PATH_MAX]; /* empty: there is none */

static int remove_entry(const char *name, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    remove(name);
    return 0;
}

void temporary_remove(void)
{
    for (int k = 0; k < 2 && path[0]; k++) /* again, for where something failed */
        nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    path[0] = '\0';
}

void temporary_remove_unused(void)
{
    static const struct {
        const char *name;
        int flags;
    } entries[] = {{"work/probe.log", 0}, {"work", AT_REMOVEDIR}, {"generated", AT_REMOVEDIR}};
    int folder = path[0] ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0)
        return;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        unlinkat(folder, entries[i].name, entries[i].flags);
    close(folder);
    rmdir(path);
}

const char *temporary_create(arena *memory)
{
    static bool registered;
    const char *parent = getenv("TMPDIR");
    char *name = arena_format(memory, "%s/weft-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(name) || !realpath(name, path)) {
        report_error("cannot make a temporary folder %s: %s", name, strerror(errno));
        path[0] = '\0';
        return NULL;
    }
    if (!registered)
        atexit(temporary_remove);
    registered = true;
    return arena_copy(memory, path);
}
