/* nest_take.c: what the functions of a tiled nest take: variables, counters, elements. */
#include "nest_parts.h"

static const tile_loop *sides(const tile_search *in, size_t i)
{
    return i == 0 ? &in->tile.row : i == 1 ? &in->tile.column : &in->tile.depth;
}

/* ---- arguments ---- */

static ir_variable *add_argument(tile_maker *to, tile_source source, const ir_variable *variable,
                                 const ir_expression *element)
{
    arena *memory = to->in->memory;
    ir_variable *made = arena_array(memory, 1, sizeof *made);
    *made = *variable;
    made->storage = IR_PARAMETER;
    made->initializer = NULL;
    made->is_size =
        source == TILE_GIVEN || source == TILE_ROW_COUNTER || source == TILE_DEPTH_COUNTER;
    *ARENA_PUSH(memory, to->arguments, to->argument_count) =
        (tile_argument){.source = source, .parameter = made, .element = element};
    size_t count = to->argument_count - 1;
    *ARENA_PUSH(memory, to->sure, count) = to->maybe == 0;
    return made;
}

static tile_argument *find_argument(tile_maker *to, const ir_variable *variable)
{
    for (size_t i = 0; i < to->argument_count; i++)
        if (!to->arguments[i].element && to->arguments[i].parameter->id == variable->id)
            return &to->arguments[i];
    return NULL;
}

static bool is_kept(const tile_maker *to, const ir_variable *variable)
{
    for (size_t i = 0; i < to->in->part_count; i++)
        if (to->in->part_of[i] == to->kind && ir_declares(to->in->parts[i], variable))
            return true;
    return false;
}

void tile_note_given(tile_search *in, const ir_variable *variable)
{
    if (variable->storage == IR_PARAMETER)
        return;
    for (size_t i = 0; i < in->tile.given_count; i++)
        if (in->tile.given[i] == variable)
            return;
    *ARENA_PUSH(in->memory, in->tile.given, in->tile.given_count) = variable;
}

bool tile_take_variable(tile_maker *to, const ir_expression *at)
{
    tile_search *in = to->in;
    const ir_variable *variable = at->variable;
    tile_source source = TILE_GIVEN;
    if (variable->storage == IR_TABLE || find_argument(to, variable))
        return true;
    if (tile_is_state(in, variable))
        source = TILE_STATE;
    else if (is_kept(to, variable))
        return true;
    else if (variable == in->tile.row.counter)
        source = TILE_ROW_COUNTER;
    else if (variable == in->tile.column.counter)
        source = TILE_COLUMN_COUNTER;
    else if (variable == in->tile.depth.counter)
        source = TILE_DEPTH_COUNTER;
    else if (variable->storage == IR_GLOBAL || !tile_is_number(variable->type) ||
             variable->residence != IR_REGISTER || analyse_writes(in->tile.loop, variable) ||
             ir_declares(in->tile.loop, variable))
        return tile_refuse(in, at->place, "\"%s\" is no number that all results share",
                           variable->name);
    if (source == TILE_GIVEN)
        tile_note_given(in, variable);
    add_argument(to, source, variable, NULL);
    return true;
}

/* ---- elements ---- */

bool tile_is_element(const ir_expression *expression)
{
    return expression->kind == IR_SUBSCRIPT && expression->operands[0]->kind == IR_VARIABLE &&
           expression->operands[0]->variable->storage == IR_PARAMETER;
}

static bool is_fixed_index(const tile_maker *to, const ir_expression *value)
{
    const tile_search *in = to->in;
    bool fixed = value->kind == IR_VARIABLE || value->kind == IR_LITERAL ||
                 value->kind == IR_CAST || value->kind == IR_BINARY || value->kind == IR_UNARY;
    if (ir_written(value) || !ir_is_integer(value->type) || value->op == IR_DIVIDE ||
        value->op == IR_REMAINDER)
        return false;
    if (value->kind == IR_VARIABLE) {
        const ir_variable *variable = value->variable;
        for (size_t i = 0; i < 3; i++)
            if (sides(in, i)->counter == variable)
                return true;
        return variable->storage != IR_GLOBAL && !ir_declares(in->tile.loop, variable) &&
               !analyse_writes(in->tile.loop, variable);
    }
    for (size_t i = 0; i < value->operand_count && fixed; i++)
        fixed = is_fixed_index(to, value->operands[i]);
    return fixed;
}

static bool moves(const ir_expression *element, const tile_loop *along)
{
    for (size_t i = 1; i < element->operand_count; i++)
        if (analyse_mentions(element->operands[i], along->counter))
            return true;
    return false;
}

/* The locals in an index are the function's. */
static void note_index(tile_search *in, const ir_expression *value)
{
    if (value->kind == IR_VARIABLE && value->variable->storage == IR_LOCAL) {
        bool counts = false;
        for (size_t i = 0; i < 3; i++)
            counts |= sides(in, i)->counter == value->variable;
        if (!counts)
            tile_note_given(in, value->variable);
    }
    for (size_t i = 0; i < value->operand_count; i++)
        note_index(in, value->operands[i]);
}

static bool find_source(tile_maker *to, const ir_expression *element, tile_source *source)
{
    tile_search *in = to->in;
    const char *text = ir_expression_text(in->memory, element);
    const ir_variable *array = element->operands[0]->variable;
    if (element->operand_count - 1 != ir_subscript_rank(array->type) ||
        !tile_is_number(element->type))
        return tile_refuse(in, element->place, "\"%s\" is no number", text);
    for (size_t i = 1; i < element->operand_count; i++) {
        if (!is_fixed_index(to, element->operands[i]))
            return tile_refuse(in, element->place, "the place of \"%s\" is computed", text);
        note_index(in, element->operands[i]);
    }
    const bool rows = moves(element, &in->tile.row), columns = moves(element, &in->tile.column);
    const bool depth = moves(element, &in->tile.depth);
    *source = rows && columns ? TILE_RESULT : columns ? TILE_COLUMN : TILE_ROW;
    if (to->kind == TILE_STEP && *source == TILE_RESULT)
        return tile_refuse(in, element->place, "\"%s\" is another for each result", text);
    return to->kind == TILE_STEP || !depth ||
           tile_refuse(in, element->place, "\"%s\" is used behind its loop", text);
}

/* The argument of an element; -1 where there is none. */
int tile_take_element(tile_maker *to, const ir_expression *element)
{
    tile_source source = {0};
    for (size_t i = 0; i < to->argument_count; i++)
        if (to->arguments[i].element && ir_same(to->arguments[i].element, element)) {
            to->sure[i] |= to->maybe == 0;
            return (int)i;
        }
    if (!find_source(to, element, &source))
        return -1;
    const ir_variable named = {.name =
                                   arena_format(to->in->memory, "weft_e%zu", to->argument_count),
                               .id = (unsigned)to->variable_count++,
                               .storage = IR_PARAMETER,
                               .type = element->type,
                               .place = element->place};
    add_argument(to, source, &named, element);
    tile_argument *added = &to->arguments[to->argument_count - 1];
    added->is_close = tile_direction(element, to->in->tile.column.counter) == 1;
    added->deep = tile_direction(element, to->in->tile.depth.counter);
    added->is_even = true;
    for (size_t i = 1; i < element->operand_count; i++)
        added->is_even &= nest_read_index(element->operands[i]).is_known;
    added->by_row = moves(element, &to->in->tile.row);
    added->by_column = moves(element, &to->in->tile.column);
    added->by_depth = moves(element, &to->in->tile.depth);
    return (int)to->argument_count - 1;
}

bool tile_counts_along(const tile_loop *loop, const ir_type *axis)
{
    int64_t begin, end;
    const ir_expression *extent = axis->kind == IR_TYPE_ARRAY && axis->extent_expression
                                      ? ir_strip_casts(axis->extent_expression)
                                      : NULL;
    const ir_expression *last = ir_strip_casts(loop->end);
    if (axis->kind != IR_TYPE_ARRAY || !ir_constant(loop->begin, &begin) || begin < 0)
        return false;
    return extent && extent->kind == IR_VARIABLE
               ? last->kind == IR_VARIABLE && last->variable->id == extent->variable->id
               : ir_constant(loop->end, &end) && end <= axis->extent;
}

/* Whether the element is there whatever the sizes are: each index counts along its axis. */
bool tile_is_within(const tile_maker *to, const ir_expression *element)
{
    const ir_type *type = element->operands[0]->variable->type;
    for (size_t i = 1; i < element->operand_count; i++, type = type->element) {
        const nest_index index = nest_read_index(element->operands[i]);
        bool good = false;
        for (size_t k = 0; k < 3 && index.is_known; k++)
            good |= index.count == 1 && index.constant == 0 && index.factors[0] == 1 &&
                    index.variables[0] == sides(to->in, k)->counter &&
                    tile_counts_along(sides(to->in, k), type);
        if (!good)
            return false;
    }
    return true;
}
