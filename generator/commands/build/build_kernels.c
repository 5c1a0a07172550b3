/* The C half of a build: every generated .c once per instruction set, tables, the library. */
#include <string.h>

#include "build.h"

/* The compilations of a generated .c, named as weft_isa has them; those of x86-64 alone come
 * last. */
static const struct {
    const char *name;
    const char *flags[5];
} isas[] = {
    {"base", {"-fno-tree-slp-vectorize"}},
    {"flags",
     {"-ftrapping-math", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-fno-openmp-simd",
      "-ffp-contract=off"}},
    {"v3", {"-march=x86-64-v3", "-fno-tree-slp-vectorize"}},
    {"v4", {"-march=x86-64-v4", "-mprefer-vector-width=512", "-fno-tree-slp-vectorize"}},
};

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

static void add_kernels(build *all, const char *stem)
{
    arena *memory = all->memory;
    size_t count = all->c.has_isas ? sizeof isas / sizeof *isas : 2;
    for (size_t i = 0; i < count; i++) {
        text_list *arguments =
            add_compilation(all, arena_format(memory, "%s.c", stem), isas[i].name);
        text_add_format(memory, arguments, "-DWEFT_ISA=%s", isas[i].name);
        for (size_t k = 0; k < 5 && isas[i].flags[k]; k++)
            text_add(memory, arguments, isas[i].flags[k]);
        text_add_all(memory, arguments, &all->request->source.compile_flags);
        text_add_format(memory, arguments, "@%s/%s.c.flags", all->generated, stem);
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
    for (size_t i = 0; i < number; i++)
        jobs_add_dependency(&all->jobs, number, i);
    return library;
}
