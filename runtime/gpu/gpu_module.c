/* gpu_module.c: a table of loaded images. The driver's libraries and kernels belong to the process,
 * not to a context, so one entry per module serves all devices. */
#include "gpu_module.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "plan/backend.h"

/* One module's image; kernels are looked up at their first use. */
typedef struct loaded_module {
    const weft_module *module; /* borrowed, the key */
    CUlibrary library;         /* owned */
    CUkernel *kernels;         /* owned; [index × variants + variant], NULL until used */
    size_t kernel_count;
} loaded_module;

static loaded_module *modules; /* owned; grows */
static size_t module_count, module_capacity;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const suffixes[GPU_VARIANT_COUNT] = {
    [GPU_VECTOR] = "_v", [GPU_AXES] = "_n", [GPU_AXES64] = "_n64",
    [GPU_MASKED] = "_m", [GPU_ITEM] = "_c",   [GPU_FOLD_GROUPS] = "_fg",
    [GPU_FOLD_ROWS] = "_fr", [GPU_FOLD_LANES] = "_fl",
    [GPU_SCAN_GROUPS] = "_sg", [GPU_SCAN_LANES] = "_sl", [GPU_ALONE] = "",
};

static weft_status out_of_memory(weft_error *error)
{
    return error_set(error, WEFT_ERROR_MEMORY, "out of memory: the table of gpu kernels");
}

static weft_status load(const gpu_scope *scope, const weft_module *module, loaded_module **loaded,
                        weft_error *error)
{
    char doing[200];
    if (module_count == module_capacity) {
        size_t capacity = module_capacity ? 2 * module_capacity : 8;
        loaded_module *grown = capacity <= SIZE_MAX / sizeof *grown
                                   ? realloc(modules, capacity * sizeof *grown)
                                   : NULL;
        if (!grown)
            return out_of_memory(error);
        modules = grown;
        module_capacity = capacity;
    }
    loaded_module fresh = {.module = module};
    CUresult result = scope->driver->cuLibraryLoadData(&fresh.library, module->image, NULL, NULL, 0,
                                                       NULL, NULL, 0);
    if (result != CUDA_SUCCESS) {
        snprintf(doing, sizeof doing, "loading the gpu kernels of %s on device %d", module->source,
                 scope->device);
        return gpu_driver_status(result, doing, error);
    }
    *loaded = &modules[module_count++];
    **loaded = fresh;
    return WEFT_OK;
}

static weft_status find_module(const gpu_scope *scope, const weft_module *module,
                               loaded_module **loaded, weft_error *error)
{
    for (size_t i = 0; i < module_count; i++)
        if (modules[i].module == module) {
            *loaded = &modules[i];
            return WEFT_OK;
        }
    return load(scope, module, loaded, error);
}

/* Makes room for kernel number `slot`. */
static bool reserve(loaded_module *loaded, size_t slot)
{
    if (slot < loaded->kernel_count)
        return true;
    size_t count = slot + 1 > 2 * loaded->kernel_count ? slot + 1 : 2 * loaded->kernel_count;
    if (count > SIZE_MAX / sizeof *loaded->kernels)
        return false;
    CUkernel *grown = realloc(loaded->kernels, count * sizeof *grown);
    if (!grown)
        return false;
    for (size_t i = loaded->kernel_count; i < count; i++)
        grown[i] = NULL;
    loaded->kernels = grown;
    loaded->kernel_count = count;
    return true;
}

static weft_status find_kernel(const gpu_scope *scope, const weft_module *module, uint32_t index,
                               const char *symbol, gpu_variant variant, CUkernel *kernel,
                               weft_error *error)
{
    char name[1024], doing[1200];
    loaded_module *loaded = NULL;
    weft_status status = find_module(scope, module, &loaded, error);
    if (status)
        return status;
    size_t slot = (size_t)index * GPU_VARIANT_COUNT + (size_t)variant;
    if (!reserve(loaded, slot))
        return out_of_memory(error);
    if (!loaded->kernels[slot]) {
        int length = snprintf(name, sizeof name, "%s%s", symbol, suffixes[variant]);
        if (length < 0 || (size_t)length >= sizeof name)
            return error_set(error, WEFT_ERROR_TARGET, "a gpu kernel's name is too long: %.100s…",
                             symbol);
        snprintf(doing, sizeof doing, "finding the gpu kernel %s of %s", name, module->source);
        CUresult result =
            scope->driver->cuLibraryGetKernel(&loaded->kernels[slot], loaded->library, name);
        if (result != CUDA_SUCCESS) {
            loaded->kernels[slot] = NULL;
            return gpu_driver_status(result, doing, error);
        }
    }
    *kernel = loaded->kernels[slot];
    return WEFT_OK;
}

weft_status gpu_module_kernel(const gpu_scope *scope, const weft_module *module, uint32_t index,
                              const char *symbol, gpu_variant variant, CUfunction *kernel,
                              weft_error *error)
{
    CUkernel found = NULL;
    pthread_mutex_lock(&lock);
    weft_status status = find_kernel(scope, module, index, symbol, variant, &found, error);
    pthread_mutex_unlock(&lock);
    *kernel = (CUfunction)(void *)found; /* the driver takes either */
    return status;
}

void backend_gpu_forget(const weft_module *module)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < module_count; i++) {
        if (modules[i].module != module)
            continue;
        const gpu_driver *driver;
        if (gpu_driver_open(&driver, NULL) == WEFT_OK)
            driver->cuLibraryUnload(modules[i].library);
        free(modules[i].kernels);
        modules[i] = modules[--module_count];
        break;
    }
    pthread_mutex_unlock(&lock);
}
