/* team_axes.c: which axes the walks are along that a team of threads shares, and whether it keeps
 * their rows. */
#include "analyse_shape.h"
#include "team.h"

/* The ufunc's dimension that a walk's array has last. */
static uint32_t dimension_bit(const ufunc *owner, const function *from, const team_walk *walk)
{
    const layout_operand *core =
        &from->core.operands[analyse_operand_of(from, (int)walk->array->position)];
    for (size_t d = 0; d < owner->dimension_count && d < 32; d++)
        if (extent_equal(&owner->dimensions[d], &core->extents[core->rank - 1]))
            return (uint32_t)1 << d;
    return 0;
}

/* Whether what it walks along is a list. */
static bool walks_list(const function *from, const team_walk *walk)
{
    const layout_operand *core =
        &from->core.operands[analyse_operand_of(from, (int)walk->array->position)];
    return core->extents[core->rank - 1].ragged;
}

bool analyse_team_shares_lists(const function *from)
{
    for (size_t k = 0; from->shape.teamed && k < from->bodies[0]->team.walk_count; k++)
        if (walks_list(from, &from->bodies[0]->team.walks[k]))
            return true;
    return false;
}

bool analyse_team_keeps(const function *from)
{
    const body_team *team = &from->bodies[0]->team;
    bool again = false;
    for (size_t i = 0; i < team->walk_count; i++) {
        if (team->walks[i].leaves_rows || team->walks[i].row_count == 0 ||
            team->walks[i].counted_count > 0)
            return false;
        for (size_t k = 0; k < i; k++)
            again |= ir_strip_casts(team->walks[k].end)->variable ==
                     ir_strip_casts(team->walks[i].end)->variable;
    }
    return again && team->bond == TEAM_ORDERED;
}

uint32_t analyse_team_dimensions(const ufunc *owner, uint32_t *again)
{
    uint32_t found = 0;
    *again = 0;
    for (size_t f = 0; f < owner->function_count; f++) {
        const function *from = owner->functions[f];
        uint32_t own = 0;
        for (size_t k = 0; from->shape.teamed && k < from->bodies[0]->team.walk_count; k++) {
            const team_walk *walk = &from->bodies[0]->team.walks[k];
            if (layout_has_lists(&from->core) && !walks_list(from, walk))
                continue;
            const uint32_t bit = dimension_bit(owner, from, walk);
            *again |= own & bit;
            own |= bit;
        }
        found |= own;
    }
    return found;
}
