#include "library.h"

#include <string.h>
#include <unistd.h>

#include "commands/folders.h"
#include "commands/report.h"
#include "commands/text.h"
#include "text/file.h"

const char *library_path(arena *memory, const char *name)
{
    if (strchr(name, '/'))
        return name;
    return strstr(name, ".so") ? arena_format(memory, "./%s", name) : folders_library(memory, name);
}

bool library_check_output(arena *memory, const char *name, const char *output)
{
    if (!file_is_same(library_path(memory, name), output))
        return true;
    report_error("%s is the library that is called; an output would be written over it", output);
    return false;
}

/* Why no library of that name is found. */
static const char *explain_missing(arena *memory, const char *name)
{
    if (strcmp(name, "std") == 0)
        return "libweft-std, the library of functions that ships, is not installed (Debian: apt "
               "install libweft-std0)";
    if (access(name, F_OK) == 0)
        return arena_format(
            memory, "%s is not the name of a library: a path to one has a slash or .so in it",
            name);
    return arena_format(
        memory,
        "no library '%s' is installed (libweft_%s.so); a path to one has a slash or "
        ".so in it",
        name, name);
}

weft_library *library_open(arena *memory, const char *name)
{
    const char *path = library_path(memory, name);
    weft_error error;
    weft_library *library;
    if (weft_library_open(path, &library, &error) == WEFT_OK)
        return library;
    report_error("%s", strchr(path, '/') || !strstr(error.text, "No such file")
                           ? error.text
                           : explain_missing(memory, name));
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
