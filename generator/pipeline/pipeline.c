#include "pipeline.h"

#include <string.h>

#include "analyse/uniform.h"
#include "build_id.h"
#include "check/check.h"
#include "choose/analyse_shape.h"
#include "device_sources.h"
#include "emit/emit.h"
#include "lanes/lanes_shape.h"
#include "nest/nest.h"
#include "normal/normal.h"
#include "text/file.h"
#include "tree/ir.h"

/* The names of one ufunc in C must differ from those of another: `outer` has the entry weft_outer_,
 * and so has `outer_`. */
static void check_entries(pipeline *all, const ufunc *here, const ufunc *there)
{
    emission from = {.memory = all->memory, .options = all->options};
    const char *entry = emit_entry_name(all->memory, all->options, here);
    const char *other = emit_entry_name(all->memory, all->options, there);
    if (strcmp(entry, other) == 0 || strcmp(entry, emit_ufunc_symbol(&from, there)) == 0)
        other = entry;
    else if (strcmp(other, emit_ufunc_symbol(&from, here)) != 0)
        return;
    diagnostics_add(
        all->messages, SEVERITY_ERROR, here->first->place, (unsigned)strlen(here->first->name),
        "'%s' and '%s' (%s:%u) would both be declared as %s in C; rename one, with "
        "WEFT_NAME",
        here->name, there->name, there->first->place.file, there->first->place.line, other);
}

/* Other names give names in C that cannot clash. */
static bool is_special(const char *name)
{
    return name[strlen(name) - 1] == '_' || strncmp(name, "ufunc_", strlen("ufunc_")) == 0;
}

/* Whether two ufuncs are one annotated function, of a header that two sources include. */
static bool is_same_text(const ufunc *here, const ufunc *there)
{
    const location *one = &here->first->place, *other = &there->first->place;
    return one->line == other->line && one->column == other->column &&
           file_is_same(one->file, other->file);
}

static void check_pair_of_names(pipeline *all, const module *of_here, const ufunc *here,
                                const module *of_there, const ufunc *there)
{
    const char *first = of_there->source->path, *second = of_here->source->path;
    if (of_here != of_there && file_is_same(first, second))
        return; /* told once */
    if (strcmp(here->name, there->name) == 0 && is_same_text(here, there) &&
        (file_is_same(here->first->place.file, first) ||
         file_is_same(here->first->place.file, second)))
        diagnostics_add(all->messages, SEVERITY_ERROR, here->first->place, 0,
                        "'%s' is annotated in a source that another one, %s, includes; name one of "
                        "them",
                        here->name, file_is_same(here->first->place.file, first) ? second : first);
    else if (strcmp(here->name, there->name) == 0 && is_same_text(here, there))
        diagnostics_add(all->messages, SEVERITY_ERROR, here->first->place, 0,
                        "'%s' is annotated in a header that both %s and %s include; annotate it in "
                        "one of them",
                        here->name, first, second);
    else if (strcmp(here->name, there->name) == 0)
        diagnostics_add(all->messages, SEVERITY_ERROR, here->first->place, 0,
                        "a ufunc '%s' is there already, at %s:%u", here->name,
                        there->first->place.file, there->first->place.line);
    else if ((is_special(here->name) || is_special(there->name)) && !here->stage_of &&
             !there->stage_of)
        check_entries(all, here, there);
}

/* Ufuncs of one run share one name space: their descriptors are linked together. */
static void check_names(pipeline *all)
{
    for (size_t m = 0; m < all->module_count; m++)
        for (size_t i = 0; i < all->modules[m].ufunc_count; i++)
            for (size_t other = 0; other <= m; other++)
                for (size_t k = 0; k < (other < m ? all->modules[other].ufunc_count : i); k++)
                    check_pair_of_names(all, &all->modules[m], &all->modules[m].ufuncs[i],
                                        &all->modules[other], &all->modules[other].ufuncs[k]);
}

/* Generated symbols are named after the source, as far as C allows. */
static void check_pair(pipeline *all, const source_file *first, const source_file *second)
{
    if (file_is_same(first->path, second->path))
        diagnostics_add(all->messages, SEVERITY_ERROR, (location){0}, 0,
                        "%s and %s are one file; name it once", first->path, second->path);
    else if (strcmp(first->stem, second->stem) == 0)
        diagnostics_add(all->messages, SEVERITY_ERROR, (location){0}, 0,
                        "%s and %s would both be written to %s.c", first->path, second->path,
                        first->stem);
    else if (strcmp(emit_identifier(all->memory, first->stem),
                    emit_identifier(all->memory, second->stem)) == 0)
        diagnostics_add(all->messages, SEVERITY_ERROR, (location){0}, 0,
                        "%s and %s would both be called %s in C; rename one", first->path,
                        second->path, emit_identifier(all->memory, first->stem));
}

/* Generated files are named after the source, and include each other by that name. */
static void check_stems(pipeline *all)
{
    for (size_t m = 0; m < all->module_count; m++)
        if (strpbrk(all->modules[m].source->stem, "\"\\\n"))
            diagnostics_add(all->messages, SEVERITY_ERROR, (location){0}, 0,
                            "%s: quotes, backslashes and line feeds cannot stand in the name of a "
                            "source file",
                            all->modules[m].source->path);
    for (size_t m = 0; m < all->module_count; m++)
        for (size_t other = 0; other < m; other++)
            check_pair(all, all->modules[other].source, all->modules[m].source);
}

static void shape_function(arena *memory, const generate_options *options, function *shown)
{
    if (options->watch_function)
        options->watch_function(shown->made_for ? shown->made_for : shown->name);
    analyse_shape(memory, shown);
    if (options->debug) { /* nothing in place of the text's own loops */
        shown->shape.sums = NULL;
        shown->shape.rows = false;
        shown->shape.variant_count = 0;
        return;
    }
    lanes_shape(memory, shown, options->bodies == BODIES_LANES);
}

static void shape_functions(arena *memory, const generate_options *options, const module *all)
{
    source_file *source = all->source;
    for (size_t i = 0; i < source->function_count; i++)
        if (!source->functions[i].made_up && !source->functions[i].left_out)
            shape_function(memory, options,
                           &source->functions[i]); /* others are among the stages */
    for (size_t i = 0; i < source->stage_count; i++)
        if (!source->stages[i]->left_out)
            shape_function(memory, options, source->stages[i]);
    analyse_folds(all);
    for (size_t i = 0; options->debug && i < source->function_count; i++)
        source->functions[i].shape.best = 0;
}

/* Functions of one name, and the stages of a reduction, stay or go together. */
static const char *group_of(const ufunc *member)
{
    return member->stage_of ? member->stage_of : member->name;
}

static bool has_left_out(const ufunc *asked)
{
    for (size_t i = 0; i < asked->function_count; i++)
        if (asked->functions[i]->left_out)
            return true;
    return false;
}

/* A reduction whose stages cannot be compiled: these are the user's own. */
static bool is_refused(pipeline *all, const ufunc *asked)
{
    const generate_options *options = all->options;
    for (size_t i = 0; i < options->refused_count && asked->declared; i++)
        if (strcmp(options->refused[i].name, asked->name) == 0) {
            diagnostics_add(options->refused[i].is_told ? all->messages : all->news,
                            options->require_all ? SEVERITY_ERROR : SEVERITY_WARNING,
                            asked->first->place, 0,
                            "'%s' is left out: the C compiler refuses it: %s", asked->name,
                            options->refused[i].reason);
            return true;
        }
    return false;
}

static void drop_left_out(pipeline *all, module *of)
{
    const char **groups = NULL;
    size_t group_count = 0, kept = 0;
    for (size_t i = 0; i < of->ufunc_count; i++)
        if (has_left_out(&of->ufuncs[i]) || is_refused(all, &of->ufuncs[i]))
            *ARENA_PUSH(all->memory, groups, group_count) = group_of(&of->ufuncs[i]);
    for (size_t i = 0; i < of->ufunc_count; i++) {
        bool is_dropped = false;
        for (size_t k = 0; k < group_count && !is_dropped; k++)
            is_dropped = strcmp(groups[k], group_of(&of->ufuncs[i])) == 0;
        for (size_t k = 0; k < of->ufuncs[i].function_count && is_dropped; k++)
            of->ufuncs[i].functions[k]->left_out = true;
        if (!is_dropped)
            of->ufuncs[kept++] = of->ufuncs[i];
    }
    of->ufunc_count = kept;
}

static void read_file(pipeline *all, const char *path)
{
    size_t before = diagnostics_error_count(all->messages);
    source_file *source = parse_declarations(all->reader, path);
    module *result = ARENA_PUSH(all->memory, all->modules, all->module_count);
    *result = (module){.source = source};
    if (source->declarations_unsound)
        return;
    check_module(all->memory, all->messages, source, result);
    parse_bodies(all->reader, source);
    drop_left_out(all, result);
    if (diagnostics_error_count(all->messages) == before)
        check_bodies(all->memory, all->messages, all->options, result);
    if (diagnostics_error_count(all->messages) == before) {
        shape_functions(all->memory, all->options, result);
        result->has_twins = device_sources_are_used(source);
        result->twins = result->has_twins ? all->twins : NULL;
        result->build_id = build_id(result, all->options);
    }
    if (all->options->watch_function)
        all->options->watch_function(NULL);
}

bool pipeline_run(pipeline *all, const generate_options *options)
{
    *all = (pipeline){.memory = arena_new(), .options = options};
    all->messages = diagnostics_new(all->memory);
    all->news = diagnostics_new(all->memory);
    all->reader = parser_new(all->memory, all->messages, all->news, options);
    all->twins = device_sources_read(all);
    for (size_t i = 0; i < options->file_count; i++) {
        if (options->watch)
            options->watch(options->files[i]);
        read_file(all, options->files[i]);
    }
    check_stems(all);
    check_names(all);
    device_sources_check(all);
    if (!options->is_again || diagnostics_error_count(all->messages))
        diagnostics_print(all->messages, stderr, options->color);
    diagnostics_print(all->news, stderr, options->color);
    if (options->watch)
        options->watch(NULL);
    return diagnostics_error_count(all->messages) + diagnostics_error_count(all->news) == 0;
}

static void print_tree(const function *shown, const generate_options *options)
{
    if (!shown->binding_count || !shown->bodies[0])
        return;
    const body *read = shown->bodies[0];
    const ir_function *tree = read->written ? read->written : read->tree;
    if (options->view == IR_VIEW_VARYING)
        uniform_print(tree, options->uniform, options->trees);
    else if (options->view == IR_VIEW_NORMAL)
        normal_print(tree, options->trees);
    else if (options->view == IR_VIEW_NEST)
        nest_print(read->tree, options->trees);
    else
        ir_print(tree, options->view, options->trees);
}

void pipeline_print_trees(const pipeline *all)
{
    for (size_t m = 0; m < all->module_count && all->options->trees; m++) {
        const source_file *source = all->modules[m].source;
        for (size_t i = 0; i < source->function_count; i++)
            if (!source->functions[i].made_up)
                print_tree(&source->functions[i], all->options);
        for (size_t i = 0; i < source->stage_count; i++)
            print_tree(source->stages[i], all->options);
    }
}

void pipeline_clear(pipeline *all)
{
    parser_free(all->reader);
    arena_free(all->memory);
}
