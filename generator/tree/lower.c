/* lower.c: functions and statements in their lowered form. */
#include "lower.h"

static void lower_statement(lowering *in, const ir_statement *statement);

/* ---- blocks ---- */

/* The children of what is made next go into a new block of it; gives what was made before. */
static ir_statement *open_block(lowering *in, ir_statement *parent)
{
    ir_statement *outside = in->now;
    in->now = parent;
    in->now = lower_add(in, IR_BLOCK, parent->place);
    return outside;
}

static void lower_into(lowering *in, ir_statement *parent, const ir_statement *statement)
{
    ir_statement *outside = open_block(in, parent);
    if (statement->kind == IR_BLOCK)
        for (size_t i = 0; i < statement->child_count; i++)
            lower_statement(in, statement->children[i]);
    else
        lower_statement(in, statement);
    in->now = outside;
}

/* ---- loops ---- */

static void leave_unless(lowering *in, const ir_expression *condition)
{
    ir_expression *value = lower_value(in, condition);
    ir_statement *test = lower_add(in, IR_IF, condition->place);
    test->expression = lower_operation(in, IR_NOT, ir_scalar(in->memory, WEFT_INT32), value, NULL);
    ir_statement *outside = open_block(in, test);
    lower_add(in, IR_BREAK, condition->place);
    in->now = outside;
}

/* A condition with effects is tested inside, of `do` in the step. */
static void lower_loop(lowering *in, const ir_statement *statement)
{
    ir_statement *loop = lower_add(in, IR_WHILE, statement->place);
    const ir_expression *condition = statement->expression;
    loop->extent = statement->extent;
    bool first = statement->kind != IR_DO && condition && !lower_has_effect(condition);
    loop->expression = first ? lower_copy(in, condition)
                             : lower_one(in, ir_scalar(in->memory, WEFT_INT32), statement->place);
    ir_statement *outside = open_block(in, loop);
    if (!first && statement->kind != IR_DO && condition)
        leave_unless(in, condition);
    lower_statement(in, statement->children[0]);
    in->now = outside;
    if (!statement->step && statement->kind != IR_DO)
        return;
    outside = open_block(in, loop);
    if (statement->step)
        lower_effects(in, statement->step);
    if (statement->kind == IR_DO)
        leave_unless(in, condition);
    in->now = outside;
}

static void lower_for(lowering *in, const ir_statement *statement)
{
    ir_statement *outside = in->now;
    if (statement->first) {
        in->now = lower_add(in, IR_BLOCK, statement->place);
        lower_statement(in, statement->first);
    }
    lower_loop(in, statement);
    in->now = outside;
}

/* ---- choices ---- */

static void lower_if(lowering *in, const ir_statement *statement)
{
    ir_expression *condition = lower_value(in, statement->expression);
    ir_statement *choice = lower_add(in, IR_IF, statement->place);
    choice->extent = statement->extent;
    choice->expression = condition;
    for (size_t i = 0; i < statement->child_count; i++)
        lower_into(in, choice, statement->children[i]);
}

/* What a statement becomes stands among the children of the switch itself, where a label before it
 * enters. */
static void lower_switch(lowering *in, const ir_statement *statement)
{
    ir_expression *value = lower_value(in, statement->expression);
    ir_statement *node = lower_add(in, IR_SWITCH, statement->place), *outside = in->now;
    node->extent = statement->extent;
    node->expression = value;
    in->now = node;
    for (size_t i = 0; i <= statement->child_count; i++) {
        for (size_t k = 0; k < statement->case_count; k++) {
            ir_case label = statement->cases[k];
            if (label.child != i)
                continue;
            label.child = node->child_count;
            *ARENA_PUSH(in->memory, node->cases, node->case_count) = label;
        }
        if (i < statement->child_count)
            lower_statement(in, statement->children[i]);
    }
    in->now = outside;
}

/* ---- the others ---- */

static void lower_declaration(lowering *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        ir_variable *variable = statement->variables[i];
        ir_variable *copy = lower_variable(in, variable);
        if (variable->initializer)
            copy->initializer = lower_value(in, variable->initializer);
        lower_add_declaration(in, copy);
        in->now->children[in->now->child_count - 1]->extent = statement->extent; /* of a table */
    }
}

static void lower_return(lowering *in, const ir_statement *statement)
{
    ir_expression *value = statement->expression ? lower_value(in, statement->expression) : NULL;
    lower_add(in, IR_RETURN, statement->place)->expression = value;
}

static void lower_statement(lowering *in, const ir_statement *statement)
{
    switch (statement->kind) {
    case IR_DECLARATION:
        lower_declaration(in, statement);
        break;
    case IR_EVALUATE:
        lower_effects(in, statement->expression);
        break;
    case IR_BLOCK:
        if (statement->child_count)
            lower_into(in, in->now, statement);
        break;
    case IR_IF:
        lower_if(in, statement);
        break;
    case IR_FOR:
        lower_for(in, statement);
        break;
    case IR_WHILE:
    case IR_DO:
        lower_loop(in, statement);
        break;
    case IR_SWITCH:
        lower_switch(in, statement);
        break;
    case IR_RETURN:
        lower_return(in, statement);
        break;
    case IR_BREAK:
    case IR_CONTINUE:
        lower_add(in, statement->kind, statement->place);
        break;
    case IR_TEXT_STATEMENT: /* such a function is not lowered */
        break;
    }
}

/* ---- functions ---- */

/* An extent of a local array that is more than a value. */
static bool find_extent(const ir_statement *statement, location *place)
{
    bool found = false;
    for (size_t i = 0; statement && i < statement->variable_count && !found; i++) {
        const ir_type *type = statement->variables[i]->type;
        for (; type->kind == IR_TYPE_ARRAY && !found; type = type->element)
            found = type->extent_expression && lower_has_effect(type->extent_expression);
        *place = statement->variables[i]->place;
    }
    for (size_t i = 0; statement && i < statement->child_count && !found; i++)
        found = find_extent(statement->children[i], place);
    return found;
}

static const char *find_obstacle(const ir_function *function, location *place)
{
    ir_gap gap = ir_find_text(function);
    if (!gap.reason)
        gap = ir_find_opaque(function);
    if (!gap.reason && find_extent(function->body, &gap.place))
        gap.reason = "an extent with effects";
    *place = gap.place;
    return gap.reason;
}

static void lower_function(lowering *in, const ir_function *function, ir_function *result)
{
    ir_function *const made = result;
    *made = *function;
    made->parameters = NULL;
    made->parameter_count = 0;
    for (size_t i = 0; i < function->parameter_count; i++)
        *ARENA_PUSH(in->memory, made->parameters, made->parameter_count) =
            lower_variable(in, function->parameters[i]);
    made->body = ir_new_statement(in->memory, IR_BLOCK, function->place);
    in->now = made->body;
    for (size_t i = 0; function->body && i < function->body->child_count; i++)
        lower_statement(in, function->body->children[i]);
}

ir_function *ir_lower(arena *memory, const ir_function *function, const char **reason,
                      location *place)
{
    lowering in = {.memory = memory, .root = function};
    size_t count = function->helper_count + 1;
    *reason = find_obstacle(function, place);
    for (size_t i = 0; i < function->helper_count && !*reason; i++)
        *reason = find_obstacle(function->helpers[i], place);
    if (*reason)
        return NULL;
    in.variables = arena_array(memory, function->variable_count + 1, sizeof *in.variables);
    in.variable_count = function->variable_count;
    in.functions = arena_array(memory, count, sizeof *in.functions);
    for (size_t i = 0; i < count; i++)
        in.functions[i] = arena_array(memory, 1, sizeof **in.functions);
    for (size_t i = 0; i < count; i++)
        lower_function(&in, i ? function->helpers[i - 1] : function, in.functions[i]);
    in.functions[0]->helpers = in.functions + 1;
    in.functions[0]->variable_count = in.variable_count;
    ir_number(in.functions[0]);
    return in.functions[0];
}

ir_function *ir_lower_or_say(arena *memory, const ir_function *function, FILE *out)
{
    const char *reason;
    location place;
    ir_function *lowered = ir_lower(memory, function, &reason, &place);
    if (!lowered)
        fprintf(out, "function %s is not lowered: %s (%s:%u)\n", function->name, reason, place.file,
                place.line);
    return lowered;
}
