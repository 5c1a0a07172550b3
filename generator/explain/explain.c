/* explain.c: gathers what was recognised of each function. */
#include "explain.h"

#include <string.h>

#include <weft/kernel.h>

#include "choose/analyse_shape.h"
#include "effects/effects.h"
#include "model/targets.h"
#include "text/dtype.h"

static const char *const kind_names[] = {
    [CORE_ELEMENTWISE] = "elementwise",
    [CORE_CONTRACTION] = "contraction",
    [CORE_SEQUENTIAL] = "sequential axis",
    [CORE_GENERAL] = "general",
};

static const char *const stage_names[] = {
    [STAGE_MAP] = "map", [STAGE_COMBINE] = "combine", [STAGE_FINISH] = "finish"};

const char *const explain_shape_names[] = {
#define NAME(ENUM, name, target, suffix) [WEFT_SHAPE_##ENUM] = name,
    WEFT_SHAPES(NAME)
#undef NAME
};

/* The kernels of elementwise functions on the gpu, and those of folds. */
#define GPU_ELEMENTWISE (WEFT_HAS(GPU_VECTOR) | WEFT_HAS(GPU_STRIDED) | WEFT_HAS(GPU_MASKED))
#define GPU_FOLDS       (WEFT_HAS(GPU_FOLD) | WEFT_HAS(GPU_FOLD_ROWS) | WEFT_HAS(GPU_FOLD_LANES))
#define GPU_SCANS       (WEFT_HAS(GPU_SCAN) | WEFT_HAS(GPU_SCAN_LANES))

/* Of hosts, alone and with searches for the largest or the least. */
#define HOST_ROWS(shapes, words)                                                                \
    {shapes, words}, {(shapes) | WEFT_HAS(LARGEST), words "; the largest of all in any order"}, \
    {                                                                                           \
        (shapes) | WEFT_HAS(LEAST), words "; the least of all in any order"                     \
    }

/* All that one target may have of a function. */
static const explained_kernels kernels[] = {
    {WEFT_HAS(TILES) | WEFT_HAS(CORE), "a sum of products: tiles of libweft's own, on any strides"},
    {WEFT_HAS(CORE), "one call an item on contiguous core blocks"},
    {WEFT_HAS(RAGGED), "one call a list; what does not lie side by side is copied"},
    {WEFT_HAS(FFT) | WEFT_HAS(CORE),
     "a Fourier transform: passes of libweft's own, on any strides; the "
     "function itself for floating-point flags"},
    HOST_ROWS(WEFT_HAS(CONTIGUOUS) | WEFT_HAS(SCALAR) | WEFT_HAS(STRIDED),
              "contiguous, broadcast-scalar and strided loops"),
    HOST_ROWS(
        WEFT_HAS(CONTIGUOUS) | WEFT_HAS(SCALAR) | WEFT_HAS(STRIDED) | WEFT_HAS(FOLD) |
            WEFT_HAS(GROUPS),
        "contiguous, broadcast-scalar and strided loops; reductions by several elements at a time"),
    {WEFT_HAS(CONTIGUOUS) | WEFT_HAS(STRIDED), "contiguous and strided loops"},
    {WEFT_HAS(STRIDED), "one loop for all strides, around a body with its own loops"},
    {WEFT_HAS(LANES) | WEFT_HAS(CORE), "vectors of items under a mask, of transposed core blocks; "
                                       "one call an item on large blocks and for "
                                       "floating-point flags"},
    HOST_ROWS(WEFT_HAS(LANES) | WEFT_HAS(STRIDED),
              "vectors of items under a mask, on any strides; one by one for floating-point flags"),
    {WEFT_HAS(TREE), "a tree; elements are mapped a tile at a time"},
    {WEFT_HAS(GPU_RAGGED), "a thread a list; what does not lie side by side is copied"},
    {WEFT_HAS(GPU_RAGGED) | WEFT_HAS(GPU_RAGGED_TEAM),
     "a thread a list, long ones by teams of threads; what does not lie side by side is copied"},
    {GPU_ELEMENTWISE, "vectors of contiguous rows, tiles of all else"},
    {GPU_ELEMENTWISE | GPU_FOLDS | GPU_SCANS,
     "vectors of contiguous rows, tiles of all else; reductions by segments"},
    {GPU_ELEMENTWISE | GPU_FOLDS,
     "vectors of contiguous rows, tiles of all else; folds of what is mapped"},
    {WEFT_HAS(GPU_PRODUCT) | WEFT_HAS(GPU_ITEM),
     "a sum of products: kernels of libweft's own, on any strides"},
    {WEFT_HAS(GPU_BLAS) | WEFT_HAS(GPU_PRODUCT) | WEFT_HAS(GPU_ITEM),
     "a sum of products: kernels of libweft's own, on any strides; large matrices by cuBLAS, where "
     "there is one"},
    {WEFT_HAS(GPU_BLAS) | WEFT_HAS(GPU_PRODUCT) | WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_TEAM),
     "a sum of products: kernels of libweft's own, on any strides; large matrices by cuBLAS, where "
     "there is one; long rows by "
     "teams of threads"},
    {WEFT_HAS(GPU_ITEM), "one thread an item"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_STREAM),
     "one thread an item; long axes through windows of a group's items"},
    {WEFT_HAS(GPU_PRODUCT) | WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_TEAM),
     "a sum of products: kernels of libweft's own, on any strides; long rows by teams of threads"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_TEAM), "one thread an item; long rows by teams of threads"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_STREAM) | WEFT_HAS(GPU_TEAM),
     "one thread an item; long rows by teams of threads, other long axes through windows of a "
     "group's items"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_NEST),
     "tiles of results, a block of threads each; one thread an item where these are few"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_FRONT),
     "rounds of a parallel loop, a thread each; one thread an item where these are few"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_FRONT) | WEFT_HAS(GPU_TEAM),
     "rounds of a parallel loop, a thread each; where these are few, one thread an item, and long "
     "rows by teams of threads"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_DEAL),
     "one thread an item; larger items by teams of threads that share the loops inside"},
    {WEFT_HAS(GPU_ITEM) | WEFT_HAS(GPU_STREAM) | WEFT_HAS(GPU_DEAL),
     "one thread an item; larger items by teams of threads that share the loops inside, others "
     "through windows of a group's "
     "items"},
    {WEFT_HAS(GPU_RAW), "a hand-written kernel, on a grid of its author's"},
    {WEFT_HAS(GPU_TREE), "the same tree; its first step maps and combines in one kernel"},
};

/* Those of a target among some shapes. */
static const explained_kernels *find_kernels(uint64_t shapes, weft_target target)
{
    shapes &= weft_kernel_shapes_of(target);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (kernels[i].shapes == shapes)
            return &kernels[i];
    return NULL;
}

/* The loops of one function on the hosts; NULL: none. */
static const explained_kernels *find_hosts(const function *shown)
{
    return find_kernels(analyse_function_shapes(shown), WEFT_CPU);
}

static void add_cost(arena *memory, const function *from, const body_cost *term,
                     explained_body *fact)
{
    explained_cost *cost = ARENA_PUSH(memory, fact->costs, fact->cost_count);
    *cost = (explained_cost){.nanoseconds = term->nanoseconds};
    for (size_t k = 0; k < from->parameter_count && k < MOST_SIZES; k++)
        if (term->sizes.powers[k])
            *ARENA_PUSH(memory, cost->powers, cost->power_count) =
                (explained_power){from->parameters[k].name, term->sizes.powers[k]};
}

static const char *print_costs(arena *memory, const explained_body *fact)
{
    const char *text = "";
    for (size_t i = 0; i < fact->cost_count; i++) {
        const explained_cost *term = &fact->costs[i];
        text = arena_format(memory, "%s%s%.3g ns", text, i ? " + " : "", term->nanoseconds);
        for (size_t k = 0; k < term->power_count; k++) {
            text = arena_format(memory, "%s × %s", text, term->powers[k].name);
            if (term->powers[k].power > 1)
                text = arena_format(memory, "%s^%u", text, term->powers[k].power);
        }
    }
    return text;
}

/* Which operands a strided view serves, and which must be packed first, and why. */
static void add_blocks(arena *memory, const function *from, const body *read, explained_body *fact)
{
    if (layout_has_lists(&from->core)) /* whose kernels say it */
        return;
    for (size_t i = 0; i < from->operand_count; i++) {
        int index = from->operand_parameter[i];
        if (index < 0 || !from->core.operands[i].rank)
            continue;
        explained_block *block = ARENA_PUSH(memory, fact->blocks, fact->block_count);
        *block = (explained_block){.operand = from->parameters[index].name};
        if (from->launch) {
            block->reason = "WEFT_LAUNCH";
            block->place = from->launch_place;
        } else if (!read->subscripted[index]) {
            block->reason = read->packed_reason[index];
            block->place = read->packed_location[index];
        }
    }
}

/* The first gap in a function's trees, under any binding. */
static ir_gap find_gap(arena *memory, const function *from)
{
    ir_gap found = {0};
    for (size_t i = 0; i < from->binding_count && !found.reason; i++)
        if (from->bodies[i])
            found = print_c_gap(memory, from->bodies[i]->tree);
    return found;
}

static bool has_core(const function *from)
{
    for (size_t i = 0; i < from->operand_count; i++)
        if (from->core.operands[i].rank)
            return true;
    return false;
}

/* What is known of a function's first body; NULL where it has none. */
static const explained_body *explain_body(arena *memory, const function *from)
{
    if (!from->binding_count || !from->bodies || !from->bodies[0])
        return NULL;
    const body *read = from->bodies[0];
    const bool is_hidden = read->kind == CORE_ELEMENTWISE && has_core(from);
    explained_body *fact = arena_array(memory, 1, sizeof *fact);
    *fact = (explained_body){
        .kind = kind_names[is_hidden ? CORE_GENERAL : read->kind],
        .reason = is_hidden ? "its core dimensions are behind pointers"
                  : read->kind_reason && *read->kind_reason ? read->kind_reason
                                                            : NULL,
        .divergent = read->divergent,
        .recursive = read->recursive,
        .pure = read->pure && !effects_written_mask(from),
        .gap = find_gap(memory, from),
    };
    for (size_t i = 0; i < read->cost_count; i++)
        add_cost(memory, from, &read->costs[i], fact);
    fact->cost = print_costs(memory, fact);
    add_blocks(memory, from, read, fact);
    return fact;
}

/* Which operands need more care than their side of the arrow says, and why. */
static void add_effects(arena *memory, const function *from, explained_function *fact)
{
    for (size_t i = 0; i < from->operand_count; i++) {
        const body_effect *why;
        bool written = effects_written(from, i, &why);
        if (written || effects_kept(from, i, &why))
            *ARENA_PUSH(memory, fact->effects, fact->effect_count) =
                (explained_effect){analyse_operand_name(from, i), written, why};
    }
}

/* What comes along with a function, but for one name that is said already. */
static void add_pieces(arena *memory, const function *from, const char *said,
                       explained_function *fact)
{
    for (size_t i = 0; i < from->piece_count; i++)
        for (size_t k = 0; k < from->pieces[i].name_count; k++)
            if (!said || strcmp(from->pieces[i].names[k], said) != 0)
                *ARENA_PUSH(memory, fact->pieces, fact->piece_count) = (explained_piece){
                    from->pieces[i].names[k], from->pieces[i].place, from->pieces[i].twin != NULL};
}

static explained_loop explain_loop(arena *memory, const loop *shown)
{
    const function *from = shown->from;
    const contraction *sum = from->shape.sums ? from->shape.sums[shown->binding] : NULL;
    const body *read = from->bodies ? from->bodies[shown->binding] : NULL;
    const char **names = arena_array(memory, from->operand_count, sizeof *names);
    for (size_t i = 0; i < from->operand_count; i++)
        names[i] = analyse_operand_name(from, i);
    return (explained_loop){
        .prototype = shown->prototype,
        .sum = sum ? analyse_descriptor(memory, from, sum) : NULL,
        .names = names,
        .obstacle = read && read->obstacle.text ? &read->obstacle : NULL,
    };
}

/* Why threads share no walks of a function that would let them. */
static const body_obstacle *find_no_team(const function *from)
{
    for (size_t i = 0; i < from->binding_count && from->bodies && from->reorderable &&
                       !from->shape.teamed && !from->launch;
         i++)
        if (from->bodies[i] && from->bodies[i]->team.obstacle.text)
            return &from->bodies[i]->team.obstacle;
    return NULL;
}

/* Under any binding, each once. */
static void add_rows(arena *memory, const function *from, explained_function *fact)
{
    for (size_t b = 0; b < from->binding_count && from->bodies && from->shape.rows; b++)
        for (size_t i = 0; from->bodies[b] && i < from->bodies[b]->rows.count; i++) {
            const body_row *row = &from->bodies[b]->rows.rows[i];
            bool known = !row->by_vectors;
            for (size_t k = 0; k < fact->row_count && !known; k++)
                known = fact->rows[k].line == row->loop->place.line &&
                        fact->rows[k].column == row->loop->place.column;
            if (!known)
                *ARENA_PUSH(memory, fact->rows, fact->row_count) = row->loop->place;
        }
}

static explained_nest *find_nest(explained_function *fact, location place)
{
    for (size_t i = 0; i < fact->nest_count; i++)
        if (fact->nests[i].place.line == place.line && fact->nests[i].place.column == place.column)
            return &fact->nests[i];
    return NULL;
}

/* The same of nests that hosts or the gpu compute by tiles. */
static void add_nests(arena *memory, const function *from, bool hosts, bool device,
                      explained_function *fact)
{
    device = device && (from->shape.nested || from->shape.fronted);
    for (size_t b = 0; b < from->binding_count && from->bodies; b++)
        for (size_t i = 0; from->bodies[b] && i < from->bodies[b]->tiles.count; i++) {
            const nest_tile *tile = &from->bodies[b]->tiles.tiles[i];
            const bool by_vectors = hosts && tile->by_vectors;
            explained_nest *known = find_nest(fact, tile->loop->place);
            if (!known && !by_vectors && !device)
                continue;
            if (!known) {
                known = ARENA_PUSH(memory, fact->nests, fact->nest_count);
                *known =
                    (explained_nest){.rows = tile->row.counter->name,
                                     .columns = tile->front ? NULL : tile->column.counter->name,
                                     .in_order = tile->depth.counter->name,
                                     .device = device,
                                     .place = tile->loop->place};
            }
            known->hosts |= by_vectors;
        }
    if (fact->nest_count == 0 && from->shape.no_tiles.text)
        fact->no_nests = &from->shape.no_tiles;
}

static explained_function explain_function(arena *memory, const function *from)
{
    explained_function fact = {.name = from->name,
                               .place = from->place,
                               .body = explain_body(memory, from),
                               .linked = from->linked,
                               .serial = from->serial,
                               .launch = from->launch,
                               .not_fused = from->not_fused,
                               .no_lanes = from->shape.no_lanes.text ? &from->shape.no_lanes : NULL,
                               .no_team = find_no_team(from),
                               .no_rows = from->shape.no_rows.text ? &from->shape.no_rows : NULL,
                               .hosts = find_hosts(from)};
    for (size_t i = 0; i < from->loop_count; i++)
        *ARENA_PUSH(memory, fact.loops, fact.loop_count) = explain_loop(memory, &from->loops[i]);
    add_rows(memory, from, &fact);
    if (!from->shape.transforms) /* which fills its output */
        add_effects(memory, from, &fact);
    add_pieces(memory, from, NULL, &fact);
    return fact;
}

/* What a declared reduction is made of, and what that brings along. */
static void explain_reduction(arena *memory, const ufunc *shown, explained_ufunc *fact)
{
    const reduction *declared = shown->declared;
    const function *own[] = {[STAGE_MAP] = declared->map,
                             [STAGE_COMBINE] = declared->combine,
                             [STAGE_FINISH] = declared->finish};
    for (size_t i = 0; i < shown->loop_count; i++)
        *ARENA_PUSH(memory, fact->loops, fact->loop_count) = (explained_loop){
            .prototype = shown->loops[i].prototype,
            .accumulator = dtype_name(declared->stages[STAGE_COMBINE]->loops[i].dtypes[0])};
    for (size_t i = 0; i < STAGE_COUNT; i++) {
        const function *stage = declared->stages[i];
        if (i == STAGE_PAIR || !stage)
            continue;
        explained_function *added = ARENA_PUSH(memory, fact->functions, fact->function_count);
        *added = (explained_function){.name = own[i]->name,
                                      .stage = stage_names[i],
                                      .place = own[i]->place,
                                      .serial = stage->serial,
                                      .not_fused = stage->not_fused,
                                      .body = explain_body(memory, stage)};
        add_pieces(memory, stage, own[i]->name, added);
    }
    fact->is_reduction = true;
    fact->hosts = find_kernels(WEFT_HAS(TREE), WEFT_CPU);
    fact->device = find_kernels(WEFT_HAS(GPU_TREE), WEFT_GPU);
}

/* Those of all functions; the gpu names them once for the ufunc. */
static uint64_t device_shapes(const ufunc *shown)
{
    uint64_t shapes = 0;
    for (size_t f = 0; f < shown->function_count; f++)
        shapes |= analyse_function_shapes(shown->functions[f]);
    return shapes;
}

static void explain_functions(arena *memory, const ufunc *shown, explained_ufunc *fact)
{
    fact->hosts = find_hosts(shown->first);
    fact->device = find_kernels(device_shapes(shown), WEFT_GPU);
    for (size_t f = 0; f < shown->function_count; f++) {
        const function *from = shown->functions[f];
        explained_function *added = ARENA_PUSH(memory, fact->functions, fact->function_count);
        *added = explain_function(memory, from);
        add_nests(memory, from, fact->targets != 0, !shown->gpu_refusal, added);
        if (find_hosts(from) != fact->hosts)
            fact->hosts = NULL;
    }
}

void explain_ufunc(arena *memory, const generate_options *options, const ufunc *shown,
                   explained_ufunc *fact)
{
    *fact = (explained_ufunc){.name = shown->name,
                              .layout = layout_print(memory, &shown->first->core),
                              .gpu_refusal = shown->gpu_refusal,
                              .targets = options->targets & TARGET_HOSTS,
                              .host_list = targets_list(memory, TARGET_HOSTS, ", "),
                              .host_words = targets_list(memory, TARGET_HOSTS, " and ")};
    (shown->declared ? explain_reduction : explain_functions)(memory, shown, fact);
    for (size_t f = 0; f < fact->function_count && !fact->targets; f++)
        fact->functions[f].hosts = NULL;
    if (!fact->targets)
        fact->hosts = NULL;
    if (shown->gpu_refusal)
        fact->device = NULL;
    else
        fact->targets |= TARGET_GPU;
}
