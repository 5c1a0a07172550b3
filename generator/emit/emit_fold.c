/* emit_fold.c: in STEM.cu, the kernels that fold many short segments at once: of functions whose
 * reductions are a tree, and of declared reductions, over what their map makes. */
#include "emit.h"
#include "text/dtype.h"

/* The declared reduction that a function combines for; NULL where there is none. */
static const reduction *find_reduction(const source_file *source, const function *combine)
{
    for (size_t i = 0; i < source->reduction_count; i++)
        if (source->reductions[i].stages[STAGE_COMBINE] == combine)
            return &source->reductions[i];
    return NULL;
}

static const ufunc *find_stage(const module *all, const function *stage)
{
    for (size_t i = 0; i < all->ufunc_count; i++)
        if (all->ufuncs[i].first == stage)
            return &all->ufuncs[i];
    return NULL;
}

/* Whether a loop can be folded as a tree. */
static bool is_folded(const emission *from, const ufunc *owner, const loop *shown)
{
    const function *first = owner->first;
    if (!first->reorderable || owner->dimension_count || shown->from->core.input_count != 2 ||
        shown->from->operand_count != 3)
        return false;
    if (owner->stage_of && !find_reduction(from->module->source, first))
        return false;
    return shown->dtypes[0] == shown->dtypes[2] && shown->dtypes[1] == shown->dtypes[2];
}

/* Over what a map makes. Its body stands further up, unless the device compiler refuses it. */
static void emit_mapped(const emission *from, const reduction *declared, const loop *combine,
                        size_t index, const char *space, output *out)
{
    arena *memory = from->memory;
    const ufunc *map = find_stage(from->module, declared->stages[STAGE_MAP]);
    const ufunc *pair = find_stage(from->module, declared->stages[STAGE_PAIR]);
    const char *list = "";
    if (!map || !pair || map->gpu_refusal || pair->gpu_refusal)
        return;
    const loop *mapped = &map->loops[index];
    for (size_t i = 0; i < mapped->from->core.input_count; i++)
        list = arena_format(memory, "%s, %s", list, dtype_name(mapped->dtypes[i]));
    output_line(out, "#if !defined %s && !defined %s", emit_refused_macro(memory, map),
                emit_refused_macro(memory, pair));
    output_line(out, "WEFT_FOLD_MAPPED(weft::%s, %s, %s, %s, %zu, %s%s)", space,
                pair->loops[index].symbol, combine->symbol, mapped->symbol,
                mapped->from->core.input_count, dtype_name(combine->dtypes[2]), list);
    output_line(out, "#endif");
}

void emit_folds(const emission *from, const ufunc *owner, size_t index, const char *space,
                output *out)
{
    const loop *shown = &owner->loops[index];
    if (!is_folded(from, owner, shown))
        return;
    output_line(out, "WEFT_FOLD(weft::%s, %s, %s)", space, shown->symbol,
                dtype_name(shown->dtypes[2]));
    const reduction *declared = find_reduction(from->module->source, owner->first);
    if (declared && declared->stages[STAGE_MAP])
        emit_mapped(from, declared, shown, index, space, out);
}
