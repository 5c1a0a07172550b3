/* edit_const.c: C warns where a pointer to const becomes one that is not, C++ refuses it: f(table)
 * becomes f((double *)(table)). */
#include "edit.h"

/* Whether what a type points to, or an array's elements, are const. */
static bool is_to_const(const ir_type *type)
{
    if (type->kind == IR_TYPE_POINTER)
        type = type->element;
    else if (type->kind != IR_TYPE_ARRAY)
        return false;
    while (type->kind == IR_TYPE_ARRAY && !type->is_const)
        type = type->element;
    return type->is_const;
}

static void edit_conversion(const edit_target *in, const ir_expression *cast)
{
    const ir_expression *value = cast->operands[0];
    const ir_type *to = cast->type;
    const ir_extent place = value->extent;
    if (to->kind != IR_TYPE_POINTER || is_to_const(to) || !is_to_const(value->type) ||
        !edit_is_known(in->read->tree, place))
        return;
    const char *text = arena_format(in->memory, "(%s)(", to->spelling);
    if (!edit_is_made(in->read, place.begin, text))
        edit_enclose(in, place, text);
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    (void)statement;
    if (expression->kind == IR_CAST && expression->implicit)
        edit_conversion(context, expression);
    return !expression->is_question;
}

/* Tables of pointers. */
static void look_at_tables(edit_target *in, const ir_statement *statement)
{
    if (!statement)
        return;
    for (size_t i = 0; i < statement->variable_count; i++)
        ir_visit_expression(statement->variables[i]->constants, statement, look, in);
    look_at_tables(in, statement->first);
    for (size_t i = 0; i < statement->child_count; i++)
        look_at_tables(in, statement->children[i]);
}

void edit_constness(arena *memory, body *read)
{
    edit_target in = {memory, read};
    ir_visit(read->tree->body, look, &in);
    look_at_tables(&in, read->tree->body);
}
