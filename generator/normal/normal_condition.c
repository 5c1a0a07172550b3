/* normal_condition.c: what the conditions of loops compare, and for how many rounds they hold. */
#include "normal_parts.h"

static bool read_difference(normaliser *in, const ir_expression *compared, polynomial *difference)
{
    const ir_expression *left = compared->operands[0], *right = compared->operands[1];
    place from, to;
    polynomial a, b;
    if (ir_is_integer(left->type))
        return normal_number(in, left, &a) && normal_number(in, right, &b) &&
               polynomial_add(&a, &b, -1, difference);
    return left->type->kind == IR_TYPE_POINTER && normal_points(in, left, &from) &&
           normal_points(in, right, &to) && from.base == to.base && ir_kind(from.type) &&
           polynomial_add(&from.offset, &to.offset, -1, difference);
}

bool normal_condition(normaliser *in, const ir_expression *of, loop_condition *found)
{
    bool known;
    of = of ? ir_strip_casts(of) : NULL;
    if (!of)
        return false;
    if (ir_is_comparison(of) && of->op != IR_EQUAL) {
        found->op = of->op;
        known = read_difference(in, of, &found->difference);
    } else {
        found->op = IR_NOT_EQUAL;
        known = ir_is_integer(of->type) && normal_number(in, of, &found->difference);
    }
    normal_make_pending(in);
    return known && !normal_is_over(in);
}

bool normal_rounds(const loop_condition *test, const symbol *round, polynomial *rounds,
                   bool *must_be_natural)
{
    polynomial at_first, zero = {0}, one = polynomial_constant(1), step;
    int64_t by;
    if (!polynomial_replace(&test->difference, round, &zero, &at_first) ||
        !polynomial_replace(&test->difference, round, &one, &step) ||
        !polynomial_add(&step, &at_first, -1, &step) || !polynomial_is_constant(&step, &by))
        return false;
    /* linear in the rounds: what is left behind both is no more than step × round */
    polynomial linear = polynomial_symbol(round), whole;
    if (!polynomial_multiply(&linear, &step, &linear) ||
        !polynomial_add(&at_first, &linear, 1, &whole) ||
        !polynomial_same(&whole, &test->difference))
        return false;
    const bool up = test->op == IR_LESS || test->op == IR_LESS_EQUAL;
    if ((by != 1 && by != -1) || (test->op != IR_NOT_EQUAL && up != (by == 1)))
        return false;
    const bool includes = test->op == IR_LESS_EQUAL || test->op == IR_GREATER_EQUAL;
    *must_be_natural = test->op == IR_NOT_EQUAL;
    return polynomial_add(&zero, &at_first, -by, rounds) &&
           polynomial_add(rounds, &one, includes ? 1 : 0, rounds);
}
