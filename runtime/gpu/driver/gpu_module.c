/* gpu_module.c: a table of loaded images. The driver's libraries and kernels belong to the process,
 * not to a context, so one entry per module serves all devices, and what a thread remembers of it
 * holds whichever context is current. A module's image may be several, whose kernels the table does
 * not tell apart: they are loaded in their order until one has the kernel. */
#include "gpu_module.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "gpu_graph.h"
#include "plan/backend.h"

/* One module's image; kernels are looked up at their first use. */
typedef struct loaded_module {
    const weft_module *module; /* borrowed, the key */
    CUlibrary *libraries;      /* owned, and so are they: of the parts that are loaded */
    size_t library_count;
    CUkernel *kernels; /* owned; [index × SLOTS + shape], NULL until used */
    size_t kernel_count;
} loaded_module;

static loaded_module *modules; /* owned; grows */
static size_t module_count, module_capacity;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Kernels that a symbol may have: of every shape, and alone. */
enum { SLOTS = WEFT_SHAPE_COUNT + 1 };

static const char *const suffixes[SLOTS] = {
#define SUFFIX(ENUM, name, target, suffix) [WEFT_SHAPE_##ENUM] = suffix,
    WEFT_SHAPES(SUFFIX)
#undef SUFFIX
        [GPU_ALONE] = "",
};

/* What a thread has asked for lately. An entry holds as long as no module was forgotten since: the
 * addresses of one that is gone may be another's. */
typedef struct remembered {
    const weft_module *module;
    size_t slot;
    CUkernel kernel; /* NULL: no entry */
    unsigned generation;
} remembered;

enum { REMEMBERED = 32 };
static _Thread_local remembered memory[REMEMBERED];
static atomic_uint generation;

/* The entry where a kernel is remembered, if it is. */
static remembered *find_remembered(const weft_module *module, size_t slot)
{
    return &memory[((uintptr_t)module / sizeof *module + slot) % REMEMBERED];
}

static weft_status out_of_memory(weft_error *error)
{
    return error_set(error, WEFT_ERROR_MEMORY, "out of memory: the table of gpu kernels");
}

/* How many parts an image has; *offsets: where they begin, NULL of one that has no list. */
static size_t count_parts(const weft_module_image *image, const uint64_t **offsets)
{
    uint64_t head[2];
    *offsets = NULL;
    if ((size_t)(image->end - image->begin) < sizeof head)
        return 1;
    memcpy(head, image->begin, sizeof head);
    if (head[0] != WEFT_IMAGE_LIST)
        return 1;
    *offsets = (const uint64_t *)(const void *)(image->begin + sizeof head); /* it is aligned */
    return head[1];
}

/* Loads the next part of a module's image. */
static weft_status load_part(const gpu_scope *scope, loaded_module *loaded, weft_error *error)
{
    char doing[200];
    const uint64_t *offsets;
    const weft_module_image *image = weft_module_find_image(loaded->module, WEFT_GPU);
    const size_t count = count_parts(image, &offsets), part = loaded->library_count;
    if (!loaded->libraries)
        loaded->libraries = calloc(count, sizeof *loaded->libraries);
    if (!loaded->libraries)
        return out_of_memory(error);
    CUresult result = scope->driver->cuLibraryLoadData(&loaded->libraries[part],
                                                       image->begin + (offsets ? offsets[part] : 0),
                                                       NULL, NULL, 0, NULL, NULL, 0);
    if (result != CUDA_SUCCESS) {
        snprintf(doing, sizeof doing, "loading the gpu kernels of %s on device %d",
                 loaded->module->source, scope->device);
        return gpu_driver_status(result, doing, error);
    }
    loaded->library_count++;
    return WEFT_OK;
}

static weft_status add_module(const weft_module *module, loaded_module **loaded, weft_error *error)
{
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
    *loaded = &modules[module_count++];
    **loaded = (loaded_module){.module = module};
    return WEFT_OK;
}

static weft_status find_module(const weft_module *module, loaded_module **loaded, weft_error *error)
{
    for (size_t i = 0; i < module_count; i++)
        if (modules[i].module == module) {
            *loaded = &modules[i];
            return WEFT_OK;
        }
    return add_module(module, loaded, error);
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

/* Looks in the parts of a module's image, those that are not loaded yet behind the others. */
static weft_status find_in_parts(const gpu_scope *scope, loaded_module *loaded, const char *name,
                                 CUkernel *kernel, weft_error *error)
{
    char doing[1200];
    const uint64_t *offsets;
    const size_t count = count_parts(weft_module_find_image(loaded->module, WEFT_GPU), &offsets);
    CUresult result = CUDA_ERROR_NOT_FOUND;
    for (size_t i = 0; i < count && result == CUDA_ERROR_NOT_FOUND; i++) {
        weft_status status = i < loaded->library_count ? WEFT_OK : load_part(scope, loaded, error);
        if (status)
            return status;
        result = scope->driver->cuLibraryGetKernel(kernel, loaded->libraries[i], name);
    }
    if (result == CUDA_SUCCESS)
        return WEFT_OK;
    *kernel = NULL;
    snprintf(doing, sizeof doing, "finding the gpu kernel %s of %s", name, loaded->module->source);
    return gpu_driver_status(result, doing, error);
}

static weft_status find_kernel(const gpu_scope *scope, const weft_module *module, size_t slot,
                               const char *symbol, CUkernel *kernel, weft_error *error)
{
    char name[1024];
    loaded_module *loaded = NULL;
    weft_status status = find_module(module, &loaded, error);
    if (status)
        return status;
    if (!reserve(loaded, slot))
        return out_of_memory(error);
    if (!loaded->kernels[slot]) {
        int length = snprintf(name, sizeof name, "%s%s", symbol, suffixes[slot % SLOTS]);
        if (length < 0 || (size_t)length >= sizeof name)
            return error_set(error, WEFT_ERROR_TARGET, "a gpu kernel's name is too long: %.100s…",
                             symbol);
        status = find_in_parts(scope, loaded, name, &loaded->kernels[slot], error);
        if (status)
            return status;
    }
    *kernel = loaded->kernels[slot];
    return WEFT_OK;
}

weft_status gpu_module_kernel(const gpu_scope *scope, const weft_module *module, uint32_t index,
                              const char *symbol, int shape, CUfunction *kernel, weft_error *error)
{
    const size_t slot = (size_t)index * SLOTS + (size_t)shape;
    const unsigned now = atomic_load_explicit(&generation, memory_order_acquire);
    remembered *entry = find_remembered(module, slot);
    weft_status status = WEFT_OK;
    if (!entry->kernel || entry->module != module || entry->slot != slot ||
        entry->generation != now) {
        CUkernel found = NULL;
        pthread_mutex_lock(&lock);
        status = find_kernel(scope, module, slot, symbol, &found, error);
        pthread_mutex_unlock(&lock);
        *entry = (remembered){module, slot, found, now};
    }
    *kernel = (CUfunction)(void *)entry->kernel; /* the driver takes either */
    return status;
}

void gpu_module_forget(const weft_module *module)
{
    pthread_mutex_lock(&lock);
    atomic_fetch_add_explicit(&generation, 1, memory_order_release);
    for (size_t i = 0; i < module_count; i++) {
        if (modules[i].module != module)
            continue;
        const gpu_driver *driver;
        if (gpu_driver_open(&driver, NULL) == WEFT_OK) {
            gpu_graph_forget();
            for (size_t k = 0; k < modules[i].library_count; k++)
                driver->cuLibraryUnload(modules[i].libraries[k]);
        }
        free(modules[i].libraries);
        free(modules[i].kernels);
        modules[i] = modules[--module_count];
        break;
    }
    pthread_mutex_unlock(&lock);
}
