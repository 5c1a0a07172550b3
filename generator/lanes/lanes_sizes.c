/* lanes_sizes.c: choices that are made before the call: by constants, and by core sizes. Where
 * `if (n <= 64) … else …` does for large sizes what vectors of items are slow at, or cannot do,
 * they are made of the small ones alone, and the others go item by item. */
#include "lanes_parts.h"

enum { BOTH = -1 };

static bool is_comparison(const ir_expression *condition)
{
    const ir_operator op = condition->op;
    return condition->kind == IR_BINARY &&
           (op == IR_LESS || op == IR_LESS_EQUAL || op == IR_GREATER || op == IR_GREATER_EQUAL);
}

/* Which of two branches numbers lead to: 0 where the comparison holds, else 1. */
static int compare(ir_operator op, int64_t a, int64_t b)
{
    const bool holds = op == IR_LESS         ? a < b
                       : op == IR_LESS_EQUAL ? a <= b
                       : op == IR_GREATER    ? a > b
                                             : a >= b;
    return holds ? 0 : 1;
}

/* The size of the function read first that a value is. */
static const ir_variable *find_size(const lanes *in, const ir_expression *value)
{
    value = ir_strip_casts(value);
    const bool is = value->kind == IR_VARIABLE && value->variable->storage == IR_PARAMETER &&
                    value->variable->is_size && !value->variable->assigned;
    return is && in->function == in->root ? value->variable : NULL;
}

/* The branch of small sizes, where a comparison is one of a size with a number. */
static int small_branch(lanes *in, const ir_expression *condition)
{
    const ir_variable *size = find_size(in, condition->operands[0]);
    const bool is_less = condition->op == IR_LESS || condition->op == IR_LESS_EQUAL;
    const bool is_open = condition->op == IR_LESS || condition->op == IR_GREATER_EQUAL;
    int64_t most;
    if (!size || !ir_constant(condition->operands[1], &most) || most < 1)
        return BOTH;
    *ARENA_PUSH(in->memory, in->result->within, in->result->within_count) =
        (size_range){size, 0, most - is_open};
    return is_less ? 0 : 1;
}

int lanes_only_branch(lanes *in, const ir_statement *choice)
{
    const ir_expression *condition = ir_strip_casts(choice->expression);
    int64_t a, b;
    if (ir_constant(condition, &a))
        return a ? 0 : 1;
    if (!is_comparison(condition))
        return BOTH;
    if (ir_constant(condition->operands[0], &a) && ir_constant(condition->operands[1], &b) &&
        a >= 0 && b >= 0) /* whatever the signs of their types */
        return compare(condition->op, a, b);
    const bool may = in->cuts && in->mask_count == 1 && !in->in_loop && choice->child_count > 1;
    return may ? small_branch(in, condition) : BOTH;
}
