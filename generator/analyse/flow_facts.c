/* flow_facts.c: the loops of a function, what decides how long they run, and what gives variables
 * their values. */
#include <ctype.h>
#include <string.h>

#include "flow.h"

typedef struct reader {
    arena *memory;
    flow_facts *facts;
    int loop; /* around what is read */
} reader;

/* ---- what updates a variable ---- */

const ir_variable *flow_held(const ir_expression *place)
{
    for (;;) {
        place = ir_strip_casts(place);
        if (place->kind == IR_VARIABLE)
            return place->variable;
        const bool is_part = place->kind == IR_SUBSCRIPT || place->kind == IR_MEMBER;
        if (!is_part)
            return NULL;
        const ir_expression *whole = ir_strip_casts(place->operands[0]);
        const bool is_data = whole->kind == IR_VARIABLE &&
                             whole->variable->storage == IR_PARAMETER &&
                             place->kind == IR_SUBSCRIPT;
        if (is_data || (place->kind == IR_SUBSCRIPT && whole->type->kind == IR_TYPE_POINTER))
            return NULL;
        place = whole;
    }
}

static void add_update(reader *in, flow_update added)
{
    flow_facts *facts = in->facts;
    if (!added.variable)
        return;
    added.loop = in->loop;
    *ARENA_PUSH(in->memory, facts->updates, facts->update_count) = added;
    for (size_t i = 0; i < facts->variable_count; i++)
        if (facts->variables[i] == added.variable)
            return;
    *ARENA_PUSH(in->memory, facts->variables, facts->variable_count) = added.variable;
}

/* Fills in how target = value steps, target + x, x + target or target - x; false where it does not.
 */
static bool find_step(flow_update *update, const ir_expression *value, const ir_expression *target)
{
    value = ir_strip_casts(value);
    if (value->kind != IR_BINARY || (value->op != IR_ADD && value->op != IR_SUBTRACT))
        return false;
    const bool is_left = ir_same(value->operands[0], target);
    if (!is_left && (value->op != IR_ADD || !ir_same(value->operands[1], target)))
        return false;
    update->value = value->operands[is_left];
    update->is_down = value->op == IR_SUBTRACT;
    return true;
}

static void add_assignment(reader *in, const ir_expression *assignment)
{
    const ir_expression *target = assignment->operands[0], *value = assignment->operands[1];
    flow_update update = {.variable = flow_held(target), .value = value};
    if (!update.variable)
        return;
    update.is_step = assignment->op == IR_ADD || assignment->op == IR_SUBTRACT ||
                     (assignment->op == IR_OPERATOR_NONE && find_step(&update, value, target));
    update.is_down |= assignment->op == IR_SUBTRACT;
    if (update.is_step && analyse_mentions(update.value, update.variable)) /* i += i & -i */
        update.is_step = update.is_down = false;
    if (!update.is_step) {
        update.value = assignment->op ? assignment : value;
        update.is_own = assignment->op || analyse_mentions(value, update.variable);
    }
    add_update(in, update);
}

/* The local whose address an argument is. */
static const ir_variable *find_addressed(const ir_expression *argument)
{
    argument = ir_strip_casts(argument);
    const bool is_address = argument->kind == IR_UNARY && argument->op == IR_ADDRESS;
    const bool is_array = argument->kind == IR_VARIABLE && argument->type->kind == IR_TYPE_ARRAY;
    const ir_variable *variable = is_address ? flow_held(argument->operands[0])
                                  : is_array ? argument->variable
                                             : NULL;
    return variable && variable->storage == IR_LOCAL ? variable : NULL;
}

static void read_statement(reader *in, const ir_statement *statement);

static bool read_node(void *context, const ir_expression *expression, const ir_statement *statement)
{
    reader *in = context;
    (void)statement;
    if (expression->kind == IR_ASSIGN)
        add_assignment(in, expression);
    else if (expression->kind == IR_UNARY && expression->op >= IR_PRE_INCREMENT)
        add_update(in,
                   (flow_update){.variable = flow_held(expression->operands[0]), .is_step = true});
    for (size_t i = 0; expression->kind == IR_CALL && i < expression->operand_count; i++)
        add_update(in, (flow_update){.variable = find_addressed(expression->operands[i]),
                                     .value = expression,
                                     .is_call = true});
    if (expression->inside)
        read_statement(in, expression->inside);
    return !expression->inside;
}

/* ---- loops that goto makes ---- */

/* Whether the text of a goto names the label that another text begins with. */
static bool names_label(const char *jump, const char *label)
{
    jump += strcspn(jump, " \t\n");
    jump += strspn(jump, " \t\n");
    const size_t length = strcspn(label, " \t\n:"), asked = strcspn(jump, " \t\n;");
    return length == asked && strncmp(jump, label, length) == 0;
}

static bool jumps_to(const ir_statement *statement, const char *label)
{
    if (!statement)
        return false;
    if (statement->kind == IR_TEXT_STATEMENT && statement->jump == IR_GOTO && statement->text)
        return names_label(statement->text, label);
    for (size_t i = 0; i < statement->child_count; i++)
        if (jumps_to(statement->children[i], label))
            return true;
    return false;
}

/* A loop over the children of a block from the one that a label stands before to the last that goes
 * back to it. */
static const flow_region *make_region(reader *in, const ir_statement *block, size_t first)
{
    const ir_statement *label = block->children[first];
    size_t last = first;
    bool jumps = false;
    if (label->kind != IR_TEXT_STATEMENT || label->jump != IR_LABEL || !label->text)
        return NULL;
    for (size_t i = first; i < block->child_count; i++)
        if (jumps_to(block->children[i], label->text))
            last = i, jumps = true;
    if (!jumps)
        return NULL;
    ir_statement *body = arena_array(in->memory, 1, sizeof *body),
                 *loop = arena_array(in->memory, 1, sizeof *loop);
    *body = (ir_statement){.kind = IR_BLOCK, .place = label->place};
    *loop = (ir_statement){.kind = IR_WHILE, .place = label->place};
    for (size_t i = first; i <= last; i++)
        for (size_t k = 0; i == first && k < label->child_count; k++)
            ir_add_child(in->memory, body, label->children[k]);
    for (size_t i = first + 1; i <= last; i++)
        ir_add_child(in->memory, body, block->children[i]);
    ir_add_child(in->memory, loop, body);
    flow_region *made = ARENA_PUSH(in->memory, in->facts->regions, in->facts->region_count);
    *made = (flow_region){block, first, last, loop};
    return made;
}

const flow_region *flow_find_region(const flow_facts *facts, const ir_statement *block,
                                    size_t child)
{
    for (size_t i = 0; i < facts->region_count; i++)
        if (facts->regions[i].block == block && facts->regions[i].first == child)
            return &facts->regions[i];
    return NULL;
}

/* ---- what ends a loop ---- */

static bool leaves(const ir_statement *statement, bool in_inner_loop)
{
    if (!statement)
        return false;
    const bool jumps = statement->kind == IR_TEXT_STATEMENT && statement->jump == IR_GOTO;
    if (jumps || statement->kind == IR_RETURN || (statement->kind == IR_BREAK && !in_inner_loop))
        return true;
    const bool inner = in_inner_loop || ir_holds_break(statement);
    for (size_t i = 0; i < statement->child_count; i++)
        if (leaves(statement->children[i], inner))
            return true;
    return false;
}

typedef struct flag_search {
    const ir_expression *condition;
    bool found;
} flag_search;

static bool find_flag(void *context, const ir_expression *expression, const ir_statement *statement)
{
    flag_search *search = context;
    (void)statement;
    const ir_variable *variable =
        expression->kind == IR_ASSIGN ? flow_held(expression->operands[0]) : NULL;
    search->found |= variable && analyse_mentions(search->condition, variable);
    return !search->found;
}

/* Whether a branch sets what the loop's condition asks for. */
static bool sets_flag(const ir_statement *branch, const ir_expression *condition)
{
    flag_search search = {condition, false};
    if (condition)
        ir_visit(branch, find_flag, &search);
    return search.found;
}

static void add_exits(reader *in, flow_loop *loop, const ir_statement *statement, bool inner)
{
    if (!statement)
        return;
    const bool is_if = statement->kind == IR_IF;
    for (size_t i = 0; i < statement->child_count; i++) {
        const ir_statement *child = statement->children[i];
        if (is_if && (leaves(child, inner) || sets_flag(child, loop->loop->expression)))
            *ARENA_PUSH(in->memory, loop->exits, loop->exit_count) = statement->expression;
        add_exits(in, loop, child, inner || ir_holds_break(statement));
    }
}

static void read_loop(reader *in, const ir_statement *loop)
{
    flow_facts *facts = in->facts;
    const int around = in->loop;
    read_statement(in, loop->first);
    in->loop = (int)facts->loop_count;
    flow_loop *made = ARENA_PUSH(in->memory, facts->loops, facts->loop_count);
    *made = (flow_loop){.loop = loop, .around = around};
    if (loop->expression)
        *ARENA_PUSH(in->memory, made->exits, made->exit_count) = loop->expression;
    for (size_t i = 0; i < loop->child_count; i++)
        add_exits(in, made, loop->children[i], false);
    ir_visit_expression(loop->expression, loop, read_node, in);
    for (size_t i = 0; i < loop->child_count; i++)
        read_statement(in, loop->children[i]);
    ir_visit_expression(loop->step, loop, read_node, in);
    in->loop = around;
}

static void read_statement(reader *in, const ir_statement *statement)
{
    if (!statement)
        return;
    if (ir_is_loop(statement)) {
        read_loop(in, statement);
        return;
    }
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        if (variable->initializer)
            add_update(in, (flow_update){.variable = variable, .value = variable->initializer});
        ir_visit_expression(variable->initializer, statement, read_node, in);
    }
    ir_visit_expression(statement->expression, statement, read_node, in);
    if (statement->kind == IR_RETURN && statement->expression)
        *ARENA_PUSH(in->memory, in->facts->returned, in->facts->returned_count) =
            statement->expression;
    for (size_t i = 0; i < statement->child_count; i++) {
        const flow_region *region = make_region(in, statement, i);
        if (region) {
            i = region->last;
            read_loop(in, region->loop);
        } else {
            read_statement(in, statement->children[i]);
        }
    }
}

flow_facts *flow_read(arena *memory, const ir_function *function)
{
    flow_facts *facts = arena_array(memory, 1, sizeof *facts);
    facts->function = function;
    read_statement(&(reader){memory, facts, NO_LOOP}, function->body);
    return facts;
}

/* ---- questions ---- */

int flow_find_loop(const flow_facts *facts, const ir_statement *loop)
{
    for (size_t i = 0; i < facts->loop_count; i++)
        if (facts->loops[i].loop == loop)
            return (int)i;
    return NO_LOOP;
}

bool flow_is_inside(const flow_facts *facts, int loop, int other)
{
    while (loop != other && loop != NO_LOOP)
        loop = facts->loops[loop].around;
    return loop == other;
}

bool flow_changes(const flow_facts *facts, const ir_variable *variable, int loop)
{
    for (size_t i = 0; i < facts->update_count; i++)
        if (facts->updates[i].variable == variable &&
            flow_is_inside(facts, facts->updates[i].loop, loop))
            return true;
    return false;
}

bool flow_is_set(const flow_facts *facts, const ir_variable *variable, int around, int inside)
{
    for (size_t i = 0; i < facts->update_count; i++) {
        const flow_update *one = &facts->updates[i];
        const bool sets = one->variable == variable && !one->is_step && !one->is_own;
        if (sets && flow_is_inside(facts, one->loop, around) &&
            (inside == NO_LOOP || !flow_is_inside(facts, one->loop, inside)))
            return true;
    }
    return false;
}
