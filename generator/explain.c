/* explain.c: what was recognised of each function, in words. */
#include <string.h>

#include "check.h"
#include "dtype.h"
#include "effects.h"
#include "emit.h"
#include "generate.h"
#include "pipeline.h"

static const char *const kind_names[] = {
    [CORE_ELEMENTWISE] = "elementwise",
    [CORE_CONTRACTION] = "contraction",
    [CORE_SEQUENTIAL] = "sequential axis",
    [CORE_GENERAL] = "general",
};

static void explain_cost(const function *from, const body *read, FILE *out)
{
    fputs("    cost:", out);
    for (size_t i = 0; i < read->cost_count; i++) {
        fprintf(out, "%s%.3g ns", i ? " + " : " ", read->costs[i].nanoseconds);
        for (size_t k = 0; k < from->parameter_count && k < MOST_SIZES; k++) {
            unsigned power = read->costs[i].sizes.powers[k];
            if (power)
                fprintf(out, " × %s", from->parameters[k].name);
            if (power > 1)
                fprintf(out, "^%u", power);
        }
    }
    fputs(" an item (estimate)\n", out);
}

/* Which operands a strided view serves, and which must be packed first, and why. */
static void explain_operands(const function *from, const body *read, FILE *out)
{
    for (size_t i = 0; i < from->operand_count; i++) {
        int index = from->operand_parameter[i];
        if (index < 0 || !from->core.operands[i].rank)
            continue;
        fprintf(out, "    %s: ", from->parameters[index].name);
        if (read->subscripted[index])
            fputs("any strides on gpu; cpu packs a core block that is not contiguous\n", out);
        else
            fprintf(out, "core block packed unless contiguous, because of \"%s\" (%s:%u)\n",
                    read->packed_reason[index], read->packed_location[index].file,
                    read->packed_location[index].line);
    }
}

/* Which operands need more care than their side of the arrow says, and why. */
static void explain_effects(const function *from, FILE *out)
{
    for (size_t i = 0; i < from->operand_count; i++) {
        const body_effect *why;
        if (effects_written(from, i, &why))
            fprintf(out, "    %s: every item gets a copy, because ", emit_operand_name(from, i));
        else if (effects_kept(from, i, &why))
            fprintf(out, "    %s: starts as what is there, because ", emit_operand_name(from, i));
        else
            continue;
        if (!why)
            fputs("the source is not known\n", out);
        else if (!why->text)
            fprintf(out, "the function can end without writing it all (%s:%u)\n", why->place.file,
                    why->place.line);
        else
            fprintf(out, "of \"%s\" (%s:%u)\n", why->text, why->place.file, why->place.line);
    }
}

static void explain_body(const function *from, const body *read, FILE *out)
{
    fprintf(out, "    body: %s", kind_names[read->kind]);
    if (read->kind_reason && *read->kind_reason)
        fprintf(out, " (%s)", read->kind_reason);
    fprintf(out, "%s%s%s\n", read->divergent ? ", loop lengths depend on data" : "",
            read->recursive ? ", recursive" : "",
            read->pure && !effects_written_mask(from) ? ", pure" : "");
    explain_cost(from, read, out);
    explain_operands(from, read, out);
}

/* What comes along with a function, but for one name that was said already. */
static void explain_pieces(const function *from, const char *said, FILE *out)
{
    for (size_t i = 0; i < from->piece_count; i++)
        for (size_t k = 0; k < from->pieces[i].name_count; k++)
            if (!said || strcmp(from->pieces[i].names[k], said) != 0)
                fprintf(out, "    comes along: %s (%s:%u)\n", from->pieces[i].names[k],
                        from->pieces[i].place.file, from->pieces[i].place.line);
}

/* What a declared reduction is made of, and what that brings along. */
static void explain_reduction(arena *memory, const generate_options *options, const ufunc *shown,
                              FILE *out)
{
    static const char *const names[] = {
        [STAGE_MAP] = "map", [STAGE_COMBINE] = "combine", [STAGE_FINISH] = "finish"};
    const reduction *declared = shown->declared;
    const function *own[] = {[STAGE_MAP] = declared->map,
                             [STAGE_COMBINE] = declared->combine,
                             [STAGE_FINISH] = declared->finish};
    fprintf(out, "%s %s, a reduction\n", shown->name, layout_print(memory, &shown->first->core));
    for (size_t i = 0; i < shown->loop_count; i++)
        fprintf(out, "    loop: %s, in %s\n", shown->loops[i].prototype,
                dtype_name(declared->stages[STAGE_COMBINE]->loops[i].dtypes[0]));
    for (size_t i = 0; i < STAGE_COUNT; i++) {
        const function *stage = declared->stages[i];
        if (i == STAGE_PAIR || !stage)
            continue;
        fprintf(out, "  %s: %s, %s:%u\n", names[i], own[i]->name, own[i]->place.file,
                own[i]->place.line);
        if (stage->binding_count && stage->bodies && stage->bodies[0])
            explain_body(stage, stage->bodies[0], out);
        explain_pieces(stage, own[i]->name, out);
    }
    if (options->targets & (TARGET_CPU | TARGET_PARALLEL))
        fputs("  cpu, parallel: a tree; elements are mapped a tile at a time\n", out);
    if (!shown->gpu_refusal)
        fputs("  gpu: the same tree; its first step maps and combines in one kernel\n", out);
    else
        fprintf(out, "  gpu: none: %s\n", shown->gpu_refusal);
}

/* The loops of one function on the hosts, as emit_body writes them. */
static const char *name_loops(const loop_shape *shape)
{
    if (shape->sums)
        return "a sum of products: tiles of libweft's own, on any strides";
    if (!shape->elementwise)
        return "one call an item on contiguous core blocks";
    return shape->variant_count > 1 ? "contiguous, broadcast-scalar and strided loops"
           : shape->variant_count   ? "contiguous and strided loops"
                                    : "one loop for all strides, around a body with its own loops";
}

/* One line where all functions have the same loops, else one for each. */
static void explain_loops(const ufunc *shown, FILE *out)
{
    const char *common = name_loops(&shown->first->shape);
    bool differ = false;
    for (size_t f = 0; f < shown->function_count; f++)
        differ |= strcmp(name_loops(&shown->functions[f]->shape), common) != 0;
    if (!differ)
        fprintf(out, "  cpu, parallel: %s\n", common);
    for (size_t f = 0; f < shown->function_count && differ; f++)
        fprintf(out, "  cpu, parallel, %s: %s\n", shown->functions[f]->name,
                name_loops(&shown->functions[f]->shape));
}

static void explain_ufunc(arena *memory, const generate_options *options, const ufunc *shown,
                          FILE *out)
{
    const function *first = shown->first;
    fprintf(out, "%s %s\n", shown->name, layout_print(memory, &first->core));
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *from = shown->functions[f];
        fprintf(out, "  %s, %s:%u\n", from->name, from->place.file, from->place.line);
        for (size_t i = 0; i < from->loop_count; i++)
            fprintf(out, "    loop: %s\n", from->loops[i].prototype);
        if (from->binding_count && from->bodies && from->bodies[0])
            explain_body(from, from->bodies[0], out);
        else if (from->linked)
            fprintf(out, "    body: linked, not carried: %s\n", from->linked);
        else
            fputs("    body: not known; cpu and parallel link to it\n", out);
        explain_effects(from, out);
        explain_pieces(from, NULL, out);
    }
    if (options->targets & (TARGET_CPU | TARGET_PARALLEL))
        explain_loops(shown, out);
    if (!shown->gpu_refusal)
        fprintf(out, "  gpu: %s\n",
                first->shape.elementwise
                    ? "vectors of contiguous operands, single items of strided ones"
                    : "one thread an item");
    else
        fprintf(out, "  gpu: none: %s\n", shown->gpu_refusal);
}

bool generate_explain(const generate_options *options, FILE *out)
{
    pipeline all;
    bool done = pipeline_run(&all, options), is_first = true;
    for (size_t m = 0; m < all.module_count && done; m++)
        for (size_t i = 0; i < all.modules[m].ufunc_count; i++) {
            const ufunc *shown = &all.modules[m].ufuncs[i];
            if (shown->stage_of)
                continue;
            if (!is_first)
                fputc('\n', out);
            is_first = false;
            (shown->declared ? explain_reduction : explain_ufunc)(all.memory, options, shown, out);
        }
    if (done)
        pipeline_print_trees(&all);
    pipeline_clear(&all);
    return done;
}
