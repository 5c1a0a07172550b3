/* lanes_free.c: variables that need no mask in a loop: nobody reads them behind it, so items that
 * have left may have any value there. */
#include "lanes_parts.h"

typedef struct reading {
    const ir_variable *variable;
    bool found;
} reading;

static bool find_reading(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    reading *in = context;
    (void)statement;
    in->found |= expression->kind == IR_VARIABLE && expression->variable == in->variable;
    return !in->found;
}

static void look(reading *in, const ir_expression *expression)
{
    if (expression && expression->kind == IR_ASSIGN && expression->operands[0]->kind == IR_VARIABLE)
        expression = expression->operands[1];
    if (expression)
        ir_visit_expression(expression, NULL, find_reading, in);
}

static void look_outside(reading *in, const ir_statement *statement, const ir_statement *loop)
{
    if (statement == loop)
        return;
    look(in, statement->expression);
    for (size_t i = 0; i < statement->variable_count; i++)
        look(in, statement->variables[i]->initializer);
    for (size_t i = 0; i < statement->child_count && !in->found; i++)
        look_outside(in, statement->children[i], loop);
}

bool lanes_is_free(const lanes *in, const ir_expression *place)
{
    const ir_variable *variable = place->kind == IR_VARIABLE ? place->variable : NULL;
    const bool here =
        in->masks[in->mask_count - 1].kind == MASK_LOOP && in->outermost && !in->guard;
    if (!variable || !here || variable->storage != IR_LOCAL || variable->residence != IR_REGISTER)
        return false;
    reading outside = {variable, false};
    look_outside(&outside, in->function->body, in->outermost);
    return !outside.found;
}
