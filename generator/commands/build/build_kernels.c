/* The C half of a build: every generated .c once per instruction set, tables, the library. */
#include <string.h>

#include <kernel_flags.h>
#include <weft/kernel.h>

#include "build.h"

/* The compilations of a generated .c, named as weft_isa has them. */
static const struct {
    const char *name;
    bool only_x86_64;
    const char *flags[8]; /* the last is NULL */
} isas[] = {
#define ROW(name, only_x86_64, ...) {name, only_x86_64, {__VA_ARGS__}},
    KERNEL_ISAS(ROW)
#undef ROW
};
_Static_assert(sizeof isas / sizeof *isas == WEFT_ISA_COUNT, "a compilation for each");

/* Debug information names the generated files without the private folder, which will be gone. */
static void add_prefix_maps(build *all, text_list *arguments)
{
    const char *kept = all->request->save_folder;
    const text_list *maps = &all->request->source.prefix_maps;
    if (!strchr(all->generated, '='))
        text_add_format(all->memory, arguments, "-ffile-prefix-map=%s=%s", all->generated,
                        kept ? text_absolute(all->memory, kept) : "weft-generated");
    for (size_t i = 0; i < maps->count; i++)
        text_add_format(all->memory, arguments, "-ffile-prefix-map=%s", maps->items[i]);
}

/* A job that compiles one file; arguments can be added until the next. */
static text_list *add_object(build *all, const char *name, const char *path, const text_list *flags)
{
    arena *memory = all->memory;
    size_t number = jobs_add(&all->jobs, name);
    text_list *arguments = &all->jobs.items[number].arguments;
    const char *object = arena_format(memory, "%s/%zu.o", all->work, number);
    text_add(memory, &all->objects, object);
    text_add_all(memory, arguments, &all->c.command);
    text_add_all(memory, arguments, flags);
    text_add_format(memory, arguments, "-I%s", all->folders.include);
    add_prefix_maps(all, arguments);
    text_add(memory, arguments, "-c");
    text_add(memory, arguments, path);
    text_add(memory, arguments, "-o");
    text_add(memory, arguments, object);
    return arguments;
}

/* The same for generated/FILE, with kernel flags. */
static text_list *add_compilation(build *all, const char *file, const char *variant)
{
    return add_object(
        all, arena_format(all->memory, "cc %s%s%s", file, *variant ? " for " : "", variant),
        arena_format(all->memory, "%s/%s", all->generated, file), &all->c.flags);
}

size_t build_isa_count(const build *all)
{
    size_t count = 0;
    while (count < sizeof isas / sizeof *isas && (all->c.is_x86_64 || !isas[count].only_x86_64))
        count++;
    return count;
}

void build_add_isa_flags(build *all, text_list *arguments, const char *stem, size_t isa)
{
    text_add_format(all->memory, arguments, "-DWEFT_ISA=%s", isas[isa].name);
    for (size_t k = 0; isas[isa].flags[k]; k++)
        text_add(all->memory, arguments, isas[isa].flags[k]);
    text_add_all(all->memory, arguments, &all->request->source.compile_flags);
    text_add_format(all->memory, arguments, "@%s/%s.c.flags", all->generated, stem);
}

static void add_kernels(build *all, const char *stem)
{
    for (size_t i = 0; i < build_isa_count(all); i++) {
        text_list *arguments =
            add_compilation(all, arena_format(all->memory, "%s.c", stem), isas[i].name);
        build_add_isa_flags(all, arguments, stem, i);
        job *added = &all->jobs.items[all->jobs.count - 1];
        added->is_c = added->may_fail = true; /* build_find_refused_c finds out why */
    }
}

/* Files of somebody else's are compiled as he would: none of what kernels give up is given up. */
static void add_linked_sources(build *all)
{
    static const char *const usual[] = {"-std=gnu17",          "-O2", "-g", "-fPIC",
                                        "-fvisibility=hidden", "-w"};
    text_list flags = {0};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        text_add(all->memory, &flags, usual[i]);
    text_add_all(all->memory, &flags, &all->request->source.compile_flags);
    for (size_t i = 0; i < all->made.linked_source_count; i++) {
        const char *path = all->made.linked_sources[i];
        add_object(all, arena_format(all->memory, "cc %s", path), path, &flags);
        job *added = &all->jobs.items[all->jobs.count - 1];
        added->is_c = added->may_fail = true;
    }
}

void build_add_kernels(build *all)
{
    for (size_t i = 0; i < all->made.stem_count; i++) {
        const char *stem = all->made.stems[i];
        add_kernels(all, stem);
        text_list *arguments =
            add_compilation(all, arena_format(all->memory, "%s.table.c", stem), "");
        if ((all->targets & TARGET_GPU) && all->made.stem_has_gpu[i])
            text_add(all->memory, arguments, "-DWEFT_WITH_IMAGE");
        for (size_t k = 0; k < all->refused.count; k++)
            text_add_format(all->memory, arguments, "-D%s", all->refused.items[k]);
    }
    add_compilation(all, "library.c", "");
    add_linked_sources(all);
}

const char *build_add_link(build *all)
{
    arena *memory = all->memory;
    size_t number = jobs_add(&all->jobs, arena_format(memory, "link %s", all->request->output));
    text_list *arguments = &all->jobs.items[number].arguments;
    const char *library = arena_format(memory, "%s/library.so", all->work);
    text_add_all(memory, arguments, &all->c.command);
    text_add(memory, arguments, "-shared");
    text_add(memory, arguments, "-Wl,-z,defs");
    text_add(memory, arguments, "-Xlinker");
    text_add(memory, arguments, "-soname");
    text_add(memory, arguments, "-Xlinker");
    text_add(memory, arguments, text_file_name(all->request->output));
    text_add_all(memory, arguments, &all->objects);
    text_add_all(memory, arguments, &all->request->link_flags);
    text_add(memory, arguments, "-lm");
    text_add(memory, arguments, "-o");
    text_add(memory, arguments, library);
    all->jobs.items[number].is_c = all->jobs.items[number].may_fail = true;
    for (size_t i = 0; i < number; i++)
        jobs_add_dependency(&all->jobs, number, i);
    return library;
}
