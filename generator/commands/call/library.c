#include "library.h"

#include <string.h>
#include <unistd.h>

#include "commands/folders.h"
#include "commands/report.h"
#include "commands/text.h"
#include "text/file.h"

#ifndef WEFT_LIBRARY_FOLDER
#define WEFT_LIBRARY_FOLDER "../lib"
#endif

/* Where an installed library may lie, seen from the tool's folder: installed, and in a build
 * tree. */
static const char *const places[] = {WEFT_LIBRARY_FOLDER, "../runtime"};

/* The path to open, "libweft_NAME.so" for the loader to find where no place has it. */
static const char *find_installed(arena *memory, const char *name)
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

const char *library_path(arena *memory, const char *name)
{
    if (strchr(name, '/'))
        return name;
    return strstr(name, ".so") ? arena_format(memory, "./%s", name) : find_installed(memory, name);
}

bool library_check_output(arena *memory, const char *name, const char *output)
{
    if (!file_is_same(library_path(memory, name), output))
        return true;
    report_error("%s is the library that is called; an output would be written over it", output);
    return false;
}

weft_library *library_open(arena *memory, const char *name)
{
    const char *path = library_path(memory, name);
    weft_error error;
    weft_library *library;
    if (weft_library_open(path, &library, &error) == WEFT_OK)
        return library;
    if (strchr(path, '/'))
        report_error("%s", error.text);
    else
        report_error("%s; a library in this folder is named ./%s", error.text, path);
    return NULL;
}

bool library_has_kernels(const weft_ufunc *ufunc, weft_target target)
{
    if (weft_target_kernels(target) == WEFT_CPU) {
        for (int isa = 0; isa < WEFT_ISA_COUNT; isa++)
            if (ufunc->module->kernels[isa])
                return true;
        return false;
    }
    for (uint32_t i = 0; i < ufunc->loop_count; i++)
        if (weft_loop_is_in_image(ufunc, &ufunc->loops[i], target))
            return true;
    return false;
}
