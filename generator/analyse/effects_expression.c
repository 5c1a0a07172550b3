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

/* Whether a helper fills what it gets as this argument. Arrays are the same there only if all their
 * extents are constants. */
static bool helper_fills(walk *in, const ir_expression *call, size_t argument)
{
    const ir_function *helper = call->function;
    if (!helper || argument >= helper->parameter_count || in->call_depth >= EFFECTS_CALLS)
        return false;
    effects_output own = *in->output;
    own.variable = helper->parameters[argument];
    const ir_type *type = own.variable->type;
    for (size_t axis = 0; axis < own.rank; axis++, type = type->element) {
        bool same = !own.sizes[axis] && type && type->kind == IR_TYPE_ARRAY &&
                    type->extent == own.constants[axis];
        if (!same)
            return false;
    }
    return effects_helper_fills(in, helper, &own);
}

static void walk_call(walk *in, const ir_expression *call)
{
    size_t given = call->operand_count;
    for (size_t i = 0; i < call->operand_count; i++) {
        bool whole = effects_is_output(in, call->operands[i]);
        if (whole && given == call->operand_count)
            given = i;
        else
            effects_walk_expression(in, call->operands[i]);
    }
    if (given == call->operand_count || effects_is_whole(in))
        return;
    bool written = call->callee == IR_CALLEE_LIBRARY
                       ? in->output->rank == 0 && is_written(call->library, given)
                       : helper_fills(in, call, given);
    if (written)
        in->now.done |= in->all;
    else
        effects_give_up(in, ir_expression_text(in->memory, call), call->place);
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

static void walk_operands(walk *in, const ir_expression *expression)
{
    for (size_t i = 0; i < expression->operand_count; i++)
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
            effects_give_up(in, expression->variable->name, expression->place);
    }
}
