/* explain.c: gathers what was recognised of each function. */
#include "explain.h"

#include <string.h>

#include "analyse/effects.h"
#include "check/check.h"
#include "emit/emit.h"
#include "generate.h"
#include "pipeline.h"
#include "text/dtype.h"

static const char *const kind_names[] = {
    [CORE_ELEMENTWISE] = "elementwise",
    [CORE_CONTRACTION] = "contraction",
    [CORE_SEQUENTIAL] = "sequential axis",
    [CORE_GENERAL] = "general",
};

static const char *const stage_names[] = {
    [STAGE_MAP] = "map", [STAGE_COMBINE] = "combine", [STAGE_FINISH] = "finish"};

static const explained_kernels host_sums = {
    "a sum of products: tiles of libweft's own, on any strides", {"tiles"}};
static const explained_kernels host_core = {"one call an item on contiguous core blocks", {"core"}};
static const explained_kernels host_scalar = {"contiguous, broadcast-scalar and strided loops",
                                              {"contiguous", "broadcast-scalar", "strided"}};
static const explained_kernels host_contiguous = {"contiguous and strided loops",
                                                  {"contiguous", "strided"}};
static const explained_kernels host_strided = {
    "one loop for all strides, around a body with its own loops", {"strided"}};
static const explained_kernels host_tree = {"a tree; elements are mapped a tile at a time",
                                            {"tree"}};
static const explained_kernels device_vectors = {
    "vectors of contiguous operands, single items of strided ones", {"vector", "item"}};
static const explained_kernels device_items = {"one thread an item", {"item"}};
static const explained_kernels device_tree = {
    "the same tree; its first step maps and combines in one kernel", {"tree"}};

/* The loops of one function on the hosts, as emit_body writes them. */
static const explained_kernels *find_hosts(const loop_shape *shape)
{
    if (shape->sums)
        return &host_sums;
    if (!shape->elementwise)
        return &host_core;
    return shape->variant_count > 1 ? &host_scalar
           : shape->variant_count   ? &host_contiguous
                                    : &host_strided;
}

static void add_cost(arena *memory, const function *from, const body_cost *term,
                     explained_body *told)
{
    explained_cost *cost = ARENA_PUSH(memory, told->costs, told->cost_count);
    *cost = (explained_cost){.nanoseconds = term->nanoseconds};
    for (size_t k = 0; k < from->parameter_count && k < MOST_SIZES; k++)
        if (term->sizes.powers[k])
            *ARENA_PUSH(memory, cost->powers, cost->power_count) =
                (explained_power){from->parameters[k].name, term->sizes.powers[k]};
}

/* Which operands a strided view serves, and which must be packed first, and why. */
static void add_blocks(arena *memory, const function *from, const body *read, explained_body *told)
{
    for (size_t i = 0; i < from->operand_count; i++) {
        int index = from->operand_parameter[i];
        if (index < 0 || !from->core.operands[i].rank)
            continue;
        explained_block *block = ARENA_PUSH(memory, told->blocks, told->block_count);
        *block = (explained_block){.operand = from->parameters[index].name};
        if (!read->subscripted[index]) {
            block->reason = read->packed_reason[index];
            block->place = read->packed_location[index];
        }
    }
}

/* The first gap in a function's trees, under any binding. */
static c_gap find_gap(arena *memory, const function *from)
{
    c_gap found = {0};
    for (size_t i = 0; i < from->binding_count && !found.reason; i++)
        if (from->bodies[i])
            found = print_c_gap(memory, from->bodies[i]->tree);
    return found;
}

/* What is known of a function's first body; NULL where it has none. */
static const explained_body *tell_body(arena *memory, const function *from)
{
    if (!from->binding_count || !from->bodies || !from->bodies[0])
        return NULL;
    const body *read = from->bodies[0];
    explained_body *told = arena_array(memory, 1, sizeof *told);
    *told = (explained_body){
        .kind = kind_names[read->kind],
        .reason = read->kind_reason && *read->kind_reason ? read->kind_reason : NULL,
        .divergent = read->divergent,
        .recursive = read->recursive,
        .pure = read->pure && !effects_written_mask(from),
        .gap = find_gap(memory, from),
    };
    for (size_t i = 0; i < read->cost_count; i++)
        add_cost(memory, from, &read->costs[i], told);
    add_blocks(memory, from, read, told);
    return told;
}

/* Which operands need more care than their side of the arrow says, and why. */
static void add_effects(arena *memory, const function *from, explained_function *told)
{
    for (size_t i = 0; i < from->operand_count; i++) {
        const body_effect *why;
        bool written = effects_written(from, i, &why);
        if (written || effects_kept(from, i, &why))
            *ARENA_PUSH(memory, told->effects, told->effect_count) =
                (explained_effect){emit_operand_name(from, i), written, why};
    }
}

/* What comes along with a function, but for one name that is said already. */
static void add_pieces(arena *memory, const function *from, const char *said,
                       explained_function *told)
{
    for (size_t i = 0; i < from->piece_count; i++)
        for (size_t k = 0; k < from->pieces[i].name_count; k++)
            if (!said || strcmp(from->pieces[i].names[k], said) != 0)
                *ARENA_PUSH(memory, told->pieces, told->piece_count) =
                    (explained_piece){from->pieces[i].names[k], from->pieces[i].place};
}

static explained_loop tell_loop(const loop *shown)
{
    const contraction *const *sums = shown->from->shape.sums;
    explained_loop told = {.prototype = shown->prototype,
                           .sum = sums ? sums[shown->binding] : NULL};
    for (size_t i = 0; i < 3 && told.sum; i++) {
        int parameter = told.sum->parameters[i];
        told.factors[i] = parameter < 0 ? "result" : shown->from->parameters[parameter].name;
    }
    return told;
}

static explained_function tell_function(arena *memory, const function *from)
{
    explained_function told = {.name = from->name,
                               .place = from->place,
                               .body = tell_body(memory, from),
                               .linked = from->linked,
                               .hosts = find_hosts(&from->shape)};
    for (size_t i = 0; i < from->loop_count; i++)
        *ARENA_PUSH(memory, told.loops, told.loop_count) = tell_loop(&from->loops[i]);
    add_effects(memory, from, &told);
    add_pieces(memory, from, NULL, &told);
    return told;
}

/* What a declared reduction is made of, and what that brings along. */
static void tell_reduction(arena *memory, const ufunc *shown, explained_ufunc *told)
{
    const reduction *declared = shown->declared;
    const function *own[] = {[STAGE_MAP] = declared->map,
                             [STAGE_COMBINE] = declared->combine,
                             [STAGE_FINISH] = declared->finish};
    for (size_t i = 0; i < shown->loop_count; i++)
        *ARENA_PUSH(memory, told->loops, told->loop_count) = (explained_loop){
            .prototype = shown->loops[i].prototype,
            .accumulator = dtype_name(declared->stages[STAGE_COMBINE]->loops[i].dtypes[0])};
    for (size_t i = 0; i < STAGE_COUNT; i++) {
        const function *stage = declared->stages[i];
        if (i == STAGE_PAIR || !stage)
            continue;
        explained_function *added = ARENA_PUSH(memory, told->functions, told->function_count);
        *added = (explained_function){.name = own[i]->name,
                                      .stage = stage_names[i],
                                      .place = own[i]->place,
                                      .body = tell_body(memory, stage)};
        add_pieces(memory, stage, own[i]->name, added);
    }
    told->is_reduction = true;
    told->hosts = &host_tree;
    told->device = &device_tree;
}

static void tell_functions(arena *memory, const ufunc *shown, explained_ufunc *told)
{
    told->hosts = find_hosts(&shown->first->shape);
    told->device = shown->first->shape.elementwise ? &device_vectors : &device_items;
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *from = shown->functions[f];
        *ARENA_PUSH(memory, told->functions, told->function_count) = tell_function(memory, from);
        if (find_hosts(&from->shape) != find_hosts(&shown->first->shape))
            told->hosts = NULL;
    }
}

static void tell_ufunc(arena *memory, const generate_options *options, const ufunc *shown,
                       explained_ufunc *told)
{
    *told = (explained_ufunc){.name = shown->name,
                              .layout = layout_print(memory, &shown->first->core),
                              .gpu_refusal = shown->gpu_refusal,
                              .targets = options->targets & (TARGET_CPU | TARGET_PARALLEL)};
    (shown->declared ? tell_reduction : tell_functions)(memory, shown, told);
    for (size_t f = 0; f < told->function_count && !told->targets; f++)
        told->functions[f].hosts = NULL;
    if (!told->targets)
        told->hosts = NULL;
    if (shown->gpu_refusal)
        told->device = NULL;
    else
        told->targets |= TARGET_GPU;
}

bool generate_explain(const generate_options *options, explain_form form, FILE *out)
{
    pipeline all;
    explanation told = {0};
    bool done = pipeline_run(&all, options);
    for (size_t m = 0; m < all.module_count && done; m++)
        for (size_t i = 0; i < all.modules[m].ufunc_count; i++)
            if (!all.modules[m].ufuncs[i].stage_of)
                tell_ufunc(all.memory, options, &all.modules[m].ufuncs[i],
                           ARENA_PUSH(all.memory, told.ufuncs, told.count));
    if (done) {
        (form == EXPLAIN_JSON ? explain_print_json : explain_print_text)(&told, out);
        pipeline_print_trees(&all);
    }
    pipeline_clear(&all);
    return done;
}
