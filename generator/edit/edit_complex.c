/* edit_complex.c: C makes a real number of a complex one where it is assigned or handed on, C++ does
 * not: double x = clog(z); becomes double x = WEFT_REAL(clog(z));. */
#include <string.h>

#include "edit.h"

/* Where edits go. */
typedef struct complexity {
    arena *memory;
    body *read;
} complexity;

/* What is complex under one binding may be real under another. */
static bool note_variable(void *found, const ir_expression *expression,
                          const ir_statement *statement)
{
    (void)statement;
    *(bool *)found |= expression->type && expression->type->variable;
    return true;
}

/* A macro's argument may stand in the tree more than once. */
static bool is_edited(const body *read, unsigned begin)
{
    for (size_t i = 0; i < read->edit_count; i++)
        if (read->edits[i].begin == begin && strcmp(read->edits[i].text, "WEFT_REAL(") == 0)
            return true;
    return false;
}

static void edit_conversion(complexity *in, const ir_expression *cast,
                            const ir_statement *statement)
{
    const ir_expression *value = cast->operands[0];
    const ir_extent place = value->extent;
    bool varies = cast->type->variable;
    if (ir_kind(cast->type) != 'f' || ir_kind(value->type) != 'c' ||
        !edit_is_known(in->read->tree, place) || is_edited(in->read, place.begin))
        return;
    ir_visit_expression(value, statement, note_variable, &varies);
    if (varies)
        return;
    edit_add(in->memory, in->read, place.begin, place.begin, "WEFT_REAL(");
    edit_add(in->memory, in->read, place.end, place.end, ")");
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    if (expression->kind == IR_CAST)
        edit_conversion(context, expression, statement);
    return !expression->is_question;
}

void edit_complex(arena *memory, body *read)
{
    complexity in = {memory, read};
    ir_visit(read->tree->body, look, &in);
}
