/* The C half of a build: every generated .c once per instruction set, tables, the library. */
#include <string.h>

#include <weft/kernel.h>

#include "build.h"
#include "commands/interrupt.h"
#include "text/file.h"

/* Debug information names the generated files without the private folder, which will be gone. */
static void add_prefix_maps(const build *all, text_list *arguments)
{
    const char *kept = all->request->save_folder;
    const text_list *maps = &all->request->source.prefix_maps;
    if (!strchr(all->generated, '='))
        text_add_format(all->memory, arguments, "-ffile-prefix-map=%s=%s", all->generated,
                        kept ? text_absolute(all->memory, kept) : "weft-generated");
    for (size_t i = 0; i < maps->count; i++)
        text_add_format(all->memory, arguments, "-ffile-prefix-map=%s", maps->items[i]);
}

static void add_command(const build *all, text_list *arguments, const char *path,
                        const text_list *flags, const char *object)
{
    arena *memory = all->memory;
    text_add_all(memory, arguments, &all->c.command);
    text_add_all(memory, arguments, flags);
    text_add_format(memory, arguments, "-I%s", all->folders.include);
    add_prefix_maps(all, arguments);
    text_add(memory, arguments, "-c");
    text_add(memory, arguments, path);
    text_add(memory, arguments, "-o");
    text_add(memory, arguments, object);
}

/* A job that compiles one file; arguments can be added until the next. */
static text_list *add_object(build *all, const char *name, const char *path, const text_list *flags)
{
    size_t number = jobs_add(&all->jobs, name);
    text_list *arguments = &all->jobs.items[number].arguments;
    const char *object = arena_format(all->memory, "%s/%zu.o", all->work, number);
    text_add(all->memory, &all->objects, object);
    add_command(all, arguments, path, flags, object);
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
    size_t isas[WEFT_ISA_COUNT];
    const size_t count = build_isas(all, isas);
    for (size_t i = 0; i < count; i++) {
        text_list *arguments =
            add_compilation(all, arena_format(all->memory, "%s.c", stem), build_isa_name(isas[i]));
        build_add_isa_flags(all, arguments, stem, isas[i]);
        job *added = &all->jobs.items[all->jobs.count - 1];
        added->is_c = added->may_fail = true; /* build_find_refused_c finds out why */
    }
}

/* The object of a --source file that was compiled as it stands; NULL if it was not. */
static const char *find_linked(const build *all, const char *path)
{
    for (size_t i = 0; i < all->linked_paths.count; i++)
        if (strcmp(all->linked_paths.items[i], path) == 0)
            return all->linked_objects.items[i];
    return NULL;
}

static bool is_refused(const build *all, const char *path)
{
    for (size_t i = 0; i < all->refused_file_count; i++)
        if (strcmp(all->refused_files[i].path, path) == 0)
            return true;
    return false;
}

/* The functions that do nothing, as the linker calls them. */
static const char *write_ignored(const build *all)
{
    const char *text = "", *path = arena_format(all->memory, "%s/ignored.c", all->work);
    for (size_t i = 0; i < all->made.ignored_count; i++)
        text = arena_format(all->memory, "%s%s __wrap_%s() { return 0; }\n", text,
                            all->made.ignored[i].type, all->made.ignored[i].name);
    return *text && file_write_if_changed(path, text, strlen(text)) ? path : NULL;
}

/* The files that are linked, by number; NULL behind the last. */
static const char *linked_source(const build *all, size_t number)
{
    if (number < all->made.linked_source_count)
        return all->made.linked_sources[number];
    return number == all->made.linked_source_count ? write_ignored(all) : NULL;
}

/* Notes a file that the compiler does not take. */
static void note_file(build *all, const char *path, const char *log)
{
    *ARENA_PUSH(all->memory, all->refused_files, all->refused_file_count) =
        (refused_file){path, build_first_error(all->memory, log)};
}

/* The jobs that compile files as they stand, and what they read and make. */
typedef struct linked_jobs {
    job_list list;
    text_list paths, objects;
} linked_jobs;

/* Adds those of the files that are to be compiled yet. */
static void add_linked_jobs(build *all, const text_list *flags, linked_jobs *jobs)
{
    const char *path;
    for (size_t i = 0; (path = linked_source(all, i)); i++) {
        if (find_linked(all, path) || is_refused(all, path))
            continue;
        const char *object =
            arena_format(all->memory, "%s/linked%zu.o", all->work, all->linked_tries++);
        const size_t number = jobs_add(&jobs->list, arena_format(all->memory, "cc %s", path));
        text_add(all->memory, &jobs->paths, arena_copy(all->memory, path));
        text_add(all->memory, &jobs->objects, object);
        add_command(all, &jobs->list.items[number].arguments, path, flags, object);
        jobs->list.items[number].may_fail = true;
    }
}

/* Notes what became of one that has run. */
static void note_linked(build *all, const linked_jobs *jobs, size_t number)
{
    const job *done = &jobs->list.items[number];
    if (done->state == JOB_FAILED)
        note_file(all, jobs->paths.items[number], done->log);
    if (done->state != JOB_DONE)
        return;
    text_add(all->memory, &all->linked_paths, jobs->paths.items[number]);
    text_add(all->memory, &all->linked_objects, jobs->objects.items[number]);
}

/* Files of somebody else's are compiled as he would: none of what kernels give up is given up. Each
 * function is a section, which the linker leaves out where nothing needs it. */
void build_compile_linked(build *all)
{
    static const char *const usual[] = {
        "-std=gnu17",     "-O2", "-g", "-fPIC", "-fvisibility=hidden", "-w", "-ffunction-sections",
        "-fdata-sections"};
    text_list flags = {0};
    bool is_done = false;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        text_add(all->memory, &flags, usual[i]);
    text_add_all(all->memory, &flags, &all->request->source.compile_flags);
    while (!is_done && !interrupt_came()) { /* once more behind each that fails */
        linked_jobs jobs = {.list.memory = all->memory};
        add_linked_jobs(all, &flags, &jobs);
        is_done = !jobs.list.count || build_run_jobs(all, &jobs.list);
        for (size_t i = 0; i < jobs.list.count; i++)
            note_linked(all, &jobs, i);
    }
}

void build_add_linked(const build *all, text_list *arguments)
{
    const char *path, *object;
    for (size_t i = 0; (path = linked_source(all, i)); i++)
        if ((object = find_linked(all, path)))
            text_add(all->memory, arguments, object);
    if (all->made.linked_source_count)
        text_add(all->memory, arguments, "-Wl,--gc-sections");
    for (size_t i = 0; i < all->made.ignored_count; i++)
        text_add_format(all->memory, arguments, "-Wl,--wrap=%s", all->made.ignored[i].name);
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
        if (all->request->isas.count)
            text_add(all->memory, arguments, "-DWEFT_SOME_ISAS");
        for (size_t k = 0; k < all->refused.count; k++)
            text_add_format(all->memory, arguments, "-D%s", all->refused.items[k]);
    }
    add_compilation(all, "library.c", "");
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
    build_add_linked(all, arguments);
    text_add_all(memory, arguments, &all->request->link_flags);
    text_add(memory, arguments, "-lm");
    text_add(memory, arguments, "-o");
    text_add(memory, arguments, library);
    all->jobs.items[number].is_c = all->jobs.items[number].may_fail = true;
    for (size_t i = 0; i < number; i++)
        jobs_add_dependency(&all->jobs, number, i);
    return library;
}
