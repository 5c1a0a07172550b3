/* raw_module.c: loading a module, and finding its kernels. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/options.h"
#include "gpu/driver/gpu_graph.h"
#include "raw.h"

static weft_status out_of_memory(weft_error *error, const char *what)
{
    return error_set(error, WEFT_ERROR_MEMORY, "out of memory: %.200s", what);
}

/* ---- files ---- */

/* The bytes of a file, terminated as PTX must be; owned. NULL with errno where it cannot be read.
 */
static char *read_file(const char *path)
{
    struct stat found;
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (!file)
        return NULL;
    if (fstat(fileno(file), &found) == 0) {
        const size_t size = S_ISREG(found.st_mode) ? (size_t)found.st_size : 0;
        errno = S_ISREG(found.st_mode) ? ENOMEM : S_ISDIR(found.st_mode) ? EISDIR : EINVAL;
        bytes = S_ISREG(found.st_mode) ? calloc(size + 1, 1) : NULL;
        if (bytes && fread(bytes, 1, size, file) != size) {
            free(bytes);
            bytes = NULL;
            errno = EIO;
        }
    }
    const int why = errno;
    fclose(file);
    errno = why;
    return bytes;
}

/* ---- modules ---- */

/* What the driver says of PTX that it cannot translate: the first line of it that says something.
 */
static weft_status add_log(const weft_device_module *module, weft_status status, weft_error *error)
{
    const char *line = module->log + strspn(module->log, " \t\n");
    const size_t length = strcspn(line, "\n");
    if (status && error && length) {
        const size_t used = strlen(error->text);
        snprintf(error->text + used, sizeof error->text - used, ": %.*s", (int)length, line);
    }
    return status;
}

static weft_status load(const gpu_scope *scope, weft_device_module *module, const char *bytes,
                        weft_error *error)
{
    char doing[300];
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {module->log, (void *)(sizeof module->log - 1)};
    const CUresult result = scope->driver->cuLibraryLoadData(&module->library, bytes, options,
                                                             values, 2, NULL, NULL, 0);
    snprintf(doing, sizeof doing, "loading the module %.200s", module->path);
    return add_log(module, gpu_driver_status(result, doing, error), error);
}

static weft_status load_on(const gpu_scope *scope, const char *path, weft_device_module **module,
                           weft_error *error)
{
    char *bytes = read_file(path);
    if (!bytes)
        return error_set(error, errno == ENOMEM ? WEFT_ERROR_MEMORY : WEFT_ERROR_FILE, "%.300s: %s",
                         path, strerror(errno));
    weft_device_module *made = calloc(1, sizeof *made);
    char *name = made ? strdup(path) : NULL;
    weft_status status = name ? WEFT_OK : out_of_memory(error, "a module of kernels");
    if (!status) {
        made->path = name;
        status = load(scope, made, bytes, error);
    }
    free(bytes); /* the driver has a copy */
    if (status) {
        free(name);
        free(made);
        return status;
    }
    pthread_mutex_init(&made->lock, NULL);
    *module = made;
    return WEFT_OK;
}

weft_status weft_module_load(const char *path, weft_device_module **module,
                             const weft_options *options, weft_error *error)
{
    weft_options resolved;
    gpu_scope scope;
    if (!path || !module)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_module_load: %s is NULL",
                         path ? "module" : "path");
    weft_status status = options_resolve(&resolved, options, "weft_module_load", error);
    if (status || (status = gpu_enter(&scope, resolved.device, error)))
        return status;
    status = load_on(&scope, path, module, error);
    gpu_leave(&scope);
    return status;
}

static void free_kernel(weft_device_kernel *kernel)
{
    free(kernel->name);
    free(kernel->sizes);
    free(kernel);
}

void weft_module_unload(weft_device_module *module)
{
    const gpu_driver *driver;
    if (!module)
        return;
    if (gpu_driver_open(&driver, NULL) == WEFT_OK) {
        gpu_graph_forget();
        driver->cuLibraryUnload(module->library);
    }
    for (weft_device_kernel *next = module->kernels, *old; (old = next) != NULL;) {
        next = old->next;
        free_kernel(old);
    }
    pthread_mutex_destroy(&module->lock);
    free(module->path);
    free(module);
}

/* ---- kernels ---- */

/* Asks for the parameters, where the driver is new enough to tell. */
static weft_status read_parameters(const gpu_driver *driver, weft_device_kernel *kernel,
                                   weft_error *error)
{
    size_t offset, sizes[RAW_PARAMETERS];
    kernel->count = -1;
    if (!driver->cuKernelGetParamInfo)
        return WEFT_OK;
    int count = 0;
    CUresult result = CUDA_SUCCESS;
    while (count < RAW_PARAMETERS && result == CUDA_SUCCESS) {
        result =
            driver->cuKernelGetParamInfo(kernel->kernel, (size_t)count, &offset, &sizes[count]);
        count += result == CUDA_SUCCESS;
    }
    if (result == CUDA_SUCCESS)
        return error_set(error, WEFT_ERROR_TARGET, "the kernel %.200s has %d parameters or more",
                         kernel->name, RAW_PARAMETERS);
    if (result != CUDA_ERROR_INVALID_VALUE)
        return gpu_driver_status(result, "asking for a kernel's parameters", error);
    kernel->sizes = calloc((size_t)count + 1, sizeof *kernel->sizes);
    if (!kernel->sizes)
        return out_of_memory(error, kernel->name);
    memcpy(kernel->sizes, sizes, (size_t)count * sizeof *sizes);
    kernel->count = count;
    return WEFT_OK;
}

static weft_status make_kernel(const gpu_driver *driver, weft_device_module *module,
                               const char *name, weft_device_kernel **made, weft_error *error)
{
    char doing[500];
    CUkernel found;
    const CUresult result = driver->cuLibraryGetKernel(&found, module->library, name);
    snprintf(doing, sizeof doing, "finding the kernel %.200s of %.200s", name, module->path);
    weft_status status = add_log(module, gpu_driver_status(result, doing, error), error);
    if (status)
        return status;
    weft_device_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel || !(kernel->name = strdup(name))) {
        free(kernel);
        return out_of_memory(error, name);
    }
    kernel->kernel = found;
    status = read_parameters(driver, kernel, error);
    if (status)
        free_kernel(kernel);
    else
        *made = kernel;
    return status;
}

static weft_device_kernel *find_made(const weft_device_module *module, const char *name)
{
    weft_device_kernel *kernel = module->kernels;
    while (kernel && strcmp(kernel->name, name) != 0)
        kernel = kernel->next;
    return kernel;
}

weft_status weft_module_kernel(weft_device_module *module, const char *name,
                               weft_device_kernel **kernel, weft_error *error)
{
    gpu_scope scope;
    weft_device_kernel *found = NULL;
    if (!module || !name || !kernel)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_module_kernel: %s is NULL",
                         !module ? "module"
                         : !name ? "name"
                                 : "kernel");
    weft_status status = gpu_enter(&scope, 0, error);
    if (status)
        return status;
    pthread_mutex_lock(&module->lock);
    found = find_made(module, name);
    if (!found && !(status = make_kernel(scope.driver, module, name, &found, error))) {
        found->next = module->kernels;
        module->kernels = found;
    }
    pthread_mutex_unlock(&module->lock);
    gpu_leave(&scope);
    if (!status)
        *kernel = found;
    return status;
}

int weft_device_kernel_parameters(const weft_device_kernel *kernel, const size_t **sizes)
{
    *sizes = kernel->sizes;
    return kernel->count;
}
