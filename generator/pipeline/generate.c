#include "generate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "choose/analyse_shape.h"
#include "emit/emit.h"
#include "model/standard.h"
#include "pipeline.h"
#include "text/file.h"

/* The files of one module, by what is behind the stem. */
typedef struct generated_file {
    const char *suffix;
    void (*emit)(const emission *from, output *out);
    bool gpu; /* written for the gpu target only */
} generated_file;

/* An assertion is nothing, as it was read; the user's own conditions are decided by then. */
static void emit_debugging(const emission *from, output *out)
{
    const source_file *source = from->module->source;
    for (size_t i = 0; i < source->include_count; i++)
        if (strcmp(source->includes[i], "assert.h") == 0)
            output_line(out, "-DNDEBUG");
}

static void emit_c_flags(const emission *from, output *out)
{
    const char *standard = standard_since_c23(from->options);
    emit_debugging(from, out);
    if (standard)
        output_line(out, "%s", standard);
    if (from->module->strict)
        output_line(out, "-ffp-contract=off");
    output_line(out, "-DWEFT_STRICT=%d", from->module->strict);
    /* gcc's vectors of pow(x, 0.5) are sqrt(x), which differs for -inf and -0. */
    if (from->module->strict)
        output_line(out, "-fno-builtin-pow\n-fno-builtin-powf");
    if (from->options->debug)
        output_line(out, "-O0");
}

static void emit_cuda_flags(const emission *from, output *out)
{
    emit_debugging(from, out);
    output_line(out, "-fmad=%s", from->module->strict ? "false" : "true");
}

static const generated_file generated_files[] = {
    {".h", emit_header, false},
    {".body.h", emit_body, false},
    {".loops.h", emit_rounds, false},
    {".c", emit_c, false},
    {".table.c", emit_table, false},
    {".c.flags", emit_c_flags, false},
    {".cu", emit_cuda, true},
    {".cu.flags", emit_cuda_flags, true},
    {".image.h", emit_image_names, true},
};
enum { FILE_KINDS = sizeof generated_files / sizeof *generated_files };

/* Every output of a run, complete before the first is written. */
typedef struct output_list {
    output *items;
    size_t count;
} output_list;

static void emit_all(const pipeline *all, output_list *list)
{
    const generate_options *options = all->options;
    for (size_t m = 0; m < all->module_count; m++) {
        emission from = {all->memory, &all->modules[m], options};
        for (size_t i = 0; i < FILE_KINDS; i++) {
            if (generated_files[i].gpu && !(options->targets & TARGET_GPU))
                continue;
            output *out = ARENA_PUSH(all->memory, list->items, list->count);
            output_init(out, all->memory,
                        arena_format(all->memory, "%s%s", all->modules[m].source->stem,
                                     generated_files[i].suffix));
            generated_files[i].emit(&from, out);
        }
    }
    if (options->library) {
        output *out = ARENA_PUSH(all->memory, list->items, list->count);
        output_init(out, all->memory, "library.c");
        emit_library(all->memory, options->library, all->modules, all->module_count, options, out);
    }
}

static bool report_file(const char *doing, const char *path)
{
    fprintf(stderr, "weft: error: cannot %s %s: %s\n", doing, path, strerror(errno));
    return false;
}

/* Whether a file may be written: a source that was read is never written over, nor a device. */
static bool check_target(const pipeline *all, const char *path)
{
    size_t count;
    if (file_is_irregular(path)) {
        fprintf(stderr, "weft: error: cannot write %s: it is there and is not a regular file\n",
                path);
        return false;
    }
    const char *const *files = parser_dependencies(all->reader, &count);
    for (size_t i = 0; i < count; i++)
        if (file_is_same(path, files[i])) {
            fprintf(stderr, "weft: error: %s would be written over %s, which was read\n", path,
                    files[i]);
            return false;
        }
    return true;
}

/* kernels.table.c is the table of kernels.c, and what kernels.table.c itself becomes; library.c the
 * table of all. */
static bool check_distinct(const output_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(list->items[i].name, list->items[k].name) == 0) {
                fprintf(stderr,
                        "weft: error: two generated files would be called %s; rename the source "
                        "file that it is named after\n",
                        list->items[i].name);
                return false;
            }
    return true;
}

static bool check_targets(const pipeline *all, const output_list *list)
{
    const generate_options *options = all->options;
    bool good = !options->depfile || check_target(all, options->depfile);
    for (size_t i = 0; i < options->later_count && good; i++)
        good = check_target(all, options->later[i]);
    for (size_t i = 0; i < list->count && good; i++) {
        const char *path = arena_format(all->memory, "%s/%s", options->folder, list->items[i].name);
        good = check_target(all, path);
        if (good && options->depfile && file_would_be_same(all->memory, path, options->depfile)) {
            fprintf(stderr, "weft: error: %s is also the depfile\n", path);
            good = false;
        }
    }
    return good;
}

static bool write_all(const pipeline *all, const output_list *list)
{
    const char *folder = all->options->folder;
    if (!file_make_folder(folder))
        return report_file("make the folder", folder);
    for (size_t i = 0; i < list->count; i++) {
        const output *out = &list->items[i];
        const char *path = arena_format(all->memory, "%s/%s", folder, out->name);
        if (!file_write_if_changed(path, out->text ? out->text : "", out->length))
            return report_file("write", path);
    }
    return true;
}

/* A path in a depfile: blanks, '#' and '$' are marked. */
static const char *depfile_path(arena *memory, const char *path)
{
    char *escaped = arena_array(memory, strlen(path) * 2 + 1, 1), *end = escaped;
    for (; *path; path++) {
        if (*path == ' ' || *path == '#')
            *end++ = '\\';
        else if (*path == '$')
            *end++ = '$';
        *end++ = *path;
    }
    return escaped;
}

static bool write_depfile(const pipeline *all, const output_list *list)
{
    size_t count;
    const char *const *files = parser_dependencies(all->reader, &count);
    output out;
    output_init(&out, all->memory, all->options->depfile);
    const char *targets = "";
    for (size_t i = 0; i < list->count; i++)
        targets = arena_format(
            all->memory, "%s%s%s", targets, i ? " " : "",
            depfile_path(all->memory, arena_format(all->memory, "%s/%s", all->options->folder,
                                                   list->items[i].name)));
    output_line(&out, "%s:%s", targets, count ? " \\" : "");
    for (size_t i = 0; i < count; i++)
        output_line(&out, "  %s%s", depfile_path(all->memory, files[i]),
                    i + 1 < count ? " \\" : "");
    if (file_write_if_changed(all->options->depfile, out.text, out.length))
        return true;
    return report_file("write", all->options->depfile);
}

/* Adds a symbol that is not there yet; false where memory is out. */
static bool add_linked(generate_result *result, const char *name, location place)
{
    for (size_t i = 0; i < result->linked_count; i++)
        if (strcmp(result->linked[i].name, name) == 0)
            return true;
    linked_symbol *more =
        reallocarray(result->linked, result->linked_count + 1, sizeof *result->linked);
    if (!more)
        return false;
    result->linked = more;
    linked_symbol *added = &more[result->linked_count];
    *added = (linked_symbol){.name = strdup(name)};
    if (!added->name || asprintf(&added->place, "%s:%u", place.file, place.line) < 0) {
        free(added->name);
        return false;
    }
    result->linked_count++;
    return true;
}

static bool add_linked_of(generate_result *result, const function *from)
{
    bool done = from->left_out || from->defined || add_linked(result, from->name, from->place);
    for (size_t i = 0; i < from->piece_count && done && !from->left_out; i++)
        if (from->pieces[i].linked)
            done = add_linked(result, from->pieces[i].linked, from->pieces[i].place);
    return done;
}

static bool fill_linked(const source_file *source, generate_result *result)
{
    bool done = true;
    for (size_t i = 0; i < source->function_count && done; i++)
        done = add_linked_of(result, &source->functions[i]);
    for (size_t i = 0; i < source->stage_count && done; i++)
        done = add_linked_of(result, source->stages[i]);
    return done;
}

/* Finds the --source files that the linker needs, now that all symbols are known. */
static bool fill_linked_sources(parser *reader, generate_result *result)
{
    for (size_t i = 0; i < result->linked_count; i++)
        result->linked[i].has_source = parser_link(reader, result->linked[i].name);
    const char *path;
    while ((path = parser_linked_source(reader, result->linked_source_count))) {
        char **more =
            reallocarray(result->linked_sources, result->linked_source_count + 1, sizeof *more);
        char *copy = more ? strdup(path) : NULL;
        if (more)
            result->linked_sources = more;
        if (!copy)
            return false;
        more[result->linked_source_count++] = copy;
    }
    return true;
}

static bool fill_ignored(const parser *reader, generate_result *result)
{
    const char *name, *type;
    while ((name = parser_ignored(reader, result->ignored_count, &type))) {
        ignored_function *more =
            reallocarray(result->ignored, result->ignored_count + 1, sizeof *more);
        char *copy = more ? strdup(name) : NULL;
        if (more)
            result->ignored = more;
        if (!copy)
            return false;
        more[result->ignored_count++] = (ignored_function){copy, type};
    }
    return true;
}

/* How many nodes a device compiler reads for a ufunc: the tree of each loop, once in each copy of
 * the text in its kernels. */
static double weigh(const ufunc *shown)
{
    enum { COPIES = 7, HEAVY_COPIES = 3 };
    double weight = 0;
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *part = shown->functions[f];
        const double copies = analyse_heavy(part) ? HEAVY_COPIES : COPIES;
        for (size_t i = 0; i < part->binding_count; i++)
            if (part->bodies[i])
                weight += copies * (double)part->bodies[i]->tree->expression_count;
    }
    return weight;
}

/* Those of declared reductions are made of each other's functions. */
static bool fill_kernels(arena *memory, const module *from, size_t stem, generate_result *result)
{
    if (from->source->reduction_count || !from->has_gpu)
        return true;
    gpu_kernels *more =
        reallocarray(result->kernels, result->kernel_count + from->ufunc_count + 1, sizeof *more);
    if (!more)
        return false;
    result->kernels = more;
    for (size_t i = 0; i < from->ufunc_count; i++) {
        if (from->ufuncs[i].gpu_refusal)
            continue;
        gpu_kernels *added = &more[result->kernel_count];
        *added = (gpu_kernels){stem, strdup(emit_refused_macro(memory, &from->ufuncs[i])),
                               weigh(&from->ufuncs[i])};
        if (!added->macro)
            return false;
        result->kernel_count++;
    }
    return true;
}

/* Kinds of the kernels of a file: of loops of scalars, of those that are folded, and of others. */
static unsigned list_kinds(const module *from)
{
    unsigned kinds = 0;
    for (size_t i = 0; i < from->ufunc_count; i++) {
        const ufunc *shown = &from->ufuncs[i];
        for (size_t f = 0; f < shown->function_count && !shown->gpu_refusal; f++) {
            const loop_shape *shape = &shown->functions[f]->shape;
            const bool is_folded = shape->folded || shown->functions[f]->device_only;
            kinds |= shape->elementwise || shape->teamed ? SAME_KERNELS : 0;
            kinds |= !shape->elementwise || is_folded ? LEVEL_KERNELS : 0;
        }
    }
    return kinds;
}

static bool fill_result(const pipeline *all, generate_result *result)
{
    *result = (generate_result){0};
    result->stems = calloc(all->module_count + 1, sizeof *result->stems);
    result->stem_has_gpu = calloc(all->module_count + 1, sizeof *result->stem_has_gpu);
    result->stem_kernels = calloc(all->module_count + 1, sizeof *result->stem_kernels);
    result->symbols = calloc(all->module_count + 1, sizeof *result->symbols);
    bool done = result->stems && result->stem_has_gpu && result->stem_kernels && result->symbols;
    for (size_t m = 0; m < all->module_count && done; m++) {
        result->stems[m] = strdup(all->modules[m].source->stem);
        result->symbols[m] = strdup(emit_module_symbol(all->memory, &all->modules[m]));
        result->stem_has_gpu[m] = all->modules[m].has_gpu;
        result->stem_kernels[m] = list_kinds(&all->modules[m]);
        result->has_gpu |= all->modules[m].has_gpu;
        result->ufunc_count += all->modules[m].ufunc_count;
        done = result->stems[m] && result->symbols[m];
        result->stem_count++;
        done = done && fill_linked(all->modules[m].source, result) &&
               fill_kernels(all->memory, &all->modules[m], m, result);
    }
    done = done && fill_linked_sources(all->reader, result) && fill_ignored(all->reader, result);
    if (!done)
        fputs("weft: error: out of memory\n", stderr);
    return done;
}

bool generate_run(const generate_options *options, generate_result *result)
{
    pipeline all;
    output_list list = {0};
    bool done = pipeline_run(&all, options);
    if (done)
        pipeline_print_trees(&all);
    if (done && options->folder) {
        emit_all(&all, &list);
        done = check_distinct(&list) && check_targets(&all, &list) && write_all(&all, &list) &&
               (!options->depfile || write_depfile(&all, &list));
    }
    if (done && result)
        done = fill_result(&all, result);
    pipeline_clear(&all);
    return done;
}

void generate_result_clear(generate_result *result)
{
    for (size_t i = 0; i < result->stem_count; i++) {
        free(result->stems[i]);
        free(result->symbols[i]);
    }
    for (size_t i = 0; i < result->linked_count; i++) {
        free(result->linked[i].name);
        free(result->linked[i].place);
    }
    for (size_t i = 0; i < result->linked_source_count; i++)
        free(result->linked_sources[i]);
    for (size_t i = 0; i < result->ignored_count; i++)
        free(result->ignored[i].name);
    free(result->ignored);
    for (size_t i = 0; i < result->kernel_count; i++)
        free(result->kernels[i].macro);
    free(result->kernels);
    free(result->linked_sources);
    free(result->stems);
    free(result->symbols);
    free(result->stem_has_gpu);
    free(result->stem_kernels);
    free(result->linked);
    *result = (generate_result){0};
}

bool generate_has_headers(void)
{
    return parser_has_headers();
}

const char *generate_clang_version(void)
{
    return parser_version();
}
