/* edit_rounding.c: a product or quotient of complex constants is rounded once, whatever compiles it:
 * r * t becomes WEFT_ROUNDED(double, 0x1.8p+1, -0x1p-3, r * t). */
#include <string.h>

#include "edit.h"

/* Where edits go. */
typedef struct rounding {
    arena *memory;
    body *read;
} rounding;

/* A macro's argument may stand in the tree more than once. */
static bool is_edited(const body *read, unsigned begin)
{
    static const char macro[] = "WEFT_ROUNDED(";
    for (size_t i = 0; i < read->edit_count; i++)
        if (read->edits[i].begin == begin && strncmp(read->edits[i].text, macro, strlen(macro)) == 0)
            return true;
    return false;
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    rounding *in = context;
    const ir_extent place = expression->own;
    ir_complex value;
    (void)statement;
    if (!ir_rounds_once(expression, &value) || value.varies)
        return !expression->is_question;
    if (!edit_is_known(in->read->tree, place) || is_edited(in->read, place.begin))
        return false;
    edit_add(in->memory, in->read, place.begin, place.begin,
             arena_format(in->memory, "WEFT_ROUNDED(%s, %a, %a, ",
                          value.is_single ? "float" : "double", value.real, value.imaginary));
    edit_add(in->memory, in->read, place.end, place.end, ")");
    return false;
}

void edit_rounding(arena *memory, body *read)
{
    rounding in = {memory, read};
    ir_visit(read->tree->body, look, &in);
}
