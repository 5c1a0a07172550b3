/* analyse_find.c: loops that do nothing but look for the largest element of a row, or the least,
 * and its place, so that vectors find the very same: what a loop asks is tried on all that two
 * numbers may be to each other. */
#include <string.h>

#include "analyse.h"
#include "text/dtype.h"

/* What the next value is to the one that was found. */
typedef struct find_case {
    const ir_variable *found, *place;
    int order;                                /* the next one is less, -1, equal, or greater, 1 */
    bool next_is_nan, found_is_nan, is_first; /* is_first: nothing was found */
} find_case;

/* Whether a comparison of numbers holds, where these are in an order. */
static bool compares(ir_operator op, int order)
{
    return op == IR_LESS         ? order < 0
           : op == IR_LESS_EQUAL ? order <= 0
           : op == IR_GREATER    ? order > 0
                                 : order >= 0;
}

static bool is_found(const find_case *in, const ir_expression *operand)
{
    return operand->variable == in->found;
}

static bool is_nan(const find_case *in, const ir_expression *operand)
{
    return is_found(in, operand) ? in->found_is_nan : in->next_is_nan;
}

static bool orders(const find_case *in, ir_operator op, const ir_expression *const *operands)
{
    const bool is_backward = is_found(in, operands[0]);
    return !is_nan(in, operands[0]) && !is_nan(in, operands[1]) &&
           compares(op, is_backward ? -in->order : in->order);
}

static ir_operator operator_of(const char *name)
{
    static const struct {
        const char *name;
        ir_operator op;
    } known[] = {{"isless", IR_LESS},
                 {"islessequal", IR_LESS_EQUAL},
                 {"isgreater", IR_GREATER},
                 {"isgreaterequal", IR_GREATER_EQUAL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].op;
    return IR_OPERATOR_NONE;
}

/* Whether a condition holds, which is made of what team_value.c allows there. */
static bool holds(const find_case *in, const ir_expression *asked)
{
    const ir_expression *const *operands = (const ir_expression *const *)asked->operands;
    const ir_operator op = asked->kind == IR_CALL ? operator_of(asked->text) : asked->op;
    if (asked->kind == IR_CALL && op == IR_OPERATOR_NONE)
        return is_nan(in, operands[0]);
    if (op == IR_AND)
        return holds(in, operands[0]) && holds(in, operands[1]);
    if (op == IR_OR)
        return holds(in, operands[0]) || holds(in, operands[1]);
    if (operands[0]->kind == IR_VARIABLE && operands[0]->variable == in->place)
        return in->is_first == (op == IR_EQUAL || op == IR_LESS);
    if (op == IR_EQUAL || op == IR_NOT_EQUAL) /* of one of the two with itself */
        return is_nan(in, operands[0]) == (op == IR_NOT_EQUAL);
    return orders(in, op, operands);
}

/* Whether it holds whatever the next value is, or, where that is wanted, never. */
static bool holds_always(find_case in, const ir_expression *asked, bool is_float, bool wanted)
{
    for (in.order = -1; in.order <= 1; in.order++)
        for (int odd = 0; odd <= is_float; odd++) {
            in.next_is_nan = odd;
            if (holds(&in, asked) != wanted)
                return false;
        }
    return true;
}

/* The only statement of a loop, if that is a choice. */
static const ir_statement *only_choice(const ir_statement *loop)
{
    const ir_statement *inside = loop->children[0];
    while (inside->kind == IR_BLOCK && inside->child_count == 1)
        inside = inside->children[0];
    return inside->kind == IR_IF && inside->child_count == 1 ? inside : NULL;
}

/* What a choice makes of a variable. */
static const ir_expression *made_of(const ir_statement *choice, const ir_variable *variable)
{
    const ir_statement *branch = choice->children[0];
    for (size_t i = 0; i < branch->child_count; i++) {
        const ir_expression *change = ir_strip(branch->children[i]->expression);
        if (ir_strip(change->operands[0])->variable == variable)
            return ir_strip_casts(change->operands[1]);
    }
    return NULL;
}

bool analyse_find(const team_walk *walk, body_find *find)
{
    const team_value *value = walk->values;
    const ir_statement *choice = only_choice(walk->loop);
    if (walk->value_count != 1 || value->kind != TEAM_PLACE || walk->counted_count || !choice)
        return false;
    const ir_type *type = value->variable->type;
    const bool is_float = ir_kind(type) == 'f';
    find_case in = {.found = value->variable, .place = value->place};
    *find = (body_find){.value = value,
                        .next = made_of(choice, value->variable),
                        .fresh = analyse_mentions(value->choice, value->place)};
    if (!find->next || find->next->type->dtype != type->dtype ||
        (is_float && dtype_size(type->dtype) < 4))
        return false;
    in.order = 1;
    find->least = !holds(&in, value->choice);
    for (in.order = -1; in.order <= 1; in.order++)
        if (holds(&in, value->choice) != (in.order == (find->least ? -1 : 1)))
            return false;
    in.next_is_nan = true;
    find->nan_wins = is_float && holds(&in, value->choice);
    find_case first = in, first_nan, behind_nan = in;
    first.is_first = behind_nan.found_is_nan = true;
    first_nan = first;
    first_nan.found_is_nan = is_float;
    return (!find->fresh ||
            (value->start < walk->first && holds_always(first, value->choice, is_float, true) &&
             holds_always(first_nan, value->choice, is_float, true))) &&
           (!is_float || holds_always(behind_nan, value->choice, true, false));
}
