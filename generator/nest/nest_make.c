/* nest_make.c: the functions that the statements of a tiled nest become: of states, elements,
 * counters and what is the same for all of the nest. */
#include "nest_parts.h"

#include <string.h>

/* ---- copies ---- */

static ir_expression *copy_expression(tile_maker *to, const ir_expression *from);

static bool look_at_target(tile_maker *to, const ir_expression *from)
{
    tile_search *in = to->in;
    const ir_expression *target = ir_written(from);
    const ir_expression *bare = target ? ir_strip(target) : NULL;
    if (!bare || bare->kind == IR_VARIABLE)
        return true;
    if (!tile_is_element(bare) || to->kind != TILE_FINISH)
        return tile_refuse(in, target->place, "\"%s\" is stored before the rounds are over",
                           ir_expression_text(in->memory, target));
    const int number = tile_take_element(to, bare);
    if (number < 0)
        return false;
    to->arguments[number].written = true;
    return to->arguments[number].source == TILE_RESULT ||
           tile_refuse(in, target->place, "\"%s\" is no element of one result",
                       ir_expression_text(in->memory, target));
}

bool tile_is_maybe(const ir_expression *from, size_t operand)
{
    return operand > 0 && (from->kind == IR_CONDITIONAL ||
                           (from->kind == IR_BINARY && (from->op == IR_AND || from->op == IR_OR)));
}

static ir_expression *copy_expression(tile_maker *to, const ir_expression *from)
{
    tile_search *in = to->in;
    if (!from || in->failed || !look_at_target(to, from))
        return NULL;
    if (tile_is_element(from)) {
        const int number = tile_take_element(to, from);
        return number < 0 ? NULL
                          : ir_put_variable(to->in->memory, from, to->arguments[number].parameter);
    }
    if ((from->kind == IR_SUBSCRIPT || from->kind == IR_MEMBER ||
         (from->kind == IR_UNARY && from->op == IR_DEREFERENCE)) &&
        !(ir_base_variable(from) && ir_base_variable(from)->storage == IR_TABLE)) {
        tile_refuse(in, from->place, "\"%s\" is no element of an operand",
                    ir_expression_text(in->memory, from));
        return NULL;
    }
    if (from->kind == IR_VARIABLE && !tile_take_variable(to, from))
        return NULL;
    ir_expression *made = arena_array(in->memory, 1, sizeof *made);
    *made = *from;
    made->operands = NULL;
    made->operand_count = 0;
    for (size_t i = 0; i < from->operand_count; i++) {
        to->maybe += tile_is_maybe(from, i);
        *ARENA_PUSH(in->memory, made->operands, made->operand_count) =
            copy_expression(to, from->operands[i]);
        to->maybe -= tile_is_maybe(from, i);
    }
    return made;
}

/* variable = value; */
static ir_statement *make_assignment(tile_maker *to, ir_variable *variable,
                                     const ir_expression *value)
{
    arena *memory = to->in->memory;
    ir_expression *made = ir_new_expression(memory, IR_ASSIGN, variable->type, variable->place);
    ir_expression *target = ir_new_expression(memory, IR_VARIABLE, variable->type, variable->place);
    ir_statement *statement = ir_new_statement(memory, IR_EVALUATE, variable->place);
    target->variable = variable;
    made->id = target->id = value->id;
    ir_add_operand(memory, made, target);
    ir_add_operand(memory, made, copy_expression(to, value));
    statement->expression = made;
    tile_take_variable(to, target);
    return statement;
}

static ir_variable *copy_variable(tile_maker *to, const ir_variable *from)
{
    ir_variable *made = arena_array(to->in->memory, 1, sizeof *made);
    *made = *from;
    if (from->storage == IR_LOCAL)
        made->initializer = copy_expression(to, from->initializer);
    return made;
}

static ir_statement *copy_statement(tile_maker *to, const ir_statement *from);

/* States begin, all others are declared. */
static ir_statement *copy_declaration(tile_maker *to, const ir_statement *from)
{
    arena *memory = to->in->memory;
    ir_statement *block = ir_new_statement(memory, IR_BLOCK, from->place);
    for (size_t i = 0; i < from->variable_count; i++) {
        ir_variable *variable = from->variables[i];
        if (tile_is_state(to->in, variable)) {
            if (variable->initializer)
                ir_add_child(memory, block, make_assignment(to, variable, variable->initializer));
            continue;
        }
        ir_statement *made = ir_new_statement(memory, IR_DECLARATION, from->place);
        *ARENA_PUSH(memory, made->variables, made->variable_count) = copy_variable(to, variable);
        ir_add_child(memory, block, made);
    }
    return block;
}

static void add_copy(tile_maker *to, ir_statement *block, const ir_statement *from)
{
    arena *memory = to->in->memory;
    ir_statement *made = copy_statement(to, from);
    if (from->kind != IR_DECLARATION || !made) {
        ir_add_child(memory, block, made);
        return;
    }
    for (size_t i = 0; i < made->child_count; i++)
        ir_add_child(memory, block, made->children[i]);
}

/* Whether a statement is if (…) { …; continue; }, so that what follows is its other branch. */
static bool skips(const tile_maker *to, const ir_statement *statement)
{
    if (to->kind != TILE_STEP || to->followed || statement->kind != IR_IF)
        return false;
    const ir_statement *then = statement->children[0];
    while (then->kind == IR_BLOCK && then->child_count)
        then = then->children[then->child_count - 1];
    return then->kind == IR_CONTINUE;
}

static void copy_children(tile_maker *to, ir_statement *block, ir_statement *const *children,
                          size_t count);

/* What stands before the `continue` at the end. */
static void copy_skipping(tile_maker *to, ir_statement *block, const ir_statement *then)
{
    if (then->kind != IR_BLOCK)
        return;
    copy_children(to, block, then->children, then->child_count - 1);
    copy_skipping(to, block, then->children[then->child_count - 1]);
}

/* if (…) { … } else { what follows } */
static ir_statement *copy_skip(tile_maker *to, const ir_statement *from,
                               ir_statement *const *behind, size_t count)
{
    arena *memory = to->in->memory;
    ir_statement *made = ir_new_statement(memory, IR_IF, from->place);
    ir_statement *then = ir_new_statement(memory, IR_BLOCK, from->place);
    ir_statement *other = ir_new_statement(memory, IR_BLOCK, from->place);
    made->expression = copy_expression(to, from->expression);
    to->maybe++;
    copy_skipping(to, then, from->children[0]);
    to->followed++;
    if (from->child_count > 1)
        add_copy(to, other, from->children[1]);
    to->followed--;
    copy_children(to, other, behind, count);
    to->maybe--;
    ir_add_child(memory, made, then);
    ir_add_child(memory, made, other);
    return made;
}

static void copy_children(tile_maker *to, ir_statement *block, ir_statement *const *children,
                          size_t count)
{
    for (size_t i = 0; i < count && !to->in->failed; i++) {
        if (skips(to, children[i])) {
            ir_add_child(to->in->memory, block,
                         copy_skip(to, children[i], children + i + 1, count - i - 1));
            return;
        }
        to->followed += i + 1 < count;
        add_copy(to, block, children[i]);
        to->followed -= i + 1 < count;
    }
}

static ir_statement *copy_statement(tile_maker *to, const ir_statement *from)
{
    arena *memory = to->in->memory;
    if (!from || to->in->failed)
        return NULL;
    if (from->kind == IR_CONTINUE)
        tile_refuse(to->in, from->place, "a round or a result may end early%s", "");
    if (from->kind == IR_DECLARATION)
        return copy_declaration(to, from);
    if (from->kind == IR_SWITCH)
        tile_refuse(to->in, from->place, "a switch is no choice of numbers%s", "");
    ir_statement *made = ir_copy_without_children(memory, from);
    made->expression = copy_expression(to, from->expression);
    if (from->kind == IR_BLOCK) {
        copy_children(to, made, from->children, from->child_count);
        return made;
    }
    to->maybe++, to->followed++;
    for (size_t i = 0; i < from->child_count; i++) {
        ir_statement *inner = ir_new_statement(memory, IR_BLOCK, from->children[i]->place);
        add_copy(to, inner, from->children[i]);
        ir_add_child(memory, made, inner);
    }
    to->maybe--, to->followed--;
    return made;
}

/* ---- functions ---- */

const ir_type *tile_void(arena *memory)
{
    ir_type *type = arena_array(memory, 1, sizeof *type);
    *type = (ir_type){.kind = IR_TYPE_VOID, .extent = -1, .spelling = "void"};
    return type;
}

/* Elements that may not be used are there, too. */
static bool are_there(tile_maker *to)
{
    for (size_t i = 0; i < to->argument_count; i++) {
        const ir_expression *element = to->arguments[i].element;
        if (element && !to->sure[i] && !tile_is_within(to, element))
            return tile_refuse(to->in, element->place, "\"%s\" is there under a condition",
                               ir_expression_text(to->in->memory, element));
    }
    return true;
}

static bool is_enough(tile_maker *to)
{
    size_t elements = 0;
    for (size_t i = 0; i < to->argument_count; i++)
        elements += to->arguments[i].element != NULL;
    return elements <= TILE_MOST_ELEMENTS ||
           tile_refuse(to->in, to->in->tile.loop->place, "it reads too many elements%s", "");
}

static bool make_part(tile_search *in, tile_part_kind kind, const char *name, tile_part *part)
{
    tile_maker to = {.in = in, .kind = kind, .variable_count = in->function->variable_count};
    ir_function *made = arena_array(in->memory, 1, sizeof *made);
    *made = *in->function;
    made->body = ir_new_statement(in->memory, IR_BLOCK, in->tile.loop->place);
    for (size_t i = 0; i < in->part_count && !in->failed; i++)
        if (in->part_of[i] == kind)
            copy_children(&to, made->body, &in->parts[i], 1);
    if (in->failed || !are_there(&to) || !is_enough(&to))
        return false;
    made->name =
        arena_format(in->memory, "%s_%s%zu", in->function->name, name, in->result->count + 1);
    made->result = tile_void(in->memory);
    made->variable_count = to.variable_count;
    made->parameters = NULL;
    made->parameter_count = 0;
    for (size_t i = 0; i < to.argument_count; i++) {
        to.arguments[i].parameter->position = (unsigned)i;
        *ARENA_PUSH(in->memory, made->parameters, made->parameter_count) =
            to.arguments[i].parameter;
    }
    for (size_t i = 0; i < to.argument_count; i++)
        to.arguments[i].read = !to.arguments[i].written ||
                               nest_first_use(made->body, to.arguments[i].parameter) != USE_SET;
    *part = (tile_part){made, to.arguments, to.argument_count};
    return true;
}

/* What the nest writes it reads as the same element only, so that no tile reads what another
 * writes. */
static bool reads_own(tile_search *in)
{
    const tile_part *parts[] = {&in->tile.start, &in->tile.step, &in->tile.finish};
    const tile_part *finish = &in->tile.finish;
    for (size_t w = 0; w < finish->argument_count; w++)
        for (size_t p = 0; finish->arguments[w].written && p < 3; p++)
            for (size_t k = 0; k < parts[p]->argument_count; k++) {
                const ir_expression *own = finish->arguments[w].element;
                const ir_expression *other = parts[p]->arguments[k].element;
                if (other && ir_base_variable(other) == ir_base_variable(own) &&
                    !ir_same(other, own))
                    return tile_refuse(in, other->place, "\"%s\" may be another result",
                                       ir_expression_text(in->memory, other));
            }
    return true;
}

bool tile_make(tile_search *in)
{
    return make_part(in, TILE_START, "start", &in->tile.start) &&
           make_part(in, TILE_STEP, "step", &in->tile.step) &&
           make_part(in, TILE_FINISH, "finish", &in->tile.finish) && reads_own(in);
}
