/* The GPU half of a build: PTX per feature level, machine code per architecture, one image per
 * file. nvcc hands its arguments to a shell, so nothing that a user named reaches it: it runs in
 * the build's own folder, on names that are made here, and finds folders through symbolic links. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "commands/interrupt.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "refused.h"
#include "text/file.h"

enum { LOW_LEVEL = 75, HIGH_LEVEL = 90 };

static const char usual_architectures[] = "75,80,86,89,90,100,120";

static bool has(const text_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], text) == 0)
            return true;
    return false;
}

/* The feature level whose PTX an architecture is assembled from; 0 if there is none. */
static int find_level(const char *architecture)
{
    long number;
    if (!text_whole_number(architecture, LOW_LEVEL, 9999, &number))
        return 0;
    return number < HIGH_LEVEL ? LOW_LEVEL : HIGH_LEVEL;
}

bool build_choose_architectures(build *all)
{
    const text_list *wanted = &all->request->architectures;
    text_list usual = {0};
    text_split(all->memory, &usual, usual_architectures, ",");
    for (size_t i = 0; i < wanted->count; i++)
        if (!find_level(wanted->items[i]) || !has(&all->cuda.architectures, wanted->items[i])) {
            report_error("--cuda-architectures: '%s' is not an architecture from %d on that %s "
                         "knows",
                         wanted->items[i], LOW_LEVEL, all->cuda.nvcc);
            return false;
        }
    if (!wanted->count)
        wanted = &usual;
    for (size_t i = 0; i < wanted->count; i++)
        if (has(&all->cuda.architectures, wanted->items[i]) &&
            !has(&all->architectures, wanted->items[i]))
            text_add(all->memory, &all->architectures, wanted->items[i]);
    if (!all->architectures.count)
        report_error("%s knows none of the architectures %s", all->cuda.nvcc, usual_architectures);
    return all->architectures.count != 0;
}

/* Makes work/NAME a symbolic link to a folder. */
static bool add_link(build *all, const char *name, const char *target)
{
    const char *path = arena_format(all->memory, "%s/%s", all->work, name);
    if (symlink(text_absolute(all->memory, target), path) == 0)
        return true;
    report_error("cannot make the link %s: %s", path, strerror(errno));
    return false;
}

/* The user's -I and -isystem as links; the generated .cu has the -D and -U itself. */
static bool add_user_folders(build *all, text_list *flags)
{
    const text_list *given = &all->request->source.compile_flags;
    for (size_t i = 0; i < given->count; i++) {
        const char *flag = given->items[i];
        const char *folder = strncmp(flag, "-I", 2) == 0 ? flag + 2 : NULL;
        if (strcmp(flag, "-isystem") == 0 && i + 1 < given->count)
            folder = given->items[++i];
        if (!folder)
            continue;
        const char *name = arena_format(all->memory, "user%zu", i);
        if (!add_link(all, name, folder))
            return false;
        text_add_format(all->memory, flags, "-I%s", name);
    }
    return true;
}

/* A job in the build's own folder; its arguments are split at blanks. */
static size_t add_job(build *all, const char *name, const char *program, const char *words)
{
    size_t number = jobs_add(&all->jobs, name);
    job *item = &all->jobs.items[number];
    item->folder = all->work;
    text_add(all->memory, &item->arguments, program);
    text_split(all->memory, &item->arguments, words, " ");
    return number;
}

/* The words behind `nvcc` that compile one stem. */
static const char *nvcc_words(const build *all, size_t stem, const char *what)
{
    return arena_format(all->memory,
                        "%s -std=c++20 -w -Igenerated -Iinclude -Idevice "
                        "--options-file %zu.cu.flags %zu.cu",
                        what, stem, stem);
}

/* Adds `nvcc -ptx` of one stem at one feature level and returns its number. */
static size_t add_ptx(build *all, size_t stem, int level, const text_list *user_flags)
{
    arena *memory = all->memory;
    const char *words = nvcc_words(
        all, stem, arena_format(memory, "-ptx -arch=compute_%d -o %zu.%d.ptx", level, stem, level));
    size_t number =
        add_job(all, arena_format(memory, "nvcc %s.cu level %d", all->made.stems[stem], level),
                all->cuda.nvcc, words);
    job *item = &all->jobs.items[number];
    item->ptx = arena_format(memory, "%s/%zu.%d.ptx", all->work, stem, level);
    item->may_fail = true; /* build_find_refused finds out why */
    text_add_all(memory, &item->arguments, user_flags);
    for (size_t i = 0; i < all->refused.count; i++)
        text_add_format(memory, &item->arguments, "-D%s", all->refused.items[i]);
    return number;
}

/* Adds the assembly of one stem's image into an object file. */
static bool add_object(build *all, size_t stem, size_t fatbinary)
{
    arena *memory = all->memory;
    char *symbol = arena_copy(memory, all->made.stems[stem]);
    for (char *letter = symbol; *letter; letter++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *letter))
            *letter = '_';
    const char *assembly = arena_format(memory,
                                        "    .section .note.GNU-stack, \"\", %%progbits\n"
                                        "    .section .rodata.weft_image, \"a\", %%progbits\n"
                                        "    .globl weft_image_%s, weft_image_%s_end\n"
                                        "    .hidden weft_image_%s, weft_image_%s_end\n"
                                        "    .balign 64\n"
                                        "weft_image_%s:\n"
                                        "    .incbin \"%zu.fatbin\"\n"
                                        "weft_image_%s_end:\n"
                                        "    .byte 0\n",
                                        symbol, symbol, symbol, symbol, symbol, stem, symbol);
    const char *path = arena_format(memory, "%s/%zu.image.s", all->work, stem);
    if (!file_write_if_changed(path, assembly, strlen(assembly))) {
        report_error("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    size_t number = jobs_add(&all->jobs, arena_format(memory, "embed %s", all->made.stems[stem]));
    job *item = &all->jobs.items[number];
    item->folder = all->work;
    text_add_all(memory, &item->arguments, &all->c.command);
    text_split(memory, &item->arguments,
               arena_format(memory, "-c %zu.image.s -o %zu.image.o", stem, stem), " ");
    jobs_add_dependency(&all->jobs, number, fatbinary);
    text_add_format(memory, &all->objects, "%s/%zu.image.o", all->work, stem);
    return true;
}

/* Copies a stem's CUDA source and its flags to names that are safe; nvcc would follow links. */
static bool add_source(build *all, size_t stem)
{
    arena *memory = all->memory;
    const char *source = arena_format(memory, "%s/%s.cu", all->generated, all->made.stems[stem]);
    const char *copy = arena_format(memory, "%s/%zu.cu", all->work, stem);
    return publish_copy(memory, source, copy, 0600) &&
           publish_copy(memory, arena_format(memory, "%s.flags", source),
                        arena_format(memory, "%s.flags", copy), 0600);
}

static bool add_image(build *all, size_t stem, const text_list *user_flags)
{
    arena *memory = all->memory;
    const char *name = all->made.stems[stem];
    size_t ptx[2], cubins[64], cubin_count = 0;
    bool has_level[2] = {false};
    const char *images = "";
    for (size_t i = 0; i < all->architectures.count && cubin_count < 64; i++) {
        const char *architecture = all->architectures.items[i];
        int level = find_level(architecture);
        bool is_high = level == HIGH_LEVEL;
        if (!has_level[is_high])
            ptx[is_high] = add_ptx(all, stem, level, user_flags);
        has_level[is_high] = true;
        cubins[cubin_count] = add_job(
            all, arena_format(memory, "ptxas %s sm_%s", name, architecture), all->cuda.ptxas,
            arena_format(memory, "-arch=sm_%s %zu.%d.ptx -o %zu.%s.cubin", architecture, stem,
                         level, stem, architecture));
        all->jobs.items[cubins[cubin_count]].may_fail = true;
        jobs_add_dependency(&all->jobs, cubins[cubin_count++], ptx[is_high]);
        images = arena_format(memory, "%s --image3=kind=elf,sm=%s,file=%zu.%s.cubin", images,
                              architecture, stem, architecture);
    }
    int highest = has_level[1] ? HIGH_LEVEL : LOW_LEVEL;
    size_t fatbinary = add_job(all, arena_format(memory, "fatbinary %s", name), all->cuda.fatbinary,
                               arena_format(memory,
                                            "-64 --create=%zu.fatbin --compress-mode=size%s "
                                            "--image3=kind=ptx,sm=%d,file=%zu.%d.ptx",
                                            stem, images, highest, stem, highest));
    for (size_t i = 0; i < cubin_count; i++)
        jobs_add_dependency(&all->jobs, fatbinary, cubins[i]);
    return add_object(all, stem, fatbinary);
}

bool build_link_folders(build *all)
{
    if (!all->made.has_gpu)
        return true;
    return add_link(all, "generated", all->generated) &&
           add_link(all, "include", all->folders.include) &&
           add_link(all, "device", all->folders.device) &&
           add_user_folders(all, &all->user_folders);
}

bool build_add_images(build *all)
{
    for (size_t i = 0; i < all->made.stem_count; i++)
        if (all->made.stem_has_gpu[i] &&
            (!add_source(all, i) || !add_image(all, i, &all->user_folders)))
            return false;
    return true;
}

/* Searches a stem and returns how many of its ufuncs are left. To machine code, so that what ptxas
 * refuses is found, too. */
static size_t find_refused(build *all, size_t stem)
{
    arena *memory = all->memory;
    text_list command = {0};
    text_add(memory, &command, all->cuda.nvcc);
    text_split(memory, &command,
               nvcc_words(all, stem,
                          arena_format(memory, "-cubin -arch=sm_%s -o refused.cubin",
                                       all->architectures.items[0])),
               " ");
    text_add_all(memory, &command, &all->user_folders);
    return refused_find(
        &(refused_search){
            .memory = memory,
            .command = &command,
            .folder = all->work,
            .loops = arena_format(memory, "%s/%s.loops.h", all->generated, all->made.stems[stem]),
            .log = arena_format(memory, "%s/refused.log", all->work),
        },
        &all->refused);
}

bool build_find_refused(build *all)
{
    size_t left = 0;
    report_progress_end();
    for (size_t i = 0; i < all->made.stem_count && !interrupt_came(); i++)
        if (all->made.stem_has_gpu[i])
            left += find_refused(all, i);
    if (interrupt_came() || all->refused.count == 0)
        return false;
    if (left || !(all->request->source.targets & TARGET_GPU))
        return true;
    report_error("no function has a gpu kernel, and gpu is among --targets");
    return false;
}
