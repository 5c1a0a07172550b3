/* edit_recurrence.c: w * x[t] + (1 - w) * last becomes WEFT_RECURRENCE(w * x[t], (1 - w) * last),
 * in which hosts have the second product first (analyse_recurrence.c). */
#include "edit.h"

/* Whether a macro can take it: no comma of a list, no directive. */
static bool is_argument(const char *text, ir_extent place)
{
    bool is = true;
    for (unsigned at = place.begin; at < place.end; at++)
        is &= text[at] != '{' && text[at] != '#';
    return is;
}

static bool is_edited(const body *read, ir_extent place)
{
    for (size_t i = 0; i < read->edit_count; i++)
        if (read->edits[i].begin <= place.end && place.begin <= read->edits[i].end)
            return true;
    return false;
}

/* Where the text is a sum and nothing in it, nor at its ends, is edited. */
static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    const edit_target *in = context;
    const ir_function *tree = in->read->tree;
    (void)statement;
    if (!expression->is_recurrence)
        return !expression->is_question;
    const ir_extent whole = expression->own, first = expression->operands[0]->extent,
                    second = expression->operands[1]->extent;
    if (edit_is_known(tree, whole) && edit_is_known(tree, first) && edit_is_known(tree, second) &&
        !is_edited(in->read, whole) && is_argument(tree->text, whole) &&
        edit_is_token(tree->text, first.end, second.begin, "+")) {
        edit_add(in->memory, in->read, first.begin, first.begin, "WEFT_RECURRENCE(");
        edit_add(in->memory, in->read, first.end, second.begin, ", ");
        edit_add(in->memory, in->read, second.end, second.end, ")");
    }
    return false;
}

void edit_recurrences(arena *memory, body *read)
{
    edit_target in = {memory, read};
    ir_visit(read->tree->body, look, &in);
}
