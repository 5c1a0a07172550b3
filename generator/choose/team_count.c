/* team_count.c: elements of outputs that any round of a walk may add to, as histograms do: whole
 * numbers, which are the same in any order, of a size that a device adds to in one step. */
#include "team.h"

#include "text/dtype.h"

static bool is_whole(const ir_type *type)
{
    const char kind = ir_kind(type);
    return kind == 'i' || kind == 'u';
}

/* h[k]++, h[k]-- and the like, h[k] += e, h[k] -= e. */
static bool is_count(const ir_expression *change)
{
    if (change->kind == IR_UNARY)
        return change->op == IR_PRE_INCREMENT || change->op == IR_POST_INCREMENT ||
               change->op == IR_PRE_DECREMENT || change->op == IR_POST_DECREMENT;
    return change->kind == IR_ASSIGN && (change->op == IR_ADD || change->op == IR_SUBTRACT);
}

/* Whether a device adds to it in one step, and C computes in whole numbers, too. */
static bool is_exact(const ir_expression *change, const ir_expression *element)
{
    const size_t size = is_whole(element->type) ? dtype_size(element->type->dtype) : 0;
    return (size == 4 || size == 8) && (!change->computed || is_whole(change->computed));
}

/* Whether all of the round's expressions in it may stand there. */
static bool looks_good(team_search *in, const ir_expression *change, const ir_expression *element)
{
    for (size_t i = 1; i < element->operand_count; i++)
        if (!team_look_inside(in, element->operands[i]))
            return false;
    return change->kind == IR_UNARY || team_look_inside(in, change->operands[1]);
}

bool team_read_count(team_search *in, const ir_statement *statement, bool *good)
{
    if (statement->kind != IR_EVALUATE)
        return false;
    const ir_expression *change = ir_strip(statement->expression);
    if (!is_count(change))
        return false;
    const ir_expression *element = ir_strip(change->operands[0]);
    const int operand = team_element(in, element);
    if (operand < (int)in->from->core.input_count || team_is_own_element(in, element) ||
        !is_exact(change, element))
        return false;
    *ARENA_PUSH(in->memory, in->walk->counted, in->walk->counted_count) = element->operands[0];
    *good = looks_good(in, change, element);
    return true;
}

bool team_counts_alone(team_search *in)
{
    const team_walk *walk = in->walk;
    for (size_t i = 0; i < walk->counted_count; i++) {
        const ir_variable *output = walk->counted[i]->variable;
        size_t counts = 0;
        for (size_t k = 0; k < walk->counted_count; k++)
            counts += walk->counted[k]->variable == output;
        if (team_mentions(walk->loop, output) != counts)
            return team_refuse(
                in, walk->loop->place,
                arena_format(in->memory, "\"%s\" is used while it counts", output->name));
    }
    return true;
}
