/* emit_fold.c: in STEM.cu, the kernels of declared reductions that fold over what their map makes.
 */
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

/* Over what the map makes, for one loop. */
static void emit_mapped(const emission *from, const ufunc *map, const ufunc *pair,
                        const ufunc *combine, size_t index, output *out)
{
    arena *memory = from->memory;
    const loop *mapped = &map->loops[index], *combined = &combine->loops[index];
    const char *list = "";
    for (size_t i = 0; i < mapped->from->core.input_count; i++)
        list = arena_format(memory, "%s, %s", list, dtype_name(mapped->dtypes[i]));
    output_line(out, "WEFT_FOLD_MAPPED(weft::WEFT_SPACE, %s, %s, %s, %zu, %s%s)",
                pair->loops[index].symbol, combined->symbol, mapped->symbol,
                mapped->from->core.input_count, dtype_name(combined->dtypes[2]), list);
}

void emit_mapped_folds(const emission *from, const ufunc *owner, output *out)
{
    const reduction *declared = find_reduction(from->module->source, owner->first);
    if (!declared || !declared->stages[STAGE_MAP])
        return;
    const ufunc *map = find_stage(from->module, declared->stages[STAGE_MAP]);
    const ufunc *pair = find_stage(from->module, declared->stages[STAGE_PAIR]);
    if (map->gpu_refusal || pair->gpu_refusal)
        return;
    output_line(out, "#if !defined %s && !defined %s", emit_refused_macro(from->memory, map),
                emit_refused_macro(from->memory, pair));
    for (size_t i = 0; i < owner->loop_count; i++)
        emit_mapped(from, map, pair, owner, i, out);
    output_line(out, "#endif");
}
