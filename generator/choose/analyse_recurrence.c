/* analyse_recurrence.c: sums of two products in a loop of which the second needs what the round
 * before left behind, as in last = w * x[t] + (1 - w) * last. Which of the two is fused with the
 * sum is the compiler's to say, and gcc takes the first it comes to: a round then waits for a
 * product and a sum, where it may wait for one instruction. */
#include "analyse/analyse.h"
#include "analyse_shape.h"

/* Loops around an expression; NULL where there are none. */
typedef struct loop_around {
    const ir_statement *loop;
    const struct loop_around *outer;
} loop_around;

/* Whether a round leaves behind what the expression needs. */
static bool needs_last(const loop_around *in, const ir_expression *expression)
{
    const ir_variable *variable = expression->kind == IR_VARIABLE ? expression->variable : NULL;
    bool needs = false;
    for (const loop_around *at = in; variable && at && !needs; at = at->outer)
        needs = ir_kind(variable->type) == 'f' && !ir_declares(at->loop, variable) &&
                analyse_writes(at->loop, variable);
    for (size_t i = 0; i < expression->operand_count && !needs; i++)
        needs = needs_last(in, expression->operands[i]);
    return needs;
}

static bool is_product(const ir_expression *value)
{
    value = ir_strip(value);
    return value->kind == IR_BINARY && value->op == IR_MULTIPLY;
}

static void look_at(const loop_around *in, ir_expression *expression)
{
    if (!expression)
        return;
    if (expression->kind == IR_BINARY && expression->op == IR_ADD &&
        ir_kind(expression->type) == 'f')
        expression->is_recurrence =
            is_product(expression->operands[0]) && is_product(expression->operands[1]) &&
            !needs_last(in, expression->operands[0]) && needs_last(in, expression->operands[1]);
    for (size_t i = 0; i < expression->operand_count; i++)
        look_at(in, expression->operands[i]);
}

static void look_inside(const loop_around *in, const ir_statement *statement)
{
    if (!statement)
        return;
    const loop_around here = {statement, in};
    const loop_around *around = ir_is_loop(statement) ? &here : in;
    look_at(around, statement->expression);
    look_at(around, statement->step);
    look_inside(around, statement->first);
    for (size_t i = 0; i < statement->variable_count; i++)
        look_at(around, statement->variables[i]->initializer);
    for (size_t i = 0; i < statement->child_count; i++)
        look_inside(around, statement->children[i]);
}

void analyse_recurrences(const ir_function *function)
{
    look_inside(NULL, function->body);
}
