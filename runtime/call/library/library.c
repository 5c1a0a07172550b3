/* library.c: shared libraries of ufuncs, opened at run time. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "call/direct/exact.h"
#include "opened.h"
#include "plan/backend.h"
#include "plan/isa.h"

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
    if (table->abi_version / 1000 != WEFT_ABI_VERSION / 1000 ||
        table->abi_version > WEFT_ABI_VERSION)
        return error_set(error, WEFT_ERROR_FILE,
                         "%s: built for version %u.%u of the kernel interface; this libweft serves "
                         "%u.0 to %u.%u",
                         path, (unsigned)(table->abi_version / 1000),
                         (unsigned)(table->abi_version % 1000), (unsigned)(WEFT_ABI_VERSION / 1000),
                         (unsigned)(WEFT_ABI_VERSION / 1000), (unsigned)(WEFT_ABI_VERSION % 1000));
    if (table->size < sizeof *table)
        return error_set(error, WEFT_ERROR_FILE, "%s: its table has %u bytes, %zu are needed", path,
                         (unsigned)table->size, sizeof *table);
    for (uint32_t k = 0; k < table->count; k++)
        if (!table->ufuncs || !table->ufuncs[k] || !table->ufuncs[k]->name)
            return error_set(error, WEFT_ERROR_FILE, "%s: its table of %u functions lacks one",
                             path, (unsigned)table->count);
    return WEFT_OK;
}

weft_status weft_library_open(const char *path, weft_library **library, weft_error *error)
{
    if (!path || !library)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_library_open: %s is NULL",
                         path ? "library" : "path");
    void *handle;
    weft_status status = opened_open(path, &handle, error);
    if (status)
        return status;
    const weft_library_table *table = dlsym(handle, "weft_library");
    status = check_table(path, table, error);
    for (uint32_t k = 0; !status && k < table->count; k++)
        status = isa_check_module(table->ufuncs[k], error);
    weft_library *opened = status ? NULL : malloc(sizeof *opened);
    if (!status && !opened)
        status = error_set(error, WEFT_ERROR_MEMORY, "out of memory: opening %s", path);
    if (status) {
        opened_close(handle);
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
    opened_close(library->handle);
    free(library);
}
