/* lanes_shape.c: a function gets lanes where they are worth it and all of its bodies can be
 * translated. */
#include "lanes_shape.h"

#include <string.h>

#include "analyse/analyse.h"
#include "lanes_parts.h"
#include "split/split.h"

static const char *as_it_is(const void *context, const char *name)
{
    (void)context;
    return name;
}

static bool is_gain(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++)
        if (lanes_gain(shown->bodies[i]->tree, shown->strict))
            return true;
    return false;
}

/* ---- core dimensions ---- */

/* Whether the rounds of a loop are so many in every call; then their number. */
static bool is_constant(const ir_statement *loop, int64_t *rounds)
{
    counted_loop counted;
    int64_t begin, end;
    bool is = analyse_counted(loop, &counted) && ir_constant(counted.begin, &begin) &&
              ir_constant(counted.end, &end);
    *rounds = is ? end - begin : 0;
    return is;
}

/* The first loop that a compiler makes vectors of, and that may be long; NULL if there is none.
 * share: of such loops in the work of the function. What fills a local array and then works on it
 * otherwise has its work elsewhere; of rows that may be longer it must be next to nothing. */
static const ir_statement *find_long_row(const ir_statement *statement, double share)
{
    enum { SHORT = 8 };
    const double half = 0.5, little = 0.001;
    int64_t rounds;
    const ir_statement *found = NULL;
    if (ir_is_loop(statement) && analyse_loop_packs(statement) &&
        (is_constant(statement, &rounds) ? rounds > SHORT && share > half : share > little))
        return statement;
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = find_long_row(statement->children[i], share);
    return found;
}

static const ir_statement *find_rows_of(const body *read)
{
    const double share = read->packed_share;
    const ir_function *tree = read->tree;
    const ir_statement *found = tree->body ? find_long_row(tree->body, share) : NULL;
    for (size_t k = 0; k < tree->helper_count && !found; k++)
        found = tree->helpers[k]->body ? find_long_row(tree->helpers[k]->body, share) : NULL;
    return found;
}

/* Whether the work grows with the elements of an operand, all of which lanes have to copy, in loops
 * that count. */
static bool pays_for(const function *shown, const body *read, size_t operand)
{
    const layout_operand *core = &shown->core.operands[operand];
    size_product wanted = {{0}};
    for (size_t axis = 0; axis < core->rank; axis++)
        for (size_t i = 0; i < shown->parameter_count && i < MOST_SIZES; i++)
            if (extent_is_name(&core->extents[axis]) &&
                strcmp(core->extents[axis].terms[0].name, shown->parameters[i].name) == 0)
                wanted.powers[i]++;
    for (size_t k = 0; k < read->counted_count; k++) {
        bool pays = true;
        for (size_t i = 0; i < MOST_SIZES; i++)
            pays &= read->counted[k].powers[i] >= wanted.powers[i];
        if (pays)
            return true;
    }
    return false;
}

/* Why vectors of items would not be faster than what compilers make of one; none: they would. */
static body_obstacle find_denser(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++) {
        const body *read = shown->bodies[i];
        const ir_statement *row = read->tree->body ? find_rows_of(read) : NULL;
        if (row)
            return (body_obstacle){"a loop whose rounds are vectors already", row->place};
        for (size_t k = 0; k < shown->operand_count; k++)
            if (!read->tree->body || !pays_for(shown, read, k))
                return (body_obstacle){"work that does not outweigh copies of the operands",
                                       read->tree->place};
    }
    return (body_obstacle){0};
}

/* Straight code is as dense item by item: what lanes gain there goes into copies. */
static bool is_core_worth_it(function *shown)
{
    const bool gains = is_gain(shown);
    const body_obstacle denser = find_denser(shown);
    if (gains)
        shown->shape.no_lanes = denser;
    return gains && !denser.text;
}

/* Elements of core blocks are numbers: there are no blocks of pairs. */
static ir_gap find_complex(const ir_function *tree)
{
    for (size_t i = 0; i < tree->parameter_count; i++) {
        const ir_type *type = tree->parameters[i]->type;
        while (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY)
            type = type->element;
        if (split_is_composite(type))
            return (ir_gap){"complex numbers in a core", tree->parameters[i]->place};
    }
    return split_is_composite(tree->result) ? (ir_gap){"complex numbers in a core", tree->place}
                                            : (ir_gap){0};
}

/* What vectors are made of has the names of the tree, and some of its own. */
static ir_gap find_names(const function *shown)
{
    if (shown->is_renamed)
        return (ir_gap){"a name that several files have for different things", shown->place};
    for (size_t i = 0; i < shown->piece_count; i++)
        for (size_t k = 0; k < shown->pieces[i].name_count; k++)
            if (lanes_is_reserved(shown->pieces[i].names[k]))
                return (ir_gap){"a name at file scope that vectors have for their own",
                                shown->place};
    return (ir_gap){0};
}

/* all: whether vectors are wanted where they are slower, too. */
static ir_gap find_gap(arena *memory, const function *shown, const body *read, bool all)
{
    static const c_naming plain = {as_it_is, NULL};
    const bool elementwise = shown->shape.elementwise;
    const ir_gap gap = elementwise ? (ir_gap){0} : find_complex(read->tree);
    if (gap.reason)
        return gap;
    const lanes_text text = lanes_translate(memory, read->tree, shown->strict, false, &plain);
    const bool slow = lanes_scatters(&text) && !elementwise && !all;
    return !text.gap.reason && slow ? text.scatters : text.gap;
}

static bool is_worth_it(function *shown)
{
    return shown->shape.elementwise ? is_gain(shown) : is_core_worth_it(shown);
}

/* ---- loops inside ---- */

static void find_rows(arena *memory, function *shown)
{
    static const c_naming plain = {as_it_is, NULL};
    loop_shape *shape = &shown->shape;
    const ir_gap names = find_names(shown);
    if (names.reason) {
        shape->no_rows = (body_obstacle){names.reason, names.place};
        return;
    }
    for (size_t b = 0; b < shown->binding_count && shown->bodies[b]; b++) {
        const body_rows *found = &shown->bodies[b]->rows;
        if (!shape->no_rows.text)
            shape->no_rows = found->obstacle;
        for (size_t i = 0; i < found->count; i++) {
            lanes_text text;
            if (found->rows[i].find) {
                found->rows[i].by_vectors = shape->rows = true;
                continue;
            }
            found->rows[i].by_vectors = lanes_translate_row(memory, &found->rows[i], &plain, &text);
            shape->rows |= found->rows[i].by_vectors;
            if (text.gap.reason && !shape->no_rows.text)
                shape->no_rows = (body_obstacle){text.gap.reason, text.gap.place};
        }
    }
    if (shape->rows)
        shape->no_rows = (body_obstacle){0};
}

/* ---- nests ---- */

static ir_gap find_tile_gap(arena *memory, const function *shown, const nest_tile *tile)
{
    static const c_naming plain = {as_it_is, NULL};
    const tile_part *const parts[] = {&tile->start, &tile->step, &tile->finish};
    ir_gap gap = {0};
    if (tile->front)
        return lanes_translate(memory, tile->front->made, shown->strict, false, &plain).gap;
    for (size_t i = 0; i < 3 && !gap.reason; i++)
        gap = lanes_translate(memory, parts[i]->made, shown->strict, false, &plain).gap;
    return gap;
}

static void find_tiles(arena *memory, function *shown)
{
    loop_shape *shape = &shown->shape;
    ir_gap gap = find_names(shown);
    for (size_t b = 0; b < shown->binding_count && shown->bodies[b]; b++) {
        body_tiles *found = &shown->bodies[b]->tiles;
        if (!shape->no_tiles.text)
            shape->no_tiles = found->obstacle;
        for (size_t i = 0; i < found->count && !find_names(shown).reason; i++) {
            const ir_gap own = find_tile_gap(memory, shown, &found->tiles[i]);
            found->tiles[i].by_vectors = !own.reason;
            shape->tiled |= !own.reason;
            gap = gap.reason ? gap : own;
        }
    }
    if (gap.reason && !shape->no_tiles.text)
        shape->no_tiles = (body_obstacle){gap.reason, gap.place};
    if (shape->tiled)
        shape->no_tiles = (body_obstacle){0};
}

void lanes_shape(arena *memory, function *shown, bool all)
{
    if (shown->body_text && !shown->device_only && !shown->shape.elementwise)
        find_rows(memory, shown);
    if (shown->body_text && !shown->device_only && !shown->shape.elementwise)
        find_tiles(memory, shown);
    loop_shape *const shape = &shown->shape;
    if (!shown->body_text || shown->serial || shown->device_only || shape->sums ||
        layout_has_lists(&shown->core) || !(all || is_worth_it(shown)))
        return;
    ir_gap gap = find_names(shown);
    for (size_t i = 0; i < shown->binding_count && !gap.reason; i++)
        gap = find_gap(memory, shown, shown->bodies[i], all);
    if (shape->transforms)
        gap = (ir_gap){"passes of libweft's own that serve it", shown->place};
    shape->lanes = shown->binding_count && !gap.reason;
    shape->no_lanes = (body_obstacle){gap.reason, gap.place};
    if (shape->lanes && shape->elementwise)
        shape->variant_count = 0; /* a loop for all steps is left, for floating-point flags */
}
