/* walks.c: what is known of a body's loops as it is read, and what the text then says of them. */
#include "walks.h"

#include "choose/analyse_shape.h"
#include "edit/edit.h"
#include "nest/nest.h"

void walks_read(const parser *reader, function *target, body *read, bool is_first)
{
    arena *memory = reader->memory;
    const body_reading bodies = reader->options->bodies;
    const bool is_text = bodies == BODIES_TEXT || bodies == BODIES_LANES;
    const team_walk *spelled;
    location place;
    bool has_core = false;
    for (size_t i = 0; i < target->operand_count; i++)
        has_core |= target->core.operands[i].rank > 0;
    if (!is_text || target->made_up || !has_core)
        return;
    /* libweft has better kernels of matrix products, and of all that are taken in order */
    const bool is_product =
        read->contraction && (read->contraction->letters[2][0] || !target->reorderable);
    if (!read->contraction && !target->has_status)
        nest_find_tiles(memory, read->tree, &read->tiles);
    const bool is_whole = read->tiles.count > 0 && read->tiles.tiles[0].whole;
    /* where rounds are few a team is better at their loops */
    const bool is_fronted = is_whole && read->tiles.tiles[0].front;
    const bool is_tiled = is_whole && !is_fronted;
    if (!target->strict && !target->has_status && !is_product && !is_tiled)
        analyse_team(memory, target, read);
    if (!target->strict) {
        analyse_recurrences(read->tree);
        analyse_rows(memory, read);
    }
    if (!target->strict && !target->has_status && !read->contraction && !is_whole &&
        read->team.walk_count == 0)
        analyse_deal(memory, target, read);
    if (!is_first)
        return;
    edit_rows(memory, read);
    edit_tiles(memory, read);
    if (read->team.walk_count > 0) {
        target->shape.walks =
            edit_team(memory, read, read->team.walks, read->team.walk_count, &spelled);
        if (!target->shape.walks)
            analyse_team_give_up(read, spelled);
    } else if (read->deal.loop_count > 0) {
        target->shape.deals = edit_deal(memory, read, &place);
        if (!target->shape.deals)
            analyse_deal_give_up(read, place);
    } else if (!read->contraction && !is_tiled) {
        analyse_order(memory, target, read);
        target->shape.walks =
            read->order.walk_count > 0 &&
            edit_team(memory, read, read->order.walks, read->order.walk_count, &spelled);
    }
    edit_recurrences(memory, read);
}
