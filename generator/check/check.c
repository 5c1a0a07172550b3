#include "adapter.h"

#include <string.h>

static unsigned name_length(const function *named)
{
    return (unsigned)strlen(named->name);
}

/* Adds every extent of the layout that is not there yet. */
static void find_dimensions(arena *memory, ufunc *target)
{
    const layout *core = &target->first->core;
    for (size_t i = 0; i < core->input_count + core->output_count; i++)
        for (size_t axis = 0; axis < core->operands[i].rank; axis++) {
            const extent *next = &core->operands[i].extents[axis];
            bool known = false;
            for (size_t k = 0; k < target->dimension_count && !known; k++)
                known = extent_equal(&target->dimensions[k], next);
            if (!known)
                *ARENA_PUSH(memory, target->dimensions, target->dimension_count) = *next;
        }
}

/* A descriptor counts dimensions in a byte. */
static bool check_dimension_count(diagnostics *messages, const ufunc *target)
{
    if (target->dimension_count <= UINT8_MAX)
        return true;
    diagnostics_add(messages, SEVERITY_ERROR, target->first->place, name_length(target->first),
                    "'%s' has %zu different core dimensions; a function has at most %d",
                    target->first->name, target->dimension_count, UINT8_MAX);
    return false;
}

/* Of functions of numbers of items the dtype of the result may choose among loops, for which it is
 * asked. */
static bool same_inputs(const loop *left, const loop *right)
{
    const size_t count =
        left->from->index_count ? left->from->operand_count : left->from->core.input_count;
    for (size_t i = 0; i < count; i++)
        if (left->dtypes[i] != right->dtypes[i])
            return false;
    return true;
}

static void add_loops(arena *memory, diagnostics *messages, ufunc *target, const function *from)
{
    for (size_t i = 0; i < from->loop_count; i++) {
        const loop *added = &from->loops[i];
        bool known = false;
        for (size_t k = 0; k < target->loop_count && !known; k++) {
            known = same_inputs(&target->loops[k], added);
            if (known)
                diagnostics_add(messages, SEVERITY_ERROR, added->place, 0,
                                "'%s' has a loop with these input types already: %s, at %s:%u",
                                target->name, target->loops[k].prototype,
                                target->loops[k].place.file, target->loops[k].place.line);
        }
        if (!known)
            *ARENA_PUSH(memory, target->loops, target->loop_count) = *added;
    }
}

static ufunc *find_ufunc(arena *memory, module *all, const char *name)
{
    for (size_t i = 0; i < all->ufunc_count; i++)
        if (strcmp(all->ufuncs[i].name, name) == 0)
            return &all->ufuncs[i];
    ufunc *fresh = ARENA_PUSH(memory, all->ufuncs, all->ufunc_count);
    *fresh = (ufunc){.name = name};
    return fresh;
}

/* A declared reduction has its name for itself, so that the loops of its stages go with its own. */
static bool check_single(diagnostics *messages, const ufunc *target, const function *added)
{
    if (!target->first || (!target->declared && added->kind != ANNOTATION_REDUCE))
        return true;
    diagnostics_add(messages, SEVERITY_ERROR, added->place, name_length(added),
                    "'%s' is there already, at %s:%u; a reduction shares its name with no other "
                    "function",
                    target->name, target->first->place.file, target->first->place.line);
    return false;
}

static void add_function(arena *memory, diagnostics *messages, module *all, function *added)
{
    ufunc *target = find_ufunc(memory, all, added->ufunc_name);
    if (!check_single(messages, target, added))
        return;
    if (!target->first) {
        target->first = added;
        find_dimensions(memory, target);
        if (!check_dimension_count(messages, target))
            return;
    } else if (!layout_equal(&target->first->core, &added->core)) {
        diagnostics_add(messages, SEVERITY_ERROR, added->place, name_length(added),
                        "'%s' adds loops to '%s', whose layout is %s (at %s:%u), not %s",
                        added->name, target->name, layout_print(memory, &target->first->core),
                        target->first->place.file, target->first->place.line,
                        layout_print(memory, &added->core));
        return;
    }
    *ARENA_PUSH(memory, target->functions, target->function_count) = added;
    add_loops(memory, messages, target, added);
    all->strict |= added->strict;
}

/* The ufuncs of a reduction's stages, whose loops go with those of the reduction, one for one; then
 * its own. */
static void add_reduction(arena *memory, diagnostics *messages, module *all, const reduction *added)
{
    for (size_t i = 0; i < STAGE_COUNT; i++) {
        function *stage = added->stages[i];
        if (!stage)
            continue;
        ufunc *target = find_ufunc(memory, all, stage->ufunc_name);
        target->first = stage;
        target->stage_of = added->whole->ufunc_name;
        *ARENA_PUSH(memory, target->functions, target->function_count) = stage;
        for (size_t k = 0; k < stage->loop_count; k++)
            *ARENA_PUSH(memory, target->loops, target->loop_count) = stage->loops[k];
    }
    add_function(memory, messages, all, added->whole);
    find_ufunc(memory, all, added->whole->ufunc_name)->declared = added;
}

static bool has_symbol(const module *all, const loop *end, const char *symbol)
{
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < all->ufuncs[u].loop_count; i++) {
            const loop *other = &all->ufuncs[u].loops[i];
            if (other == end)
                return false;
            if (strcmp(other->symbol, symbol) == 0)
                return true;
        }
    return false;
}

/* A loop of f(int8, int16) and one of f_int8(int16) would have one symbol: the later gets a
 * trailing '_'. */
static void make_symbols_unique(arena *memory, module *all)
{
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < all->ufuncs[u].loop_count; i++) {
            loop *named = &all->ufuncs[u].loops[i];
            while (has_symbol(all, named, named->symbol))
                named->symbol = arena_format(memory, "%s_", named->symbol);
        }
}

/* A file is compiled with one set of flags, so that one strict function keeps all from being fused.
 */
static void share_strictness(arena *memory, const module *all)
{
    const function *strict = NULL;
    for (size_t u = 0; u < all->ufunc_count && !strict; u++)
        for (size_t i = 0; i < all->ufuncs[u].function_count && !strict; i++)
            if (all->ufuncs[u].functions[i]->strict)
                strict = all->ufuncs[u].functions[i];
    for (size_t u = 0; u < all->ufunc_count && strict; u++)
        for (size_t i = 0; i < all->ufuncs[u].function_count; i++) {
            function *told = all->ufuncs[u].functions[i];
            told->not_fused =
                told->strict
                    ? "it is strict"
                    : arena_format(memory,
                                   "'%s' (%s:%u) is strict, and its file is compiled as one",
                                   strict->made_for ? strict->made_for : strict->name,
                                   strict->place.file, strict->place.line);
        }
}

void check_module(arena *memory, diagnostics *messages, source_file *source, module *result)
{
    *result = (module){.source = source};
    for (size_t i = 0; i < source->function_count; i++) {
        function *checked = &source->functions[i];
        if (checked->unsound)
            continue;
        if (checked->map.name || checked->finish.name) {
            const named_function *lost = checked->map.name ? &checked->map : &checked->finish;
            diagnostics_add(messages, SEVERITY_ERROR, lost->place, strlen("WEFT_OPTIONS"),
                            "map and finish belong to WEFT_REDUCE");
            continue;
        }
        if (checked->kind == ANNOTATION_VECTORIZE && checked->text_count &&
            strstr(checked->texts[0].text, "->")) {
            diagnostics_add(messages, SEVERITY_ERROR, annotation_location(&checked->texts[0], 0), 0,
                            "WEFT_VECTORIZE takes prototypes; a layout belongs to "
                            "WEFT_GUVECTORIZE");
            continue;
        }
        if (check_operands(memory, messages, checked) && check_options(messages, checked) &&
            check_prototypes(memory, messages, source, checked) &&
            check_fourier(messages, checked) && check_status(memory, messages, checked) &&
            adapter_make(memory, messages, source, checked) && check_launch(messages, checked))
            add_function(memory, messages, result, checked);
    }
    for (size_t i = 0; i < source->reduction_count; i++)
        if (check_launch(messages, source->reductions[i].combine) &&
            check_reduction(memory, messages, source, &source->reductions[i]))
            add_reduction(memory, messages, result, &source->reductions[i]);
    for (size_t i = 0; i < result->ufunc_count; i++) {
        check_identity(messages, &result->ufuncs[i]);
        check_defaults(messages, &result->ufuncs[i]);
        check_grid(memory, messages, &result->ufuncs[i]);
    }
    share_strictness(memory, result);
    make_symbols_unique(memory, result);
}

/* Says once of all functions whose source is unknown that they have no gpu kernels. */
static void report_unknown(diagnostics *messages, const generate_options *options,
                           const module *checked)
{
    severity level = options->require_all ? SEVERITY_ERROR : SEVERITY_WARNING;
    const function *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < checked->source->function_count; i++) {
        const function *from = &checked->source->functions[i];
        if (from->body_text || from->linked || from->left_out || from->launch)
            continue;
        first = first ? first : from;
        count++;
    }
    if (count == 1)
        diagnostics_add(messages, level, first->place, name_length(first),
                        "no gpu kernel for '%s': its source is unknown; name the file with "
                        "--source",
                        first->name);
    else if (count)
        diagnostics_add(messages, level, first->place, name_length(first),
                        "no gpu kernels for '%s' and %zu more: their source is unknown; name the "
                        "files with --source",
                        first->name, count - 1);
}

/* Why a ufunc has no gpu kernels: the first reason among its bodies. Not of one with a kernel of
 * the device's own. */
static const char *find_refusal(arena *memory, const ufunc *checked)
{
    for (size_t i = 0; i < checked->function_count; i++) {
        const function *from = checked->functions[i];
        if (from->launch) /* whatever its text does */
            continue;
        if (from->linked && !from->body_text)
            return arena_format(memory, "it is linked, not carried: %s", from->linked);
        if (!from->body_text)
            return arena_format(memory, "the source of %s is unknown (%s:%u)", from->name,
                                from->place.file, from->place.line);
        if (from->serial)
            return arena_format(memory, "its items are computed one after the other: %s (%s:%u)",
                                from->serial, from->place.file, from->place.line);
        for (size_t k = 0; k < from->binding_count; k++)
            if (from->bodies[k] && from->bodies[k]->gpu_refusal)
                return arena_format(memory, "%s (%s:%u)", from->bodies[k]->gpu_refusal,
                                    from->bodies[k]->gpu_refusal_location.file,
                                    from->bodies[k]->gpu_refusal_location.line);
    }
    return NULL;
}

/* A reduction has gpu kernels if all its stages have. */
static void share_refusal(module *all, ufunc *declared)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < all->ufunc_count; i++) {
            ufunc *stage = &all->ufuncs[i];
            if (!stage->stage_of || strcmp(stage->stage_of, declared->name) != 0)
                continue;
            if (pass == 0 && !declared->gpu_refusal)
                declared->gpu_refusal = stage->gpu_refusal;
            else if (pass == 1)
                stage->gpu_refusal = declared->gpu_refusal;
        }
}

/* Functions of one name, and the stages of a reduction, are computed one item after the other where
 * one of them is. */
static void share_serial(ufunc *all)
{
    const char *serial = NULL;
    for (size_t i = 0; i < all->function_count && !serial; i++)
        serial = all->functions[i]->serial;
    for (size_t i = 0; all->declared && i < STAGE_COUNT && !serial; i++)
        serial = all->declared->stages[i] ? all->declared->stages[i]->serial : NULL;
    for (size_t i = 0; i < all->function_count; i++)
        all->functions[i]->serial = serial;
    for (size_t i = 0; all->declared && i < STAGE_COUNT; i++)
        if (all->declared->stages[i])
            all->declared->stages[i]->serial = serial;
}

/* A function of the user's that an option keeps from the gpu, where that was asked for by name. */
static void refuse_serial(diagnostics *messages, const generate_options *options,
                          const ufunc *checked)
{
    const function *from = checked->first;
    if (from->serial && !from->linked && from->body_text)
        diagnostics_add(messages, options->require_all ? SEVERITY_ERROR : SEVERITY_WARNING,
                        from->place, name_length(from),
                        "no gpu kernel for '%s': its items are computed one after the other: %s",
                        from->made_for ? from->made_for : from->name, from->serial);
}

/* Why there is no kernel of the device's own. */
static const char *find_lost_kernel(arena *memory, diagnostics *messages,
                                    const generate_options *options, const ufunc *checked)
{
    const function *from = checked->first;
    if (options->device_source_count)
        return NULL;
    const char *why = arena_format(memory,
                                   "its kernel '%s' is not known; --device-source names the file "
                                   "of CUDA C++ that has it",
                                   from->name);
    diagnostics_add(messages, options->require_all ? SEVERITY_ERROR : SEVERITY_WARNING,
                    from->launch_place, (unsigned)strlen("WEFT_LAUNCH"),
                    "no gpu kernel for '%s': %s", from->name, why);
    return why;
}

void check_bodies(arena *memory, diagnostics *messages, const generate_options *options,
                  module *result)
{
    if (options->targets & TARGET_GPU)
        report_unknown(messages, options, result);
    for (size_t i = 0; i < result->ufunc_count; i++)
        share_serial(&result->ufuncs[i]);
    for (size_t i = 0;
         i < result->ufunc_count && options->targets_given && options->targets & TARGET_GPU; i++)
        refuse_serial(messages, options, &result->ufuncs[i]);
    for (size_t i = 0; i < result->ufunc_count; i++) {
        ufunc *checked = &result->ufuncs[i];
        if (!(options->targets & TARGET_GPU))
            checked->gpu_refusal = "it was generated without the gpu target";
        else if (checked->grid)
            checked->gpu_refusal = find_lost_kernel(memory, messages, options, checked);
        else if (!checked->declared)
            checked->gpu_refusal = find_refusal(memory, checked);
    }
    for (size_t i = 0; i < result->ufunc_count; i++)
        if (result->ufuncs[i].declared)
            share_refusal(result, &result->ufuncs[i]);
    for (size_t i = 0; i < result->ufunc_count; i++)
        result->has_gpu |= !result->ufuncs[i].gpu_refusal;
}
