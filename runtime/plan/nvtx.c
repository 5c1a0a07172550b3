/* nvtx.c: the part of NVTX 3 that a program has in it: it opens the library that a profiler names,
 * and hands it tables of its functions, into which the profiler writes its own. NVIDIA's headers do
 * the same; names and numbers are those of nvtx3/nvtxDetail/nvtxTypes.h. */
#include "nvtx.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

typedef void any_function(void); /* of a type that its place says */

enum { MODULES = 7, MOST = 24, VERSION = 3 };
enum { EXPORT_CALLBACKS = 1, EXPORT_VERSION = 3 };
enum { MODULE_CORE = 1, CORE_RANGE_PUSH = 9, CORE_RANGE_POP = 11 };

/* How many functions each module has, 0 among them, which is none. */
static const unsigned sizes[MODULES] = {0, 16, 9, 15, 7, 16, 7};
static any_function *functions[MODULES][MOST]; /* written by the profiler */
static any_function **tables[MODULES][MOST + 1];

static int get_functions(int module, any_function ****table, unsigned *size)
{
    if (module <= 0 || module >= MODULES)
        return 0;
    if (size)
        *size = sizes[module];
    if (table)
        *table = tables[module];
    return 1;
}

static void set_version(uint32_t version)
{
    (void)version; /* of the profiler's side; nothing depends on it */
}

static const struct {
    size_t size;
    int (*get_functions)(int module, any_function ****table, unsigned *size);
} callbacks = {sizeof callbacks, get_functions};

static const struct {
    size_t size;
    uint32_t version, reserved;
    void (*set_version)(uint32_t version);
} version_info = {sizeof version_info, VERSION, 0, set_version};

static const void *get_export(uint32_t which)
{
    return which == EXPORT_CALLBACKS ? (const void *)&callbacks
           : which == EXPORT_VERSION ? (const void *)&version_info
                                     : NULL;
}

typedef int attach(const void *(*get)(uint32_t which));

static bool is_open;

static void open_once(void)
{
    const char *path = getenv("NVTX_INJECTION64_PATH");
    void *library = path ? dlopen(path, RTLD_LAZY) : NULL;
    void *symbol = library ? dlsym(library, "InitializeInjectionNvtx2") : NULL;
    attach *begin;
    for (int module = 1; module < MODULES; module++)
        for (unsigned k = 1; k < sizes[module]; k++)
            tables[module][k] = &functions[module][k];
    memcpy(&begin, &symbol, sizeof begin);
    is_open = symbol && begin(get_export) != 0 && functions[MODULE_CORE][CORE_RANGE_PUSH] &&
              functions[MODULE_CORE][CORE_RANGE_POP];
    if (library && !symbol)
        dlclose(library);
}

bool nvtx_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_once);
    return is_open;
}

void nvtx_push(const char *name, const weft_array *const *operands, int count)
{
    error_text text = {0, ""};
    int (*push)(const char *name) = (int (*)(const char *))functions[MODULE_CORE][CORE_RANGE_PUSH];
    error_append(&text, "%s", name);
    for (int i = 0; i < count; i++) {
        error_append(&text, " %s", weft_dtype_name((weft_dtype)operands[i]->dtype));
        error_append_shape(&text, operands[i]->rank, operands[i]->shape);
    }
    push(text.text);
}

void nvtx_pop(void)
{
    int (*pop)(void) = (int (*)(void))functions[MODULE_CORE][CORE_RANGE_POP];
    pop();
}
