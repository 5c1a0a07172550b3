/* The instruction sets that a build compiles kernels for. */
#include <string.h>

#include <kernel_flags.h>
#include <weft/kernel.h>

#include "build.h"
#include "commands/report.h"

/* The compilations of a generated .c, named as weft_isa has them. */
static const struct {
    const char *name;
    bool only_x86_64;
    const char *flags[24]; /* the last is NULL */
} isas[] = {
#define ROW(name, only_x86_64, ...) {name, only_x86_64, {__VA_ARGS__}},
    KERNEL_ISAS(ROW)
#undef ROW
};
_Static_assert(sizeof isas / sizeof *isas == WEFT_ISA_COUNT, "a compilation for each");

/* The widest of this machine's that the C compiler makes code of. */
static const char *native_isa(const build *all)
{
    (void)all;
#if defined(__x86_64__)
    if (!all->c.is_x86_64)
        return "base";
    if (__builtin_cpu_supports("x86-64-v4"))
        return "v4";
    if (__builtin_cpu_supports("x86-64-v3"))
        return "v3";
#endif
    return "base";
}

/* The one that raises flags, which every library has. */
static bool is_flags(size_t isa)
{
    return strcmp(isas[isa].name, "flags") == 0;
}

bool build_is_isa(const char *word)
{
    bool found = strcmp(word, "native") == 0;
    for (size_t i = 0; i < WEFT_ISA_COUNT; i++)
        found |= !is_flags(i) && strcmp(word, isas[i].name) == 0;
    return found;
}

static bool is_asked_for(const build *all, const char *name)
{
    const text_list *asked = &all->request->isas;
    bool found = !asked->count;
    for (size_t i = 0; i < asked->count; i++) {
        const char *word = asked->items[i];
        found |= strcmp(strcmp(word, "native") == 0 ? native_isa(all) : word, name) == 0;
    }
    return found;
}

size_t build_isas(const build *all, size_t numbers[WEFT_ISA_COUNT])
{
    size_t count = 0;
    for (size_t i = 0; i < WEFT_ISA_COUNT; i++)
        if ((all->c.is_x86_64 || !isas[i].only_x86_64) &&
            (is_flags(i) || is_asked_for(all, isas[i].name)))
            numbers[count++] = i;
    return count;
}

bool build_check_isas(const build *all)
{
    size_t numbers[WEFT_ISA_COUNT];
    if (build_isas(all, numbers) > 1) /* another than that for flags */
        return true;
    report_error("--isa: %s makes code of base alone", all->c.command.items[0]);
    return false;
}

const char *build_isa_name(size_t isa)
{
    return isas[isa].name;
}

void build_add_isa_flags(build *all, text_list *arguments, const char *stem, size_t isa)
{
    text_add_format(all->memory, arguments, "-DWEFT_ISA=%s", isas[isa].name);
    for (size_t k = 0; isas[isa].flags[k]; k++)
        text_add(all->memory, arguments, isas[isa].flags[k]);
    text_add_all(all->memory, arguments, &all->request->source.compile_flags);
    text_add_format(all->memory, arguments, "@%s/%s.c.flags", all->generated, stem);
}
