/* edit_deal.c: loops whose rounds a team of threads deals out: for (size_t i = j; i < n; i++)
 * L[i][j] = 0; becomes WEFT_DEAL(for (…), L, size_t, i, j, n) L[i][j] = 0; and what one thread does
 * alone, WEFT_ALONE(L, L[j][j] = 1;); which is as written but on a device's kernel for such teams
 * (deal.cuh). */
#include "edit.h"

static bool is_written_so(const ir_function *function, const ir_statement *alone, unsigned *end)
{
    return edit_is_known(function, alone->extent) &&
           edit_find_end(function->text, alone->extent, end) && function->text[*end - 1] == ';';
}

/* Whether the text has all as macros can take it. */
static bool is_there(const body *read, location *place)
{
    const body_deal *deal = &read->deal;
    unsigned at;
    for (size_t i = 0; i < deal->loop_count; i++) {
        *place = deal->loops[i].loop->place;
        if (!edit_has_head(read->tree, deal->loops[i].loop, &at))
            return false;
    }
    for (size_t i = 0; i < deal->alone_count; i++) {
        *place = deal->alone[i]->place;
        if (!is_written_so(read->tree, deal->alone[i], &at))
            return false;
    }
    return true;
}

bool edit_deal(arena *memory, body *read, location *place)
{
    const body_deal *deal = &read->deal;
    unsigned at = 0;
    if (!is_there(read, place))
        return false;
    for (size_t i = 0; i < deal->loop_count; i++) {
        const deal_loop *one = &deal->loops[i];
        edit_has_head(read->tree, one->loop, &at);
        edit_add(memory, read, one->loop->extent.begin, one->loop->extent.begin, "WEFT_DEAL(");
        edit_add(memory, read, at + 1, at + 1,
                 arena_format(memory, ", %s, %s, %s, %s, %s)", deal->array->name,
                              one->counter->type->plain, one->counter->name, one->begin, one->end));
    }
    for (size_t i = 0; i < deal->alone_count; i++) {
        is_written_so(read->tree, deal->alone[i], &at);
        edit_add_first(memory, read, at, ");");
        edit_add_first(memory, read, deal->alone[i]->extent.begin,
                       arena_format(memory, "WEFT_ALONE(%s, ", deal->array->name));
    }
    return true;
}
