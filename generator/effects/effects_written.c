/* effects_written.c: whether a function may write through a parameter. Followed are rows, pointer
 * arithmetic, local pointers and helpers that get it; what leads elsewhere may write, but for a
 * pointer to const. */
#include "effects.h"
#include "tree/ir.h"

/* Another name of what is looked for: the parameter, a local pointer, a helper's parameter. */
typedef struct alias {
    const ir_function *function;
    const ir_variable *variable;
} alias;

/* The search for writes through any of the names; those that are found meanwhile join them. */
typedef struct search {
    arena *memory;
    alias *names;
    size_t count;
    alias now;
    const ir_expression *found;
} search;

static void add_name(search *in, const ir_function *function, const ir_variable *variable)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->names[i].variable == variable)
            return;
    *ARENA_PUSH(in->memory, in->names, in->count) = (alias){function, variable};
}

static bool leads_to(const ir_expression *value, const ir_variable *variable);

/* Whether the expression is an element or row behind the variable: x[i], *x. */
static bool is_place(const ir_expression *value, const ir_variable *variable)
{
    bool inner = value->kind == IR_SUBSCRIPT || value->kind == IR_MEMBER ||
                 (value->kind == IR_UNARY && value->op == IR_DEREFERENCE);
    return inner && leads_to(value->operands[0], variable);
}

/* Whether the value is, or may be, an address of what lies behind the variable. */
static bool leads_to(const ir_expression *value, const ir_variable *variable)
{
    value = ir_strip_casts(value);
    if (!value)
        return false;
    switch (value->kind) {
    case IR_VARIABLE:
        return value->variable == variable;
    case IR_SUBSCRIPT:
    case IR_MEMBER:
        return !ir_kind(value->type) && is_place(value, variable);
    case IR_UNARY:
        if (value->op == IR_ADDRESS) {
            const ir_expression *of = ir_strip_casts(value->operands[0]);
            return is_place(of, variable) || leads_to(of, variable);
        }
        if (value->op == IR_DEREFERENCE)
            return !ir_kind(value->type) && is_place(value, variable);
        return value->op >= IR_PRE_INCREMENT && leads_to(value->operands[0], variable);
    case IR_BINARY:
        if (value->op == IR_COMMA)
            return leads_to(value->operands[1], variable);
        return (value->op == IR_ADD || value->op == IR_SUBTRACT) &&
               (leads_to(value->operands[0], variable) || leads_to(value->operands[1], variable));
    case IR_CONDITIONAL:
        return leads_to(value->operands[1], variable) || leads_to(value->operands[2], variable);
    case IR_ASSIGN:
        return leads_to(value->operands[0], variable) || leads_to(value->operands[1], variable);
    default:
        return false;
    }
}

static bool is_read_only(const ir_type *type)
{
    bool points = type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY);
    while (type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY)) {
        if (type->element && type->element->is_const)
            return true;
        type = type->element;
    }
    return points && type && type->is_const;
}

/* Whether a call hands the variable to something that may write; helpers are looked at later. */
static bool call_writes(search *in, const ir_expression *call)
{
    const ir_function *helper = call->function;
    for (size_t i = 0; i < call->operand_count; i++) {
        const ir_expression *argument = call->operands[i];
        if (!leads_to(argument, in->now.variable))
            continue;
        if (helper && i < helper->parameter_count)
            add_name(in, helper, helper->parameters[i]);
        else if (!is_read_only(argument->type))
            return true;
    }
    return false;
}

/* Whether an assignment puts an address that leads to the variable where it cannot be followed: not
 * into a local pointer, which is another name of it from here on. */
static bool assignment_hides(search *in, const ir_expression *assignment)
{
    const ir_expression *target = ir_strip_casts(assignment->operands[0]);
    if (!leads_to(assignment->operands[1], in->now.variable))
        return false;
    bool local = target->kind == IR_VARIABLE && target->variable->storage != IR_GLOBAL;
    if (local)
        add_name(in, in->now.function, target->variable);
    return !local && !is_read_only(assignment->operands[1]->type);
}

/* Whether an address that leads to the variable goes where it cannot be followed. */
static bool escapes(const search *in, const ir_expression *value)
{
    return leads_to(value, in->now.variable) && !is_read_only(value->type);
}

static bool find(void *context, const ir_expression *expression, const ir_statement *statement)
{
    search *in = context;
    const ir_variable *variable = in->now.variable;
    const ir_expression *place = ir_strip_casts(ir_written(expression));
    const ir_expression *first =
        expression->operand_count ? ir_strip_casts(expression->operands[0]) : NULL;
    bool itself = first && first->kind == IR_VARIABLE && first->variable == variable;
    bool writes = place && is_place(place, variable);
    if (expression->kind == IR_ASSIGN)
        writes |= assignment_hides(in, expression);
    if (expression->kind == IR_UNARY && expression->op == IR_ADDRESS)
        writes |= itself;
    if (expression->kind == IR_CALL)
        writes |= call_writes(in, expression);
    if (expression->kind == IR_LIST || expression->kind == IR_DESIGNATED ||
        expression->kind == IR_TEXT)
        for (size_t i = 0; i < expression->operand_count; i++)
            writes |= escapes(in, expression->operands[i]);
    if (statement && statement->kind == IR_RETURN && statement->expression == expression)
        writes |= escapes(in, expression);
    if (writes && !in->found)
        in->found = expression;
    return !in->found;
}

/* A local pointer that starts with the variable is another name of it. */
static void add_locals(search *in, const ir_statement *statement)
{
    if (!statement)
        return;
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *local = statement->variables[i];
        if (local->initializer && leads_to(local->initializer, in->now.variable))
            add_name(in, in->now.function, local);
    }
    add_locals(in, statement->first);
    for (size_t i = 0; i < statement->child_count; i++)
        add_locals(in, statement->children[i]);
}

bool effects_writes(arena *memory, const ir_function *function, const ir_variable *parameter,
                    const ir_expression **where)
{
    search in = {.memory = memory};
    add_name(&in, function, parameter);
    for (size_t i = 0; i < in.count && !in.found; i++) {
        in.now = in.names[i];
        ir_visit(in.now.function->body, find, &in);
        add_locals(&in, in.now.function->body);
    }
    *where = in.found;
    return in.found != NULL;
}
