/* emit_body.c: STEM.body.h. A section holds one function of the user's with all that comes along,
 * and what <weft/loop_elementwise.h> or <weft/loop_core.h>, which it ends with, must know of it. It
 * is read once per loop of the function, behind a line that says which: #define WEFT_BODY_name.
 * What several functions need stands before all sections. */
#include <string.h>

#include "choose/analyse_shape.h"
#include "effects/effects.h"
#include "emit_shared_lanes.h"
#include "explain/explain.h"

static void emit_typevars_of(section *part, bool undo)
{
    for (size_t i = 0; i < part->typevar_count; i++) {
        const char *name = part->from->module->source->typevars[part->typevars[i]];
        if (undo)
            output_line(part->out, "#undef %s", name);
        else
            output_line(part->out, "#define %s WEFT_TYPE(%zu)", name, i);
    }
}

/* "X(0) X(1) X(2)": the inputs that are scalars, of each variant. */
static const char *print_variants(section *part)
{
    const loop_shape *shape = &part->shown->shape;
    const char *list = "";
    for (size_t i = 0; i < shape->variant_count; i++)
        list = arena_format(part->from->memory, "%s X(%u)", list, shape->scalars[i]);
    return list;
}

static void emit_elementwise_loop(section *part)
{
    const function *shown = part->shown;
    output_line(part->out, "#define WEFT_VARIANTS(X)%s", print_variants(part));
    output_line(part->out, "#define WEFT_INPUTS %zu", shown->core.input_count);
    if (effects_kept_mask(shown))
        output_line(part->out, "#define WEFT_KEPT 0x%x", effects_kept_mask(shown));
    if (shown->shape.folded && part->from->module->has_gpu)
        output_line(part->out, "#define WEFT_FOLDED");
    if (shown->shape.host_folded) {
        output_line(part->out, "#ifdef WEFT_HOST_FOLDED_%s", shown->name);
        output_line(part->out, "#define WEFT_HOST_FOLDED");
        output_line(part->out, "#undef WEFT_HOST_FOLDED_%s", shown->name);
        output_line(part->out, "#endif");
    }
    if (shown->shape.inlined && analyse_light(shown))
        output_line(part->out, "#define WEFT_LIGHT");
    if (part->from->module->has_gpu && analyse_heavy(shown))
        output_line(part->out, "#define WEFT_HEAVY");
    if (shown->shape.flattened)
        output_line(part->out, "#define WEFT_FLATTENED");
    output_line(part->out, "#include WEFT_ELEMENTWISE_LOOP");
}

/* The first operand with lists of the same size. */
static size_t find_first_list(const layout *core, const layout_operand *one)
{
    size_t first = 0;
    while (!layout_is_list(&core->operands[first]) ||
           !extent_equal(&core->operands[first].extents[0], &one->extents[0]))
        first++;
    return first;
}

/* WEFT_LISTS: by operand the dimension that is its lists' size, -1: it has none. WEFT_SIZED(k): an
 * operand whose lists have dimension k as their size, -1: none has. */
static void emit_list_facts(section *part, const ufunc *owner)
{
    arena *memory = part->from->memory;
    const layout *core = &owner->first->core;
    const char *list = "", *sized = "";
    for (size_t i = 0; i < part->shown->operand_count; i++) {
        const layout_operand *one = &core->operands[i];
        const int size =
            layout_is_list(one) ? (int)emit_dimension_index(owner, &one->extents[0]) : -1;
        list = arena_format(memory, "%s%s%d", list, i ? ", " : "", size);
        if (size >= 0 && i == find_first_list(core, one))
            sized = arena_format(memory, "%s(k) == %d ? %zu : ", sized, size, i);
    }
    output_line(part->out, "#define WEFT_LISTS %s", list);
    output_line(part->out, "#define WEFT_SIZED(k) (%s-1)", sized);
    if (part->from->module->has_gpu && analyse_team_shares_lists(part->shown))
        output_line(part->out, "#define WEFT_LISTS_SHARED");
}

static void emit_core_loop(section *part, const ufunc *owner)
{
    const function *shown = part->shown;
    const char *ranks = "";
    for (size_t i = 0; i < shown->operand_count; i++)
        ranks = arena_format(part->from->memory, "%s%s%zu", ranks, i ? ", " : "",
                             shown->core.operands[i].rank);
    output_line(part->out, "#define WEFT_RANKS %s", ranks);
    output_line(part->out, "#define WEFT_DIMENSIONS %zu", owner->dimension_count);
    if (layout_has_lists(&shown->core))
        emit_list_facts(part, owner);
    if (shown->shape.streamed && part->from->module->has_gpu)
        output_line(part->out, "#define WEFT_STREAMED");
    if (shown->shape.nested && part->from->module->has_gpu)
        output_line(part->out, "#define WEFT_NEST_TILED %u", emit_nest_blocks(shown));
    if (shown->shape.fronted && part->from->module->has_gpu)
        output_line(part->out, "#define WEFT_NEST_FRONTED");
    if (shown->launch && part->from->module->has_gpu)
        output_line(part->out, "#define WEFT_LAUNCHED");
    output_line(part->out, "#include %s",
                layout_has_lists(&shown->core) ? "WEFT_RAGGED_LOOP" : "WEFT_CORE_LOOP");
}

/* What `weft explain` says of the function, each line of it a line. */
static void emit_head(section *part, const explained_ufunc *owner, const explained_function *fact)
{
    const char *text = explain_head(part->from->memory, owner, fact), *end = strchr(text, '\n');
    output_line(part->out, "/* %.*s", (int)(end - text), text);
    output_line(part->out, " * %s */", end + 1);
}

static void emit_section(section *part, const ufunc *owner, const explained_ufunc *fact,
                         size_t number)
{
    const function *shown = part->shown;
    output_blank(part->out);
    output_line(part->out, "#ifdef WEFT_BODY_%s", shown->name);
    emit_head(part, fact, &fact->functions[number]);
    output_line(part->out, "#define WEFT_LOOP WEFT_BODY_%s", shown->name);
    if (emit_has_bindings(part->from, shown))
        output_line(part->out, "#define WEFT_BINDING WEFT_BINDING_%s", shown->name);
    emit_typevars_of(part, false);
    if (shown->shape.walks)
        output_line(part->out, "#define WEFT_TEAMED %d",
                    !shown->shape.teamed        ? 0
                    : analyse_team_keeps(shown) ? 2
                                                : 1);
    if (shown->shape.deals)
        output_line(part->out, "#define WEFT_TEAMED %d",
                    shown->shape.dealt && analyse_deal_dimensions(owner) ? 3 : 0);
    output_line(part->out, "WEFT_BEGIN");
    emit_user_text(part);
    output_line(part->out, "WEFT_END");
    emit_typevars_of(part, true);
    emit_item(part);
    output_line(part->out, "#define WEFT_OPERANDS %zu", shown->operand_count);
    if (shown->shape.elementwise)
        emit_elementwise_loop(part);
    else
        emit_core_loop(part, owner);
    emit_unhidden(part); /* only now: the loops call the function by its name */
    output_line(part->out, "#undef WEFT_BODY_%s", shown->name);
    if (emit_has_bindings(part->from, shown))
        output_line(part->out, "#undef WEFT_BINDING_%s", shown->name);
    output_line(part->out, "#endif");
}

static void emit_sections(const section *common, const ufunc *owner)
{
    const emission *from = common->from;
    explained_ufunc fact;
    explain_ufunc(from->memory, from->options, owner, &fact);
    for (size_t i = 0; i < owner->function_count; i++) {
        section part = *common;
        part.shown = owner->functions[i];
        part.typevars = emit_typevars(from, part.shown, &part.typevar_count);
        if (!part.shown->device_only || from->module->has_gpu)
            emit_section(&part, owner, &fact, i);
    }
}

void emit_body(const emission *from, output *out)
{
    const module *all = from->module;
    const sharing shared = emit_find_shared(from);
    const lanes_sharing lanes = emit_find_shared_lanes(from, &shared);
    section common = {.from = from, .out = out, .shared = &shared, .lanes = &lanes};
    emit_banner(from, out,
                "the functions, and a loop around each; read once per loop of a function");
    emit_shared_pieces(&common);
    emit_shared_lanes(&common);
    common.shown = NULL;
    for (size_t i = 0; i < all->ufunc_count; i++)
        if (!all->ufuncs[i].declared)
            emit_sections(&common, &all->ufuncs[i]);
}
