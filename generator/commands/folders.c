#include "folders.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "text.h"

/* The build system defines these four; an installed tool ignores them. */
#ifndef WEFT_SOURCE_INCLUDE_FOLDER
#define WEFT_SOURCE_INCLUDE_FOLDER ""
#define WEFT_SOURCE_DEVICE_FOLDER  ""
#define WEFT_SOURCE_PROJECT_FOLDER ""
#define WEFT_BUILD_FOLDER          ""
#endif

const char *folders_executable(arena *memory)
{
    for (size_t room = 256; room <= 65536; room *= 2) {
        char *path = arena_array(memory, room + 1, 1);
        ssize_t length = readlink("/proc/self/exe", path, room);
        if (length < 0)
            return NULL;
        if ((size_t)length < room)
            return text_folder(memory, path);
    }
    return NULL;
}

static bool lies_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return length && strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || path[length] == '\0');
}

static bool has_headers(arena *memory, const char *folder)
{
    return access(arena_format(memory, "%s/weft/annotate.h", folder), R_OK) == 0;
}

const char *folders_fault(arena *memory, tool_folders *folders)
{
    const char *executable = folders_executable(memory);
    if (!executable)
        return arena_format(memory, "cannot find the folder of this program: %s", strerror(errno));
    if (lies_in(executable, WEFT_BUILD_FOLDER) && has_headers(memory, WEFT_SOURCE_INCLUDE_FOLDER)) {
        folders->include = WEFT_SOURCE_INCLUDE_FOLDER;
        folders->device = WEFT_SOURCE_DEVICE_FOLDER;
        folders->project = WEFT_SOURCE_PROJECT_FOLDER;
        folders->prefix = NULL;
        return NULL;
    }
    const char *include = arena_format(memory, "%s/../include", executable);
    if (!has_headers(memory, include))
        return arena_format(
            memory, "the headers of weft are not in %s (Debian: apt install libweft-dev)", include);
    folders->include = include;
    folders->device = arena_format(memory, "%s/weft/device", include);
    folders->project = arena_format(memory, "%s/../share/weft/new_project", executable);
    folders->prefix = text_folder(memory, executable);
    return NULL;
}

bool folders_find(arena *memory, tool_folders *folders)
{
    const char *fault = folders_fault(memory, folders);
    if (fault)
        report_error("%s", fault);
    return !fault;
}

#ifndef WEFT_LIBRARY_FOLDER
#define WEFT_LIBRARY_FOLDER "../lib"
#endif

/* Where an installed library may lie, seen from the tool's folder: installed, and in a build
 * tree. */
static const char *const places[] = {WEFT_LIBRARY_FOLDER, "../runtime"};

const char *folders_library(arena *memory, const char *name)
{
    const char *file = arena_format(memory, "libweft_%s.so", name);
    const char *folder = folders_executable(memory);
    for (size_t i = 0; folder && i < sizeof places / sizeof *places; i++) {
        const char *path = arena_format(memory, "%s/%s/%s", folder, places[i], file);
        if (access(path, R_OK) == 0)
            return path;
    }
    return file;
}
