/* edit_complex.c: C makes a real number of a complex one where it is assigned or handed on, C++
 * does not: double x = clog(z); becomes double x = WEFT_REAL(clog(z));. */
#include "edit.h"

/* What is complex under one binding may be real under another. */
static bool note_variable(void *found, const ir_expression *expression,
                          const ir_statement *statement)
{
    (void)statement;
    *(bool *)found |= expression->type && expression->type->variable;
    return true;
}

static void edit_conversion(const edit_target *in, const ir_expression *cast,
                            const ir_statement *statement)
{
    const ir_expression *value = cast->operands[0];
    const ir_extent place = value->extent;
    bool varies = cast->type->variable;
    if (ir_kind(cast->type) != 'f' || ir_kind(value->type) != 'c' ||
        !edit_is_known(in->read->tree, place) || edit_is_made(in->read, place.begin, "WEFT_REAL("))
        return;
    ir_visit_expression(value, statement, note_variable, &varies);
    if (varies)
        return;
    edit_enclose(in, place, "WEFT_REAL(");
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    if (expression->kind == IR_CAST)
        edit_conversion(context, expression, statement);
    return !expression->is_question;
}

void edit_complex(arena *memory, body *read)
{
    edit_target in = {memory, read};
    ir_visit(read->tree->body, look, &in);
}
