#include "pipeline.h"

#include <string.h>

#include "choose/analyse_shape.h"
#include "analyse/uniform.h"
#include "check/check.h"
#include "emit/emit.h"
#include "lanes/lanes_shape.h"
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

static void check_pair_of_names(pipeline *all, const ufunc *here, const ufunc *there)
{
    if (strcmp(here->name, there->name) == 0)
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
                    check_pair_of_names(all, &all->modules[m].ufuncs[i],
                                        &all->modules[other].ufuncs[k]);
}

/* Generated symbols are named after the source, as far as C allows. */
static void check_pair(pipeline *all, const source_file *first, const source_file *second)
{
    if (strcmp(first->stem, second->stem) == 0)
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
    lanes_shape(memory, shown, options->bodies == BODIES_LANES);
}

static void shape_functions(arena *memory, const generate_options *options, const module *all)
{
    source_file *source = all->source;
    for (size_t i = 0; i < source->function_count; i++)
        if (!source->functions[i].made_up) /* those are among the stages */
            shape_function(memory, options, &source->functions[i]);
    for (size_t i = 0; i < source->stage_count; i++)
        shape_function(memory, options, source->stages[i]);
    analyse_folds(all);
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
    if (diagnostics_error_count(all->messages) == before)
        check_bodies(all->memory, all->messages, all->options, result);
    if (diagnostics_error_count(all->messages) == before)
        shape_functions(all->memory, all->options, result);
    if (all->options->watch_function)
        all->options->watch_function(NULL);
}

bool pipeline_run(pipeline *all, const generate_options *options)
{
    *all = (pipeline){.memory = arena_new(), .options = options};
    all->messages = diagnostics_new(all->memory);
    all->reader = parser_new(all->memory, all->messages, options);
    for (size_t i = 0; i < options->file_count; i++) {
        if (options->watch)
            options->watch(options->files[i]);
        read_file(all, options->files[i]);
    }
    check_stems(all);
    check_names(all);
    diagnostics_print(all->messages, stderr, options->color);
    if (options->watch)
        options->watch(NULL);
    return diagnostics_error_count(all->messages) == 0;
}

static void print_tree(const function *shown, const generate_options *options)
{
    if (!shown->binding_count || !shown->bodies[0])
        return;
    if (options->view == IR_VIEW_VARYING)
        uniform_print(shown->bodies[0]->tree, options->uniform, options->trees);
    else
        ir_print(shown->bodies[0]->tree, options->view, options->trees);
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
