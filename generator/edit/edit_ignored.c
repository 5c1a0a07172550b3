/* edit_ignored.c: a call that does nothing is 0 in the text: note("f", 1) becomes ((int)0). */
#include "edit.h"

/* What stood inside of the call is no longer there to be edited. */
static void drop_inside(body *read, ir_extent place)
{
    size_t kept = 0;
    for (size_t i = 0; i < read->edit_count; i++) {
        const text_edit *edit = &read->edits[i];
        const bool outside = edit->end <= place.begin || edit->begin >= place.end;
        if (outside)
            read->edits[kept++] = *edit;
    }
    read->edit_count = kept;
}

static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    const edit_target *in = context;
    (void)statement;
    if (!expression->is_ignored || !edit_is_known(in->read->tree, expression->extent))
        return true;
    drop_inside(in->read, expression->extent);
    edit_add(in->memory, in->read, expression->extent.begin, expression->extent.end,
             arena_format(in->memory, "((%s)0)", expression->type->spelling));
    return false;
}

void edit_ignored(arena *memory, body *read)
{
    edit_target in = {memory, read};
    ir_visit(read->tree->body, look, &in);
}
