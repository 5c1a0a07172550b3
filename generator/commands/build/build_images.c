/* The GPU half of a build: PTX per feature level, machine code per architecture, one image per
 * file. The kernels of a file that has many are compiled in parts, each by the macros that leave
 * out all others, for a device compiler takes one core, and more than twice the time and memory for
 * twice the text. nvcc hands its arguments to a shell, so nothing that a user named reaches it: it
 * runs in the build's own folder, on names that are made here, and finds folders through symbolic
 * links. */
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
#include "text/output.h"

enum { LOW_LEVEL = 75, HIGH_LEVEL = 90 };

/* What a part weighs at most, unless it is one ufunc: some ten seconds' work of nvcc and ptxas. */
static const double heaviest_part = 60000;

/* Some of the kernels of a stem. */
typedef struct image_part {
    size_t stem;
    size_t first, count; /* in made.kernels; count 0: all kernels of the stem */
    const char *name;    /* what its files begin with: "0", "0-3" or "0-3-same" */
    unsigned kernels;    /* SAME_KERNELS: only these, LEVEL_KERNELS: only those; 0: both kinds */
} image_part;

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

/* The user's folders as links; the generated .cu has the -D and -U itself. */
static bool add_user_folders(build *all, text_list *flags)
{
    static const char *const kinds[] = {"-I", "-isystem", "-idirafter"};
    const text_list *given = &all->request->source.compile_flags;
    for (size_t i = 0; i < given->count; i++) {
        const char *flag = given->items[i];
        const char *folder = NULL;
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds && !folder; k++)
            if (strncmp(flag, kinds[k], strlen(kinds[k])) == 0)
                folder = flag + strlen(kinds[k]);
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

/* Leaves the other parts' kernels out of a command. */
static void add_others(build *all, const image_part *part, text_list *command)
{
    for (size_t i = 0; i < all->made.kernel_count && part->count; i++)
        if (all->made.kernels[i].stem == part->stem &&
            (i < part->first || i >= part->first + part->count))
            text_add_format(all->memory, command, "-D%s", all->made.kernels[i].macro);
}

/* " part-3", of one that is not all. */
static const char *part_text(const build *all, const image_part *part)
{
    const char *dash = strchr(part->name, '-');
    return dash ? arena_format(all->memory, " part%s", dash) : "";
}

/* Where there are several feature levels, a part is compiled as two: what is the same at all of
 * them once. Returns how many there are. */
static size_t split_levels(const build *all, const image_part *part, image_part split[2])
{
    const unsigned kinds = all->made.stem_kernels[part->stem];
    bool has_level[2] = {false};
    size_t count = 0;
    for (size_t i = 0; i < all->architectures.count; i++)
        has_level[find_level(all->architectures.items[i]) == HIGH_LEVEL] = true;
    if (!has_level[0] || !has_level[1] || !(kinds & SAME_KERNELS)) {
        split[0] = *part;
        return 1;
    }
    for (unsigned kind = SAME_KERNELS; kind <= LEVEL_KERNELS; kind++) {
        if (!(kinds & kind))
            continue;
        split[count] = *part;
        split[count].kernels = kind;
        split[count++].name =
            arena_format(all->memory, "%s-%s", part->name, kind == SAME_KERNELS ? "same" : "level");
    }
    return count;
}

/* Adds `nvcc -ptx` of one part at one feature level and returns its number. */
static size_t add_ptx(build *all, const image_part *part, int level, const text_list *user_flags)
{
    arena *memory = all->memory;
    const char *words = nvcc_words(
        all, part->stem,
        arena_format(memory, "-ptx -arch=compute_%d -o %s.%d.ptx", level, part->name, level));
    size_t number = add_job(all,
                            arena_format(memory, "nvcc %s.cu level %d%s",
                                         all->made.stems[part->stem], level, part_text(all, part)),
                            all->cuda.nvcc, words);
    job *item = &all->jobs.items[number];
    item->ptx = arena_format(memory, "%s/%s.%d.ptx", all->work, part->name, level);
    item->may_fail = true; /* build_find_refused finds out why */
    text_add_all(memory, &item->arguments, user_flags);
    for (size_t i = 0; i < all->refused.count; i++)
        text_add_format(memory, &item->arguments, "-D%s", all->refused.items[i]);
    if (part->kernels)
        text_add_format(memory, &item->arguments, "-DWEFT_KERNELS=%u", part->kernels);
    add_others(all, part, &item->arguments);
    return number;
}

/* The parts of a stem, each of ufuncs side by side. */
static image_part *split_stem(const build *all, size_t stem, size_t *count)
{
    const gpu_kernels *kernels = all->made.kernels;
    image_part *parts = NULL, *now = NULL;
    double weight = 0;
    *count = 0;
    for (size_t i = 0; i < all->made.kernel_count; i++) {
        if (kernels[i].stem != stem)
            continue;
        weight += kernels[i].weight;
        if (!now || weight > heaviest_part) {
            now = ARENA_PUSH(all->memory, parts, *count);
            *now = (image_part){.stem = stem,
                                .first = i,
                                .name = arena_format(all->memory, "%zu-%zu", stem, *count)};
            weight = kernels[i].weight;
        }
        now->count++;
    }
    if (*count > 1)
        return parts;
    parts = arena_array(all->memory, 1, sizeof *parts);
    *parts = (image_part){.stem = stem, .name = arena_format(all->memory, "%zu", stem)};
    *count = 1;
    return parts;
}

/* What the image of several parts begins with: WEFT_IMAGE_LIST of kernel.h. */
static const char *image_list(const build *all, const char *symbol, const image_part *parts,
                              size_t count)
{
    arena *memory = all->memory;
    const char *text = "", *images = "";
    for (size_t i = 0; i < count; i++) {
        text = arena_format(memory, "%s    .quad .Lpart%zu - weft_image_%s\n", text, i, symbol);
        images = arena_format(memory, "%s    .balign 64\n.Lpart%zu:\n    .incbin \"%s.fatbin\"\n",
                              images, i, parts[i].name);
    }
    return count == 1 ? arena_format(memory, "    .incbin \"%s.fatbin\"\n", parts->name)
                      : arena_format(memory, "    .quad 0x%llx, %zu\n%s%s",
                                     (unsigned long long)WEFT_IMAGE_LIST, count, text, images);
}

/* Adds the assembly of one stem's image into an object file; fatbinaries: the jobs of its parts. */
static bool add_object(build *all, const image_part *parts, size_t count, const size_t *fatbinaries)
{
    const size_t stem = parts->stem;
    arena *memory = all->memory;
    const char *symbol = all->made.symbols[stem];
    const char *assembly = arena_format(memory,
                                        "    .section .note.GNU-stack, \"\", %%progbits\n"
                                        "    .section .rodata.weft_image, \"a\", %%progbits\n"
                                        "    .globl weft_image_%s, weft_image_%s_end\n"
                                        "    .hidden weft_image_%s, weft_image_%s_end\n"
                                        "    .balign 64\n"
                                        "weft_image_%s:\n"
                                        "%s"
                                        "weft_image_%s_end:\n"
                                        "    .byte 0\n",
                                        symbol, symbol, symbol, symbol, symbol,
                                        image_list(all, symbol, parts, count), symbol);
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
    for (size_t i = 0; i < count; i++)
        jobs_add_dependency(&all->jobs, number, fatbinaries[i]);
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

/* Adds all that makes one part a fatbin, and returns the number of the last of these jobs. */
static size_t add_fatbin(build *all, const image_part *part, const text_list *user_flags)
{
    arena *memory = all->memory;
    const char *files = part->name;
    const char *name =
        arena_format(memory, "%s%s", all->made.stems[part->stem], part_text(all, part));
    size_t ptx[2], cubins[64], cubin_count = 0;
    bool has_level[2] = {false};
    const char *images = "";
    for (size_t i = 0; i < all->architectures.count && cubin_count < 64; i++) {
        const char *architecture = all->architectures.items[i];
        int level = part->kernels == SAME_KERNELS ? LOW_LEVEL : find_level(architecture);
        bool is_high = level == HIGH_LEVEL;
        if (!has_level[is_high])
            ptx[is_high] = add_ptx(all, part, level, user_flags);
        has_level[is_high] = true;
        cubins[cubin_count] = add_job(
            all, arena_format(memory, "ptxas %s sm_%s", name, architecture), all->cuda.ptxas,
            arena_format(memory, "-arch=sm_%s %s.%d.ptx -o %s.%s.cubin", architecture, files, level,
                         files, architecture));
        all->jobs.items[cubins[cubin_count]].may_fail = true;
        jobs_add_dependency(&all->jobs, cubins[cubin_count++], ptx[is_high]);
        images = arena_format(memory, "%s --image3=kind=elf,sm=%s,file=%s.%s.cubin", images,
                              architecture, files, architecture);
    }
    int highest = has_level[1] ? HIGH_LEVEL : LOW_LEVEL;
    size_t fatbinary =
        add_job(all, arena_format(memory, "fatbinary %s", name), all->cuda.fatbinary,
                arena_format(memory,
                             "-64 --create=%s.fatbin --compress-mode=%s%s "
                             "--image3=kind=ptx,sm=%d,file=%s.%d.ptx",
                             files, all->request->compress, images, highest, files, highest));
    for (size_t i = 0; i < cubin_count; i++)
        jobs_add_dependency(&all->jobs, fatbinary, cubins[i]);
    return fatbinary;
}

static bool add_image(build *all, size_t stem, const text_list *user_flags)
{
    size_t count, image_count = 0;
    const image_part *parts = split_stem(all, stem, &count);
    image_part *images = arena_array(all->memory, 2 * count, sizeof *images);
    size_t *fatbinaries = arena_array(all->memory, 2 * count, sizeof *fatbinaries);
    for (size_t i = 0; i < count; i++)
        image_count += split_levels(all, &parts[i], &images[image_count]);
    for (size_t i = 0; i < image_count; i++)
        fatbinaries[i] = add_fatbin(all, &images[i], user_flags);
    return add_object(all, images, image_count, fatbinaries);
}

/* ---- a file of CUDA C++ by itself ---- */

/* The source under a name that is safe, behind the macros of the command line; it is looked at as
 * what it is called by the user. */
static bool write_raw(build *all, const char *source)
{
    arena *memory = all->memory;
    const text_list *flags = &all->request->source.compile_flags;
    const char *path = arena_format(memory, "%s/raw.cu", all->work), *text = "";
    size_t size;
    const char *code = file_read(memory, source, &size);
    if (!code) {
        report_error("%s: %s", source, strerror(errno));
        return false;
    }
    for (size_t i = 0; i < flags->count; i++) {
        const char *flag = flags->items[i], *name = flag + 2;
        const size_t length = strcspn(name, "=");
        if (strncmp(flag, "-D", 2) == 0)
            text = arena_format(memory, "%s#define %.*s %s\n", text, (int)length, name,
                                name[length] ? name + length + 1 : "1");
    }
    text = arena_format(memory, "%s#line 1 %s\n%s", text, output_quote(memory, source), code);
    if (file_write_if_changed(path, text, strlen(text)))
        return true;
    report_error("cannot write %s: %s", path, strerror(errno));
    return false;
}

/* nvcc's own words for all architectures, and PTX for those to come. */
static void add_raw_job(build *all, const text_list *folders)
{
    arena *memory = all->memory;
    const char *words = arena_format(memory,
                                     "-fatbin -compress-mode=%s -std=c++20 -Isource raw.cu "
                                     "-o raw.fatbin",
                                     all->request->compress);
    const char *last = "";
    for (size_t i = 0; i < all->architectures.count; i++) {
        const char *number = all->architectures.items[i];
        words =
            arena_format(memory, "%s -gencode arch=compute_%s,code=sm_%s", words, number, number);
        if (strlen(number) > strlen(last) ||
            (strlen(number) == strlen(last) && strcmp(number, last) > 0))
            last = number;
    }
    words = arena_format(memory, "%s -gencode arch=compute_%s,code=compute_%s", words, last, last);
    const size_t number = add_job(all, "nvcc", all->cuda.nvcc, words);
    text_add_all(memory, &all->jobs.items[number].arguments, folders);
}

const char *build_raw(build *all, const char *source)
{
    arena *memory = all->memory;
    text_list folders = {0};
    const char *scratch = arena_format(memory, "%s/probe.log", all->work);
    if (!toolchain_find_cuda(memory, scratch, true, &all->cuda) ||
        !build_choose_architectures(all) || !write_raw(all, source) ||
        !add_link(all, "source", text_folder(memory, source)) || !add_user_folders(all, &folders))
        return NULL;
    add_raw_job(all, &folders);
    return build_run_jobs(all, &all->jobs) ? arena_format(memory, "%s/raw.fatbin", all->work)
                                           : NULL;
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

/* Whether machine code was made of all of a part. */
static bool is_assembled(const build *all, const image_part *part)
{
    image_part split[2];
    const size_t count = split_levels(all, part, split);
    bool done = true;
    for (size_t i = 0; i < count * all->architectures.count && done; i++)
        done = access(arena_format(all->memory, "%s/%s.%s.cubin", all->work, split[i % count].name,
                                   all->architectures.items[i / count]),
                      F_OK) == 0;
    return done;
}

/* Searches a part and returns how many of its ufuncs are left. To machine code, so that what ptxas
 * refuses is found, too. */
static size_t find_refused(build *all, const image_part *part)
{
    arena *memory = all->memory;
    text_list command = {0};
    text_add(memory, &command, all->cuda.nvcc);
    text_split(memory, &command,
               nvcc_words(all, part->stem,
                          arena_format(memory, "-cubin -arch=sm_%s -o refused.cubin",
                                       all->architectures.items[0])),
               " ");
    text_add_all(memory, &command, &all->user_folders);
    add_others(all, part, &command);
    const size_t before = all->refused.count;
    const size_t left = refused_find(
        &(refused_search){
            .memory = memory,
            .command = &command,
            .folder = all->work,
            .loops =
                arena_format(memory, "%s/%s.loops.h", all->generated, all->made.stems[part->stem]),
            .log = arena_format(memory, "%s/refused.log", all->work),
        },
        &all->refused);
    return part->count ? part->count - (all->refused.count - before) : left;
}

/* Searches the parts of a stem that have failed, or were not begun. */
static size_t find_refused_of(build *all, size_t stem)
{
    size_t count, left = 0;
    const image_part *parts = split_stem(all, stem, &count);
    for (size_t i = 0; i < count && !interrupt_came(); i++)
        left += is_assembled(all, &parts[i]) ? 1 : find_refused(all, &parts[i]);
    return left;
}

bool build_find_refused(build *all)
{
    size_t left = 0;
    report_progress_end();
    for (size_t i = 0; i < all->made.stem_count && !interrupt_came(); i++)
        if (all->made.stem_has_gpu[i])
            left += find_refused_of(all, i);
    if (interrupt_came() || all->refused.count == 0)
        return false;
    if (all->request->source.require_all)
        report_error("--require-all wants the gpu kernels that the device compiler refuses");
    else if (!left && all->targets == TARGET_GPU)
        report_error("no function has a gpu kernel, and gpu is the only target");
    else
        return true;
    return false;
}
