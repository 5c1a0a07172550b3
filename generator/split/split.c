/* split.c: functions and statements. */
#include "split_parts.h"

static void split_statement(split *in, const ir_statement *statement);

static ir_statement *block_of(split *in, const ir_statement *statement)
{
    ir_statement *outside = split_open(in, statement->place);
    if (statement->kind == IR_BLOCK)
        for (size_t i = 0; i < statement->child_count; i++)
            split_statement(in, statement->children[i]);
    else
        split_statement(in, statement);
    return split_close(in, outside);
}

/* ---- declarations ---- */

static void declare(split *in, const ir_statement *from, ir_variable *variable)
{
    ir_statement *statement = split_add(in, IR_DECLARATION, from->place);
    statement->extent = from->extent;
    *ARENA_PUSH(in->memory, statement->variables, statement->variable_count) = variable;
}

static bool is_listed(const ir_variable *variable)
{
    return variable->initializer && variable->initializer->kind == IR_LIST &&
           variable->type->kind == IR_TYPE_ARRAY;
}

/* Whether a call hands over parts, or whether a pointer is given, so that its function as it is
 * written cannot be called. */
static bool hands_parts(split *in, const ir_expression *call)
{
    bool found = false;
    for (size_t i = 0; i < call->operand_count && !found; i++)
        found = split_is_composite(call->operands[i]->type) || split_is_null(call->operands[i]) ||
                split_asks(in, call->function, i);
    return found;
}

/* A variable as it is, but for its initializer. */
static void declare_whole(split *in, const ir_statement *from, ir_variable *variable)
{
    const ir_expression *value = variable->initializer;
    split_variable self = {.parts = arena_array(in->memory, 1, sizeof *self.parts), .count = 1};
    self.parts[0] = variable;
    if (value && value->kind == IR_CALL && value->function) {
        variable->initializer = split_call(in, value, NULL);
        if (hands_parts(in, value))
            variable->residence = IR_ADDRESSED; /* it is a vector */
        declare(in, from, variable);
    } else if (is_listed(variable)) {
        variable->initializer = NULL;
        declare(in, from, variable);
        split_initialize(in, (split_place){.variable = &self}, variable->type, value, from->place);
    } else {
        if (value && variable->storage == IR_LOCAL)
            variable->initializer = split_value(in, value);
        declare(in, from, variable);
    }
}

static void split_declaration(split *in, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++) {
        ir_variable *variable = statement->variables[i];
        if (split_is_pointer_variable(variable)) {
            if (variable->initializer)
                split_assign_pointer(in, variable, variable->initializer);
            continue;
        }
        const split_variable *parts = split_variable_of(in, variable);
        for (size_t k = 0; parts && k < parts->count; k++)
            declare(in, statement, parts->parts[k]);
        if (!parts)
            declare_whole(in, statement, variable);
        else if (variable->initializer)
            split_initialize(in, (split_place){.variable = parts}, variable->type,
                             variable->initializer, statement->place);
    }
}

/* ---- control ---- */

static void split_if(split *in, const ir_statement *statement)
{
    ir_expression *condition = split_condition(in, statement->expression);
    ir_statement *choice = split_add(in, IR_IF, statement->place);
    choice->extent = statement->extent;
    choice->expression = condition;
    for (size_t i = 0; i < statement->child_count; i++)
        ir_add_child(in->memory, choice, block_of(in, statement->children[i]));
}

static void leave_unless(split *in, ir_expression *condition)
{
    ir_statement *test = split_add(in, IR_IF, condition->place);
    test->expression = split_compare(in, IR_NOT, condition, NULL);
    ir_statement *outside = split_open(in, condition->place);
    split_add(in, IR_BREAK, condition->place);
    ir_add_child(in->memory, test, split_close(in, outside));
}

/* A condition that takes statements is tested inside. */
static void split_loop(split *in, const ir_statement *statement)
{
    ir_statement *outside = split_open(in, statement->place);
    ir_expression *condition = split_condition(in, statement->expression);
    const bool inside = in->now->child_count > 0;
    if (inside) {
        leave_unless(in, condition);
        condition = split_number(in, ir_scalar(in->memory, WEFT_INT32), statement->place, 1);
    }
    const ir_statement *body = block_of(in, statement->children[0]);
    split_append(in, body);
    ir_statement *round = split_close(in, outside);
    ir_statement *loop = split_add(in, IR_WHILE, statement->place);
    loop->extent = statement->extent;
    loop->expression = condition;
    ir_add_child(in->memory, loop, round);
    if (statement->child_count > 1)
        ir_add_child(in->memory, loop, block_of(in, statement->children[1]));
}

/* Labels enter where what their child became begins. */
static void split_switch(split *in, const ir_statement *statement)
{
    ir_expression *value = split_value(in, statement->expression);
    ir_statement *node = split_add(in, IR_SWITCH, statement->place), *outside = in->now;
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
            split_statement(in, statement->children[i]);
    }
    in->now = outside;
}

/* ---- the others ---- */

static void assign(split *in, const ir_expression *to, const ir_expression *value)
{
    if (to->kind == IR_VARIABLE && split_is_pointer_variable(to->variable)) {
        split_assign_pointer(in, to->variable, value);
        return;
    }
    const bool parts = split_is_composite(to->type);
    split_place place = parts ? split_hold_place(in, to) : split_find_place(in, to);
    if (place.whole && parts)
        split_gap(in, to->place, "a variable that outlives the call");
    else
        split_assign(in, place, to->type, value);
}

static void split_evaluation(split *in, const ir_expression *expression)
{
    if (expression->kind == IR_CALL && expression->function) {
        ir_expression *call = split_call(in, expression, NULL);
        if (call)
            split_add(in, IR_EVALUATE, expression->place)->expression = call;
    } else if (expression->kind == IR_ASSIGN) {
        assign(in, expression->operands[0], expression->operands[1]);
    } else if (!split_copy_bytes(in, expression)) {
        split_add(in, IR_EVALUATE, expression->place)->expression = split_value(in, expression);
    }
}

static void split_return(split *in, const ir_statement *statement)
{
    const split_head *head = in->head;
    const bool parts = statement->expression && split_is_composite(head->result);
    ir_expression *value = NULL;
    if (parts) {
        const split_variable results = {head->results, split_count_parts(head->result)};
        split_place behind = {.variable = &results};
        split_assign(in, split_element(in, behind, 0, statement->place), head->result,
                     statement->expression);
    } else if (statement->expression) {
        value = split_value(in, statement->expression);
    }
    split_add(in, IR_RETURN, statement->place)->expression = value;
}

static void split_statement(split *in, const ir_statement *statement)
{
    if (in->gap->reason)
        return;
    switch (statement->kind) {
    case IR_DECLARATION:
        split_declaration(in, statement);
        break;
    case IR_EVALUATE:
        split_evaluation(in, statement->expression);
        break;
    case IR_IF:
        split_if(in, statement);
        break;
    case IR_WHILE:
        split_loop(in, statement);
        break;
    case IR_SWITCH:
        split_switch(in, statement);
        break;
    case IR_RETURN:
        split_return(in, statement);
        break;
    case IR_BLOCK:
        ir_add_child(in->memory, in->now, block_of(in, statement));
        break;
    default:
        split_add(in, statement->kind, statement->place);
    }
}

/* ---- functions ---- */

/* A parameter that is an array here is a copy that a call made. */
static void add_parameters(split *in, ir_function *function, ir_variable *const *parts,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        parts[i]->position = (unsigned)function->parameter_count;
        *ARENA_PUSH(in->memory, function->parameters, function->parameter_count) = parts[i];
    }
}

/* Pointers to the parts of a result. */
static ir_variable **result_parameters(split *in, const ir_function *function)
{
    ir_type *type = arena_array(in->memory, 1, sizeof *type);
    ir_variable *whole = arena_array(in->memory, 1, sizeof *whole);
    type->kind = IR_TYPE_POINTER;
    type->dtype = WEFT_NONE;
    type->spelling = "";
    type->element = function->result;
    const size_t count = split_count_parts(type);
    const char **names = arena_array(in->memory, count + 1, sizeof *names);
    const ir_type **types = arena_array(in->memory, count + 1, sizeof *types);
    size_t listed = 0;
    whole->storage = IR_PARAMETER;
    whole->place = function->place;
    split_list_parts(in, type, "result", names, types, &listed);
    ir_variable **parts = arena_array(in->memory, count + 1, sizeof *parts);
    for (size_t i = 0; i < count; i++) {
        parts[i] = arena_array(in->memory, 1, sizeof **parts);
        *parts[i] = *whole;
        parts[i]->name = names[i];
        parts[i]->type = types[i];
        parts[i]->id = (unsigned)in->variable_count++;
    }
    return parts;
}

static split_head split_parameters(split *in, const split_head *was, ir_function *function)
{
    split_head head = *was;
    ir_type *none = arena_array(in->memory, 1, sizeof *none);
    function->parameters = NULL;
    function->parameter_count = 0;
    for (size_t i = 0; i < head.parameter_count; i++) {
        ir_variable *old = head.parameters[i];
        const split_variable *parts = split_variable_of(in, old);
        add_parameters(in, function, parts ? parts->parts : &old, parts ? parts->count : 1);
        if (!head.asked[i] || was == in->heads)
            continue;
        head.given[i] = split_given_parameter(in, old);
        add_parameters(in, function, &head.given[i], 1);
    }
    if (!split_is_composite(head.result))
        return head;
    head.results = result_parameters(in, function);
    add_parameters(in, function, head.results, split_count_parts(head.result));
    none->kind = IR_TYPE_VOID;
    none->dtype = WEFT_NONE;
    none->spelling = "void";
    function->result = none;
    return head;
}

static split_head head_of(split *in, const ir_function *function)
{
    const size_t count = function->parameter_count + 1;
    return (split_head){.function = function,
                        .parameters = function->parameters,
                        .parameter_count = function->parameter_count,
                        .result = function->result,
                        .asked = arena_array(in->memory, count, sizeof(bool)),
                        .given = arena_array(in->memory, count, sizeof(ir_variable *))};
}

bool split_function(arena *memory, ir_function *lowered, ir_gap *gap)
{
    split in = {.memory = memory,
                .old_count = lowered->variable_count,
                .variable_count = lowered->variable_count,
                .head_count = lowered->helper_count + 1,
                .gap = gap};
    in.variables = arena_array(memory, in.old_count + 1, sizeof *in.variables);
    in.pointers = arena_array(memory, in.old_count + 1, sizeof *in.pointers);
    in.heads = arena_array(memory, in.head_count, sizeof *in.heads);
    for (size_t i = 0; i < in.head_count; i++)
        in.heads[i] = head_of(&in, i ? lowered->helpers[i - 1] : lowered);
    split_find_asked(&in);
    for (size_t i = 0; i < in.head_count; i++)
        in.heads[i] = split_parameters(&in, &in.heads[i], i ? lowered->helpers[i - 1] : lowered);
    for (size_t i = 0; i < in.head_count && !gap->reason; i++) {
        ir_function *function = i ? lowered->helpers[i - 1] : lowered;
        in.head = &in.heads[i];
        function->body = block_of(&in, function->body);
    }
    lowered->variable_count = in.variable_count;
    ir_number(lowered);
    return !gap->reason;
}
