/* nvtx_tool.c: a profiler for tests, which NVTX_INJECTION64_PATH names: it takes the functions of ranges as NVTX 3
 * hands them out, and prints each range as it ends, indented by how deep it lies. WEFT_TEST_TOOL=refuses: it wants none;
 * =half: it takes only the beginnings. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void any_function(void);
typedef struct callbacks {
    size_t size;
    int (*get_functions)(int module, any_function ****table, unsigned *size);
} callbacks;

enum { EXPORT_CALLBACKS = 1, EXPORT_VERSION = 3, CORE = 1, PUSH = 9, POP = 11, CORE_SIZE = 16, MODULES = 7 };

static int depth;

static int push(const char *name)
{
    printf("%*s%s\n", 2 * depth, "", name);
    return depth++;
}

static int pop(void)
{
    printf("%*send\n", 2 * --depth, "");
    return depth;
}

__attribute__((visibility("default"))) int InitializeInjectionNvtx2(const void *(*get)(uint32_t which))
{
    const char *kind = getenv("WEFT_TEST_TOOL");
    const callbacks *table = get(EXPORT_CALLBACKS);
    const size_t *version = get(EXPORT_VERSION);
    any_function ***functions = NULL;
    unsigned size = 0;
    if (!table || table->size != sizeof *table || !version || *version != 24 || get(99) ||
        table->get_functions(0, &functions, &size) || table->get_functions(MODULES, &functions, &size))
        abort();
    for (int module = CORE; module < MODULES; module++)
        if (!table->get_functions(module, &functions, &size) || functions[0] || functions[size])
            abort();
    if (!table->get_functions(CORE, &functions, &size) || size != CORE_SIZE)
        abort();
    *functions[PUSH] = (any_function *)push;
    if (!kind || strcmp(kind, "half") != 0)
        *functions[POP] = (any_function *)pop;
    puts("attached");
    return !kind || strcmp(kind, "refuses") != 0;
}
