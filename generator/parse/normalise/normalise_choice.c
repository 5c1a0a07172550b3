/* normalise_choice.c: whether a function keeps the reading of its normal form. */
#include <string.h>

#include "normalise.h"

/* Sums of products, then nests, walks and rows: what is known of a function that kernels are made
 * of. */
static void count_known(const function *read, size_t known[3])
{
    memset(known, 0, 3 * sizeof *known);
    for (size_t i = 0; i < read->binding_count; i++) {
        const body *one = read->bodies[i];
        const bool is_team = one->team.walk_count > 0, is_deal = one->deal.loop_count > 0;
        const bool is_whole = one->tiles.count > 0 && one->tiles.tiles[0].whole;
        known[0] += one->contraction ? 100 : one->tiles.count + is_whole;
        known[1] += is_team   ? 1000 + one->team.walk_count
                    : is_deal ? 100 + one->deal.loop_count
                              : one->order.walk_count;
        known[2] += one->rows.count;
    }
}

bool normalise_is_better(const function *read, const function *written)
{
    size_t now[3], before[3];
    count_known(read, now);
    count_known(written, before);
    for (size_t i = 0; i < read->binding_count; i++)
        for (size_t p = 0; p < read->parameter_count; p++)
            if (written->bodies[i]->subscripted[p] && !read->bodies[i]->subscripted[p])
                return false;
    return now[0] != before[0] ? now[0] > before[0]
                               : now[1] >= before[1] && now[2] >= before[2] &&
                                     now[1] + now[2] > before[1] + before[2];
}

bool normalise_was_read(const function *target)
{
    bool good = target->body_text && !target->made_up && !target->foreign && !target->linked &&
                !target->left_out;
    bool has_core = false;
    for (size_t i = 0; i < target->operand_count; i++)
        has_core |= target->core.operands[i].rank > 0;
    for (size_t i = 0; i < target->binding_count && good; i++)
        good = target->bodies[i] && !target->bodies[i]->refusal;
    return good && has_core && target->binding_count;
}

/* What a caller must expect of either branch. */
static void join(body *read, const body *written, size_t operand_count)
{
    read->pure &= written->pure;
    read->recursive |= written->recursive;
    read->divergent |= written->divergent;
    read->has_loops |= written->has_loops;
    for (size_t i = 0; i < operand_count; i++)
        if (!read->effects[i].is)
            read->effects[i] = written->effects[i];
}

void normalise_keep(function *read, const function *written)
{
    for (size_t i = 0; i < read->binding_count; i++) {
        read->bodies[i]->written = written->bodies[i]->tree;
        if (read->bodies[i]->range_count > 0)
            join(read->bodies[i], written->bodies[i], read->operand_count);
    }
}
