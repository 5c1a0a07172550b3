/* overflow_flow.c: where each signed sum, difference and product of a function goes. One whose
 * lowest bits alone are stored or returned stays as it is; one that is compared, divided, shifted
 * right, widened or handed on is wrapped. So is every quotient and remainder that may leave its
 * type: a processor ends the program there. */
#include "overflow.h"

static bool is_sum(ir_operator op)
{
    return op == IR_ADD || op == IR_SUBTRACT || op == IR_MULTIPLY;
}

/* Whether a signed operation of this magnitude can leave its type. */
static bool can_overflow(const value_flow *flow, const ir_type *type, bool generic,
                         unsigned magnitude)
{
    if (generic && flow->is_signed)
        return true;
    return value_is_signed_wide(type) && magnitude + 1 > value_type_bits(type);
}

static void walk_operands(value_flow *flow, const ir_expression *value, value_need need)
{
    for (size_t i = 0; i < value->operand_count; i++)
        value_walk(flow, value->operands[i], need);
}

/* A number that is no -1 under any binding of the type variables. */
static bool is_other_number(const ir_expression *divisor)
{
    int64_t value;
    divisor = ir_strip(divisor);
    const bool is_cast = divisor->kind == IR_CAST && divisor->type->variable;
    return ir_constant(divisor, &value) && value != -1 &&
           (!is_cast || (value >= 0 && value <= INT8_MAX));
}

static void wrap_quotient(value_flow *flow, const ir_expression *division)
{
    const ir_expression *left = division->operands[0], *right = division->operands[1];
    const bool generic = value_is_generic(flow, left, NULL) || value_is_generic(flow, right, NULL);
    if (flow->deciding &&
        (generic ? flow->is_signed && !is_other_number(right) : ir_quotient_overflows(division)))
        value_wrap(flow, division);
}

/* ---- operators ---- */

/* p + i, p - q: what is added to a pointer is in range. */
static void walk_pointer_sum(value_flow *flow, const ir_expression *sum)
{
    for (size_t i = 0; i < 2; i++)
        value_walk(flow, sum->operands[i],
                   need_is_pointer(sum->operands[i]->type) ? need_whole : need_nothing);
}

static void walk_sum(value_flow *flow, const ir_expression *sum, value_need need)
{
    const ir_expression *left = sum->operands[0], *right = sum->operands[1];
    if (need_is_pointer(left->type) || need_is_pointer(sum->type)) {
        walk_pointer_sum(flow, sum);
        return;
    }
    bool generic = value_is_generic(flow, sum, NULL);
    if (!generic && !need_storage_bits(sum->type))
        need = need_whole;
    const bool met = need_is_met(flow, sum, need);
    if (flow->deciding && !met && (generic || value_is_signed_wide(sum->type))) {
        unsigned magnitude =
            value_magnitude_of(sum->op, value_magnitude(flow, left), value_magnitude(flow, right));
        if (can_overflow(flow, sum->type, generic, magnitude))
            value_wrap(flow, sum);
    }
    walk_operands(flow, sum, met ? need : need_whole);
}

static void walk_binary(value_flow *flow, const ir_expression *value, value_need need)
{
    const ir_operator op = value->op;
    if (is_sum(op)) {
        walk_sum(flow, value, need);
    } else if (op == IR_BIT_AND || op == IR_BIT_OR || op == IR_BIT_XOR) {
        walk_operands(flow, value, need);
    } else {
        if (op == IR_DIVIDE || op == IR_REMAINDER)
            wrap_quotient(flow, value);
        value_walk(flow, value->operands[0],
                   op == IR_SHIFT_LEFT ? need
                   : op == IR_COMMA    ? need_nothing
                                       : need_whole);
        value_walk(flow, value->operands[1], op == IR_COMMA ? need : need_whole);
    }
}

/* x += y, x -= y, x *= y: whether what the target keeps is all that matters of the operands; else
 * wraps it where it may overflow. */
static bool is_kept(value_flow *flow, const ir_expression *assignment, value_need kept)
{
    const ir_expression *target = assignment->operands[0], *value = assignment->operands[1];
    bool generic = value_is_generic(flow, value, NULL) || value_is_generic(flow, target, NULL);
    bool enough = need_is_met(flow, target, kept) && (generic || need_storage_bits(value->type));
    unsigned magnitude = value_magnitude_of(assignment->op, value_magnitude(flow, target),
                                            value_magnitude(flow, value));
    if (flow->deciding && !enough && can_overflow(flow, value->type, generic, magnitude))
        value_wrap(flow, assignment);
    return enough;
}

/* Of operators but sums, bits and shifts both operands matter as a whole. */
static void walk_compound(value_flow *flow, const ir_expression *assignment, value_need need)
{
    const ir_expression *target = assignment->operands[0], *value = assignment->operands[1];
    const ir_operator op = assignment->op;
    bool bits = op == IR_BIT_AND || op == IR_BIT_OR || op == IR_BIT_XOR;
    if (need_is_pointer(target->type)) {
        value_walk(flow, value, need_nothing);
        need_read(flow, target, need_whole);
        return;
    }
    if (need.exact || need.bits)
        need_read(flow, target, need);
    value_need kept = need_of_store(flow, target);
    if (op == IR_DIVIDE || op == IR_REMAINDER)
        wrap_quotient(flow, assignment);
    if (is_sum(op))
        kept = is_kept(flow, assignment, kept) ? kept : need_whole;
    else if (!bits && op != IR_SHIFT_LEFT)
        kept = need_whole;
    need_read(flow, target, kept);
    value_walk(flow, value, op == IR_SHIFT_LEFT ? need_whole : kept);
}

static void walk_assignment(value_flow *flow, const ir_expression *assignment, value_need need)
{
    const ir_expression *target = assignment->operands[0], *value = assignment->operands[1];
    if (assignment->op) {
        walk_compound(flow, assignment, need);
        return;
    }
    if (need.exact || need.bits)
        need_read(flow, target, need);
    value_need kept = need_of_store(flow, target);
    value_walk(flow, value, need_of_conversion(flow, value, target->type, kept));
}

static void walk_step(value_flow *flow, const ir_expression *step, value_need need)
{
    const ir_expression *target = step->operands[0];
    bool generic = value_is_generic(flow, target, NULL);
    if (need.exact || need.bits)
        need_read(flow, target, need);
    value_need kept = need_of_store(flow, target);
    const unsigned magnitude = value_magnitude_of(IR_ADD, value_magnitude(flow, target), 0);
    if (flow->deciding && kept.exact && !need_is_pointer(target->type) &&
        can_overflow(flow, target->type, generic, magnitude))
        value_wrap(flow, step);
}

static void walk_negation(value_flow *flow, const ir_expression *negation, value_need need)
{
    const ir_expression *operand = negation->operands[0];
    bool generic = value_is_generic(flow, negation, NULL);
    if (!generic && !need_storage_bits(negation->type))
        need = need_whole;
    const bool met = need_is_met(flow, negation, need);
    if (flow->deciding && !met &&
        can_overflow(flow, negation->type, generic, value_magnitude(flow, operand)))
        value_wrap(flow, negation);
    value_walk(flow, operand, met ? need : need_whole);
}

static void walk_unary(value_flow *flow, const ir_expression *value, value_need need)
{
    const ir_expression *operand = value->operands[0];
    bool through = false;
    switch (value->op) {
    case IR_DEREFERENCE:
        need_read(flow, value, need);
        break;
    case IR_ADDRESS:
        need_add_exact(flow, need_base(flow, operand, &through));
        break;
    case IR_PRE_INCREMENT:
    case IR_PRE_DECREMENT:
    case IR_POST_INCREMENT:
    case IR_POST_DECREMENT:
        walk_step(flow, value, need);
        break;
    case IR_NEGATE:
        walk_negation(flow, value, need);
        break;
    case IR_PLUS:
    case IR_BIT_NOT:
        value_walk(flow, operand, need);
        break;
    default:
        value_walk(flow, operand, need_whole);
    }
}

/* ---- expressions ---- */

/* Arguments, conditions and divisors matter as a whole. */
void value_walk(value_flow *flow, const ir_expression *value, value_need need)
{
    if (!value || value->is_question)
        return;
    switch (value->kind) {
    case IR_VARIABLE:
    case IR_SUBSCRIPT:
    case IR_MEMBER:
        need_read(flow, value, need);
        break;
    case IR_CAST:
        value_walk(flow, value->operands[0],
                   need_of_conversion(flow, value->operands[0], value->type, need));
        break;
    case IR_UNARY:
        walk_unary(flow, value, need);
        break;
    case IR_BINARY:
        walk_binary(flow, value, need);
        break;
    case IR_ASSIGN:
        walk_assignment(flow, value, need);
        break;
    case IR_CONDITIONAL:
        value_walk(flow, value->operands[0], need_whole);
        value_walk(flow, value->operands[1], need);
        value_walk(flow, value->operands[2], need);
        break;
    default:
        value_walk(flow, value->called, need_whole);
        value_walk_statement(flow, value->inside, need_whole);
        if (!value->inside)
            walk_operands(flow, value, need_whole);
    }
}

/* ---- statements ---- */

static void walk_initializer(value_flow *flow, const ir_expression *value, value_need need)
{
    if (value->kind != IR_LIST) {
        value_walk(flow, value, need_of_conversion(flow, value, value->type, need));
        return;
    }
    for (size_t i = 0; i < value->operand_count; i++) {
        const ir_expression *element = value->operands[i];
        walk_initializer(flow, element, need.exact ? need : need_of_type(element->type));
    }
}

/* Static variables have constants. */
static void walk_variable(value_flow *flow, const ir_variable *variable)
{
    const ir_expression *value = variable->initializer;
    if (!value || variable->storage != IR_LOCAL)
        return;
    value_need kept = need_of_variable(flow, variable);
    if (value->kind == IR_LIST)
        walk_initializer(flow, value, kept);
    else
        value_walk(flow, value, need_of_conversion(flow, value, variable->type, kept));
}

static void walk_for(value_flow *flow, const ir_statement *loop)
{
    const ir_expression *condition = loop->expression, *step = loop->step;
    value_walk_statement(flow, loop->first, need_nothing);
    value_walk(flow, condition, need_whole);
    if (step && !(condition && value_is_counting(flow, condition, step)))
        value_walk(flow, step, need_nothing);
}

static void walk_return(value_flow *flow, const ir_statement *statement)
{
    const ir_expression *value = statement->expression;
    const ir_type *result = flow->function->result;
    value_need kept = flow->outermost ? need_of_type(result) : need_whole;
    if (value)
        value_walk(flow, value, need_of_conversion(flow, value, result, kept));
}

/* The label of a case is a constant. */
static void walk_children(value_flow *flow, const ir_statement *statement, value_need need)
{
    size_t first = 0;
    if (statement->jump == IR_CASE_LABEL && statement->child_count)
        first = statement->child_count - 1;
    for (size_t i = first; i < statement->child_count; i++)
        value_walk_statement(flow, statement->children[i], need);
}

void value_walk_statement(value_flow *flow, const ir_statement *statement, value_need need)
{
    if (!statement)
        return;
    need = need.exact ? need_whole : need_nothing;
    switch (statement->kind) {
    case IR_DECLARATION:
        for (size_t i = 0; i < statement->variable_count; i++)
            walk_variable(flow, statement->variables[i]);
        break;
    case IR_EVALUATE:
        value_walk(flow, statement->expression, need);
        break;
    case IR_BLOCK:
    case IR_TEXT_STATEMENT:
        walk_children(flow, statement, need);
        break;
    case IR_RETURN:
        walk_return(flow, statement);
        break;
    case IR_FOR:
        walk_for(flow, statement);
        walk_children(flow, statement, need_nothing);
        break;
    default:
        value_walk(flow, statement->expression, need_whole);
        walk_children(flow, statement, need_nothing);
    }
}
