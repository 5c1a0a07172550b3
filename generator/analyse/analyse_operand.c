/* analyse_operand.c: which array parameters are used by full subscripts only, A[i][k]; all others
 * are handed to the body as one contiguous block. */
#include "analyse.h"

/* The expression around the one that is looked at, for the reason. */
typedef struct use {
    arena *memory;
    body *result;
    const char *declared; /* the variable whose initializer is looked at; NULL elsewhere */
} use;

/* The parameter of this function that an expression names; NULL if it names none with an
 * address. */
static const ir_variable *named_parameter(const body *result, const ir_expression *expression)
{
    if (expression->kind != IR_VARIABLE || expression->variable->storage != IR_PARAMETER)
        return NULL;
    const ir_variable *variable = expression->variable;
    bool own = variable->position < result->tree->parameter_count &&
               result->tree->parameters[variable->position] == variable;
    return own && ir_subscript_rank(variable->type) ? variable : NULL;
}

static void give_up(use *in, const ir_variable *parameter, const ir_expression *place,
                    const ir_expression *around)
{
    body *result = in->result;
    if (!result->subscripted[parameter->position])
        return;
    const char *text = ir_expression_text(in->memory, around ? around : place);
    if (in->declared && !around)
        text = arena_format(in->memory, "%s = %s", in->declared, text);
    result->subscripted[parameter->position] = false;
    result->packed_reason[parameter->position] = text;
    result->packed_location[parameter->position] = place->place;
}

static void look(use *in, const ir_expression *expression, const ir_expression *around)
{
    if (!expression)
        return;
    const ir_expression *stripped = ir_strip_casts(expression);
    if (stripped->kind == IR_SUBSCRIPT) {
        const ir_variable *parameter = named_parameter(in->result, stripped->operands[0]);
        bool address = around && around->kind == IR_UNARY && around->op == IR_ADDRESS;
        bool full = parameter && stripped->operand_count - 1 == ir_subscript_rank(parameter->type);
        if (parameter && (!full || address))
            give_up(in, parameter, stripped, around);
        for (size_t i = parameter ? 1 : 0; i < stripped->operand_count; i++)
            look(in, stripped->operands[i], stripped);
        return;
    }
    const ir_variable *parameter = named_parameter(in->result, stripped);
    if (parameter)
        give_up(in, parameter, stripped, around);
    for (size_t i = 0; i < stripped->operand_count; i++)
        look(in, stripped->operands[i], stripped);
}

static void look_at_statement(use *in, const ir_statement *statement)
{
    if (!statement)
        return;
    for (size_t i = 0; i < statement->variable_count; i++) {
        const ir_variable *variable = statement->variables[i];
        in->declared = variable->name;
        look(in, variable->initializer, NULL);
        in->declared = NULL;
        for (const ir_type *type = variable->type; type->kind == IR_TYPE_ARRAY;
             type = type->element)
            look(in, type->extent_expression, NULL);
    }
    look_at_statement(in, statement->first);
    look(in, statement->expression, NULL);
    look(in, statement->step, NULL);
    for (size_t i = 0; i < statement->child_count; i++)
        look_at_statement(in, statement->children[i]);
}

void analyse_operands(arena *memory, body *result)
{
    size_t count = result->tree->parameter_count;
    result->subscripted = arena_array(memory, count, sizeof *result->subscripted);
    result->packed_reason = arena_array(memory, count, sizeof *result->packed_reason);
    result->packed_location = arena_array(memory, count, sizeof *result->packed_location);
    for (size_t i = 0; i < count; i++)
        result->subscripted[i] = ir_subscript_rank(result->tree->parameters[i]->type) > 0;
    use in = {memory, result, NULL};
    look_at_statement(&in, result->tree->body);
}
