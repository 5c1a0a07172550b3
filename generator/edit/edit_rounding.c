/* edit_rounding.c: a product or quotient of complex constants is rounded once, whatever compiles
 * it: r * t becomes WEFT_ROUNDED(double, 0x1.8p+1, -0x1p-3, r * t). */
#include "edit.h"

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    const edit_target *in = context;
    const ir_extent place = expression->own;
    ir_complex value;
    (void)statement;
    if (!ir_rounds_once(expression, &value) || value.varies)
        return !expression->is_question;
    if (!edit_is_known(in->read->tree, place) ||
        edit_is_made(in->read, place.begin, "WEFT_ROUNDED("))
        return false;
    edit_enclose(in, place,
                 arena_format(in->memory, "WEFT_ROUNDED(%s, %a, %a, ",
                              value.is_single ? "float" : "double", value.real, value.imaginary));
    return false;
}

void edit_rounding(arena *memory, body *read)
{
    edit_target in = {memory, read};
    ir_visit(read->tree->body, look, &in);
}
