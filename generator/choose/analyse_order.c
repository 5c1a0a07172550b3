/* analyse_order.c: walks whose rounds follow each other, which a device takes by windows of several
 * elements: it has them there before the rounds ask (stream.cuh). A round may do whatever it likes
 * but end early. */
#include "analyse_shape.h"

#include "team.h"

/* Whether a round may end before its last statement. */
static bool ends_early(const ir_statement *statement, bool nested)
{
    bool found = statement && ((statement->kind == IR_CONTINUE && !nested) ||
                               statement->kind == IR_TEXT_STATEMENT);
    for (size_t i = 0; statement && i < statement->child_count && !found; i++)
        found = ends_early(statement->children[i], nested || ir_is_loop(statement));
    return found;
}

static void look_at(const team_search *in, const ir_statement *statement, body_order *found)
{
    team_walk walk;
    if (!statement)
        return;
    if (team_is_walk(in, statement, &walk) && walk.row_count > 0 && !analyse_leaves(statement) &&
        !ends_early(statement->children[0], false)) {
        *ARENA_PUSH(in->memory, found->walks, found->walk_count) = walk;
        return;
    }
    for (size_t i = 0; i < statement->child_count; i++)
        look_at(in, statement->children[i], found);
}

void analyse_order(arena *memory, const function *from, body *read)
{
    const team_search in = {.memory = memory, .from = from, .tree = read->tree, .read = read};
    body_order all = {0};
    if (!analyse_streams(from, read) || ir_find_text(read->tree).reason)
        return;
    look_at(&in, read->tree->body, &all);
    for (size_t i = 0; i < all.walk_count; i++)
        if (team_counter_ends(&in, all.walks, all.walk_count, i))
            *ARENA_PUSH(memory, read->order.walks, read->order.walk_count) = all.walks[i];
}
