/* nest_use.c: where a variable is used first: set, or read. */
#include "nest.h"

typedef struct mention_count {
    const ir_variable *variable;
    size_t count;
} mention_count;

static bool count_mention(void *context, const ir_expression *expression,
                          const ir_statement *statement)
{
    mention_count *in = context;
    (void)statement;
    in->count += expression->kind == IR_VARIABLE && expression->variable == in->variable;
    return true;
}

size_t nest_mentions_in(const ir_expression *value, const ir_variable *variable)
{
    mention_count in = {variable, 0};
    ir_visit_expression(value, NULL, count_mention, &in);
    return in.count;
}

size_t nest_mentions(const ir_statement *statement, const ir_variable *variable)
{
    mention_count in = {variable, 0};
    ir_visit(statement, count_mention, &in);
    return in.count;
}

static first_use use_of(const ir_expression *value, const ir_variable *variable)
{
    if (!value || !nest_mentions_in(value, variable))
        return USE_NONE;
    const ir_expression *target = value->kind == IR_ASSIGN ? ir_strip(value->operands[0]) : NULL;
    return target && value->op == IR_OPERATOR_NONE && target->kind == IR_VARIABLE &&
                   target->variable == variable && !nest_mentions_in(value->operands[1], variable)
               ? USE_SET
               : USE_READ;
}

static first_use use_of_children(const ir_statement *statement, const ir_variable *variable)
{
    first_use found = USE_NONE;
    for (size_t i = 0; i < statement->child_count && found == USE_NONE; i++)
        found = nest_first_use(statement->children[i], variable);
    return found;
}

/* Of an `if`: both of its branches set it. */
static first_use use_of_choice(const ir_statement *statement, const ir_variable *variable)
{
    if (use_of(statement->expression, variable) != USE_NONE)
        return USE_READ;
    const first_use then = nest_first_use(statement->children[0], variable);
    const first_use other =
        statement->child_count > 1 ? nest_first_use(statement->children[1], variable) : USE_NONE;
    return then == other ? then : USE_READ;
}

/* Of a `for`: rounds that set it first leave open what it is behind them, but ask for nothing. */
static first_use use_of_loop(const ir_statement *statement, const ir_variable *variable)
{
    const first_use found =
        statement->first ? nest_first_use(statement->first, variable) : USE_NONE;
    if (found != USE_NONE)
        return found;
    if (use_of(statement->expression, variable) != USE_NONE ||
        use_of(statement->step, variable) != USE_NONE)
        return USE_READ;
    return nest_first_use(statement->children[0], variable) == USE_READ ? USE_READ : USE_NONE;
}

first_use nest_first_use(const ir_statement *statement, const ir_variable *variable)
{
    first_use found = USE_NONE;
    switch (statement->kind) {
    case IR_DECLARATION:
        for (size_t i = 0; i < statement->variable_count && found == USE_NONE; i++)
            found = use_of(statement->variables[i]->initializer, variable) != USE_NONE ? USE_READ
                    : statement->variables[i] == variable                              ? USE_SET
                                                                                       : USE_NONE;
        return found;
    case IR_EVALUATE:
        return use_of(statement->expression, variable);
    case IR_BLOCK:
        return use_of_children(statement, variable);
    case IR_IF:
        return use_of_choice(statement, variable);
    case IR_FOR:
        return use_of_loop(statement, variable);
    default:
        return nest_mentions(statement, variable) ? USE_READ : USE_NONE;
    }
}
