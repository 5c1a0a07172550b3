/* effects_expression.c: expressions and calls, in the order of evaluation. */
#include "effects_walk.h"

static void walk_indices(walk *in, const ir_expression *element)
{
    for (size_t i = 1; element->kind == IR_SUBSCRIPT && i < element->operand_count; i++)
        effects_walk_expression(in, element->operands[i]);
}

/* ---- calls ---- */

/* Whether a function of the C library writes behind the address that it gets as this argument. */
static bool is_written(const library_function *function, size_t argument)
{
    return function && argument < function->operands && (function->writes >> argument & 1);
}

/* Whether a helper's parameter leads to the same as the output. Arrays do only if all their extents
 * are constants. */
static bool is_alike(const effects_output *output, const ir_type *type)
{
    if (output->record)
        return type && type->kind == IR_TYPE_POINTER && type->element && type->element->record &&
               type->element->record->field_count == output->record->field_count &&
               type->element->record->size == output->record->size;
    for (size_t axis = 0; axis < output->rank; axis++, type = type->element)
        if (output->sizes[axis] || !type || type->kind != IR_TYPE_ARRAY ||
            type->extent != output->constants[axis])
            return false;
    return true;
}

/* What a call does to what it gets as this argument: all of the output, or one of its elements. */
static helper_effect call_effect(walk *in, const ir_expression *call, size_t argument,
                                 const effects_output *output)
{
    const ir_function *helper = call->function;
    effects_output own = *output;
    if (call->callee == IR_CALLEE_LIBRARY) {
        bool written = !output->rank && !output->record && is_written(call->library, argument);
        return (helper_effect){written, !written, written};
    }
    if (!helper || argument >= helper->parameter_count || in->call_depth >= EFFECTS_CALLS)
        return (helper_effect){false, true, 0};
    own.variable = helper->parameters[argument];
    if (!is_alike(output, own.variable->type))
        return (helper_effect){false, true, 0};
    return effects_of_helper(in, helper, &own);
}

/* The element whose address an argument is: &y[i], &y->m; NULL if it is none of a number. */
static const ir_expression *find_addressed(const walk *in, const ir_expression *argument)
{
    argument = ir_strip(argument);
    if (argument->kind != IR_UNARY || argument->op != IR_ADDRESS)
        return NULL;
    const ir_expression *element = ir_strip(argument->operands[0]);
    return effects_is_element(in, element) && ir_kind(element->type) ? element : NULL;
}

static void hand_element(walk *in, const ir_expression *call, size_t argument,
                         const ir_expression *element)
{
    const effects_output number = {0};
    helper_effect effect = call_effect(in, call, argument, &number);
    if (effect.reads)
        effects_note_read(in, element);
    if (effect.fills)
        effects_note_write(in, element);
    else if (effect.ever)
        effects_note_maybe(in, element);
}

static void hand_whole(walk *in, const ir_expression *call, size_t argument)
{
    helper_effect effect = call_effect(in, call, argument, in->output);
    in->ever |= effect.ever;
    if (effect.fills)
        in->now.done |= in->all;
    else if (effect.reads)
        effects_note_early(in, ir_expression_text(in->memory, call), call->place);
    else
        effects_give_up(in, ir_expression_text(in->memory, call), call->place);
}

static void walk_call(walk *in, const ir_expression *call)
{
    size_t given = call->operand_count;
    for (size_t i = 0; i < call->operand_count; i++) {
        const ir_expression *element = find_addressed(in, call->operands[i]);
        bool whole = effects_is_output(in, call->operands[i]);
        if (whole && given == call->operand_count)
            given = i;
        else if (element)
            walk_indices(in, element);
        else
            effects_walk_expression(in, call->operands[i]);
    }
    if (given < call->operand_count && !effects_is_whole(in))
        hand_whole(in, call, given);
    for (size_t i = 0; i < call->operand_count; i++) {
        const ir_expression *element = find_addressed(in, call->operands[i]);
        if (element)
            hand_element(in, call, i, element);
    }
}

/* ---- expressions ---- */

static void walk_assignment(walk *in, const ir_expression *expression)
{
    const ir_expression *target = ir_strip(expression->operands[0]);
    bool plain = expression->kind == IR_ASSIGN && expression->op == IR_OPERATOR_NONE;
    bool element = effects_is_element(in, target);
    if (expression->kind == IR_ASSIGN)
        effects_walk_expression(in, expression->operands[1]);
    if (!element) {
        effects_walk_expression(in, target);
        return;
    }
    walk_indices(in, target);
    if (!plain)
        effects_note_read(in, target);
    effects_note_write(in, target);
}

/* a && b, a ? b : c: what only one of two paths writes is not written for sure. */
static void walk_choice(walk *in, const ir_expression *expression)
{
    effects_walk_expression(in, expression->operands[0]);
    progress before = in->now;
    effects_walk_expression(in, expression->operands[1]);
    progress first = in->now;
    in->now = before;
    if (expression->operand_count > 2)
        effects_walk_expression(in, expression->operands[2]);
    in->now = effects_meet(first, in->now);
}

/* Whether an expression asks of its operands only where they point, or whether they do. */
static bool only_compares(const ir_expression *expression)
{
    return ir_is_comparison(expression) ||
           (expression->kind == IR_UNARY && expression->op == IR_NOT);
}

static void walk_operands(walk *in, const ir_expression *expression)
{
    for (size_t i = 0; i < expression->operand_count; i++)
        if (!only_compares(expression) || !effects_is_output(in, expression->operands[i]))
            effects_walk_expression(in, expression->operands[i]);
}

void effects_walk_expression(walk *in, const ir_expression *expression)
{
    if (!expression)
        return;
    bool chooses =
        expression->kind == IR_CONDITIONAL ||
        (expression->kind == IR_BINARY && (expression->op == IR_AND || expression->op == IR_OR));
    progress before = in->now;
    if (ir_written(expression)) {
        walk_assignment(in, expression);
    } else if (effects_is_element(in, expression)) {
        walk_indices(in, expression);
        effects_note_read(in, expression);
    } else if (expression->kind == IR_CALL) {
        walk_call(in, expression);
    } else if (chooses) {
        walk_choice(in, expression);
    } else if (expression->kind == IR_TEXT) {
        walk_operands(in, expression);
        in->now = before;
        if (expression->holds_jumps && !effects_is_whole(in)) /* control may leave */
            effects_give_up(in, NULL, expression->place);
    } else {
        walk_operands(in, expression);
        bool itself = expression->kind == IR_VARIABLE && effects_is_output(in, expression);
        if (itself && !effects_is_whole(in)) /* it goes out of sight */
            effects_note_early(in, expression->variable->name, expression->place);
    }
}
