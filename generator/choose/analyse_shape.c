/* analyse_shape.c: which loops the hosts run a function in, which kernels an image has of it, and
 * which sums of products the runtime computes instead. Decided here alone: emit_body.c and
 * emit_table.c write it, explain.c names it. */
#include "analyse_shape.h"

#include "analyse/analyse.h"

#include <string.h>

#include <weft/kernel.h>

#include "effects/effects.h"

/* So many inputs at most get a loop for each scalar one. */
enum { MOST_SCALAR_INPUTS = 8 };

static bool is_elementwise(const function *shown)
{
    for (size_t i = 0; i < shown->operand_count; i++)
        if (shown->core.operands[i].rank)
            return false;
    return true;
}

/* A body with loops of its own, or one that calls itself, is not worth it; nor can one be that a
 * table which comes along names: it may call itself through that. */
static bool is_inlined(const function *shown)
{
    if (shown->forward)
        return false;
    for (size_t i = 0; i < shown->binding_count; i++)
        if (shown->bodies[i]->has_loops || shown->bodies[i]->recursive)
            return false;
    return true;
}

static void add_variant(arena *memory, loop_shape *shape, unsigned scalars)
{
    *ARENA_PUSH(memory, shape->scalars, shape->variant_count) = scalars;
}

/* Contiguous; each single scalar input; all inputs scalar but the first ones. */
static void add_variants(arena *memory, loop_shape *shape, size_t inputs)
{
    bool scalars = inputs > 1 && inputs <= MOST_SCALAR_INPUTS;
    add_variant(memory, shape, 0);
    for (size_t i = 0; scalars && i < inputs; i++)
        add_variant(memory, shape, 1u << i);
    for (size_t first = 1; scalars && first + 1 < inputs; first++)
        if (inputs > 2)
            add_variant(memory, shape, (1u << inputs) - (1u << first));
}

size_t analyse_operand_of(const function *shown, int parameter)
{
    size_t operand = 0;
    while (shown->operand_parameter[operand] != parameter)
        operand++;
    return operand;
}

const char *analyse_operand_name(const function *from, size_t operand)
{
    int parameter = from->operand_parameter[operand];
    return parameter < 0 ? "result" : from->parameters[parameter].name;
}

/* Whether an axis has the size of the loop whose letter stands there. */
static bool has_size(const function *shown, const extent *axis, const contraction *sum, char letter)
{
    int parameter = sum->sizes[letter - 'a'].parameter;
    if (parameter < 0)
        return extent_is_fixed(axis) && axis->constant == sum->sizes[letter - 'a'].constant;
    return extent_is_name(axis) &&
           strcmp(axis->terms[0].name, shown->parameters[parameter].name) == 0;
}

/* Whether the letters are those of whole axes of an operand, an input or the output. */
static bool has_letters(const function *shown, const contraction *sum, int parameter,
                        const char *letters, bool is_input)
{
    const size_t operand = analyse_operand_of(shown, parameter);
    const layout_operand *core = &shown->core.operands[operand];
    if (strlen(letters) != core->rank || (operand < shown->core.input_count) != is_input)
        return false;
    for (size_t axis = 0; axis < core->rank; axis++)
        if (!has_size(shown, &core->extents[axis], sum, letters[axis]))
            return false;
    return true;
}

/* Whether the sum is all that the function does, over whole axes of its operands. */
static bool is_whole(const function *shown, const contraction *sum)
{
    if (shown->operand_count != shown->core.input_count + 1)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (!has_letters(shown, sum, sum->parameters[i], sum->letters[i], i < 2))
            return false;
    for (size_t i = 0; i < sum->term_count; i++)
        if (sum->terms[i].letters &&
            !has_letters(shown, sum, sum->terms[i].parameter, sum->terms[i].letters, true))
            return false;
    return true;
}

/* The sums of products that the runtime computes by tiles instead, by binding. */
static void find_sums(arena *memory, function *shown)
{
    const contraction **sums = arena_array(memory, shown->binding_count, sizeof *sums);
    for (size_t i = 0; i < shown->binding_count; i++) {
        const contraction *sum = shown->bodies[i] ? shown->bodies[i]->contraction : NULL;
        if (!sum)
            continue;
        if (!is_whole(shown, sum)) {
            shown->bodies[i]->obstacle = (body_obstacle){
                "its loops do not walk along whole axes of the layout", shown->place};
            continue;
        }
        sums[i] = sum;
        shown->shape.sums = sums;
    }
}

/* Whether a body walks in order along the only axis that its arrays have. */
static bool is_walk(const body *read)
{
    return read->kind == CORE_SEQUENTIAL || read->kind == CORE_CONTRACTION ||
           (read->kind == CORE_GENERAL && analyse_walks(read->tree));
}

bool analyse_streams(const function *from, const body *read)
{
    for (size_t i = 0; i < from->operand_count; i++) {
        const int parameter = from->operand_parameter[i];
        const size_t rank = from->core.operands[i].rank;
        if (rank > 1 || (rank == 1 && (parameter < 0 || !read->subscripted[parameter])))
            return false;
    }
    return is_walk(read);
}

static bool is_streamed(const function *shown)
{
    for (size_t k = 0; k < shown->binding_count; k++)
        if (!analyse_streams(shown, shown->bodies[k]))
            return false;
    return effects_written_mask(shown) == 0;
}

bool analyse_streams_own(const function *shown)
{
    for (size_t k = 0; k < shown->binding_count; k++)
        if (!analyse_walks(shown->bodies[k]->tree))
            return false;
    return shown->binding_count > 0;
}

/* Whether a team of threads may share its walks, under all bindings. */
static bool is_teamed(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++)
        if (!shown->bodies[i]->team.walk_count)
            return false;
    return shown->shape.walks;
}

/* Whether a team may deal out the same loops under all bindings. */
static bool is_dealt(const function *shown)
{
    const body_deal *first = &shown->bodies[0]->deal;
    for (size_t i = 0; i < shown->binding_count; i++) {
        const body_deal *deal = &shown->bodies[i]->deal;
        if (!deal->loop_count || deal->loop_count != first->loop_count ||
            deal->alone_count != first->alone_count || deal->sizes != first->sizes)
            return false;
    }
    return shown->shape.deals;
}

team_bond analyse_team_bond(const function *shown)
{
    team_bond most = TEAM_APART;
    for (size_t i = 0; i < shown->binding_count; i++)
        if (shown->bodies[i]->team.bond > most)
            most = shown->bodies[i]->team.bond;
    return most;
}

/* Whether it is one nest that a gpu may compute by tiles, or a round a thread (fronted), under all
 * bindings, and stores nothing but its results. */
static bool is_nested(const function *shown, bool fronted)
{
    bool nested = shown->binding_count > 0 && !shown->returns && !shown->has_status;
    for (size_t i = shown->core.input_count; i < shown->operand_count; i++)
        nested &= shown->core.operands[i].rank == 2 || (fronted && shown->core.operands[i].rank);
    for (size_t i = 0; i < shown->binding_count && nested; i++) {
        const body *read = shown->bodies[i];
        nested = read->tiles.count == 1 && read->tiles.tiles[0].whole && read->pure &&
                 (fronted ? read->tiles.tiles[0].front && read->tiles.tiles[0].front->part_count > 0
                          : !read->tiles.tiles[0].front) &&
                 !read->recursive && (fronted || read->team.walk_count == 0) &&
                 read->deal.loop_count == 0;
    }
    return nested && effects_written_mask(shown) == 0;
}

void analyse_shape(arena *memory, function *shown)
{
    loop_shape *shape = &shown->shape;
    *shape = (loop_shape){.elementwise = is_elementwise(shown),
                          .transforms = shown->fourier && !shown->not_fused,
                          .walks = shape->walks,
                          .deals = shape->deals,
                          .inlined = shown->body_text && is_inlined(shown)};
    shape->flattened = shape->elementwise && shape->inlined && analyse_flattened(shown);
    if (shape->elementwise && (shape->inlined || !shown->body_text))
        add_variants(memory, shape, shown->core.input_count);
    if (shown->body_text && !shown->serial && layout_has_lists(&shown->core))
        shape->teamed = is_teamed(shown); /* its sums in any order, by vectors of the hosts */
    else if (shown->body_text && !shown->serial && !shown->index_count) {
        find_sums(memory, shown);
        shape->teamed = is_teamed(shown);
        shape->dealt = is_dealt(shown);
        const bool may_nest = !shape->elementwise && !shape->sums && !shown->launch;
        shape->nested = may_nest && is_nested(shown, false);
        shape->fronted = may_nest && is_nested(shown, true);
        shape->streamed = may_nest && !shape->fronted && is_streamed(shown) &&
                          !(shape->teamed && analyse_team_bond(shown) < TEAM_ORDERED);
    }
}

static weft_term *describe_terms(arena *memory, const function *shown, const contraction *sum)
{
    weft_term *terms = arena_array(memory, sum->term_count, sizeof *terms);
    for (size_t i = 0; i < sum->term_count; i++) {
        const contraction_term *from = &sum->terms[i];
        terms[i] =
            (weft_term){.letters = from->letters, .number = from->number, .integer = from->integer};
        if (from->letters)
            terms[i].operand = (uint8_t)analyse_operand_of(shown, from->parameter);
    }
    return terms;
}

const weft_contraction *analyse_descriptor(arena *memory, const function *shown,
                                           const contraction *sum)
{
    weft_contraction *result = arena_array(memory, 1, sizeof *result);
    weft_epilogue *epilogue = arena_array(memory, 1, sizeof *epilogue);
    *epilogue = (weft_epilogue){(uint8_t)sum->epilogue_dtype, (uint8_t)sum->step_count, sum->steps};
    *result = (weft_contraction){
        .a = sum->letters[0],
        .b = sum->letters[1],
        .c = sum->letters[2],
        .a_operand = (uint8_t)analyse_operand_of(shown, sum->parameters[0]),
        .b_operand = (uint8_t)analyse_operand_of(shown, sum->parameters[1]),
        .c_operand = (uint8_t)analyse_operand_of(shown, sum->parameters[2]),
        .conjugated = (uint8_t)(sum->conjugated[0] | sum->conjugated[1] << 1),
        .dtype = (uint8_t)sum->dtype,
        .product = (uint8_t)sum->product,
        .subtracted = sum->subtracted,
        .starts = sum->starts,
        .term_count = (uint8_t)sum->term_count,
        .terms = describe_terms(memory, shown, sum),
        .epilogue = sum->step_count ? epilogue : NULL,
    };
    return result;
}

/* The loops of emit_body.c. */
static uint64_t host_shapes(const function *shown)
{
    const loop_shape *shape = &shown->shape;
    const uint64_t lanes = shape->lanes ? WEFT_HAS(LANES) : 0;
    if (layout_has_lists(&shown->core))
        return WEFT_HAS(RAGGED);
    if (!shape->elementwise)
        return WEFT_HAS(CORE) | lanes | (shape->transforms ? WEFT_HAS(FFT) : 0);
    return WEFT_HAS(STRIDED) | lanes | (shape->variant_count > 0 ? WEFT_HAS(CONTIGUOUS) : 0) |
           (shape->variant_count > 1 ? WEFT_HAS(SCALAR) : 0) |
           (shape->host_folded ? WEFT_HAS(FOLD) | WEFT_HAS(GROUPS) : 0) | shape->best;
}

/* Whether a function of a ufunc combines two elements to a third, in any order. */
static bool is_reorderable(const ufunc *owner, const function *shown)
{
    return owner->first->reorderable && !shown->serial && shown->shape.elementwise &&
           shown->operand_count == 3 && shown->core.input_count == 2 && !shown->index_count;
}

/* Whether the dtypes of a loop of such a one are all the same. */
static bool is_uniform(const loop *shown)
{
    return shown->dtypes[0] == shown->dtypes[2] && shown->dtypes[1] == shown->dtypes[2];
}

/* Whether the hosts fold in registers: the function nests, and is inlined. */
static bool is_host_folded(const loop *shown)
{
    const loop_shape *shape = &shown->from->shape;
    return is_uniform(shown) && shape->inlined && !shape->lanes &&
           !effects_kept_mask(shown->from) && analyse_nests(shown->from->bodies[shown->binding]);
}

/* Whether libweft may fold a loop in any order: what the function keeps of two elements. */
static uint64_t find_best(const loop *shown)
{
    const int best = is_uniform(shown) ? analyse_best(shown->from->bodies[shown->binding]) : 0;
    return best > 0 ? WEFT_HAS(LARGEST) : best < 0 ? WEFT_HAS(LEAST) : 0;
}

static void find_folds(const ufunc *owner)
{
    for (size_t i = 0; i < owner->loop_count; i++)
        owner->loops[i].from->shape.best =
            is_reorderable(owner, owner->loops[i].from) ? find_best(&owner->loops[i]) : 0;
    for (size_t i = 0; i < owner->loop_count; i++)
        if (find_best(&owner->loops[i]) != owner->loops[i].from->shape.best)
            owner->loops[i].from->shape.best = 0;
    for (size_t f = 0; f < owner->function_count; f++)
        owner->functions[f]->shape.folded = is_reorderable(owner, owner->functions[f]);
    for (size_t i = 0; i < owner->loop_count; i++) {
        loop *shown = &owner->loops[i];
        loop_shape *shape = &shown->from->shape;
        shown->host_folded = is_reorderable(owner, shown->from) && is_host_folded(shown);
        shape->host_folded |= shown->host_folded;
        shape->folded = shape->folded && is_uniform(shown);
    }
}

void analyse_folds(const module *all)
{
    for (size_t u = 0; u < all->ufunc_count; u++)
        if (!all->ufuncs[u].declared)
            find_folds(&all->ufuncs[u]);
}

/* Those of fold.cuh and scan.cuh: of functions that are folded, and of what maps two elements and
 * combines them. */
static uint64_t fold_shapes(const function *shown)
{
    const uint64_t folds = WEFT_HAS(GPU_FOLD) | WEFT_HAS(GPU_FOLD_ROWS) | WEFT_HAS(GPU_FOLD_LANES);
    return shown->shape.folded  ? folds | WEFT_HAS(GPU_SCAN) | WEFT_HAS(GPU_SCAN_LANES)
           : shown->device_only ? folds
                                : 0;
}

/* The kernels that WEFT_ELEMENTWISE, WEFT_GUFUNC and WEFT_RAGGED of the device code make. */
static uint64_t gpu_shapes(const function *shown)
{
    const loop_shape *shape = &shown->shape;
    if (shown->launch)
        return WEFT_HAS(GPU_RAW);
    if (layout_has_lists(&shown->core))
        return WEFT_HAS(GPU_RAGGED) |
               (analyse_team_shares_lists(shown) ? WEFT_HAS(GPU_RAGGED_TEAM) : 0);
    return shape->elementwise ? WEFT_HAS(GPU_VECTOR) | WEFT_HAS(GPU_STRIDED) | WEFT_HAS(GPU_MASKED)
                              : WEFT_HAS(GPU_ITEM) | (shape->streamed ? WEFT_HAS(GPU_STREAM) : 0) |
                                    (shape->teamed ? WEFT_HAS(GPU_TEAM) : 0) |
                                    (shape->nested ? WEFT_HAS(GPU_NEST) : 0) |
                                    (shape->fronted ? WEFT_HAS(GPU_FRONT) : 0) |
                                    (shape->dealt ? WEFT_HAS(GPU_DEAL) : 0);
}

/* Whether a sum of products of matrices may be taken in any order: as the function says, or of
 * 16-bit floats. */
static bool is_in_any_order(const loop *shown)
{
    const function *from = shown->from;
    const contraction *sum = from->shape.sums ? from->shape.sums[shown->binding] : NULL;
    if (!sum)
        return false;
    const weft_dtype factor = shown->dtypes[analyse_operand_of(from, sum->parameters[0])];
    const bool is_half = factor == WEFT_FLOAT16 || factor == WEFT_BFLOAT16;
    return !from->strict && sum->letters[2][0] && sum->dtype >= WEFT_FLOAT16 &&
           sum->dtype <= WEFT_COMPLEX128 && (from->reorderable || is_half);
}

static bool has_any_order(const function *shown)
{
    bool found = false;
    for (size_t i = 0; i < shown->loop_count; i++)
        found |= is_in_any_order(&shown->loops[i]);
    return found;
}

uint64_t analyse_function_shapes(const function *shown)
{
    const uint64_t products =
        WEFT_HAS(GPU_PRODUCT) | (has_any_order(shown) ? WEFT_HAS(GPU_BLAS) : 0);
    return (shown->device_only ? 0 : host_shapes(shown)) | gpu_shapes(shown) | fold_shapes(shown) |
           (shown->shape.sums ? WEFT_HAS(TILES) | (shown->launch ? 0 : products) : 0);
}

uint64_t analyse_loop_shapes(const ufunc *owner, const loop *shown)
{
    const contraction **sums = shown->from->shape.sums;
    uint64_t shapes = owner->declared ? WEFT_HAS(TREE) | WEFT_HAS(GPU_TREE)
                                      : analyse_function_shapes(shown->from);
    if (sums && !sums[shown->binding])
        shapes &= ~(WEFT_HAS(TILES) | WEFT_HAS(GPU_PRODUCT));
    if (!is_in_any_order(shown))
        shapes &= ~WEFT_HAS(GPU_BLAS);
    if (!analyse_deal_dimensions(owner))
        shapes &= ~WEFT_HAS(GPU_DEAL);
    if (!shown->host_folded)
        shapes &= ~(WEFT_HAS(FOLD) | WEFT_HAS(GROUPS));
    return owner->gpu_refusal ? shapes & ~weft_kernel_shapes_of(WEFT_GPU) : shapes;
}
