/* library.c: shared libraries of ufuncs, opened at run time. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "call/direct/exact.h"
#include "plan/backend.h"

/* An open library; owns the handle and borrows the table from it. */
struct weft_library {
    void *handle;
    const weft_library_table *table;
};

/* Whether this runtime can read the table. */
static weft_status check_table(const char *path, const weft_library_table *table, weft_error *error)
{
    if (!table)
        return error_set(error, WEFT_ERROR_FILE,
                         "%s: no library of ufuncs (it has no symbol weft_library)", path);
    if (table->abi_version / 1000 != WEFT_ABI_VERSION / 1000)
        return error_set(error, WEFT_ERROR_FILE,
                         "%s: built for version %u of the kernel interface; this libweft serves "
                         "version %u",
                         path, (unsigned)(table->abi_version / 1000),
                         (unsigned)(WEFT_ABI_VERSION / 1000));
    if (table->size < sizeof *table)
        return error_set(error, WEFT_ERROR_FILE, "%s: its table has %u bytes, %zu are needed", path,
                         (unsigned)table->size, sizeof *table);
    for (uint32_t k = 0; k < table->count; k++)
        if (!table->ufuncs || !table->ufuncs[k] || !table->ufuncs[k]->name)
            return error_set(error, WEFT_ERROR_FILE, "%s: its table of %u functions lacks one",
                             path, (unsigned)table->count);
    return WEFT_OK;
}

/* What the loader says, without the path where it begins with that: the error names it. Of a library
 * that this one needs it says the name. */
static const char *loader_reason(const char *path)
{
    const char *reason = dlerror();
    if (!reason)
        return "no reason given";
    size_t length = strlen(path);
    if (strncmp(reason, "./", 2) == 0 && strncmp(path, "./", 2) != 0)
        reason += 2;
    bool own = strncmp(reason, path, length) == 0 && strncmp(reason + length, ": ", 2) == 0;
    return own ? reason + length + 2 : reason;
}

/* dlopen, but a bare file name that exists here is that file, not one of the search path. */
static void *open_path(const char *path)
{
    size_t length = strlen(path);
    if (strchr(path, '/') || access(path, F_OK) != 0)
        return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    char *local = malloc(length + 3);
    if (!local)
        return NULL;
    memcpy(local, "./", 2);
    memcpy(local + 2, path, length + 1);
    void *handle = dlopen(local, RTLD_NOW | RTLD_LOCAL);
    free(local);
    return handle;
}

weft_status weft_library_open(const char *path, weft_library **library, weft_error *error)
{
    if (!path || !library)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_library_open: %s is NULL",
                         path ? "library" : "path");
    void *handle = open_path(path);
    if (!handle)
        return error_set(error, WEFT_ERROR_FILE, "cannot open %s: %s", path, loader_reason(path));
    const weft_library_table *table = dlsym(handle, "weft_library");
    weft_status status = check_table(path, table, error);
    weft_library *opened = status ? NULL : malloc(sizeof *opened);
    if (!status && !opened)
        status = error_set(error, WEFT_ERROR_MEMORY, "out of memory: opening %s", path);
    if (status) {
        dlclose(handle);
        return status;
    }
    *opened = (weft_library){.handle = handle, .table = table};
    *library = opened;
    return WEFT_OK;
}

const weft_library_table *weft_library_contents(const weft_library *library)
{
    return library ? library->table : NULL;
}

const weft_ufunc *weft_library_find(const weft_library *library, const char *name)
{
    for (uint32_t k = 0; library && name && k < library->table->count; k++)
        if (strcmp(library->table->ufuncs[k]->name, name) == 0)
            return library->table->ufuncs[k];
    return NULL;
}

void weft_library_close(weft_library *library)
{
    if (!library)
        return;
    for (uint32_t k = 0; k < library->table->count; k++)
        backend_forget(library->table->ufuncs[k]->module);
    exact_forget();
    dlclose(library->handle);
    free(library);
}
